"""Draws that follow from a record's identifier and the secret, so that no order of the records matters.

Each value to draw for has outcomes: texts, and limits of the integers that are drawn, 0 to 2^52 - 1. The
place of the outcome is the number of limits not above the integer. The integer is given by the first 13
hexadecimal digits of HMAC-SHA-256(key, begun + text of the identifier).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.secret_stream import Integers, Vector, keyed_with

RANGE_BITS = 52
Values = tuple[Sequence[str], Integers]  # the distinct values of a column, and the place of each record's


@dataclass(frozen=True)
class Outcomes:
    """What a value becomes: ``limits`` int64 ascending, one fewer than ``texts``."""

    limits: Integers
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Draws:
    """The outcomes of the values of a column that may change, and what the integers are drawn with."""

    outcomes: Mapping[str, Outcomes]
    key: bytes = field(repr=False)
    begun: bytes = field(repr=False)


def outcomes_of(chances: Vector, texts: Sequence[str]) -> Outcomes:
    """The outcomes of probabilities (texts,) that sum to 1; an outcome of probability 0 never occurs."""
    last = int(np.flatnonzero(chances > 0)[-1])  # the sum may miss 1 by a rounding
    limits = np.ceil(np.cumsum(chances)[:last] * 2.0**RANGE_BITS).astype(np.int64)
    return Outcomes(limits, tuple(texts[: last + 1]))


def drawn_values(
    values: Values, identifiers: Values, draws: Draws, context: JobContext
) -> tuple[Integers, list[str]]:
    """The drawn values of a column: the place (records,) of each record's text, and the texts."""
    (texts, codes), (names, own) = values, identifiers
    macs = keyed_with(draws.key, draws.begun, names, context)[:, 0] >> np.uint64(64 - RANGE_BITS)
    integers = macs.astype(np.int64)[own]
    labels = sorted({*texts, *(text for found in draws.outcomes.values() for text in found.texts)})
    place = {text: number for number, text in enumerate(labels)}
    new = np.array([place[text] for text in texts], dtype=np.int64)[codes]
    for code, text in enumerate(texts):
        if text in draws.outcomes:
            rows = np.flatnonzero(codes == code)
            found = draws.outcomes[text]
            drawn = np.searchsorted(found.limits, integers[rows], side="right")
            new[rows] = np.array([place[one] for one in found.texts], dtype=np.int64)[drawn]
    return new, labels


def without_own(texts: Sequence[str], frequencies: Integers, missing: Sequence[str]) -> tuple[int, int]:
    """Of the distinct identifiers and their frequencies (texts,): how many records have none (nothing but
    blanks, or a missing code), and how many one that another record has as well.
    """
    absent = np.array([text in missing or not text.strip() for text in texts], dtype=np.bool_)
    repeated = frequencies[~absent & (frequencies > 1)]
    return int(frequencies[absent].sum()), int(repeated.sum())
