"""A file of another program into the store: what a child sends, or DuckDB's own reader of Parquet."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import duckdb

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.read import reader_call, refusal
from sdc_desktop.engine.data.csv.text import MARK, PROTOCOL, FileBytes, TextFeed, one_file
from sdc_desktop.engine.data.foreign.parquet import (
    opened_parquet,
    parquet_columns,
    parquet_size,
    sample_mark,
    select_texts,
    values_and_texts,
)
from sdc_desktop.engine.data.foreign.reading_child import ChildRows, answer_of_child
from sdc_desktop.engine.data.foreign.texts import MIDNIGHT, Column, pattern_of
from sdc_desktop.engine.data.limits import MOST_COPIED_CELLS
from sdc_desktop.engine.data.store.file_relations import room_of
from sdc_desktop.engine.data.store.file_store import ROW_NUMBER, FileStore
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.sql import sql_text, sql_texts
from sdc_desktop.engine.data.store.store import Relation, Store, interruptible
from sdc_desktop.engine.output.files import sha256_of
from sdc_desktop.engine.output.folders import data_files
from sdc_desktop.engine.problems import Place, Problem, Refused, error

STEP_LOAD = "data.load"
_READERS = {
    "sav": "foreign.statistics_files:read",
    "dta": "foreign.statistics_files:read",
    "sas7bdat": "foreign.statistics_files:read",
    "xpt": "foreign.xport_read:read",
    "xlsx": "foreign.sheets:read",
    "rda": "foreign.argus_read:read",
    "fixed": "foreign.fixed_read:read",
    "arrow": "foreign.arrow_read:read",
    "rds": "rdata.read:read",
}
Options = Mapping[str, Any]
_Read = tuple[Relation, tuple[Column, ...], tuple[Problem, ...], Mapping[str, Any]]
_UNKNOWN = 1 << 50  # more bytes than any file's text has


@dataclass(frozen=True)
class ForeignTable:
    """The records of a file, what it says of its variables, its SHA-256, and what a plan would say of where
    the records are in it.
    """

    relation: Relation
    columns: tuple[Column, ...]
    sha256: str
    notes: tuple[Problem, ...] = ()
    settled: Mapping[str, Any] = field(default_factory=dict)


def read_foreign(
    path: Path, shown: str, format: str, options: Options, large: bool | None, context: JobContext
) -> ForeignTable:
    """Read a whole file of another program; `shown` is its name in problems.

    `options` are further settings of its reader (the sheet of a workbook, the description of records of
    ARGUS, fields of fixed width). A `large` Parquet file is read where it lies; None: if it has many records,
    or more than fit into memory.

    Raises :class:`Refused`, and Cancelled when stopped; then nothing is kept.
    """
    if format == "parquet":
        found = _parquet_table(path, shown, options, large, context)
        return replace(found, notes=(*found.notes, *sample_notes(path, shown)))
    return _whole(_read_by_child, path, shown, format, options, context)


def sample_notes(path: Path, shown: str) -> tuple[Problem, ...]:
    """The warning where a Parquet file, or one of a folder's, is a sample. Raises :class:`Refused`."""
    files = data_files(path) if path.is_dir() else (path,)
    marks = (sample_mark(file, shown) for file in files)
    return tuple(found.note(shown) for found in marks if found is not None)[:1]


def _parquet_table(
    path: Path, shown: str, options: Options, large: bool | None, context: JobContext
) -> ForeignTable:
    if path.is_dir():
        return _over_folder(path, shown, context)
    answer_of_child("sdc_desktop.engine.data.foreign.parquet:prove", path, shown, context)
    if _is_large(path, shown, large, context):
        return _over_parquet(path, shown, context)
    return _whole(_read_parquet, path, shown, "parquet", options, context)


def _whole(
    read: Callable[[Path, str, str, Options, JobContext], _Read],
    path: Path,
    shown: str,
    format: str,
    options: Options,
    context: JobContext,
) -> ForeignTable:
    """The records of a file, copied into a store. Raises :class:`Refused`, also where it changes."""
    before = sha256_of(path, shown)
    relation, columns, notes, settled = read(path, shown, format, options, context)
    if not relation.records:
        raise Refused(error("data.no_records", Place(file=shown)))
    if sha256_of(path, shown) != before:
        raise Refused(error("csv.changed", Place(file=shown)))
    return ForeignTable(relation, columns, before, notes, settled)


def _read_by_child(path: Path, shown: str, format: str, options: Options, context: JobContext) -> _Read:
    reader = f"sdc_desktop.engine.data.{_READERS[format]}"
    with ChildRows(reader, path, tuple(options.items()), shown, context, STEP_LOAD) as rows:

        def text() -> Iterator[bytes]:
            yield MARK
            yield from rows.blocks()

        feed = TextFeed(text(), _UNKNOWN)
        settled: list[Column] = []

        def fill(connection: duckdb.DuckDBPyConnection, name: str) -> None:
            connection.register_filesystem(one_file(lambda: feed, feed.bound))
            try:
                with interruptible(connection, context):
                    call = reader_call(rows.width, ",", '"', parallel=False)
                    run(connection, f"CREATE TABLE {name} AS SELECT * FROM {call}")
                    settled.extend(_dates_alone(connection, name, rows.columns))
            except duckdb.Error as failure:  # its text may hold values and is never shown
                raise feed.failure or Refused(refusal(failure, shown)) from None
            finally:
                connection.unregister_filesystem(PROTOCOL)

        relation = Store().load(rows.width, fill)
        if relation.records != rows.records:
            raise Refused(error("csv.disagreement", Place(file=shown)))
        return relation, tuple(settled), rows.notes, rows.settled


