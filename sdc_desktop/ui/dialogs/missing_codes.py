"""Texts of a file that look like missing codes: which variables have them as missing, and which as values."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.help_window import give_help
from sdc_desktop.ui.widgets.tables.check_list import CheckList
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.missing_codes import code_line


class MissingCodesDialog(QDialog):
    """A row for each variable, ticked where its texts are missing. Accepted, it is one step of the plan."""

    def __init__(self, controller: ProjectController, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        say = words.say
        self.setWindowTitle(say(N_("Missing codes")))
        give_help(self, "data", words)
        about = QLabel(say(N_("Texts of ticked variables are read as missing, those of others as values.")))
        about.setWordWrap(True)
        about.setTextFormat(Qt.TextFormat.PlainText)
        found = controller.found_codes
        self._names = {code_line(name, codes, words): name for name, codes in found.items()}
        self.variables = CheckList(say(N_("Variables with texts that may be missing codes")))
        accepted = controller.codes_as_missing
        ticked = [line for line, name in self._names.items() if name in accepted]
        self.variables.show_names(tuple(self._names), ticked)
        self.variables.setMinimumWidth(step(self, 30))
        self.accept_button = QPushButton(say(N_("&Apply")))
        self.accept_button.setProperty("weight", "primary")
        self.accept_button.setDefault(True)
        self.buttons = QDialogButtonBox()
        self.buttons.addButton(self.accept_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(QPushButton(say(N_("Cancel"))), QDialogButtonBox.ButtonRole.RejectRole)
        column = QVBoxLayout(self)
        spread(column, self, margin=2)
        column.addWidget(about)
        column.addWidget(self.variables)
        column.addWidget(self.buttons)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def accept(self) -> None:
        """What is ticked is decided: missing codes of these variables, values of the others."""
        self._controller.review_codes([self._names[line] for line in self.variables.chosen])
        super().accept()
