"""The report before it is saved: its fields beside its pages as pictures; the bytes shown are saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.output.files import refuse_changed
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.project.report_fields import combined
from sdc_desktop.report.pdf import page_pictures, pdf_bytes
from sdc_desktop.ui.dialogs.report_fields import ReportFieldsForm
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.help_window import give_help
from sdc_desktop.ui.widgets.pages_view import PagesView
from sdc_desktop.ui.widgets.questions import with_suffix
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.verdicts.verdict import verdict_text

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.plan_result import PlanResult
    from sdc_desktop.report.assemble import MadeReport

_DOTS = 96.0  # per inch, times the screen's own ratio
_FORM_LETTERS = 38


@dataclass(frozen=True)
class Preview:
    """A finished report: the bytes of its PDF, and its pages as PNG pictures."""

    made: MadeReport
    pdf: bytes
    pages: tuple[bytes, ...]


def report_filters(words: Words) -> dict[str, str]:
    """The entries of the save dialog, and the ending of each."""
    return {words.say(N_("PDF (*.pdf)")): ".pdf", words.say(N_("HTML (*.html)")): ".html"}


class ReportDialog(QDialog):
    """Beside the main window. The preview follows the fields and the plan; the plan is run again only where
    it has changed. `settled_plan` gives the plan to report on.
    """

    def __init__(
        self,
        controller: ProjectController,
        jobs: JobManager,
        settled_plan: Callable[[], Plan],
        words: Words,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._jobs = jobs
        self._settled_plan = settled_plan
        self._words = words
        self._job: Job | None = None
        self._about_plan: object = None  # the plan, policy and files of the preview under way
        self._previewed: object = None  # what the preview under way, or shown, was made from
        self._known: tuple[object, PlanResult] | None = None  # what a plan gave
        self._saved: Path | None = None
        self.preview: Preview | None = None
        self.setWindowTitle(words.say(N_("Report – SDC Desktop")))
        give_help(self, "report", words)
        self._make()
        self.form.refused.connect(self._on_refused)
        controller.history_changed.connect(self._on_history)
        self.finished.connect(self._on_closed)

    def _make(self) -> None:
        say = self._words.say
        self.form = ReportFieldsForm(self._controller, self._words)
        form = QScrollArea()
        form.setWidgetResizable(True)
        form.setWidget(self.form)
        form.setFixedWidth(self.fontMetrics().averageCharWidth() * _FORM_LETTERS)
        form.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        form.setAccessibleName(say(N_("About the report")))
        self.verdict = _line()
        self.verdict.setProperty("tone", "strong")
        self.state = _line()
        self.pages = PagesView()
        self.pages.setAccessibleName(say(N_("Pages of the report")))
        right = QVBoxLayout()
        right.addWidget(self.verdict)
        right.addWidget(self.pages, 1)
        right.addWidget(self.state)
        self.annex = QCheckBox(say(N_("Annex &files")))
        self.annex.setChecked(True)
        self.annex.setToolTip(say(N_("Settings, cells and figures in a folder beside the report")))
        self.annex_folder: Path | None = None  # None: beside the report
        self.folder_button = QPushButton(say(N_("Annex fol&der…")))
        self.folder_button.setToolTip(say(N_("Default: a folder beside the report, with its name")))
        self.stop_button = QPushButton(say(N_("&Stop")))
        self.open_button = QPushButton(say(N_("&Open")))
        self.save_button = QPushButton(say(N_("Save &as…")))
        self.save_button.setProperty("weight", "primary")
        self.close_button = QPushButton(say(N_("C&lose")))
        closing = (self.stop_button, self.open_button, self.save_button, self.close_button)
        for button in (self.folder_button, *closing):
            button.setAutoDefault(False)  # Enter in a field takes the field alone
        right.addWidget(
            WrappingRow((self.annex, self.folder_button, *closing), step(self), to_the_right=True)
        )
        row = QHBoxLayout(self)
        spread(row, self, margin=1, spacing=1)
        row.addWidget(form)
        row.addLayout(right, 1)
        self.annex.toggled.connect(self._on_annex)
        self.annex.toggled.connect(self.folder_button.setEnabled)
        self.folder_button.clicked.connect(self.ask_folder)
        self.stop_button.clicked.connect(self._on_stop)
        self.open_button.clicked.connect(self._on_open)
        self.save_button.clicked.connect(self.ask_save)
        self.close_button.clicked.connect(self.close)
        resize_within(self, self.fontMetrics().averageCharWidth() * 150, step(self, 1) * 84)
        self._show_state("")

    # preview -----------------------------------------------------------------------------------------

    @Slot()
    def refresh(self) -> None:
        """Make the preview again, unless its input is unchanged; what is under way is stopped."""
        self.form.settle()
        plan = self._controller.whole(self._settled_plan())
        refused = self._controller.refused_by_policy(self._controller.plan)
        if refused:
            self._stop()
            self._show_none()
            self._show_problems(refused)
            return
        about_plan, previewed = self._requested(plan)
        if previewed == self._previewed:
            return
        self._stop()
        self._previewed = previewed
        self.verdict.setText("")  # that of another plan, or of other fields
        known = self._known[1] if self._known is not None and self._known[0] == about_plan else None
        work = self._work(plan, known)
        self._about_plan = about_plan
        self._job = self._jobs.start(self._words.say(N_("Making the report")), work)
        self._job.succeeded.connect(self._on_made)
        self._job.failed.connect(self._on_failed)
        self._job.cancelled.connect(self._on_cancelled)
        self._show_state(self._words.say(N_("Making the report…")))

    def _requested(self, plan: Plan) -> tuple[object, object]:
        """What the verdict is on, and all that the report is made from."""
        project, opened = self._controller.project, self._opened
        about_plan = (plan, self._controller.policy, None if opened is None else opened.files)
        fields = combined(plan, project.decisions)
        return about_plan, (about_plan, fields, project.strategies, self.annex.isChecked())

    @property
    def _opened(self) -> Opened | None:
        return self._controller.opened

    def _work(self, plan: Plan, known: PlanResult | None) -> Callable[[JobContext], Preview]:
        controller, words, has_annex = self._controller, self._words, self.annex.isChecked()
        project, base, policy = controller.project, controller.base, controller.policy
        fields, read = combined(plan, project.decisions), () if self._opened is None else self._opened.files
        dots = _DOTS * self.devicePixelRatioF()

        def work(context: JobContext) -> Preview:
            from sdc_desktop.report.assemble import make_report

            made = make_report(
                plan,
                base,
                fields,
                words,
                context,
                edition=fields.edition,
                held_to=policy,
                strategies=project.strategies,
                read=read,
                has_annex=has_annex,
                known=known,
            )
            context.checkpoint()
            written = pdf_bytes(made.report)
            context.checkpoint()
            return Preview(made, written, page_pictures(made.report, dots))

        return work

    @Slot(object)
    def _on_made(self, found: Preview) -> None:
        self._job, self.preview = None, found
        self._known = (self._about_plan, found.made.result)
        verdict = found.made.result.verdict
        self.verdict.setText(verdict_text(verdict, self._words))
        self.form.show_verdict(verdict)
        number = len(found.pages)
        named = [self._words.say(N_("Page {number}"), number=place) for place in range(1, number + 1)]
        self.pages.show_pages(found.pages, named)
        pages = self._words.say_many(N_("{number} page."), N_("{number} pages."), number)
        self._show_state(pages)

    @Slot(object)
    def _on_failed(self, problems: tuple[Problem, ...]) -> None:
        self._show_none()
        self._show_problems(problems)

    @Slot()
    def _on_cancelled(self) -> None:
        self._show_none()
        self._show_state(self._words.say(N_("Stopped.")))

    def _show_none(self) -> None:
        """Take away what is shown: a report of another plan or other fields is neither read nor saved."""
        self._job = self._previewed = self.preview = None
        self.verdict.setText("")
        self.pages.show_pages((), ())

    @Slot(object)
    def _on_history(self, _project: object) -> None:
        if self.isVisible():
            self.refresh()

    @Slot(bool)
    def _on_annex(self, _checked: bool) -> None:
        self.refresh()

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        if problems:
            self._show_problems(problems)

    @Slot()
    def _on_stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    @Slot(int)
    def _on_closed(self, _result: int) -> None:
        self._stop()
        self._previewed = None

    def _stop(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.succeeded.disconnect(self._on_made)
            job.failed.disconnect(self._on_failed)
            job.cancelled.disconnect(self._on_cancelled)
            job.cancel()

    # files -------------------------------------------------------------------------------------------

    @Slot()
    def ask_save(self) -> None:
        """Ask where to save the report that is shown, and save it."""
        opened = self._opened
        folder = output_folder(opened.path.parent) if opened is not None else Path.home()
        stem = opened.path.stem if opened is not None else "risk"
        filters = report_filters(self._words)
        title, proposal = self._words.say(N_("Save report")), folder / f"{stem}_report.pdf"
        name, chosen = QFileDialog.getSaveFileName(self, title, str(proposal), ";;".join(filters))
        if not name:
            return
        first = filters.get(chosen, ".pdf")
        endings = (first, *(ending for ending in filters.values() if ending != first))
        path = with_suffix(Path(name), endings, self._words, self)
        if path is not None:
            self.save(path)

    @Slot()
    def ask_folder(self) -> None:
        """Prompt for the folder of the annex files."""
        opened = self._opened
        start = self.annex_folder or (Path.home() if opened is None else output_folder(opened.path.parent))
        title = self._words.say(N_("Folder for annex files"))
        name = QFileDialog.getExistingDirectory(self, title, str(start))
        if name:
            self.annex_folder = Path(name)
            self._show_state(self._words.say(N_("Annex files: {folder}."), folder=self.annex_folder.name))

    def save(self, path: Path) -> Job | None:
        """Save the report that is shown, with its annex files; a PDF has the bytes of the preview. None where
        none is shown, or the one that is shown is not that of the fields and the plan.
        """
        shown, plan = self.preview, self._controller.whole(self._settled_plan())
        if shown is None or self._job is not None:
            return None
        if self._requested(plan)[1] != self._previewed:
            self.refresh()
            return None
        base = self._controller.base
        read = () if self._opened is None else self._opened.files
        chosen = self.annex_folder

        def work(context: JobContext) -> Path:
            from sdc_desktop.report.annex.files import annex_folder
            from sdc_desktop.report.assemble import refuse_report_over_input, write_made, writer_for

            writer = writer_for(path)
            refuse_report_over_input(plan, base, path)
            refuse_changed(read)  # the pages are of the files as they were read
            shown.made.result.opened.refuse_changed()
            written = shown.pdf if path.suffix.lower() == ".pdf" else writer(shown.made.report)
            write_made(
                written, path, shown.made.annex, (chosen or annex_folder(path)) if shown.made.annex else None
            )
            return path

        job = self._jobs.start(self._words.say(N_("Writing {name}"), name=path.name), work)
        job.succeeded.connect(self._on_saved)
        job.failed.connect(self._show_problems)
        return job

    @Slot(object)
    def _on_saved(self, path: Path) -> None:
        self._saved = path
        self._show_state(self._words.say(N_("Saved: {name}."), name=path.name))

    @Slot()
    def _on_open(self) -> None:
        if self._saved is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._saved)))

    # state -------------------------------------------------------------------------------------------

    @Slot(object)
    def _show_problems(self, problems: Sequence[Problem]) -> None:

        self._show_state(" ".join(spoken(problem, self._words) for problem in problems))

    def _show_state(self, text: str) -> None:
        busy = self._job is not None
        self.state.setText(text)
        self.stop_button.setEnabled(busy)
        self.save_button.setEnabled(not busy and self.preview is not None)
        self.open_button.setEnabled(self._saved is not None)
        self.pages.setEnabled(not busy)


def _line() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
