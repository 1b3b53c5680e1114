"""What a ``pram`` job did: how far a released category can be relied on."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.perturbation.pram import PramParams
from sdc_desktop.engine.methods.perturbation.pram.engine import PramResult, PramVariable
from sdc_desktop.sheets.blocks import Axis, BarChart, Figure, Heading, Paragraph, Series
from sdc_desktop.sheets.perturbation import changed_findings
from sdc_desktop.sheets.sheet import EVERYONE, INTERNAL, PAPER, WINDOW, About, For
from sdc_desktop.sheets.sheet import table as table_of
from sdc_desktop.words.words import N_, Words, whole

_CHANCES = (
    N_("Variable"),
    N_("Categories"),
    N_("Least retention probability"),
    N_("Largest probability of a true value"),
    N_("Share of the commonest value"),
    N_("Released values that are true (mean)"),
    N_("Distribution moved"),
)


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, the probabilities, what it cost; categories are named in the window alone."""
    result: PramResult = about.result
    variables = result.variables
    counts = [(one.changed, one.records) for one in variables.values()]
    yield from changed_findings(counts, result.records, result.risks, words)
    yield For(Heading(words.say(N_("Method"))), PAPER)
    choices = PramParams.settings["method"].choices
    kept = choices.get(result.method, choices["uniform"])  # a matrix of the plan keeps no distribution
    yield For(Paragraph(words.say(kept.effect), words.say(N_("Analyses."))), PAPER)
    yield For(Heading(words.say(N_("Utility loss"))), PAPER)
    yield For(_figure(result, words), PAPER)
    rows = [
        (
            name,
            whole(one.categories),
            *map(words.percent, (one.least_diagonal, one.true_share, one.commonest, one.mean, one.distance)),
        )
        for name, one in variables.items()
    ]
    yield For(table_of(words.say(N_("How much values change")), _CHANCES, rows, words), EVERYONE)
    for name, one in variables.items():
        yield For(Paragraph(pram_sentence(name, one, words)), INTERNAL)
        yield For(Paragraph(pram_sentence(name, one, words, named=True)), WINDOW)


def _figure(result: PramResult, words: Words) -> Figure:
    """How far a true value can be inferred, and how far distributions moved."""
    variables = result.variables.values()
    shares = words.say(N_("largest probability of a true value")), words.say(N_("distribution moved"))
    chart = BarChart(
        tuple(result.variables),
        (
            Series(shares[0], tuple(100 * one.true_share for one in variables)),
            Series(shares[1], tuple(100 * one.distance for one in variables)),
        ),
        Axis(words.say(N_("Share")), words.say(N_("%"))),
        decimals=1,
    )
    reading = words.say(
        N_("Short filled bars protect; short hollow bars keep tables of one variable as they were.")
    )
    return Figure(words.say(N_("Reliability of released values")), (chart,), reading)


def pram_sentence(name: str, variable: PramVariable, words: Words, *, named: bool = False) -> str:
    """The effect on one variable: the largest probability of a true value, and the mean beside it. Its
    categories are `named` in the window alone.
    """
    done = words.say_many(
        N_("{name}: {number} of {records} values changed; on average, {share} of released values are true."),
        N_("{name}: {number} of {records} values changed; on average, {share} of released values are true."),
        variable.changed,
        name=name,
        records=whole(variable.records),
        share=words.percent(variable.mean),
    )
    figures = {"share": words.percent(variable.true_share), "prior": words.percent(variable.prior)}
    if variable.by:
        text = N_(
            "From the draws of one household ({by}), a value is inferred with probability {share}; {prior} "
            "of records have it."
        )
        return f"{done} {words.say(text, by=variable.by, **figures)}"
    if named and variable.categories > 1:
        text = N_("A released {shown} is truly {true} with probability {share}; {prior} of records have it.")
        return f"{done} {words.say(text, shown=variable.shown, true=variable.true, **figures)}"
    text = N_("A value is inferred with probability {share} at most; {prior} of records have it.")
    return f"{done} {words.say(text, **figures)}"
