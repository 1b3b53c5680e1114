"""What the cover of the report says: title, purpose, who answers for it, the decision and its date.

All of it is the officer's text and kept in the project; nothing comes from the clock.
"""

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.project.project import ReportFields
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.theme import spread
from sdc_desktop.words import N_, Words

_LABELS = {
    "title": N_("&Title of the report"),
    "purpose": N_("&Purpose of the release"),
    "officer": N_("&Officer"),
    "reviewer": N_("&Reviewer"),
    "decision": N_("&Decision"),
    "date": N_("D&ate"),
}


class ReportDetailsDialog(QDialog):
    """A line for each. `chosen` tells them all when they are taken over."""

    chosen = Signal(object)  # ReportFields

    def __init__(self, fields: ReportFields, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(words.say(N_("Details of the report")))
        told = QLabel(
            words.say(N_("These stand on the cover. What is left empty gets a line to write on by hand."))
        )
        told.setWordWrap(True)
        form = QFormLayout()
        self.lines: dict[str, QLineEdit] = {}
        for name, label in _LABELS.items():
            line = QLineEdit(getattr(fields, name))
            line.setMinimumWidth(44 * line.fontMetrics().averageCharWidth())
            form.addRow(words.say(label), line)
            self.lines[name] = line
        take = QPushButton(words.say(N_("Ta&ke over")))
        take.setProperty("weight", "primary")
        take.setDefault(True)
        self.buttons = QDialogButtonBox()
        self.buttons.addButton(take, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(QPushButton(words.say(N_("Cancel"))), QDialogButtonBox.ButtonRole.RejectRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        spread(column, self, margin=2)
        column.addWidget(told)
        column.addLayout(form)
        column.addWidget(self.buttons)

    def accept(self) -> None:
        """Tell what the lines say."""
        self.chosen.emit(ReportFields(**{name: line.text().strip() for name, line in self.lines.items()}))
        super().accept()


class ReportDetailsCommand(QObject):
    """Asks for the details, and gives them to the project."""

    def __init__(self, controller: ProjectController, words: Words, window: QWidget) -> None:
        super().__init__(window)
        self._controller = controller
        self._words = words
        self._window = window
        self.dialog: ReportDetailsDialog | None = None

    @Slot()
    def ask(self) -> None:
        """Show the dialog with what the project says so far."""
        self.dialog = ReportDetailsDialog(self._controller.project.decisions, self._words, self._window)
        self.dialog.chosen.connect(self._controller.set_report_fields)
        self.dialog.finished.connect(self._forget)
        self.dialog.open()

    @Slot(int)
    def _forget(self, _result: int) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None
