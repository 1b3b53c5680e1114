"""The result of a curve: H by precision as steps, read in words; and the most exposed cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QModelIndex, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHeaderView, QLineEdit, QVBoxLayout, QWidget

from sdc_desktop.ui.frame.panel import FOOT, Strip
from sdc_desktop.ui.frame.rows import notes_area
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.theme import fill, spread, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.plots.figure_frame import SavedFigure
from sdc_desktop.ui.widgets.plots.steps_plot import StepCurve, StepsPlot
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.curves.cae import area_line, bounded_reading, reading
from sdc_desktop.words.curves.cae_tab import (
    RANKINGS,
    case_name,
    exposed_header,
    exposed_line,
    exposed_rows,
    first_figure,
    overlaid_figures,
    overlaid_header,
    overlaid_line,
    overlaid_rows,
    ranked,
    steps_header,
    steps_rows,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sdc_desktop.engine.information.equivocation import Curve
    from sdc_desktop.engine.methods.curves.cae.engine import CaeResult
    from sdc_desktop.ui.tabs.cae.view import View
    from sdc_desktop.ui.tabs.cae.work import KeptCurve


_FIGURES = 3  # columns of the table of cases that hold figures
_MOST_DRAWN = 3  # cases beside the mean
_NAME = 24  # letters of a case's name in the picture
_RANKINGS = tuple(RANKINGS)
_LONGEST = 60  # letters of a name
_READ = 7.0  # height of what is read of the curve, in steps of the grid


def curve_plot(words: Words) -> StepsPlot:
    """A picture of curves."""
    return StepsPlot(words.say(N_("Precision ε (interval width)")), words.say(N_("Uncertainty H(ε), bits")))


class KeptCurves(Strip):
    """A field for a name, and the button that keeps the curve that is shown."""

    keep_requested = Signal(str)  # its name; empty: one that says what the curve is about

    def __init__(self, words: Words) -> None:
        super().__init__("foot", FOOT)
        say = words.say
        self.name = QLineEdit()
        self.name.setMaxLength(_LONGEST)
        self.name.setAccessibleName(say(N_("Name of the curve")))
        self.name.setPlaceholderText(say(N_("Name")))
        self.keep = push_button(say(N_("Keep curve")), weight="quiet", scale="small")
        self.keep.setToolTip(say(N_("Draws this curve over later ones, until the project is closed.")))
        self.row.setContentsMargins(step(self, 0.9), 0, step(self, 0.4), 0)
        self.row.setSpacing(step(self, 0.4))
        self.row.addWidget(self.name, 1)
        self.row.addWidget(self.keep)
        self.name.returnPressed.connect(self._on_keep)
        self.keep.clicked.connect(self._on_keep)

    def show_view(self, view: View) -> None:
        """Show whether the curve that is shown can be kept."""
        self.name.setEnabled(view.can_keep)
        self.keep.setEnabled(view.can_keep)

    @Slot()
    def _on_keep(self) -> None:
        name = self.name.text()
        self.name.clear()
        self.keep_requested.emit(name)


class CurveAnswer(QWidget):
    """The picture of a result, and the view ``cases``: those chosen there are drawn over the mean."""

    case_chosen = Signal(object, object)  # its name, rows (what, value) about it
    record_requested = Signal(object)  # int, from 1
    alone_requested = Signal(object)  # dict: the values that are known of one case

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._result: CaeResult | None = None
        self._records: tuple[tuple[int, ...], ...] = ()
        self._order: tuple[int, ...] = ()  # the case of each row
        self._overlaid: tuple[KeptCurve, ...] = ()
        self._elsewhere = 0
        say = words.say
        self.plot = curve_plot(words)
        self.plot.read.connect(self._on_read)
        self.figure = SavedFigure(self.plot, words)
        self.figure.show_title(say(N_("Remaining uncertainty by precision")))
        self.figure.setMinimumHeight(step(self, 20))
        self.plot.setMinimumHeight(step(self, 15))
        self.logarithmic = QCheckBox(say(N_("Logarithmic axis")))
        self.logarithmic.setProperty("scale", "small")
        self.logarithmic.toggled.connect(self.plot.show_logarithmic)
        self.figure.foot.add(self.logarithmic, 0)
        self.line = plain_label(selectable=True)
        self.area = plain_label(selectable=True)
        self.area.setProperty("scale", "small")
        self.area.setProperty("tone", "muted")
        self._model = TextTableModel(self)
        self.table = DataTable(self._model, say(N_("Cases, most exposed first")), words)
        self.table.setSelectionBehavior(DataTable.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(DataTable.SelectionMode.ExtendedSelection)
        self.table.setMinimumHeight(step(self, 14))
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setResizeContentsPrecision(50)
        self.table.selectionModel().selectionChanged.connect(self._on_cases)
        self.table.activated.connect(self._on_requested)
        self.ranking = CalmComboBox()
        self.ranking.setAccessibleName(say(N_("Ranking of cases")))
        self.ranking.addItems([say(RANKINGS[key]) for key in _RANKINGS])
        self.ranking.setMinimumContentsLength(18)
        self.ranking.activated.connect(self._on_ranking)
        self.alone = push_button(say(N_("Show this case only")), weight="quiet", scale="small")
        self.alone.clicked.connect(self._on_alone)
        self.exposed = plain_label(selectable=True)
        self._lay_out()

    def show_view(self, view: View) -> None:
        """Shows a result, greyed if outdated."""
        answer = view.answer
        if answer is None:
            return
        for part in (self.figure, self.line, self.area, self.cases):
            part.setEnabled(not view.stale)
        overlaid = self._overlaid, self._elsewhere
        self._overlaid, self._elsewhere = view.overlaid, view.elsewhere
        if answer.result is self._result:
            if overlaid != (self._overlaid, self._elsewhere):
                self._show_figures()
                self.look_at(self._chosen())
            return
        result = answer.curve
        self._result, self._records = result, answer.records
        self.plot.show_curves([self._mean(), *self._kept()])
        self._show_figures()
        if result.cases:
            self._show_cases()
            self.exposed.setText(exposed_line(result, self._words))
        if self.plot.at is None:
            self.plot.stand_at(result.eps_max / 2)
        self._on_read(self.plot.at)

    def look_at(self, places: Sequence[int]) -> None:
        """Draw cases, by their places in the result, over the mean; of a single one also the least exposed to
        compare it with.
        """
        assert self._result is not None
        say, last = self._words.say, len(self._result.curves) - 1
        names = [say(N_("selected case"))] if len(places) == 1 else [self._name(place) for place in places]
        drawn = [(name, place) for name, place in zip(names, places, strict=True)]
        if len(places) == 1 and places[0] != last:
            drawn.append((say(N_("least exposed")), last))
        curves = self._result.curves
        cases = [_steps(name, curves[place]) for name, place in drawn]
        self.plot.show_curves([self._mean(), *self._kept(), *cases])
        self._on_read(self.plot.at)

    def _show_figures(self) -> None:
        """Show the table behind the picture, and the text below it."""
        result, words = self._result, self._words
        assert result is not None
        names, others = [kept.name for kept in self._overlaid], [kept.result for kept in self._overlaid]
        if names:
            results = [result, *others]
            header, rows = (
                overlaid_header(results, words),
                overlaid_rows([self._mean().name, *names], results, words),
            )
        else:
            header, rows = steps_header(result, words), steps_rows(result, words)
        self.figure.show_table(header, rows, range(bool(names), len(header)))
        area, figures = area_line(result, words), overlaid_figures(names, others, words)
        line = overlaid_line(figures, self._elsewhere, words)
        self.area.setText(f"{area} {line}" if line else area)
        self.figure.caption = f"{area} {figures}" if figures else area

    def _kept(self) -> list[StepCurve]:
        return [_steps(_short(kept.name), kept.result.curve) for kept in self._overlaid]

    def _show_cases(self) -> None:
        result = self._result
        assert result is not None
        self._order = ranked(result, _RANKINGS[self.ranking.currentIndex()])
        rows = exposed_rows(result, self._records, self._order, self._words)
        first = first_figure(result, self._words)
        self.table.selectionModel().reset()  # quietly, also where the same rows are shown again
        self.table.viewport().update()
        with QSignalBlocker(self.table.selectionModel()):
            self.table.remember("exposed-cases", range(first))
            self._model.show(exposed_header(result, self._words), rows, range(first, first + _FIGURES))
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.alone.setVisible(bool(result.known))
        self.alone.setEnabled(False)

    def _name(self, place: int) -> str:
        assert self._result is not None
        return _short(case_name(self._result, place, self._words))

    def _mean(self) -> StepCurve:
        assert self._result is not None
        name = N_("mean of all cases") if self._result.cases else N_("uncertainty")
        return _steps(self._words.say(name), self._result.curve)

    def _lay_out(self) -> None:
        title = ElidedLabel(self._words.say(N_("Most exposed cases")))
        title.setProperty("tone", "strong")
        title.setBuddy(self.table)
        self.cases = QWidget()
        beneath = QVBoxLayout(self.cases)
        spread(beneath, self, margin=1, spacing=0.5)
        beneath.addWidget(WrappingRow((title, self.ranking, self.alone), step(self)))
        beneath.addWidget(self.table, 1)
        beneath.addWidget(self.exposed)
        self.figure.setProperty("frame", None)
        fill(self, (self.figure, 1), notes_area((self.line, self.area), _READ), spacing=0)

    @Slot(object)
    def _on_read(self, width: float | None) -> None:
        if width is None or not self.plot.curves:
            return
        curves = self.plot.curves
        low, high = curves[0].at_least(width), curves[0].at(width)
        bounded = curves[0].lowest is not None and width > 0
        lines = [
            bounded_reading(width, low, high, self._words) if bounded else reading(width, high, self._words)
        ]
        others = [
            self._words.say(
                N_("{case}: {bits} bits"), case=curve.name, bits=self._words.figure(curve.at(width))
            )
            for curve in curves[1:]
        ]
        text = " ".join([*lines, *([f"({'; '.join(others)})"] if others else [])])
        self.line.setText(text)
        self.line.setAccessibleName(text)
        self.plot.setAccessibleDescription(text)

    @Slot(QItemSelection, QItemSelection)
    def _on_cases(self, _chosen: QItemSelection, _before: QItemSelection) -> None:
        rows = self.table.selectionModel().selectedRows()
        self.alone.setEnabled(len(rows) == 1)
        chosen = self._chosen()
        self.look_at(chosen)
        if len(rows) == 1 and self._result is not None:
            columns = range(self._model.columnCount())
            texts = (str(self._model.index(rows[0].row(), column).data()) for column in columns)
            about = zip(exposed_header(self._result, self._words), texts, strict=True)
            self.case_chosen.emit(case_name(self._result, chosen[0], self._words), tuple(about))

    def _chosen(self) -> list[int]:
        """The cases that are drawn, by their places in the result."""
        if self._result is None or not self._result.cases:
            return []
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        return [self._order[row] for row in rows[:_MOST_DRAWN]]

    @Slot(int)
    def _on_ranking(self, _index: int) -> None:
        self._show_cases()
        self.look_at(())

    @Slot()
    def _on_alone(self) -> None:
        rows = self.table.selectionModel().selectedRows()
        if len(rows) == 1 and self._result is not None:
            case = self._result.cases[self._order[rows[0].row()]]
            self.alone_requested.emit(dict(zip(self._result.known, case.known, strict=True)))

    @Slot(QModelIndex)
    def _on_requested(self, index: QModelIndex) -> None:
        place = self._order[index.row()]
        if place < len(self._records):
            self.record_requested.emit(self._records[place][0])


class CurveDraft(QWidget):
    """Bounds of a curve that is being computed: a picture with no way to save or copy it."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        name = say(N_("Draft: {verdict}"), verdict=say(N_("Remaining uncertainty by precision")))
        title = ElidedLabel(name)
        title.setProperty("tone", "strong")
        self.plot = curve_plot(words)
        self.plot.setAccessibleName(name)
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.setEnabled(False)  # a picture only: no value is read from a draft
        self.line = plain_label(selectable=True)
        fill(self, title, (self.plot, 1), self.line, spacing=0.5)

    def show_draft(self, result: CaeResult) -> None:
        """Shows bounds of a curve."""
        self.plot.show_curves([_steps(self._words.say(N_("uncertainty")), result.curve)])
        text = self._words.say(N_("Draft: {verdict}"), verdict=area_line(result, self._words))
        self.line.setText(text)
        self.plot.setAccessibleDescription(text)


def _steps(name: str, curve: Curve) -> StepCurve:
    widths = curve.widths.tolist()
    steps = tuple(zip(widths, curve.entropies.tolist(), strict=True))
    lowest = None if curve.exact else tuple(zip(widths, curve.lowest.tolist(), strict=True))
    return StepCurve(name, steps, lowest)


def _short(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}\u2026"
