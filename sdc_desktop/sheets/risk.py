"""What a ``risk`` job found: unique records and re-identification risks, also before and after protection.

Exact small counts are for the internal edition.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import inf

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.risk.risk.counted import RiskCounts
from sdc_desktop.engine.methods.risk.risk.result import GuessingRisk, IndividualRisk, RiskResult
from sdc_desktop.engine.microdata.classes.matching_values import share_of
from sdc_desktop.engine.microdata.classes.suda import DIS_BANDS, Dis, Suda
from sdc_desktop.sheets.blocks import (
    Axis,
    BarChart,
    Column,
    Curve,
    Figure,
    Finding,
    KeyFigure,
    KeyFigures,
    LineChart,
    Paragraph,
    Series,
    Table,
)
from sdc_desktop.sheets.perturbation import score_sentence
from sdc_desktop.sheets.population import population_blocks, table_blocks
from sdc_desktop.sheets.sheet import EXTERNAL, INTERNAL, PAPER, WINDOW, About, For, table
from sdc_desktop.words.counted import (
    ABOVE,
    NONE_UNIQUE,
    OF_ALL,
    SOME_UNIQUE,
    UNIQUE,
    UNITS,
    Counted,
    figures_of,
    known_briefly,
)
from sdc_desktop.words.microdata.generalising import check_verdict, suppressed_apart
from sdc_desktop.words.program.variables import few
from sdc_desktop.words.risk.missing_rule import missing_rule
from sdc_desktop.words.risk.population import covered_sentence, population_sentence
from sdc_desktop.words.risk.population_table import table_sentence
from sdc_desktop.words.risk.risk_tab import HOUSEHOLD, JOURNALIST, PROSECUTOR, SINGLE, risk_rows
from sdc_desktop.words.words import N_, NN_, Words, listed, whole, whole_share

BANDS = (1.0, 0.5, 1 / 3, 0.2, 0.1, 0.05)  # chances at which groups of records begin
SIZES_TITLE = Counted(N_("Records by class size"), N_("Persons by class size"))
_SERIES = Counted(N_("records"), N_("persons"))
_READING = Counted(
    N_("A class contains all records with the same key values. The top bar shows unique records."),
    N_("A class contains all persons with the same key values ({known}). The top bar shows unique persons."),
)
_MARKETER = Counted(
    N_("Marketer (aims to re-identify many records)"), N_("Marketer (aims to re-identify many persons)")
)
_QUANTILES = Counted(N_("Records with at most this risk"), N_("Persons with at most this risk"))
_DISTRIBUTION = Counted(
    N_("Distribution of risk over the records, in ascending order."),
    N_("Distribution of risk over the persons, in ascending order."),
)
_INDIVIDUAL = Counted(N_("The individual risk of records"), N_("The individual risk of persons"))
_UNIQUE = Counted(
    NN_(
        N_("{number} of {records} records ({share}) is unique on {variables}."),
        N_("{number} of {records} records ({share}) are unique on {variables}."),
    ),
    NN_(
        N_("{number} of {persons} persons ({share}) is unique on {variables} ({known})."),
        N_("{number} of {persons} persons ({share}) are unique on {variables} ({known})."),
    ),
)
_NONE_UNIQUE = Counted(
    N_("No sample uniques on {variables}: the smallest class has {k} records."),
    N_("No unique persons on {variables} ({known}): the smallest class has {k} persons."),
)
_SPECIAL = Counted(
    N_("Records singled out by so many variables, none of which could be left out ({sizes}), of {records}."),
    N_(
        "Records with a minimal unique set of values, by its size ({sizes}), out of {records}; persons with "
        "such records: {number} of {persons}."
    ),
)
_BEFORE_AFTER = Counted(
    N_(
        "Unique records: {alone} before, {left} after. Expected re-identifications: "
        "{expected} before, {now} after, of {records} {records:record|records}."
    ),
    N_(
        "Unique persons ({known}): {alone} before, {left} after. Expected "
        "re-identifications: {expected} before, {now} after, of {persons} "
        "{persons:person|persons}."
    ),
)
_FIRST_BAND = Counted(N_("Records with risk {percent}"), N_("Persons with risk {percent}"))
_BAND = Counted(
    N_("Records with risk from {low} to under {high}"), N_("Persons with risk from {low} to under {high}")
)
_LAST_BAND = Counted(N_("Records with risk under {percent}"), N_("Persons with risk under {percent}"))
_RISK = (N_("Risk"), N_("Before"), N_("After"))


def sheet(about: About, words: Words) -> Iterator[For]:
    """Every block and its readers."""
    result: RiskResult = about.result
    yield For(Finding(finding(result, words)), INTERNAL)
    yield For(Finding(_finding_without_counts(result, words)), EXTERNAL)
    average = KeyFigure(
        words.say(N_("Average re-identification risk")),
        words.percent(result.prosecutor.average),
        words.say(N_("of a person known to be in the file")),
    )
    yield For(_key_figures(result, average, words), INTERNAL)
    rounded = whole_share(result.prosecutor.average, words)
    yield For(KeyFigures((KeyFigure(average.label, rounded, average.reading),)), EXTERNAL)
    yield For(_attackers(result, words), INTERNAL)
    yield For(_attackers_rounded(result, words), EXTERNAL)
    yield from _sizes(result, words)
    if result.individual is not None:
        yield For(_individual(result, result.individual, words), INTERNAL)
    if result.suda is not None:
        yield For(Paragraph(special_uniques(result.suda, result, words)), INTERNAL)
    if result.dis is not None:
        yield For(Paragraph(_intrusion(result.dis, result.records, words)), INTERNAL)
        yield For(_intrusion_table(result.dis, words), INTERNAL)
    if result.check is not None:
        apart, lines = suppressed_apart(result.check, words), check_verdict(result.check, words)
        text = lines if apart is None else f"{lines} {apart}"
        yield For(Paragraph(text, words.say(N_("Criteria."))), INTERNAL)
    if result.population is not None:
        yield from population_blocks(result.population, words)
    if result.population_table is not None:
        yield from table_blocks(result.population_table, words)
    if result.score is not None:
        yield For(Paragraph(score_sentence(result.score, words), words.say(N_("Released file."))), PAPER)
    if result.close_records is not None:
        text = N_("In {share} of the records all released numbers lie close to the original ones (dRisk).")
        yield For(Paragraph(words.say(text, share=words.percent(result.close_records))), PAPER)


def compared(
    before: RiskResult, after: RiskResult, bands: Sequence[tuple[int, int]], words: Words
) -> Iterator[For]:
    """Risk before and after, which only the window shows. `bands`: records, or persons, by re-identification
    risk before and after, in those of `BANDS`.
    """
    yield For(Finding(_before_and_after(before, after, words)), WINDOW)
    rows = (*risk_rows(before, after, words), *band_rows(bands, before.people, words))
    yield For(table(words.say(N_("Re-identification risk")), _RISK, rows, words), WINDOW)


def finding(result: RiskResult, words: Words) -> str:
    """How many records or persons are unique, in one sentence."""
    figures = figures_of(result, words) | {"variables": few(result.key_variables, words)}
    if not result.uniques:
        smallest = words.figure(result.k, 0 if float(result.k).is_integer() else 2)
        return words.say(_NONE_UNIQUE.of(result.people), k=smallest, **figures)
    share = words.percent(result.uniques / result.units)
    return words.say_many(*_UNIQUE.of(result.people), result.uniques, share=share, **figures)


def _finding_without_counts(result: RiskResult, words: Words) -> str:
    message = SOME_UNIQUE if result.uniques else NONE_UNIQUE
    variables = listed(result.key_variables, words)
    return words.say(message.of(result.people), variables=variables, **figures_of(result, words))


def _key_figures(result: RiskResult, average: KeyFigure, words: Words) -> KeyFigures:
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


def _attackers(result: RiskResult, words: Words) -> Table:
    columns = (
        Column(words.say(N_("Attacker model")), share=4),
        Column(words.say(N_("Highest")), "right"),
        Column(words.say(N_("Average")), "right"),
        Column(words.say(ABOVE.of(result.people), most=words.percent(result.tolerable, 0)), "right"),
    )
    rows = tuple(
        (who, "", average, "")
        if risk is None
        else (who, words.percent(risk.highest), average, whole(risk.units_above))
        for who, average, risk in _averages(result, words.percent, words)
    )
    return Table(words.say(N_("Re-identification risk")), columns, rows)


def _attackers_rounded(result: RiskResult, words: Words) -> Table:
    """The highest risk and the records above a limit reveal single records."""
    columns = Column(words.say(N_("Attacker model")), share=4), Column(words.say(N_("Average")), "right")
    found = _averages(result, lambda share: whole_share(share, words), words)
    rows = tuple((who, average) for who, average, _ in found)
    return Table(words.say(N_("Re-identification risk")), columns, rows)


def _averages(
    result: RiskResult, shown: Callable[[float], str], words: Words
) -> Iterator[tuple[str, str, GuessingRisk | IndividualRisk | None]]:
    """Each attacker model, its average risk `shown` as text, and the risk where it is of records."""
    yield words.say(PROSECUTOR), shown(result.prosecutor.average), result.prosecutor
    if result.journalist is not None:
        yield words.say(JOURNALIST), shown(result.journalist.average), result.journalist
    yield words.say(_MARKETER.of(result.people)), shown(result.marketer), None
    if result.individual is not None:
        yield words.say(SINGLE.of(result.people)), shown(result.individual.average), result.individual
    if result.household is not None:
        yield words.say(HOUSEHOLD), shown(result.household.average), result.household


def _sizes(result: RiskResult, words: Words) -> Iterator[For]:
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
    axis = Axis(words.say(UNITS.of(result.people)), words.say(N_("by class size")))
    series = Series(words.say(_SERIES.of(result.people)), tuple(values))
    reading = words.say(_READING.of(result.people), known=known_briefly(result.known, words))
    title = words.say(SIZES_TITLE.of(result.people))
    yield For(Figure(title, (BarChart(tuple(names), (series,), axis, decimals=0),), reading), INTERNAL)


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


def _individual(result: RiskResult, risk: IndividualRisk, words: Words) -> Figure:
    """The risk of single records at its quantiles, as steps."""
    shares = (0.0, 5.0, 25.0, 50.0, 75.0, 95.0, 100.0)
    pairs = zip(shares, risk.quantiles, strict=False)
    chart = LineChart(
        (Curve(words.say(N_("individual risk")), tuple((share, 100 * risk) for share, risk in pairs)),),
        Axis(words.say(_QUANTILES.of(result.people)), words.say(N_("%"))),
        Axis(words.say(N_("Individual risk")), words.say(N_("%"))),
    )
    reading = words.say(_DISTRIBUTION.of(result.people))
    return Figure(words.say(_INDIVIDUAL.of(result.people)), (chart,), reading)


def special_uniques(found: Suda, whole_file: RiskResult, words: Words) -> str:
    """Special uniques by size, and the number of their persons."""
    parts = [
        words.say(N_("by {size}: {number}"), size=whole(size), number=whole(number))
        for size, number in found.records.items()
    ]
    figures = {"sizes": ", ".join(parts), "records": whole(whole_file.records)}
    if found.persons is None:
        return words.say(_SPECIAL.records, **figures)
    return words.say(
        _SPECIAL.persons, number=whole(found.persons), persons=whole(whole_file.units), **figures
    )


def _intrusion(found: Dis, records: int, words: Words) -> str:
    """The probabilities of data intrusion simulation."""
    text = words.say(
        N_(
            "Probability that a unique match is correct (DIS, sampling fraction {fraction}): "
            "at most {most}, {mean} on average over {records} {records:record|records}."
        ),
        fraction=words.percent(found.delta, 0 if (found.delta * 100).is_integer() else 1),
        most=words.percent(found.highest),
        mean=words.percent(found.mean),
        records=whole(records),
    )
    if not found.lower_bound:
        return text
    second = words.say(N_("It is a lower bound: larger sets of values were not searched."))
    return words.say(N_("{first} {second}"), first=text, second=second)


def _intrusion_table(found: Dis, words: Words) -> Table:
    rows = [
        (words.say(N_("above {most}"), most=words.percent(band, 0)), whole(number))
        for band, number in zip(DIS_BANDS, found.above, strict=True)
    ]
    heads = N_("Probability of a correct match"), N_("Records")
    return table(words.say(N_("Data intrusion simulation")), heads, rows, words, wide=4)


def _before_and_after(before: RiskResult, after: RiskResult, words: Words) -> str:
    """In one sentence, with the rule for missing values where any are missing."""
    text = words.say(
        _BEFORE_AFTER.of(after.people),
        alone=whole(before.uniques),
        left=whole(after.uniques),
        expected=words.figure(before.expected_reidentifications, 1),
        now=words.figure(after.expected_reidentifications, 1),
        **figures_of(after, words),
    )
    more = [missing_rule(before.missing, words)] if before.records_with_missing else []
    if after.population is not None:
        more += [population_sentence(after.population, words), covered_sentence(after.population, words)]
    if after.population_table is not None:
        more.append(table_sentence(after.population_table, words))
    for one in filter(None, more):
        text = words.say(N_("{first} {second}"), first=text, second=one)
    return text


def band_names(words: Words) -> tuple[str, ...]:
    """Names of the risk bands, from the highest."""
    names = [words.say(N_("1")), *(f"\u2265 {words.percent(low, 0)}" for low in BANDS[1:])]
    return (*names, words.say(N_("less")))


def band_rows(
    bands: Sequence[tuple[int, int]], persons: int | None, words: Words
) -> list[tuple[str, str, str]]:
    """Records, or persons, before and after by their re-identification risk, from the highest band: each
    once.
    """
    percents = [words.percent(low, 0) for low in BANDS]
    titles = [words.say(_FIRST_BAND.of(persons), percent=percents[0])]
    for high, low in pairwise(percents):
        titles.append(words.say(_BAND.of(persons), low=low, high=high))
    titles.append(words.say(_LAST_BAND.of(persons), percent=percents[-1]))
    return [(title, whole(own), whole(other)) for title, (own, other) in zip(titles, bands, strict=True)]


def bands_of(counted: RiskCounts, result: RiskResult, context: JobContext) -> tuple[int, ...]:
    """Records, or persons with several, by the chance that an intruder finds them, in the bands of BANDS."""
    sizes, units = counted.classes.sizes, counted.units
    found = units.greatest(result.risks)
    if units.are_persons and counted.weights is None:
        share = 1.0 if counted.as_category else share_of(result.missing)
        records = counted.matching(sizes.astype(np.float64), share, context)
        found = units.guessed(result.frequencies, records)
    chances = np.minimum(found.chances, 1.0)
    band = (chances[:, None] < np.asarray(BANDS) - 1e-9).sum(axis=1)
    sums = np.bincount(band, weights=found.numbers, minlength=len(BANDS) + 1)
    return tuple(int(number) for number in sums)
