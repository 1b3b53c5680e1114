"""Check this file: whether the open file, or what would be released of it, meets privacy criteria."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QWidget

from sdc_desktop.ui.project.data_reader import DATA_FILES
from sdc_desktop.ui.tabs.microdata.checking.form import CheckForm
from sdc_desktop.ui.tabs.microdata.checking.presenter import CheckingPresenter, CheckView
from sdc_desktop.ui.tabs.microdata.population_table import table_chosen
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.tabs.tab_page import failure_text
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.empty_state import EmptyState
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import N_

if TYPE_CHECKING:  # tables take arithmetic with them: they are made when there is something to show
    from sdc_desktop.ui.tabs.microdata.checking.answer import CheckAnswer


class Checking(QWidget):
    """The place of the result: each criterion, and the classes that fail. ``form`` has the settings."""

    record_requested = Signal(object)  # int, from 1

    def __init__(self, tools: Tools) -> None:
        super().__init__()
        self._tools, self._words = tools, tools.words
        self.presenter = CheckingPresenter(tools)
        self.presenter.setParent(self)
        self.form = CheckForm(tools.words)
        self.finding = VerdictBar()  # on the check alone: what is released has a verdict of its own
        self.empty, self._pages = EmptyState(), QStackedWidget()
        self._pages.addWidget(self.empty)
        fill(self, self.finding, self._pages)
        self.empty.requested.connect(self.presenter.run)
        self.form.criteria.changed.connect(self.presenter.set_criteria)
        self.form.criteria.file_requested.connect(self._on_table)
        self.form.files.buttonClicked.connect(self._on_file)
        self.form.choose.clicked.connect(self._on_choose)

    @cached_property
    def answer(self) -> CheckAnswer:
        """What shows the result."""
        from sdc_desktop.ui.tabs.microdata.checking.answer import CheckAnswer
        from sdc_desktop.ui.tabs.microdata.checking.utility import UtilityPage

        answer = CheckAnswer(self._tools, UtilityPage(self._tools, self.form, self.presenter))
        answer.tabs.currentChanged.connect(self._on_page)
        answer.record_requested.connect(self.record_requested)
        answer.report.clicked.connect(self.presenter.put_in_report)
        self._pages.addWidget(answer)
        return answer

    def show_now(self) -> None:
        """Show the settings, what was found and the finding."""
        view = self.presenter.view
        self.form.show_view(view)
        self.show_verdict(self.finding)
        if view.answer is None:
            self.empty.notify(self._words.say(N_("No result yet")), *self._no_answer(view))
            self._pages.setCurrentWidget(self.empty)
            return
        found = view.answer
        self._pages.setCurrentWidget(self.answer)
        self.answer.show_found(found)
        self.answer.report.setVisible(found.compared is not None and not view.in_report)
        self.answer.setEnabled(not view.stale)
        self.answer.utility.bring()

    def show_verdict(self, bar: VerdictBar) -> None:
        """Show the finding in one sentence."""
        view, say = self.presenter.view, self._words.say
        found = view.answer
        if found is None or (view.stale and view.running):
            text = N_("Checking file…") if view.running else N_("No check run yet.")
            bar.notify(Mark.NONE, say(text))
            return
        from sdc_desktop.words.microdata.generalising import check_verdict

        lines = check_verdict(found.check, self._words)
        which = N_("Protected file: {verdict}") if found.job is not None else N_("{file}: {verdict}")
        file_name = found.path.name if found.path is not None else view.file_name
        text = say(which, verdict=lines, file=file_name)
        if view.stale:
            bar.notify(Mark.NONE, view.qualified(text, self._words))
        elif found.check.passed:
            bar.notify(Mark.MET, text, say(N_("Criteria met")))
        else:
            bar.notify(Mark.WARNING, text, say(N_("Criteria not met")))

    def show_check(self, bar: VerdictBar) -> None:
        """Where what the plan releases was checked, put that beside the finding. Met criteria leave the grade
        unchanged, and nothing is graver than a file that is not safe.
        """
        found = self.presenter.of_the_plan()
        if found is None:
            return
        from sdc_desktop.words.microdata.generalising import check_verdict

        say = self._words.say
        lines = check_verdict(found.check, self._words)
        text = say(N_("{verdict} Criteria checked: {check}"), verdict=bar.text, check=lines)
        if found.check.passed or bar.mark is Mark.UNSAFE:
            bar.add_finding(text)
        else:
            bar.notify(Mark.WARNING, text, say(N_("Criteria not met")))

    def _no_answer(self, view: CheckView) -> tuple[str, str]:
        """Why there is no result, and the text of the button; "": no button."""
        sentence, button = N_("Checking file…"), ""
        if view.failed:
            return failure_text(view.problems, self._words), ""
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

    @Slot(object)
    def _on_table(self, _path: str) -> None:
        population = self.presenter.view.population
        table = table_chosen(population, self._tools.controller, self._words, self)
        if table is not None:
            self.presenter.set_criteria({"population": table})

    @Slot()
    def _on_choose(self) -> None:
        say = self._words.say
        title = say(N_("A file made from the open one"))
        name, _ = QFileDialog.getOpenFileName(self, title, str(self.presenter.folder), say(DATA_FILES))
        if name:
            self.presenter.set_other(Path(name))
        else:
            self.form.show_view(self.presenter.view)
