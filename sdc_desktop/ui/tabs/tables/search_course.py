"""The course of a search for the cheapest pattern."""

from dataclasses import dataclass, field, replace
from math import inf
from time import monotonic

from sdc_desktop.engine.context import State


@dataclass(frozen=True)
class SearchCourse:
    """``points``: (seconds since the start, cost, lower bound), in order."""

    points: tuple[tuple[float, float, float], ...] = ()
    began: float = field(default_factory=monotonic)

    def with_state(self, state: State) -> "SearchCourse":
        """The course with one more point, of this moment."""
        point = (monotonic() - self.began, state.cost, state.bound)
        return replace(self, points=(*self.points, point))

    @property
    def has_pattern(self) -> bool:
        """Whether a pattern has passed the audit."""
        return any(cost < inf for _, cost, _ in self.points)
