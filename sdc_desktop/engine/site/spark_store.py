"""Records that Spark holds, behind the doors of a store: a job does not know that they are elsewhere.

Numbers of records come from joints, as of a counts file; one that is missing is counted by Spark when it is
needed. What a job does to records is done to Spark's frame as well: joins with dictionaries, treated classes
and draws, all of them Parquet files of the staging folder. No value, label or key is ever a literal in an
expression, so that none is in Spark's plans, its window or its event log. The records of a protected
file are staged in their order, and DuckDB makes their texts there.

The number of a record is its place in the data: files in byte order of their paths, rows in file order.
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import duckdb
import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.parquet import text_of
from sdc_desktop.engine.data.store.counted_relation import CountedFacts, CountedRelation, Joint
from sdc_desktop.engine.data.store.counted_store import CountedStore
from sdc_desktop.engine.data.store.keyed_draws import Draws
from sdc_desktop.engine.data.store.queries import only, run
from sdc_desktop.engine.data.store.sql import BATCH, insert_integers, insert_pairs, sql_text, sql_texts
from sdc_desktop.engine.data.store.store import Relation, Row, interruptible, joined_values
from sdc_desktop.engine.output.folders import data_files
from sdc_desktop.engine.problems import Problem, Refused, error
from sdc_desktop.engine.site.driver_memory import most_ordered, refuse_beyond_memory
from sdc_desktop.engine.site.spark_frames import (
    SPARKS,
    Frame,
    drawn_texts,
    identified,
    key_sums,
    parts_of,
    rows_of,
    unidentified,
    with_texts,
)
from sdc_desktop.engine.site.spark_session import refusing, spark_path

_BLOCK = 100_000  # records read at a time
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Part:
    """A staged file: its records have the numbers start .. stop - 1."""

    path: Path
    start: int
    stop: int


def _texts_of(held: Frame, parts: str) -> str:
    """The texts c0, c1, ... and rowid of staged files, as a table in SQL."""
    named = ", ".join(f"v{place}" for place in range(len(held.own)))
    texts = ", ".join(f"{held.text(place)} AS c{place}" for place in range(len(held.own)))
    return (
        f"(SELECT {texts}, number AS rowid FROM read_parquet({parts}, hive_partitioning = false) "
        f"t(number, {named}))"
    )


def _staged_parts(
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


def _staged_rows(
    cursor: duckdb.DuckDBPyConnection,
    held: Frame,
    part: Part,
    selected: str,
    bounds: tuple[int, int],
    context: JobContext,
) -> list[Row]:
    """What is selected of the records of a part with numbers within bounds, in order."""
    start, stop = max(bounds[0], part.start), min(bounds[1], part.stop)
    source = _texts_of(held, sql_texts([str(part.path)]))
    with interruptible(cursor, context):
        found = run(
            cursor,
            f"SELECT {selected} FROM {source} WHERE rowid >= {start:d} AND rowid < {stop:d} ORDER BY rowid",
        )
    if len(found) != stop - start:
        raise Refused(error("site.spark_failed"))
    return found


class SparkRelation(CountedRelation):
    """Records that Spark holds, and the joints that are known of them."""

    has_records = True
    store: "SparkStore"

    def __init__(self, counted: CountedRelation, records: Frame) -> None:
        super().__init__(
            counted.store,
            counted.names,
            counted.joints,
            counted.records,
            counted.facts,
            counted.changed_columns,
            counted.undetermined,
            counted.origins,
        )
        self.held = records
        self.most_shuffled = most_ordered(self.store.memory)
        self._parts: tuple[Part, ...] = ()
        self._view: str | None = None

    @property
    def name(self) -> str:  # type: ignore[override]
        """A view of the staged records with texts c0, c1, ... and rowid."""
        if self._view is None:
            self._view = self.store.viewed(self, self._staged(JobContext()))
        return self._view

    def by_record_problems(self) -> tuple[Problem, ...]:
        """Figures of single records are not to be had."""
        return (error("counts.no_records"),)

    def joint(self, columns: Sequence[int]) -> Joint:  # type: ignore[override]
        """The smallest joint that holds these columns; counted by Spark where there is none."""
        if not any(joint.holds(columns) for joint in self.joints):
            self.joints = (*self.joints, self.store.count(self, columns, JobContext()))
        return super().joint(columns)

    def unidentified(self, column: int, missing: Sequence[str], context: JobContext) -> tuple[int, int]:
        """The numbers of records without an identifier, and with one that another record has; by Spark."""
        return self.store.unidentified(self, column, missing, context)

    def key_sums(
        self, columns: Sequence[int], identifier: int, key: bytes, context: JobContext
    ) -> tuple[npt.NDArray[np.int32], Integers, Integers]:
        """The distinct combinations (combinations, columns), with frequencies and sums of record keys."""
        joint = self.store.key_sums(self, columns, identifier, key, context)
        self.joints = (*self.joints, joint)
        codes, (frequencies, sums) = self.summed(joint, columns, ("n", "s"), context)
        return codes, frequencies, sums

    def window(self, start: int, stop: int) -> list[Row]:
        """The records start..stop-1 in file order."""
        listed = ", ".join(f"c{column}" for column in range(self.columns))
        found: list[Row] = []
        for part in self._staged(JobContext()):
            if part.start < stop and start < part.stop:
                found += self.store.rows(self, part, listed, (start, stop), JobContext())
        return found

    def batches(self, context: JobContext, size: int = BATCH) -> Iterator[list[Row]]:
        """All records in order, `size` at a time; stops when the context is cancelled."""
        return self._streamed(", ".join(f"c{column}" for column in range(self.columns)), context, size)

    def lines(self, context: JobContext, size: int = BATCH) -> Iterator[list[str]]:
        """The records in order, `size` at a time, each as one text of its values joined by `JOINT`."""
        for rows in self._streamed(joined_values(self.columns), context, size):
            yield [line for (line,) in rows]

    def _streamed(self, selected: str, context: JobContext, size: int) -> Iterator[list[Row]]:
        held: list[Row] = []
        for part in self._staged(context):
            for start in range(part.start, part.stop, _BLOCK):
                context.checkpoint()
                held += self.store.rows(self, part, selected, (start, start + _BLOCK), context)
                while len(held) >= size:
                    yield held[:size]
                    held = held[size:]
        if held:
            yield held

    def _staged(self, context: JobContext) -> tuple[Part, ...]:
        if not self._parts:
            self._parts = self.store.staged(self, context)
        return self._parts


class SparkStore(CountedStore):
    """The store of the records of one session of Spark. ``staging``: a folder that driver and executors
    share; ``values``: the frame (v) of the values that a column of the data has; ``memory``: bytes that
    combinations may take here.
    """

    def __init__(self, session: Any, staging: Path, values: Callable[[int], Any], memory: int) -> None:
        super().__init__(temp_directory=str(staging))
        self._session, self._staging, self._values, self.memory = session, staging, values, memory
        self._numbered: dict[int, tuple[Path, Any]] = {}

    def over(
        self,
        names: Sequence[str],
        joints: Sequence[Sequence[int]],
        fill: Callable[[duckdb.DuckDBPyConnection, int, str], None],
        facts: CountedFacts,
        records: Frame,
    ) -> SparkRelation:
        """The records of a frame, with joints that were counted (:meth:`counted`)."""
        return SparkRelation(self.counted(names, joints, fill, facts), records)

    def _shut(self) -> None:
        run(self._connection, f"SET allowed_directories = {sql_texts([str(self._staging)])}")
        super()._shut()

    def recoded(
        self, relation: Relation, labels: Mapping[int, Mapping[str, str]], context: JobContext
    ) -> Relation:
        """A relation in which each value of some columns becomes its label (values without a label stay)."""
        given = _spark(relation)
        counted = super().recoded(relation, labels, context)
        held, cursor = given.held, self._connection.cursor()
        frame = held.frame
        for column, mapping in labels.items():
            table = self._new_name()
            run(cursor, f"CREATE TABLE {table} (label VARCHAR, shown VARCHAR)")
            insert_pairs(cursor, table, list(mapping.items()))
            shown = "shown" if held.own[column] is None else "coalesce(shown, text)"
            frame = self._joined(given, frame, column, table, {f"t{column}": shown}, context)
            run(cursor, f"DROP TABLE {table}")
        texts = {
            column: f"t{column}" if held.own[column] is not None else f"coalesce(t{column}, v{column})"
            for column in labels
        }
        return SparkRelation(_counted(counted), with_texts(frame, held, texts))

    def selected(self, relation: Relation, columns: Sequence[int], context: JobContext) -> Relation:
        """A relation with these columns only, renumbered in the order given."""
        held = _spark(relation).held
        listed = [f"v{old} AS v{new}" for new, old in enumerate(columns)]
        with refusing():
            frame = held.frame.selectExpr("number", *listed)
        own = tuple(held.own[old] for old in columns)
        return SparkRelation(_counted(super().selected(relation, columns, context)), Frame(frame, own))

    def picked(self, relation: Relation, records: Integers, context: JobContext) -> Relation:
        """A relation of these records (picked,); counts are lost unless all records are picked."""
        given = _spark(relation)
        cursor, table = self._connection.cursor(), self._new_name()
        run(cursor, f"CREATE TABLE {table} (place BIGINT, record BIGINT)")
        insert_integers(cursor, table, np.arange(len(records)), records)
        places = self._as_frame(f"SELECT place, record FROM {table}", context)
        run(cursor, f"DROP TABLE {table}")
        held = given.held
        with refusing():
            frame = held.frame.join(places, held.frame["number"] == places["record"])
            frame = frame.selectExpr("place AS number", *(f"v{place}" for place in range(len(held.own))))
        picked = SparkRelation(given, Frame(frame, held.own))
        if not np.array_equal(np.sort(records), np.arange(given.records)):
            picked.joints, picked.records, picked.facts = (), len(records), CountedFacts()
        return picked

    def suppressed(
        self,
        relation: Relation,
        keys: Mapping[int, Sequence[str]],
        codes: Integers,
        cells: Flags,
        spans: Integers,
        context: JobContext,
    ) -> Relation:
        """A relation in which some values of some key combinations become ``*``; arrays as in the base class.

        ``codes`` and ``cells`` are (rows, keys), ``spans`` (rows, 2). Classes that are treated whole need no
        order of their records.
        """
        given = _spark(relation)
        sizes, _ = self._classes(given.joint(list(keys)), keys)
        whole = np.array(
            [
                start == 0 and stop >= sizes.get(tuple(code), 0)
                for code, (start, stop) in zip(codes.tolist(), spans.tolist(), strict=True)
            ],
            dtype=np.bool_,
        )
        counted = super().suppressed(relation, keys, codes, cells, spans, context)
        frame, texts = self._coded(given, keys, context)
        named = [f"k{place}" for place in range(len(keys))]
        with refusing():
            if whole.any():
                treated = self._treated(codes[whole], cells[whole], spans[whole], "w", context)
                frame = frame.join(treated.drop("start", "stop"), named, "left")
            if not whole.all():
                treated = self._treated(codes[~whole], cells[~whole], spans[~whole], "p", context)
                classes = treated.select(*named).distinct()
                listed = ", ".join(named)
                chosen = frame.select("number", *named).join(classes, named, "leftsemi")
                chosen = chosen.selectExpr(
                    "number",
                    *named,
                    f"row_number() OVER (PARTITION BY {listed} ORDER BY number) - 1 AS place",
                )
                chosen = chosen.join(treated, named).where("place >= start AND place < stop")
                marks = chosen.drop(*named, "place", "start", "stop").withColumnRenamed("number", "record")
                frame = frame.join(marks, frame["number"] == marks["record"], "left")
        flags = ("w",) * bool(whole.any()) + ("p",) * (not whole.all())
        shown = {}
        for place, column in enumerate(keys):
            hidden = " OR ".join(f"coalesce({flag}{place}, 0) = 1" for flag in flags)
            shown[column] = f"CASE WHEN {hidden} THEN '*' ELSE {texts[column]} END"
        hit = {column: shown[column] for place, column in enumerate(keys) if cells[:, place].any()}
        return SparkRelation(_counted(counted), with_texts(frame, given.held, hit))

    def _treated(self, codes: Integers, cells: Flags, spans: Integers, flag: str, context: JobContext) -> Any:
        """The frame (k0, ..., start, stop, and a flag for each key column) of treated classes."""
        cursor, table, width = self._connection.cursor(), self._new_name(), codes.shape[1]
        names = [*(f"k{i}" for i in range(width)), *(f"{flag}{i}" for i in range(width)), "start", "stop"]
        run(cursor, f"CREATE TABLE {table} ({', '.join(f'{name} BIGINT' for name in names)})")
        insert_integers(cursor, table, *np.column_stack([codes, cells, spans]).astype(np.int64).T.copy())
        made = self._as_frame(f"SELECT * FROM {table}", context)
        run(cursor, f"DROP TABLE {table}")
        return made

    def drawn(
        self, relation: Relation, column: int, identifier: int, draws: Draws, context: JobContext
    ) -> Relation:
        """A relation in which a column's values become what is drawn by the identifiers of another."""
        given = _spark(relation)
        held, cursor, table = given.held, self._connection.cursor(), self._new_name()
        run(cursor, f"CREATE TABLE {table} (label VARCHAR, limits BIGINT[], becomes VARCHAR[])")
        for text, found in draws.outcomes.items():
            listed = f"{sql_text(text)}, {found.limits.tolist()}::BIGINT[], {sql_texts(found.texts)}"
            run(cursor, f"INSERT INTO {table} VALUES ({listed})")
        is_text = held.own[column] is None
        outputs = {"limits": "limits", "becomes": "becomes"} | ({} if is_text else {"known": "text"})
        frame = self._joined(given, held.frame, column, table, outputs, context)
        run(cursor, f"DROP TABLE {table}")
        known = f"v{column}" if is_text else "known"
        text = identified(held, identifier, given.names[identifier])
        made = drawn_texts(self._session, frame, held, (column, known), text, draws)
        joints = [joint for joint in given.joints if column not in joint.places]
        return SparkRelation(given.changed(joints, [column]), made)

    def unidentified(
        self, relation: SparkRelation, column: int, missing: Sequence[str], context: JobContext
    ) -> tuple[int, int]:
        """Numbers of records without an identifier, or with a repeated one. Raises :class:`Refused`."""
        text = identified(relation.held, column, relation.names[column])
        codes = self._as_frame(f"SELECT DISTINCT unnest({sql_texts(['', *missing])}) AS code", context)
        return unidentified(relation.held, text, codes)

    def by_combination(
        self,
        relation: Relation,
        columns: Mapping[int, Sequence[str]],
        codes: Integers,
        labels: Mapping[int, tuple[Integers, Sequence[str]]],
        context: JobContext,
    ) -> Relation:
        """A relation with texts of some columns by the ``codes`` (combinations, columns) of others."""
        given = _spark(relation)
        given.joint(list(columns))
        counted = super().by_combination(relation, columns, codes, labels, context)
        cursor, table = self._connection.cursor(), self._new_name()
        names = [*(f"k{i}" for i in range(len(columns))), *(f"l{i}" for i in range(len(labels)))]
        run(cursor, f"CREATE TABLE {table} ({', '.join(f'{name} BIGINT' for name in names)})")
        shown = [own for own, _ in labels.values()]
        insert_integers(cursor, table, *np.column_stack([codes, *shown]).astype(np.int64).T.copy())
        helpers, joins, selected = [table], [], [f"m.k{i}" for i in range(len(columns))]
        for place, (column, (_, texts)) in enumerate(labels.items()):
            helpers.append(self._labelled(cursor, texts, context))
            joins.append(f"JOIN {helpers[-1]} e{place} ON e{place}.code = m.l{place}")
            selected.append(f"e{place}.label AS t{column}")
        released = self._as_frame(f"SELECT {', '.join(selected)} FROM {table} m {' '.join(joins)}", context)
        for helper in helpers:
            run(cursor, f"DROP TABLE {helper}")
        frame, _ = self._coded(given, columns, context, texts=False)
        with refusing():
            frame = frame.join(released, [f"k{i}" for i in range(len(columns))], "left")
        return SparkRelation(
            _counted(counted), with_texts(frame, given.held, {column: f"t{column}" for column in labels})
        )

    def _coded(
        self,
        given: SparkRelation,
        keys: Mapping[int, Sequence[str]],
        context: JobContext,
        *,
        texts: bool = True,
    ) -> tuple[Any, Mapping[int, str]]:
        """The frame with a code k0, k1, ... for each key column, and what gives the texts of these."""
        frame, shown, cursor = given.held.frame, {}, self._connection.cursor()
        for place, (column, known) in enumerate(keys.items()):
            table, is_text = self._labelled(cursor, known, context), given.held.own[column] is None
            outputs = {f"k{place}": "code"}
            if texts and not is_text:
                outputs[f"t{column}"] = "text"
            frame = self._joined(given, frame, column, table, outputs, context)
            shown[column] = f"v{column}" if is_text else f"t{column}"
            run(cursor, f"DROP TABLE {table}")
        return frame, shown

    def _joined(
        self,
        given: SparkRelation,
        frame: Any,
        column: int,
        table: str,
        outputs: Mapping[str, str],
        context: JobContext,
    ) -> Any:
        """The frame with further columns, by what a table of the column's texts (``label``) has for each;
        null where it has none. In what is selected ``text`` is the text of the value.
        """
        listed = ", ".join(f"{shown} AS {name}" for name, shown in outputs.items())
        own = given.held.own[column]
        if own is None:
            known = self._as_frame(
                f"SELECT label AS v, {listed} FROM (SELECT *, label AS text FROM {table})", context
            )
            with refusing():
                return frame.join(known, frame[f"v{column}"] == known["v"], "left").drop("v")
        folder, numbered = self._values_of(given.origins[column])
        texts = (
            f"(SELECT id, {text_of(0, own)} AS text FROM read_parquet({parts_of(folder)}, "
            "hive_partitioning = false) t(v0, id))"
        )
        known = self._as_frame(f"SELECT id, {listed} FROM {texts} LEFT JOIN {table} ON label = text", context)
        with refusing():
            typed = numbered.join(known, "id").drop("id")
            return frame.join(typed, frame[f"v{column}"].eqNullSafe(typed["v"]), "left").drop("v")

    def _values_of(self, origin: int) -> tuple[Path, Any]:
        """The folder of the numbered values (v, id) of a column of the data, and its frame."""
        with self._lock:
            if origin not in self._numbered:
                folder = self._new_folder("values-")
                with refusing():
                    numbered = self._values(origin).selectExpr("v", "monotonically_increasing_id() AS id")
                    numbered.write.mode("overwrite").parquet(spark_path(folder))
                    read = self._session.read.schema(numbered.schema).parquet(spark_path(folder))
                self._numbered[origin] = folder, read
            return self._numbered[origin]

    def _as_frame(self, query: str, context: JobContext) -> Any:
        """What a query of DuckDB gives (texts and whole numbers), as a frame of Spark."""
        path = self._new_folder("frame-") / "rows.parquet"
        path.touch(mode=0o600)
        cursor = self._connection.cursor()
        with interruptible(cursor, context):
            run(cursor, f"COPY ({query}) TO {sql_text(str(path))} (FORMAT parquet, USE_TMP_FILE false)")
            columns = run(cursor, f"DESCRIBE {query}")
        # named here, or Spark would start a job to read them
        schema = ", ".join(f"{name} {SPARKS[kind]}" for name, kind, *_ in columns)
        with refusing():
            return self._session.read.schema(schema).parquet(spark_path(path))

    def _new_folder(self, prefix: str) -> Path:
        return Path(tempfile.mkdtemp(prefix=prefix, dir=self._staging))

    def count(self, relation: SparkRelation, columns: Sequence[int], context: JobContext) -> Joint:
        """Let Spark count the combinations of some columns. Raises :class:`Refused`."""
        wanted = list(dict.fromkeys(columns))
        with refusing():
            grouped = relation.held.frame.groupBy(*(f"v{column}" for column in wanted)).count()
        joint = self._joint(*self._combined(relation, wanted, grouped, "n"), context)
        found = only(self._connection.cursor(), f"SELECT sum(n) FROM {joint.table}")
        if found[0] != relation.records:
            raise Refused(error("counts.torn"))
        return joint

    def _combined(
        self, relation: SparkRelation, columns: Sequence[int], grouped: Any, summed: str
    ) -> tuple[dict[int, str], str]:
        """Let Spark write the combinations of some columns, with the columns `summed`: their texts, and where
        DuckDB reads them.
        """
        folder = self._new_folder("joint-")
        with refusing():
            grouped.write.mode("overwrite").parquet(spark_path(folder))
        names = [relation.names[column] for column in columns]
        refuse_beyond_memory(rows_of(data_files(folder)), names, self.memory, worked_on=True)
        named = ", ".join([*(f"v{column}" for column in columns), summed])
        source = f"read_parquet({parts_of(folder)}, hive_partitioning = false) t({named})"
        return {column: relation.held.text(column) for column in columns}, source

    def key_sums(
        self,
        relation: SparkRelation,
        columns: Sequence[int],
        identifier: int,
        key: bytes,
        context: JobContext,
    ) -> Joint:
        """The combinations of some columns, with the sums ``s`` of the keys of their records beside ``n``."""
        text = identified(relation.held, identifier, relation.names[identifier])
        wanted, table = list(dict.fromkeys(columns)), self._new_name()
        grouped = key_sums(self._session, relation.held, wanted, text, key)
        texts, source = self._combined(relation, wanted, grouped, "n, s")
        listed = ", ".join(f"{shown} AS c{column}" for column, shown in texts.items())
        cursor = self._connection.cursor()
        with interruptible(cursor, context):
            run(
                cursor,
                f"CREATE TABLE {table} AS SELECT * EXCLUDE (n, s), sum(n)::BIGINT AS n, sum(s)::BIGINT AS s "
                f"FROM (SELECT {listed}, n, s FROM {source}) GROUP BY ALL",
            )
        return Joint(table, {column: f"c{column}" for column in wanted}, self._rows(table))

    def staged(self, relation: SparkRelation, context: JobContext) -> tuple[Part, ...]:
        """Let Spark write the records in the order of their numbers."""
        folder = self._new_folder("records-")
        return _staged_parts(self._connection.cursor(), relation.held, folder, relation.records, context)

    def rows(
        self,
        relation: SparkRelation,
        part: Part,
        selected: str,
        bounds: tuple[int, int],
        context: JobContext,
    ) -> list[Row]:
        """What is selected of the records of a part with numbers within bounds, in order."""
        return _staged_rows(self._connection.cursor(), relation.held, part, selected, bounds, context)

    def viewed(self, relation: SparkRelation, parts: Sequence[Part]) -> str:
        """The name of a view of staged records."""
        name = self._new_name()
        listed = sql_texts(str(part.path) for part in parts)
        run(
            self._connection.cursor(),
            f"CREATE VIEW {name} AS SELECT * FROM {_texts_of(relation.held, listed)}",
        )
        return name


def _spark(relation: Relation) -> SparkRelation:
    return cast(SparkRelation, relation)


def _counted(relation: Relation) -> CountedRelation:
    return cast(CountedRelation, relation)
