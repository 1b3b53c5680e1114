"""The settings of the tab: simulated or live, above the form that both share."""

from collections.abc import Mapping
from functools import cached_property

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.editors.release import RUNS
from sdc_desktop.ui.forms.parts import muted
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.tabs.release.tab_job import WAYS, Stage, View
from sdc_desktop.ui.tabs.tab_page import TabQuestion
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words

_NAMES: Mapping[str, str] = {"simulate": N_("Simulation on the open file"), "live": N_("Live release")}
_SIMULATED = frozenset(
    ("orders", "stream", "rates", "requests_file", "requests", "assess_only", RUNS)
)  # live, records are requested as they come, and all tests must hold


class Question(TabQuestion):
    """A chooser, a form, what is wrong with it, and the button that runs it."""

    way_chosen = Signal(object)  # str
    changed = Signal(object)  # as those of the form
    refused = Signal(object)
    file_requested = Signal(object)
    run_requested = Signal()
    stop_requested = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._running = False
        self.way = CalmComboBox()
        self.way.setAccessibleName(words.say(N_("Mode")))
        self.way.addItems([words.say(_NAMES[way]) for way in WAYS])
        self.way.activated.connect(self._on_way)
        self.kept = muted("")
        self.kept.setTextFormat(Qt.TextFormat.PlainText)
        self.kept.hide()
        self.problems = ProblemLines(words)
        self.run = QPushButton()
        self.run.clicked.connect(self._on_run)
        label = QLabel(words.say(N_("Mode")))
        label.setBuddy(self.way)
        self.way.fit_contents()
        row = WrappingRow((label, self.way), step(self))
        self._forms = forms = QVBoxLayout()
        spread(forms, self, margin=0)
        forms.addWidget(self.kept)
        forms.addStretch(1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        column.addWidget(row)
        self.area = CardsArea(forms)
        column.addWidget(self.area, 1)
        column.addWidget(self.problems)
        column.addWidget(self.run)

    @cached_property
    def form(self) -> SettingsForm:
        """The settings; made when they are first wanted."""
        made = SettingsForm(RELEASE, self._words)
        made.changed.connect(self.changed)
        made.refused.connect(self.refused)
        made.file_requested.connect(self.file_requested)
        self._forms.insertWidget(1, made)
        return made

    def show_view(self, view: View) -> None:
        """Show the settings; no signal is sent."""
        live = view.way == "live"
        self.way.setCurrentIndex(WAYS.index(view.way))
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
        self._show_running(view)

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

    def _show_running(self, view: View) -> None:
        say = self._words.say
        self._running = view.running
        run = N_("&Assess whole file") if view.params.assess_only else N_("&Run simulation")
        self.run.setText(say(N_("Stop the simulation")) if view.running else say(run))
        self.run.setProperty("weight", "" if view.running else "primary")
        self.run.style().polish(self.run)
        self.run.setEnabled(view.running or (view.stage is Stage.READY and view.stale))

    @Slot(int)
    def _on_way(self, index: int) -> None:
        self.way_chosen.emit(WAYS[index])

    @Slot()
    def _on_run(self) -> None:
        if self._running:
            self.stop_requested.emit()
        else:
            self.run_requested.emit()
