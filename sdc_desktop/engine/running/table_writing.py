"""The files of a job: of records and of tables as a list the one file, of a table each layout requested."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.reading import Style
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.data.table_layouts import LIST
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import Job, params_of
from sdc_desktop.engine.problems import Place, Problem, note
from sdc_desktop.engine.running.stages import JobData
from sdc_desktop.engine.running.writing import Writer


@dataclass(frozen=True)
class JobFiles:
    """The SHA-256 of each file by its path, the texts escaped in each, and what a format holds otherwise."""

    files: Mapping[str, str]
    escaped: Mapping[str, int]
    notes: tuple[Problem, ...]


def single_outputs(output: OutputSpec) -> Iterator[OutputSpec]:
    """An output and those beside it, each as an output of its own."""
    yield output.model_copy(update={"also": ()})
    for other in output.also:
        yield output.model_copy(update={"path": other.path, "layout": other.layout, "also": ()})


def _unnamed(job: Job, output: OutputSpec, style: Style) -> Iterator[Problem]:
    """A note where typed records become CSV because the plan names no file."""
    if job.output is None and method_of(job.kind).makes == "records" and any(c.origin for c in style.columns):
        yield note("write.csv_unnamed", Place(file=output.path))


def write_outputs(
    job: Job,
    done: JobData,
    released: Microdata,
    output: OutputSpec,
    style: Style,
    write: Writer,
    context: JobContext,
) -> JobFiles:
    """Write every file of a job. Raises :class:`Refused`, Cancelled."""
    files: dict[str, str] = {}
    escaped: dict[str, int] = {}
    notes: list[Problem] = list(_unnamed(job, output, style))
    params = params_of(job, TABLE)
    for one in single_outputs(output):
        path = PurePosixPath(one.path.replace("\\", "/"))
        if params is None or one.layout in (None, LIST):
            data = write.data(released, one, style, context)
            files[path.as_posix()] = data.sha256
            notes += data.notes
            if data.escaped is not None:
                escaped[path.as_posix()] = data.escaped
            continue
        from sdc_desktop.engine.methods.tables.table.layout_files import layout_files

        made = layout_files(params, done.counted, done.result, one, released.decimal, style.columns)
        for name, content in made.files.items():
            own = path.with_name(name).as_posix()
            files[own] = write.text(own, content)
        escaped[path.as_posix()] = made.escaped
    return JobFiles(files, escaped, tuple(notes))
