"""The one door through which window, batch command and tests reach a method.

``open_plan`` reads what a plan names; ``counts``, ``decide`` (with ``settle``) and ``apply`` are the stages
of one job; ``run_plan`` composes them for a whole plan and puts its files into a folder, all or none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.argus import argus_paths
from sdc_desktop.engine.data.compare_files import compare
from sdc_desktop.engine.data.csv_write import digest_rows, write_rows
from sdc_desktop.engine.data.dialect import Dialect
from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.opened import Opened, Style
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.write_data import digest_data, output_format, write_data
from sdc_desktop.engine.files import sha256_of, write_problem
from sdc_desktop.engine.kinds import KINDS
from sdc_desktop.engine.outputs import (
    LOG_FILE,
    RESULT_FILE,
    move_into,
    output_of,
    output_problems,
    refuse_overwriting,
    same_file,
    settled_seed,
    temporary_folder,
    with_seed,
    write_texts,
)
from sdc_desktop.engine.plan import DataSpec, Job, OutputSpec, Plan, inputs_of, plan_problems
from sdc_desktop.engine.problems import Place, Problem, Refused, Severity, error, refuse_errors
from sdc_desktop.engine.results import result_text
from sdc_desktop.engine.source import Source


@dataclass(frozen=True)
class OpenedPlan:
    """A plan whose inputs have been read: records, hierarchies, and the SHA-256 of every file read."""

    plan: Plan
    base: Path
    opened: Opened | None
    source: Source  # without records where the plan names no data
    inputs: Mapping[str, str]  # path as in the plan -> SHA-256
    notes: tuple[Problem, ...]


@dataclass(frozen=True)
class JobResult:
    """What one job gave: the kind's frozen result, and its files' SHA-256 by path below the folder."""

    name: str
    kind: str
    ok: bool
    result: Any
    files: Mapping[str, str]
    seed: int  # the one used where anything was drawn


@dataclass(frozen=True)
class PlanResult:
    """What a whole plan gave, jobs in the plan's order."""

    opened: OpenedPlan
    jobs: tuple[JobResult, ...]

    @property
    def notes(self) -> tuple[Problem, ...]:
        """Warnings and notes of the data, then of each job."""
        places = {job.name: index for index, job in enumerate(self.opened.plan.jobs)}
        own = (
            placed(note, self.opened.plan.jobs[places[job.name]], places[job.name])
            for job in self.jobs
            for note in job.result.notes
        )
        return (*self.opened.notes, *own)


_DataWriter = Callable[[Microdata, OutputSpec, Style, JobContext], str]  # gives the SHA-256 of the file
_RowsWriter = Callable[[Sequence[Sequence[str]], str, JobContext], str]  # the same of rows with their head


@dataclass(frozen=True)
class _Writer:
    """What makes files of a run, or only their digests: of records, and of rows to be put at a path."""

    data: _DataWriter
    rows: _RowsWriter


@dataclass(frozen=True)
class WrittenFile:
    """A file that a job wrote, and how many records are in it: some may have been left out."""

    sha256: str
    records: int


@dataclass(frozen=True)
class JobData:
    """What a job leaves: its result, and the records for its file and for the jobs that build on it."""

    result: Any
    source: Source | None
    further: Mapping[str, Sequence[Sequence[str]]] = field(default_factory=dict)  # rows of further files


def open_plan(plan: Plan, base: Path, context: JobContext, *, data: str | None = None) -> OpenedPlan:
    """Read the data and hierarchies of a plan. Paths are relative to `base`. `data` takes the place of the
    plan's data file; it, and a file that is not the one the plan was made with, are compared with what the
    plan expects. Raises :class:`Refused`.
    """
    refuse_errors((*plan_problems(plan), *output_problems(plan)))
    if plan.data is None:
        if data is not None:
            raise Refused(error("plan.no_data", Place(key="data")))
        return OpenedPlan(plan, base, None, Source.without_records(base), _with_digests(plan, base, {}), ())
    differences: tuple[Problem, ...] = ()
    if data is None and not _is_another(plan.data, base):
        opened = open_data(plan.data, base, context)
    else:
        found = compare(plan, data or plan.data.path, base, context)
        differences = refuse_errors(found.problems)
        opened = found.opened
        plan = plan.model_copy(update={"data": opened.spec})
    hierarchies, read = load_hierarchies(opened, base, context)
    inputs = _with_digests(plan, base, {opened.spec.path: opened.sha256, **read})
    notes = (
        *opened.notes,
        *(note for hierarchy in hierarchies.values() for note in hierarchy.notes),
        *differences,
    )
    source = Source(opened.data, hierarchies, base, opened.dialect)
    return OpenedPlan(plan, base, opened, source, inputs, notes)


