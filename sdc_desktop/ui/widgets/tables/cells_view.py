"""A table of a result: hierarchies that fold, pages, marks for unsafe cells and reasons of suppression."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from sdc_desktop.ui.models.cells_model import CellsModel, places_of
from sdc_desktop.ui.theme import empty, fill, spread, step
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.popover import Popover
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.tables.cells_delegate import LegendMark, Place
from sdc_desktop.ui.widgets.tables.cells_table import CellsTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.category_name import category_name
from sdc_desktop.words.tables.legend import LEGEND, marks_explained, marks_present, widest_figure
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.audit.engine import AuditResult
    from sdc_desktop.engine.methods.tables.table.result import TableResult
    from sdc_desktop.words.tables.cells import Shown


class Legend(QWidget):
    """The marks of a table with what they mean, as many as there is room for; a button lists all."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.shown: dict[str, int] = {}  # the marks with their numbers of cells; 0: not counted
        self._row = QHBoxLayout(self)
        spread(self._row, self, margin=0, spacing=1)
        self._marks = {name: _Mark(name) for name in LEGEND}
        self.all = QToolButton()
        self.all.setText("\u2026")
        self.all.setAutoRaise(True)
        self.all.setAccessibleName(words.say(N_("All marks of the table")))
        self.all.setToolTip(self.all.accessibleName())
        self.all.clicked.connect(self.show_all)
        for part in (*self._marks.values(), self.all):
            self._row.addWidget(part)
        self._row.addStretch(1)
        self.popover: Popover | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_marks(self, marks: Mapping[str, int]) -> None:
        """Explain these marks, keys of LEGEND, each with its number of cells."""
        if marks != self.shown:
            self.shown = dict(marks)
            for name, number in marks.items():
                self._marks[name].show_number(number, self._words)
            self._fit()

    @Slot()
    def show_all(self) -> None:
        """Open the list of all marks."""
        self.popover = Popover(self)
        for name, number in self.shown.items():
            mark = _Mark(name)
            mark.show_number(number, self._words)
            self.popover.column.addWidget(mark)
        self.popover.open_below(self.all, 34)

    def _fit(self) -> None:
        wide = {name: self._marks[name].sizeHint().width() + step(self) for name in self.shown}
        cut = sum(wide.values()) > self.width()
        left = self.width() - (self.all.sizeHint().width() if cut else 0)
        for name, mark in self._marks.items():
            left -= wide.get(name, 0)
            mark.setVisible(name in wide and left >= 0)
        self.all.setVisible(cut)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class _Mark(QWidget):
    """A mark of the legend beside what it means."""

    def __init__(self, name: str) -> None:
        super().__init__()
        look, self._text = LEGEND[name]
        row = QHBoxLayout(self)
        spread(row, self, margin=0, spacing=0.5)
        mark, self._label = LegendMark(look, Place(marked_out=name == "equation")), QLabel()
        for part in (mark, self._label):
            part.setProperty("scale", "small")
            row.addWidget(part)
        self._label.setProperty("tone", "muted")
        mark.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_number(self, number: int, words: Words) -> None:
        """Show of how many cells it is; 0: not counted."""
        text = words.say(self._text)
        self._label.setText(f"{whole(number)} {text}" if number else text)


class CellsView(QWidget):
    """Shows a TableResult or AuditResult as `published`, as `known`, its `intervals` or its `risk`."""

    cell_selected = Signal(object)  # tuple[str, ...]: the coordinates of the cell that is looked at
    acts_changed = Signal()  # other ones of the acts are offered

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._result: TableResult | AuditResult | None = None
        self._widest: dict[str, str] = {}
        self._present: dict[str, int] = {}  # what the legend has to explain of this result, with its cells
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
        self.acts = (self.fold, self.unfold, self.publish)  # the page around the table places them
        for button in self.acts:
            button.setParent(self)
        self._pages = QHBoxLayout()
        self._pages.setSpacing(step(self, 0.5))
        self._top = QWidget()
        top = QHBoxLayout(self._top)
        spread(top, self, margin=0.5, spacing=0.5)
        top.addLayout(self._pages)
        top.addStretch(1)
        self.legend = Legend(words)  # placed in the strip below
        self.legend.setParent(self)
        self.legend.hide()
        fill(self, self._top, (self.table, 1), spacing=0)
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
            once = [cell for cell in self.model.unusual.values() if not cell.repeats]
            self._present = marks_present(once)
            self._present["empty"] = int(result.table.empty.sum())
            self._present["recomputed"] = len(getattr(result, "recomputed", None) or ())
            self._present["shared"] = sum(bool(cell.tables) and not cell.repeats for cell in result.cells)
        if shown not in self._widest:
            figures = self.model.unusual.values()
            self._widest[shown] = widest_figure(result, figures, shown, self._words)
        self.table.use_widest(self._widest[shown])
        if self.model.dimensions != known:
            self._lay_out_pages()
        self._show_parts()

    def offer(self, *, copy: bool, paste: bool) -> None:
        """Offer to copy the published table, and to paste entries of cells."""
        self._offer(self.publish, copy)
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
        self._show_legend()

    @property
    def current(self) -> tuple[str, ...] | None:
        """The coordinates of the current cell."""
        index = self.table.currentIndex()
        cell = self.model.cell(index.row(), index.column()) if index.isValid() else None
        return None if cell is None else cell.coordinates

    # inside ------------------------------------------------------------------------------------------

    def _lay_out_pages(self) -> None:
        empty(self._pages)
        self.choosers = []
        for dimension in self.model.pages:
            label, chooser = QLabel(dimension.name), CalmComboBox()
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setBuddy(chooser)
            chooser.setAccessibleName(dimension.name)
            chooser.setMinimumContentsLength(14)
            for row in dimension.shown_order:
                indent = "\u2003" * dimension.row_depths[row]
                chooser.addItem(indent + category_name(dimension.rows[row], self._words), row)
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
        self._offer(self.unfold, folds)
        self._offer(self.fold, folds)
        self._top.setVisible(bool(self.choosers))
        self._show_legend()

    def _show_legend(self) -> None:
        there = frozenset(name for name, number in self._present.items() if number)
        wanted = marks_explained(there, self.model.shown) if self._result is not None else frozenset()
        shown = {name: self._present.get(name, 0) for name in LEGEND if name in wanted}
        if self.table.delegate.marked_out:
            shown["equation"] = 0
        self.legend.show_marks(shown)

    def _offer(self, button: QPushButton, offered: bool) -> None:
        """Offer an act, wherever it is placed."""
        button.setProperty("offered", offered)
        button.setVisible(offered)
        self.acts_changed.emit()

    def _button(self, text: str) -> QPushButton:
        return push_button(self._words.say(text), weight="quiet", scale="small")

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
