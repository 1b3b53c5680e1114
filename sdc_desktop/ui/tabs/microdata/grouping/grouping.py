"""Microaggregation in the tab Microdata: its form, its result, its verdict, as the page composes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.methods.grouping.microaggregate import MICROAGGREGATE
from sdc_desktop.sheets.sheet import About, found_text
from sdc_desktop.ui.forms.editors.blocks import BlocksField
from sdc_desktop.ui.forms.parts import note_line
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.tabs.microdata.grouping.presenter import GroupingPresenter, GroupingView
from sdc_desktop.ui.tabs.microdata.kit.run_button import RunButton
from sdc_desktop.ui.tabs.microdata.part import Part
from sdc_desktop.ui.tabs.microdata.tab_job import GROUPED
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.tabs.tab_page import failure_text
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.cards_area import fill_scrolling
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.grouping_question import proposal_text, waiting_text

if TYPE_CHECKING:  # plots take their time to load: the answer is made when there is one
    from sdc_desktop.ui.tabs.microdata.grouping.answer import GroupingAnswerView


class GroupingForm(QWidget):
    """The form of the method, with the k that ANOPI proposes and the button that groups the records."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self.setProperty("helpPage", MICROAGGREGATE.kind)
        self.by_anopi = push_button(say(N_("k from ANOPI")), weight="quiet", scale="small")
        self.by_anopi.setToolTip(
            say(N_("The k that balances utility and privacy by the points given to ANOPI, or by equal ones."))
        )
        self.proposal = note_line()
        proposed = QWidget()
        fill(proposed, beside(self, self.by_anopi, 1), self.proposal, spacing=0.25)
        self.settings = SettingsForm(MICROAGGREGATE, words, below={"k": proposed})
        self.blocks = cast(BlocksField, self.settings.parts["blocks"]).blocks
        self.problems = ProblemLines(words)
        self.group = RunButton(words, N_("Gro&up records"), N_("Stop grouping"))
        self.area = fill_scrolling(self, self.settings, foot=(self.problems, self.group))

    def show_view(self, view: GroupingView) -> None:
        """Show the settings; no signal is sent."""
        self.settings.show_params(view.params.model_copy(update={"blocks": view.blocks}), view.choices)
        self.by_anopi.setEnabled(bool(view.blocks))
        proposal = view.proposal
        if proposal is not None:
            found = proposal.found
            self.proposal.setText(proposal_text(found.blocks, found.raised, proposal.own_points, self._words))
        self.proposal.setVisible(proposal is not None)
        self.problems.show_problems(view.problems)
        self.group.setToolTip(waiting_text(view.records, self._words))
        self.group.show_state(view.running, view.waiting)


class Grouping(Part):
    """The place of the result; passes on what the form reports. The presenter decides."""

    ways = (GROUPED,)
    form: GroupingForm
    presenter: GroupingPresenter

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools, GroupingPresenter(tools))
        self._why = tools.why
        self._selected: str | None = None
        self.form = GroupingForm(tools.words)
        self._connect()

    def begin(self) -> None:
        self._selected = None

    def show_answer(self, view: GroupingView) -> None:
        self.answer.show_view(view, self._selected)
        self._explain()

    def show_verdict(self, bar: VerdictBar) -> None:
        view, say = self.presenter.view, self._words.say
        answer = view.shown
        if answer is None:
            text = N_("Forming groups…") if view.running else N_("Not grouped yet.")
            bar.notify(Mark.NONE, say(text))
            return
        from sdc_desktop.engine.verdict_records import as_judged
        from sdc_desktop.sheets.microaggregate import sheet

        verdict = self.presenter.verdict()
        result = replace(answer.result, after=as_judged(answer.result.after, verdict))
        text = found_text(sheet(About(answer.job.params, result), self._words))
        text = view.qualified(text, self._words, N_("Forming groups… Previous result: {verdict}"))
        bar.judge(verdict, text, self._words)

    def no_answer(self, view: GroupingView) -> tuple[str, str]:
        say = self._words.say
        sentence = N_("The variables are being read.")
        if view.running:
            sentence = N_("Progress is shown below. You can change the settings meanwhile.")
        elif view.waiting:
            return waiting_text(view.records, self._words), say(N_("Group records"))
        elif not view.blocks:
            sentence = N_("Drag a variable to the new block, or set key variables on the card Roles.")
        elif view.failed:
            return failure_text(view.problems, self._words), ""
        return say(sentence), ""

    def make_answer(self) -> GroupingAnswerView:
        from sdc_desktop.ui.tabs.microdata.grouping.answer import GroupingAnswerView

        answer = GroupingAnswerView(self._tools)
        answer.variable_selected.connect(self._on_selected)
        answer.records_requested.connect(self.records_requested)
        answer.by_k.k_requested.connect(self._on_k)
        return answer

    def _explain(self) -> None:
        """Keep the Why panel true while it speaks of a variable here."""
        view, name = self.presenter.view, self._selected
        answer = view.shown
        if answer is None or name is None:
            return
        from sdc_desktop.words.microdata.microaggregation import why_rows

        block = next((block for block in answer.result.blocks if name in block.variables), None)
        if block is not None and name in view.choices.levels:
            self._why.show(name, why_rows(answer.result, block, view.choices.levels[name], self._words))

    def _connect(self) -> None:
        form, presenter = self.form, self.presenter
        form.settings.changed.connect(presenter.change)
        form.settings.moved.connect(self._on_moved)
        form.by_anopi.clicked.connect(presenter.propose)
        form.group.requested.connect(presenter.run)
        form.group.stop_requested.connect(presenter.stop)
        form.blocks.selected.connect(self._on_selected)

    @Slot(object)
    def _on_moved(self, fields: Mapping[str, object]) -> None:
        if "k" in fields:
            self.presenter.try_k(cast(int, fields["k"]))

    @Slot(object)
    def _on_k(self, k: int) -> None:
        self.presenter.change({"k": k})

    @Slot(object)
    def _on_selected(self, name: str) -> None:
        self._selected = name
        view = self.presenter.view
        if self.answer is not None and view.shown is not None:
            self.answer.show_view(view, name)
        self._explain()
