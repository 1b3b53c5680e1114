"""Levels that ANOPI or the user chooses, as a part of the place: their forms, their result, their verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.sheets.sheet import found_text
from sdc_desktop.ui.tabs.microdata.anopi.form import AnopiForm
from sdc_desktop.ui.tabs.microdata.anopi.presenter import MicrodataPresenter
from sdc_desktop.ui.tabs.microdata.anopi.recode_form import RecodeForm
from sdc_desktop.ui.tabs.microdata.anopi.view import Stage, View
from sdc_desktop.ui.tabs.microdata.anopi.why import LevelsExplained
from sdc_desktop.ui.tabs.microdata.anopi.work import Answer, sheet_of_answer
from sdc_desktop.ui.tabs.microdata.part import Part
from sdc_desktop.ui.tabs.microdata.tab_job import MANUAL, NAME
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.tabs.tab_page import failure_text
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import N_
from sdc_desktop.words.microdata.step_risk import COUNTING, NO_KEYS
from sdc_desktop.words.program.persons import barred_suppressions

if TYPE_CHECKING:  # plots take their time to load: the answer is made when there is one
    from sdc_desktop.ui.tabs.microdata.anopi.answer import AnswerView
    from sdc_desktop.ui.tabs.microdata.evidence.evidence import EvidencePages


class Levels(Part):
    """Passes on what the forms and the result report; the presenter decides."""

    hierarchies_requested = Signal()  # those that are missing
    record_requested = Signal(object)  # int: number of a record, from 1
    explanation_requested = Signal()  # Enter or a double click on what is explained

    ways = (NAME, MANUAL)
    presenter: MicrodataPresenter
    answer: AnswerView | None

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools, MicrodataPresenter(tools))
        self._selected: str | None = None
        self.explained = LevelsExplained(tools.why, tools.words)
        self.form, self.recode = AnopiForm(tools.words), RecodeForm(tools.words)
        self._connect()

    def _connect(self) -> None:
        form, recode, presenter = self.form, self.recode, self.presenter
        changes = form.coding_chosen, form.k_moved, form.technique_chosen
        for changed in (*changes, recode.level_moved, recode.coding_chosen):
            changed.connect(self._select)
        form.alpha_moved.connect(presenter.try_alpha)
        form.points_moved.connect(presenter.try_points)
        form.k_moved.connect(presenter.try_k)
        form.technique_chosen.connect(presenter.set_technique)
        form.blocks_requested.connect(presenter.set_blocks)
        form.groups.requested.connect(presenter.run)
        form.groups.stop_requested.connect(presenter.stop)
        form.bound_chosen.connect(presenter.bound)
        recode.level_moved.connect(presenter.try_level)
        for one in (form, recode):
            one.coding_chosen.connect(presenter.choose)
            one.settled.connect(presenter.settle)
            one.hierarchy_requested.connect(self.hierarchy_requested)
            one.selected.connect(self._on_variable)
            one.suppression.moved.connect(presenter.try_suppression)
            one.suppression.settled.connect(presenter.settle)
            one.suppression.selected.connect(self._on_rare)

    def begin(self) -> None:
        self._selected = None
        self.explained.begin()
        self.form.begin()
        self.recode.suppression.begin()
        if self.answer is not None:
            self.answer.begin()

    # showing -----------------------------------------------------------------------------------------

    def form_of(self, way: str) -> QWidget:
        return self.recode if way == MANUAL else self.form

    def show_now(self) -> None:
        view = self.presenter.view
        (self.recode if view.manual else self.form).show_view(view)
        self._bar_suppressions()
        if view.shown is not None and view.shown.job.name == self.presenter.job.name:
            self.made_answer().show_view(view, self._selected)

    def _bar_suppressions(self) -> None:
        """Bar what would count records where persons have several, or would not hide them."""
        controller = self._tools.controller
        opened, repeat = controller.opened, controller.persons.found.repeat
        known = opened.data.known if opened is not None and repeat else None
        for form in (self.form, self.recode):
            form.suppression.bar_ways(barred_suppressions(known, self._words))
            form.suppression.count_persons(repeat)

    @property
    def making(self) -> bool:
        return self.form.making or (self.answer is not None and self.answer.making)

    def prepared(self) -> Sequence[Callable[[], object]]:
        """Makes the result's pages, one after the other, before there is something to show in them."""
        return (*self._evidence.steps(), self.made_answer)

    @cached_property
    def _evidence(self) -> EvidencePages:
        from sdc_desktop.ui.tabs.microdata.evidence.evidence import EvidencePages

        return EvidencePages(self._tools)

    def made_answer(self) -> AnswerView:
        """What shows the result."""
        if self.answer is None:
            self.answer = self.make_answer()
        return self.answer

    def make_answer(self) -> AnswerView:
        from sdc_desktop.ui.tabs.microdata.anopi.answer import AnswerView

        made = AnswerView(self._evidence, self._tools.shelf, self._words)
        made.evidence.record_requested.connect(self.record_requested)
        made.evidence.records_requested.connect(self.records_requested)
        made.evidence.params_requested.connect(self.presenter.take_params)
        made.evidence.levels_requested.connect(self.presenter.release_levels)
        made.coding_selected.connect(self._on_selected)
        made.coding_requested.connect(self._select)
        made.coding_requested.connect(self.presenter.choose)
        made.explanation_requested.connect(self.explanation_requested)
        return made

    def no_answer(self, view: View) -> tuple[str, str]:
        say = self._words.say
        if view.stage is Stage.NO_HIERARCHIES:
            return self.lacking(), say(N_("Propose hierarchies"))
        if view.stage is Stage.NO_VARIABLES:
            return say(NO_KEYS), ""
        if view.problems:
            return failure_text(view.problems, self._words), ""
        return say(COUNTING), ""

    def ask(self) -> None:
        self.hierarchies_requested.emit()

    def lacking(self) -> str:
        """Which variables still need a hierarchy; empty: none does."""
        from sdc_desktop.words.microdata.microdata_tab import lacking_text

        lacking = self.presenter.view.lacking
        return lacking_text(lacking, self._words) if lacking else ""

    def show_verdict(self, bar: VerdictBar) -> None:
        view, say = self.presenter.view, self._words.say
        if view.stage is Stage.NO_HIERARCHIES:
            self.show_first_verdict(bar)
        elif view.shown is None:
            bar.notify(Mark.NONE, say(N_("Not computed yet.") if view.manual else N_("Not weighed yet.")))
        elif view.promised or view.evidence is None:
            bar.notify(Mark.NONE, self._promised(view, view.shown))
        else:
            found = self.presenter.verdict()
            text = found_text(sheet_of_answer(view.evidence, self._words, found))
            bar.judge(found, view.qualified(text, self._words), self._words)

    def show_first_verdict(self, bar: VerdictBar) -> None:
        """Show the finding on the unprotected file; it is measured, and no result is judged."""
        look = self.presenter.view.first_look
        if look is None:
            bar.notify(Mark.NONE, self.no_look())
            return
        from sdc_desktop.words.risk.first_look import verdict

        bar.notify(Mark.WARNING if look.uniques else Mark.MEASURED, verdict(look, self._words))

    def no_look(self) -> str:
        """Why there is no finding on the unprotected file."""
        return self._words.say(COUNTING if self.presenter.view.has_keys else NO_KEYS)

    def _promised(self, view: View, shown: Answer) -> str:
        """While groups are still to be formed: what they will be. In one line, so that nothing jumps."""
        from sdc_desktop.words.microdata.anopi_k import promise_text

        text = N_("Groups are not formed yet: {promise}.")
        if view.draft is not None:
            text = N_("Draft: {promise}. Release the slider to form the groups.")
        elif view.forming:
            text = N_("Groups are being formed: {promise}.")
        return self._words.say(text, promise=promise_text(shown.anopi_result.blocks, self._words))

    # what is selected --------------------------------------------------------------------------------

    def _select(self, name: str, *_: object) -> None:
        """A variable is changed: the pages on a single variable show it."""
        self._selected = name

    @Slot(str)
    def _on_variable(self, name: str) -> None:
        if name != self._selected:
            self._selected = name
            self.changed.emit()
        self.explained.about_no_records()
        if self.presenter.view.manual:
            self.explained.about_coding((name, 1), self.presenter.view)

    @Slot()
    def _on_rare(self) -> None:
        self.explained.about_rare(self.presenter.view)

    @Slot(str, int)
    def _on_selected(self, name: str, choice: int) -> None:
        self._on_variable(name)
        if self.answer is not None:
            self.answer.select(name, choice)
        self.explained.about_coding((name, choice), self.presenter.view)
