"""What a ``risk`` job found: which records are unique, and the re-identification risk."""

from collections.abc import Iterator
from itertools import pairwise
from math import inf
from typing import Any

import numpy as np

from sdc_desktop.engine.methods.risk.risk.result import GuessingRisk, IndividualRisk, RiskResult
from sdc_desktop.engine.microdata.classes.suda import DIS_BANDS, Dis
from sdc_desktop.report.balance import GUESS, NOTHING, Balance
from sdc_desktop.report.chapters.risk.population import population_blocks, table_blocks
from sdc_desktop.report.model import Section
from sdc_desktop.report.sections.records import share_text
from sdc_desktop.report.sections.settings import title_of
from sdc_desktop.report.sections.subject import Subject
from sdc_desktop.sheets.blocks import (
    Axis,
    BarChart,
    Block,
    Column,
    Curve,
    Figure,
    Finding,
    Heading,
    KeyFigure,
    KeyFigures,
    LineChart,
    Paragraph,
    Series,
    Table,
)
from sdc_desktop.words import N_, Words
from sdc_desktop.words.counted import (
    ABOVE,
    NONE_UNIQUE,
    OF_ALL,
    SOME_UNIQUE,
    UNIQUE,
    Counted,
    figures_of,
    known_briefly,
)
from sdc_desktop.words.microdata.generalising import check_verdict, suppressed_apart
from sdc_desktop.words.problems.problems import noted
from sdc_desktop.words.risk.missing_rule import missing_rule
from sdc_desktop.words.risk.risk import (
    close_sentence,
    dis_sentence,
    score_sentence,
    special_uniques,
    verdict,
)
from sdc_desktop.words.words import listed, whole

SIZES_TITLE = Counted(N_("Records by class size"), N_("Persons by class size"))
_COUNTED = Counted(N_("Records"), N_("Persons"))
_SERIES = Counted(N_("records"), N_("persons"))
_READING = Counted(
    N_("A class contains all records with the same key values. The top bar shows unique records."),
    N_("A class contains all persons with the same key values ({known}). The top bar shows unique persons."),
)
_MARKETER = Counted(
    N_("Marketer: aims to re-identify many records"), N_("Marketer: aims to re-identify many persons")
)
_SINGLE = Counted(N_("Single records, by the weights"), N_("Single persons, by the weights"))
_QUANTILES = Counted(N_("Records with at most this risk"), N_("Persons with at most this risk"))
_DISTRIBUTION = Counted(
    N_("Distribution of risk over the records, in ascending order."),
    N_("Distribution of risk over the persons, in ascending order."),
)
_INDIVIDUAL = Counted(N_("The individual risk of records"), N_("The individual risk of persons"))


def sections(subject: Subject, words: Words) -> tuple[Section, ...]:
    """One section. Exact small counts are for the internal edition."""
    result: RiskResult = subject.result.result
    blocks: list[Block | Heading] = [_finding(subject, result, words), _key_figures(subject, result, words)]
    blocks.append(_chances(subject, result, words))
    if subject.is_internal:
        blocks += _sizes_figure(result, words)
        blocks += _individual_figure(result, words)
        if result.suda is not None:
            blocks.append(Paragraph(special_uniques(result.suda, result, words)))
        if result.dis is not None:
            blocks += [
                Paragraph(dis_sentence(result.dis, result.records, words)),
                _dis_table(result.dis, words),
            ]
        if result.check is not None:
            apart = suppressed_apart(result.check, words)
            lines = check_verdict(result.check, words)
            blocks.append(
                Paragraph(lines if apart is None else f"{lines} {apart}", words.say(N_("Criteria.")))
            )
    if result.population is not None:
        blocks += population_blocks(result.population, subject.is_internal, words)
    if result.population_table is not None:
        blocks += table_blocks(result.population_table, subject.is_internal, words)
    if result.score is not None:
        blocks.append(Paragraph(score_sentence(result.score, words), words.say(N_("Released file."))))
    if result.close_records is not None:
        blocks.append(Paragraph(close_sentence(result.close_records, words)))
    blocks += [Heading(words.say(N_("Limits and assumptions"))), *_limits(result, words)]
    return (Section(title_of(subject, words), tuple(blocks), subject.key),)


def balance(subject: Subject, result: Any, words: Words) -> Balance:
    """Risk before or after, and what the score finds unchanged."""
    now = share_text(subject, result.prosecutor.average, words)
    at_first = subject.job.input == "data"
    score = result.score
    return Balance(
        words.say(GUESS),
        now if at_first else NOTHING,
        NOTHING if at_first else now,
        "" if score is None else words.say(N_("unchanged statistics")),
        NOTHING if score is None else words.percent(1),
        NOTHING if score is None else words.percent(max(0.0, 1 - score.information_loss / 100)),
    )


def _finding(subject: Subject, result: RiskResult, words: Words) -> Finding:
    text = verdict(result, words)
    if not subject.is_internal:
        message = SOME_UNIQUE if result.uniques else NONE_UNIQUE
        variables = listed(result.key_variables, words)
        text = words.say(message.of(result.people), variables=variables, **figures_of(result, words))
    return Finding(text)


def _key_figures(subject: Subject, result: RiskResult, words: Words) -> KeyFigures:
    average = KeyFigure(
        words.say(N_("Average re-identification risk")),
        share_text(subject, result.prosecutor.average, words),
        words.say(N_("of a person known to be in the file")),
    )
    if not subject.is_internal:
        return KeyFigures((average,))
    of_all = words.say(OF_ALL.of(result.people), **figures_of(result, words))
    unique = words.say(UNIQUE.of(result.people))
    expected = words.figure(result.expected_reidentifications, 1)
    return KeyFigures(
        (
            KeyFigure(unique, whole(result.uniques), of_all),
            average,
            KeyFigure(words.say(N_("Expected re-identifications")), expected, of_all),
        )
    )


