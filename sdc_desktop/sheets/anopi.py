"""The result of an ``anopi`` job: the levels chosen, and the information that they lose."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
from sdc_desktop.sheets.anopi_blocks import block_tables, chosen_blocks, microaggregation_method
from sdc_desktop.sheets.anopi_codings import planes, unusual_codings
from sdc_desktop.sheets.blocks import Block, Column, Heading, Paragraph, Table
from sdc_desktop.sheets.recoding import anonymity_figures, findings, information_figure, kept_of, suppressed
from sdc_desktop.sheets.sheet import INTERNAL, PAPER, About, For
from sdc_desktop.words.words import N_, Words


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, utility and privacy achieved, and the information that the levels lose."""
    result: AnopiResult = about.result
    entropies = {name: (info.entropy_as_is, info.entropy) for name, info in result.information.items()}
    yield from findings(result.after, tuple(result.levels), words, result.suppression)
    yield from anonymity_figures(result.before, result.after, kept_of(entropies), words)
    yield For(Heading(words.say(N_("Method"))), PAPER)
    yield from suppressed(result.suppression, result.before.records, words)
    yield For(Heading(words.say(N_("Utility loss"))), PAPER)
    yield For(information_figure(entropies, words), PAPER)
    reasons = (*unusual_codings(result, words), *chosen_blocks(result, words))
    everywhere: tuple[Block, ...] = (*reasons, *block_tables(result, words))
    for block in everywhere:
        yield For(block, PAPER)
    inside: tuple[Block, ...] = (_levels(result, words), *planes(about.params, result, words))
    for block in inside:
        yield For(block, INTERNAL)


def done(about: About, words: Words) -> Iterator[Paragraph]:
    """The method, with what was given to it."""
    result: AnopiResult = about.result
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
    if about.params.min_utility or about.params.min_privacy:
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
