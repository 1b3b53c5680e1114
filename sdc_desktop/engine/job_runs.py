"""The jobs of a plan, run one after the other: its files, its result, and its records for later jobs."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import Style
from sdc_desktop.engine.data.released import Stage
from sdc_desktop.engine.data.table_layouts import LIST
from sdc_desktop.engine.inference.repeats import repeated_identifiers
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import Job, params_of
from sdc_desktop.engine.plan_result import JobResult
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.rules.found import NO_RULES, RuleSet
from sdc_desktop.engine.running.checking import OpenedPlan
from sdc_desktop.engine.running.codebook import Changes, VariableEntry, changes_after, entries_of
from sdc_desktop.engine.running.file_audit import FileAudit, audited_file, counted_by_rule, measured_persons
from sdc_desktop.engine.running.links import summed_jobs
from sdc_desktop.engine.running.outputs import output_of, settled_seed
from sdc_desktop.engine.running.policy_rules import rules_on_table
from sdc_desktop.engine.running.secret_needs import needs
from sdc_desktop.engine.running.stages import JobData, placed, run_job, with_cells
from sdc_desktop.engine.running.table_writing import JobFiles, write_outputs
from sdc_desktop.engine.running.writing import DIGESTS, NO_FILES, Writer, in_order
from sdc_desktop.engine.source import Source

if TYPE_CHECKING:
    from sdc_desktop.engine.running.linked_run import TablesOfRun

Decided = tuple[Any, Any]  # the counts and the result of a job


@dataclass(frozen=True)
class _Made:
    """What a job made: what it leaves, its records in the order of their file, and all of its files."""

    done: JobData
    files: JobFiles
    audit: FileAudit | None
    codebook: tuple[VariableEntry, ...]


@dataclass
class JobRuns:
    """Jobs of an opened plan in their order, each with its place in the plan, and what they left so far.

    ``seed`` replaces the seeds of simulations. ``handed_on``: jobs whose records are wanted although neither
    a file nor a job needs them. ``left``: what jobs left before, which are not run again; it
    takes what the others leave. ``decided``: counts and result of jobs where they are known; ``rules``: of
    the policy, for what leaves.
    """

    opened: OpenedPlan
    chosen: Sequence[tuple[int, Job]]
    write: Writer
    context: JobContext
    seed: int | None = None
    with_codebook: bool = False
    handed_on: Collection[str] = ()
    left: dict[str, JobData] | None = None
    decided: dict[str, Decided] = field(default_factory=dict)
    rules: RuleSet = NO_RULES

    def __post_init__(self) -> None:
        plan, read = self.opened.plan, self.opened.opened
        jobs = [job for _, job in self.chosen]
        self._sources = {"data": self.opened.source}
        self._stages: dict[str, tuple[Stage, ...]] = {"data": (Stage(self.opened.source.data),)}
        self._changes = {"data": Changes()}
        self._results: list[JobResult] = []
        self._tables = self._begun_tables() if any(_is_table(job) for job in jobs) else None
        self._style = Style() if read is None else read.style
        built_on = {job.input for job in jobs if not method_of(job.kind).takes_cells(job.params)}
        self._needed = {*built_on, *summed_jobs(plan, {job.name for job in jobs}), *self.handed_on}

    def _begun_tables(self) -> "TablesOfRun":
        from sdc_desktop.engine.running.linked_members import Basis
        from sdc_desktop.engine.running.linked_run import TablesOfRun

        read = self.opened.opened
        return TablesOfRun(Basis(self.opened.plan, self._sources, None if read is None else read.data_sha256))

    def results(self) -> tuple[JobResult, ...]:
        """Run the jobs. Raises :class:`Refused`, Cancelled."""
        plan = self.opened.plan
        self._repeats = repeated_identifiers(self.opened.source.data, self.context)
        self.context = replace(self.context, secrets=plan.own_secrets.over(self.context.secrets))
        number = len(self.chosen)
        for place, (index, job) in enumerate(self.chosen):
            part = self.context.within(place / number, (place + 1) / number)
            try:
                job = with_cells(job, {one.name: one.result for one in self._results})
                part = self._decide_linked(job, part)
                made = self._made(job, part)
            except Refused as refusal:
                raise Refused([placed(problem, job, index) for problem in refusal.problems]) from None
            self._results.append(self._result(job, made, part))
        found = {} if self._tables is None else self._tables.examined(self.context)
        return tuple(replace(one, result=found.get(one.name, one.result)) for one in self._results)

    @property
    def released(self) -> dict[str, Source]:
        """What jobs made of the records, in the order of their file, by the names of jobs."""
        return {name: source for name, source in self._sources.items() if name != "data"}

    def _decide_linked(self, job: Job, part: JobContext) -> JobContext:
        """Decide a table with those that are protected together with it; what is left of the progress."""
        if job.name in self.decided:
            return part
        self.context.searched(None)  # the tables of the search before have their results
        group = () if self._tables is None else self._tables.together_with(job)
        if self._tables is None or not group:
            return part
        self.decided.update(self._tables.decided(group, part.within(0.0, 0.5)))
        return part.within(0.5, 1.0)

    def _made(self, job: Job, part: JobContext) -> _Made:
        done = self._done(job, part)
        further = {
            PurePosixPath(name.replace("\\", "/")).as_posix(): one for name, one in done.further.items()
        }
        keys = {path: self.write.key(rows, path, part) for path, rows in further.items()}
        codebook = self._codebook(job, done, part)
        audit = self._audit(job, done, part)
        done, files = self._written(job, done, part)
        return _Made(done, replace(files, files=keys | {**files.files}), audit, codebook)

    def _done(self, job: Job, part: JobContext) -> JobData:
        """What the job leaves; records only where a file or a job needs them, those that a ledger is charged
        for only where the run makes files.
        """
        before = None if self.left is None else self.left.get(job.name)
        is_charged = method_of(job.kind).budgeted and self.write in (DIGESTS, NO_FILES)
        wanted = (output_of(job) is not None or job.name in self._needed) and not is_charged
        given, known = self._sources.get(job.input), self.decided.get(job.name)
        done = before or run_job(job, given, part, with_data=wanted, seed=self.seed, known=known)
        if self.left is not None:
            self.left[job.name] = done
        return done

    def _on_counts(self, job: Job) -> bool:
        given = self._sources.get(job.input)
        return given is not None and not given.data.relation.has_records

    def _is_applied(self, job: Job) -> bool:
        """False where a file of records is decided on counts, and not made."""
        makes_file = output_of(job) is not None and method_of(job.kind).makes == "records"
        return not (makes_file and self._on_counts(job))

    def _codebook(self, job: Job, done: JobData, part: JobContext) -> tuple[VariableEntry, ...]:
        """The variables of the file of a job, where codebooks are wanted."""
        if not self.with_codebook or done.source is None or self._on_counts(job):
            return ()
        earlier, given = self._changes.get(job.input, Changes()), self._sources[job.input].data
        self._changes[job.name] = changes_after(earlier, job, given, done.source.data, part)
        output = output_of(job)
        if output is None or output.layout not in (None, LIST):
            return ()
        return entries_of(done.source.data, self._style.columns, self._changes[job.name], part)

    def _audit(self, job: Job, done: JobData, part: JobContext) -> FileAudit | None:
        if done.source is None or output_of(job) is None or method_of(job.kind).makes != "records":
            return None
        results = {one.name: one.result for one in self._results} | {job.name: done.result}
        stages = (*self._stages[job.input], _stage(job, done.source))
        return audited_file(self.opened.plan, job, done.source, stages, results, part, self.rules)

    def _written(self, job: Job, done: JobData, part: JobContext) -> tuple[JobData, JobFiles]:
        """What the job leaves, its records in the order of their file, and its files."""
        output = output_of(job)
        is_written = self._is_applied(job) and self.write is not NO_FILES
        if done.source is None or output is None or not is_written:
            return done, JobFiles({}, {}, ())
        released = in_order(done.source.data, job, part)
        done = replace(done, source=done.source.with_data(released))
        return done, write_outputs(job, done, released, output, self._style, self.write, part)

    def _result(self, job: Job, made: _Made, part: JobContext) -> JobResult:
        """The result of a job, which leaves its records and its table to those after it."""
        plan, done, audit = self.opened.plan, made.done, made.audit
        of_input = (one.persons for one in self._results if one.name == job.input)
        linked = next((persons.linked for persons in of_input if persons), None)
        persons = measured_persons(plan, job, self._sources, done.result, linked, part)
        given = self._sources.get(job.input)
        if self._tables is not None and _is_table(job):
            self._tables.add(job, done.counted, done.result, self.opened.source if given is None else given)
        figures = done.result
        if done.source is not None:
            self._sources[job.name] = done.source
            self._stages[job.name] = (*self._stages.get(job.input, ()), _stage(job, done.source))
            if given is not None:
                figures = counted_by_rule(plan, figures, given, done.source, part)
        facts = {need.of_order: need.facts(self.context.secrets) for need in needs(job)}
        return JobResult(
            job.name,
            job.kind,
            _finished(figures),
            figures,
            made.files.files,
            settled_seed(job, self.seed) if method_of(job.kind).simulates else None,
            escaped=made.files.escaped,
            secret=facts.get(False),
            order=facts.get(True),
            format_notes=made.files.notes,
            released=None if audit is None else audit.variables,
            inference=None if audit is None else audit.inference,
            hiding=None if audit is None else audit.hiding,
            small=None if audit is None else audit.small,
            rules=rules_on_table(self.rules, plan, job, figures) if audit is None else audit.rules,
            persons=persons if audit is None else audit.persons,
            codebook=made.codebook,
            applied=self._is_applied(job),
            repeats=self._repeats if audit is None else audit.repeats,
        )


def _is_table(job: Job) -> bool:
    return params_of(job, TABLE) is not None


def _stage(job: Job, source: Source) -> Stage:
    method = method_of(job.kind)
    prepares = method.stages.outline is not None
    return Stage(source.data, method.own_order, prepares=prepares, drawn=method.synthetic)


def _finished(result: Any) -> bool:
    """Whether a search was complete. ``stopped`` is true or false, or a text where ``complete`` decides."""
    return getattr(result, "stopped", False) is not True and getattr(result, "complete", True)
