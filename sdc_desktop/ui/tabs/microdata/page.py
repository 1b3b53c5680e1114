"""The place Microdata: the result in the middle, the settings beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
from sdc_desktop.engine.methods import experiments, risk
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound, Technique
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job
from sdc_desktop.engine.spec import Number
from sdc_desktop.sheets.sheet import found_text
from sdc_desktop.ui.dialogs.hierarchies import HierarchiesDialog
from sdc_desktop.ui.dialogs.hierarchy import HierarchyDialog
from sdc_desktop.ui.frame.panel import Panel
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.tabs.microdata.anopi.presenter import MicrodataPresenter
from sdc_desktop.ui.tabs.microdata.anopi.question import Question
from sdc_desktop.ui.tabs.microdata.anopi.view import Stage, View
from sdc_desktop.ui.tabs.microdata.anopi.why import LevelsExplained
from sdc_desktop.ui.tabs.microdata.anopi.work import sheet_of_answer
from sdc_desktop.ui.tabs.microdata.checking.checking import Checking
from sdc_desktop.ui.tabs.microdata.evidence.measure_jobs import measure_job
from sdc_desktop.ui.tabs.microdata.exports import Exports
from sdc_desktop.ui.tabs.microdata.generalising.generalising import Generalising
from sdc_desktop.ui.tabs.microdata.grouping.grouping import Grouping
from sdc_desktop.ui.tabs.microdata.masking.masking_methods import MaskingMethods
from sdc_desktop.ui.tabs.microdata.part import Part, ProtectingPart
from sdc_desktop.ui.tabs.microdata.records.dialog import RecordsDialog
from sdc_desktop.ui.tabs.microdata.records.work import of_plan
from sdc_desktop.ui.tabs.microdata.remedy_links import RemedyLinks
from sdc_desktop.ui.tabs.microdata.steps.chain import active_steps, chain_of
from sdc_desktop.ui.tabs.microdata.tab_job import WAYS
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.tabs.policy_line import PolicyLine
from sdc_desktop.ui.tabs.tab_page import TabPage, failure_text
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.ui.widgets.empty_state import EmptyState
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.counts import refused_on_counts
from sdc_desktop.words.program.persons import barred_suppressions, refused_for_persons

if TYPE_CHECKING:  # plots take their time to load: the answer is made when there is one
    from sdc_desktop.engine.microdata.classes.compared_records import Choice
    from sdc_desktop.engine.verdict import Verdict
    from sdc_desktop.ui.tabs.microdata.anopi.answer import AnswerView
    from sdc_desktop.ui.tabs.microdata.anopi.work import Answer
    from sdc_desktop.ui.tabs.microdata.evidence.evidence import EvidencePages
    from sdc_desktop.ui.tabs.microdata.first_look import FirstLookView
    from sdc_desktop.ui.tabs.microdata.steps.dialog import StepsDialog

_NOTHING_YET: Mapping[Stage, tuple[str, ...]] = {
    Stage.NO_DATA: (
        N_("No data file open"),
        N_("Open the file to protect. The original is never changed."),
        N_("Open a data file\u2026"),
    ),
    Stage.READING: (N_("Reading the file"), N_("Progress is shown below.")),
    Stage.UNREADABLE: (
        N_("The file could not be read"),
        N_("See Problems below, then open the file again."),
        N_("Open a data file\u2026"),
    ),
    Stage.NO_VARIABLES: (
        N_("Assign roles"),
        N_(
            'In the Data panel, click the role of each variable. Choose "key variable" if an '
            'intruder could use it to identify a person (age, place, occupation), and "direct '
            'identifier" if it names a person and must not be released.'
        ),
        N_("Choose roles"),
    ),
}
_MEASURES = tuple(method.kind for method in (*risk.METHODS, *experiments.METHODS))


class MicrodataPage(TabPage):
    """Composes the tab and passes on what its parts report; the presenter decides."""

    open_data_requested = Signal()
    variables_requested = Signal()  # the Data panel should have the focus
    record_requested = Signal(object)  # int, from 1: the Data panel should show it

    def __init__(
        self,
        controller: ProjectController,
        jobs: JobManager,
        words: Words,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(controller, words, parent)
        self._jobs = jobs
        self._selected: str | None = None
        self._explained = LevelsExplained(self.why, words)
        self.dialog: HierarchyDialog | HierarchiesDialog | RecordsDialog | StepsDialog | None = None
        self.first_look: FirstLookView | None = None
        self.answer: AnswerView | None = None
        self.presenter = MicrodataPresenter(controller, jobs, words, self)
        self._remedies = RemedyLinks(self.verdict, controller, self._current_job, words, self)
        tools = Tools(controller, jobs, words, self.why)
        self.masking = MaskingMethods(tools)
        self.parts: tuple[ProtectingPart, ...] = (Grouping(tools), Generalising(tools), self.masking)
        self.checking = Checking(tools)
        self.question = Question(words, self.parts, self.checking.form)
        self.form = self.question.anopi
        self.empty = EmptyState()
        self.answer_empty = EmptyState()
        self.exports = Exports(self.presenter, controller, jobs, words, self)
        self.policy_line = PolicyLine(controller, (*WAYS, *_MEASURES), words)
        self._lay_out()
        self._connect()
        self._show(self.presenter.view)
        self._make_later([self._first_look_view, self._prepare_answer])

    @property
    def making(self) -> bool:
        """Whether parts of the page are still to be made."""
        parts = (self.form, self.answer) if self.answer is not None else (self.form,)
        return super().making or any(part.making for part in parts)

    @Slot()
    def settle(self) -> None:
        """What is being moved or typed becomes a step of the plan."""
        super().settle()
        self.presenter.settle()
        for part in self.parts:
            part.settle()

    # what it is made of ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._answer_place = CurrentStack()
        self._answer_place.addWidget(self.answer_empty)
        for part in (*self.parts, self.checking):
            self._answer_place.addWidget(part)
        self._pages = CurrentStack()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self._answer_place)
        self.steps_line = QLabel()
        self.steps_line.setProperty("tone", "muted")
        self.steps_line.setTextFormat(Qt.TextFormat.PlainText)
        self.steps_line.setWordWrap(True)
        left = QWidget()
        column = QVBoxLayout(left)
        spread(column, self)
        column.addWidget(self.question.ways)
        column.addWidget(self.steps_line)
        column.addStretch(1)
        notes = (self.policy_line, self.exports.report.outcome)
        self._frame(Panel(self.question, self.why, self._words, notes=notes), self._pages, left)
        self.verdict.add_actions(self.exports.report.report_button, self.exports.write_button)

    def _connect(self) -> None:
        self.presenter.changed.connect(self._show)
        self._controller.persons.changed.connect(self.presenter.show)
        for part in self.parts:
            part.changed.connect(self._show_part)
            part.way_requested.connect(self._on_way)
            part.hierarchy_requested.connect(self.ask_hierarchy)
            part.records_requested.connect(self.ask_records)
        self.form.alpha_moved.connect(self.presenter.try_alpha)
        self.form.points_moved.connect(self._on_points)
        self.form.settled.connect(self.presenter.settle)
        self.form.coding_chosen.connect(self._on_coding)
        self.form.k_moved.connect(self._on_k)
        self.form.technique_chosen.connect(self._on_technique)
        self.form.blocks_requested.connect(self.presenter.set_blocks)
        self.form.groups_requested.connect(self.presenter.run)
        self.form.stop_requested.connect(self.presenter.stop)
        self.form.bound_chosen.connect(self._on_bound)
        self.form.hierarchy_requested.connect(self.ask_hierarchy)
        self.form.selected.connect(self._on_variable)
        self.question.way_chosen.connect(self._on_way)
        self.question.check_requested.connect(self._on_check)
        self.question.steps.clicked.connect(self.ask_steps)
        self.question.records_requested.connect(self.ask_records)
        self.checking.changed.connect(self._show_part)
        self.checking.record_requested.connect(self.record_requested)
        levels = self.question.recode
        levels.level_moved.connect(self._on_level)
        levels.settled.connect(self.presenter.settle)
        levels.level_chosen.connect(self._on_coding)
        levels.hierarchy_requested.connect(self.ask_hierarchy)
        levels.selected.connect(self._on_variable)
        for card in (self.form.suppression, levels.suppression):
            card.moved.connect(self.presenter.try_suppression)
            card.settled.connect(self.presenter.settle)
            card.selected.connect(self._on_rare)
        self.empty.requested.connect(self._on_empty)
        self.answer_empty.requested.connect(self._on_answer_empty)

    @Slot()
    def begin(self) -> None:
        super().begin()
        self._selected = None
        self._explained.begin()
        self.question.check.setChecked(False)
        if self.dialog is not None:
            self.dialog.reject()
        self.form.begin()
        self.question.recode.suppression.begin()
        if self.answer is not None:
            self.answer.begin()

    # showing -----------------------------------------------------------------------------------------

    @Slot(object)
    def _show(self, view: View) -> None:
        refused = self._refused()
        self.question.show_refused(refused)
        self.masking.form.show_refused(refused)
        self._pages.setCurrentWidget(self.empty if self._show_empty(view) else self._answer_place)
        self.question.show_view(view)
        self._show_persons()
        self._show_steps()
        self.policy_line.show_plan(self.presenter.drafted_plan)
        self._explained.show_view(view)
        if self._shown_part is not None:
            self._show_part()
            return
        _show_verdict(self.verdict, view, self._words, self.presenter.verdict)
        if view.draft is None and view.forming is False:
            self.checking.show_check(self.verdict)
        self._show_answer(view)
        self._show_ready()

    def _show_persons(self) -> None:
        """Bar what would count records where persons have several, or would not hide them."""
        opened, repeat = self._controller.opened, self._controller.persons.found.repeat
        known = opened.data.known if opened is not None and repeat else None
        for card in (self.form.suppression, self.question.recode.suppression):
            card.bar_ways(barred_suppressions(known, self._words))

    def _show_ready(self) -> None:
        """What can be done with a protected file, where there is one."""
        ready, opened = self._ready(), self._controller.opened
        self.exports.show_ready(ready)
        self.question.records.setEnabled(ready and opened is not None and opened.counted is None)

    def _show_steps(self) -> None:
        """Show that the tab is about the first of several steps."""
        number = len(active_steps(self._controller.plan))
        self.question.steps.setEnabled(self.presenter.view.stage is not Stage.NO_VARIABLES)
        self.steps_line.setVisible(number > 1)
        text = N_("Step 1 of {number} is shown. The last step is exported: see Steps.")
        self.steps_line.setText(self._words.say(text, number=number))

    def _current_job(self) -> Job | None:
        return self.presenter.job if self.part is None else self.part.presenter.job

    @property
    def part(self) -> ProtectingPart | None:
        """The part whose way is current, if any."""
        return next((part for part in self.parts if self.presenter.view.way in part.ways), None)

    @property
    def _shown_part(self) -> Part | None:
        """The part shown instead of the result, if any: the check while it is switched on."""
        return self.checking if self.question.check.isChecked() else self.part

    @Slot()
    def _show_part(self) -> None:
        if (part := self._shown_part) is None:
            return
        part.show_now()
        self.policy_line.show_plan(part.drafted_plan or self.presenter.drafted_plan)
        part.show_verdict(self.verdict)
        if part is not self.checking and part.ready:
            self.checking.show_check(self.verdict)
        self._answer_place.setCurrentWidget(part)
        self._show_ready()

    def _refused(self) -> Mapping[str, str]:
        """By way why it cannot be used on a counts file, or where persons have several records."""
        opened = self._controller.opened
        refused: dict[str, str] = {}
        if self._controller.persons.found.repeat:
            refused |= refused_for_persons(map(method_of, WAYS), self._words)
        if opened is not None and opened.counted is not None:
            refused |= refused_on_counts(map(method_of, WAYS), self._words)
        return refused

    def _ready(self) -> bool:
        """Whether there is something to write."""
        view, part = self.presenter.view, self.part
        if view.stage is not Stage.READY:
            return False
        return part.ready if part is not None else view.answer is not None and not view.stale

    def _show_empty(self, view: View) -> bool:
        """Whether there is nothing to show yet; says what comes next."""
        if view.stage not in _NOTHING_YET:
            return False
        title, text, *button = map(self._words.say, _NOTHING_YET[view.stage])
        self.empty.notify(title, text, next(iter(button), ""))
        return True

    def _show_answer(self, view: View) -> None:
        if view.stage is Stage.NO_HIERARCHIES:
            self._show_first_look(view)
            return
        if view.shown is None:
            say = self._words.say
            text = say(N_("Counting combinations…"))
            if view.problems:
                text = failure_text(view.problems, self._words)
            self.answer_empty.notify(say(N_("No result yet")), text, "")
            self._answer_place.setCurrentWidget(self.answer_empty)
            return
        answer = self._answer_view()
        self._answer_place.setCurrentWidget(answer)
        answer.show_view(view, self._selected)

    def _show_first_look(self, view: View) -> None:
        """Risk before anything is chosen, with the way to the hierarchies that are missing."""
        from sdc_desktop.words.microdata.microdata_tab import lacking_text

        first_look = self._first_look_view()
        first_look.show_look(view.first_look, lacking_text(view.lacking, self._words))
        self._answer_place.setCurrentWidget(first_look)

    def _first_look_view(self) -> FirstLookView:
        if self.first_look is None:
            from sdc_desktop.ui.tabs.microdata.first_look import FirstLookView

            self.first_look = FirstLookView(self._words)
            self.first_look.hierarchies_requested.connect(self._on_answer_empty)
            self._answer_place.addWidget(self.first_look)
        return self.first_look

    def _prepare_answer(self) -> None:
        self._make_later([*self._evidence.steps(), self._answer_view])

    @cached_property
    def _evidence(self) -> EvidencePages:
        from sdc_desktop.ui.tabs.microdata.evidence.evidence import EvidencePages

        return EvidencePages(self._controller, self._jobs, self._words)

    def _answer_view(self) -> AnswerView:
        if self.answer is None:
            from sdc_desktop.ui.tabs.microdata.anopi.answer import AnswerView

            self.answer = AnswerView(self._evidence, self._words)
            self.answer.evidence.record_requested.connect(self.record_requested)
            self.answer.evidence.records_requested.connect(self.ask_records)
            self.answer.evidence.params_requested.connect(self._on_params)
            self.answer.evidence.levels_requested.connect(self.presenter.release_levels)
            self.answer.coding_selected.connect(self._on_selected)
            self.answer.coding_requested.connect(self._on_coding)
            self._answer_place.addWidget(self.answer)
        return self.answer

    # what the officer does ---------------------------------------------------------------------------

    @Slot(object)
    def _on_way(self, way: str) -> None:
        self.presenter.choose_way(way, self.part.steps if self.part is not None else {})

    def check_file(self) -> None:
        """Check the open file against criteria, and show what was found."""
        self.question.check.setChecked(True)

    @Slot(object)
    def _on_check(self, wanted: bool) -> None:
        self._controller.settle()
        self._explained.leave()
        self.checking.presenter.look(wanted)
        self._show(self.presenter.view)

    @Slot(object)
    def _on_points(self, moved: tuple[str, str, int, tuple[str, ...]]) -> None:
        self.presenter.try_points(*moved)

    @Slot(object)
    def _on_level(self, moved: tuple[str, int]) -> None:
        self._selected = moved[0]
        self.presenter.try_level(*moved)

    @Slot(object)
    def _on_coding(self, chosen: tuple[str, int | None]) -> None:
        self._selected = chosen[0]
        self.presenter.choose(*chosen)

    @Slot(object)
    def _on_k(self, moved: tuple[str, int]) -> None:
        self._selected = moved[0]
        self.presenter.try_k(*moved)

    @Slot(object)
    def _on_technique(self, chosen: tuple[str, Technique]) -> None:
        self._selected = chosen[0]
        self.presenter.set_technique(*chosen)

    @Slot(object)
    def _on_params(self, wanted: tuple[AnopiParams, str]) -> None:
        self.presenter.take_params(*wanted)

    @Slot(object)
    def _on_bound(self, chosen: tuple[str, str, Number | DegreeBound | None]) -> None:
        self.presenter.bound(*chosen)

    @Slot(object)
    def _on_variable(self, name: str) -> None:
        if name != self._selected:
            self._selected = name
            self._show_answer(self.presenter.view)
        self._explained.about_no_records()
        if self.presenter.view.manual:
            self._explained.about_coding((name, 1), self.presenter.view)

    @Slot()
    def _on_rare(self) -> None:
        self._explained.about_rare(self.presenter.view)

    @Slot(object)
    def _on_selected(self, looked_at: tuple[str, int]) -> None:
        self._on_variable(looked_at[0])
        if self.answer is not None:
            self.answer.select(*looked_at)
        self._explained.about_coding(looked_at, self.presenter.view)

    @Slot()
    def _on_empty(self) -> None:
        no_variables = self.presenter.view.stage is Stage.NO_VARIABLES
        (self.variables_requested if no_variables else self.open_data_requested).emit()

    @Slot()
    def _on_answer_empty(self) -> None:
        opened, lacking = self._controller.opened, self.presenter.view.lacking
        if opened is None or not lacking:
            return
        dialog = HierarchiesDialog(lacking, opened, self._controller.base, self._jobs, self._words, self)
        dialog.chosen.connect(self._controller.set_hierarchies)
        self._open(dialog)

    def show_job(self, name: str) -> bool:
        """Show the tab's job, open the steps at one that follows it, or turn to what a job measures."""
        self.question.check.setChecked(False)
        plan = self._controller.plan
        if super().show_job(name):
            return True
        if name in [job.name for job in chain_of(plan)]:
            self._ask_step(name)
            return True
        kinds = {job.name: job.kind for job in plan.jobs if measure_job(plan, method_of(job.kind)) is job}
        if name not in kinds or self._shown_part is not None:
            return False
        return self._answer_view().evidence.turn_to_measure(kinds[name])

    @Slot()
    def ask_steps(self) -> None:
        """Open the steps of the protection; the tab's job is the first."""
        self._ask_step("")

    def _ask_step(self, name: str) -> None:
        from sdc_desktop.ui.tabs.microdata.steps.dialog import StepsDialog

        self._controller.settle()
        if self._controller.opened is not None:
            shown = self._current_job() if self._ready() else None
            self._open(StepsDialog(self._controller, self._jobs, self._words, self, name, shown))

    @Slot(object)
    def ask_records(self, choice: Choice | None) -> None:
        """Open the records before and after, all or those of a choice."""
        if not self.question.records.isEnabled():
            return
        controller, plan = self._controller, self.presenter.settled_plan()
        names = [job.name for job in active_steps(plan)] or [self.presenter.job.name]
        whole = controller.completed(controller.whole(plan))
        comparing = of_plan(whole, names, controller.base, controller.policy, controller.file_opened)
        title = self._words.say(N_("Records before and after"))
        self._open(RecordsDialog(title, comparing, self._jobs, self._words, self, choice))

    @Slot(object)
    def ask_hierarchy(self, name: str) -> None:
        """Open the dialog for the hierarchy of a variable."""
        opened, spec = self._controller.opened, self.presenter.view.hierarchies.get(name)
        if opened is not None:
            dialog = HierarchyDialog(name, opened, self._controller.base, spec, self._jobs, self._words, self)
            dialog.chosen.connect(self._on_hierarchy)
            self._open(dialog)

    @Slot(object)
    def _on_hierarchy(self, spec: HierarchySpec) -> None:
        if isinstance(self.dialog, HierarchyDialog):
            self._controller.set_hierarchy(self.dialog.variable, spec)

    def _open(self, dialog: HierarchyDialog | HierarchiesDialog | RecordsDialog | StepsDialog) -> None:
        self.dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._forget_dialog)
        dialog.open()

    @Slot(int)
    def _forget_dialog(self, _result: int) -> None:
        self.dialog = None


