"""Check this file: whether the open file, or what would be released of it, meets privacy criteria."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.methods.experiments.utility import UTILITY
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE, GeneraliseParams
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.parts import card, heading
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.qt_types import present
from sdc_desktop.ui.tabs.microdata.checking.presenter import CheckingPresenter, CheckView
from sdc_desktop.ui.tabs.microdata.part import Part
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:  # tables take arithmetic with them: they are made when there is something to show
    from sdc_desktop.ui.tabs.microdata.checking.answer import CheckAnswer


class CheckForm(QWidget):
    """Shows which file is checked against what, and tells what the officer changes."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        say = words.say
        self.open_file = QRadioButton(say(N_("The open f&ile")))
        self.released = QRadioButton(say(N_("The prote&cted file")))
        self.another = QRadioButton(say(N_("Another protected fi&le…")))
        self.another.setToolTip(
            say(N_("A file protected elsewhere: checks its classes, information loss and remaining risk."))
        )
        self.file_name = ElidedLabel()
        self.choose = QPushButton(say(N_("Choose\u2026")))
        self.choose.setProperty("scale", "small")
        self._file = QWidget()
        self.files = QButtonGroup(self)
        self.criteria = SettingsForm(GENERALISE, words, only=("criteria",))
        keys = [key for key in UTILITY.params.settings if key != "released"]
        self.utility = SettingsForm(UTILITY, words, only=keys)
        self.compare = QPushButton(say(N_("&Compare")))
        self._problems = ProblemLines(words)
        beside = QHBoxLayout(self._file)
        spread(beside, self, margin=0, spacing=0.5)
        beside.addSpacing(step(self, 2))
        beside.addWidget(self.file_name, 1)
        beside.addWidget(self.choose)
        column = QVBoxLayout()
        spread(column, self, margin=0)
        title = heading(say(N_("File to check")), self.open_file)
        column.addWidget(card(self, title, self.open_file, self.released, self.another, self._file))
        column.addWidget(self.criteria)
        column.addWidget(self.utility)
        self.show_utility(False)
        for button in (self.open_file, self.released, self.another):
            self.files.addButton(button)
        column.addStretch(1)
        self.area = CardsArea(column)
        outer = QVBoxLayout(self)
        spread(outer, self, margin=0)
        outer.addWidget(self.area, 1)
        outer.addWidget(self.compare)
        outer.addWidget(self._problems)

    @property
    def problems_text(self) -> str:
        """What is said beneath the form; empty where all is well."""
        return self._problems.text()

    def show_utility(self, is_shown: bool) -> None:
        """Show the settings of the comparison, or the criteria."""
        self.criteria.setHidden(is_shown)
        for part in (self.utility, self.compare):
            part.setVisible(is_shown)
        self.setProperty("helpPage", (UTILITY if is_shown else GENERALISE).kind)

    def show_view(self, view: CheckView) -> None:
        """Show a question as it stands; nothing is told of it."""
        button = self.another if view.other else self.released if view.released else self.open_file
        button.setChecked(True)
        self.file_name.setText(view.other)
        self._file.setVisible(bool(view.other))
        self.open_file.setToolTip(view.file_name)
        if view.criteria:
            offered = {"criteria.attribute": view.attributes}
            self.criteria.show_params(GeneraliseParams(criteria=view.criteria), Choices(offered))
        self._problems.show_problems(view.problems)


class Checking(Part):
    """The place of the answer: each criterion, and the groups that fail."""

    record_requested = Signal(object)  # int, from 1

    form: CheckForm
    presenter: CheckingPresenter

    def __init__(self, tools: Tools, parent: QWidget | None = None) -> None:
        super().__init__(tools, CheckingPresenter(tools), parent)
        self.form = CheckForm(tools.words)
        self.form.criteria.changed.connect(self.presenter.set_criteria)
        self.form.files.buttonClicked.connect(self._on_file)
        self.form.choose.clicked.connect(self._on_choose)

    @property
    def ready(self) -> bool:
        return False

    def show_answer(self, view: CheckView) -> None:
        found = present(view.answer)
        self.answer.show_found(found)
        self.answer.report.setVisible(found.compared is not None and not view.in_report)
        self.answer.setEnabled(not view.stale)
        self.answer.utility.show_now()

    def show_verdict(self, bar: VerdictBar) -> None:
        view, say = self.presenter.view, self._words.say
        found = view.answer
        if found is None or (view.stale and view.running):
            text = N_("Checking file…") if view.running else N_("No check run yet.")
            bar.tell(Mark.NONE, say(text))
            return
        from sdc_desktop.words.microdata.generalising import check_verdict

        told = check_verdict(found.check, self._words)
        which = N_("Protected file: {verdict}") if found.job is not None else N_("{file}: {verdict}")
        file_name = found.path.name if found.path is not None else view.file_name
        text = say(which, verdict=told, file=file_name)
        if view.stale:
            bar.tell(Mark.NONE, view.qualified(text, self._words))
        elif found.check.passed:
            bar.tell(Mark.MET, text, say(N_("Criteria met")))
        else:
            bar.tell(Mark.WARNING, text, say(N_("Criteria not met")))

    def show_check(self, bar: VerdictBar) -> None:
        """Where what the plan releases was checked, put that beside the finding. Met criteria leave the grade
        unchanged.
        """
        found = self.presenter.of_the_plan()
        if found is None:
            return
        from sdc_desktop.words.microdata.generalising import check_verdict

        say = self._words.say
        told = check_verdict(found.check, self._words)
        text = say(N_("{verdict} Criteria checked: {check}"), verdict=bar.text, check=told)
        if found.check.passed:
            bar.add_finding(text)
        else:
            bar.tell(Mark.WARNING, text, say(N_("Criteria not met")))

    def make_answer(self) -> CheckAnswer:
        from sdc_desktop.ui.tabs.microdata.checking.answer import CheckAnswer
        from sdc_desktop.ui.tabs.microdata.checking.utility import UtilityPage

        answer = CheckAnswer(self._tools, UtilityPage(self._tools, self.form, self.presenter))
        answer.tabs.currentChanged.connect(self._on_page)
        answer.record_requested.connect(self.record_requested)
        answer.report.clicked.connect(self.presenter.put_in_report)
        return answer

    def no_answer(self, view: CheckView) -> tuple[str, str]:
        sentence, button = N_("Checking file…"), ""
        if view.failed:
            sentence = N_("The current settings give no result. See the messages below the settings.")
        elif not view.running:
            sentence, button = N_("The check was stopped."), self._words.say(N_("Check"))
        return self._words.say(sentence), button

    @Slot(int)
    def _on_page(self, _index: int) -> None:
        self.form.show_utility(self.answer.tabs.currentWidget() is self.answer.utility)

    @Slot()
    def _on_file(self) -> None:
        if self.form.another.isChecked():
            self._on_choose()
        else:
            self.presenter.set_released(self.form.released.isChecked())

    @Slot()
    def _on_choose(self) -> None:
        from sdc_desktop.ui.project.data_reader import DATA_FILES

        say = self._words.say
        title = say(N_("A file made from the open one"))
        name, _ = QFileDialog.getOpenFileName(self, title, str(self.presenter.folder), say(DATA_FILES))
        if name:
            self.presenter.set_other(Path(name))
        else:
            self.form.show_view(self.presenter.view)
