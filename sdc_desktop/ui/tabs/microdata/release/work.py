"""What the card Release lets run beside the window. No Qt: it only calls the engine and the report."""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.output.files import refuse_changed
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.policy.policy import Policy
from sdc_desktop.ui.questions.question import as_work

if TYPE_CHECKING:  # numpy and duckdb are needed only when a file is open
    from sdc_desktop.engine.data.reading import Opened
    from sdc_desktop.engine.running.writing import WrittenFile
    from sdc_desktop.engine.strategies.trail import Left, Trail
    from sdc_desktop.report.codebook import Codebook
    from sdc_desktop.ui.dialogs.report import Preview
    from sdc_desktop.ui.tabs.recipients import Recipients

MOST_SHOWN = 200  # records of the protected file


@dataclass(frozen=True)
class Steps:
    """The steps whose last file is released: of a whole plan, on its open file. ``trail``: what they gave, if
    that is known; ``left``: what earlier trails left.
    """

    plan: Plan
    names: tuple[str, ...]
    base: Path
    policy: Policy | None
    file: Opened
    trail: Trail | None = None
    left: Left | None = None

    def run(self, context: JobContext) -> Trail:
        """What the steps give. Raises :class:`Refused`, Cancelled."""
        from sdc_desktop.engine.strategies.trail import trail_of

        if self.trail is not None:
            return self.trail
        names, policy = self.names, self.policy
        return trail_of(self.plan, names, self.base, context, policy, read=self.file, left=self.left)


@dataclass(frozen=True)
class ShownFile:
    """The protected file before it is exported: its first records in the order of the file, and
    its codebook, still without a checksum.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    records: int
    book: Codebook


@as_work
def shown_file(context: JobContext, steps: Steps, recipients: Recipients) -> ShownFile:
    """Work that makes the first records and the codebook of the protected file."""
    from sdc_desktop.engine.strategies.released_file import first_records, released_file
    from sdc_desktop.report.codebook import Codebook

    trail = steps.run(context.within(0.0, 0.6))
    found = released_file(steps.plan, trail, steps.file, recipients.earlier, context)
    rows = first_records(steps.plan, found, steps.file, MOST_SHOWN, context)
    output = found.job.output
    name = f"{found.job.name}.csv" if output is None else Path(output.path).name
    book = Codebook(found.job, name, "", found.codebook)
    return ShownFile(tuple(found.made.names), rows, found.made.records, book)


@dataclass(frozen=True)
class Wanted:
    """The files to export: the protected file at ``target`` with or without its codebook, and a report at
    ``report``, which is there or made by ``make``, with annex files in ``annex``. None: without it.
    """

    target: Path | None
    codebook: bool = True
    report: Path | None = None
    make: Callable[[JobContext], Preview] | None = None
    annex: Path | None = None


@dataclass(frozen=True)
class Exported:
    """What was exported: the protected file, if it was wanted, and the names of all files."""

    written: WrittenFile | None
    names: tuple[str, ...]


@as_work
def exported(context: JobContext, steps: Steps, wanted: Wanted, recipients: Recipients) -> Exported:
    """Work that exports the files, all or none; the protected file has the bytes of the batch command."""
    from sdc_desktop.engine.running.outputs import move_into, temporary_folder

    made = None if wanted.make is None else wanted.make(context.within(0.0, 0.3))
    put = _nothing if made is None or wanted.report is None else _report(steps, wanted, made)
    names = () if wanted.report is None else (wanted.report.name,)
    if wanted.target is None:
        context.checkpoint()
        put()
        return Exported(None, names)
    with temporary_folder(wanted.target.parent) as folder:
        written = _protected(steps, wanted, folder, recipients, context.within(0.3, 1.0))
        own = [path.name for path in sorted(folder.rglob("*")) if path.is_file()]
        _keep_rights(folder, wanted.target.parent)
        refuse_changed(steps.file.files)
        context.checkpoint()
        move_into((folder, wanted.target.parent), last=put)
    return Exported(written, (*own, *names))


def _protected(
    steps: Steps, wanted: Wanted, folder: Path, recipients: Recipients, context: JobContext
) -> WrittenFile:
    """Export the protected file and its codebook into a folder. Raises :class:`Refused`, Cancelled."""
    from sdc_desktop.engine.data.csv.write import refuse_read_only
    from sdc_desktop.engine.strategies.released_file import released_file, write_released

    assert wanted.target is not None
    for path in paths_of_file(wanted.target, codebook=wanted.codebook):
        refuse_read_only(path)
    _refuse_inputs(steps, wanted)
    trail = steps.run(context.within(0.0, 0.6))
    found = released_file(steps.plan, trail, steps.file, recipients.earlier, context)
    part = context.within(0.7, 1.0)
    written = write_released(steps.plan, found, steps.file, steps.base, folder / wanted.target.name, part)
    if wanted.codebook:
        recipients.write(found.job, folder / wanted.target.name, written)
    return written


def _report(steps: Steps, wanted: Wanted, made: Preview) -> Callable[[], None]:
    """What saves the report. Raises :class:`Refused` where it would overwrite an input."""
    from sdc_desktop.report.assemble import refuse_report_over_input, write_made

    path = wanted.report
    assert path is not None
    refuse_report_over_input(steps.plan, steps.base, path)
    annex = wanted.annex if made.made.annex else None

    def put() -> None:
        made.made.result.opened.refuse_changed()
        write_made(made.pdf, path, made.made.annex, annex)

    return put


def _refuse_inputs(steps: Steps, wanted: Wanted) -> None:
    from sdc_desktop.engine.plan import inputs_of
    from sdc_desktop.engine.problems import Place, Refused, error
    from sdc_desktop.engine.running.outputs import same_file

    assert wanted.target is not None
    kept = [steps.file.path, *(steps.base / path for path in inputs_of(steps.plan))]
    for path in paths_of_file(wanted.target, codebook=wanted.codebook):
        if any(same_file(path, other) for other in kept):
            where = Place(file=path.name, job=steps.names[-1])
            raise Refused(error("plan.output_over_input", where, path=path.name))


def _keep_rights(folder: Path, target: Path) -> None:
    """Let files that replace others have the rights of these."""
    for path in folder.iterdir():
        there = target / path.name
        if there.is_file():
            path.chmod(stat.S_IMODE(there.stat().st_mode))


def _nothing() -> None:
    """No report is wanted."""


def paths_of_file(target: Path, *, codebook: bool) -> tuple[Path, ...]:
    """The files of an export: records of ARGUS have their description beside them."""
    from sdc_desktop.engine.data.argus.beside import argus_paths
    from sdc_desktop.engine.data.formats import output_format_of
    from sdc_desktop.engine.running.outputs import codebook_paths

    own = argus_paths(target) if target.name and output_format_of(target.name) == "rda" else (target,)
    books = codebook_paths(target.name) if codebook else ()
    return (*own, *(target.with_name(name) for name in books))
