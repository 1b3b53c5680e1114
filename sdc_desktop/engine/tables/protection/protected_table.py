"""What a method makes of a table: what is published, what an intruder knows then, and what it cost."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import NOWHERE, Param, Place, Problem, Refused, error, note
from sdc_desktop.engine.secret_stream import stream
from sdc_desktop.engine.tables.attack.attacker import Attacker
from sdc_desktop.engine.tables.attack.intervals import Interval, intervals
from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.attack.part import is_unimodular
from sdc_desktop.engine.tables.cell_keys.certainty import Certainty
from sdc_desktop.engine.tables.cell_keys.keyed import (
    KeyedCounts,
    NoiseFacts,
    Perturbed,
    amount_noise,
    cut_note,
    keyed_amounts,
    keyed_counts,
    losses_of,
    means_of,
    perturbation_table,
    shares_of,
    weighted,
)
from sdc_desktop.engine.tables.cell_keys.ratios import Ratio, Side
from sdc_desktop.engine.tables.contributions import Records
from sdc_desktop.engine.tables.contributors import bounded_by_parts
from sdc_desktop.engine.tables.protection.adjustment import Adjustment, adjust
from sdc_desktop.engine.tables.protection.effort import USUAL_EFFORT, Effort, Unproven
from sdc_desktop.engine.tables.protection.movements import Movements, way_of
from sdc_desktop.engine.tables.protection.rounded_suppression import with_rounding, without_rounding
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
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec, MeanSpec, ShareSpec
from sdc_desktop.engine.tables.specs.protection import AdjustmentSpec, RoundingSpec
from sdc_desktop.engine.tables.specs.rules import Rule
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table import NO_BOUND, Table, in_units
from sdc_desktop.engine.tables.table_counts import Judged, TableCounts, merged_away

_DEAR = 1000.0  # of a frozen cell, beside those that may be suppressed


# Why a primary cannot be protected: how far it can move at most, and which cells that are not to be
# suppressed would have to be for it to move as far as it must.
@dataclass(frozen=True)
class Unprotectable:
    """``down``, ``up``: how far (in units) the primary can move when all that may be suppressed is;
    ``release``: the cells set to `frozen` whose suppression would protect it, none where nothing helps.
    """

    need: Need
    down: float
    up: float
    release: tuple[int, ...]


def unprotectable(
    problem: SuppressionProblem, cells: Sequence[int], context: JobContext, among: Flags | None = None
) -> list[Unprotectable]:
    """Why each of these primaries cannot be protected. Raises Cancelled. Zeros stay published; `among`: the
    cells set to `frozen` that may be released from it, all for None.
    """
    attacker = Attacker(problem)
    kept = problem.values == 0 if among is None else ~among | (problem.values == 0)
    free = replace(problem, frozen=problem.frozen & kept)
    costs = np.where(problem.always, 0.0, np.where(problem.frozen, _DEAR, 1.0))
    movements = Movements(free, np.flatnonzero(free.movable), costs / _DEAR)
    found: dict[int, Unprotectable] = {}
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
        found[need.primary] = Unprotectable(need, down, up, tuple(release))
    return list(found.values())


_NAMED = 8  # cells that cannot be protected, each with its reason; the rest are counted
_MORE_STEPS = 3  # of rounding, where none adds up with those asked for
_MOST_BOUNDED = 3000  # cells of a rounded table whose intervals are found jointly; of larger ones the unsafe


Bounds = tuple[Integers, Integers]  # of cells, each (cells,)


@dataclass(frozen=True)
class Protected:
    """``published`` (cells,) in units, where ``stated``; ``intervals`` of the cells without an exact
    published value.

    ``cost``: in the method's own measure; ``proven``: no choice costs less.
    """

    published: Integers
    stated: Flags
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
    noise: NoiseFacts | None = None  # by cell key
    unproven: Unproven | None = None  # how a search for the nearest table ended early


def as_it_is(table: Table) -> Protected:
    """The table without protection."""
    return Protected(table.values, np.ones(len(table), dtype=np.bool_), "safe", {}, 0.0, None)


def granted(counted: TableCounts, judged: Judged) -> tuple[Integers, Integers]:
    """The bounds (cells,) that an intruder is granted: the lowest possible value; an instance has its own."""
    table, instance = counted.table, counted.instance
    if instance is not None:
        return instance.lower, instance.upper
    return np.full(len(table), judged.least), np.full(len(table), NO_BOUND)


def suppressed(
    spec: SuppressionSpec, counted: TableCounts, judged: Judged, rules: Sequence[Rule], context: JobContext
) -> Protected:
    """Secondary suppression; `rules` also judge unsafe unions.

    Raises :class:`Refused` with the names of the cells that cannot be protected.
    """
    table = counted.table
    lower, upper = granted(counted, judged)
    problem = SuppressionProblem(
        table.relations,
        table.values,
        cell_costs(counted, judged, spec.cost, spec.power),
        judged.frozen,
        lower,
        upper,
        judged.levels,
    )
    nobody = frozenset(np.flatnonzero(table.empty & judged.unsafe).tolist())
    if nobody:  # suppressed by hand: anyone may know that there is no contributor, so they protect nothing
        others = [(cell, levels) for cell, levels in judged.levels.items() if cell not in nobody]
        needs = tuple(Need(cell, levels, nobody) for cell, levels in others)
        problem = replace(problem, insiders=needs)
    if counted.table.base > 1:
        problem = with_rounding(problem, table, counted.table.base, context)
    if spec.singletons and counted.behind is not None:
        singles = judged.unsafe & (counted.behind.contributors == 1)
        problem = with_virtual_cells(problem, singleton_pairs(table.relations, judged.unsafe, singles))
    try:
        if counted.records is None:
            shaped = is_unimodular(table) and counted.table.base == 1
            found = suppress(problem, spec.solver, context, limits=limits_of(spec), unimodular=shaped)
            against = Against(found if counted.table.base == 1 else without_rounding(found, table))
        else:
            judging = None if counted.shadow is None else counted.shadow.records
            who = Contributors(spec, table, counted.records, rules, judging)
            against = suppressed_against(problem, spec, who, context, unimodular=is_unimodular(table))
    except Refused as refusal:
        size = len(table)
        number = size if counted.table.base == 1 else 2 * size
        named = Named(number, lambda cell: table.cell_name(cell % size), lambda cell: float(table.unit))
        raise Refused(list(refused_by_name(refusal, problem, named, context))) from None
    found = against.found
    return Protected(
        table.values,
        ~found.pattern,
        "secondary",
        found.intervals,
        found.cost,
        found.proven,
        found,
        notes=contributor_notes(against, spec, counted.records),
        derived=against.derived,
        unions=against.unions,
        by_contributors=counted.records is not None,
    )


def contributor_notes(
    against: Against, spec: SuppressionSpec, records: Records | None
) -> tuple[Problem, ...]:
    """A plan that says nothing of contributors was protected less by earlier versions; and what those of
    weighted records are taken to know.
    """
    found = []
    if against.added:
        found.append(note("suppression.contributors_by_default", Place(key="params.protect.insiders")))
    weights = None if records is None or spec.insiders == "ignore" else records.weights
    if records is not None and weights is not None and (weights != records.weight_one).any():
        found.append(note("insiders.weights_known", Place(key="params.weight")))
    return tuple(found)


@dataclass(frozen=True)
class Named:
    """Cells by name: this many of them have one, and a unit."""

    number: int
    name: Callable[[int], str]
    unit: Callable[[int], float]


def refused_by_name(
    refusal: Refused, problem: SuppressionProblem, named: Named, context: JobContext
) -> Iterator[Problem]:
    """The problems of a refusal, by the names of cells. The first cells that cannot be protected are reported
    with their distance from their value, and with what prevents more.
    """
    for one in refusal.problems:
        if one.code != "suppression.unprotectable":
            yield one
            continue
        listed = one.params["cells"]
        assert isinstance(listed, tuple)
        cells = [int(text) for text in listed][:_NAMED]
        names = tuple(named.name(cell) if cell < named.number else "…" for cell in cells)
        yield error("suppression.unprotectable", one.where, cells=names, number=len(listed))
        for found in unprotectable(problem, cells, context):
            if found.need.primary < named.number:
                yield _blocked(found, problem, named)


def _blocked(found: Unprotectable, problem: SuppressionProblem, named: Named) -> Problem:
    cell, step = found.need.primary, named.unit(found.need.primary)
    value, levels = int(problem.values[cell]), found.need.levels
    least, most = levels.lower, max(levels.upper, levels.sliding - levels.lower)
    names = tuple(named.name(other) for other in found.release if other < named.number)
    figures: dict[str, Param] = {
        "cell": named.name(cell),
        "lower": round((value - found.down) * step, 6),
        "upper": round((value + found.up) * step, 6),
        "wanted_lower": float(value - least) * step,
        "wanted_upper": float(value + most) * step,
    }
    if not names:
        return error("suppression.blocked", NOWHERE, **figures)
    return error("suppression.blocked_by", NOWHERE, **figures, cells=names)


def rounded(spec: RoundingSpec, counted: TableCounts, judged: Judged, context: JobContext) -> Protected:
    """Rounding, and the feasibility intervals given the cells that add up. Raises :class:`Refused`."""
    table = counted.table
    base = in_units(spec.base, table.unit)
    where = Place(key="params.protect.base")
    if base is None:
        raise Refused(error("audit.base_no_multiple", where, base=spec.base, unit=float(table.unit)))
    cost, proven, unproven, steps = 0.0, None, None, spec.steps
    notes = []
    if spec.controlled:
        found, steps = _controlled(table, base, spec, context.within(0.0, 0.5))
        published, kind, proven, unproven = found.values, "controlled", found.proven, found.unproven
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
    lower, upper = granted(counted, judged)
    bounds = Knowledge(table.relations, np.maximum(lower, low), np.minimum(upper, high))
    largest = max((float(level.upper) for level in judged.levels.values()), default=0.0)
    if base < largest:
        level = table.number(int(largest))
        notes.append(note("rounding.base_below_level", where, base=spec.base, level=level))
    ends = _bounded(table, bounds, judged, context.within(0.5, 1.0))
    stated = np.ones(len(table), dtype=np.bool_)
    return Protected(published, stated, "rounded", ends, cost, proven, notes=tuple(notes), unproven=unproven)


def _controlled(table: Table, base: int, spec: RoundingSpec, context: JobContext) -> tuple[Rounded, int]:
    """Controlled rounding with the steps that the plan allows, or with the fewest more that are needed to add
    up (in three dimensions and more there may be none without). Raises :class:`Refused`, Cancelled.
    """
    effort = Effort(spec.effort or USUAL_EFFORT)
    for more in range(spec.steps, spec.steps + _MORE_STEPS):
        try:
            return controlled(table.relations, table.values, base, more, context, effort), more
        except Refused as refusal:
            if refusal.problems[0].code != "rounding.infeasible":
                raise
    most = spec.steps + _MORE_STEPS
    return controlled(table.relations, table.values, base, most, context, effort), most


def _bounded(table: Table, known: Knowledge, judged: Judged, context: JobContext) -> Mapping[int, Interval]:
    """The intervals of all cells, or of the unsafe ones of a large table."""
    wanted = np.arange(len(table)) if len(table) <= _MOST_BOUNDED else np.flatnonzero(judged.unsafe)
    shaped = is_unimodular(table)
    ends = intervals(known, wanted, context, truth=table.values, unimodular=shaped)
    return dict(zip(wanted.tolist(), ends, strict=True))


def keyed(params: TableParams, counted: TableCounts, judged: Judged, context: JobContext) -> Protected:
    """The cell key method: cells need not add up. With the feasibility intervals given the cells that do.

    Raises :class:`Refused`, Cancelled.
    """
    spec, table, behind = params.protect, counted.table, counted.behind
    assert isinstance(spec, CellKeySpec)
    assert counted.keys is not None
    assert behind is not None
    keys, parts, limit = counted.keys, counted.key_parts, float(spec.most_certain)
    first, rest = context.within(0.0, 0.3), context.within(0.3, 1.0)
    counts: KeyedCounts | None = None
    cut = 0
    if params.value is None or _needs_counts(spec):
        noise = perturbation_table(spec, counted.ptable)
        number = table.values if params.count == "persons" else behind.contributors
        own = keys if counted.count_keys is None else counted.count_keys
        counts = keyed_counts(table, number, own, parts, noise, limit, first)
    if params.value is None:
        assert counts is not None
        done = counts.perturbed
        if params.weight is not None:
            done = weighted(done, behind.contributors, table.values)
    else:
        amounts = amount_noise(spec, float(table.unit))
        done, cut = keyed_amounts(table.values, behind, keys, parts, amounts)
    ends = _known(counted, done, granted(counted, judged), judged, rest)
    above = Side(table.values, done.published, ends, float(table.unit))
    facts = NoiseFacts(
        losses_of(table, done.published),
        () if counts is None else counts.stays,
        None if counts is None else counts.guessed,
        _ratios(params, spec, counted, judged, above, counts, rest),
        cut,
    )
    notes = (*(() if counts is None else counts.notes), *cut_note(cut))
    cost = float(np.abs(done.published - table.values).sum()) * float(table.unit)
    certain = () if counts is None else counts.certain
    stated = np.ones(len(table), dtype=np.bool_)
    return Protected(
        done.published, stated, "perturbed", ends, cost, None, notes=notes, certain=certain, noise=facts
    )


def _needs_counts(spec: CellKeySpec) -> bool:
    """Whether counts are denominators."""
    return isinstance(spec.ratio, MeanSpec) and spec.ratio.per is None


def _known(
    counted: TableCounts, done: Perturbed, bounds: Bounds, judged: Judged, context: JobContext
) -> Mapping[int, Interval]:
    table, (lower, upper) = counted.table, bounds
    low, high = np.maximum(lower, done.lower), np.minimum(upper, done.upper)
    if counted.varying:
        low, high = bounded_by_parts(table.dimensions, counted.varying, low, high)
    return _bounded(table, Knowledge(table.relations, low, high), judged, context)


def _ratios(
    params: TableParams,
    spec: CellKeySpec,
    counted: TableCounts,
    judged: Judged,
    above: Side,
    counts: KeyedCounts | None,
    context: JobContext,
) -> tuple[Ratio, ...]:
    """The cells as ratios, where the plan has a ratio."""
    table, ratio = counted.table, spec.ratio
    if isinstance(ratio, ShareSpec):
        return shares_of(ratio, table, above, params.total_code)
    if ratio is None:
        return ()
    if ratio.per is None:
        assert counts is not None
        assert counted.behind is not None
        done, true, unit = counts.perturbed, counted.behind.contributors, 1.0
        bounds = np.zeros(len(table), dtype=np.int64), np.full(len(table), NO_BOUND)
    else:
        below = counted.below
        assert below is not None
        assert below.keys is not None
        true, unit = below.table.values, float(below.table.unit)
        done, _ = keyed_amounts(true, below.behind, below.keys, below.key_parts, amount_noise(spec, unit))
        least = -NO_BOUND if (true < 0).any() else 0
        bounds = np.full(len(table), least), np.full(len(table), NO_BOUND)
    ends = _known(counted, done, bounds, judged, context)
    return means_of(ratio, table, above, Side(true, done.published, ends, unit))


def redesigned(counted: TableCounts, judged: Judged, context: JobContext) -> Protected:
    """Merged categories take the place of those they are made of, which an intruder bounds by them."""
    table = counted.table
    stated = ~merged_away(table, counted.merges)
    low, high = (np.where(stated, table.values, ends) for ends in granted(counted, judged))
    known = Knowledge(table.relations, low, high)
    hidden = np.flatnonzero(~stated)
    shaped = is_unimodular(table)
    truth = table.values if table.known.all() else None
    ends = intervals(known, hidden, context, truth=truth, unimodular=shaped)
    hides = dict(zip(hidden.tolist(), ends, strict=True))
    return Protected(table.values, stated, "merged", hides, float(len(hidden)), None)


def adjusted(spec: AdjustmentSpec, counted: TableCounts, judged: Judged, context: JobContext) -> Protected:
    """Adjusts cells; zeros and `frozen` cells stay. Raises :class:`Refused`, Cancelled."""
    table = counted.table
    costs = cell_costs(counted, judged, spec.cost)
    lower, _ = granted(counted, judged)
    least = np.where(lower <= -NO_BOUND, -NO_BOUND, lower)
    wanted = Adjustment(table.relations, table.values, costs, judged.levels, judged.frozen, least)
    found = adjust(wanted, context, spec.effort)
    stated = np.ones(len(table), dtype=np.bool_)
    return Protected(found.values, stated, "adjusted", {}, found.cost, found.proven, unproven=found.unproven)
