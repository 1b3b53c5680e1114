"""Protected tables as tau-ARGUS writes them: the codes of each cell, its value and its status as a number."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from io import StringIO

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.cells import CellResult

STATUSES = {"safe": 1, "zero": 1, "unsafe": 3, "secondary": 11, "suppressed": 11, "empty": 14}
_NOTHING = "-"


@dataclass(frozen=True)
class CodeValue:
    """A cell: its codes, its value (None: empty) and status (1 safe, 3 unsafe, 11 secondary, 14 empty)."""

    codes: tuple[str, ...]
    value: Decimal | None
    status: int


def parse_code_value(text: str, file: str) -> tuple[CodeValue, ...]:
    """Read a table. Raises :class:`Refused` with the line that is malformed."""
    cells = []
    for number, row in enumerate(csv.reader(text.splitlines()), start=1):
        if not row:
            continue
        try:
            value = None if row[-2] == _NOTHING else Decimal(row[-2])
            cells.append(CodeValue(tuple(row[:-2]), value, int(row[-1])))
        except (ArithmeticError, ValueError, IndexError):
            raise Refused(
                error("tauargus.malformed", Place(file=file, line=number), text=",".join(row))
            ) from None
    return tuple(cells)


def code_value_text(cells: Sequence[CellResult], decimals: int, *, with_suppressed: bool = False) -> str:
    """A table as a file. Values that are not published are left out unless they are asked for."""
    out = StringIO()
    for cell in cells:
        shown = cell.value if with_suppressed else cell.published
        value = _NOTHING if shown is None or cell.status == "empty" else f"{shown:.{decimals}f}"
        codes = ",".join('"' + code.replace('"', '""') + '"' for code in cell.coordinates)
        out.write(f"{codes},{value},{STATUSES.get(cell.status, 1)}\n")
    return out.getvalue()
