"""The place Output checking: the queue to the left, the sheet in the middle, the judgement beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK
from sdc_desktop.engine.output.ledger import account
from sdc_desktop.engine.plan import Job
from sdc_desktop.engine.problems import Problem
from sdc_desktop.project.report_fields import combined
from sdc_desktop.report.model import Edition
from sdc_desktop.ui.dialogs.adopting import ask_for_head
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.frame.panel import Panel
from sdc_desktop.ui.frame.rows import notes_area
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.ui.tabs.outputs.corrections import CorrectionMenu, clicked
from sdc_desktop.ui.tabs.outputs.dialogs import ApproveDialog, PackageDialog, show_request
from sdc_desktop.ui.tabs.outputs.evidence import Evidence, Middle
from sdc_desktop.ui.tabs.outputs.judgement import Judgement
from sdc_desktop.ui.tabs.outputs.presenter import OutputPresenter
from sdc_desktop.ui.tabs.outputs.queue import ACTS, Queue
from sdc_desktop.ui.tabs.outputs.setup import Setup
from sdc_desktop.ui.tabs.outputs.view import Stage, View
from sdc_desktop.ui.tabs.outputs.whole_numbers import WholeNumbers
from sdc_desktop.ui.tabs.outputs.work import decision_report
from sdc_desktop.ui.tabs.policy_line import PolicyLine
from sdc_desktop.ui.tabs.reports import Reports
from sdc_desktop.ui.tabs.tab_page import FAILED, TabPage
from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.empty_state import EmptyState
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.questions import with_suffix
from sdc_desktop.ui.widgets.verdict_bar import BarFigure, Mark
from sdc_desktop.ui.widgets.why_panel import WhyPanel
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.outputs_tab import approval_barred, explained, item_title, signature_lines
from sdc_desktop.words.outputs.sheet_marks import place_at
from sdc_desktop.words.words import listed, whole

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.outputs.output_check.result import OutputCheckResult
    from sdc_desktop.engine.submission.releasing.decisions import Item


Verdict = Literal["release", "change", "refuse"]
_DECISION_REPORTS: Mapping[Edition, str] = {
    "external": N_("&Decisions for the researcher\u2026"),
    "internal": N_("Decisions for the a&udit\u2026"),
}
_LEFT = 29.3  # width of the queue, in steps of the grid
_NOTES = 9.0  # height of the messages: whose approval is missing, and what to do, is whole
_EMPTY = (
    N_("No outputs open"),
    N_(
        "Drop a folder or files of outputs here. Every table in workbooks, CSV, HTML, Word and log files is "
        "found and checked against the rules; nothing in the files is run."
    ),
    N_("Add files\u2026"),
)


class OutputsPage(TabPage):
    """Composes the place and passes on what its parts report; the presenter decides."""

    def __init__(
        self,
        controller: ProjectController,
        jobs: JobManager,
        words: Words,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(controller, words, parent)
        self._account = account()
        self._menu: CorrectionMenu | None = None
        self._awaited = ""  # the address of a cell to be selected once its file is shown
        self.setAcceptDrops(True)
        self.presenter = OutputPresenter(controller, jobs, words, self)
        self.why = WhyPanel(words, hint=N_("Select a cell of the sheet for an explanation."))
        self._make_actions()
        self.add_button = self._menu_button(words.say(N_("&Add")), self._adding, weight="quiet")
        self.queue = Queue(words, self.add_button)
        self.whole_numbers = WholeNumbers(words)
        self.judgement = Judgement(self.why, self.whole_numbers, words)
        self.setup = Setup(self._account, words)
        self.problems = ProblemLines(words)
        self.awaited = plain_label(tone="muted", selectable=True, narrow=True)
        self.empty = EmptyState()
        self.middle = Middle(words)
        self.centre = self.middle.centre
        self.policy_line = PolicyLine(controller, (OUTPUT_CHECK.kind,), words)
        self.report = Reports(controller, jobs, self.presenter.settled_plan, words, self)
        self.package_button = self._menu_button(words.say(N_("Pac&kage")), self._packaging)
        self.threshold = push_button(weight="chip")
        self.release, self.change, self.refuse = (self._act(verdict) for verdict in ACTS)
        self._lay_out()
        self._connect()
        self._show(self.presenter.view)
        self._make_later((partial(getattr, self, "evidence"),))

    @cached_property
    def evidence(self) -> Evidence:
        """What lies behind the selected item; made when it is first wanted."""
        self.report.follow_saved(*self.middle.evidence.tables)
        return self.middle.evidence

    # building ----------------------------------------------------------------------------------------

    def _make_actions(self) -> None:
        say = self._words.say
        # made here: Python can lose hold of those that a menu makes
        self.add_files = self._action(say(N_("&Files\u2026")), self.ask_files)
        self.add_folder = self._action(say(N_("F&older\u2026")), self.ask_folder)
        evidence = say(N_("&Supporting files, never packaged\u2026"))
        self.add_evidence = self._action(evidence, self.ask_evidence)
        self.again = self._action(say(N_("&Read again")), self.presenter.read_again)
        self.remove = self._action(say(N_("Re&move all outputs")), self.presenter.remove_outputs)
        self.divide = self._action(say(N_("One &case for each folder")), self.presenter.divide)
        self.unite = self._action(say(N_("All files of one rese&archer")), self.presenter.unite)
        cases = self.divide, self.unite
        self._adding = (
            self.add_files, self.add_folder, self.add_evidence, *cases, self.again, self.remove
        )  # fmt: skip
        self.request = self._action(say(N_("Request to the &researcher\u2026")), self.show_request)
        self.approval = self._action(say(N_("&Approve\u2026")), self.ask_approval)
        self.package = self._action(say(N_("Write pac&kage\u2026")), self.ask_package)
        self.decisions = {
            edition: self._action(say(text), partial(self.ask_decision_report, edition))
            for edition, text in _DECISION_REPORTS.items()
        }
        self._packaging = (self.request, *self.decisions.values(), self.approval, self.package)

    def _action(self, text: str, act: Callable[[], object]) -> QAction:
        made = QAction(text, self)
        made.triggered.connect(act)
        return made

    def _menu_button(self, text: str, actions: Sequence[QAction], weight: str = "") -> QPushButton:
        button = push_button(text, weight=weight)
        menu = QMenu(button)
        menu.setToolTipsVisible(True)
        menu.addActions(list(actions))
        button.setMenu(menu)
        return button

    def _act(self, verdict: str) -> QPushButton:
        key, text = ACTS[verdict]
        button = push_button(self._words.say(text), scale="small")
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.setToolTip(self._words.say(N_("Key: {key}"), key=key))
        button.clicked.connect(partial(self._on_act, verdict))
        return button

    def _lay_out(self) -> None:
        self._answers = QStackedWidget()
        self._answers.addWidget(self.empty)
        self._answers.addWidget(self.middle)
        foot = (self.release, self.change, self.refuse)
        parts = (
            self.awaited,
            self.judgement.missing,
            self.problems,
            self.policy_line,
            self.report.outcome,
        )
        panel = Panel(
            self.judgement,
            self.setup,
            self._words,
            name=N_("Judgement"),
            second=N_("Rules"),
            notes=(notes_area(parts, _NOTES),),
            foot=foot,
        )
        panel.foot.row.setSpacing(step(self, 0.5))
        rail = QWidget()
        column = QVBoxLayout(rail)
        column.setContentsMargins(0, 0, 0, 0)
        self._add_short = self._menu_button("+", self._adding, weight="quiet")
        self._add_short.setAccessibleName(self._words.say(N_("Add outputs")))
        column.addWidget(self._add_short)
        column.addWidget(self.queue.rail, 1)
        self._frame(panel, self._answers, self.queue, rail, _LEFT)
        self.verdict.add_chip(self.threshold)
        self.verdict.add_actions(self.report.report_button, self.package_button)

    def _connect(self) -> None:
        presenter, queue, setup = self.presenter, self.queue, self.setup
        presenter.changed.connect(self._show)
        presenter.end_requested.connect(self._on_end_requested)
        presenter.packaged.connect(self._on_packaged)
        presenter.approved.connect(self._on_approved)
        presenter.not_entered.connect(self.report.report_not_written)
        queue.filter_chosen.connect(presenter.choose_filter)
        queue.selected.connect(self._on_selected)
        queue.chosen_changed.connect(self._show_judgement)
        queue.moved.connect(presenter.move)
        queue.case_moved.connect(presenter.move_case)
        setup.cases.renamed.connect(presenter.rename)
        queue.decided.connect(self._on_decided)
        queue.taken_back.connect(presenter.take_back)
        self.judgement.finding_chosen.connect(self._on_finding)
        self.judgement.stated_chosen.connect(self._on_stated)
        self.judgement.correct.clicked.connect(self._on_correction)
        self.whole_numbers.answered.connect(self._on_whole_numbers)
        self.middle.finding_requested.connect(self._on_next_finding)
        self.threshold.clicked.connect(self._on_threshold)
        setup.form.changed.connect(presenter.change)
        setup.form.refused.connect(presenter.refuse)
        setup.choose_ledger.clicked.connect(self.ask_ledger)
        setup.choose_head.clicked.connect(self.ask_head)
        setup.no_ledger.clicked.connect(presenter.drop_ledger)
        setup.published.clicked.connect(self.ask_published)
        self.empty.requested.connect(self._on_empty)
        self.middle.sheets.activated.connect(presenter.choose_sheet)
        self.centre.sheet.cell_chosen.connect(self._on_cell)
        self.centre.sheet.menu_requested.connect(self._on_menu)

    @Slot()
    def begin(self) -> None:
        super().begin()
        self.presenter.begin()
        self.setup.by.setText(self._account)
        self.judgement.begin()
        self.middle.begin()

    def _current_job(self) -> Job | None:
        return self.presenter.job

    @Slot()
    def settle(self) -> None:
        super().settle()
        self.setup.settle()

    # showing -----------------------------------------------------------------------------------------

    @Slot(object)
    def _show(self, view: View) -> None:
        self.queue.show_view(view)
        self.setup.show_view(view)
        self.problems.show_problems(view.problems)
        self.whole_numbers.show_view(view)
        self._show_verdict(view)
        self._show_acts(view)
        self._show_judgement()
        answer = view.answer
        if answer is None or view.stage is Stage.NO_OUTPUTS:
            self._show_empty(view)
            self._answers.setCurrentWidget(self.empty)
            return
        self._answers.setCurrentWidget(self.middle)
        self.evidence.set_folder(self._controller.base)
        self.middle.show_view(view, reading=self.presenter.is_reading)
        self._go_to_awaited()

    @Slot()
    def _show_judgement(self) -> None:
        view = self.presenter.view
        answer, item = view.answer, view.item
        title = item_title(item, answer.submission, self._words) if item and answer else ""
        self.frame.panel.show_title(title or self._words.say(N_("No table or file selected")))
        self.judgement.show_view(view, self.queue.chosen)
        self.middle.show_at(self.judgement.at, len(self.judgement.findings))
        can = view.ready and item is not None and not view.packaging
        proposed = "" if item is None or view.verdicts.get(item.id) else item.severity.value
        for verdict, button in zip(ACTS, (self.release, self.change, self.refuse), strict=True):
            button.setEnabled(can)
            weight = "primary" if verdict == proposed else ""
            if button.property("weight") != weight:
                button.setProperty("weight", weight)
                button.style().polish(button)

    def _show_verdict(self, view: View) -> None:
        answer, say = view.answer, self._words.say
        rules = None if view.params is None else view.params.rules
        self.threshold.setVisible(rules is not None)
        if rules is not None:
            self.threshold.setText(say(N_("Threshold {number}"), number=rules.threshold))
        if answer is None or view.stage is Stage.NO_OUTPUTS:
            text = N_("Checking outputs\u2026") if view.running else N_("No outputs checked yet.")
            self.verdict.show_figures(())
            self.verdict.notify(Mark.NONE, say(text))
            return
        finding = view.qualified(answer.finding(self._words), self._words)
        if answer.lapsed:
            finding = f"{finding} {self._lapsed(len(answer.lapsed))}"
        self.verdict.judge(self.presenter.verdict(), finding, self._words)
        left, total = answer.result.undecided, view.total
        decided = say(N_("{number} of {total}"), number=total - left, total=total)
        figures = (say(N_("Decided")), decided), (say(N_("Findings")), whole(view.findings))
        self.verdict.show_figures([BarFigure(caption, "", text) for caption, text in figures])

    def _lapsed(self, number: int) -> str:
        return self._words.say_many(
            N_("{number} decision lapsed, because its table or findings changed."),
            N_("{number} decisions lapsed, because their tables or findings changed."),
            number,
        )

    def _show_acts(self, view: View) -> None:
        answer, ready = view.answer, view.ready and not view.packaging
        some = answer is not None and bool(answer.result.files)
        self.request.setEnabled(ready and some)
        for report in self.decisions.values():
            report.setEnabled(ready and answer is not None and bool(answer.result.decisions))
        self._show_cases(view)
        for action in (self.add_evidence, self.remove):
            action.setEnabled(view.params is not None)
        self.again.setEnabled(view.params is not None and not view.long_running)
        self.report.show_ready(ready and some)
        with_ledger = view.params is not None and view.params.ledger is not None
        decided = answer is not None and some and not answer.result.undecided
        self.package.setEnabled(ready and decided and with_ledger)
        four = view.params is not None and view.params.four_eyes
        barred = approval_barred(None if answer is None else answer.result, account(), self._words)
        self.approval.setEnabled(ready and four and not barred)
        self.approval.setVisible(four)
        self.approval.setToolTip(barred)
        lines = "" if answer is None else signature_lines(answer.result, answer.why, account(), self._words)
        self.awaited.setText(lines)
        self.awaited.setVisible(bool(lines))
        tip = N_("Decide on every item and choose a ledger first.")
        self.package.setToolTip("" if self.package.isEnabled() else self._words.say(tip))
        text = "" if answer is None else answer.signed(self._words)
        if answer is not None and answer.lapsed:
            text = f"{text} {self._lapsed(len(answer.lapsed))}".strip()
        self.setup.signed.setText(text)

    def _show_cases(self, view: View) -> None:
        """The researcher in view, in the acts that are on one alone."""
        params = view.params
        several = params is not None and bool(params.cases)
        self.divide.setEnabled(params is not None and not several)
        self.unite.setEnabled(several)
        of_cases = view.answer is not None and bool(view.answer.params.cases)
        name = view.cases[view.case].researcher if of_cases and view.cases else ""
        for action in (self.request, *self.decisions.values()):
            action.setStatusTip(name)
            action.setToolTip(name)
        self.package_button.setToolTip(name)
        if name:
            self.request.setText(self._words.say(N_("&Request to {name}\u2026"), name=name))
        else:
            self.request.setText(self._words.say(N_("Request to the &researcher\u2026")))

    def _show_empty(self, view: View) -> None:
        ready = view.stage is not Stage.NO_OUTPUTS
        self._fill_empty(FAILED if ready else _EMPTY, view, ready=ready)

    # what the checker does ---------------------------------------------------------------------------

    @Slot()
    def _on_empty(self) -> None:
        if self.presenter.view.stage is Stage.NO_OUTPUTS:
            self.ask_files()

    @Slot()
    def ask_files(self) -> None:
        """Prompt for files of outputs."""
        self._add(self._chosen_files(N_("Outputs to check")))

    @Slot()
    def ask_folder(self) -> None:
        """Prompt for a folder of outputs."""
        title = self._words.say(N_("Folder of outputs"))
        name = QFileDialog.getExistingDirectory(self, title, str(self._folder()))
        if name:
            self._add([Path(name)])

    @Slot()
    def ask_evidence(self) -> None:
        """Let the user choose files that help the check."""
        self.presenter.add_evidence(self._chosen_files(N_("Supporting files")))

    def _chosen_files(self, title: str) -> list[Path]:
        names, _ = QFileDialog.getOpenFileNames(self, self._words.say(title), str(self._folder()))
        return [Path(name) for name in names]

    @Slot()
    def ask_published(self) -> None:
        """Let the user choose the file of rules that is published for the project."""
        title, filters = self._words.say(N_("Published rules")), self._words.say(N_("Rules (*.json)"))
        name, _ = QFileDialog.getOpenFileName(self, title, str(self._folder()), filters)
        if name:
            self.presenter.set_file("published", Path(name))

    @Slot()
    def ask_ledger(self) -> None:
        """Prompt for the project's ledger; a name without a file begins a new one."""
        title, filters = (
            self._words.say(N_("Ledger of the project")),
            self._words.say(N_("Ledgers (*.sdcledger)")),
        )
        folder = output_folder(self._folder())
        options = QFileDialog.Option.DontConfirmOverwrite  # a ledger is never written over
        name, _ = QFileDialog.getSaveFileName(
            self, title, str(folder / "project.sdcledger"), filters, options=options
        )
        if name:
            self.presenter.set_file("ledger", Path(name))

    @Slot(object)
    def _on_end_requested(self, problem: Problem) -> None:
        found = ask_for_head(problem, output_folder(self._folder()), self._words, self)
        if isinstance(found, Path):
            self.presenter.set_file("head", found)
        elif found is not None:
            self.presenter.adopt(found)

    @Slot()
    def ask_head(self) -> None:
        """Prompt for the file of the ledger's head, or for a place to keep it in."""
        title, filters = self._words.say(N_("Head of the ledger")), self._words.say(N_("Heads (*.head)"))
        options = QFileDialog.Option.DontConfirmOverwrite  # it is compared before it is replaced
        name, _ = QFileDialog.getSaveFileName(
            self, title, str(output_folder(self._folder())), filters, options=options
        )
        if name:
            self.presenter.set_file("head", Path(name))

    @Slot()
    def _on_act(self, verdict: str, _checked: bool = False) -> None:
        self._on_decided(verdict, self.queue.chosen)

    @Slot(object, object)
    def _on_decided(self, verdict: str, items: tuple[Item, ...]) -> None:
        by, view = self.setup.by.text().strip(), self.presenter.view
        if verdict == "proposed":
            self.presenter.decide(self.queue.proposed_items(view), verdict="release", reasons={}, by=by)
            return
        reasons = self.judgement.reasons(verdict, items)
        if reasons is not None and items:
            self.judgement.forget()
            self.presenter.decide(items, cast(Verdict, verdict), reasons, by)

    @Slot()
    def show_request(self) -> None:
        """Show the request to the researcher."""
        view = self.presenter.view
        if view.answer is not None:
            case, folder = view.cases[view.case], output_folder(self._folder())
            problems = show_request(view.answer, case, folder, self._words, self)
            if problems:
                self.report.report_not_written(problems)

    def ask_decision_report(self, edition: Edition, _checked: bool = False) -> None:
        """Prompt for the file of the report on the decisions on the researcher in view, and write it."""
        answer, view = self.presenter.view.answer, self.presenter.view
        if answer is None:
            return
        case, words = view.cases[view.case], self._words
        name = output_folder(self._folder()) / f"decisions{case.ending}.{edition}.pdf"
        title, filters = words.say(N_("Report on the decisions")), words.say(N_("Reports (*.pdf)"))
        chosen, _ = QFileDialog.getSaveFileName(self, title, str(name), filters)
        path = with_suffix(Path(chosen), (".pdf",), words, self) if chosen else None
        if path is not None:
            controller = self._controller
            fields = combined(controller.plan, controller.project.decisions)
            self.report.write(path, decision_report(answer, case, fields, words, edition, path))

    @Slot()
    def ask_approval(self) -> None:
        """Ask a second person to approve."""
        answer = self.presenter.view.answer
        if answer is None:
            return
        about = f"{answer.finding(self._words)}\n{answer.signed(self._words)}"
        dialog = ApproveDialog(about, self._account, self._words, self)
        if dialog.exec():
            name, reason = dialog.name.text().strip(), dialog.reason.text().strip()
            if dialog.sent_back:
                self.presenter.send_back(name, reason)
            else:
                self.presenter.approve(name)

    @Slot()
    def ask_package(self) -> None:
        """Show what goes and what stays, ask where to, and write the package."""
        self._controller.settle()
        answer = self.presenter.view.answer
        refused = self._controller.refused_by_policy(self.presenter.settled_plan(), (OUTPUT_CHECK.kind,))
        if refused:
            self.report.report_not_written(refused)
            return
        if answer is None:
            return
        dialog = PackageDialog(answer, output_folder(self._folder()), self._words, self)
        if dialog.exec() and dialog.path is not None:
            self.presenter.write_package(dialog.path, dialog.form)

    @Slot(object)
    def _on_packaged(self, found: object) -> None:
        result = cast("OutputCheckResult", found)
        if result.packages:
            names = ", ".join(one.path for one in result.packages)
            self.report.report_names(names)
            return
        self.report.notify(self._words.say(N_("The decisions were entered in the ledger.")))

    @Slot()
    def _on_approved(self) -> None:
        text = N_("The approval was entered in the ledger. Now choose Write package.")
        self.report.notify(self._words.say(text))

    @Slot(object)
    def _on_selected(self, id: str) -> None:
        self.why.clear()
        self.presenter.select(id)

    @Slot()
    def _on_threshold(self) -> None:
        self.frame.turn_to(1)
        self.setup.lead()

    @Slot(object)
    def _on_whole_numbers(self, kind: str) -> None:
        self.presenter.change({"whole_numbers": kind})

    @Slot(object)
    def _on_next_finding(self, by: int) -> None:
        number, at = len(self.judgement.findings), self.judgement.at
        self._on_finding((0 if by > 0 else number - 1) if at is None else (at + by) % number)

    @Slot(object)
    def _on_finding(self, number: int) -> None:
        place, view = self.judgement.go_to(number), self.presenter.view
        self.middle.show_at(number, len(self.judgement.findings))
        self.middle.tabs.setCurrentIndex(0)
        item = view.item
        if isinstance(place, str):
            self._go_to_address("", place)
        elif place is not None and item is not None and item.table is not None and view.sheet is not None:
            self.centre.sheet.go_to(item.table.table.place(*place))

    @Slot(object)
    def _on_stated(self, number: int) -> None:
        """Show the place of a stated number, in whatever sheet or file it is."""
        one = self.presenter.view.stated[number]
        self.middle.tabs.setCurrentIndex(0)
        self._go_to_address(one.file, one.within)

    def _go_to_address(self, file: str, address: str) -> None:
        """Select the cell of an address; a file not yet read is awaited."""
        self._awaited = address
        self.presenter.show_place(file, address.rpartition("!")[0])
        self._go_to_awaited()

    def _go_to_awaited(self) -> None:
        shown = self.presenter.view.sheet
        if self._awaited and shown is not None:
            place = place_at(shown.sheet, self._awaited)
            self._awaited = ""
            if place is not None:
                self.centre.sheet.go_to(place)
                self.centre.sheet.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _on_cell(self, place: tuple[int, int]) -> None:
        view = self.presenter.view
        shown, answer = view.sheet, view.answer
        if shown is None or answer is None:
            return
        what = clicked(shown.tables, place, shown.sheet, None)
        if what.table is None:
            return
        if what.row is not None and what.column is not None:
            self.why.show(*explained(what.table, what.row, what.column, self._words))

    @Slot()
    def _on_correction(self) -> None:
        """The menu on the selected cell, or on the first of the table."""
        view, index, button = self.presenter.view, self.centre.sheet.currentIndex(), self.judgement.correct
        if view.item is None:
            return
        table = view.item.table
        body = (0, 0) if table is None else table.table.body[:2]
        place = (index.row(), index.column()) if index.isValid() else body
        self._on_menu(button.mapToGlobal(button.rect().bottomLeft()), place)

    @Slot(object, object)
    def _on_menu(self, where: Any, place: tuple[int, int]) -> None:
        view = self.presenter.view
        if view.sheet is None or not view.ready:
            return
        what = clicked(view.sheet.tables, place, view.sheet.sheet, self.centre.sheet.chosen_box)
        own = (one for one in view.stated if one.can_be_corrected)
        here = [one for one in own if place_at(view.sheet.sheet, one.place) == place]
        what = replace(what, stated=tuple(here))
        chosen = None if view.item is None else view.item.table
        if self._menu is not None:  # it may still wait for the answer of a dialog when it hides
            self._menu.deleteLater()
        self._menu = menu = CorrectionMenu(what, chosen, self._words, self)
        menu.corrected.connect(self.presenter.correct)
        menu.undone.connect(self.presenter.undo_correction)
        menu.mark_explained.connect(self.presenter.explain_mark)
        menu.popup(where)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self._add(paths)

    def _add(self, paths: Sequence[Path]) -> None:
        """Add outputs. Several folders are a case each, or can be."""
        self.presenter.add_outputs(paths)
        params = self.presenter.params
        if params is None or not paths:
            return
        text = ""
        if params.cases:
            text = N_("One case for each folder: {names}. Names are changed in Rules.")
            names = [case.researcher for case in params.cases]
        elif len(names := self.presenter.folders_within()) > 1:
            text = N_("Folders of several researchers ({names})? Choose One case for each folder under Add.")
        if text:
            self.report.notify(self._words.say(text, names=listed(names, self._words)))

    def _folder(self) -> Path:
        return self._controller.base if self._controller.base != Path.cwd() else Path.home()
