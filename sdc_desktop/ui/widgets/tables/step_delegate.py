"""A step of the history as it is painted: a mark, its name, and beneath it what it changed."""

import re

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate

from sdc_desktop.ui.models.history_model import CHANGES, IN_FORCE, SAVED, UNDONE
from sdc_desktop.ui.theme import colours_of, step
from sdc_desktop.ui.widgets.tables.choice_delegate import StyleOption

Index = QModelIndex | QPersistentModelIndex
_WRAPPED = int(Qt.TextFlag.TextWordWrap)
_LONG = 14  # letters of a word that may be broken
_MARK = "\u25b8"  # before the step in force: never colour alone
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
        if known not in self._heights:  # a long history is laid out anew at every step
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
        if index.data(IN_FORCE):
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
        font.setBold(bool(index.data(IN_FORCE)))
        return font

    def _places(self, room: QRect, index: Index) -> tuple[QRect, QRect]:
        """Where the name and the changes go."""
        left = room.left() + 3 * self._edge
        width = max(room.right() - left - self._edge, 1)
        most = QRect(left, room.top() + self._edge, width, _TALL)
        name = QFontMetrics(self._name_font(index)).boundingRect(most, _WRAPPED, self._text(index))
        told = _breakable(str(index.data(CHANGES) or ""))
        top = QRect(left, name.bottom() + 1, width, _TALL)
        if not told:
            return _wide(name, width), QRect(left, name.bottom(), width, 0)
        changes = QFontMetrics(self._small_font).boundingRect(top, _WRAPPED, told)
        return _wide(name, width), _wide(changes, width)


def _breakable(text: str) -> str:
    """Long words, as names of variables and files, may be broken where they must."""
    return re.sub(rf"(\S{{{_LONG}}})(?=\S{{4}})", "\\1\u200b", text)


def _wide(rect: QRect, width: int) -> QRect:
    return QRect(rect.left(), rect.top(), width, rect.height())