def _is_another(spec: DataSpec, base: Path) -> bool:
    """Whether the file is known not to be the one that the plan was made with."""
    return spec.sha256 is not None and sha256_of(base / spec.path, spec.path) != spec.sha256


def _with_digests(plan: Plan, base: Path, known: Mapping[str, str]) -> Mapping[str, str]:
    """The SHA-256 of every file that the plan reads; of those that are not yet `known` it is taken here."""
    return {**known, **{path: sha256_of(base / path) for path in inputs_of(plan) if path not in known}}


def check_plan(opened: OpenedPlan) -> tuple[Problem, ...]:
    """What is wrong with the jobs of a plan whose data have been read, without running any.

    A job on another's records finds the variables that this one leaves; where that cannot be told, as the
    other is refused, it is not checked.
    """
    problems: list[Problem] = []
    sources: dict[str, Source | None] = {"data": opened.source}
    for index, job in enumerate(opened.plan.jobs):
        kind = KINDS[job.kind]
        source = sources.get(job.input)
        sources[job.name] = source
        if opened.opened is None and kind.needs_data(job.params):
            problems.append(error("plan.no_data", Place(key="data", job=job.name)))
        elif source is not None:
            found = [_since_gone(one, job, source, opened) for one in kind.check(job.params, source)]
            found += _memory_problems(job, source)
            if kind.outline is not None:
                sources[job.name], more = _outlined(kind.outline, job, source, found)
                found += more
            problems += [placed(problem, job, index) for problem in found]
    return (*opened.notes, *problems)


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
    source, outline = found_by(opened, earlier), KINDS[earlier.kind].outline
    return source if outline is None else outline(earlier.params, source)


def try_jobs(opened: OpenedPlan, context: JobContext) -> tuple[Problem, ...]:
    """What counting and deciding says of the jobs that read the plan's own data: what a run would refuse,
    and its warnings and notes. No records are made; what later jobs get is not known before a run.
    """
    problems: list[Problem] = []
    for index, job in enumerate(opened.plan.jobs):
        if job.input != "data":
            continue
        own = replace(context, seed=settled_seed(job))
        try:
            notes = foresee(job, counts(job, opened.source, own), own)
        except Refused as refusal:
            problems += [placed(problem, job, index) for problem in refusal.problems]
        else:
            problems += [placed(note, job, index) for note in notes]
    return tuple(problems)


def counts(job: Job, source: Source | None, context: JobContext) -> Any:
    """First stage: one pass over the records, if the job needs any. Raises :class:`Refused`."""
    refuse_errors(_memory_problems(job, source))
    return KINDS[job.kind].counts(job.params, source, context)


def _memory_problems(job: Job, source: Source | None) -> tuple[Problem, ...]:
    """Whether a job would hold more of records beyond memory than fits into memory."""
    if source is None or not KINDS[job.kind].by_record(job.params):
        return ()
    return source.data.relation.by_record_problems()


def foresee(job: Job, counted: Any, context: JobContext) -> tuple[Problem, ...]:
    """The warnings and notes of the second stage, without its work where a kind knows them before.

    Raises :class:`Refused`.
    """
    known_before = KINDS[job.kind].foresee
    if known_before is not None:
        return known_before(job.params, counted, context)
    notes: tuple[Problem, ...] = settle(job, decide(job, counted, context), counted, context).notes
    return notes


def decide(job: Job, counted: Any, context: JobContext) -> Any:
    """Second stage: the result; for most kinds in milliseconds. Raises :class:`Refused`."""
    return KINDS[job.kind].decide(job.params, counted, context)


def settle(job: Job, result: Any, counted: Any, context: JobContext) -> Any:
    """The result with all figures true that `decide` could only promise. Raises :class:`Refused`."""
    settled = KINDS[job.kind].settle
    return result if settled is None else settled(job.params, result, counted, context)


def apply(job: Job, result: Any, counted: Any, source: Source, context: JobContext) -> Microdata:
    """Third stage: the protected records of a settled result."""
    return KINDS[job.kind].apply(result, counted, source, context)


