"""The work of a measure: a job on the data, as a plan runs it. It runs beside the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.method import Method
from sdc_desktop.engine.plan import JOB_CLASSES

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened


def measured(
    opened: Opened, base: Path, method: Method[Any], params: object
) -> Callable[[JobContext], object]:
    """Work that gives the result of a job with these params on the open data. Refuses as the engine does."""

    def run(context: JobContext) -> object:
        from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
        from sdc_desktop.engine.runner import counts, decide
        from sdc_desktop.engine.source import Source

        hierarchies, _ = load_hierarchies(opened, base, context)
        job = JOB_CLASSES[method.kind](name=method.kind, params=params)
        counted = counts(job, Source(opened.data, hierarchies, base), context.within(0.0, 0.1))
        return decide(job, counted, context.within(0.1, 1.0))

    return run
