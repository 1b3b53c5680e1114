"""What can be done with a step of the history or a strategy: copied as text that runs, or kept by a name."""

import os
import sys
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QInputDialog, QLineEdit, QWidget

from sdc_desktop.engine.plan import Plan, plan_to_text, without_secrets
from sdc_desktop.project.project import KeptStrategy
from sdc_desktop.project.step_export import Shell, as_command, as_python, as_whole_command
from sdc_desktop.project.with_data import rebased_plan
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.words import N_, Words

_BATCH = ("sdc-desktop-console", "sdc-desktop")  # the program for a console, where there are two
_LONGEST_NAME = 60


class StepCommands(QObject):
    """Bound to one window; says in a line what it did."""

    reported = Signal(object)  # str

    def __init__(self, controller: ProjectController, words: Words, window: QWidget) -> None:
        super().__init__(window)
        self._controller = controller
        self._words = words
        self._window = window

    def copy_python(self, plan: Plan, title: str) -> None:
        """Copy a Python script that runs a plan and writes its files."""
        self._copy(as_python(plan, title, self._controller.base, self._out()), N_("Copied as Python."))

    def copy_command(self, plan: Plan, saved: bool) -> None:
        """Copy a command for the system's shell. `saved`: the project's file holds just this plan."""
        shell: Shell = "powershell" if os.name == "nt" else "posix"
        path, base = self._controller.path, self._controller.base
        if saved and path is not None:
            text = as_command(path.resolve(), self._out(), batch_program(), shell)
        else:
            folder = output_folder(base)  # the plan is written there: never into the program's own demos
            text = as_whole_command(
                rebased_plan(plan, base, folder), folder, self._out(), batch_program(), shell
            )
        self._copy(text, N_("Copied as batch command."))

    def copy_plan(self, plan: Plan) -> None:
        """Copy a plan in the form of a plan file, without secrets."""
        self._copy(plan_to_text(without_secrets(plan)), N_("Copied the plan."))

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
