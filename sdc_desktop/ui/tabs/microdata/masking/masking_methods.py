"""The methods that change values, as one part of the tab: choose one, ask it, see what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.project.chain import MASKING
from sdc_desktop.sheets.sheet import About, findings_of, sheet_of
from sdc_desktop.ui.forms.parts import Choice, card, heading, muted
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.tabs.microdata.kit.run_button import RunButton
from sdc_desktop.ui.tabs.microdata.masking.presenter import MaskingPresenter, MaskingView
from sdc_desktop.ui.tabs.microdata.part import Part
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.tabs.tab_page import failure_text
from sdc_desktop.ui.widgets.barred_choices import bar_rows
from sdc_desktop.ui.widgets.cards_area import fill_scrolling
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:  # plots take their time to load: the answer is made when there is one
    from sdc_desktop.ui.tabs.microdata.masking.answer import MaskingAnswerView


class OtherForm(QWidget):
    """The chooser of the method, and below it the method's own form, made when it is first wanted."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self.method = Choice(say(N_("Method")), [(kind, say(method_of(kind).title)) for kind in MASKING])
        self.meaning = muted("")
        self.forms: dict[str, SettingsForm] = {}
        self.problems = ProblemLines(words)
        self.run = RunButton(words, N_("Appl&y method"), N_("Stop"))
        self.run.setToolTip(say(N_("Large file: this may take a while. Progress is shown below.")))
        self._stack = QStackedWidget()
        about = card(self, heading(say(N_("Method")), self.method), self.method, self.meaning)
        self.area = fill_scrolling(self, about, self._stack, 1, foot=(self.problems, self.run))
        self.setFocusProxy(self.method)

    def show_refused(self, refused: Mapping[str, str]) -> None:
        """Grey the methods that are refused for the data that are open. ``refused``: by method why."""
        bar_rows(self.method, {row: refused[kind] for row, kind in enumerate(MASKING) if kind in refused})

    def form_of(self, kind: str) -> tuple[SettingsForm, bool]:
        """The form of a method, and whether it was made just now."""
        is_new = kind not in self.forms
        if is_new:
            self.forms[kind] = SettingsForm(method_of(kind), self._words)
            self._stack.addWidget(self.forms[kind])
        return self.forms[kind], is_new

    def show_view(self, view: MaskingView) -> None:
        """Show the settings; no signal is sent."""
        if view.job is None:
            return
        say, kind = self._words.say, view.job.kind
        self.method.show_key(kind)
        self.meaning.setText(" ".join(filter(None, (say(method_of(kind).meaning), view.note))))
        form, _ = self.form_of(kind)
        form.show_params(view.job.params, view.choices)
        for other in self.forms.values():  # the stack is as high as the form that is shown
            high = QSizePolicy.Policy.Preferred if other is form else QSizePolicy.Policy.Ignored
            other.setSizePolicy(QSizePolicy.Policy.Preferred, high)
        self._stack.setCurrentWidget(form)
        self.setProperty("helpPage", form.property("helpPage"))
        self.problems.show_problems(view.problems)
        self.run.show_state(view.long_running, view.waiting)


class MaskingMethods(Part):
    """The place of the result; passes on what the forms report. The presenter decides."""

    ways = MASKING
    form: OtherForm
    presenter: MaskingPresenter

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools, MaskingPresenter(tools))
        self.form = OtherForm(tools.words)
        self.form.method.chosen.connect(self._on_method)
        self.form.run.requested.connect(self.presenter.run)
        self.form.run.stop_requested.connect(self.presenter.stop)

    def show_now(self) -> None:
        view = self.presenter.view
        if view.job is None:
            return
        form, is_new = self.form.form_of(view.job.kind)
        if is_new:
            form.changed.connect(self.presenter.change)
        super().show_now()

    def settle(self) -> None:
        for form in self.form.forms.values():
            form.settle()

    def show_verdict(self, bar: VerdictBar) -> None:
        view, say = self.presenter.view, self._words.say
        if view.answer is None:
            text = N_("Applying method…") if view.running else N_("Method not applied yet.")
            bar.notify(Mark.NONE, say(text))
            return
        grade, answer = self.presenter.verdict(), view.answer
        blocks = sheet_of(answer.job.kind)(About(answer.job.params, answer.result), self._words)
        texts = findings_of(blocks)
        stated = grade is not None and any(one.code.startswith("risk_") for one in grade.reasons)
        text = " ".join(texts[:1] if stated else texts)  # the second is the largest risk
        bar.judge(grade, view.qualified(text, self._words), self._words)

    def no_answer(self, view: MaskingView) -> tuple[str, str]:
        say = self._words.say
        if view.waiting:
            text = N_("The method was stopped. It is not applied yet.")
            return say(text), say(N_("Apply method"))
        sentence = N_("Applying the method and comparing with the original…")
        if view.failed:
            return failure_text(view.problems, self._words), ""
        return say(sentence), ""

    def make_answer(self) -> MaskingAnswerView:
        from sdc_desktop.ui.tabs.microdata.masking.answer import MaskingAnswerView

        answer = MaskingAnswerView(self._tools.shelf, self._words)
        answer.records_requested.connect(self.records_requested)
        return answer

    @Slot(object)
    def _on_method(self, kind: str) -> None:
        self.settle()
        self.way_requested.emit(kind)