def run_job(
    job: Job, source: Source | None, context: JobContext, *, with_data: bool = True, seed: int | None = None
) -> JobData:
    """All stages of one job; without `with_data` the records are left alone. `seed` replaces the job's.

    Raises :class:`Refused`.
    """
    job = with_seed(job, seed)
    context = replace(context, seed=settled_seed(job, seed))
    context.progress(0.0, "counting")
    counted = counts(job, source, context.within(0.0, 0.2))
    context.progress(0.2, "deciding")
    result = decide(job, counted, context.within(0.2, 0.4 if KINDS[job.kind].settle else 0.6))
    result = settle(job, result, counted, context.within(0.4, 0.6))
    written = KINDS[job.kind].further_files
    further = {} if written is None else written(counted)
    if not with_data:
        return JobData(result, None, further)
    assert source is not None
    context.progress(0.6, "applying")
    released = apply(job, result, counted, source, context.within(0.6, 0.7))
    outline = KINDS[job.kind].outline
    hierarchies = source.hierarchies if outline is None else outline(job.params, source).hierarchies
    return JobData(result, replace(source, data=released, hierarchies=hierarchies), further)


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
) -> PlanResult:
    """Run the jobs of a plan in order and write their files and result.json into `out`.

    ``names`` chooses jobs (and those they need); ``seed`` replaces the seeds of the plan; ``kept`` are files
    besides the inputs that must not be written over; ``log`` makes the text of run.log; ``data`` takes the
    place of the plan's data file (see ``open_plan``). Everything is
    written to a temporary folder that is moved into `out` at the end: if any job is refused or cancelled,
    `out` is as it was. Raises :class:`Refused` with the problems of plan or data.
    """
    opened = open_plan(plan, base, context.within(0.0, 0.3), data=data)
    plan = opened.plan
    refuse_errors(check_plan(opened))
    chosen = chosen_jobs(plan, names)
    inputs = [base / path for path in opened.inputs]
    refuse_overwriting((job for _, job in chosen), out, [*inputs, *kept])
    with temporary_folder(out) as folder:
        write = _Writer(_writing_below(folder), _rows_below(folder, out))
        results = _run_jobs(opened, chosen, write, context.within(0.3, 1.0), seed)
        result = PlanResult(opened, results)
        texts = {RESULT_FILE: result_text(result)}
        if log is not None:
            texts[LOG_FILE] = log(result)
        write_texts(folder, texts)
        context.checkpoint()
        move_into(folder, out)
    return result


def evaluate_plan(plan: Plan, base: Path, context: JobContext, *, data: str | None = None) -> PlanResult:
    """Run all jobs of a plan and write nothing; files are told by the SHA-256 that they would have. `data`
    takes the place of the plan's data file.

    Raises :class:`Refused` with the problems of plan or data.
    """
    opened = open_plan(plan, base, context.within(0.0, 0.3), data=data)
    refuse_errors(check_plan(opened))
    results = _run_jobs(
        opened, chosen_jobs(plan, ()), _Writer(_digest, _rows_digest), context.within(0.3, 1.0), None
    )
    return PlanResult(opened, results)


def chosen_jobs(plan: Plan, names: Sequence[str]) -> tuple[tuple[int, Job], ...]:
    """The jobs of these names and all whose results they take as input, numbered as in the plan.

    No names: all jobs. Raises :class:`Refused` for a name that the plan lacks.
    """
    known = {job.name for job in plan.jobs}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise Refused([error("plan.no_such_job", Place(key="jobs"), name=name) for name in unknown])
    wanted = set(names) or known
    for job in reversed(plan.jobs):
        if job.name in wanted and job.input != "data":
            wanted.add(job.input)
    return tuple((index, job) for index, job in enumerate(plan.jobs) if job.name in wanted)


def _run_jobs(
    opened: OpenedPlan,
    chosen: Sequence[tuple[int, Job]],
    write: _Writer,
    context: JobContext,
    seed: int | None,
) -> tuple[JobResult, ...]:
    sources = {"data": opened.source}
    style = Style() if opened.opened is None else opened.opened.style
    needed = {job.input for _, job in chosen if not KINDS[job.kind].takes_cells(job.params)}
    results: list[JobResult] = []
    for place, (index, job) in enumerate(chosen):
        part = context.within(place / len(chosen), (place + 1) / len(chosen))
        output = output_of(job, seed)
        try:
            wanted = output is not None or job.name in needed
            job = with_cells(job, {result.name: result.result for result in results})
            done = run_job(job, sources.get(job.input), part, with_data=wanted, seed=seed)
            files = {}
            for named, rows in done.further.items():
                key = PurePosixPath(named.replace("\\", "/")).as_posix()
                files[key] = write.rows(rows, key, part)
            if done.source is not None and output is not None:
                released = in_order(done.source.data, output, part)
                done = replace(done, source=done.source.with_data(released))
                path = PurePosixPath(output.path.replace("\\", "/"))
                files[path.as_posix()] = write.data(released, output, style, part)
        except Refused as refusal:
            raise Refused([placed(problem, job, index) for problem in refusal.problems]) from None
        if done.source is not None:
            sources[job.name] = done.source
        used = settled_seed(job, seed)
        ok = not getattr(done.result, "stopped", False) and getattr(done.result, "complete", True)
        results.append(JobResult(job.name, job.kind, ok, done.result, files, used))
    return tuple(results)


