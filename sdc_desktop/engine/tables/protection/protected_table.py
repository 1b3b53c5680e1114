"""What a method makes of a table: what is published, what an intruder knows then, and what it cost."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext, solved
from sdc_desktop.engine.methods.tables.table.protection import AdjustmentSpec, CellKeySpec, RoundingSpec
from sdc_desktop.engine.methods.tables.table.rules import Rule
from sdc_desktop.engine.methods.tables.table.suppression import SuppressionSpec
from sdc_desktop.engine.problems import NOWHERE, Param, Place, Problem, Refused, error, note
from sdc_desktop.engine.secret_stream import stream
from sdc_desktop.engine.tables.attack.attacker import Attacker
from sdc_desktop.engine.tables.attack.intervals import Interval, intervals
from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.attack.part import is_unimodular
from sdc_desktop.engine.tables.protection.cell_key import (
    largest_noise,
    perturbed,
    perturbed_amounts,
    transition,
)
from sdc_desktop.engine.tables.protection.movements import Movements, way_of
from sdc_desktop.engine.tables.protection.rounding import (
    Rounded,
    at_random,
    controlled,
    conventional,
    rounded_bounds,
)
from sdc_desktop.engine.tables.protection.singleton_protection import (
    Against,
    Contributors,
    limits_of,
    suppressed_against,
)
from sdc_desktop.engine.tables.protection.suppress import Suppression, cell_costs, suppress
from sdc_desktop.engine.tables.protection.suppression_problem import (
    Need,
    SuppressionProblem,
    singleton_pairs,
    with_virtual_cells,
)
from sdc_desktop.engine.tables.relations import Flags, Integers, Relations
from sdc_desktop.engine.tables.table import NO_BOUND, Levels, Table, in_units
from sdc_desktop.engine.tables.table_counts import Judged, TableCounts

STEP = "adjusting"
_LIMIT = 60.0
_WEIGHTS = 1000  # costs are told to the solver in this many steps


# Controlled tabular adjustment (Dandekar & Cox 2002, Castro 2006): unsafe cells go to an end of their
# protection, up or down; the others adjust as little as can be so that the table adds up.
@dataclass(frozen=True)
class Adjusted:
    """``values`` (cells,) in units; ``cost``: the sum of cost times |change|; proven: none costs less."""

    values: Integers
    cost: float
    proven: bool


def adjust(
    relations: Relations,
    values: Integers,
    costs: npt.NDArray[np.float64],
    levels: Mapping[int, Levels],
    fixed: Flags,
    lower: Integers,
    context: JobContext,
) -> Adjusted:
    """The cheapest additive table in which every cell of `levels` lies at least its upper level above or its
    lower level below its value. `fixed` cells stay; no cell goes below `lower`. Raises :class:`Refused` where
    there is none, Cancelled.
    """
    from ortools.sat.python import cp_model

    context.progress(0.0, STEP)
    model: Any = cp_model.CpModel()
    farthest = max((ceil(max(level.upper, level.lower)) for level in levels.values()), default=0)
    most = 2 * (1 + int(np.abs(values).max(initial=0)) + farthest)
    greatest = float(costs.max(initial=1.0)) or 1.0
    changes, sizes = [], []
    for cell, value in enumerate(values.tolist()):
        down = max(-most, int(lower[cell]) - value)
        change = model.new_int_var(0 if fixed[cell] else down, 0 if fixed[cell] else most, "")
        size = model.new_int_var(0, most, "")
        model.add(size >= change)
        model.add(size >= -change)
        changes.append(change)
        sizes.append(size)
    for row in range(len(relations)):
        cells, signs = relations.row(row)
        chosen = [changes[cell] for cell in cells.tolist()]
        model.add(cp_model.LinearExpr.weighted_sum(chosen, signs.tolist()) == 0)
    for cell, level in levels.items():
        upwards = model.new_bool_var("")
        model.add(changes[cell] >= max(1, ceil(level.upper))).only_enforce_if(upwards)
        model.add(changes[cell] <= -max(1, ceil(level.lower))).only_enforce_if(~upwards)
    steps = np.maximum(1, np.rint(costs / greatest * _WEIGHTS)).astype(np.int64)
    model.minimize(cp_model.LinearExpr.weighted_sum(sizes, steps.tolist()))
    solver, status = solved(model, _LIMIT, context)
    context.checkpoint()
    if status == cp_model.INFEASIBLE:
        raise Refused(error("adjustment.infeasible"))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise Refused(error("adjustment.not_found", cells=len(values)))
    moved = np.array([solver.value(change) for change in changes], dtype=np.int64)
    cost = float(costs @ np.abs(moved))
    return Adjusted(values + moved, cost, status == cp_model.OPTIMAL)


MOST_SMALL = 10  # counts up to it are small; a zero is published as zero by every perturbation
Row = Callable[[int], tuple[Integers, npt.NDArray[np.float64]]]  # of a count: noise, probabilities


# How certain a published small count is where counts were perturbed by cell key.
# By Bayes' rule with the counts of the table itself: of n_i cells of true count i, each published as j with
# probability p(i, j), a published j is a true j with probability n_j p(j, j) / sum over i of n_i p(i, j).
@dataclass(frozen=True)
class Certainty:
    """A count that is published in so many ``cells``, and the ``probability`` (0 to 1) that it is true."""

    count: int
    probability: float
    cells: int


def certainties(true: Integers, published: Integers, row: Row, maximum: int) -> tuple[Certainty, ...]:
    """The certainty of each small count that is published, ascending.

    ``true``, ``published`` (cells,): counts before and after the perturbation; ``row`` gives the noise of a
    true count, at most `maximum` either way, and its probabilities.
    """
    counts, numbers = np.unique(true[true <= MOST_SMALL + maximum], return_counts=True)
    reached: dict[int, float] = {}
    stays: dict[int, float] = {}
    for count, number in zip(counts.tolist(), numbers.tolist(), strict=True):
        noise, probabilities = row(count)
        for target, probability in zip((count + noise).tolist(), probabilities.tolist(), strict=True):
            reached[target] = reached.get(target, 0.0) + number * probability
            if target == count:
                stays[target] = number * probability
    return tuple(_found(published, reached, stays))


def _found(published: Integers, reached: dict[int, float], stays: dict[int, float]) -> Iterator[Certainty]:
    for count in range(1, MOST_SMALL + 1):
        cells = int((published == count).sum())
        if cells and reached.get(count, 0.0) > 0:
            yield Certainty(count, stays.get(count, 0.0) / reached[count], cells)


_DEAR = 1000.0  # of a frozen cell, beside those that may be suppressed


# Why a primary cannot be protected: how far it can move at most, and which cells that are not to be
# suppressed would have to be for it to move as far as it must.
@dataclass(frozen=True)
class Hopeless:
    """``down``, ``up``: how far (in units) the primary can move when all that may be suppressed is;
    ``release``: the frozen cells whose suppression would protect it, none where nothing helps.
    """

    need: Need
    down: float
    up: float
    release: tuple[int, ...]


def hopeless(problem: SuppressionProblem, cells: Sequence[int], context: JobContext) -> list[Hopeless]:
    """Why each of these primaries cannot be protected. Zeros stay published. Raises Cancelled."""
    attacker = Attacker(problem)
    free = replace(problem, frozen=problem.frozen & (problem.values == 0))
    costs = np.where(problem.always, 0.0, np.where(problem.frozen, _DEAR, 1.0))
    movements = Movements(free, np.flatnonzero(free.movable), costs / _DEAR)
    found: dict[int, Hopeless] = {}
    for need in problem.needs:
        if need.primary not in cells or need.primary in found:
            continue
        context.checkpoint()
        attacker.face(np.ones(len(problem.values)), need)
        up, down = (attacker.reach(need.primary, context, upwards=way).distance for way in (True, False))
        levels = need.levels
        if up >= levels.upper and down >= levels.lower and up + down >= levels.sliding:
            continue
        moving = way_of(movements, need, context) or frozenset()
        release = [cell for cell in sorted(moving) if problem.frozen[cell] and not problem.always[cell]]
        found[need.primary] = Hopeless(need, down, up, tuple(release))
    return list(found.values())


_NAMED = 8  # cells that cannot be protected, each with its reason; the rest are counted
_MORE_STEPS = 3  # of rounding, where none adds up with those asked for
_MOST_BOUNDED = 3000  # cells of a rounded table whose intervals are found jointly; of larger ones the unsafe


@dataclass(frozen=True)
class Protected:
    """``published`` (cells,) in units, where ``told``; ``intervals`` of the cells that are not told exactly.

    ``cost``: in the method's own measure; ``proven``: no choice costs less.
    """

    published: Integers
    told: Flags
    status: str  # of the cells that were changed
    intervals: Mapping[int, Interval]
    cost: float
    proven: bool | None
    suppression: Suppression | None = None
    notes: tuple[Problem, ...] = ()
    derived: tuple[int, ...] = ()  # unsafe cells that lone contributors derive exactly
    unions: tuple[tuple[int, ...], ...] = ()  # suppressed cells whose sum is unsafe
    by_contributors: bool = False  # whether the contributors are known
    certain: tuple[Certainty, ...] = ()  # of small counts with noise


def as_it_is(table: Table) -> Protected:
    """The table without protection."""
    return Protected(table.values, np.ones(len(table), dtype=np.bool_), "safe", {}, 0.0, None)


def granted(counted: TableCounts) -> tuple[Integers, Integers]:
    """What an intruder is granted: no value is negative where none is; an instance has its own bounds."""
    table, instance = counted.table, counted.instance
    if instance is not None:
        return instance.lower, instance.upper
    least = -NO_BOUND if (table.values < 0).any() else 0
    return np.full(len(table), least), np.full(len(table), NO_BOUND)


def suppressed(
    spec: SuppressionSpec, counted: TableCounts, judged: Judged, rules: Sequence[Rule], context: JobContext
) -> Protected:
    """Secondary suppression; `rules` are asked of sums of suppressed cells too.

    Raises :class:`Refused` with the names of the cells that cannot be protected.
    """
    table = counted.table
    lower, upper = granted(counted)
    problem = SuppressionProblem(
        table.relations,
        table.values,
        cell_costs(counted, judged, spec.cost, spec.power),
        judged.frozen,
        lower,
        upper,
        judged.levels,
    )
    if spec.singletons and counted.behind is not None:
        singles = judged.unsafe & (counted.behind.contributors == 1)
        problem = with_virtual_cells(problem, singleton_pairs(table.relations, judged.unsafe, singles))
    try:
        if counted.records is None:
            shaped = is_unimodular(table)
            found = suppress(problem, spec.solver, context, limits=limits_of(spec), unimodular=shaped)
            against = Against(found, (), (), added=False)
        else:
            who = Contributors(spec, table, counted.records, rules)
            against = suppressed_against(problem, spec, who, context, unimodular=is_unimodular(table))
    except Refused as refusal:
        raise Refused(list(_told(refusal, problem, table, context))) from None
    found = against.found
    return Protected(
        table.values,
        ~found.pattern,
        "secondary",
        found.intervals,
        found.cost,
        found.proven,
        found,
        notes=_by_default(against),
        derived=against.derived,
        unions=against.unions,
        by_contributors=counted.records is not None,
    )


def _by_default(against: Against) -> tuple[Problem, ...]:
    """A plan that says nothing of contributors was protected less by earlier versions."""
    if not against.added:
        return ()
    return (note("suppression.contributors_by_default", Place(key="params.protect.insiders")),)


def _told(
    refusal: Refused, problem: SuppressionProblem, table: Table, context: JobContext
) -> Iterator[Problem]:
    """What was refused, by the names of cells; and of the cells that cannot be protected the first, each with
    how far it can be from its value, and what stands in the way.
    """
    for told in refusal.problems:
        if told.code != "suppression.unprotectable":
            yield told
            continue
        listed = told.params["cells"]
        assert isinstance(listed, tuple)
        cells = [int(text) for text in listed][:_NAMED]
        names = tuple(table.cell_name(cell) if cell < len(table) else "…" for cell in cells)
        yield error("suppression.unprotectable", told.where, cells=names, number=len(listed))
        for found in hopeless(problem, cells, context):
            if found.need.primary < len(table):
                yield _blocked(found, table)


def _blocked(found: Hopeless, table: Table) -> Problem:
    cell, step = found.need.primary, float(table.unit)
    value, levels = int(table.values[cell]), found.need.levels
    least, most = levels.lower, max(levels.upper, levels.sliding - levels.lower)
    names = tuple(table.cell_name(other) for other in found.release if other < len(table))
    told: dict[str, Param] = {
        "cell": table.cell_name(cell),
        "lower": round((value - found.down) * step, 6),
        "upper": round((value + found.up) * step, 6),
        "wanted_lower": float(value - least) * step,
        "wanted_upper": float(value + most) * step,
    }
    if not names:
        return error("suppression.blocked", NOWHERE, **told)
    return error("suppression.blocked_by", NOWHERE, **told, cells=names)


def rounded(spec: RoundingSpec, counted: TableCounts, judged: Judged, context: JobContext) -> Protected:
    """Rounding, and what an intruder derives from it together with what adds up. Raises :class:`Refused`."""
    table = counted.table
    base = in_units(spec.base, table.unit)
    where = Place(key="params.protect.base")
    if base is None:
        raise Refused(error("audit.base_no_multiple", where, base=spec.base, unit=float(table.unit)))
    cost, proven, steps = 0.0, None, spec.steps
    notes = []
    if spec.controlled:
        found, steps = _controlled(table, base, spec.steps, context.within(0.0, 0.5))
        published, kind, proven = found.values, "controlled", found.proven
        if steps > spec.steps:
            notes.append(note("rounding.relaxed", Place(key="params.protect.steps"), steps=steps))
    else:
        kind = "random" if spec.random else "conventional"
        if spec.random:
            published = at_random(table.values, base, stream(context, "rounding"))
        else:
            published = conventional(table.values, base)
    cost = float(np.abs(published - table.values).sum()) * float(table.unit)
    low, high = rounded_bounds(published, base, kind, steps)  # type: ignore[arg-type]
    lower, upper = granted(counted)
    bounds = Knowledge(table.relations, np.maximum(lower, low), np.minimum(upper, high))
    largest = max((float(level.upper) for level in judged.levels.values()), default=0.0)
    if base < largest:
        level = table.number(int(largest))
        notes.append(note("rounding.base_below_level", where, base=spec.base, level=level))
    ends = _bounded(table, bounds, judged, context.within(0.5, 1.0))
    told = np.ones(len(table), dtype=np.bool_)
    return Protected(published, told, "rounded", ends, cost, proven, notes=tuple(notes))


def _controlled(table: Table, base: int, steps: int, context: JobContext) -> tuple[Rounded, int]:
    """Controlled rounding with so many steps, or as few more as it takes to add up (in three dimensions and
    more there may be none without). Raises :class:`Refused`, Cancelled.
    """
    for more in range(steps, steps + _MORE_STEPS):
        try:
            return controlled(table.relations, table.values, base, more, context), more
        except Refused as refusal:
            if refusal.problems[0].code != "rounding.infeasible":
                raise
    return controlled(table.relations, table.values, base, steps + _MORE_STEPS, context), steps + _MORE_STEPS


def _bounded(table: Table, known: Knowledge, judged: Judged, context: JobContext) -> Mapping[int, Interval]:
    """The intervals of all cells, or of the unsafe ones of a large table."""
    wanted = np.arange(len(table)) if len(table) <= _MOST_BOUNDED else np.flatnonzero(judged.unsafe)
    shaped = is_unimodular(table)
    ends = intervals(known, wanted, context, truth=table.values, unimodular=shaped)
    return dict(zip(wanted.tolist(), ends, strict=True))


def keyed(
    spec: CellKeySpec, counted: TableCounts, judged: Judged, is_count: bool, context: JobContext
) -> Protected:
    """Noise by cell key: cells need not add up. What an intruder derives, together with what does."""
    table = counted.table
    assert counted.keys is not None
    lower, upper = granted(counted)
    certain: tuple[Certainty, ...] = ()
    if is_count:
        variance, maximum = float(spec.variance), spec.maximum
        published = perturbed(table.values, counted.keys, variance, maximum, counted.key_parts)
        certain = certainties(
            table.values,
            published,
            lambda count: transition(min(count, maximum), variance, maximum),
            maximum,
        )
        most: Integers = np.where(table.values == 0, 0, spec.maximum)
    else:  # an intruder is taken to know the largest contribution, and so the most that the noise can be
        assert counted.behind is not None
        largest, step = counted.behind.largest[:, 0], float(spec.step)
        keys, variance = counted.keys, float(spec.variance)
        published = perturbed_amounts(
            table.values, largest, keys, variance, spec.maximum, step, counted.key_parts
        )
        most = largest_noise(largest, spec.maximum, step)
    low, high = np.maximum(lower, published - most), np.minimum(upper, published + most)
    ends = _bounded(table, Knowledge(table.relations, low, high), judged, context)
    told = np.ones(len(table), dtype=np.bool_)
    cost = float(np.abs(published - table.values).sum()) * float(table.unit)
    return Protected(published, told, "perturbed", ends, cost, None, certain=certain)


def redesigned(counted: TableCounts, judged: Judged, context: JobContext) -> Protected:
    """Merged categories take the place of those they are made of, which an intruder bounds by them."""
    table = counted.table
    told = np.ones(len(table), dtype=np.bool_)
    for axis, dimension in enumerate(table.dimensions):
        for group in counted.merges.get(dimension.name, ()):
            gone = [dimension.places[code] for code in group]
            told &= ~np.isin(table.codes[:, axis], gone)
    lower, upper = granted(counted)
    known = Knowledge(
        table.relations, np.where(told, table.values, lower), np.where(told, table.values, upper)
    )
    hidden = np.flatnonzero(~told)
    shaped = is_unimodular(table)
    ends = intervals(known, hidden, context, truth=table.values, unimodular=shaped)
    cost = float(len(hidden))
    return Protected(table.values, told, "merged", dict(zip(hidden.tolist(), ends, strict=True)), cost, None)


def adjusted(spec: AdjustmentSpec, counted: TableCounts, judged: Judged, context: JobContext) -> Protected:
    """Controlled tabular adjustment; zeros and frozen cells stay. Raises :class:`Refused`, Cancelled."""
    table = counted.table
    costs = cell_costs(counted, judged, spec.cost)
    lower, _ = granted(counted)
    least = np.where(lower <= -NO_BOUND, -NO_BOUND, lower)
    found = adjust(table.relations, table.values, costs, judged.levels, judged.frozen, least, context)
    told = np.ones(len(table), dtype=np.bool_)
    return Protected(found.values, told, "adjusted", {}, found.cost, found.proven)
