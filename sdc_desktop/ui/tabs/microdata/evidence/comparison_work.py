"""What the pages on techniques, points and correlations let run. No Qt: they only call the engine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.spec import NEVER_RELEASED

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.recoding.anopi.compare import TechniqueComparison, TechniqueCounts
    from sdc_desktop.engine.methods.recoding.anopi.maps import LevelMaps
    from sdc_desktop.engine.microdata.numeric_changes import NumericChanges
    from sdc_desktop.ui.tabs.microdata.anopi.work import Answer

_OPENING = 0.1  # of the work of a comparison


def compared(
    opened: Opened, base: Path, params: AnopiParams
) -> Callable[[JobContext], tuple[TechniqueComparison, TechniqueCounts]]:
    """Work that compares every combination of techniques. Refuses as the engine does."""

    def work(context: JobContext) -> tuple[TechniqueComparison, TechniqueCounts]:
        from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
        from sdc_desktop.engine.methods.recoding.anopi.compare import compare_techniques, technique_counts
        from sdc_desktop.engine.source import Source

        hierarchies, _ = load_hierarchies(opened, base, context)
        source = Source(opened.data, hierarchies)
        counts = technique_counts(params, source, context.within(0.0, _OPENING))
        return compare_techniques(params, counts, context.within(_OPENING, 1.0)), counts

    return work


def mapped(answer: Answer, name: str) -> Callable[[JobContext], tuple[str, LevelMaps]]:
    """Work that maps the optimum and the levels over all points of one variable; with what identifies the
    counts.
    """

    def work(context: JobContext) -> tuple[str, LevelMaps]:
        from sdc_desktop.engine.methods.recoding.anopi.maps import level_maps

        return answer.counted.key, level_maps(answer.anopi_params, answer.counted.counts, name)

    return work


def correlated(opened: Opened, base: Path, answer: Answer) -> Callable[[JobContext], NumericChanges]:
    """Work that compares the numbers of all variables before and after, without direct identifiers."""

    def work(context: JobContext) -> NumericChanges:
        from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
        from sdc_desktop.engine.microdata.numeric_changes import numeric_changes
        from sdc_desktop.engine.runner import apply
        from sdc_desktop.engine.source import Source

        hierarchies, _ = load_hierarchies(opened, base, context)
        source = Source(opened.data, hierarchies)
        counts = answer.counted.counts
        after = apply(answer.job, answer.result, counts, source, context.within(0.0, 0.3))
        names = [v.name for v in opened.data.variables if v.role not in NEVER_RELEASED]
        return numeric_changes(opened.data, after, names, context.within(0.3, 1.0))

    return work
