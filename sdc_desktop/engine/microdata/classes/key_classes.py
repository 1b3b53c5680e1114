"""Classes of records with equal values of the key variables, and how they roll up to coarser levels.

All figures are counts of distinct combinations; records are never read. Codes are numbers of the categories
of a variable at a given level (:class:`recoding.RecodedVariable`); levels count from 0 = as is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Members, Shown, number_of
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata
from sdc_desktop.engine.data.store.packed_codes import numbered, numbered_columns
from sdc_desktop.engine.microdata.classes.disclosing_sets import disclosed_by_sets, disclosing
from sdc_desktop.engine.microdata.classes.holders import Holders, held
from sdc_desktop.engine.microdata.classes.knowledge import Found, equal_classes, found_by, persons_of
from sdc_desktop.engine.microdata.recoding import RecodedVariable, labels_at
from sdc_desktop.engine.plan_secrets import IF_THERE

Integers = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float64]
Levels = tuple[int, ...]

_MOST_KEPT = 1 << 20  # categories of classes at coarser levels, kept for the next node of a search


@dataclass(frozen=True)
class Pairs:
    """The values of a sensitive variable in each class: rows (class, value, records), each array (rows,).
    Ordered by class and value; ``values`` are codes below ``categories``. Records without a value are in no
    row. Where records count by a fraction (`matching_values`), ``counts`` are sums of weights. Where persons
    have several records, ``counts`` are the persons who have the value in the class, and ``holders`` show
    which.
    """

    classes: Integers
    values: Integers
    counts: npt.NDArray[np.int64] | npt.NDArray[np.float64]
    categories: int
    holders: Holders | None = None

    @property
    def is_weighted(self) -> bool:
        """Whether counts are sums of weights, not of records."""
        return self.counts.dtype.kind == "f"

    def known(self, classes: int) -> Integers | Vector:
        """How many records, or persons, of each class have a value, (classes,)."""
        if self.holders is not None:
            return self.holders.known(classes)
        found = float_sums(self.classes, self.counts, classes)
        return found if self.is_weighted else found.astype(np.int64)

    def without(self, values: Sequence[int]) -> "Pairs":
        """The rows of all other values."""
        if self.holders is not None:
            return of_holders(self.holders.without(values))
        kept = ~np.isin(self.values, np.array(values, dtype=np.int64))
        return Pairs(self.classes[kept], self.values[kept], self.counts[kept], self.categories)

    def starts(self, classes: int) -> Integers:
        """Where the rows of each class begin, and where all end: (classes + 1,)."""
        return np.searchsorted(self.classes, np.arange(classes + 1))

    def shares(self) -> "Pairs":
        """The pairs as shares that add up to the numbers known. Where a person has several values in a class,
        each counts by its share of that person's records there.
        """
        if self.holders is None:
            return self
        if self.holders.is_single:
            return replace(self, holders=None)
        shares = self.holders.shares()
        there = shares > 0
        return Pairs(self.classes[there], self.values[there], shares[there], self.categories)


@dataclass(frozen=True)
class KeyClasses:
    """The classes at some levels: ``codes`` (variables, classes) int32, ``sizes`` (classes,) in records,
    and the values of each sensitive variable in them. ``members`` are the persons of each class; None where
    each record is of a person of its own.
    """

    levels: Levels
    codes: npt.NDArray[np.int32]
    sizes: Integers
    pairs: Mapping[str, Pairs] = field(default_factory=dict)
    members: Members | None = None

    @cached_property
    def found(self) -> Found | None:
        """What an intruder finds who knows what the plan says; None where each record is a person's own."""
        return None if self.members is None else found_by(self.members, self.sizes, JobContext())

    @property
    def units(self) -> Integers:
        """How many persons fit what can be known of one with a record in each class, (classes,); records
        where each is of a person of its own.
        """
        return self.sizes if self.members is None else persons_of(self.members, self.sizes, JobContext())

    @property
    def records(self) -> int:
        """How many records there are."""
        return int(self.sizes.sum())

    @property
    def people(self) -> int:
        """How many persons there are; records where each is of a person of its own."""
        return self.records if self.found is None else len(self.found.least)

    def records_in(self, chosen: npt.NDArray[np.bool_]) -> int:
        """How many records the classes chosen (classes,) have, each counted once."""
        if self.members is None or self.members.of_records is None:
            return int(self.sizes[chosen].sum())
        return self.members.records_within(chosen)

    def persons_in(self, chosen: npt.NDArray[np.bool_]) -> int | None:
        """How many persons have a record in the classes chosen (classes,); None where each record is of a
        person of its own.
        """
        return None if self.members is None else self.members.within(chosen)


