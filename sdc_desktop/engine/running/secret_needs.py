"""Which secrets the jobs of a plan need, which of these are missing, and a plan with fresh ones."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.plan_secrets import ALL, ORDER, SecretFacts, Secrets, fresh
from sdc_desktop.engine.problems import Place, Problem, error, warning
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec


@dataclass(frozen=True)
class Need:
    """A job that needs a secret: for its own draws, or for the order of its records."""

    job: Job
    of_order: bool

    @property
    def name(self) -> str:
        """What the secret is called in a plan."""
        return f"{self.job.name}{ORDER}" if self.of_order else self.job.name

    def facts(self, secrets: Secrets) -> SecretFacts | None:
        """What may be known of the secret; None where there is none."""
        found = secrets.of_order(self.job.name) if self.of_order else secrets.of_job(self.job.name)
        return None if found is None else found.facts


def needs(job: Job) -> Iterator[Need]:
    """The secrets that a job needs."""
    if method_of(job.kind).draws(job.params):
        yield Need(job, of_order=False)
    if job.output is not None and job.output.order == "random":
        yield Need(job, of_order=True)


def shuffled(job: Job) -> Job:
    """The job with a random order of its file, where it names none and can choose one."""
    method, output = method_of(job.kind), job.output
    if output is None or output.order is not None or method.makes != "records" or method.own_order:
        return job
    return job.model_copy(update={"output": output.model_copy(update={"order": "random"})})


def secret_problems(plan: Plan, secrets: Secrets) -> tuple[Problem, ...]:
    """A refusal for every secret that is missing from the plan, and a warning for each that is weak."""
    return tuple(problem for job in plan.jobs for need in needs(job) for problem in _problems(need, secrets))


def _problems(need: Need, secrets: Secrets) -> Iterator[Problem]:
    where, found = Place(key="secrets", job=need.job.name), need.facts(secrets)
    if found is None:
        yield error("secret.missing_order" if need.of_order else "secret.missing", where, name=need.name)
    elif found.weak:
        yield warning("secret.weak", where, name=need.name)


def with_fresh_secrets(plan: Plan, digits: str | None = None) -> Plan:
    """The plan with a fresh secret wherever a job needs one and has none of its own; else unchanged. The
    order of records has a secret apart from that of the draws. Tables with the cell key method share one: the
    same cell then has the same noise in all of them. Files of persons whose order is not named need a secret
    for it as well: where a person has several records, it is random. Secrets of jobs that no longer exist are
    dropped. `digits` replaces fresh ones.
    """
    found = dict(plan.secrets)
    variables = {} if plan.data is None else plan.data.variables
    persons = any(one.role == "person" for one in variables.values())
    for job in plan.jobs:
        for need in needs(shuffled(job) if persons else job):
            if need.name not in found and ALL not in found:
                found[need.name] = _shared(need, plan, found) or digits or fresh()
    names = {job.name for job in plan.jobs}
    kept = {name: one for name, one in found.items() if name == ALL or name.removesuffix(ORDER) in names}
    return plan if kept == plan.secrets else plan.model_copy(update={"secrets": kept})


def _shared(need: Need, plan: Plan, found: Mapping[str, str]) -> str | None:
    if need.of_order or not _has_cell_keys(need.job):
        return None
    return next((found[job.name] for job in plan.jobs if _has_cell_keys(job) and job.name in found), None)


def _has_cell_keys(job: Job) -> bool:
    params = params_of(job, TABLE)
    return params is not None and isinstance(params.protect, CellKeySpec)
