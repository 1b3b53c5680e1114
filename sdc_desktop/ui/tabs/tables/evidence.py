"""The middle of the place: the table, and a tab for each topic beside it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from sdc_desktop.ui.frame.panel import TABS, Strip
from sdc_desktop.ui.frame.views import Views, ViewTabs
from sdc_desktop.ui.tabs.tables.answer import TableAnswer
from sdc_desktop.ui.tabs.tables.evidence_intervals import IntervalsPage
from sdc_desktop.ui.tabs.tables.evidence_methods import Compared, MethodsPage
from sdc_desktop.ui.tabs.tables.evidence_pages import (
    DerivationPage,
    LinkedPage,
    NoisePage,
    RatiosPage,
    RedesignPage,
    SearchPage,
    TableEvidencePage,
)
from sdc_desktop.ui.tabs.tables.evidence_unsafe import UnsafePage
from sdc_desktop.ui.tabs.tables.proposing import ProposalsTab
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.tables_choices import protection_label
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.verdict import Verdict
    from sdc_desktop.ui.tabs.tables.view import View
    from sdc_desktop.ui.tabs.tables.work import Answer

_BESIDE = 6.0  # steps of the grid beside the names at least: margins, and the button that lists the acts
PAGES: Mapping[str, type[TableEvidencePage]] = {  # by name, in the order of their tabs
    "unsafe": UnsafePage,
    "proposals": ProposalsTab,
    "linked": LinkedPage,  # tables that share cells
    "methods": MethodsPage,  # protection methods beside each other
    "search": SearchPage,  # course of a search
    "intervals": IntervalsPage,
    "derivation": DerivationPage,  # equations that give a cell away
    "redesign": RedesignPage,  # categories that were merged
    "noise": NoisePage,  # noise of the cell key method
    "ratios": RatiosPage,  # ratios of cells with noise
}


class Evidence(Views):
    """The table and the pages beside it; only the one in view is kept up to date. Each is made when it is
    first wanted, for each takes its time. The table has acts in the row of the tabs, which become a menu
    where there is no room, and a strip of its own; that of the other pages says something of them.
    """

    cell_requested = Signal(object)  # tuple[str, ...]: a cell to look at in the table
    cells_marked = Signal(object)  # tuple of codes: cells to be pointed at
    method_requested = Signal(object)  # Answer: use its method
    export_requested = Signal()  # the perturbation table
    table_requested = Signal(object)  # str: another table
    linked_chosen = Signal(object)  # tuple[str, ...]: the others to be protected together with this one
    together_requested = Signal()  # protect all tables that share cells

    def __init__(self, answer: TableAnswer, words: Words) -> None:
        self._words, self._answer = words, answer
        self._holders = {name: QWidget() for name in PAGES}  # the places of pages that are made later
        self._more = _more_button(words.say(N_("More for this page")))
        self.line, self._feet = plain_label(scale="small", selectable=True), CurrentStack()
        for foot in (answer.foot, self.line):
            self._feet.addWidget(foot)
        strip = Strip("strip", TABS)
        strip.row.addWidget(self._feet, 1)
        titles = N_("Table"), *(page.title for page in PAGES.values())
        bar = ViewTabs("table_details", words.say(N_("Table and evidence")))
        for title in titles:
            bar.addTab(words.say(title))
        pages, ends = (answer, *self._holders.values()), (*answer.cells.acts, self._more)
        super().__init__(bar, pages, ends=ends, strips=(strip,), edge=1.5, scroll=False)
        bar.beside = _BESIDE
        self.judge: Callable[[Answer], Verdict | None] = lambda _: None  # the verdict on a kept result
        self.proposals_page: Callable[[], QWidget] = QWidget
        self._view: View | None = None
        self._searched: tuple[tuple[float, float, float], ...] = ()
        self._levelled = self._derived = False  # whether the result has levels that are met or not, proofs
        self._more.clicked.connect(self._open_menu)
        self.turned.connect(self._on_turned)
        answer.cells.acts_changed.connect(self._fit)

    def _made(self, name: str) -> Any:
        page = PAGES[name](self._words)
        page.line_changed.connect(self._show_line)
        page.cell_requested.connect(self.cell_requested)
        passed = "cells_marked", "export_requested", "table_requested", "linked_chosen", "together_requested"
        for own in passed:
            if hasattr(page, own):
                getattr(page, own).connect(getattr(self, own))
        if isinstance(page, ProposalsTab):
            page.hold(self.proposals_page())
        if isinstance(page, MethodsPage):
            page.method_requested.connect(self._on_method)
        column = QVBoxLayout(self._holders[name])
        spread(column, self, margin=1)
        column.addWidget(page)
        return page

    unsafe = cached_property(lambda own: own._made("unsafe"))
    proposals = cached_property(lambda own: own._made("proposals"))
    linked = cached_property(lambda own: own._made("linked"))
    methods = cached_property(lambda own: own._made("methods"))
    search = cached_property(lambda own: own._made("search"))
    intervals = cached_property(lambda own: own._made("intervals"))
    derivation = cached_property(lambda own: own._made("derivation"))
    redesign = cached_property(lambda own: own._made("redesign"))
    noise = cached_property(lambda own: own._made("noise"))
    ratios = cached_property(lambda own: own._made("ratios"))

    @property
    def page(self) -> QWidget:
        """The page shown: the table, or one of the others."""
        name = self._name
        return self._answer if name is None else getattr(self, name)

    @property
    def _name(self) -> str | None:
        place = self.bar.currentIndex() - 1
        return tuple(PAGES)[place] if place >= 0 else None

    def begin(self) -> None:
        """Forget the selection, and the search of another project."""
        self._searched = ()
        self.turn_to_table()

    def turn_to_table(self) -> None:
        """Show the table."""
        self.bar.setCurrentIndex(0)

    def show_view(self, view: View) -> None:
        """Show what lies behind what the view shows."""
        known, self._view = self._view, view
        shown = view.shown
        if shown is None:
            return
        if known is None or known.shown is not shown:
            self._levelled = any(cell.lower_met is not None for cell in shown.result.cells)
            self._derived = any(cell.proof for cell in shown.result.cells)
        noise = getattr(shown.result, "noise", None)
        visible = {
            "proposals": view.is_table,
            "linked": view.is_table,
            "methods": view.is_table,
            "search": view.is_table,
            "intervals": shown.facts is not None and self._levelled,
            "derivation": self._derived or view.is_audit,
            "redesign": getattr(shown.result, "method", None) == "redesign",
            "noise": noise is not None,
            "ratios": noise is not None and bool(noise.ratios),
        }
        if not visible.get(self._name or "", True):
            self.turn_to_table()
        for name, is_visible in visible.items():
            if is_visible != self.bar.isTabVisible(self._place(name)):  # else Qt keeps the widths of before
                self.bar.setTabVisible(self._place(name), is_visible)
        for name, holder in self._holders.items():
            holder.setEnabled(not view.greyed or name in ("search", "methods", "proposals"))
        title = N_("Suppressed cells") if view.is_audit else UnsafePage.title
        self.bar.setTabText(self._place("unsafe"), f"{self._words.say(title)} ({whole(self._answer.unsafe)})")
        self._fit()
        self._bring()

    def _place(self, name: str) -> int:
        return self.pages.index(self._holders[name])

    def show_cell(self, codes: tuple[str, ...]) -> None:
        """Look at a cell where the page has something to point at."""
        if self._name == "intervals":
            self.intervals.show_cell(codes)

    def show_concerned(self, cells: Collection[tuple[str, ...]]) -> None:
        """List the cells that a reason of the verdict is about."""
        self.turn_to(self._holders["unsafe"])
        self._bring()
        self.unsafe.show_concerned(cells)

    def show_proposals(self) -> None:
        """Turn to the proposals."""
        self.turn_to(self._holders["proposals"])

    @Slot(object)
    def show_search(self, points: tuple[tuple[float, float, float], ...]) -> None:
        """Follow a search for the cheapest suppression pattern."""
        self._searched = points
        if self._name == "search" or "search" in vars(self):
            self.search.show_view(points)

    @Slot()
    def _bring(self) -> None:
        view, name = self._view, self._name
        if view is None or view.shown is None or name is None:
            return
        shown = view.shown
        if name in ("unsafe", "intervals", "derivation", "redesign", "ratios"):
            if name != "intervals" or shown.facts is not None:
                getattr(self, name).show_view(shown.result)
        elif name == "linked":
            self.linked.show_view(view)
        elif name == "noise":
            self.noise.show_view(shown.result, _limit(shown))
        elif name == "search":
            self.search.show_view(self._searched)
        elif name == "methods":
            current = None if view.stale else view.answer
            self.methods.show_view(
                [
                    Compared(self._label(own), own.result, self.judge(own), own is current)
                    for own in view.compared
                ]
            )
        self._show_line()

    def _label(self, found: Answer) -> str:
        protect = getattr(found.job.params, "protect", None)
        label = protection_label(protect, self._words)
        if getattr(protect, "link", None) is None:
            return label
        return self._words.say(N_("{method}, together"), method=label)

    @Slot()
    def _show_line(self) -> None:
        page = self.page
        line = page.line if isinstance(page, TableEvidencePage) else ""
        self.line.setText(line)
        self.line.setToolTip(line)

    @Slot(object)
    def _on_method(self, place: int) -> None:
        if self._view is not None and place < len(self._view.compared):
            self.method_requested.emit(self._view.compared[place])

    # acts of the table -------------------------------------------------------------------------------

    @Slot()
    def _on_turned(self) -> None:
        self._feet.setCurrentIndex(int(self._name is not None))
        self._fit()
        self._bring()

    @Slot()
    def _fit(self) -> None:
        """Show the acts of the page in view, or the button that lists them."""
        acts = self._answer.cells.acts
        own = [act for act in acts if self._name is None and _offered(act)]
        spare = self.width() - self.bar.sizeHint().width() - step(self, 3)
        roomy = sum(act.sizeHint().width() + step(self) for act in own) <= spare
        for act in acts:
            act.setVisible(act in own and roomy)
        self._more.setVisible(bool(own) and not roomy)

    @Slot()
    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for act in filter(_offered, self._answer.cells.acts):
            action = menu.addAction(act.text())
            action.setToolTip(act.toolTip())
            action.setEnabled(act.isEnabled())
            action.triggered.connect(act.click)
        menu.popup(self._more.mapToGlobal(self._more.rect().bottomLeft()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _offered(act: QPushButton) -> bool:
    return act.property("offered") is not False


def _more_button(text: str) -> QToolButton:
    button = QToolButton()
    button.setText("\u22ef")
    button.setAutoRaise(True)
    button.setAccessibleName(text)
    button.setToolTip(text)
    return button


def _limit(shown: Answer) -> float | None:
    """The highest probability allowed of a small count; None where any is."""
    limit = getattr(getattr(shown.job.params, "protect", None), "most_certain", 1)
    return float(limit) if limit < 1 else None
