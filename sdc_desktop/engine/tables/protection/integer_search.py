"""A search for the best whole numbers by CP-SAT, which gives the best so far wherever it ends.

Its effort is the solver's own measure of work, equal on all machines: 1,000,000 are one of its deterministic
seconds, about two of a processor. The effort used by a search that was ended by request gives its result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, inf
from typing import Any

import numpy as np

from sdc_desktop.engine.context import JobContext, State, stoppable
from sdc_desktop.engine.tables.protection.effort import Effort, EndedBy
from sdc_desktop.engine.tables.relations import Integers

_SECOND = 1_000_000  # effort of what the solver calls a deterministic second
_NEWS = 1e-3  # of the cost: a bound that rises by less is not reported


@dataclass(frozen=True)
class Solved:
    """``values`` (variables,): the best found, None where there is none; ``impossible``: none exists.

    ``state``: the cost of the objective, and what none is below; ``ended_by``: why the search ended.
    """

    values: Integers | None
    state: State
    ended_by: EndedBy
    impossible: bool = False


Report = Callable[[Integers, State], None]  # the best values so far, bound and cost


def best_found(
    model: Any, variables: Sequence[Any], effort: Effort, context: JobContext, report: Report
) -> Solved:
    """The best values of variables of a model, within the effort and until it is enough; with one worker and
    a fixed seed. What is better is reported at once. Raises Cancelled.
    """
    from ortools.sat.python import cp_model

    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.max_deterministic_time = effort.left / _SECOND
    course = _Course(report)
    solver.best_bound_callback = course.raise_bound

    class Follow(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            course.values = np.array([self.value(one) for one in variables], dtype=np.int64)
            course.improve(self.objective_value, self.best_objective_bound)

    with stoppable(context.until_enough(), solver.stop_search):
        status = solver.solve(model, Follow())
    context.checkpoint()
    used = solver.response_proto.deterministic_time * _SECOND
    if status == cp_model.OPTIMAL:
        effort.spend(min(ceil(used), effort.left))
        course.values = np.array([solver.value(one) for one in variables], dtype=np.int64)
        course.improve(solver.objective_value, solver.objective_value)
        return Solved(course.values, course.state, "proven")
    wished = context.is_enough() and used < effort.left
    # A search can stop at the very figure at which it found its best, which a limit then has to lie beyond.
    effort.spend(floor(used) + 1 if wished else min(ceil(used), effort.left))
    ended_by: EndedBy = "wish" if wished else "effort"
    return Solved(course.values, course.state, ended_by, status == cp_model.INFEASIBLE)


class _Course:
    """How far a search is."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self.values: Integers | None = None
        self.state = State(-inf, inf)

    def improve(self, cost: float, bound: float) -> None:
        assert self.values is not None
        self.state = State(max(bound, self.state.bound), cost)
        self._report(self.values, self.state)

    def raise_bound(self, bound: float) -> None:
        news = bound - self.state.bound > _NEWS * max(1.0, abs(bound))
        self.state = State(max(bound, self.state.bound), self.state.cost)
        if news and self.values is not None:
            self._report(self.values, self.state)
