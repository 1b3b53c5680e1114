"""What a ``linked_audit`` job found: its sheet, limits, and the row of risk."""

from sdc_desktop.engine.methods.tables.linked_audit.engine import LinkedAuditResult
from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.chapters.recoding import from_sheet
from sdc_desktop.report.chapters.tables import shown_count, table_limits
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The finding first, then the scenarios side by side, then the cells of the worst."""
    return from_sheet(subject, words, table_limits(words))


def balance(subject: Subject, result: LinkedAuditResult, words: Words) -> Balance:
    """The row of risk: of the scenario that discloses most; an audit has no before."""
    most = max(scenario.disclosed for scenario in result.scenarios)
    measure = words.say(N_("detailed cells disclosed, worst scenario"))
    return Balance(measure, NOTHING, shown_count(subject, most, words))
