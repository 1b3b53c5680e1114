"""Codes of several columns in few integers, which databases count faster than the columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

_LARGEST = 2**62  # numbers of combinations that a 64-bit integer holds
_DENSE = 64  # places a row for which marking is quicker than sorting
_LEAST_DENSE, _MOST_DENSE = 1 << 16, 1 << 27


@dataclass(frozen=True)
class PackedCodes:
    """Columns with codes from 0 below `sizes`, as integers p0, p1, ... with the same order as the codes."""

    sizes: tuple[int, ...]

    def selected(self, codes: Sequence[str]) -> str:
        """The integers in SQL, of the codes in SQL: ``... AS p0, ... AS p1``."""
        listed = []
        for number, pack in enumerate(self._packs()):
            packed = " + ".join(f"{codes[place]} * {stride}::BIGINT" for place, stride in pack)
            listed.append(f"({packed})::BIGINT AS p{number}")
        return ", ".join(listed)

    @property
    def single(self) -> bool:
        """Whether one integer holds them all."""
        return len(self._packs()) == 1

    @property
    def names(self) -> str:
        """Those of the integers."""
        return ", ".join(f"p{number}" for number in range(len(self._packs())))

    def unpacked(self, found: Mapping[str, npt.NDArray[np.int64]]) -> npt.NDArray[np.int32]:
        """The codes (combinations, columns) of the integers (combinations,) by name."""
        codes = np.empty((len(found["p0"]), len(self.sizes)), dtype=np.int32)
        for number, pack in enumerate(self._packs()):
            left = np.asarray(found[f"p{number}"], dtype=np.int64)
            for place, stride in pack:
                code = left // stride
                codes[:, place] = code
                left = left - code * stride
        return codes

    def _packs(self) -> list[list[tuple[int, int]]]:
        """(place, stride) of the columns in each integer; each integer takes the next columns that fit."""
        packs: list[list[int]] = [[]]
        product = 1
        for place, size in enumerate(self.sizes):
            if product * size > _LARGEST and packs[-1]:
                packs.append([])
                product = 1
            packs[-1].append(place)
            product *= size
        return [self._strides(pack) for pack in packs]

    def _strides(self, pack: Sequence[int]) -> list[tuple[int, int]]:
        stride, found = 1, []
        for place in reversed(pack):
            found.append((place, stride))
            stride *= max(self.sizes[place], 1)
        return found[::-1]


def row_numbers(rows: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    """A number from 0 for each row (rows, columns) of codes, in the order of these."""
    sizes = [int(column.max(initial=0)) + 1 for column in rows.T]
    return numbered_columns(list(rows.T), sizes, len(rows))[0]


def distinct_rows(
    rows: npt.NDArray[Any],
) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The distinct rows (distinct, columns) of these (rows, columns), in order; for each row the number
    (rows,) of its own; how often each occurs (distinct,). NumPy sorts rows as such by comparing them while it
    keeps Python's lock, which takes seconds of the window.
    """
    columns = [np.unique(column, return_inverse=True)[1].reshape(-1) for column in rows.T]
    sizes = [int(column.max(initial=0)) + 1 for column in columns]
    numbers, count = numbered_columns(columns, sizes, len(rows))
    own = np.empty(count, dtype=np.int64)
    own[numbers] = np.arange(len(rows))
    return rows[own], numbers, np.bincount(numbers, minlength=count)


def numbered_columns(
    columns: Sequence[npt.NDArray[np.integer]], categories: Sequence[int], rows: int
) -> tuple[npt.NDArray[np.int64], int]:
    """Number the distinct rows (rows,) that columns of codes below ``categories`` make, from 0 in order. The
    second value is their number.
    """
    keys, space = np.zeros(rows, dtype=np.int64), 1
    for column, count in zip(columns, categories, strict=True):
        if space * count >= _LARGEST:  # make them dense, so that the product does not overflow
            keys, space = numbered(keys, space)
        keys = keys * count
        keys += column
        space *= count
    return numbered(keys, max(space, 1))


def numbered(keys: npt.NDArray[np.int64], space: int) -> tuple[npt.NDArray[np.int64], int]:
    """Number distinct keys (keys,), all in 0..space - 1, from 0 in their order; their number."""
    if not len(keys):
        return np.zeros(0, dtype=np.int64), 0
    if space <= min(max(_DENSE * len(keys), _LEAST_DENSE), _MOST_DENSE):
        there = np.zeros(space, dtype=np.bool_)
        there[keys] = True
        present = np.flatnonzero(there)
        places = np.empty(space, dtype=np.int64)
        places[present] = np.arange(len(present))
        return places[keys], len(present)
    bits = max(len(keys) - 1, 1).bit_length()
    if space.bit_length() + bits > 62:
        distinct, numbers = np.unique(keys, return_inverse=True)
        return numbers.astype(np.int64), len(distinct)
    packed = np.sort((keys << bits) | np.arange(len(keys)))  # quicker than sorting places by keys
    ordered = packed >> bits
    is_new = np.r_[np.zeros(1, dtype=np.int64), ordered[1:] != ordered[:-1]]
    numbers = np.empty(len(keys), dtype=np.int64)
    numbers[packed & ((1 << bits) - 1)] = np.cumsum(is_new)
    return numbers, int(is_new.sum()) + 1
