"""The command palette: everything that can be done or shown, found by a few letters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from sdc_desktop.ui.theme import spread, step
from sdc_desktop.words import N_, Words

SHOWN = 12
_WIDTH, _HEIGHT = 56, 40  # steps
_ENTRY = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class Command:
    """Something that can be done: what it is called, its kind, its key, and what does it."""

    text: str
    kind: str
    key: str
    run: Callable[[], object]


def found(commands: Sequence[Command], typed: str) -> list[Command]:
    """The commands that have all words typed: an equal name first, then names that begin so."""
    words = typed.casefold().split()
    fitting = [one for one in commands if all(word in one.text.casefold() for word in words)]
    begins = typed.strip().casefold()

    def order(command: Command) -> tuple[bool, bool]:
        text = command.text.casefold()
        return text != begins, not text.startswith(begins)

    return sorted(fitting, key=order)[:SHOWN]


class CommandPalette(QDialog):
    """A line to type in, and the commands that fit below it. ``chosen`` is the one taken, None if closed."""

    def __init__(self, commands: Sequence[Command], words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._commands = commands
        self._words = words
        self.chosen: Command | None = None
        self.setWindowTitle(words.say(N_("Command palette")))
        self.line = QLineEdit()
        self.line.setPlaceholderText(words.say(N_("Command, variable, job or guide page")))
        self.line.setAccessibleName(words.say(N_("Find a command")))
        self.line.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(words.say(N_("Commands found")))
        column = QVBoxLayout(self)
        spread(column, self)
        column.addWidget(self.line)
        column.addWidget(self.list)
        self.resize(step(self, _WIDTH), step(self, _HEIGHT))
        self.line.textChanged.connect(self._on_typed)
        self.line.returnPressed.connect(self._take)
        self.list.itemActivated.connect(self._on_chosen)
        self.list.itemClicked.connect(self._on_chosen)
        self._on_typed("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys move in the list while the cursor stays in the line."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            move = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if move is not None and self.list.count():
                self.list.setCurrentRow((self.list.currentRow() + move) % self.list.count())
                return True
        return super().eventFilter(watched, event)

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        self.list.clear()
        for command in found(self._commands, text):
            line = self._words.say(N_("{text}   ({kind})"), text=command.text, kind=command.kind)
            item = QListWidgetItem(f"{line}   {command.key}".rstrip())
            item.setData(_ENTRY, command)
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    @Slot(QListWidgetItem)
    def _on_chosen(self, item: QListWidgetItem) -> None:
        self.list.setCurrentItem(item)
        self._take()

    @Slot()
    def _take(self) -> None:
        item = self.list.currentItem()
        if item is not None and self.chosen is None:
            self.chosen = item.data(_ENTRY)
            self.accept()
