"""What a ``cae`` job found: its sheet, limits, and the row of risk."""

from collections.abc import Iterator
from typing import Any

from sdc_desktop.engine.methods.curves.cae.engine import CaeResult
from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.chapters.recoding import from_sheet
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.words import N_, Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The finding first, then the curve, whom it is about, what else could be done."""
    title = words.say(N_("Risk curve: {name}"), name=subject.job.name)
    return from_sheet(subject, words, _limits(subject.result.result, words), title, _spanning(subject))


def _spanning(subject: Subject) -> tuple[str, ...]:
    """The variables of the table whose cells are the cases."""
    if subject.opened is None or getattr(subject.job.params, "intervals", None) != "input":
        return ()
    job = subject.opened.plan.job(subject.job.input)
    return tuple(dimension.variable for dimension in getattr(job.params, "dimensions", ()))


def _limits(result: CaeResult, words: Words) -> Iterator[Paragraph]:
    yield Paragraph(
        words.say(
            N_(
                "The curve holds for an intruder who gives the values these probabilities. One who knows "
                "more is left with less."
            )
        ),
        words.say(N_("Intruder's knowledge.")),
    )
    if result.cases:
        yield Paragraph(
            words.say(
                N_("The curve is a mean over all cases, each weighing the same. Single ones lie far below.")
            ),
            words.say(N_("Averages.")),
        )


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    bits = words.say(N_("{h0} bits"), h0=words.figure(result.h0))
    at_first = subject.job.input == "data" and result.kind != "intervals"
    left = words.say(N_("remaining uncertainty"))
    return Balance(left, bits if at_first else NOTHING, NOTHING if at_first else bits)
