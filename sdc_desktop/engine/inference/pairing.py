"""Original and released values of the same records, as the steps of a plan lead from one to the other."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.released import SUPPRESSED, Stage
from sdc_desktop.engine.data.store.packed_codes import numbered, numbered_columns
from sdc_desktop.engine.data.store.queries import only
from sdc_desktop.engine.data.store.store import Relation, interruptible
from sdc_desktop.engine.inference.columns import Booleans, Integers, PairedColumn, PairedRecords, Vector

STEP_AUDITING = "auditing"
_TRIED = 200  # texts of a variable that show whether it can have numbers
_BATCH = 10_000  # texts between two checks for cancellation


@dataclass(frozen=True)
class _Side:
    """A variable in one file: its texts in text order, and the code (records,) of each paired record."""

    texts: tuple[str, ...]
    codes: Integers


def paired_records(stages: Sequence[Stage], context: JobContext) -> PairedRecords | None:
    """The released variables of the last of these stages beside their originals in the first one that has
    them; None where no record of the plan's data is known to be one of the file, as with drawn records.

    Records that a step drops are not paired. A variable that preparing the records only renames value by
    value, one for one, has its prepared values as originals. Raises Cancelled.
    """
    released = stages[-1].data
    if any(one.drawn for one in stages):
        return None
    held = [one for one in stages if _is_paired(one.data.relation, released.relation)]
    if stages[0] not in held or not released.records or not released.relation.has_records:
        return None
    differing = [_differing(one.data, released, context) for one in held]
    columns = []
    for place, name in enumerate(released.names):
        context.progress(place / len(released.names), STEP_AUDITING)
        known = [at for at, one in enumerate(held) if name in one.data.names]
        first = next((at for at in known if name in differing[at]), known[-1])
        columns.append(_column(name, held[first:], released, context))
    return PairedRecords(released.records, tuple(columns))


def _is_paired(relation: Relation, released: Relation) -> bool:
    return relation.store is released.store and relation.root == released.root


def _column(name: str, stages: Sequence[Stage], released: Microdata, context: JobContext) -> PairedColumn:
    """One variable: of these stages the first has its originals, unless preparing only renamed its values."""
    now = _side(released, name, context)
    if stages[0].data is released:
        return _paired(name, now, now, released, released, context)
    base = _original(stages[0].data, released, name, context)
    for later in stages[1:]:
        if not later.prepares:
            break
        prepared = _original(later.data, released, name, context)
        if not _one_to_one(base.codes, prepared.codes):
            break
        base = prepared
    return _paired(name, base, now, stages[0].data, released, context)


def _differing(data: Microdata, released: Microdata, context: JobContext) -> frozenset[str]:
    """The variables of both that may have another text in some paired record; exact where the store can
    compare the records one by one.
    """
    ours, theirs = data.relation, released.relation
    common = [name for name in released.names if name in data.names]
    if ours is theirs or not common:
        return frozenset()
    if ours.records != theirs.records or ours.places is not theirs.places or ours.beyond_memory:
        return frozenset(common)
    cursor = ours.store.cursor()
    counted = (f"count(*) FILTER (a.c{data.index(name)} <> b.c{released.index(name)})" for name in common)
    query = f"SELECT {', '.join(counted)} FROM {ours.name} a JOIN {theirs.name} b ON a.rowid = b.rowid"
    with interruptible(cursor, context):
        numbers = only(cursor, query)
    return frozenset(name for name, number in zip(common, numbers, strict=True) if number)


def _side(data: Microdata, name: str, context: JobContext) -> _Side:
    place = data.index(name)
    texts, _ = data.relation.frequencies(place, context)
    return _Side(texts, data.relation.codes(place, context))


def _original(data: Microdata, released: Microdata, name: str, context: JobContext) -> _Side:
    """A variable of an earlier file, of the records that are released, in their order."""
    side = _side(data, name, context)
    rows = rows_of(data.relation, released.relation)
    return side if rows is None else _Side(side.texts, side.codes[rows])


def rows_of(earlier: Relation, released: Relation) -> Integers | None:
    """The earlier record of each released record, (released,); None: all of them, in order."""
    ours, theirs = earlier.places, released.places
    if ours is None or theirs is None:
        return theirs
    place_of = np.zeros(int(ours.max()) + 1, dtype=np.int64)
    place_of[ours] = np.arange(len(ours))
    found: Integers = place_of[theirs]
    return found


def _one_to_one(first: Integers, second: Integers) -> bool:
    """Whether values of one side and of the other name each other."""
    sides = (first, second)
    sizes = [int(side.max(initial=0)) + 1 for side in sides]
    pairs = numbered_columns(sides, sizes, len(first))[1]
    return all(numbered(side, size)[1] == pairs for side, size in zip(sides, sizes, strict=True))


def _paired(
    name: str, original: _Side, released: _Side, before: Microdata, after: Microdata, context: JobContext
) -> PairedColumn:
    same = original is released
    texts = released.texts if same else tuple(sorted({*original.texts, *released.texts}))
    codes = released.codes if same else _coded(released, texts)
    variable = after.variable(name)
    gone = {"", SUPPRESSED, *before.variable(name).missing, *variable.missing}
    absent = np.array([text in gone for text in texts], dtype=np.bool_)
    numbers = _numbers(texts, absent, after, context)
    return PairedColumn(
        name=name,
        role=variable.role,
        level=variable.level,
        texts=texts,
        original=codes if same else _coded(original, texts),
        released=codes,
        absent=absent,
        numbers=numbers,
        unit=1.0 if same else _unit(original.texts, after.decimal),
        pseudonym=variable.pseudonym,
    )


def _coded(side: _Side, texts: Sequence[str]) -> Integers:
    place_of = {text: place for place, text in enumerate(texts)}
    found: Integers = np.array([place_of[text] for text in side.texts], dtype=np.int64)[side.codes]
    return found


def _numbers(texts: Sequence[str], absent: Booleans, data: Microdata, context: JobContext) -> Vector:
    """The number (texts,) that each text means, nan where it is none."""
    is_number = re.compile(number_pattern(data.decimal)).fullmatch
    found = np.full(len(texts), np.nan)
    there = np.flatnonzero(~absent)
    if not any(is_number(texts[place]) for place in there[:: max(len(there) // _TRIED, 1)].tolist()):
        return found  # names and other words
    for place, text in enumerate(texts):
        if place % _BATCH == 0:
            context.checkpoint()
        if not absent[place] and is_number(text):
            found[place] = float(text.replace(data.decimal, "."))
    return found


def _unit(texts: Sequence[str], decimal: str) -> float:
    """The last decimal place of these numbers."""
    return float(10.0 ** -max((len(text.strip().partition(decimal)[2]) for text in texts), default=0))
