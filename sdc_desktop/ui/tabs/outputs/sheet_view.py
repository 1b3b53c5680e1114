"""A submitted sheet as it looks, with its tables outlined and its findings marked in the cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QStackedWidget, QStyle, QStyledItemDelegate, QWidget

from sdc_desktop.engine.submission.sheets import column_name
from sdc_desktop.ui.frame.rows import Segments
from sdc_desktop.ui.tabs.outputs.view import View
from sdc_desktop.ui.tabs.tab_page import BUSY
from sdc_desktop.ui.theme import Colours, colours_of, step
from sdc_desktop.ui.widgets.empty_state import EmptyState
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.tables.choice_delegate import StyleOption
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.sheet_marks import Marks, Outside, Shown, Zone, marks_of, outside_of

if TYPE_CHECKING:
    from sdc_desktop.engine.submission.sheets import Box, Sheet


Index = QModelIndex | QPersistentModelIndex
Place = tuple[int, int]
_MARGIN_ROWS, _MARGIN_COLUMNS = 3, 1
_WIDEST = 28  # characters of a column
_PROSE = 110  # of the only column of a text, whose sentences are read whole
_MEASURED = 400  # rows whose texts give a column its width
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class SheetModel(QAbstractTableModel):
    """The cells of a sheet by row and column; it holds no cell of its own."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.sheet: Sheet | None = None
        self.marks: tuple[Marks, ...] = ()
        self.outside = Outside()
        self._rows = self._columns = 0

    def show(self, sheet: Sheet | None, marks: Sequence[Marks], outside: Outside) -> bool:
        """Show a sheet with these marks; whether it is another one than before."""
        self.outside = outside
        if sheet is self.sheet:
            self.marks = tuple(marks)
            if self._rows and self._columns:
                last = self.index(self._rows - 1, self._columns - 1)
                self.dataChanged.emit(self.index(0, 0), last)
            return False
        self.beginResetModel()
        self.sheet, self.marks = sheet, tuple(marks)
        places = () if sheet is None else sheet.cells
        self._rows = max((row for row, _ in places), default=-1) + 1 + _MARGIN_ROWS * bool(places)
        self._columns = max((column for _, column in places), default=-1) + 1 + _MARGIN_COLUMNS * bool(places)
        self.endResetModel()
        return True

    def text(self, place: Place) -> str:
        """What a cell shows."""
        for marks in self.marks:
            if place in marks.texts:
                return marks.texts[place]
        cell = None if self.sheet is None else self.sheet.cells.get(place)
        return "" if cell is None else cell.shown

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._columns

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role != Qt.ItemDataRole.DisplayRole or self.sheet is None:
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(section + 1)

        return column_name(section)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        place = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(place)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return self._tip(place)
        return None

    def _tip(self, place: Place) -> str:
        """What a mark says, for screen readers."""
        if place in self.outside.stated:
            return self._words.say(N_("stated number of persons"))
        if place in self.outside.not_read or any(place in marks.not_read for marks in self.marks):
            return self._words.say(N_("not read with certainty"))
        for marks in self.marks:
            if place in marks.disclosed:
                return self._words.say(N_("suppressed, but can be derived"))
            if place in marks.unsafe:
                return self._words.say(N_("needs a change"))
            if place in marks.suppressed:
                return self._words.say(N_("suppressed"))
            if place in marks.look:
                return self._words.say(N_("to be examined"))
        return self._words.say(N_("to be examined")) if place in self.outside.look else ""


