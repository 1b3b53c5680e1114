"""The field of the top row: commands, variables, jobs and the guide, found by their words."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QHeaderView, QLineEdit, QMenu, QTreeWidget, QTreeWidgetItem, QWidget

from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.plan import Job
from sdc_desktop.ui.qt_locale import key_names
from sdc_desktop.ui.qt_types import parent_of, present
from sdc_desktop.ui.screen_fit import focus_owner, give_back_focus
from sdc_desktop.ui.shell.shell import Shell
from sdc_desktop.ui.theme import colours_of, step
from sdc_desktop.words import N_, Words
from sdc_desktop.words.guide.pages import help_pages
from sdc_desktop.words.guide.search import GuideIndex

SHOWN = 8  # commands
_PLACES = 4  # of the guide
_WIDTH, _LIST = 23, 56  # steps
_QUIET = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)


@dataclass(frozen=True)
class Command:
    """Something that can be done: what it is called, its kind, its key, and what does it."""

    text: str
    kind: str
    key: str
    run: Callable[[], object]


def found(commands: Sequence[Command], typed: str) -> list[Command]:
    """The commands with all words typed in name and menu: an equal name first, then names that begin so."""
    words = typed.casefold().split()
    fitting = [one for one in commands if _has(f"{one.kind} {one.text}", words)]
    begins = typed.strip().casefold()

    def order(command: Command) -> tuple[bool, bool, bool]:
        text = command.text.casefold()
        return text != begins, not text.startswith(begins), not _has(text, words)

    return sorted(fitting, key=order)[:SHOWN]


def _has(text: str, words: Sequence[str]) -> bool:
    return all(word in text.casefold() for word in words)


class CommandList(QTreeWidget):
    """What was found, over the window below the field: what it is called, its key and its kind."""

    def __init__(self, words: Words, window: QWidget) -> None:
        super().__init__(window)
        self.setAccessibleName(words.say(N_("Commands found")))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("part", "popover")
        self.setColumnCount(3)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = self.header()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.hide()

    @property
    def row(self) -> int:
        """The number of the row marked, from 0; -1 for none."""
        return self.indexOfTopLevelItem(self.currentItem()) if self.topLevelItemCount() else -1

    def show_commands(self, commands: Sequence[Command], below: QWidget) -> None:
        """Show these below a widget, the first of them marked."""
        self.clear()
        muted = QColor(colours_of(self).muted)
        for command in commands:
            item = QTreeWidgetItem([command.text, command.key, command.kind])
            for column in (1, 2):
                item.setForeground(column, muted)
            item.setToolTip(0, command.text)
            self.addTopLevelItem(item)
        self.setVisible(bool(commands))
        if commands:
            self.mark(0)
            window = parent_of(self)
            right = below.mapTo(window, below.rect().bottomRight())
            width = min(step(self, _LIST), window.width() - step(self, 2))
            frame = 2 * step(self, 0.5)
            height = len(commands) * self.sizeHintForRow(0) + frame
            left = max(step(self), min(right.x(), window.width() - step(self)) - width)
            self.setGeometry(left, right.y() + step(self, 0.5), width, height)
            self.raise_()

    def mark(self, row: int) -> None:
        """Mark a row; counted round the end."""
        self.setCurrentItem(present(self.topLevelItem(row % self.topLevelItemCount())))


class CommandField(QLineEdit):
    """Typing lists what fits; Enter runs the row marked, the first to begin with; Escape leaves. Tab passes
    it by: Ctrl+K is the way of the keys.
    """

    def __init__(self, window: Shell) -> None:
        super().__init__()
        self._window = window
        self._index: GuideIndex | None = None
        self._commands: tuple[Command, ...] = ()
        self._before: QWidget | None = None
        self.offered: tuple[Command, ...] = ()
        say = window.words.say
        self.setPlaceholderText(say(N_("Search or command ({key})"), key=key_names(QKeySequence("Ctrl+K"))))
        self.setAccessibleName(say(N_("Find a command, a variable, a job or a guide page")))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFixedWidth(step(self, _WIDTH))
        self.list = CommandList(window.words, window)
        self.textEdited.connect(self._on_typed)
        self.list.itemClicked.connect(self._on_clicked)

    @Slot()
    def open(self) -> None:
        """Put the cursor into the field; Escape restores the focus."""
        self._before = focus_owner()
        self.show()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    @Slot()
    def leave(self) -> None:
        """Show nothing more, and give the focus back."""
        self.clear()
        self.list.hide()
        before, self._before = self._before, None
        give_back_focus(before, self._window.centralWidget())

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        if not self._commands:
            self._commands = tuple(self.commands())
        kind = self._window.words.say(N_("guide page"))
        acts = found([one for one in self._commands if one.kind != kind], text)
        pages = found([one for one in self._commands if one.kind == kind], text)[:_PLACES]
        names = {one.text for one in pages}
        self.offered = (*acts, *pages, *self._places(text, names)) if text.strip() else ()
        self.list.show_commands(self.offered, self)

    def _places(self, typed: str, there: set[str]) -> Iterator[Command]:
        """Places of the guide that have the words typed, and the search for all of them."""
        say, guide = self._window.words.say, self._window.help_command
        if self._index is None:
            self._index = GuideIndex(help_pages(self._window.words))
        hits = [hit for hit in self._index.search(typed) if hit.heading or hit.title not in there]
        for hit in hits[:_PLACES]:
            text = f"{hit.title} › {hit.heading}" if hit.heading else hit.title
            yield Command(text, say(N_("guide page")), "", partial(guide.open, hit.page, hit.anchor))
        text = say(N_("Search the guide for: {words}"), words=typed.strip())
        yield Command(text, "", "", partial(guide.look_for, typed.strip()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move in the list while the cursor stays in the field."""
        key = Qt.Key(event.key())
        shown = bool(self.offered) and not self.list.isHidden()
        if key == Qt.Key.Key_Escape:
            self.leave()
        elif shown and key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.list.mark(self.list.row + (1 if key == Qt.Key.Key_Down else -1))
        elif shown and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(self.list.row)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _QUIET:
            self.clear()
            self.list.hide()
            self._commands = ()
            QTimer.singleShot(0, self, self._window.top.fit)  # it may have been shown for this alone

    @Slot(QTreeWidgetItem, int)
    def _on_clicked(self, item: QTreeWidgetItem, _column: int) -> None:
        self._take(self.list.indexOfTopLevelItem(item))

    def _take(self, row: int) -> None:
        command = self.offered[row]
        self.leave()
        QTimer.singleShot(0, self, command.run)

    # what there is -----------------------------------------------------------------------------------

    def commands(self) -> Iterator[Command]:
        """All commands: menu entries that are enabled, then variables, jobs, and pages of the guide."""
        window, say = self._window, self._window.words.say
        for entry in window.menuBar().actions():
            sub = entry.menu()
            if isinstance(sub, QMenu):
                yield from _entries(sub, _plain(sub.title()))
        opened = window.controller.opened
        for name in () if opened is None else opened.data.names:
            yield Command(name, say(N_("variable")), "", partial(window.go_to_variable, name))
        for job in window.controller.whole_plan.jobs:
            yield Command(job.name, say(N_("job")), "", partial(self.show_job, job))
        for page in help_pages(window.words):
            show = partial(window.help_command.open, page.name)
            yield Command(page.title, say(N_("guide page")), "", show)

    def show_job(self, job: Job) -> None:
        """Show a job where it is worked on: in its place, in the steps, or in the preparation of records."""
        from sdc_desktop.engine.running.preparation import prepare_job

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
        self._window.notices.mention(self._window.words.say(text, name=name))


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
