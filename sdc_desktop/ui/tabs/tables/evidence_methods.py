"""Methods compared as points: what each loses and what each leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sdc_desktop.ui.tabs.tables.evidence_page import TableEvidencePage
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.plots.compared_plot import Compared, ComparedPlot
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.table_evidence import (
    DISCLOSED_AT,
    LOSSES,
    RISKS,
    is_safe,
    loss_of,
    method_reading,
    method_row,
    methods_header,
    risk_of,
)

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.table.result import TableResult

_FIGURES = (1, 2, 3, 4, 5, 6)


class MethodsPage(TableEvidencePage):
    """A point a result, named; which loss and which risk are held against each other can be chosen."""

    method_requested = Signal(object)  # int: the place of a result among those shown
    title = N_("Methods")

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        say = words.say
        self._results: tuple[tuple[str, TableResult], ...] = ()
        self._chosen: int | None = None
        self.plot = ComparedPlot()
        self.frame = FigureFrame(self.plot, words)
        self.frame.show_title(say(N_("Loss and risk by method")))
        self.loss, self.risk = CalmComboBox(), CalmComboBox()
        row = QHBoxLayout()
        for text, chooser in ((N_("Lo&ss"), self.loss), (N_("&Risk"), self.risk)):
            label = QLabel(say(text))
            label.setBuddy(chooser)
            chooser.setMinimumContentsLength(20)
            chooser.activated.connect(self._draw)
            row.addWidget(label)
            row.addWidget(chooser)
        row.addStretch(1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        column.addLayout(row)
        column.addWidget(self.frame, 1)
        self.plot.selected.connect(self._on_looked)
        self.plot.requested.connect(self.method_requested)
        self.frame.row_selected.connect(self._on_row)
        self.frame.row_requested.connect(self.method_requested)

    def show_view(self, results: Sequence[tuple[str, TableResult]], chosen: int | None = None) -> None:
        """Show results by their names; `chosen` is the place of the current one."""

        if not self.loss.count():
            for chooser, texts in ((self.loss, LOSSES), (self.risk, RISKS)):
                for key, text in texts.items():
                    chooser.addItem(self._words.say(text), key)
        known, self._results, self._chosen = self._results, tuple(results), chosen
        if len(known) != len(self._results):
            self.plot.select(None)
        rows = [method_row(label, result, self._words) for label, result in results]
        self.frame.show_table(methods_header(self._words), rows, _FIGURES)
        self._draw()

    @Slot()
    def _draw(self) -> None:

        loss, risk = self.loss.currentData(), self.risk.currentData()
        points = [
            Compared(
                label, loss_of(result, loss), risk_of(result, risk), is_safe(result), place == self._chosen
            )
            for place, (label, result) in enumerate(self._results)
        ]
        say = self._words.say
        ticks = {DISCLOSED_AT: say(N_("disclosed"))} if any(p.risk > 1 for p in points) else {}
        self.plot.show_points(
            points, say(LOSSES[loss]), say(RISKS[risk]), ticks if risk == "highest" else None
        )
        self._report_line(self._reading())

    def _reading(self) -> str:

        if not self._results:
            return self._words.say(N_("No method has been tried yet."))
        at = self.plot.selection
        if at is None:
            return self._words.say(N_("Filled: passed the full audit. Ring: current method."))
        return method_reading(*self._results[at], self._words)

    @Slot(object)
    def _on_looked(self, place: int) -> None:
        self.frame.select_row(place)
        self._report_line(self._reading())

    @Slot(object)
    def _on_row(self, place: int) -> None:
        self.plot.select(place)
        self._report_line(self._reading())
