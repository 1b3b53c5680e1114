"""What the tab lets run beside the window. No Qt: these functions only call the engine's one door."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.publication import PublicationSpec
from sdc_desktop.engine.data.sampled import refuse_sampled
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.tables.private_table import PRIVATE_TABLE
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.output.files import file_stamp
from sdc_desktop.engine.plan import Plan, inputs_of, params_of
from sdc_desktop.engine.problems import Problem
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec
from sdc_desktop.engine.tables.specs.protection import RedesignSpec
from sdc_desktop.engine.tables.specs.rules import RequestSpec, places_of
from sdc_desktop.engine.tables.specs.suppression import SuppressionSpec
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.project.linked_tables import stamps_of
from sdc_desktop.ui.questions.question import as_work, data_key, source_of
from sdc_desktop.ui.tabs.plan_tables import PlanTables
from sdc_desktop.ui.tabs.tables.tab_job import TabJob

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.tables.cell_facts import CellFacts, TableFacts
    from sdc_desktop.engine.methods.tables.table_file import Listed
    from sdc_desktop.engine.running.publishing_cost import PublishingCost
    from sdc_desktop.engine.tables.cells import Proof
    from sdc_desktop.engine.tables.files.publication import Publication
    from sdc_desktop.ui.tabs.recipients import Recipients


@dataclass(frozen=True)
class Answer:
    """What was asked, of what (`key`), the counts it came from, what was found, and, of a table, what stands
    behind its cells.
    """

    job: TabJob
    key: str
    count_key: str
    counts: Any
    result: Any
    facts: TableFacts | None = None
    early: bool = False  # you ended the search: the plan, run again, searches further
    beside: tuple[Answer, ...] = ()  # the tables that it was protected together with

    @property
    def table_params(self) -> TableParams:
        """The params of the table: see `table_params`."""
        return table_params(self.job)


@dataclass(frozen=True)
class Written:
    """An exported file."""

    path: Path
    cells: int
    rows: int  # with those that repeat a cell
    escaped: int = 0  # texts that got an apostrophe so that no spreadsheet runs them
    notes: tuple[Problem, ...] = ()  # what its format holds in another way


def table_params(job: TabJob) -> TableParams:
    """The params of a table. TypeError for an audit."""
    if not isinstance(job.params, TableParams):
        raise TypeError("no table")
    return job.params


def needs_data(job: TabJob) -> bool:
    """Whether the job needs the open file."""
    return method_of(job.kind).needs_data(job.params)


def key_of_data(opened: Opened | None, base: Path, job: TabJob) -> str:
    """A text that changes when, and only when, what a job is computed from may have changed."""
    files = [*stamps_of(job, base), *_ledger_stamps(job, base)]
    if not needs_data(job):
        return json.dumps(files)
    return "" if opened is None else data_key(opened, files, hierarchies=True)


def _ledger_stamps(job: TabJob, base: Path) -> list[list[object]]:
    """The stamp of the ledger of a budget, whose remainder changes with each table."""
    params = params_of(job, PRIVATE_TABLE)
    return [] if params is None else [file_stamp(base / params.ledger)]


def count_key(job: TabJob, secret: str) -> str:
    """A text that changes when the records must be passed over again. `secret` marks the job's secret."""
    params = job.params
    if not isinstance(params, TableParams):
        return params.model_dump_json()
    protect = params.protect
    parts: list[object] = [places_of(params.rules)]
    parts += [rule.model_dump(mode="json") for rule in params.rules if isinstance(rule, RequestSpec)]
    if isinstance(protect, SuppressionSpec):
        parts += [protect.waiver, protect.waiver_codes, protect.cost_variable]
    elif isinstance(protect, RedesignSpec):
        parts.append(protect.model_dump(mode="json"))
        if protect.cheapest is not None:  # what is merged depends on what is unsafe
            parts += [rule.model_dump(mode="json") for rule in params.rules]
            parts.append(params.zeros_unsafe)
    elif isinstance(protect, CellKeySpec):
        parts += [secret, protect.model_dump(mode="json", include={"record_key", "ptable", "top", "ratio"})]
    parts.append(params.contributor)
    kept = ("dimensions", "value", "count", "weight", "shadow", "table", "relations", "total_code")
    fields = {key: entry for key, entry in params.model_dump(mode="json").items() if key in kept}
    return json.dumps([fields, parts], sort_keys=True)


@as_work
def judge(
    context: JobContext, opened: Opened | None, base: Path, job: TabJob, known: Answer | None
) -> Answer:
    """Work that judges the cells of a table before it is protected; counts only where none are `known`."""
    from sdc_desktop.engine.runner import decide

    counted = known.counts if known is not None else _counted(job, opened, base, context)
    params = job.params.model_copy(update={"protect": None, "max_risk": None})
    bare = job.model_copy(update={"params": params})
    return _answer(opened, base, job, counted, decide(bare, counted, context), context)


@as_work
def answer(
    context: JobContext, opened: Opened | None, base: Path, job: TabJob, known: Answer | None, heads: Path
) -> Answer:
    """Work that runs a job as the batch command does; counts only where none are `known`. `heads`: the folder
    of heads of ledgers.
    """
    from sdc_desktop.engine.runner import decide

    context = replace(context, heads=heads)
    context.progress(0.0, "counting")
    part = context.within(0.0, 0.2)
    counted = known.counts if known is not None else _counted(job, opened, base, part)
    return _answer(opened, base, job, counted, decide(job, counted, context.within(0.2, 1.0)), context)


