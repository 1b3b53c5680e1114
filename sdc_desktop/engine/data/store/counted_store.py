"""Distinct combinations instead of records: what a counts file holds, behind the doors of a store.

A counted relation has the columns of the records that were counted, and tables of the distinct combinations
of some of them with the number of records ``n`` of each. Whatever follows from numbers of records is given as
by a relation of records. Whatever needs single records (their order, a code for each, a query on them) raises
:class:`Refused`, so that nothing is ever invented.
"""

import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

import duckdb
import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.store.counted_relation import (
    CoarseColumn,
    CountedFacts,
    CountedRelation,
    Joint,
    SummedAmounts,
    needs_records,
)
from sdc_desktop.engine.data.store.queries import batches, only, run
from sdc_desktop.engine.data.store.sql import BATCH, insert_integers, insert_labels, insert_pairs, sql_text
from sdc_desktop.engine.data.store.store import Relation, Store, interruptible
from sdc_desktop.engine.problems import Refused, error

_HIDDEN = "*"
Codes = npt.NDArray[np.int64]


class CountedStore(Store):
    """The store of one counts file and of what is derived from it. Safe to use from any thread."""

    def counted(
        self,
        names: Sequence[str],
        joints: Sequence[Sequence[int]],
        fill: Callable[[duckdb.DuckDBPyConnection, int, str], None],
        facts: CountedFacts | None = None,
        amounts: Mapping[int, tuple[int, int, tuple[str, ...], int | None]] = MappingProxyType({}),
        coarse: Mapping[int, CoarseColumn] = MappingProxyType({}),
    ) -> "CountedRelation":
        """A relation of variables with these `names`. ``fill(connection, number, table)`` makes the table of
        each of the `joints`: the texts c0, c1, ... of its columns, and ``n``. Equal rows become one. The
        database is then shut off from files and network for good. ``amounts``: by the number of a joint what
        its :class:`SummedAmounts` say. ``coarse``: the columns counted from a level on. Raises
        :class:`Refused` where the tables are not of the same records.
        """
        made, summed = [], []
        for number, columns in enumerate(joints):
            raw, table = self._new_name(), self._new_name()
            fill(self._connection, number, raw)
            listed = ", ".join(f"c{place} AS c{column}" for place, column in enumerate(columns))
            run(
                self._connection,
                f"CREATE TABLE {table} AS SELECT {listed}, sum(n)::BIGINT AS n "
                f"FROM {raw} GROUP BY ALL ORDER BY ALL",
            )
            run(self._connection, f"DROP TABLE {raw}")
            joint = Joint(table, {column: f"c{column}" for column in columns}, self._rows(table))
            if number in amounts:
                summed.append(SummedAmounts(joint, *amounts[number]))
                own = amounts[number][0]
                others = {column: place for column, place in joint.places.items() if column != own}
                joint = self._joint(others, f"{table} t", JobContext())
            made.append(joint)
        self._shut()
        records = self._records(made)
        self._refuse_torn(made)
        return CountedRelation(
            self,
            tuple(names),
            tuple(made),
            records,
            facts or CountedFacts(),
            summed_amounts=tuple(summed),
            coarse=coarse,
        )

    def _rows(self, table: str) -> int:
        found = only(self._connection.cursor(), f"SELECT count(*) FROM {table}")
        return int(found[0])

    def _records(self, joints: Sequence[Joint]) -> int:
        cursor = self._connection.cursor()
        sums = set()
        for joint in joints:
            found = only(cursor, f"SELECT coalesce(sum(n), 0), coalesce(min(n), 1) FROM {joint.table}")
            if int(found[1]) < 1:
                raise Refused(error("counts.torn"))
            sums.add(int(found[0]))
        if len(sums) != 1:
            raise Refused(error("counts.torn"))
        return sums.pop()

    def _refuse_torn(self, joints: Sequence[Joint]) -> None:
        """Two joints of the same records give each combination of their common columns the same number."""
        cursor = self._connection.cursor()
        for place, joint in enumerate(joints):
            for other in joints[:place]:
                common = [column for column in joint.places if column in other.places]
                if not common:
                    continue
                one, two = (
                    f"SELECT {', '.join(each.places[column] for column in common)}, sum(n)::BIGINT AS n "
                    f"FROM {each.table} GROUP BY ALL"
                    for each in (joint, other)
                )
                found = only(cursor, f"SELECT count(*) FROM (({one}) EXCEPT ALL ({two}))")
                if found[0]:
                    raise Refused(error("counts.torn"))

    def recoded(
        self, relation: Relation, labels: Mapping[int, Mapping[str, str]], context: JobContext
    ) -> Relation:
        """A new relation: in the given columns each value becomes its label (values without a label stay)."""
        counted = _counted(relation)
        joints = [self._recoded(joint, labels, context) for joint in counted.joints]
        return counted.changed(joints, labels)

    def _recoded(self, joint: Joint, labels: Mapping[int, Mapping[str, str]], context: JobContext) -> Joint:
        changed = [column for column in joint.places if column in labels]
        if not changed:
            return joint
        cursor, helpers, joins = self._connection.cursor(), [], []
        selected = {column: f"t.{place}" for column, place in joint.places.items()}
        for column in changed:
            dictionary = self._new_name()
            helpers.append(dictionary)
            run(cursor, f"CREATE TABLE {dictionary} (value VARCHAR, label VARCHAR)")
            insert_pairs(cursor, dictionary, list(labels[column].items()))
            selected[column] = f"coalesce({dictionary}.label, t.{joint.places[column]})"
            joins.append(f"LEFT JOIN {dictionary} ON {dictionary}.value = t.{joint.places[column]}")
        source = f"{joint.table} t {' '.join(joins)}"
        return self._joint(selected, source, context, helpers)

    def _joint(
        self, selected: Mapping[int, str], source: str, context: JobContext, helpers: Iterable[str] = ()
    ) -> Joint:
        """A joint of what is selected; `source` also gives ``n``."""
        table, cursor = self._new_name(), self._connection.cursor()
        self._drop_unused(cursor)
        listed = ", ".join(f"{text} AS c{column}" for column, text in selected.items())
        try:
            with interruptible(cursor, context):
                run(
                    cursor,
                    f"CREATE TABLE {table} AS SELECT {listed}, sum(n)::BIGINT AS n FROM {source} "
                    "GROUP BY ALL ORDER BY ALL",
                )
        finally:
            for helper in helpers:
                run(cursor, f"DROP TABLE {helper}")
        joint = Joint(table, {column: f"c{column}" for column in selected}, self._rows(table))
        weakref.finalize(joint, self._unused.append, f"TABLE {table}")
        return joint

    def replaced(
        self,
        relation: Relation,
        columns: Mapping[int, tuple[npt.NDArray[np.int64], Sequence[str]]],
        context: JobContext,
    ) -> Relation:
        """Values for single records: refused, unless there are none."""
        if columns:
            raise needs_records()
        return relation

    def picked(self, relation: Relation, records: npt.NDArray[np.int64], context: JobContext) -> Relation:
        """Raises :class:`Refused` for any records (picked,), because single records are not held."""
        raise needs_records()

    def selected(self, relation: Relation, columns: Sequence[int], context: JobContext) -> Relation:
        """A relation with these columns only, renumbered in the order given; no table is made."""
        return _counted(relation).selected(columns)

    def suppressed(
        self,
        relation: Relation,
        keys: Mapping[int, Sequence[str]],
        codes: npt.NDArray[np.int64],
        cells: npt.NDArray[np.bool_],
        spans: npt.NDArray[np.int64],
        context: JobContext,
    ) -> Relation:
        """A relation in which some values of some key combinations become ``*``; arrays as in the base class.

        ``codes`` and ``cells`` are (rows, keys), ``spans`` (rows, 2). Where only some records of a class are
        treated, the order of the records decides which: counts with other columns are then no longer known.
        """
        counted = _counted(relation)
        hidden = {column for place, column in enumerate(keys) if cells[:, place].any()}
        joints = []
        for joint in counted.joints:
            if not hidden & set(joint.places):
                joints.append(joint)
            elif joint.holds(keys):
                joints.append(self._suppressed(joint, keys, codes, cells, spans, context))
        return counted.changed([joint for joint in joints if joint is not None], hidden, undetermined=hidden)

    def _suppressed(
        self,
        joint: Joint,
        keys: Mapping[int, Sequence[str]],
        codes: npt.NDArray[np.int64],
        cells: npt.NDArray[np.bool_],
        spans: npt.NDArray[np.int64],
        context: JobContext,
    ) -> Joint:
        """The joint with cells suppressed; of the key columns alone where parts of classes are treated that
        differ in other columns.
        """
        if not self._is_determined(joint, keys, codes, spans):
            source = f"{joint.table} t"
            joint = self._joint({column: f"t.{joint.places[column]}" for column in keys}, source, context)
        cursor, treated, helpers = self._connection.cursor(), self._new_name(), []
        helpers.append(treated)
        places = range(len(keys))
        columns = [*(f"k{i}" for i in places), *(f"h{i}" for i in places), "start", "stop"]
        run(cursor, f"CREATE TABLE {treated} ({', '.join(f'{column} BIGINT' for column in columns)})")
        insert_integers(cursor, treated, *np.column_stack([codes, cells, spans]).astype(np.int64).T.copy())
        joins, coded = [], []
        for place, (column, texts) in enumerate(keys.items()):
            helpers.append(self._labelled(cursor, texts, context))
            joins.append(f"LEFT JOIN {helpers[-1]} d{place} ON d{place}.label = r.{joint.places[column]}")
            coded.append(f"d{place}.code AS k{place}")
        same = " AND ".join(f"s.k{i} = t.k{i}" for i in places)
        classes = ", ".join(f"k{i}" for i in places)
        rows = f"SELECT r.*, {', '.join(coded)} FROM {joint.table} r {' '.join(joins)}"
        left = f"SELECT {classes}, sum(stop - start) AS taken FROM {treated} GROUP BY ALL"
        none = ", ".join(f"0 AS h{i}" for i in places)
        hidden = ", ".join(f"s.h{i}" for i in places)
        own = ", ".join(f"t.{name}" for name in dict.fromkeys(joint.places.values()))
        # of a class treated in parts there is one row, whose records are divided; else all its records are
        # treated the same way, row by row
        whole = f"SELECT {classes}, sum(n) AS size, count(*) AS alike FROM ({rows}) GROUP BY ALL"
        number = "CASE WHEN w.alike = 1 THEN s.stop - s.start ELSE t.n END"
        source = (
            f"(SELECT {own}, {hidden}, ({number})::BIGINT AS n FROM ({rows}) t JOIN {treated} s ON {same} "
            f"JOIN ({whole}) w ON {same.replace('s.k', 'w.k')} WHERE s.stop > s.start "
            f"UNION ALL SELECT {own}, {none}, (t.n - coalesce(s.taken, 0))::BIGINT AS n FROM ({rows}) t "
            f"LEFT JOIN ({left}) s ON {same} LEFT JOIN ({whole}) w ON {same.replace('s.k', 'w.k')} "
            f"WHERE s.taken IS NULL OR (w.alike = 1 AND s.taken < t.n)) u"
        )
        selected = {column: f"u.{place}" for column, place in joint.places.items()}
        for place, column in enumerate(keys):
            selected[column] = f"CASE WHEN u.h{place} = 1 THEN '{_HIDDEN}' ELSE u.{joint.places[column]} END"
        return self._joint(selected, source, context, helpers)

    def without(
        self, relation: CountedRelation, columns: Sequence[int], text: str, context: JobContext
    ) -> CountedRelation:
        """What is known of the records that do not show a text in all of these columns; of all records where
        all show it.
        """
        joints, hidden = [], 0
        for joint in relation.joints:
            if joint.holds(columns):
                bare = " AND ".join(f"{joint.places[column]} = {sql_text(text)}" for column in columns)
                total = f"SELECT coalesce(sum(n), 0)::BIGINT FROM {joint.table} WHERE {bare}"
                hidden = int(only(self._connection.cursor(), total)[0])
                if not 0 < hidden < relation.records:
                    return relation
                selected = {column: f"t.{place}" for column, place in joint.places.items()}
                source = f"(SELECT * FROM {joint.table} WHERE NOT ({bare})) t"
                joints.append(self._joint(selected, source, context))
        left = relation.changed(joints, () if joints else range(relation.columns))
        left.records, left.facts = relation.records - hidden, CountedFacts()
        return left

    def by_combination(
        self,
        relation: Relation,
        columns: Mapping[int, Sequence[str]],
        codes: npt.NDArray[np.int64],
        labels: Mapping[int, tuple[npt.NDArray[np.int64], Sequence[str]]],
        context: JobContext,
    ) -> Relation:
        """A relation in which texts of some columns follow from the combination of values of others.

        ``codes`` is (combinations, columns), as in the base class.
        """
        counted = _counted(relation)
        joints = []
        for joint in counted.joints:
            if not set(labels) & set(joint.places):
                joints.append(joint)
            elif joint.holds(columns):
                joints.append(self._by_combination(joint, columns, codes, labels, context))
        return counted.changed(joints, labels)

    def _by_combination(
        self,
        joint: Joint,
        columns: Mapping[int, Sequence[str]],
        codes: npt.NDArray[np.int64],
        labels: Mapping[int, tuple[npt.NDArray[np.int64], Sequence[str]]],
        context: JobContext,
    ) -> Joint:
        cursor, table, helpers = self._connection.cursor(), self._new_name(), []
        helpers.append(table)
        names = [*(f"k{i}" for i in range(len(columns))), *(f"l{i}" for i in range(len(labels)))]
        run(cursor, f"CREATE TABLE {table} ({', '.join(f'{name} BIGINT' for name in names)})")
        released = [own for own, _ in labels.values()]
        insert_integers(cursor, table, *np.column_stack([codes, *released]).astype(np.int64).T.copy())
        joins, same = [], []
        for place, (column, texts) in enumerate(columns.items()):
            helpers.append(self._labelled(cursor, texts, context))
            joins.append(f"JOIN {helpers[-1]} d{place} ON d{place}.label = r.{joint.places[column]}")
            same.append(f"m.k{place} = d{place}.code")
        joins.append(f"JOIN {table} m ON {' AND '.join(same)}")
        selected = {column: f"u.{place}" for column, place in joint.places.items()}
        shown = []
        for place, (column, (_, texts)) in enumerate(labels.items()):
            helpers.append(self._labelled(cursor, texts, context))
            joins.append(f"JOIN {helpers[-1]} e{place} ON e{place}.code = m.l{place}")
            shown.append(f"e{place}.label AS x{place}")
            selected[column] = f"u.x{place}"
        source = f"(SELECT r.*, {', '.join(shown)} FROM {joint.table} r {' '.join(joins)}) u"
        return self._joint(selected, source, context, helpers)

    def _labelled(self, cursor: duckdb.DuckDBPyConnection, texts: Sequence[str], context: JobContext) -> str:
        """A table (code, label) of texts."""
        dictionary = self._new_name()
        run(cursor, f"CREATE TABLE {dictionary} (code BIGINT, label VARCHAR)")
        insert_labels(cursor, dictionary, texts, context)
        return dictionary

    def _is_determined(
        self, joint: Joint, keys: Mapping[int, Sequence[str]], codes: Codes, spans: Codes
    ) -> bool:
        """Whether each class that is treated in parts has one row in a joint, so that it does not matter
        which of its records are treated.
        """
        if len(joint.places) == len(keys):
            return True
        sizes, rows = self._classes(joint, keys)
        parts: dict[tuple[int, ...], list[int]] = {}
        for code, (start, stop) in zip(codes.tolist(), spans.tolist(), strict=True):
            parts.setdefault(tuple(code), []).append(stop - start)
        return all(
            rows.get(code, 0) <= 1 or (len(taken) == 1 and taken[0] == sizes[code])
            for code, taken in parts.items()
        )

    def _classes(
        self, joint: Joint, keys: Mapping[int, Sequence[str]]
    ) -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
        """By the codes of its keys, the records of each class and its rows in a joint."""
        numbers = [{text: code for code, text in enumerate(texts)} for texts in keys.values()]
        listed = ", ".join(joint.places[column] for column in keys)
        cursor = self._connection.cursor()
        query = f"SELECT {listed}, sum(n)::BIGINT, count(*) FROM {joint.table} GROUP BY {listed}"
        sizes, rows = {}, {}
        for batch in batches(cursor, query, BATCH):
            for *texts, records, count in batch:
                code = tuple(own.get(text, -1) for own, text in zip(numbers, texts, strict=True))
                sizes[code], rows[code] = int(records), int(count)
        return sizes, rows

    def dictionary(self, relation: Relation, column: int, context: JobContext) -> str:
        """The table (value, code, frequency) of a column's distinct values, in text order; made once."""
        joint = _counted(relation).joint([column])
        with self._lock:
            place = joint.places[column]
            key = (joint.table, int(place[1:]))
            if key not in self._dictionaries:
                name, cursor = self._new_name(), self._connection.cursor()
                with interruptible(cursor, context):
                    run(
                        cursor,
                        f"CREATE TABLE {name} AS SELECT value, "
                        "(row_number() OVER (ORDER BY value) - 1)::INTEGER AS code, frequency FROM "
                        f"(SELECT {place} AS value, sum(n)::BIGINT AS frequency FROM {joint.table} "
                        "GROUP BY 1) ORDER BY value",
                    )
                self._dictionaries[key] = name
            return self._dictionaries[key]


def _counted(relation: Relation) -> CountedRelation:
    assert isinstance(relation, CountedRelation)
    return relation
