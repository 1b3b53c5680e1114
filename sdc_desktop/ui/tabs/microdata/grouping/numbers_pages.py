"""The numbers of a microaggregation before and after: their score with its parts, and their moments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from sdc_desktop.engine.problems import Problem
from sdc_desktop.sheets.perturbation import score_table
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.tabs.microdata.grouping import family
from sdc_desktop.ui.tabs.microdata.grouping.work import GroupingAnswer
from sdc_desktop.ui.tabs.microdata.masking.facts import Facts
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.words import N_
from sdc_desktop.words.microdata import numeric_changes

if TYPE_CHECKING:  # numpy is needed only when a file is open
    from sdc_desktop.ui.tabs.microdata.grouping.family import GroupedNumbers


class NumbersPages(QObject):
    """Two tables that are computed when one of them is shown."""

    def __init__(self, tools: Tools, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = tools.controller
        self._words = words = tools.words
        say = words.say
        self.score = TextTable(say(N_("Score of the numbers, with its parts")), words)
        self.score.table.remember("masking-score")
        self.numbers = Facts(say(N_("Means, variances and correlations before and after")), words)
        self.numbers.table.remember("masking-numbers")
        self.pages = ((self.score, N_("Score")), (self.numbers, N_("Numbers")))
        self._shown: GroupingAnswer | None = None
        self._requested: GroupingAnswer | None = None
        self._runner = DraftRunner(tools.jobs, self)
        self._runner.answered.connect(self._on_found)
        self._runner.failed.connect(self._on_failed)
        self._runner.busy_changed.connect(self._on_busy)
        self._controller.data_closed.connect(self._forget)

    def offered(self, answer: GroupingAnswer) -> tuple[bool, bool]:
        """Whether there are numbers for the score, and numbers at all."""
        opened = self._controller.opened
        grouped = any(column.level == "continuous" for column in answer.counts.columns.values())
        some = opened is not None and any(v.level == "continuous" for v in opened.data.variables)
        return grouped, some

    def show_answer(self, answer: GroupingAnswer) -> None:
        """Show the figures of a result, now or when they are computed."""
        opened = self._controller.opened
        if opened is None or answer is self._shown or answer is self._requested:
            return
        for page in (self.score, self.numbers):
            page.setEnabled(False)
        self._requested = answer
        self._runner.request(family.numbers(opened, answer))

    @Slot()
    def _forget(self) -> None:
        """Another file will be open: nothing of this one stays."""
        self._runner.drop()
        self._shown = self._requested = None
        for page in (self.score, self.numbers):
            page.show_rows((), (), ())

    @Slot(object)
    def _on_found(self, found: GroupedNumbers) -> None:
        self._shown, self._requested = self._requested, None

        words = self._words
        if found.score is None:
            self.score.show_rows((), ())
        else:
            self.score.show_block(score_table(found.score, words))
        changes = numeric_changes.rows(found.changes, words)
        self.numbers.show_rows(numeric_changes.header(words), changes, numeric_changes.FIGURES)
        for page in (self.score, self.numbers):
            page.setEnabled(True)

    @Slot(object)
    def _on_failed(self, _problems: tuple[Problem, ...]) -> None:
        self._requested = None

    @Slot(object)
    def _on_busy(self, busy: bool) -> None:
        if not busy:
            self._requested = None  # what was stopped may be requested again
