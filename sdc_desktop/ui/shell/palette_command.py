"""Opens the command palette with what the window offers at this moment."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QMenu, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.plan import Job
from sdc_desktop.ui.qt_locale import key_names
from sdc_desktop.ui.shell.shell import Shell
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.words import N_, Words
from sdc_desktop.words.guide.pages import help_pages

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


class PaletteCommand(QObject):
    """Gathers menu entries that are enabled, variables, jobs and guide pages, and runs the one chosen."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._window = window
        self.palette: CommandPalette | None = None

    @Slot()
    def open(self) -> None:
        """Show the palette; what is chosen runs when it has closed."""
        self.palette = CommandPalette(tuple(self.commands()), self._window.words, self._window)
        self.palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.palette.finished.connect(self._on_finished)
        self.palette.open()

    def commands(self) -> Iterator[Command]:
        """All commands: menu entries, then variables, jobs, and pages of the guide."""
        window, say = self._window, self._window.words.say
        for entry in window.menuBar().actions():
            sub = entry.menu()
            if isinstance(sub, QMenu):
                yield from _entries(sub, _plain(sub.title()))
        opened = window.controller.opened
        for name in () if opened is None else opened.data.names:
            yield Command(name, say(N_("variable")), "", partial(self._show_variable, name))
        for job in window.controller.whole_plan.jobs:
            yield Command(job.name, say(N_("job")), "", partial(self.show_job, job))
        for page in help_pages(window.words):
            show = partial(window.help_command.open, page.name)
            yield Command(page.title, say(N_("guide page")), "", show)

    def _show_variable(self, name: str) -> None:
        self._window.side_docks.show_data()
        self._window.data_panel.go_to_variable(name)

    def show_job(self, job: Job) -> None:
        """Show a job where it is worked on: in its tab, in the steps, or in the preparation of records."""
        from sdc_desktop.project.prepared import prepare_job

        window = self._window
        if job == prepare_job(window.controller.whole_plan):
            window.prepare_records()
        elif job.kind == PREPARE.kind:
            self._report_no_view(job.name)
        else:
            place = window.tabs.show_kind(job.kind)
            place.ask(partial(self._turn_page, job.name))

    def _turn_page(self, name: str, page: Any) -> None:
        if not page.show_job(name):
            self._report_no_view(name)

    def _report_no_view(self, name: str) -> None:
        text = N_("The job {name} has no view of its own. It runs with the plan.")
        self._window.banner.notify(self._window.words.say(text, name=name))

    @Slot(int)
    def _on_finished(self, _result: int) -> None:
        chosen = None if self.palette is None else self.palette.chosen
        self.palette = None
        if chosen is not None:
            QTimer.singleShot(0, self, chosen.run)


def _entries(menu: QMenu, path: str) -> Iterator[Command]:
    for action in menu.actions():
        sub = action.menu()
        if isinstance(sub, QMenu):
            yield from _entries(sub, f"{path} › {_plain(sub.title())}")
        elif action.isEnabled() and not action.isSeparator() and action.text():
            yield Command(_plain(action.text()), path, key_names(action.shortcut()), action.trigger)


def _plain(text: str) -> str:
    """A label without its mnemonic."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")
