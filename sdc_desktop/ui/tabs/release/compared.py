"""Tests compared over all orders: how much each lets out, and what of it is safe under another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.plots.bands_plot import Band, BandsPlot
from sdc_desktop.ui.widgets.plots.figure_frame import SavedFigure
from sdc_desktop.ui.widgets.plots.matrix_plot import MatrixPlot
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release.release import run_name
from sdc_desktop.words.release.release_tab import compared_header, compared_line, compared_rows, matrix_header
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.release.release.engine import ReleaseResult


class Compared:
    """Two pages of evidence, each a picture with its table and a line that says what it shows."""

    def __init__(self, words: Words) -> None:
        self._words = words
        say = words.say
        self.bands = BandsPlot(say(N_("Target")), say(N_("Records released")))
        self.bands_figure = SavedFigure(self.bands, words)
        self.bands_figure.show_title(say(N_("Records released by test and target")))
        self.plot = MatrixPlot(say(N_("Safe under")), say(N_("Released by")))
        self.matrix_figure = SavedFigure(self.plot, words)
        self.matrix_figure.show_title(say(N_("Safety of releases under other tests")))
        self.line, self.matrix_line = _line(), _line()
        self.tests = _page(self.bands_figure, self.line)
        self.matrix = _page(self.matrix_figure, self.matrix_line)

    @property
    def figures(self) -> tuple[SavedFigure, SavedFigure]:
        """Both pictures."""
        return self.bands_figure, self.matrix_figure

    def show_result(self, result: ReleaseResult) -> None:
        """Show another result."""
        words = self._words
        ticks = [
            (float(x), name if len(name) <= 12 else f"{name[:11]}\u2026") for x, name in enumerate(result.fit)
        ]
        bands = [
            Band(
                run_name(run.tests),
                tuple((float(x), one.released, one.sd or 0.0) for x, one in enumerate(run.targets.values())),
            )
            for run in result.runs
        ]
        fit = tuple((float(x), float(number), 0.0) for x, number in enumerate(result.fit.values()))
        bands.append(Band(words.say(N_("fitting the baseline")), fit))
        every = max(1, -(-len(ticks) // 12))
        self.bands.show_bands(bands, ticks[::every])
        self.bands_figure.show_table(
            compared_header(result.target, words), compared_rows(result, words), (2, 3, 4, 5, 6)
        )
        self.line.setText(compared_line(result, words))
        tests = tuple(result.matrix[0].safe_under)
        rows = [run_name(row.tests) for row in result.matrix]
        numbers = np.array([[row.safe_under[test] for test in tests] for row in result.matrix])
        self.plot.show_matrix(rows, [test.upper() for test in tests], numbers, result.orders)
        told = [(row, *map(whole, line)) for row, line in zip(rows, numbers.tolist(), strict=True)]
        self.matrix_figure.show_table(matrix_header(tests, words), told, range(1, len(tests) + 1))
        self.matrix_line.setText(
            words.say_many(
                N_("Of {number} order, judged at its end, for all targets."),
                N_("Of {number} orders, each judged at its end, for all targets."),
                result.orders,
            )
        )


def _line() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _page(figure: SavedFigure, line: QLabel) -> QWidget:
    page = QWidget()
    column = QVBoxLayout(page)
    spread(column, page, margin=0, spacing=0.5)
    column.addWidget(figure, 1)
    column.addWidget(line)
    return page
