"""A cell that is edited by choosing from a list that its model gives."""

from typing import Any, TypeAlias

from PySide6.QtCore import (
    QAbstractItemModel,
    QElapsedTimer,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QApplication, QComboBox, QStyledItemDelegate, QWidget

from sdc_desktop.ui.theme import colours_of

StyleOption: TypeAlias = Any  # QStyleOptionViewItem: its stubs leave out the fields of QStyleOption


Index = QModelIndex | QPersistentModelIndex
_Choices = tuple[tuple[object, str], ...]


class _ChoiceBox(QComboBox):
    """A list that opens at once and tells when it was left without a choice."""

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
        editor.setCurrentIndex(editor.findData(index.data(Qt.ItemDataRole.EditRole)))
        editor.setProperty("before", editor.currentIndex())

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
            editor.showPopup()  # somebody clicked twice to open the list
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
