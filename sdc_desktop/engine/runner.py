"""The one door through which window, batch command and tests reach a method.

``open_plan`` reads what a plan names (`opening.py`), ``check_plan`` says what is wrong with its jobs
(`checking.py`); ``counts``, ``decide`` (with ``settle``) and ``apply`` are the stages of one job
(`stages.py`), whose file ``write_job`` writes (`writing.py`). ``run_plan`` composes them for a whole plan and
puts its files into a folder, all or none.
"""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from sdc_desktop import __version__
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import Opened, Style
from sdc_desktop.engine.data.released import Stage
from sdc_desktop.engine.data.table_layouts import LIST
from sdc_desktop.engine.inference.repeats import repeated_identifiers
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.plan_result import JobResult, PlanResult
from sdc_desktop.engine.policy.policy import Policy, policy_problems, verdict_limits
from sdc_desktop.engine.problems import Problem, Refused, refuse_errors
from sdc_desktop.engine.running.checking import (
    OpenedPlan,
    check_plan,
    count_problems,
    found_by,
    open_plan,
    try_jobs,
)
from sdc_desktop.engine.running.codebook import Changes, VariableEntry, changes_after, entries_of
from sdc_desktop.engine.running.file_audit import (
    FileAudit,
    audited_file,
    chain_to,
    counted_by_rule,
    measured_persons,
)
from sdc_desktop.engine.running.judging import judge_plan
from sdc_desktop.engine.running.linked_members import Basis
from sdc_desktop.engine.running.linked_run import (
    DecidedTable,
    decided_together,
    examined_together,
    is_table,
    together_with,
)
from sdc_desktop.engine.running.linking import chosen_jobs, counted_table, summed_jobs
from sdc_desktop.engine.running.outputs import (
    LOG_FILE,
    RESULT_FILE,
    folder_of_keys,
    move_into,
    output_of,
    paths_of,
    refuse_overwriting,
    settled_seed,
    temporary_folder,
    write_texts,
)
from sdc_desktop.engine.running.result_json import to_json, verdict_json
from sdc_desktop.engine.running.secret_needs import needs
from sdc_desktop.engine.running.stages import (
    JobData,
    apply,
    counts,
    decide,
    foresee,
    placed,
    run_job,
    settle,
    with_cells,
)
from sdc_desktop.engine.running.table_writing import write_outputs
from sdc_desktop.engine.running.writing import (
    DIGESTS,
    NO_FILES,
    Writer,
    WrittenFile,
    in_order,
    write_job,
    write_result,
    writer_below,
)
from sdc_desktop.engine.source import Source
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
    "evaluate_plan",
    "foresee",
    "found_by",
    "open_plan",
    "placed",
    "result_text",
    "run_job",
    "run_plan",
    "settle",
    "to_json",
    "try_jobs",
    "verdict_json",
    "write_job",
    "write_result",
]


_RESULT_SCHEMA = 2  # of result.json