def _chances(subject: Subject, result: RiskResult, words: Words) -> Table:
    rows = [
        _guessed(
            subject,
            words.say(N_("Prosecutor: knows that the person is in the file")),
            result.prosecutor,
            words,
        )
    ]
    if result.journalist is not None:
        rows.append(
            _guessed(
                subject,
                words.say(N_("Journalist: does not know whether the person is in the file")),
                result.journalist,
                words,
            )
        )
    rows.append(
        (
            words.say(_MARKETER.of(result.people)),
            "",
            share_text(subject, result.marketer, words),
            "",
        )
    )
    if result.individual is not None:
        rows.append(_guessed(subject, words.say(_SINGLE.of(result.people)), result.individual, words))
    if result.household is not None:
        rows.append(_guessed(subject, words.say(N_("Member of the household")), result.household, words))
    columns = (
        Column(words.say(N_("Attacker model")), share=4),
        Column(words.say(N_("Highest")), "right"),
        Column(words.say(N_("Average")), "right"),
        Column(words.say(ABOVE.of(result.people), most=words.percent(result.tolerable, 0)), "right"),
    )
    shown = range(4) if subject.is_internal else (0, 2)
    columns_shown = tuple(columns[place] for place in shown)
    rows_shown = tuple(tuple(row[place] for place in shown) for row in rows)
    return Table(words.say(N_("Re-identification risk")), columns_shown, rows_shown)


def _guessed(
    subject: Subject, who: str, risk: GuessingRisk | IndividualRisk, words: Words
) -> tuple[str, ...]:
    average = share_text(subject, risk.average, words)
    return (who, words.percent(risk.highest), average, whole(risk.units_above))


def _sizes_figure(result: RiskResult, words: Words) -> Iterator[Figure]:
    """How many records, or persons, are in small classes."""
    numbers = _by_size(result) if result.people is None else _by_threshold(result)
    if not numbers:
        return
    names, values = [], []
    for (least, value), (below, _) in pairwise((*numbers, (inf, 0.0))):
        if below == inf:
            names.append(words.say(N_("{least} or more"), least=whole(int(least))))
        elif below == least + 1:
            names.append(whole(int(least)))
        else:
            names.append(words.say(N_("{least} to {most}"), least=int(least), most=int(below) - 1))
        values.append(value)
    axis = Axis(words.say(_COUNTED.of(result.people)), words.say(N_("by class size")))
    series = Series(words.say(_SERIES.of(result.people)), tuple(values))
    reading = words.say(_READING.of(result.people), known=known_briefly(result.known, words))
    title = words.say(SIZES_TITLE.of(result.people))
    yield Figure(title, (BarChart(tuple(names), (series,), axis, decimals=0),), reading)


def _by_size(result: RiskResult) -> list[tuple[float, float]]:
    """The least class size of each band, and the records in it."""
    sizes = np.asarray(result.frequencies, dtype=np.float64)
    bands = pairwise((1, 2, 3, 5, 10, 20, inf)) if len(sizes) else ()
    return [(least, float(sizes[(sizes >= least) & (sizes < below)].sum())) for least, below in bands]


def _by_threshold(result: RiskResult) -> list[tuple[float, float]]:
    """Bands of persons by the fewest who fit what is known of each; as far as thresholds were set."""
    below = {1: 0, 2: result.uniques} | {one.k: one.units for one in result.below}
    bands = pairwise((*sorted(below.items()), (0, result.units)))
    return [(least, float(after - before)) for (least, before), (_, after) in bands]


def _individual_figure(result: RiskResult, words: Words) -> Iterator[Figure]:
    """The risk of single records at its quantiles, as steps."""
    if result.individual is None:
        return
    shares = (0.0, 5.0, 25.0, 50.0, 75.0, 95.0, 100.0)
    pairs = zip(shares, result.individual.quantiles, strict=False)
    chart = LineChart(
        (Curve(words.say(N_("individual risk")), tuple((share, 100 * risk) for share, risk in pairs)),),
        Axis(words.say(_QUANTILES.of(result.people)), words.say(N_("%"))),
        Axis(words.say(N_("Individual risk")), words.say(N_("%"))),
    )
    reading = words.say(_DISTRIBUTION.of(result.people))
    yield Figure(words.say(_INDIVIDUAL.of(result.people)), (chart,), reading)


def _dis_table(found: Dis, words: Words) -> Table:
    columns = (
        Column(words.say(N_("Probability of a correct match")), share=4),
        Column(words.say(N_("Records")), "right"),
    )
    rows = [
        (words.say(N_("above {most}"), most=words.percent(band, 0)), whole(number))
        for band, number in zip(DIS_BANDS, found.above, strict=True)
    ]
    return Table(words.say(N_("Data intrusion simulation")), columns, tuple(rows))


def _limits(result: RiskResult, words: Words) -> Iterator[Paragraph]:
    yield Paragraph(missing_rule(result.missing, words), words.say(N_("Missing values.")))
    yield Paragraph(
        words.say(
            N_(
                "Only {variables} count as known to an intruder. If another variable can be known too, "
                "risk is higher."
            ),
            variables=listed(result.key_variables, words),
        ),
        words.say(N_("Intruder's knowledge.")),
    )
    for problem in result.notes:
        yield Paragraph(noted(problem, words), words.say(N_("Note.")))
