"""The records, as text, in an embedded DuckDB that lives in memory only (:mod:`file_store`: in a file).

This is the one door to the records. Everything is text; columns are known by number, so that no name given by
a user gets near SQL. A relation, once made, never changes. DuckDB gives back only text, integer counts and
integers, always ordered: sums of doubles differ from run to run.
"""

import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Self

import duckdb
import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import Cancelled, JobContext, stoppable
from sdc_desktop.engine.data.store.keyed_draws import Draws, drawn_values, without_own
from sdc_desktop.engine.data.store.packed_codes import PackedCodes, row_numbers
from sdc_desktop.engine.data.store.queries import columns_of, only, run
from sdc_desktop.engine.data.store.sql import BATCH, insert_integers, insert_labels, insert_pairs, sql_text
from sdc_desktop.engine.problems import Problem, Refused, error

Row = tuple[str, ...]
JOINT = "\0"  # between the values of a record in one text; readers refuse it in text files
_FEW = 1 << 14  # different values of a column whose frequencies are held for the next who need them
_HELD = 256  # columns whose frequencies are held
_ROOT = -1  # where the table of a column's values stands, that of the numbers of the records in their root
_IN_ORDER: npt.NDArray[np.int64] | None = None  # the places of records that are all there
_SORTED = 1 << 25  # records whose combinations are sorted in memory, as integers
_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "temp_directory": "",  # never spill: cell values stay in memory
    "preserve_insertion_order": True,
}


