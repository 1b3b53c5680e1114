"""Opens the command palette with what the window offers at this moment."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QMenu

from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.plan import Job
from sdc_desktop.ui.dialogs.command_palette import Command, CommandPalette
from sdc_desktop.ui.qt_locale import key_names
from sdc_desktop.ui.shell.shell import Shell
from sdc_desktop.words import N_
from sdc_desktop.words.guide.pages import help_pages


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
