"""Classes on the key variables after an intruder has filled in what other values reveal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import RecordPersons
from sdc_desktop.engine.data.store.packed_codes import numbered_columns
from sdc_desktop.engine.inference.columns import Booleans, Integers, PairedColumn, PairedRecords, Vector
from sdc_desktop.engine.inference.protected import same_values
from sdc_desktop.engine.inference.values import FilledCells, ValuesRevealed
from sdc_desktop.engine.microdata.classes.knowledge import persons_of
from sdc_desktop.engine.microdata.classes.matching_values import matching_sums
from sdc_desktop.engine.plan_secrets import IF_THERE

_ROUNDING = 1e-9


@dataclass(frozen=True)
class ClassesAfter:
    """Records with no key value filled in wrongly that lose their class: ``unique`` ones were in a class of
    two records or more before; those ``below_k`` in one of ``k`` or more, None where no k is required. Where
    persons have several records classes count persons, and ``persons`` have the records below k, else those
    that are unique.
    """

    unique: int
    below_k: int | None
    k: int
    persons: int | None = field(default=None, metadata=IF_THERE)


def filled_codes(
    records: PairedRecords, revealed: ValuesRevealed, further: Mapping[str, FilledCells] | None = None
) -> dict[str, Integers]:
    """By variable with a filled-in value the codes of all records (records,) after filling in, into the texts
    of the variable. ``further``: cells that are revealed in another way (numbers, draws), which come first.
    """
    found: dict[str, Integers] = {}
    for name, cells in _cells(revealed, further):
        codes = found.get(name)
        codes = records.column(name).released.copy() if codes is None else codes
        codes[cells.rows] = cells.codes
        found[name] = codes
    return found


def _wrongly_filled(
    names: Sequence[str], number: int, revealed: ValuesRevealed, further: Mapping[str, FilledCells] | None
) -> Booleans:
    """Which records have a value of these variables filled in wrongly, (records,)."""
    by_name: dict[str, Booleans] = {}
    for name, cells in _cells(revealed, further):
        wrong = by_name.setdefault(name, np.zeros(number, dtype=np.bool_))
        wrong[cells.rows] = ~cells.right
    found = np.zeros(number, dtype=np.bool_)
    for name in by_name.keys() & set(names):
        found |= by_name[name]
    return found


def classes_after(
    records: PairedRecords,
    revealed: ValuesRevealed,
    k: int,
    context: JobContext,
    *,
    further: Mapping[str, FilledCells] | None = None,
    keys: Sequence[str] | None = None,
    alpha: float | None = None,
    persons: RecordPersons | None = None,
) -> ClassesAfter | None:
    """The effect on the classes on the key variables; None without key variables.

    ``k``: the largest required, 0 for none. ``keys``: the key variables; absent: those of the role.
    ``alpha``: what a match of an absent value counts as; absent: it is a value of its own. ``further``: as
    in :func:`filled_codes`. ``persons`` of the records, where they have several: for them an absent value is
    one of its own.

    Raises Cancelled.
    """
    columns = [
        column
        for column in records.columns
        if (column.role == "key" if keys is None else column.name in keys)
    ]
    if not columns:
        return None
    filled = filled_codes(records, revealed, further)
    if not any(column.name in filled for column in columns):
        return ClassesAfter(0, 0 if k else None, k, None if persons is None else 0)
    before = _sizes(columns, {}, alpha, persons, context)
    after = _sizes(columns, filled, alpha, persons, context)
    names = [column.name for column in columns]
    known = ~_wrongly_filled(names, records.records, revealed, further)
    lost = known & (before >= 2 - _ROUNDING) & (after < 2 - _ROUNDING)
    below = known & (before >= k - _ROUNDING) & (after < k - _ROUNDING)
    concerned = below if k and below.any() else lost
    return ClassesAfter(
        int(lost.sum()),
        int(below.sum()) if k else None,
        k,
        None if persons is None else persons.within(concerned),
    )


def _cells(
    revealed: ValuesRevealed, further: Mapping[str, FilledCells] | None
) -> list[tuple[str, FilledCells]]:
    """Those filled in by variable, further ones behind those that they replace."""
    own = [(variable.name, variable.cells) for variable in revealed.variables if len(variable.cells.rows)]
    return own + [(name, cells) for name, cells in (further or {}).items() if len(cells.rows)]


def _sizes(
    columns: Sequence[PairedColumn],
    filled: Mapping[str, Integers],
    alpha: float | None,
    persons: RecordPersons | None,
    context: JobContext,
) -> Vector:
    """How many records match each record on the key variables, (records,); how many persons fit what can be
    known of one with it.
    """
    codes, categories, absent = [], [], []
    for column in columns:
        context.checkpoint()
        shown = filled.get(column.name, column.released)
        codes.append(same_values(column)[shown])
        absent.append(column.absent[shown])
        categories.append(len(column.texts))
    number, count = numbered_columns(codes, categories, len(codes[0]))
    sizes = np.bincount(number, minlength=count)
    members = None if persons is None else persons.members(number)
    if members is not None:
        return persons_of(members, sizes, context).astype(np.float64)[number]
    if alpha is None:
        return sizes[number].astype(np.float64)
    first = np.zeros(count, dtype=np.int64)
    first[number[::-1]] = np.arange(len(number))[::-1]
    rows = np.stack([one[first] for one in codes], axis=1)
    gone = np.stack([one[first] for one in absent], axis=1)
    amounts = sizes.astype(np.float64)
    return matching_sums(rows, gone, categories, sizes, amounts, alpha, context)[number]