def run_plan(
    plan: Plan,
    base: Path,
    out: Path,
    context: JobContext,
    *,
    names: Sequence[str] = (),
    seed: int | None = None,
    kept: Sequence[Path] = (),
    log: Callable[[PlanResult], str] | None = None,
    data: str | None = None,
    held_to: Policy | None = None,
    required: Grade | None = None,
    keys: Path | None = None,
    codebooks: Callable[[PlanResult], Mapping[str, str]] | None = None,
    texts: Callable[[PlanResult], Mapping[str, str]] | None = None,
    opened: OpenedPlan | None = None,
    with_values: bool = False,
) -> PlanResult:
    """Run the jobs of a plan in order and write their files and result.json into `out`.

    ``names`` chooses jobs (and those they need); ``seed`` replaces the seeds of simulations; ``kept`` are
    other files than the inputs that must not be overwritten; ``log`` makes the text of run.log; ``data``
    replaces the plan's data file (see ``open_plan``); ``held_to`` is the active site policy. Where the
    verdict on the plan is below ``required``, only result.json and run.log are saved, and no file of any job;
    where it is not, no file of a job that is below. On a sample for trial there is no file of any job either.
    ``codebooks`` makes the texts of the codebooks, by their paths (:func:`codebook_paths`), ``texts`` those
    on the results of jobs (:func:`texts_of`). ``opened`` is the plan where its data are open already, on
    another engine. ``with_values``: result.json has the true values of suppressed cells; only its owner may
    read it. ``keys`` is the folder of key files of pseudonyms, which are never in `out`. Everything is first
    saved in temporary folders that are moved into `out` and `keys` at the end: if any job is refused or
    cancelled, both are unchanged. What jobs do outside of these folders, such as packages and entries of
    ledgers, comes last, and not where the verdict is below ``required``. Raises :class:`Refused` with the
    problems of plan or data.
    """
    if opened is None:
        opened = open_plan(plan, base, context.within(0.0, 0.3), data=data)
    plan = opened.plan
    refuse_errors(check_plan(opened))
    chosen = chosen_jobs(plan, names)
    inputs = [base / path for path in opened.inputs]
    jobs = [job for _, job in chosen]
    refuse_overwriting(jobs, out, [*inputs, *kept], with_codebooks=codebooks is not None)
    keys = folder_of_keys(jobs, out, keys, [*inputs, *kept])
    with temporary_folder(out) as folder, temporary_folder(keys) as key_folder:
        write = writer_below(folder, key_folder, keys)
        with_codebook = codebooks is not None
        results = _run_jobs(
            opened, chosen, write, context.within(0.3, 1.0), seed, with_codebook=with_codebook
        )
        result = _judged(PlanResult(opened, results), held_to, all_leave=required is None)
        if result.sampled is not None:
            result = _without_files(result, folder, key_folder)
        elif required is not None:
            result = _required_files(result, required, folder, key_folder)
        opened.refuse_changed()
        context.checkpoint()
        if result.sampled is None and (required is None or result.verdict.meets(required)):
            result = _judged(_finished_outside(result, context), held_to)
        made = {RESULT_FILE: result_text(result, with_values=with_values)}
        if log is not None:
            made[LOG_FILE] = log(result)
        for further in (codebooks, texts):
            if further is not None:
                made |= further(result)
        write_texts(folder, made)
        (folder / RESULT_FILE).chmod(0o600)
        move_into((folder, out), (key_folder, keys))
    return result


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
    earlier: Callable[[OpenedPlan], Mapping[str, JobData]] | None = None,
) -> PlanResult:
    """Run all jobs of a plan and write nothing; each file has the SHA-256 that it would have. `data` takes
    the place of the plan's data file, and ``held_to`` is the active site policy. Files that a ledger is
    charged for are not made: what is drawn of a budget is drawn for a file alone. ``read`` is the plan's file
    where it has been opened already; ``earlier`` gives what jobs left before, which are not run again.

    Raises :class:`Refused` with the problems of plan or data.
    """
    opened = open_plan(plan, base, context.within(0.0, 0.3), data=data, read=read)
    refuse_errors(check_plan(opened))
    released: dict[str, Source] = {}
    made = {} if earlier is None else dict(earlier(opened))
    jobs, part = chosen_jobs(opened.plan, ()), context.within(0.3, 1.0)
    results = _run_jobs(opened, jobs, DIGESTS, part, None, released, made)
    return _judged(PlanResult(opened, results, released=released, made=made), held_to)


