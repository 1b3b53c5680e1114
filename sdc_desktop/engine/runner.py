"""The one door through which window, batch command and tests reach a method.

``open_plan`` reads what a plan names and ``check_plan`` says what is wrong with its jobs
(`running/checking.py`); ``counts``, ``decide`` (with ``settle``) and ``apply`` are the stages of one job
(`running/stages.py`), whose file ``write_job`` writes (`running/writing.py`). ``run_plan`` composes them for
a whole plan (`job_runs.py`) and puts its files into a folder, all or none.
"""

import json
import shutil
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sdc_desktop import __version__
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.job_runs import JobRuns
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.plan_result import JobResult, PlanResult
from sdc_desktop.engine.policy.policy import Policy, policy_problems, rules_of, verdict_limits
from sdc_desktop.engine.problems import Refused, refuse_errors
from sdc_desktop.engine.running.checking import (
    OpenedPlan,
    check_plan,
    count_problems,
    found_by,
    of_jobs,
    open_plan,
    try_jobs,
)
from sdc_desktop.engine.running.file_audit import FileAudit, chain_to
from sdc_desktop.engine.running.judging import judge_plan
from sdc_desktop.engine.running.links import chosen_jobs
from sdc_desktop.engine.running.outputs import (
    LOG_FILE,
    RESULT_FILE,
    folder_of_keys,
    move_into,
    output_of,
    paths_of,
    refuse_overwriting,
    temporary_folder,
    write_texts,
)
from sdc_desktop.engine.running.result_json import to_json, verdict_json
from sdc_desktop.engine.running.stages import (
    JobData,
    apply,
    counts,
    decide,
    decided,
    foresee,
    placed,
    run_job,
    settle,
    settled,
)
from sdc_desktop.engine.running.writing import (
    DIGESTS,
    NO_FILES,
    WrittenFile,
    write_job,
    write_result,
    writer_below,
)
from sdc_desktop.engine.verdict import Grade, Verdict

__all__ = [
    "JobData",
    "JobResult",
    "OpenedPlan",
    "PlanResult",
    "WrittenFile",
    "apply",
    "check_plan",
    "chosen_jobs",
    "count_problems",
    "counts",
    "decide",
    "decided",
    "evaluate_plan",
    "foresee",
    "found_by",
    "of_jobs",
    "open_plan",
    "placed",
    "result_text",
    "run_job",
    "run_plan",
    "settle",
    "settled",
    "to_json",
    "try_jobs",
    "verdict_json",
    "write_job",
    "write_result",
]


_RESULT_SCHEMA = 2  # of result.json


@dataclass(frozen=True)
class RunOptions:
    """How a plan is run, where not by its own settings alone.

    ``names`` chooses jobs (and those they need); ``seed`` replaces the seeds of simulations; ``kept`` are
    other files than the inputs that must not be overwritten; ``log`` makes the text of run.log; ``data``
    replaces the plan's data file (see ``open_plan``); ``held_to`` is the active site policy. Where the
    verdict on the plan is below ``required``, only result.json and run.log are saved, and no file of any job;
    where it is not, no file of a job that is below. ``policy_required``: the same where a rule of the policy
    is not met or not checked. ``keys`` is the folder of key files of pseudonyms, which
    are never in the folder of the run. ``codebooks`` makes the texts of the codebooks, by their paths
    (:func:`codebook_paths`), ``texts`` those on the results of jobs (:func:`texts_of`). ``opened`` is the
    plan where its data are open already, on another engine. ``with_values``: result.json has the true values
    of suppressed cells; only its owner may read it.
    """

    names: Sequence[str] = ()
    seed: int | None = None
    kept: Sequence[Path] = ()
    log: Callable[[PlanResult], str] | None = None
    data: str | None = None
    held_to: Policy | None = None
    required: Grade | None = None
    policy_required: bool = False
    keys: Path | None = None
    codebooks: Callable[[PlanResult], Mapping[str, str]] | None = None
    texts: Callable[[PlanResult], Mapping[str, str | bytes]] | None = None
    opened: OpenedPlan | None = None
    with_values: bool = False

    @property
    def requires(self) -> bool:
        """Whether files are only saved under a verdict that is good enough."""
        return self.required is not None or self.policy_required

    def met_by(self, verdict: Verdict) -> bool:
        """Whether a verdict is good enough for files."""
        good = self.required is None or verdict.meets(self.required)
        return good and not (self.policy_required and verdict.breaks_policy)


NO_OPTIONS = RunOptions()


