"""What a method hid or changed in each released variable: the cells that the audit plays for."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.inference.columns import Booleans, Integers, PairedColumn, PairedRecords

Codes = npt.NDArray[np.int32]
Kind = Literal["suppressed", "recoded", "perturbed"]


@dataclass(frozen=True)
class Values:
    """A released variable as codes: 0 where a value is absent, else 1 to ``number`` in text order; numbers
    that are equal have one code, unless the variable is nominal. ``original``, ``released``: (records,).
    ``texts``: (number + 1,) the code of a text for each, in the codes of `column`.
    """

    column: PairedColumn
    original: Codes
    released: Codes
    number: int
    texts: Integers

    @property
    def name(self) -> str:
        """That of the variable."""
        return self.column.name


@dataclass(frozen=True)
class ProtectedValues:
    """A variable with protected cells. ``suppressed``, ``changed``: (records,) which cells are. ``image``:
    (number + 1,) what each original was recoded to, 0 where none is shown; None where one original has
    several released values.
    """

    values: Values
    kind: Kind
    suppressed: Booleans
    changed: Booleans
    image: Codes | None

    @property
    def cells(self) -> int:
        """How many cells are protected."""
        return int(np.count_nonzero(self.suppressed) + np.count_nonzero(self.changed))


def same_values(column: PairedColumn) -> Integers:
    """For each text of a variable the first that means the same: equal numbers, unless it is nominal."""
    same = np.arange(len(column.texts))
    if column.level != "nominal":
        known = np.flatnonzero(~np.isnan(column.numbers))
        _, first, place = np.unique(column.numbers[known], return_index=True, return_inverse=True)
        same[known] = known[first][place]
    return same


def coded(column: PairedColumn) -> Values:
    """The codes of a variable; see :class:`Values` for what each array belongs to."""
    same = same_values(column)
    there = np.zeros(len(column.texts), dtype=np.bool_)
    there[same[~column.absent]] = True
    present = np.flatnonzero(there)
    code = np.zeros(len(column.texts), dtype=np.int32)
    code[present] = np.arange(1, len(present) + 1)
    code = np.where(column.absent, 0, code[same]).astype(np.int32)
    texts = np.r_[np.zeros(1, dtype=np.int64), present]
    return Values(column, code[column.original], code[column.released], len(present), texts)


def coded_variables(records: PairedRecords) -> tuple[Values, ...]:
    """All released variables as codes, one for each column."""
    return tuple(coded(column) for column in records.columns)


def protected_values(values: Values) -> ProtectedValues | None:
    """What is protected of a variable; None where nothing is."""
    original, released = values.original, values.released
    suppressed = (original > 0) & (released == 0)
    both = (original > 0) & (released > 0)
    changed = both & (original != released)
    if not changed.any():
        return ProtectedValues(values, "suppressed", suppressed, changed, None) if suppressed.any() else None
    image = np.zeros(values.number + 1, dtype=np.int32)
    image[original[both]] = released[both]
    if (image[original[both]] != released[both]).any():
        return ProtectedValues(values, "perturbed", suppressed, changed, None)
    shown = image[image > 0]
    kind: Kind = "recoded" if len(np.unique(shown)) < len(shown) else "perturbed"
    return ProtectedValues(values, kind, suppressed, changed, image)
