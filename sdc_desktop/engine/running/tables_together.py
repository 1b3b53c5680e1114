"""Tables of a plan that share cells, for the window: decided together, and examined together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table.result import TableResult
from sdc_desktop.engine.plan import Job, Plan
from sdc_desktop.engine.problems import refuse_errors
from sdc_desktop.engine.running.linked_members import Basis
from sdc_desktop.engine.running.linked_run import (
    DecidedTable,
    decided_together,
    examined_together,
    together_with,
)
from sdc_desktop.engine.running.linking import counted_table
from sdc_desktop.engine.running.links import link_problems
from sdc_desktop.engine.running.stages import counts, decide, placed
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.table_counts import TableCounts


@dataclass(frozen=True)
class TablesOf:
    """The table jobs of a plan that work on the records of ``input``, the data or a job. ``sha256``: of the
    data file.
    """

    plan: Plan
    input: str
    source: Source
    sha256: str | None

    @property
    def basis(self) -> Basis:
        """What the tables are linked on."""
        return Basis(self.plan, {self.input: self.source}, self.sha256)


def group_of(plan: Plan, name: str) -> tuple[Job, ...]:
    """The jobs that must be decided together with a table, itself among them; none where it is alone."""
    return together_with(Basis(plan, {}, None), plan.job(name))


def decide_together(
    tables: TablesOf, name: str, context: JobContext
) -> Mapping[str, tuple[TableCounts, TableResult]]:
    """The counts and results of a table and of those that it is protected together with, by name.

    Raises :class:`Refused` (also where settings differ that must be equal), Cancelled.
    """
    group = group_of(tables.plan, name)
    names = {job.name for job in group}
    jobs = tables.plan.jobs
    refuse_errors(
        [
            placed(problem, jobs[index], index)
            for index, problem in link_problems(tables.plan)
            if jobs[index].name in names
        ]
    )
    return decided_together(tables.basis, group, context)


def examine_together(
    tables: TablesOf,
    decided: Mapping[str, tuple[TableCounts, TableResult]],
    unprotected: Sequence[str],
    context: JobContext,
) -> Mapping[str, TableResult]:
    """The results of tables with what they reveal together, by name. ``unprotected``: further tables of the
    plan that publish true values, so that nothing has to be searched for them.

    Raises :class:`Refused` where values differ or a solver fails, Cancelled.
    """
    known = dict(decided)
    for number, name in enumerate(unprotected):
        part = context.within(0.3 * number / len(unprotected), 0.3 * (number + 1) / len(unprotected))
        job = tables.plan.job(name)
        counted = counts(job, tables.source, part)
        known[name] = counted, decide(job, counted, part)
    found = [
        DecidedTable(counted_table(tables.plan, job, known[job.name][0], tables.source), known[job.name][1])
        for job in tables.plan.jobs
        if job.name in known
    ]
    return examined_together(tables.basis, found, context.within(0.3, 1.0))
