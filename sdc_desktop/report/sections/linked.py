"""The chapter on what the tables of a plan reveal together."""

from collections.abc import Sequence

from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.report.model import Section
from sdc_desktop.report.parts import JobReport
from sdc_desktop.sheets.confidential import names_of
from sdc_desktop.sheets.sheet import read_by
from sdc_desktop.sheets.tables_together import Shown, sheet
from sdc_desktop.words import N_, Words


def sections(jobs: Sequence[JobReport], words: Words) -> tuple[Section, ...]:
    """One chapter; none for a plan with one table."""
    tables = tuple(_shown(one) for one in jobs if isinstance(one.subject.result.result, TableResult))
    if not tables:
        return ()
    blocks = tuple(read_by(jobs[0].subject.edition, sheet(tables, words)))
    title = words.say(N_("What the tables tell together"))
    return (Section(title, blocks, "linked"),) if blocks else ()


def _shown(one: JobReport) -> Shown:
    subject = one.subject
    result: TableResult = subject.result.result
    names = names_of(subject.confidential, result.dimensions, result.cells, subject.total_code)
    return Shown(subject.job.name, result, names)
