"""Parquet through DuckDB, which reads and writes it without further packages."""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import duckdb

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.text import ADDRESS, PROTOCOL, TextFeed, one_file
from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.foreign.texts import Column, ColumnType
from sdc_desktop.engine.data.limits import PROVEN_BYTES, proof_seconds
from sdc_desktop.engine.data.sampled import MARK, Sampled
from sdc_desktop.engine.data.store.queries import only, run
from sdc_desktop.engine.data.store.sql import sql_text, sql_texts
from sdc_desktop.engine.data.store.store import interruptible
from sdc_desktop.engine.data.target.fitted import Fitted
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.process_limits import limit_seconds

_TYPES: dict[str, ColumnType] = {
    "VARCHAR": "text",
    "UUID": "text",
    "BOOLEAN": "boolean",
    "DATE": "date",
    "TIME": "time",
    "TIME_NS": "time",  # of Polars
    "FLOAT": "number",
    "DOUBLE": "number",
    "TIMESTAMP": "datetime",
    "TIMESTAMP_S": "datetime",
    "TIMESTAMP_MS": "datetime",
    "TIMESTAMP_NS": "datetime",
    "TIMESTAMP WITH TIME ZONE": "text",  # its text names the zone
    "TIME WITH TIME ZONE": "text",
}
NO_MARKS: Mapping[str, str] = MappingProxyType({})
_INTEGERS = r"U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)"
_FLOATS = ("FLOAT", "DOUBLE")
_MOST_DIGITS = 38  # of a decimal of DuckDB
_STORED = (
    f"SELECT name, precision, scale FROM parquet_schema('{ADDRESS}') WHERE coalesce(num_children, 0) = 0"
)

Rows = Sequence[Sequence[Any]]


class _ParquetFile(io.FileIO):
    """A file that gives all the bytes requested, or raises EOFError.

    DuckDB takes fewer for all of them: of a damaged file it would read on beyond the end, without an end.
    """

    def read(self, size: int | None = -1, /) -> bytes:
        found = super().read(size)
        while len(found) < (size or 0):
            more = super().read((size or 0) - len(found))
            if not more:
                raise EOFError
            found += more
        return found


