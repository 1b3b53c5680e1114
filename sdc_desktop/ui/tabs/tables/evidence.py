"""Details below the table: one tab for each topic."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdc_desktop.ui.tabs.tables.evidence_intervals import IntervalsPage
from sdc_desktop.ui.tabs.tables.evidence_pages import (
    DerivationPage,
    LinkedPage,
    MethodsPage,
    NoisePage,
    RatiosPage,
    RedesignPage,
    SearchPage,
    TableEvidencePage,
)
from sdc_desktop.ui.tabs.tables.evidence_unsafe import UnsafePage
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.folding_tabs import FoldingTabs
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.whole_label import WholeLabel
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.tables_choices import protection_label

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.tables.view import View
    from sdc_desktop.ui.tabs.tables.work import Answer


class EvidencePages:
    """The pages, each made when it is first wanted, for each takes its time."""

    def __init__(self, words: Words) -> None:
        self._words = words

    unsafe = cached_property(lambda own: UnsafePage(own._words))
    intervals = cached_property(lambda own: IntervalsPage(own._words))
    derivation = cached_property(lambda own: DerivationPage(own._words))  # equations that give a cell away
    linked = cached_property(lambda own: LinkedPage(own._words))  # tables that share cells
    redesign = cached_property(lambda own: RedesignPage(own._words))  # categories that were merged
    noise = cached_property(lambda own: NoisePage(own._words))  # noise of the cell key method
    ratios = cached_property(lambda own: RatiosPage(own._words))  # ratios of cells with noise
    methods = cached_property(lambda own: MethodsPage(own._words))  # protection methods beside each other
    search = cached_property(lambda own: SearchPage(own._words))  # course of a search


PAGES = ("unsafe", "intervals", "derivation", "linked", "redesign", "noise", "ratios", "methods", "search")


class Evidence(QWidget):
    """Holds the pages; only the one shown is kept up to date."""

    cell_requested = Signal(object)  # tuple[str, ...]: a cell to look at in the table
    cells_marked = Signal(object)  # tuple of codes: cells to be pointed at
    curve_requested = Signal()  # of what the intervals leave open
    method_requested = Signal(object)  # Answer: use its method
    noise_requested = Signal()  # export the perturbation table

    def __init__(
        self, words: Words, pages: EvidencePages | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._words = words
        self._view: View | None = None
        self._searched = False
        self._levelled = self._derived = False  # whether the result has levels that are met or not, proofs
        made = pages if pages is not None else EvidencePages(words)
        self.unsafe, self.intervals = made.unsafe, made.intervals
        self.derivation, self.linked, self.redesign = made.derivation, made.linked, made.redesign
        self.noise, self.ratios = made.noise, made.ratios
        self.methods, self.search = made.methods, made.search
        self.pages: tuple[TableEvidencePage, ...] = tuple(getattr(made, name) for name in PAGES)
        self.tabs = FoldingTabs("table_details", small=True)
        self.tabs.setDocumentMode(True)
        self.tabs.setMinimumWidth(step(self, 26))
        self.tabs.tabBar().setAccessibleName(words.say(N_("Evidence")))
        self.line = WholeLabel()
        self.line.setProperty("scale", "small")
        for page in self.pages:
            self.tabs.addTab(page, words.say(page.title))
            page.line_changed.connect(self._show_line)
            page.cell_requested.connect(self.cell_requested)
        self.derivation.cells_marked.connect(self.cells_marked)
        self.methods.method_requested.connect(self._on_method)
        self.noise.export_requested.connect(self.noise_requested)
        self.tabs.setTabVisible(self.tabs.indexOf(self.search), False)
        self.tabs.currentChanged.connect(self._bring)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        column.addWidget(self.tabs, 1)
        self.curve = push_button(words.say(N_("Show risk c&urve")), scale="small", weight="quiet")
        self.curve.setToolTip(
            words.say(
                N_("Shows an intruder's remaining uncertainty about the suppressed cells at every precision.")
            )
        )
        self.curve.clicked.connect(self.curve_requested)
        self.tabs.setCornerWidget(self.curve)
        column.addWidget(self.line)

    @property
    def page(self) -> TableEvidencePage:
        """The page shown."""
        found = self.tabs.currentWidget()
        assert isinstance(found, TableEvidencePage)
        return found

    def begin(self) -> None:
        """Forget the selection, and the search of another project."""
        self._searched = False
        self.tabs.setCurrentWidget(self.unsafe)

    def show_view(self, view: View) -> None:
        """Show what lies behind what the view shows."""
        known, self._view = self._view, view
        shown = view.shown
        self.setVisible(shown is not None)
        self.curve.setEnabled(view.has_curve)
        if shown is None:
            return
        if known is None or known.shown is not shown:
            self._levelled = any(cell.lower_met is not None for cell in shown.result.cells)
            self._derived = any(cell.proof for cell in shown.result.cells)
        noise = getattr(shown.result, "noise", None)
        visible = {
            self.intervals: shown.facts is not None and self._levelled,
            self.derivation: self._derived or view.is_audit,
            self.linked: view.together is not None,
            self.redesign: getattr(shown.result, "method", None) == "redesign",
            self.noise: noise is not None,
            self.ratios: noise is not None and bool(noise.ratios),
            self.methods: len(view.compared) > 1,
            self.search: self._searched and view.is_table,
        }
        if not visible.get(self.page, True):
            self.tabs.setCurrentWidget(self.unsafe)
        for page, is_visible in visible.items():
            self.tabs.setTabVisible(self.tabs.indexOf(page), is_visible)
        for page in self.pages:
            page.setEnabled(not view.greyed or page in (self.search, self.methods))
        self._bring()

    def show_cell(self, codes: tuple[str, ...]) -> None:
        """Look at a cell where the page has something to point at."""
        if self.page is self.intervals:
            self.intervals.show_cell(codes)

    def show_concerned(self, cells: Collection[tuple[str, ...]]) -> None:
        """List the cells that a reason of the verdict is about."""
        self.tabs.setCurrentWidget(self.unsafe)
        self._bring()
        self.unsafe.show_concerned(cells)

    @Slot(object)
    def show_search(self, points: tuple[tuple[float, float, float], ...]) -> None:
        """Follow a search for the cheapest suppression pattern."""
        self._searched = True
        self.tabs.setTabVisible(self.tabs.indexOf(self.search), True)
        self.search.show_view(points)

    @Slot()
    def _bring(self) -> None:
        view, page = self._view, self.page
        if view is None or view.shown is None:
            return
        shown = view.shown
        if page is self.unsafe:
            self.unsafe.show_view(shown.result)
        elif page is self.intervals and shown.facts is not None:
            self.intervals.show_view(shown.result)
        elif page is self.derivation:
            self.derivation.show_view(shown.result)
        elif page is self.linked:
            self.linked.show_view(view)
        elif page is self.redesign:
            self.redesign.show_view(shown.result)
        elif page is self.noise:
            self.noise.show_view(shown.result, _limit(shown))
        elif page is self.ratios:
            self.ratios.show_view(shown.result)
        elif page is self.methods:
            named = [(self._label(own), own.result) for own in view.compared]
            chosen = [place for place, own in enumerate(view.compared) if own is view.answer]
            self.methods.show_view(named, chosen[0] if chosen and not view.stale else None)
        self._show_line()

    def _label(self, found: Answer) -> str:
        protect = getattr(found.job.params, "protect", None)
        label = protection_label(protect, self._words)
        if getattr(protect, "link", None) is None:
            return label
        return self._words.say(N_("{method}, together"), method=label)

    @Slot()
    def _show_line(self) -> None:
        self.line.show_text(self.page.line)
        self.line.setVisible(bool(self.page.line))

    @Slot(object)
    def _on_method(self, place: int) -> None:
        if self._view is not None and place < len(self._view.compared):
            self.method_requested.emit(self._view.compared[place])


def _limit(shown: Answer) -> float | None:
    """The highest probability allowed of a small count; None where any is."""
    limit = getattr(getattr(shown.job.params, "protect", None), "most_certain", 1)
    return float(limit) if limit < 1 else None
