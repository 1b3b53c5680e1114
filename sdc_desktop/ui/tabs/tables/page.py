"""The place Tables: the table in the middle, its set-up and the explanation of a cell beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QWidget

from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
from sdc_desktop.engine.methods.tables.audit import AUDIT
from sdc_desktop.engine.methods.tables.linked_audit import LINKED_AUDIT
from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.engine.tables.specs.settings import TableSpec
from sdc_desktop.engine.tables.specs.table import AprioriEntry
from sdc_desktop.engine.verdict import Grade, Reason, Verdict
from sdc_desktop.project.pasted_cells import entries_of
from sdc_desktop.project.pasted_table import sums_of, table_of_file
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.forms.editors.dimensions import HIERARCHY
from sdc_desktop.ui.frame.panel import SETTINGS, WHY, Panel
from sdc_desktop.ui.frame.place_frame import Room
from sdc_desktop.ui.hierarchies.page import HierarchyPage
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.tabs.policy_line import PolicyLine
from sdc_desktop.ui.tabs.tab_page import QUIETLY, QuestionPage
from sdc_desktop.ui.tabs.tables.answer import TableAnswer, show_verdict
from sdc_desktop.ui.tabs.tables.cell_acts import CellActs
from sdc_desktop.ui.tabs.tables.choose_table import ChooseTableDialog
from sdc_desktop.ui.tabs.tables.evidence import PAGES, Evidence
from sdc_desktop.ui.tabs.tables.exports import Exports
from sdc_desktop.ui.tabs.tables.listed_answers import LinkedAnswer, PrivateAnswer
from sdc_desktop.ui.tabs.tables.presenter import TablesPresenter
from sdc_desktop.ui.tabs.tables.proposing import Proposing
from sdc_desktop.ui.tabs.tables.question import Question
from sdc_desktop.ui.tabs.tables.rule_chips import RuleChips
from sdc_desktop.ui.tabs.tables.tab_job import WAYS
from sdc_desktop.ui.tabs.tables.table_list import TableList
from sdc_desktop.ui.tabs.tables.view import EMPTY, NO_SCENARIOS, Stage, View, with_entries
from sdc_desktop.ui.tabs.tables.work import Answer, Explained, explain, tables_in
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.verdict_bar import BarFigure, Link
from sdc_desktop.ui.widgets.why_panel import WhyPanel
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.persons import refused_for_persons
from sdc_desktop.words.tables.cell_explained import Beside, Explanation, equation_cells, explained
from sdc_desktop.words.tables.concerned import concerned, named_cells
from sdc_desktop.words.tables.table_cards import bar_figures
from sdc_desktop.words.tables.tables_tab import detailed_cell

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.table_file import Listed
    from sdc_desktop.engine.running.publishing_cost import PublishingCost
    from sdc_desktop.engine.tables.cells import CellResult

_PROPOSE = object()  # what a link asks for: proposals for the table in view
_LEFT = 24.9  # width of the list of tables, in steps of the grid


def _side_by_side(acts: Sequence[QWidget]) -> QWidget:
    """Acts in the foot of the panel."""
    whole = QWidget()
    row = QHBoxLayout(whole)
    spread(row, whole, margin=0)
    for act in acts:
        row.addWidget(act, 1)
    return whole


def _beside(view: View) -> tuple[str, PublishingCost | None]:
    """What the panel Why says beside the result: the reason of a status, the cost of publishing the cell."""
    return ("" if view.entry is None else view.entry.reason or ""), view.cost


class TablesPage(QuestionPage):
    """Composes the tab and passes on what its parts report; the presenter decides."""

    open_data_requested = Signal()
    curve_requested = Signal()  # show the tab Risk curves

    presenter: TablesPresenter
    question: Question

    def __init__(
        self,
        controller: ProjectController,
        jobs: JobManager,
        words: Words,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(controller, words, parent)
        self.why = WhyPanel(words, hint=N_("Select a cell for an explanation."))
        self._jobs = jobs
        self._named: tuple[Problem, ...] = ()  # whose cells are shown when their table is judged
        self._explained: Answer | None = None  # the answer that the panel Why speaks of
        self._behind_cell: Explained | None = None  # the newest that was found behind a cell
        self._beside: object = None  # what else the panel Why has said
        # the reasons of a verdict that cells can be shown of, with the number of the result
        self._linked: tuple[object, Verdict, tuple[Reason, ...]] | None = None
        self._graver: tuple[str, Verdict] | None = None  # the verdict of another table, with its name
        self.presenter = TablesPresenter(controller, jobs, words, self)
        self.question = Question(words)
        self.tables = TableList(words, self)
        self.answer = TableAnswer(words)
        self._behind = DraftRunner(jobs, self)  # looks behind the cell that is selected
        self._in_file = DraftRunner(jobs, self)  # lists the tables of a file
        self._opening: Path | None = None  # that file
        self.choosing: ChooseTableDialog | None = None
        self.exports = Exports(self.presenter, controller, jobs, words, self)
        self.policy_line = PolicyLine(controller, WAYS, words)
        self.evidence = Evidence(self.answer, words)
        self.hierarchy = HierarchyPage(controller, jobs, words)
        self.hierarchy.chosen.connect(self._on_hierarchy)
        self.back = push_button(words.say(N_("Back to the table")), weight="quiet")
        self.back.clicked.connect(self._leave_hierarchy)
        self.hierarchy.add_act(self.back)
        self.evidence.judge = self.presenter.judged_kept
        self.proposing = Proposing(self.presenter, controller, jobs, words)
        self.evidence.proposals_page = self.proposing.page
        self._lay_out()
        self._connect()
        self._on_persons()
        later = [partial(getattr, self.evidence, name) for name in PAGES]
        later += [partial(getattr, self, name) for name in ("linked", "private")]
        self._make_later([lambda: self._show(self.presenter.view), *later])

    def _lay_out(self) -> None:
        self._answers = CurrentStack()
        for part in (self.empty, self.evidence):
            self._answers.addWidget(part)
        notes = (self.policy_line, self.exports.session, self.exports.report.outcome)
        self.acts = CellActs(self._words)
        acts = self.acts
        panel = Panel(self.question, self.why, self._words, name=N_("Set-up"), notes=notes, below_why=(acts,))
        feet = CurrentStack()
        for own in (self.question.acts, (acts.manual, acts.curve)):
            feet.addWidget(_side_by_side(own))
        panel.pages.currentChanged.connect(feet.setCurrentIndex)
        panel.show_foot((feet,))
        self._middle = CurrentStack()
        self._middle.addWidget(self._answers)
        self._middle.addWidget(self.hierarchy)
        self._frame(panel, self._middle, self.tables.cards, self.tables.rail, _LEFT)
        self.chips = RuleChips(self._words)
        self.verdict.add_chip(self.chips)
        self.verdict.links_of = self._links_of
        self.verdict.add_actions(self.exports.report.report_button, self.exports.write_button)

    # made when they are first wanted, at the latest between the events that follow -------------------

    @cached_property
    def linked(self) -> LinkedAnswer:
        """The view of tables that are audited together."""
        made = LinkedAnswer(self._words)
        made.cell_selected.connect(self._on_detailed_cell)
        self._answers.addWidget(made)
        return made

    @cached_property
    def private(self) -> PrivateAnswer:
        """The view of a private table."""
        made = PrivateAnswer(self._words)
        self._answers.addWidget(made)
        return made

    def _connect(self) -> None:
        presenter, question, evidence = self.presenter, self.question, self.evidence
        self._follow_parts()
        presenter.searched.connect(evidence.show_search)
        self.proposing.presenter.used.connect(self._on_proposal_used)
        evidence.cell_requested.connect(self.show_cell)
        evidence.cells_marked.connect(self.answer.cells.mark_out)
        evidence.table_requested.connect(self._on_table)
        evidence.linked_chosen.connect(presenter.link_with)
        evidence.together_requested.connect(presenter.protect_together)
        evidence.method_requested.connect(presenter.use_method)
        evidence.export_requested.connect(self.exports.ask_noise)
        question.moved.connect(presenter.try_fields)
        question.file_requested.connect(self._on_requested)
        self.tables.table_requested.connect(self._on_table)
        self.tables.add_requested.connect(self._on_add_table)
        self._controller.persons.changed.connect(self._on_persons)
        self.tables.remove_requested.connect(self._on_remove_table)
        self.tables.linked.connect(presenter.link_with)
        question.problems.cells_requested.connect(self.show_named)
        question.take_best.clicked.connect(presenter.take_best)
        question.together.clicked.connect(presenter.protect_together)
        self.answer.cell_selected.connect(self._on_cell)
        self.verdict.cells_requested.connect(self._on_cells)
        self.verdict.remedy_requested.connect(self._on_link)
        self.chips.pressed.connect(self._on_rule)
        self._behind.answered.connect(self._on_explained)
        self._in_file.answered.connect(self._on_tables_in_file)
        self._in_file.failed.connect(presenter.refuse)
        self.answer.cell_requested.connect(self.show_cell)
        self.answer.cells.table.activated.connect(self._on_activated)
        self.answer.cells.table.publishing_requested.connect(self.copy_published)
        self.answer.cells.table.pasted.connect(self._on_pasted)
        self.acts.chosen.connect(presenter.set_status)
        self.acts.cost_requested.connect(partial(presenter.compute_cost, requested=True))
        self.acts.curve.clicked.connect(self._on_curve)
        acts = (("N", self.answer.go_on), ("Shift+N", self.answer.go_back), ("V", self._on_turn))
        for keys, act in acts:
            shortcut = QShortcut(QKeySequence(keys), self.evidence, act)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)

    @Slot()
    def begin(self) -> None:
        super().begin()
        self._named = ()
        self.answer.begin()
        self.presenter.select(None)
        self.evidence.begin()
        self._leave_hierarchy()
        self._show(self.presenter.view)

    # showing -----------------------------------------------------------------------------------------

    @Slot(object)
    def _show(self, view: View) -> None:
        self.policy_line.show_plan(self.presenter.drafted_plan)
        self.tables.show_view(view)
        self.question.show_view(view)
        self.exports.show_view(view)
        self.acts.show_view(view)
        self._refresh_why(view)
        self._show_verdict(view)
        if view.stage is not Stage.READY or view.shown is None:
            self._show_empty(view)
            self._answers.setCurrentWidget(self.empty)
        elif view.is_linked:
            self.linked.show_view(view)
            self._answers.setCurrentWidget(self.linked)
        elif view.is_private:
            self.private.show_view(view)
            self._answers.setCurrentWidget(self.private)
        else:
            self.answer.show_view(view)
            self.answer.cells.offer(copy=view.is_table and view.ready, paste=view.is_table)
            self.evidence.show_view(view)
            self._answers.setCurrentWidget(self.evidence)
            self._list_named()

    def _refresh_why(self, view: View) -> None:
        """The text on the selected cell follows the result that is shown."""
        explained = self._explained
        if view.shown is explained:
            if view.selected is not None and view.shown is not None and self._beside != _beside(view):
                self._tell(view.shown, view.selected)
            return
        self._explained = view.shown
        if view.selected is None or view.is_linked or view.is_private:
            return
        if view.shown is not None and view.shown.result.table.find(view.selected) is not None:
            self._explain(view.shown, view.selected)
        else:
            self.why.clear()

    def _show_empty(self, view: View) -> None:
        empty, ready = EMPTY[view.stage], view.stage is Stage.READY
        if ready and view.is_table and not view.problems:
            empty = QUIETLY  # it is counted
        elif view.stage is Stage.NO_DIMENSIONS and view.is_linked:
            empty = NO_SCENARIOS
        self._fill_empty(empty, view, ready=ready)

    # what the officer does ---------------------------------------------------------------------------

    def show_job(self, name: str) -> bool:
        """Show one of the tables of the plan."""
        if name in [entry.name for entry in self.presenter.view.tables]:
            self._on_table(name)
        return super().show_job(name)

    @Slot(object)
    def _on_table(self, name: str) -> None:
        self._leave_hierarchy()
        self._named = ()
        self.why.clear()
        self.exports.report.forget()
        self.presenter.show_table(name)

    @Slot(object)
    def _on_add_table(self, way: str) -> None:
        self._leave_hierarchy()
        self._named = ()
        self.why.clear()
        self.exports.report.forget()
        self.presenter.add_table(way)
        self.frame.turn_to(SETTINGS)

    @Slot()
    def _on_persons(self) -> None:
        """Persons have several records, or no longer: not every kind of table can count them."""
        methods = (way.method for way in WAYS.values())
        repeat = self._controller.persons.found.repeat
        self.tables.bar_kinds(refused_for_persons(methods, self._words) if repeat else {})

    @Slot()
    def _on_remove_table(self) -> None:
        self._leave_hierarchy()
        self.why.clear()
        self.presenter.remove_table()

    @Slot(object)
    def _on_requested(self, path: str) -> None:
        if path.startswith(HIERARCHY):
            self.ask_hierarchy(path.removeprefix(HIERARCHY))
        elif path == "table":
            self.ask_table()
        elif path == "protect.ptable":
            self.ask_noise()
        else:
            self.ask_apriori()

    @Slot(object)
    def _on_cell(self, codes: tuple[str, ...]) -> None:
        self.presenter.select(codes)
        shown = self.presenter.view.shown
        if shown is not None:
            self._explain(shown, codes)

    def _explain(self, shown: Answer, codes: tuple[str, ...]) -> None:
        self._behind_cell = None
        self._tell(shown, codes)
        self._behind.request(explain(shown, codes))
        self.presenter.compute_cost()

    def _tell(self, shown: Answer, codes: tuple[str, ...]) -> None:
        """Show all that is known of a cell."""
        view, found = self.presenter.view, self._behind_cell
        if view.is_linked or view.is_private:
            return
        self._beside = _beside(view)
        facts, proofs = (None, ()) if found is None else (found.facts, found.proofs)
        beside = Beside(*_beside(view), view.current or "", view.results)
        self._show_why(explained(shown.result, codes, self._words, facts, proofs, beside))

    @Slot(object)
    def show_cell(self, codes: tuple[str, ...]) -> None:
        """Bring a cell into view, and explain it."""
        self._leave_hierarchy()
        self.evidence.turn_to_table()
        self._look_at(codes)

    def _look_at(self, codes: tuple[str, ...]) -> None:
        if self.answer.cells.show_cell(codes):
            self._on_cell(codes)

    @Slot()
    def _on_activated(self) -> None:
        """Enter or a double click in the table opens the page Why."""
        self.frame.turn_to(WHY)

    @Slot()
    def _on_turn(self) -> None:
        self.evidence.turn_to_table()
        self.answer.turn_way()

    @Slot(object)
    def _on_cells(self, reason: Reason) -> None:
        """List the cells that a reason of the verdict is about, and bring the first of them into view."""
        shown = self.presenter.view.shown
        self._list_cells(() if shown is None else concerned(reason, shown.result, shown.job.name))

    @Slot(object)
    def show_named(self, problems: tuple[Problem, ...]) -> None:
        """List the cells that problems of one table name; another table of the plan is shown first."""
        shown, job = self.presenter.view.shown, problems[0].where.job
        if job is not None and (shown is None or job != shown.job.name):
            self._on_table(job)
        self._named = problems
        self._show(self.presenter.view)

    def _list_named(self) -> None:
        """List the cells that problems name, once their table is judged."""
        shown, problems = self.presenter.view.shown, self._named
        if shown is not None and problems and problems[0].where.job in (None, shown.job.name):
            self._named = ()
            self._list_cells(named_cells(problems, shown.result, shown.job.name))

    def _list_cells(self, cells: Sequence[tuple[str, ...]]) -> None:
        self._leave_hierarchy()
        if cells:
            self.evidence.show_concerned(cells)
            self._look_at(cells[0])

    def _show_verdict(self, view: View) -> None:
        verdict, shown = self.presenter.verdict(), view.shown
        if verdict is None or shown is None or view.is_linked or view.is_private:
            self._linked = None
        elif self._linked is None or self._linked[0] is not shown.result or self._linked[1] != verdict:
            linked = tuple(one for one in verdict.reasons if concerned(one, shown.result, shown.job.name))
            self._linked = shown.result, verdict, linked
        self._graver = None if verdict is None else self.presenter.gravest(verdict)
        if self._graver is not None:
            name, graver = self._graver
            text = N_("Of the tables to be exported, {table} is judged worst.")
            finding = self._words.say(text, table=name)
            self.verdict.judge(graver, finding, self._words)
        else:
            show_verdict(self.verdict, view, verdict, self._linked[2] if self._linked else (), self._words)
        self._show_figures(view)

    def _show_figures(self, view: View) -> None:
        figures: Sequence[tuple[str, str, str]] = ()
        if view.is_table and view.stage is Stage.READY and view.judged is not None and view.shown is not None:
            judged, ready = view.judged.result, view.ready and view.answer is view.shown
            unsafe = judged.unsafe_cells if judged.judged else None
            figures = bar_figures(unsafe, view.shown.result if ready else None, self._words)
        self.verdict.show_figures([BarFigure(*one) for one in figures])
        self._show_chips()

    def _show_chips(self) -> None:
        view, narrow = self.presenter.view, self.frame.room is Room.NARROW
        rules = getattr(view.params, "rules", ()) if view.is_table else ()
        self.chips.show_rules(rules, narrow=narrow)
        self.exports.fold(narrow=narrow)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_chips()

    @Slot(object)
    def _on_rule(self, place: int) -> None:
        """Lead to the editor of a rule."""
        self.frame.turn_to(SETTINGS)
        self.question.show_rule(place)

    def _links_of(self, reason: Reason) -> Sequence[Link]:
        """A reason of another table leads to it, one against the table in view to what is proposed."""
        if self._graver is None:
            can_be = reason.grade is Grade.UNSAFE and self.presenter.view.is_table
            return (Link(self._words.say(N_("Propose protections")), _PROPOSE),) if can_be else ()
        name = self._graver[0]
        return (Link(self._words.say(N_("Show {table}"), table=name), name),)

    @Slot()
    def _on_proposal_used(self) -> None:
        """Show the table of the proposal that the plan has now."""
        self.evidence.turn_to_table()
        if self.presenter.view.waiting:
            self.presenter.run()

    @Slot(object)
    def _on_link(self, target: object) -> None:
        if target is _PROPOSE:
            self.evidence.show_proposals()
            self.proposing.presenter.propose()
        else:
            self._on_table(target)

    @Slot()
    def copy_published(self) -> None:
        """Put the published table in view on the clipboard, unless the policy forbids its export."""
        if not self.presenter.view.ready or not self.exports.may_leave():
            return
        view = self.presenter.view  # what was being typed may have changed it
        current = view.is_table and view.ready and view.shown is view.answer
        if current and self.answer.cells.table.copy_published():
            self.exports.report.notify(self._words.say(N_("Copied the table in view as published.")))

    @Slot(object)
    def _on_pasted(self, text: str) -> None:
        view = self.presenter.view
        if view.is_table and view.shown is not None:
            choices, say = AprioriEntry.settings["status"].choices, self._words.say
            statuses = {say(one.label).casefold(): key for key, one in choices.items()}
            try:
                pasted = entries_of(text, view.shown.result.table.dimensions, statuses)
            except Refused as refusal:
                self.presenter.refuse(refusal.problems)
                return
            self.presenter.change({"cells": with_entries(view, pasted)})

    @Slot()
    def _on_curve(self) -> None:
        self.presenter.add_curve()
        self.curve_requested.emit()

    @Slot(object)
    def _on_explained(self, found: Explained) -> None:
        if found.answer is self.presenter.view.shown and found.codes == self.presenter.view.selected:
            self._behind_cell = found
            self._tell(found.answer, found.codes)
            cell = self.answer.cell(found.codes)
            self.answer.cells.mark_out(equation_cells(found.proofs or (cell.proof if cell else ())))
            self.evidence.show_cell(found.codes)

    @Slot(object)
    def _on_detailed_cell(self, cell: CellResult) -> None:
        self.why.show(*detailed_cell(cell, self.linked.decimals, self._words))

    def _show_why(self, explanation: Explanation | None) -> None:
        if explanation is not None:
            self.why.show(*explanation)

    @Slot()
    def _on_empty(self) -> None:
        view = self.presenter.view
        if view.stage is Stage.NO_DATA:
            self.open_data_requested.emit()
        elif view.stage is Stage.NO_TABLE:
            self.ask_table()
        elif view.stage is Stage.NO_DIMENSIONS and (view.is_table or view.is_private):
            box = self.question.dimensions_of(view.way).boxes[0]
            box.setFocus(Qt.FocusReason.OtherFocusReason)
            box.showPopup()
        elif view.stage in (Stage.NO_DIMENSIONS, Stage.NO_SCENARIO):
            dimensions = self.question.forms[LINKED_AUDIT.kind].parts["dimensions"]
            dimensions.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.presenter.run()

    def begin_audit(self) -> None:
        """Put the cursor where a published table is pasted."""
        self._on_add_table(AUDIT.kind)
        self.question.forms[AUDIT.kind].parts["table"].setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def ask_table(self) -> None:
        """Open the file of a published table."""
        path = self._requested_file(
            N_("Open a published table"),
            N_("Tables (*.xlsx *.ods *.html *.htm *.csv *.txt *.tsv *.tab *.jj);;All files (*)"),
        )
        if path is not None:
            self.open_table(path)

    def open_table(self, path: Path) -> None:
        """Audit the table of a file."""
        try:
            table = table_of_file(path, self._controller.base)
        except Refused as refusal:
            self.presenter.refuse(refusal.problems)
            return
        if table.file is not None:
            self._opening = path
            self._in_file.request(tables_in(path), self._words.say(N_("Reading {name}"), name=path.name))
            return
        fields: dict[str, object] = {"table": table, "suppressed": (), "relations": sums_of(table)}
        if table.instance is not None or table.tab is not None:
            fields |= {"unit": None}  # such a file has its own
        self.presenter.change(fields)

    @Slot(object)
    def _on_tables_in_file(self, tables: Sequence[Listed]) -> None:
        path = self._opening
        if path is None:
            return
        self.choosing = ChooseTableDialog(path.name, tables, self._words, self)
        self.choosing.chosen.connect(self._on_table_in_file)
        if len(tables) == 1:
            self.choosing.accept()
        else:
            self.choosing.open()

    @Slot(object)
    def _on_table_in_file(self, listed: Listed) -> None:
        path, several = self._opening, self.choosing is not None and self.choosing.list.count() > 1
        if path is not None:
            table = TableSpec(
                file=relative_path(path, self._controller.base), number=listed.number if several else None
            )
            self.presenter.change({"table": table, "suppressed": (), "relations": ()})

    @Slot()
    def ask_apriori(self) -> None:
        """Open an a-priori file."""
        path = self._requested_file(N_("A-priori file"), N_("A-priori files (*.hst);;All files (*)"))
        self._set_protection_file(path, "apriori")

    @Slot()
    def ask_noise(self) -> None:
        """Let the user choose a file with a perturbation table; it replaces variance and maximum."""
        path = self._requested_file(N_("Perturbation table"), N_("CSV files (*.csv *.txt);;All files (*)"))
        self._set_protection_file(path, "ptable", variance=None, maximum=None)

    def _set_protection_file(self, path: Path | None, key: str, **others: object) -> None:
        """Set a file of the protection method, if that has such a file, and `others` of its settings."""
        protect: Any = getattr(self.presenter.params, "protect", None)
        if path is not None and hasattr(protect, key):
            fields = {key: relative_path(path, self._controller.base), **others}
            self.presenter.change({"protect": protect.model_copy(update=fields)})

    @Slot(object)
    def ask_hierarchy(self, name: str) -> None:
        """Show the groups of a variable instead of the table."""
        self.hierarchy.show_variable(name)
        self._middle.setCurrentWidget(self.hierarchy)

    @Slot(object)
    def _on_hierarchy(self, chosen: tuple[str, HierarchySpec]) -> None:
        self.presenter.set_hierarchy(*chosen)

    @Slot()
    def _leave_hierarchy(self) -> None:
        self._middle.setCurrentWidget(self._answers)
