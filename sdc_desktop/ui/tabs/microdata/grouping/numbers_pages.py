"""The numbers of a microaggregation before and after: their score with its parts, and their moments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.sheets.perturbation import score_table
from sdc_desktop.ui.questions.page_answer import PageAnswer
from sdc_desktop.ui.questions.question import as_work
from sdc_desktop.ui.tabs.microdata.grouping.work import GroupingAnswer
from sdc_desktop.ui.tabs.microdata.tools import Tools
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.words import N_
from sdc_desktop.words.microdata import numeric_changes

if TYPE_CHECKING:  # numpy is needed only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.microdata.numeric_changes import NumericChanges
    from sdc_desktop.engine.microdata.score import Score


@dataclass(frozen=True)
class GroupedNumbers:
    """The score of the continuous variables (None: fewer than two records have all of them), and numbers
    before and after.
    """

    score: Score | None
    changes: NumericChanges


class NumbersPages(QObject):
    """Two tables that are computed when one of them is shown."""

    def __init__(self, tools: Tools, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = tools.controller
        self._words = words = tools.words
        say = words.say
        self.score = TextTable(say(N_("Score of the numbers, with its parts")), words)
        self.score.table.remember("masking-score")
        self.numbers = TextTable(say(N_("Means, variances and correlations before and after")), words)
        self.numbers.table.remember("masking-numbers")
        self.pages = ((self.score, N_("Score")), (self.numbers, N_("Numbers")))
        self._of: GroupingAnswer | None = None
        self._results = 0  # how many were shown
        self._answer = PageAnswer(tools.jobs, words, self._key, self)
        self._answer.answered.connect(self._on_found)
        self._controller.data_closed.connect(self._forget)

    def offered(self, answer: GroupingAnswer) -> tuple[bool, bool]:
        """Whether there are numbers for the score, and numbers at all."""
        opened = self._controller.steps.opened
        grouped = any(column.level == "continuous" for column in answer.counts.columns.values())
        some = opened is not None and any(v.level == "continuous" for v in opened.data.variables)
        return grouped, some

    def show_answer(self, answer: GroupingAnswer) -> None:
        """Show the figures of a result, now or when they are computed."""
        self._results += answer is not self._of
        opened, self._of = self._controller.steps.opened, answer
        if opened is not None and self._answer.untried:
            self._enable(False)
            self._answer.request(numbers(opened, answer))

    def _key(self) -> object:
        return None if self._of is None else self._results

    def _enable(self, enabled: bool) -> None:
        for page in (self.score, self.numbers):
            page.setEnabled(enabled)

    @Slot()
    def _forget(self) -> None:
        """Another file will be open: nothing of this one stays."""
        self._answer.forget()
        self._of = None
        for page in (self.score, self.numbers):
            page.show_rows((), (), ())

    @Slot(object)
    def _on_found(self, found: GroupedNumbers) -> None:
        words = self._words
        if found.score is None:
            self.score.show_rows((), ())
        else:
            self.score.show_block(score_table(found.score, words))
        changes = numeric_changes.rows(found.changes, words)
        self.numbers.show_rows(numeric_changes.header(words), changes, numeric_changes.FIGURES)
        self._enable(True)


@as_work
def numbers(context: JobContext, opened: Opened, answer: GroupingAnswer) -> GroupedNumbers:
    """Work that compares the numbers of the records before and after."""
    from sdc_desktop.engine.methods.grouping.microaggregate.engine import score_of
    from sdc_desktop.engine.microdata.numeric_changes import numeric_changes
    from sdc_desktop.engine.runner import apply
    from sdc_desktop.engine.source import Source

    part = context.within(0.0, 0.2)
    released = apply(answer.job, answer.result, answer.counts, Source(opened.data, {}), part)
    names = [v.name for v in released.variables if v.role not in NEVER_RELEASED]
    changes = numeric_changes(opened.data, released, names, context.within(0.2, 0.5))
    return GroupedNumbers(score_of(answer.result, answer.counts, context.within(0.5, 1.0)), changes)
