"""Records in fixed or free format with their metadata, as a source of jobs."""

import csv
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.microdata.hierarchy import Hierarchy
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.files.hrc import from_digits, hierarchy_of, parse_hrc
from sdc_desktop.engine.tables.files.places import file_text, found_file
from sdc_desktop.engine.tables.files.rda import Metadata, RdaVariable, fixed_columns, parse_rda
from sdc_desktop.engine.tables.text_table import text_table

_LEAD = "@"


def open_records(data: Path, metadata: Path, context: JobContext) -> tuple[Source, Metadata]:
    """The records of a file and the hierarchies that its metadata name. Values stay as they are written.

    Raises :class:`Refused` with file and line of what is malformed, Cancelled.
    """
    told = parse_rda(file_text(metadata), metadata.name)
    columns = _columns(file_text(data), told, data.name)
    if not columns or not columns[0]:
        raise Refused(error("table.no_records", Place(file=data.name), name=data.name))
    variables = tuple(_declared(variable) for variable in told.variables)
    records = Microdata(text_table(columns, context), variables)
    hierarchies: dict[str, Hierarchy] = {}
    for variable, column in zip(told.variables, columns, strict=True):
        found = _hierarchy(variable, sorted(set(column)), metadata)
        if found is not None:
            hierarchies[variable.name] = found
    return Source(records, hierarchies, data.parent), told


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


def _declared(variable: RdaVariable) -> Variable:
    """Missing codes are padded as the field is."""
    width = variable.length or 0
    missing = {padded for code in variable.missing for padded in (code, code.rjust(width))}
    numeric = "NUMERIC" in variable.tags or "WEIGHT" in variable.tags
    blank = {"", " " * width} if numeric else {""}
    level = "continuous" if numeric else "nominal"
    return Variable(variable.name, "other", level, None, tuple(sorted(missing | blank)))  # type: ignore[arg-type]


def _hierarchy(variable: RdaVariable, categories: list[str], metadata: Path) -> Hierarchy | None:
    listed = variable.argument("HIERCODELIST")
    if listed is not None:
        path = found_file(metadata.parent, listed)
        lead = variable.argument("HIERLEADSTRING") or _LEAD
        nodes = parse_hrc(file_text(path), lead, path.name)
        return hierarchy_of(variable.name, nodes, categories, path.name)
    widths = [int(part) for part in variable.arguments("HIERLEVELS") if part.isdecimal()]
    if sum(width > 0 for width in widths) > 1:
        return from_digits(variable.name, widths, categories, metadata.name)
    return None
