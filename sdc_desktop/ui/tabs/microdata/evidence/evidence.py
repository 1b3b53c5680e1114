"""What ANOPI and manual levels show: before and after, picture first, figures behind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.tabs.microdata.anopi.suppressed import effects
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.evidence.correlations import CorrelationsPage
from sdc_desktop.ui.tabs.microdata.evidence.diversity import DiversityPage
from sdc_desktop.ui.tabs.microdata.evidence.map import MapPage
from sdc_desktop.ui.tabs.microdata.evidence.page import EvidencePage
from sdc_desktop.ui.tabs.microdata.evidence.points import PointsPage
from sdc_desktop.ui.tabs.microdata.evidence.records import KeysPage, RecordsPage
from sdc_desktop.ui.tabs.microdata.evidence.risk import RiskPage
from sdc_desktop.ui.tabs.microdata.evidence.techniques import TechniquesPage
from sdc_desktop.ui.tabs.microdata.evidence.values import ValuesPage
from sdc_desktop.ui.tabs.microdata.middle.sections import COMPARE, RISK, UTILITY, VALUES, Sections
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.cards_area import SideBySide
from sdc_desktop.ui.widgets.plots.figure_frame import FigureFrame
from sdc_desktop.ui.widgets.plots.pairs_plot import AFTER_MARK, BEFORE_MARK, PairsPlot
from sdc_desktop.words import N_
from sdc_desktop.words.microdata.suppression import effect_header, effect_table, lines_of

_FIGURES = (1, 2, 3, 4, 5)
_NAMES = {
    True: (N_("Utility, {before} before, {after} after"), N_("Privacy, {before} before, {after} after")),
    False: (
        N_("Entropy kept, {before} before, {after} after"),
        N_("Entropy withheld, {before} before, {after} after"),
    ),
}


class SuppressedPage(EvidencePage):
    """Utility to the left, privacy to the right, a pair of bars a variable."""

    def __init__(self, tools: Tools) -> None:
        super().__init__(tools)
        say, units = self._words.say, (N_("Utility"), N_("Privacy"))
        self.plots = tuple(PairsPlot(say(unit), self._short) for unit in units)
        self._pictures = SideBySide(self.plots)
        self.frame = FigureFrame(self._pictures, self._words)
        self.frame.show_title(say(N_("Effect of suppression on utility and privacy")))
        fill(self, self.frame)

    def show_view(self, view: View, name: str) -> None:
        """Show what suppression did to each variable."""
        answer, words = view.evidence, self._words
        rare = answer.result.suppression if answer is not None else None
        if answer is None or rare is None:
            return
        found = effects(answer)
        has_points = all(effect.has_points for effect in found)
        for place, text in enumerate(_NAMES[has_points]):
            self._pictures.name(place, words.say(text, before=BEFORE_MARK, after=AFTER_MARK))
        self.plots[0].show_pairs([(effect.name, *effect.utility) for effect in found])
        self.plots[1].show_pairs([(effect.name, *effect.privacy) for effect in found])
        self.frame.show_table(effect_header(has_points, words), effect_table(found, words), _FIGURES)
        self._report_line(lines_of(rare, rare.classes.records, words)[0])

    def _short(self, value: float) -> str:
        """The figure in the precision that fits above a bar; the table behind has the rest."""
        return self._words.figure(value, 1 if value >= 10 else 2)


_PAGES: Mapping[str, tuple[Callable[[Tools], EvidencePage], str]] = {  # each with its tab
    "values": (ValuesPage, VALUES),
    "keys": (KeysPage, RISK),
    "risk": (RiskPage, RISK),
    "map": (MapPage, COMPARE),
    "records": (RecordsPage, RISK),
    "suppressed": (SuppressedPage, RISK),
    "techniques": (TechniquesPage, COMPARE),
    "points": (PointsPage, COMPARE),
    "correlations": (CorrelationsPage, UTILITY),
    "diversity": (DiversityPage, RISK),
}


class EvidencePages:
    """Makes the pages, between events where there is time for it."""

    names = tuple(_PAGES)

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        # by name, what is prepared; a name that is taken is not prepared again
        self._waiting: dict[str, EvidencePage | None] = dict.fromkeys(self.names)

    def steps(self) -> list[Callable[[], object]]:
        """One page each, in the order of the tabs."""
        return [partial(self._prepare, name) for name in self.names]

    def take(self, name: str) -> EvidencePage:
        """A new page of this name."""
        return self._waiting.pop(name, None) or self._page(name)

    def _prepare(self, name: str) -> None:
        if name in self._waiting and self._waiting[name] is None:
            self._waiting[name] = self._page(name)

    def _page(self, name: str) -> EvidencePage:
        page = _PAGES[name][0](self._tools)
        page.setParent(self._tools.shelf)  # it ends with the window
        return page


class Evidence(Sections):
    """Holds the pages; only those in view are kept up to date."""

    record_requested = Signal(object)  # int: number of a record, from 1
    params_requested = Signal(object, str)  # AnopiParams, the step's name: show other settings
    records_requested = Signal(object)  # Choice: show these records before and after
    levels_requested = Signal(object)  # {variable: steps above "as is"}: to be released by hand

    values: ValuesPage
    suppressed: SuppressedPage
    techniques: TechniquesPage
    points: PointsPage

    def __init__(self, pages: EvidencePages, shelf: QWidget) -> None:
        super().__init__(shelf)
        self._view: View | None = None
        self._name: str | None = None
        self._made = pages
        self._used: set[str] = set()  # names of the pages that were looked at
        for name in pages.names:
            self.add(_PAGES[name][1], self._make(name))
        self.suppressed.hide()

    def begin(self) -> None:
        """Another project is open: the pages that were used are made again."""
        self._view = None
        for name in self._used:
            page: EvidencePage = getattr(self, name)
            if page.answer is not None:
                page.answer.forget()
            self.replace(page, self._make(name))
        self._used.clear()

    def _make(self, name: str) -> EvidencePage:
        page = self._made.take(name)
        setattr(self, name, page)
        page.add_line()
        for signal in ("record_requested", "records_requested", "params_requested", "levels_requested"):
            if hasattr(page, signal):
                getattr(page, signal).connect(getattr(self, signal))
        return page

    def turn_to_measure(self, kind: str) -> bool:
        """Look at the page that a kind of measuring job is about; whether there is one."""
        pages: list[EvidencePage] = [getattr(self, name) for name in self._made.names]
        found = next((page for page in pages if page.measures == kind), None)
        if found is not None:
            self.turn_to(found)
        return found is not None

    def show_view(self, view: View, name: str | None) -> None:
        """Show the effects of the result, on one variable where the page is about one."""
        self._view, self._name = view, name
        answer = view.evidence
        self.suppressed.setVisible(answer is not None and answer.result.suppression is not None)
        by_anopi = answer is not None and not answer.manual
        self.techniques.setVisible(by_anopi)
        self.points.setVisible(by_anopi and answer is not None and len(answer.variables) > 1)
        self.shown.emit()

    def enable(self, enabled: bool) -> None:
        """Grey the pages while they are of earlier settings."""
        for pages in self.pages.values():
            for page in pages:
                page.setEnabled(enabled)

    def bring(self, page: QWidget) -> None:
        view, name = self._view, self._name
        if view is None or name is None or view.evidence is None or not isinstance(page, EvidencePage):
            return
        self._used.add(next(one for one in self._made.names if getattr(self, one) is page))
        page.show_view(view, name)
