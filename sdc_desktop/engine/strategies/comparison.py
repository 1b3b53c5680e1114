"""Plans side by side: by the records that they release, and by their tables."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sdc_desktop.engine.context import Cancelled, JobContext
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
    their tables; each empty where there is nothing of the kind. ``ended``: it was ended by request, and has
    only what was compared until then.
    """

    records: tuple[Strategy, ...] = ()
    problems: tuple[Problem, ...] = ()
    tables: tuple[TableStrategy, ...] = ()
    ended: bool = False


def compared(
    plans: Sequence[tuple[str, Plan]],
    base: Path,
    context: JobContext,
    done: Mapping[str, Any] | None = None,
) -> Comparison:
    """Carry every plan through and measure what it releases; the original data come first. What is compared
    so far is a draft, and stays where the rest is ended by request.

    ``done``: results of the first plan's jobs by name, where they are known. Raises :class:`Refused`,
    Cancelled.
    """
    found = Comparison()
    context.may_end()
    wished = context.until_enough().unwatched()

    def now(**more: Any) -> None:
        nonlocal found
        found = replace(found, **more)
        context.on_draft(found)

    try:
        _compare(plans, base, wished, done, now)
    except Cancelled:
        context.checkpoint()
        found = replace(found, ended=True)
    return found


def _compare(
    plans: Sequence[tuple[str, Plan]],
    base: Path,
    context: JobContext,
    done: Mapping[str, Any] | None,
    now: Callable[..., None],
) -> None:
    with_tables = has_tables(plans)
    if compares_records(plans):
        try:
            share = 0.5 if with_tables else 1.0
            compared_plans(plans, base, context.within(0.0, share), lambda some: now(records=some))
        except Refused as refusal:
            if not with_tables:
                raise
            now(records=(), problems=refusal.problems)
    if with_tables:
        compared_tables(plans, base, context.within(0.5, 1.0), done, lambda some: now(tables=some))
