"""Names beside lines, so that no legend has to be read: none lies over another."""

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont

Label = tuple[str, float, float, str]  # text, x, y, colour


def add_labels(
    plot: pg.PlotWidget, labels: Sequence[Label], font: QFont, *, leftwards: bool = True
) -> list[pg.TextItem]:
    """Put names to the left of points, or to the right; :func:`part_labels` then keeps them apart."""
    items = []
    for text, x, y, colour in labels:
        item = pg.TextItem(text, color=colour, anchor=(1.0 if leftwards else 0.0, 1.0))
        item.setFont(font)
        item.setPos(x, y)
        item.setZValue(30)
        plot.addItem(item, ignoreBounds=True)
        items.append(item)
    return items


def part_labels(
    plot: pg.PlotWidget, items: Sequence[pg.TextItem], places: Sequence[tuple[float, float]]
) -> None:
    """Move names upwards or downwards until none lies over another, in the order of their points."""
    box = plot.getPlotItem().getViewBox()
    if not items or box.height() < 1:
        return
    height = max(item.boundingRect().height() for item in items)
    pixels = [box.mapFromView(QPointF(*place)) for place in places]
    order = sorted(range(len(items)), key=lambda index: pixels[index].y())
    lowest = box.height()
    tops: dict[int, float] = {}
    free = 0.0
    for index in order:
        tops[index] = max(pixels[index].y() - height / 2, free)
        free = tops[index] + height
    for index in reversed(order):
        tops[index] = min(tops[index], lowest - height)
        lowest = tops[index]
    for index, item in enumerate(items):
        item.setPos(box.mapToView(QPointF(pixels[index].x(), tops[index] + height)))
