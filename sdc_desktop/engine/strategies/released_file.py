"""The file that the last step of a trail releases: its records and its codebook."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.formulas import FormulaEscaper
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.reading import Opened
from sdc_desktop.engine.data.sampled import refuse_sampled
from sdc_desktop.engine.plan import Job, Plan, inputs_of
from sdc_desktop.engine.running.codebook import Changes, VariableEntry, changes_after, entries_of
from sdc_desktop.engine.running.outputs import output_of
from sdc_desktop.engine.running.stages import in_random_order
from sdc_desktop.engine.running.writing import WrittenFile, in_order, output_format, write_made
from sdc_desktop.engine.strategies.trail import Trail


@dataclass(frozen=True)
class ReleasedFile:
    """The job with the file, the records that it made, before they get the order of the file, and the
    variables of the codebook.
    """

    job: Job
    made: Microdata
    codebook: tuple[VariableEntry, ...]


def released_file(
    plan: Plan, trail: Trail, file: Opened, earlier: Changes, context: JobContext
) -> ReleasedFile:
    """The file of the last step of a trail, with its output in the ``plan``. No step runs again.
    ``file``: the plan's data; ``earlier``: what preparing changed. Raises Cancelled.
    """
    assert trail.before is not None
    before, changes, job = trail.before.data, earlier, trail.jobs[-1]
    for step, done in zip(trail.jobs, trail.made, strict=True):
        if done is not None and done.source is not None:
            changes = changes_after(changes, step, before, done.source.data, context)
            before, job = done.source.data, step
    job = in_random_order(plan, file.data, _with_secrets(plan, context)).job(job.name)
    return ReleasedFile(job, before, entries_of(before, file.columns, changes, context))


def first_records(
    plan: Plan, released: ReleasedFile, file: Opened, number: int, context: JobContext
) -> tuple[tuple[str, ...], ...]:
    """The first records in the order of the file, at most ``number``; in delimited text with the apostrophes
    that keep spreadsheets from running them. Raises :class:`Refused`, Cancelled.
    """
    data = in_order(released.made, released.job, _with_secrets(plan, context))
    rows = data.window(0, min(number, data.records))
    output = output_of(released.job)
    if output is not None and output.escape_formulas and output_format(output) == "csv":
        escaper = FormulaEscaper(file.dialect.decimal, file.dialect.delimiter)
        return tuple(tuple(escaper.row(row)) for row in rows)
    return tuple(tuple(row) for row in rows)


def write_released(
    plan: Plan, released: ReleasedFile, file: Opened, base: Path, target: Path, context: JobContext
) -> WrittenFile:
    """Export the file, as a run of the plan does. ``file``: the plan's data, unchanged since they were read.
    Raises :class:`Refused`; then `target` is unchanged.
    """
    refuse_sampled(file.notes, file.path.name)
    kept: Sequence[Path] = [file.path, *(base / path for path in inputs_of(plan))]
    given = _with_secrets(plan, context)
    written = write_made(released.job, released.made, file.style, target, kept, given, file.files)
    return replace(written, codebook=released.codebook)


def _with_secrets(plan: Plan, context: JobContext) -> JobContext:
    return replace(context, secrets=plan.own_secrets.over(context.secrets))
