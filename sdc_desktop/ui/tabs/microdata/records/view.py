"""Two tables of records side by side that scroll, select and size their columns as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction, QBrush, QPainter
from PySide6.QtWidgets import QLabel, QSplitter, QStyle, QVBoxLayout, QWidget

from sdc_desktop.ui.tabs.microdata.records.model import RecordsSideModel
from sdc_desktop.ui.theme import colours_of, spread
from sdc_desktop.ui.widgets.tables.choice_delegate import StyleOption
from sdc_desktop.ui.widgets.tables.data_table import DataTable, SeenDelegate, fit_columns
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:  # numpy is needed only when a file is open
    from sdc_desktop.engine.microdata.classes.compared_records import ComparedRecords, ComparedVariable
    from sdc_desktop.engine.microdata.classes.key_classes import Integers

SHOW_PERSON = N_("Show records of person")
_WIDEST = 24  # characters of a column to begin with
_PRECISION = 50  # rows whose texts the columns are fitted to


class HatchedDelegate(SeenDelegate):
    """Draws the hatch of a cell over its selection as well."""

    def paint(
        self, painter: QPainter, option: StyleOption, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        ground = index.data(Qt.ItemDataRole.BackgroundRole)
        selected = option.state & QStyle.StateFlag.State_Selected
        if selected and isinstance(ground, QBrush) and ground.style() == Qt.BrushStyle.BDiagPattern:
            painter.fillRect(option.rect, ground)


class RecordsBesideView(QWidget):
    """Original to the left, protected to the right."""

    looked_at = Signal(object)  # (record from 0, column), or None
    class_requested = Signal(object)  # record from 0
    person_requested = Signal(object)  # record from 0

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        say, self._words = words.say, words
        self._person_actions: list[QAction] = []
        names = say(N_("Original")), say(N_("Protected"))
        self.models = tuple(RecordsSideModel(released, words, self) for released in (False, True))
        self.tables = tuple(
            DataTable(model, name, words) for model, name in zip(self.models, names, strict=True)
        )
        for table in self.tables:
            table.setItemDelegate(HatchedDelegate(table))
        self._following = False  # one table moves the other
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        for table, name in zip(self.tables, names, strict=True):
            splitter.addWidget(self._side(table, name, say(N_("Show class of record"))))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(splitter)
        self._dress()

    def show_records(
        self, compared: ComparedRecords | None, rows: Integers | None, variables: Sequence[ComparedVariable]
    ) -> None:
        """Show these records (None: all) and variables in both tables."""
        current = self.current
        fitted = self.models[0].columnCount()
        for model in self.models:
            model.show(compared, rows, variables)
        for action in self._person_actions:
            action.setVisible(compared is not None and compared.persons is not None)
        if self.models[0].columnCount() != fitted:
            self._fit()
        row = None if current is None else self.models[0].row_of(current[0])
        self.select(row or 0, 0 if current is None else current[1])

    @property
    def current(self) -> tuple[int, int] | None:
        """The record (from 0) and the column of the selected cell."""
        index = self.tables[0].currentIndex()
        return (self.models[0].record(index.row()), index.column()) if index.isValid() else None

    def show_record(self, record: int) -> bool:
        """Look at a record (from 0); whether it is among those shown."""
        row = self.models[0].row_of(record)
        if row is None:
            return False
        self.select(row, max(self.tables[0].currentIndex().column(), 0))
        return True

    def select(self, row: int, column: int) -> None:
        """Look at a cell."""
        index = self.models[0].index(row, min(column, self.models[0].columnCount() - 1))
        self.tables[0].setCurrentIndex(index)
        self.tables[0].scrollTo(index, DataTable.ScrollHint.PositionAtCenter)
        if not index.isValid():
            self.looked_at.emit(None)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._dress()

    # inside ------------------------------------------------------------------------------------------

    def _side(self, table: DataTable, name: str, action: str) -> QWidget:
        title = QLabel(name)
        title.setProperty("tone", "strong")
        side = QWidget()
        column = QVBoxLayout(side)
        spread(column, self, margin=0, spacing=0.5)
        column.addWidget(title)
        column.addWidget(table, 1)
        table.horizontalHeader().setResizeContentsPrecision(_PRECISION)
        table.horizontalHeader().sectionResized.connect(self._on_resized)
        table.selectionModel().currentChanged.connect(self._on_current)
        table.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        table.horizontalScrollBar().valueChanged.connect(self._on_scrolled)
        classes = QAction(action, table)
        classes.triggered.connect(self._on_class)
        table.addAction(classes)
        table.addAction(self._person_action(table))
        table.activated.connect(self._on_class)
        return side

    def _person_action(self, table: DataTable) -> QAction:
        """Offered where persons have several records."""
        action = QAction(self._words.say(SHOW_PERSON), table)
        action.setVisible(False)
        action.triggered.connect(self._on_person)
        self._person_actions.append(action)
        return action

    def _dress(self) -> None:
        for model, table in zip(self.models, self.tables, strict=True):
            model.dress(colours_of(self), table.font())
            table.viewport().update()

    def _fit(self) -> None:
        """Give columns the width of what either table holds in them."""
        self._following = True
        for table in self.tables:
            fit_columns(table, _WIDEST)
        first, second = self.tables
        for column in range(self.models[0].columnCount()):
            width = max(first.columnWidth(column), second.columnWidth(column))
            for table in self.tables:
                table.setColumnWidth(column, width)
        self._following = False

    def _other(self, table: object) -> DataTable:
        first, second = self.tables
        return second if table is first else first

    @Slot(int, int, int)
    def _on_resized(self, column: int, _before: int, width: int) -> None:
        if not self._following:
            self._following = True
            header = self.sender()
            for table in self.tables:
                if table.horizontalHeader() is not header:
                    table.setColumnWidth(column, width)
            self._following = False

    @Slot(int)
    def _on_scrolled(self, value: int) -> None:
        if self._following:
            return
        self._following = True
        bar = self.sender()
        for table in self.tables:
            other = self._other(table)
            if bar is table.verticalScrollBar():
                other.verticalScrollBar().setValue(value)
            elif bar is table.horizontalScrollBar():
                other.horizontalScrollBar().setValue(value)
        self._following = False

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, current: QModelIndex, _before: QModelIndex) -> None:
        if self._following or not current.isValid():
            return
        self._following = True
        for table, model in zip(self.tables, self.models, strict=True):
            if model is not current.model():
                table.setCurrentIndex(model.index(current.row(), current.column()))
        self._following = False
        for table, other in (self.tables, self.tables[::-1]):  # what selecting has scrolled
            if table.model() is current.model():
                other.verticalScrollBar().setValue(table.verticalScrollBar().value())
        self.looked_at.emit((self.models[0].record(current.row()), current.column()))

    @Slot()
    def _on_class(self) -> None:
        if self.current is not None:
            self.class_requested.emit(self.current[0])

    @Slot()
    def _on_person(self) -> None:
        if self.current is not None:
            self.person_requested.emit(self.current[0])
