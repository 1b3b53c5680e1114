"""A map of areas over two axes of points: discrete colours, a line around each area, its name within."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent

from sdc_desktop.ui.theme import Colours, step
from sdc_desktop.ui.widgets.plots.plot_style import CalmPlot, cross, faint, small_font
from sdc_desktop.words.words import whole

Cell = tuple[int, int]  # places along either axis
_PALE, _FULL = 0.06, 0.62  # how much of the colour the first and the last area have
_EDGE = 0.04
_COARSE = 10  # cells that a step with Shift goes


@dataclass(frozen=True)
class HeatMap:
    """``areas`` (across, up) number ``names``, in their order from little to much; -1 where nothing is.

    ``points`` along either axis, ``here`` what is current, in points.
    """

    areas: npt.NDArray[np.int64]
    names: tuple[str, ...]
    points: npt.NDArray[np.float64]
    here: tuple[float, float]


class HeatMapPlot(CalmPlot):
    """Shows a map; the mouse or the arrow keys mark a cell, a click or Enter requests it."""

    looked_at = Signal(object)  # Cell
    requested = Signal(object)  # Cell

    def __init__(self, nothing: str) -> None:
        """`nothing` names the areas where nothing is."""
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._nothing = nothing
        self.map: HeatMap | None = None
        self.cursor_cell: Cell | None = None
        self._labels: list[pg.TextItem] = []

    @property
    def labels(self) -> tuple[str, ...]:
        """The names that have room within their areas."""
        return tuple(label.toPlainText() for label in self._labels)

    def show_axes(self, across: str, up: str) -> None:
        """Name the axes."""
        self.setLabel("bottom", across)
        self.setLabel("left", up)

    def show_map(self, shown: HeatMap) -> None:
        """Show another map; the cursor stays."""
        known, self.map = self.map, shown
        if known is not None and known.areas is shown.areas and known.names == shown.names:
            if known.here != shown.here:
                self._draw_over()
        else:
            self._draw()

    def cell_at(self, position: QPointF) -> Cell | None:
        """The cell under the mouse, or None."""
        if self.map is None:
            return None
        spot, points, half = self.spot_at(position), self.map.points, self._half()
        if not all(points[0] - half <= at <= points[-1] + half for at in spot):
            return None
        return self._nearest(spot[0]), self._nearest(spot[1])

    # drawing -----------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.clear()
        self._labels = []
        colours, shown = self.dress(self.map is not None), self.map
        if shown is None:
            return
        image = pg.ImageItem(self._painted(shown, colours), axisOrder="col-major")
        half, low, high = self._half(), float(shown.points[0]), float(shown.points[-1])
        image.setRect(QRectF(low - half, low - half, high - low + 2 * half, high - low + 2 * half))
        self.addItem(image, ignoreBounds=True)
        across, up = _borders(shown, half)
        pen = pg.mkPen(colours.muted, width=1)
        self.addItem(pg.PlotCurveItem(across, up, connect="pairs", pen=pen), ignoreBounds=True)
        edge = _EDGE * (high - low)  # so that the last figures on the axes are not cut
        self.setRange(xRange=(low - half, high + edge), yRange=(low - half, high + edge), padding=0)
        self._place()
        self._draw_over()

    def _painted(self, shown: HeatMap, colours: Colours) -> npt.NDArray[np.uint8]:
        shares = np.linspace(_PALE, _FULL, max(len(shown.names), 2))[: len(shown.names)]
        ends = [_rgb(colour) for colour in (colours.surface, colours.blue)]
        palette = np.array([ends[0], *(ends[0] + share * (ends[1] - ends[0]) for share in shares)])
        return np.asarray(np.round(palette)[shown.areas + 1], dtype=np.uint8)

    def _place(self) -> None:
        """The name of each area where it is widest, if there is room for it."""
        for label in self._labels:
            self.removeItem(label)
        self._labels = []
        shown = self.map
        if shown is None:
            return
        colours, metrics, box = self.colours(), QFontMetricsF(small_font(self)), self.getViewBox()
        cells = len(shown.points) * (1 + _EDGE)
        cell = box.width() / cells, box.height() / cells
        if min(cell) <= 0:
            return
        for number in range(-1, len(shown.names)):
            text = shown.names[number] if number >= 0 else self._nothing
            size = metrics.horizontalAdvance(text) + 6, metrics.height()
            place = _roomiest(shown.areas == number, cell, size)
            if place is not None:
                spot = float(shown.points[place[0]]), float(shown.points[place[1]])
                ground = faint(colours.surface, 0.75)
                self._labels.append(self.write(text, spot, colours.text, (0.5, 0.5), ground))

    def _draw_over(self) -> None:
        self._clear_over()
        shown, colours = self.map, self.colours()
        if shown is None:
            return
        self._mark(cross(shown.here, step(self, 0.9), pg.mkPen(colours.vermillion, width=2)))
        if self.cursor_cell is not None:
            pen = pg.mkPen(colours.accent if self.hasFocus() else colours.muted, width=2)
            across, up = ([float(shown.points[place])] for place in self.cursor_cell)
            self._mark(pg.ScatterPlotItem(across, up, symbol="s", size=step(self, 1.25), pen=pen, brush=None))

    def _mark(self, item: pg.GraphicsObject) -> None:
        item.setZValue(20)
        self._over(item)

    def _half(self) -> float:
        points = self.map.points if self.map is not None else np.zeros(2)
        return float(points[1] - points[0]) / 2

    def _nearest(self, value: float) -> int:
        assert self.map is not None
        return int(np.argmin(np.abs(self.map.points - value)))

    # input -------------------------------------------------------------------------------------------

    def look_at(self, cell: Cell) -> None:
        """Mark a cell and report it."""
        if self.map is None or cell == self.cursor_cell:
            return
        self.cursor_cell = cell
        self._draw_over()
        self.looked_at.emit(cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self.cell_at(event.position())
        if found is not None:
            self.look_at(found)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        found = self.cell_at(event.position())
        if found is not None and event.button() == Qt.MouseButton.LeftButton:
            self.look_at(found)
            self.requested.emit(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, shown = event.key(), self.map
        moves: dict[int, tuple[int, int]] = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, 1),
            Qt.Key.Key_Down: (0, -1),
        }
        if shown is not None and key in moves:
            start = self.cursor_cell or (self._nearest(shown.here[0]), self._nearest(shown.here[1]))
            far = _COARSE if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            last = len(shown.points) - 1
            across, up = (min(max(at + far * by, 0), last) for at, by in zip(start, moves[key], strict=True))
            self.look_at((across, up))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.cursor_cell is not None:
            self.requested.emit(self.cursor_cell)
        else:
            event.ignore()


def _rgb(colour: str) -> npt.NDArray[np.float64]:
    """Red, green and blue, each 0 to 255."""
    parsed = QColor(colour)
    return np.array([parsed.red(), parsed.green(), parsed.blue()], dtype=np.float64)


def _borders(shown: HeatMap, half: float) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The ends of the lines between cells of different areas, two by two."""
    areas, points = shown.areas, shown.points
    i, j = np.nonzero(areas[1:] != areas[:-1])  # upright
    upright = [(points[i] + half, points[i] + half), (points[j] - half, points[j] + half)]
    k, m = np.nonzero(areas[:, 1:] != areas[:, :-1])  # lying
    lying = [(points[k] - half, points[k] + half), (points[m] + half, points[m] + half)]
    across = np.concatenate([np.stack(upright[0], axis=1).ravel(), np.stack(lying[0], axis=1).ravel()])
    up = np.concatenate([np.stack(upright[1], axis=1).ravel(), np.stack(lying[1], axis=1).ravel()])
    return across, up


