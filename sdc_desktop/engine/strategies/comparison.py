"""Plans side by side: by the records that they release, and by their tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.engine.strategies.strategies import Strategy, compared_plans
from sdc_desktop.engine.strategies.table_strategies import (
    TableStrategy,
    compared_tables,
    compares_records,
    has_tables,
)


@dataclass(frozen=True)
class Comparison:
    """Plans side by side: by the records they release (``problems`` where these could not be compared) and by
    their tables; each empty where there is nothing of the kind.
    """

    records: tuple[Strategy, ...] = ()
    problems: tuple[Problem, ...] = ()
    tables: tuple[TableStrategy, ...] = ()


def compared(plans: Sequence[tuple[str, Plan]], base: Path, context: JobContext) -> Comparison:
    """Carry every plan through and measure what it releases; the original data come first. Raises
    :class:`Refused`, Cancelled.
    """
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