def _dates_alone(
    connection: duckdb.DuckDBPyConnection, table: str, columns: tuple[Column, ...]
) -> Iterator[Column]:
    """The columns; one of dates with times that are all midnight becomes one of dates, as do its texts. Among
    others midnight is reported as such.
    """
    for number, column in enumerate(columns):
        if column.type != "datetime":
            yield column
            continue
        text = f"c{number}"
        bare = f"regexp_full_match({text}, {sql_text(pattern_of('date'))})"
        run(connection, f"UPDATE {table} SET {text} = {text} || {sql_text(MIDNIGHT)} WHERE {bare}")
        other = f"{text} <> '' AND NOT list_contains({sql_texts(column.missing)}, {text})"
        query = (
            f"SELECT count(*) FILTER ({other}), count(*) FILTER (ends_with({text}, {sql_text(MIDNIGHT)})) "
            f"FROM {table}"
        )
        values, midnights = run(connection, query)[0]
        if not values or midnights < values:
            yield column
            continue
        dates = f"left({text}, length({text}) - {len(MIDNIGHT)})"
        run(connection, f"UPDATE {table} SET {text} = {dates} WHERE ends_with({text}, {sql_text(MIDNIGHT)})")
        yield replace(column, type="date")


def _is_large(path: Path, shown: str, large: bool | None, context: JobContext) -> bool:
    if large is False:
        return False
    columns = parquet_columns(path, shown, values=False)
    if any(column.name.casefold() == ROW_NUMBER for column in columns):
        return False  # DuckDB could not say which record is which
    records, size = parquet_size(path, shown)
    if large or records * len(columns) > MOST_COPIED_CELLS:
        return True
    return not room_of(context).takes(records, len(columns), size)


def _over_parquet(path: Path, shown: str, context: JobContext) -> ForeignTable:
    """The records of a Parquet file that stay in it. Raises :class:`Refused`, Cancelled."""
    source = FileBytes(path, shown)
    for _ in source.blocks(context, STEP_LOAD):
        context.checkpoint()
    columns = parquet_columns(path, shown)
    try:
        relation = FileStore(room_of(context)).over([path.absolute()], shown, values_and_texts(columns))
    except duckdb.Error:  # its text may hold values and is never shown
        raise Refused(error("data.not_of_format", Place(file=shown), format="parquet")) from None
    if not relation.records:
        raise Refused(error("data.no_records", Place(file=shown)))
    return ForeignTable(relation, columns, source.sha256)


def _over_folder(path: Path, shown: str, context: JobContext) -> ForeignTable:
    """The records of a folder of Parquet files, which stay in them. Raises :class:`Refused`, Cancelled."""
    files = data_files(path)
    if not files:
        raise Refused(error("data.no_records", Place(file=shown)))
    columns = folder_columns(path, shown, context)
    try:
        parts = [file.absolute() for file in files]
        relation = FileStore(room_of(context)).over(parts, shown, values_and_texts(columns))
    except duckdb.Error:  # its text may hold values and is never shown
        raise Refused(error("data.not_of_format", Place(file=shown), format="parquet")) from None
    if not relation.records:
        raise Refused(error("data.no_records", Place(file=shown)))
    return ForeignTable(relation, columns, sha256_of(path, shown))


def folder_columns(path: Path, shown: str, context: JobContext, *, values: bool = True) -> tuple[Column, ...]:
    """The columns of a folder of Parquet files, which must all have the same ones. Raises :class:`Refused`
    with the name of the first file that differs. With ``values`` all values are read, and dates are found as
    in one file.
    """
    first: tuple[Column, ...] = ()
    dates: list[tuple[Column, ...]] = []
    for file in data_files(path):
        context.checkpoint()
        name = f"{shown}/{file.relative_to(path).as_posix()}"
        if values:
            answer_of_child("sdc_desktop.engine.data.foreign.parquet:prove", file, name, context)
        found = parquet_columns(file, name, values=False)
        if found != (first or found) or any(column.name.casefold() == ROW_NUMBER for column in found):
            raise Refused(error("site.schemas_differ", Place(file=name)))
        first = found
        dates.append(parquet_columns(file, name) if values else found)
    together = zip(*dates, strict=True)
    return tuple(
        replace(column, type="date") if all(one.type == "date" for one in parts) else column
        for column, parts in zip(first, together, strict=True)
    )


def _read_parquet(path: Path, shown: str, format: str, options: Options, context: JobContext) -> _Read:
    context.progress(0.0, STEP_LOAD)
    columns = parquet_columns(path, shown)

    def fill(connection: duckdb.DuckDBPyConnection, name: str) -> None:
        with opened_parquet(path, shown, connection), interruptible(connection, context):
            run(connection, f"CREATE TABLE {name} AS {select_texts(columns)}")

    return Store().load(len(columns), fill), columns, (), {}