def first_classes(
    keys: KeyCounts, key_variables: Sequence[str], sensitive: Mapping[str, Integers]
) -> KeyClasses:
    """The classes of the original records, from one pass over key and sensitive variables.

    Ordered by codes, which are those of `keys`. ``sensitive``: by variable the number of the value that each
    of its categories in `keys` means, below 0 where it means none (``sensitive_values``).
    """
    places = [keys.variables.index(name) for name in key_variables]
    columns = keys.codes[:, places]
    number, count = row_numbers(columns, [len(keys.categories[place]) for place in places])
    first = np.full(count, -1, dtype=np.int64)
    first[number[::-1]] = np.arange(len(number))[::-1]
    values = {name: of_text[keys.codes[:, keys.variables.index(name)]] for name, of_text in sensitive.items()}
    if keys.members is None:
        pairs = {name: pairs_of(number, own, keys.frequencies, count) for name, own in values.items()}
    else:
        of_rows = keys.members
        pairs = {
            name: of_holders(held(number[of_rows.places], of_rows, own[of_rows.places]))
            for name, own in values.items()
        }
    return KeyClasses(
        (0,) * len(places),
        np.ascontiguousarray(columns[first].T),
        _sums(number, keys.frequencies, count),
        pairs,
        None if keys.members is None else keys.members.merged(number),
    )


def of_holders(holders: Holders) -> Pairs:
    """The values in classes by the persons who have them."""
    classes, values, counts = holders.numbers()
    return Pairs(classes, values, counts, holders.categories, holders)


def with_equal_persons(
    pairs: Mapping[str, Pairs], classes: int, members: Members
) -> tuple[Members, dict[str, Pairs]]:
    """These classes, and after them those of persons with equal records with the values of all these. If all
    records of a person are known, a single record is too, and its value may be lost among all.
    """
    found, of_person = equal_classes(members, JobContext())
    joined = Members(
        np.concatenate([members.places, found.places + classes]),
        np.concatenate([members.persons, found.persons]),
        np.concatenate([members.records, found.records]),
        linked=members.linked,
        of_records=classes,
    )
    holders = {name: one.holders for name, one in pairs.items()}
    return joined, {
        name: of_holders(one.followed(one.of_persons(of_person), classes))
        for name, one in holders.items()
        if one
    }


def pairs_of(classes: Integers, values: Integers, counts: Integers, number: int) -> Pairs:
    """The values of a sensitive variable in `number` classes from rows (class, value, records); rows with a
    value below 0 have none.
    """
    there = values >= 0
    categories = int(values.max(initial=0)) + 1
    return _paired(classes[there], values[there], counts[there], number, categories)


def row_numbers(rows: npt.NDArray[np.integer], categories: Sequence[int]) -> tuple[Integers, int]:
    """Number the distinct rows (rows, variables) from 0 in their order; the second value is their count."""
    return numbered_columns(list(rows.T), categories, len(rows))


