"""Counted twins of records: the same data as distinct combinations, as a counts file has them."""

from collections.abc import Sequence
from dataclasses import replace

import duckdb

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.store.counted_relation import CountedRelation
from sdc_desktop.engine.data.store.counted_store import CountedStore
from sdc_desktop.engine.source import Source


def counted_relation(data: Microdata, joints: Sequence[Sequence[str]]) -> CountedRelation:
    """The combinations of some variables of records, each joint in a table of its own."""
    columns = [[data.index(name) for name in joint] for joint in joints]
    rows = [row for batch in data.batches(JobContext()) for row in batch]

    def fill(connection: duckdb.DuckDBPyConnection, number: int, table: str) -> None:
        own = columns[number]
        listed = ", ".join(f"c{place} VARCHAR" for place in range(len(own)))
        connection.execute(f"CREATE TABLE {table} ({listed}, n BIGINT)")
        marks = ", ".join("?" for _ in range(len(own) + 1))
        values = [[*(row[column] for column in own), 1] for row in rows]
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", values)

    return CountedStore().counted(data.names, columns, fill)


def counted_source(source: Source, *joints: Sequence[str]) -> Source:
    """The source with combinations of its records instead of the records."""
    data = source.data
    return source.with_data(replace(data, relation=counted_relation(data, joints or (data.names,))))