@as_work
def answer_together(context: JobContext, tables: PlanTables, jobs: Mapping[str, TabJob], name: str) -> Answer:
    """Work that protects a table together with those that it is linked with, as the batch command does.
    ``jobs``: the tables as the tab has them, by name.
    """
    from sdc_desktop.engine.running.tables_together import decide_together

    done = decide_together(tables.of_engine(name, context), name, context)
    found = {own: _answer(tables.opened, tables.base, jobs[own], *one, context) for own, one in done.items()}
    beside = tuple(one for own, one in found.items() if own != name)
    return replace(found[name], beside=beside)


@as_work
def examine(
    context: JobContext, tables: PlanTables, answers: Mapping[str, Answer], unprotected: Sequence[str]
) -> Mapping[str, Any]:
    """Work that audits tables together without changing them; the results with the findings, by name."""
    from sdc_desktop.engine.running.tables_together import examine_together

    decided = {name: (answer.counts, answer.result) for name, answer in answers.items()}
    own = tables.of_engine(next(iter(answers)), context)
    return examine_together(own, decided, unprotected, context)


@dataclass(frozen=True)
class Explained:
    """The facts on a cell of a result, and how the ends of its interval are derived."""

    answer: Answer
    codes: tuple[str, ...]
    facts: CellFacts | None
    proofs: tuple[Proof, ...]


@as_work
def explain(context: JobContext, found: Answer, codes: tuple[str, ...]) -> Explained:
    """Work that looks behind a cell: what contributes to it, and a linear program or two."""
    from sdc_desktop.engine.methods.tables.cell_facts import cell_proofs

    facts = None if found.facts is None else found.facts.of(codes)
    return Explained(found, codes, facts, cell_proofs(found.result, codes))


@as_work
def publishing_cost(
    context: JobContext, tables: PlanTables, name: str, cell: tuple[str, ...], found: Answer
) -> PublishingCost:
    """Work that protects a table again, with those that it is protected together with, by a plan that
    publishes a cell; against the result that was `found`.
    """
    from sdc_desktop.engine.methods.tables.table.result import TableResult
    from sdc_desktop.engine.runner import decide
    from sdc_desktop.engine.running import publishing_cost as engine
    from sdc_desktop.engine.running.tables_together import decide_together, group_of

    def then() -> TableResult:
        if group_of(tables.plan, name):
            return decide_together(tables.of_engine(name, context), name, context)[name][1]
        result: TableResult = decide(tables.plan.job(name), found.counts, context)
        return result

    return engine.publishing_cost(found.result, cell, then)


@as_work
def write(
    context: JobContext,
    opened: Opened | None,
    base: Path,
    found: Answer,
    job: TabJob,
    target: Path,
    recipients: Recipients,
) -> Written:
    """Work that exports the table of a result and its codebook, with the batch command's bytes for `job`."""
    from sdc_desktop.engine.data.reading import Style
    from sdc_desktop.engine.runner import write_result
    from sdc_desktop.words.tables.table_cards import cells_in

    if opened is not None:
        refuse_sampled(opened.notes, opened.path.name)
    source = source_of(opened, base, context)
    style = Style() if opened is None else opened.style
    kept = inputs(opened, base, job)
    read = () if opened is None else opened.files
    result, counted, earlier = found.result, found.counts, recipients.earlier
    done = write_result(job, result, counted, source, style, target, kept, context, read, earlier)
    recipients.write(job, target, done)
    cells = min(cells_in(result) or done.records, done.records)
    return Written(target, cells, done.records, done.escaped, done.notes)


@as_work
def published(
    context: JobContext, opened: Opened | None, found: Answer, publication: PublicationSpec
) -> Publication:
    """Work that makes the publication of a table. Raises :class:`Refused`."""
    from sdc_desktop.engine.methods.tables.table.layout_files import publication_of

    columns = () if opened is None else opened.style.columns
    return publication_of(found.table_params, found.result, publication, columns)


@as_work
def tables_in(context: JobContext, path: Path) -> Sequence[Listed]:
    """Work that lists the tables of a workbook or an HTML file. Raises :class:`Refused`."""
    from sdc_desktop.engine.methods.tables.table_file import listed_tables

    return listed_tables(path)


@as_work
def write_noise(
    context: JobContext, base: Path, found: Answer, target: Path, kept: tuple[Path, ...]
) -> Written:
    """Work that exports the perturbation table of a result, with the batch command's bytes."""
    from sdc_desktop.engine.running.perturbation import export_table

    rows = export_table(found.job, base, target, kept)
    return Written(target, rows, rows)


def inputs(opened: Opened | None, base: Path, job: TabJob) -> tuple[Path, ...]:
    """The files that a job reads: nothing may overwrite them."""
    kept = [base / path for path in inputs_of(Plan(jobs=(job,)))]
    if opened is not None:
        kept += [opened.path, *(base / path for path in inputs_of(Plan(data=opened.spec)))]
    return tuple(kept)


def _answer(
    opened: Opened | None, base: Path, job: TabJob, counted: Any, result: Any, context: JobContext
) -> Answer:
    from sdc_desktop.engine.methods.tables.cell_facts import table_facts

    params = params_of(job, TABLE)
    facts = None if params is None else table_facts(params, counted)
    early = context.is_enough() and getattr(result, "stopped", False)
    counts = count_key(job, context.secrets.mark(job.name))
    return Answer(job, key_of_data(opened, base, job), counts, counted, result, facts, early)


def _counted(job: TabJob, opened: Opened | None, base: Path, context: JobContext) -> Any:
    from sdc_desktop.engine.runner import counts

    return counts(job, source_of(opened if needs_data(job) else None, base, context), context)
