"""What the tab shows of a microaggregation at one moment. Frozen, as `view`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sdc_desktop.engine.microdata.microaggregate_spec import MicroaggregateParams
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.variable_spec import Level
from sdc_desktop.ui.tabs.microdata.grouping_question import Blocks

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.ui.tabs.microdata.grouping_work import GroupingAnswer, Proposal


@dataclass(frozen=True)
class GroupingView:
    """The question as it stands, and what is known of its answer."""

    params: MicroaggregateParams  # the draft's while something is moved
    blocks: Blocks = ()
    left_out: tuple[str, ...] = ()  # variables that could be in a block
    may_divide: tuple[str, ...] = ()
    strata: tuple[str, ...] = ()
    levels: Mapping[str, Level] = field(default_factory=dict)
    identifying: frozenset[str] = frozenset()
    records: int = 0
    may_be_optimal: bool = False  # the method for single variables of numbers can be chosen
    lacking: bool = False  # a variable of a block lacks values
    proposal: Proposal | None = None  # of the k, for these blocks
    answer: GroupingAnswer | None = None  # in force, or the last good one
    draft: GroupingAnswer | None = None  # what the draft would give
    drafting: bool = False
    stale: bool = True  # the answer belongs to an earlier question
    waiting: bool = False  # grouping takes a while and has to be asked for
    running: bool = False  # it was
    problems: tuple[Problem, ...] = ()

    @property
    def shown(self) -> GroupingAnswer | None:
        """The draft's answer while there is one, else the one in force."""
        return self.draft or self.answer

    @property
    def ready(self) -> bool:
        """Whether the answer is that of the question, so that it can be written."""
        return self.answer is not None and not self.stale and not self.drafting
