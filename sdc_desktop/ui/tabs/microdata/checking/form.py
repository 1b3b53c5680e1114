"""The form of a check: which file is checked against which criteria, or compared with the open one."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QPushButton, QRadioButton, QWidget

from sdc_desktop.engine.methods.experiments.utility import UTILITY
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE, GeneraliseParams
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.parts import card, heading
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.tabs.microdata.checking.presenter import CheckView
from sdc_desktop.ui.theme import beside, fill, step
from sdc_desktop.ui.widgets.cards_area import fill_scrolling
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.words import N_, Words


class CheckForm(QWidget):
    """Shows which file is checked against what, and reports the user's changes."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self.open_file = QRadioButton(say(N_("The open f&ile")))
        self.released = QRadioButton(say(N_("The prote&cted file")))
        self.another = QRadioButton(say(N_("Another protected fi&le…")))
        self.another.setToolTip(
            say(N_("A file protected elsewhere: checks its classes, information loss and remaining risk."))
        )
        self.file_name = ElidedLabel()
        self.choose = push_button(say(N_("Choose\u2026")), scale="small")
        self._file = QWidget()
        self.files = QButtonGroup(self)
        self.criteria = SettingsForm(GENERALISE, words, only=("criteria", "population"))
        keys = [key for key in UTILITY.params.settings if key != "released"]
        self.utility = SettingsForm(UTILITY, words, only=keys)
        self.compare = QPushButton(say(N_("Compa&re")))
        self.problems = ProblemLines(words)
        self._file.setContentsMargins(step(self, 2), 0, 0, 0)
        fill(self._file, beside(self, (self.file_name, 1), self.choose, spacing=0.5))
        title = heading(say(N_("File to check")), self.open_file)
        file = card(self, title, self.open_file, self.released, self.another, self._file)
        for button in (self.open_file, self.released, self.another):
            self.files.addButton(button)
        foot = (self.compare, self.problems)
        self.area = fill_scrolling(self, file, self.criteria, self.utility, 1, foot=foot)
        self.show_utility(False)  # within the form by now: what is shown without a parent is a window

    def show_utility(self, is_shown: bool) -> None:
        """Show the settings of the comparison, or the criteria."""
        self.criteria.setHidden(is_shown)
        for part in (self.utility, self.compare):
            part.setVisible(is_shown)
        self.setProperty("helpPage", (UTILITY if is_shown else GENERALISE).kind)

    def show_view(self, view: CheckView) -> None:
        """Show the settings; no signal is sent."""
        button = self.another if view.other else self.released if view.released else self.open_file
        button.setChecked(True)
        self.file_name.setText(view.other)
        self._file.setVisible(bool(view.other))
        self.open_file.setToolTip(view.file_name)
        if view.criteria:
            offered = {"criteria.attribute": view.attributes}
            self.criteria.show_params(
                GeneraliseParams(criteria=view.criteria, population=view.population), Choices(offered)
            )
        self.problems.show_problems(view.problems)
