"""Records into a file of another program, with the types, names and labels that it takes."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.read import reader_call
from sdc_desktop.engine.data.csv.text import MARK, TextFeed
from sdc_desktop.engine.data.foreign.parquet import NO_MARKS, write_parquet
from sdc_desktop.engine.data.foreign.texts import Column
from sdc_desktop.engine.data.foreign.writing_child import write_by_child
from sdc_desktop.engine.data.formats import WrittenFormat
from sdc_desktop.engine.data.limits import MOST_COLUMNS, MOST_ROWS
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.rdata.write import write_rds
from sdc_desktop.engine.data.target.fitted import Fitted
from sdc_desktop.engine.data.target.fitting import fitted
from sdc_desktop.engine.problems import Place, Problem, Refused, error

STEP_WRITE = "writing"
_UNKNOWN = 1 << 50
_SHEETS = ("xlsx", "ods")
_WRITERS = {
    "sav": "statistics_write:write_sav",
    "zsav": "statistics_write:write_zsav",
    "dta": "statistics_write:write_dta",
    "xpt": "xport_write:write_xpt",
    "xlsx": "sheet_write:write_xlsx",
    "ods": "ods_write:write_ods",
}


def fitted_columns(
    data: Microdata, shown: str, format: WrittenFormat, columns: Sequence[Column], context: JobContext
) -> tuple[tuple[Fitted, ...], tuple[Problem, ...]]:
    """How a format gets the variables of some records, and notes on it. ``columns``: what the source said of
    them, by name. Raises :class:`Refused` with what the format cannot hold, Cancelled.
    """
    if format in _SHEETS and (data.records >= MOST_ROWS or len(data.names) > MOST_COLUMNS):
        figures = {"records": data.records, "most": MOST_ROWS - 1, "columns": MOST_COLUMNS}
        raise Refused(error("data.sheet_full", Place(file=shown), **figures))
    return fitted(data, columns, format, shown, context)


def write_foreign(
    data: Microdata,
    path: Path,
    shown: str,
    format: WrittenFormat,
    columns: Sequence[Column],
    context: JobContext,
    marks: Mapping[str, str] = NO_MARKS,
) -> tuple[Problem, ...]:
    """Make the file at `path`; returns notes on what the format holds in another way. ``columns``: what the
    source said of its variables, by name; ``marks``: metadata, of Parquet alone. Raises :class:`Refused`,
    Cancelled; what is at `path` is then worth nothing.
    """
    made, notes = fitted_columns(data, shown, format, columns, context)
    if format == "parquet":
        feed = TextFeed(_text(data, context), _UNKNOWN)
        call = reader_call(len(made), ",", '"', parallel=False)
        write_parquet(path, made, feed, call, context, shown, marks)
        return notes
    if format == "rds":
        write_rds(path, data, made, shown, context)
        return notes
    writer = f"sdc_desktop.engine.data.foreign.{_WRITERS[format]}"
    write_by_child(writer, path, made, _with_progress(data, context), shown, context)
    return notes


def _with_progress(data: Microdata, context: JobContext) -> Iterator[list[tuple[str, ...]]]:
    done = 0
    for batch in data.batches(context):
        yield batch
        done += len(batch)
        context.progress(done / data.records, STEP_WRITE)


def _text(data: Microdata, context: JobContext) -> Iterator[bytes]:
    yield MARK
    for batch in _with_progress(data, context):
        lines = ['","'.join(text.replace('"', '""') for text in row) for row in batch]
        yield "".join(f'"{line}"\n' for line in lines).encode()
