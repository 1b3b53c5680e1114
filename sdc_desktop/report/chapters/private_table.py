"""What a ``private_table`` job does: its budget, and how accurate its counts are. No count is known here."""

from sdc_desktop.engine.methods.tables.private_table.engine import PrivateResult
from sdc_desktop.report.balance import Balance
from sdc_desktop.report.chapters.recoding import input_paragraph
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.settings import done_text, title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Block, Column, Finding, Heading, Paragraph, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.private import (
    budget_rows,
    guess_text,
    marginal_rows,
    marginals_header,
    private_verdict,
)


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section, the same in both editions: nothing in it depends on the data."""
    result: PrivateResult = subject.result.result
    say = words.say
    blocks: list[Block | Heading] = [
        Finding(private_verdict(result, words)),
        Heading(say(N_("Method"))),
        Paragraph(done_text(subject, words)),
        input_paragraph(subject, words),
        Paragraph(
            say(
                N_(
                    "Counts are whole, not negative and add up: they are the nearest such counts to those "
                    "with noise, by least squares and controlled rounding, which uses no budget."
                )
            )
        ),
        Heading(say(N_("Privacy budget"))),
        Table(
            say(N_("Budget")),
            (Column(say(N_("Measure")), share=2), Column(say(N_("Value")), "right", 2)),
            budget_rows(result, words),
        ),
        Paragraph(guess_text(result.total, words)),
        _marginals(result, words),
        Heading(say(N_("Limits and assumptions"))),
        *_limits(result, words),
    ]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def _marginals(result: PrivateResult, words: Words) -> Table:
    first, *others = marginals_header(words)
    columns = (Column(first, share=2), *(Column(one, "right") for one in others))
    return Table(words.say(N_("Noise by marginal")), columns, tuple(marginal_rows(result.marginals, words)))


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
        words.figure(0, 2),
        words.figure(result.marginals[0].deviation, 2),
    )
