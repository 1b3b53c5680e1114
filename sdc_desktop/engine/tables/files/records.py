"""Records in fixed or free format with their metadata, as a source of jobs."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.dialect import DecimalMark
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.microdata.hierarchy import Hierarchy
from sdc_desktop.engine.microdata.hierarchy_spec import LEAD
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.files.hrc import from_digits, hierarchy_of, parse_hrc
from sdc_desktop.engine.tables.files.places import file_text, found_file
from sdc_desktop.engine.tables.files.rda import Metadata, RdaVariable, fixed_columns, parse_rda
from sdc_desktop.engine.tables.text_table import text_table


def open_records(data: Path, metadata: Path, context: JobContext) -> tuple[Source, Metadata]:
    """The records of a file and the hierarchies that its metadata name. Values stay as they are written.

    Raises :class:`Refused` with file and line of what is malformed, Cancelled.
    """
    told = parse_rda(file_text(metadata), metadata.name)
    columns = records_columns(file_text(data), told, data.name)
    variables = tuple(declared(variable) for variable in told.variables)
    records = Microdata(text_table(columns, context), variables, decimal_mark(columns, told))
    hierarchies: dict[str, Hierarchy] = {}
    for variable, column in zip(told.variables, columns, strict=True):
        found = hierarchy_for(variable, sorted(set(column)), metadata)
        if found is not None:
            hierarchies[variable.name] = found
    return Source(records, hierarchies, data.parent), told


def records_columns(text: str, told: Metadata, file: str) -> tuple[tuple[str, ...], ...]:
    """The fields of a file of records, a column a variable, as they are written. Raises :class:`Refused`."""
    found = _columns(text, told, file)
    if not found or not found[0]:
        raise Refused(error("table.no_records", Place(file=file), name=file))
    return found


def records_text(columns: Sequence[Sequence[str]], told: Metadata, file: str) -> str:
    """Records as a file in the format of their metadata. Raises :class:`Refused` for a field that is longer
    than its place.
    """
    return "".join(f"{line}\n" for line in _lines(columns, told, file))


def _lines(columns: Sequence[Sequence[str]], told: Metadata, file: str) -> Iterator[str]:
    if told.separator is not None:
        codes = ["NUMERIC" not in variable.tags for variable in told.variables]
        for row in zip(*columns, strict=True):
            fields = (
                '"' + field.replace('"', '""') + '"' if quoted else field
                for field, quoted in zip(row, codes, strict=True)
            )
            yield told.separator.join(fields)
        return
    places = [((v.start or 1) - 1, v.length or 0, v.name) for v in told.variables]
    width = max(start + length for start, length, _ in places)
    for number, row in enumerate(zip(*columns, strict=True), start=1):
        line = [" "] * width
        for field, (start, length, name) in zip(row, places, strict=True):
            if len(field) > length:
                where = Place(file=file, line=number)
                raise Refused(error("tauargus.field_too_long", where, name=name, most=length))
            line[start : start + length] = field.rjust(length)
        yield "".join(line)


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
