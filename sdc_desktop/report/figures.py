"""Charts laid out as drawings: axes with names and units, direct labels, nothing that is not needed.

The layout is made once here; `pdf` and `html` only draw the shapes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from sdc_desktop.report import typography
from sdc_desktop.report.figures_lines import SMALL, intervals, lines, tick_step, ticks, wide
from sdc_desktop.report.marks import (
    Anchor,
    Label,
    Line,
    Polyline,
    Rectangle,
    Scene,
    Shape,
    hatched,
    point_mark,
)
from sdc_desktop.sheets.blocks import (
    Axis,
    BarChart,
    Chart,
    IntervalChart,
    LegendEntry,
    LineChart,
    LinkChart,
    Point,
    ScatterChart,
    Series,
    ShareChart,
    ShareFill,
)
from sdc_desktop.words.words import THIN_SPACE, figure, whole

BAR = 9.0  # height of a bar
GAP = 11.0  # between two groups of bars
BAR_FILLS = (("accent", "accent"), ("paper", "accent"), ("third", "third"))  # (fill, stroke) of each series
SHARE_FILLS: Mapping[ShareFill, tuple[str, str]] = {  # (fill, stroke)
    "shown": ("third", ""),
    "empty": ("rule", ""),
    "unsafe": ("second", ""),
    "secondary": ("pale", "accent"),
    "withheld": ("pale", "accent"),
    "changed": ("accent", ""),
}
PLANE_RATIO = 0.78  # height of a plane to its width
_MANY_POINTS = 60  # of a plane; they are then smaller
_BOX, _BOX_GAP = 30.0, 12.0  # height of a box of a diagram of links, and between two
_STUB = 7.0  # of a link, before and after its lane
_BOXES = 0.36  # of the width at most, of such a diagram


@dataclass(frozen=True)
class Box:
    """An occupied rectangle: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Whether the two overlap."""
        apart = (
            self.right <= other.left
            or other.right <= self.left
            or self.bottom <= other.top
            or other.bottom <= self.top
        )
        return not apart


def drawing(chart: Chart, width: float, mark: str = ".") -> Scene:
    """The chart laid out at this many points in width; its height follows from what is in it. `mark` stands
    before the decimals of its figures.
    """
    match chart:
        case BarChart():
            return _bars(chart, width, mark)
        case LineChart():
            return lines(chart, width, mark)
        case IntervalChart():
            return intervals(chart, width, mark)
        case ScatterChart():
            return _plane(chart, width, mark)
        case ShareChart():
            return _shares(chart, width, mark)
        case LinkChart():
            return _links(chart, width)


def _links(chart: LinkChart, width: float) -> Scene:
    """Boxes to the left, and to the right a lane for each link, with its label in the middle."""
    names = [text for box in chart.boxes for text in box]
    most = max((wide(text, SMALL + 1, bold=True) for text in names), default=0.0) + 14
    side = min(most, _BOXES * width)
    shapes: list[Shape] = []
    for number, (name, below) in enumerate(chart.boxes):
        top, room = _top(number), side - 12
        shapes.append(Rectangle(0, top, side, _BOX, "pale", "accent"))
        shapes.append(
            Label(
                6,
                top + 12,
                typography.shortened(name, typography.BOLD, SMALL + 1, room),
                SMALL + 1,
                bold=True,
            )
        )
        shapes.append(
            Label(
                6,
                top + 24,
                typography.shortened(below, typography.REGULAR, SMALL, room),
                SMALL,
                colour="muted",
            )
        )
    shapes += _lanes(chart, side, width)
    return Scene(width, len(chart.boxes) * (_BOX + _BOX_GAP) - _BOX_GAP + 2, tuple(shapes))


def _lanes(chart: LinkChart, side: float, width: float) -> Iterator[Shape]:
    """The links; labels are drawn last, on a ground of their own, so that no line crosses them."""
    needed = sum(wide(label, SMALL) + 4 + _STUB for _, _, label in chart.links)
    fits = side + needed <= width - 4
    room = (width - side) / max(len(chart.links), 1)
    used = dict.fromkeys(range(len(chart.boxes)), 0)
    labels: list[Shape] = []
    x = side
    for one, other, label in chart.links:
        x += _STUB
        ends = []
        for box in (one, other):
            used[box] += 1
            ends.append(_top(box) + _BOX * used[box] / (_degree(chart, box) + 1))
        yield Polyline(((side, ends[0]), (x, ends[0]), (x, ends[1]), (side, ends[1])), "muted", 0.8)
        most = wide(label, SMALL) + 1 if fits else max(room - _STUB - 6, 24)
        text = typography.shortened(label, typography.REGULAR, SMALL, most)
        middle = (ends[0] + ends[1]) / 2
        length = wide(text, SMALL)
        labels.append(Rectangle(x - 2, middle - 6, length + 6, 12, "paper"))
        labels.append(Label(x + 1, middle + 3, text, SMALL))
        x += length + 4
    yield from labels


def _degree(chart: LinkChart, box: int) -> int:
    return sum(box in (one, other) for one, other, _ in chart.links)


def _top(number: int) -> float:
    return 1 + number * (_BOX + _BOX_GAP)


def legend(entries: Sequence[LegendEntry], width: float) -> Scene:
    """The marks of a figure and their meaning, in lines of at most `width`."""
    shapes: list[Shape] = []
    x, y = 5.0, 8.0
    for entry in entries:
        needed = 10 + wide(entry.text, SMALL) + 18
        if x > 5 and x + needed > width:
            x, y = 5.0, y + 14
        shapes.extend(point_mark(entry.mark, x, y))
        shapes.append(Label(x + 9, y + 3, entry.text, SMALL, colour="muted"))
        x += needed
    return Scene(width, y + 6, tuple(shapes))


def _bars(chart: BarChart, width: float, mark: str) -> Scene:
    """Bars from a common line, each labelled with its value; what was before is hatched."""
    names = [typography.shortened(name, typography.REGULAR, SMALL, 0.34 * width) for name in chart.categories]
    left = max((wide(name, SMALL) for name in names), default=0.0) + 10
    unit = f"{THIN_SPACE}%" if chart.axis.unit == "%" else ""
    values = [value for series in chart.series for value in series.values]
    texts = [figure(value, chart.decimals, mark) + unit for value in values]
    room = max((wide(text, SMALL) for text in texts), default=0.0) + 10
    greatest = max([*values, chart.limit or 0.0]) or 1.0
    scale = (width - left - room) / greatest
    group = len(chart.series) * (BAR + 2) + GAP
    top = 18.0 if len(chart.series) > 1 else 4.0
    bottom = top + group * len(names) - GAP / 2
    shapes: list[Shape] = list(_bar_legend(chart, left)) if len(chart.series) > 1 else []
    for index, name in enumerate(names):
        y = top + index * group + GAP / 4
        middle = y + len(chart.series) * (BAR + 2) / 2 + 2
        shapes.append(Label(left - 8, middle, name, SMALL, "end"))
        for number, series in enumerate(chart.series):
            value = series.values[index]
            place = y + number * (BAR + 2)
            solid = 0 if chart.series[0].hatched else number
            shapes.extend(_bar(left, place, value * scale, solid, series))
            text = figure(value, chart.decimals, mark) + unit
            shapes.append(Label(left + value * scale + 5, place + BAR - 1.6, text, SMALL))
    shapes.append(Line(left, top - 1, left, bottom, "muted", 0.8))
    if chart.limit is not None:
        x = left + chart.limit * scale
        shapes.append(Line(x, top - 2, x, bottom + 2, "second", 1.4))
    shapes.append(Label(left, bottom + 11, chart.axis.label, SMALL, colour="muted"))
    return Scene(width, bottom + 15, tuple(shapes))


def _bar(x: float, y: float, length: float, number: int, series: Series) -> Iterator[Shape]:
    if series.hatched:
        yield from hatched(x, y, max(length, 0.4), BAR, "second", 3.2)
        yield Rectangle(x, y, max(length, 0.4), BAR, "", "second", 0.7)
        return
    fill, stroke = BAR_FILLS[number]
    yield Rectangle(x, y, max(length, 0.4), BAR, fill, stroke)


def _shares(chart: ShareChart, width: float, mark: str) -> Scene:
    """Parts side by side: how many above, the name and the share below, at the beginning of each."""
    total = sum(share.number for share in chart.shares) or 1
    starts, x = [], 0.0
    for share in chart.shares:
        starts.append(x)
        x += width * share.number / total
    names = [
        typography.shortened(share.name, typography.REGULAR, SMALL, 0.4 * width) for share in chart.shares
    ]
    rooms = [
        max(wide(name, SMALL), wide(whole(share.number), SMALL + 1, bold=True)) + 10
        for name, share in zip(names, chart.shares, strict=True)
    ]
    places = _apart(starts, rooms, width)
    shapes: list[Shape] = []
    for start, place, name, share in zip(starts, places, names, chart.shares, strict=True):
        length = width * share.number / total
        fill, stroke = SHARE_FILLS[share.fill]
        if length > 0:
            shapes.append(Rectangle(start + 0.4, 15, max(length - 0.8, 0.4), 17, fill, stroke, 0.8))
        shapes.append(Label(place, 10, whole(share.number), SMALL + 1, bold=True))
        shapes.append(Label(place, 43, name, SMALL))
        part = f"{figure(100 * share.number / total, 1, mark)}{THIN_SPACE}%"
        shapes.append(Label(place, 53, part, SMALL, colour="muted"))
    return Scene(width, 58, tuple(shapes))


def _apart(starts: Sequence[float], rooms: Sequence[float], width: float) -> list[float]:
    """Where labels begin: at the start of their part, moved on where they would overlap."""
    places: list[float] = []
    for start, room in zip(starts, rooms, strict=True):
        places.append(max(start, places[-1] + rooms[len(places) - 1] if places else 0.0))
        del room
    end = width
    for at in reversed(range(len(places))):
        places[at] = max(0.0, min(places[at], end - rooms[at]))
        end = places[at]
    return places


def _bar_legend(chart: BarChart, left: float) -> Iterator[Shape]:
    x = left
    for number, series in enumerate(chart.series):
        if series.hatched:
            yield from hatched(x, 2, 12, 8, "second", 3.2)
            yield Rectangle(x, 2, 12, 8, "", "second", 0.7)
        else:
            fill, stroke = BAR_FILLS[0 if chart.series[0].hatched else number]
            yield Rectangle(x, 2, 12, 8, fill, stroke)
        yield Label(x + 17, 9, series.name, SMALL, colour="muted")
        x += 17 + wide(series.name, SMALL) + 16


def _plane(chart: ScatterChart, width: float, mark: str) -> Scene:
    steps = 4 if width < 300 else 7
    x_step = tick_step(max((point.x for point in chart.points), default=1.0) * 1.04, steps)
    y_step = tick_step(max((point.y for point in chart.points), default=1.0) * 1.04, 5)
    x_top = _reach(chart.x, x_step, [point.x for point in chart.points])
    y_top = _reach(chart.y, y_step, [point.y for point in chart.points])
    y_texts = list(ticks(y_step, y_top, mark))
    left = max(wide(text, SMALL) for _, text in y_texts) + 22
    title_height = 18.0
    right, top, bottom = width - 14, title_height + 4, title_height + width * PLANE_RATIO - 34
    x_scale, y_scale = (right - left) / x_top, (bottom - top) / y_top
    shapes: list[Shape] = [Label(left, 10, _cut(chart.title, right - left), SMALL + 1, bold=True)]
    shapes.extend(_forbidden(chart, left, top, right, bottom, x_scale, y_scale))
    for value, text in ticks(x_step, x_top, mark):
        x = left + value * x_scale
        shapes.append(Line(x, top, x, bottom, "rule"))
        shapes.append(Label(x, bottom + 11, text, SMALL, "middle", colour="muted"))
    for value, text in y_texts:
        y = bottom - value * y_scale
        shapes.append(Line(left, y, right, y, "rule"))
        shapes.append(Label(left - 5, y + 2.8, text, SMALL, "end", colour="muted"))
    shapes.append(Line(left, bottom, right, bottom, "muted", 0.8))
    shapes.append(Line(left, top, left, bottom, "muted", 0.8))
    placed = [(left + p.x * x_scale, bottom - p.y * y_scale, p) for p in chart.points]
    radius = 3.2 if len(placed) <= _MANY_POINTS else 1.5
    for x, y, point in sorted(placed, key=lambda entry: entry[2].mark != "candidate"):  # marked ones on top
        shapes.extend(point_mark(point.mark, x, y, radius if point.mark == "candidate" else 3.2))
    shapes.extend(_point_labels(placed, Box(left, top - 10, width, bottom)))
    shapes.append(Label((left + right) / 2, bottom + 24, chart.x.label, SMALL, "middle", colour="muted"))
    shapes.append(Label(8, (top + bottom) / 2, chart.y.label, SMALL, "middle", colour="muted", upwards=True))
    return Scene(width, bottom + 30, tuple(shapes))


def _forbidden(
    chart: ScatterChart, left: float, top: float, right: float, bottom: float, x_scale: float, y_scale: float
) -> Iterator[Shape]:
    """The region below the bounds, hatched, with its edges."""
    x = min(left + chart.least_x * x_scale, right)
    y = max(bottom - chart.least_y * y_scale, top)
    if chart.least_x > 0:
        yield from hatched(left, top, x - left, bottom - top)
        yield Line(x, top, x, bottom, "muted", 0.8)
    if chart.least_y > 0:
        yield from hatched(x, y, right - x, bottom - y)
        yield Line(left, y, right, y, "muted", 0.8)


def _point_labels(placed: Sequence[tuple[float, float, Point]], frame: Box) -> Iterator[Shape]:
    """Labels beside their points, the chosen point's first; a label without room is dropped."""
    taken = [Box(x - 4, y - 4, x + 4, y + 4) for x, y, _ in placed]
    order = {"chosen": 0, "optimum": 1, "candidate": 2}
    for x, y, point in sorted(placed, key=lambda entry: order[entry[2].mark]):
        if not point.label:
            continue
        for label in _places(x, y, point):
            box = _box_of(label)
            inside = box.left >= frame.left and box.right <= frame.right and box.bottom <= frame.bottom
            if inside and box.top >= frame.top and not any(box.meets(other) for other in taken):
                taken.append(box)
                yield label
                break


