"""Live use: start or continue with a log, request records, see what waits and why."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.release.live import Request
from sdc_desktop.ui.dialogs.adopting import ask_for_end, ask_to_adopt_as_found
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.ui.tabs.release.live_ask import LiveAsk
from sdc_desktop.ui.tabs.release.live_evidence import LiveEvidence
from sdc_desktop.ui.tabs.release.live_presenter import WITHOUT_HEAD, LivePresenter, LiveView
from sdc_desktop.ui.tabs.release.live_work import Adopted
from sdc_desktop.ui.theme import fill, spread, step
from sdc_desktop.ui.widgets.message_area import BrokenText
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.questions import ask_to_release, with_suffix
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release.release_live import confirm_text, end_text, overtaken_text, state_text

SUFFIX = ".sdclog"


class LivePage(QWidget):
    """Composes the parts; deciding is the presenter's, and the engine's."""

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._words = words
        self._confirms = True  # before records are released
        self.setProperty("helpPage", RELEASE.kind)
        say = words.say
        self.presenter = LivePresenter(controller, jobs, words, self)
        self.start_button = push_button(say(N_("&New log…")), weight="primary")
        self.open_button = QPushButton(say(N_("&Open log…")))
        self.close_button = push_button(say(N_("C&lose the log")), weight="quiet", scale="small")
        self.report_button = push_button(say(N_("&Report on the log\u2026")), weight="quiet", scale="small")
        self.end = BrokenText(say(N_("End of the log")), 8)  # its lines and checksum
        self.problems = ProblemLines(words)
        self.ask = LiveAsk(words)
        self.set_up = self._set_up()
        self._pages = QStackedWidget()
        self._pages.addWidget(self._first_page())
        self._pages.addWidget(QWidget())
        self._open_column = QVBoxLayout(self._pages.widget(1))
        self._open_column.setContentsMargins(0, 0, 0, 0)
        fill(self, self._pages)
        self._connect()
        self._show(self.presenter.view)

    @cached_property
    def evidence(self) -> LiveEvidence:
        """What the release looks like; made when it is first wanted."""
        made = LiveEvidence(self._words)
        made.explain_requested.connect(self.presenter.explain)
        made.together_requested.connect(self.presenter.find_together)
        self._open_column.addWidget(made, 1)
        return made

    def begin(self) -> None:
        """Another project is open: close the log, and forget what was typed for it."""
        self.presenter.close()
        self.ask.by.setCurrentIndex(0)
        for field in (self.ask.record, self.ask.value):
            field.clear()
        if "evidence" in vars(self):
            self.evidence.tabs.setCurrentIndex(0)

    def show_verdict(self, bar: VerdictBar) -> None:
        """Show the verdict on the log in the bar above."""
        state = self.presenter.view.state
        if state is None:
            bar.notify(Mark.NONE, self._words.say(N_("No release log is open.")))
            return
        numbers = len(state.released), len(state.waiting), len(state.denied)
        text = state_text(*numbers, self._words)
        if state.overtaken:
            text = f"{text} {overtaken_text(state.overtaken, self._words)}"
        bar.judge(state.verdict, text, self._words)

    # building ----------------------------------------------------------------------------------------

    def _first_page(self) -> QWidget:
        say, page = self._words.say, QWidget()
        title = QLabel(say(N_("Release records one at a time")))
        title.setProperty("scale", "title")
        text = QLabel(
            say(
                N_(
                    "Every request and release is written to an append-only release log; releases cannot be "
                    "recalled. A new log takes its rules from Set-up and keeps them. The "
                    "log contains record values: store it where only you can read it."
                )
            )
        )
        text.setWordWrap(True)
        self.hint = plain_label(
            say(N_("Before starting a log, open the file and choose observed variable and target.")),
            tone="muted",
        )
        buttons = WrappingRow((self.start_button, self.open_button), step(self, 1))
        column = QVBoxLayout(page)
        spread(column, self, margin=4, spacing=1.5)
        for part in (title, text, self.hint):
            column.addWidget(part)
        column.addWidget(buttons)
        column.addStretch(1)
        return page

    def _set_up(self) -> QWidget:
        """What is done with the log that is open, for the panel."""
        part = QWidget()
        column = QVBoxLayout(part)
        spread(column, self, margin=1, spacing=0.5)
        column.addWidget(self.ask)
        column.addWidget(WrappingRow((self.report_button, self.close_button), step(self, 0.5)))
        column.addWidget(self.end)
        return part

    def _connect(self) -> None:
        presenter = self.presenter
        presenter.changed.connect(self._show)
        presenter.confirm_requested.connect(self._on_confirm)
        presenter.adoption_requested.connect(self._on_adoption)
        self.start_button.clicked.connect(self.ask_start)
        self.open_button.clicked.connect(self.ask_open)
        self.close_button.clicked.connect(presenter.close)
        self.report_button.clicked.connect(self.ask_report)
        self.ask.key_requested.connect(self._on_key)
        self.ask.request_requested.connect(self._on_request)
        self.ask.batch.clicked.connect(self.ask_batch)

    # showing -----------------------------------------------------------------------------------------

    @Slot(object)
    def _show(self, view: LiveView) -> None:
        state = view.state
        begins = state is not None and self._pages.currentIndex() == 0
        self._pages.setCurrentIndex(int(state is not None))
        self.start_button.setEnabled(view.may_start and not view.busy)
        self.open_button.setEnabled(not view.busy)
        self.hint.setVisible(not view.may_start)
        self.problems.show_problems(view.problems)
        if state is None:
            self._confirms = True
            return
        self.end.show_text(end_text(state.head, self._words))
        for button in (self.close_button, self.report_button):
            button.setEnabled(not view.busy)
        self.ask.show_view(view)
        self.evidence.show_view(view)
        if begins and self.isVisible():
            self.ask.take_focus()

    # what the officer does ---------------------------------------------------------------------------

    @Slot()
    def ask_start(self) -> None:
        """Ask where the new log should be, and start it."""
        folder = output_folder(self._controller.data_folder)
        name, _ = QFileDialog.getSaveFileName(
            self,
            self._words.say(N_("New release log")),
            str(folder / f"release{SUFFIX}"),
            self._filters(),
            options=QFileDialog.Option.DontConfirmOverwrite,  # a log is never written over
        )
        path = with_suffix(Path(name), (SUFFIX,), self._words, self) if name else None
        if path is not None:
            self.presenter.start(path)

    @Slot()
    def ask_open(self) -> None:
        """Let the user choose a log, and continue with it."""
        folder = output_folder(self._controller.data_folder)
        title = self._words.say(N_("Open a release log"))
        name, _ = QFileDialog.getOpenFileName(self, title, str(folder), self._filters())
        if name:
            self.presenter.reopen(Path(name))

    @Slot()
    def ask_report(self) -> None:
        """Let the user choose where to export the report on the log, and export it."""
        state = self.presenter.view.state
        if state is None:
            return
        name, _ = QFileDialog.getSaveFileName(
            self,
            self._words.say(N_("Report on the log")),
            str(state.path.with_name(f"{state.path.stem}_log.pdf")),
            self._words.say(N_("PDF (*.pdf);;HTML (*.html)")),
        )
        path = with_suffix(Path(name), (".pdf", ".html"), self._words, self) if name else None
        if path is not None:
            self.presenter.write_report(path)

    @Slot()
    def ask_batch(self) -> None:
        """Let the user choose a file of requests."""
        folder = self._controller.data_folder
        filters = self._words.say(N_("Text files (*.csv *.txt *.tsv);;All files (*)"))
        title = self._words.say(N_("File of requests"))
        name, _ = QFileDialog.getOpenFileName(self, title, str(folder), filters)
        if name:
            self.presenter.read_batch(Path(name), self.ask.key)

    def _filters(self) -> str:
        return self._words.say(N_("Release logs (*.sdclog);;All files (*)"))

    @Slot(object)
    def _on_key(self, keys: tuple[str, ...]) -> None:
        self.presenter.find(keys, self.ask.key)

    @Slot(object)
    def _on_request(self, typed: tuple[str, str, str]) -> None:
        self._on_confirm((Request(*typed),))

    @Slot(object, object)
    def _on_adoption(self, path: Path, problem: Problem) -> None:
        if problem.code == WITHOUT_HEAD:
            if ask_to_adopt_as_found(problem, self._words, self):
                self.presenter.reopen(path, Adopted(None))
            return
        seen = ask_for_end(problem, self._words, self)
        if seen is not None:
            self.presenter.reopen(path, Adopted(seen))

    @Slot(object)
    def _on_confirm(self, requests: tuple[Request, ...]) -> None:
        if self._confirms:
            meant, no_more = ask_to_release(confirm_text(requests, self._words), self._words, self)
            if not meant:
                self.ask.take_focus()
                return
            self._confirms = not no_more
        self.presenter.ask(requests)
        self.ask.take_focus()
