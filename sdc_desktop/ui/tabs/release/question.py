"""The settings that a simulation and a live release share."""

from collections.abc import Mapping
from functools import cached_property

from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.editors.release import RUNS
from sdc_desktop.ui.forms.parts import muted
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.tabs.release.tab_job import Stage, View
from sdc_desktop.ui.tabs.tab_question import TabQuestion
from sdc_desktop.ui.theme import fill
from sdc_desktop.words import N_, Words

_SIMULATED = frozenset(
    ("orders", "stream", "rates", "requests_file", "requests", "assess_only", RUNS)
)  # live, records are requested as they come, and all tests must hold


class Question(TabQuestion):
    """A form, or the rules of the open log; the page lays out the messages and the button."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.kept = muted("")
        self.kept.hide()
        self._forms.addWidget(self.kept)
        self._forms.addStretch(1)
        fill(self, (self.area, 1), margin=0.5, spacing=1.0)

    @cached_property
    def form(self) -> SettingsForm:
        """The settings; made when they are first wanted."""
        made = self._new_form(RELEASE)
        self._forms.insertWidget(1, made)
        return made

    def show_view(self, view: View) -> None:
        """Show the settings; no signal is sent."""
        live = view.way == "live"
        answer = view.answer
        of_file = answer is not None and answer.params.baseline == "data"
        known: Mapping[str, float] = {}
        if answer is not None and of_file and answer.params.attribute == view.attribute:
            known = answer.result.baseline
        params = view.params.model_copy(update={"assess_only": False}) if live else view.params
        self.form.show_params(
            params,
            Choices(
                offered={
                    "attribute": tuple(name for name in view.variables if name != view.target),
                    "target": tuple(name for name in view.variables if name != view.attribute),
                },
                chosen={
                    "attribute": () if view.attribute is None else (view.attribute,),
                    "target": () if view.target is None else (view.target,),
                },
                hidden=_SIMULATED if live else frozenset(),
                first={"baseline": dict(known)} if known else {},
            ),
        )
        self.problems.show_problems(view.problems)
        self.run.setVisible(not live)
        run = N_("&Assess whole file") if view.params.assess_only else N_("&Run simulation")
        enabled = view.running or (view.stage is Stage.READY and view.stale)
        text = N_("Stop the simulation") if view.running else run
        self._show_run(text, running=view.running, enabled=enabled)

    def show_kept(self, rules: str) -> None:
        """Show the rules of an open log instead of the form; an empty text: no log is open."""
        text = N_("The open log keeps its original rules: {rules}. Close it to set rules for a new log.")
        self.kept.setText(self._words.say(text, rules=rules))
        self.kept.setVisible(bool(rules))
        self.form.setVisible(not rules)

    def settle(self) -> None:
        """Report what is typed in the field that has the focus."""
        if "form" in vars(self):
            self.form.settle()