def run_plan(
    plan: Plan, base: Path, out: Path, context: JobContext, options: RunOptions = NO_OPTIONS
) -> PlanResult:
    """Run the jobs of a plan in order and write their files and result.json into `out`.

    On a sample for trial there is no file of any job. Everything is first saved in temporary folders that are
    moved into `out` and the folder of keys at the end: if any job is refused or cancelled, both are
    unchanged. What jobs do outside of these folders, such as packages and ledger entries, comes last, and not
    where the verdict is below the one required. Raises :class:`Refused` with the problems of plan or data.
    """
    names = options.names
    opened = options.opened or open_plan(plan, base, context.within(0.0, 0.3), data=options.data, names=names)
    refuse_errors(of_jobs(check_plan(opened), opened.plan, names))
    chosen = chosen_jobs(opened.plan, names)
    jobs, inputs = [job for _, job in chosen], [*(base / path for path in opened.inputs), *options.kept]
    with_codebook = options.codebooks is not None
    refuse_overwriting(jobs, out, inputs, with_codebooks=with_codebook)
    keys = folder_of_keys(jobs, out, options.keys, inputs)
    with temporary_folder(out) as folder, temporary_folder(keys) as key_folder:
        write = writer_below(folder, key_folder, keys)
        runs = JobRuns(opened, chosen, write, context.within(0.3, 1.0), options.seed, with_codebook)
        runs.rules = rules_of(options.held_to)
        result = PlanResult(opened, runs.results())
        result = _settled(result, options, (folder, key_folder), context)
        write_texts(folder, _texts(result, options))
        (folder / RESULT_FILE).chmod(0o600)
        move_into((folder, out), (key_folder, keys))
    return result


def _settled(
    result: PlanResult, options: RunOptions, folders: tuple[Path, Path], context: JobContext
) -> PlanResult:
    """The judged result with the files that may leave, after what its jobs do outside of the `folders` of
    the run and of its keys. Raises :class:`Refused`, Cancelled.
    """
    result = _judged(result, options.held_to, all_leave=not options.requires)
    if result.sampled is not None:
        result = _without_files(result, *folders)
    elif options.requires:
        result = _required_files(result, options, *folders)
    result.opened.refuse_changed()
    context.checkpoint()
    if result.sampled is None and options.met_by(result.verdict):
        result = _judged(_finished_outside(result, context), options.held_to)
    return result


def _texts(result: PlanResult, options: RunOptions) -> dict[str, str | bytes]:
    """The texts of a run by their paths: result.json, and those that the options make."""
    made: dict[str, str | bytes] = {RESULT_FILE: result_text(result, with_values=options.with_values)}
    if options.log is not None:
        made[LOG_FILE] = options.log(result)
    for further in (options.codebooks, options.texts):
        if further is not None:
            made |= further(result)
    return made


def _finished_outside(result: PlanResult, context: JobContext) -> PlanResult:
    """The result after what its jobs do outside of the folder of the run. Raises :class:`Refused`."""
    jobs = []
    for job in result.jobs:
        stage, spec = method_of(job.kind).stages.finish, result.opened.plan.job(job.name)
        if stage is not None:
            index = result.opened.plan.jobs.index(spec)
            try:
                done = stage(spec.params, job.result, result.opened.source, context)
            except Refused as refusal:
                raise Refused([placed(problem, spec, index) for problem in refusal.problems]) from None
            job = replace(job, result=done)
        jobs.append(job)
    return replace(result, jobs=tuple(jobs))


def evaluate_plan(
    plan: Plan,
    base: Path,
    context: JobContext,
    *,
    data: str | None = None,
    held_to: Policy | None = None,
    read: Opened | None = None,
    earlier: Callable[[OpenedPlan], dict[str, JobData]] | None = None,
    handed_on: Collection[str] = (),
) -> PlanResult:
    """Run all jobs of a plan and write nothing; each file has the SHA-256 that it would have. `data` takes
    the place of the plan's data file, and ``held_to`` is the active site policy. Files that a ledger is
    charged for are not made: what is drawn of a budget is drawn for a file alone. ``read`` is the plan's file
    where it has been opened already; ``earlier`` gives what jobs left before, which are not run again,
    and takes what the others leave, also where a later job is refused;
    ``handed_on`` names jobs whose records are wanted without a file.

    Raises :class:`Refused` with the problems of plan or data.
    """
    opened = open_plan(plan, base, context.within(0.0, 0.3), data=data, read=read)
    refuse_errors(check_plan(opened))
    made = {} if earlier is None else earlier(opened)
    runs = JobRuns(
        opened,
        chosen_jobs(opened.plan, ()),
        DIGESTS,
        context.within(0.3, 1.0),
        handed_on=handed_on,
        left=made,
        rules=rules_of(held_to),
    )
    results = runs.results()
    return _judged(PlanResult(opened, results, released=runs.released, made=made), held_to)


