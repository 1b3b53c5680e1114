"""Strategies side by side, and the R-U map: pages that are made when they are first shown."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.folding_tabs import FoldingTabs
from sdc_desktop.words import N_

if TYPE_CHECKING:  # plots take their time
    from sdc_desktop.ui.dialogs.strategy_comparison import StrategyComparison
    from sdc_desktop.ui.tabs.microdata.evidence.map import MapPage


class ComparePages(QWidget):
    """The comparisons of the card Release."""

    levels_requested = Signal(object)  # {variable: steps above "as is"}: to be released by hand

    def __init__(self, tools: Tools) -> None:
        super().__init__()
        self._tools = tools
        self.tabs = FoldingTabs("release_compare", tools.words.say(N_("Comparisons")), scale="small")
        self.tabs.currentChanged.connect(self._on_turned)
        fill(self, self.tabs)

    @cached_property
    def strategies(self) -> StrategyComparison:
        """The plan and the strategies kept."""
        from sdc_desktop.ui.dialogs.strategy_comparison import StrategyComparison

        return StrategyComparison(self._tools.controller, self._tools.jobs, self._tools.words)

    @cached_property
    def map(self) -> MapPage:
        """Levels, techniques and earlier changes on one map."""
        from sdc_desktop.ui.tabs.microdata.evidence.map import MapPage

        made = MapPage(self._tools)
        made.levels_requested.connect(self.levels_requested)
        return made

    def _make(self) -> None:
        if self.tabs.count():
            return
        say = self._tools.words.say
        self.tabs.addTab(self.strategies, say(N_("Strategies")))
        page = QWidget()
        fill(page, (self.map, 1), self.map.label, margin=1, spacing=1)
        self.tabs.addTab(page, say(N_("R-U map")))

    def compare(self) -> None:
        """Compare the plan with the strategies kept."""
        self._make()
        self.tabs.setCurrentIndex(0)
        self.strategies.compare()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._make()
        if self.strategies.answer.found is None and not self.strategies.answer.running:
            self.strategies.compare()
        self._on_turned(self.tabs.currentIndex())

    def _on_turned(self, place: int) -> None:
        if place == 1:
            self.map.settings.show()
            self.map.bring()
