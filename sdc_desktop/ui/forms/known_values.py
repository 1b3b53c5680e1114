"""What is known of one person: a value for each of some variables."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QWidget

from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.calm import CalmComboBox
from sdc_desktop.words import N_, Words


class KnownValues(QWidget):
    """A chooser for each variable; values may also be typed."""

    chosen = Signal(object)  # dict: variable -> value, "" where none is chosen yet

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._boxes: dict[str, CalmComboBox] = {}
        self._shown: dict[str, str] = {}
        self._grid = QGridLayout(self)
        spread(self._grid, self, margin=0, spacing=0.5)
        self._grid.setColumnStretch(1, 1)

    @property
    def values(self) -> Mapping[str, str]:
        """The values as they stand."""
        return {name: box.currentText() for name, box in self._boxes.items()}

    def box(self, name: str) -> CalmComboBox:
        """The chooser of a variable; KeyError if there is none."""
        return self._boxes[name]

    def show_values(self, values: Mapping[str, str], texts: Mapping[str, Sequence[str]]) -> None:
        """Show what is known; nothing is told of it. ``texts`` are the values to choose from, as read."""
        if list(values) != list(self._boxes):
            self._make(list(values))
        self._shown = dict(values)
        for name, value in values.items():
            box, offered = self._boxes[name], list(texts.get(name, ()))
            if [box.itemText(row) for row in range(box.count())] != offered:
                box.clear()
                box.addItems(offered)
            if not box.lineEdit().hasFocus() or not box.lineEdit().isModified():
                box.setCurrentIndex(offered.index(value) if value in offered else -1)
                box.setEditText(value)

    def lead(self) -> None:
        """Put the cursor into the first value that is not chosen yet."""
        for box in self._boxes.values():
            if not box.currentText():
                box.setFocus(Qt.FocusReason.OtherFocusReason)
                break

    def _make(self, names: Sequence[str]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            item.widget().hide()
            item.widget().deleteLater()
        self._boxes = {}
        before: QWidget = self
        for row, name in enumerate(names):
            box = CalmComboBox()
            box.setEditable(True)
            box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            box.setAccessibleName(self._words.say(N_("Known value of {name}"), name=name))
            box.lineEdit().setPlaceholderText(self._words.say(N_("choose a value")))
            box.activated.connect(self._on_chosen)
            box.lineEdit().editingFinished.connect(self._on_chosen)
            label = QLabel(name.replace("&", "&&"))
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setBuddy(box)
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(box, row, 1)
            self._boxes[name] = box
            QWidget.setTabOrder(before, box)
            before = box

    @Slot()
    def _on_chosen(self) -> None:
        told = dict(self.values)
        if told != self._shown:
            self._shown = told
            self.chosen.emit(told)
