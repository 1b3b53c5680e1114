"""What the comparison of strategies lets run beside the window. No Qt: this only calls the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Problem, Refused

if TYPE_CHECKING:  # numpy and duckdb are wanted only when something is compared
    from sdc_desktop.engine.strategies import Strategy
    from sdc_desktop.engine.table_strategies import TableStrategy


@dataclass(frozen=True)
class Comparison:
    """Plans side by side: by the records they release (``problems`` where these could not be compared) and by
    their tables; each empty where there is nothing of the kind.
    """

    records: tuple[Strategy, ...] = ()
    problems: tuple[Problem, ...] = ()
    tables: tuple[TableStrategy, ...] = ()


def compared(plans: Sequence[tuple[str, Plan]], base: Path) -> Callable[[JobContext], Comparison]:
    """Work that carries every plan through and measures what it releases; the data as they are come first."""

    def work(context: JobContext) -> Comparison:
        from sdc_desktop.engine.strategies import compared_plans
        from sdc_desktop.engine.table_strategies import compared_tables, compares_records, has_tables

        records: tuple[Strategy, ...] = ()
        problems: tuple[Problem, ...] = ()
        with_tables = has_tables(plans)
        if compares_records(plans):
            try:
                records = compared_plans(plans, base, context.within(0.0, 0.5 if with_tables else 1.0))
            except Refused as refusal:
                if not with_tables:
                    raise
                problems = refusal.problems
        tables = compared_tables(plans, base, context.within(0.5, 1.0)) if with_tables else ()
        return Comparison(records, problems, tables)

    return work
