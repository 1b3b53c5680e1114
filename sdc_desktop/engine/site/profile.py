"""What has to be known of each variable where the records are elsewhere: found from counts of its values.

The same functions say it as of records that are opened here, so that roles, levels and warnings are equal.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Protocol, cast

import duckdb

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts.description import Audit
from sdc_desktop.engine.data.detect import WHOLE, level_of, look_at, number_pattern, suspicion_of
from sdc_desktop.engine.data.foreign.load import sample_notes
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.formats import Dialect
from sdc_desktop.engine.data.free_text import is_free_text
from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.data.released import (
    SUPPRESSED,
    TOGETHER,
    ReleasedVariable,
    ReleasedVariables,
    of_most_values,
    running_number,
)
from sdc_desktop.engine.data.roles import with_roles_reported
from sdc_desktop.engine.data.store.queries import only
from sdc_desktop.engine.data.store.sql import sql_text, sql_texts
from sdc_desktop.engine.data.store.store import Relation, Store, interruptible
from sdc_desktop.engine.output.files import sha256_of
from sdc_desktop.engine.plan import Plan, inputs_of, plan_problems
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.running.checking import OpenedPlan, check_plan
from sdc_desktop.engine.running.outputs import output_problems
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import NEVER_RELEASED, VariableSpec


class ColumnCounts(Protocol):
    """The values of single columns, in tables of a connection."""

    connection: duckdb.DuckDBPyConnection
    records: int

    def table(self, name: str, context: JobContext) -> str:
        """The table (c0, n) of a variable's values and how many records have each."""

    def first_values(self, number: int, most: int, context: JobContext) -> str:
        """The query of the first values of a column, as (value, frequency), in file order."""


class _Values(Relation):
    """The values of columns that were counted elsewhere, as a relation gives them."""

    def __init__(self, counts: ColumnCounts, names: Sequence[str]) -> None:
        self._counts, self._names = counts, names
        self.columns, self.records = len(names), counts.records
        self.store = cast(Store, self)  # asked for a cursor alone

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """The connection that has the tables of values."""
        return self._counts.connection

    @contextmanager
    def grouped(self, column: int, context: JobContext) -> Iterator[str]:
        """Each distinct value of a column and its frequency, in SQL."""
        table = self._counts.table(self._names[column], context)
        yield f"(SELECT c0 AS value, n AS frequency FROM {table})"

    def first(self, column: int, number: int, context: JobContext) -> str:
        """The query that gives the values of a column in its first records, with frequency."""
        return self._counts.first_values(column, number, context)


def opened_without_records(
    plan: Plan,
    base: Path,
    columns: Sequence[Column],
    sha256: str,
    counts: ColumnCounts,
    context: JobContext,
) -> OpenedPlan:
    """A plan as if its data had been opened, with all that is known of its variables and no records. Raises
    :class:`Refused` with the problems of plan and data.
    """
    refuse_errors((*plan_problems(plan), *output_problems(plan)))
    spec = plan.data
    assert spec is not None
    names = [column.name for column in columns]
    unknown = [name for name in (*spec.variables, *spec.hierarchies) if name not in names]
    if unknown:
        where = Place(file=spec.path)
        raise Refused([error("data.unknown_variable", where, name=name, near=()) for name in unknown])
    variables, problems, values = [], list[Problem](), _Values(counts, names)
    for number, column in enumerate(columns):
        context.progress(number / len(columns), "data.levels")
        stated = spec.variables.get(column.name, VariableSpec())
        found, wrong = _variable(number, column, stated, spec.missing, values, context)
        variables.append(found)
        problems += wrong
    refuse_errors(problems)
    nothing = Source.without_records(base).outlined(tuple(variables), {}).data
    data = Microdata(nothing.relation, tuple(variables))
    declared = {
        one.name: spec.variables.get(one.name, VariableSpec()).model_copy(update={"level": one.level})
        for one in variables
    }
    spec = spec.model_copy(update={"variables": declared, "format": "parquet"})
    path = base / spec.path
    opened = Opened(
        data=data,
        spec=spec,
        dialect=Dialect(),
        detected=(),
        notes=with_roles_reported(sample_notes(path, spec.path), variables),
        path=path,
        sha256=sha256,
        format="parquet",
        columns=tuple(columns),
        files=((path, sha256),),
    )
    plan = plan.model_copy(update={"data": spec})
    hierarchies, read = load_hierarchies(opened, base, context)
    known = {spec.path: sha256, **read}
    inputs = known | {name: sha256_of(base / name) for name in inputs_of(plan) if name not in known}
    notes = (*opened.notes, *(note for hierarchy in hierarchies.values() for note in hierarchy.notes))
    made = OpenedPlan(plan, base, opened, Source(data, hierarchies, base, opened.dialect), inputs, notes)
    refuse_errors(check_plan(made))
    return made


