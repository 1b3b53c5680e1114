"""The place Microdata: the cards from the file to its release, the result of the chosen one, its settings."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
from sdc_desktop.engine.methods import experiments, risk
from sdc_desktop.engine.methods.recoding.recode import RECODE
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job
from sdc_desktop.project.chain import chain_of
from sdc_desktop.ui.frame.panel import WHY, Panel
from sdc_desktop.ui.hierarchies.page import HierarchyPage
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.judging import verdict_key
from sdc_desktop.ui.tabs.microdata.anopi.levels import Levels
from sdc_desktop.ui.tabs.microdata.anopi.question import Question
from sdc_desktop.ui.tabs.microdata.anopi.view import Stage, View
from sdc_desktop.ui.tabs.microdata.checking.checking import Checking
from sdc_desktop.ui.tabs.microdata.data.data_cards import DataCards
from sdc_desktop.ui.tabs.microdata.evidence.measure_jobs import measure_job
from sdc_desktop.ui.tabs.microdata.exports import AT_SITE
from sdc_desktop.ui.tabs.microdata.generalising.generalising import Generalising
from sdc_desktop.ui.tabs.microdata.grouping.grouping import Grouping
from sdc_desktop.ui.tabs.microdata.masking.masking_methods import MaskingMethods
from sdc_desktop.ui.tabs.microdata.middle.sections import HIERARCHY, RECORDS
from sdc_desktop.ui.tabs.microdata.middle.step_tabs import WITH_HIERARCHIES, StepTabs
from sdc_desktop.ui.tabs.microdata.part import Part
from sdc_desktop.ui.tabs.microdata.pipeline.card_views import (
    CRITERIA_KEY,
    FILE_KEY,
    OF_STEP,
    PREPARE_KEY,
    RELEASE_KEY,
    ROLES_KEY,
    Known,
)
from sdc_desktop.ui.tabs.microdata.pipeline.pipeline import Pipeline
from sdc_desktop.ui.tabs.microdata.pipeline.proposed_hierarchies import ProposedHierarchies
from sdc_desktop.ui.tabs.microdata.preparing.prepare_card import PrepareCard
from sdc_desktop.ui.tabs.microdata.proposing import Proposing
from sdc_desktop.ui.tabs.microdata.read_verdict import ReadVerdict
from sdc_desktop.ui.tabs.microdata.release.release import Release
from sdc_desktop.ui.tabs.microdata.remedy_links import RemedyLinks
from sdc_desktop.ui.tabs.microdata.rule_chips import RuleChips
from sdc_desktop.ui.tabs.microdata.tab_job import WAYS
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.tabs.policy_line import PolicyLine
from sdc_desktop.ui.tabs.tab_page import TabPage, failure_text
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.ui.widgets.empty_state import EmptyState
from sdc_desktop.ui.widgets.folding_tabs import FoldingTabs
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.verdict_bar import BarFigure, Mark
from sdc_desktop.ui.widgets.why_panel import Explanation
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata import pipeline as phrases
from sdc_desktop.words.microdata.steps import finding
from sdc_desktop.words.program.counts import refused_on_counts
from sdc_desktop.words.program.persons import refused_for_persons

if TYPE_CHECKING:  # plots take their time to load: the answer is made when there is one
    from sdc_desktop.engine.microdata.classes.compared_records import Choice
    from sdc_desktop.engine.running.compare_files import Comparison
    from sdc_desktop.engine.verdict import Verdict
    from sdc_desktop.ui.tabs.microdata.anopi.answer import AnswerView
    from sdc_desktop.ui.tabs.microdata.first_look import FirstLookView

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
}
_TITLES = {
    FILE_KEY: phrases.FILE,
    PREPARE_KEY: phrases.PREPARE,
    ROLES_KEY: phrases.ROLES,
    CRITERIA_KEY: phrases.CRITERIA,
    RELEASE_KEY: phrases.RELEASE,
}
_MEASURES = tuple(method.kind for method in (*risk.METHODS, *experiments.METHODS))


class MicrodataPage(TabPage):
    """Composes the place and passes on what its parts report; the presenters decide."""

    open_data_requested = Signal()
    policy_requested = Signal()

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(controller, words, parent)
        self._jobs = jobs
        self.card = FILE_KEY  # the key of the card that is chosen
        self._begun = False  # a card was chosen for the project that is open
        self._card_explained = FILE_KEY  # the card that Why is about
        self._first_look: FirstLookView | None = None
        self._differences: QWidget | None = None  # from the file that was replaced
        self._replaced_by = ""  # SHA-256 of the file that took its place
        controller.steps.begin()
        self.read_verdict = ReadVerdict(controller, jobs, self)
        self.proposing = Proposing(controller, jobs, words, self)
        RemedyLinks(self.verdict, controller, self._released_job, words, self)
        shelf = QWidget(self)
        shelf.hide()
        tools = Tools(controller, jobs, words, self.why, shelf)
        self.levels, self.masking = Levels(tools), MaskingMethods(tools)
        self.presenter = self.levels.presenter
        self.parts: tuple[Part, ...] = (Grouping(tools), Generalising(tools), self.masking, self.levels)
        for part in self.parts:
            part.setParent(self)
        self.checking = Checking(tools)
        self.question = Question(words, self.parts)
        self.form = self.levels.form
        self.data = DataCards(controller, jobs, words, self)
        self.prepare = PrepareCard(controller, jobs, words)
        self.pipeline = Pipeline(controller, words)
        self._hierarchies = ProposedHierarchies(controller, jobs, self)
        self.empty = EmptyState()
        self.hierarchy = self._hierarchy_page()
        self.step_tabs = StepTabs(controller, jobs, self._hierarchy_page(), words)
        self.release = Release(self.presenter, tools, self.verdict, self._released_verdict, self)
        self.exports = self.release.exports
        self.chips = RuleChips(controller, words, self)
        self.policy_line = PolicyLine(controller, (*WAYS, *_MEASURES), words)
        self._lay_out()
        self._connect()
        self._show(self.presenter.view)
        self._make_later([self._make_first_look, self._make_proposals, self._prepare_answer])

    @property
    def making(self) -> bool:
        """Whether parts of the page are still to be made."""
        return super().making or self.levels.making

    @Slot()
    def settle(self) -> None:
        """What is being moved or typed becomes a change of the plan."""
        super().settle()
        for part in self.parts:
            part.settle()

    # what it is made of ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        say = self._words.say
        self.file_pages = FoldingTabs("file_card", say(N_("Pages of the file")))
        self._look_place, self._proposals_place = CurrentStack(), CurrentStack()
        self.file_pages.addTab(self._look_place, say(N_("First look")))
        self.file_pages.addTab(self._proposals_place, say(N_("Proposals")))
        self.file_pages.addTab(self.data.records, say(N_("Records")))
        self.role_pages = FoldingTabs("roles_card", say(N_("Pages of the variables")))
        self.role_pages.addTab(self.data.variables, say(N_("Variables")))
        self.role_pages.addTab(self.hierarchy, say(N_("Hierarchy")))
        self._middle, self._settings = CurrentStack(), QStackedWidget()
        self._nothing = QWidget()
        of_cards = {
            FILE_KEY: (self.file_pages, self.data.file_settings),
            PREPARE_KEY: (self.prepare, self.prepare.settings),
            ROLES_KEY: (self.role_pages, self.data.settings),
            OF_STEP: (self.step_tabs, self.question),
            CRITERIA_KEY: (self.checking, self.checking.form),
            RELEASE_KEY: (self.release.middle, self.release.settings),
        }
        self._of_cards: Mapping[str, tuple[QWidget, QWidget]] = of_cards
        for middle, settings in ((self.empty, self._nothing), *of_cards.values()):
            self._middle.addWidget(middle)
            self._settings.addWidget(settings)
        self.remove_step = push_button(say(N_("Remove step")), weight="quiet")
        notes = (self.policy_line, self.exports.report.outcome)
        panel = Panel(self._settings, self.why, self._words, notes=notes, foot=(self.remove_step,))
        self._frame(panel, self._middle, self.pipeline, self.pipeline.rail)
        for chip in (self.chips.k, self.chips.missing):
            self.verdict.add_chip(chip)
        self.verdict.add_actions(self.exports.report.report_button, self.exports.write_button)
        self.pipeline.add_keys(self)

    def _connect(self) -> None:
        self._controller.persons.changed.connect(self.presenter.show)
        self._controller.data_opened.connect(self._on_opened)
        self._controller.steps.changed.connect(self._on_steps)
        self.read_verdict.changed.connect(self._on_read_verdict)
        self.proposing.presenter.used.connect(self._on_proposal_used)
        self.pipeline.chosen.connect(self.show_card)
        self.pipeline.step_added.connect(self._on_added)
        self.pipeline.criteria_dropped.connect(self._on_criteria_dropped)
        self.data.card_requested.connect(self.show_card)
        self.data.variable_chosen.connect(self._on_file_variable)
        self.data.records.record_chosen.connect(self._explain_data)
        self.file_pages.currentChanged.connect(self._explain_data)
        self.data.hierarchy_requested.connect(self.ask_hierarchy)
        self.remove_step.clicked.connect(self._on_remove)
        for part in self.parts:
            part.changed.connect(partial(self._on_part, part))
            part.way_requested.connect(self.choose_way)
            part.hierarchy_requested.connect(self.ask_hierarchy)
            part.records_requested.connect(self.ask_records)
        self.levels.hierarchies_requested.connect(self.ask_hierarchies)
        self.levels.record_requested.connect(self.data.show_record)
        self.levels.explanation_requested.connect(self._on_why)
        self.question.way_chosen.connect(self.choose_way)
        self.step_tabs.records.explained.connect(self._on_record)
        self.step_tabs.records.explanation_requested.connect(self._on_why)
        self.checking.presenter.changed.connect(self._show_checking)
        self.checking.record_requested.connect(self.data.show_record)
        self.release.requested.connect(partial(self.show_card, RELEASE_KEY))
        self.release.compare.levels_requested.connect(self.presenter.release_levels)
        self.empty.requested.connect(self.open_data_requested)
        self.step_tabs.empty.requested.connect(self._on_empty)

    @Slot()
    def begin(self) -> None:
        super().begin()
        self.card, self._begun = FILE_KEY, False
        self._forget_differences()
        self.read_verdict.look(False)
        self.release.look(False)
        self.checking.presenter.look(False)
        self.step_tabs.begin()
        self.frame.panel.turn_to(0)
        self.file_pages.setCurrentIndex(0)  # a saved project then turns to its own views
        self.role_pages.setCurrentIndex(0)

    @property
    def answer(self) -> AnswerView | None:
        """What shows levels that are chosen, once it is made."""
        return self.levels.answer

    # the card that is chosen -------------------------------------------------------------------------

    @property
    def step(self) -> str:
        """The step whose card is chosen; empty where it is another card."""
        name = self.card.removeprefix(OF_STEP)
        names = [job.name for job in chain_of(self._controller.plan)]
        return name if self.card.startswith(OF_STEP) and name in names else ""

    @Slot(object)
    def show_card(self, key: str) -> None:
        """Show the result and the settings of a card."""
        if key == self.card:
            return
        self._controller.settle()
        before, self.card = self.card, key
        if self.step:
            with ExitStack() as unheard:  # all of them follow the step: what they have is shown once, below
                for part in self.parts:
                    unheard.enter_context(QSignalBlocker(part))
                self._controller.steps.show(self.step)
        self.release.look(key == RELEASE_KEY)
        if CRITERIA_KEY in (before, key):
            self.levels.explained.leave()
            self.checking.presenter.look(key == CRITERIA_KEY)
        self._show(self.presenter.view)

    def reveal(self, part: QWidget) -> None:
        """Bring a part of the page into view: choose its card."""
        of_cards = self._of_cards.items()
        holding = (key for key, parts in of_cards if any(p is part or p.isAncestorOf(part) for p in parts))
        key = next(holding, self.card)
        chain = chain_of(self._controller.plan)
        if key == OF_STEP and not self.step and chain:
            self.show_card(OF_STEP + chain[0].name)
        elif key != OF_STEP:
            self.show_card(key)
        super().reveal(part)

    def show_replaced(self, comparison: Comparison) -> None:
        """Another file took the place of the plan's: show its risk, and what differs as a tab beside it."""
        from sdc_desktop.ui.dialogs.compare_files import DifferencesTable

        self._forget_differences()
        if comparison.differences:
            self._differences = DifferencesTable(comparison, self._words)
            self.file_pages.addTab(self._differences, self._words.say(N_("Differences")))
        self._replaced_by = comparison.opened.sha256
        self.show_card(FILE_KEY)
        self.file_pages.setCurrentIndex(0)

    @Slot()
    def _forget_differences(self) -> None:
        if self._differences is not None:
            self.file_pages.removeTab(self.file_pages.indexOf(self._differences))
            self._differences.deleteLater()
            self._differences = None

    @Slot(object)
    def _on_opened(self, _opened: object) -> None:
        """What differs is of one file alone."""
        file = self._controller.file_opened
        if file is None or file.sha256 != self._replaced_by:
            self._forget_differences()

    def check_file(self) -> None:
        """Check the open file against criteria, and show what was found."""
        self.show_card(CRITERIA_KEY)

    def _follow_plan(self) -> None:
        """Of a project with steps the first is chosen; of one that is gone its neighbour, else the file."""
        chain = [job.name for job in chain_of(self._controller.plan)]
        if not self._begun and self._controller.plan.data is not None:
            self._begun = True
            self.card = OF_STEP + chain[0] if chain else FILE_KEY
            if chain:
                self._controller.steps.show(chain[0])
        if self.card.startswith(OF_STEP) and not self.step:
            following = self._controller.steps.following(self._controller.plan)
            self.card = OF_STEP + following if following in chain else FILE_KEY

    @Slot(object)
    def _on_added(self, key: str) -> None:
        kind = self._controller.plan.job(key.removeprefix(OF_STEP)).kind
        if kind == RECODE.kind:
            self.levels.recode.begin()
        self.show_card(key)
        self._hierarchies.propose_for(kind)
        self.frame.turn_to(0)
        self.question.setFocus()

    @Slot()
    def _on_criteria_dropped(self) -> None:
        self.show_card(FILE_KEY)

    @Slot()
    def _on_remove(self) -> None:
        if self.step:
            self.pipeline.remove(self.step)

    # showing -----------------------------------------------------------------------------------------

    def _on_part(self, part: Part) -> None:
        """A part has something else to show. Which of them is in view depends on the one of levels."""
        if part is self.levels:
            self._show(self.presenter.view)
        elif part is self.part:
            self._show_part()

    def _show(self, view: View) -> None:
        self._follow_plan()
        turned = self.card != self._card_explained
        if turned:  # what was explained belongs to the card before
            self._card_explained = self.card
            self.why.clear()
        refused = self._refused()
        self.question.show_refused(refused)
        self.masking.form.show_refused(refused)
        self._show_regions(view)
        if not self._controller.steps.waiting:
            self.question.show_view(view)
            if self.step:
                self.levels.explained.show_view(view)
            self._show_part()
        if turned and self.step and self.step_tabs.tab == RECORDS:
            self.step_tabs.records.explain()
        self._explain_data()
        self._show_first_look(view)
        self._show_bar()

    def _show_regions(self, view: View) -> None:
        """Show the middle and the settings of the card, or that no file is open."""
        is_open = self._controller.file_opened is not None and view.stage is not Stage.UNREADABLE
        title, text, *button = map(self._words.say, _NOTHING_YET.get(view.stage, ("", "")))
        self.empty.notify(title, text, next(iter(button), ""))
        key = OF_STEP if self.step else self.card
        middle, settings = self._of_cards.get(key, self._of_cards[FILE_KEY])
        opened = self._controller.opened
        name = N_("Combinations") if opened is not None and opened.counted is not None else N_("Records")
        self.file_pages.setTabText(self.file_pages.indexOf(self.data.records), self._words.say(name))
        self._middle.setCurrentWidget(middle if is_open else self.empty)
        self._settings.setCurrentWidget(settings if is_open else self._nothing)
        self.step_tabs.grey(waiting=self._controller.steps.waiting)
        self.frame.panel.foot.setVisible(bool(self.step))
        self.frame.panel.show_title(self._title() if is_open else "")

    def _title(self) -> str:
        chain = chain_of(self._controller.plan)
        number = next((n for n, job in enumerate(chain, start=1) if job.name == self.step), 0)
        if number:
            name = self._words.say(method_of(chain[number - 1].kind).title)
            return self._words.say(N_("{number}  {step}"), number=number, step=name)
        return self._words.say(_TITLES.get(self.card, phrases.FILE))

    @Slot()
    def _on_steps(self) -> None:
        """Figures of the steps are known, or are being found."""
        steps, last = self._controller.steps, self._released_job()
        if steps.current and steps.trail is not None and last is not None:
            key = verdict_key(self._controller, last)
            if steps.trail.verdict is not None:
                self._controller.verdicts.note(last.name, steps.trail.verdict, key)
        self._show_regions(self.presenter.view)
        self._show_bar()

    def _released_job(self) -> Job | None:
        """The job whose file is released: the last step that is on; without steps the one to begin with."""
        steps = self._controller.steps.steps
        return steps[-1] if steps else self._current_job()

    def _released_verdict(self) -> Verdict | None:
        """The verdict on the exported file; None: not found yet."""
        steps, opened, job = self._controller.steps, self._controller.opened, self._released_job()
        if opened is not None and opened.counted is not None and job is not None:
            return self._controller.verdicts.known(job.name, verdict_key(self._controller, job))
        return steps.trail.verdict if steps.current and steps.trail is not None else None

    def _current_job(self) -> Job | None:
        job: Job | None = self.part.presenter.job
        return job

    @property
    def part(self) -> Part:
        """The part whose way is current."""
        return next(part for part in self.parts if self.presenter.view.way in part.ways)

    def _show_part(self) -> None:
        part = self.part
        if self._controller.steps.waiting:
            return
        part.show_now()
        self.policy_line.show_plan(part.drafted_plan or self.presenter.drafted_plan)
        self.step_tabs.show_step(self.presenter.view.way, part.sections, part.nothing)
        self._explain_data()
        self._show_bar()

    @Slot()
    def _show_checking(self) -> None:
        if self.card == CRITERIA_KEY:
            self.checking.show_now()
        self._show_bar()

    def _refused(self) -> Mapping[str, str]:
        """By way why it cannot be used on a counts file, or where persons have several records."""
        opened = self._controller.opened
        refused: dict[str, str] = {}
        if self._controller.persons.found.repeat:
            refused |= refused_for_persons(map(method_of, WAYS), self._words)
        if opened is not None and opened.counted is not None:
            refused |= refused_on_counts(map(method_of, WAYS), self._words)
        return refused

    # the bar -----------------------------------------------------------------------------------------

    def _show_bar(self) -> None:
        """The verdict on what will be released, and the cards."""
        self._judge()
        steps = self._controller.steps
        found = () if steps.trail is None else steps.trail.steps
        first, last = (found[0], found[-1]) if found and steps.steps else (None, None)
        figures = phrases.bar_figures(first, last, self._words)
        self.verdict.show_figures([BarFigure(*one) for one in figures])
        self.exports.show_ready(self._why_not_ready())
        look = self.presenter.view.first_look
        known = Known(look, self.card == CRITERIA_KEY, self.verdict.mark, self.verdict.sign.accessibleName())
        self.pipeline.show_cards(known, self.card, self._refused())

    def _why_not_ready(self) -> str:
        """Why there is nothing to export; empty where there is something."""
        say, steps, view = self._words.say, self._controller.steps, self.presenter.view
        if view.stage in _NOTHING_YET:
            return say(_NOTHING_YET[view.stage][0])
        if not steps.steps:
            return say(N_("Nothing to release yet. Add a step first."))
        if steps.problems:
            return failure_text(steps.problems, self._words)
        if self.part.stopped:
            return say(N_("The search was stopped. Keep its best result, or search to the end."))
        return ""

    def _judge(self) -> None:
        steps, view = self._controller.steps, self.presenter.view
        active = steps.steps
        if view.stage in _NOTHING_YET:
            self.verdict.notify(Mark.NONE, self._words.say(_NOTHING_YET[view.stage][0]))
        elif not active:
            self._judge_unprotected()
        elif len(active) == 1 and self._current_job() == active[0]:
            self.part.show_verdict(self.verdict)
            self.checking.show_check(self.verdict)
        else:
            self._judge_trail()

    def _judge_unprotected(self) -> None:
        """The verdict on the original file. While that is unknown, what was measured on the file."""
        found, look = self.read_verdict.found, self.presenter.view.first_look
        if found is None:
            self.levels.show_first_verdict(self.verdict)
            return
        from sdc_desktop.words.risk.first_look import verdict

        finding = self.levels.no_look() if look is None else verdict(look, self._words)
        self.verdict.judge(found.verdict, finding, self._words)

    def _judge_trail(self) -> None:
        """The verdict on the file of the last of several steps."""
        steps, say = self._controller.steps, self._words.say
        trail, opened = steps.trail, self._controller.opened
        if steps.problems:
            self.verdict.notify(
                Mark.NONE, say(N_("Not possible: {why}"), why=failure_text(steps.problems, self._words))
            )
        elif trail is None and opened is not None and opened.counted is not None:
            self.verdict.notify(Mark.OPEN, say(AT_SITE))
        elif trail is None:
            self.verdict.notify(Mark.NONE, say(N_("Applying the steps\u2026")))
        elif not steps.current:
            text = say(N_("Computing\u2026 Previous result: {verdict}"), verdict=finding(trail, self._words))
            self.verdict.notify(Mark.NONE, text)
        else:
            self.verdict.judge(trail.verdict, finding(trail, self._words), self._words)

    # the result of a step ----------------------------------------------------------------------------

    @Slot()
    def _on_empty(self) -> None:
        self.part.ask()

    def _show_first_look(self, view: View) -> None:
        if self._first_look is not None:
            self._first_look.show_look(view.first_look, self.levels.lacking(), self.levels.no_look())
            self.read_verdict.look(self.card == FILE_KEY)
            policy = self._controller.policy
            title = "" if policy is None else policy.title
            self._first_look.show_verdict(self.read_verdict.found, title, self.verdict.links_of)

    def _make_first_look(self) -> None:
        """Risk before anything is protected: the first page of the file."""
        from sdc_desktop.ui.tabs.microdata.first_look import FirstLookView

        self._first_look = FirstLookView(self._words)
        self._look_place.addWidget(self._first_look)
        self._first_look.button.clicked.connect(self.ask_hierarchies)
        self._first_look.propose.clicked.connect(self.propose)
        self._first_look.choose_policy.clicked.connect(self.policy_requested)
        self._first_look.rules.followed.connect(self.verdict.follow)
        self._show_first_look(self.presenter.view)

    def _make_proposals(self) -> None:
        self._proposals_place.addWidget(self.proposing.page)

    @Slot()
    def _on_read_verdict(self) -> None:
        self._show_first_look(self.presenter.view)
        self._show_bar()

    @Slot()
    def propose(self) -> None:
        """Propose protections for the file, and show them as they are found."""
        self.show_card(FILE_KEY)
        self.file_pages.setCurrentWidget(self._proposals_place)
        self.proposing.presenter.propose()

    @Slot()
    def _on_proposal_used(self) -> None:
        """Show the steps of the proposal that the plan has now."""
        chain = chain_of(self._controller.plan)
        if chain:
            self.show_card(OF_STEP + chain[0].name)

    def _prepare_answer(self) -> None:
        self._make_later(self.levels.prepared())

    # what the officer does ---------------------------------------------------------------------------

    @Slot(object)
    def choose_way(self, way: str) -> None:
        """Choose another method for the step in view, by the kind of its job."""
        self.presenter.choose_way(way, self.part.steps)

    @Slot(object)
    def _on_file_variable(self, name: str) -> None:
        """A variable is selected on the card Roles."""
        self.why.show(name, self.data.variables_model.explained(name))

    @Slot()
    def _explain_data(self) -> None:
        """Explain what is selected on the cards of the data: a record of the file, or a variable."""
        if self.step or self.card == CRITERIA_KEY:
            return
        found = None
        if self.card == FILE_KEY and self.file_pages.currentWidget() is self.data.records:
            found = self.data.record_explained()
        elif self.card == ROLES_KEY:
            found = self.data.variable_explained()
        if found is None:
            self.why.clear()
        else:
            self.why.show(*found)

    @Slot(object)
    def _on_record(self, explained: Explanation) -> None:
        """A record of a step is selected; those of another card have nothing to do with it."""
        if self.step:
            self.levels.explained.leave()
            self.why.show(*explained)

    @Slot()
    def _on_why(self) -> None:
        """Enter or a double click on what is explained."""
        self.frame.turn_to(WHY)

    @Slot()
    def ask_hierarchies(self) -> None:
        """Propose the hierarchies that are missing, and show the first."""
        lacking = self.presenter.view.lacking
        if self._controller.opened is not None and lacking:
            self._hierarchies.propose()
            self.ask_hierarchy(lacking[0])

    def show_job(self, name: str) -> bool:
        """Show a step of the plan, or turn to what a job measures."""
        plan = self._controller.plan
        if name in [job.name for job in chain_of(plan)]:
            self.show_card(OF_STEP + name)
            return True
        kinds = {job.name: job.kind for job in plan.jobs if measure_job(plan, method_of(job.kind)) is job}
        if name not in kinds or self.part is not self.levels:
            return False
        return self.levels.made_answer().evidence.turn_to_measure(kinds[name])

    @Slot(object)
    def ask_records(self, choice: Choice | None) -> None:
        """Show the records before and after, all or those of a choice."""
        self._controller.settle()
        self.step_tabs.show_records(choice)

    @Slot(object)
    def ask_hierarchy(self, name: str) -> None:
        """Show the hierarchy of a variable: at the step in view if it uses hierarchies, else at the roles."""
        if self.step and self.presenter.view.way in WITH_HIERARCHIES:
            self.step_tabs.hierarchy.show_variable(name)
            self.step_tabs.turn_to_tab(HIERARCHY)
            return
        self.show_card(ROLES_KEY)
        self.hierarchy.show_variable(name)
        self.role_pages.setCurrentWidget(self.hierarchy)

    def _hierarchy_page(self) -> HierarchyPage:
        page = HierarchyPage(self._controller, self._jobs, self._words)
        page.chosen.connect(self._on_hierarchy)
        return page

    @Slot(object)
    def _on_hierarchy(self, chosen: tuple[str, HierarchySpec]) -> None:
        name, spec = chosen
        self._controller.set_hierarchies({name: spec})
