"""What an ``output_check`` job found: its sheet, limits, and the row of risk."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.outputs.output_check.result import OutputCheckResult, severities
from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.chapters.recoding import from_sheet
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import whole


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The external edition has numbers of findings, no names, places or values."""
    return from_sheet(subject, words, _limits(words))


def balance(subject: Subject, result: OutputCheckResult, words: Words) -> Balance:
    """The row of risk: a check has no before."""
    numbers = severities(result)
    measure = words.say(N_("tables and files that need a change or must not be released"))
    return Balance(measure, NOTHING, whole(numbers["change"] + numbers["refuse"]))


def _limits(words: Words) -> Iterator[Paragraph]:
    yield Paragraph(
        words.say(
            N_(
                "Kinds, totals and counts are detected from the files, statements of numbers in English and "
                "German. Pictures are not judged, and totals in documents that were not submitted are not "
                "known. Comparison covers the tables submitted and those in the ledger."
            )
        )
    )
    yield Paragraph(
        words.say(
            N_(
                "The hashes of a ledger have no key: anyone who can write to both the ledger and its head "
                "can forge them."
            )
        )
    )