def _variable(
    number: int,
    column: Column,
    declared: VariableSpec,
    missing: tuple[str, ...],
    values: Relation,
    context: JobContext,
) -> tuple[Variable, tuple[Problem, ...]]:
    """A variable as declared, and as found where it is not. Of a direct identifier no value is
    counted: it never leaves the site.
    """
    missing = tuple(
        dict.fromkeys(declared.missing if declared.missing is not None else (*missing, *column.missing))
    )
    found = Variable(column.name, declared.settled_role, declared.level or "nominal", declared.order, missing)
    found = replace(found, unsaid=declared.role is None, follows=declared.followed)
    if found.role in NEVER_RELEASED:
        return found, ()
    level, texts = declared.level, None
    if level is None:
        texts = look_at(values, number, missing, ".", context)
        level = "ordinal" if declared.order is not None else level_of(texts)
    suspicion = suspicion_of(values, number, column.name, level, missing, texts, context, declared.role)
    worded = level == "nominal" and is_free_text(values, number, missing, context)
    found = replace(found, level=level, suspicion=suspicion, free_text=worded)
    if declared.level != "continuous" or column.type in ("integer", "number"):
        return found, ()
    wrong = _not_numbers(values, number, missing, context)
    where = Place(key=f"data.variables.{column.name}.level", variable=column.name)
    return found, (error("site.not_numbers", where, number=wrong),) if wrong else ()


def _not_numbers(values: Relation, number: int, missing: Sequence[str], context: JobContext) -> int:
    """How many records have a value that is no number."""
    cursor = values.store.cursor()
    with values.grouped(number, context) as source, interruptible(cursor, context):
        found = only(
            cursor,
            f"SELECT coalesce(sum(frequency), 0) FROM {source} "
            f"WHERE NOT list_contains({sql_texts(missing)}, value) "
            f"AND NOT regexp_full_match(value, {sql_text(number_pattern('.'))})",
        )
    return int(found[0])


def audit_of(
    variables: Sequence[Variable],
    counts: ColumnCounts,
    unique: Callable[[Sequence[str]], int],
    context: JobContext,
) -> Audit:
    """The audit of the data's variables (:mod:`released`), from counts of their values. ``unique``: how many
    records are unique on several variables.
    """
    shown = [variable for variable in variables if variable.role not in NEVER_RELEASED]
    found = [_audited(variable, counts, context) for variable in shown]
    names = [one.name for one in found]
    together = tuple(sorted(of_most_values(found)[:TOGETHER], key=names.index))
    if len(together) < 2:
        return Audit.of(ReleasedVariables(counts.records, tuple(found)))
    return Audit.of(ReleasedVariables(counts.records, tuple(found), together, unique(together)))


def _audited(variable: Variable, counts: ColumnCounts, context: JobContext) -> ReleasedVariable:
    table, missing = counts.table(variable.name, context), (*variable.missing, SUPPRESSED)
    number, whole = (
        f"regexp_full_match(c0, {sql_text(pattern)})" for pattern in (number_pattern("."), WHOLE)
    )
    row = only(
        counts.connection,
        f"SELECT coalesce(sum(n), 0)::BIGINT, count(*), count(*) FILTER (n = 1), "
        f"count(*) FILTER ({number}), count(*) FILTER ({whole}) FROM {table} "
        f"WHERE NOT list_contains({sql_texts(missing)}, c0)",
    )
    values, distinct, unique, numbers, wholes = (int(figure) for figure in row)
    found = ReleasedVariable(
        variable.name,
        values,
        distinct,
        unique,
        role=variable.role,
        categories=variable.level != "continuous",
        as_read=variable.role == "household" and not _running(variable, counts, distinct, context),
    )
    if not (found.nearly_unique or found.rare or found.identifies):
        return found
    return replace(found, amount=numbers == distinct and wholes < distinct)


def _running(variable: Variable, counts: ColumnCounts, distinct: int, context: JobContext) -> bool:
    """Whether the values are exactly the numbers from 1 on."""
    table, missing = counts.table(variable.name, context), (*variable.missing, SUPPRESSED)
    found = only(
        counts.connection,
        f"SELECT count(*) FILTER ({running_number('c0', distinct)}) FROM {table} "
        f"WHERE NOT list_contains({sql_texts(missing)}, c0)",
    )
    return int(found[0]) == distinct
