"""Risk and utility before and after, in rows and in plain words, for the tab Microdata."""

from collections.abc import Sequence

from sdc_desktop.engine.methods.risk.risk.result import GuessingRisk, IndividualRisk, RiskResult
from sdc_desktop.engine.microdata.classes.key_classes import LookupRisk
from sdc_desktop.engine.microdata.classes.suda import DIS_BANDS
from sdc_desktop.engine.microdata.score import Score
from sdc_desktop.words.counted import UNIQUE, Counted
from sdc_desktop.words.risk.population import population_rows
from sdc_desktop.words.risk.population_table import table_rows
from sdc_desktop.words.words import N_, Words, whole

Rows = tuple[tuple[str, ...], ...]
FIGURES = (1, 2)
_NONE = "\u2013"
PROSECUTOR = N_("Prosecutor (knows that the person is in the file)")
JOURNALIST = N_("Journalist (does not know whether the person is in the file)")
HOUSEHOLD = N_("Member of the household")
SINGLE = Counted(N_("Single records, by the weights"), N_("Single persons, by the weights"))
_RARE = Counted(N_("Records in these classes"), N_("Persons in these classes"))
_ABOVE = Counted(N_("\u2026 records above {most}"), N_("\u2026 persons above {most}"))


def risk_header(words: Words) -> tuple[str, ...]:
    """The columns of the rows of risk."""
    return tuple(words.say(text) for text in (N_("Risk"), N_("Before"), N_("After")))


def risk_rows(before: RiskResult, after: RiskResult, words: Words) -> Rows:
    """The figures of risk of a file and of what is released, side by side."""
    both, say = (before, after), words.say
    rows = [
        (say(UNIQUE.of(before.people)), *(whole(one.uniques) for one in both)),
        (say(N_("Smallest class, k")), *(_count(one.k, words) for one in both)),
    ]
    for rare, left in zip(before.below, after.below, strict=False):
        title = say(N_("Classes smaller than {k}"), k=rare.k)
        rows.append((title, whole(rare.cells), whole(left.cells)))
        title = say(_RARE.of(rare.persons), k=rare.k)
        rows.append((title, whole(rare.units), whole(left.units)))
    known = [
        (say(PROSECUTOR), before.prosecutor, after.prosecutor),
        (say(JOURNALIST), before.journalist, after.journalist),
        (say(SINGLE.of(before.people)), before.individual, after.individual),
        (say(HOUSEHOLD), before.household, after.household),
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
            title = say(N_("Special uniques (SUDA2) of {size} {size:value|values}: records"), size=size)
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


def lookup_rows(before: LookupRisk, after: LookupRisk, words: Words) -> Rows:
    """The risk of a person who looks up true values, where shown ones need not be true; before, all are."""
    say = words.say
    return (
        (
            say(N_("Records found by their true values, expected")),
            words.figure(before.expected, 1),
            words.figure(after.expected, 1),
        ),
        (
            say(N_("Average re-identification risk")),
            words.percent(before.average),
            words.percent(after.average),
        ),
        (say(N_("… maximum")), words.percent(before.highest), words.percent(after.highest)),
        (say(N_("Records identified with certainty")), whole(before.certain), whole(after.certain)),
        (say(N_("Records that show their own values")), whole(before.unchanged), whole(after.unchanged)),
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


def _percent(number: float, words: Words) -> str:
    return words.percent(number / 100)


def _count(number: float, words: Words) -> str:
    return whole(int(number)) if float(number).is_integer() else words.figure(number)
