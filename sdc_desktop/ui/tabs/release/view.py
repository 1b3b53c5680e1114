"""What the tab shows of a simulation. Frozen; the presenter makes a new one at every change."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from sdc_desktop.engine.methods.release.release import ReleaseParams
from sdc_desktop.ui.questions.question import QuestionView
from sdc_desktop.ui.tabs.release.tab_job import UNCHOSEN, first_params
from sdc_desktop.ui.tabs.release.work import Answer

if TYPE_CHECKING:
    pass


class Stage(StrEnum):
    """How far the officer has come."""

    READING = "reading"
    NO_DATA = "no_data"
    NO_VARIABLES = "no_variables"
    NO_FILE = "no_file"  # of requests
    READY = "ready"


@dataclass(frozen=True)
class View(QuestionView[Answer]):
    """A simulation, and what its form offers."""

    stage: Stage = Stage.NO_DATA
    way: str = "simulate"
    params: ReleaseParams = field(default_factory=first_params)
    variables: tuple[str, ...] = ()

    @property
    def attribute(self) -> str | None:
        """The observed attribute, once it is chosen."""
        return None if self.params.attribute == UNCHOSEN else self.params.attribute

    @property
    def target(self) -> str | None:
        """The target, once it is chosen."""
        return None if self.params.target == UNCHOSEN else self.params.target
