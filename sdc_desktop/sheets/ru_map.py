"""What a ``ru_map`` job found: risk and utility of every setting, and which no other one beats; in the window
beside strategies, techniques and earlier steps.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from sdc_desktop.engine.methods.experiments.ru_map.engine import RuMapResult, RuPoint
from sdc_desktop.engine.strategies.strategies import Strategy
from sdc_desktop.sheets.blocks import (
    Axis,
    Figure,
    Finding,
    Heading,
    LegendEntry,
    Point,
    PointMark,
    ScatterChart,
)
from sdc_desktop.sheets.sheet import EXTERNAL, INTERNAL, PAPER, WINDOW, About, For, table
from sdc_desktop.words.counted import UNIQUE
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.program.strategies import persons_in
from sdc_desktop.words.words import N_, Words, whole, whole_share

_MOST_DRAWN = 400  # points besides the front and the marked ones
_MOST_ROWS = 8
TECHNIQUES: Mapping[str, str] = {
    "recoding": N_("ANOPI, recoding"),
    "microaggregation": N_("ANOPI, microaggregation"),
    "generalise": N_("Generalisation, k = 3"),
}
_FRONT = (N_("Setting"), N_("Risk"), N_("Utility"), N_("Unique records"))


def sheet(about: About, words: Words) -> Iterator[For]:
    """The finding, the map, the settings on its front. Risks of the original records are whole per cent
    outside, and no records are counted there.
    """
    result: RuMapResult = about.result
    yield For(Finding(_verdict(result, words)), PAPER)
    yield For(Heading(words.say(N_("Utility loss"))), PAPER)
    yield For(_map(result, 3, words), INTERNAL)
    yield For(_map(result, 0, words), EXTERNAL)
    title = words.say(N_("Pareto-optimal settings"))
    note = words.say(
        N_("No other setting has both less risk and more utility. Levels count from 0, “as is”.")
    )
    rows = tuple(_front(result, words.percent, words))
    yield For(table(title, _FRONT, rows, words, note, wide=4), INTERNAL)
    rounded = tuple(row[:3] for row in _front(result, lambda share: whole_share(share, words), words))
    yield For(table(title, _FRONT[:3], rounded, words, note, wide=4), EXTERNAL)


def compared(
    strategies: Sequence[Strategy],
    best: int | None,
    max_risk: float,
    points: Sequence[RuPoint],
    names: tuple[str, ...],
    words: Words,
) -> Iterator[For]:
    """The strategies that have a place, then the points drawn, of levels of `names`; for the window alone."""
    yield For(Finding(_best(strategies, best, max_risk, words)), WINDOW)
    placed = [one for one in strategies if one.place is not None]
    rows = [_strategy_row(one, words) for one in placed]
    rows += [_point_row(one, names, words) for one in points]
    heads = N_("Setting"), N_("Risk"), N_("Utility"), N_("Smallest class"), UNIQUE.of(persons_in(placed))
    yield For(table(words.say(N_("Risk–utility map")), heads, rows, words), WINDOW)


def point_sentence(point: RuPoint, names: tuple[str, ...], words: Words) -> str:
    """A setting: its levels, or its k."""
    if point.levels is None:
        return words.say(N_("k = {k}"), k=whole(point.k or 0))
    parts = zip(names, point.levels, strict=True)
    return ", ".join(words.say(N_("{name} {level}"), name=name, level=level) for name, level in parts)


def _verdict(result: RuMapResult, words: Words) -> str:
    """Which tolerable setting is most useful, in one sentence."""
    if result.best is None:
        return words.say(
            N_("No setting in this family has a risk of {most} or less."), most=words.percent(result.max_risk)
        )
    best = result.points[result.best]
    return words.say(
        N_("Highest utility at a risk of at most {most}: {setting}, retaining {utility} of the information."),
        most=words.percent(result.max_risk),
        setting=point_sentence(best, result.names, words),
        utility=words.percent(best.utility),
    )


def _map(result: RuMapResult, digits: int, words: Words) -> Figure:
    named = {place for place in (result.best, result.anopi) if place is not None}
    step = max(len(result.points) // _MOST_DRAWN, 1)
    drawn = sorted({*range(0, len(result.points), step), *result.front, *named})
    points = tuple(
        Point(
            round(100 * result.points[place].risk, digits),
            round(100 * result.points[place].utility, 3),
            point_sentence(result.points[place], result.names, words) if place in named else "",
            _mark(result, place),
        )
        for place in drawn
    )
    chart = ScatterChart(
        "",
        Axis(words.say(N_("Risk")), words.say(N_("%"))),
        Axis(words.say(N_("Utility")), words.say(N_("%"))),
        points,
    )
    reading = words.say_many(
        N_("{number} setting; those further up keep more, those further left risk less."),
        N_("{number} settings; those further up keep more, those further left risk less."),
        len(result.points),
    )
    legend = [
        LegendEntry("candidate", words.say(N_("a setting"))),
        LegendEntry("chosen", words.say(N_("most useful of those tolerable"))),
    ]
    if result.anopi is not None:
        legend.append(LegendEntry("optimum", words.say(N_("ANOPI's choice"))))
    return Figure(words.say(N_("The R-U map")), (chart,), reading, tuple(legend))


def _mark(result: RuMapResult, place: int) -> PointMark:
    if place == result.best:
        return "chosen"
    return "optimum" if place == result.anopi else "candidate"


def _spread(front: Sequence[int]) -> tuple[int, ...]:
    """The settings of the front that are listed: both ends, and others evenly spaced between them."""
    last = len(front) - 1
    if last < _MOST_ROWS:
        return tuple(front)
    places = dict.fromkeys(round(row * last / (_MOST_ROWS - 1)) for row in range(_MOST_ROWS))
    return tuple(front[place] for place in places)


def _front(
    result: RuMapResult, shown: Callable[[float], str], words: Words
) -> Iterator[tuple[str, str, str, str]]:
    """The settings of the front that are listed, with their risk `shown` as text."""
    for place in _spread(result.front):
        point = result.points[place]
        setting = point_sentence(point, result.names, words)
        yield setting, shown(point.risk), words.percent(point.utility), whole(point.uniques)


def as_is(words: Words) -> str:
    """Name of the original records."""
    return words.say(N_("Original"))


def step_name(number: int, label: str, words: Words) -> str:
    """Name of the settings after a step."""
    return words.say(N_("Step {number}: {label}"), number=number, label=label)


def strategy_name(name: str, words: Words) -> str:
    """Name of a strategy."""
    return words.say(N_("Strategy {name}"), name=name)


def now(words: Words) -> str:
    """Name of the current settings."""
    return words.say(N_("Now"))


def _strategy_row(one: Strategy, words: Words) -> tuple[str, ...]:
    """A strategy that has a place."""
    place = one.place
    assert place is not None
    return (
        one.name,
        words.percent(place.risk),
        words.percent(place.utility),
        whole(place.smallest),
        whole(place.uniques),
    )


def _point_row(point: RuPoint, names: tuple[str, ...], words: Words) -> tuple[str, ...]:
    """One combination of levels."""
    cells = point_sentence(point, names, words)
    return (
        cells,
        words.percent(point.risk),
        words.percent(point.utility),
        whole(point.smallest),
        whole(point.uniques),
    )


def row_text(row: Sequence[str], words: Words) -> str:
    """A row in a sentence."""
    return words.say(
        N_("{setting}: risk {risk}, utility {utility}; smallest class {smallest}, unique records {alone}."),
        setting=row[0],
        risk=row[1],
        utility=row[2],
        smallest=row[3],
        alone=row[4],
    )


def _best(strategies: Sequence[Strategy], best: int | None, max_risk: float, words: Words) -> str:
    """Which strategy is best by the points and alpha given; what could not be compared, and why."""
    if best is None:
        line = words.say(N_("No strategy has a risk of {most} or less."), most=words.percent(max_risk))
    else:
        row = _strategy_row(strategies[best], words)
        line = words.say(
            N_("Highest utility by your points at a risk of at most {most}: {setting}"),
            most=words.percent(max_risk),
            setting=row_text(row, words),
        )
    refused = [
        words.say(N_("Not compared: {name}. {why}"), name=one.name, why=spoken(one.problems[0], words))
        for one in strategies
        if one.place is None and one.problems
    ]
    return " ".join((line, *refused))
