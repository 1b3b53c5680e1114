"""Lines, steps and intervals laid out as drawings. Marks have shapes, so that colour never speaks alone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, isfinite, log10

from sdc_desktop.report import typography
from sdc_desktop.report.marks import (
    Circle,
    Label,
    Line,
    Polygon,
    Polyline,
    Rectangle,
    Scene,
    Shape,
    bracket,
    dumb_bell,
)
from sdc_desktop.sheets.blocks import Curve, Interval, IntervalChart, LineChart
from sdc_desktop.words.words import figure

SMALL = 8.0
_NOTHING = 1e-12  # a range no larger than this is rounding only


def tick_step(greatest: float, most: int) -> float:
    """The least round step (1, 2, 2.5 or 5 times a power of ten) that reaches `greatest` in `most` steps."""
    rough = greatest / most
    if rough <= _NOTHING:
        return 1.0
    power = 10.0 ** floor(log10(rough))
    return next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= rough * (1 - 1e-9))


def top_of(greatest: float, most: int) -> tuple[float, float]:
    """A round step, and the multiple of it that an axis from zero ends at."""
    step = tick_step(greatest, most)
    return step, max(step, ceil(greatest / step - 1e-9) * step)


def ticks(step: float, top: float, mark: str, first: float = 0.0) -> Iterator[tuple[float, str]]:
    """Values from `first` on over a length of `top`, with their texts; `mark` stands before decimals."""
    places = decimals(step)
    for index in range(round(top / step) + 1):
        value = first + index * step
        yield value, figure(value if abs(value) > _NOTHING else 0.0, places, mark)


def decimals(step: float) -> int:
    """This many that no two ticks read the same."""
    return len(f"{step:.14f}".rstrip("0").partition(".")[2])


def wide(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is, in points."""
    return typography.width(text, typography.BOLD if bold else typography.REGULAR, size)