class SheetDelegate(QStyledItemDelegate):
    """Draws a cell: ground by its part of the table, hatch, text, letter, ring, outline of the table."""

    def __init__(self, model: SheetModel, view: QWidget) -> None:
        super().__init__(view)
        self._model, self._view = model, view
        self.chosen: Box | None = None  # the body of the table that is looked at

    def paint(self, painter: QPainter, option: StyleOption, index: Index) -> None:
        place, rect = (index.row(), index.column()), option.rect
        colours = colours_of(self._view)
        marks = next((one for one in self._model.marks if place in one.zones), None)
        zone = None if marks is None else marks.zones[place]
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setClipRect(rect)
        painter.fillRect(rect, _ground(zone, colours, selected=selected))
        if marks is not None and place in marks.suppressed:
            painter.fillRect(rect, QBrush(QColor(colours.border), Qt.BrushStyle.FDiagPattern))
        painter.setPen(QColor(colours.grid))
        painter.drawPolyline([rect.bottomLeft(), rect.bottomRight(), rect.topRight()])
        if marks is not None:
            self._draw_marks(painter, rect, place, marks, colours)
        self._draw_outside(painter, rect, place, marks, colours)
        self._write(painter, rect, place, zone, marks, colours)
        if self.chosen is not None and _within(place, self.chosen):
            _outline(painter, rect, place, self.chosen, QColor(colours.accent))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRect(QRectF(rect).adjusted(1, 1, -2, -2))
        painter.restore()

    def _draw_marks(
        self, painter: QPainter, rect: QRect, place: Place, marks: Marks, colours: Colours
    ) -> None:
        bold = QFont(self._view.font())
        bold.setBold(True)
        painter.setFont(bold)
        inside = rect.adjusted(step(self._view, 0.4), 0, 0, 0)
        if place in marks.disclosed:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(colours.ink), 2))
            ring = QRectF(rect).adjusted(2, 2, -3, -3)
            painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        elif place in marks.unsafe:
            tint = QColor(colours.vermillion)
            tint.setAlphaF(0.16)
            painter.fillRect(rect, tint)
            painter.setPen(QColor(colours.error))
            painter.drawText(inside, _LEFT, "p")
        elif place in marks.look - marks.not_read:
            painter.setPen(QColor(colours.accent))
            painter.drawText(inside, _LEFT, "?")

    def _draw_outside(
        self, painter: QPainter, rect: QRect, place: Place, marks: Marks | None, colours: Colours
    ) -> None:
        """Outlines a stated number, and marks what a person examines outside of tables."""
        outside = self._model.outside
        if place in outside.stated:
            painter.setPen(QPen(QColor(colours.accent), 2, Qt.PenStyle.DashLine))
            painter.drawRect(QRectF(rect).adjusted(2, 2, -3, -3))
        not_read = place in outside.not_read or (marks is not None and place in marks.not_read)
        if not_read or place in outside.look:
            bold = QFont(self._view.font())
            bold.setBold(True)
            painter.setFont(bold)
            painter.setPen(QColor(colours.error if not_read else colours.accent))
            inside = rect.adjusted(0, 0, -step(self._view, 0.4), 0)
            painter.drawText(inside, _RIGHT, "!" if not_read else "?")

    def _write(
        self,
        painter: QPainter,
        rect: QRect,
        place: Place,
        zone: Zone | None,
        marks: Marks | None,
        colours: Colours,
    ) -> None:
        text = self._model.text(place)
        if not text:
            return
        font = QFont(self._view.font())
        font.setBold(zone in (Zone.HEADER, Zone.TOTAL))
        painter.setFont(font)
        changed = marks is not None and place in marks.texts
        painter.setPen(QColor(colours.accent if changed else colours.text if zone else colours.muted))
        gap = step(self._view, 0.5)
        figure = zone in (Zone.FIGURE, Zone.TOTAL)
        room = rect.adjusted(gap, 0, -gap * (2 if figure else 1), 0)
        single = text.splitlines()[0] if "\n" in text else text
        shown = painter.fontMetrics().elidedText(single, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, _RIGHT if figure else _LEFT, shown)


class SheetView(DataTable):
    """The sheet; a cell that is clicked is explained, and a menu corrects what was found."""

    cell_chosen = Signal(object)  # (row, column) of the sheet
    menu_requested = Signal(object, object)  # QPoint on the screen; (row, column) of the sheet

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        self._model = SheetModel(words)
        super().__init__(self._model, words.say(N_("Submitted sheet")), words, parent)
        self._model.setParent(self)
        self.setAlternatingRowColors(False)
        self.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._delegate = SheetDelegate(self._model, self)
        self.setItemDelegate(self._delegate)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_menu)
        self.selectionModel().currentChanged.connect(self._on_current)

    def show_sheet(
        self, sheet: Sheet | None, marks: Sequence[Marks], outside: Outside, chosen: Box | None
    ) -> None:
        """Show a sheet; the chosen table is outlined and, when it is another one, brought into sight."""
        another = chosen != self._delegate.chosen
        self._delegate.chosen = chosen
        if self._model.show(sheet, marks, outside):
            self._fit()
            another = True
        if another and chosen is not None:
            index = self._model.index(max(chosen[0] - 3, 0), max(chosen[1] - 2, 0))
            self.scrollTo(index, DataTable.ScrollHint.PositionAtTop)
        self.viewport().update()

    def go_to(self, place: Place) -> None:
        """Bring a cell into sight and select it."""
        index = self._model.index(*place)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.scrollTo(index)

    @property
    def chosen_box(self) -> Box | None:
        """The box of the selected cells; None without any."""
        indexes = self.selectionModel().selectedIndexes()
        if not indexes:
            return None
        rows, columns = [one.row() for one in indexes], [one.column() for one in indexes]
        return min(rows), min(columns), max(rows), max(columns)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self.viewport().update()

    def _fit(self) -> None:
        """Give columns the width of their texts, within limits."""
        sheet = self._model.sheet
        if sheet is None:
            return
        longest: dict[int, int] = {}
        for (row, column), cell in sheet.cells.items():
            if row < _MEASURED:
                longest[column] = max(longest.get(column, 0), len(cell.shown))
        widest = _WIDEST if len(longest) > 1 else _PROSE
        for column in range(self._model.columnCount()):
            self.setColumnWidth(column, self.width_of(min(max(longest.get(column, 0), 5) + 2, widest)))

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.cell_chosen.emit((current.row(), current.column()))

    @Slot(object)
    def _on_menu(self, point: object) -> None:
        index = self.indexAt(point)  # type: ignore[arg-type]  # QPoint, by Qt
        if not index.isValid():
            index = self.currentIndex()
        if index.isValid():
            where = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
            self.menu_requested.emit(where, (index.row(), index.column()))