def with_cells(job: Job, results: Mapping[str, Any]) -> Job:
    """The job with the cells it asks for, from the results of the jobs before it. Raises :class:`Refused`."""
    kind = KINDS[job.kind]
    if kind.with_cells is None or not kind.takes_cells(job.params):
        return job
    return job.model_copy(update={"params": kind.with_cells(job.params, results[job.input])})


def write_job(
    job: Job, source: Source, style: Style, target: Path, kept: Sequence[Path], context: JobContext
) -> WrittenFile:
    """All stages of one job and its file, at `target` and not below a folder: the same bytes as `run_plan`'s.

    ``job.output`` says the order of the records, its seed and the escaping. ``kept`` are the files that must
    not be written over. Raises :class:`Refused`; then `target` is as it was.
    """
    _refuse_target(job, target, kept)
    done = run_job(job, source, context)
    assert done.source is not None
    return _written(job, done.source.data, style, target, context)


def write_result(
    job: Job,
    result: Any,
    counted: Any,
    source: Source,
    style: Style,
    target: Path,
    kept: Sequence[Path],
    context: JobContext,
) -> WrittenFile:
    """The same where the settled result and its counts are known: only the third stage, and the file."""
    _refuse_target(job, target, kept)
    released = apply(job, result, counted, source, replace(context, seed=settled_seed(job)))
    return _written(job, released, style, target, context)


def _refuse_target(job: Job, target: Path, kept: Sequence[Path]) -> None:
    output = output_of(job)
    written = (target,) if output is None or output_format(output) != "rda" else argus_paths(target)
    if any(same_file(path, other) for path in written for other in kept):
        raise Refused(
            error("plan.output_over_input", Place(file=target.name, job=job.name), path=target.name)
        )


def _written(job: Job, data: Microdata, style: Style, target: Path, context: JobContext) -> WrittenFile:
    output = output_of(job)
    if output is None:
        raise ValueError("a job without output writes nothing")
    released = in_order(data, output, context)
    return WrittenFile(_write(released, output, target, style, context), released.records)


def in_order(data: Microdata, output: OutputSpec, context: JobContext) -> Microdata:
    """The records in the order the output asks for."""
    return data.shuffled(output.seed or 0, context) if output.order == "random" else data


def _write(data: Microdata, output: OutputSpec, target: Path, style: Style, context: JobContext) -> str:
    context.progress(0.7, "writing")
    write_data(data, target, output, style, context.within(0.7, 1.0))
    return sha256_of(target)


def _writing_below(folder: Path) -> _DataWriter:
    def write(data: Microdata, output: OutputSpec, style: Style, context: JobContext) -> str:
        target = _made_below(folder, output.path.replace("\\", "/"))
        try:
            return _write(data, output, target, style, context)
        except Refused as refusal:  # by the name the officer knows, not the temporary one
            raise Refused([_shown_as(problem, target, output.path) for problem in refusal.problems]) from None

    return write


def _made_below(folder: Path, path: str) -> Path:
    target = folder / path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise Refused(write_problem(Path(path), failure)) from None
    return target


def _rows_below(folder: Path, out: Path) -> _RowsWriter:
    """Writes a further file below `folder`. What stands at its place in `out` may be the only key to records
    that were handed on: it is left, unless its bytes are the same.
    """

    def write(rows: Sequence[Sequence[str]], path: str, context: JobContext) -> str:
        target = _made_below(folder, path)
        write_rows(target, rows, Dialect(), context)
        written, there = sha256_of(target), out / path
        if there.exists() and sha256_of(there) != written:
            raise Refused(error("prepare.key_exists", Place(file=path), path=path))
        return written

    return write


def _rows_digest(rows: Sequence[Sequence[str]], path: str, context: JobContext) -> str:
    return digest_rows(rows, path, Dialect(), context)


def _shown_as(problem: Problem, target: Path, path: str) -> Problem:
    if problem.where.file not in (str(target), target.name):
        return problem
    return replace(problem, where=replace(problem.where, file=path))


def _digest(data: Microdata, output: OutputSpec, style: Style, context: JobContext) -> str:
    """Writes nothing: the SHA-256 that the file would have."""
    part = context.within(0.7, 1.0)
    return digest_data(data, output, style, part)


def placed(problem: Problem, job: Job, index: int) -> Problem:
    """The problem of a job with the job's place in the plan."""
    key = problem.where.key
    if key is not None and key.split(".")[0] == "params":
        key = f"jobs[{index}].{key}"
    return replace(problem, where=replace(problem.where, key=key, job=job.name))
