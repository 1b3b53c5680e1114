"""Cells of tables with values below zero: their intervals have no end while no lowest value is stated."""

from collections.abc import Iterator

from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.verdict import Reason, reserved, unjudged


def unbounded_reasons(number: int, lowest: Number | str | None, *, limited: bool) -> Iterator[Reason]:
    """What follows for a release from this many cells without bounds: a limit to the disclosure risk cannot
    be judged. Where the plan says that intruders know no lowest value, that is an assumption.
    """
    if number and lowest is not None:
        yield reserved("table.lowest_unknown", number=number)
    elif number and limited:
        yield unjudged("table.no_lowest", number=number)
