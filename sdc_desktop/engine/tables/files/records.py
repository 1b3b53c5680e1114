"""Records in fixed or free format with their metadata, as a source of jobs."""

import csv
from collections.abc import Sequence
from pathlib import Path

from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.microdata.hierarchies.hierarchy import Hierarchy
from sdc_desktop.engine.microdata.hierarchies.spec import LEAD
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.files.hrc import from_digits, hierarchy_of, parse_hrc
from sdc_desktop.engine.tables.files.places import file_text, found_file
from sdc_desktop.engine.tables.files.rda import Metadata, RdaVariable, fixed_columns


def records_columns(text: str, told: Metadata, file: str) -> tuple[tuple[str, ...], ...]:
    """The fields of a file of records, a column a variable, as they are written. Raises :class:`Refused`."""
    found = _columns(text, told, file)
    if not found or not found[0]:
        raise Refused(error("table.no_records", Place(file=file), name=file))
    return found


def decimal_mark(columns: Sequence[Sequence[str]], told: Metadata) -> DecimalMark:
    """A comma where a number has one."""
    numeric = (c for v, c in zip(told.variables, columns, strict=True) if _is_numeric(v))
    return "," if any("," in field for column in numeric for field in column) else "."


def _is_numeric(variable: RdaVariable) -> bool:
    return "NUMERIC" in variable.tags or "WEIGHT" in variable.tags


def _columns(text: str, told: Metadata, file: str) -> tuple[tuple[str, ...], ...]:
    if told.separator is None:
        return fixed_columns(text, told.variables, file)
    columns: list[list[str]] = [[] for _ in told.variables]
    for number, row in enumerate(csv.reader(text.splitlines(), delimiter=told.separator), start=1):
        if not row:
            continue
        if len(row) != len(columns):
            raise Refused(
                error(
                    "tauargus.fields", Place(file=file, line=number), number=len(row), expected=len(columns)
                )
            )
        for column, field in zip(columns, row, strict=True):
            column.append(field)
    return tuple(tuple(column) for column in columns)


def declared(variable: RdaVariable) -> Variable:
    """What the metadata say of a variable; missing codes are padded as the field is."""
    width = variable.length or 0
    missing = {padded for code in variable.missing for padded in (code, code.rjust(width))}
    numeric = _is_numeric(variable)
    blank = {"", " " * width} if numeric else {""}
    level = "continuous" if numeric else "nominal"
    return Variable(variable.name, "other", level, None, tuple(sorted(missing | blank)))  # type: ignore[arg-type]


def hierarchy_for(variable: RdaVariable, categories: Sequence[str], metadata: Path) -> Hierarchy | None:
    """The hierarchy that the metadata name for a variable; None where they name none. Raises
    :class:`Refused`.
    """
    listed = variable.argument("HIERCODELIST")
    if listed is not None:
        path = found_file(metadata.parent, listed)
        lead = variable.argument("HIERLEADSTRING") or LEAD
        nodes = parse_hrc(file_text(path), lead, path.name)
        return hierarchy_of(variable.name, nodes, categories, path.name)
    widths = [int(part) for part in variable.arguments("HIERLEVELS") if part.isdecimal()]
    if sum(width > 0 for width in widths) > 1:
        return from_digits(variable.name, widths, categories, metadata.name)
    return None
