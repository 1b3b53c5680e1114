"""What a ``release`` job found: its sheet, limits, and the row of risk and utility."""

from collections.abc import Iterator
from typing import Any

from sdc_desktop.engine.release.assessment import is_tested
from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.chapters.recoding import from_sheet
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.words import N_, Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The finding first, then what was done, what came of it, what it does not say."""
    title = words.say(N_("Release queue: {name}"), name=subject.job.name)
    return from_sheet(subject, words, _limits(words), title)


def _limits(words: Words) -> Iterator[Paragraph]:
    yield Paragraph(
        words.say(
            N_(
                "No correction is made for looking at several targets, nor for looking again after every "
                "record: each test is made as if it were the only one."
            )
        ),
        words.say(N_("Many looks.")),
    )
    yield Paragraph(
        words.say(
            N_(
                "The observer is taken to know the baseline and what was released, but neither the "
                "requests nor the answers, nor how many records there are. Anyone who learns that a "
                "request waits learns something about the target."
            )
        ),
        words.say(N_("Observer's knowledge.")),
    )
    yield Paragraph(
        words.say(
            N_(
                "Each release is safe by the rule at its time. Critical values can change later, where a new "
                "value is seen or where drawn values give way to the chi-square law. A target may then fail "
                "and its records wait, but nothing released can be called back."
            )
        ),
        words.say(N_("Safe when made.")),
    )


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    risk = words.say(N_("departure from the baseline that a test finds"))
    if result.assessment is not None:
        if not any(is_tested(found) for found in result.assessment.values()):
            return Balance(risk, NOTHING, NOTHING)
        safe = all(found.safe for found in result.assessment.values())
        return Balance(risk, NOTHING, words.say(N_("none") if safe else N_("some")))
    overtaken = any(row.safe_under[name] < result.orders for row in result.matrix for name in row.tests)
    most = max(result.runs, key=lambda run: run.released)
    share = most.released / most.requested if most.requested else 0.0
    return Balance(
        risk,
        NOTHING,
        words.say(N_("some") if overtaken else N_("none")),
        words.say(N_("maximum number of requested records released")),
        words.percent(share),
    )
