"""Tables as tau-ARGUS reads and writes them (.tab): one line per cell, its fields as the metadata name
them.
"""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from sdc_desktop.engine.data.argus.rda import Metadata, RdaVariable
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.table import is_plain

_NOT_GIVEN = frozenset({"", "-", "x", "X", "."})
_STATUS = {"S": "safe", "U": "unsafe", "P": "frozen", "E": "empty", "M": "secondary"}


@dataclass(frozen=True)
class TabCell:
    """A cell: its codes, its numbers by variable (None: not given), and its status. Statuses are safe,
    unsafe, `frozen` (never suppressed), empty and secondary.
    """

    codes: tuple[str, ...]
    numbers: Mapping[str, Decimal | None]
    status: str | None


def parse_tab(text: str, metadata: Metadata, file: str) -> tuple[TabCell, ...]:
    """Read a table; both decimal marks are read. Raises :class:`Refused` with the line that is malformed."""
    kinds = [_kind(variable) for variable in metadata.variables]
    cells = []
    rows = csv.reader(text.splitlines(), delimiter=metadata.separator or ";")
    for line, row in enumerate(rows, start=1):
        if not row:
            continue
        where = Place(file=file, line=line)
        if len(row) != len(kinds):
            raise Refused(error("tauargus.fields", where, number=len(row), expected=len(kinds)))
        codes: list[str] = []
        numbers: dict[str, Decimal | None] = {}
        status = None
        for variable, kind, field in zip(metadata.variables, kinds, row, strict=True):
            if kind == "code":
                codes.append(field)
            elif kind == "status":
                status = _STATUS.get(field.strip().upper())
                if status is None:
                    raise Refused(error("tauargus.malformed", where, text=field))
            else:
                numbers[variable.name] = _number(field, where)
        cells.append(TabCell(tuple(codes), numbers, status))
    return tuple(cells)


def explanatory(metadata: Metadata) -> tuple[RdaVariable, ...]:
    """The variables whose codes identify the cell of a line."""
    return tuple(variable for variable in metadata.variables if _kind(variable) == "code")


def decimal_mark(text: str, metadata: Metadata) -> DecimalMark:
    """The decimal mark of the numbers of a file: a comma where a number has it."""
    rows = csv.reader(text.splitlines(), delimiter=metadata.separator or ";")
    places = [place for place, v in enumerate(metadata.variables) if _kind(v) == "number"]
    return "," if any("," in row[place] for row in rows for place in places if place < len(row)) else "."


def tab_text(cells: Sequence[TabCell], metadata: Metadata, decimal: DecimalMark = ".") -> str:
    """Cells as the text of a file; numbers keep their decimals."""
    letters = {status: letter for letter, status in _STATUS.items()}
    separator = metadata.separator or ";"
    lines = []
    for cell in cells:
        codes = iter(cell.codes)
        fields = []
        for variable in metadata.variables:
            kind = _kind(variable)
            if kind == "code":
                fields.append('"' + next(codes).replace('"', '""') + '"')
            elif kind == "status":
                fields.append(letters[cell.status or "safe"])
            else:
                value = cell.numbers.get(variable.name)
                fields.append("x" if value is None else f"{value:f}".replace(".", decimal))
        lines.append(separator.join(fields))
    return "".join(f"{line}\n" for line in lines)


def _kind(variable: RdaVariable) -> str:
    if "RECODEABLE" in variable.tags or "RECODABLE" in variable.tags:
        return "code"
    return "status" if "STATUS" in variable.tags else "number"


def _number(field: str, where: Place) -> Decimal | None:
    text = field.strip()
    if text in _NOT_GIVEN:
        return None
    try:
        value = Decimal(text.replace(",", "."))
    except InvalidOperation:
        raise Refused(error("tauargus.malformed", where, text=field)) from None
    if not is_plain(value):
        raise Refused(error("tauargus.malformed", where, text=field))
    return value
