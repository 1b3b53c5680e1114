"""Settings, the work that gives their result, and its state. No Qt."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, Generic, ParamSpec, TypeVar

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.spec import NEVER_RELEASED
from sdc_desktop.project.free_name import free_name
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.data.microdata import Microdata
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.source import Source

Key = TypeVar("Key")
Answer = TypeVar("Answer")
J = TypeVar("J", bound=Job)
P = ParamSpec("P")

NEVER_OFFERED = (*NEVER_RELEASED, "weight", "household")  # roles of variables that no method changes
READING = ("path", "delimiter", "quote", "encoding", "decimal", "header", "missing")  # keys of the data


class State(StrEnum):
    """State of the work. An outdated result, and settings that are being dragged, are facts beside it. Both
    occur in several states.
    """

    IDLE = "idle"  # there is no question
    WAITING = "waiting"  # an answer takes a while and must be requested, or was stopped
    COMPUTING = "computing"  # quietly: a matter of moments
    RUNNING = "running"  # shown in the job bar, can be stopped
    STOPPING = "stopping"
    REFUSED = "refused"  # not begun again until the question changes or is requested
    ANSWERED = "answered"


@dataclass(frozen=True)
class Question(Generic[J]):
    """A job and the text that its result depends on: equal keys have equal results."""

    key: str
    job: J = field(compare=False)


@dataclass(frozen=True)
class Work(Generic[Answer]):
    """What runs beside the window. `quiet`: a matter of moments, not shown in the job bar."""

    title: str
    run: Callable[[JobContext], Answer]
    quiet: bool = False


@dataclass(frozen=True)
class QuestionView(Generic[Answer]):
    """Current state of the settings and their result; the views of the tabs add what their forms show."""

    state: State = State.IDLE
    answer: Answer | None = None  # current, or the last good one of the same kind
    stale: bool = True  # the answer is of an earlier question
    draft: Answer | None = None  # of what is being moved
    drafting: bool = False  # something is being moved that is not a step yet
    problems: tuple[Problem, ...] = ()

    @property
    def running(self) -> bool:
        """Whether a result is being computed."""
        return self.state in (State.COMPUTING, State.RUNNING)

    @property
    def long_running(self) -> bool:
        """Whether the job bar shows it and can stop it."""
        return self.state is State.RUNNING

    @property
    def waiting(self) -> bool:
        """Whether the result must be requested."""
        return self.state in (State.WAITING, State.STOPPING)

    @property
    def shown(self) -> Answer | None:
        """The draft's result while there is one, else the current or the last one."""
        return self.draft or self.answer

    @property
    def failed(self) -> bool:
        """Whether an error is in the way."""
        return any(problem.severity == "error" for problem in self.problems)

    @property
    def ready(self) -> bool:
        """Whether the result is of the current settings, so that it can be exported."""
        return self.answer is not None and not self.stale and not self.drafting

    def qualified(
        self, finding: str, words: Words, busy: str = N_("Computing… Previous result: {verdict}")
    ) -> str:
        """A finding on what is shown, marked as that of a draft or of earlier settings; `busy`: the mark
        while the current ones are in the job bar.
        """
        text = "{verdict}"
        if self.draft is not None:
            text = N_("Draft: {verdict}")
        elif self.long_running:
            text = busy
        elif self.stale or (self.drafting and self.state is not State.COMPUTING):
            text = N_("Previous result: {verdict}")
        return finding if text == "{verdict}" else words.say(text, verdict=finding)


def as_work(run: Callable[Concatenate[JobContext, P], Answer]) -> Callable[P, Callable[[JobContext], Answer]]:
    """A function of a context and of what it is about, as one that gives work to be run beside the window."""

    @wraps(run)
    def work(*args: P.args, **kwargs: P.kwargs) -> Callable[[JobContext], Answer]:
        return lambda context: run(context, *args, **kwargs)

    return work


def source_of(opened: Opened | None, base: Path, context: JobContext) -> Source:
    """The open records with their hierarchies, or nothing but the folder that paths begin in. Refuses as the
    engine does.
    """
    from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
    from sdc_desktop.engine.source import Source

    if opened is None:
        return Source.without_records(base)
    return Source(opened.data, load_hierarchies(opened, base, context)[0], base)


def keep(kept: dict[Key, Answer], key: Key, answer: Answer, most: int) -> None:
    """Keep a result as the newest; the oldest gives way."""
    kept.pop(key, None)
    kept[key] = answer
    while len(kept) > most:
        del kept[next(iter(kept))]


def with_job(plan: Plan, job: Job) -> Plan:
    """The plan with this job instead of the one of its name, or at the end; all others stay."""
    if any(other.name == job.name for other in plan.jobs):
        jobs = tuple(job if other.name == job.name else other for other in plan.jobs)
    else:
        jobs = (*plan.jobs, job)
    return plan.model_copy(update={"jobs": jobs})


def persons_key(data: Microdata) -> object:
    """Changes when whose the records are, or what an intruder knows of a person, is stated otherwise (as JSON
    can hold it).
    """
    persons = data.persons
    if persons is None:
        return None
    return [persons.columns, persons.stated.model_dump(mode="json"), data.known, data.has_pseudonym]


def roles_key(data: Microdata) -> object:
    """Changes when the role of a variable does, or which ones it follows (as JSON can hold it)."""
    return [[variable.name, variable.role, list(variable.follows)] for variable in data.variables]


def data_key(opened: Opened, *others: object, hierarchies: bool = False) -> str:
    """A text that changes when the file, how it is read, what is declared of its variables and persons, or
    one of `others` does (as JSON can hold it); with `hierarchies` also when one of these does.
    """
    spec = opened.spec
    variables = [
        [v.name, v.role, v.level, v.order, list(v.missing), list(v.follows)] for v in opened.data.variables
    ]
    reading = [getattr(spec, key) for key in READING]
    known: list[object] = [opened.mark, reading, variables, persons_key(opened.data), *others]
    if hierarchies:
        known.append({name: found.model_dump(mode="json") for name, found in spec.hierarchies.items()})
    return json.dumps(known, sort_keys=True)


def free_job_name(name: str, jobs: Iterable[object]) -> str:
    """The name, with a number where one of these jobs has it."""
    return free_name(name, {getattr(job, "name", "") for job in jobs}, " ")
