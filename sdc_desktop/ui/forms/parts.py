"""Small parts that forms are laid out from."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QToolButton, QWidget

from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox, CalmSpinBox


class Choice(CalmComboBox):
    """A chooser among keys that are shown in words."""

    chosen = Signal(object)  # str: the key

    def __init__(self, name: str, texts: Sequence[tuple[str, str]]) -> None:
        """`texts`: each key and its text."""
        super().__init__()
        self.setAccessibleName(name)
        self.show_choices(texts)
        self.activated.connect(self._on_activated)

    @property
    def key(self) -> str:
        """The key that is chosen; empty where none is."""
        return str(self.currentData() or "")

    def show_choices(self, texts: Sequence[tuple[str, str]]) -> None:
        """Offer these keys; no signal is sent."""
        before = [(self.itemData(row), self.itemText(row)) for row in range(self.count())]
        if before == list(texts):
            return
        kept = self.key
        self.clear()
        for key, text in texts:
            self.addItem(text, key)
        self.show_key(kept)
        self.wrap_texts()

    def show_key(self, key: str | None) -> None:
        """Show a key as chosen; no signal is sent. One that is not offered: nothing is chosen."""
        self.setCurrentIndex(self.findData(key or ""))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.wrap_texts()

    @Slot(int)
    def _on_activated(self, _index: int) -> None:
        self.chosen.emit(self.key)


class PlainSpinBox(CalmSpinBox):
    """A number field that shows all decimals of a number."""

    def textFromValue(self, value: float) -> str:  # noqa: N802
        text, point = super().textFromValue(value), self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text


def note_line() -> QLabel:
    """A remark whose text changes, and which never widens its form."""
    return plain_label(tone="muted", scale="small", narrow=True)


def show_choice(box: QComboBox, names: Sequence[str], chosen: str | None) -> None:
    """Show names to choose from; no signal is sent."""
    if [box.itemText(row) for row in range(box.count())] != list(names):
        box.clear()
        box.addItems(list(names))
    box.setCurrentIndex(names.index(chosen) if chosen in names else -1)


def dress_more(button: QToolButton) -> None:
    """A button whose arrow says whether what it shows is shown."""
    button.setCheckable(True)
    button.setProperty("folds", True)
    button.setAutoRaise(True)
    button.setArrowType(Qt.ArrowType.RightArrow)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)

    def turn(shown: bool) -> None:
        button.setArrowType(Qt.ArrowType.DownArrow if shown else Qt.ArrowType.RightArrow)

    button.toggled.connect(turn)


def card(widget: QWidget, *parts: QWidget) -> QFrame:
    """Parts below one another in a frame."""
    found = QFrame()
    found.setProperty("frame", "card")
    fill(found, *parts, margin=1, spacing=0.5)
    return found


def heading(text: str, buddy: QWidget) -> QLabel:
    """The heading of a field."""
    label = plain_label(text, tone="strong")
    label.setBuddy(buddy)
    return label


def muted(text: str) -> QLabel:
    """A remark below a field."""
    return plain_label(text, tone="muted", scale="small")
