"""Records beyond memory: the store over a Parquet file that stays where it is.

The file is the user's own, or a compressed copy of another kind of file, in memory or in the temporary
folder. Relations are views over it, with a `rowid` as tables have. What is derived from them are also views,
so that only some thousands of records are in memory at a time. Counts are made of the file's own values,
which are turned into text afterwards, each once. What cannot be a view (records in another order) is a table,
as far as memory allows.
"""

import itertools
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import duckdb
import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.store.file_relations import (
    FileColumn,
    FileRelation,
    Room,
    ViewRelation,
    ViewStore,
)
from sdc_desktop.engine.data.store.held_file import ADDRESS as HELD
from sdc_desktop.engine.data.store.held_file import HeldFile, holding
from sdc_desktop.engine.data.store.queries import only, run
from sdc_desktop.engine.data.store.sql import (
    insert_integers,
    insert_labels,
    insert_pairs,
    sql_text,
    sql_texts,
)
from sdc_desktop.engine.data.store.store import Relation, interruptible
from sdc_desktop.engine.problems import Place, Refused, error

ROW_NUMBER = "file_row_number"
_Made = TypeVar("_Made", bound=Relation)


class FileStore(ViewStore):
    """The store of one file too large for memory. Safe to use from any thread."""

    def __init__(self, room: Room) -> None:
        super().__init__(room)
        self._stamp: Callable[[], None] = lambda: None

    def over(self, paths: Sequence[Path], shown: str, columns: Sequence[tuple[str, str]]) -> FileRelation:
        """The records of Parquet files, one file after the other. For each column, in SQL: what is counted,
        made of the file's own v0, v1, ..., and the text of that, which is then called v0, v1, ... again. No
        other file can be read from then on. Raises :class:`Refused`, also later, once a file is changed.
        """
        self._stamp = _watch(paths, shown)
        return self._over([str(path) for path in paths], columns)

    def keep(
        self,
        query: str,
        columns: int,
        fed: Callable[[duckdb.DuckDBPyConnection], AbstractContextManager[None]],
    ) -> FileRelation:
        """The records that a query gives as texts, kept compressed in the temporary folder or else in memory.
        Within the block of ``fed`` the query can be run. Raises :class:`Refused`.
        """
        held = HeldFile(self._room.memory // 2)
        address = HELD if self._room.spill is None else str(self._spilled(self._room.spill))
        if self._room.spill is None:
            self._connection.register_filesystem(holding(held))
        try:
            with fed(self._connection):
                options = "FORMAT parquet, USE_TMP_FILE false"
                run(self._connection, f"COPY ({query}) TO {sql_text(address)} ({options})")
        except Refused:
            if held.full:
                raise Refused(error("csv.no_memory")) from None
            raise
        return self._over([address], [(f"v{number}", f"v{number}") for number in range(columns)])

    def _spilled(self, folder: Path) -> Path:
        """A file of this store's, its owner's alone, which goes with it."""
        path = folder / f"records-{next(_NUMBERS)}.parquet"
        path.touch(mode=0o600)
        weakref.finalize(self, _remove, path)
        return path

    def _over(self, addresses: Sequence[str], columns: Sequence[tuple[str, str]]) -> FileRelation:
        self._texts = tuple(text for _, text in columns)
        self._raw = self._new_name()
        counted = ", ".join(f"{value} AS v{number}" for number, (value, _) in enumerate(columns))
        names = ", ".join(f"v{number}" for number in range(len(columns)))
        listed = sql_texts(addresses)
        read = f"read_parquet({listed}, {ROW_NUMBER} = true, hive_partitioning = false)"
        source, number = f"{read} t({names}, rowid)", "rowid"
        if len(addresses) > 1:
            source = f"(SELECT *, file_index FROM {read}) t({names}, rowid, file)"
            number = f"{self._starts(listed)}[file::BIGINT + 1] + rowid AS rowid"
        run(
            self._connection,
            f"CREATE VIEW {self._raw} AS SELECT {counted}, rowid FROM "
            f"(SELECT {names}, {number} FROM {source})",
        )
        run(self._connection, f"SET allowed_paths = {listed}")
        self._shut()
        found = only(self._connection, f"SELECT count(*) FROM {self._raw}")
        return self._view(tuple(FileColumn(number) for number in range(len(columns))), int(found[0]), None)

    def _starts(self, listed: str) -> str:
        """For each of several files the number of its first record, as a list in SQL."""
        query = f"SELECT file_name, num_rows FROM parquet_file_metadata({listed})"
        records: dict[str, int] = dict(run(self._connection, query))
        paths = run(self._connection, f"SELECT unnest({listed})")
        starts = itertools.accumulate((int(records[path]) for (path,) in paths), initial=0)
        return str(list(starts)[:-1])

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """A connection of one's own. Raises :class:`Refused` where the file is no longer what it was."""
        self._stamp()
        return super().cursor()

    def recoded(
        self, relation: Relation, labels: Mapping[int, Mapping[str, str]], context: JobContext
    ) -> Relation:
        """A relation in which values become labels by column; two recodings in turn are combined into one."""
        if not isinstance(relation, FileRelation):
            return super().recoded(relation, labels, context)
        columns, cursor, helpers = list(relation.made_of), self._connection.cursor(), []
        for number, mapping in labels.items():
            composed = {**columns[number].labels}
            composed = {value: mapping.get(label, label) for value, label in composed.items()}
            composed |= {value: label for value, label in mapping.items() if value not in composed}
            table = self._new_name()
            helpers.append(table)
            run(cursor, f"CREATE TABLE {table} (value VARCHAR, label VARCHAR)")
            insert_pairs(cursor, table, list(composed.items()))
            columns[number] = replace(columns[number], labels=composed, table=table)
        return self._view(tuple(columns), relation.records, relation, helpers)

    def selected(self, relation: Relation, columns: Sequence[int], context: JobContext) -> Relation:
        """A relation with these columns only, renumbered in the order given; a view over the file."""
        if not isinstance(relation, FileRelation):
            return super().selected(relation, columns, context)
        return self._view(tuple(relation.made_of[old] for old in columns), relation.records, relation)

    def suppressed(
        self,
        relation: Relation,
        keys: Mapping[int, Sequence[str]],
        codes: npt.NDArray[np.int64],
        cells: npt.NDArray[np.bool_],
        spans: npt.NDArray[np.int64],
        context: JobContext,
    ) -> Relation:
        """A view in which some values become ``*``; it holds only which records lose which values.

        ``codes`` and ``cells`` are (rows, keys), ``spans`` (rows, 2), as in the base class.
        """
        cursor, treated, marks = self._connection.cursor(), self._new_name(), self._new_name()
        places, helpers, joins = range(len(keys)), [treated], []
        columns = [*(f"k{i}" for i in places), *(f"h{i}" for i in places), "start", "stop"]
        run(cursor, f"CREATE TABLE {treated} ({', '.join(f'{column} BIGINT' for column in columns)})")
        insert_integers(cursor, treated, *np.column_stack([codes, cells, spans]).astype(np.int64).T.copy())
        for place, (column, texts) in enumerate(keys.items()):
            dictionary = self._new_name()
            helpers.append(dictionary)
            run(cursor, f"CREATE TABLE {dictionary} (code BIGINT, label VARCHAR)")
            insert_labels(cursor, dictionary, texts, context)
            joins.append(f"JOIN {dictionary} d{place} ON d{place}.label = r.c{column}")
        classes = ", ".join(f"k{i}" for i in places)
        named = ", ".join(f"d{i}.code AS k{i}" for i in places)
        same = " AND ".join(f"s.k{i} = t.k{i}" for i in places)
        hidden = ", ".join(f"s.h{i} = 1 AS h{i}" for i in places)
        chosen = (
            f"SELECT {named}, r.rowid AS record FROM {relation.name} r {' '.join(joins)} "
            f"SEMI JOIN {treated} s ON " + " AND ".join(f"s.k{i} = d{i}.code" for i in places)
        )
        query = (
            f"SELECT t.record, {hidden} FROM (SELECT *, "
            f"row_number() OVER (PARTITION BY {classes} ORDER BY record) - 1 AS place FROM ({chosen})) t "
            f"JOIN {treated} s ON {same} AND t.place >= s.start AND t.place < s.stop ORDER BY t.record"
        )
        try:
            with interruptible(cursor, context):
                run(cursor, f"CREATE TABLE {marks} AS {query}")
        finally:
            for helper in helpers:
                run(cursor, f"DROP TABLE {helper}")
        selected = {column: f"t.c{column}" for column in range(relation.columns)}
        for place, column in enumerate(keys):
            selected[column] = f"CASE WHEN m.h{place} THEN '*' ELSE t.c{column} END AS c{column}"
        join = f"LEFT JOIN {marks} m ON m.record = t.rowid"
        return self._derived(relation, list(selected.values()), join, context, [marks])

    def _derived(
        self,
        relation: Relation,
        selected: Sequence[str],
        joins: str,
        context: JobContext,
        helpers: Iterable[str] = (),
    ) -> Relation:
        if not isinstance(relation, ViewRelation):
            return super()._derived(relation, selected, joins, context, helpers)
        source = f"{relation.name} t {joins}"
        return self._viewed(
            selected, source, lambda name: ViewRelation(self, name, len(selected), relation), helpers
        )

    def _view(
        self,
        columns: tuple[FileColumn, ...],
        records: int,
        parent: FileRelation | None,
        helpers: Iterable[str] = (),
    ) -> FileRelation:
        selected = [
            f"{self.text_of(column, f'l{number}')} AS c{number}" for number, column in enumerate(columns)
        ]
        joins = " ".join(
            f"LEFT JOIN {column.table} l{number} ON l{number}.value = {self._texts[column.number]}"
            for number, column in enumerate(columns)
            if column.table is not None
        )
        source = f"{self._raw} t {joins}"
        return self._viewed(
            selected, source, lambda name: FileRelation(self, name, columns, records, parent), helpers
        )

    def _viewed(
        self, selected: Sequence[str], source: str, made: Callable[[str], _Made], helpers: Iterable[str]
    ) -> _Made:
        name, cursor = self._new_name(), self._connection.cursor()
        self._drop_unused(cursor)
        run(cursor, f"CREATE VIEW {name} AS SELECT {', '.join(selected)}, t.rowid AS rowid FROM {source}")
        relation = made(name)
        for dropped in (f"VIEW {name}", *(f"TABLE {helper}" for helper in helpers)):
            weakref.finalize(relation, self._unused.append, dropped)
        return relation

    def text_of(self, column: FileColumn, labels: str) -> str:
        """The text of a column in SQL, `labels` being what its table of labels is called there."""
        text = self._texts[column.number]
        return text if column.table is None else f"coalesce({labels}.label, {text})"


_NUMBERS = itertools.count(1)  # of the files in spill folders, each store's its own


def _remove(path: Path) -> None:
    with suppress(OSError):  # still open on some systems; the folder is emptied at the end
        path.unlink(missing_ok=True)


def _watch(paths: Sequence[Path], shown: str) -> Callable[[], None]:
    """A function that raises :class:`Refused` once a file is not what it was when this was called."""

    def stamp() -> list[tuple[int, int, int]]:
        try:
            found = [path.stat() for path in paths]
        except OSError as failure:
            reason = failure.strerror or ""
            raise Refused(error("file.unreadable", Place(file=shown), reason=reason)) from None
        return [(status.st_size, status.st_mtime_ns, status.st_ino) for status in found]

    before = stamp()

    def watch() -> None:
        if stamp() != before:
            raise Refused(error("csv.changed", Place(file=shown)))

    return watch
