"""What an ``anopi`` job did: its sheet, limits, and the row of risk and utility."""

from collections.abc import Iterator
from typing import Any

from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
from sdc_desktop.report.balance import ENTROPY, Balance, entropy_kept, of_classes
from sdc_desktop.report.chapters.recoding import about, chapter, common_limits
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.anopi import done
from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.words import N_, Words


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The finding first, then what was done, what it cost, what it assumes."""
    result: AnopiResult = subject.result.result
    return chapter(
        subject,
        words,
        _limits(result, words),
        result.notes,
        done=done(about(subject), words),
        title=_title(subject, result, words),
    )


def _title(subject: Subject, result: AnopiResult, words: Words) -> str:
    if not result.blocks:
        title = N_("Recoding by ANOPI: {name}")
    elif not result.codings:
        title = N_("Microaggregation by ANOPI: {name}")
    else:
        title = N_("Recoding and microaggregation by ANOPI: {name}")
    return words.say(title, name=subject.job.name)


def _limits(result: AnopiResult, words: Words) -> Iterator[Paragraph]:
    yield Paragraph(
        words.say(
            N_(
                "Entropy is taken of each variable on its own. Utility and privacy describe no single "
                "records: a rare combination can remain although every variable reaches its optimum. "
                "For this reason unique records are counted as well."
            )
        ),
        words.say(N_("Single records.")),
    )
    yield Paragraph(
        words.say(
            N_(
                "Points and alpha are judgements. The optimum is the best for them, not a proof that the "
                "file is safe."
            )
        ),
        words.say(N_("Judgement.")),
    )
    if result.blocks:
        yield Paragraph(
            words.say(
                N_(
                    "The mean of a microaggregated number stays the same except for suppressed records. "
                    "Variances become smaller, and correlations change; a group's mean may be a value that "
                    "no record had."
                )
            ),
            words.say(N_("Notes for data users.")),
        )
    yield from common_limits(words, result.after.persons)


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk and utility before and after."""
    entropies = {name: (info.entropy_as_is, info.entropy) for name, info in result.information.items()}
    return of_classes(result.before, result.after, words.say(ENTROPY), entropy_kept(entropies), words)
