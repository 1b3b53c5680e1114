"""A small matrix of shares: each cell as dark as its share, its figure within."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.widgets.plots.plot_style import CalmPlot, rgb_of, small_font
from sdc_desktop.words.words import whole

_FULL = 0.55  # how much of the colour a share of 1 has


class MatrixPlot(CalmPlot):
    """Rows beneath one another, the first above."""

    def __init__(self, across: str, down: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLabel("bottom", across)
        self.setLabel("left", down)
        self.getViewBox().invertY(True)
        self._rows: tuple[str, ...] = ()
        self._columns: tuple[str, ...] = ()
        self._numbers: npt.NDArray[np.int64] = np.zeros((0, 0), dtype=np.int64)
        self._most = 1

    @property
    def numbers(self) -> npt.NDArray[np.int64]:
        """What is shown (rows, columns)."""
        return self._numbers

    def show_matrix(
        self, rows: Sequence[str], columns: Sequence[str], numbers: npt.NDArray[np.int64], most: int
    ) -> None:
        """Show other numbers, of `most` each."""
        self._rows, self._columns, self._numbers, self._most = tuple(rows), tuple(columns), numbers, most
        self._draw()

    def _draw(self) -> None:
        self.clear()
        colours, font = self.dress(), small_font(self)
        if not self._numbers.size:
            return
        ground, full = (np.array(rgb_of(c)) for c in (colours.surface, colours.blue))
        shares = (self._numbers / max(self._most, 1) * _FULL)[:, :, None]
        image = pg.ImageItem(
            np.round(ground + shares * (full - ground)).astype(np.uint8),
            axisOrder="row-major",
            levels=(0, 255),
        )
        image.setRect(QRectF(-0.5, -0.5, len(self._columns), len(self._rows)))
        self.addItem(image)
        for row in range(len(self._rows)):
            for column in range(len(self._columns)):
                text = whole(int(self._numbers[row, column]))
                label = pg.TextItem(text, color=colours.text, anchor=(0.5, 0.5))
                label.setFont(font)
                label.setPos(column, row)
                self.addItem(label, ignoreBounds=True)
        self.getAxis("bottom").setTicks([list(enumerate(self._columns))])
        self.getAxis("left").setTicks([list(enumerate(self._rows))])
        self.setRange(
            xRange=(-0.5, len(self._columns) - 0.5), yRange=(-0.5, len(self._rows) - 0.5), padding=0
        )
