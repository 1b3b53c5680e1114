"""The experiment on entropy l-diversity: what the correction of the entropy saves in this file, over l."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdc_desktop.engine.methods.experiments.diversity_experiment import (
    DIVERSITY_EXPERIMENT,
    DiversityExperimentParams,
)
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.sheets.sheet import About, read_by
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.tabs.microdata.kit.measure_page import MeasurePage, measured
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.cards_area import SideBySide
from sdc_desktop.ui.widgets.plots.bands_plot import Band, BandsPlot
from sdc_desktop.words import N_

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.experiments.diversity_experiment.engine import DiversityExperimentResult
    from sdc_desktop.ui.jobs import Work

_NEVER = (*NEVER_RELEASED, "key", "weight", "household")


class DiversityPage(MeasurePage[DiversityExperimentParams, "DiversityExperimentResult"]):
    """Loss to the left, suppression to the right, both over l; the levels are in the table behind. It runs
    when it is requested, for every l is a search of its own.
    """

    measures = DIVERSITY_EXPERIMENT.kind
    method = DIVERSITY_EXPERIMENT
    run_texts = N_("Run the exper&iment"), N_("Run the exper&iment")
    running_text = N_("Searching for the optimal generalisation at each l…")
    lacking_text = N_("Choose a sensitive variable on the card Roles.")
    idle_text = N_(
        "Compares the generalisation needed at the same l with Shannon and with corrected entropy."
    )
    stale_text = N_("Settings have changed since this experiment.")
    work_title = N_("Experiment on entropy")
    report_title = N_("Experiment on entropy in the report")

    def __init__(self, tools: Tools) -> None:
        say = tools.words.say
        self.losses = BandsPlot(say(N_("l")), say(N_("Loss")))
        self.hidden = BandsPlot(say(N_("l")), say(N_("Suppressed, %")))
        pictures = SideBySide((self.losses, self.hidden))
        for place, text in enumerate((N_("Loss of the optimum"), N_("Records suppressed"))):
            pictures.name(place, say(text))
        super().__init__(tools, pictures, N_("Loss with Shannon and corrected entropy"))
        for plot in (self.losses, self.hidden):
            plot.setMinimumHeight(step(self, 7))  # half a screen at 200 % has no more

    def first(self) -> DiversityExperimentParams | None:
        names = self._names()
        return DiversityExperimentParams(attribute=names[0]) if names else None

    def choices(self, params: DiversityExperimentParams) -> Choices:
        return Choices({"attribute": tuple(self._names())})

    def _names(self) -> list[str]:
        """Variables whose diversity may matter, the sensitive ones first."""
        opened = self._controller.steps.opened
        variables = () if opened is None else opened.data.variables
        fit = [v for v in variables if v.role not in _NEVER and v.level != "continuous"]
        return [v.name for v in sorted(fit, key=lambda v: v.role != "sensitive")]

    def question(self) -> object:
        data = self._controller.plan.data
        specs = {} if data is None else data.hierarchies
        return str(sorted((name, spec.model_dump_json()) for name, spec in specs.items()))

    def draw(self, found: DiversityExperimentResult) -> str:
        from sdc_desktop.sheets.diversity_experiment import sheet
        from sdc_desktop.words.microdata.generalising import estimator_name

        ticks = [(value, self._words.short(value)) for value in dict.fromkeys(p.l for p in found.points)]
        losses, hidden = [], []
        for estimator in dict.fromkeys(point.estimator for point in found.points):
            met = [p for p in found.points if p.estimator == estimator and p.loss is not None]
            if met:
                name = estimator_name(estimator, self._words)
                losses.append(Band(name, tuple((p.l, float(p.loss or 0.0), 0.0) for p in met)))
                share = 100 / max(found.records, 1)
                hidden.append(Band(name, tuple((p.l, share * (p.suppressed or 0), 0.0) for p in met)))
        self.losses.show_bands(losses, ticks)
        self.hidden.show_bands(hidden, ticks)
        return self.frame.show_sheet(read_by("window", sheet(About(None, found), self._words)))

    def measure(self, opened: Opened, params: DiversityExperimentParams) -> Work:
        return measured(opened, self._controller.base, self.method, params)
