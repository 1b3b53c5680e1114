"""The perturbation table of a job with the cell key method, as a file."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from sdc_desktop.engine.data.argus.places import file_text
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.output.files import atomic_write
from sdc_desktop.engine.plan import Job, Plan, params_of
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.running.outputs import same_file
from sdc_desktop.engine.tables.cell_keys.keyed import perturbation_table
from sdc_desktop.engine.tables.cell_keys.table_file import read_table, table_text
from sdc_desktop.engine.tables.specs.cell_key import CellKeySpec


def keyed_job(plan: Plan, name: str | None) -> Job:
    """The job of this name, or the only one with the cell key method. Raises :class:`Refused`."""
    found = [job for job in _keyed_jobs(plan) if name in (None, job.name)]
    if len(found) == 1:
        return found[0]
    if name is not None:
        raise Refused(error("cell_key.no_such_job", Place(key="jobs"), name=name))
    names = tuple(job.name for job in found)
    raise Refused(error("cell_key.which_job", Place(key="jobs"), number=len(found), names=names))


def export_table(job: Job, base: Path, target: Path, kept: Sequence[Path]) -> int:
    """Export the perturbation table of a job, whole or not at all; the number of its rows. ``kept`` are the
    files that must not be overwritten. Raises :class:`Refused`.
    """
    params = params_of(job, TABLE)
    spec = None if params is None else params.protect
    if not isinstance(spec, CellKeySpec):
        raise TypeError("no noise by cell key")
    if any(same_file(target, path) for path in kept):
        where = Place(file=target.name, job=job.name)
        raise Refused(error("plan.output_over_input", where, path=target.name))
    if spec.ptable is None and (spec.variance is None or spec.maximum is None):
        raise Refused(error("cell_key.no_noise", Place(key="params.protect.variance", job=job.name)))
    read = None
    if spec.ptable is not None:
        path = base / spec.ptable
        read = read_table(file_text(path), path.name)
    text = table_text(perturbation_table(spec, read))
    with atomic_write(target) as file:
        file.write(text.encode("utf-8"))
    return text.count("\n") - 1


def _keyed_jobs(plan: Plan) -> Iterator[Job]:
    for job in plan.jobs:
        params = params_of(job, TABLE)
        if params is not None and isinstance(params.protect, CellKeySpec) and params.value is None:
            yield job
