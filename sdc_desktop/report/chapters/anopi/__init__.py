"""What an ``anopi`` job did: the levels chosen, and what they cost."""

from collections.abc import Iterator
from typing import Any

from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
from sdc_desktop.report.balance import ENTROPY, Balance, entropy_kept, of_classes
from sdc_desktop.report.chapters.anopi.blocks import block_tables, chosen_blocks, microaggregation_method
from sdc_desktop.report.chapters.anopi.codings import params_of, planes, unusual_codings
from sdc_desktop.report.chapters.recoding import (
    anonymity_figures,
    common_limits,
    finding_of,
    information_figure,
    input_paragraph,
    suppression_paragraphs,
)
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import Block, Column, Heading, Paragraph, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import noted


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. The verdict first, then what was done, what it cost, what it assumes."""
    result: AnopiResult = subject.result.result
    entropies = {name: (info.entropy_as_is, info.entropy) for name, info in result.information.items()}
    blocks: list[Block | Heading] = [
        finding_of(subject, result.after, tuple(result.levels), words, result.suppression),
        anonymity_figures(subject, result.before, result.after, _kept(entropies), words),
        Heading(words.say(N_("Method"))),
        *_what_was_done(subject, result, words),
        *suppression_paragraphs(subject, result.suppression, result.before.records, words),
        Heading(words.say(N_("Utility loss"))),
        information_figure(entropies, words),
        *unusual_codings(result, words),
        *chosen_blocks(result, words),
        *block_tables(result, words),
        *((_levels(result, words),) if subject.is_internal else ()),
        *(planes(subject, result, words) if subject.is_internal else ()),
        Heading(words.say(N_("Limits and assumptions"))),
        *_limits(result, words),
    ]
    return (Section(_title(subject, result, words), tuple(blocks), subject.key),)


def _title(subject: Subject, result: AnopiResult, words: Words) -> str:
    if not result.blocks:
        title = N_("Recoding by ANOPI: {name}")
    elif not result.codings:
        title = N_("Microaggregation by ANOPI: {name}")
    else:
        title = N_("Recoding and microaggregation by ANOPI: {name}")
    return words.say(title, name=subject.job.name)


def _kept(entropies: dict[str, tuple[float, float]]) -> float | None:
    before = sum(entropy for entropy, _ in entropies.values())
    return sum(entropy for _, entropy in entropies.values()) / before if before > 0 else None


def _what_was_done(subject: Subject, result: AnopiResult, words: Words) -> Iterator[Paragraph]:
    if result.codings:
        yield Paragraph(
            words.say(
                N_(
                    "Every recoded variable is replaced by one of the codings of its hierarchy. ANOPI "
                    "(Zielinski 2010) treats the information that users get and the privacy that respondents "
                    "keep as goods that are paid from one income, the entropy of the variables. It computes "
                    "how much of each to buy, and the coding that comes nearest is released."
                )
            )
        )
    yield from microaggregation_method(result, words)
    yield Paragraph(
        words.say(
            N_(
                "Of the whole, {utility} goes to utility and {privacy} to privacy (alpha {alpha}). The "
                "points say how much users want each variable, and how much it would help an intruder; each "
                "sum to 100. The income is {income}."
            ),
            utility=words.percent(result.alpha, 0),
            privacy=words.percent(1 - result.alpha, 0),
            alpha=words.short(result.alpha),
            income=words.figure(result.income, 4),
        )
    )
    yield from _bounds(subject, words)
    yield input_paragraph(subject, words)
    for problem in result.notes:
        yield Paragraph(noted(problem, words), words.say(N_("Note.")))


def _bounds(subject: Subject, words: Words) -> Iterator[Paragraph]:
    params = params_of(subject)
    if params.min_utility or params.min_privacy:
        yield Paragraph(
            words.say(
                N_(
                    "Lower bounds were set on utility or privacy. Codings and k that do not meet them were "
                    "not considered."
                )
            )
        )


def _levels(result: AnopiResult, words: Words) -> Table:
    columns = (
        Column(words.say(N_("Variable")), share=1.8),
        Column(words.say(N_("Points, users")), "right"),
        Column(words.say(N_("Points, intruder")), "right"),
        Column(words.say(N_("Utility, best")), "right"),
        Column(words.say(N_("Utility, released")), "right"),
        Column(words.say(N_("Privacy, best")), "right"),
        Column(words.say(N_("Privacy, released")), "right"),
    )
    rows = tuple(
        (
            name,
            words.short(result.user_points[name], 4),
            words.short(result.intruder_points[name], 4),
            words.figure(best.utility),
            words.figure(result.released[name].utility),
            words.figure(best.privacy),
            words.figure(result.released[name].privacy),
        )
        for name, best in result.levels.items()
    )
    note = words.say(
        N_(
            "Utility is points times the entropy that is released, privacy points times the entropy that is "
            "held back. “Best” is the optimum, which what is released can only come near to."
        )
    )
    return Table(words.say(N_("Optimal and released utility and privacy")), columns, rows, note)


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
