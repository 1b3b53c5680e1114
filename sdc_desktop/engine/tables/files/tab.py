"""Tables as tau-ARGUS reads them (.tab): a line a cell, its fields as the metadata name them."""

import csv
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.files.rda import Metadata

_STATUS = {"S": "safe", "U": "unsafe", "P": "frozen", "E": "empty", "M": "secondary"}


@dataclass(frozen=True)
class TabCell:
    """A cell: its codes, its numbers by variable, and its status (safe, unsafe, frozen, empty, secondary)."""

    codes: tuple[str, ...]
    numbers: dict[str, Decimal]
    status: str | None


def parse_tab(text: str, metadata: Metadata, file: str) -> tuple[TabCell, ...]:
    """Read a table; either decimal mark is taken. Raises :class:`Refused` with the line that is malformed."""
    kinds = []
    for variable in metadata.variables:
        is_code = "RECODEABLE" in variable.tags or "RECODABLE" in variable.tags
        kinds.append("code" if is_code else "status" if "STATUS" in variable.tags else "number")
    cells = []
    rows = csv.reader(text.splitlines(), delimiter=metadata.separator or ";")
    for line, row in enumerate(rows, start=1):
        if not row:
            continue
        where = Place(file=file, line=line)
        if len(row) != len(kinds):
            raise Refused(error("tauargus.fields", where, number=len(row), expected=len(kinds)))
        codes, numbers, status = [], {}, None
        for variable, kind, field in zip(metadata.variables, kinds, row, strict=True):
            if kind == "code":
                codes.append(field)
            elif kind == "status":
                status = _STATUS.get(field.strip().upper())
                if status is None:
                    raise Refused(error("tauargus.malformed", where, text=field))
            else:
                try:
                    numbers[variable.name] = Decimal(field.strip().replace(",", "."))
                except InvalidOperation:
                    raise Refused(error("tauargus.malformed", where, text=field)) from None
        cells.append(TabCell(tuple(codes), numbers, status))
    return tuple(cells)
