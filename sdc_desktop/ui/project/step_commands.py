"""What can be done with a step of the history or a strategy: copied as text that runs, or kept by a name."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu, QWidget

from sdc_desktop.engine.plan import Plan, plan_to_text, without_secrets
from sdc_desktop.project.project import KeptStrategy
from sdc_desktop.project.step_export import Shell, as_command, as_python, as_whole_command
from sdc_desktop.project.with_data import rebased_plan
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.words import N_, Words

_BATCH = ("sdc-desktop-console", "sdc-desktop")  # the program for a console, where there are two
_LONGEST_NAME = 60


@dataclass(frozen=True)
class Chosen:
    """A plan that is chosen, what it is called, and whether the project's file holds just this plan."""

    plan: Plan
    title: str
    saved: bool = False


class StepCommands(QObject):
    """Bound to one window; says in a line what it did."""

    reported = Signal(object)  # str

    def __init__(self, controller: ProjectController, words: Words, window: QWidget) -> None:
        super().__init__(window)
        self._controller = controller
        self._words = words
        self._window = window

    def add_to(self, menu: QMenu, chosen: Callable[[], Chosen | None]) -> None:
        """Add what can be done with the chosen plan, if there is one, to a menu."""
        for text, act in (
            (N_("Copy as &Python"), self.copy_python),
            (N_("Copy as &batch command"), self.copy_command),
            (N_("Copy the p&lan"), self.copy_plan),
        ):
            entry = QAction(self._words.say(text), menu)  # Python can lose hold of one that the menu makes
            entry.triggered.connect(partial(self._do, act, chosen))
            menu.addAction(entry)

    def _do(
        self, act: Callable[[Chosen], None], chosen: Callable[[], Chosen | None], _checked: bool = False
    ) -> None:
        one = chosen()
        if one is not None:
            act(one)

    def copy_python(self, one: Chosen) -> None:
        """Copy a Python script that runs a plan and writes its files."""
        self._copy(
            as_python(one.plan, one.title, self._controller.base, self._out()), N_("Copied as Python.")
        )

    def copy_command(self, one: Chosen) -> None:
        """Copy a command for the system's shell; that of the saved plan names the project's file."""
        shell: Shell = "powershell" if os.name == "nt" else "posix"
        path, base = self._controller.path, self._controller.base
        if one.saved and path is not None:
            text = as_command(path.resolve(), self._out(), batch_program(), shell)
        else:
            folder = output_folder(base)  # the plan is written there: never into the program's own demos
            text = as_whole_command(
                rebased_plan(one.plan, base, folder), folder, self._out(), batch_program(), shell
            )
        self._copy(text, N_("Copied as batch command."))

    def copy_plan(self, one: Chosen) -> None:
        """Copy a plan in the form of a plan file, without secrets."""
        self._copy(plan_to_text(without_secrets(one.plan)), N_("Copied the plan."))

    def keep(self, plan: Plan, proposal: str) -> None:
        """Keep a plan by a name that the user enters."""
        say = self._words.say
        name, wanted = QInputDialog.getText(
            self._window,
            say(N_("Save as strategy")),
            say(N_("Strategy &name (replaces a strategy of the same name)")),
            QLineEdit.EchoMode.Normal,
            proposal[:_LONGEST_NAME],
        )
        name = " ".join(name.split())
        if wanted and name:
            self.keep_as(plan, name)

    def keep_as(self, plan: Plan, name: str) -> None:
        """Keep a plan by a name: one undo step."""
        label = self._words.say(N_("Save strategy: {name}"), name=name)
        self._controller.keep_strategy(label, KeptStrategy(name, plan))

    def _copy(self, text: str, notice: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.reported.emit(self._words.say(notice))

    def _out(self) -> Path:
        """The folder that the copied text writes into."""
        return output_folder(self._controller.base).resolve() / f"{Path(self._controller.title).stem}_results"


def batch_program() -> tuple[str, ...]:
    """What starts the batch command of this very program, from wherever."""
    here = Path(sys.executable)
    for name in _BATCH:
        beside = here.with_name(name + here.suffix)
        if beside.is_file():
            return (str(beside),)
    return (str(here),) if getattr(sys, "frozen", False) else (str(here), "-P", "-m", "sdc_desktop")
