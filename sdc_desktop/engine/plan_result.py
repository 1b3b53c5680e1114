"""What a run of a plan gives, job by job."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sdc_desktop.engine.data.released import ReleasedVariables
from sdc_desktop.engine.data.sampled import Sampled, sampled_of
from sdc_desktop.engine.inference.audit import Inference
from sdc_desktop.engine.inference.repeats import RepeatedIdentifier
from sdc_desktop.engine.microdata.classes.first_look import Hiding, SmallClasses
from sdc_desktop.engine.microdata.person_figures import PersonFigures
from sdc_desktop.engine.plan_secrets import SecretFacts
from sdc_desktop.engine.problems import Problem, Severity
from sdc_desktop.engine.rules.found import RuleFound
from sdc_desktop.engine.running.checking import OpenedPlan
from sdc_desktop.engine.running.codebook import VariableEntry
from sdc_desktop.engine.running.secret_needs import secret_problems
from sdc_desktop.engine.running.stages import JobData, placed
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import Verdict, unjudged, verdict_of

_NOT_YET = verdict_of([unjudged("not_yet")])


@dataclass(frozen=True)
class JobResult:
    """What one job gave: its kind's immutable result, its files' SHA-256 by path, and the verdict."""

    name: str
    kind: str
    ok: bool
    result: Any
    files: Mapping[str, str]
    seed: int | None  # of a simulation
    verdict: Verdict = _NOT_YET
    escaped: Mapping[str, int] = field(default_factory=dict)  # texts of a file made harmless for spreadsheets
    secret: SecretFacts | None = None  # of what its own draws came from, where these protect
    order: SecretFacts | None = None  # of what the random order of its records came from
    format_notes: tuple[Problem, ...] = ()  # what the format of its file holds in another way
    released: ReleasedVariables | None = None  # the audit of the variables of its file of records
    inference: Inference | None = None  # what these reveal of one another; None: no record is the data's
    hiding: Hiding | None = None  # by the rule for missing values; None: no key value is missing
    small: SmallClasses | None = None  # of its file, below the plan's k where no step requires it itself
    rules: tuple[RuleFound, ...] = ()  # of the policy, on its file of records
    codebook: tuple[VariableEntry, ...] = ()  # of the variables of its file, where a run writes codebooks
    repeats: tuple[RepeatedIdentifier, ...] = ()  # direct identifiers that repeat in the plan's data
    persons: PersonFigures | None = None  # of its file, or of the records it measures; None without a role
    applied: bool = True  # false: decided on counts, and no file of records was made


@dataclass(frozen=True)
class PlanResult:
    """What a whole plan gave, jobs in the plan's order, and the verdict on all that is released."""

    opened: OpenedPlan
    jobs: tuple[JobResult, ...]
    verdict: Verdict = _NOT_YET
    released: Mapping[str, Source] = field(default_factory=dict, repr=False, compare=False)
    """What jobs made of the records, by the names of jobs; of a plan that is evaluated only."""
    made: Mapping[str, JobData] = field(default_factory=dict, repr=False, compare=False)
    """What jobs made, before the records get the order of their file, with the results."""

    @property
    def sampled(self) -> Sampled | None:
        """The sample for trial that the data are; None for all others."""
        return sampled_of(self.opened.notes)

    @property
    def notes(self) -> tuple[Problem, ...]:
        """Warnings and notes of the data, then of each job."""
        places = {job.name: index for index, job in enumerate(self.opened.plan.jobs)}
        own = (
            placed(note, self.opened.plan.jobs[places[job.name]], places[job.name])
            for job in self.jobs
            for note in (*job.result.notes, *job.format_notes)
        )
        secrets = secret_problems(self.opened.plan, self.opened.plan.own_secrets)
        weak = (one for one in secrets if one.where.job in places and one.severity is not Severity.ERROR)
        return (*self.opened.notes, *weak, *own)
