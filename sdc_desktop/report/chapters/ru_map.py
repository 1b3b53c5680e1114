"""What a ``ru_map`` job found: its sheet, its limits, and the row of risk and utility."""

from typing import Any

from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.chapters.recoding import from_sheet
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.records import share_text
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.words import N_, Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the sheet, and what it takes for granted."""
    limits = words.say(
        N_(
            "Risk is the average re-identification risk for an intruder who knows all key "
            "variables: classes divided by records. Utility is 100 % where nothing changes and 0 % "
            "where nothing is released. Both are without suppression."
        )
    )
    return from_sheet(subject, words, (Paragraph(limits),))


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility as is, and of the most useful tolerable setting."""
    plain = [point for point in result.points if point.levels is not None and not any(point.levels)]
    best = None if result.best is None else result.points[result.best]
    return Balance(
        words.say(N_("average re-identification risk, best tolerable setting")),
        share_text(subject, plain[0].risk, words) if plain else NOTHING,
        NOTHING if best is None else share_text(subject, best.risk, words),
        words.say(N_("information")),
        NOTHING if best is None else words.percent(best.utility),
    )
