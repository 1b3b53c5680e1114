"""The report before it is saved: its pages as pictures, and a dialog that has its fields beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QPixmap, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFileDialog, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.output.files import refuse_changed
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.project.report_fields import combined
from sdc_desktop.report.pdf import page_pictures, pdf_bytes
from sdc_desktop.ui.dialogs.dialog import Dialog
from sdc_desktop.ui.dialogs.report_fields import ReportFieldsForm
from sdc_desktop.ui.jobs import Job, JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.page_answer import PageAnswer, refusal_text
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.ui.theme import beside, fill, spread, step, take_out
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button, without_letter
from sdc_desktop.ui.widgets.questions import with_suffix
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.verdicts.verdict import verdict_text

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.report.assemble import MadeReport


_DOTS = 96.0  # per inch, times the screen's own ratio
_FORM_LETTERS = 38
_MARGINS = 32  # of the column of pages, both sides together


class PagesView(QScrollArea):
    """Scrolls over pages by wheel and keys."""

    def __init__(self) -> None:
        super().__init__()
        self.pictures: tuple[QPixmap, ...] = ()
        self._labels: list[QLabel] = []
        self._width = 0  # that the pages are shown in
        inner = QWidget()
        self._column = QVBoxLayout(inner)
        spread(self._column, self, margin=1, spacing=1)
        self._column.addStretch(1)
        self.setWidgetResizable(True)
        self.setWidget(inner)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def show_pages(self, pages: Sequence[bytes], names: Sequence[str]) -> None:
        """Show these PNG pictures, with their names for screen readers; where one had scrolled to stays."""
        for label in self._labels:
            take_out(self._column, label)
        self.pictures, self._labels, self._width = tuple(map(_picture, pages)), [], 0
        for place, name in enumerate(names):
            label = QLabel()
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setMinimumWidth(1)  # a page that was wider leaves no room behind
            label.setAccessibleName(name)
            self._column.insertWidget(place, label)
            self._labels.append(label)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = max(100, self.viewport().width() - _MARGINS)
        if room == self._width:
            return
        self._width, ratio = room, self.devicePixelRatioF()
        for label, picture in zip(self._labels, self.pictures, strict=True):
            width = min(picture.width(), round(room * ratio))
            shown = picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
            shown.setDevicePixelRatio(ratio)
            label.setPixmap(shown)


def _picture(content: bytes) -> QPixmap:
    picture = QPixmap()
    picture.loadFromData(content)
    return picture


@dataclass(frozen=True)
class Preview:
    """A finished report: what its verdict is on, the bytes of its PDF, and its pages as PNG pictures."""

    about: object
    made: MadeReport
    pdf: bytes
    pages: tuple[bytes, ...]


def report_filters(words: Words) -> dict[str, str]:
    """The entries of the save dialog, and the ending of each."""
    return {words.say(N_("PDF (*.pdf)")): ".pdf", words.say(N_("HTML (*.html)")): ".html"}


class ReportView(QWidget):
    """The pages of the report, and what they are saved with. They follow the fields and the plan; the plan is
    run again only where it has changed. `settled_plan` gives the plan to report on.
    """

    made = Signal(object)  # Preview
    changed = Signal()  # one is being made, or it is there, refused or stopped
    settling = Signal()  # what is typed in a form beside it is meant

    def __init__(
        self,
        controller: ProjectController,
        jobs: JobManager,
        settled_plan: Callable[[], Plan],
        words: Words,
        *,
        in_place: bool = False,
    ) -> None:
        """``in_place``: a place has the verdict and exports the report, at first without annex files."""
        super().__init__()
        self._controller = controller
        self._jobs = jobs
        self._settled_plan = settled_plan
        self._words = words
        self.report_words = words  # of the language that the report is in
        self._plan: Plan | None = None  # the whole plan that was last settled
        self._answer = PageAnswer(jobs, words, self._key, self)
        self._answer.answered.connect(self._on_made)
        self._answer.changed.connect(self._show)
        self._saved: Path | None = None
        self._make(in_place)
        controller.history_changed.connect(self._on_history)
        controller.project_begun.connect(self._forget)

    def _make(self, in_place: bool) -> None:
        say = self._words.say
        self.verdict = plain_label(tone="strong")
        self.state = plain_label()
        self.pages = PagesView()
        self.pages.setAccessibleName(say(N_("Pages of the report")))
        self.annex = QCheckBox(say(N_("Annex &files")))
        self.annex.setChecked(not in_place)
        self.annex.setToolTip(say(N_("Settings, cells and figures in a folder beside the report")))
        self.annex_folder: Path | None = None  # None: beside the report
        self.folder_button = QPushButton(say(N_("Annex fol&der…")))
        self.folder_button.setToolTip(say(N_("Default: a folder beside the report, with its name")))
        self.folder_button.setEnabled(not in_place)
        self.stop_button = QPushButton(say(N_("&Stop")))
        self.open_button = QPushButton(say(N_("&Open")))
        self.save_button = push_button(say(N_("Save &as…")), weight="" if in_place else "primary")
        buttons = (self.folder_button, self.stop_button, self.open_button, self.save_button)
        for button in buttons:
            button.setAutoDefault(False)  # Enter in a field takes the field alone
        if in_place:
            for part in (self.annex, *buttons):
                part.setText(without_letter(part.text()))
        self.foot = WrappingRow((self.annex, *buttons), step(self), to_the_right=True)
        parts = self.verdict, (self.pages, 1), self.state, self.foot
        fill(self, *parts, margin=1 if in_place else 0, spacing=1.0)
        self.verdict.setVisible(not in_place)
        self.annex.toggled.connect(self.refresh)
        self.annex.toggled.connect(self.folder_button.setEnabled)
        self.folder_button.clicked.connect(self.ask_folder)
        self.stop_button.clicked.connect(self.stop)
        self.open_button.clicked.connect(self._on_open)
        self.save_button.clicked.connect(self.ask_save)
        self._show_state("")

    # preview -----------------------------------------------------------------------------------------

    @property
    def preview(self) -> Preview | None:
        """The report that is shown; None where there is none of the fields and the plan."""
        shown: Preview | None = self._answer.found
        return shown if self._answer.current else None

    @property
    def running(self) -> bool:
        """Whether a report is being made."""
        return self._answer.running

    @Slot()
    def stop(self) -> None:
        """Stop what is being made."""
        self._answer.stop()

    @Slot()
    def refresh(self) -> None:
        """Make the preview again, unless its input is unchanged; what is under way is stopped."""
        self._settle()
        refused = self._controller.refused_by_policy(self._controller.plan)
        if refused:
            self._answer.forget()
            self._show()
            self.show_problems(refused)
        elif self._plan is not None and not self._answer.current and not self._answer.awaited:
            self.verdict.setText("")  # that of another plan, or of other fields
            self._answer.request(self.work(), self._words.say(N_("Making the report")))

    def speak(self, words: Words) -> None:
        """Make the report in another language."""
        if words.language != self.report_words.language:
            self.report_words = words
            self.refresh()

    def _settle(self) -> None:
        self.settling.emit()
        self._plan = self._controller.whole(self._settled_plan())

    @Slot()
    def _forget(self) -> None:
        self._answer.forget()
        self._plan, self.annex_folder, self._saved = None, None, None
        self._show()

    def _key(self) -> object:
        """All that the report is made from."""
        if self._plan is None:
            return None
        project = self._controller.project
        fields = combined(self._plan, project.decisions)
        language = self.report_words.language
        return self._about, fields, project.strategies, self.annex.isChecked(), language

    @property
    def _about(self) -> object:
        """What the verdict is on."""
        opened = self._opened
        return self._plan, self._controller.policy, opened and (opened.files, opened.mark)

    @property
    def _opened(self) -> Opened | None:
        return self._controller.opened

    def work(self) -> Callable[[JobContext], Preview]:
        """Work that makes the report; where there is one of this plan, its results are used again."""
        if self._plan is None:
            self._settle()
        plan = self._plan
        assert plan is not None
        controller, words, has_annex = self._controller, self.report_words, self.annex.isChecked()
        project, base, policy = controller.project, controller.base, controller.policy
        fields, read = combined(plan, project.decisions), () if self._opened is None else self._opened.files
        dots = _DOTS * self.devicePixelRatioF()
        about, last = self._about, self._answer.found
        known = None if last is None or last.about != about else last.made.result

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
            return Preview(about, made, written, page_pictures(made.report, dots))

        return work

    @Slot(object)
    def _on_made(self, found: Preview) -> None:
        self.verdict.setText(verdict_text(found.made.result.verdict, self._words))
        numbers = range(1, len(found.pages) + 1)
        named = [self._words.say(N_("Page {number}"), number=place) for place in numbers]
        self.pages.show_pages(found.pages, named)
        self.made.emit(found)

    @Slot()
    def _show(self) -> None:
        """Show how far the report is; one of another plan or of other fields is neither read nor saved."""
        answer, shown, say = self._answer, self.preview, self._words.say
        if answer.running:
            self._show_state(say(N_("Making the report…")))
        elif shown is not None:
            pages = self._words.say_many(N_("{number} page."), N_("{number} pages."), len(shown.pages))
            self._show_state(pages)
        else:
            self.verdict.setText("")
            self.pages.show_pages((), ())
            self._show_state(answer.refusal or (say(N_("Stopped.")) if answer.stopped else ""))
        self.changed.emit()

    @Slot(object)
    def _on_history(self, _project: object) -> None:
        if self.isVisible():
            self.refresh()
        elif self._plan is not None:  # what was made of another plan is not this plan's
            self._plan = self._controller.whole(self._settled_plan())
            self._show()

    # files -------------------------------------------------------------------------------------------

    @Slot()
    def ask_save(self) -> None:
        """Ask where to save the report that is shown, and save it."""
        opened = self._opened
        folder = output_folder(self._controller.data_folder)
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
        start = self.annex_folder or output_folder(self._controller.data_folder)
        title = self._words.say(N_("Folder for annex files"))
        name = QFileDialog.getExistingDirectory(self, title, str(start))
        if name:
            self.annex_folder = Path(name)
            self._show_state(self._words.say(N_("Annex files: {folder}."), folder=self.annex_folder.name))

    def save(self, path: Path) -> Job | None:
        """Save the report that is shown, with its annex files; a PDF has the bytes of the preview. None where
        none is shown, or the one that is shown is not that of the fields and the plan.
        """
        self._settle()
        shown, plan = self.preview, self._plan
        if shown is None or plan is None:
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

        title = self._words.say(N_("Writing {name}"), name=path.name)
        return self._jobs.start(title, work, self._on_saved, self.show_problems)

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
    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show why there is no report, or why it was not saved."""
        self._show_state(refusal_text(problems, self._words))

    def _show_state(self, text: str) -> None:
        busy = self._answer.running
        self.state.setText(text)
        self.stop_button.setEnabled(busy)
        self.save_button.setEnabled(not busy and self.preview is not None)
        self.open_button.setEnabled(self._saved is not None)
        self.pages.setEnabled(not busy)