def audit_of(
    plan: Plan,
    job: Job,
    base: Path,
    context: JobContext,
    *,
    read: Opened | None = None,
    decided: tuple[Any, Any] | None = None,
) -> FileAudit | None:
    """The audit of the file that a job of the plan would make, or that it makes as its next job; None where
    it makes no file of records. No file is exported. ``read`` is the plan's file where it has been opened
    already; ``decided`` the counts and the result of the job, where they are known.

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
    known = None if decided is None else {job.name: decided}
    chosen = chosen_jobs(opened.plan, ())
    results = _run_jobs(opened, chosen, NO_FILES, context.within(0.2, 1.0), None, decided=known)
    last = results[-1]
    if last.released is None:
        return None
    return FileAudit(last.released, last.inference, last.repeats, last.hiding, last.persons)


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
                "result": _result_json(job, with_values=with_values) if sampled is None else None,
                "verdict": verdict_json(job.verdict),
            }
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


def _required_files(result: PlanResult, required: Grade, folder: Path, key_folder: Path) -> PlanResult:
    """The result with the files that may be saved: a step between can be worse than what is made of it."""
    if not result.verdict.meets(required):
        return _without_files(result, folder, key_folder)
    jobs = []
    for job in result.jobs:
        output = output_of(result.opened.plan.job(job.name))
        if output is not None and not job.verdict.meets(required):
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


def _run_jobs(
    opened: OpenedPlan,
    chosen: Sequence[tuple[int, Job]],
    write: Writer,
    context: JobContext,
    seed: int | None,
    kept: dict[str, Source] | None = None,
    made: dict[str, JobData] | None = None,
    *,
    with_codebook: bool = False,
    decided: Mapping[str, tuple[Any, Any]] | None = None,
) -> tuple[JobResult, ...]:
    """Run jobs in their order; `kept` takes what they make of the records, in the order of their file. `made`
    has what jobs left before, which are not run again, and takes what the others leave. ``decided``: counts
    and result of jobs where they are known.
    """
    sources = {"data": opened.source}
    stages = {"data": () if opened.source is None else (Stage(opened.source.data),)}
    style = Style() if opened.opened is None else opened.opened.style
    needed = {job.input for _, job in chosen if not method_of(job.kind).takes_cells(job.params)}
    needed |= summed_jobs(opened.plan, {job.name for _, job in chosen})
    results: list[JobResult] = []
    changes = {"data": Changes()}
    decided = dict(decided or {})
    tables: list[DecidedTable] = []
    sha256 = None if opened.opened is None else opened.opened.data_sha256
    basis = Basis(opened.plan, sources, sha256)
    repeats = () if opened.source is None else repeated_identifiers(opened.source.data, context)
    context = replace(context, secrets=opened.plan.own_secrets.over(context.secrets))
    for place, (index, job) in enumerate(chosen):
        part = context.within(place / len(chosen), (place + 1) / len(chosen))
        output = output_of(job)
        try:
            is_charged = method_of(job.kind).budgeted and write in (DIGESTS, NO_FILES)
            wanted = (output is not None or job.name in needed) and not is_charged
            given_to = sources.get(job.input)
            on_counts = given_to is not None and not given_to.data.relation.has_records
            applied = not (on_counts and output is not None and method_of(job.kind).makes == "records")
            entries: tuple[VariableEntry, ...] = ()
            job = with_cells(job, {result.name: result.result for result in results})
            if job.name not in decided:
                context.searched(None)  # the tables of the search before have their results
                if group := together_with(basis, job):
                    ahead, part = part.within(0.0, 0.5), part.within(0.5, 1.0)
                    decided.update(decided_together(basis, group, ahead))
            before = None if made is None else made.get(job.name)
            known = decided.get(job.name)
            done = before or run_job(job, given_to, part, with_data=wanted, seed=seed, decided=known)
            if made is not None:
                made[job.name] = done
            files: dict[str, str] = {}
            escaped: dict[str, int] = {}
            format_notes: tuple[Problem, ...] = ()
            audit: FileAudit | None = None
            for named, rows in done.further.items():
                key = PurePosixPath(named.replace("\\", "/")).as_posix()
                files[key] = write.key(rows, key, part)
            if with_codebook and done.source is not None and not on_counts:
                given, earlier = sources[job.input].data, changes.get(job.input, Changes())
                changes[job.name] = changes_after(earlier, job, given, done.source.data, part)
                if output is not None and output.layout in (None, LIST):
                    entries = entries_of(done.source.data, style.columns, changes[job.name], part)
            if done.source is not None and output is not None and method_of(job.kind).makes == "records":
                of_jobs = {one.name: one.result for one in results} | {job.name: done.result}
                now = (*stages[job.input], _stage(job, done.source))
                audit = audited_file(opened.plan, job, done.source, now, of_jobs, part)
            if done.source is not None and output is not None and applied and write is not NO_FILES:
                released = in_order(done.source.data, job, part)
                done = replace(done, source=done.source.with_data(released))
                written = write_outputs(job, done, released, output, style, write, part)
                files |= written.files
                escaped |= written.escaped
                format_notes = written.notes
        except Refused as refusal:
            raise Refused([placed(problem, job, index) for problem in refusal.problems]) from None
        linked = next((one.persons.linked for one in results if one.name == job.input and one.persons), None)
        persons = measured_persons(opened.plan, job, sources, done.result, linked, part)
        if is_table(job):
            read = sources.get(job.input, opened.source)
            tables.append(DecidedTable(counted_table(opened.plan, job, done.counted, read), done.result))
        if done.source is not None:
            sources[job.name] = done.source
            stages[job.name] = (*stages.get(job.input, ()), _stage(job, done.source))
            if kept is not None:
                kept[job.name] = done.source
        figures = done.result
        if done.source is not None and given_to is not None:
            figures = counted_by_rule(opened.plan, figures, given_to, done.source, part)
        used = settled_seed(job, seed) if method_of(job.kind).simulates else None
        facts = {need.of_order: need.facts(context.secrets) for need in needs(job)}
        result = JobResult(
            job.name,
            job.kind,
            _finished(figures),
            figures,
            files,
            used,
            escaped=escaped,
            secret=facts.get(False),
            order=facts.get(True),
            format_notes=format_notes,
            released=None if audit is None else audit.variables,
            inference=None if audit is None else audit.inference,
            hiding=None if audit is None else audit.hiding,
            persons=persons if audit is None else audit.persons,
            codebook=entries,
            applied=applied,
            repeats=repeats if audit is None else audit.repeats,
        )
        results.append(result)
    found = examined_together(basis, tables, context)
    return tuple(replace(one, result=found.get(one.name, one.result)) for one in results)


def _stage(job: Job, source: Source) -> Stage:
    method = method_of(job.kind)
    prepares = method.stages.outline is not None
    return Stage(source.data, method.own_order, prepares=prepares, drawn=method.synthetic)


def _finished(result: Any) -> bool:
    """Whether a search was complete. ``stopped`` is true or false, or a text where ``complete`` decides."""
    return getattr(result, "stopped", False) is not True and getattr(result, "complete", True)
