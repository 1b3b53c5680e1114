"""What linked tables disclose together: detailed cells under the projections of them that are released.

After Domingo-Ferrer, Oganian & Torra 2002, section 4.4: no cell of the detailed table is published, only sums
over some of its dimensions; each released sum is known, and the relations tie it to the detailed cells.
Linked tables share their common sums: one that is suppressed is suppressed in all of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.tables.linked_audit import LinkedAuditParams
from sdc_desktop.engine.problems import Place, Problem, Refused, error, no_records, refuse_errors
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.attack.insider import InsiderResult, insider_reasons, insider_result
from sdc_desktop.engine.tables.attack.intervals import Interval, intervals
from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.attack.unbounded import unbounded_reasons
from sdc_desktop.engine.tables.build import Built, build
from sdc_desktop.engine.tables.cells import CellResult, as_number, interval_risk, with_twins
from sdc_desktop.engine.tables.inline import cell_at
from sdc_desktop.engine.tables.question import Question, question_problems
from sdc_desktop.engine.tables.relations import Flags
from sdc_desktop.engine.tables.specs.settings import DimensionSpec
from sdc_desktop.engine.tables.table import NO_BOUND, Table, least_known
from sdc_desktop.engine.verdict import MEASURED_ONLY, Limits, Reason, failed, unjudged

_MOST_ENTRIES = 3_000_000  # of a matrix whose rank is found


@dataclass(frozen=True)
class ScenarioResult:
    """What one set of released projections discloses about the detailed cells.

    ``rank``: how many independent constraints the released cells put on the detailed ones (None: too many
    to say). ``highest_risk``: of the cells not disclosed. ``unbounded``: cells whose risk is not known
    because there are values below zero and no lowest possible value.
    """

    released: tuple[tuple[str, ...], ...]
    cells: tuple[CellResult, ...]
    published: int
    rank: int | None
    disclosed: int
    highest_risk: float | None
    insider: InsiderResult | None = None
    unbounded: int = 0


@dataclass(frozen=True)
class LinkedAuditResult:
    """The scenarios in the plan's order; their cells are the detailed ones that a person contributes to, then
    the suppressed ones of the projections released.
    """

    dimensions: tuple[str, ...]
    unit: int | float
    scenarios: tuple[ScenarioResult, ...]
    notes: tuple[Problem, ...] = ()


def dimension_specs(params: LinkedAuditParams) -> tuple[DimensionSpec, ...]:
    """The dimensions; a name alone is a variable without hierarchy."""
    return tuple(
        DimensionSpec(variable=d, hierarchy=False) if isinstance(d, str) else d for d in params.dimensions
    )


def check(params: LinkedAuditParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is counted."""
    return tuple(_problems(params, source))


def _problems(params: LinkedAuditParams, source: Source) -> Iterator[Problem]:
    yield from question_problems(_question(params), source)
    known = {dimension.variable for dimension in dimension_specs(params)}
    for number, scenario in enumerate(params.scenarios):
        for place, released in enumerate(scenario):
            where = Place(key=f"params.scenarios[{number}][{place}]")
            for name in released:
                if name not in known:
                    yield error("linked_audit.no_dimension", where, name=name)


def _question(params: LinkedAuditParams) -> Question:
    return Question(dimension_specs(params), params.value, total=params.total_code)


def counts(params: LinkedAuditParams, source: Source, context: JobContext) -> Built:
    """The detailed table with all its sums: one pass over the records. Raises :class:`Refused`."""
    refuse_errors(check(params, source))
    return build(_question(params), source, 1, context)


def foresee(params: LinkedAuditParams, counted: Built, context: JobContext) -> tuple[Problem, ...]:
    """The notes of the result, without solving. Raises :class:`Refused`."""
    _refuse_without_totals(counted.table)
    return counted.notes


def decide(params: LinkedAuditParams, counted: Built, context: JobContext) -> LinkedAuditResult:
    """Each scenario audited. Raises :class:`Refused`, Cancelled."""
    number = len(params.scenarios)
    table = counted.table
    _refuse_without_totals(table)
    held = np.zeros(len(table), dtype=np.bool_)
    for place, coordinates in enumerate(params.suppressed):
        held[cell_at(table, coordinates, f"params.suppressed[{place}]")] = True
    scenarios = tuple(
        _scenario(params, table, released, held, context.within(place / number, (place + 1) / number))
        for place, released in enumerate(params.scenarios)
    )
    return LinkedAuditResult(table.names, table.number(1), scenarios, counted.notes)


def apply(result: LinkedAuditResult, counted: Built, source: Source, context: JobContext) -> Microdata:
    """An audit measures and makes no records. Raises :class:`Refused`."""
    raise Refused(no_records())


def _refuse_without_totals(table: Table) -> None:
    if not all(dimension.total is not None for dimension in table.dimensions):
        raise Refused(error("linked_audit.no_total", Place(key="params.dimensions")))


def published_in(table: Table, released: Sequence[Sequence[str]]) -> Flags:
    """Which cells (cells,) these projections show: the totals over every dimension outside a projection."""
    found = np.zeros(len(table), dtype=np.bool_)
    for projection in released:
        inside = np.ones(len(table), dtype=np.bool_)
        for axis, dimension in enumerate(table.dimensions):
            if dimension.name not in projection:
                inside &= table.codes[:, axis] == dimension.total
        found |= inside
    return found