def _places(x: float, y: float, point: Point) -> Iterator[Label]:
    offsets: tuple[tuple[float, float, Anchor], ...] = (
        (7, -3, "start"),
        (-7, 9, "end"),
        (7, 9, "start"),
        (-7, -3, "end"),
        (0, -8, "middle"),
        (0, 13, "middle"),
        (9, 3, "start"),
        (-9, 3, "end"),
    )
    for dx, dy, anchor in offsets:
        yield Label(x + dx, y + dy, point.label, SMALL, anchor, bold=point.mark == "chosen")


def _box_of(label: Label) -> Box:
    room = wide(label.text, label.size, bold=label.bold)
    left = {"start": label.x, "middle": label.x - room / 2, "end": label.x - room}[label.anchor]
    return Box(left, label.y - 0.75 * label.size, left + room, label.y + 0.2 * label.size)


def _reach(axis: Axis, step: float, values: Sequence[float]) -> float:
    """Where an axis ends: a little beyond the greatest value, of shares at the whole."""
    greatest = max(values, default=1.0)
    top = max(step, ceil(greatest * 1.04 / step - 1e-9) * step)
    return 100.0 if axis.unit == "%" and greatest <= 100 < top else top


def _cut(text: str, room: float) -> str:
    return typography.shortened(text, typography.BOLD, SMALL + 1, room)
