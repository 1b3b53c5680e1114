"""The one job of a plan that the tab Release queue is about; others of the user's own are unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.engine.plan import JOB_CLASSES, Job, MethodJob, Plan, is_job_of
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.policy.remedy import begun
from sdc_desktop.engine.release.spec import ReleaseParams
from sdc_desktop.ui.questions.question import QuestionView, as_work, free_job_name

if TYPE_CHECKING:
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.release.release.engine import ReleaseResult
    from sdc_desktop.engine.release.requested_records import Cells

ReleaseJob = MethodJob[ReleaseParams]
UNCHOSEN = "\0"  # no variable is called so


def tab_job(plan: Plan) -> ReleaseJob | None:
    """The first release job that works on the data themselves."""
    return next((job for job in plan.jobs if is_job_of(job, RELEASE) and job.input == "data"), None)


def first_params(policy: Policy | None = None) -> ReleaseParams:
    """What is asked to begin with, as the site policy has it: no variable is chosen yet."""
    return begun(ReleaseParams(attribute=UNCHOSEN, target=UNCHOSEN), policy)


def chosen(params: ReleaseParams) -> bool:
    """Whether both variables are."""
    return UNCHOSEN not in (params.attribute, params.target)


def job_of(params: ReleaseParams, seed: int | None = None, *, beside: Sequence[Job] = ()) -> ReleaseJob:
    """A job that asks this, with a name that none of the others has."""
    name = free_job_name("release queue", beside)
    made: ReleaseJob = JOB_CLASSES[RELEASE.kind](name=name, params=params, seed=seed)
    return made


@dataclass(frozen=True)
class Answer:
    """What was simulated, what was found, and the requests of the first order (cells, or -1 - target; none
    where the file is only assessed).
    """

    params: ReleaseParams
    result: ReleaseResult
    order: Cells | None


@as_work
def answer(
    context: JobContext, opened: Opened, base: Path, params: ReleaseParams, seed: int | None
) -> Answer:
    """Work that runs a job as the batch command does; `seed` is the job's. Refuses as the engine does."""
    from sdc_desktop.engine.methods.release.release.engine import requested_order
    from sdc_desktop.engine.output.own_parts import drawn_folder
    from sdc_desktop.engine.runner import run_job
    from sdc_desktop.engine.source import Source

    own = replace(context, cache=drawn_folder())
    source = Source(opened.data, {}, base)
    result: ReleaseResult = run_job(job_of(params, seed), source, own, with_data=False).result
    order = None
    if not params.assess_only:
        order = requested_order(params, result.counted, result.rules, 0)
    return Answer(params, result, order)


class Stage(StrEnum):
    """The stages of the user's settings."""

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
        """The observed variable, once it is chosen."""
        return None if self.params.attribute == UNCHOSEN else self.params.attribute

    @property
    def target(self) -> str | None:
        """The target, once it is chosen."""
        return None if self.params.target == UNCHOSEN else self.params.target
