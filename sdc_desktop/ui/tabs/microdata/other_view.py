"""What the tab shows of a method that changes values, at one moment. Frozen, as `view`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sdc_desktop.engine.plan import Job
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.forms.editors.choices import Choices

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.ui.tabs.microdata.other_work import OtherAnswer


@dataclass(frozen=True)
class OtherView:
    """The question as it stands, and what is known of its answer."""

    job: Job | None = None  # None where none of these methods is in force
    choices: Choices = field(default_factory=Choices)
    answer: OtherAnswer | None = None  # in force, or the last good one of the same method
    stale: bool = True  # the answer belongs to an earlier question
    waiting: bool = False  # the answer takes a while and has to be asked for
    running: bool = False
    long_running: bool = False  # it was asked for, and can be stopped
    problems: tuple[Problem, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether the answer is that of the question, so that it can be written."""
        return self.answer is not None and not self.stale
