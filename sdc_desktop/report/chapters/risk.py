"""What a ``risk`` job found: its sheet, its limits, and the row of risk and utility."""

from collections.abc import Iterator
from typing import Any

from sdc_desktop.engine.methods.risk.risk.result import RiskResult
from sdc_desktop.report.balance import GUESS, NOTHING, Balance
from sdc_desktop.report.chapters.recoding import from_sheet
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.records import share_text
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.risk.missing_rule import missing_rule
from sdc_desktop.words.words import listed


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the sheet, and what it takes for granted."""
    return from_sheet(subject, words, _limits(subject.result.result, words))


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk before or after, and what the score finds unchanged."""
    now = share_text(subject, result.prosecutor.average, words)
    at_first = subject.job.input == "data"
    score = result.score
    return Balance(
        words.say(GUESS),
        now if at_first else NOTHING,
        NOTHING if at_first else now,
        "" if score is None else words.say(N_("unchanged statistics")),
        NOTHING if score is None else words.percent(max(0.0, 1 - score.information_loss / 100)),
    )


def _limits(result: RiskResult, words: Words) -> Iterator[Paragraph]:
    yield Paragraph(missing_rule(result.missing, words), words.say(N_("Missing values.")))
    yield Paragraph(
        words.say(
            N_(
                "Only {variables} count as known to an intruder. If another variable can be known too, "
                "risk is higher."
            ),
            variables=listed(result.key_variables, words),
        ),
        words.say(N_("Intruder's knowledge.")),
    )
    for problem in result.notes:
        yield Paragraph(noted(problem, words), words.say(N_("Note.")))
