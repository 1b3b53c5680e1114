"""What the models of the population found, and a table of it: parts of the sheet on risk."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.risk.risk.population import disagree, estimates_of
from sdc_desktop.engine.methods.risk.risk.result import PopulationModel, PopulationRisk, PopulationTableRisk
from sdc_desktop.sheets.blocks import Axis, BarChart, Figure, Heading, Paragraph, Series
from sdc_desktop.sheets.sheet import EXTERNAL, INTERNAL, PAPER, For, table
from sdc_desktop.words.risk.population import (
    NAMES,
    covered_sentence,
    fit_sentence,
    number_text,
    population_sentence,
)
from sdc_desktop.words.risk.population_table import figures_of, table_sentence
from sdc_desktop.words.words import N_, Words, listed, whole

_MODELS = (N_("Model"), N_("Population uniques"), N_("Expected in the file"))
_STEPS = (N_("Terms"), N_("z of B1"), N_("z of B2"))
_FIGURES = (N_("Figure"), N_("Value"))


def population_blocks(found: PopulationRisk, words: Words) -> Iterator[For]:
    """The sentence, and in the internal edition the models with their figures."""
    say = words.say
    yield For(Heading(say(N_("Risk in the population"))), PAPER)
    yield For(Paragraph(_share_sentence(found, words)), EXTERNAL)
    yield For(Paragraph(population_sentence(found, words)), INTERNAL)
    covered = covered_sentence(found, words)
    if covered:
        yield For(Paragraph(covered, say(N_("Weights."))), INTERNAL)
    title = say(N_("Population uniques by model"))
    yield For(table(title, _MODELS, _model_rows(found, words), words, wide=4), INTERNAL)
    yield For(_picture(found, words), INTERNAL)
    text = say(
        N_(
            "{terms}; {cells} {cells:cell|cells}, {rounds} {rounds:round|rounds}. Expected "
            "correct matches: {unique} of sample uniques, {every} of all records."
        ),
        terms=_terms(found.model, words),
        cells=whole(found.model.cells),
        rounds=whole(found.model.rounds),
        unique=words.figure(found.model.tau2, 1),
        every=words.figure(found.model.expected_matches, 1),
    )
    yield For(Paragraph(text, say(N_("Log-linear model."))), INTERNAL)
    steps = _step_rows(found, words)
    if steps:
        yield For(table(say(N_("Choice of terms")), _STEPS, steps, words, wide=4), INTERNAL)


def table_blocks(found: PopulationTableRisk, words: Words) -> Iterator[For]:
    """The sentence on a population table, and in the internal edition its figures."""
    yield For(Heading(words.say(N_("Population table"))), PAPER)
    text = words.say(N_("The risk was measured against a table of the population."))
    yield For(Paragraph(text), EXTERNAL)
    yield For(Paragraph(table_sentence(found, words)), INTERNAL)
    title, rows = words.say(N_("Risk against the population table")), figures_of(found, words)
    yield For(table(title, _FIGURES, rows, words, wide=4), INTERNAL)


def _share_sentence(found: PopulationRisk, words: Words) -> str:
    """How many sample uniques are expected to be unique in the population, without counts."""
    if not found.sample_uniques:
        return words.say(N_("The file has no sample uniques."))
    first = words.say(
        N_("Of the sample uniques, {share} are expected to be unique in the population (log-linear model)."),
        share=words.percent(found.model.tau1 / found.sample_uniques),
    )
    text = words.say(N_("{first} {second}"), first=first, second=fit_sentence(found.model, words))
    if not disagree(found):
        return text
    third = words.say(N_("Models of class sizes disagree with it."))
    return words.say(N_("{first} {second}"), first=text, second=third)


def _model_rows(found: PopulationRisk, words: Words) -> list[tuple[str, ...]]:
    """Each model of class sizes: its name, population uniques, and those of them expected in the file."""
    say, uniqueness = words.say, found.uniqueness
    rows: list[tuple[str, ...]] = [(say(NAMES["poisson"]), "", words.figure(found.model.tau1, 1))]
    if uniqueness.pitman is not None:
        asymptotic = words.figure(uniqueness.pitman.asymptotic, 1)
        name = say(N_("Pitman, exact (asymptotic, as in ARX: {number})"), number=asymptotic)
        rows.append(_row(name, uniqueness.pitman.exact, found, words, "pitman"))
    if uniqueness.zayatz is not None:
        rows.append(_row(say(NAMES["zayatz"]), uniqueness.zayatz, found, words, "zayatz"))
    if uniqueness.snb is not None:
        rows.append(_row(say(NAMES["snb"]), uniqueness.snb.uniques, found, words, "snb"))
    rows += [
        (say(N_("{model}: no solution"), model=say(NAMES[name])), "–", "–")
        for name in uniqueness.without_solution
    ]
    return rows


def _terms(model: PopulationModel, words: Words) -> str:
    """The terms of a model, each as its variables."""
    return listed(tuple(" × ".join(term) for term in model.terms), words)


def _step_rows(found: PopulationRisk, words: Words) -> list[tuple[str, ...]]:
    """The models in the order of their choice: the interactions, z of B1 and of B2."""
    steps = (*found.steps, found.model) if found.steps else ()
    return [(_terms(one, words), number_text(one.b1_z, words), number_text(one.b2_z, words)) for one in steps]


def _row(name: str, number: float, found: PopulationRisk, words: Words, key: str) -> tuple[str, ...]:
    if found.uniqueness.rule == key:
        name = words.say(N_("{model} – chosen by the sampling fraction"), model=name)
    return (name, words.figure(number, 1), words.figure(number * found.fraction, 1))


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
    text = words.say(NAMES[name])
    return f"{text} *" if name == found.uniqueness.rule else text
