"""The result of an experiment: H0 and A by what is known, and techniques compared at equal error."""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.curves.cae_experiment import CAE_EXPERIMENT
from sdc_desktop.engine.methods.curves.cae_experiment.engine import at_equal_error
from sdc_desktop.sheets.cae_experiment import sheet
from sdc_desktop.sheets.sheet import About, plain_rows, read_by, tables_in
from sdc_desktop.ui.frame.panel import TABS, Strip
from sdc_desktop.ui.frame.rows import Segments, notes_area
from sdc_desktop.ui.tabs.cae.tab_job import COMPARED
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.plots.bands_plot import Band, BandsPlot
from sdc_desktop.ui.widgets.plots.figure_frame import SavedFigure
from sdc_desktop.words import N_, Words
from sdc_desktop.words.curves.cae import known_name, parameter_mark, parameter_name, technique_name
from sdc_desktop.words.curves.cae_tab import (
    compared_header,
    compared_rows,
    equal_line,
    kept_line,
    spread_line,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sdc_desktop.engine.methods.curves.cae_experiment.engine import ExperimentResult
    from sdc_desktop.ui.tabs.cae.view import View

_FIGURES_COMPARED = (1, 2, 3)
_SHOWN = N_("Uncertainty H\u2080"), N_("Area A")
_READ = 7.0  # height of what is read of a picture, in steps of the grid


class ExperimentAnswer(QWidget):
    """Pictures by what is known; and ``techniques``, a view of its own, which compares these."""

    alone_requested = Signal()  # without the others

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._shown: tuple[object, ...] = ()
        self._results: tuple[ExperimentResult, ...] = ()
        self._kept = ""  # their text
        self.setProperty("helpPage", CAE_EXPERIMENT.kind)
        say = words.say
        known, error = say(N_("Known attributes")), say(N_("Mean error of users' answers"))
        self.h0 = self._figure(known, say(N_("Uncertainty H\u2080, bits")))
        self.area = self._figure(known, say(N_("Area A")))
        self.compared = self._figure(error, say(N_("Uncertainty H\u2080, bits")))
        self.h0.show_title(say(N_("Remaining uncertainty by intruder's knowledge")))
        self.area.show_title(say(N_("Area under the risk curve by intruder's knowledge")))
        self.compared.show_title(say(N_("Uncertainty and error by technique")))
        for figure in self.figures:
            figure.setProperty("frame", None)
        self.shown = Segments([say(text) for text in _SHOWN], say(N_("Pictures of the experiment")))
        self._pictures = QStackedWidget()
        self.shown.chosen.connect(self._pictures.setCurrentIndex)
        for figure in (self.h0, self.area):
            self._pictures.addWidget(figure)
        self.line, self.compared_line = plain_label(selectable=True), plain_label(selectable=True)
        self.compare = push_button(say(N_("Co&mpare all techniques")), scale="small")
        self.alone = push_button(say(N_("This technique alone")), weight="quiet", scale="small")
        self.alone.clicked.connect(self.alone_requested)
        self.techniques = QWidget()
        self._lay_out(self, (self._pictures, notes_area((self.line,), _READ)), (self.shown,))
        parts = (self.compared, notes_area((self.compared_line,), _READ))
        self._lay_out(self.techniques, parts, (self.compare, self.alone))

    def _lay_out(self, page: QWidget, parts: Sequence[QWidget], below: Sequence[QWidget]) -> None:
        column = QVBoxLayout(page)
        spread(column, self, margin=0, spacing=0)
        for part in parts:
            column.addWidget(part)
        strip = Strip("strip", TABS)
        strip.row.addStretch(1)
        for part in below:
            strip.row.addWidget(part)
        column.addWidget(strip)

    @property
    def figures(self) -> tuple[SavedFigure, ...]:
        """All pictures."""
        return self.h0, self.area, self.compared

    def show_view(self, view: View) -> None:
        """Shows a result, greyed if outdated."""
        answer = view.answer
        if answer is None:
            return
        for part in (*self.figures, self.line, self.compared_line):
            part.setEnabled(not view.stale)
        results = view.compared or (answer.experiment,)
        self._show_buttons(view)
        shown = (answer.result, *results)
        if len(shown) == len(self._shown) and all(map(is_, shown, self._shown)):
            return
        self._shown = shown
        self._results = results
        self._result = answer.experiment
        self._show_points(self._result)
        self._show_compared(results)
        self._show_line()

    def _show_buttons(self, view: View) -> None:
        techniques = [result.technique for result in view.compared]
        self._kept = kept_line(view.kept, techniques, view.missing, self._words)
        whole = set(COMPARED) <= set(view.kept)
        self.compare.setEnabled(not view.running and (not whole or bool(view.missing)))
        self.alone.setEnabled(not view.running and max(len(view.kept), len(techniques)) > 1)
        if self._shown:
            self._show_line()

    def _show_points(self, result: ExperimentResult) -> None:
        ticks = [(float(x), _tick(name)) for x, name in enumerate(_known(result, self._words))]
        points = next(iter(tables_in(read_by("window", sheet(About(None, result), self._words)))))
        heads = [one.head for one in points.columns]
        for frame, key in ((self.h0, "h0"), (self.area, "area")):
            picture = frame.picture
            assert isinstance(picture, BandsPlot)
            picture.show_bands(tuple(_bands(result, key, self._words)), ticks)
            frame.show_table(heads, plain_rows(points), range(2, len(heads)))

    def _show_compared(self, results: Sequence[ExperimentResult]) -> None:
        picture = self.compared.picture
        assert isinstance(picture, BandsPlot)
        picture.show_bands(tuple(_by_error(results, self._words)))
        rows = compared_rows(results, self._words)
        self.compared.show_table(compared_header(self._words), rows, _FIGURES_COMPARED)

    def _show_line(self) -> None:
        self.line.setText(spread_line(self._result, self._words) if self._shown else "")
        about = self._words.say(
            N_(
                "The error is the mean absolute error of answers to random range queries, "
                "in the unit of the attribute. H₀ is the remaining uncertainty of the "
                "intruder who knows most. Higher points leave more uncertainty, points "
                "further left are more useful."
            )
        )

        lines = [about, self._kept]
        if len(self._results) > 1:
            lines.insert(0, equal_line(at_equal_error(self._results), self._words))
        self.compared_line.setText(" ".join(part for part in lines if part))

    def _figure(self, x: str, y: str) -> SavedFigure:
        frame = SavedFigure(BandsPlot(x, y), self._words)
        frame.setMinimumHeight(step(self, 24))
        return frame


def _known(result: ExperimentResult, words: Words) -> list[str]:
    first = result.points[0].parameter
    knowledge = [point.known for point in result.points if point.parameter == first]
    return [str(known) if isinstance(known, int) else known_name(known, words) for known in knowledge]


def _tick(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11]}\u2026"


def _bands(result: ExperimentResult, key: str, words: Words) -> Iterator[Band]:
    for parameter in dict.fromkeys(point.parameter for point in result.points):
        points = [point for point in result.points if point.parameter == parameter]
        dots = [(float(x), getattr(p, key), getattr(p, f"{key}_sd") or 0.0) for x, p in enumerate(points)]
        bounds = tuple(point.area_error for point in points) if key == "area" and not result.exact else ()
        yield Band(parameter_name(result.technique, parameter, words), tuple(dots), bounds)


def _by_error(results: Sequence[ExperimentResult], words: Words) -> Iterator[Band]:
    """For each technique the points (error, H0 of a person who knows most), by error."""
    for result in results:
        dots = []
        for use in result.utility:
            if use.error is not None:
                point = [p for p in result.points if p.parameter == use.parameter][-1]
                dot = use.error, point.h0, point.h0_sd or 0.0
                dots.append((dot, parameter_mark(result.technique, use.parameter, words)))
        if dots:
            points, texts = zip(*sorted(dots), strict=True)
            yield Band(technique_name(result.technique, words), points, texts=texts)
