"""What an ``audit`` job found: its sheet, limits, and the row of risk."""

from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.chapters.recoding import from_sheet
from sdc_desktop.report.chapters.tables import shown_count, table_limits
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The finding first, then the suppressed cells, then how cells are disclosed."""
    return from_sheet(subject, words, table_limits(words))


def balance(subject: Subject, result: AuditResult, words: Words) -> Balance:
    """The row of risk: an audit has no before."""
    measure = words.say(N_("unpublished cells that can be derived exactly"))
    return Balance(measure, NOTHING, shown_count(subject, result.disclosed, words))
