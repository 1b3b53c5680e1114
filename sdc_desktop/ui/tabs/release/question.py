"""The settings of the tab: simulated or live, above the form that both share."""

from collections.abc import Mapping
from functools import cached_property

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.editors.release import RUNS
from sdc_desktop.ui.forms.parts import Choice, muted
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.tabs.release.tab_job import WAYS, Stage, View
from sdc_desktop.ui.tabs.tab_question import TabQuestion
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words

_NAMES: Mapping[str, str] = {"simulate": N_("Simulation on the open file"), "live": N_("Live release")}
_SIMULATED = frozenset(
    ("orders", "stream", "rates", "requests_file", "requests", "assess_only", RUNS)
)  # live, records are requested as they come, and all tests must hold


class Question(TabQuestion):
    """A chooser, a form, what is wrong with it, and the button that runs it."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self.way = Choice(words.say(N_("Mode")), [(way, words.say(_NAMES[way])) for way in WAYS])
        self.way.chosen.connect(self.way_chosen)
        self.kept = muted("")
        self.kept.hide()
        label = QLabel(words.say(N_("Mode")))
        label.setBuddy(self.way)
        self.way.fit_contents()
        row = WrappingRow((label, self.way), step(self))
        self._forms.addWidget(self.kept)
        self._forms.addStretch(1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        column.addWidget(row)
        column.addWidget(self.area, 1)
        column.addWidget(self.problems)
        column.addWidget(self.run)

    @cached_property
    def form(self) -> SettingsForm:
        """The settings; made when they are first wanted."""
        made = self._new_form(RELEASE)
        self._forms.insertWidget(1, made)
        return made

    def show_view(self, view: View) -> None:
        """Show the settings; no signal is sent."""
        live = view.way == "live"
        self.way.show_key(view.way)
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
