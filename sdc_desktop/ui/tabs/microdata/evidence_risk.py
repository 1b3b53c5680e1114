"""Risk: who stands alone and the chances of finding somebody, before and after, while levels are moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.microdata.risk_spec import RiskParams
from sdc_desktop.ui.forms.risk import RiskForm
from sdc_desktop.ui.tabs.microdata.evidence_page import Asked, EvidencePage, answer_key
from sdc_desktop.ui.tabs.microdata.measure_jobs import measure_job, params_of, with_params
from sdc_desktop.ui.tabs.microdata.other_work import data_key
from sdc_desktop.ui.tabs.microdata.risk_work import Known, RiskFound, risk_of
from sdc_desktop.ui.tabs.microdata.view import View
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.pairs_plot import AFTER_MARK, BEFORE_MARK, PairsPlot
from sdc_desktop.words import N_, Words, risk_tab
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.ui.project_controller import ProjectController


class RiskPage(EvidencePage):
    """The form above, the figures beneath; behind them the picture of all records by their chance."""

    title = N_("Risk")
    tall = True

    def __init__(self, controller: ProjectController, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        say = words.say
        self._controller = controller
        self._known: Known | None = None
        self.found: RiskFound | None = None
        self.form = RiskForm(words)
        self.plot = PairsPlot(say(N_("Records")), _whole)
        self.plot.setLabel("bottom", say(N_("Chance of a right guess")))
        self.frame = FigureFrame(self.plot, words)
        self.frame.show_title(
            say(
                N_("How easily is somebody found? {before} before, {after} after"),
                before=BEFORE_MARK,
                after=AFTER_MARK,
            )
        )
        self.frame.data_button.click()  # the figures first, the picture behind them
        self.report = QPushButton(say(N_("Add to the &report")))
        self.report.setToolTip(say(N_("The plan then measures the risk of what is released, too.")))
        self.report.setProperty("scale", "small")
        self.report.setProperty("weight", "quiet")
        self.frame.foot.insertWidget(0, self.report)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.25)
        column.addWidget(self.form)
        column.addWidget(self.frame, 1)
        self.form.changed.connect(self._on_changed)
        self.report.clicked.connect(self._on_report)

    @property
    def _params(self) -> RiskParams:
        told: RiskParams = params_of(self._controller.plan, "risk", RiskParams())
        return told.model_copy(update={"released": None, "criteria": ()})

    def show_view(self, view: View, name: str) -> None:
        """Show the question; the figures follow when they are found."""
        opened = self._controller.opened
        if opened is None:
            return
        from sdc_desktop.engine.microdata.risk import household_of, weight_of

        params = self._params
        names = [v.name for v in opened.data.variables if v.role not in ("direct_identifier", "identifying")]
        self.form.show_question(
            params, names, weight_of(params, opened.data), household_of(params, opened.data)
        )
        self.report.setVisible(measure_job(self._controller.plan, "risk") is None)

    def asked(self, view: View) -> Asked | None:
        """Risk before and after, for what is moved as for what is in force."""
        answer, opened = view.evidence, self._controller.opened
        if answer is None or opened is None:
            return None
        params = self._params
        hierarchies = {name: spec.model_dump_json() for name, spec in view.hierarchies.items()}
        known = "\n".join((data_key(opened), params.model_dump_json(), str(sorted(hierarchies.items()))))
        asked = risk_of(opened, self._controller.base, answer, params, known, self._known)
        return Asked((known, answer_key(answer)), asked)

    def take(self, found: object) -> None:
        """Show the figures, and all records by their chance."""
        assert isinstance(found, RiskFound)
        self.found, self._known = found, found.known
        words, before = self._words, found.known.result
        rows = risk_tab.risk_rows(before, found.after, words)
        names = risk_tab.band_names(words)
        bands = list(zip(names, found.bands_before, found.bands_after, strict=True))
        title = N_("Records with a chance of {band}")
        counted = [(words.say(title, band=name), whole(own), whole(other)) for name, own, other in bands]
        self.frame.show_table(risk_tab.risk_header(words), (*rows, *counted), risk_tab.FIGURES)
        self.plot.show_pairs(bands)
        self._tell_line(risk_tab.risk_line(before, found.after, words))

    @Slot(object)
    def _on_changed(self, fields: Mapping[str, object]) -> None:
        plan = self._controller.plan
        told: RiskParams = params_of(plan, "risk", RiskParams())
        params = RiskParams.model_validate(told.model_dump() | dict(fields))
        if fields and params != told:
            label = self._words.say(N_("How risk is measured"))
            self._controller.change_plan(label, with_params(plan, "risk", params))

    @Slot()
    def _on_report(self) -> None:
        plan = self._controller.plan
        label = self._words.say(N_("Risk in the report"))
        self._controller.change_plan(label, with_params(plan, "risk", RiskParams()))


def _whole(value: float) -> str:
    return whole(round(value))