def constraints(table: Table, stated: Flags) -> int | None:
    """How many of the published sums, ``stated`` (cells,), are independent as sums of leaf cells; None where
    there are too many.
    """
    leaves = np.ones(len(table), dtype=np.bool_)
    for axis, dimension in enumerate(table.dimensions):
        leaves &= np.isin(table.codes[:, axis], dimension.leaves)
    if int(stated.sum()) * int(leaves.sum()) > _MOST_ENTRIES:
        return None
    inside = np.ones((int(stated.sum()), int(leaves.sum())), dtype=np.bool_)
    for axis, dimension in enumerate(table.dimensions):
        part = np.zeros((len(dimension), len(dimension)), dtype=np.bool_)
        for place, below in enumerate(dimension.below):
            part[place, sorted(below)] = True
        inside &= part[np.ix_(table.codes[stated, axis], table.codes[leaves, axis])]
    return int(np.linalg.matrix_rank(inside.astype(np.float64))) if inside.size else 0


def _scenario(
    params: LinkedAuditParams,
    table: Table,
    released: Sequence[Sequence[str]],
    held: Flags,
    context: JobContext,
) -> ScenarioResult:
    projected = published_in(table, released)
    stated = projected & ~held
    least = least_known(params.lowest, table, np.ones(len(table), dtype=np.bool_))
    if params.lowest is not None:
        _refuse_below(table, least)
    known = Knowledge(
        table.relations, np.where(stated, table.values, least), np.where(stated, table.values, NO_BOUND)
    )
    detailed = ~table.empty
    for axis, dimension in enumerate(table.dimensions):
        detailed &= np.isin(table.codes[:, axis], dimension.leaves)
    wanted = np.concatenate([np.flatnonzero(detailed), np.flatnonzero(projected & held & ~detailed)])
    ends = intervals(known, wanted, context.within(0.0, 0.7), truth=table.values, whole=params.integer)
    cells = tuple(
        _cell(table, cell, interval, bool(stated[cell]), bounded=least > -NO_BOUND)
        for cell, interval in zip(wanted.tolist(), ends, strict=True)
    )
    insider = None
    if params.insider is not None:
        found = dict(zip(wanted.tolist(), ends, strict=True))
        rest = context.within(0.7, 1.0)
        insider = insider_result(
            params.insider, table, known, found, rest, truth=table.values, whole=params.integer
        )
    own = zip(cells, wanted.tolist(), strict=True)
    unbounded = sum(not cell.disclosed and cell.risk is None and not stated[number] for cell, number in own)
    return ScenarioResult(
        released=tuple(tuple(projection) for projection in released),
        cells=with_twins(table, cells, wanted.tolist()),
        published=int(stated.sum()),
        rank=constraints(table, stated),
        disclosed=sum(cell.disclosed for cell in cells),
        highest_risk=max((cell.risk for cell in cells if cell.risk is not None), default=None),
        insider=insider,
        unbounded=unbounded,
    )


def _refuse_below(table: Table, least: int) -> None:
    """An intruder cannot know what is not so. Raises :class:`Refused`."""
    below = np.flatnonzero(table.values < least)
    if len(below):
        where, cell = Place(key="params.lowest"), table.cell_name(int(below[0]))
        raise Refused(error("audit.bound_excludes_value", where, cell=cell, number=len(below)))


def _cell(table: Table, cell: int, interval: Interval, is_stated: bool, *, bounded: bool) -> CellResult:
    value = table.number(int(table.values[cell]))
    if is_stated:
        return CellResult(table.coordinates(cell), value, value, "safe", value, value, None, None)
    risk, at_least = interval_risk(interval, bounded=bounded)
    return CellResult(
        table.coordinates(cell),
        value,
        None,
        "suppressed",
        as_number(interval.lower, table),
        as_number(interval.upper, table),
        risk.possible,
        risk.risk,
        disclosed=risk.disclosed,
        at_least=at_least,
    )


def verdict(params: LinkedAuditParams, result: LinkedAuditResult, limits: Limits) -> Iterator[Reason]:
    """What sets of projections disclose together. There are no levels to measure them by: without a limit to
    the risk, scenarios without a disclosed cell are *not judged*.
    """
    found = [scenario.disclosed for scenario in result.scenarios if scenario.disclosed]
    if found:
        yield failed("linked_audit.disclosed", number=max(found), scenarios=len(found))
    for scenario in result.scenarios:
        yield from insider_reasons(scenario.insider, params.max_risk)
    limit = params.max_risk
    unbounded = max((scenario.unbounded for scenario in result.scenarios), default=0)
    yield from unbounded_reasons(unbounded, params.lowest, limited=limit is not None)
    highest = max((scenario.highest_risk or 0 for scenario in result.scenarios), default=0)
    if limit is not None and highest > limit:
        yield failed("table.max_risk", dr=highest, allowed=float(limit))
    if limit is None or limit >= 1:  # 1 is the risk of two possible values
        yield unjudged(MEASURED_ONLY)


STAGES = Stages(
    check=check,
    counts=counts,
    decide=decide,
    apply=apply,
    verdict=verdict,
    foresee=foresee,
)
