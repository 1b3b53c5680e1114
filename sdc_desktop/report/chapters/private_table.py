"""What a ``private_table`` job does: its sheet, limits, and the rows of risk and utility."""

from sdc_desktop.engine.methods.tables.private_table.engine import PrivateResult
from sdc_desktop.report.balance import Balance
from sdc_desktop.report.chapters.recoding import chapter
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.words import N_, Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section, the same in both editions: nothing in it depends on the data."""
    return chapter(subject, words, _limits(subject.result.result, words))


def _limits(result: PrivateResult, words: Words) -> tuple[Paragraph, ...]:
    say = words.say
    checked = (
        N_("The records of each person were counted, and none has more than assumed.")
        if result.checked
        else N_("That no person has more records than assumed was not checked.")
    )
    return (
        Paragraph(
            say(
                N_(
                    "The budget covers the tables of one ledger. Other releases of the same persons are not "
                    "in it."
                )
            ),
            say(N_("Other releases.")),
        ),
        Paragraph(say(checked), say(N_("Records of a person."))),
    )


def balance(subject: Subject, result: PrivateResult, words: Words) -> Balance:
    """The rows of risk and utility: the certainty from an even chance, and the noise of a detailed cell."""
    return Balance(
        words.say(N_("certainty of an even guess about a person")),
        words.percent(0.5),
        words.percent(result.total.certainty),
        words.say(N_("standard deviation of the noise of a detailed cell")),
        words.figure(result.marginals[0].deviation, 2),
    )
