"""What is wrong with a question, said below it: one line per problem, with what to do.

Notes are not wrong: they stand in the list of problems alone.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from sdc_desktop.engine.problems import Problem
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence

_SEVERITIES = {"error": N_("Error"), "warning": N_("Warning")}


class ProblemLines(QLabel):
    """Hidden where all is well."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.hide()

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Say those of these that want something done."""
        self.setText(
            "\n".join(self._line(problem) for problem in problems if problem.severity in _SEVERITIES)
        )
        self.setAccessibleName(self.text())
        self.setVisible(bool(self.text()))

    def _line(self, problem: Problem) -> str:
        text = sentence(problem, self._words)
        return self._words.say(
            N_("{severity}: {message}. {remedy}."),
            severity=self._words.say(_SEVERITIES[text.severity]),
            message=text.message,
            remedy=text.remedy[:1].upper() + text.remedy[1:],
        )
