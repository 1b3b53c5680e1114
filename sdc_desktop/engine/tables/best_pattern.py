"""The best pattern that a search has so far, audited, and the cost below which it knows there is none."""

from collections.abc import Callable
from math import ceil, inf

import numpy as np

from sdc_desktop.engine.context import JobContext, State
from sdc_desktop.engine.tables.pattern_audit import Audited, audit_of, repaired
from sdc_desktop.engine.tables.relations import Flags
from sdc_desktop.engine.tables.suppression_problem import SuppressionProblem

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