def _roomiest(
    inside: npt.NDArray[np.bool_], cell: tuple[float, float], size: tuple[float, float]
) -> Cell | None:
    """The middle of a rectangle of this size (pixels) within an area, as far from its border as can be. None
    where there is no room. The edge of the map is also a border.
    """
    from scipy.ndimage import distance_transform_edt

    wide, high = (int(np.ceil(length / one / 2)) for length, one in zip(size, cell, strict=True))
    width, height = inside.shape
    if 2 * wide + 1 > width or 2 * high + 1 > height:
        return None
    sums = np.zeros((width + 1, height + 1), dtype=np.int64)
    sums[1:, 1:] = np.cumsum(np.cumsum(inside, axis=0), axis=1)
    a, b = 2 * wide + 1, 2 * high + 1
    whole = sums[a:, b:] - sums[:-a, b:] - sums[a:, :-b] + sums[:-a, :-b] == a * b
    if not whole.any():
        return None
    away = distance_transform_edt(np.pad(inside, 1), sampling=cell)[1:-1, 1:-1]
    fits = np.where(whole, away[wide : width - wide, high : height - high], -1.0)
    across, up = np.unravel_index(int(np.argmax(fits)), fits.shape)
    return int(across) + wide, int(up) + high


_FULL_MATRIX = 0.55  # how much of the colour a share of 1 has


class MatrixPlot(CalmPlot):
    """Rows below one another, the first above."""

    def __init__(self, across: str, down: str) -> None:
        super().__init__(across, down)
        self.getViewBox().invertY(True)
        self._rows: tuple[str, ...] = ()
        self._columns: tuple[str, ...] = ()
        self.numbers: npt.NDArray[np.int64] = np.zeros((0, 0), dtype=np.int64)
        self._most = 1

    def show_matrix(
        self, rows: Sequence[str], columns: Sequence[str], numbers: npt.NDArray[np.int64], most: int
    ) -> None:
        """Show other numbers, of `most` each."""
        self._rows, self._columns, self.numbers, self._most = tuple(rows), tuple(columns), numbers, most
        self._draw()

    def _draw(self) -> None:
        self.clear()
        colours = self.dress(self.numbers.size > 0)
        if not self.numbers.size:
            return
        ground, full = _rgb(colours.surface), _rgb(colours.blue)
        shares = (self.numbers / max(self._most, 1) * _FULL_MATRIX)[:, :, None]
        image = pg.ImageItem(
            np.round(ground + shares * (full - ground)).astype(np.uint8),
            axisOrder="row-major",
            levels=(0, 255),
        )
        image.setRect(QRectF(-0.5, -0.5, len(self._columns), len(self._rows)))
        self.addItem(image)
        for row in range(len(self._rows)):
            for column in range(len(self._columns)):
                text = whole(int(self.numbers[row, column]))
                self.write(text, (column, row), colours.text, (0.5, 0.5))
        self.getAxis("bottom").setTicks([list(enumerate(self._columns))])
        self.getAxis("left").setTicks([list(enumerate(self._rows))])
        self.setRange(
            xRange=(-0.5, len(self._columns) - 0.5), yRange=(-0.5, len(self._rows) - 0.5), padding=0
        )
