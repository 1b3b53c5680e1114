"""The table of variables: search above, one row per variable with a sparkline, roles of many rows at once."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QMenu,
    QStyledItemDelegate,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.spec import LEVELS, ROLES
from sdc_desktop.ui.models.variables_model import (
    BARS_ROLE,
    CHOICES_ROLE,
    EDITED,
    Column,
    VariablesModel,
    changes_for,
)
from sdc_desktop.ui.theme import colours_of, step
from sdc_desktop.ui.widgets.tables.choice_delegate import ChoiceDelegate, StyleOption
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.variables import level_word, role_word

_LEAST = 0.06  # a bar that is there is seen


class SparklineDelegate(QStyledItemDelegate):
    """Draws the bars (0..1) that the model has under a role; without bars it draws the cell's text."""

    def __init__(self, bars_role: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bars_role = bars_role

    def paint(
        self, painter: QPainter, option: StyleOption, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        bars = index.data(self._bars_role)
        if bars:
            edge = option.fontMetrics.height() / 5
            area = QRectF(option.rect).adjusted(2 * edge, edge, -2 * edge, -edge)
            draw_bars(painter, area, bars, QColor(colours_of(option.widget).blue))


def draw_bars(painter: QPainter, area: QRectF, bars: Sequence[float], colour: QColor) -> None:
    """Bars side by side in `area`; few bars are not made wider than a sixth of it."""
    width = min(area.width() / len(bars), area.width() / 6)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for number, share in enumerate(bars):
        height = area.height() * max(share, _LEAST)
        bar = QRectF(area.left() + number * width, area.bottom() - height, width * 0.82, height)
        painter.fillRect(bar, colour)
    painter.restore()


_WIDTHS = {
    Column.NAME: 8.8,
    Column.ROLE: 12.6,
    Column.LEVEL: 7.8,
    Column.DISTINCT: 4.6,
    Column.BARS: 4.6,
    Column.MISSING: 11,
}

_FITTED = (Column.NAME, Column.BARS)  # wider where there is room, the first before the second


class VariablesView(QWidget):
    """Shows a :class:`VariablesModel`; reports the current variable and requested changes."""

    variable_chosen = Signal(object)  # name
    change_requested = Signal(object)  # ((name, ...), {field: value})

    def __init__(self, model: VariablesModel, words: Words) -> None:
        super().__init__()
        self._model = model
        self._words = words
        self.search = QLineEdit()
        self.search.setPlaceholderText(words.say(N_("Find a variable")))
        self.search.setAccessibleName(words.say(N_("Find a variable by a part of its name")))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(model.filter)
        self.table = DataTable(model, words.say(N_("Variables")), words)
        self.table.remember("variables")
        self._dress_table()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, step(self, 0.5), 0, 0)
        layout.setSpacing(step(self, 0.5))
        layout.addWidget(self.search)
        layout.addWidget(self.table, 1)
        model.edit_requested.connect(self.change_requested)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._fit)
        for changed in (model.modelReset, model.dataChanged):
            changed.connect(self._soon.start)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._soon.start()

    @Slot()
    def _fit(self) -> None:
        """Give names, then what stands for a shape, the room that is left, as far as they need it."""
        if self.search.text():  # nothing moves while variables are searched
            return
        table = self.table
        least = {one: max(table.width_of(_WIDTHS[one]), table.width_of_header(one)) for one in _FITTED}
        others = sum(table.columnWidth(one) for one in _WIDTHS if one not in _FITTED)
        spare = max(table.viewport().width() - others - sum(least.values()), 0)
        for column, width in least.items():
            more = min(max(table.sizeHintForColumn(column) - width, 0), spare)
            table.setColumnWidth(column, width + more)
            spare -= more

    def choose(self, name: str) -> None:
        """Put the cursor on the role of a variable; a search that hides it is given up."""
        if self._model.row_of(name) is None:
            self.search.clear()
        row = self._model.row_of(name)
        if row is not None:
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
            self.table.setCurrentIndex(self._model.index(row, Column.ROLE))
            self.table.scrollTo(self.table.currentIndex())

    def chosen(self) -> tuple[str, ...]:
        """The variables with a selected cell, in the order shown."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedIndexes()})
        return tuple(self._model.name(row) for row in rows)

    def _dress_table(self) -> None:
        table = self.table
        table.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.SelectedClicked
        )
        table.setDragEnabled(True)
        table.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        table.verticalHeader().hide()
        for column, characters in _WIDTHS.items():
            table.set_characters(column, characters)
        table.hideColumn(Column.ENTROPY)  # it is in Why
        header = table.horizontalHeader()
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        table.setSortingEnabled(True)
        say = self._words.say
        table.setItemDelegateForColumn(Column.ROLE, ChoiceDelegate(CHOICES_ROLE, say(N_("Role")), table))
        table.setItemDelegateForColumn(Column.LEVEL, ChoiceDelegate(CHOICES_ROLE, say(N_("Level")), table))
        table.setItemDelegateForColumn(Column.BARS, SparklineDelegate(BARS_ROLE, table))
        roles = tuple((role, role_word(role, self._words)) for role in ROLES)
        levels = tuple((level, level_word(level, self._words)) for level in LEVELS)
        table.addAction(self._menu(say(N_("&Role of the selected variables")), Column.ROLE, roles))
        table.addAction(self._menu(say(N_("&Level of the selected variables")), Column.LEVEL, levels))
        table.selectionModel().currentRowChanged.connect(self._report_chosen)
        table.clicked.connect(self._on_clicked)
        table.activated.connect(self._edit)

    def _menu(self, title: str, column: Column, choices: tuple[tuple[str, str], ...]) -> QAction:
        menu = QMenu(title, self)
        for value, word in choices:
            menu.addAction(word).triggered.connect(partial(self._change_selected, column, value))
        return menu.menuAction()

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        """A click on a choice opens it; with Ctrl or Shift it only selects."""
        plain = QApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier
        if plain and index.column() in (Column.ROLE, Column.LEVEL):
            self._edit(index)

    @Slot(QModelIndex)
    def _edit(self, index: QModelIndex) -> None:
        if index.column() in EDITED and self.table.state() != QAbstractItemView.State.EditingState:
            self.table.edit(index)

    def _change_selected(self, column: Column, value: str, _checked: bool = False) -> None:
        changes, names = changes_for(column, value), self.chosen()
        if names and changes is not None:
            self.change_requested.emit((names, changes))

    def report_again(self) -> None:
        """What is known of the variables changed: report the current one again, where they are in view."""
        if self.isVisible():
            self._report_chosen()

    @property
    def current(self) -> str | None:
        """The variable with the cursor; None where there is none."""
        index = self.table.currentIndex()
        return self._model.name(index.row()) if index.isValid() else None

    @Slot()
    def _report_chosen(self) -> None:
        if self.current is not None:
            self.variable_chosen.emit(self.current)
