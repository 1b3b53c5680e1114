"""Optimum suppression by cuts (Benders), after Fischetti & Salazar-Gonzalez 2001.

The cheapest pattern that a pool of cuts allows is attacked; each primary that an attacker can pin down gives
a cut; until none does. First with fractional patterns, then with whole ones. Cuts are strengthened: what is
suppressed anyway goes to the right side, no coefficient is greater than that. Bridgeless inequalities: a
suppressed cell is never alone in a relation.
"""

from collections.abc import Callable
from itertools import count
from math import ceil, inf
from typing import Any

import numpy as np

from sdc_desktop.engine.context import JobContext, State
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.attack import solvers
from sdc_desktop.engine.tables.attack.attacker import Attacker, violated
from sdc_desktop.engine.tables.attack.pattern_audit import Audited, audit_of, repaired
from sdc_desktop.engine.tables.protection.mip import Chosen, MipProcess, Row
from sdc_desktop.engine.tables.protection.suppression_problem import Need, SuppressionProblem, Vector
from sdc_desktop.engine.tables.protection.widening import completed
from sdc_desktop.engine.tables.relations import Flags, Integers

_NEAR = 1e-6  # a solver's bound is told less exactly than costs are


class BestPattern:
    """``found``: the cheapest pattern offered that passed the audit; ``exposed``: the last that did not.

    ``bound``: no pattern that protects costs less; ``states``: how it and the cost came together.
    """

    def __init__(self, problem: SuppressionProblem, unimodular: bool, tell: Callable[[State], None]) -> None:
        self._problem, self._unimodular, self._tell = problem, unimodular, tell
        self._whole = bool((problem.costs == np.rint(problem.costs)).all())
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
        """Audit a pattern and keep it if it is the best so far; with `repair` made larger until it passes."""
        found = audit_of(self._problem, pattern, context, self._unimodular)
        if found.failures and repair:
            found = repaired(self._problem, found, context, self._unimodular)
        if found.failures:
            self.exposed = found
        elif found.cost < self.cost:
            self.found = found
            self._note()
        return found

    def raise_bound(self, bound: float) -> None:
        """Take up that no pattern that protects costs less; where all costs are whole, nothing in between."""
        if self._whole and bound < inf:
            bound = max(bound, float(ceil(bound - _NEAR - 1e-9 * abs(bound))))
        bound = min(bound, self.cost)
        if bound > self.bound:
            self.bound = bound
            self._note()

    def _note(self) -> None:
        state = State(self.bound, self.cost)
        self.states.append(state)
        self._tell(state)


def slack(cost: float) -> float:
    """Costs that differ by less are equal: sums of doubles."""
    return 1e-9 * max(1.0, abs(cost))


STEP = "proving_pattern"
STEP_RELAXED = "bounding_cost"
_BATCH = 60  # cuts found before the pattern is chosen anew
_SMALL = 1e-7
_VIOLATED = 1e-4
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
        """Take up a capacity cut, strengthened, if the pattern violates it."""
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
        """Some cell besides those of the pattern has to be suppressed."""
        variables = np.flatnonzero(~pattern[self.open])
        self.rows.append(Row(variables, np.ones(len(variables)), 1.0))

    def add_bridges(self, pattern: Vector) -> int:
        """Take up the violated inequalities x_h <= sum of the others in its relation; how many."""
        relations = self.problem.relations
        if not len(relations):
            return 0
        here = pattern[relations.cells]
        sums = np.add.reduceat(here, relations.starts[:-1])
        alone = np.flatnonzero(here - (sums[relations.row_of_term] - here) > _VIOLATED)
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
        """Attack a pattern and take up cuts, about `most` of them; how many."""
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
        """Values of the open cells as a pattern of all."""
        pattern = self.always.astype(np.float64)
        pattern[self.open] = np.clip(values, 0.0, 1.0)
        return pattern


def relaxed(
    pool: CutPool, tell: Callable[[float], None], context: JobContext, rounds: int | None = None
) -> None:
    """Fill the pool by attacking fractional patterns, in so many rounds (None: until none is left); each time
    `tell` the cost below which there is no pattern that protects.

    Raises :class:`Refused` where no pattern protects all primaries, Cancelled.
    """
    solver: Any = solvers().Solver.CreateSolver("GLOP")
    variables = [solver.NumVar(0, 1, "") for _ in pool.open]
    objective = solver.Objective()
    for variable, cost in zip(variables, pool.problem.costs[pool.open].tolist(), strict=True):
        objective.SetCoefficient(variable, cost)
    objective.SetMinimization()
    warm = solvers().MPSolverParameters()
    warm.SetIntegerParam(warm.INCREMENTALITY, warm.INCREMENTALITY_ON)
    warm.SetIntegerParam(warm.LP_ALGORITHM, warm.DUAL)
    warm.SetIntegerParam(warm.PRESOLVE, warm.PRESOLVE_OFF)
    pattern, done = pool.spread(0.0), 0
    for number in count():
        context.progress(1.0 if rounds is None else number / rounds, STEP_RELAXED)
        known = number == 0 and bool(pool.rows)  # of an easier problem: tried before any new ones
        if number == rounds or not (
            known or pool.add_bridges(pattern) or pool.separate(pattern, _BATCH, context)
        ):
            return
        for row in pool.rows[done:]:
            constraint = solver.Constraint(row.least, solver.infinity())
            terms = zip(row.variables.tolist(), row.coefficients.tolist(), strict=True)
            for number, coefficient in terms:
                constraint.SetCoefficient(variables[number], coefficient)
        done = len(pool.rows)
        status = solver.Solve(warm)
        if status == solver.INFEASIBLE:
            raise Refused(error("suppression.infeasible"))
        if status != solver.OPTIMAL:
            return  # the cuts found so far are valid all the same
        tell(float(objective.Value()))
        pattern = pool.spread([variable.solution_value() for variable in variables])


def optimum(
    pool: CutPool, best: BestPattern, nodes: int, process: MipProcess, context: JobContext
) -> Flags | None:
    """The cheapest pattern that protects all primaries in real numbers, from a pool already filled; None
    where none is cheaper than the best, or where an integer program takes more than `nodes` nodes.

    `best` is told the bound, and offered what protects on the way. Raises :class:`Refused`, Cancelled.
    """
    problem = pool.problem
    few = max(_FEW, len(problem.needs) // _FEW)
    while True:
        share = best.bound / best.cost if best.cost else 1.0
        context.progress(share, STEP)
        here = context.within(share, share)
        found: Chosen = process.minimise(problem.costs[pool.open], pool.rows, nodes, context)
        if found.chosen is None and found.proven:
            raise Refused(error("suppression.infeasible"))
        best.raise_bound(found.bound)
        if best.proven or found.chosen is None:
            return None
        pattern = pool.spread(found.chosen)
        bridges = pool.add_bridges(pattern)
        cuts = pool.separate(pattern, len(problem.needs) * 3, context)
        if not bridges and not cuts and found.proven:
            return pattern > 0.5
        if len(pool.exposed) <= few or not found.proven:
            best.offer(completed(problem, pattern > 0.5, pool.exposed, here)[0], here)
        if not found.proven or best.proven:
            return None
