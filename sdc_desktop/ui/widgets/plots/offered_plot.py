"""Plots of bars that lead to their records, where these are offered."""

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent

from sdc_desktop.ui.widgets.plots.plot_style import SelectionPlot

_LEAST_SHARE = 0.02  # of the axis: the height at which an empty bar is selected


class OfferedPlot(SelectionPlot):
    """Where records are offered, a place is selected by a click or by the arrow keys, and ``requested`` by a
    double click or Enter; else nothing is selected.
    """

    def __init__(self) -> None:
        super().__init__()
        self._offered = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def heights(self) -> Sequence[float]:
        """The height of what is at each place, 0, 1, ... of the lower axis."""
        raise NotImplementedError

    def offer_records(self, tip: str) -> None:
        """Let places be selected and requested. ``tip`` says how; "": they cannot be."""
        self._offered = bool(tip)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if tip else Qt.FocusPolicy.NoFocus)
        self.setToolTip(tip)

    def point_at(self, position: QPointF) -> int | None:
        box = self.getPlotItem().getViewBox()
        scene = self.mapToScene(position.toPoint())
        place = round(box.mapSceneToView(scene).x())
        inside = box.sceneBoundingRect().contains(scene) and 0 <= place < len(self.heights())
        return place if self._offered and inside else None

    def next_by(self, key: int) -> int | None:
        steps, number = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}, len(self.heights())
        if not self._offered or not number or key not in steps:
            return None
        if self.selection is None:
            return 0
        return min(max(self.selection + steps[Qt.Key(key)], 0), number - 1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._offered:
            super().mousePressEvent(event)
        else:
            event.ignore()

    def _draw_over(self) -> None:
        self._clear_over()
        place, heights = self.selection, self.heights()
        if place is not None and place < len(heights) and self.hasFocus():
            pen = pg.mkPen(self.colours().text, width=2)
            height = max(heights[place], max(heights) * _LEAST_SHARE)
            self._over(pg.BarGraphItem(x=[place], height=[height], width=0.95, brush=None, pen=pen))
