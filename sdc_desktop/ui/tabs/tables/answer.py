"""The result of the tab: the table as published, and the manual status of the selected cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from sdc_desktop.engine.tables.specs.table import AprioriEntry
from sdc_desktop.sheets.sheet import About, found_text, sheet_of
from sdc_desktop.ui.forms.parts import Choice
from sdc_desktop.ui.tabs.tables.view import Stage, View
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.kept_views import KeptTabBar
from sdc_desktop.ui.widgets.tables.cells_view import CellsView
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.tables_choices import SHOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
    from sdc_desktop.engine.methods.tables.table.result import TableResult
    from sdc_desktop.engine.tables.cells import CellResult
    from sdc_desktop.engine.verdict import Reason, Verdict

_WAYS = tuple(SHOWN)
_LEAST_HEIGHT = 26  # of the table, in steps of the grid
_STATUS = AprioriEntry.settings["status"]
_BY_RULES = ""  # the key of no status of its own


class TableAnswer(QWidget):
    """Shows a result cell by cell and reports the selected cell, greyed if outdated."""

    cell_selected = Signal(object)  # tuple[str, ...]: its codes
    wished = Signal(object)  # (codes, status or None)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._result: TableResult | AuditResult | None = None
        self._cells: dict[tuple[str, ...], CellResult] | None = None  # of the result, by codes
        self._selected: tuple[str, ...] | None = None
        say = words.say
        self.way = KeptTabBar("table_figures")
        self.way.setProperty("scale", "small")
        self.way.setDrawBase(False)
        self.way.setExpanding(False)
        self.way.setUsesScrollButtons(False)
        self.way.setAccessibleName(say(N_("Table view")))
        for text in SHOWN.values():
            self.way.addTab(say(text))
        self.way.currentChanged.connect(self._on_way)
        self.cells = CellsView(words)
        self.cells.cell_selected.connect(self.cell_selected)
        statuses = [(key, say(choice.label)) for key, choice in _STATUS.choices.items()]
        self.status = Choice(
            say(N_("Status of the selected cell")), [(_BY_RULES, say(_STATUS.absent)), *statuses]
        )
        self.status.chosen.connect(self._on_status)
        self.status.setMinimumContentsLength(13)
        self.cell_name = ElidedLabel()
        self.cell_name.setBuddy(self.status)
        self._manual = QWidget()
        beside = QHBoxLayout(self._manual)
        spread(beside, self, margin=0, spacing=0.5)
        beside.addWidget(self.cell_name, 1)
        beside.addWidget(self.status)
        policy = QSizePolicy.Policy
        self._manual.setSizePolicy(policy.Expanding, policy.Preferred)
        self.cells.setMinimumHeight(step(self, _LEAST_HEIGHT))
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        column.addWidget(WrappingRow((self.way, self._manual), step(self)))
        column.addWidget(self.cells, 1)

    def begin(self) -> None:
        """Forget the table and the selected cell of another project."""
        self._result, self._cells, self._selected = None, None, None
        self.cells.show_table(None, _WAYS[self.way.currentIndex()])
        self.cells.table.forget()

    def show_view(self, view: View) -> None:
        """Show what the view shows."""
        shown = view.shown
        if shown is None:
            return
        self.cells.setEnabled(not view.greyed)
        if shown.result is not self._result:
            self._result, self._cells = shown.result, None
            self.cells.show_table(shown.result, _WAYS[self.way.currentIndex()])
            if self.cell(view.selected) is None:
                self.cells.table.scrollToTop()
                self.cells.table.horizontalScrollBar().setValue(0)
        self._selected = None if self.cell(view.selected) is None else view.selected
        self._show_status(view)

    def cell(self, codes: tuple[str, ...] | None) -> CellResult | None:
        """The cell of these codes, if the table has it."""
        if codes is None or self._result is None:
            return None
        if self._cells is None:  # of many cells it takes its time: not before one is looked at
            self._cells = {cell.coordinates: cell for cell in self._result.cells}
        return self._cells.get(codes)

    def _show_status(self, view: View) -> None:
        manual = view.is_table and self._selected is not None
        for part in (self.cell_name, self.status):  # its place stays, so that nothing moves
            part.setVisible(manual)
        if self._selected is None:
            return
        name = " / ".join(self._selected)
        self.cell_name.setText(self._words.say(N_("Status of {cell}"), cell=name))
        rows = view.rows_of(self._selected)
        entries = getattr(view.params, "cells", ())
        statuses = [own.status for own in entries if own.status and tuple(map(str, own.cell)) in rows]
        self.status.show_key(statuses[-1] if statuses else _BY_RULES)

    @Slot(int)
    def _on_way(self, index: int) -> None:
        if self._result is not None:
            self.cells.show_table(self._result, _WAYS[index])

    @Slot(object)
    def _on_status(self, key: str) -> None:
        if self._selected is not None:
            self.wished.emit((self._selected, key or None))


def show_verdict(
    bar: VerdictBar, view: View, verdict: Verdict | None, linked: Sequence[Reason], words: Words
) -> None:
    """Show the current verdict; a result of earlier settings has no grade."""
    from sdc_desktop.words.tables.tables_tab import ended_early

    say = words.say
    shown = view.shown
    if view.stage is not Stage.READY or shown is None:
        text = N_("Computing…") if view.running else N_("No result yet.")
        bar.notify(Mark.NONE, say(text))
        return
    sheet = sheet_of(shown.job.kind)(About(shown.job.params, shown.result), words)
    text = found_text(sheet)
    if view.greyed:
        text = say(N_("Previous result: {verdict}"), verdict=text)
    elif shown is view.answer and view.early:
        text = f"{text} {ended_early(shown.result, words)}"
    if view.running:
        text = say(N_("Computing… {verdict}"), verdict=text)
    bar.judge(verdict, text, words, linked)
