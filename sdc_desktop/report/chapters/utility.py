"""What a ``utility`` job found: its sheet, and the row of risk and utility."""

from sdc_desktop.engine.methods.experiments.utility.result import UtilityResult
from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.chapters.recoding import from_sheet
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the finding, tables, propensity score, models, limits."""
    result: UtilityResult = subject.result.result
    limits = words.say(
        N_(
            "These measures state how close the files are, not how safe the released file is. They "
            "cover only the variables, tables and models named."
        )
    )
    notes = result.notes if subject.is_internal else ()
    remarks = (Paragraph(sentence(problem, words).message, words.say(N_("Note."))) for problem in notes)
    return from_sheet(subject, words, (Paragraph(limits), *remarks))


def balance(subject: Subject, result: UtilityResult, words: Words) -> Balance:
    """The row of risk and utility: only utility is measured."""
    return Balance(
        NOTHING,
        NOTHING,
        NOTHING,
        words.say(N_("similarity of tables, 1 \u2212 mean total variation")),
        words.percent(1 - result.mean_variation),
    )
