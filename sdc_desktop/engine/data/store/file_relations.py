"""Relations over a file of :mod:`file_store`: read on demand, counted by the file's own values."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import duckdb
import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.store.packed_codes import PackedCodes
from sdc_desktop.engine.data.store.queries import batches, columns_of, only, run
from sdc_desktop.engine.data.store.sql import BATCH
from sdc_desktop.engine.data.store.store import Relation, Row, Store, interruptible, joined_values
from sdc_desktop.engine.problems import Problem, Refused, error

_UNITS = {"bytes": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
_TEXT = 16  # bytes of a text in DuckDB's memory, twelve of its letters included


@dataclass(frozen=True)
class Room:
    """``memory``: bytes that records and counts may take. ``spill``: a folder for the rest; None: none."""

    memory: int
    spill: Path | None = None

    def takes(self, records: int, columns: int, size: int = 0) -> bool:
        """Whether `records` may be copied to memory with equal room for counting them. `size` is the bytes of
        text beyond short ones in all records.
        """
        return 2 * (records * columns * _TEXT + size) <= self.memory


def room_of(context: JobContext) -> Room:
    """The room a job has: what its context says, else half of this computer's memory (or container's)."""
    return Room(context.memory or _half_of_memory(), context.spill)


def memory_of_computer() -> int:
    """The bytes of this computer's memory, or the container's."""
    return 2 * _half_of_memory()


@cache
def _half_of_memory() -> int:
    # DuckDB knows every system, and takes four fifths
    found = only(duckdb.connect(":memory:"), "SELECT current_setting('memory_limit')")
    number, unit = re.fullmatch(r"([\d.]+) (\w+)", found[0]).groups()  # type: ignore[union-attr]
    return int(float(number) * _UNITS[unit] / 0.8 / 2)


_BLOCK = 100_000  # records asked of the file at a time: about a row group
_BY_RECORD = 100  # bytes that jobs on single records take for each
_STRETCH = 1_000_000  # the same where each is a single integer
_PARTS = (1, 4, 16, 64)  # into how many passes a count is divided where memory does not suffice for fewer


@dataclass(frozen=True)
class FileColumn:
    """A column made of one of the file's: texts found in ``labels`` (also the `table`) become others."""

    number: int
    labels: Mapping[str, str] = field(default_factory=dict)
    table: str | None = None


class ViewStore(Store):
    """What relations over a file need of its store: the file's own values, counted once."""

    def __init__(self, room: Room) -> None:
        spill = "" if room.spill is None else str(room.spill)
        super().__init__(memory_limit=f"{room.memory // 2**20}MiB", temp_directory=spill)
        self._room = room
        self._raw = ""
        self._groups: dict[int, str] = {}
        self._texts: tuple[str, ...] = ()

    @property
    def memory(self) -> int:
        """The bytes that records and counts may take."""
        return self._room.memory

    @property
    def raw(self) -> str:
        """The view of the file's own values v0, v1, ... and rowid."""
        return self._raw

    def groups(self, column: FileColumn, context: JobContext) -> str:
        """The table (v, value, n) of a column's distinct values, their texts and frequencies; made once."""
        number = column.number
        with self._lock:
            if number not in self._groups:
                name, cursor = self._new_name(), self.cursor()
                with interruptible(cursor, context):
                    run(
                        cursor,
                        f"CREATE TABLE {name} AS SELECT v{number} AS v, {self._texts[number]} AS value, n "
                        f"FROM (SELECT v{number}, count(*) AS n FROM {self._raw} GROUP BY ALL)",
                    )
                self._groups[number] = name
            return self._groups[number]


