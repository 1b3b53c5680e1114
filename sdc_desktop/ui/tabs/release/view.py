"""What the tab shows of a simulation at one moment. Frozen; the presenter makes a new one at every change."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.release.release_spec import ReleaseParams
from sdc_desktop.ui.tabs.release.tab_job import UNCHOSEN

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.release.work import Answer


class Stage(StrEnum):
    """How far the officer has come."""

    READING = "reading"
    NO_DATA = "no_data"
    NO_VARIABLES = "no_variables"
    NO_FILE = "no_file"  # of requests
    READY = "ready"


@dataclass(frozen=True)
class View:
    """The question as it stands, and what is known of its answer."""

    stage: Stage
    way: str
    params: ReleaseParams
    variables: tuple[str, ...] = ()
    answer: Answer | None = None  # in force, or the last good one
    running: bool = False
    stale: bool = True  # the answer belongs to an earlier question
    problems: tuple[Problem, ...] = ()

    @property
    def attribute(self) -> str | None:
        """The observed attribute, once it is chosen."""
        return None if self.params.attribute == UNCHOSEN else self.params.attribute

    @property
    def target(self) -> str | None:
        """The target, once it is chosen."""
        return None if self.params.target == UNCHOSEN else self.params.target

    @property
    def ready(self) -> bool:
        """Whether the answer is that of the question."""
        return self.stage is Stage.READY and self.answer is not None and not self.stale
