"""How much an interval gives away: the number of possible values, and the disclosure risk.

After Domingo-Ferrer, Oganian & Torra 2002: DR = 1 / H, H the entropy to base 2 of what the cell can be; over
m equally likely values DR = 1 / log2 m (equation 3).
"""

from dataclasses import dataclass
from math import ceil, floor, log2

from sdc_desktop.engine.tables.intervals import Bound


@dataclass(frozen=True)
class Risk:
    """``possible``: None where there is no end. ``risk``: 0 then; None where the value is disclosed."""

    possible: int | None
    risk: float | None

    @property
    def disclosed(self) -> bool:
        """Whether one value only is possible."""
        return self.possible == 1


def risk_of(lower: Bound, upper: Bound) -> Risk:
    """The risk of an interval in units. It depends on the unit: a finer one makes more values possible."""
    if lower is None or upper is None:
        return Risk(None, 0.0)
    return risk_of_number(max(floor(upper) - ceil(lower) + 1, 1))


def risk_of_number(possible: int) -> Risk:
    """The risk of so many equally likely values."""
    return Risk(possible, None if possible == 1 else 1 / log2(possible))


def insider_interval(
    lower: Bound, upper: Bound, own: int, contributors: int | None, *, is_second: bool, non_negative: bool
) -> tuple[Bound, Bound]:
    """Where a contributor knows another's contribution to lie, from its `own` and the cell's interval.

    ``contributors``: how many it knows there to be; with two, the other has all the rest. ``is_second``: it
    knows to be the second largest; then the bounds are those of the largest. ``non_negative``: nobody
    contributes less than nothing; else nothing follows but with two.
    """
    if contributors == 2:
        least = None if lower is None else lower - own
        if non_negative and least is not None:
            least = max(least, 0)
        least = max(least or 0, own) if is_second and non_negative else least
        return least, None if upper is None else upper - own
    if not non_negative:
        return None, None
    least = 0
    if is_second:
        least = own
        if contributors is not None and lower is not None:
            least = max(own, ceil((lower - own) / (contributors - 1)))
    return least, None if upper is None else upper - own
