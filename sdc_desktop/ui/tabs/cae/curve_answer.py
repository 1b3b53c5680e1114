"""The answer of a curve: H against eps as steps, read in words; beneath it who is most exposed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QLabel, QSplitter, QVBoxLayout, QWidget

from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.data_table import DataTable
from sdc_desktop.ui.widgets.saved_figure import SavedFigure
from sdc_desktop.ui.widgets.steps_plot import StepCurve, StepsPlot
from sdc_desktop.words import N_, Words
from sdc_desktop.words.cae import reading
from sdc_desktop.words.cae_tab import (
    exposed_header,
    exposed_line,
    exposed_rows,
    steps_header,
    steps_rows,
)

if TYPE_CHECKING:
    from sdc_desktop.engine.information.equivocation import Curve
    from sdc_desktop.engine.scenarios.cae import CaeResult
    from sdc_desktop.ui.tabs.cae.view import View

_FIGURES = 3  # columns of the table of cases that hold figures


class CurveAnswer(QWidget):
    """Shows an answer; the case chosen in the table is drawn over the mean."""

    record_wanted = Signal(object)  # int, from 1

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._result: CaeResult | None = None
        self._records: tuple[tuple[int, ...], ...] = ()
        say = words.say
        self.plot = StepsPlot(say(N_("Width that one is content with, eps")), say(N_("Uncertainty H, bits")))
        self.plot.read.connect(self._on_read)
        self.figure = SavedFigure(self.plot, words)
        self.figure.show_title(say(N_("How much is left to find out, by the width one is content with?")))
        self.figure.setMinimumHeight(step(self, 20))
        self.line = _line()
        self.area = _line()
        self.area.setProperty("scale", "small")
        self.area.setProperty("tone", "muted")
        self._model = TextTableModel(self)
        self.table = DataTable(self._model, say(N_("Cases, the most exposed first")), words)
        self.table.setSelectionBehavior(DataTable.SelectionBehavior.SelectRows)
        self.table.setMinimumHeight(step(self, 12))
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setResizeContentsPrecision(50)
        self.table.selectionModel().currentRowChanged.connect(self._on_case)
        self.table.activated.connect(self._on_wanted)
        self.exposed = _line()
        self._lay_out()

    def show_view(self, view: View) -> None:
        """Show an answer; what is out of date is greyed."""
        answer = view.answer
        if answer is None:
            return
        for part in (self.figure, self.line, self.area, self._evidence):
            part.setEnabled(not view.stale)
        if answer.result is self._result:
            return
        self._result, self._records = answer.result, answer.records
        result: CaeResult = answer.result
        self.plot.show_curves([self._mean()])
        self.figure.show_table(steps_header(self._words), steps_rows(result), (0, 1))
        self.area.setText(self._area_text(result))
        self._evidence.setVisible(bool(result.cases))
        if result.cases:
            rows = exposed_rows(result, self._records, self._words)
            first = len(result.known)
            header = exposed_header(result.known, self._words)
            self._model.show(header, rows, range(first, first + _FIGURES))
            self.exposed.setText(exposed_line(result, self._words))
        if self.plot.at is None:
            self.plot.stand_at(result.eps_max / 2)
        self._on_read(self.plot.at)

    def look_at(self, row: int | None) -> None:
        """Draw a case over the mean, and the least exposed to compare it with."""
        assert self._result is not None
        drawn = [self._mean()]
        if row is not None:
            say, last = self._words.say, len(self._result.curves) - 1
            drawn.append(_steps(say(N_("the case chosen")), self._result.curves[row]))
            if row != last:
                drawn.append(_steps(say(N_("least exposed")), self._result.curves[last]))
        self.plot.show_curves(drawn)
        self._on_read(self.plot.at)

    def _mean(self) -> StepCurve:
        assert self._result is not None
        name = N_("mean of all cases") if self._result.cases else N_("uncertainty")
        return StepCurve(self._words.say(name), self._result.steps)

    def _area_text(self, result: CaeResult) -> str:
        from sdc_desktop.words.cae import amount
        from sdc_desktop.words.words import figure

        return self._words.say(
            N_(
                "Shaded: the area A = {area} bits times the unit. From eps = {widest} on, nothing is left. "
                "The larger A, the safer."
            ),
            area=figure(result.area),
            widest=amount(result.eps_max),
        )

    def _lay_out(self) -> None:
        title = QLabel(self._words.say(N_("Who is most exposed?")))
        title.setProperty("tone", "strong")
        title.setBuddy(self.table)
        self._evidence = QWidget()
        beneath = QVBoxLayout(self._evidence)
        spread(beneath, self, margin=0, spacing=0.5)
        beneath.addWidget(title)
        beneath.addWidget(self.table, 1)
        beneath.addWidget(self.exposed)
        above = QWidget()
        column = QVBoxLayout(above)
        spread(column, self, margin=0, spacing=0.5)
        column.addWidget(self.figure, 1)
        column.addWidget(self.line)
        column.addWidget(self.area)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(above)
        splitter.addWidget(self._evidence)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(splitter)

    @Slot(object)
    def _on_read(self, width: float | None) -> None:
        if width is None or not self.plot.curves:
            return
        text = reading(width, self.plot.curves[0].at(width), self._words)
        self.line.setText(text)
        self.line.setAccessibleName(text)
        self.plot.setAccessibleDescription(text)

    @Slot(QModelIndex, QModelIndex)
    def _on_case(self, current: QModelIndex, previous: QModelIndex) -> None:
        self.look_at(current.row() if current.isValid() else None)

    @Slot(QModelIndex)
    def _on_wanted(self, index: QModelIndex) -> None:
        if index.row() < len(self._records):
            self.record_wanted.emit(self._records[index.row()][0])


def _steps(name: str, curve: Curve) -> StepCurve:
    return StepCurve(name, tuple(zip(curve.widths.tolist(), curve.entropies.tolist(), strict=True)))


def _line() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
