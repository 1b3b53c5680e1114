"""Numbers of R as the texts of this program, many at a time: NA is empty, a tagged NA is its letter (.a)."""

from collections.abc import Callable
from string import ascii_letters
from typing import Any

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.data.foreign.texts import number_text

_EXACT = 2.0**53
_TAG_AT = 32  # the place of the letter of a tagged NA in the bits of a double
_LETTERS = np.array([*map(ord, ascii_letters + "_")], dtype=np.uint8)
_FEW = 1 << 16
Texts = Callable[[int, int], list[str]]
"""The texts of the records from one up to another."""


def listed(codes: npt.NDArray[np.integer], texts: list[str]) -> Texts:
    """Of texts by their place (records,); -1 is no text."""
    table = np.array([*texts, ""], dtype=object)

    def taken(start: int, stop: int) -> list[str]:
        found: list[str] = table[codes[start:stop]].tolist()
        return found

    return taken


def of_whole(values: npt.NDArray[np.integer], there: npt.NDArray[np.bool_]) -> Texts:
    """Of whole numbers (records,), those that are not there empty."""
    known = values[there]
    low, high = (int(known.min()), int(known.max())) if len(known) else (0, 0)
    if high - low < _FEW:
        codes = np.where(there, values - low if low else values, high - low + 1).astype(np.int64)
        return listed(codes, [str(one) for one in range(low, high + 1)])

    def taken(start: int, stop: int) -> list[str]:
        found = list(map(str, values[start:stop].tolist()))
        for place in np.flatnonzero(~there[start:stop]).tolist():
            found[place] = ""
        return found

    return taken


def by_value(values: npt.NDArray[np.float64], text: Callable[[float], str]) -> Texts:
    """Of numbers (records,) whose text a function gives, asked once for each distinct one."""
    there = np.isfinite(values)
    distinct, codes = np.unique(values[there], return_inverse=True)
    places = np.full(len(values), -1, dtype=np.int64)
    places[there] = codes
    return listed(places, [text(value) for value in distinct.tolist()])


def tags_of(values: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    """The letter of each tagged NA as its code, and 0 for any other number, (records,)."""
    letters = ((values.view(np.uint64) >> np.uint64(_TAG_AT)) & np.uint64(0xFF)).astype(np.uint8)
    letters[~np.isnan(values) | ~np.isin(letters, _LETTERS)] = 0
    return letters


def tag_text(letter: int) -> str:
    """How Stata and SAS write a missing code."""
    return f".{chr(letter)}"


def is_whole(values: npt.NDArray[np.float64]) -> bool:
    """Whether all numbers (records,) that are there are whole."""
    there = values[np.isfinite(values)]
    return bool((there == np.floor(there)).all())


def of_doubles(values: npt.NDArray[np.float64]) -> Texts:
    """Of doubles (records,): what is not finite is empty, but for the letter of a tagged NA."""
    there = np.isfinite(values)
    letters = tags_of(values)
    plain = _untagged(values, there)
    if not letters.any():
        return plain
    tagged = letters != 0

    def taken(start: int, stop: int) -> list[str]:
        found = plain(start, stop)
        for place in np.flatnonzero(tagged[start:stop]).tolist():
            found[place] = tag_text(int(letters[start + place]))
        return found

    return taken


def _untagged(values: npt.NDArray[np.float64], there: npt.NDArray[np.bool_]) -> Texts:
    known = values[there]
    if (known == np.floor(known)).all() and (np.abs(known) < _EXACT).all():
        return of_whole(np.where(there, values, 0).astype(np.int64), there)
    sample: Any = known[: _FEW // 4]
    if len(np.unique(sample)) * 4 < len(sample):
        return by_value(values, number_text)
    made = np.where(there, values, 0.5) + 0.0  # -0 is 0
    whole = (made == np.floor(made)) & (np.abs(made) < _EXACT)

    def taken(start: int, stop: int) -> list[str]:
        found = list(map(repr, made[start:stop].tolist()))
        for place in np.flatnonzero(whole[start:stop]).tolist():
            found[place] = found[place][:-2]
        for place in np.flatnonzero(~there[start:stop]).tolist():
            found[place] = ""
        return found

    return taken
