"""What the tab lets run beside the window. No Qt: these functions only call the engine's one door."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.curves.cae import CaeParams
from sdc_desktop.engine.methods.curves.cae.table_intervals import with_intervals_of
from sdc_desktop.engine.methods.curves.cae_experiment import CaeExperimentParams
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.project.linked_tables import decided_beside, stamps_of
from sdc_desktop.ui.questions.question import as_work, data_key, source_of
from sdc_desktop.ui.tabs.cae.tab_job import Params, job_of
from sdc_desktop.ui.tabs.plan_tables import PlanTables

if TYPE_CHECKING:  # numpy and duckdb are wanted only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.methods.curves.cae.engine import CaeResult
    from sdc_desktop.engine.methods.curves.cae_experiment.engine import ExperimentResult
    from sdc_desktop.engine.plan import Job, Plan
    from sdc_desktop.engine.source import Source

DRAFT_FROM = 500  # values or records, from where a curve takes long enough for a draft
_DRAFT_POINTS = 24  # widths at which it is computed
_OFFERED = 1_000  # values of a variable to choose from; others can be typed


@dataclass(frozen=True)
class Answer:
    """The params, the identifier of their data, and the result. ``records``: the numbers (from 1) of the
    records of each case, in the order of the result's cases; empty where these are not records.
    """

    params: Params
    key: str
    result: CaeResult | ExperimentResult
    records: tuple[tuple[int, ...], ...] = ()

    @property
    def is_curve(self) -> bool:
        """Whether a curve was found, and no experiment."""
        return not isinstance(self.params, CaeExperimentParams)

    @property
    def curve(self) -> CaeResult:
        """The result of a curve."""
        return cast("CaeResult", self.result)

    @property
    def experiment(self) -> ExperimentResult:
        """The result of an experiment."""
        return cast("ExperimentResult", self.result)


@dataclass(frozen=True, eq=False)
class KeptCurve:
    """A curve that the user named, to be drawn over later ones; without its cases."""

    name: str
    key: str  # of what it was asked of
    result: CaeResult

    def fits(self, answer: Answer) -> bool:
        """Whether a result is a curve of the same variable of the same data."""
        return answer.is_curve and (self.key, self.result.attribute) == (answer.key, answer.result.attribute)


def key_of_data(opened: Opened | None, params: Params) -> str:
    """A text that changes when, and only when, what a job measures may have changed."""
    if opened is None or not needs_data(job_of(params)):
        return ""
    labelled = isinstance(params, CaeExperimentParams) and params.released is not None
    return data_key(opened, hierarchies=labelled)


def needs_data(job: Job) -> bool:
    """Whether a job needs the open file."""
    return method_of(job.kind).needs_data(job.params)


@as_work
def answer(context: JobContext, opened: Opened | None, base: Path, params: Params) -> Answer:
    """Work that runs a job as the batch command does; of a curve that takes long it gives a draft first.
    Refuses as the engine does.
    """
    from sdc_desktop.engine.methods.curves.cae.cases import records_of_cases
    from sdc_desktop.engine.runner import run_job

    source = _source(opened, base, params, context) if needs_data(job_of(params)) else None
    draft = _draft_params(params, source)
    if draft is not None:
        context.on_draft(run_job(job_of(draft), source, context.within(0.0, 0.0), with_data=False).result)
    result = run_job(job_of(params), source, context, with_data=False).result
    records: tuple[tuple[int, ...], ...] = ()
    if source is not None and not isinstance(params, CaeExperimentParams) and result.cases:
        records = records_of_cases(result, source.data, context)
    return Answer(params, key_of_data(opened, params), result, records)


def _draft_params(params: Params, source: Source | None) -> CaeParams | None:
    """The params of a draft: bounds of the same curve at few widths; None where a draft is not worthwhile."""
    if not isinstance(params, CaeParams) or params.points is not None:
        return None
    if isinstance(params.known, tuple) and params.known:
        return None  # of many cases each is small
    size = len(params.values or ()) if source is None else source.data.records
    return params.model_copy(update={"points": _DRAFT_POINTS}) if size > DRAFT_FROM else None


def table_key(opened: Opened | None, base: Path, plan: Plan, job: Job) -> str:
    """A text that changes when, and only when, what a table job of a plan gives may have changed."""
    parts: list[object] = [job.model_dump(mode="json", exclude={"output"}), stamps_of(job, base)]
    parts += decided_beside(plan, job, base)
    if opened is not None:
        parts += [opened.mark, opened.spec.model_dump(mode="json")]
    return json.dumps(parts, sort_keys=True)


@as_work
def answer_of_table(
    context: JobContext, tables: PlanTables, params: CaeParams, table: Job, key: str, *, together: bool
) -> Answer:
    """Work that runs a table job, and then asks about its cells, as the batch command does. ``together``:
    the table must be decided with others; ``key``: see `table_key`.
    """
    from sdc_desktop.engine.runner import run_job
    from sdc_desktop.engine.running.tables_together import decide_together

    part = context.within(0.0, 0.9)
    if together:
        _, cells = decide_together(tables.of_engine(table.name, part), table.name, part)[table.name]
    else:
        source = source_of(tables.opened if needs_data(table) else None, tables.base, part)
        cells = run_job(table, source, part, with_data=False).result
    if not hasattr(cells, "cells"):
        raise Refused(error("cae.input_no_table", Place(key="params.intervals")))
    answered = with_intervals_of(params, cells)
    result = run_job(job_of(answered), None, context.within(0.9, 1.0), with_data=False).result
    return Answer(params, key, result)


@as_work
def answers(
    context: JobContext, opened: Opened | None, base: Path, questions: Sequence[Params]
) -> tuple[Answer, ...]:
    """Work that runs several jobs one after the other."""
    return tuple(
        answer(opened, base, params)(context.within(place / len(questions), (place + 1) / len(questions)))
        for place, params in enumerate(questions)
    )


@as_work
def texts(context: JobContext, opened: Opened, names: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Work that reads the first values of some variables, without missing ones. Numbers come by their size,
    others by their letters.
    """
    from sdc_desktop.engine.methods.curves.attributes import values_of

    return {name: values_of(opened.data, name, context)[:_OFFERED] for name in names}


def _source(opened: Opened | None, base: Path, params: Params, context: JobContext) -> Source | None:
    from sdc_desktop.engine.data.hierarchy_files import load_hierarchies
    from sdc_desktop.engine.source import Source

    if opened is None:
        raise Refused(error("plan.no_data", Place(key="data")))
    hierarchies = {}
    if isinstance(params, CaeExperimentParams) and params.released is not None:
        hierarchies = dict(load_hierarchies(opened, base, context)[0])
    return Source(opened.data, hierarchies, base)
