"""The record keys for the cell key method: from a variable, from identifiers, or from the order.

Keys that follow from the record itself give the same cell the same noise however the file is sorted. Keys
drawn in file order do not, which a warning says.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.formats import DecimalMark
from sdc_desktop.engine.data.members import NOBODY, Numbers
from sdc_desktop.engine.data.store.counted_relation import CountedRelation, needs_records
from sdc_desktop.engine.problems import Place, Problem, Refused, error, warning
from sdc_desktop.engine.secret_stream import KEY_PARTS, SEPARATOR, record_keys, secret_of, shared_stream
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import IDENTIFYING
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.specs.cell_key import (
    HashKeySpec,
    RecordKeySpec,
    VariableKeySpec,
    hashed_from_one,
)
from sdc_desktop.engine.tables.table import is_plain

_BATCH = 20_000
_MOST_PLACES = 15  # decimals, and figures before the decimal mark
_FIGURES = 12  # significant ones of a number with decimals; beyond them is noise of binary numbers
_FEW = 0.01  # of the records may need more decimals than the unit has


@dataclass(frozen=True)
class Amounts:
    """What each of some texts says, in units of ``unit`` (1, 0.1, 0.01, ...); 0 where it means "missing".
    ``rounded``: texts with more decimals than the unit has.
    """

    units: Integers
    missing: Flags
    unit: Decimal
    rounded: Flags


@dataclass(frozen=True)
class Snapping:
    """Amounts are read with 12 significant figures, and the whole ones before the decimal mark in any case,
    then in the finest decimal that 99 % of the records need. ``counts``: how many records have each text;
    ``unit``: the decimals are at least those of this number; ``most``: and never more than this many.
    """

    counts: Integers
    unit: Decimal = Decimal(1)
    few: float = _FEW
    most: int = _MOST_PLACES

    def places(self, needed: Integers, absent: Flags) -> int:
        """The decimals of the unit; `needed`: those of each text."""
        counts = np.where(absent, 0, self.counts)
        allowed = self.few * float(counts.sum())
        few = next(p for p in range(int(needed.max(initial=0)) + 1) if counts[needed > p].sum() <= allowed)
        return min(max(few, _places_of(self.unit)), self.most)


def snapped(value: Decimal) -> Decimal:
    """A number with 12 significant figures; its whole part stays: 28.999999999999996 is 29."""
    figures = max(_FIGURES, value.adjusted() + 1)
    return Context(prec=figures, rounding=ROUND_HALF_UP).plus(value)


def _places_of(value: Decimal) -> int:
    """The decimals that a number needs."""
    return max(0, -int(value.normalize().as_tuple().exponent)) if value else 0


def amounts(
    texts: Sequence[str],
    decimal: DecimalMark,
    missing: Collection[str],
    name: str,
    context: JobContext,
    snapping: Snapping | None = None,
) -> Amounts:
    """Read the distinct texts of variable `name`, exactly where nothing is said of `snapping`. Raises
    Cancelled. Raises :class:`Refused`, with their number, where texts are not numbers or have more figures
    than can be represented exactly.
    """
    is_number = re.compile(number_pattern(decimal))
    absent = np.array([text in missing for text in texts], dtype=np.bool_)
    wrong = 0
    whole = np.zeros(len(texts), dtype=np.int64)
    broken: dict[int, Decimal] = {}  # numbers with decimals or an exponent, by place
    for start in range(0, len(texts), _BATCH):
        context.checkpoint()
        for place, text in enumerate(texts[start : start + _BATCH], start=start):
            if absent[place]:
                continue
            if not is_number.fullmatch(text):
                wrong += 1
            elif len(text) <= _MOST_PLACES and text.strip(" +-").isdecimal():
                whole[place] = int(text)
            else:
                broken[place] = Decimal(text.strip().replace(decimal, "."))
    where = Place(variable=name)
    if wrong:
        raise Refused(error("table.not_numbers", where, name=name, number=wrong))
    if not all(map(is_plain, broken.values())):  # before powers of ten are made of its exponent
        raise Refused(error("table.too_many_figures", where, name=name, most=_MOST_PLACES))
    needed = np.zeros(len(texts), dtype=np.int64)
    for place, value in broken.items():
        broken[place] = value if snapping is None else snapped(value)
        needed[place] = _places_of(broken[place])
    places = int(needed.max(initial=0)) if snapping is None else snapping.places(needed, absent)
    scale = 10**places
    large = [value for value in broken.values() if value and value.adjusted() >= _MOST_PLACES]
    if places > _MOST_PLACES or large or int(np.abs(whole).max(initial=0)) > 2**62 // scale:
        raise Refused(error("table.too_many_figures", where, name=name, most=_MOST_PLACES))
    whole *= scale
    for place, value in broken.items():
        units = int(value.scaleb(places).to_integral_value(ROUND_HALF_UP))
        if abs(units) > 2**62:
            raise Refused(error("table.too_many_figures", where, name=name, most=_MOST_PLACES))
        whole[place] = units
    return Amounts(whole, absent, Decimal(1).scaleb(-places), needed > places)


PURPOSE = "cell_key"  # of the draws by place: all tables of a secret share them
_MOST_PARTS = 2**62  # of all records together


@dataclass(frozen=True)
class RecordKeys:
    """``keys`` (records,) of the whole file, whole numbers of ``parts`` of 1."""

    keys: Integers
    parts: int
    notes: tuple[Problem, ...] = ()


def keys_of_records(spec: RecordKeySpec | None, source: Source, context: JobContext) -> RecordKeys:
    """The keys (records,) by the plan, else from the direct identifiers, else from the order. Raises
    :class:`Refused` without a secret, and where values are not keys, or identifiers are missing or repeated.
    """
    if spec is None:
        direct = tuple(v.name for v in source.data.with_role(*IDENTIFYING))
        spec = HashKeySpec(hash=direct) if direct else None
    if spec is None:
        where = Place(key="params.protect.record_key")
        drawn = shared_stream(context, PURPOSE).words(0, source.data.records) >> np.uint64(32)
        return RecordKeys(drawn.astype(np.int64), KEY_PARTS, (warning("table.keys_by_order", where),))
    if isinstance(spec, VariableKeySpec):
        return _of_variable(spec, source, context)
    return _hashed(spec, source, context)


def keys_of_persons(
    spec: RecordKeySpec | None, source: Source, persons: Numbers, context: JobContext
) -> RecordKeys:
    """The record key of the person of each record (records,): by default from the variables of persons.
    Raises :class:`Refused` as `keys_of_records`, and where records of a person have different keys.
    """
    own = tuple(variable.name for variable in source.data.with_role("person"))
    where = Place(key="params.protect.record_key")
    if spec is None and not own:
        raise Refused(error("persons.keys_vary", where, persons=len(np.unique(persons))))
    if spec is None or isinstance(spec, HashKeySpec):
        spec = HashKeySpec(hash=own if spec is None else spec.hash, repeats="allow")
    found = keys_of_records(spec, source, context)
    known = persons != NOBODY
    keys = np.zeros(int(persons.max(initial=NOBODY)) + 1, dtype=np.int64)
    keys[persons[known]] = found.keys[known]
    several = np.unique(persons[known][keys[persons[known]] != found.keys[known]])
    if len(several):
        raise Refused(error("persons.keys_vary", where, persons=len(several)))
    return found


def _of_variable(spec: VariableKeySpec, source: Source, context: JobContext) -> RecordKeys:
    """Decimals from 0 to less than 1, or whole numbers below ``parts``; exact, without rounding."""
    data, name = source.data, spec.variable
    column = data.index(name)
    texts, frequencies = data.relation.frequencies(column, context)
    found = amounts(texts, data.decimal, data.variable(name).missing, name, context)
    parts = int(1 / found.unit) if spec.parts is None else spec.parts
    wrong = found.missing | (found.units < 0) | (found.units >= parts)
    if spec.parts is not None and found.unit != 1:
        wrong |= np.ones(len(texts), dtype=np.bool_)
    where = Place(key="params.protect.record_key", variable=name)
    if wrong.any():
        raise Refused(error("cell_key.not_keys", where, name=name, number=int(frequencies[wrong].sum())))
    if data.records * parts > _MOST_PARTS:
        raise Refused(error("cell_key.keys_too_fine", where, name=name, parts=parts))
    return RecordKeys(found.units[data.relation.codes(column, context)], parts)


def _hashed(spec: HashKeySpec, source: Source, context: JobContext) -> RecordKeys:
    """Keys of identifiers by HMAC; identifiers are the texts as read: 007 is not 7."""
    data = source.data
    columns = []
    for name in spec.hash:
        texts, _ = data.relation.frequencies(data.index(name), context)
        columns.append((texts, data.relation.codes(data.index(name), context), data.variable(name).missing))
    rows, of_record, times = np.unique(
        np.stack([codes for _, codes, _ in columns], axis=1), axis=0, return_inverse=True, return_counts=True
    )
    parts = [[texts[code] for code in rows[:, place].tolist()] for place, (texts, _, _) in enumerate(columns)]
    absent = np.ones(len(rows), dtype=np.bool_)
    for place, (_, _, missing) in enumerate(columns):
        absent &= np.array([text in missing or not text.strip() for text in parts[place]], dtype=np.bool_)
    _refuse_identifiers(spec, int(times[absent].sum()), int(times[~absent & (times > 1)].sum()))
    identifiers = [SEPARATOR.join(row) for row in zip(*parts, strict=True)]
    keys = record_keys(secret_of(context).key, identifiers, context)
    return RecordKeys(keys[of_record.ravel()], KEY_PARTS)


def _refuse_identifiers(spec: HashKeySpec, missing: int, repeated: int) -> None:
    """Raises :class:`Refused` for records without an identifier, or with one that another record has."""
    if missing or (repeated and spec.repeats == "refuse"):
        where = Place(key="params.protect.record_key")
        names = ", ".join(spec.hash)
        raise Refused(error("cell_key.identifiers", where, names=names, missing=missing, repeated=repeated))


def keys_of_combinations(
    spec: RecordKeySpec | None, source: Source, names: Sequence[str], context: JobContext
) -> tuple[npt.NDArray[np.int32], Integers, Integers]:
    """The combinations of variables of records that a cluster holds: their codes, how many records have each,
    and the sums of the keys of these, in KEY_PARTS. Raises :class:`Refused` as `keys_of_records`, and for
    keys that are not hashed from one identifier.
    """
    data, relation = source.data, source.data.relation
    if not isinstance(relation, CountedRelation) or not hashed_from_one(spec):
        raise needs_records()
    (name,) = spec.hash
    column = data.index(name)
    _refuse_identifiers(spec, *relation.unidentified(column, data.variable(name).missing, context))
    return relation.key_sums(list(map(data.index, names)), column, secret_of(context).key, context)