def audit_of(
    plan: Plan,
    job: Job,
    base: Path,
    context: JobContext,
    *,
    read: Opened | None = None,
    decided: tuple[Any, Any] | None = None,
    held_to: Policy | None = None,
) -> FileAudit | None:
    """The audit of the file that a job of the plan would make, or that it makes as its next job; None where
    it makes no file of records. No file is exported. ``read`` is the plan's file where it has been opened
    already; ``decided`` the counts and the result of the job, where they are known; ``held_to`` the active
    site policy.

    Raises :class:`Refused` with the problems of plan or data.
    """
    steps = tuple(reversed([job, *list(chain_to(plan, job))[1:]]))
    alone = plan.model_copy(
        update={
            "missing": plan.missing_rule,  # that of a later job as well
            "jobs": steps,
            "report": plan.report.model_copy(update={"products": None}),
        }
    )
    opened = open_plan(alone, base, context.within(0.0, 0.2), read=read)
    known = {} if decided is None else {job.name: decided}
    chosen = chosen_jobs(opened.plan, ())
    runs = JobRuns(opened, chosen, NO_FILES, context.within(0.2, 1.0), decided=known, rules=rules_of(held_to))
    last = runs.results()[-1]
    if last.released is None:
        return None
    return FileAudit(
        last.released, last.inference, last.repeats, last.hiding, last.persons, last.small, last.rules
    )


def result_text(result: PlanResult, *, with_values: bool = False) -> str:
    """The text of result.json. What was found on a sample for trial has no figures there, because they are
    not figures of the population. Without values no true value of a suppressed cell is in it.
    """
    sampled = result.sampled
    data = {
        "schema": _RESULT_SCHEMA,
        "engine": __version__,
        "inputs": dict(result.opened.data_inputs),
        "verdict": verdict_json(result.verdict),
        "jobs": {
            job.name: {
                "kind": job.kind,
                "ok": job.ok and sampled is None,
                "seed": job.seed,
                "secret": to_json(job.secret),
                "order_secret": to_json(job.order),
                "files": sorted(job.files),
                "escaped": dict(job.escaped),
                "sha256": dict(job.files),
                "released": to_json(job.released) if sampled is None else None,
                "inference": to_json(job.inference) if sampled is None else None,
                "hiding": to_json(job.hiding) if sampled is None else None,
                "small": to_json(job.small) if sampled is None else None,
                "result": _result_json(job, with_values=with_values) if sampled is None else None,
                "verdict": verdict_json(job.verdict),
            }
            | ({"rules": to_json(job.rules)} if job.rules and sampled is None else {})
            | ({"format_notes": to_json(job.format_notes)} if job.format_notes else {})
            | ({} if job.applied else {"applied": False})
            for job in result.jobs
        },
    }
    if sampled is not None:
        data["sampled"] = to_json(sampled)
    return json.dumps(data, sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _result_json(job: JobResult, *, with_values: bool) -> Any:
    """The result of a job; that of records with how these hide persons, null where no role says whose they
    are.
    """
    found = to_json(job.result, with_values=with_values)
    of_records = method_of(job.kind).makes == "records" or hasattr(job.result, "key_variables")
    return found | {"persons": to_json(job.persons)} if of_records else found


def _judged(result: PlanResult, held_to: Policy | None, *, all_leave: bool = True) -> PlanResult:
    """The result with its verdicts; a table's `safe` holds only with the grade *safe*. ``all_leave``: the
    files of steps between are also in the folder.
    """
    plan = result.opened.plan
    notes = (*result.opened.notes, *policy_problems(plan, held_to), *count_problems(result.opened, held_to))
    written = _written(result) if all_leave else ()
    judged = judge_plan(plan, result.jobs, notes, verdict_limits(held_to), written)
    jobs = tuple(_with_verdict(job, judged.jobs[job.name]) for job in result.jobs)
    return replace(result, jobs=jobs, verdict=judged.plan)


def _written(result: PlanResult) -> tuple[str, ...]:
    """The jobs whose output is saved; key files of pseudonyms are not released."""
    outputs = {job.name: output_of(result.opened.plan.job(job.name)) for job in result.jobs}
    files = {job.name: job.files.keys() for job in result.jobs}
    return tuple(name for name, one in outputs.items() if one is not None and files[name] & {*paths_of(one)})


def _with_verdict(job: JobResult, verdict: Verdict) -> JobResult:
    made = job.result
    if getattr(made, "safe", None) is True and verdict.grade is not Grade.SAFE:
        made = replace(made, safe=False)
    return replace(job, result=made, verdict=verdict)


def _required_files(result: PlanResult, options: RunOptions, folder: Path, key_folder: Path) -> PlanResult:
    """The result with the files that may be saved: a step between can be worse than what is made of it."""
    if not options.met_by(result.verdict):
        return _without_files(result, folder, key_folder)
    jobs = []
    for job in result.jobs:
        output = output_of(result.opened.plan.job(job.name))
        if output is not None and not options.met_by(job.verdict):
            written = set(paths_of(output))
            for path in written:
                (folder / path).unlink(missing_ok=True)
            files = {path: digest for path, digest in job.files.items() if path not in written}
            job = replace(job, files=files, escaped={}, format_notes=())
        jobs.append(job)
    return replace(result, jobs=tuple(jobs))


def _without_files(result: PlanResult, *folders: Path) -> PlanResult:
    """The result without the files of the jobs, which are removed from the folders."""
    for path in [path for folder in folders for path in folder.iterdir()]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    jobs = (replace(job, files={}, escaped={}, format_notes=()) for job in result.jobs)
    return replace(result, jobs=tuple(jobs))
