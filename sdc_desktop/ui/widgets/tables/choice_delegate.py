"""A cell that is edited by choosing from a list that its model gives."""

from html import escape
from typing import Any, TypeAlias

from PySide6.QtCore import (
    QAbstractItemModel,
    QElapsedTimer,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QPainter, QPen, QTextDocument, QTextOption
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


_MARK = "\u25b8"  # before the current step: never colour alone
_SMALL = 0.88


class StepDelegate(QStyledItemDelegate):
    """A step and below it its changes; the view's width decides where lines break, also within long names."""

    def __init__(self, saved: str, view: QListView) -> None:
        super().__init__(view)
        self._saved = saved
        self._view = view
        self._heights: dict[object, int] = {}

    def sizeHint(self, option: StyleOption, index: Index) -> QSize:
        width = self._view.viewport().width()
        states = [index.data(role) for role in (Qt.ItemDataRole.DisplayRole, CURRENT, SAVED, CHANGES)]
        known = (width, self._view.font().key(), *states)
        if known not in self._heights:  # a long history is laid out again at every step
            text = self._document(index, width, chosen=False)
            self._heights[known] = round(text.size().height()) + 2 * self._edge
        return QSize(width, self._heights[known])

    def paint(self, painter: QPainter, option: StyleOption, index: Index) -> None:
        colours = colours_of(self._view)
        painter.save()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, QColor(colours.selection if chosen else colours.hover))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(colours.accent))
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))
        painter.translate(option.rect.topLeft() + QPoint(self._edge, self._edge))
        if index.data(CURRENT):
            painter.setPen(QColor(colours.text))
            painter.drawText(0, painter.fontMetrics().ascent(), _MARK)
        painter.translate(2 * self._edge, 0)
        self._document(index, option.rect.width(), chosen=chosen).drawContents(painter)
        painter.restore()

    @property
    def _edge(self) -> int:
        return step(self._view, 0.5)

    def _document(self, index: Index, width: int, *, chosen: bool) -> QTextDocument:
        """The step and its changes at this width of the row."""
        colours, font = colours_of(self._view), self._view.font()
        muted = colours.text if chosen else colours.muted
        ink, weight = muted if index.data(UNDONE) else colours.text, 700 if index.data(CURRENT) else 400
        name = escape(str(index.data(Qt.ItemDataRole.DisplayRole)))
        name = f"{name} \u2013 {self._saved}" if index.data(SAVED) else name
        changes, small = escape(str(index.data(CHANGES) or "")), font.pointSizeF() * _SMALL
        found = QTextDocument()
        found.setDocumentMargin(0)
        found.setDefaultFont(font)
        found.setDefaultTextOption(_anywhere())
        found.setHtml(
            f'<div style="color:{ink}; font-weight:{weight}">{name}</div>'
            + (f'<div style="color:{muted}; font-size:{small}pt">{changes}</div>' if changes else "")
        )
        found.setTextWidth(max(width - 4 * self._edge, 1))
        return found


def _anywhere() -> QTextOption:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option
