"""The place Risk curves: the curve in the middle, its set-up beside it."""

from __future__ import annotations

from functools import cached_property, partial
from typing import cast

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.methods.curves.cae import CAE
from sdc_desktop.engine.methods.curves.cae_experiment import CAE_EXPERIMENT
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.sheets.cae import sheet as cae_sheet
from sdc_desktop.sheets.cae_experiment import sheet as experiment_sheet
from sdc_desktop.sheets.sheet import About, found_text
from sdc_desktop.ui.forms.editors.curves import KnownEditor
from sdc_desktop.ui.forms.parts import Choice
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.tabs.cae.curve_answer import CurveAnswer, CurveDraft
from sdc_desktop.ui.tabs.cae.experiment_answer import ExperimentAnswer
from sdc_desktop.ui.tabs.cae.presenter import CaePresenter
from sdc_desktop.ui.tabs.cae.question import Question
from sdc_desktop.ui.tabs.cae.view import Stage, View
from sdc_desktop.ui.tabs.policy_line import PolicyLine
from sdc_desktop.ui.tabs.reports import Reports
from sdc_desktop.ui.tabs.tab_page import QuestionPage
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words import N_, Words


class RiskCurvesPage(QuestionPage):
    """Composes the tab and passes on what its parts report; the presenter decides."""

    open_data_requested = Signal()
    record_requested = Signal(object)  # int, from 1: the Data panel should show it

    presenter: CaePresenter
    question: Question

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(controller, words, parent)
        self.presenter = CaePresenter(controller, jobs, words, self)
        self.question = Question(words)
        self.policy_line = PolicyLine(controller, (CAE.kind, CAE_EXPERIMENT.kind), words)
        self.report = Reports(controller, jobs, self.presenter.settled_plan, words, self)
        self._lay_out()
        self._connect()
        self._show(self.presenter.view)
        self._make_later(partial(getattr, self, name) for name in ("curve", "draft", "experiment"))

    @cached_property
    def curve(self) -> CurveAnswer:
        """The picture and figures of a curve; like the next ones made when first used."""
        made = CurveAnswer(self._words)
        made.record_requested.connect(self.record_requested)
        made.alone_requested.connect(self._on_alone)
        made.kept.keep_requested.connect(self.presenter.keep_curve)
        made.kept.drop_requested.connect(self.presenter.drop_curve)
        self.report.follow_saved(made.figure)
        self._answers.addWidget(made)
        return made

    @cached_property
    def draft(self) -> CurveDraft:
        """The draft of a curve."""
        made = CurveDraft(self._words)
        self._answers.addWidget(made)
        return made

    @cached_property
    def experiment(self) -> ExperimentAnswer:
        """The view of an experiment's result."""
        made = ExperimentAnswer(self._words)
        made.compare_requested.connect(self.presenter.compare)
        made.alone_requested.connect(self.presenter.compare_no_more)
        self.report.follow_saved(*made.figures)
        self._answers.addWidget(made)
        return made

    def begin_values(self) -> None:
        """Lead to the field where values are pasted."""
        self.presenter.choose_way("values")
        self.question.curve.parts["values"].setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        notes = (self.policy_line, self.report.outcome)
        self._answers = self._lay_out_frame(notes, (self.empty,), name=N_("Set-up"))
        self.verdict.add_actions(None, self.report.report_button)

    def _connect(self) -> None:
        self._follow_parts()
        self.question.file_requested.connect(self.ask_file)

    @Slot()
    def begin(self) -> None:
        super().begin()
        if "curve" in vars(self):
            self.curve.ranking.setCurrentIndex(0)

    # showing -----------------------------------------------------------------------------------------

    @Slot(object)
    def _show(self, view: View) -> None:
        self.question.show_view(view)
        self._show_verdict(view)
        self.report.show_ready(view.ready)
        if view.coarse is not None and view.stage is Stage.READY:
            self.draft.show_draft(view.coarse)
            self._answers.setCurrentWidget(self.draft)
            return
        if view.answer is None or view.stage is not Stage.READY:
            self._show_empty(view)
            self._answers.setCurrentWidget(self.empty)
            return
        part = self.curve if view.is_curve else self.experiment
        part.show_view(view)
        self._answers.setCurrentWidget(part)
        opened = self._controller.opened
        if opened is not None:
            for figure in (self.curve.figure,) if view.is_curve else self.experiment.figures:
                figure.folder = opened.path.parent

    def _show_verdict(self, view: View) -> None:
        say, answer = self._words.say, view.answer
        if answer is None or view.stage is not Stage.READY:
            text = N_("Computing…") if view.running else N_("No risk measured yet.")
            self.verdict.notify(Mark.NONE, say(text))
            return
        if view.is_curve:
            text = found_text(cae_sheet(About(None, answer.curve), self._words))
        else:
            text = found_text(experiment_sheet(About(None, answer.experiment), self._words))
        self.verdict.judge(self.presenter.verdict(), view.qualified(text, self._words), self._words)

    def _show_empty(self, view: View) -> None:
        ready = view.stage is Stage.READY
        empty = _STOPPED if ready and view.is_curve else _EMPTY.get(view.stage, _EMPTY[Stage.READY])
        self._fill_empty(empty, view, ready=ready)

    # what the officer does ---------------------------------------------------------------------------

    @Slot(object)
    def _on_alone(self, known: dict[str, str]) -> None:
        self.presenter.change({"known": known})

    @Slot()
    def _on_empty(self) -> None:
        stage = self.presenter.view.stage
        if stage is Stage.NO_DATA:
            self.open_data_requested.emit()
        elif stage is Stage.NO_ATTRIBUTE:
            form = self.question.curve if self.presenter.view.is_curve else self.question.experiment
            chooser = cast(Choice, form.parts["attribute"])
            chooser.setFocus(Qt.FocusReason.OtherFocusReason)
            chooser.showPopup()
        elif stage is Stage.NO_VALUES:
            field = self.question.curve.parts[self.presenter.view.way]
            field.setFocus(Qt.FocusReason.OtherFocusReason)
        elif stage is Stage.NO_PERSON:
            cast(KnownEditor, self.question.curve.parts["known"]).person.lead()
        elif stage is Stage.NO_FILE:
            self.ask_file("released")
        else:
            self.presenter.run()

    @Slot(object)
    def ask_file(self, key: str) -> None:
        """Let the user choose the file that `key` of the params names."""
        title = N_("Released file") if key == "released" else N_("Query log")
        path = self._requested_file(title, N_("Text files (*.csv *.txt *.tsv);;All files (*)"))
        if path is not None:
            self.presenter.change({key: relative_path(path, self._controller.base)})