@contextmanager
def opened_parquet(path: Path, shown: str, connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Within the block the file is at `ADDRESS` for this connection. Raises :class:`Refused`."""
    try:
        size = path.stat().st_size
        with ExitStack() as files:
            opened = lambda: files.enter_context(_ParquetFile(path))  # noqa: E731
            connection.register_filesystem(one_file(opened, size))
            files.callback(connection.unregister_filesystem, PROTOCOL)
            yield
    except duckdb.OutOfMemoryException:
        raise Refused(error("csv.no_memory", Place(file=shown))) from None
    except duckdb.InterruptException:
        raise
    except duckdb.Error:  # its text may hold values and is never shown
        raise Refused(error("data.not_of_format", Place(file=shown), format="parquet")) from None
    except OSError as failure:
        raise Refused(error("file.unreadable", Place(file=shown), reason=failure.strerror or "")) from None


def parquet_columns(path: Path, shown: str, *, values: bool = True) -> tuple[Column, ...]:
    """The columns of a file, ``form`` being DuckDB's type. With ``values``, dates with times that are all
    midnight are dates. Raises :class:`Refused`.
    """
    connection = duckdb.connect(":memory:")
    with opened_parquet(path, shown, connection):
        described = run(connection, f"DESCRIBE SELECT * FROM read_parquet('{ADDRESS}')")
        stored = run(connection, _STORED)
    columns: list[Column] = []
    for number, (name, form) in enumerate(_named(described, stored), start=1):
        kind = type_of(form)
        if kind is None:
            where = Place(file=shown, column=number, variable=name)
            raise Refused(error("data.nested", where, type=form))
        if any(column.name == name for column in columns):
            raise Refused(error("data.name_twice", Place(file=shown, column=number), name=name))
        columns.append(Column(name, kind, form=form, origin="parquet"))
    if values and any(column.type == "datetime" for column in columns):
        with opened_parquet(path, shown, connection):
            return tuple(_dates_alone(connection, columns))
    return tuple(columns)


def _named(described: Rows, stored: Rows) -> Iterator[tuple[str, str]]:
    """The columns' names and types. DuckDB changes one of two names that differ in their case alone, and
    takes decimals of more digits than it has for floating-point numbers.
    """
    flat = len(described) == len(stored)
    for place, (name, form, *_) in enumerate(described):
        own, precision, scale = stored[place] if flat else (name, None, None)
        large = precision is not None and precision > _MOST_DIGITS
        yield str(own), f"DECIMAL({precision},{scale})" if large else str(form)


def _dates_alone(connection: duckdb.DuckDBPyConnection, columns: Sequence[Column]) -> Iterator[Column]:
    """The columns; one of dates with times that are all midnight becomes one of dates."""
    named = ", ".join(f"v{number}" for number in range(len(columns)))
    places = [number for number, column in enumerate(columns) if column.type == "datetime"]
    conditions = ", ".join(f"bool_and(v{place} = date_trunc('day', v{place}))" for place in places)
    row = only(connection, f"SELECT {conditions} FROM read_parquet('{ADDRESS}') t({named})")
    alone = {place for place, found in zip(places, row, strict=True) if found}
    for number, column in enumerate(columns):
        yield replace(column, type="date") if number in alone else column


def type_of(form: str) -> ColumnType | None:
    """The type that a DuckDB type is to us; None where a value is more than one text."""
    digits = re.fullmatch(r"DECIMAL\((\d+),\d+\)", form)
    if digits is not None:
        return "number" if int(digits[1]) <= _MOST_DIGITS else None
    if re.fullmatch(_INTEGERS, form):
        return "integer"
    if form.startswith("ENUM("):
        return "text"
    return _TYPES.get(form)


def select_texts(columns: Sequence[Column]) -> str:
    """The query that gives all records as texts c0, c1, ...; what is null becomes empty."""
    listed = ", ".join(f"{text_of(number, column)} AS c{number}" for number, column in enumerate(columns))
    named = ", ".join(f"v{number}" for number in range(len(columns)))
    return f"SELECT {listed} FROM read_parquet('{ADDRESS}') t({named})"


def parquet_size(path: Path, shown: str) -> tuple[int, int]:
    """How many records a file has, and the bytes that its columns are in it before they are compressed.
    Raises :class:`Refused`.
    """
    connection = duckdb.connect(":memory:")
    with opened_parquet(path, shown, connection):
        query = (
            f"SELECT (SELECT num_rows FROM parquet_file_metadata('{ADDRESS}')), "
            f"sum(total_uncompressed_size)::BIGINT FROM parquet_metadata('{ADDRESS}')"
        )
        records, size = only(connection, query)
    return int(records), int(size or 0)


def sample_mark(path: Path, shown: str) -> Sampled | None:
    """The sample for trial that a file is marked as; None for any other. Raises :class:`Refused`."""
    connection = duckdb.connect(":memory:")
    with opened_parquet(path, shown, connection):
        query = f"SELECT value FROM parquet_kv_metadata('{ADDRESS}') WHERE key = {sql_text(MARK)}::BLOB"
        found = run(connection, query)
    return Sampled.read(bytes(found[0][0]).decode("utf-8", "replace")) if found else None


def prove(path: Path) -> bool:
    """Read metadata and, of files up to `PROVEN_BYTES`, all values: called in a child process, so that a
    damaged file ends the child and not the program. Raises :class:`Unreadable`.
    """
    limit_seconds(proof_seconds(path.stat().st_size))
    try:
        columns = parquet_columns(path, path.name, values=False)
        parquet_size(path, path.name)
        sample_mark(path, path.name)
        if path.stat().st_size > PROVEN_BYTES:
            return False
        connection = duckdb.connect(":memory:")
        with opened_parquet(path, path.name, connection):
            run(connection, _every_value(columns))
    except Refused as refusal:
        first = refusal.problems[0]
        place = {"column": first.where.column, "variable": first.where.variable}
        raise Unreadable(first.code, **{k: v for k, v in place.items() if v}, **first.params) from None
    return True


def _every_value(columns: Sequence[Column]) -> str:
    """The query that decodes every value and makes texts of the extreme ones, which are the odd ones."""
    conditions = [f"max(hash(v{number}))" for number in range(len(columns))]
    for number, column in enumerate(columns):
        if column.type not in ("text", "integer"):
            conditions += [f"CAST({extreme}(v{number}) AS VARCHAR)" for extreme in ("min", "max")]
    named = ", ".join(f"v{number}" for number in range(len(columns)))
    return f"SELECT {', '.join(conditions)} FROM read_parquet('{ADDRESS}') t({named})"


def text_of(number: int, column: Column) -> str:
    """The text of a value v0, v1, ... of a column, in SQL; what is null becomes empty."""
    text = f"CAST(v{number} AS VARCHAR)"
    if column.form in _FLOATS:  # 3.0 is 3, as in every other format, and -0 is 0
        text = f"regexp_replace({text}, '\\.0$', '')"
        text = f"CASE WHEN v{number} = 0 THEN '0' WHEN isfinite(v{number}) THEN {text} END"
    if column.type == "date" and column.form != "DATE":
        text = f"CAST(CAST(v{number} AS DATE) AS VARCHAR)"
    return f"coalesce({text}, '')"


def values_and_texts(columns: Sequence[Column]) -> tuple[tuple[str, str], ...]:
    """For each column its value and that value's text, in SQL, such that equal values have equal texts. Of
    floating-point numbers, whose 0 and -0 are equal, the value is the text.
    """
    texts = (text_of(number, column) for number, column in enumerate(columns))
    return tuple(
        (text, f"v{number}") if column.form in _FLOATS else (f"v{number}", text)
        for number, (column, text) in enumerate(zip(columns, texts, strict=True))
    )


def write_parquet(
    path: Path,
    columns: Sequence[Fitted],
    feed: TextFeed,
    call: str,
    context: JobContext,
    shown: str,
    marks: Mapping[str, str] = NO_MARKS,
) -> None:
    """Write the texts of a feed (``call`` reads it) as Parquet with the columns' types, and ``marks`` as its
    metadata. Raises :class:`Refused`, Cancelled.
    """
    connection = duckdb.connect(":memory:", config={"threads": 1})  # else row groups may differ
    connection.register_filesystem(one_file(lambda: feed, feed.bound))
    listed = ", ".join(f"{_cast(number, column)}" for number, column in enumerate(columns))
    target = sql_text(str(path))
    options = "FORMAT parquet, USE_TMP_FILE false"  # no file beside it, which nobody would remove
    if marks:
        listed_marks = ", ".join(f"{key}: {sql_text(text)}" for key, text in marks.items())
        options += f", KV_METADATA {{{listed_marks}}}"
    try:
        with interruptible(connection, context):
            run(connection, f"COPY (SELECT {listed} FROM {call}) TO {target} ({options})")
    except duckdb.Error:  # its text may hold values and is never shown
        raise feed.failure or Refused(error("data.not_writable", Place(file=shown))) from None
    finally:
        connection.close()


def _cast(number: int, column: Fitted) -> str:
    name = '"' + column.name.replace('"', '""') + '"'
    if column.type == "text":
        return f"c{number} AS {name}"
    empty = sql_texts(("", *(code for code, written in column.codes if not written)))
    value = f"CASE WHEN list_contains({empty}, c{number}) THEN NULL ELSE {_plain(number, column)} END"
    return f"CAST({value} AS {column.form}) AS {name}"


def _plain(number: int, column: Fitted) -> str:
    if column.type not in ("integer", "number"):
        return f"c{number}"
    mark = f"replace(c{number}, ',', '.')" if column.decimal == "," else f"c{number}"
    return f"trim({mark})"
