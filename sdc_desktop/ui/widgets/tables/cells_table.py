"""The table view of cells: sides that fold, keys for it, its own way to the clipboard."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from sdc_desktop.ui.models.cells_model import COLUMN, ROW, CellsModel
from sdc_desktop.ui.models.text_table_model import MOST_CELLS, quoted
from sdc_desktop.ui.widgets.tables.cells_delegate import CellsDelegate, cell_width
from sdc_desktop.ui.widgets.tables.cells_header import Corner, FoldingHeader
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.ui.widgets.tables.published_copy import published_copy
from sdc_desktop.words import N_, Words

_MOST_FITTED = 400  # columns that are given each its own width; more are all as wide as the widest figure
_LOOKS = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.EnabledChange)
_PLUS = (Qt.Key.Key_Plus, Qt.Key.Key_Equal)
_MINUS = (Qt.Key.Key_Minus, Qt.Key.Key_Underscore)


class CellsTable(DataTable):
    """Shows a :class:`CellsModel`; the current cell stays current while rows and columns fold."""

    cell_selected = Signal(object)  # tuple[str, ...]: its coordinates
    publishing_requested = Signal()  # the published table for the clipboard
    _row_lines = 1.34  # lower than in other lists, so that more of the table is in view
    pasted = Signal(object)  # str: what a spreadsheet gave, to be read as entries of cells

    def __init__(self, cells: CellsModel, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(cells, words.say(N_("Table")), words, parent)
        self._cells = cells
        self._widest = ""
        self._telling = True
        self._looked_at: tuple[int, ...] | None = None  # places in the dimensions
        self.delegate = CellsDelegate(cells, self)
        self.setItemDelegate(self.delegate)
        self.setAlternatingRowColors(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setVerticalScrollMode(DataTable.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(DataTable.ScrollMode.ScrollPerItem)  # no column begins within a figure
        self.down = FoldingHeader(Qt.Orientation.Vertical, cells, self)
        self.across = FoldingHeader(Qt.Orientation.Horizontal, cells, self)
        self.setVerticalHeader(self.down)
        self.setHorizontalHeader(self.across)
        self._scale()
        self.corner = Corner(self)
        self.down.fold_requested.connect(partial(self._fold, ROW))
        self.across.fold_requested.connect(partial(self._fold, COLUMN))
        for header in (self.down, self.across):
            header.geometriesChanged.connect(self._place_corner)
        self._add_actions(words)
        cells.modelAboutToBeReset.connect(self._on_about)
        cells.modelReset.connect(self._on_reset)

    # what is looked at -------------------------------------------------------------------------------

    def use_widest(self, text: str) -> None:
        """The widest figure that can come into view: columns are as wide."""
        self._widest = text
        self._fit()

    def forget(self) -> None:
        """Select no cell in the next table."""
        self._looked_at = None

    def select_places(self, row: int, column: int) -> None:
        """Look at a cell without telling of it."""
        self._telling = False
        index = self._cells.index(row, column)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.scrollTo(index)
        self._telling = True
        self._looked_at = self._cells.places(row, column)

    def currentChanged(  # noqa: N802 - Qt's name
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().currentChanged(current, previous)
        if not hasattr(self, "across"):  # Qt tells before we are made
            return
        self.down.viewport().update()
        self.across.viewport().update()
        if not current.isValid() or not self._telling:
            return
        self._looked_at = self._cells.places(current.row(), current.column())
        cell = self._cells.cell(current.row(), current.column())
        if cell is not None:
            self.cell_selected.emit(cell.coordinates)

    @Slot()
    def _on_about(self) -> None:
        self._telling = False

    @Slot()
    def _on_reset(self) -> None:
        """The current cell stays current where it is still in view."""
        self._fit()
        down, across = (
            (self._cells.dimensions[axis].name if axis < len(self._cells.dimensions) else "")
            for axis in (ROW, COLUMN)
        )
        self.corner.name(down, across)
        known = self._looked_at
        if known is not None and len(known) == len(self._cells.dimensions):
            spot = self._cells.find(known)
            if spot is not None and known[2:] == self._cells.page:
                self.select_places(*spot)
        self._telling = True

    # folding -----------------------------------------------------------------------------------------

    def _fold(self, axis: int, section: int, is_open: bool | None = None) -> None:
        scrolled = self.verticalScrollBar().value(), self.horizontalScrollBar().value()
        if self._cells.fold(axis, section, is_open):
            self.verticalScrollBar().setValue(scrolled[0])
            self.horizontalScrollBar().setValue(scrolled[1])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_open = True if event.key() in _PLUS else False if event.key() in _MINUS else None
        index = self.currentIndex()
        if is_open is None or not index.isValid():
            super().keyPressEvent(event)
        elif event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._fold(COLUMN, index.column(), is_open)
        else:
            self._fold(ROW, index.row(), is_open)

    def keyboardSearch(self, search: str) -> None:  # noqa: N802 - Qt's name
        """Letters typed go to the next row that begins with them."""
        typed, rows = search.casefold(), self._cells.axis(ROW)
        start = max(self.currentIndex().row(), 0)
        for row in (*range(start + 1, len(rows)), *range(start + 1)):
            if row < len(rows) and rows[row].label.casefold().startswith(typed):
                self.setCurrentIndex(self._cells.index(row, max(self.currentIndex().column(), 0)))
                return

    def _add_actions(self, words: Words) -> None:
        self.publish_action = QAction(words.say(N_("Copy as pu&blished")), self)
        self.publish_action.setShortcut(QKeySequence("Ctrl+Shift+C"))
        self.publish_action.triggered.connect(self.publishing_requested)
        self.paste_action = QAction(words.say(N_("&Paste entries of cells")), self)
        self.paste_action.setShortcut(QKeySequence(QKeySequence.StandardKey.Paste))
        self.paste_action.triggered.connect(self.paste)
        for action in (self.publish_action, self.paste_action):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setVisible(False)  # until the page offers it
            self.addAction(action)
        acts = (
            (N_("Unfold the row\t+"), ROW, True),
            (N_("Fold the row\t\u2212"), ROW, False),
            (N_("Unfold the column\tAlt++"), COLUMN, True),
            (N_("Fold the column\tAlt+\u2212"), COLUMN, False),
        )
        for text, axis, is_open in acts:
            action = QAction(words.say(text), self)
            action.triggered.connect(partial(self._fold_current, axis, is_open))
            self.addAction(action)

    def _fold_current(self, axis: int, is_open: bool, _checked: bool = False) -> None:
        index = self.currentIndex()
        if index.isValid():
            self._fold(axis, index.row() if axis == ROW else index.column(), is_open)

    # the clipboard -----------------------------------------------------------------------------------

    @Slot()
    def copy_selection(self) -> None:
        """Put the selected cells, or all for a single selection, on the clipboard. Headers, pages and figures
        are in the form that spreadsheets read.
        """
        model = self._cells
        rows, columns = list(range(model.rowCount())), list(range(model.columnCount()))
        selection = self.selectionModel().selection()
        if selection.size() and len(self.selectedIndexes()) > 1:
            area = selection.at(0)
            rows = list(range(area.top(), area.bottom() + 1))
            columns = list(range(area.left(), area.right() + 1))
        if len(rows) * len(columns) > MOST_CELLS:
            self.copy_refused.emit()
        elif rows and columns and model.shown == "published":
            across = [model.axis(COLUMN)[column] for column in columns]
            down = [model.axis(ROW)[row] for row in rows]
            QGuiApplication.clipboard().setMimeData(published_copy(model, self._words, down, across))
        elif rows and columns:
            QGuiApplication.clipboard().setText(self._text(rows, columns))

    def copy_published(self) -> bool:
        """Put the published page in view on the clipboard. False where it is too large."""
        down, across = self._cells.published_axes()
        if not down or not across or len(down) * len(across) > MOST_CELLS:
            self.copy_refused.emit()
            return False
        QGuiApplication.clipboard().setMimeData(published_copy(self._cells, self._words))
        return True

    @Slot()
    def paste(self) -> None:
        """Hand on the text of the clipboard."""
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self.pasted.emit(text)

    def _text(self, rows: list[int], columns: list[int]) -> str:
        model = self._cells
        pages = [(d.name, d.rows[place]) for d, place in zip(model.pages, model.page, strict=True)]
        names = [name for name, _ in pages] + [model.dimensions[ROW].name]
        lines = [[*names, *(model.axis(COLUMN)[column].label for column in columns)]]
        for row in rows:
            found = (model.look(row, column) for column in columns)
            texts = ("" if look is None else self._words.plain(look.text) for look in found)
            lines.append([*(category for _, category in pages), model.axis(ROW)[row].label, *texts])
        return "\n".join("\t".join(map(quoted, line)) for line in lines) + "\n"

    # looks -------------------------------------------------------------------------------------------

    def _fit(self) -> None:
        """Sides and columns as wide as what they hold."""
        self.down.fit(self.width() * 2 // 5)
        self.across.fit(0)
        figure = max(cell_width(self, self._widest), self.width_of(5))
        self.across.setDefaultSectionSize(figure)
        columns = self._cells.axis(COLUMN)
        if len(columns) <= _MOST_FITTED:
            for column, entry in enumerate(columns):
                self.across.resizeSection(column, max(figure, self.across.label_width(entry)))
        self.updateGeometries()  # Qt does not for a side of another height, which would cover the first row
        self._place_corner()

    @Slot()
    def _place_corner(self) -> None:
        frame = self.frameWidth()
        self.corner.setGeometry(frame, frame, self.down.width(), self.across.height())
        self.corner.setVisible(bool(self._cells.dimensions))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in _LOOKS and hasattr(self, "corner"):  # Qt calls this before we are made
            self.delegate.forget_inks()
            self.viewport().update()
            if event.type() == QEvent.Type.FontChange:
                self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "corner"):  # Qt resizes before we are made
            self.down.limit(self.width() * 2 // 5)
            self._place_corner()
            self._keep_in_view(event.oldSize())

    def _keep_in_view(self, before: QSize) -> None:
        """The current cell stays in view when the table becomes smaller, as when the panel Why opens."""
        index = self.currentIndex()
        if index.isValid() and QRect(QPoint(), before).intersects(self.visualRect(index)):
            self.scrollTo(index)