_EMPTY = {
    Stage.NO_DATA: (
        N_("No data file open"),
        N_("Open a data file, or enter values without a file."),
        N_("Open a data file\u2026"),
    ),
    Stage.READING: (N_("Reading the file"), N_("Progress is shown below."), ""),
    Stage.NO_ATTRIBUTE: (
        N_("Choose the confidential variable"),
        N_("It must be numeric, such as an income, an age or a measurement."),
        N_("Choose the attribute"),
    ),
    Stage.NO_VALUES: (
        N_("Enter the possible values"),
        N_("Type or paste the values in the field on the left, one per line."),
        N_("Go to the field"),
    ),
    Stage.NO_PERSON: (
        N_("Enter the intruder's knowledge"),
        N_("On the left, choose a value for each selected variable."),
        N_("Choose the values"),
    ),
    Stage.NO_FILE: (
        N_("Choose the released file"),
        N_(
            "It is compared with the open file. A group label matches each of its values; * matches any "
            "value."
        ),
        N_("Choose released file\u2026"),
    ),
    Stage.READY: (
        N_("No result yet"),
        N_("The experiment draws repeated releases and measures the risk of every record in each."),
        N_("Run the experiment"),
    ),
}
_STOPPED = (N_("No result yet"), N_("The computation was stopped."), N_("Compute the curve"))
