"""How long a search may last: in the work of its solvers, never in seconds, so that a plan gives the same
result on every machine.
"""

from dataclasses import dataclass
from typing import Literal

EndedBy = Literal["proven", "gap", "effort", "nodes", "wish"]
USUAL_EFFORT = 20_000_000  # of the optimum search, where the plan sets none
_NODE = 1000  # what a node of an integer program counts, in iterations


@dataclass(frozen=True)
class Limits:
    """Where a search ends. ``effort``: in simplex iterations (None: no limit); ``gap``: when another pattern
    could cost at most this share less; ``nodes``: of each integer program; ``starts``: how many patterns the
    fast method tries (None: by size).
    """

    nodes: int = 1_000_000
    effort: int | None = None
    gap: float = 0.0
    starts: int | None = None


@dataclass(frozen=True)
class Unproven:
    """How a search ended that did not prove its best: another may be better by the share ``gap``, None where
    that is not known. ``effort_used``: with it as limit the same comes out again.
    """

    gap: float | None
    ended_by: EndedBy
    effort_used: int


class Effort:
    """What a search has ``used``: the simplex iterations of its programs and 1,000 for each node, or another
    measure of the work of its solver.
    """

    def __init__(self, limit: int | None) -> None:
        self._limit = limit
        self.used = 0

    def spend(self, iterations: int, nodes: int = 0) -> None:
        """Count a program; it counts one at least."""
        self.used += max(1, iterations + _NODE * nodes)

    @property
    def left(self) -> int:
        """What may still be spent; of a search without a limit very much."""
        return max(0, (2**53 if self._limit is None else self._limit) - self.used)

    @property
    def spent(self) -> bool:
        """Whether nothing is left. To be checked right before a program is solved."""
        return not self.left

    def nodes(self, most: int) -> int:
        """How many nodes the next integer program may have, `most` at most."""
        return min(most, self.left // _NODE + 1)
