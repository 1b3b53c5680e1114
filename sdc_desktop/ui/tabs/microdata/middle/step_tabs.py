"""The result of a step: one row of tabs that every step has, and the page of the tab in view below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QButtonGroup, QWidget

from sdc_desktop.engine.methods.grouping.microaggregate import MICROAGGREGATE
from sdc_desktop.engine.methods.perturbation.pram import PRAM
from sdc_desktop.engine.methods.perturbation.swap_households import SWAP_HOUSEHOLDS
from sdc_desktop.engine.methods.recoding.anopi import ANOPI
from sdc_desktop.engine.methods.recoding.generalise import GENERALISE
from sdc_desktop.engine.methods.recoding.recode import RECODE
from sdc_desktop.ui.frame.views import tab_row
from sdc_desktop.ui.hierarchies.page import HierarchyPage
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.tabs.microdata.middle.sections import (
    COMPARE,
    FIRST,
    HIERARCHY,
    RECORDS,
    RISK,
    UTILITY,
    VALUES,
    Sections,
    TabArea,
)
from sdc_desktop.ui.tabs.microdata.middle.step_risk import StepRisk
from sdc_desktop.ui.tabs.microdata.records.page import RecordsPage
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.ui.widgets.empty_state import EmptyState
from sdc_desktop.ui.widgets.folding_tabs import FoldingTabBar
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.step_risk import ORIGINAL, STEP_BEFORE

if TYPE_CHECKING:  # numpy is needed only when a file is open
    from sdc_desktop.engine.microdata.classes.compared_records import Choice

_TITLES: Mapping[str, str] = {
    FIRST: N_("Planes"),
    RISK: N_("Risk"),
    UTILITY: N_("Utility"),
    RECORDS: N_("Records"),
    VALUES: N_("Values"),
    HIERARCHY: N_("Hierarchy"),
    COMPARE: N_("Compare"),
}
_FIRST: Mapping[str, str] = {
    ANOPI.kind: N_("Planes"),
    GENERALISE.kind: N_("Search"),
    MICROAGGREGATE.kind: N_("Groups"),
    PRAM.kind: N_("Transitions"),
    SWAP_HOUSEHOLDS.kind: N_("Transitions"),
}
_COMPARED = (ANOPI.kind, RECODE.kind)  # methods that are compared with others
WITH_HIERARCHIES = (ANOPI.kind, GENERALISE.kind, RECODE.kind)
_WITH_STEPS = (RISK, RECORDS)  # tabs that show what earlier steps did, too


class StepTabs(QWidget):
    """Keeps the tab in view when another step is chosen. Where a method has no result there is a sentence
    instead, but the figures of the steps and their records are shown.
    """

    def __init__(
        self, controller: ProjectController, jobs: JobManager, hierarchy: HierarchyPage, words: Words
    ) -> None:
        super().__init__()
        self._controller, self.hierarchy, self._words = controller, hierarchy, words
        self._sections: Sections | None = None
        self._showing: tuple[str, Sections | None] | None = None
        self._followed: set[Sections] = set()
        self._wanted = FIRST
        self.risk = StepRisk(controller, words)
        self.records = RecordsPage(controller, jobs, words)
        self.empty = EmptyState()
        scrolled = [tab for tab in _TITLES if tab not in (RECORDS, HIERARCHY)]
        self.areas = {tab: TabArea(tab, self.risk if tab == RISK else None) for tab in scrolled}
        self.stack = CurrentStack()
        for page in (self.empty, self.records, self.hierarchy, *self.areas.values()):
            self.stack.addWidget(page)
        self.bar = FoldingTabBar("step", words.say(N_("Pages of the step")))
        self._lay_out()
        self.bar.currentChanged.connect(self._on_turned)
        controller.steps.changed.connect(self._on_steps)
        controller.steps.moved.connect(self._on_steps)

    def begin(self) -> None:
        """Another project is open: turn to the first tab."""
        self._wanted = FIRST
        self.compared.button(0).setChecked(True)
        self.records.begin()

    # what is shown -----------------------------------------------------------------------------------

    @property
    def tab(self) -> str:
        """The tab in view."""
        return tuple(_TITLES)[self.bar.currentIndex()]

    @property
    def area(self) -> TabArea | None:
        """The pages of the tab in view; None where other things are."""
        return self.areas.get(self.tab) if self._sections is not None or self.tab == RISK else None

    def show_step(self, kind: str, sections: Sections | None, nothing: tuple[str, str, str]) -> None:
        """Show the step in view, of a method of this kind. ``sections``: what it shows, None without a result
        of its own; then ``nothing`` has a title, a sentence and the text of a button.
        """
        self.empty.notify(*nothing)
        if (kind, sections) == self._showing:  # while something is moved
            return
        self._follow(sections)
        self._showing = kind, sections
        self._sections = sections
        for area in self.areas.values():
            area.show_sections(sections)
        self._show_tabs(kind)
        self._on_steps()

    def grey(self, *, waiting: bool) -> None:
        """Show what is there paler while the records that the step reads are being made."""
        for area in self.areas.values():
            area.setEnabled(not waiting)

    def turn_to(self, page: QWidget) -> None:
        """Show the tab that a page is in, and scroll to it."""
        sections = self._sections
        if sections is None:
            return
        for tab, found in sections.pages.items():
            if page in found:
                self.turn_to_tab(tab)
                self.areas[tab].look_at(page)
                sections.bring(page)

    def turn_to_tab(self, tab: str) -> None:
        """Show a tab."""
        self.bar.setCurrentIndex(tuple(_TITLES).index(tab))

    def show_records(self, choice: Choice | None) -> None:
        """Show the records of the step in view: all, or those of a choice, which is of this step alone."""
        if choice is not None:
            self.compared.button(int(self._is_later())).setChecked(True)
        self.turn_to_tab(RECORDS)
        self.records.choose(choice)

    # inside ------------------------------------------------------------------------------------------

    def _follow(self, sections: Sections | None) -> None:
        if sections is not None and sections not in self._followed:
            self._followed.add(sections)
            sections.shown.connect(self._bring)
            sections.turn_requested.connect(self.turn_to)

    def _show_tabs(self, kind: str) -> None:
        """Show the tabs of a method; the one that was chosen last stays where there is one."""
        pages = None if self._sections is None else self._sections.pages
        with QSignalBlocker(self.bar):
            for place, tab in enumerate(_TITLES):
                there = tab in (RISK, RECORDS) or pages is None or bool(pages.get(tab))
                if tab == FIRST:
                    there = there and kind in _FIRST
                elif tab == COMPARE:
                    there = there and kind in _COMPARED
                elif tab == HIERARCHY:
                    there = kind in WITH_HIERARCHIES
                self.bar.setTabVisible(place, there)
            self.bar.setTabText(0, self._words.say(_FIRST.get(kind, _TITLES[FIRST])))
            shown = [tab for place, tab in enumerate(_TITLES) if self.bar.isTabVisible(place)]
            tab = self._wanted if self._wanted in shown else shown[0]
            self.bar.setCurrentIndex(tuple(_TITLES).index(tab))
        self._show_page()

    def _show_page(self) -> None:
        own: Mapping[str, QWidget] = {RECORDS: self.records, HIERARCHY: self.hierarchy}
        self.stack.setCurrentWidget(own.get(self.tab) or self.area or self.empty)
        self._show_aside()

    def _is_later(self) -> bool:
        """Whether there is an active step before the one in view."""
        steps = self._controller.steps
        return steps.in_view in [job.name for job in steps.steps][1:]

    def _show_aside(self) -> None:
        for part in (self._compared_text, *self.compared.buttons()):
            part.setVisible(self._is_later() and self.tab in _WITH_STEPS)
        for part in self.records.aside:
            part.setVisible(self.tab == RECORDS)
        figures = self._figures()
        data = bool(figures) and all(one.shows_data for one in figures)
        self.data_button.setText(self._words.say(N_("Show picture") if data else N_("Show data")))
        for button in (self.data_button, self.copy_button):
            button.setVisible(bool(figures))

    def _figures(self) -> list[FigureFrame]:
        return [] if self.area is None else self.area.figures()

    def _lay_out(self) -> None:
        say = self._words.say
        for text in _TITLES.values():
            self.bar.addTab(say(text))
        self._compared_text = plain_label(say(N_("compared with")), tone="muted", scale="small")
        self._compared_text.setWordWrap(False)
        self.compared = QButtonGroup(self)
        choice = beside(self, spacing=0)
        for place, text in enumerate((ORIGINAL, STEP_BEFORE)):
            button = push_button(say(text), scale="small")
            button.setCheckable(True)
            button.setChecked(not place)
            button.setAccessibleName(say(N_("Compared with: {what}"), what=say(text)))
            self.compared.addButton(button, place)
            choice.addWidget(button)
        self.compared.idToggled.connect(self._on_compared)
        self.data_button = push_button(weight="quiet", scale="small")
        self.copy_button = push_button(say(N_("Copy picture")), weight="quiet", scale="small")
        self.data_button.clicked.connect(self._on_data)
        self.copy_button.clicked.connect(self._on_copy)
        strip = tab_row(self.bar, (*self.records.aside, self._compared_text))
        strip.row.addLayout(choice)
        strip.row.addWidget(self.data_button)
        strip.row.addWidget(self.copy_button)
        fill(self, strip, (self.stack, 1), spacing=0)

    @Slot()
    def _bring(self) -> None:
        if self.area is not None:
            self.area.bring()
        self._show_aside()

    @Slot()
    def _on_steps(self) -> None:
        self.risk.show_step()
        self.records.show_step()
        self._show_aside()

    @Slot(int)
    def _on_turned(self, _place: int) -> None:
        self._wanted = self.tab
        self._show_page()
        self._bring()

    @Slot(int, bool)
    def _on_compared(self, place: int, on: bool) -> None:
        if on:
            for page in (self.risk, self.records):
                page.compare(with_before=bool(place))

    @Slot()
    def _on_data(self) -> None:
        """Show the data of all figures in view, or all pictures again."""
        figures = self._figures()
        data = all(one.shows_data for one in figures)
        for one in figures:
            if one.shows_data == data:
                one.data_button.click()
        self._show_aside()
        self.data_button.setFocus()

    @Slot()
    def _on_copy(self) -> None:
        figures = self._figures()
        if self.area is not None:
            picture = figures[0].picture if len(figures) == 1 else self.area.viewport()
            QGuiApplication.clipboard().setPixmap(picture.grab())