class Store:
    """An in-memory database for one opened file and what is derived from it. Safe to use from any thread."""

    def __init__(self, **settings: str) -> None:
        self._connection = duckdb.connect(":memory:", config={**_SETTINGS, **settings})
        self._numbers = count()
        self._dictionaries: dict[tuple[str, int], str] = {}
        self._grouped: dict[tuple[str, int], str] = {}
        self._lock = threading.RLock()
        self._unused: deque[str] = deque()  # tables of relations that nobody holds any more

    def load(self, columns: int, fill: Callable[[duckdb.DuckDBPyConnection, str], None]) -> "Relation":
        """Let a reader make the table of the name it is given, with text columns c0, c1, ...; then shut the
        database off from files and network for good. One file a store.
        """
        name = self._new_name()
        fill(self._connection, name)
        self._shut()
        return self._relation(name, columns)

    def _shut(self) -> None:
        """No files and no network from now on, but for files that are already allowed."""
        run(self._connection, "SET enable_external_access = false")
        run(self._connection, "SET lock_configuration = true")

    def recoded(
        self, relation: "Relation", labels: Mapping[int, Mapping[str, str]], context: JobContext
    ) -> "Relation":
        """A new relation: in the given columns each value becomes its label (values without a label stay)."""
        cursor = self._connection.cursor()
        selected, joins, helpers = [], [], []
        for column in range(relation.columns):
            if column not in labels:
                selected.append(f"t.c{column}")
                continue
            dictionary = self._new_name()
            helpers.append(dictionary)
            run(cursor, f"CREATE TABLE {dictionary} (value VARCHAR, label VARCHAR)")
            insert_pairs(cursor, dictionary, list(labels[column].items()))
            selected.append(f"coalesce({dictionary}.label, t.c{column}) AS c{column}")
            joins.append(f"LEFT JOIN {dictionary} ON {dictionary}.value = t.c{column}")
        return self._derived(relation, selected, " ".join(joins), context, helpers)

    def replaced(
        self,
        relation: "Relation",
        columns: Mapping[int, tuple[npt.NDArray[np.int64], Sequence[str]]],
        context: JobContext,
    ) -> "Relation":
        """A new relation: whole columns get new texts, given as codes (records,) and the labels they
        index.
        """
        if not columns:
            return relation
        cursor, codes = self._connection.cursor(), self._new_name()
        helpers = [codes]
        numbers = ", ".join(f"k{i} BIGINT" for i in range(len(columns) + 1))
        run(cursor, f"CREATE TABLE {codes} ({numbers})")
        insert_integers(cursor, codes, np.arange(relation.records), *(code for code, _ in columns.values()))
        selected = {column: f"t.c{column}" for column in range(relation.columns)}
        joins = [f"JOIN {codes} p ON p.k0 = t.rowid"]
        for number, (column, (_, labels)) in enumerate(columns.items(), start=1):
            dictionary = self._new_name()
            helpers.append(dictionary)
            run(cursor, f"CREATE TABLE {dictionary} (code BIGINT, label VARCHAR)")
            insert_labels(cursor, dictionary, labels, context)
            selected[column] = f"{dictionary}.label AS c{column}"
            joins.append(f"JOIN {dictionary} ON {dictionary}.code = p.k{number}")
        return self._derived(relation, list(selected.values()), " ".join(joins), context, helpers)

    def picked(self, relation: "Relation", records: npt.NDArray[np.int64], context: JobContext) -> "Relation":
        """A new relation of the records with these numbers (picked,), from 0, in the order given."""
        places = self._new_name()
        cursor = self._connection.cursor()
        run(cursor, f"CREATE TABLE {places} (place BIGINT, record BIGINT)")
        insert_integers(cursor, places, np.arange(len(records)), records)
        columns = ", ".join(f"t.c{column}" for column in range(relation.columns))
        query = (
            f"SELECT {columns} FROM {relation.name} t JOIN {places} p ON p.record = t.rowid ORDER BY p.place"
        )
        made = self._made(query, relation.columns, context, [places])
        made.root = relation.root
        made.places = records if relation.places is None else relation.places[records]
        return made

    def selected(self, relation: "Relation", columns: Sequence[int], context: JobContext) -> "Relation":
        """A new relation with these columns only, renumbered in the order given."""
        return self._derived(
            relation, [f"t.c{old} AS c{new}" for new, old in enumerate(columns)], "", context
        )

    def suppressed(
        self,
        relation: "Relation",
        keys: Mapping[int, Sequence[str]],
        codes: npt.NDArray[np.int64],
        cells: npt.NDArray[np.bool_],
        spans: npt.NDArray[np.int64],
        context: JobContext,
    ) -> "Relation":
        """A new relation: some cells of some key combinations become ``*``.

        ``keys[column]`` are the distinct texts of a key column. Row i treats the records whose keys have the
        codes ``codes[i]`` (places in these texts), of (rows, keys): of them, in file order, number spans[i,
        0] to spans[i, 1] - 1 (from 0) lose the cells ``cells[i]`` (rows, keys).
        """
        cursor, treated = self._connection.cursor(), self._new_name()
        helpers = [treated]
        places = range(len(keys))
        columns = [*(f"k{i}" for i in places), *(f"h{i}" for i in places), "start", "stop"]
        run(cursor, f"CREATE TABLE {treated} ({', '.join(f'{column} BIGINT' for column in columns)})")
        insert_integers(cursor, treated, *np.column_stack([codes, cells, spans]).astype(np.int64).T.copy())
        selected = {column: f"t.c{column}" for column in range(relation.columns)}
        joins = []
        for place, (column, texts) in enumerate(keys.items()):
            dictionary = self._new_name()
            helpers.append(dictionary)
            run(cursor, f"CREATE TABLE {dictionary} (code BIGINT, label VARCHAR)")
            insert_labels(cursor, dictionary, texts, context)
            joins.append(f"LEFT JOIN {dictionary} d{place} ON d{place}.label = r.c{column}")
            selected[column] = f"CASE WHEN s.h{place} = 1 THEN '*' ELSE t.c{column} END AS c{column}"
        listed = ", ".join(f"d{i}.code" for i in places)
        named = ", ".join(f"d{i}.code AS k{i}" for i in places)
        same = " AND ".join(f"s.k{i} = t.k{i}" for i in places)
        query = (
            f"SELECT {', '.join(selected.values())} FROM "
            f"(SELECT r.*, r.rowid AS record, {named}, "
            f"row_number() OVER (PARTITION BY {listed} ORDER BY r.rowid) - 1 AS place "
            f"FROM {relation.name} r {' '.join(joins)}) t "
            f"LEFT JOIN {treated} s ON {same} AND t.place >= s.start AND t.place < s.stop ORDER BY t.record"
        )
        return self._made(query, relation.columns, context, helpers).of_records(relation)

    def by_combination(
        self,
        relation: "Relation",
        columns: Mapping[int, Sequence[str]],
        codes: npt.NDArray[np.int64],
        labels: Mapping[int, tuple[npt.NDArray[np.int64], Sequence[str]]],
        context: JobContext,
    ) -> "Relation":
        """A new relation: texts of some columns by the combination of values of others, or their own.

        ``columns``: by column the distinct texts that ``codes`` (combinations, columns) index: every
        combination that records have, once. ``labels``: by column whose texts are replaced the code
        (combinations,) of the new text of each combination, and the texts.
        """
        found = []
        for column in columns:
            context.checkpoint()
            found.append(relation.codes(column, context))
        # numbered together with the records, so that no record is in none
        together = np.concatenate([codes.astype(np.int64), np.stack(found, axis=1)])
        number = row_numbers(together)
        place = np.empty(int(number.max(initial=-1)) + 1, dtype=np.int64)
        place[number[: len(codes)]] = np.arange(len(codes))
        of_record = place[number[len(codes) :]]
        return self.replaced(
            relation, {column: (own[of_record], texts) for column, (own, texts) in labels.items()}, context
        )

    def drawn(
        self, relation: "Relation", column: int, identifier: int, draws: Draws, context: JobContext
    ) -> "Relation":
        """A new relation: a column's values become what is drawn by the identifiers of another."""
        values, identifiers = (
            (relation.frequencies(each, context)[0], relation.codes(each, context))
            for each in (column, identifier)
        )
        new = drawn_values(values, identifiers, draws, context)
        return self.replaced(relation, {column: new}, context)

    def _derived(
        self,
        relation: "Relation",
        selected: Sequence[str],
        joins: str,
        context: JobContext,
        helpers: Iterable[str] = (),
    ) -> "Relation":
        """A relation of the same records in the same order; each column is selected from `relation` as t."""
        query = f"SELECT {', '.join(selected)} FROM {relation.name} t {joins} ORDER BY t.rowid"
        return self._made(query, len(selected), context, helpers).of_records(relation)

    def _made(self, query: str, columns: int, context: JobContext, helpers: Iterable[str] = ()) -> "Relation":
        """What a query gives, as a relation whose table goes when no one holds it; `helpers` go at once."""
        name = self._new_name()
        cursor = self._connection.cursor()
        self._drop_unused(cursor)
        try:
            with interruptible(cursor, context):
                run(cursor, f"CREATE TABLE {name} AS {query}")
        finally:
            for helper in helpers:
                run(cursor, f"DROP TABLE {helper}")
        relation = self._relation(name, columns)
        # only noted: a finaliser may run at any moment, also within a query
        weakref.finalize(relation, self._unused.append, f"TABLE {name}")
        return relation

    def _drop_unused(self, cursor: duckdb.DuckDBPyConnection) -> None:
        with self._lock:
            while self._unused:
                dropped = self._unused.popleft()
                run(cursor, f"DROP {dropped}")
                for made in (self._dictionaries, self._grouped):
                    for key in [key for key in made if key[0] == dropped.split()[-1]]:
                        run(cursor, f"DROP TABLE {made.pop(key)}")

    def _relation(self, name: str, columns: int) -> "Relation":
        found = only(self._connection.cursor(), f"SELECT count(*) FROM {name}")
        return Relation(self, name, columns, int(found[0]))

    def _new_name(self) -> str:
        return f"r{next(self._numbers)}"

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """A connection of one's own to the same database; one for each thread and call."""
        return self._connection.cursor()

    @contextmanager
    def grouped(self, relation: "Relation", column: int, context: JobContext) -> Iterator[str]:
        """The distinct values of a column and their frequencies, in SQL: a table, held where they are few."""
        key = (relation.name, column)
        with self._lock:
            held, full = self._grouped.get(key), len(self._grouped) >= _HELD
        if held is not None or full:
            yield held or f"({relation.counted(column, context)})"
            return
        name, cursor = self._new_name(), self.cursor()
        with interruptible(cursor, context):
            run(cursor, f"CREATE TABLE {name} AS {relation.counted(column, context)}")
        try:
            yield name
        finally:
            size = only(cursor, f"SELECT count(*) FROM {name}")
            with self._lock:
                if size[0] <= _FEW and key not in self._grouped:
                    self._grouped[key] = name
                else:
                    run(cursor, f"DROP TABLE {name}")

    def held_groups(self, relation: "Relation", column: int) -> str | None:
        """The table (value, frequency) of a column where it is held."""
        with self._lock:
            return self._grouped.get((relation.name, column))

    def dictionary(self, relation: "Relation", column: int, context: JobContext) -> str:
        """The table (value, code, frequency) of a column's distinct values, in text order; made once."""
        with self._lock:
            key = (relation.name, column)
            if key not in self._dictionaries:
                name = self._new_name()
                cursor = self._connection.cursor()
                counted = relation.counted(column, context)
                with interruptible(cursor, context):
                    run(
                        cursor,
                        f"CREATE TABLE {name} AS SELECT value, "
                        "(row_number() OVER (ORDER BY value) - 1)::INTEGER AS code, frequency FROM "
                        f"({counted}) ORDER BY value",
                    )
                self._dictionaries[key] = name
            return self._dictionaries[key]

    def numbers_in_root(self, relation: "Relation") -> str:
        """The table (record, root) of the record of its root that each record is; made once."""
        assert relation.places is not None
        with self._lock:
            key = (relation.name, _ROOT)
            if key not in self._dictionaries:
                name, cursor = self._new_name(), self._connection.cursor()
                run(cursor, f"CREATE TABLE {name} (record BIGINT, root BIGINT)")
                insert_integers(cursor, name, np.arange(relation.records), relation.places)
                self._dictionaries[key] = name
            return self._dictionaries[key]


