"""A table of a result: hierarchies that fold, pages, marks for unsafe cells and reasons of suppression."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from sdc_desktop.ui.models.cells_model import CellsModel, places_of
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.tables.cells_delegate import LegendMark, Place
from sdc_desktop.ui.widgets.tables.cells_table import CellsTable
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.cells import (
    NOTHING,
    WITHHELD,
    Look,
    decimals_of,
    interval_text,
    is_disclosed,
    is_failing,
    is_primary,
    value_text,
)

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
    from sdc_desktop.engine.methods.tables.table.result import TableResult
    from sdc_desktop.engine.tables.cells import CellResult
    from sdc_desktop.words.tables.cells import Shown

_LEGEND = {
    "withheld": (Look(WITHHELD, quiet=True), N_("suppressed")),
    "primary": (Look("", "primary"), N_("unsafe")),
    "secondary": (Look("", "secondary"), N_("secondary suppression")),
    "unknown": (Look("", "unknown"), N_("not published")),
    "disclosed": (Look("", disclosed=True), N_("exactly disclosed")),
    "failing": (Look("", failing=True), N_("protection level not met")),
    "heat": (Look("", heat=0.5), N_("stronger colour: higher risk")),
    "shared": (Look("", shared=True), N_("shared")),
    "empty": (Look(NOTHING, quiet=True), N_("no contributors")),
}


class CellsView(QWidget):
    """Shows a TableResult or AuditResult as `published`, as `known`, its `intervals` or its `risk`."""

    cell_selected = Signal(object)  # tuple[str, ...]: the coordinates of the cell that is looked at

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._result: TableResult | AuditResult | None = None
        self._widest: dict[str, str] = {}
        self._present: frozenset[str] = frozenset()  # what the legend has to explain of this result
        self.model = CellsModel(words, self)
        self.table = CellsTable(self.model, words, self)
        self.table.cell_selected.connect(self.cell_selected)
        self.choosers: list[CalmComboBox] = []
        self.unfold = self._button(N_("U&nfold all"))
        self.fold = self._button(N_("Fo&ld all"))
        self.publish = self._button(N_("Copy as published"))
        self.publish.setToolTip(
            words.say(N_("Puts the table in view on the clipboard, suppressed cells as x"))
        )
        self.publish.clicked.connect(self.table.publishing_requested)
        self.unfold.clicked.connect(self._on_unfold)
        self.fold.clicked.connect(self._on_fold)
        self._pages = QHBoxLayout()
        self._pages.setSpacing(step(self, 0.5))
        self._top = QWidget()
        top = QHBoxLayout(self._top)
        spread(top, self, margin=0, spacing=0.5)
        top.addLayout(self._pages)
        top.addStretch(1)
        self._marks = {name: self._mark(look, text) for name, (look, text) in _LEGEND.items()}
        self._equation = self._mark(Look(""), N_("in the equation explained"), Place(marked_out=True))
        self._equation.hide()
        buttons = self.unfold, self.fold, self.publish
        foot = WrappingRow((*self._marks.values(), self._equation, *buttons), step(self))
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        column.addWidget(self._top)
        column.addWidget(self.table, 1)
        column.addWidget(foot)
        self.offer(copy=False, paste=False)
        self._show_parts()

    # what is shown -----------------------------------------------------------------------------------

    def show_table(self, result: TableResult | AuditResult | None, shown: Shown) -> None:
        """Show a result, `shown` as `published`, `known`, `intervals` or `risk`; None: nothing. Rows, columns
        and pages in view, and the current cell, stay where the dimensions are the same.
        """
        if result is not self._result:
            self._mark_places(frozenset())  # they were of cells of the one before
        if result is None or result.table is None:
            self._result = None
            self.model.clear()
            self._show_parts()
            return
        is_new = result is not self._result
        if is_new:
            self._result, self._widest = result, {}
        elif shown == self.model.shown:
            return
        known = self.model.dimensions
        self.model.show(result, shown)
        if is_new:
            empty = {"empty"} if result.table.empty.any() else set()
            shared = {"shared"} if any(cell.tables for cell in result.cells) else set()
            self._present = frozenset(_present(self.model.unusual.values()) | empty | shared)
        self.table.use_widest(self._widest_of(result, shown))
        if self.model.dimensions != known:
            self._lay_out_pages()
        self._show_parts()

    def offer(self, *, copy: bool, paste: bool) -> None:
        """Offer to copy the published table, and to paste entries of cells."""
        self.publish.setVisible(copy)
        self.table.publish_action.setVisible(copy)
        self.table.publish_action.setEnabled(copy)
        self.table.paste_action.setVisible(paste)
        self.table.paste_action.setEnabled(paste)

    def show_cell(self, coordinates: Sequence[str]) -> bool:
        """Bring a cell into view and make it current, without reporting it; whether there is such a cell."""
        spot = self.model.bring(coordinates)
        if spot is None:
            return False
        self._show_pages()
        self.table.select_places(*spot)
        return True

    def mark_out(self, cells: Sequence[Sequence[str]]) -> None:
        """Point at some cells by a dashed frame: those of an equation."""
        dimensions = self.model.dimensions
        self._mark_places(frozenset(places_of(dimensions, cell) for cell in cells))
        self.table.viewport().update()

    def _mark_places(self, places: frozenset[tuple[int, ...]]) -> None:
        self.table.delegate.marked_out = places
        self._equation.setVisible(bool(places))

    @property
    def current(self) -> tuple[str, ...] | None:
        """The coordinates of the current cell."""
        index = self.table.currentIndex()
        cell = self.model.cell(index.row(), index.column()) if index.isValid() else None
        return None if cell is None else cell.coordinates

    # inside ------------------------------------------------------------------------------------------

    def _widest_of(self, result: TableResult | AuditResult, shown: Shown) -> str:
        """The widest figure of a result: the numbers with the most digits."""
        if shown not in self._widest:
            self._widest[shown] = _widest(result, self.model.unusual.values(), shown, self._words)
        return self._widest[shown]

    def _lay_out_pages(self) -> None:
        while self._pages.count():
            item = self._pages.takeAt(0).widget()
            if item is not None:
                item.deleteLater()
        self.choosers = []
        for dimension in self.model.pages:
            label, chooser = QLabel(dimension.name), CalmComboBox()
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setBuddy(chooser)
            chooser.setAccessibleName(dimension.name)
            chooser.setMinimumContentsLength(14)
            for row in dimension.shown_order:
                indent = "\u2003" * dimension.row_depths[row]
                chooser.addItem(indent + dimension.rows[row], row)
            chooser.activated.connect(self._on_page)
            self._pages.addWidget(label)
            self._pages.addWidget(chooser)
            self.choosers.append(chooser)
        self._show_pages()

    def _show_pages(self) -> None:
        for chooser, place in zip(self.choosers, self.model.page, strict=True):
            chooser.setCurrentIndex(chooser.findData(place))

    def _show_parts(self) -> None:
        folds = self.model.has_folds
        self.unfold.setVisible(folds)
        self.fold.setVisible(folds)
        self._top.setVisible(bool(self.choosers))
        wanted = _explained(self._present, self.model.shown) if self._result is not None else frozenset()
        for name, mark in self._marks.items():
            mark.setVisible(name in wanted)

    def _mark(self, look: Look, text: str, place: Place | None = None) -> QWidget:
        """A mark of the legend beside what it means."""
        whole = QWidget()
        row = QHBoxLayout(whole)
        spread(row, self, margin=0, spacing=0.5)
        mark, label = LegendMark(look, place), QLabel(self._words.say(text))
        for part in (mark, label):
            part.setProperty("scale", "small")
            row.addWidget(part)
        label.setProperty("tone", "muted")
        mark.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        whole.setMinimumHeight(step(self, 2.75))
        return whole

    def _button(self, text: str) -> QPushButton:
        button = push_button(self._words.say(text), weight="quiet", scale="small")
        return button

    @Slot()
    def _on_page(self) -> None:
        for number, chooser in enumerate(self.choosers):
            self.model.turn_to(number, chooser.currentData())

    @Slot()
    def _on_unfold(self) -> None:
        self.model.fold_all(True)

    @Slot()
    def _on_fold(self) -> None:
        self.model.fold_all(False)


def _present(cells: Collection[CellResult]) -> set[str]:
    """The keys of the legend that occur in these cells; one cell of each sort is examined."""
    sorts = {
        (c.status, bool(c.reason), is_disclosed(c), is_failing(c), is_primary(c), c.published is None): c
        for c in cells
    }
    found: set[str] = set()
    for cell in sorts.values():
        found |= {"secondary"} & {cell.status}
        tests = {
            "unknown": cell.status == "suppressed",
            "primary": is_primary(cell),
            "disclosed": is_disclosed(cell),
            "failing": is_failing(cell),
            "withheld": cell.published is None,
            "open": cell.status == "unsafe" and cell.published is not None,
        }
        found |= {name for name, is_so in tests.items() if is_so}
    return found


def _explained(present: frozenset[str], shown: Shown) -> frozenset[str]:
    """What of the legend is needed where a result is shown this way."""
    if shown == "published":
        unsafe = {"primary"} if "open" in present else set()
        return (present & {"withheld", "disclosed", "failing", "shared", "empty"}) | unsafe
    wanted = present - {"withheld", "open"}
    if shown == "risk":
        heat = {"heat"} if present - {"empty", "open", "shared"} else set()
        return (wanted - {"empty", "unknown"}) | heat
    return wanted


def _widest(
    result: TableResult | AuditResult, cells: Collection[CellResult], shown: Shown, words: Words
) -> str:
    import numpy as np

    table = result.table
    assert table is not None
    if shown == "risk":
        return words.say(N_("disclosed"))
    decimals = decimals_of(table.unit)
    ends = [table.values.min(initial=0), table.values.max(initial=0)]
    texts = [value_text(table.number(int(np.asarray(end))), decimals, words) for end in ends]
    if shown == "intervals":
        examined = [cell for cell in cells if cell.possible is not None or cell.risk is not None]
        examined.sort(key=lambda cell: abs(cell.upper or 0) + abs(cell.lower or 0), reverse=True)
        texts += [interval_text(cell, decimals, words) for cell in examined[:20]]
    return max(texts, key=len)
