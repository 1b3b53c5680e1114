"""Protection levels: how far from its true value a cell's interval must reach at least."""

from dataclasses import dataclass
from fractions import Fraction

_NONE = Fraction(0)


@dataclass(frozen=True)
class Levels:
    """In units, exactly: above the value, below it, and the whole length of the interval (sliding)."""

    upper: Fraction = _NONE
    lower: Fraction = _NONE
    sliding: Fraction = _NONE

    def at_least_a_unit(self) -> "Levels":
        """The same, with a length of at least one unit: a single possible value is never protection."""
        return Levels(self.upper, self.lower, max(self.sliding, Fraction(1)))

    def upper_met(self, value: int, upper: int | Fraction | None) -> bool:
        """Whether an interval that ends at `upper` (None: never) reaches far enough."""
        return upper is None or upper - value >= self.upper

    def lower_met(self, value: int, lower: int | Fraction | None) -> bool:
        """Whether an interval that begins at `lower` (None: never) reaches far enough."""
        return lower is None or value - lower >= self.lower

    def sliding_met(self, lower: int | Fraction | None, upper: int | Fraction | None) -> bool:
        """Whether the interval is long enough."""
        return lower is None or upper is None or upper - lower >= self.sliding
