"""The question of the tab: what it is about, chosen above the form of it."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.ui.forms.cae import CaeForm
from sdc_desktop.ui.forms.cae_experiment import CaeExperimentForm
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.tabs.cae.tab_job import WAYS
from sdc_desktop.ui.tabs.cae.view import Stage, View
from sdc_desktop.ui.tabs.tab_page import TabQuestion
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.calm import CalmComboBox
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.words import N_, Words
from sdc_desktop.words.cae_choices import WAYS as NAMES


class Question(TabQuestion):
    """A chooser and two forms, one of which is shown."""

    way_chosen = Signal(object)  # str

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.way = CalmComboBox()
        self.way.setAccessibleName(words.say(N_("Data source")))
        self.way.addItems([words.say(NAMES[way]) for way in WAYS])
        self.way.activated.connect(self._on_way)
        self.curve = CaeForm(words)
        self.experiment = CaeExperimentForm(words)
        self.problems = ProblemLines(words)
        label = QLabel(words.say(N_("Source")))
        label.setBuddy(self.way)
        row = QHBoxLayout()
        row.addWidget(label)
        row.addWidget(self.way, 1)
        forms = QVBoxLayout()
        spread(forms, self, margin=0)
        forms.addWidget(self.curve)
        forms.addWidget(self.experiment)
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        column.addLayout(row)
        column.addWidget(CardsArea(forms), 1)
        column.addWidget(self.problems)
        column.addWidget(self.experiment.run)

    @property
    def run_button(self) -> QPushButton:
        """The button that starts an experiment."""
        return self.experiment.run

    def show_view(self, view: View) -> None:
        """Show a question as it stands; nothing is told of it."""
        self.way.setCurrentIndex(WAYS.index(view.way))
        self.curve.setVisible(view.is_curve)
        self.experiment.setVisible(not view.is_curve)
        self.run_button.setVisible(not view.is_curve)
        if view.is_curve:
            self.curve.show_question(view.way, view.curve, view.attribute, view.variables, view.texts)
            self.curve.show_table(view.table)
        else:
            self.experiment.show_question(
                view.experiment,
                view.attribute,
                view.variables,
                view.attributes,
                view.parameters,
                view.has_data,
            )
            self.experiment.show_running(view.running, view.stage is Stage.READY and view.stale)
        self.problems.show_problems(view.problems)

    def settle(self) -> None:
        """What is typed is meant."""
        self.curve.settle()
        self.experiment.settle()

    @Slot(int)
    def _on_way(self, index: int) -> None:
        self.way_chosen.emit(WAYS[index])
