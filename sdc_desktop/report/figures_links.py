"""A diagram of boxes and what links them: calm, readable without colour, of any width."""

from collections.abc import Iterator

from sdc_desktop.report import typography
from sdc_desktop.report.figures_lines import SMALL, wide
from sdc_desktop.report.marks import Label, Polyline, Rectangle, Scene, Shape
from sdc_desktop.sheets.blocks import LinkChart

_HEIGHT, _GAP = 30.0, 12.0  # of a box, and between two
_STUB = 7.0  # before and after a lane
_BOXES = 0.36  # of the width at most


def links(chart: LinkChart, width: float) -> Scene:
    """Boxes to the left, and to the right a lane for each link, with its label in the middle."""
    names = [text for box in chart.boxes for text in box]
    most = max((wide(text, SMALL + 1, bold=True) for text in names), default=0.0) + 14
    side = min(most, _BOXES * width)
    shapes: list[Shape] = []
    for number, (name, below) in enumerate(chart.boxes):
        top, room = _top(number), side - 12
        shapes.append(Rectangle(0, top, side, _HEIGHT, "pale", "accent"))
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
    return Scene(width, len(chart.boxes) * (_HEIGHT + _GAP) - _GAP + 2, tuple(shapes))


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
            ends.append(_top(box) + _HEIGHT * used[box] / (_degree(chart, box) + 1))
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
    return 1 + number * (_HEIGHT + _GAP)
