"""Codes of several columns in few integers, which databases count faster than the columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

_LARGEST = 2**62  # numbers of combinations that a 64-bit integer holds


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


def row_numbers(rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """A number from 0 for each row of codes, equal for equal rows."""
    numbers, space = np.zeros(len(rows), dtype=np.int64), 1
    for column in rows.T:
        size = int(column.max(initial=0)) + 1
        if space * size > _LARGEST:
            distinct, numbers = np.unique(numbers, return_inverse=True)
            space = len(distinct)
        numbers, space = numbers * size + column, space * size
    return np.asarray(np.unique(numbers, return_inverse=True)[1], dtype=np.int64)
