"""What the models of the population found, in the chapter on risk."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.risk.risk.population import estimates_of
from sdc_desktop.engine.methods.risk.risk.result import PopulationRisk, PopulationTableRisk
from sdc_desktop.sheets.blocks import Axis, BarChart, Block, Column, Figure, Heading, Paragraph, Series, Table
from sdc_desktop.words import N_, Words
from sdc_desktop.words.risk import population
from sdc_desktop.words.risk.population_table import figures_of, table_in_short, table_sentence
from sdc_desktop.words.words import whole


def population_blocks(found: PopulationRisk, is_internal: bool, words: Words) -> Iterator[Block | Heading]:
    """The sentence, and in the internal edition the models with their figures."""
    yield Heading(words.say(N_("Risk in the population")))
    if not is_internal:
        yield Paragraph(population.share_sentence(found, words))
        return
    yield Paragraph(population.population_sentence(found, words))
    covered = population.covered_sentence(found, words)
    if covered:
        yield Paragraph(covered, words.say(N_("Weights.")))
    yield _models(found, words)
    yield _picture(found, words)
    yield Paragraph(
        words.say(
            N_(
                "{terms}; {cells} cells, {rounds} rounds. Expected correct matches: {unique} of sample "
                "uniques, {every} of all records."
            ),
            terms=population.terms_sentence(found.model, words),
            cells=whole(found.model.cells),
            rounds=whole(found.model.rounds),
            unique=words.figure(found.model.tau2, 1),
            every=words.figure(found.model.expected_matches, 1),
        ),
        words.say(N_("Log-linear model.")),
    )
    steps = population.step_rows(found, words)
    if steps:
        yield Table(
            words.say(N_("Choice of terms")),
            (
                Column(words.say(N_("Terms")), share=4),
                Column(words.say(N_("z of B1")), "right"),
                Column(words.say(N_("z of B2")), "right"),
            ),
            tuple(steps),
        )


def table_blocks(found: PopulationTableRisk, is_internal: bool, words: Words) -> Iterator[Block | Heading]:
    """The sentence on a population table, and in the internal edition its figures."""
    yield Heading(words.say(N_("Population table")))
    if not is_internal:
        yield Paragraph(table_in_short(words))
        return
    yield Paragraph(table_sentence(found, words))
    columns = (Column(words.say(N_("Figure")), share=4), Column(words.say(N_("Value")), "right"))
    yield Table(words.say(N_("Risk against the population table")), columns, tuple(figures_of(found, words)))


def _models(found: PopulationRisk, words: Words) -> Table:
    columns = (
        Column(words.say(N_("Model")), share=4),
        Column(words.say(N_("Population uniques")), "right"),
        Column(words.say(N_("Expected in the file")), "right"),
    )
    title = words.say(N_("Population uniques by model"))
    return Table(title, columns, tuple(population.model_rows(found, words)))


def _picture(found: PopulationRisk, words: Words) -> Figure:
    estimates = estimates_of(found)
    chart = BarChart(
        tuple(_name(name, found, words) for name in estimates),
        (Series(words.say(N_("records")), tuple(estimates.values())),),
        Axis(words.say(N_("Records")), words.say(N_("unique in the population, expected"))),
        decimals=1,
    )
    reading = words.say(
        N_("The models can differ by factors. * marks the one that suits the sampling fraction.")
    )
    return Figure(words.say(N_("Records expected to be unique in the population")), (chart,), reading)


def _name(name: str, found: PopulationRisk, words: Words) -> str:
    text = words.say(population.NAMES[name])
    return f"{text} *" if name == found.uniqueness.rule else text
