"""What the tab lets run beside the window on a whole file. No Qt: it only calls the engine's one door."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.release.release import ReleaseParams
from sdc_desktop.ui.tabs.release.tab_job import job_of

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.release.release.engine import ReleaseResult
    from sdc_desktop.engine.release.requested_records import Cells


@dataclass(frozen=True)
class Answer:
    """What was simulated, what was found, and the requests of the first order (cells, or -1 - target; none
    where the file is only assessed).
    """

    params: ReleaseParams
    result: ReleaseResult
    order: Cells | None


def answer(
    opened: Opened, base: Path, params: ReleaseParams, seed: int | None
) -> Callable[[JobContext], Answer]:
    """Work that runs a job as the batch command does; `seed` is the job's. Refuses as the engine does."""

    def work(context: JobContext) -> Answer:
        from sdc_desktop.engine.methods.release.release.engine import requested_order
        from sdc_desktop.engine.release.statistics.critical_values import cache_folder
        from sdc_desktop.engine.run import run_job
        from sdc_desktop.engine.source import Source

        own = replace(context, cache=cache_folder())
        source = Source(opened.data, {}, base)
        result: ReleaseResult = run_job(job_of(params, seed), source, own, with_data=False).result
        order = None
        if not params.assess_only:
            order = requested_order(params, result.counted, result.rules, 0)
        return Answer(params, result, order)

    return work
