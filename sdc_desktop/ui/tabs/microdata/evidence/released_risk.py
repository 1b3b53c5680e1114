"""The risk of what a part of the tab would release: asked for while somebody looks, kept while it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.questions.question import data_key
from sdc_desktop.ui.tabs.microdata.evidence.risk_figures import RiskFigures
from sdc_desktop.ui.tabs.microdata.evidence.risk_work import Known, Made, RiskFound, risk_of_released
from sdc_desktop.ui.tabs.microdata.page_job import refusal_text
from sdc_desktop.ui.tabs.microdata.part import Tools
from sdc_desktop.ui.theme import spread

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened


class ReleasedRisk(QWidget):
    """One page of evidence of a part; it is told what the part's answer is made from."""

    def __init__(self, tools: Tools, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = tools.words
        self._controller = tools.controller
        self._made: Made | None = None
        self._known: Known | None = None
        self._asked: tuple[str, object] | None = None  # the newest question: data and rules, the decision
        self._done: tuple[str, object] | None = None  # the question that was answered or refused
        self.found: RiskFound | None = None
        self.figures = RiskFigures(tools.controller, tools.words)
        self.line = QLabel()
        self.line.setWordWrap(True)
        self.line.setTextFormat(Qt.TextFormat.PlainText)
        self.line.setProperty("scale", "small")
        self.line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self._runner = DraftRunner(tools.jobs, self)
        self._runner.answered.connect(self._on_found)
        self._runner.failed.connect(self._on_refused)
        self._runner.busy_changed.connect(self._on_busy)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.25)
        column.addWidget(self.figures, 1)
        column.addWidget(self.line)

    def show_made(self, made: Made) -> None:
        """Show the risk of another answer, as soon as somebody looks."""
        self._made = made
        if self.isVisible():
            self._ask()

    def showEvent(self, event: QShowEvent) -> None:
        """Somebody looks."""
        super().showEvent(event)
        self._ask()

    def _ask(self) -> None:
        opened, made = self._controller.opened, self._made
        if opened is None or made is None:
            return
        self.figures.show_question()
        key = self._key(opened)
        if self._asked is not None and self._asked[0] == key and self._asked[1] is made.result:
            return
        self._asked = key, made.result
        self._runner.request(risk_of_released(opened, made, self.figures.params, key, self._known))

    def _key(self, opened: Opened) -> str:
        return "\n".join((data_key(opened), self.figures.params.model_dump_json()))

    @Slot(object)
    def _on_found(self, found: RiskFound) -> None:
        self.found, self._known, self._done = found, found.known, self._asked
        self.figures.frame.setVisible(True)
        self.line.setText(self.figures.show_found(found))

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self.found, self._done = None, self._asked
        self.figures.frame.setVisible(False)
        self.line.setText(refusal_text(problems, self._words))

    @Slot(object)
    def _on_busy(self, busy: bool) -> None:
        if not busy:
            self._asked = self._done  # what was stopped may be asked again