class ViewRelation(Relation):
    """A relation that is a view; its records are read on demand."""

    beyond_memory = True
    store: ViewStore

    def __init__(self, store: ViewStore, name: str, columns: int, parent: Relation) -> None:
        super().__init__(store, name, columns, parent.records)
        self._parent: Relation | None = parent  # its view is part of ours
        self.of_records(parent)

    def by_record_problems(self) -> tuple[Problem, ...]:
        """What is to be said against figures of all records in memory together."""
        wanted, memory = (round(size / 2**30, 1) for size in (self.records * _BY_RECORD, self.store.memory))
        if self.records * _BY_RECORD <= self.store.memory:
            return ()
        return (error("data.by_record", records=self.records, wanted=wanted, memory=memory),)

    def values(self, column: int, context: JobContext) -> str:
        """The query that gives the value of each record, as memory may not hold the distinct ones."""
        return f"SELECT c{column} AS value FROM {self.name}"

    @contextmanager
    def grouped(self, column: int, context: JobContext) -> Iterator[str]:
        """The value of each record, which occurs once in it, in SQL."""
        yield f"(SELECT c{column} AS value, 1 AS frequency FROM {self.name})"

    def first(self, column: int, number: int, context: JobContext) -> str:
        """The query that gives the values of a column in its first records, `number` at most, each once."""
        return f"SELECT c{column} AS value, 1 AS frequency FROM {self.name} LIMIT {number:d}"

    def batches(self, context: JobContext, size: int = BATCH) -> Iterator[list[Row]]:
        """All records in order, `size` at a time; stops when the context is cancelled."""
        return self._streamed(", ".join(f"t.c{column}" for column in range(self.columns)), context, size)

    def lines(self, context: JobContext, size: int = BATCH) -> Iterator[list[str]]:
        """The records in order, `size` at a time, each as one text of its values joined by `JOINT`."""
        for rows in self._streamed(joined_values(self.columns), context, size):
            yield [line for (line,) in rows]

    def texts(self, column: int, context: JobContext, size: int = BATCH) -> Iterator[list[str]]:
        """The values of a column in the order of the records, `size` at a time."""
        for rows in self._streamed(f"t.c{column}", context, size):
            yield [value for (value,) in rows]

    def _streamed(self, selected: str, context: JobContext, size: int) -> Iterator[list[Row]]:
        held: list[Row] = []
        for cursor, query in self._parts(selected, f"{self.name} t", _BLOCK):
            with interruptible(cursor, context):
                for rows in batches(cursor, query, size):  # not all at once: others want to run meanwhile
                    held += rows
                    while len(held) >= size:
                        yield held[:size]
                        held = held[size:]
        if held:
            yield held

    def codes(self, column: int, context: JobContext) -> npt.NDArray[np.int64]:
        """For each record the number of its value among those that `frequencies` gives."""
        dictionary = self.store.dictionary(self, column, context)
        return self._codes("d.code", f"{self.name} t JOIN {dictionary} d ON d.value = t.c{column}", context)

    def _codes(self, code: str, source: str, context: JobContext) -> npt.NDArray[np.int64]:
        codes, start = np.empty(self.records, dtype=np.int64), 0
        for cursor, query in self._parts(f"{code} AS code", source, _STRETCH):
            with interruptible(cursor, context):
                found = columns_of(cursor, query)["code"]
            codes[start : start + len(found)] = found
            start += len(found)
        return codes

    def _parts(
        self, selected: str, source: str, size: int
    ) -> Iterator[tuple[duckdb.DuckDBPyConnection, str]]:
        """For each `size` records in order the query that gives what is selected of them."""
        for start in range(0, self.records, size):
            within = f"t.rowid >= {start} AND t.rowid < {start + size}"
            yield self.store.cursor(), f"SELECT {selected} FROM {source} WHERE {within} ORDER BY t.rowid"
        self.store.cursor()  # the file is still what it was


