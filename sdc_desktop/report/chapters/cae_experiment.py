"""What a ``cae_experiment`` job found: its sheet, limits, and the row of risk and utility."""

from collections.abc import Iterator
from typing import Any

from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.chapters.recoding import from_sheet
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.words import N_, Words
from sdc_desktop.words.curves.cae import technique_name


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The finding first, then what was done, the figures, what it costs, what it assumes."""
    title = words.say(
        N_("{technique}, risk by what is known: {name}"),
        technique=technique_name(subject.result.result.technique, words),
        name=subject.job.name,
    )
    return from_sheet(subject, words, _limits(words), title)


def _limits(words: Words) -> Iterator[Paragraph]:
    yield Paragraph(
        words.say(
            N_(
                "All figures are means. Single persons, those with rare combinations of values above all, "
                "can be left with far less."
            )
        ),
        words.say(N_("Averages.")),
    )
    yield Paragraph(
        words.say(
            N_(
                "Only the attributes named count as known, and known exactly. An intruder who knows "
                "more about the confidential variable is less uncertain."
            )
        ),
        words.say(N_("Intruder's knowledge.")),
    )


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    least = min(result.points, key=lambda point: (point.h0, point.area))
    bits = N_("{h0} bits")
    errors = [point.error for point in result.utility if point.error is not None]
    return Balance(
        words.say(N_("smallest remaining uncertainty")),
        words.say(bits, h0=words.figure(result.h0_most)),
        words.say(bits, h0=words.figure(least.h0)),
        words.say(N_("maximum error of users' answers")) if errors else "",
        words.figure(max(errors)) if errors else NOTHING,
    )
