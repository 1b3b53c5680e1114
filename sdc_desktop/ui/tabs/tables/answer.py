"""The result of the tab, cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from sdc_desktop.sheets.sheet import About, found_text, sheet_of
from sdc_desktop.ui.tabs.tables.view import Stage, View
from sdc_desktop.ui.theme import fill, spread, step
from sdc_desktop.ui.widgets.kept_views import KeptTabBar
from sdc_desktop.ui.widgets.tables.cells_view import CellsView
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.table_evidence import listed_cells
from sdc_desktop.words.tables.tables_choices import SHOWN
from sdc_desktop.words.tables.tables_tab import ended_early
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
    from sdc_desktop.engine.methods.tables.table.result import TableResult
    from sdc_desktop.engine.tables.cells import CellResult
    from sdc_desktop.engine.verdict import Reason, Verdict

_WAYS = tuple(SHOWN)


class TableAnswer(QWidget):
    """Shows a result cell by cell and reports the selected cell, greyed if outdated. ``foot`` is what belongs
    into the strip below: the marks, the way from one unsafe cell to the next, and what is shown of each cell.
    """

    cell_selected = Signal(object)  # tuple[str, ...]: its codes
    cell_requested = Signal(object)  # tuple[str, ...]: a cell to be brought into view

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._result: TableResult | AuditResult | None = None
        self._cells: dict[tuple[str, ...], CellResult] | None = None  # of the result, by codes
        self._listed: tuple[tuple[str, ...], ...] = ()  # the unsafe cells in the order of the table
        self._selected: tuple[str, ...] | None = None
        say = words.say
        self.way = KeptTabBar("table_figures", say(N_("Table view")), part="switch")
        self.way.setToolTip(say(N_("Key V: next view")))
        for text in SHOWN.values():
            self.way.addTab(say(text))
        self.way.currentChanged.connect(self._on_way)
        self.cells = CellsView(words)
        self.cells.cell_selected.connect(self.cell_selected)
        self.back = self._arrow(Qt.ArrowType.LeftArrow, N_("Previous unsafe cell (Shift+N)"))
        self.onward = self._arrow(Qt.ArrowType.RightArrow, N_("Next unsafe cell (N)"))
        self.back.clicked.connect(self.go_back)
        self.onward.clicked.connect(self.go_on)
        self.place = QLabel()
        self.place.setAlignment(Qt.AlignmentFlag.AlignCenter)
        widest = say(N_("unsafe cell {number} of {cells}"), number="8888", cells="8888")
        self.place.setFixedWidth(self.place.fontMetrics().horizontalAdvance(widest))
        self.foot = QWidget()
        row = QHBoxLayout(self.foot)
        spread(row, self, margin=0, spacing=0.5)
        row.addWidget(self.cells.legend, 1)
        self.cells.legend.show()
        for part in (self.back, self.place, self.onward):
            row.addWidget(part)
        row.addSpacing(step(self))
        row.addWidget(self.way)
        fill(self, self.cells)

    def _arrow(self, arrow: Qt.ArrowType, tip: str) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setArrowType(arrow)
        button.setToolTip(self._words.say(tip))
        button.setAccessibleName(button.toolTip())
        return button

    def begin(self) -> None:
        """Forget the table and the selected cell of another project."""
        self._result, self._cells, self._selected, self._listed = None, None, None, ()
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
            listed = listed_cells(shown.result.cells, "hidden" if view.is_audit else "unsafe")
            self._listed = tuple(cell.coordinates for cell in listed)
            known = N_("Given values") if view.is_audit else SHOWN["known"]
            self.way.setTabText(_WAYS.index("known"), self._words.say(known))
            self.cells.show_table(shown.result, _WAYS[self.way.currentIndex()])
            if self.cell(view.selected) is None:
                self.cells.table.scrollToTop()
                self.cells.table.horizontalScrollBar().setValue(0)
        self._selected = None if self.cell(view.selected) is None else view.selected
        self._show_place(audited=view.is_audit)

    def cell(self, codes: tuple[str, ...] | None) -> CellResult | None:
        """The cell of these codes, if the table has it."""
        if codes is None or self._result is None:
            return None
        if self._cells is None:  # of many cells it takes its time: not before one is looked at
            self._cells = {cell.coordinates: cell for cell in self._result.cells}
        return self._cells.get(codes)

    def _show_place(self, *, audited: bool) -> None:
        number, words = len(self._listed), self._words
        if self._selected in self._listed:
            at = whole(self._listed.index(self._selected) + 1)
            text = (
                N_("suppressed cell {number} of {cells}")
                if audited
                else N_("unsafe cell {number} of {cells}")
            )
            text = words.say(text, number=at, cells=whole(number))
        elif audited:
            text = words.say_many(N_("{number} suppressed cell"), N_("{number} suppressed cells"), number)
        else:
            text = words.say_many(N_("{number} unsafe cell"), N_("{number} unsafe cells"), number)
        self.place.setText(text)
        for button in (self.back, self.onward):
            button.setEnabled(number > 0)

    @property
    def unsafe(self) -> int:
        """How many unsafe cells there are, or suppressed ones of a published table."""
        return len(self._listed)

    @Slot()
    def go_on(self) -> None:
        """Look at the next unsafe cell."""
        self._go(1)

    @Slot()
    def go_back(self) -> None:
        """Look at the previous unsafe cell."""
        self._go(-1)

    def _go(self, by: int) -> None:
        if not self._listed:
            return
        first = 0 if by > 0 else -1
        at = self._listed.index(self._selected) + by if self._selected in self._listed else first
        self.cell_requested.emit(self._listed[at % len(self._listed)])

    @Slot()
    def turn_way(self) -> None:
        """Show the next view of the cells."""
        self.way.setCurrentIndex((self.way.currentIndex() + 1) % self.way.count())

    @Slot(int)
    def _on_way(self, index: int) -> None:
        if self._result is not None:
            self.cells.show_table(self._result, _WAYS[index])


def show_verdict(
    bar: VerdictBar, view: View, verdict: Verdict | None, linked: Sequence[Reason], words: Words
) -> None:
    """Show the current verdict; a result of earlier settings has no grade."""
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
    elif view.drafting:
        text = say(N_("Draft: {verdict}"), verdict=text)
    elif shown is view.answer and view.early:
        text = f"{text} {ended_early(shown.result, words)}"
    if view.running:
        text = say(N_("Computing… {verdict}"), verdict=text)
    bar.judge(verdict, text, words, linked)