class ReportDialog(Dialog):
    """The fields of the report beside its pages, in a window of their own."""

    def __init__(
        self,
        controller: ProjectController,
        jobs: JobManager,
        settled_plan: Callable[[], Plan],
        words: Words,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(words.say(N_("Report – SDC Desktop")), "report", words, parent)
        self.form = ReportFieldsForm(controller, words)
        self.view = ReportView(controller, jobs, settled_plan, words)
        form = self.form.area()
        form.setFixedWidth(self.fontMetrics().averageCharWidth() * _FORM_LETTERS)
        self.close_button = QPushButton(words.say(N_("C&lose")))
        self.close_button.setAutoDefault(False)
        self.view.foot.add(self.close_button)
        fill(self, (beside(self, form, (self.view, 1)), 1), margin=1.0, spacing=1.0)
        self.view.settling.connect(self.form.settle)
        self.view.made.connect(self._on_made)
        self.form.refused.connect(self._on_refused)
        self.close_button.clicked.connect(self.close)
        self.finished.connect(self.view.stop)
        resize_within(self, self.fontMetrics().averageCharWidth() * 150, step(self, 1) * 84)

    @Slot(object)
    def _on_made(self, found: Preview) -> None:
        self.form.show_verdict(found.made.result.verdict)

    @Slot(object)
    def _on_refused(self, problems: tuple[Problem, ...]) -> None:
        if problems:
            self.view.show_problems(problems)
