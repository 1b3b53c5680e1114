"""Loss and risk of a microaggregation by k, and its figures for numbers. No Qt: it only calls the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.ui.questions.question import as_work
from sdc_desktop.ui.tabs.microdata.grouping.work import GroupingAnswer, seconds

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.grouping.microaggregate.by_k import KFamily
    from sdc_desktop.engine.microdata.numeric_changes import NumericChanges
    from sdc_desktop.engine.microdata.score import Score

Points = tuple[float, tuple[Mapping[str, float] | None, Mapping[str, float] | None]]


@dataclass(frozen=True)
class GroupedNumbers:
    """The score of the continuous variables (None: fewer than two records have all of them), and numbers
    before and after.
    """

    score: Score | None
    changes: NumericChanges


def family_seconds(answer: GroupingAnswer) -> float:
    """About how long the family takes."""
    from sdc_desktop.engine.methods.grouping.microaggregate.by_k import ks_of

    params, counted = answer.job.params, answer.counts
    return sum(seconds(params.model_copy(update={"k": k}), counted) for k in ks_of(counted, params.k))


@as_work
def family(context: JobContext, answer: GroupingAnswer, points: Points) -> KFamily:
    """Work that groups the records with one k after the other, and lets ANOPI propose its own."""
    from sdc_desktop.engine.methods.grouping.microaggregate.by_k import k_family

    return k_family(answer.job.params, answer.counts, points[0], points[1], context)


@as_work
def numbers(context: JobContext, opened: Opened, answer: GroupingAnswer) -> GroupedNumbers:
    """Work that compares the numbers of the records before and after."""
    from sdc_desktop.engine.methods.grouping.microaggregate.engine import score_of
    from sdc_desktop.engine.microdata.numeric_changes import numeric_changes
    from sdc_desktop.engine.runner import apply
    from sdc_desktop.engine.source import Source

    part = context.within(0.0, 0.2)
    released = apply(answer.job, answer.result, answer.counts, Source(opened.data, {}), part)
    names = [v.name for v in released.variables if v.role not in NEVER_RELEASED]
    changes = numeric_changes(opened.data, released, names, context.within(0.2, 0.5))
    return GroupedNumbers(score_of(answer.result, answer.counts, context.within(0.5, 1.0)), changes)
