"""The plan with other steps of a protection, each of which reads the records of the one before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sdc_desktop.engine.methods.preparing.prepare import PREPARE
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import JOB_CLASSES, Job, Plan, active_plan
from sdc_desktop.engine.running.outputs import proposed_output
from sdc_desktop.engine.running.secret_needs import with_fresh_secrets

_PROTECTING = frozenset({"recoding", "grouping", "suppression", "perturbation"})  # families


@dataclass(frozen=True)
class Step:
    """A job to be made: its kind and its params."""

    kind: str
    params: Any

    @property
    def text(self) -> str:
        """A text that tells steps apart."""
        return f"{self.kind} {self.params.model_dump_json()}"


def begin_of(plan: Plan) -> str:
    """The job that prepares the records which a protection begins with, else `data`."""
    name = "data"
    for job in active_plan(plan).jobs:
        if job.kind == PREPARE.kind and job.input == name:
            name = job.name
    return name


def replaced_steps(plan: Plan) -> tuple[Job, ...]:
    """The jobs that protect the records, in the order of the plan."""
    read, found = {begin_of(plan)}, list[Job]()
    for job in plan.jobs:
        method = method_of(job.kind)
        if job.input in read and method.makes == "records" and method.family in _PROTECTING:
            read.add(job.name)
            found.append(job)
    return tuple(found)


def with_steps(plan: Plan, steps: Sequence[Step]) -> tuple[Plan, tuple[str, ...]]:
    """The plan with these steps instead of those that protect its records, and their names. The last has the
    file that one of these had, else one named after the data; jobs on their records read its records. What is
    drawn has a secret.
    """
    old = replaced_steps(plan)
    gone = {job.name for job in old}
    others = [job for job in plan.jobs if job.name not in gone]
    names = _free_names([step.kind for step in steps], {job.name for job in others})
    output = next((job.output for job in reversed(old) if job.output is not None), proposed_output(plan))
    inputs = (begin_of(plan), *names[:-1])
    new = [
        JOB_CLASSES[step.kind](
            name=name,
            input=read,
            params=step.params,
            output=output if name == names[-1] else None,
            no_file=name != names[-1],
        )
        for step, name, read in zip(steps, names, inputs, strict=True)
    ]
    moved = dict.fromkeys(gone, names[-1])
    place = next((at for at, job in enumerate(plan.jobs) if job.name in gone), len(others))
    jobs = [_reading(job, moved) for job in others]
    report = plan.report
    if report.products is not None:
        products = tuple(dict.fromkeys(moved.get(name, name) for name in report.products))
        report = report.model_copy(update={"products": products})
    made = plan.model_copy(update={"jobs": (*jobs[:place], *new, *jobs[place:]), "report": report})
    return with_fresh_secrets(made), names


def _free_names(kinds: Sequence[str], taken: set[str]) -> tuple[str, ...]:
    names: list[str] = []
    for kind in kinds:
        name, number = kind, 2
        while name in taken or name in names:
            name, number = f"{kind}_{number}", number + 1
        names.append(name)
    return tuple(names)


def _reading(job: Job, moved: Mapping[str, str]) -> Job:
    return job.model_copy(update={"input": moved[job.input]}) if job.input in moved else job
