"""Sliders, number fields and choosers that distinguish moving from settling.

They leave the wheel to the page: it scrolls, and never edits.

``moved`` follows every change; ``settled`` comes once: at release of the mouse, at Enter, on leaving the
field, or when the keys have rested for a moment.
"""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QPaintEvent, QPalette, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QSizePolicy,
    QSlider,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

REST_MS = 700


def undoes(event: QEvent) -> bool:
    """Whether keys are those of Undo or Redo: a field leaves them to the project once its text is settled."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    keys = QKeySequence.StandardKey
    return event.matches(keys.Undo) or event.matches(keys.Redo)


class CalmSlider(QSlider):
    """A horizontal slider."""

    moved = Signal(object)  # int
    settled = Signal()

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.settled)
        self.valueChanged.connect(self._on_value)
        self.sliderReleased.connect(self._on_release)

    def show_value(self, value: int) -> None:
        """Show a value without telling of it; a handle that is being dragged stays where it is."""
        if self.isSliderDown():
            return
        with QSignalBlocker(self):
            self.setValue(value)

    def settle(self) -> None:
        """Wait no longer for the keys to rest."""
        if self._rest.isActive():
            self._on_release()

    @Slot(int)
    def _on_value(self, value: int) -> None:
        if not self.isSliderDown():
            self._rest.start()
        self.moved.emit(value)

    @Slot()
    def _on_release(self) -> None:
        self._rest.stop()
        self.settled.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.settle()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class CalmSpinBox(QDoubleSpinBox):
    """A number field. ``entered`` is emitted on Enter, also where nothing changes. Escape restores the
    current value.
    """

    moved = Signal(object)  # float
    settled = Signal()
    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setKeyboardTracking(False)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.settled)
        self.valueChanged.connect(self._on_value)
        self.editingFinished.connect(self._on_finished)

    def show_value(self, value: float) -> None:
        """Show a value without telling of it; a text that is being typed stays, if it means the same."""
        if self.value() == value:
            return
        with QSignalBlocker(self):
            self.setValue(value)

    def show_range(self, least: float, most: float) -> None:
        """Allow these values; if the one shown has to give way, no signal is sent."""
        with QSignalBlocker(self):
            self.setRange(least, most)

    def validate(self, text: str, pos: int) -> object:
        """A point is read as the decimal mark of the language: thousands are never grouped here. As a mark of
        thousands it would make 5 of 0.5.
        """
        suffix = self.suffix() if text.endswith(self.suffix()) else ""
        number = text.removesuffix(suffix).replace(".", self.locale().decimalPoint())
        return super().validate(number + suffix, pos)

    def event(self, event: QEvent) -> bool:
        if undoes(event):
            self.settle()
            event.ignore()
            return False
        return super().event(event)

    def settle(self) -> None:
        """What is typed is meant, though Enter was not pressed."""
        self.interpretText()
        self._on_finished()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._put_back():
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()

    def _put_back(self) -> bool:
        """Restore the current value; False where nothing else is typed."""
        typed = self.text()
        self.setValue(self.value())
        self.selectAll()
        return self.text() != typed

    @Slot(float)
    def _on_value(self, value: float) -> None:
        self._rest.start()
        self.moved.emit(value)

    @Slot()
    def _on_finished(self) -> None:
        if self._rest.isActive():
            self._rest.stop()
            self.settled.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class CalmComboBox(QComboBox):
    """A chooser that does not widen its form."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)

    def fit_contents(self) -> None:
        """Have the width of the longest text as size hint, and grow; it still gives way."""
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)

    def show_texts(self, texts: Sequence[str]) -> None:
        """Offer other texts; of the same ones the chosen one stays."""
        if self.texts != list(texts):
            self.clear()
            self.addItems(list(texts))

    def wrap_texts(self) -> None:
        """Be two lines high where one of the texts needs it, whichever is chosen."""
        room = self._text_rect().width()
        widest = max((self.fontMetrics().horizontalAdvance(text) for text in self._texts()), default=0)
        more = self.fontMetrics().lineSpacing() if widest > room > 0 else 0
        self.setMinimumHeight(self.sizeHint().height() + more if more else 0)

    @property
    def texts(self) -> list[str]:
        """What is offered."""
        return [self.itemText(row) for row in range(self.count())]

    def _texts(self) -> list[str]:
        return [self.placeholderText(), *self.texts]

    def _text_rect(self) -> QRect:
        option: Any = QStyleOptionComboBox()
        self.initStyleOption(option)
        control, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        return self.style().subControlRect(control, option, part, self)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt cuts a text that does not fit; here it wraps, or ends in an ellipsis."""
        option: Any = QStyleOptionComboBox()
        self.initStyleOption(option)
        text, rect, metrics = option.currentText, self._text_rect(), option.fontMetrics
        if not text or metrics.horizontalAdvance(text) <= rect.width():
            super().paintEvent(event)
            return
        painter = QStylePainter(self)
        role = QPalette.ColorRole.Text if self.isEnabled() else QPalette.ColorRole.PlaceholderText
        painter.setPen(self.palette().color(role))
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        if rect.height() < 2 * metrics.height() - 4:
            option.currentText = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
            painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        else:
            flags = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignVCenter)
            painter.drawText(rect.adjusted(3, 0, 0, 0), flags, text)
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
