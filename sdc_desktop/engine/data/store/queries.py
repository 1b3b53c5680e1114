"""Queries of DuckDB, each read to its end.

A result that was not read to its end waits, once it is dropped, for the threads of its query, and DuckDB's
client keeps Python's lock meanwhile. A thread that reads or closes one of our files (:mod:`held_file`,
:mod:`csv.text`) waits for that lock, and neither ends. So no other module calls ``execute`` or ``fetchone``,
which a test checks.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import duckdb

Found = tuple[Any, ...]  # a row that a query of ours gave


def run(connection: duckdb.DuckDBPyConnection, query: str) -> list[Found]:
    """Run a statement to its end; all rows that it gives."""
    return connection.execute(query).fetchall()


def only(connection: duckdb.DuckDBPyConnection, query: str) -> Found:
    """The one row that a query gives."""
    (row,) = run(connection, query)
    return row


def columns_of(connection: duckdb.DuckDBPyConnection, query: str) -> dict[str, Any]:
    """All that a query gives, an array (rows,) for each column."""
    return connection.execute(query).fetchnumpy()


def batches(connection: duckdb.DuckDBPyConnection, query: str, size: int) -> Iterator[list[Found]]:
    """The rows of a query, `size` at a time; one that is given up early is interrupted."""
    connection.execute(query)
    ended = False
    try:
        while rows := connection.fetchmany(size):
            yield rows
        ended = True
    finally:
        if not ended:
            connection.interrupt()
            with suppress(duckdb.Error):
                while connection.fetchmany(size):
                    pass
