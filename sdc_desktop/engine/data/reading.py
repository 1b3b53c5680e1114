"""The door through which a plan's data is opened."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv_faults import LISTED
from sdc_desktop.engine.data.csv_read import CsvTable, read_csv
from sdc_desktop.engine.data.dialect import DialectHints
from sdc_desktop.engine.data.guess import level_of, look_at, not_numbers
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.opened import Opened
from sdc_desktop.engine.plan import DataSpec, VariableSpec
from sdc_desktop.engine.problems import Place, Problem, Refused, error

STEP_LEVELS = "data.levels"


def open_data(spec: DataSpec, base: Path, context: JobContext) -> Opened:
    """Open the data of a plan; `base` is the folder that its path is relative to.

    What the plan leaves out is found out and written into the spec that comes back. Raises
    :class:`Refused` with every problem of the file and of what the plan says of it, Cancelled when stopped.
    """
    path = base / spec.path
    table = read_csv(path, spec.path, hints_of(spec), context.within(0.0, 0.8))
    scan = table.scan
    problems = tuple(_unknown(spec, scan.names))
    if problems:
        raise Refused(problems)
    variables = tuple(_variables(spec, table, context.within(0.8, 1.0)))
    return Opened(
        data=Microdata(table.relation, variables, scan.dialect.decimal),
        spec=_completed(spec, table, variables),
        dialect=scan.dialect,
        guesses=tuple(_guesses(spec, table, variables)),
        notes=scan.notes,
        path=path,
        sha256=scan.sha256,
    )


def hints_of(spec: DataSpec) -> DialectHints:
    """What a spec tells of how its file is written."""
    return DialectHints(spec.delimiter, spec.quote, spec.encoding, spec.decimal, spec.header)


def _unknown(spec: DataSpec, names: tuple[str, ...]) -> Iterator[Problem]:
    for part, told in (("variables", spec.variables), ("hierarchies", spec.hierarchies)):
        for name in told:
            if name not in names:
                where = Place(key=f"data.{part}.{name}", file=spec.path)
                near = tuple(_near(name, names))
                code = "data.unknown_variable_near" if near else "data.unknown_variable"
                yield error(code, where, name=name, near=near)


def _near(name: str, names: Iterable[str]) -> list[str]:
    folded: dict[str, str] = {}
    for other in names:
        folded.setdefault(other.casefold().strip(), other)
    return [folded[key] for key in get_close_matches(name.casefold().strip(), folded)]


def _variables(spec: DataSpec, table: CsvTable, context: JobContext) -> Iterator[Variable]:
    """Each variable as declared, its level guessed where it is not. Raises :class:`Refused` at the end."""
    names = table.scan.names
    problems: list[Problem] = []
    for column, name in enumerate(names):
        context.progress(column / len(names), STEP_LEVELS)
        told = spec.variables.get(name, VariableSpec())
        missing = spec.missing if told.missing is None else told.missing
        looks = _Column(table, column, name, missing, spec.path)
        level = told.level
        if level is None:
            texts = look_at(table.relation, column, missing, table.scan.dialect.decimal, context)
            level = "ordinal" if told.order is not None else level_of(texts)
        elif level == "continuous":
            problems.extend(_not_continuous(looks, context))
        yield Variable(name, told.role, level, told.order, missing)
    if problems:
        raise Refused(problems)


@dataclass(frozen=True)
class _Column:
    table: CsvTable
    number: int
    name: str
    missing: tuple[str, ...]
    shown: str


def _not_continuous(column: _Column, context: JobContext) -> Iterator[Problem]:
    scan = column.table.scan
    number, records = not_numbers(
        column.table.relation, column.number, column.missing, scan.dialect.decimal, LISTED, context
    )
    if number:
        lines = tuple(str(scan.line(record)) for record in records)
        where = Place(
            key=f"data.variables.{column.name}.level",
            file=column.shown,
            line=scan.line(records[0]),
            column=column.number + 1,
            variable=column.name,
        )
        code = "data.not_numbers" if number <= LISTED else "data.not_numbers_many"
        yield error(code, where, number=number, lines=lines, listed=len(lines), decimal=scan.dialect.decimal)


def _completed(spec: DataSpec, table: CsvTable, variables: tuple[Variable, ...]) -> DataSpec:
    """The spec with what was found in the place of what was not told; what was told stays as it was."""
    dialect = table.scan.dialect
    found = {
        "delimiter": dialect.delimiter,
        "quote": dialect.quote,
        "encoding": dialect.encoding,
        "decimal": dialect.decimal,
        "header": dialect.header,
    }
    absent = {key: value for key, value in found.items() if getattr(spec, key) is None}
    declared = {
        variable.name: spec.variables.get(variable.name, VariableSpec()).model_copy(
            update={"level": variable.level}
        )
        for variable in variables
    }
    return spec.model_copy(update=absent | {"variables": declared})


def _guesses(spec: DataSpec, table: CsvTable, variables: tuple[Variable, ...]) -> Iterator[tuple[str, str]]:
    for key, found in table.scan.guesses:
        yield f"data.{key}", found
    for variable in variables:
        if spec.variables.get(variable.name, VariableSpec()).level is None:
            yield f"data.variables.{variable.name}.level", variable.level
