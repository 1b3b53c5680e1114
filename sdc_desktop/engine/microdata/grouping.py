"""What a description of a hierarchy has to give: labels by rule, for values that nobody listed."""

from collections.abc import Callable
from typing import Protocol


class Grouping(Protocol):
    """Levels above "as is" that are computed from a description."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the levels, fine to coarse."""

    def labeller(self) -> Callable[[str], tuple[str, ...] | None]:
        """A function that gives a value's labels, one a level; None for a value that the levels lack."""

    def sole(self, level: int, /) -> str | None:
        """The label of a level (from 0) that has one category whatever the data are, else None."""
