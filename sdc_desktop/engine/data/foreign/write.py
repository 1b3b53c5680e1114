"""Records into a file of another program, with the types and labels that their source had as far as the
protected values still allow it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.read import reader_call
from sdc_desktop.engine.data.csv.text import MARK, TextFeed
from sdc_desktop.engine.data.foreign.parquet import write_parquet
from sdc_desktop.engine.data.foreign.sheet_write import MOST_COLUMNS, MOST_ROWS
from sdc_desktop.engine.data.foreign.texts import Column, pattern_of
from sdc_desktop.engine.data.foreign.writing_child import write_by_child
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.store.store import interruptible, sql_text, sql_texts
from sdc_desktop.engine.problems import Place, Refused, error

STEP_WRITE = "writing"
_UNKNOWN = 1 << 50
_WRITERS = {
    "sav": "statistics_write:write_sav",
    "dta": "statistics_write:write_dta",
    "xpt": "statistics_write:write_xpt",
    "xlsx": "sheet_write:write_xlsx",
}


def write_foreign(
    data: Microdata, path: Path, shown: str, format: str, columns: Sequence[Column], context: JobContext
) -> None:
    """Make the file at `path`. ``columns``: what the source said of its variables, by name; others are found
    out. Raises :class:`Refused`, Cancelled; what is at `path` is then worth nothing.
    """
    if format == "xlsx" and (data.records >= MOST_ROWS or len(data.names) > MOST_COLUMNS):
        figures = {"records": data.records, "most": MOST_ROWS - 1, "columns": MOST_COLUMNS}
        raise Refused(error("data.sheet_full", Place(file=shown), **figures))
    kept = kept_columns(data, columns, context)
    if format == "parquet":
        feed = TextFeed(_text(data, context), _UNKNOWN)
        call = reader_call(len(kept), ",", '"', parallel=False)
        write_parquet(path, kept, feed, call, context, shown)
        return
    writer = f"sdc_desktop.engine.data.foreign.{_WRITERS[format]}"
    write_by_child(writer, path, kept, _told(data, context), shown, context)


def kept_columns(data: Microdata, columns: Sequence[Column], context: JobContext) -> tuple[Column, ...]:
    """For each variable its source's column; text where protected values are no longer of its type."""
    known = {column.name: column for column in columns}
    kept = []
    for number, name in enumerate(data.names):
        column = known.get(name, Column(name))
        if column.type != "text" and not _fits(data, number, column, context):
            column = replace(column, type="text", form="", labels=(), missing=())  # labels are of numbers
        kept.append(column)
    return tuple(kept)


def _fits(data: Microdata, number: int, column: Column, context: JobContext) -> bool:
    allowed = sql_texts(("", *(code for code in column.missing if code.startswith("."))))
    query = (
        f"SELECT count(*) FROM ({data.relation.values(number, context)}) "
        f"WHERE NOT list_contains({allowed}, value) "
        f"AND NOT regexp_full_match(value, {sql_text(pattern_of(column.type))})"
    )
    cursor = data.relation.store.cursor()
    with interruptible(cursor, context):
        found = cursor.execute(query).fetchone()
    assert found is not None
    return not found[0]


def _told(data: Microdata, context: JobContext) -> Iterator[list[tuple[str, ...]]]:
    done = 0
    for batch in data.batches(context):
        yield batch
        done += len(batch)
        context.progress(done / data.records, STEP_WRITE)


def _text(data: Microdata, context: JobContext) -> Iterator[bytes]:
    yield MARK
    for batch in _told(data, context):
        lines = ['","'.join(text.replace('"', '""') for text in row) for row in batch]
        yield "".join(f'"{line}"\n' for line in lines).encode()
