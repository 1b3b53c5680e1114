"""What the tab shows of a risk curve or of an experiment. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from sdc_desktop.engine.methods.curves.cae import CaeParams
from sdc_desktop.ui.questions.question import QuestionView
from sdc_desktop.ui.tabs.cae.tab_job import CURVES, Params
from sdc_desktop.ui.tabs.cae.work import Answer, KeptCurve

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.curves.cae.engine import CaeResult
    from sdc_desktop.engine.methods.curves.cae_experiment.engine import ExperimentResult


class Stage(StrEnum):
    """The stages of the user's settings."""

    READING = "reading"
    NO_DATA = "no_data"
    NO_ATTRIBUTE = "no_attribute"
    NO_VALUES = "no_values"
    NO_PERSON = "no_person"  # values of one person are known, and some are not chosen yet
    NO_FILE = "no_file"  # the released one
    SEVERAL_RECORDS = "several_records"  # of persons, whom no curve counts
    READY = "ready"


@dataclass(frozen=True)
class View(QuestionView[Answer]):
    """A curve or an experiment, and what its form offers."""

    stage: Stage = Stage.NO_DATA
    way: str = "attribute"
    params: Params = field(default_factory=CaeParams)
    variables: tuple[str, ...] = ()  # that can be confidential or known
    attribute: str | None = None  # current
    table: str | None = None  # the job whose cells are asked about
    attributes: tuple[str, ...] = ()  # current ones that may be known
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # values of variables, as read
    has_data: bool = False
    several_records: bool = False  # persons have them: the records are not measured
    compared: tuple[ExperimentResult, ...] = ()  # experiments on the same data and attribute
    kept: tuple[str, ...] = ()  # techniques that the plan has an experiment of on these
    missing: tuple[str, ...] = ()  # those of them that have not run yet
    comparing: bool = False  # several experiments run
    overlaid: tuple[KeptCurve, ...] = ()  # kept curves that the answer can be compared with
    elsewhere: int = 0  # kept curves of other data or another variable: not shown
    full: bool = False  # no more curves can be kept
    coarse: CaeResult | None = None  # bounds of the curve that is being computed: no answer, never saved

    @property
    def running(self) -> bool:
        """Whether a result, or what it is compared with, is being computed."""
        return super().running or self.comparing

    @property
    def can_keep(self) -> bool:
        """Whether the curve that is shown can be kept."""
        return self.is_curve and self.ready and not self.full

    @property
    def is_curve(self) -> bool:
        """Whether the settings are of a curve, not of an experiment."""
        return self.way in CURVES