class RollUp:
    """Coarser classes of nested hierarchies.

    ``members[i][level][category]`` is the number of variable i's category at a level; a finer level's
    categories must each lie in one of a coarser level.
    """

    def __init__(self, variables: Sequence[RecodedVariable]) -> None:
        self._variables = variables
        self._members = [variable.members for variable in variables]
        self.categories = [
            tuple(variable.categories(level) for level in range(variable.levels)) for variable in variables
        ]
        self._upward: dict[tuple[int, int, int], Integers] = {}
        self._columns: dict[tuple[int, int, int], tuple[npt.NDArray[np.integer], Integers]] = {}
        self._kept = 0

    def upward(self, variable: int, finer: int, coarser: int) -> Integers:
        """For each category of a level the category of a coarser level that it lies in."""
        key = (variable, finer, coarser)
        if key not in self._upward:
            found = np.zeros(self.categories[variable][finer], dtype=np.int64)
            found[self._members[variable][finer]] = self._members[variable][coarser]
            self._upward[key] = found
        return self._upward[key]

    def numbers(self, classes: KeyClasses, levels: Levels) -> tuple[Integers, int]:
        """The number (classes,) of the coarser class that each class falls into, and their count."""
        columns, categories = [], []
        for variable, (finer, coarser) in enumerate(zip(classes.levels, levels, strict=True)):
            count = self.categories[variable][coarser]
            if count > 1:
                columns.append(
                    classes.codes[variable] if finer == coarser else self._column(classes, variable, coarser)
                )
                categories.append(count)
        return numbered_columns(columns, categories, len(classes.sizes))

    def _column(self, classes: KeyClasses, variable: int, coarser: int) -> Integers:
        """For each class the category of a variable at a coarser level. A search rolls the same few classes
        up again and again: their columns are kept.
        """
        codes, key = classes.codes, (id(classes.codes), variable, coarser)
        if key in self._columns:
            return self._columns[key][1]
        found: Integers = self.upward(variable, classes.levels[variable], coarser).take(codes[variable])
        if self._kept + len(found) <= _MOST_KEPT:
            self._columns[key] = codes, found  # with the codes, so that no others have their identity
            self._kept += len(found)
        return found

    def coarser(self, classes: KeyClasses, levels: Levels) -> KeyClasses:
        """The classes at coarser levels."""
        if levels == classes.levels:
            return classes
        return self.merged(classes, levels, *self.numbers(classes, levels))

    def merged(self, classes: KeyClasses, levels: Levels, number: Integers, count: int) -> KeyClasses:
        """The classes at coarser levels, when their numbers are known already: `number` (classes,) is the one
        of each class among `count` coarser ones.
        """
        member = np.zeros(count, dtype=np.int64)
        member[number] = np.arange(len(number))
        codes = np.empty((len(levels), count), dtype=np.int32)
        for variable, (finer, coarser) in enumerate(zip(classes.levels, levels, strict=True)):
            column = classes.codes[variable][member]
            codes[variable] = column if finer == coarser else self.upward(variable, finer, coarser)[column]
        pairs = {name: merged_pairs(found, number, count) for name, found in classes.pairs.items()}
        shown = self.shown(classes, levels, number, count)
        members = None if classes.members is None else classes.members.merged(number, shown)
        return KeyClasses(levels, codes, _sums(number, classes.sizes, count), pairs, members)

    def shown(self, classes: KeyClasses, levels: Levels, number: Integers, count: int) -> Shown | None:
        """The texts of these coarser classes, where the order of the records of a person is known; `number`
        (classes,) as in :meth:`merged`.
        """
        if classes.members is None or classes.members.in_time is None:
            return None
        one = np.zeros(count, dtype=np.int64)
        one[number] = np.arange(len(number))
        codes, labels = [], []
        for place, (variable, level) in enumerate(zip(self._variables, levels, strict=True)):
            codes.append(self.upward(place, classes.levels[place], level)[classes.codes[place][one]])
            labels.append(labels_at(variable, level, range(variable.categories(level))))
        return Shown(codes, labels)


def merged_sizes(sizes: Integers, number: Integers, count: int) -> Integers:
    """The sizes (count,) of classes merged as `number` says."""
    return _sums(number, sizes, count)


def merged_pairs(pairs: Pairs, number: Integers, count: int) -> Pairs:
    """The values in classes merged as `number` (classes,) says."""
    if pairs.holders is not None:
        return of_holders(pairs.holders.merged(number))
    return _paired(number[pairs.classes], pairs.values, pairs.counts, count, pairs.categories)


