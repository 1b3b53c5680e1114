"""Tables of amounts need of each leaf cell its largest contributions and sums, not each amount that occurs.

Among records with equal values of all other variables the largest amounts stay unchanged, those above zero
and those below zero apart. The others become records of equal amounts with the same number and the same sum:
m records of sum S are m - r of q and r of q + 1 units, where S = q m + r. None of these is larger than one
that stays, so sums, numbers of contributors, sums of absolute amounts and the largest contributions of each
cell and of each union of cells are those of all records. Weighted records are those of equal weight, and a
record of weight w counts as w contributions: where w is less than 1, more of them stay.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile
from math import ceil

import duckdb
import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.store.queries import columns_of, run
from sdc_desktop.engine.data.store.sql import sql_text, sql_texts
from sdc_desktop.engine.data.store.store import interruptible
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.checking import OpenedPlan
from sdc_desktop.engine.site.needed import chain_of, counted_by
from sdc_desktop.engine.spec import VariableSpec
from sdc_desktop.engine.tables.record_keys import Amounts, Snapping, amounts
from sdc_desktop.engine.tables.table_counts import largest_needed, question

LEAST_KEPT = 5  # so that a rule can be changed without another count


@dataclass(frozen=True)
class Largest:
    """Of the variable ``name`` the ``number`` largest amounts of each leaf cell stay. ``weight``: the
    variable by whose values amounts count; None where each counts once.
    """

    name: str
    number: int
    weight: str | None = None


def largest_of(
    plan: Plan, variables: Mapping[str, VariableSpec], names: Sequence[str], jobs: Sequence[str]
) -> Largest | None:
    """What of the amounts in a set of variables the jobs need that count it; None where no job has amounts,
    or one needs each of them.
    """
    found = [_needs(plan, variables, plan.job(name)) for name in jobs]
    values = {one.name for one, _ in found if one is not None and one.name in names}
    each = {name for one, used in found for name in used if one is None or one.name != name}
    weights = {one.weight for one, _ in found if one is not None} - {None}
    if len(values) != 1 or values & each or len(weights) > 1:
        return None
    number = max(one.number for one, _ in found if one is not None)
    return Largest(values.pop(), number, weights.pop() if weights else None)


def _needs(
    plan: Plan, variables: Mapping[str, VariableSpec], job: Job
) -> tuple[Largest | None, frozenset[str]]:
    """What of its amounts a job needs, None for each of them or for none; and the variables it counts."""
    used = frozenset(name for one in chain_of(plan, job) for name in counted_by(one, plan, variables))
    params = params_of(job, TABLE) if job.input == "data" else None
    if params is None or params.table is not None or params.value is None:
        return None, used
    wanted = question(params)
    twice = sum(name == params.value for _, name in wanted.variables) > 1
    if twice or wanted.keys or any((wanted.holding, wanted.cost, wanted.per, wanted.shadow)):
        return None, used
    return Largest(params.value, max(largest_needed(params), LEAST_KEPT), wanted.weight), used


@dataclass(frozen=True)
class Texts:
    """The form of amounts where they are counted, and the texts of a missing one or a missing weight."""

    decimal: DecimalMark
    missing: tuple[str, ...]
    no_weight: tuple[str, ...] = ()


def texts_of(opened: OpenedPlan, wanted: Largest | None) -> Texts:
    """How the data of a plan write the amounts of a variable."""
    if wanted is None:
        return Texts(".", ())
    data = opened.source.data
    no_weight = () if wanted.weight is None else data.variable(wanted.weight).missing
    return Texts(data.decimal, data.variable(wanted.name).missing, no_weight)


def with_largest_alone(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    names: Sequence[str],
    wanted: Largest | None,
    texts: Texts,
    context: JobContext,
) -> bool:
    """Change a table of combinations (c0, ..., n) so that of the amounts the largest stay alone. False, and
    nothing changes, where there is nothing to do or some texts are not amounts: the table's job says so.
    Raises Cancelled.
    """
    if wanted is None:
        return False
    place = names.index(wanted.name)
    others = [f"c{other}" for other in range(len(names)) if other != place]
    try:
        weighted = _kept_by_weight(connection, table, names, wanted, texts, context)
        found = _units(connection, table, place, wanted.name, texts, context) if weighted else None
    except Refused:
        return False
    if found is None:
        return False
    decimals = -int(found.unit.normalize().as_tuple().exponent)
    with interruptible(connection, context):
        weight = None if wanted.weight is None else names.index(wanted.weight)
        query = _query(table, place, others, (wanted, weight), texts, decimals)
        run(connection, f"CREATE TABLE shrunk AS {query}")
        run(connection, f"DROP TABLE {table}")
        run(connection, "DROP TABLE units")
        run(connection, "DROP TABLE IF EXISTS kept_by_weight")
        run(connection, f"ALTER TABLE shrunk RENAME TO {table}")
    return True


def _kept_by_weight(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    names: Sequence[str],
    wanted: Largest,
    texts: Texts,
    context: JobContext,
) -> bool:
    """Make the table ``kept_by_weight``: how many amounts of each weight make up the largest that stay. None
    without weights. False where some weights are not above 0: the table's job refuses these. Raises
    :class:`Refused`.
    """
    if wanted.weight is None:
        return True
    place = names.index(wanted.weight)
    with interruptible(connection, context):
        listed = columns_of(connection, f"SELECT DISTINCT c{place} AS text FROM {table} ORDER BY text")
    values = [str(text) for text in listed["text"].tolist()]
    found = amounts(values, texts.decimal, texts.no_weight, wanted.weight, context)
    if bool((found.missing | (found.units <= 0)).any()):
        return False
    unit = Fraction(found.unit)
    kept = [max(wanted.number, ceil(wanted.number / (units * unit))) for units in found.units.tolist()]
    connection.register("weights", {"place": np.arange(len(kept)), "kept": np.array(kept, dtype=np.int64)})
    try:
        with interruptible(connection, context):
            run(
                connection,
                "CREATE OR REPLACE TABLE kept_by_weight AS SELECT text, kept FROM (SELECT text, "
                "row_number() OVER (ORDER BY text) - 1 AS place FROM "
                f"(SELECT DISTINCT c{place} AS text FROM {table})) JOIN weights USING (place)",
            )
    finally:
        connection.unregister("weights")
    return True


def _units(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    place: int,
    name: str,
    texts: Texts,
    context: JobContext,
) -> Amounts | None:
    """Make the table ``units`` of the texts of a column; gives what they say. None, and no table, where they
    have more decimals than a table of them. Raises :class:`Refused`.
    """
    query = f"SELECT c{place} AS text, sum(n)::BIGINT AS n FROM {table} GROUP BY text ORDER BY text"
    with interruptible(connection, context):
        listed = columns_of(connection, query)
    values = [str(text) for text in listed["text"].tolist()]
    found = amounts(values, texts.decimal, texts.missing, name, context)
    if amounts(values, texts.decimal, texts.missing, name, context, Snapping(listed["n"])).unit != found.unit:
        return None  # the table's job rounds some of them
    columns = {
        "place": np.arange(len(values), dtype=np.int64),
        "units": found.units,
        "absent": found.missing,
    }
    connection.register("read", columns)
    try:
        with interruptible(connection, context):
            run(
                connection,
                "CREATE TABLE units AS SELECT text, units, absent FROM (SELECT text, row_number() OVER "
                f"(ORDER BY text) - 1 AS place FROM (SELECT DISTINCT c{place} AS text FROM {table})) "
                "JOIN read USING (place)",
            )
    finally:
        connection.unregister("read")
    return found


def _query(
    table: str,
    place: int,
    others: Sequence[str],
    kept_of: tuple[Largest, int | None],
    texts: Texts,
    decimals: int,
) -> str:
    """The rows of the changed table. ``kept_of``: what stays, and the column of its weights."""
    wanted, weight = kept_of
    group = ", ".join([*others, "negative"])
    own = f"c{place}"
    listed = ", ".join([*others, own])
    rows = (
        f"SELECT t.*, units, absent, units < 0 AS negative, {wanted.number:d}::BIGINT AS kept FROM {table} t "
        f"JOIN units u ON u.text = {own}"
    )
    if weight is not None:
        rows = (
            "SELECT t.*, units, absent, units < 0 AS negative, kept "
            f"FROM {table} t JOIN units u ON u.text = {own} JOIN kept_by_weight w ON w.text = c{weight}"
        )
    # one record with all decimals stays as it is: the unit of the table follows from it
    fine = f"NOT absent AND units % 10 <> 0 AND {decimals:d} > 0"
    ranked = (
        f"SELECT *, coalesce(sum(n) OVER (PARTITION BY absent, {group} ORDER BY abs(units) DESC, {own} "
        "ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before, "
        f"row_number() OVER (PARTITION BY {fine} ORDER BY {listed}) = 1 AND {fine} AS finest FROM ({rows})"
    )
    kept = (
        "SELECT *, CASE WHEN absent THEN n ELSE least(n, greatest("
        f"kept - before, finest::INTEGER)) END::BIGINT AS stays FROM ({ranked})"
    )
    rest = (
        f"SELECT {group}, sum(n - stays)::BIGINT AS m, sum((n - stays)::HUGEINT * abs(units)) AS s "
        f"FROM ({kept}) WHERE n > stays GROUP BY {group}"
    )
    parted = (
        f"SELECT {group}, (s // m)::BIGINT AS amount, (m - s % m)::BIGINT AS n FROM ({rest}) "
        f"UNION ALL SELECT {group}, (s // m + 1)::BIGINT, (s % m)::BIGINT FROM ({rest})"
    )
    shown = _amount_text(texts, decimals)
    columns = ", ".join(f"c{other}" for other in range(len(others) + 1))
    both = (
        f"SELECT {listed}, stays AS n FROM ({kept}) WHERE stays > 0 "
        f"UNION ALL SELECT {', '.join(others)}{', ' if others else ''}{shown} AS {own}, n FROM ({parted}) "
        "WHERE n > 0"
    )
    return f"SELECT {columns}, sum(n)::BIGINT AS n FROM ({both}) GROUP BY {columns}"


def _amount_text(texts: Texts, decimals: int) -> str:
    """The text of ``amount`` units, in SQL: never one that means that an amount is missing."""
    scale = 10**decimals
    whole, part = f"(amount // {scale:d})::VARCHAR", f"lpad((amount % {scale:d})::VARCHAR, {decimals:d}, '0')"
    text = whole if not decimals else f"{whole} || {sql_text(texts.decimal)} || {part}"
    zeros = "0" * (1 + max((_zeros(code) for code in texts.missing), default=0))
    unsigned = (
        f"CASE WHEN list_contains({sql_texts(_unsigned(texts.missing))}, {text}) THEN '{zeros}' ELSE '' END"
    )
    return f"CASE WHEN negative THEN '-' ELSE '' END || {unsigned} || {text}"


def _unsigned(missing: Collection[str]) -> list[str]:
    return [code.strip().lstrip("+-") for code in missing]


def _zeros(code: str) -> int:
    """How many zeros a code begins with."""
    return len(list(takewhile(lambda sign: sign == "0", code.strip().lstrip("+-"))))
