"""What a comparison of records lets run beside the window. No Qt: it only calls the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.ui.questions.question import as_work

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.microdata.classes.compared_records import Choice, ComparedRecords
    from sdc_desktop.engine.microdata.classes.key_classes import Integers
    from sdc_desktop.engine.strategies.trail import Trail

Comparing = Callable[[JobContext], "tuple[ComparedRecords | None]"]


@as_work
def of_trail(context: JobContext, trail: Trail, steps: int, passed: int) -> tuple[ComparedRecords | None]:
    """Work that compares the records after the first `steps` of a trail with those after the first `passed`
    of them, in a tuple. The steps have been applied; None without a counterpart.
    """
    from sdc_desktop.engine.strategies.trail import compared_after

    return (compared_after(trail, steps, context, since=passed),)


@as_work
def chosen(context: JobContext, compared: ComparedRecords, choice: Choice) -> tuple[Choice, Integers | None]:
    """Work that finds the records of a choice."""
    from sdc_desktop.engine.microdata.classes.compared_records import chosen_records

    return choice, chosen_records(compared, choice, context)
