"""Texts in columns as a relation of a store of their own."""

from collections.abc import Sequence

import duckdb

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.sql import BATCH, sql_texts
from sdc_desktop.engine.data.store.store import Relation, Store


def text_table(columns: Sequence[Sequence[str]], context: JobContext) -> Relation:
    """A relation with these columns, all of the same length. Raises Cancelled."""

    def fill(connection: duckdb.DuckDBPyConnection, name: str) -> None:
        listed = ", ".join(f"c{number} VARCHAR" for number in range(len(columns)))
        run(connection, f"CREATE TABLE {name} ({listed})")
        for start in range(0, len(columns[0]), BATCH):
            context.checkpoint()
            parts = (f"unnest({sql_texts(column[start : start + BATCH])})" for column in columns)
            run(connection, f"INSERT INTO {name} SELECT {', '.join(parts)}")

    return Store().load(len(columns), fill)
