"""What a ``utility`` job found: tables, propensity score, models and numbers of two files."""

from collections.abc import Iterator

from sdc_desktop.engine.methods.experiments.utility.result import UtilityResult
from sdc_desktop.report.balance import NOTHING, Balance
from sdc_desktop.report.chapters.synthesise import disclosure_blocks
from sdc_desktop.report.model import Block, Column, Finding, Heading, Paragraph, Section, Table
from sdc_desktop.report.sections.confidential import is_confidential
from sdc_desktop.report.sections.settings import title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.risk.utility import (
    coefficient_row,
    model_line,
    model_name,
    models_header,
    propensity_rows,
    ratio_explained,
    replicated_line,
    separated_line,
    table_row,
    tables_header,
    utility_verdict,
)
from sdc_desktop.words.words import whole

_MOST_TABLES = 15  # listed, those that differ most first; result.json has all


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section: the finding, tables, propensity score, models, limits."""
    result: UtilityResult = subject.result.result
    blocks: list[Block | Heading] = [
        Finding(utility_verdict(result, words)),
        Paragraph(
            words.say(
                N_("{original} original and {released} released records were compared."),
                original=whole(result.records),
                released=whole(result.released_records),
            )
        ),
        *(_tables(result, words) if subject.is_internal else ()),
        *_propensity(result, words),
        *_models(subject, result, words),
        *_numbers(result, words),
        *_disclosure(subject, result, words),
        Heading(words.say(N_("Limits and assumptions"))),
        Paragraph(
            words.say(
                N_(
                    "These measures state how close the files are, not how safe the released file is. They "
                    "cover only the variables, tables and models named."
                )
            )
        ),
    ]
    if subject.is_internal:
        blocks += [
            Paragraph(sentence(problem, words).message, words.say(N_("Note."))) for problem in result.notes
        ]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def balance(subject: Subject, result: UtilityResult, words: Words) -> Balance:
    """The row of risk and utility: only utility is measured."""
    return Balance(
        NOTHING,
        NOTHING,
        NOTHING,
        words.say(N_("similarity of tables, 1 \u2212 mean total variation")),
        words.percent(1),
        words.percent(1 - result.mean_variation),
    )


def _tables(result: UtilityResult, words: Words) -> Iterator[Block | Heading]:
    yield Heading(words.say(N_("Tables")))
    listed = sorted(result.tables, key=lambda one: -one.variation)[:_MOST_TABLES]
    columns = tuple(
        Column(title, "right" if place else "left", 1 if place else 3)
        for place, title in enumerate(tables_header(words))
    )
    left = len(result.tables) - len(listed)
    note = words.say(N_("{left} more tables are in result.json."), left=whole(left)) if left else ""
    rows = tuple(table_row(one, words) for one in listed)
    yield Table(words.say(N_("Tables that differ most")), columns, rows, note)


def _propensity(result: UtilityResult, words: Words) -> Iterator[Block | Heading]:
    found = result.propensity
    if found is None:
        return
    yield Heading(words.say(N_("Propensity score")))
    columns = (Column(words.say(N_("Measure")), share=2), Column(words.say(N_("Value")), "right"))
    yield Table(words.say(N_("Propensity score")), columns, propensity_rows(found, words), "")
    yield Paragraph(ratio_explained(found, words))
    if found.separated:
        yield Paragraph(separated_line(words))


def _models(subject: Subject, result: UtilityResult, words: Words) -> Iterator[Block | Heading]:
    """The external edition has no coefficients of a model with a confidential variable."""
    if result.models:
        yield Heading(words.say(N_("Models")))
    for model in result.models:
        hidden = any(is_confidential(subject, name) for name in (model.outcome, *model.terms))
        yield Paragraph(model_line(model, words), f"{model_name(model, words)}.")
        if hidden:
            continue
        columns = tuple(
            Column(title, "right" if place else "left", 1 if place else 2)
            for place, title in enumerate(models_header(words))
        )
        rows = tuple(coefficient_row(one, words) for one in model.found.coefficients)
        yield Table(model_name(model, words), columns, rows, "")


def _disclosure(subject: Subject, result: UtilityResult, words: Words) -> Iterator[Block | Heading]:
    if result.disclosure is None or not subject.is_internal:
        return
    yield from disclosure_blocks(result.disclosure.found, words)
    yield Paragraph(replicated_line(result.disclosure, words))


def _numbers(result: UtilityResult, words: Words) -> Iterator[Block | Heading]:
    found = result.numbers
    if found is None:
        return
    yield Heading(words.say(N_("Numbers of paired records")))
    text = words.say(
        N_("Mean change per value: {mean} \u221a2 standard deviations (IL1s: {sum})."),
        mean=words.figure(found.il1s_mean, 4),
        sum=words.figure(found.il1s, 2),
    )
    if found.eigenvalues is not None:
        text += " " + words.say(
            N_("Relative change of the eigenvalues of the correlations: {change}."),
            change=words.figure(found.eigenvalues, 4),
        )
    yield Paragraph(text)
