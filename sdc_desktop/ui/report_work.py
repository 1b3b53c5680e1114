"""Writing the report beside the window. No Qt: this only calls the report's own door."""

from collections.abc import Callable, Sequence
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan
from sdc_desktop.project.project import KeptStrategy, ReportFields
from sdc_desktop.words import Words


def report_work(
    plan: Plan,
    base: Path,
    path: Path,
    fields: ReportFields,
    words: Words,
    strategies: Sequence[KeptStrategy] = (),
) -> Callable[[JobContext], Path]:
    """Work that runs the plan and writes its report, as the batch command does; gives `path`."""

    def work(context: JobContext) -> Path:
        from sdc_desktop.report.assemble import report_plan

        report_plan(plan, base, path, fields, words, context, edition=fields.edition, strategies=strategies)
        return path

    return work
