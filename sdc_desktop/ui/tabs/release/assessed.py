"""The answer where the whole file is only assessed: what each test reads, and how each target looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from sdc_desktop.ui.tabs.release.play_views import DistributionView
from sdc_desktop.ui.tabs.release.replay import Moment
from sdc_desktop.ui.widgets.tables.saved_table import SavedTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release.release_tab import assessment_header, assessment_rows

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.release.release.engine import ReleaseResult


class AssessedAnswer(QWidget):
    """A table and the distributions."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._result: ReleaseResult | None = None
        self.table = SavedTable(words.say(N_("Assessment of the whole file by test")), ("",), words, (2, 3))
        self.distributions = DistributionView(words)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.table)
        splitter.addWidget(self.distributions)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(splitter)

    def show_result(self, result: ReleaseResult, *, stale: bool) -> None:
        """Show a result; what is out of date is greyed."""
        self.setEnabled(not stale)
        if result is self._result:
            return
        self._result = result
        rows = assessment_rows(result.assessment or {}, self._words)
        self.table.model.show(len(rows), lambda n: rows[n], assessment_header(result.target, self._words))
        rules, table = result.rules, result.counted.counts
        self.distributions.show_names(rules.targets, rules.values, rules.baseline, result.target)
        numbers = table.sum(axis=1)
        none = numbers * 0
        self.distributions.show_moment(Moment(int(numbers.sum()), numbers, numbers, none, none, table))
