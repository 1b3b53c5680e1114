"""Integer programs with variables 0 and 1, solved by SCIP in a process of its own.

SCIP was seen to react to a request to stop after seconds only; a process can be ended at once.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from sdc_desktop.engine.child_process import pipe, start_child
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.tables.attack.attack import solvers
from sdc_desktop.engine.tables.protection.suppression_problem import Vector
from sdc_desktop.engine.tables.relations import Flags, Integers

_POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Row:
    """``coefficients @ x[variables] >= least``."""

    variables: Integers
    coefficients: Vector
    least: float


@dataclass(frozen=True)
class Chosen:
    """The choice of variables that an integer program found.

    ``chosen`` (variables,): the best choice; None where there is none. ``bound``: no choice costs less.
    ``complete``: the search ended within its nodes; a choice is then within the required gap, and no choice
    means that none exists.
    """

    chosen: Flags | None
    bound: float
    complete: bool
    iterations: int = 0
    nodes: int = 0


class MipProcess:
    """A process that minimises. Started when first asked; ended by `close`."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Connection | None = None

    def minimise(
        self, costs: Vector, rows: Sequence[Row], nodes: int, gap: float, context: JobContext
    ) -> Chosen:
        """A choice (variables,) that all rows allow and that costs at most the share `gap` more than the
        cheapest, within this many nodes of the search: the same every time. ``costs`` (variables,).

        Raises :class:`Refused` where the process dies, Cancelled.
        """
        found: Chosen = self.result(minimised, (costs, rows, nodes, gap), len(rows), context)
        return found

    def result(self, work: Callable[..., Any], given: tuple[Any, ...], size: int, context: JobContext) -> Any:
        """What a function of a module returns in the process; ``size``: how many rows its program has.

        Raises :class:`Refused` where the process dies, Cancelled (the process is then to be closed).
        """
        context.checkpoint()
        if self._pipe is None:
            self._pipe, theirs = pipe()
            self._process = start_child(_serve, (theirs,))
            theirs.close()
        try:
            self._pipe.send((work, given))
            while not self._pipe.poll(_POLL_SECONDS):
                context.checkpoint()
            return self._pipe.recv()
        except (EOFError, BrokenPipeError, ConnectionResetError):
            raise Refused(error("suppression.solver_died", number=size)) from None

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe = self._process = None


@contextmanager
def mip_process() -> Iterator[MipProcess]:
    """A process that is gone when the block ends."""
    process = MipProcess()
    try:
        yield process
    finally:
        process.close()


def _serve(pipe: Connection) -> None:
    """The loop of the process: solves each request until the pipe is closed."""
    while True:
        try:
            work, given = pipe.recv()
        except EOFError:
            return
        pipe.send(work(*given))


def minimised(costs: Vector, rows: Sequence[Row], nodes: int, gap: float) -> Chosen:
    """The cheapest choice of variables 0 or 1 that meets the rows, found in this process.

    ``costs`` is (variables,); the search ends at `nodes` or within the share `gap`.
    """
    solver: Any = solvers().Solver.CreateSolver("SCIP")
    solver.SetSolverSpecificParametersAsString(f"limits/totalnodes = {nodes}\nlimits/gap = {gap}\n")
    variables = [solver.BoolVar("") for _ in costs]
    objective = solver.Objective()
    for variable, cost in zip(variables, costs.tolist(), strict=True):
        objective.SetCoefficient(variable, cost)
    objective.SetMinimization()
    for row in rows:
        constraint = solver.Constraint(row.least, solver.infinity())
        terms = zip(row.variables.tolist(), row.coefficients.tolist(), strict=True)
        for number, coefficient in terms:
            constraint.SetCoefficient(variables[number], coefficient)
    status = solver.Solve()
    work = max(0, solver.iterations()), max(0, solver.nodes())
    if status not in (solver.OPTIMAL, solver.FEASIBLE):
        none = status == solver.INFEASIBLE
        return Chosen(None, np.inf if none else 0.0, none, *work)
    chosen = np.array([variable.solution_value() > 0.5 for variable in variables], dtype=np.bool_)
    complete = status == solver.OPTIMAL
    bound = float(costs[chosen].sum()) if complete and gap == 0 else float(objective.BestBound())
    return Chosen(chosen, bound, complete, *work)
