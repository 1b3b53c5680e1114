"""The place Output checking: the queue to the left, the sheet in the middle, the judgement beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK
from sdc_desktop.engine.output.ledger import account
from sdc_desktop.engine.plan import Job
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.submission.releasing.decisions import against
from sdc_desktop.ui.dialogs.adopting import ask_for_end
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.frame.panel import Panel
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.ui.tabs.outputs.corrections import CorrectionMenu, clicked
from sdc_desktop.ui.tabs.outputs.dialogs import PackageDialog, ask_approval, ask_reason, show_request
from sdc_desktop.ui.tabs.outputs.evidence import Evidence
from sdc_desktop.ui.tabs.outputs.presenter import OutputPresenter
from sdc_desktop.ui.tabs.outputs.queue import Queue
from sdc_desktop.ui.tabs.outputs.sheet_view import SheetPanel
from sdc_desktop.ui.tabs.outputs.view import Stage, View
from sdc_desktop.ui.tabs.policy_line import PolicyLine
from sdc_desktop.ui.tabs.reports import Reports
from sdc_desktop.ui.tabs.tab_page import FAILED, TabPage
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.empty_state import EmptyState
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.outputs_tab import about_rows, explained, item_title, ledger_text, usual_reason

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.outputs.output_check.result import OutputCheckResult
    from sdc_desktop.engine.submission.releasing.decisions import Item


Verdict = Literal["release", "change", "refuse"]
_EMPTY = (
    N_("No outputs open"),
    N_(
        "Drop a folder or files of outputs here. Every table in workbooks, CSV, HTML, Word and log files is "
        "found and checked against the rules; nothing in the files is run."
    ),
    N_("Add files\u2026"),
)


class Setup(QWidget):
    """Reports what is chosen; it decides nothing."""

    ledger_requested = Signal()
    no_ledger_requested = Signal()
    removal_requested = Signal()
    published_requested = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        say = words.say
        self.outputs = plain_label(selectable=True)
        self.remove = QPushButton(say(N_("Remove all outputs")))
        self.ledger, self.rules = plain_label(selectable=True), plain_label(selectable=True)
        self.choose_ledger = QPushButton(say(N_("Ledger of the pro&ject\u2026")))
        self.no_ledger = QPushButton(say(N_("Without a ledger")))
        self.published = QPushButton(say(N_("Published rules\u2026")))
        for button in (self.remove, self.no_ledger, self.published):
            button.setProperty("weight", "quiet")
        self.form = SettingsForm(OUTPUT_CHECK, words)
        self.problems = ProblemLines(words)
        buttons = QHBoxLayout()
        buttons.addWidget(self.choose_ledger)
        buttons.addWidget(self.no_ledger)
        inner = QVBoxLayout()
        spread(inner, self, margin=0)
        inner.addWidget(self.outputs)
        inner.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignLeft)
        inner.addWidget(self.ledger)
        inner.addLayout(buttons)
        inner.addWidget(self.rules)
        inner.addWidget(self.published, 0, Qt.AlignmentFlag.AlignLeft)
        inner.addWidget(self.form)
        inner.addStretch(1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        self.area = CardsArea(inner)
        column.addWidget(self.area, 1)
        self.choose_ledger.clicked.connect(self.ledger_requested)
        self.no_ledger.clicked.connect(self.no_ledger_requested)
        self.remove.clicked.connect(self.removal_requested)
        self.published.clicked.connect(self.published_requested)

    def show_view(self, view: View) -> None:
        """Show the current settings; no change is reported."""
        params, say = view.params, self._words.say
        self.setEnabled(params is not None)
        if params is None:
            return
        names = say(N_("Outputs: {names}"), names=", ".join(params.outputs))
        if params.evidence:
            names += "\n" + say(N_("Supporting files: {names}"), names=", ".join(params.evidence))
        self.outputs.setText(names)
        none = say(N_("none"))
        self.rules.setText(say(N_("Published rules: {name}"), name=params.published or none))
        self.no_ledger.setEnabled(params.ledger is not None)
        if params.ledger is None or view.answer is None:
            self.ledger.setText(say(N_("Ledger: {name}"), name=params.ledger or none))
        else:
            self.ledger.setText(ledger_text(view.answer.result, params.ledger, self._words))
        self.form.show_params(params, Choices())

    @Slot()
    def settle(self) -> None:
        """Report what is typed in the field that has the focus."""
        self.form.settle()


class OutputsPage(TabPage):
    """Composes the tab and passes on what its parts report; the presenter decides."""

    def __init__(
        self,
        controller: ProjectController,
        jobs: JobManager,
        words: Words,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(controller, words, parent)
        self._account = account()
        say = words.say
        self.setAcceptDrops(True)
        self.presenter = OutputPresenter(controller, jobs, words, self)
        self.queue = Queue(words, self._account)
        self.setup = Setup(words)
        self.problems = ProblemLines(words)
        self.empty = EmptyState()
        self.centre = SheetPanel(words)
        self.signed = plain_label()
        self.add_button = QPushButton()
        self.request_button = QPushButton(say(N_("Request to the &researcher\u2026")))
        self.approve_button = QPushButton(say(N_("&Approve\u2026")))
        self.package_button = QPushButton(say(N_("Write pac&kage\u2026")))
        self.again_button = QPushButton(say(N_("Read again")))
        self.policy_line = PolicyLine(controller, (OUTPUT_CHECK.kind,), words)
        self.report = Reports(controller, jobs, self.presenter.settled_plan, words, self)
        self._lay_out()
        self._connect()
        self._show(self.presenter.view)
        self._make_later((partial(getattr, self, "evidence"),))

    @cached_property
    def evidence(self) -> Evidence:
        """What lies behind the selected item; made when it is first wanted."""
        made = Evidence(self._words)
        made.place_requested.connect(self._on_place)
        self.report.follow_saved(*made.tables)
        self._answer.addWidget(made)
        self._answer.setSizes([step(self, 60), step(self, 40)])
        return made

    # building ----------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        say = self._words.say
        self.add_button.setText(say(N_("Add o&utputs")))
        menu = QMenu(self.add_button)
        # made here: Python can lose hold of those that a menu makes
        self.add_files = QAction(say(N_("&Files\u2026")), menu)
        self.add_folder = QAction(say(N_("F&older\u2026")), menu)
        self.add_evidence = QAction(say(N_("&Supporting files, never packaged\u2026")), menu)
        menu.addActions([self.add_files, self.add_folder, self.add_evidence])
        self.add_button.setMenu(menu)
        head = QHBoxLayout()
        for part in (self.add_button, self.again_button):
            head.addWidget(part)
        head.addStretch(1)
        left = QWidget()
        column = QVBoxLayout(left)
        spread(column, self, margin=0.5, spacing=0.5)
        column.addLayout(head)
        column.addWidget(self.queue, 1)
        notes = (self.problems, self.signed, self.policy_line, self.report.outcome)
        foot = (self.request_button, self.approve_button)
        panel = Panel(self.setup, self.why, self._words, name=N_("Rules"), notes=notes, foot=foot)
        self._frame(panel, self._centre(), left)
        self.verdict.add_actions(self.report.report_button, self.package_button)

    def _centre(self) -> QWidget:
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.centre)
        self._answers = QStackedWidget()
        self._answers.addWidget(self.empty)
        self._answers.addWidget(splitter)
        self._answer = splitter
        return self._answers

    def _connect(self) -> None:
        presenter, queue, setup = self.presenter, self.queue, self.setup
        presenter.changed.connect(self._show)
        presenter.end_requested.connect(self._on_end_requested)
        presenter.packaged.connect(self._on_packaged)
        presenter.not_entered.connect(self.report.report_not_written)
        queue.filter_chosen.connect(presenter.choose_filter)
        queue.selected.connect(self._on_selected)
        queue.moved.connect(presenter.move)
        queue.decided.connect(self._on_decided)
        queue.taken_back.connect(presenter.take_back)
        setup.form.changed.connect(presenter.change)
        setup.form.refused.connect(presenter.refuse)
        setup.ledger_requested.connect(self.ask_ledger)
        setup.no_ledger_requested.connect(self._on_no_ledger)
        setup.published_requested.connect(self.ask_published)
        setup.removal_requested.connect(presenter.remove_outputs)
        self.add_files.triggered.connect(self.ask_files)
        self.add_folder.triggered.connect(self.ask_folder)
        self.add_evidence.triggered.connect(self.ask_evidence)
        self.again_button.clicked.connect(presenter.read_again)
        self.request_button.clicked.connect(self.show_request)
        self.approve_button.clicked.connect(self.ask_approval)
        self.package_button.clicked.connect(self.ask_package)
        self.empty.requested.connect(self._on_empty)
        self.centre.sheets.activated.connect(presenter.choose_sheet)
        self.centre.sheet.cell_chosen.connect(self._on_cell)
        self.centre.sheet.menu_requested.connect(self._on_menu)

    @Slot()
    def begin(self) -> None:
        super().begin()
        self.presenter.begin()
        self.queue.by.setText(self._account)
        if "evidence" in vars(self):
            self.evidence.tabs.setCurrentIndex(0)
        self.centre.begin()

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
        self._show_verdict(view)
        self._show_buttons(view)
        answer = view.answer
        if answer is None or view.stage is Stage.NO_OUTPUTS:
            self._show_empty(view)
            self._answers.setCurrentWidget(self.empty)
            return
        self._answers.setCurrentWidget(self._answer)
        self.evidence.show_view(view)
        self.evidence.set_folder(self._controller.base)
        self.centre.show_view(view, reading=self.presenter.is_reading)

    def _show_verdict(self, view: View) -> None:
        answer = view.answer
        if answer is None or view.stage is Stage.NO_OUTPUTS:
            text = N_("Checking outputs\u2026") if view.running else N_("No outputs checked yet.")
            self.verdict.notify(Mark.NONE, self._words.say(text))
            return
        finding = view.qualified(answer.finding(self._words), self._words)
        self.verdict.judge(self.presenter.verdict(), finding, self._words)

    def _show_buttons(self, view: View) -> None:
        answer, ready = view.answer, view.ready and not view.packaging
        some = answer is not None and bool(answer.result.files)
        self.request_button.setEnabled(ready and some)
        self.add_evidence.setEnabled(view.params is not None)
        self.again_button.setEnabled(view.params is not None and not view.long_running)
        self.report.show_ready(ready and some)
        with_ledger = view.params is not None and view.params.ledger is not None
        decided = answer is not None and some and not answer.result.undecided
        self.package_button.setEnabled(ready and decided and with_ledger)
        waits = answer is not None and bool(answer.result.signed.decided_by)
        waits = waits and answer is not None and not answer.result.signed.approved_by
        four = view.params is not None and view.params.four_eyes
        self.approve_button.setEnabled(ready and waits and four)
        self.approve_button.setVisible(four)
        tip = N_("Decide on every item and choose a ledger first.")
        self.package_button.setToolTip("" if self.package_button.isEnabled() else self._words.say(tip))
        text = "" if answer is None else answer.signed(self._words)
        if answer is not None and answer.lapsed:
            lapsed = self._words.say_many(
                N_("{number} decision lapsed, because its table or findings changed."),
                N_("{number} decisions lapsed, because their tables or findings changed."),
                len(answer.lapsed),
            )
            text = f"{text} {lapsed}".strip()
        self.signed.setText(text)
        self.signed.setVisible(bool(text))

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
        title = self._words.say(N_("Outputs to check"))
        names, _ = QFileDialog.getOpenFileNames(self, title, str(self._folder()))
        self.presenter.add_outputs([Path(name) for name in names])

    @Slot()
    def ask_folder(self) -> None:
        """Prompt for a folder of outputs."""
        title = self._words.say(N_("Folder of outputs"))
        name = QFileDialog.getExistingDirectory(self, title, str(self._folder()))
        if name:
            self.presenter.add_outputs([Path(name)])

    @Slot()
    def ask_evidence(self) -> None:
        """Let the user choose files that help the check."""
        title = self._words.say(N_("Supporting files"))
        names, _ = QFileDialog.getOpenFileNames(self, title, str(self._folder()))
        self.presenter.add_evidence([Path(name) for name in names])

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

    @Slot()
    def _on_no_ledger(self) -> None:
        self.presenter.set_file("ledger", None)

    @Slot(object)
    def _on_end_requested(self, problem: Problem) -> None:
        seen = ask_for_end(problem, self._words, self)
        if seen is not None:
            self.presenter.adopt(seen)

    @Slot(object, object)
    def _on_decided(self, verdict: str, items: tuple[Item, ...]) -> None:
        by, view = self.queue.by.text().strip(), self.presenter.view
        if verdict == "proposed":
            self.presenter.decide(self.queue.proposed_items(view), verdict="release", reasons={}, by=by)
            return

        chosen = cast(Verdict, verdict)
        if chosen == "release":
            excepted = [one for one in items if against(one)]
            reasons: dict[str, str] = {}
            if excepted:
                reason = self._ask_reason(N_("Release against findings"), excepted, "")
                if reason is None:
                    return
                reasons = dict.fromkeys((one.id for one in excepted), reason)
            self.presenter.decide(items, chosen, reasons, by)
            return
        title = N_("Ask for a change") if chosen == "change" else N_("Refuse")
        first = usual_reason(items[0], self._words) if len(items) == 1 else ""
        reason = self._ask_reason(title, items, first)
        if reason is not None:
            self.presenter.decide(items, chosen, {one.id: reason for one in items}, by)

    def _ask_reason(self, title: str, items: Sequence[Item], first: str) -> str | None:
        answer = self.presenter.view.answer
        if answer is None or not items:
            return None
        return ask_reason(self._words.say(title), items, first, answer, self._words, self)

    @Slot()
    def show_request(self) -> None:
        """Show the request to the researcher."""
        view = self.presenter.view
        if view.answer is not None:
            problems = show_request(view.answer, output_folder(self._folder()), self._words, self)
            if problems:
                self.report.report_not_written(problems)

    @Slot()
    def ask_approval(self) -> None:
        """Ask a second person to approve."""
        answer = self.presenter.view.answer
        reason = None if answer is None else ask_approval(answer, self._account, self._words, self)
        if reason is not None and reason.sent_back:
            self.presenter.send_back(reason.name, reason.reason)
        elif reason is not None:
            self.presenter.approve(reason.name)

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
        dialog.finished.connect(dialog.deleteLater)
        if dialog.exec() and dialog.path is not None:
            self.presenter.write_package(dialog.path, dialog.form)

    @Slot(object)
    def _on_packaged(self, found: object) -> None:
        result = cast("OutputCheckResult", found)
        if result.package is not None:
            self.report.report_written(Path(result.package.path))
            return
        self.report.notify(
            self._words.say(
                N_(
                    "The decisions were entered in the ledger. A second person approves them from another "
                    "account; then the package can be written."
                )
            )
        )

    @Slot(object)
    def _on_selected(self, id: str) -> None:
        self.presenter.select(id)
        self._explain_item()

    def _explain_item(self) -> None:
        view = self.presenter.view
        if view.item is not None and view.answer is not None:
            title = item_title(view.item, view.answer.submission, self._words)
            self.why.show(title, about_rows(view.item, view.answer.submission, self._words))

    @Slot(object)
    def _on_place(self, place: tuple[int, int]) -> None:
        item = self.presenter.view.item
        if item is not None and item.table is not None and self.presenter.view.sheet is not None:
            self.centre.sheet.go_to(item.table.table.place(*place))

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
        elif view.item is not None and view.item.table is what.table:
            self._explain_item()

    @Slot(object, object)
    def _on_menu(self, where: Any, place: tuple[int, int]) -> None:
        view = self.presenter.view
        if view.sheet is None or not view.ready:
            return
        what = clicked(view.sheet.tables, place, view.sheet.sheet, self.centre.sheet.chosen_box)
        chosen = None if view.item is None else view.item.table
        menu = CorrectionMenu(what, chosen, self._words, self)
        menu.corrected.connect(self.presenter.correct)
        menu.undone.connect(self.presenter.undo_correction)
        menu.mark_explained.connect(self.presenter.explain_mark)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(where)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.presenter.add_outputs(paths)

    def _folder(self) -> Path:
        return self._controller.base if self._controller.base != Path.cwd() else Path.home()
