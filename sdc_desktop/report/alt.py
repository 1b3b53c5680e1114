"""What a figure shows in words, for screen readers: made from the same values that are drawn.

Kind; what is on each axis, with its unit; then the values. Nothing is said of colours.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite

from sdc_desktop.report.model import Report, Section
from sdc_desktop.sheets.blocks import (
    BarChart,
    Chart,
    Curve,
    Figure,
    Interval,
    IntervalChart,
    LineChart,
    LinkChart,
    Point,
    ScatterChart,
    ShareChart,
)
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import figure, whole

LONGEST = 900  # characters
_ALL_BARS = 25  # values that are listed one by one
_LARGEST = 5
_POINTS = 5  # of a curve, between its ends
_DIGITS = 4


def with_alts(report: Report, words: Words) -> Report:
    """The report with the alternative texts of its figures."""
    return replace(report, sections=tuple(_described(section, words) for section in report.sections))


def _described(section: Section, words: Words) -> Section:
    blocks = tuple(
        replace(block, alt=alt_text(block, words)) if isinstance(block, Figure) else block
        for block in section.blocks
    )
    return replace(section, blocks=blocks)


def alt_text(block: Figure, words: Words) -> str:
    """A figure in at most 900 characters. Where values have no room, it says where all are."""
    room = LONGEST // max(1, len(block.charts))
    text = " ".join(_fitted(list(_parts(chart, words)), room, words) for chart in block.charts)
    for lead in (block.title, block.reading):  # so that figures are not all that is heard
        if 2 * sum(map(str.isalpha, text)) < len(text) and len(text) + len(lead) + 2 < LONGEST:
            text = f"{lead.rstrip('.')}. {text}"
    return text


def _fitted(parts: list[str], room: int, words: Words) -> str:
    text = " ".join(parts)
    if len(text) <= room:
        return text
    rest = words.say(N_("All values are in report.figures.csv."))
    while len(parts) > 1 and len(" ".join([*parts, rest])) > room:
        parts = parts[:-1]
    kept = " ".join([*parts, rest])
    return kept if len(kept) <= room else f"{kept[: room - 1]}…"


def _parts(chart: Chart, words: Words) -> Iterator[str]:
    match chart:
        case BarChart():
            yield from _bars(chart, words)
        case LineChart():
            yield from _lines(chart, words)
        case ScatterChart():
            yield from _scatter(chart, words)
        case IntervalChart():
            yield from _intervals(chart, words)
        case ShareChart():
            yield from _shares(chart, words)
        case LinkChart():
            yield from _links(chart, words)


def _bars(chart: BarChart, words: Words) -> Iterator[str]:
    yield words.say(N_("Bar chart. Length of the bars: {axis}."), axis=chart.axis.label)
    total = len(chart.categories) * len(chart.series)
    for series in chart.series:
        named = list(zip(chart.categories, series.values, strict=True))
        lead = f"{series.name}: " if series.name else ""
        if total <= _ALL_BARS:
            yield f"{lead}{', '.join(_bar(chart, *one, words) for one in named)}."
            continue
        ordered = sorted(named, key=lambda one: -one[1])
        text = words.say(
            N_("{lead}{number} {number:value|values}; largest {largest}; smallest {smallest}."),
            lead=lead,
            number=whole(len(named)),
            largest=", ".join(_bar(chart, *one, words) for one in ordered[:_LARGEST]),
            smallest=_bar(chart, *ordered[-1], words),
        )
        yield text
    if chart.limit is not None:
        limit = figure(chart.limit, chart.decimals, words.decimal_mark)
        yield words.say(N_("A line marks the limit {limit}."), limit=limit)


def _bar(chart: BarChart, name: str, value: float, words: Words) -> str:
    return f"{name} {figure(value, chart.decimals, words.decimal_mark)}"


def _lines(chart: LineChart, words: Words) -> Iterator[str]:
    kind = N_("Step curve. Across: {x}; up: {y}.") if chart.steps else N_("Line chart. Across: {x}; up: {y}.")
    yield words.say(kind, x=chart.x.label, y=chart.y.label)
    for curve in chart.curves:
        points = _sampled(curve)
        if not points:
            continue
        places = [_at(x, y, words) for x, y in points]
        lead = f"{curve.name}: " if len(chart.curves) > 1 else ""
        if len(places) == 1:
            yield f"{lead}{places[0]}."
            continue
        yield words.say(N_("{lead}from {first} to {last}"), lead=lead, first=places[0], last=places[-1]) + (
            f"; {', '.join(places[1:-1])}." if places[1:-1] else "."
        )


def _sampled(curve: Curve) -> Sequence[tuple[float, float]]:
    """Both ends and five points between, evenly spaced by index."""
    points, last = curve.points, len(curve.points) - 1
    if last <= _POINTS + 1:
        return points
    places = dict.fromkeys(round(step * last / (_POINTS + 1)) for step in range(_POINTS + 2))
    return [points[place] for place in places]


def _at(x: float, y: float, words: Words) -> str:
    return words.say(N_("{x} across and {y} up"), x=_short(x, words), y=_short(y, words))


def _short(value: float, words: Words) -> str:
    return words.short(value, _DIGITS)


def _scatter(chart: ScatterChart, words: Words) -> Iterator[str]:
    title = f"{chart.title}: " if chart.title else ""
    yield title + words.say(
        N_("Scatter chart. Across: {x}; up: {y}. {number} {number:point|points}."),
        x=chart.x.label,
        y=chart.y.label,
        number=whole(len(chart.points)),
    )
    for point in chart.points:
        if point.label and (point.mark != "candidate" or len(chart.points) <= _ALL_BARS):
            yield f"{point.label}: {_at(point.x, point.y, words)}."
    ends = _front_ends(chart.points)
    if ends:
        first, last = (_at(point.x, point.y, words) for point in ends)
        yield words.say(N_("The best points reach from {first} to {last}."), first=first, last=last)


def _front_ends(points: Sequence[Point]) -> tuple[Point, Point] | None:
    """The ends of the front of less on the x axis and more on the y axis; None for few points."""
    if len(points) <= _ALL_BARS:
        return None
    front: list[Point] = []
    for point in sorted(points, key=lambda one: (one.x, -one.y)):
        if not front or point.y > front[-1].y:
            front.append(point)
    return front[0], front[-1]


def _intervals(chart: IntervalChart, words: Words) -> Iterator[str]:
    yield words.say(
        N_("Interval chart. Axis: {axis}. {number} {number:interval|intervals}."),
        axis=chart.axis.label,
        number=whole(len(chart.intervals)),
    )
    ended = [
        (one.high - one.low, one)
        for one in chart.intervals
        if one.low is not None and one.high is not None and isfinite(one.high - one.low)
    ]
    if ended:
        _, wide = max(ended, key=lambda pair: pair[0])
        _, narrow = min(ended, key=lambda pair: pair[0])
        ends = {
            "widest": _reach(wide, words),
            "narrowest": _reach(narrow, words),
        }
        yield words.say(N_("Widest: {widest}; narrowest: {narrowest}."), **ends)
    missed = [one.label for one in chart.intervals if one.missed]
    if missed:
        yield words.say(N_("Shorter than required: {names}."), names=", ".join(missed))


def _reach(one: Interval, words: Words) -> str:
    low, high = _short(one.low or 0, words), _short(one.high or 0, words)
    return words.say(N_("{name} from {low} to {high}"), name=one.label, low=low, high=high)


def _shares(chart: ShareChart, words: Words) -> Iterator[str]:
    total = sum(share.number for share in chart.shares)
    yield words.say(N_("Bar of parts of a whole of {total}."), total=whole(total))
    yield f"{', '.join(f'{share.name} {whole(share.number)}' for share in chart.shares)}."


def _links(chart: LinkChart, words: Words) -> Iterator[str]:
    names = [name for name, _ in chart.boxes]
    yield words.say(N_("Diagram of tables and what they share: {names}."), names=", ".join(names))
    for one, other, label in chart.links:
        yield words.say(N_("{one} and {other} share {what}."), one=names[one], other=names[other], what=label)
