"""The place Risk curves: sources and kept curves left, the curve in the middle, its set-up beside it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import cast

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.curves.cae import CAE
from sdc_desktop.engine.methods.curves.cae_experiment import CAE_EXPERIMENT
from sdc_desktop.project.with_data import relative_path
from sdc_desktop.sheets.cae import sheet as cae_sheet
from sdc_desktop.sheets.cae_experiment import sheet as experiment_sheet
from sdc_desktop.sheets.sheet import About, found_text
from sdc_desktop.ui.forms.editors.curves import KnownEditor
from sdc_desktop.ui.forms.parts import Choice
from sdc_desktop.ui.frame.cards import CardList, CardRail, CardView
from sdc_desktop.ui.frame.empty_place import EmptyPlace
from sdc_desktop.ui.frame.panel import Panel
from sdc_desktop.ui.frame.rows import notes_area
from sdc_desktop.ui.frame.views import ViewTabs, tab_row
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.tabs.cae.curve_answer import CurveAnswer, CurveDraft, KeptCurves, curve_plot
from sdc_desktop.ui.tabs.cae.experiment_answer import ExperimentAnswer
from sdc_desktop.ui.tabs.cae.presenter import CaePresenter
from sdc_desktop.ui.tabs.cae.question import Question
from sdc_desktop.ui.tabs.cae.tab_job import COMPARED, CURVES, NAMES, WAYS
from sdc_desktop.ui.tabs.cae.view import Stage, View
from sdc_desktop.ui.tabs.policy_line import PolicyLine
from sdc_desktop.ui.tabs.reports import Reports
from sdc_desktop.ui.tabs.tab_page import QuestionPage
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.ui.widgets.plots.steps_plot import StepCurve
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.ui.widgets.why_panel import WhyPanel
from sdc_desktop.words import N_, Words
from sdc_desktop.words.curves.cae import technique_name
from sdc_desktop.words.curves.cae_tab import overlaid_figures
from sdc_desktop.words.program.persons import COUNTS_RECORDS


class RiskCurvesPage(QuestionPage):
    """Composes the tab and passes on what its parts report; the presenter decides."""

    open_data_requested = Signal()
    demo_requested = Signal()
    record_requested = Signal(object)  # int, from 1: the card File should show it

    presenter: CaePresenter
    question: Question

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(controller, words, parent)
        self.presenter = CaePresenter(controller, jobs, words, self)
        self.question = Question(words)
        self.why = WhyPanel(words, hint=N_("Select a case for an explanation."))
        self.kept = KeptCurves(words)
        self.cards = CardList(words.say(N_("Curves and experiments")), foot=self.kept)
        self.rail = CardRail()
        titles = [words.say(title) for title in _TITLES]
        self.tabs = ViewTabs("risk_curves", words.say(N_("Views of the result")), titles)
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
        made.case_chosen.connect(self.why.show)
        self.report.follow_saved(made.figure)
        for part in (made, made.cases):
            self._answers.addWidget(part)
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
        made.compare.clicked.connect(self.presenter.compare)
        made.alone_requested.connect(self.presenter.compare_no_more)
        self.report.follow_saved(*made.figures)
        for part in (made, made.techniques):
            self._answers.addWidget(part)
        return made

    def begin_values(self) -> None:
        """Lead to the field where values are pasted."""
        self.presenter.choose_way("values")
        self.question.curve.parts["values"].setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        self._answers = CurrentStack()
        self._answers.addWidget(self.empty)
        middle = QWidget()
        column = QVBoxLayout(middle)
        spread(column, self, margin=0, spacing=0)
        column.addWidget(tab_row(self.tabs))
        column.addWidget(self._answers, 1)
        parts = (self.question.problems, self.policy_line, self.report.outcome)
        panel = Panel(
            self.question,
            self.why,
            self._words,
            name=N_("Set-up"),
            notes=(notes_area(parts),),
            foot=(self.question.run,),
        )
        self._frame(panel, middle, self.cards, self.rail)
        self.verdict.add_actions(None, self.report.report_button)

    @cached_property
    def beginning(self) -> EmptyPlace:
        """What the place is for, while there is nothing in it."""
        plot = curve_plot(self._words)
        plot.show_curves([StepCurve("", _STEPS)])
        plot.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)  # a picture only
        plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        made = EmptyPlace(_ABOUT, plot, _BEGIN, self._words)
        made.begun.connect(self._on_begun)
        self._place.addWidget(made)
        return made

    def _connect(self) -> None:
        self._follow_parts()
        self.question.file_requested.connect(self.ask_file)
        self.kept.keep_requested.connect(self.presenter.keep_curve)
        for cards in (self.cards, self.rail):
            cards.chosen.connect(self._on_card)
        self.cards.removal_requested.connect(self._on_removal)
        self.cards.menu_requested.connect(self._on_menu)
        self.tabs.currentChanged.connect(self._on_tab)

    @Slot()
    def begin(self) -> None:
        super().begin()
        if "curve" in vars(self):
            self.curve.ranking.setCurrentIndex(0)

    @Slot(object)
    def _on_begun(self, way: str) -> None:
        if way == "open":
            self.open_data_requested.emit()
        elif way == "demo":
            self.demo_requested.emit()
        elif way == "values":
            self.begin_values()
        else:
            self.presenter.choose_way(way)

    # the cards ---------------------------------------------------------------------------------------

    @Slot(object)
    def _on_card(self, key: str) -> None:
        if key in WAYS and key != self.presenter.view.way:
            self.presenter.choose_way(key)
        elif key not in WAYS:
            self.tabs.setCurrentIndex(_CURVE)  # a kept curve is drawn there

    @Slot(object)
    def _on_removal(self, key: str) -> None:
        if key not in WAYS:
            self.presenter.drop_curve(key.removeprefix(_KEPT))

    @Slot(object, object)
    def _on_menu(self, key: str, where: QPoint) -> None:
        if key in WAYS:
            return
        menu = QMenu(self)
        menu.addAction(self._words.say(N_("Remove curve"))).triggered.connect(partial(self._on_removal, key))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(where)

    # showing -----------------------------------------------------------------------------------------

    @Slot(object)
    def _show(self, view: View) -> None:
        self.question.show_view(view)
        self.kept.show_view(view)
        views = tuple(_cards(view, self._words))
        for cards in (self.cards, self.rail):
            cards.show_cards(views, view.way)
        self._show_verdict(view)
        self.report.show_ready(view.ready)
        nothing = view.stage is Stage.NO_DATA and view.way == "attribute" and self.presenter.is_new
        self._place.setCurrentWidget(self.beginning if nothing else self.frame)
        some = view.is_curve and view.answer is not None and bool(view.answer.curve.cases)
        for place, there in enumerate((view.is_curve, some, not view.is_curve, not view.is_curve)):
            self.tabs.setTabEnabled(place, there)
        self._on_tab()
        opened = self._controller.opened
        if opened is not None and view.answer is not None:
            for figure in (self.curve.figure,) if view.is_curve else self.experiment.figures:
                figure.folder = opened.path.parent

    @Slot()
    def _on_tab(self) -> None:
        """Show the view whose tab is chosen, the draft of a curve, or why there is none."""
        view, place = self.presenter.view, self.tabs.currentIndex()
        if not self.tabs.isTabEnabled(place):
            place = _CURVE if view.is_curve else _EXPERIMENT
            with QSignalBlocker(self.tabs):
                self.tabs.setCurrentIndex(place)
        self._answers.setCurrentWidget(self._answer_of(view, place))

    def _answer_of(self, view: View, place: int) -> QWidget:
        if view.coarse is not None and view.stage is Stage.READY:
            self.draft.show_draft(view.coarse)
            return self.draft
        if view.answer is None or view.stage is not Stage.READY:
            self._show_empty(view)
            return self.empty
        if view.is_curve:
            self.curve.show_view(view)
            return self.curve if place == _CURVE else self.curve.cases
        self.experiment.show_view(view)
        return self.experiment if place == _EXPERIMENT else self.experiment.techniques

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


def _cards(view: View, words: Words) -> Iterator[CardView]:
    """A card for each source of a curve, for each kept curve, and for each experiment."""
    say = words.say
    about = view.attribute or ""
    headings = {WAYS[0]: N_("Risk curve of"), COMPARED[0]: N_("Experiments")}
    for way in WAYS:
        if way == COMPARED[0]:
            yield from _kept(view, words)
        current = way == view.way
        summary = view.table or about if current and way not in ("values", "intervals") else ""
        title = say(NAMES[way]) if way in CURVES else technique_name(way, words)
        heading = say(headings[way]) if way in headings else ""
        barred = view.several_records and way in _OF_RECORDS
        tip = say(COUNTS_RECORDS) if barred else say(NAMES[way])
        shown = summary if current else ""
        yield CardView(way, title, shown, heading=heading, tip=tip, enabled=not barred)


def _kept(view: View, words: Words) -> Iterator[CardView]:
    for place, kept in enumerate(view.overlaid):
        heading = "" if place else words.say(N_("Kept curves"))
        figures = overlaid_figures([kept.name], [kept.result], words).removeprefix(f"{kept.name}: ")
        yield CardView(f"{_KEPT}{kept.name}", kept.name, figures, heading=heading, tip=kept.name)


_KEPT = "kept "  # before the name of a kept curve, in the key of its card
_OF_RECORDS = ("attribute", "released")  # sources that are always the records of the file
_TITLES = N_("Curve"), N_("Cases"), N_("Experiment"), N_("Techniques")
_CURVE, _EXPERIMENT = 0, 2  # places of views
_STEPS = (
    *((0.0, 3.6), (1.0, 2.9), (2.0, 2.3), (3.5, 1.7), (5.0, 1.2), (6.5, 0.8), (8.0, 0.4)),
    *((9.0, 0.2), (10.0, 0.0)),
)
_ABOUT = (
    N_("Uncertainty that remains for an intruder"),
    N_(
        "A risk curve shows how uncertain an intruder remains about a person's value, at every precision. "
        "Use it to decide whether a rounded, noisy or partly known amount is protected well enough."
    ),
    N_("Remaining uncertainty by precision"),
)
_BEGIN = {
    "open": N_("Open a data file\u2026"),
    "values": N_("Enter values"),
    "intervals": N_("Intervals of a table"),
    "demo": N_("Salaries demo"),
}
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
        N_("Type or paste the values under Set-up, one per line."),
        N_("Go to the field"),
    ),
    Stage.NO_PERSON: (
        N_("Enter the intruder's knowledge"),
        N_("Under Set-up, choose a value for each selected variable."),
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
    Stage.SEVERAL_RECORDS: (
        N_("Persons have several records"),
        N_(
            "Risk curves count records. Keep one record of each person when preparing the records, or choose "
            "another source on the left."
        ),
        "",
    ),
    Stage.READY: (
        N_("No result yet"),
        N_("The experiment draws repeated releases and measures the risk of every record in each."),
        N_("Run the experiment"),
    ),
}
_STOPPED = (N_("No result yet"), N_("The computation was stopped."), N_("Compute the curve"))
