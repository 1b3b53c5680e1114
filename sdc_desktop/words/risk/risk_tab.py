"""Risk and utility before and after, in rows and in plain words, for the tab Microdata."""

from collections.abc import Sequence
from itertools import pairwise

from sdc_desktop.engine.methods.risk.risk.result import GuessingRisk, IndividualRisk, RiskResult
from sdc_desktop.engine.microdata.classes.key_classes import LookupRisk
from sdc_desktop.engine.microdata.classes.suda import DIS_BANDS
from sdc_desktop.engine.microdata.score import Score
from sdc_desktop.words.counted import UNIQUE, Counted, figures_of
from sdc_desktop.words.risk.missing_rule import missing_rule
from sdc_desktop.words.risk.population import (
    covered_sentence,
    population_rows,
    population_sentence,
)
from sdc_desktop.words.risk.population_table import table_rows, table_sentence
from sdc_desktop.words.words import N_, Words, whole

Rows = tuple[tuple[str, ...], ...]
FIGURES = (1, 2)
SCORE_FIGURES = (1,)
_NONE = "\u2013"
BANDS = (1.0, 0.5, 1 / 3, 0.2, 0.1, 0.05)  # chances at which groups of records begin


_ALONE = Counted(N_("Sample uniques"), UNIQUE.persons)
_RARE = Counted(N_("Records in these classes"), N_("Persons in these classes"))
_ABOVE = Counted(N_("\u2026 records above {most}"), N_("\u2026 persons above {most}"))
_LINE = Counted(
    N_(
        "Sample uniques: {alone} before, {left} after. Expected re-identifications: {expected} before, "
        "{now} after, of {records} records."
    ),
    N_(
        "Unique persons ({known}): {alone} before, {left} after. Expected re-identifications: {expected} "
        "before, {now} after, of {persons} persons."
    ),
)


def risk_header(words: Words) -> tuple[str, ...]:
    """The columns of the rows of risk."""
    return tuple(words.say(text) for text in (N_("Risk"), N_("Before"), N_("After")))


def risk_rows(before: RiskResult, after: RiskResult, words: Words) -> Rows:
    """The figures of risk of a file and of what is released, side by side."""
    both, say = (before, after), words.say
    rows = [
        (say(_ALONE.of(before.people)), *(whole(one.uniques) for one in both)),
        (say(N_("Smallest class, k")), *(_count(one.k, words) for one in both)),
    ]
    for rare, left in zip(before.below, after.below, strict=False):
        title = say(N_("Classes smaller than {k}"), k=rare.k)
        rows.append((title, whole(rare.cells), whole(left.cells)))
        title = say(_RARE.of(rare.persons), k=rare.k)
        rows.append((title, whole(rare.units), whole(left.units)))
    known = [
        (say(N_("Prosecutor (knows that the person is in the file)")), before.prosecutor, after.prosecutor),
        (say(N_("Journalist (does not know; uses weights)")), before.journalist, after.journalist),
        (say(N_("Single records, by the weights")), before.individual, after.individual),
        (say(N_("Member of the household")), before.household, after.household),
    ]
    for title, chance, later in known:
        above = say(_ABOVE.of(before.people), most=words.percent(before.tolerable, 0))
        rows += _chances(title, chance, later, above, words)
    rows.append(
        (say(N_("Marketer: share of correct matches")), *(words.percent(one.marketer) for one in both))
    )
    rows.append(
        (
            say(N_("Expected re-identifications")),
            *(words.figure(one.expected_reidentifications, 1) for one in both),
        )
    )
    if before.population_uniques is not None and after.population_uniques is not None:
        title = say(N_("Expected population uniques, from weights alone"))
        rows.append(
            (title, words.figure(before.population_uniques, 1), words.figure(after.population_uniques, 1))
        )
    if before.population is not None and after.population is not None:
        rows += population_rows((before.population, after.population), words)
    if before.population_table is not None and after.population_table is not None:
        rows += table_rows((before.population_table, after.population_table), words)
    if before.suda is not None and after.suda is not None:
        for size in sorted({*before.suda.records, *after.suda.records}):
            title = say(N_("Special uniques (SUDA2) of {size} values: records"), size=size)
            rows.append((title, *(whole(one.suda.records.get(size, 0)) for one in both if one.suda)))
        rows += dis_rows(before, after, words)
    return tuple(rows)


def dis_rows(before: RiskResult, after: RiskResult, words: Words) -> Rows:
    """Data intrusion simulation over special uniques; none without unique records before."""
    both = (before.dis, after.dis)
    if before.dis is None:
        return ()
    title = N_("DIS: probability of a correct match, maximum")
    if before.dis.lower_bound:
        title = N_("DIS: probability of a correct match, maximum (lower bound)")
    above = words.say(N_("\u2026 records above {most}"), most=words.percent(DIS_BANDS[1], 0))
    return (
        (words.say(title), *(words.percent(0.0 if one is None else one.highest) for one in both)),
        (words.say(N_("… average")), *(words.percent(0.0 if one is None else one.mean) for one in both)),
        (above, *(whole(0 if one is None else one.above[1]) for one in both)),
    )


