"""Microaggregation in the tab Microdata: its form, its answer, its verdict, as the page composes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.forms.microaggregate import MicroaggregateForm
from sdc_desktop.ui.tabs.microdata.grouping_presenter import GroupingPresenter
from sdc_desktop.ui.tabs.microdata.grouping_view import GroupingView
from sdc_desktop.ui.tabs.microdata.part import ProtectingPart, Tools
from sdc_desktop.ui.tabs.microdata.tab_job import GROUPED
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import N_
from sdc_desktop.words.grouping_question import waiting_text

if TYPE_CHECKING:  # plots take their time to load: the answer is made when there is one
    from sdc_desktop.ui.tabs.microdata.grouping_answer import GroupingAnswerView


class Grouping(ProtectingPart):
    """The place of the answer; passes on what the form tells. Deciding is the presenter's."""

    ways = (GROUPED,)
    form: MicroaggregateForm
    presenter: GroupingPresenter

    def __init__(self, tools: Tools, parent: QWidget | None = None) -> None:
        super().__init__(tools, GroupingPresenter(tools.controller, tools.jobs, tools.words), parent)
        self._why = tools.why
        self._selected: str | None = None
        self._explained = False  # whether the Why panel speaks of us
        self.form = MicroaggregateForm(tools.words)
        self._connect()

    @property
    def title(self) -> str:
        return self._words.say(N_("&Microaggregation"))

    @property
    def tip(self) -> str:
        return self._words.say(N_("Replaces the values of similar records with a common group value."))

    def show_answer(self, view: GroupingView) -> None:
        self.answer.show_view(view, self._selected)
        self._explain()

    def show_verdict(self, bar: VerdictBar) -> None:
        view, say = self.presenter.view, self._words.say
        answer = view.shown
        if answer is None:
            text = N_("Forming groups…") if view.running else N_("Not grouped yet.")
            bar.tell(Mark.NONE, say(text))
            return
        from sdc_desktop.words.microaggregation import verdict_of_all

        text = verdict_of_all(answer.result, self._words)
        text = view.qualified(text, self._words, N_("Forming groups… Previous result: {verdict}"))
        bar.judge(self.presenter.verdict(), text, self._words)

    def no_answer(self, view: GroupingView) -> tuple[str, str]:
        say = self._words.say
        sentence = N_("The variables are being read.")
        if view.running:
            sentence = N_("Progress is shown below. You can change the settings meanwhile.")
        elif view.waiting:
            return waiting_text(view.records, self._words), say(N_("Group records"))
        elif not view.blocks:
            sentence = N_("Drag a variable to the new block, or set key variables in the Data panel.")
        elif view.failed:
            sentence = N_("The current settings give no result. See the messages below the settings.")
        return say(sentence), ""

    def make_answer(self) -> GroupingAnswerView:
        from sdc_desktop.ui.tabs.microdata.grouping_answer import GroupingAnswerView

        answer = GroupingAnswerView(self._tools)
        answer.variable_selected.connect(self._on_selected)
        return answer

    def _explain(self) -> None:
        """Keep the Why panel true while it speaks of a variable here."""
        view, name = self.presenter.view, self._selected
        answer = view.shown
        if answer is None or name is None or not self._explained:
            return
        from sdc_desktop.words.microaggregation import why_rows

        block = next((block for block in answer.result.blocks if name in block.variables), None)
        if block is not None and name in view.levels:
            self._why.show(name, why_rows(answer.result, block, view.levels[name], self._words))

    def _connect(self) -> None:
        form, presenter = self.form, self.presenter
        form.blocks_wanted.connect(presenter.set_blocks)
        form.k_moved.connect(presenter.try_k)
        form.settled.connect(presenter.settle)
        form.k_wanted.connect(presenter.propose)
        form.other_wanted.connect(self._on_other)
        form.group_wanted.connect(presenter.run)
        form.stop_wanted.connect(presenter.stop)
        form.selected.connect(self._on_selected)

    @Slot(object)
    def _on_other(self, wanted: tuple[str, object]) -> None:
        self.presenter.set_other(*wanted)

    @Slot(object)
    def _on_selected(self, name: str) -> None:
        self._selected, self._explained = name, True
        view = self.presenter.view
        if self.answer is not None and view.shown is not None:
            self.answer.show_view(view, name)
        self._explain()