def _within(place: Place, box: Box) -> bool:
    return box[0] <= place[0] <= box[2] and box[1] <= place[1] <= box[3]


def _outline(painter: QPainter, rect: QRect, place: Place, box: Box, colour: QColor) -> None:
    painter.setPen(QPen(colour, 3))
    row, column = place
    if row == box[0]:
        painter.drawLine(rect.topLeft(), rect.topRight())
    if row == box[2]:
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
    if column == box[1]:
        painter.drawLine(rect.topLeft(), rect.bottomLeft())
    if column == box[3]:
        painter.drawLine(rect.topRight(), rect.bottomRight())


def _ground(zone: Zone | None, colours: Colours, *, selected: bool) -> QColor:
    if selected:
        return QColor(colours.selection)
    if zone in (Zone.HEADER, Zone.LABEL):
        return QColor(colours.hover)
    return QColor(colours.alternate if zone is Zone.TOTAL else colours.surface)


_NOTHING = (
    N_("Nothing to show"),
    N_("The selected file has no sheet that can be shown. Its findings are listed under Judgement."),
)


class SheetPanel(QStackedWidget):
    """The sheet of the selected item, or why there is none; the page has the sheets of the file and the
    switch of what the cells show.
    """

    def __init__(self, sheets: CalmComboBox, shown: Segments, words: Words) -> None:
        super().__init__()
        self._words = words
        self._view: View | None = None
        self.sheet = SheetView(words)
        self.sheet.setFrameShape(SheetView.Shape.NoFrame)
        self.nothing = EmptyState()
        self.sheets, self.shown = sheets, shown
        for part in (self.sheet, self.nothing):
            self.addWidget(part)
        shown.chosen.connect(self._on_shown)

    def show_view(self, view: View, *, reading: bool) -> None:
        """Show the sheet of the selected item; ``reading``: its file is still being read."""
        self._view = view
        item, shown, say = view.item, view.sheet, self._words.say
        self.sheets.setVisible(shown is not None and len(shown.names) > 1)
        if shown is None:
            empty = (BUSY[0], "") if reading else _NOTHING
            self.nothing.notify(say(empty[0]), say(empty[1]) if empty[1] else "", "")
            self.setCurrentWidget(self.nothing)
            return
        names = [name or say(N_("Text")) for name in shown.names]
        if [self.sheets.itemText(number) for number in range(self.sheets.count())] != names:
            self.sheets.clear()
            self.sheets.addItems(names)
        self.sheets.setCurrentIndex(shown.number)
        chosen = None
        if item is not None and item.table is not None and item.table.table.number == shown.number:
            chosen = item.table.table.body
        what = list(Shown)[self.shown.current]
        marks = [marks_of(table, what, self._words) for table in shown.tables]
        outside = Outside()
        if view.answer is not None:
            outside = outside_of(shown.sheet, view.answer.submission.files[shown.file], view.stated)
        self.sheet.show_sheet(shown.sheet, marks, outside, chosen)
        self.setCurrentWidget(self.sheet)

    @Slot(object)
    def _on_shown(self, _place: int) -> None:
        if self._view is not None:
            self.show_view(self._view, reading=False)
