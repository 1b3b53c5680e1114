"""The released variables of paired records: what the inference audit reads, and all that it reads."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.plan_secrets import REDACTED
from sdc_desktop.engine.spec import Level, Role

Integers = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class PairedColumn:
    """One released variable: the original and the released value of each paired record.

    ``texts``: all different texts of both sides, in text order. ``original``, ``released``: (records,) codes
    into them. ``absent``: (texts,) whether it is `*`, empty or a declared code. ``numbers``: (texts,) the
    number each means, nan where it is none. ``unit``: the last decimal place of the original numbers.
    ``role`` and ``level`` are those of the released data.
    """

    name: str
    role: Role
    level: Level
    texts: tuple[str, ...] = field(repr=False, metadata=REDACTED)
    original: Integers = field(repr=False, compare=False, metadata=REDACTED)
    released: Integers = field(repr=False, compare=False, metadata=REDACTED)
    absent: Booleans = field(repr=False, compare=False, metadata=REDACTED)
    numbers: Vector = field(repr=False, compare=False, metadata=REDACTED)
    unit: float = 1.0
    pseudonym: bool = False  # whether it has new numbers of persons, which mean nothing to anyone


@dataclass(frozen=True)
class PairedRecords:
    """The released variables, in file order, of this many ``records`` with a known original."""

    records: int
    columns: tuple[PairedColumn, ...]

    def column(self, name: str) -> PairedColumn:
        """The variable of this name. Raises KeyError where it is not released."""
        for one in self.columns:
            if one.name == name:
                return one
        raise KeyError(name)
