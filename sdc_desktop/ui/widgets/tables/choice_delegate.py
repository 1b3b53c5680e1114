"""A cell that is edited by choosing from a list that its model gives."""

import re
from typing import Any, TypeAlias

from PySide6.QtCore import (
    QAbstractItemModel,
    QElapsedTimer,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QApplication, QComboBox, QListView, QStyle, QStyledItemDelegate, QWidget

from sdc_desktop.ui.models.history_model import CHANGES, CURRENT, SAVED, UNDONE
from sdc_desktop.ui.theme import colours_of, step

StyleOption: TypeAlias = Any  # QStyleOptionViewItem: its stubs leave out the fields of QStyleOption


Index = QModelIndex | QPersistentModelIndex
_Choices = tuple[tuple[object, str], ...]


class _ChoiceBox(QComboBox):
    """A list that opens at once and reports when it was left without a choice."""

    left = Signal()

    def __init__(self, choices: _Choices, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.done = False
        self._since = QElapsedTimer()
        self.setAccessibleName(name)
        self.setFrame(False)
        for value, word in choices:
            self.addItem(word, value)
        QTimer.singleShot(0, self, self.showPopup)

    @property
    def just_opened(self) -> bool:
        """Whether a choice made now may be the second half of a double click."""
        return self._since.isValid() and self._since.elapsed() < QApplication.doubleClickInterval()

    def showPopup(self) -> None:
        view = self.view()
        view.setMinimumWidth(view.sizeHintForColumn(0) + 2 * view.frameWidth())
        super().showPopup()
        view.window().installEventFilter(self)
        self._since.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Hide:  # Escape does not go by hidePopup()
            self.left.emit()
        return super().eventFilter(watched, event)


class ChoiceDelegate(QStyledItemDelegate):
    """The choices are ((value, word), ...) under a role of the model's. An arrow says that there are some."""

    def __init__(self, choices_role: int, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choices_role = choices_role
        self._name = name

    def paint(self, painter: QPainter, option: StyleOption, index: Index) -> None:
        super().paint(painter, option, index)
        size = option.fontMetrics.height() / 5
        middle = QPointF(option.rect.right() - 2 * size, option.rect.center().y() + size / 3)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours_of(option.widget).muted), size / 3))
        tip = middle + QPointF(0, size / 2)
        painter.drawPolyline([middle + QPointF(-size, -size / 2), tip, middle + QPointF(size, -size / 2)])
        painter.restore()

    def createEditor(self, parent: QWidget, option: StyleOption, index: Index) -> QWidget:
        box = _ChoiceBox(index.data(self._choices_role) or (), self._name, parent)
        box.activated.connect(self._choose)
        box.left.connect(self._leave, Qt.ConnectionType.QueuedConnection)
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, QComboBox)
        place = editor.findData(index.data(Qt.ItemDataRole.EditRole))
        if place != editor.property("before"):  # a refresh of the model keeps a choice in progress
            editor.setCurrentIndex(place)
            editor.setProperty("before", place)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        assert isinstance(editor, QComboBox)
        model.setData(index, editor.currentData())

    @Slot(int)
    def _choose(self, row: int) -> None:
        """A choice is a decision: there is no need to press Enter as well."""
        editor = self.sender()
        if not isinstance(editor, _ChoiceBox) or editor.done:
            return
        if row == editor.property("before") and editor.just_opened:
            editor.showPopup()  # the list was opened by a double click
            return
        editor.done = True
        self.commitData.emit(editor)
        self.closeEditor.emit(editor)

    @Slot()
    def _leave(self) -> None:
        editor = self.sender()
        if isinstance(editor, _ChoiceBox) and not editor.done and not editor.view().isVisible():
            editor.done = True
            self.closeEditor.emit(editor)


_WRAPPED = int(Qt.TextFlag.TextWordWrap)
_LONG = 14  # letters of a word that may be broken
_MARK = "\u25b8"  # before the current step: never colour alone
_TALL = 10_000
_SMALL = 0.88


class StepDelegate(QStyledItemDelegate):
    """The view's width decides where lines break."""

    def __init__(self, saved: str, view: QListView) -> None:
        super().__init__(view)
        self._saved = saved
        self._view = view
        self._heights: dict[object, int] = {}

    def sizeHint(self, option: StyleOption, index: Index) -> QSize:
        width = self._view.viewport().width()
        known = (width, self._name_font(index).key(), self._text(index), index.data(CHANGES))
        if known not in self._heights:  # a long history is laid out again at every step
            name, changes = self._places(QRect(0, 0, width, _TALL), index)
            self._heights[known] = max(name.bottom(), changes.bottom()) + self._edge
        return QSize(width, self._heights[known])

    def paint(self, painter: QPainter, option: StyleOption, index: Index) -> None:
        colours = colours_of(self._view)
        painter.save()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if chosen or hovered:
            painter.fillRect(option.rect, QColor(colours.selection if chosen else colours.hover))
        name, changes = self._places(option.rect, index)
        muted = QColor(colours.text if chosen else colours.muted)
        painter.setFont(self._name_font(index))
        painter.setPen(muted if index.data(UNDONE) else QColor(colours.text))
        painter.drawText(name, _WRAPPED, self._text(index))
        if index.data(CURRENT):
            line = name.top() + painter.fontMetrics().ascent()
            painter.drawText(option.rect.left() + self._edge, line, _MARK)
        painter.setFont(self._small_font)
        painter.setPen(muted)
        painter.drawText(changes, _WRAPPED, _breakable(str(index.data(CHANGES))))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(colours.accent))
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))
        painter.restore()

    @property
    def _edge(self) -> int:
        return step(self._view, 0.5)

    @property
    def _small_font(self) -> QFont:
        font = QFont(self._view.font())
        font.setPointSizeF(font.pointSizeF() * _SMALL)
        return font

    def _text(self, index: Index) -> str:
        text = str(index.data(Qt.ItemDataRole.DisplayRole))
        return _breakable(f"{text} \u2013 {self._saved}" if index.data(SAVED) else text)

    def _name_font(self, index: Index) -> QFont:
        font = QFont(self._view.font())
        font.setBold(bool(index.data(CURRENT)))
        return font

    def _places(self, room: QRect, index: Index) -> tuple[QRect, QRect]:
        """Where the name and the changes go."""
        left = room.left() + 3 * self._edge
        width = max(room.right() - left - self._edge, 1)
        most = QRect(left, room.top() + self._edge, width, _TALL)
        name = QFontMetrics(self._name_font(index)).boundingRect(most, _WRAPPED, self._text(index))
        text = _breakable(str(index.data(CHANGES) or ""))
        top = QRect(left, name.bottom() + 1, width, _TALL)
        if not text:
            return _wide(name, width), QRect(left, name.bottom(), width, 0)
        changes = QFontMetrics(self._small_font).boundingRect(top, _WRAPPED, text)
        return _wide(name, width), _wide(changes, width)


def _breakable(text: str) -> str:
    """Long words, as names of variables and files, may be broken where they must."""
    return re.sub(rf"(\S{{{_LONG}}})(?=\S{{4}})", "\\1\u200b", text)


def _wide(rect: QRect, width: int) -> QRect:
    return QRect(rect.left(), rect.top(), width, rect.height())
