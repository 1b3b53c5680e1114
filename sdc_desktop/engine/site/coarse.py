"""Variables that are counted from a level of their hierarchy on, where all combinations are too many.

``counts --coarse FILE`` names variables and levels. Of each of these the values that have the same label at
that level and at every coarser one are counted together, under the first of them; a missing value stays
apart. What is recoded to that level or to coarser levels is the same as from the records; nothing else of
these variables may be read, and the relation of a counts file refuses it. The file lists the values that are
counted together: by them a changed hierarchy is detected, and losses that depend on the number of values are
the same.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import duckdb

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts.description import CoarseGroup, CoarseVariable
from sdc_desktop.engine.data.hierarchies.hierarchy import codings
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.sql import insert_pairs
from sdc_desktop.engine.data.store.store import interruptible
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.output.files import sha256_of
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.running.checking import OpenedPlan
from sdc_desktop.engine.site.needed import counted_by, works_on_counts
from sdc_desktop.engine.spec import VariableSpec

_MOST = 2**20  # bytes of a file of levels


def coarse_levels(path: Path) -> Mapping[str, int]:
    """The levels of a file ``{"age": 1, ...}``, steps above as is. Raises :class:`Refused`."""
    sha256_of(path, path.name)  # refuses what cannot be read
    try:
        found = json.loads(path.read_bytes()[:_MOST])
    except (ValueError, RecursionError):
        found = None
    levels = found.values() if isinstance(found, dict) else ()
    if not levels or not all(type(level) is int and level > 0 for level in levels):
        raise Refused(error("site.coarse_file", Place(file=path.name), example='{"age": 1}'))
    assert isinstance(found, dict)
    return found


def refuse_levels(levels: Mapping[str, int], opened: OpenedPlan, counted: Iterable[str]) -> None:
    """Raises :class:`Refused` for a level that a variable's hierarchy does not have between as is and the
    coarsest, and for a variable that no job counts.
    """
    problems, known = list[Problem](), set(counted)
    for name, level in levels.items():
        hierarchy = opened.source.hierarchies.get(name)
        most = 0 if hierarchy is None else hierarchy.levels - 1
        if name not in known:
            problems.append(error("site.coarse_not_counted", Place(variable=name), name=name))
        elif level > most:
            problems.append(
                error("site.coarse_level", Place(variable=name), name=name, level=level, most=most)
            )
    if problems:
        raise Refused(problems)


def coarse_variable(name: str, level: int, values: Sequence[str], opened: OpenedPlan) -> CoarseVariable:
    """How the values of a variable, in text order, are counted from a level on. Raises :class:`Refused`
    where its hierarchy does not have them all.
    """
    missing = opened.source.data.variable(name).missing
    found = codings(opened.source.hierarchies[name], values, missing)
    groups: dict[tuple[str | None, ...], list[str]] = {}
    labels: dict[str, str] = {}
    for place, value in enumerate(values):
        coarser = tuple(own[place] for own in found.labels[level:])
        groups.setdefault((value if value in missing else None, *coarser), []).append(value)
        labels[value] = coarser[0]
    made = tuple(CoarseGroup(labels[group[0]], tuple(group)) for group in groups.values())
    return CoarseVariable(name, level, found.level_names, made)


def values_of(
    connection: duckdb.DuckDBPyConnection, table: str, place: int, context: JobContext
) -> tuple[str, ...]:
    """The different texts of a column of a table of combinations, in text order. Raises Cancelled."""
    with interruptible(connection, context):
        rows = run(connection, f"SELECT DISTINCT c{place} FROM {table}")
    return tuple(sorted(str(text) for (text,) in rows))


def count_coarsely(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    names: Sequence[str],
    coarse: Sequence[CoarseVariable],
    context: JobContext,
) -> None:
    """Change a table of combinations (c0, ..., n) so that values of a group are counted together. Raises
    Cancelled.
    """
    own = {names.index(one.name): one for one in coarse if one.name in names}
    if not own:
        return
    listed, joins = [f"c{place}" for place in range(len(names))], []
    for place, one in own.items():
        run(connection, f"CREATE TABLE firsts{place} (value VARCHAR, label VARCHAR)")
        pairs = [(value, group.values[0]) for group in one.groups for value in group.values]
        insert_pairs(connection, f"firsts{place}", pairs)
        joins.append(f"JOIN firsts{place} f{place} ON f{place}.value = t.c{place}")
        listed[place] = f"f{place}.label AS c{place}"
    with interruptible(connection, context):
        run(
            connection,
            f"CREATE TABLE coarser AS SELECT {', '.join(listed)}, sum(n)::BIGINT AS n FROM {table} t "
            f"{' '.join(joins)} GROUP BY ALL",
        )
    for place in own:
        run(connection, f"DROP TABLE firsts{place}")
    run(connection, f"DROP TABLE {table}")
    run(connection, f"ALTER TABLE coarser RENAME TO {table}")


def finer_problems(
    plan: Plan, variables: Mapping[str, VariableSpec], coarse: Sequence[CoarseVariable]
) -> tuple[Problem, ...]:
    """What is wrong with the jobs of a plan that count a variable more finely than it was counted: no such
    decision was made on the counts.
    """
    left: dict[str, Mapping[str, int]] = {"data": {one.name: one.level for one in coarse}}
    problems = []
    for job in plan.jobs:
        before = left.get(job.input, {})
        used = counted_by(job, plan, variables) if _counts(plan, job) else set()
        roles = {name: one.settled_role for name, one in variables.items()}
        levels = method_of(job.kind).least_levels(job.params, roles) if used else {}
        finer = {name for name, level in before.items() if name in used and levels.get(name, 0) < level}
        for name in before:
            if name in finer:
                where = Place(key=f"jobs[{plan.jobs.index(job)}].params", job=job.name, variable=name)
                problems.append(error("counts.coarse_values", where, name=name, level=before[name]))
        left[job.name] = {name: level for name, level in before.items() if name not in used}
    return tuple(problems)


def _counts(plan: Plan, job: Job) -> bool:
    return method_of(job.kind).needs_data(job.params) and works_on_counts(plan, job)
