"""What is wrong with the jobs of a plan, given before it is run."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.roles import MISSING_CODE, missing_roles
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.output.files import refuse_changed, sha256_of
from sdc_desktop.engine.plan import Job, Plan, active_plan, files_of, inputs_of, plan_problems
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.engine.problems import Place, Problem, Refused, Severity, error, note, refuse_errors, warning
from sdc_desktop.engine.running.compare_files import compare
from sdc_desktop.engine.running.following import following_problems, treated_problems
from sdc_desktop.engine.running.links import chosen_jobs, link_problems, sum_problems
from sdc_desktop.engine.running.outputs import output_of, output_problems, settled_seed
from sdc_desktop.engine.running.secret_needs import secret_problems
from sdc_desktop.engine.running.stages import (
    counts,
    foresee,
    in_random_order,
    memory_problems,
    persons_notes,
    persons_problems,
    placed,
)
from sdc_desktop.engine.source import Source

if TYPE_CHECKING:
    from sdc_desktop.engine.data.counts.description import Description


@dataclass(frozen=True)
class OpenedPlan:
    """A plan whose inputs have been read: records, hierarchies, and the SHA-256 of every file read."""

    plan: Plan
    base: Path
    opened: Opened | None
    source: Source  # without records where the plan names no data
    inputs: Mapping[str, str]  # path as in the plan -> SHA-256
    notes: tuple[Problem, ...]

    @property
    def counted(self) -> "Description | None":
        """What the counts file says that takes the place of records; None with records."""
        return None if self.opened is None else self.opened.counted

    @property
    def data_inputs(self) -> Mapping[str, str]:
        """The inputs, a counts file replaced by the data that were counted, as in a run on records."""
        if self.opened is None or self.opened.counted is None:
            return self.inputs
        data, own = self.opened.counted.data, self.opened.spec.path
        return {
            data.path if path == own else path: data.sha256 if path == own else sha256
            for path, sha256 in self.inputs.items()
        }

    def refuse_changed(self) -> None:
        """Raises :class:`Refused` where a file that was read is no longer what it was."""
        refuse_changed((self.base / path, sha256) for path, sha256 in self.inputs.items())


def open_plan(
    plan: Plan,
    base: Path,
    context: JobContext,
    *,
    data: str | None = None,
    read: Opened | None = None,
    names: Sequence[str] = (),
) -> OpenedPlan:
    """Read the data and hierarchies of a plan. Paths are relative to `base`. `data` takes the place of the
    plan's data file; it, and a file that is not the one the plan was made with, are compared with what the
    plan expects. ``read``: the plan's file where it was opened before, which is not read again if the plan
    declares it the same and its content is. Jobs that are switched off are not in the plan opened. `names`:
    of jobs that are run alone, where others may be faulty. Raises :class:`Refused`.
    """
    refuse_errors(plan_problems(plan))
    plan = active_plan(plan)
    refuse_errors(of_jobs(output_problems(plan), plan, names))
    if plan.data is None:
        if data is not None:
            raise Refused(error("plan.no_data", Place(key="data")))
        return OpenedPlan(
            plan, base, None, Source.without_records(base), _with_digests(plan, base, {}, names), ()
        )
    differences: tuple[Problem, ...] = ()
    if data is None and read is not None and _is_current(read, plan.data):
        opened = read
    elif data is None and not _is_another(plan.data, base):
        opened = open_data(plan.data, base, context)
    else:
        found = compare(plan, data or plan.data.path, base, context)
        differences = refuse_errors(found.problems)
        opened = found.opened
        plan = plan.model_copy(update={"data": opened.spec})
    hierarchies, levels = load_hierarchies(opened, base, context)
    inputs = _with_digests(plan, base, {opened.spec.path: opened.sha256, **levels}, names)
    source = Source(opened.data, hierarchies, base, opened.dialect)
    given = plan
    plan = in_random_order(plan, source.data, context)
    notes = (
        *_undecided(opened.notes, plan, source),
        *(note for hierarchy in hierarchies.values() for note in hierarchy.notes),
        *differences,
        *persons_notes(plan, source, context),
        *(
            note("persons.random_order", Place(key="output.order", job=job.name))
            for job, own in zip(plan.jobs, given.jobs, strict=True)
            if job != own
        ),
    )
    return OpenedPlan(plan, base, opened, source, inputs, notes)


def _undecided(notes: Sequence[Problem], plan: Plan, source: Source) -> Sequence[Problem]:
    """The notes without warnings on missing codes that every job on the data decides on, as preparing can."""
    jobs = [job for job in plan.jobs if job.input == "data"]
    outlines = [method_of(job.kind).stages.outline for job in jobs]
    if not jobs or None in outlines or not any(one.code == MISSING_CODE for one in notes):
        return notes
    try:
        left = [make(job.params, source).data for make, job in zip(outlines, jobs, strict=True) if make]
    except Refused:  # its problem is reported elsewhere
        return notes
    codes = (v.codes for data in left for v in data.variables if v.codes is not None and v.read_codes)
    still = {(one.codes, one.number) for one in codes}
    return [
        one
        for one in notes
        if one.code != MISSING_CODE or (one.params["codes"], one.params["number"]) in still
    ]


def count_problems(opened: OpenedPlan, held_to: Policy | None) -> tuple[Problem, ...]:
    """The warnings where the data were counted under another site policy than the active one, or for a plan
    that declares variables otherwise.
    """
    if opened.opened is None or opened.counted is None:
        return ()
    return problems_of_counts(opened.counted, opened.opened.data.variables, held_to)


def problems_of_counts(
    counted: "Description", variables: Sequence[Variable], held_to: Policy | None
) -> tuple[Problem, ...]:
    """The warnings of a counts file under another site policy, or for variables declared otherwise.

    `variables` are those that the plan declares now.
    """
    other = counted.declared_otherwise(variables)
    found = [warning("counts.other_plan", Place(key="data.variables"), names=other)] if other else []
    before = counted.policy
    if (None if before is None else before.sha256) == (None if held_to is None else held_to.sha256):
        return tuple(found)
    names = {
        "before": "" if before is None else before.name,
        "now": "" if held_to is None else held_to.title,
    }
    return (*found, warning("counts.other_policy", Place(key="policy"), **names))


def _is_current(read: Opened, spec: DataSpec) -> bool:
    """Whether a file that was read is the one that a plan declares, and has not changed since."""
    if read.spec != spec or spec.sha256 not in (None, read.sha256):
        return False
    try:
        refuse_changed(read.files)
    except Refused:
        return False
    return True


def _is_another(spec: DataSpec, base: Path) -> bool:
    """Whether the file is known not to be the one that the plan was made with."""
    return spec.sha256 is not None and sha256_of(base / spec.path, spec.path) != spec.sha256


def _with_digests(
    plan: Plan, base: Path, known: Mapping[str, str], names: Sequence[str]
) -> Mapping[str, str]:
    """The SHA-256 of every file that the plan reads; those not yet `known` are computed. Of files that only
    jobs read that are not run, those that are there.
    """
    wanted = {path for _, job in chosen_jobs(plan, names) for path in files_of(job)} if names else None
    of_others = {path for job in plan.jobs for path in files_of(job)}
    found = dict(known)
    for path in inputs_of(plan):
        needed = wanted is None or path in wanted or path not in of_others
        if path not in known and (needed or (base / path).is_file()):
            found[path] = sha256_of(base / path)
    return found


def of_jobs(problems: Iterable[Problem], plan: Plan, names: Sequence[str]) -> tuple[Problem, ...]:
    """Those of some problems that concern the jobs of these names and all that they need, or no job; all of
    them where there are no names. Raises :class:`Refused` for a name that is not in the plan.
    """
    chosen = {job.name for _, job in chosen_jobs(plan, names)}
    every = {job.name for job in plan.jobs}
    return tuple(one for one in problems if one.where.job not in every - chosen)


def check_plan(opened: OpenedPlan) -> tuple[Problem, ...]:
    """What is wrong with the jobs of a plan whose data have been read, without running any.

    A job on another's records finds the variables that this one leaves; where that cannot be determined, as
    the other is refused, it is not checked.
    """
    problems: list[Problem] = []
    sources: dict[str, Source | None] = {"data": opened.source}
    for index, job in enumerate(opened.plan.jobs):
        method = method_of(job.kind)
        source = sources.get(job.input)
        sources[job.name] = None if source is None else source.with_original()
        if opened.opened is None and method.needs_data(job.params):
            problems.append(error("plan.no_data", Place(key="data", job=job.name)))
        elif source is not None:
            found = [_since_gone(one, job, source, opened) for one in method.stages.check(job.params, source)]
            found += memory_problems(job, source)
            found += role_problems(job, source)
            found += treated_problems(job, source.data)
            if method.stages.outline is not None:
                sources[job.name], more = _outlined(method.stages.outline, job, source.with_original(), found)
                found += more
            problems += [placed(problem, job, index) for problem in found]
    jobs = opened.plan.jobs
    problems += [*persons_problems(opened.plan, opened.source, JobContext())]
    problems += [*following_problems(opened.source.data.variables), *_of_budgets(opened.plan)]
    problems += [placed(problem, jobs[index], index) for index, problem in link_problems(opened.plan)]
    names = [name for source in sources.values() if source is not None for name in source.data.names]
    problems += sum_problems(opened.plan, names)
    return (*opened.notes, *secret_problems(opened.plan, opened.plan.own_secrets), *problems)


def _of_budgets(plan: Plan) -> list[Problem]:
    """Jobs that read a file that a ledger is charged for: no evaluation could show what they do."""
    charged = {job.name for job in plan.jobs if method_of(job.kind).budgeted}
    return [
        error("plan.charged_input", Place(key=f"jobs[{index}].input", job=job.name), name=job.input)
        for index, job in enumerate(plan.jobs)
        if job.input in charged
    ]


def role_problems(job: Job, source: Source) -> tuple[Problem, ...]:
    """Variables in a job's output that look like direct identifiers and have no role. Those that a job
    removes, as preparing does, are not in its output.
    """
    method = method_of(job.kind)
    if output_of(job) is None or method.makes != "records":
        return ()
    missing = missing_roles(source.data.variables)
    if not missing or method.stages.outline is None:
        return missing
    try:
        return missing_roles(method.stages.outline(job.params, source).data.variables)
    except Refused:  # its problem is reported elsewhere
        return ()


def _outlined(
    outline: Callable[[Any, Source], Source], job: Job, source: Source, found: Sequence[Problem]
) -> tuple[Source | None, tuple[Problem, ...]]:
    """What a job leaves, and what is found wrong on the way; nothing where the job is refused."""
    if any(problem.severity is Severity.ERROR for problem in found):
        return None, ()
    try:
        return outline(job.params, source), ()
    except Refused as refusal:
        return None, refusal.problems


def _since_gone(problem: Problem, job: Job, source: Source, opened: OpenedPlan) -> Problem:
    """A variable that a job does not find, though the data have it: an earlier job took or renamed it."""
    name = problem.params.get("name")
    unknown = problem.code in ("plan.unknown_variable", "prepare.unknown_variable")
    if not unknown or name in source.data.names or name not in opened.source.data.names:
        return problem
    return error("prepare.variable_gone", problem.where, name=name, job=job.input)


def found_by(opened: OpenedPlan, job: Job) -> Source:
    """What a sound job finds: the data, or variables and hierarchies that its input leaves, without records
    where these are of another job's making. Raises :class:`Refused` where a hierarchy cannot be read.
    """
    if job.input == "data":
        return opened.source
    earlier = opened.plan.job(job.input)
    source, outline = found_by(opened, earlier), method_of(earlier.kind).stages.outline
    return source if outline is None else outline(earlier.params, source)


def try_jobs(opened: OpenedPlan, context: JobContext) -> tuple[Problem, ...]:
    """What counting and deciding says of the jobs that read the plan's own data: what a run would refuse,
    and its warnings and notes. No records are made; what later jobs get is not known before a run.
    """
    problems: list[Problem] = []
    for index, job in enumerate(opened.plan.jobs):
        if job.input != "data":
            continue
        own = replace(context, seed=settled_seed(job), secrets=opened.plan.own_secrets.over(context.secrets))
        try:
            notes = foresee(job, counts(job, opened.source, own), own)
        except Refused as refusal:
            problems += [placed(problem, job, index) for problem in refusal.problems]
        else:
            problems += [placed(note, job, index) for note in notes]
    return tuple(problems)
