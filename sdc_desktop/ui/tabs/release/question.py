"""The question of the tab: simulated or live, above the form that both share."""

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.forms.release import ReleaseForm
from sdc_desktop.ui.tabs.release.tab_job import WAYS
from sdc_desktop.ui.tabs.release.view import Stage, View
from sdc_desktop.ui.tabs.tab_page import TabQuestion
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.calm import CalmComboBox
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release_choices import WAYS as NAMES


class Question(TabQuestion):
    """A chooser, a form, what is wrong with it, and the button that runs it."""

    way_chosen = Signal(object)  # str
    run_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._running = False
        self.way = CalmComboBox()
        self.way.setAccessibleName(words.say(N_("Mode")))
        self.way.addItems([words.say(NAMES[way]) for way in WAYS])
        self.way.activated.connect(self._on_way)
        self.form = ReleaseForm(words)
        self.problems = ProblemLines(words)
        self.run = QPushButton()
        self.run.clicked.connect(self._on_run)
        label = QLabel(words.say(N_("Mode")))
        label.setBuddy(self.way)
        row = QHBoxLayout()
        row.addWidget(label)
        row.addWidget(self.way, 1)
        forms = QVBoxLayout()
        spread(forms, self, margin=0)
        forms.addWidget(self.form)
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        column.addLayout(row)
        column.addWidget(CardsArea(forms), 1)
        column.addWidget(self.problems)
        column.addWidget(self.run)

    def show_view(self, view: View) -> None:
        """Show a question as it stands; nothing is told of it."""
        live = view.way == "live"
        self.way.setCurrentIndex(WAYS.index(view.way))
        answer = view.answer
        of_file = answer is not None and answer.params.baseline == "data"
        known: Mapping[str, float] = {}
        if answer is not None and of_file and answer.params.attribute == view.attribute:
            known = answer.result.baseline
        self.form.show_question(view.params, view.attribute, view.target, view.variables, known)
        self.form.show_live(live)
        self.problems.show_problems(view.problems)
        self.run.setVisible(not live)
        self._show_running(view)

    def settle(self) -> None:
        """What is typed is meant."""
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
            self.stop_wanted.emit()
        else:
            self.run_wanted.emit()
