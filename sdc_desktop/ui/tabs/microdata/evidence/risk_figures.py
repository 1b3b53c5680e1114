"""Risk in figures: how it is measured, before and after; behind them the picture of all records."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdc_desktop.engine.methods.risk.risk import RISK, RiskParams
from sdc_desktop.engine.microdata.population.spec import PopulationTable
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.sheets.sheet import read_by
from sdc_desktop.ui.forms.choices import Choices, choices_of
from sdc_desktop.ui.questions.question import data_key
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.page import FoundPage, answer_key
from sdc_desktop.ui.tabs.microdata.evidence.risk_work import Known, Made, RiskFound, risk_of, risk_of_released
from sdc_desktop.ui.tabs.microdata.kit.measure_form import MeasureForm
from sdc_desktop.ui.tabs.microdata.population_table import table_chosen, table_stamp
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.pairs_plot import AFTER_MARK, BEFORE_MARK, PairsPlot
from sdc_desktop.words import N_, Words
from sdc_desktop.words.counted import UNITS
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.ui.jobs import JobManager, Work
    from sdc_desktop.ui.project.project_controller import ProjectController

_MOST_SUDA = 8  # offered: larger sets take long


class RiskFigures(QWidget):
    """Shows what was found; what is given for measuring becomes part of the plan."""

    def __init__(self, controller: ProjectController, words: Words) -> None:
        super().__init__()
        say = words.say
        self._words = words
        self._controller = controller
        self.settings = MeasureForm(
            RISK,
            controller,
            words,
            self,
            first=RiskParams,
            choices=self._choices,
            shown=_of_released,
            in_report=N_("Risk in the report"),
            change=N_("Risk settings"),
        )
        self.form, self.report = self.settings.form, self.settings.report
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
        self.report.setToolTip(say(N_("Adds the risk of the protected file to the plan and the report.")))
        self.frame.foot.add(self.report, 0)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.25)
        column.addWidget(self.form)
        column.addWidget(self.frame, 1)
        self.form.file_requested.connect(self._on_file)

    @property
    def params(self) -> RiskParams:
        """What is asked, of what is released."""
        params = self.settings.params()
        assert params is not None
        return _of_released(params)

    @property
    def key(self) -> str:
        """Changes when what is asked does, or the file of a population table."""
        params = self.params
        return "\n".join((params.model_dump_json(), table_stamp(params.population, self._controller.base)))

    def show_question(self) -> None:
        """Show how risk is measured; the figures follow when they are found."""
        if self._controller.steps.opened is not None:
            self.settings.show()

    def show_found(self, found: RiskFound) -> str:
        """Show the figures, and all records by their chance. Returns them in a sentence."""
        from sdc_desktop.sheets.risk import band_names, compared

        words, before = self._words, found.known.result
        numbers = list(zip(found.bands_before, found.bands_after, strict=True))
        bands = [(name, *pair) for name, pair in zip(band_names(words), numbers, strict=True)]
        self.plot.setLabel("left", words.say(UNITS.of(before.people)))
        self.plot.show_pairs(bands)
        return self.frame.show_sheet(read_by("window", compared(before, found.after, numbers, words)))

    def _choices(self, params: RiskParams) -> Choices:
        opened = self._controller.steps.opened
        assert opened is not None
        names = tuple(v.name for v in opened.data.variables if v.role not in (*NEVER_RELEASED, "key"))
        choices = choices_of(params, opened.data)
        offered = {**choices.offered, "weight": names, "household": names}
        return replace(choices, offered=offered, most={"suda_size": _MOST_SUDA})

    @Slot(object)
    def _on_file(self, _path: str) -> None:
        population = self.params.population
        if isinstance(population, PopulationTable):
            chosen = table_chosen(population, self._controller, self._words, self)
            if chosen is not None:
                self.settings.change({"population": chosen})


def _of_released(params: RiskParams) -> RiskParams:
    return params.model_copy(update={"released": None, "criteria": ()})


def _whole(value: float) -> str:
    return whole(round(value))


class RiskPage(FoundPage[RiskFound]):
    """Risk before and after, of the records that ANOPI or manual levels release."""

    measures = RISK.kind

    def __init__(self, controller: ProjectController, jobs: JobManager, words: Words) -> None:
        super().__init__(jobs, words)
        self._controller = controller
        self._column = QVBoxLayout(self)
        spread(self._column, self, margin=0, spacing=0.25)

    @cached_property
    def figures(self) -> RiskFigures:
        """All but the sentence below, built when the page is first shown."""
        figures = RiskFigures(self._controller, self._words)
        self._column.insertWidget(0, figures, 1)
        self.form, self.frame, self.report = figures.form, figures.frame, figures.report
        return figures

    def show_view(self, view: View, name: str) -> None:
        """Show the settings; the figures follow when they are found."""
        self.figures.show_question()
        super().show_view(view, name)

    def released(self) -> object:
        """Changes when what is released does; None where nothing is."""
        answer = None if self._view is None else self._view.evidence
        return None if answer is None else answer_key(answer)

    def key(self) -> object:
        opened, released = self._controller.steps.opened, self.released()
        return None if opened is None or released is None else (self._counted_key(opened), released)

    def _counted_key(self, opened: Opened) -> str:
        return "\n".join((data_key(opened, hierarchies=True), self.figures.key))

    def work(self) -> Work | None:
        opened = self._controller.steps.opened
        return None if opened is None else self.measure(opened, self._counted_key(opened), self._known)

    def measure(self, opened: Opened, key: str, known: Known | None) -> Work | None:
        """Work that measures what is released."""
        answer = None if self._view is None else self._view.evidence
        if answer is None:
            return None
        return risk_of(opened, self._controller.base, answer, self.figures.params, key, known)

    @property
    def _known(self) -> Known | None:
        return None if self.found is None else self.found.known

    def draw(self, found: RiskFound) -> str:
        return self.figures.show_found(found)

    @Slot()
    def show_state(self) -> None:
        super().show_state()
        self.figures.frame.setVisible(self.found is not None and not self.answer.refusal)


class ReleasedRisk(RiskPage):
    """One page of details of a part, given what the part's result is made from."""

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools.controller, tools.jobs, tools.words)
        self._made: Made | None = None
        self._decisions = 0  # how many were shown
        self._column.addWidget(self.line_label())
        self._controller.data_closed.connect(self._forget)

    def show_made(self, made: Made) -> None:
        """Show the risk of another result, as soon as the page is visible."""
        self._decisions += self._made is None or made.result is not self._made.result
        self._made = made
        if self.isVisible():
            self._ask()

    def showEvent(self, event: QShowEvent) -> None:
        """Measures the risk when the page becomes visible."""
        super().showEvent(event)
        self._ask()

    def _ask(self) -> None:
        if self._controller.steps.opened is not None and self._made is not None:
            self.figures.show_question()
            self.bring()

    def released(self) -> object:
        return None if self._made is None else self._decisions

    def measure(self, opened: Opened, key: str, known: Known | None) -> Work | None:
        made, params = self._made, self.figures.params
        if made is None:
            return None
        return risk_of_released(opened, self._controller.base, made, params, key, known)

    @Slot()
    def _forget(self) -> None:
        """Another file will be open: nothing of this one stays."""
        self.answer.forget()
        self._made, self._sentence = None, ""
        self.show_state()

    @Slot()
    def show_state(self) -> None:
        """Figures of earlier settings are grey while others are computed."""
        if "figures" not in vars(self):
            return
        super().show_state()
        for part in (self.figures.frame, self._label):
            part.setEnabled(self.answer.current or bool(self.answer.refusal))
