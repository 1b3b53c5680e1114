"""What the comparison of strategies lets run beside the window. No Qt: this only calls the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan

if TYPE_CHECKING:  # numpy and duckdb are wanted only when something is compared
    from sdc_desktop.engine.strategies import Strategy


def compared(plans: Sequence[tuple[str, Plan]], base: Path) -> Callable[[JobContext], tuple[Strategy, ...]]:
    """Work that carries every plan through and measures what it releases; the data as they are come first."""

    def work(context: JobContext) -> tuple[Strategy, ...]:
        from sdc_desktop.engine.strategies import compared_plans

        return compared_plans(plans, base, context)

    return work
