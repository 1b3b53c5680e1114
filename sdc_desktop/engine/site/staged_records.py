"""Records that Spark has saved in the order of their numbers, and that DuckDB reads from there."""

from dataclasses import dataclass
from pathlib import Path

import duckdb

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.store.queries import run
from sdc_desktop.engine.data.store.sql import sql_texts
from sdc_desktop.engine.data.store.store import Row, interruptible
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.site.spark_frames import Frame, parts_of
from sdc_desktop.engine.site.spark_session import refusing, spark_path


@dataclass(frozen=True)
class Part:
    """A staged file: its records have the numbers start .. stop - 1."""

    path: Path
    start: int
    stop: int


def texts_of(held: Frame, parts: str) -> str:
    """The texts c0, c1, ... and rowid of staged files, as a table in SQL."""
    named = ", ".join(f"v{place}" for place in range(len(held.own)))
    texts = ", ".join(f"{held.text(place)} AS c{place}" for place in range(len(held.own)))
    return (
        f"(SELECT {texts}, number AS rowid FROM read_parquet({parts}, hive_partitioning = false) "
        f"t(number, {named}))"
    )


def staged_parts(
    cursor: duckdb.DuckDBPyConnection, held: Frame, folder: Path, number: int, context: JobContext
) -> tuple[Part, ...]:
    """Let Spark write `number` records into a folder, in their order. Raises :class:`Refused` where one of
    them is missing or has no text.
    """
    context.checkpoint()
    with refusing():
        held.frame.sort("number").write.mode("overwrite").parquet(spark_path(folder))
    context.checkpoint()
    texts = sql_texts(f"v{place}" for place, own in enumerate(held.own) if own is None)
    is_number = "path_in_schema = 'number'"
    rows = run(
        cursor,
        f"SELECT file_name, min(CASE WHEN {is_number} THEN stats_min_value::BIGINT END), "
        f"max(CASE WHEN {is_number} THEN stats_max_value::BIGINT END), "
        f"sum(num_values) FILTER ({is_number}), "
        f"coalesce(sum(stats_null_count) FILTER (list_contains({texts}, path_in_schema)), 0) "
        f"FROM parquet_metadata({parts_of(folder)}) GROUP BY 1 ORDER BY 2",
    )
    parts, reached = [], 0
    for path, first, last, records, nulls in rows:
        if nulls or first != reached or last - first + 1 != records:
            raise Refused(error("site.spark_failed"))
        parts.append(Part(Path(path), reached, reached + int(records)))
        reached += int(records)
    if reached != number:
        raise Refused(error("site.spark_failed"))
    return tuple(parts)


def staged_rows(
    cursor: duckdb.DuckDBPyConnection,
    held: Frame,
    part: Part,
    selected: str,
    bounds: tuple[int, int],
    context: JobContext,
) -> list[Row]:
    """What is selected of the records of a part with numbers within bounds, in order."""
    start, stop = max(bounds[0], part.start), min(bounds[1], part.stop)
    source = texts_of(held, sql_texts([str(part.path)]))
    with interruptible(cursor, context):
        found = run(
            cursor,
            f"SELECT {selected} FROM {source} WHERE rowid >= {start:d} AND rowid < {stop:d} ORDER BY rowid",
        )
    if len(found) != stop - start:
        raise Refused(error("site.spark_failed"))
    return found