@dataclass(frozen=True)
class Frame:
    """A plane with both axes from zero."""

    left: float
    top: float
    right: float
    bottom: float
    x_scale: float
    y_scale: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the plane lies."""
        return self.left + x * self.x_scale, self.bottom - y * self.y_scale

    def grid(
        self, x_ticks: Iterable[tuple[float, str]], y_ticks: Iterable[tuple[float, str]]
    ) -> Iterator[Shape]:
        """Thin lines with their figures."""
        for value, text in x_ticks:
            x, _ = self.at(value, 0)
            yield Line(x, self.top, x, self.bottom, "rule")
            yield Label(x, self.bottom + 11, text, SMALL, "middle", colour="muted")
        for value, text in y_ticks:
            _, y = self.at(0, value)
            yield Line(self.left, y, self.right, y, "rule")
            yield Label(self.left - 5, y + 2.8, text, SMALL, "end", colour="muted")

    def axes(self) -> Iterator[Shape]:
        """The two axes, over what is drawn."""
        yield Line(self.left, self.bottom, self.right, self.bottom, "muted", 0.8)
        yield Line(self.left, self.top, self.left, self.bottom, "muted", 0.8)


def frame_for(left: float, top: float, right: float, bottom: float, x_top: float, y_top: float) -> Frame:
    """The plane between these edges whose axes end at x_top and y_top."""
    return Frame(left, top, right, bottom, (right - left) / x_top, (bottom - top) / y_top)


_RATIO = 0.3  # height of the plane to its width
_COLOURS = ("accent", "second", "third", "ink")
_ROW = 15.0  # height of an interval's row
_LEVEL = 5.0  # and of a protection level below it
_MOST_MARKED = 25  # points of a curve that still get marks


def lines(chart: LineChart, width: float, mark: str) -> Scene:
    """Curves over a common axis, as lines from point to point or as steps; both axes from zero."""
    xs = [x for curve in chart.curves for x, _ in curve.points]
    ys = [y for curve in chart.curves for _, y in curve.points]
    x_step, x_top = top_of(max(xs, default=1.0), 6)
    if all(x == round(x) for x in xs):  # of whole numbers, such as how many variables are known
        x_step = max(1.0, x_step)
    y_step, y_top = top_of(max(ys, default=1.0), 4)
    named = len(chart.curves) > 1
    y_texts = list(ticks(y_step, y_top, mark))
    left = max(wide(text, SMALL) for _, text in y_texts) + 22
    top = 20.0 if named else 6.0
    frame = frame_for(left, top, width - 14, top + width * _RATIO, x_top, y_top)
    shapes: list[Shape] = list(_names(chart, left)) if named else []
    shapes.extend(frame.grid(ticks(x_step, x_top, mark), y_texts))
    for number, curve in enumerate(chart.curves):
        shapes.extend(_curve(curve, number, frame, steps=chart.steps))
    shapes.extend(frame.axes())
    shapes.append(_below(chart.x.label, (frame.left + frame.right) / 2, frame.bottom + 24))
    middle = (frame.top + frame.bottom) / 2
    shapes.append(Label(8, middle, chart.y.label, SMALL, "middle", colour="muted", upwards=True))
    return Scene(width, frame.bottom + 30, tuple(shapes))


def _below(text: str, x: float, y: float) -> Label:
    return Label(x, y, text, SMALL, "middle", colour="muted")


def _names(chart: LineChart, left: float) -> Iterator[Shape]:
    x = left
    for number, curve in enumerate(chart.curves):
        yield Line(x, 6, x + 16, 6, _COLOURS[number % 4], 1.4)
        yield _mark(number, x + 8, 6)
        yield Label(x + 21, 9, curve.name, SMALL, colour="muted")
        x += 21 + wide(curve.name, SMALL) + 16


def _curve(curve: Curve, number: int, frame: Frame, *, steps: bool) -> Iterator[Shape]:
    colour = _COLOURS[number % 4]
    placed = [frame.at(x, y) for x, y in curve.points]
    if len(placed) > 1:
        width = 1.4 if steps else max(2.6 - 0.8 * number, 0.8)
        yield Polyline(tuple(_stepped(placed)) if steps else tuple(placed), colour, width)
    if len(placed) <= _MOST_MARKED and not steps:
        for x, y in placed:
            yield _mark(number, x, y)


def _stepped(placed: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    yield placed[0]
    for (_, y1), (x2, y2) in pairwise(placed):
        yield x2, y1
        yield x2, y2


def _mark(number: int, x: float, y: float) -> Shape:
    """Disc, square, triangle, ring, each smaller than the one before: where curves meet, all are seen."""
    colour = _COLOURS[number % 4]
    if number % 4 == 1:
        return Rectangle(x - 2.8, y - 2.8, 5.6, 5.6, fill=colour)
    if number % 4 == 2:
        return Polygon(((x, y - 2.8), (x + 2.6, y + 2), (x - 2.6, y + 2)), fill=colour)
    if number % 4 == 3:
        return Circle(x, y, 1.6, fill="paper", stroke=colour)
    return Circle(x, y, 4.6, fill=colour)


def intervals(chart: IntervalChart, width: float, mark: str) -> Scene:
    """A bar from end to end for each row; an open end has an arrow, a missed end is hollow. Below the bar is
    the required extent, if known.
    """
    names = [
        typography.shortened(one.label, typography.REGULAR, SMALL, 0.32 * width) for one in chart.intervals
    ]
    places = list(_placed(chart.intervals))
    lowest, highest = min([*places, 0.0]), max([*places, 0.0])
    step, _ = top_of((highest - lowest) or 1.0, 5)
    first = step * round(lowest / step - 0.4999) if lowest < 0 else 0.0
    last = max(first + step, step * -(-highest // step))
    left = max((wide(name, SMALL) for name in names), default=0.0) + 12
    scale = (width - left - 18) / (last - first)
    height = _ROW + (_LEVEL if any(one.asked for one in chart.intervals) else 0)
    height += _LEVEL if any(one.asked and one.asked.requires_length for one in chart.intervals) else 0
    bottom = 6 + height * len(names)
    shapes: list[Shape] = []
    for value, text in ticks(step, last - first, mark, first):
        x = left + (value - first) * scale
        shapes.append(Line(x, 4, x, bottom, "rule"))
        shapes.append(Label(x, bottom + 11, text, SMALL, "middle", colour="muted"))
    for row, (one, name) in enumerate(zip(chart.intervals, names, strict=True)):
        middle = 6 + row * height + _ROW / 2
        shapes.append(Label(left - 8, middle + 2.8, name, SMALL, "end"))
        low = left + ((first if one.low is None else one.low) - first) * scale
        high = left + ((last if one.high is None else one.high) - first) * scale
        shapes.extend(_bar(low, high, middle, missed=one.missed))
        shapes.extend(_arrow(low, middle, -1) if one.low is None else ())
        shapes.extend(_arrow(high, middle, 1) if one.high is None else ())
        shapes.extend(_required(one, left - first * scale, scale, middle + _ROW / 2))
    shapes.append(Line(left, 4, left, bottom, "muted", 0.8))
    shapes.append(_below(chart.axis.label, left + (width - left - 18) / 2, bottom + 24))
    return Scene(width, bottom + 30, tuple(shapes))


def _placed(intervals: Sequence[Interval]) -> Iterator[float]:
    """Everything that has a place on the axis."""
    for one in intervals:
        yield from (end for end in (one.low, one.high) if end is not None and isfinite(end))
        if one.asked is not None:
            yield from (one.asked.low, one.asked.high)
            if one.asked.requires_length:
                yield _length_from(one) + one.asked.length


def _required(one: Interval, zero: float, scale: float, y: float) -> Iterator[Shape]:
    """The levels below a bar: from below to above the value; the length, wherever it may lie, from the bar's
    beginning.
    """
    required = one.asked
    if required is None:
        return
    yield from bracket(
        zero + required.low * scale, zero + required.value * scale, zero + required.high * scale, y
    )
    if required.requires_length:
        begin = _length_from(one)
        yield from dumb_bell(zero + begin * scale, zero + (begin + required.length) * scale, y + _LEVEL)


def _length_from(one: Interval) -> float:
    if one.low is not None:
        return one.low
    return 0.0 if one.asked is None else one.asked.low


def _bar(low: float, high: float, middle: float, *, missed: bool) -> Iterator[Shape]:
    if high - low < 1:
        yield Polygon(
            ((low, middle - 4), (low + 4, middle), (low, middle + 4), (low - 4, middle)), fill="second"
        )
    elif missed:
        yield Rectangle(low, middle - 3.5, high - low, 7, "paper", "second", 1.2)
    else:
        yield Rectangle(low, middle - 3.5, high - low, 7, "accent")


def _arrow(x: float, y: float, way: int) -> Iterator[Shape]:
    yield Polygon(((x, y - 5), (x + 7 * way, y), (x, y + 5)), fill="muted")
