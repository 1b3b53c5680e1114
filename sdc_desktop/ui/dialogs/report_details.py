"""The form "About the report" as a separate dialog: the fields, without running the plan."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QScrollArea, QVBoxLayout, QWidget

from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.dialogs.report_fields import ReportFieldsForm
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.help_window import give_help
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import spoken


class ReportDetailsDialog(QDialog):
    """Beside the main window; each field that is left is a step of the history."""

    def __init__(self, controller: ProjectController, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setWindowTitle(words.say(N_("Report details – SDC Desktop")))
        give_help(self, "report", words)
        self.form = ReportFieldsForm(controller, words)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(self.form)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(words.say(N_("About the report")))
        self.state = QLabel()
        self.state.setWordWrap(True)
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = self.buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setAutoDefault(False)  # Enter in a field takes the field alone
        self.buttons.rejected.connect(self.close)
        self.form.refused.connect(self._on_refused)
        self.finished.connect(self.form.settle)
        column = QVBoxLayout(self)
        spread(column, self, margin=1)
        column.addWidget(area, 1)
        column.addWidget(self.state)
        column.addWidget(self.buttons)
        text = self.fontMetrics()
        resize_within(self, text.averageCharWidth() * 60, text.height() * 36)

    def _on_refused(self, problems: tuple[Problem, ...]) -> None:

        self.state.setText(" ".join(spoken(problem, self._words) for problem in problems))
