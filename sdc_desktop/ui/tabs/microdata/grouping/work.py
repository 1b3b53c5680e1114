"""What a microaggregation lets run beside the window. No Qt: these functions only call the engine."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.problems import refuse_errors
from sdc_desktop.ui.qt_locale import decimal_mark
from sdc_desktop.ui.questions.question import READING, as_work, persons_key, roles_key
from sdc_desktop.ui.tabs.microdata.grouping.question import current_blocks
from sdc_desktop.ui.tabs.microdata.tab_job import GroupingJob

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.grouping.microaggregate.block_k import ProposedK
    from sdc_desktop.engine.methods.grouping.microaggregate.engine import (
        MicroaggregateCounts,
        MicroaggregateResult,
    )
    from sdc_desktop.engine.microdata.groups.block_columns import BlockColumn
    from sdc_desktop.engine.problems import Problem
    from sdc_desktop.sheets.value_bars import Spread

Points = tuple[float, tuple[Mapping[str, float] | None, Mapping[str, float] | None]]  # alpha, points given
QUICK_SECONDS = 0.4  # so much grouping follows every change without being asked for
_PLAIN, _MIXED, _SORTED = 4e-6, 3e-9, 1e-8  # rough seconds: a number; a pair of records and variable; an edge


@dataclass(frozen=True)
class Looked:
    """What is known in milliseconds: counts with their identifier, notes, and whether values are missing.
    ``answer`` is set where grouping is quick.
    """

    job: GroupingJob
    key: str
    counts: MicroaggregateCounts
    notes: tuple[Problem, ...]
    lacking: bool
    answer: GroupingAnswer | None


@dataclass(frozen=True)
class GroupingAnswer:
    """A job, what it was decided on, the decision, and the picture of every variable."""

    job: GroupingJob
    counts: MicroaggregateCounts
    result: MicroaggregateResult
    spreads: Mapping[str, Spread]


@dataclass(frozen=True)
class Proposal:
    """The k that ANOPI proposes for these params' blocks, from the user's own points or equal ones."""

    job: GroupingJob
    found: ProposedK
    own_points: bool


def counts_key(opened: Opened, params: MicroaggregateParams) -> str:
    """A text that changes when the counts may change, or what is found on them, whichever block a variable is
    in.
    """
    data = opened.data
    names = sorted(name for block in current_blocks(params, data) for name in block)
    known = [data.variable(name) for name in names if name in data.names]
    facts = [[v.name, v.level, v.order, list(v.missing)] for v in known]
    reading = [getattr(opened.spec, key) for key in READING]
    stated = roles_key(data), persons_key(data)
    return json.dumps([opened.mark, reading, names, facts, list(params.dividing), stated])


@as_work
def look(
    context: JobContext, opened: Opened, job: GroupingJob, key: str, known: MicroaggregateCounts | None
) -> Looked:
    """Work that counts where no counts are `known`, foresees, and groups where that is quick."""
    from sdc_desktop.engine.runner import foresee

    counted = _counted(opened, job, known, context)
    notes = foresee(job, counted, context)
    answer = _grouped(job, counted, context) if seconds(job.params, counted) < QUICK_SECONDS else None
    lacking = any(column.missing.any() for column in counted.columns.values())
    notes = answer.result.notes if answer is not None else notes
    return Looked(job, key, counted, notes, bool(lacking), answer)


@as_work
def group(
    context: JobContext, opened: Opened, job: GroupingJob, known: MicroaggregateCounts | None
) -> GroupingAnswer:
    """Work that groups the records, however long it takes."""
    return _grouped(job, _counted(opened, job, known, context), context)


@as_work
def propose(
    context: JobContext,
    opened: Opened,
    job: GroupingJob,
    known: MicroaggregateCounts | None,
    points: Points,
    own_points: bool,
) -> Proposal:
    """Work that asks ANOPI for the k of each block."""
    from sdc_desktop.engine.methods.grouping.microaggregate.block_k import proposed_k

    counted = _counted(opened, job, known, context)
    return Proposal(job, proposed_k(counted, points[0], *points[1]), own_points)


def seconds(params: MicroaggregateParams, counted: MicroaggregateCounts) -> float:
    """About how long grouping will take."""
    records, k = counted.records, params.k
    if k == 1:
        return 0.0
    if params.method == "optimal_univariate":
        return len(counted.columns) * records * (_PLAIN + k * _SORTED)
    blocks = ([counted.columns[name] for name in block] for block in counted.blocks)
    return sum(block_seconds(columns, records, k) for columns in blocks)


def block_seconds(columns: Sequence[BlockColumn], records: int, k: int) -> float:
    """About how long MDAV will take over one block."""
    if k == 1:
        return 0.0
    if all(column.level == "continuous" and not column.missing.any() for column in columns):
        return _PLAIN * records * len(columns)
    return _MIXED * records**2 * len(columns) / k


def _counted(
    opened: Opened, job: GroupingJob, known: MicroaggregateCounts | None, context: JobContext
) -> MicroaggregateCounts:
    from sdc_desktop.engine.methods.grouping.microaggregate.engine import check
    from sdc_desktop.engine.runner import counts
    from sdc_desktop.engine.source import Source

    source = Source(opened.data, {})
    if known is None:
        found: MicroaggregateCounts = counts(job, source, context)
        return found
    refuse_errors(check(job.params, source))
    return replace(known, blocks=job.params.blocks_in(opened.data))


def _grouped(job: GroupingJob, counted: MicroaggregateCounts, context: JobContext) -> GroupingAnswer:
    from sdc_desktop.engine.runner import decided
    from sdc_desktop.sheets.value_bars import spreads

    counted, result = decided(job, None, context, counted)
    context.checkpoint()
    return GroupingAnswer(job, counted, result, spreads(counted, result, decimal_mark()))