class FileRelation(ViewRelation):
    """A relation whose columns are each made of one column of the file; counts use the file's values."""

    def __init__(
        self,
        store: ViewStore,
        name: str,
        columns: tuple[FileColumn, ...],
        records: int,
        parent: "FileRelation | None",
    ) -> None:
        Relation.__init__(self, store, name, len(columns), records)
        self.made_of = columns
        self._parent = parent
        if parent is not None:
            self.of_records(parent)

    def counted(self, column: int, context: JobContext) -> str:
        """The query that gives each distinct value of a column and its frequency."""
        value, source = self._source(column, context)
        return f"SELECT {value} AS value, sum(n)::BIGINT AS frequency FROM {source} GROUP BY 1"

    @contextmanager
    def grouped(self, column: int, context: JobContext) -> Iterator[str]:
        """Each distinct value of a column and its frequency, in SQL, or where these are too many for memory,
        the value of each record.
        """
        try:
            table = self.store.dictionary(self, column, context)
        except Refused:
            with super().grouped(column, context) as query:
                yield query
            return
        yield table

    def values(self, column: int, context: JobContext) -> str:
        """The query that gives each distinct value of a column, or where these are too many for memory, the
        value of each record.
        """
        try:
            return f"SELECT value FROM {self.store.dictionary(self, column, context)}"
        except Refused:
            return super().values(column, context)

    def multiplicities(self, column: int, context: JobContext) -> npt.NDArray[np.int64]:
        """How often frequencies occur: rows (frequency, number of values that have it), by frequency."""
        dictionary = self.store.dictionary(self, column, context)
        query = f"SELECT frequency, count(*) FROM {dictionary} GROUP BY frequency ORDER BY frequency"
        rows = run(self.store.cursor(), query)
        return np.array(rows, dtype=np.int64).reshape(-1, 2)

    def codes(self, column: int, context: JobContext) -> npt.NDArray[np.int64]:
        """For each record the number of its value among those that `frequencies` gives."""
        join = self._join(self._coding(column, context), 0)
        return self._codes("m0.code", f"{self.store.raw} t {join}", context)

    def combinations(
        self, columns: Sequence[int], context: JobContext
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """The distinct combinations of some columns, ordered by their codes, and their frequencies.

        Codes (combinations, columns) index the values that `frequencies` gives for each column.
        """
        codings = [self._coding(column, context) for column in columns]
        for parts in _PARTS:
            try:
                found = [
                    self._combined(codings, bounds, context)
                    for bounds in self._bounds(columns[0], parts, context)
                ]
                break
            except Refused:
                if parts == _PARTS[-1] or codings[0].size < parts:
                    raise
        codes = np.concatenate([codes for codes, _ in found])
        return codes, np.concatenate([frequencies for _, frequencies in found])

    def _bounds(self, column: int, parts: int, context: JobContext) -> list[tuple[int, int]]:
        """First and last code of a column for each of `parts` parts with about equal numbers of records."""
        if parts == 1:
            return [(0, -1)]
        _, frequencies = self.frequencies(column, context)
        reached = np.cumsum(frequencies)
        ends = np.unique(np.searchsorted(reached, np.arange(1, parts + 1) * (reached[-1] / parts)))
        lasts = [*(int(end) for end in ends[:-1]), len(frequencies) - 1]
        firsts = [0, *(last + 1 for last in lasts[:-1])]
        return list(zip(firsts, lasts, strict=True))

    def _combined(
        self, codings: Sequence["_Coding"], bounds: tuple[int, int], context: JobContext
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """The combinations whose first code is within bounds; codes are counted packed into few integers."""
        joins = " ".join(self._join(coding, place) for place, coding in enumerate(codings))
        packed = PackedCodes(tuple(coding.size for coding in codings))
        listed = packed.selected([f"m{place}.code" for place in range(len(codings))])
        first, last = bounds
        within = f"WHERE m0.code BETWEEN {first} AND {last}" if last >= 0 else ""
        cursor = self.store.cursor()
        with interruptible(cursor, context):
            found = columns_of(
                cursor,
                f"SELECT {packed.names}, count(*) AS n FROM "
                f"(SELECT {listed} FROM {self.store.raw} t {joins} {within}) GROUP BY ALL ORDER BY ALL",
            )
        frequencies = np.asarray(found["n"], dtype=np.int64)
        self.store.cursor()  # the file is still what it was
        return packed.unpacked(found), frequencies

    def _source(self, column: int, context: JobContext) -> tuple[str, str]:
        """The text of a column in SQL, and the tables of its groups."""
        made, groups = self.made_of[column], self.store.groups(self.made_of[column], context)
        if made.table is None:
            return "g.value", f"{groups} g"
        return "coalesce(l.label, g.value)", f"{groups} g LEFT JOIN {made.table} l ON l.value = g.value"

    def _coding(self, column: int, context: JobContext) -> "_Coding":
        """How the file's values of a column become codes."""
        dictionary = self.store.dictionary(self, column, context)
        value, source = self._source(column, context)
        cursor = self.store.cursor()
        coded = f"{source} JOIN {dictionary} d ON d.value = {value}"
        query = f"(SELECT g.v AS v, d.code::BIGINT AS code FROM {coded})"
        size, nulls = only(
            cursor, f"SELECT (SELECT count(*) FROM {dictionary}), count(*) - count(v) FROM {query}"
        )
        return _Coding(self.made_of[column].number, query, size, bool(nulls))

    @staticmethod
    def _join(coding: "_Coding", place: int) -> str:
        same = "IS NOT DISTINCT FROM" if coding.nulls else "="
        return f"JOIN {coding.query} m{place} ON m{place}.v {same} t.v{coding.number}"


@dataclass(frozen=True)
class _Coding:
    """``query`` gives (v, code) for the file's column `number`; codes are below `size`."""

    number: int
    query: str
    size: int
    nulls: bool
