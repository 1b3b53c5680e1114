"""What a ``synthesise`` job did: how close the synthetic records are, and what they disclose."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.perturbation.synthesise.engine import SynthesisResult
from sdc_desktop.sheets.blocks import Axis, BarChart, Figure, Finding, Heading, Paragraph, Series
from sdc_desktop.sheets.disclosure import disclosure_blocks
from sdc_desktop.sheets.perturbation import largest_text
from sdc_desktop.sheets.sheet import EVERYONE, INSIDE, PAPER, About, For
from sdc_desktop.words.words import N_, Words, whole


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, the distributions, and inside what is attributed."""
    result: SynthesisResult = about.result
    yield For(Finding(_drawn(result, words)), ("window", "external"))
    yield For(Finding(largest_text(result.risks, words)), INSIDE)
    yield For(Heading(words.say(N_("Method"))), PAPER)
    likeness = words.say(
        N_(
            "Total variation distance of single variables: at most {single}; of pairs: {mean} on average, at "
            "most {pairs}."
        ),
        single=words.percent(max(result.distance.values(), default=0.0)),
        mean=words.percent(result.pairs_mean),
        pairs=words.percent(result.pairs_largest),
    )
    yield For(Paragraph(likeness), EVERYONE)
    yield For(_figure(result, words), PAPER)
    yield from (For(block, INSIDE) for block in disclosure_blocks(result.disclosure, words))


def _drawn(result: SynthesisResult, words: Words) -> str:
    """How many records were drawn from how many."""
    figures = {"released": whole(result.released), "records": whole(result.records - result.held_back)}
    if not result.held_back:
        return words.say(
            N_("{released} {released:synthetic record was|synthetic records were} drawn from {records}."),
            **figures,
        )
    return words.say(
        N_(
            "{released} {released:synthetic record was|synthetic records were} drawn from "
            "{records}; {number} were held back to measure risk."
        ),
        number=whole(result.held_back),
        **figures,
    )


def _figure(result: SynthesisResult, words: Words) -> Figure:
    distances = tuple(100 * value for value in result.distance.values())
    chart = BarChart(
        tuple(result.distance),
        (Series(words.say(N_("Total variation distance")), distances),),
        Axis(words.say(N_("Distance")), words.say(N_("%"))),
        decimals=1,
    )
    reading = words.say(N_("Half the sum of differences in shares between file and synthetic records."))
    return Figure(words.say(N_("Distance of distributions by variable")), (chart,), reading)
