"""A relation of counted combinations: the variables of records, and the numbers of some of them together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.store.packed_codes import PackedCodes
from sdc_desktop.engine.data.store.queries import columns_of, only, run
from sdc_desktop.engine.data.store.sql import BATCH, sql_text
from sdc_desktop.engine.data.store.store import Relation, Row, Store, interruptible
from sdc_desktop.engine.problems import Place, Problem, Refused, error


@dataclass(eq=False)
class Joint:
    """The distinct combinations of some columns: a table with the number of records ``n`` of each row.

    ``places``: what each column of the relation is called in the table. The table may have further columns:
    numbers of records are summed over these.
    """

    table: str
    places: Mapping[int, str]
    rows: int
    held: object = field(default=None, repr=False)  # what the table goes with

    def holds(self, columns: Iterable[int]) -> bool:
        """Whether all these columns are among its own."""
        return all(column in self.places for column in columns)


@dataclass(frozen=True)
class SummedAmounts:
    """A joint with a ``column`` whose values are not all records' own: the ``largest`` amounts of each
    combination of the others, and for the rest equal amounts of the same number and the same sum. The texts
    ``missing`` are no amounts. ``weight``: the column by which amounts count; None where each counts once.
    """

    joint: Joint
    column: int
    largest: int
    missing: tuple[str, ...]
    weight: int | None = None


@dataclass(frozen=True)
class CoarseColumn:
    """A column counted from a ``level`` of its hierarchy on (0: as is): the records of a group have its first
    value. ``groups`` have the values that are the same from that level on, with their ``labels`` there.
    """

    level: int
    groups: tuple[tuple[str, ...], ...]
    labels: tuple[str, ...]


@dataclass(frozen=True)
class ValueFacts:
    """What was counted of the values of a column where the records are, without missing codes: records that
    have a value, different values, values of one record; whether all are numbers, some with decimals, and
    whether they are exactly the numbers from 1 on.
    """

    missing: tuple[str, ...]
    values: int
    distinct: int
    unique: int
    amount: bool
    running: bool = False


@dataclass(frozen=True)
class CountedFacts:
    """Facts of values by column of the file; how many records are unique on the columns ``together``."""

    values: Mapping[int, ValueFacts] = field(default_factory=dict)
    together: tuple[int, ...] = ()
    unique_together: int = 0


def needs_records() -> Refused:
    """The refusal of whatever needs single records."""
    return Refused(error("counts.no_records"))


class CountedRelation(Relation):
    """The variables of counted records. ``names`` are those of its columns; ``joints`` hold their numbers.

    ``changed_columns``: those whose values are not the file's own any more. ``undetermined``: those that were
    suppressed in parts of classes. ``coarse``: by column of the file those that were counted from a level of
    their hierarchy on. Only jobs that use no finer level may read these (:meth:`from_levels`).
    """

    beyond_memory = True
    has_records = False
    by_counts = True

    def __init__(
        self,
        store: Store,
        names: tuple[str, ...],
        joints: tuple[Joint, ...],
        records: int,
        facts: CountedFacts,
        changed_columns: frozenset[int] = frozenset(),
        undetermined: frozenset[int] = frozenset(),
        origins: tuple[int, ...] | None = None,
        summed_amounts: tuple[SummedAmounts, ...] = (),
        coarse: Mapping[int, CoarseColumn] = MappingProxyType({}),
        readable: frozenset[int] = frozenset(),
    ) -> None:
        self.store = store
        self.names = names
        self.columns = len(names)
        self.records = records
        self.joints = joints
        self.facts = facts
        self.changed_columns = changed_columns
        self.undetermined = undetermined
        self.origins = tuple(range(len(names))) if origins is None else origins  # columns of the file
        self.summed_amounts = summed_amounts  # for tables alone; of what is changed they are not known
        self.coarse = coarse
        self.summed_column: int | None = None  # the column whose values are no longer those of the records
        self._readable = readable  # columns counted from a level on that are given all the same

    @property
    def counted_from(self) -> Mapping[int, CoarseColumn]:
        """By column those whose values are the first of a group, and not yet recoded."""
        return {
            column: self.coarse[origin]
            for column, origin in enumerate(self.origins)
            if origin in self.coarse and column not in self.changed_columns
        }

    def from_levels(self, columns: Iterable[int]) -> "CountedRelation":
        """A copy in which these columns can be read although they were counted from a level on. Relations
        made from it, and :meth:`as_counted`, do not have this permission.
        """
        return self._copy(frozenset(columns))

    def as_counted(self) -> "CountedRelation":
        """A copy in which no column counted from a level on can be read."""
        return self._copy(frozenset())

    def _copy(self, readable: frozenset[int]) -> "CountedRelation":
        return CountedRelation(
            self.store,
            self.names,
            self.joints,
            self.records,
            self.facts,
            self.changed_columns,
            self.undetermined,
            self.origins,
            self.summed_amounts,
            self.coarse,
            readable,
        )

    def _refuse_coarse(self, columns: Iterable[int]) -> None:
        found = self.counted_from
        for column in columns:
            if column in found and column not in self._readable:
                name = self.names[column]
                where = Place(variable=name)
                raise Refused(error("counts.coarse_values", where, name=name, level=found[column].level))

    @property
    def name(self) -> str:  # type: ignore[override]
        """A query on single records: refused."""
        raise needs_records()

    def joint(self, columns: Iterable[int]) -> Joint:
        """The smallest joint that holds these columns. Raises :class:`Refused` where none does."""
        wanted = list(columns)
        self._refuse_coarse(wanted)
        found = [joint for joint in self.joints if joint.holds(wanted)]
        if found:
            return min(found, key=lambda joint: (joint.rows, joint.table))
        if self.undetermined & set(wanted):
            raise Refused(error("counts.order_of_records"))
        names = tuple(self.names[column] for column in dict.fromkeys(wanted))
        raise Refused(error("counts.lacks", Place(variable=names[0]), names=names))

    def with_amounts(
        self,
        columns: Sequence[int],
        summed: int,
        largest: int,
        missing: tuple[str, ...],
        weight: int | None = None,
    ) -> "CountedRelation":
        """A copy for a table that counts `columns` and sums the values of `summed`, each by its `weight`. It
        has sums and the `largest` values of each cell only. Raises :class:`Refused` where fewer were kept.
        """
        wanted = list(columns)
        self._refuse_coarse((*wanted, summed))
        found = [
            one
            for one in self.summed_amounts
            if (one.column, one.missing) == (summed, missing)
            and weight in (None, one.weight)
            and one.joint.holds(wanted)
        ]
        if not found or any(joint.holds(wanted) for joint in self.joints):
            return self
        chosen = min(found, key=lambda one: (one.joint.rows, one.joint.table))
        if chosen.largest < largest:
            where = Place(variable=self.names[summed])
            raise Refused(error("counts.largest", where, number=chosen.largest, wanted=largest))
        others = [joint for joint in self.joints if summed not in joint.places]
        found_relation = self.changed([chosen.joint, *others], ())
        found_relation.summed_column = summed
        return found_relation

    def changed(
        self, joints: Sequence[Joint], columns: Iterable[int], undetermined: Iterable[int] = ()
    ) -> "CountedRelation":
        """A relation of the same variables with other values in these columns."""
        return CountedRelation(
            self.store,
            self.names,
            tuple(joints),
            self.records,
            self.facts,
            self.changed_columns | frozenset(columns),
            self.undetermined | frozenset(undetermined),
            self.origins,
            coarse=self.coarse,
        )

    def counts(self, columns: Iterable[int]) -> bool:
        """Whether the combinations of these columns are known, or can be counted."""
        listed = tuple(columns)
        return self.has_records or any(joint.holds(listed) for joint in self.joints)

    def selected(self, columns: Sequence[int]) -> "CountedRelation":
        """These columns only, numbered as in the order given."""
        kept = []
        for joint in self.joints:
            places = {new: joint.places[old] for new, old in enumerate(columns) if old in joint.places}
            if places:
                kept.append(Joint(joint.table, places, joint.rows, joint))
        numbers = {old: new for new, old in enumerate(columns)}
        return CountedRelation(
            self.store,
            tuple(self.names[old] for old in columns),
            tuple(kept),
            self.records,
            self.facts,
            frozenset(numbers[old] for old in self.changed_columns if old in numbers),
            frozenset(numbers[old] for old in self.undetermined if old in numbers),
            tuple(self.origins[old] for old in columns),
            coarse=self.coarse,
            readable=frozenset(numbers[old] for old in self._readable if old in numbers),
        )

    def by_record_problems(self) -> tuple[Problem, ...]:
        """Figures of single records are not to be had."""
        return (error("counts.no_records"),)

    def window(self, start: int, stop: int) -> list[Row]:
        """Single records: refused."""
        raise needs_records()

    def batches(self, context: JobContext, size: int = BATCH) -> Iterator[list[Row]]:
        """Single records: refused."""
        raise needs_records()

    def lines(self, context: JobContext, size: int = BATCH) -> Iterator[list[str]]:
        """Single records: refused."""
        raise needs_records()

    def texts(self, column: int, context: JobContext, size: int = BATCH) -> Iterator[list[str]]:
        """Single records: refused."""
        raise needs_records()

    def codes(self, column: int, context: JobContext) -> npt.NDArray[np.int64]:
        """A code for each record: refused."""
        raise needs_records()

    def holds(self, column: int) -> bool:
        """Whether the values of a column were counted."""
        if column in self.counted_from and column not in self._readable:
            return False
        return any(joint.holds([column]) for joint in self.joints)

    @contextmanager
    def grouped(self, column: int, context: JobContext) -> Iterator[str]:
        """Each distinct value of a column and its frequency, in SQL."""
        yield self.store.dictionary(self, column, context)

    def among(self, column: int, texts: Sequence[str], context: JobContext) -> str:
        """The query that gives those values of a column that are one of some texts, and their frequencies."""
        return f"{self.counted(column, context)} WHERE value IN ({', '.join(map(sql_text, texts))})"

    def first(self, column: int, number: int, context: JobContext) -> str:
        """The query that gives the values of all records: which are the first is not known."""
        return self.counted(column, context)

    def counted(self, column: int, context: JobContext) -> str:
        """The query that gives each distinct value of a column and its frequency."""
        return f"SELECT value, frequency FROM {self.store.dictionary(self, column, context)}"

    def values(self, column: int, context: JobContext) -> str:
        """The query that gives each distinct value of a column."""
        return f"SELECT value FROM {self.store.dictionary(self, column, context)}"

    def multiplicities(self, column: int, context: JobContext) -> npt.NDArray[np.int64]:
        """How often frequencies occur: rows (frequency, number of values that have it), by frequency."""
        dictionary = self.store.dictionary(self, column, context)
        query = f"SELECT frequency, count(*) FROM {dictionary} GROUP BY frequency ORDER BY frequency"
        cursor = self.store.cursor()
        with interruptible(cursor, context):
            rows = run(cursor, query)
        return np.array(rows, dtype=np.int64).reshape(-1, 2)

    def combinations(
        self, columns: Sequence[int], context: JobContext
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """The distinct combinations of some columns as codes (combinations, columns), in order, and their
        frequencies (combinations,).
        """
        codes, (frequencies,) = self.summed(self.joint(columns), columns, ("n",), context)
        return codes, frequencies

    def summed(
        self, joint: Joint, columns: Sequence[int], names: Sequence[str], context: JobContext
    ) -> tuple[npt.NDArray[np.int32], list[npt.NDArray[np.int64]]]:
        """The distinct combinations of some columns of a joint as codes (combinations, columns), in order.
        With the sums (combinations,) of each of its columns `names`; the first gives the numbers of records.
        """
        dictionaries = [self.store.dictionary(self, column, context) for column in columns]
        joins = " ".join(
            f"JOIN {name} d{i} ON d{i}.value = t.{joint.places[column]}"
            for i, (name, column) in enumerate(zip(dictionaries, columns, strict=True))
        )
        cursor = self.store.cursor()
        sizes = [only(cursor, f"SELECT count(*) FROM {name}") for name in dictionaries]
        packed = PackedCodes(tuple(int(size[0]) for size in sizes))
        listed = packed.selected([f"d{i}.code" for i in range(len(columns))])
        sums = ", ".join(f"sum({name})::BIGINT AS {name}" for name in names)
        own = ", ".join(f"t.{name}" for name in names)
        with interruptible(cursor, context):
            found = columns_of(
                cursor,
                f"SELECT {packed.names}, {sums} FROM (SELECT {listed}, {own} FROM {joint.table} t "
                f"{joins}) GROUP BY {packed.names} ORDER BY {packed.names}",
            )
        summed = [np.asarray(found[name], dtype=np.int64) for name in names]
        if int(summed[0].sum()) != self.records:
            raise Refused(error("counts.torn"))
        return packed.unpacked(found), summed

    def key_sums(
        self, columns: Sequence[int], identifier: int, key: bytes, context: JobContext
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The distinct combinations of some columns as codes (combinations, columns), their frequencies and
        the sums of the record keys that follow from an identifier, both (combinations,). Without records:
        refused.
        """
        raise needs_records()

    def rarest(self, limit: int) -> tuple[tuple[str, ...], list[Row]]:
        """``n`` and the names of the variables of the largest joint, and its `limit` smallest combinations.
        Each row begins with its number of records; the smallest comes first.
        """
        joint = max(self.joints, key=lambda one: (len(one.places), one.rows))
        columns = sorted(joint.places)
        listed = ", ".join(joint.places[column] for column in columns)
        rows = run(
            self.store.cursor(),
            f"SELECT sum(n)::BIGINT AS n, {listed} FROM {joint.table} GROUP BY ALL ORDER BY n, {listed} "
            f"LIMIT {limit:d}",
        )
        names = ("n", *(self.names[column] for column in columns))
        shown = [{}, *(self._labels(column) for column in columns)]
        return names, [
            tuple(own.get(str(value), str(value)) for own, value in zip(shown, row, strict=True))
            for row in rows
        ]

    def _labels(self, column: int) -> Mapping[str, str]:
        """By the first of the values that a column counts together their label."""
        found = self.counted_from.get(column)
        if found is None:
            return {}
        return {group[0]: label for group, label in zip(found.groups, found.labels, strict=True)}