def _chances(
    title: str,
    before: GuessingRisk | IndividualRisk | None,
    after: GuessingRisk | IndividualRisk | None,
    above: str,
    words: Words,
) -> list[tuple[str, ...]]:
    if before is None or after is None:
        return []
    both = (before, after)
    return [
        (words.say(N_("{who}: maximum"), who=title), *(words.percent(one.highest) for one in both)),
        (words.say(N_("… average")), *(words.percent(one.average) for one in both)),
        (above, *(whole(one.units_above) for one in both)),
    ]


def lookup_rows(before: RiskResult, after: LookupRisk, words: Words) -> Rows:
    """The risk of a person who looks up true values, where shown ones need not be true."""
    say = words.say
    return (
        (
            say(N_("Records found by their true values, expected")),
            words.figure(before.prosecutor.average * before.records, 1),
            words.figure(after.expected, 1),
        ),
        (
            say(N_("Average re-identification risk")),
            words.percent(before.prosecutor.average),
            words.percent(after.average),
        ),
        (say(N_("… maximum")), words.percent(before.prosecutor.highest), words.percent(after.highest)),
        (say(N_("Records identified with certainty")), whole(before.uniques), whole(after.certain)),
        (say(N_("Records that show their own values")), whole(before.records), whole(after.unchanged)),
    )


def score_header(words: Words) -> tuple[str, ...]:
    """The columns of the parts of the score."""
    return tuple(words.say(text) for text in (N_("Part"), N_("Figure"), N_("Definition")))


def score_rows(score: Score, words: Words) -> Rows:
    """The score with its parts, each in plain words."""
    say = words.say
    lines: Sequence[tuple[str, str]] = (
        (N_("IL1: values"), N_("how far values moved, in standard deviations, up to 1")),
        (N_("IL2: means"), N_("how far means moved, as a share of themselves")),
        (N_("IL3: covariances"), N_("how far covariances moved, as a share of themselves")),
        (N_("IL4: variances"), N_("how far variances moved, as a share of themselves")),
        (N_("IL5: correlations"), N_("how far correlations moved")),
    )
    rows = [
        (
            say(N_("Score")),
            words.figure(score.score),
            say(N_("mean of loss and risk, in percent; less is better")),
        ),
        (
            say(N_("Information loss")),
            _percent(score.information_loss, words),
            say(N_("mean of the five parts IL1 to IL5")),
        ),
    ]
    rows += [
        (say(name), words.figure(part, 3), say(text))
        for (name, text), part in zip(lines, score.il, strict=True)
    ]
    rows += [
        (
            say(N_("Disclosure risk")),
            _percent(score.disclosure_risk, words),
            say(N_("of the next three, by their weights")),
        ),
        (
            say(N_("Linked by distance")),
            _percent(score.dld, words),
            say(N_("of the records lie nearest to their own original")),
        ),
        (
            say(N_("Linked by agreement")),
            _NONE if score.pld is None else _percent(score.pld, words),
            say(N_("are linked to it by the values that agree (Fellegi, Sunter)")),
        ),
        (
            say(N_("In a narrow interval")),
            _percent(score.id, words),
            say(N_("of the values lie within 1 to 10 % of ranks of what is shown")),
        ),
    ]
    return tuple(rows)


def score_line(score: Score, words: Words) -> str:
    """Loss and risk of numbers, in one sentence."""
    return words.say(
        N_(
            "Numbers: information loss {loss}, mean disclosure risk {risk} (linkage and intervals); score "
            "{score}, less is better."
        ),
        loss=_percent(score.information_loss, words),
        risk=_percent(score.disclosure_risk, words),
        score=words.figure(score.score),
    )


def band_names(words: Words) -> tuple[str, ...]:
    """The names of bands of risk, from the highest."""
    names = [words.say(N_("1")), *(f"\u2265 {words.percent(low, 0)}" for low in BANDS[1:])]
    return (*names, words.say(N_("less")))


_FIRST_BAND = Counted(N_("Records with risk {percent}"), N_("Persons with risk {percent}"))
_BAND = Counted(
    N_("Records with risk from {low} to under {high}"), N_("Persons with risk from {low} to under {high}")
)
_LAST_BAND = Counted(N_("Records with risk under {percent}"), N_("Persons with risk under {percent}"))


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


def _percent(number: float, words: Words) -> str:
    return words.percent(number / 100)


def _count(number: float, words: Words) -> str:
    return whole(int(number)) if float(number).is_integer() else words.figure(number)


def risk_line(before: RiskResult, after: RiskResult, words: Words) -> str:
    """Risk before and after in one sentence, with the rule for missing values where any are missing."""
    text = words.say(
        _LINE.of(after.people),
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