def _paired(
    classes: Integers, values: npt.NDArray[np.integer], counts: Integers | Vector, count: int, categories: int
) -> Pairs:
    keys = classes * categories + values
    number, rows = numbered(keys, max(count * categories, 1))
    distinct = np.zeros(rows, dtype=np.int64)
    distinct[number] = keys
    return Pairs(distinct // categories, distinct % categories, _sums(number, counts, rows), categories)


def float_sums(numbers: Integers, weights: Vector | Integers, length: int) -> Vector:
    """Sums of weights by number, (length,), added in the order of the rows."""
    return np.asarray(np.bincount(numbers, weights=weights, minlength=length), dtype=np.float64)


def _sums(numbers: Integers, counts: Integers | Vector, length: int) -> Integers:
    """Sums of counts by number. Exact: below 2**53 whole numbers are exact as doubles, and quick."""
    return float_sums(numbers, counts, length).astype(np.int64)


def chosen(classes: KeyClasses, rows: Integers) -> KeyClasses:
    """The classes with these numbers (chosen,), which ascend, renumbered from 0."""
    pairs = {}
    for name, found in classes.pairs.items():
        if found.holders is not None:
            pairs[name] = of_holders(found.holders.chosen(rows, len(classes.sizes)))
            continue
        starts = found.starts(len(classes.sizes))
        lengths = starts[rows + 1] - starts[rows]
        begins = np.cumsum(lengths) - lengths
        taken = np.arange(int(lengths.sum())) + np.repeat(starts[rows] - begins, lengths)
        pairs[name] = Pairs(
            np.repeat(np.arange(len(rows)), lengths),
            found.values[taken],
            found.counts[taken],
            found.categories,
        )
    members = None if classes.members is None else classes.members.chosen(rows, len(classes.sizes))
    return KeyClasses(classes.levels, classes.codes[:, rows], classes.sizes[rows], pairs, members)


def as_one(classes: KeyClasses) -> KeyClasses:
    """All of some classes as a single one, without key variables."""
    number = np.zeros(len(classes.sizes), dtype=np.int64)
    pairs = {name: merged_pairs(found, number, 1) for name, found in classes.pairs.items()}
    members = None if classes.members is None else classes.members.merged(number)
    return KeyClasses((), np.zeros((0, 1), dtype=np.int32), np.array([classes.records]), pairs, members)


# Attribute disclosure: records in groups with a single value of a sensitive variable.
# Anyone who knows that a person is in such a group knows the value, however large the group is. A missing
# value is not a second value, and a group that has missing values only is not counted. Records that keep no
# key value are in no group. A suppressed cell is a value like any other, which makes the groups small and
# the count large. Everything is counted by record, unweighted.
@dataclass(frozen=True)
class ValueGroups:
    """Classes of one kind, with the records and persons in them; ``people``: the persons of all classes."""

    records: int
    groups: int
    persons: int | None = field(default=None, metadata=IF_THERE)
    people: int | None = field(default=None, metadata=IF_THERE)

    @property
    def units(self) -> int:
        """The persons in them; records where each is of a person of its own."""
        return self.records if self.persons is None else self.persons

    def share(self, records: int) -> float:
        """The share of all persons, else of `records` records, that are in these classes, 0 to 1."""
        if self.persons is None or self.people is None:
            return self.records / max(records, 1)
        return self.persons / max(self.people, 1)


@dataclass(frozen=True)
class GroupsMoved:
    """The classes in the original file and in the released one."""

    before: ValueGroups
    after: ValueGroups


@dataclass(frozen=True)
class OneValue:
    """Groups with exactly one value of a sensitive variable; ``ninety``: those with one value in at least
    90 % of their records with a value, the first among them.
    """

    before: ValueGroups
    after: ValueGroups
    ninety: GroupsMoved


Disclosed = tuple[ValueGroups, ValueGroups]  # with exactly one value, and with one in at least 90 %


def disclosed(pairs: Pairs, sizes: Integers, members: Members | None = None) -> Disclosed:
    """What classes of these sizes (classes,) disclose of the variable with the values `pairs`."""
    if members is not None and members.known == "all":
        members, found = with_equal_persons({"": pairs}, len(sizes), members)
        pairs, sizes = found[""], members.sizes()
    elif members is not None and members.known != 1:
        assert pairs.holders is not None
        people = number_of(members.persons)
        by_sets = disclosed_by_sets(pairs.holders, members, JobContext())
        one, ninety = (ValueGroups(each.records, each.sets, each.persons, people) for each in by_sets)
        return one, ninety
    first, second = disclosing(pairs.classes, pairs.counts, pairs.known(len(sizes)))
    return groups_where(sizes, first, members), groups_where(sizes, second, members)


def disclosed_in(classes: KeyClasses) -> dict[str, Disclosed]:
    """What some classes disclose, by sensitive variable."""
    return {name: disclosed(pairs, classes.sizes, classes.members) for name, pairs in classes.pairs.items()}


def one_value(before: Mapping[str, Disclosed], after: Mapping[str, Disclosed]) -> dict[str, OneValue]:
    """What the original file and the released file disclose, by sensitive variable."""
    return {
        name: OneValue(own[0], after[name][0], GroupsMoved(own[1], after[name][1]))
        for name, own in before.items()
    }


def groups_where(
    sizes: Integers, chosen: npt.NDArray[np.bool_], members: Members | None = None
) -> ValueGroups:
    """How many of the groups of these sizes (groups,) are chosen, and their records and persons."""
    records, groups = int(sizes[chosen].sum()), int(np.count_nonzero(chosen))
    if members is None:
        return ValueGroups(records, groups)
    if members.of_records is not None:
        records = members.records_within(chosen)
    return ValueGroups(records, groups, members.within(chosen), number_of(members.persons))


# The risk from an intruder who looks up true values in a released file.
# This intruder picks one of the released records that show a person's key values, all equally likely.
# A record whose own values were changed cannot be found so; where others were changed into them he is
# misled. Of a file that nothing was done to, this is the prosecutor's risk: 1 by the number of equal
# records.
@dataclass(frozen=True)
class LookupRisk:
    """``highest`` and ``average`` re-identification risk over the records; ``expected``: their sum;
    ``certain``: records found with certainty; ``unchanged``: records that show their own values.
    """

    highest: float
    average: float
    expected: float
    certain: int
    unchanged: int


def lookup_risk(
    original: Microdata, released: Microdata, names: tuple[str, ...], context: JobContext
) -> LookupRisk:
    """Of a file with the same records in the same order; at least one record and one variable."""
    columns, categories = [], []
    for name in names:
        context.checkpoint()
        own, shown = common_codes(original, released, name, context)
        columns.append(np.concatenate([own, shown]))
        categories.append(int(columns[-1].max()) + 1)
    keys, count = row_numbers(np.column_stack(columns), categories)
    own, shown = keys[: original.records], keys[original.records :]
    sizes = np.bincount(shown, minlength=count)
    same = own == shown
    chances = np.zeros(original.records)
    chances[same] = 1 / sizes[own[same]]
    return LookupRisk(
        highest=float(chances.max()),
        average=float(chances.mean()),
        expected=float(chances.sum()),
        certain=int((chances == 1).sum()),
        unchanged=int(same.sum()),
    )


def common_codes(
    original: Microdata, released: Microdata, name: str, context: JobContext
) -> tuple[Integers, Integers]:
    """A code for each record of both files, equal where texts are."""
    one, other = original.index(name), released.index(name)
    own_texts = original.relation.frequencies(one, context)[0]
    number = {text: place for place, text in enumerate(own_texts)}
    shown_texts = released.relation.frequencies(other, context)[0]
    places = np.array([number.setdefault(text, len(number)) for text in shown_texts], dtype=np.int64)
    own = original.relation.codes(one, context).astype(np.int64)
    return own, places[released.relation.codes(other, context)]
