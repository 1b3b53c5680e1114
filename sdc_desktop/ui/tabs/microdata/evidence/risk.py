"""Risk: who stands alone and the chances of finding somebody, before and after, while levels are moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdc_desktop.ui.questions.question import data_key
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.page import Asked, EvidencePage, answer_key
from sdc_desktop.ui.tabs.microdata.evidence.risk_figures import RiskFigures
from sdc_desktop.ui.tabs.microdata.evidence.risk_work import Known, RiskFound, risk_of
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.ui.project.project_controller import ProjectController


class RiskPage(EvidencePage):
    """Asks for the figures of what ANOPI or the officer's own hand releases, and shows them."""

    title = N_("Risk")
    tall = True

    def __init__(self, controller: ProjectController, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._controller = controller
        self._known: Known | None = None
        self.found: RiskFound | None = None
        self.figures = RiskFigures(controller, words)
        self.form, self.frame, self.report = self.figures.form, self.figures.frame, self.figures.report
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.figures)

    def show_view(self, view: View, name: str) -> None:
        """Show the question; the figures follow when they are found."""
        self.figures.show_question()

    def asked(self, view: View) -> Asked | None:
        """Risk before and after, for what is moved as for what is in force."""
        answer, opened = view.evidence, self._controller.opened
        if answer is None or opened is None:
            return None
        params = self.figures.params
        hierarchies = {name: spec.model_dump_json() for name, spec in view.hierarchies.items()}
        known = "\n".join((data_key(opened), params.model_dump_json(), str(sorted(hierarchies.items()))))
        asked = risk_of(opened, self._controller.base, answer, params, known, self._known)
        return Asked((known, answer_key(answer)), asked)

    def take(self, found: object) -> None:
        """Show the figures, and all records by their chance."""
        assert isinstance(found, RiskFound)
        self.found, self._known = found, found.known
        self._tell_line(self.figures.show_found(found))
