"""Strategies side by side, and the R-U map: pages that are made when they are first shown."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.folding_tabs import FoldingTabs
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:  # plots take their time
    from sdc_desktop.ui.dialogs.strategy_comparison import StrategyComparison
    from sdc_desktop.ui.tabs.microdata.evidence.map import MapPage


class ComparePages(QWidget):
    """The comparisons of the card Release."""

    levels_requested = Signal(object)  # {variable: steps above "as is"}: to be released by hand

    def __init__(self, controller: ProjectController, jobs: JobManager, words: Words) -> None:
        super().__init__()
        self._given = controller, jobs, words
        self.tabs = FoldingTabs("release_compare", words.say(N_("Comparisons")), scale="small")
        self.tabs.currentChanged.connect(self._on_turned)
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        column.addWidget(self.tabs)

    @cached_property
    def strategies(self) -> StrategyComparison:
        """The plan and the strategies kept."""
        from sdc_desktop.ui.dialogs.strategy_comparison import StrategyComparison

        return StrategyComparison(*self._given)

    @cached_property
    def map(self) -> MapPage:
        """Levels, techniques and earlier changes on one map."""
        from sdc_desktop.ui.tabs.microdata.evidence.map import MapPage

        made = MapPage(*self._given)
        made.levels_requested.connect(self.levels_requested)
        return made

    def _make(self) -> None:
        if self.tabs.count():
            return
        say = self._given[-1].say
        self.tabs.addTab(self.strategies, say(N_("Strategies")))
        page = QWidget()
        column = QVBoxLayout(page)
        spread(column, self)
        column.addWidget(self.map, 1)
        column.addWidget(self.map.line_label())
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
