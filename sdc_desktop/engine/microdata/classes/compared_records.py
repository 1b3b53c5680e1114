"""Original and protected records side by side: which values differ, which are suppressed, and how many
records share the key values of each. Values are held as codes of a few bytes; equal columns are held once.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.members import NOBODY, Numbers, is_one_each, members_of
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.released import SUPPRESSED
from sdc_desktop.engine.data.store.sql import BATCH
from sdc_desktop.engine.microdata.classes.first_look import CLOSE
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector, row_numbers
from sdc_desktop.engine.microdata.classes.matching_persons import matching_persons
from sdc_desktop.engine.microdata.classes.matching_values import MissingRule, matching_sums, share_of
from sdc_desktop.engine.problems import refuse_errors

Flags = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.unsignedinteger]


class Texts:
    """Many short texts in one piece of memory, a tenth of what an object for each would take."""

    def __init__(self, texts: Sequence[str], context: JobContext) -> None:
        parts, ends = [], np.zeros(len(texts) + 1, dtype=np.int64)
        for start in range(0, len(texts), BATCH):
            context.checkpoint()
            batch = [text.encode("utf-8") for text in texts[start : start + BATCH]]
            ends[start + 1 : start + 1 + len(batch)] = [len(text) for text in batch]
            parts.append(b"".join(batch))
        self._bytes, self._ends = b"".join(parts), np.cumsum(ends)

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, place: int) -> str:
        if not 0 <= place < len(self):
            raise IndexError(place)
        return self._bytes[self._ends[place] : self._ends[place + 1]].decode("utf-8")


@dataclass(frozen=True, eq=False)
class ComparedVariable:
    """A variable of both files. ``texts``: those of both; ``original`` and ``released`` (records,) index
    them, one array where nothing differs; ``missing`` and ``absent`` (texts,): missing, and missing or
    suppressed; ``changed`` and ``suppressed`` count records.
    """

    name: str
    numeric: bool
    texts: Texts
    original: Codes
    released: Codes
    missing: Flags
    absent: Flags
    changed: int
    suppressed: int

    def differs(self) -> Flags:
        """Which records show another text, (records,)."""
        return np.asarray(self.original != self.released)

    def is_suppressed(self) -> Flags:
        """Which records lost their value, (records,)."""
        return np.asarray(self.absent[self.released] & (self.original != self.released))


@dataclass(frozen=True, eq=False)
class ComparedRecords:
    """All records of the original, in its order. ``kept``: those that are released; ``before`` and ``after``:
    the records that match each on the ``key_variables`` as both files show them, itself included, 0 where it
    is not released; ``classes``: the number of its class after; ``withheld``: variables that are not
    released. All (records,). ``persons``: whose each record is, from 0 in the order of the file, NOBODY
    without a person; None where each record is of a person of its own. With it matches are persons. ``rule``:
    what a missing key value matches; classes below ``k`` are small.
    """

    variables: tuple[ComparedVariable, ...]
    withheld: tuple[str, ...]
    key_variables: tuple[str, ...]
    decimal: DecimalMark
    kept: Flags
    changed: Flags
    suppressed: Flags
    before: Vector
    after: Vector
    classes: Integers
    persons: Numbers | None = None
    rule: MissingRule = "none"
    k: int = 3

    @property
    def records(self) -> int:
        """How many records the original has."""
        return len(self.kept)

    @property
    def is_small(self) -> Flags:
        """Which records are released in small classes, (records,); also those where no person is."""
        return np.asarray(self.kept & (self.after < self.k - CLOSE))

    def person(self, record: int) -> int | None:
        """The number of the person of a record (from 0), from 0; None where it has none."""
        number = NOBODY if self.persons is None else int(self.persons[record])
        return None if number == NOBODY else number

    def of_class(self, record: int) -> tuple[int, float]:
        """How many records the class of a released record (from 0) has, and how many persons match it."""
        return int(np.count_nonzero(self.classes == self.classes[record])), float(self.after[record])

    def of_person(self, record: int) -> tuple[int, int]:
        """How many records the person of a record (from 0) has, and in how many released classes."""
        own = _of_person(self, record)
        return len(own), len(np.unique(self.classes[own][self.kept[own]]))

    def variable(self, name: str) -> ComparedVariable:
        """The variable of that name; KeyError if there is none."""
        for one in self.variables:
            if one.name == name:
                return one
        raise KeyError(name)


def compared_records(
    original: Microdata,
    released: Microdata,
    origin: Integers,
    context: JobContext,
    missing: MissingRule = "none",
    k: int = 3,
) -> ComparedRecords:
    """Compare released records with those of the original that they were made of, whose numbers (from 0) are
    `origin` (released records,). ``missing``: what a missing key value matches; classes below
    ``k`` are small. Several bytes a record and variable are held.

    Raises Cancelled, and :class:`Refused` where the records are beyond memory.
    """
    for data in (original, released):
        refuse_errors(data.relation.by_record_problems())
    kept = np.zeros(original.records, dtype=np.bool_)
    kept[origin] = True
    names = [v.name for v in original.variables if v.name in released.names]
    variables = []
    for place, name in enumerate(names):
        context.progress(place / len(names), "comparing_records")
        variables.append(_variable(original, released, origin, name, context))
    changed, suppressed = np.zeros(len(kept), dtype=np.bool_), np.zeros(len(kept), dtype=np.bool_)
    for one in variables:
        if one.changed:
            changed |= one.differs()
        if one.suppressed:
            suppressed |= one.is_suppressed()
    keys = [one for one in variables if released.variable(one.name).role == "key"]
    context.checkpoint()
    persons = _persons(original, context)
    alpha = share_of(missing)
    before, sizes = np.zeros(len(kept)), np.zeros(len(kept))
    classes = np.full(len(kept), -1, dtype=np.int64)
    if keys:
        before, _ = _matches([one.original for one in keys], keys, persons, alpha, context)
    if keys and len(origin):
        whose = None if persons is None else persons[kept]
        shown = [one.released[kept] for one in keys]
        sizes[kept], classes[kept] = _matches(shown, keys, whose, alpha, context)
    return ComparedRecords(
        tuple(variables),
        tuple(name for name in original.names if name not in names),
        tuple(one.name for one in keys),
        original.decimal,
        kept,
        changed,
        suppressed,
        before,
        sizes,
        classes,
        persons,
        missing,
        k,
    )


def _persons(original: Microdata, context: JobContext) -> Numbers | None:
    """Whose each record is, (records,), numbered by their first records: numbers show no identifier."""
    if original.persons is None:
        return None
    found = original.persons.of(original.relation, context)
    if is_one_each(found):
        return None
    there = found != NOBODY
    _, firsts, own = np.unique(found[there], return_index=True, return_inverse=True)
    rank = np.empty(len(firsts), dtype=np.int32)
    rank[np.argsort(firsts)] = np.arange(len(firsts), dtype=np.int32)
    numbers = np.full(len(found), NOBODY, dtype=np.int32)
    numbers[there] = rank[own]
    return numbers


def _variable(
    original: Microdata, released: Microdata, origin: Integers, name: str, context: JobContext
) -> ComparedVariable:
    context.checkpoint()
    one, other = original.index(name), released.index(name)
    texts = list(original.relation.frequencies(one, context)[0])
    number = {text: place for place, text in enumerate(texts)}
    own = original.relation.codes(one, context)
    shown_texts = released.relation.frequencies(other, context)[0]
    places = np.array([number.setdefault(text, len(number)) for text in shown_texts], dtype=np.int64)
    texts += list(number)[len(texts) :]
    shown = own.copy()
    shown[origin] = places[released.relation.codes(other, context)] if len(places) else 0
    codes_of_missing = set(released.variable(name).missing)
    missing = np.array([text in codes_of_missing for text in texts], dtype=np.bool_)
    absent = missing | np.array([text == SUPPRESSED for text in texts], dtype=np.bool_)
    small = np.min_scalar_type(max(len(texts), 1))
    differs = own != shown
    codes = own.astype(small)
    numeric = original.variable(name).level == "continuous"
    return ComparedVariable(
        name,
        numeric,
        Texts(texts, context),
        codes,
        shown.astype(small) if differs.any() else codes,
        missing,
        absent,
        int(np.count_nonzero(differs)),
        int(np.count_nonzero(differs & absent[shown])) if len(texts) else 0,
    )


def _matches(
    codes: Sequence[Codes],
    keys: Sequence[ComparedVariable],
    persons: Numbers | None,
    alpha: float,
    context: JobContext,
) -> tuple[Vector, Integers]:
    """How many records match each, persons where these are given, and the number of its class, both
    (records,). A match that rests on a missing value counts ``alpha``; a suppressed value is one that others
    can share.
    """
    counts = [len(one.texts) for one in keys]
    numbers, count = row_numbers(np.column_stack(codes), counts)
    _, firsts = np.unique(numbers, return_index=True)
    rows = np.column_stack([own[firsts] for own in codes]).astype(np.int64)
    absent = np.column_stack([one.missing[own[firsts]] for one, own in zip(keys, codes, strict=True)])
    members = None if persons is None else members_of(numbers, persons)
    if members is not None:
        return matching_persons(rows, absent, counts, members, alpha, context)[numbers], numbers
    sizes = np.bincount(numbers, minlength=count)
    return matching_sums(rows, absent, counts, sizes, sizes.astype(float), alpha, context)[numbers], numbers


def matches_without(compared: ComparedRecords, record: int) -> dict[str, float]:
    """By key variable how many records, or persons, match a released one (from 0) on the other key variables,
    itself included, as the protected file shows them.
    """
    keys = [compared.variable(name) for name in compared.key_variables]
    return {left.name: _matching(compared, record, [one for one in keys if one is not left]) for left in keys}


def _matching(compared: ComparedRecords, record: int, keys: Sequence[ComparedVariable]) -> float:
    equal, compatible = compared.kept.copy(), compared.kept.copy()
    for one in keys:
        codes, missing = one.released, one.missing[one.released]
        same = codes == codes[record]
        equal &= same & ~missing
        compatible &= same | missing | missing[record]
    equal[record] = True
    weight = share_of(compared.rule)
    if compared.persons is None:
        return float(equal.sum() + weight * (compatible & ~equal).sum())
    sure, maybe = (set(compared.persons[chosen].tolist()) - {NOBODY} for chosen in (equal, compatible))
    return len(sure) + weight * len(maybe - sure)


# Which of the records are shown.
@dataclass(frozen=True)
class OfState:
    """All records, or those of a state: `changed`, `suppressed` (a value of them), `unique` (as released),
    `small` (in small classes), `removed` (not released). Classes are measured in persons where these
    are known.
    """

    state: str = "all"


@dataclass(frozen=True)
class OfClass:
    """The records that share the class of one, by its number from 0, as released."""

    record: int


@dataclass(frozen=True)
class OfPerson:
    """All records of the person of one, by its number from 0; that one alone where it has no person."""

    record: int


@dataclass(frozen=True)
class OfSizes:
    """Records in classes of these sizes (``most`` None: or more), before or as released."""

    least: int
    most: int | None
    released: bool


@dataclass(frozen=True)
class OfValues:
    """Records with one of these ``texts`` of a variable, or with a number from ``low`` to below ``high``
    (``closed``: or equal to it), before or as released; ``label`` is what their bar is called.
    """

    variable: str
    released: bool
    label: str
    texts: frozenset[str] = frozenset()
    low: float | None = None
    high: float | None = None
    closed: bool = False


Choice = OfState | OfClass | OfPerson | OfSizes | OfValues


def chosen_records(compared: ComparedRecords, choice: Choice, context: JobContext) -> Integers | None:
    """The numbers (chosen,) of the records of a choice, from 0, ascending; None: all. Raises Cancelled."""
    match choice:
        case OfClass(record):
            number = compared.classes[record]
            return np.flatnonzero(compared.classes == number) if number >= 0 else np.array([record])
        case OfPerson(record):
            return _of_person(compared, record)
        case OfSizes(least, most, released):
            sizes = np.floor((compared.after if released else compared.before) + CLOSE)
            return np.flatnonzero((sizes >= least) & (sizes <= (most or len(sizes))) & (sizes > 0))
        case OfValues():
            return _of_values(compared, choice, context)
        case OfState("changed"):
            return np.flatnonzero(compared.changed)
        case OfState("suppressed"):
            return np.flatnonzero(compared.suppressed)
        case OfState("unique"):
            return np.flatnonzero(compared.kept & (compared.after <= 1 + CLOSE))
        case OfState("small"):
            return np.flatnonzero(compared.is_small)
        case OfState("removed"):
            return np.flatnonzero(~compared.kept)
    return None


def _of_person(compared: ComparedRecords, record: int) -> Integers:
    if compared.persons is None or compared.persons[record] == NOBODY:
        return np.array([record])
    return np.flatnonzero(compared.persons == compared.persons[record])


def _of_values(compared: ComparedRecords, choice: OfValues, context: JobContext) -> Integers:
    one = compared.variable(choice.variable)
    found = np.zeros(len(one.texts), dtype=np.bool_)
    low, high = choice.low, choice.high
    is_number = re.compile(number_pattern(compared.decimal))
    for place in range(len(one.texts)):
        if place % BATCH == 0:
            context.checkpoint()
        text = one.texts[place]
        if low is None or high is None:
            found[place] = text in choice.texts
        elif not one.absent[place] and is_number.fullmatch(text):
            number = float(text.replace(compared.decimal, "."))
            found[place] = low <= number < high or (choice.closed and number == high)
    codes = one.released if choice.released else one.original
    there = found[codes]
    return np.flatnonzero(there & compared.kept if choice.released else there)
