"""Risk in figures: how it is measured, before and after; behind them the picture of all records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import ValidationError
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.risk.risk import RISK, RiskParams
from sdc_desktop.ui.forms.editors.choices import choices_of
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.tabs.microdata.evidence.measure_jobs import measure_job, measure_params, with_params
from sdc_desktop.ui.tabs.microdata.evidence.risk_work import RiskFound
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.pairs_plot import AFTER_MARK, BEFORE_MARK, PairsPlot
from sdc_desktop.words import N_, Words
from sdc_desktop.words.risk import risk_tab
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.ui.project.project_controller import ProjectController

_MOST_SUDA = 8  # offered: larger sets take long


class RiskFigures(QWidget):
    """Shows what was found; what is told of measuring becomes part of the plan."""

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
            )
        )
        self.frame.data_button.click()  # the figures first, the picture behind them
        self.report = QPushButton(say(N_("Add to the &report")))
        self.report.setToolTip(say(N_("Adds the risk of the protected file to the plan and the report.")))
        self.report.setProperty("scale", "small")
        self.report.setProperty("weight", "quiet")
        self.frame.foot.insertWidget(0, self.report)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.25)
        column.addWidget(self.form)
        column.addWidget(self.frame, 1)
        self.form.changed.connect(self._on_changed)
        self.form.refused.connect(self._on_refused)
        self.report.clicked.connect(self._on_report)

    @property
    def params(self) -> RiskParams:
        """What is asked, of what is released."""
        told: RiskParams = measure_params(self._controller.plan, RISK, RiskParams(), self._controller.policy)
        return told.model_copy(update={"released": None, "criteria": ()})

    def show_question(self) -> None:
        """Show how risk is measured; the figures follow when they are found."""
        opened = self._controller.opened
        if opened is None:
            return
        params = self.params
        names = tuple(v.name for v in opened.data.variables if v.role not in ("direct_identifier", "key"))
        choices = choices_of(params, opened.data)
        offered = {**choices.offered, "weight": names, "household": names}
        self.form.show_params(params, replace(choices, offered=offered, most={"suda_size": _MOST_SUDA}))
        self.report.setVisible(measure_job(self._controller.plan, RISK) is None)

    def show_found(self, found: RiskFound) -> str:
        """Show the figures, and all records by their chance. Returns them in a sentence."""
        words, before = self._words, found.known.result
        rows = risk_tab.risk_rows(before, found.after, words)
        names = risk_tab.band_names(words)
        bands = list(zip(names, found.bands_before, found.bands_after, strict=True))
        title = N_("Records with risk {band}")
        counted = [(words.say(title, band=name), whole(own), whole(other)) for name, own, other in bands]
        self.frame.show_table(risk_tab.risk_header(words), (*rows, *counted), risk_tab.FIGURES)
        self.plot.show_pairs(bands)
        return risk_tab.risk_line(before, found.after, words)

    @Slot(object)
    def _on_changed(self, fields: Mapping[str, object]) -> None:
        plan = self._controller.plan
        told: RiskParams = measure_params(plan, RISK, RiskParams(), self._controller.policy)
        try:
            params = RiskParams.model_validate(told.model_dump() | dict(fields))
        except ValidationError:
            params = told
        if params == told:
            self.show_question()  # what cannot be read is shown as it was
        else:
            label = self._words.say(N_("Risk settings"))
            self._controller.change_plan(label, with_params(plan, RISK, params, self._controller.policy))

    @Slot(object)
    def _on_refused(self, _problems: object) -> None:
        self.show_question()

    @Slot()
    def _on_report(self) -> None:
        plan = self._controller.plan
        label = self._words.say(N_("Risk in the report"))
        policy = self._controller.policy
        params = measure_params(plan, RISK, RiskParams(), policy)
        self._controller.change_plan(label, with_params(plan, RISK, params, policy))


def _whole(value: float) -> str:
    return whole(round(value))