def _show_verdict(bar: VerdictBar, view: View, words: Words, judged: Callable[[], Verdict | None]) -> None:
    """Show what is known for a view where levels are chosen, by ANOPI or manually. `judged` gives the verdict
    on the current result.
    """
    say, answer = words.say, view.evidence
    if view.stage is Stage.NO_HIERARCHIES:
        _show_first_verdict(bar, view, words)
        return
    if view.shown is None:
        text = N_("Not computed yet.") if view.manual else N_("Not weighed yet.")
        bar.notify(Mark.NONE, say(text))
        return
    if view.promised or answer is None:
        bar.notify(Mark.NONE, _promised(view, view.shown, words))
        return
    found = judged()
    bar.judge(found, view.qualified(found_text(sheet_of_answer(answer, words, found)), words), words)


def _show_first_verdict(bar: VerdictBar, view: View, words: Words) -> None:
    """Show the finding on the unprotected file; it is measured, and no result is judged."""
    if view.first_look is None:
        bar.notify(Mark.NONE, words.say(N_("Counting combinations\u2026")))
        return
    from sdc_desktop.words.risk.first_look import verdict

    bar.notify(Mark.WARNING if view.first_look.uniques else Mark.MEASURED, verdict(view.first_look, words))


def _promised(view: View, shown: Answer, words: Words) -> str:
    """While groups are still to be formed: what they will be. In one line, so that nothing jumps."""
    from sdc_desktop.words.microdata.anopi_k import promise_text

    if view.draft is not None:
        text = N_("Draft: {promise}. Release the slider to form the groups.")
    elif view.forming:
        text = N_("Groups are being formed: {promise}.")
    else:
        text = N_("Groups are not formed yet: {promise}.")
    return words.say(text, promise=promise_text(shown.anopi_result.blocks, words))
