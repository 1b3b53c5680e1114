"""Controlled tabular adjustment (Dandekar & Cox 2002, Castro 2006): unsafe cells go to an end of their
protection, up or down; the others adjust as little as can be so that the table adds up.

A first table comes from a linear program, with directions in which neighbours move against each other. Small
tables are proven by CP-SAT; what it leaves open after a while a mixed program settles, or leaves with a gap.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil, inf, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import Cancelled, JobContext, State
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.linear_program import LinearProgram
from sdc_desktop.engine.tables.protection.effort import USUAL_EFFORT, Effort, EndedBy, Unproven
from sdc_desktop.engine.tables.protection.integer_search import best_found
from sdc_desktop.engine.tables.protection.joint_movements import Distances, signs_of
from sdc_desktop.engine.tables.protection.mip import MipProcess, mip_process
from sdc_desktop.engine.tables.protection.movements import solver_parameters
from sdc_desktop.engine.tables.relations import Flags, Integers, Relations
from sdc_desktop.engine.tables.table import Levels

Vector = npt.NDArray[np.float64]
STEP = "adjusting"
_WEIGHTS = 1000  # costs are passed to the solvers in this many steps
_STARTS = 4  # first tables
_DISTURBED = 0.1  # of the number of unsafe cells: the deviation of their ranks from one start to another
_AT_FIRST = 2_000_000  # effort of CP-SAT
_NODES = (1, 30, 1_000, 30_000)  # of the mixed program, from one try to the next
_ROOT, _NODE = 15.0, 0.05  # effort of it, times (columns + rows) ** 1.5: a million are two CPU seconds
_CLOSE = 1e-6  # of a mixed program's bound


@dataclass(frozen=True)
class Adjusted:
    """``values`` (cells,) in units; ``cost``: the sum of cost times |change|. ``unproven``: how the search
    ended where a table may cost less.
    """

    values: Integers
    cost: float
    unproven: Unproven | None = None

    @property
    def proven(self) -> bool:
        """Whether none costs less."""
        return self.unproven is None


@dataclass(frozen=True)
class Adjustment:
    """What is searched for: the cheapest additive table in which every cell of ``levels`` lies at least its
    upper level above or its lower level below its value. ``fixed`` cells stay; no cell goes below
    ``lower``; all (cells,).
    """

    relations: Relations
    values: Integers
    costs: Vector
    levels: Mapping[int, Levels]
    fixed: Flags
    lower: Integers

    @cached_property
    def weights(self) -> Integers:
        """(cells,): the costs in whole steps."""
        greatest = float(self.costs.max(initial=0.0)) or 1.0
        return np.maximum(1, np.rint(self.costs / greatest * _WEIGHTS)).astype(np.int64)

    @cached_property
    def distances(self) -> Distances:
        """How far the unsafe cells go."""
        cells = np.array(sorted(self.levels), dtype=np.int64)
        up = [max(1, ceil(self.levels[cell].upper)) for cell in cells.tolist()]
        down = [max(1, ceil(self.levels[cell].lower)) for cell in cells.tolist()]
        return Distances(cells, np.array(up, dtype=np.float64), np.array(down, dtype=np.float64))

    @cached_property
    def most(self) -> int:
        """How far any cell can go."""
        farthest = max((ceil(max(level.upper, level.lower)) for level in self.levels.values()), default=0)
        return 2 * (1 + int(np.abs(self.values).max(initial=0)) + farthest)

    @cached_property
    def rooms(self) -> tuple[Integers, Integers]:
        """(cells,) twice: how far cells can go down and up."""
        most = self.most
        down = np.minimum(most, self.values - np.maximum(self.lower, self.values - most))
        return np.where(self.fixed, 0, down), np.where(self.fixed, 0, most)

    def weight(self, moved: Integers) -> int:
        """The cost of changes (cells,) in steps."""
        return int(self.weights @ np.abs(moved))

    def allows(self, moved: Integers) -> bool:
        """Whether changes (cells,) give a valid table, in whole numbers."""
        down, up = self.rooms
        own, distances = moved[self.distances.primaries], self.distances
        far = (own >= distances.up) | (own <= -distances.down)
        within = bool((moved >= -down).all() and (moved <= up).all())
        return within and bool(far.all()) and not (self.relations.matrix @ moved).any()


class _Best:
    """The cheapest changes found, and below what cost there are none; ``improved_at``: with what effort."""

    def __init__(self, wanted: Adjustment, effort: Effort, context: JobContext) -> None:
        self._wanted, self._effort, self._context = wanted, effort, context
        self.moved: Integers | None = None
        self.state = State(0.0, inf)
        self.improved_at = 0

    def offer(self, moved: Integers) -> None:
        """Keep changes if they are allowed, and cheaper."""
        cost = self._wanted.weight(moved)
        if cost < self.state.cost and self._wanted.allows(moved):
            self.moved, self.improved_at = moved, self._effort.used
            self._now(State(self.state.bound, cost))

    def raise_bound(self, bound: float) -> None:
        """Record that no table costs less; all costs are multiples of the same step."""
        step = int(np.gcd.reduce(self._wanted.weights))
        bound = step * ceil((bound - _CLOSE * max(1.0, bound)) / step) if bound > 0 else 0.0
        if bound > self.state.bound:
            self._now(State(min(bound, self.state.cost), self.state.cost))

    def prove(self, moved: Integers) -> None:
        """Keep changes that are proven the cheapest."""
        cost = float(self._wanted.weight(moved))
        self.moved = moved
        self._now(State(cost, cost))

    def _now(self, state: State) -> None:
        self.state = state
        if self.moved is not None:
            scale = _cost(self._wanted, self.moved) / state.cost if state.cost else 1.0
            self._context.searched(State(state.bound * scale, state.cost * scale))

    @property
    def proven(self) -> bool:
        """Whether nothing costs less."""
        return self.moved is not None and self.state.bound >= self.state.cost


def adjust(wanted: Adjustment, context: JobContext, limit: int | None = None) -> Adjusted:
    """The cheapest table within the effort `limit`, or until it is enough. Raises :class:`Refused` where
    there is none or none was found, Cancelled.
    """
    context.progress(0.0, STEP)
    effort = Effort(limit or USUAL_EFFORT)
    best = _Best(wanted, effort, context)
    try:
        ended_by = _searched(wanted, best, effort, context)
    except Cancelled:
        context.checkpoint()
        ended_by = "wish"
    if best.moved is None:
        raise Refused(error("adjustment.not_found", cells=len(wanted.values)))
    unproven = None
    if not best.proven:
        used = best.improved_at if ended_by == "wish" else effort.used
        unproven = Unproven(best.state.gap if best.state.bound > 0 else None, ended_by, used)
    return Adjusted(wanted.values + best.moved, _cost(wanted, best.moved), unproven)


def _cost(wanted: Adjustment, moved: Integers) -> float:
    return float(wanted.costs @ np.abs(moved))


def _searched(wanted: Adjustment, best: _Best, effort: Effort, context: JobContext) -> EndedBy:
    """Fill `best`; why the search ended. Raises :class:`Refused`, Cancelled."""
    wished = context.until_enough()
    for moved in _first_tables(wanted, effort, wished):
        best.offer(moved)
        if effort.spent:
            return "effort"
    if _by_constraints(wanted, best, effort, context) == "wish":
        return "wish"
    with mip_process() as process:
        whole = False  # linear programs of tables nearly always have whole solutions
        for nodes in _NODES:
            if best.proven:
                break
            spent = _effort_of(wanted, nodes)
            if spent > effort.left:
                return "effort"
            whole = not _by_mixed_program(wanted, best, nodes, whole, process, wished)
            effort.spend(spent)
            context.progress(effort.used / (effort.used + effort.left), STEP)
    return "proven" if best.proven else "nodes"


def _first_tables(wanted: Adjustment, effort: Effort, context: JobContext) -> Iterator[Integers]:
    """Changes by linear programs, each with directions of its own. Raises Cancelled."""
    distances, (down, up) = wanted.distances, wanted.rooms
    cells = np.flatnonzero((down > 0) | (up > 0))
    number = len(cells)
    place = np.full(len(down), -1, dtype=np.int64)
    place[cells] = np.arange(number)
    own = place[distances.primaries]
    if not number or (own < 0).any():
        return
    lines, rows = wanted.relations.among(cells)
    rights, prices = np.zeros(len(lines)), wanted.weights[cells].astype(np.float64)
    scale = float(np.median(distances.up)) if len(own) else 1.0
    most = np.concatenate([up[cells], down[cells]]) / scale
    program = LinearProgram(
        rows.twice(number), rights, rights, np.zeros(2 * number), most, np.concatenate([prices, prices])
    )
    parameters = solver_parameters(warm=False)
    columns = np.concatenate([own, own + number])
    for turn in range(_STARTS):
        noise = np.random.default_rng(turn).normal(0.0, _DISTURBED * len(own), len(own)) * (turn > 0)
        order = distances.order[np.argsort(np.arange(len(own)) + noise, kind="stable")]
        upwards = signs_of(wanted.relations, distances, order) > 0
        upwards = np.where(distances.down > down[distances.primaries], True, upwards)
        least = np.concatenate([np.where(upwards, distances.up, 0), np.where(upwards, 0, distances.down)])
        closed = np.concatenate([upwards, ~upwards])
        program.bound(columns, least / scale, np.where(closed, most[columns], 0.0))
        before = program.iterations
        outcome = program.solve(parameters, context)
        effort.spend(program.iterations - before)
        if outcome == "optimal":
            found = program.values() * scale
            moved = np.zeros(len(down), dtype=np.int64)
            moved[cells] = np.rint(found[:number] - found[number:])
            yield moved


def _by_constraints(wanted: Adjustment, best: _Best, effort: Effort, context: JobContext) -> EndedBy:
    """CP-SAT for a while; why it ended. Raises :class:`Refused` where no table is allowed, Cancelled."""
    from ortools.sat.python import cp_model

    model: Any = cp_model.CpModel()
    down, up = wanted.rooms
    changes, sizes = [], []
    for least, farthest in zip((-down).tolist(), up.tolist(), strict=True):
        change, size = model.new_int_var(least, farthest, ""), model.new_int_var(0, wanted.most, "")
        model.add(size >= change)
        model.add(size >= -change)
        changes.append(change)
        sizes.append(size)
    for row in range(len(wanted.relations)):
        cells, signs = wanted.relations.row(row)
        chosen = [changes[cell] for cell in cells.tolist()]
        model.add(cp_model.LinearExpr.weighted_sum(chosen, signs.tolist()) == 0)
    for cell, level in wanted.levels.items():
        upwards = model.new_bool_var("")
        model.add(changes[cell] >= max(1, ceil(level.upper))).only_enforce_if(upwards)
        model.add(changes[cell] <= -max(1, ceil(level.lower))).only_enforce_if(~upwards)
    model.minimize(cp_model.LinearExpr.weighted_sum(sizes, wanted.weights.tolist()))
    own, before = Effort(min(_AT_FIRST, effort.left)), best.moved

    def report(moved: Integers, state: State) -> None:
        best.offer(moved)
        best.raise_bound(state.bound)

    found = best_found(model, changes, own, context, report)
    effort.spend(own.used)
    if found.impossible:
        raise Refused(error("adjustment.infeasible"))
    if found.ended_by == "proven" and found.values is not None:
        best.prove(found.values)
    if best.moved is not before:
        best.improved_at = effort.used
    return found.ended_by


def _effort_of(wanted: Adjustment, nodes: int) -> int:
    size = 2 * len(wanted.values) + len(wanted.relations) + 5 * len(wanted.levels)
    return ceil((_ROOT + _NODE * nodes) * size * sqrt(size))


def _by_mixed_program(
    wanted: Adjustment, best: _Best, nodes: int, whole: bool, process: MipProcess, context: JobContext
) -> bool:
    """A program with a direction for each unsafe cell, to this many nodes, with `whole` changes; whether its
    solution is a table. No cell goes farther than the cost of the best allows. Raises :class:`Refused`,
    Cancelled.
    """
    from scipy import sparse

    distances, (down, up) = wanted.distances, wanted.rooms
    number, unsafe = len(down), len(distances.primaries)
    if best.moved is not None:
        far = best.state.cost // wanted.weights
        down, up = np.minimum(down, far), np.minimum(up, far)
    scale = float(np.median(distances.up)) if unsafe and not whole else 1.0
    here = sparse.csr_array((np.ones(unsafe), (range(unsafe), distances.primaries)), shape=(unsafe, number))
    none = sparse.csr_array((unsafe, number))
    most_up, most_down = up[distances.primaries] / scale, down[distances.primaries] / scale
    sums = wanted.relations.matrix.astype(np.float64)
    blocks = [
        [sums, -sums, None],
        [here, none, -sparse.diags_array(distances.up / scale)],
        [none, here, sparse.diags_array(distances.down / scale)],
        [here, none, -sparse.diags_array(most_up)],
        [none, here, sparse.diags_array(most_down)],
    ]
    zeros, without = np.zeros(unsafe), np.full(unsafe, inf)
    least = np.concatenate([np.zeros(sums.shape[0]), zeros, distances.down / scale, -without, -without])
    most = np.concatenate([np.zeros(sums.shape[0]), without, without, zeros, most_down])
    ends = np.concatenate([up / scale, down / scale, np.ones(unsafe)])
    prices = np.concatenate([wanted.weights, wanted.weights, zeros]) * scale
    integral = np.concatenate([np.full(2 * number, whole), np.ones(unsafe)])
    given = sparse.csc_array(sparse.block_array(blocks)), least, most, ends, prices, integral, nodes
    values, bound = process.result(mixed_minimum, given, len(least), context)
    best.raise_bound(bound)
    if values is None:
        return not whole
    moved = np.rint((values[:number] - values[number : 2 * number]) * scale).astype(np.int64)
    best.offer(moved)
    return wanted.allows(moved)


def mixed_minimum(
    rows: Any, least: Vector, most: Vector, ends: Vector, prices: Vector, integral: Vector, nodes: int
) -> tuple[Vector | None, float]:
    """The cheapest values (columns,) in 0..ends found by HiGHS within this many nodes, None where there are
    none, and below what cost there are none.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    found = milp(
        prices,
        integrality=integral,
        bounds=Bounds(np.zeros(len(ends)), ends),
        constraints=LinearConstraint(rows, least, most),
        options={"node_limit": nodes, "mip_rel_gap": 0.0},
    )
    bound = found.mip_dual_bound
    return found.x, -inf if bound is None or not np.isfinite(bound) else float(bound)