class Relation:
    """An immutable table of text in a store: `records` rows of `columns` columns.

    ``root`` names the relation that its records come from, and ``places`` (records,) which of that one's
    records each is, from 0; None: all of them, in order.
    """

    beyond_memory = False  # whether records are read from a file each time they are asked for
    has_records = True  # false: only distinct combinations and their numbers are known
    by_counts = False  # whether a job can work on numbers of records alone
    most_shuffled: int | None = None  # records of which a random order is drawn; None: all there are

    def __init__(self, store: Store, name: str, columns: int, records: int) -> None:
        self.store, self.name = store, name
        self.columns, self.records = columns, records
        self.root, self.places = name, _IN_ORDER

    def of_records(self, other: "Relation") -> Self:
        """Marks this relation as having the records of `other` in their order; returns itself."""
        self.root, self.places = other.root, other.places
        return self

    def by_record_problems(self) -> tuple[Problem, ...]:
        """What is to be said against figures of all records in memory together."""
        return ()

    def window(self, start: int, stop: int) -> list[Row]:
        """The records start..stop-1 in file order, without touching any other."""
        cursor = self.store.cursor()
        columns = ", ".join(f"c{column}" for column in range(self.columns))
        query = (
            f"SELECT {columns} FROM {self.name} WHERE rowid >= {start:d} AND rowid < {stop:d} ORDER BY rowid"
        )
        return run(cursor, query)

    def batches(self, context: JobContext, size: int = BATCH) -> Iterator[list[Row]]:
        """All records in order, `size` at a time; stops when the context is cancelled."""
        for start in range(0, self.records, size):
            context.checkpoint()
            yield self.window(start, min(start + size, self.records))

    def lines(self, context: JobContext, size: int = 2 * BATCH) -> Iterator[list[str]]:
        """The records in order, `size` at a time, each a text of its values joined by `JOINT`: fast."""
        return self._selected(joined_values(self.columns), context, size)

    def texts(self, column: int, context: JobContext, size: int = 4 * BATCH) -> Iterator[list[str]]:
        """The values of a column in the order of the records, `size` at a time."""
        return self._selected(f"c{column}", context, size)

    def _selected(self, text: str, context: JobContext, size: int) -> Iterator[list[str]]:
        for start in range(0, self.records, size):
            context.checkpoint()
            within = f"rowid >= {start:d} AND rowid < {start + size:d}"
            # no ORDER BY: DuckDB promises the order of a single table, and would sort the long texts
            query = f"SELECT {text} FROM {self.name} WHERE {within}"
            yield columns_of(self.store.cursor(), query).popitem()[1].tolist()  # no tuple a record

    def counted(self, column: int, context: JobContext) -> str:
        """The query that gives each distinct value of a column and its frequency."""
        held = self.store.held_groups(self, column)
        if held is not None:
            return f"SELECT value, frequency FROM {held}"
        return f"SELECT c{column} AS value, count(*) AS frequency FROM {self.name} GROUP BY 1"

    @contextmanager
    def grouped(self, column: int, context: JobContext) -> Iterator[str]:
        """Each distinct value of a column and its frequency, in SQL (some more than once, beyond memory)."""
        with self.store.grouped(self, column, context) as table:
            yield table

    def among(self, column: int, texts: Sequence[str], context: JobContext) -> str:
        """The query that gives those values of a column that are one of some texts, and their frequencies."""
        held, listed = self.store.held_groups(self, column), ", ".join(map(sql_text, texts))
        if held is not None:
            return f"SELECT value, frequency FROM {held} WHERE value IN ({listed})"
        own = f"SELECT c{column} AS value, count(*) AS frequency FROM {self.name}"
        return f"{own} WHERE c{column} IN ({listed}) GROUP BY 1"

    def first(self, column: int, number: int, context: JobContext) -> str:
        """The query of the values of a column in its first `number` records, each with a frequency."""
        return f"SELECT c{column} AS value, 1 AS frequency FROM {self.name} WHERE rowid < {number:d}"

    def values(self, column: int, context: JobContext) -> str:
        """The query that gives each distinct value of a column (some more than once, beyond memory)."""
        return f"SELECT DISTINCT c{column} AS value FROM {self.name}"

    def numbers_rows(self, column: int, context: JobContext) -> bool:
        """Whether the values of a column are 1, 2, 3, ... in the order of the records, or 0, 1, 2, ..."""
        cursor = self.store.cursor()
        counts = ", ".join(
            f"count(*) FILTER (c{column} <> CAST(rowid + {first} AS VARCHAR))" for first in (0, 1)
        )
        with interruptible(cursor, context):
            return 0 in only(cursor, f"SELECT {counts} FROM {self.name}")

    def frequencies(self, column: int, context: JobContext) -> tuple[tuple[str, ...], npt.NDArray[np.int64]]:
        """The distinct values of a column in text order, and how many records have each."""
        dictionary = self.store.dictionary(self, column, context)
        cursor = self.store.cursor()
        with interruptible(cursor, context):
            found = columns_of(cursor, f"SELECT value, frequency FROM {dictionary} ORDER BY code")
        return tuple(found["value"].tolist()), np.asarray(found["frequency"], dtype=np.int64)

    def codes(self, column: int, context: JobContext) -> npt.NDArray[np.int64]:
        """For each record the number of its value among those that `frequencies` gives."""
        dictionary = self.store.dictionary(self, column, context)
        cursor = self.store.cursor()
        with interruptible(cursor, context):
            found = columns_of(
                cursor,
                f"SELECT d.code, t.rowid AS record FROM {self.name} t "
                f"JOIN {dictionary} d ON d.value = t.c{column}",
            )
        codes = np.empty(len(found["code"]), dtype=np.int64)
        codes[found["record"]] = found["code"]  # less work than having DuckDB sort
        return codes

    def unidentified(self, column: int, missing: Sequence[str], context: JobContext) -> tuple[int, int]:
        """How many records have no identifier in a column, and how many one that another has as well."""
        return without_own(*self.frequencies(column, context), missing)

    def rarest(self, limit: int) -> tuple[tuple[str, ...], list[Row]] | None:
        """The smallest of counted combinations; None where there are records to read."""
        return None

    def holds(self, column: int) -> bool:
        """Whether the values of a column are known."""
        return True

    def multiplicities(self, column: int, context: JobContext) -> npt.NDArray[np.int64]:
        """How often frequencies occur: rows (frequency, number of values that have it), by frequency."""
        cursor = self.store.cursor()
        with interruptible(cursor, context):
            rows = run(
                cursor,
                f"SELECT n, count(*) FROM (SELECT count(*) AS n FROM {self.name} GROUP BY c{column}) "
                "GROUP BY n ORDER BY n",
            )
        return np.array(rows, dtype=np.int64).reshape(-1, 2)

    def combinations(
        self, columns: Sequence[int], context: JobContext
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """The distinct combinations of some columns, ordered by their codes, and their frequencies.

        Codes (combinations, columns) index the values that `frequencies` gives for each column.
        """
        dictionaries = [self.store.dictionary(self, column, context) for column in columns]
        joins = " ".join(
            f"JOIN {name} d{i} ON d{i}.value = t.c{column}"
            for i, (name, column) in enumerate(zip(dictionaries, columns, strict=True))
        )
        cursor = self.store.cursor()
        sizes = [only(cursor, f"SELECT count(*) FROM {name}") for name in dictionaries]
        packed = PackedCodes(tuple(int(size[0]) for size in sizes))
        listed = packed.selected([f"d{i}.code" for i in range(len(columns))])
        source = f"{self.name} t {joins}"
        if packed.single and self.records <= _SORTED:  # sorting integers is faster than counting them
            with interruptible(cursor, context):
                found = columns_of(cursor, f"SELECT {listed} FROM {source}")
            places = np.sort(np.asarray(found["p0"], dtype=np.int64))
            starts = np.flatnonzero(np.diff(places, prepend=-1))
            return packed.unpacked({"p0": places[starts]}), np.diff(starts, append=len(places))
        with interruptible(cursor, context):
            found = columns_of(
                cursor, f"SELECT {listed}, count(*) AS n FROM {source} GROUP BY ALL ORDER BY ALL"
            )
        return packed.unpacked(found), np.asarray(found["n"], dtype=np.int64)


def joined_values(columns: int) -> str:
    """The values of a record as one text, in SQL."""
    return f"concat_ws(chr({ord(JOINT)}), {', '.join(f'c{column}' for column in range(columns))})"


@contextmanager
def interruptible(cursor: duckdb.DuckDBPyConnection, context: JobContext) -> Iterator[None]:
    """While a query runs, ask the context now and then whether to stop it.

    Raises :class:`Cancelled`, and :class:`Refused` where the memory does not suffice.
    """
    try:
        with stoppable(context, cursor.interrupt):
            yield
    except duckdb.InterruptException:
        raise Cancelled from None
    except duckdb.OutOfMemoryException:
        raise Refused(error("csv.no_memory")) from None
