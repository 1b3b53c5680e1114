"""The experiment on entropy l-diversity: what the correction of the entropy saves in this file, over l."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pydantic import ValidationError
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.experiments.diversity_experiment import (
    DIVERSITY_EXPERIMENT,
    DiversityExperimentParams,
)
from sdc_desktop.engine.plan import JOB_CLASSES
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.questions.question import data_key
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.measure_jobs import measure_job, measure_params, with_params
from sdc_desktop.ui.tabs.microdata.evidence.page import EvidencePage
from sdc_desktop.ui.tabs.microdata.page_job import PageJob, refusal_text
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.cards_area import CardsArea, SideBySide
from sdc_desktop.ui.widgets.plots.bands_plot import Band, BandsPlot
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.setting_words import change_label

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.experiments.diversity_experiment.engine import DiversityExperimentResult
    from sdc_desktop.engine.problems import Problem
    from sdc_desktop.ui.jobs import JobManager
    from sdc_desktop.ui.project.project_controller import ProjectController


class DiversityPage(EvidencePage):
    """Loss to the left, suppression to the right, both over l; the table behind lists the levels. It runs on
    request, because every l is a search of its own.
    """

    title = N_("Entropy")
    measures = DIVERSITY_EXPERIMENT.kind
    tall = True

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(words, parent)
        say = words.say
        self._controller = controller
        self._known: object = None
        self._refused: tuple[object, str] | None = None  # what was asked, and why there is no answer
        self.found: DiversityExperimentResult | None = None
        self.job = PageJob(jobs, self)
        self.form = SettingsForm(DIVERSITY_EXPERIMENT, words, pairs=2)
        self.losses = BandsPlot(say(N_("l")), say(N_("Loss")))
        self.hidden = BandsPlot(say(N_("l")), say(N_("Suppressed, %")))
        for plot in (self.losses, self.hidden):
            plot.setMinimumHeight(step(self, 7))  # half a screen at 200 % has no more
        pictures = SideBySide((self.losses, self.hidden))
        for place, text in enumerate((N_("Loss of the optimum"), N_("Records suppressed"))):
            pictures.name(place, say(text))
        self.frame = FigureFrame(pictures, words)
        self.frame.show_title(say(N_("Loss with Shannon and corrected entropy")))
        self.run = QPushButton(say(N_("Run the exper&iment")))
        self.report = QPushButton(say(N_("Add to the &report")))
        self.report.setProperty("scale", "small")
        self.report.setProperty("weight", "quiet")
        inside = QVBoxLayout()
        spread(inside, self, margin=0, spacing=0.25)
        inside.addWidget(self.form)
        inside.addWidget(WrappingRow((self.run, self.report), step(self, 0.5)))
        inside.addWidget(self.frame, 1)
        inside.addStretch()
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        column.addWidget(CardsArea(inside))  # on a small screen it scrolls
        self.form.changed.connect(self._on_changed)
        self.form.refused.connect(self._show_again)
        self.run.clicked.connect(self._on_run)
        self.report.clicked.connect(self._on_report)
        self.job.found.connect(self._on_found)
        self.job.failed.connect(self._on_failed)
        self.job.changed.connect(self._show_state)

    def show_view(self, view: View, name: str) -> None:
        """Show whether what was found is still of the current settings."""
        self._show_again()
        if self.job.running and self.job.key != self._key():
            self.job.stop()
        self._show_state()

    # inside ------------------------------------------------------------------------------------------

    @Slot()
    def _show_again(self) -> None:
        params = self._params()
        self.form.setEnabled(params is not None)
        if params is not None:
            self.form.show_params(params, Choices({"attribute": tuple(self._names())}))

    def _names(self) -> list[str]:
        """Variables whose diversity may matter, the sensitive ones first."""
        opened = self._controller.opened
        if opened is None:
            return []
        never = (*NEVER_RELEASED, "key", "weight", "household")
        fit = [v for v in opened.data.variables if v.role not in never and v.level != "continuous"]
        return [v.name for v in sorted(fit, key=lambda v: v.role != "sensitive")]

    def _params(self) -> DiversityExperimentParams | None:
        """What the plan says, or the first fitting variable with defaults; None without any."""
        names = self._names()
        first = DiversityExperimentParams(attribute=names[0]) if names else None
        policy = self._controller.policy
        plan = self._controller.plan
        found: DiversityExperimentParams | None = measure_params(plan, DIVERSITY_EXPERIMENT, first, policy)
        return found

    def _key(self) -> object:
        opened, params, data = self._controller.opened, self._params(), self._controller.plan.data
        if opened is None or params is None or data is None:
            return None
        hierarchies = sorted((name, spec.model_dump_json()) for name, spec in data.hierarchies.items())
        return data_key(opened), str(hierarchies), params.model_dump_json()

    def _up_to_date(self) -> bool:
        return self.found is not None and self._known == self._key()

    @Slot()
    def _show_state(self) -> None:
        say, running = self._words.say, self.job.running
        self.run.setText(say(N_("&Stop")) if running else say(N_("Run the exper&iment")))
        self.run.setVisible(running or not self._up_to_date())
        self.run.setEnabled(self._params() is not None)
        self.run.setProperty("weight", "" if running or self.found else "primary")
        self.run.style().polish(self.run)
        self.report.setVisible(
            self._params() is not None and measure_job(self._controller.plan, DIVERSITY_EXPERIMENT) is None
        )
        self.report.setEnabled(self._up_to_date())
        self.frame.setVisible(self.found is not None)
        self.frame.setEnabled(self._up_to_date())
        if running:
            self._report_line(say(N_("Searching for the optimal generalisation at each l…")))
        elif self._params() is None:
            self._report_line(say(N_("Choose a sensitive variable in the Data panel.")))
        elif self._refused is not None and self._refused[0] == self._key():
            self._report_line(self._refused[1])
        elif self.found is None:
            self._report_line(
                say(
                    N_(
                        "Compares the generalisation needed at the same l with Shannon and with corrected "
                        "entropy."
                    )
                )
            )
        elif not self._up_to_date():
            self._report_line(say(N_("Settings have changed since this experiment.")))
        else:
            from sdc_desktop.words.risk import diversity_tab

            self._report_line(diversity_tab.line(self.found, self._words))

    def _draw(self, found: DiversityExperimentResult) -> None:
        from sdc_desktop.words.microdata.generalising import estimator_name
        from sdc_desktop.words.risk import diversity_tab

        estimators = tuple(dict.fromkeys(point.estimator for point in found.points))
        ticks = [
            (value, self._words.short(value)) for value in dict.fromkeys(point.l for point in found.points)
        ]
        losses, hidden = [], []
        for estimator in estimators:
            met = [p for p in found.points if p.estimator == estimator and p.loss is not None]
            if met:
                name = estimator_name(estimator, self._words)
                losses.append(Band(name, tuple((p.l, float(p.loss or 0.0), 0.0) for p in met)))
                share = 100 / max(found.records, 1)
                hidden.append(Band(name, tuple((p.l, share * (p.suppressed or 0), 0.0) for p in met)))
        self.losses.show_bands(losses, ticks)
        self.hidden.show_bands(hidden, ticks)
        self.frame.show_table(
            diversity_tab.header(self._words), diversity_tab.rows(found, self._words), diversity_tab.FIGURES
        )

    def _work(self, params: DiversityExperimentParams) -> Callable[[JobContext], object]:
        opened, base = self._controller.opened, self._controller.base
        assert opened is not None

        def work(context: JobContext) -> object:
            from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
            from sdc_desktop.engine.runner import counts, decide
            from sdc_desktop.engine.source import Source

            hierarchies, _ = load_hierarchies(opened, base, context)
            source = Source(opened.data, hierarchies, base)
            job = JOB_CLASSES[DIVERSITY_EXPERIMENT.kind](name="experiment", params=params)
            counted = counts(job, source, context.within(0.0, 0.1))
            return decide(job, counted, context.within(0.1, 1.0))

        return work

    # what the officer does ---------------------------------------------------------------------------

    @Slot()
    def _on_run(self) -> None:
        params = self._params()
        if self.job.running:
            self.job.stop()
        elif params is not None:
            title = self._words.say(N_("Experiment on entropy"))
            self.job.start(title, self._key(), self._work(params))

    @Slot(object)
    def _on_found(self, found: tuple[object, DiversityExperimentResult]) -> None:
        self._known, self.found = found
        self._draw(self.found)
        self._show_state()

    @Slot(object)
    def _on_failed(self, problems: tuple[Problem, ...]) -> None:
        self._refused = self.job.key, refusal_text(problems, self._words)
        self._show_state()

    @Slot(object)
    def _on_changed(self, fields: Mapping[str, object]) -> None:
        given = self._params()
        if given is None:
            return
        try:
            params = DiversityExperimentParams.model_validate(given.model_dump() | dict(fields))
        except ValidationError:
            params = given
        if params == given:
            self._show_again()  # what cannot be read is shown as it was
        else:
            label = change_label(DIVERSITY_EXPERIMENT, next(iter(fields)), self._words)
            plan = with_params(self._controller.plan, DIVERSITY_EXPERIMENT, params)
            self._controller.change_plan(label, plan)

    @Slot()
    def _on_report(self) -> None:
        params = self._params()
        if params is not None:
            label = self._words.say(N_("Experiment on entropy in the report"))
            plan = with_params(self._controller.plan, DIVERSITY_EXPERIMENT, params)
            self._controller.change_plan(label, plan)
