"""Optimum suppression by cuts (Benders), after Fischetti & Salazar-Gonzalez 2001.

The cheapest pattern that a pool of cuts allows is attacked; each primary that an attacker can pin down gives
a cut; until none does. First with fractional patterns, then with whole ones. Cuts are strengthened: what is
suppressed anyway goes to the right side, no coefficient is greater than that. Bridgeless inequalities: a
suppressed cell is never alone in a relation.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from math import ceil, inf
from typing import Any, Literal

import numpy as np

from sdc_desktop.engine.context import JobContext, State, stoppable
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.attack import solvers
from sdc_desktop.engine.tables.attack.attacker import Attacker, violated
from sdc_desktop.engine.tables.attack.linear_program import solution_of
from sdc_desktop.engine.tables.attack.pattern_audit import Audited, audit_of, repaired
from sdc_desktop.engine.tables.protection.cleaning import cleaned
from sdc_desktop.engine.tables.protection.effort import Effort, EndedBy, Limits
from sdc_desktop.engine.tables.protection.mip import Chosen, MipProcess, Row
from sdc_desktop.engine.tables.protection.suppression_problem import Need, SuppressionProblem, Vector
from sdc_desktop.engine.tables.protection.widening import completed
from sdc_desktop.engine.tables.relations import Flags, Integers

_NEAR = 1e-6  # a solver's bound is less exact than costs are


class BestPattern:
    """``found``: the cheapest pattern offered that passed the audit; ``exposed``: the last that did not.

    ``bound``: no pattern that protects costs less; ``states``: how it and the cost came together;
    ``improved_at``: the effort with which the best was found; ``whole``: whether all costs are whole.
    """

    def __init__(
        self, problem: SuppressionProblem, unimodular: bool, report: Callable[[State], None], effort: Effort
    ) -> None:
        self._problem, self._unimodular, self._report, self._effort = problem, unimodular, report, effort
        self.whole = bool((problem.costs == np.rint(problem.costs)).all())
        self.improved_at = 0
        self.found: Audited | None = None
        self.exposed: Audited | None = None
        self.bound = 0.0
        self.states: list[State] = []

    @property
    def cost(self) -> float:
        """The cost of the best; infinite where there is none."""
        return inf if self.found is None else self.found.cost

    @property
    def proven(self) -> bool:
        """Whether nothing can be cheaper than the best."""
        return self.found is not None and self.bound >= self.cost - slack(self.cost)

    def offer(self, pattern: Flags, context: JobContext, *, repair: bool = False) -> Audited:
        """Audit a pattern (cells,) and keep it if it is the best so far; with `repair` made larger until it
        passes.
        """
        found = audit_of(self._problem, pattern, context, self._unimodular)
        if found.failures and repair:
            found = repaired(self._problem, found, context, self._unimodular)
        if found.failures:
            self.exposed = found
        elif found.cost < self.cost:
            self.found, self.improved_at = found, self._effort.used
            self._note()
        return found

    def raise_bound(self, bound: float) -> None:
        """Record that no protecting pattern costs less; rounded up where all costs are whole."""
        if self.whole and bound < inf:
            bound = max(bound, float(ceil(bound - _NEAR - 1e-9 * abs(bound))))
        bound = min(bound, self.cost)
        if bound > self.bound:
            self.bound = bound
            self._note()

    def _note(self) -> None:
        state = State(self.bound, self.cost)
        self.states.append(state)
        self._report(state)


def slack(cost: float) -> float:
    """Costs that differ by less are equal: sums of doubles."""
    return 1e-9 * max(1.0, abs(cost))


STEP = "proving_pattern"
STEP_RELAXED = "bounding_cost"
_BATCH = 60  # cuts found before the pattern is chosen again
_SMALL = 1e-7
_VIOLATED = 1e-4
_FIRST_GAP, _LAST_GAP = 0.1, 0.011  # with which integer programs stop; a smaller one becomes 0
_CLEAR = 1e-6
_REPAIRS = 25  # patterns that fail the audit in whole numbers before the search gives up
_FEW = 10  # needs not met, or the tenth of all, for which a pattern is worth completing


class CutPool:
    """Everything known of patterns that protect: rows over the cells that may be suppressed or not."""

    def __init__(self, problem: SuppressionProblem, attacker: Attacker) -> None:
        self.problem, self.attacker = problem, attacker
        self.always = problem.always
        movable = np.zeros(len(problem.values), dtype=np.bool_)
        movable[attacker.columns] = True
        self.open: Integers = np.flatnonzero(movable & ~self.always)
        self._place = np.full(len(problem.values), -1, dtype=np.int64)
        self._place[self.open] = np.arange(len(self.open))
        self.rows: list[Row] = []
        self.exposed: list[Need] = []  # what the pattern attacked last does not meet
        self._next = 0

    def add_cut(self, cut: Vector, least: float, pattern: Vector) -> bool:
        """Take up a capacity cut, strengthened, if the pattern violates it, both (cells,), the pattern in 0
        .. 1.
        """
        least -= float(cut[self.always].sum())
        if least <= _SMALL:
            return False
        coefficients = np.minimum(cut[self.open], least) / least
        coefficients[coefficients < _SMALL] = 0
        if coefficients @ pattern[self.open] >= 1 - _SMALL * 10:
            return False
        variables = np.flatnonzero(coefficients)
        self.rows.append(Row(variables, coefficients[variables], 1.0))
        return True

    def forbid(self, pattern: Flags) -> None:
        """Adds a row: some cell outside the pattern (cells,) must be suppressed."""
        variables = np.flatnonzero(~pattern[self.open])
        self.rows.append(Row(variables, np.ones(len(variables)), 1.0))

    def add_bridges(self, pattern: Vector) -> int:
        """Take up the inequalities x_h <= sum of the others in its relation that a pattern (cells,) violates;
        how many. What no table shows and nothing requires to stay open may be alone.
        """
        relations, hidden = self.problem.relations, self.problem.hidden
        if not len(relations):
            return 0
        needed = np.ones(len(pattern), dtype=np.bool_) if hidden is None else ~hidden
        needed[self.problem.primaries] = True
        here = pattern[relations.cells]
        sums = np.add.reduceat(here, relations.starts[:-1])
        violated_here = here - (sums[relations.row_of_term] - here) > _VIOLATED
        alone = np.flatnonzero(violated_here & needed[relations.cells])
        for term in alone.tolist():
            self._add_bridge(int(relations.cells[term]), relations.row(int(relations.row_of_term[term]))[0])
        return len(alone)

    def _add_bridge(self, cell: int, cells: Integers) -> None:
        others = cells[(cells != cell) & (self._place[cells] >= 0)]
        variables, coefficients = self._place[others], np.ones(len(others))
        least = 1.0
        if not self.always[cell]:
            variables = np.append(variables, self._place[cell])
            coefficients, least = np.append(coefficients, -1.0), 0.0
        self.rows.append(Row(variables, coefficients, least))

    def separate(self, pattern: Vector, most: int, context: JobContext) -> int:
        """Attack a pattern (cells,), in 0 .. 1, and take up cuts, about `most` of them; how many."""
        needs, found, place = self.problem.needs, 0, 0
        self.exposed = []
        faced: Need | None = None
        self.attacker.face(pattern)
        for number in range(len(needs)):
            context.checkpoint()
            place = (self._next + number) % len(needs)
            need = needs[place]
            if (faced is not None) or need.known or need.own:
                self.attacker.face(pattern, need)
                faced = need
            cuts = list(violated(self.attacker, need, context))
            if cuts:
                self.exposed.append(need)
            found += sum(self.add_cut(cut.cut, cut.least, pattern) for cut in cuts)
            if found >= most:
                self._next = (place + 1) % len(needs)
                break
        return found

    def spread(self, values: Any) -> Vector:
        """Values of the open cells (open,) as a pattern (cells,) of all, in 0 .. 1."""
        pattern = self.always.astype(np.float64)
        pattern[self.open] = np.clip(values, 0.0, 1.0)
        return pattern


class Relaxation:
    """The cheapest fractional pattern that the pool allows, in one warm program."""

    def __init__(self, pool: CutPool) -> None:
        self._pool = pool
        self._solver: Any = solvers().Solver.CreateSolver("GLOP")
        self._variables = [self._solver.NumVar(0, 1, "") for _ in pool.open]
        self._objective = self._solver.Objective()
        costs = pool.problem.costs[pool.open].tolist()
        for variable, cost in zip(self._variables, costs, strict=True):
            self._objective.SetCoefficient(variable, cost)
        self._objective.SetMinimization()
        self._warm = solvers().MPSolverParameters()
        self._warm.SetIntegerParam(self._warm.INCREMENTALITY, self._warm.INCREMENTALITY_ON)
        self._warm.SetIntegerParam(self._warm.LP_ALGORITHM, self._warm.DUAL)
        self._warm.SetIntegerParam(self._warm.PRESOLVE, self._warm.PRESOLVE_OFF)
        self._done = 0
        self.value = 0.0
        self.shares: Vector = np.zeros(len(pool.open))
        self.reduced: Vector = np.zeros(len(pool.open))

    def solve(self, effort: Effort, context: JobContext) -> Literal["optimal", "infeasible", "failed"]:
        """Take up what is new in the pool and solve. Raises Cancelled."""
        solver = self._solver
        for row in self._pool.rows[self._done :]:
            constraint = solver.Constraint(row.least, solver.infinity())
            terms = zip(row.variables.tolist(), row.coefficients.tolist(), strict=True)
            for number, coefficient in terms:
                constraint.SetCoefficient(self._variables[number], coefficient)
        self._done = len(self._pool.rows)
        with stoppable(context, solver.InterruptSolve):
            status = solver.Solve(self._warm)
        context.checkpoint()
        effort.spend(solver.iterations())
        if status != solver.OPTIMAL:
            return "infeasible" if status == solver.INFEASIBLE else "failed"
        self.value = float(self._objective.Value())
        self.shares, self.reduced = solution_of(solver)
        return "optimal"

    def fix(self, places: Integers) -> None:
        """From now on the open cells at these places (fixed,) are published."""
        for place in places.tolist():
            self._variables[place].SetBounds(0, 0)


@dataclass
class Search:
    """A search for the cheapest pattern: what is known, and where it is to end."""

    pool: CutPool
    best: BestPattern
    effort: Effort
    limits: Limits

    @property
    def over(self) -> EndedBy | None:
        """Why the search ends; None where it continues. To be asked right before a program is solved."""
        best = self.best
        if best.proven:
            return "proven"
        if best.found is not None and (State(best.bound, best.cost).gap or 0.0) <= self.limits.gap:
            return "gap"
        return "effort" if self.effort.spent else None

    def separate(self, pattern: Vector, most: int, context: JobContext) -> int:
        """Adds about `most` rows that cut off a pattern (cells,), and counts the effort; their number."""
        before = self.pool.attacker.iterations
        found = self.pool.separate(pattern, most, context)
        self.effort.spend(self.pool.attacker.iterations - before)
        return found


def relaxed(
    search: Search, relaxation: Relaxation, context: JobContext, rounds: int | None = None
) -> EndedBy | None:
    """Fill the pool by attacking fractional patterns, in this many rounds (None: until none is left), and
    raise the bound each time. Why the search is over then; None where it is not.

    Raises :class:`Refused` where no pattern protects all primaries, Cancelled.
    """
    pool = search.pool
    for number in count():
        context.progress(1.0 if rounds is None else number / rounds, STEP_RELAXED)
        over = search.over
        if over or number == rounds:
            return over
        known = number == 0 and bool(pool.rows)  # of an easier problem: tried before any new ones
        pattern = pool.spread(relaxation.shares)
        if not (known or pool.add_bridges(pattern) or search.separate(pattern, _BATCH, context)):
            return None
        outcome = relaxation.solve(search.effort, context)
        if outcome == "infeasible":
            raise Refused(error("suppression.infeasible"))
        if outcome == "failed":
            return None  # the cuts found so far are valid all the same
        search.best.raise_bound(relaxation.value)
    raise AssertionError


class Masters:
    """The integer programs over the pool. Each asks only for patterns cheaper than the best, with cells that
    such patterns may have, and only as exactly as is worth it so far.
    """

    def __init__(self, search: Search, relaxation: Relaxation, process: MipProcess) -> None:
        self._search, self._relaxation, self._process = search, relaxation, process
        self._free = np.ones(len(search.pool.open), dtype=np.bool_)
        self._gap = _FIRST_GAP

    def prove(self, context: JobContext) -> EndedBy:
        """Search until nothing is cheaper than the best, or a limit is reached. A pattern that fails the
        audit is forbidden, with all that are part of it. Raises :class:`Refused`, Cancelled.
        """
        search, best = self._search, self._search.best
        forbidden = 0
        while True:
            share = best.bound / best.cost if best.cost else 1.0
            context.progress(share, STEP)
            here = context.within(share, share)
            over = search.over
            if over:
                return over
            if not self._narrowed(here):
                best.raise_bound(best.cost)
                return "proven"
            over = search.over
            if over:
                return over
            found = self._master(here)
            if found.chosen is None:
                if not found.complete:
                    return "effort" if search.effort.spent else "nodes"
                best.raise_bound(best.cost)
                return "proven"
            best.raise_bound(found.bound)
            forbidden += self._taken(found.chosen, here)
            if forbidden > _REPAIRS:
                return "nodes"
            if not found.complete and not best.proven:
                return "effort" if search.effort.spent else "nodes"

    def _narrowed(self, context: JobContext) -> bool:
        """Publish for good what no cheaper pattern suppresses; whether there can be any."""
        search, relaxation, best = self._search, self._relaxation, self._search.best
        outcome = relaxation.solve(search.effort, context)
        if outcome == "infeasible":
            return False
        if outcome == "optimal":
            best.raise_bound(relaxation.value)
            most = best.cost - 1 if best.whole else best.cost
            dear = relaxation.value + relaxation.reduced > most + _CLEAR * max(1.0, best.cost * _CLEAR)
            dear &= (relaxation.shares < _SMALL) & self._free
            self._free &= ~dear
            relaxation.fix(np.flatnonzero(dear))
        return True

    def _master(self, context: JobContext) -> Chosen:
        search, pool, best = self._search, self._search.pool, self._search.best
        free = np.flatnonzero(self._free)
        place = np.full(len(pool.open), -1, dtype=np.int64)
        place[free] = np.arange(len(free))
        costs = pool.problem.costs[pool.open][free]
        below = best.cost - (1.0 if best.whole else _CLEAR * max(1.0, best.cost))
        rows = [Row(np.arange(len(free)), -costs, -below)]
        for row in pool.rows:
            own = place[row.variables]
            rows.append(Row(own[own >= 0], row.coefficients[own >= 0], row.least))
        nodes = search.effort.nodes(search.limits.nodes)
        found = self._process.minimise(costs, rows, nodes, self._gap, context)
        search.effort.spend(found.iterations, found.nodes)
        if found.chosen is None:
            return found
        chosen = np.zeros(len(pool.open), dtype=np.bool_)
        chosen[free] = found.chosen
        return replace(found, chosen=chosen)

    def _taken(self, chosen: Flags, context: JobContext) -> bool:
        """Offer a choice, or else take up what is wrong with it; whether it was forbidden."""
        search, pool, best = self._search, self._search.pool, self._search.best
        problem = pool.problem
        pattern = pool.spread(chosen)
        bridges = pool.add_bridges(pattern)
        cuts = search.separate(pattern, len(problem.needs) * 3, context)
        if not bridges and not cuts:
            self._gap = self._gap / 3 if self._gap / 3 >= _LAST_GAP else 0.0
            if best.offer(pattern > 0.5, context).failures:
                pool.forbid(pattern > 0.5)
                return True
        elif len(pool.exposed) <= max(_FEW, len(problem.needs) // _FEW):
            whole, iterations = completed(problem, pattern > 0.5, pool.exposed, context)
            search.effort.spend(iterations)
            smaller, _ = cleaned(problem, whole, context)
            if problem.cost(smaller) < best.cost:
                best.offer(smaller, context)
        return False
