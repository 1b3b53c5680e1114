"""Risk in figures: how it is measured, before and after; behind them the picture of all records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import ValidationError
from PySide6.QtCore import Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.risk.risk import RISK, RiskParams
from sdc_desktop.engine.microdata.population.spec import PopulationTable
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.forms.choices import choices_of
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.questions.question import data_key
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.measure_jobs import measure_job, measure_params, with_params
from sdc_desktop.ui.tabs.microdata.evidence.page import EvidencePage, Request, answer_key
from sdc_desktop.ui.tabs.microdata.evidence.risk_work import (
    Known,
    Made,
    RiskFound,
    risk_of,
    risk_of_released,
)
from sdc_desktop.ui.tabs.microdata.page_job import refusal_text
from sdc_desktop.ui.tabs.microdata.population_table import table_chosen, table_stamp
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.pairs_plot import AFTER_MARK, BEFORE_MARK, PairsPlot
from sdc_desktop.ui.widgets.whole_label import WholeLabel
from sdc_desktop.words import N_, Words
from sdc_desktop.words.counted import UNITS
from sdc_desktop.words.risk import risk_tab
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.ui.project.project_controller import ProjectController

_MOST_SUDA = 8  # offered: larger sets take long


class RiskFigures(QWidget):
    """Shows what was found; what is given for measuring becomes part of the plan."""

    def __init__(self, controller: ProjectController, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        say = words.say
        self._words = words
        self._controller = controller
        self.form = SettingsForm(RISK, words, pairs=2)
        self.plot = PairsPlot(say(N_("Records")), _whole)
        self.plot.setLabel("bottom", say(N_("Re-identification risk")))
        self.frame = FigureFrame(self.plot, words)
        self.frame.show_title(
            say(
                N_("Re-identification risk, {before} before, {after} after"),
                before=BEFORE_MARK,
                after=AFTER_MARK,
            ),
            say(N_("Re-identification risk")),
        )
        self.frame.data_button.click()  # the figures first, the picture behind them
        self.report = QPushButton(say(N_("Add to the &report")))
        self.report.setToolTip(say(N_("Adds the risk of the protected file to the plan and the report.")))
        self.report.setProperty("scale", "small")
        self.report.setProperty("weight", "quiet")
        self.frame.foot.add(self.report, 0)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.25)
        column.addWidget(self.form)
        column.addWidget(self.frame, 1)
        self.form.changed.connect(self._on_changed)
        self.form.refused.connect(self._on_refused)
        self.form.file_requested.connect(self._on_file)
        self.report.clicked.connect(self._on_report)

    @property
    def params(self) -> RiskParams:
        """What is asked, of what is released."""
        params: RiskParams = measure_params(
            self._controller.plan, RISK, RiskParams(), self._controller.policy
        )
        return params.model_copy(update={"released": None, "criteria": ()})

    @property
    def key(self) -> str:
        """Changes when what is asked does, or the file of a population table."""
        params = self.params
        return "\n".join((params.model_dump_json(), table_stamp(params.population, self._controller.base)))

    def show_question(self) -> None:
        """Show how risk is measured; the figures follow when they are found."""
        opened = self._controller.opened
        if opened is None:
            return
        params = self.params
        names = tuple(v.name for v in opened.data.variables if v.role not in (*NEVER_RELEASED, "key"))
        choices = choices_of(params, opened.data)
        offered = {**choices.offered, "weight": names, "household": names}
        self.form.show_params(params, replace(choices, offered=offered, most={"suda_size": _MOST_SUDA}))
        self.report.setVisible(measure_job(self._controller.plan, RISK) is None)

    def show_found(self, found: RiskFound) -> str:
        """Show the figures, and all records by their chance. Returns them in a sentence."""
        words, before = self._words, found.known.result
        rows = risk_tab.risk_rows(before, found.after, words)
        numbers = list(zip(found.bands_before, found.bands_after, strict=True))
        bands = [(name, *pair) for name, pair in zip(risk_tab.band_names(words), numbers, strict=True)]
        self.plot.setLabel("left", words.say(UNITS.of(before.people)))
        counted = risk_tab.band_rows(numbers, before.people, words)
        self.frame.show_table(risk_tab.risk_header(words), (*rows, *counted), risk_tab.FIGURES)
        self.plot.show_pairs(bands)
        return risk_tab.risk_line(before, found.after, words)

    @Slot(object)
    def _on_changed(self, fields: Mapping[str, object]) -> None:
        plan = self._controller.plan
        given: RiskParams = measure_params(plan, RISK, RiskParams(), self._controller.policy)
        try:
            params = RiskParams.model_validate(given.model_dump() | dict(fields))
        except ValidationError:
            params = given
        if params == given:
            self.show_question()  # what cannot be read is shown as it was
        else:
            label = self._words.say(N_("Risk settings"))
            self._controller.change_plan(label, with_params(plan, RISK, params, self._controller.policy))

    @Slot(object)
    def _on_refused(self, _problems: object) -> None:
        self.show_question()

    @Slot(object)
    def _on_file(self, _path: str) -> None:
        population = self.params.population
        if isinstance(population, PopulationTable):
            chosen = table_chosen(population, self._controller, self._words, self)
            if chosen is not None:
                self._on_changed({"population": chosen})

    @Slot()
    def _on_report(self) -> None:
        plan = self._controller.plan
        label = self._words.say(N_("Risk in the report"))
        policy = self._controller.policy
        params = measure_params(plan, RISK, RiskParams(), policy)
        self._controller.change_plan(label, with_params(plan, RISK, params, policy))


def _whole(value: float) -> str:
    return whole(round(value))


class RiskPage(EvidencePage):
    """Requests the figures of the records that ANOPI or manual levels release, and shows them."""

    title = N_("Risk")
    measures = RISK.kind
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
        """Show the settings; the figures follow when they are found."""
        self.figures.show_question()

    def request(self, view: View) -> Request | None:
        """Risk before and after, for what is moved as for what is current."""
        answer, opened = view.evidence, self._controller.opened
        if answer is None or opened is None:
            return None
        params = self.figures.params
        hierarchies = {name: spec.model_dump_json() for name, spec in view.hierarchies.items()}
        parts = (data_key(opened), self.figures.key, str(sorted(hierarchies.items())))
        known = "\n".join(parts)
        requested = risk_of(opened, self._controller.base, answer, params, known, self._known)
        return Request((known, answer_key(answer)), requested)

    def refuse(self, problems: tuple[Problem, ...]) -> None:
        """State why there are no figures, and show none."""
        self.found = None
        self.frame.hide()
        super().refuse(problems)

    def take(self, found: object) -> None:
        """Show the figures, and all records by their chance."""
        assert isinstance(found, RiskFound)
        self.frame.show()
        self.found, self._known = found, found.known
        self._report_line(self.figures.show_found(found))


class ReleasedRisk(QWidget):
    """One page of details of a part, given what the part's result is made from. Its figures are built when it
    is first shown.
    """

    def __init__(self, tools: Tools, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = tools.words
        self._controller = tools.controller
        self._made: Made | None = None
        self._known: Known | None = None
        self._requested: tuple[str, object] | None = None  # the newest question: data and rules, the decision
        self._done: tuple[str, object] | None = None  # the question that was answered or refused
        self.found: RiskFound | None = None
        self._figures: RiskFigures | None = None
        self.line = WholeLabel()
        self.line.setProperty("scale", "small")
        self._runner = DraftRunner(tools.jobs, self)
        self._runner.answered.connect(self._on_found)
        self._runner.failed.connect(self._on_refused)
        self._runner.busy_changed.connect(self._on_busy)
        self._controller.data_closed.connect(self._forget)
        self._column = QVBoxLayout(self)
        spread(self._column, self, margin=0, spacing=0.25)
        self._column.addWidget(self.line)

    @property
    def figures(self) -> RiskFigures:
        """All but the sentence below."""
        if self._figures is None:
            self._figures = RiskFigures(self._controller, self._words)
            self._column.insertWidget(0, self._figures, 1)
        return self._figures

    def show_made(self, made: Made) -> None:
        """Show the risk of another result, as soon as the page is visible."""
        self._made = made
        if self.isVisible():
            self._ask()

    def showEvent(self, event: QShowEvent) -> None:
        """Measures the risk when the page becomes visible."""
        super().showEvent(event)
        self._ask()

    def _ask(self) -> None:
        opened, made = self._controller.opened, self._made
        if opened is None or made is None:
            return
        self.figures.show_question()
        key = self._key(opened)
        if self._requested is not None and self._requested[0] == key and self._requested[1] is made.result:
            return
        self._requested = key, made.result
        self._enable(False)  # what is shown is the risk of an earlier answer
        params, base = self.figures.params, self._controller.base
        self._runner.request(risk_of_released(opened, base, made, params, key, self._known))

    def _key(self, opened: Opened) -> str:
        return "\n".join((data_key(opened), self.figures.key))

    @Slot(object)
    def _on_found(self, found: RiskFound) -> None:
        self.found, self._known, self._done = found, found.known, self._requested
        self.figures.frame.setVisible(True)
        self.line.show_text(self.figures.show_found(found))
        self._enable(True)

    @Slot()
    def _forget(self) -> None:
        """Another file will be open: nothing of this one stays."""
        self._runner.drop()
        self.found = self._known = self._made = self._requested = self._done = None
        if self._figures is not None:
            self._figures.frame.setVisible(False)
        self.line.show_text("")

    def _enable(self, current: bool) -> None:
        for part in (self.figures.frame, self.line):
            part.setEnabled(current)

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        self.found, self._done = None, self._requested
        self.figures.frame.setVisible(False)
        self.line.show_text(refusal_text(problems, self._words))
        self._enable(True)

    @Slot(object)
    def _on_busy(self, busy: bool) -> None:
        if not busy:
            self._requested = self._done  # what was stopped may be asked again
