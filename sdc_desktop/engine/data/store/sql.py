"""Values as SQL, and values put into tables of DuckDB."""

from collections.abc import Iterable, Sequence

import duckdb
import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.store.queries import run

BATCH = 10_000  # rows turned into Python objects at a time, so that the window stays alive meanwhile


def sql_texts(texts: Iterable[str]) -> str:
    """A list of texts as SQL. (Parameters would do, but DuckDB imports pandas for the first: 0.9 s.)"""
    return "[" + ", ".join(sql_text(text) for text in texts) + "]::VARCHAR[]"


def sql_text(text: str) -> str:
    """A text as SQL. NUL, which SQL cannot say and no record holds, becomes a non-character."""
    return "'" + text.replace("'", "''").replace("\0", "\ufffe") + "'"


def insert_pairs(cursor: duckdb.DuckDBPyConnection, table: str, pairs: list[tuple[str, str]]) -> None:
    for start in range(0, len(pairs), BATCH):
        part = pairs[start : start + BATCH]
        values, labels = (sql_texts(column) for column in zip(*part, strict=True))
        run(cursor, f"INSERT INTO {table} SELECT unnest({values}), unnest({labels})")


def insert_labels(
    cursor: duckdb.DuckDBPyConnection, table: str, labels: Sequence[str], context: JobContext
) -> None:
    """Labels and their places in the list."""
    for start in range(0, len(labels), BATCH):
        context.checkpoint()
        part = sql_texts(labels[start : start + BATCH])
        places = f"{start} + generate_subscripts(l, 1) - 1"
        run(cursor, f"INSERT INTO {table} SELECT {places}, unnest(l) FROM (SELECT {part} AS l)")


def insert_integers(cursor: duckdb.DuckDBPyConnection, table: str, *columns: npt.NDArray[np.int64]) -> None:
    view = {f"k{index}": column for index, column in enumerate(columns)}
    cursor.register("integers", view)
    run(cursor, f"INSERT INTO {table} SELECT * FROM integers")
    cursor.unregister("integers")
