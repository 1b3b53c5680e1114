"""What an intruder reads protected values from: each other released variable, counts of groups, and pairs."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.inference.columns import PairedColumn
from sdc_desktop.engine.inference.names import COUNTED
from sdc_desktop.engine.inference.protected import Codes, Values


@dataclass(frozen=True)
class Source:
    """One or two released variables: ``codes`` (records,) 1 to ``number``, 0 where any is absent. ``group``:
    the number of a household or person, whose members say of one another what no value says. ``owners``: the
    variables that it is made of.
    """

    names: tuple[str, ...]
    owners: tuple[str, ...]
    codes: Codes
    number: int
    group: bool = False
    is_new: bool = False  # whether it has new numbers of persons, of which nothing is known but what is shown


def sources_of(variables: Sequence[Values], groups: Collection[str]) -> tuple[Source, ...]:
    """All sources of one variable in file order; behind the number of a group how many records have it."""
    found = []
    for values in variables:
        is_group = values.name in groups
        codes, number = _dense(values.released, values.number)
        is_new = values.column.pseudonym
        found.append(Source((values.name,), (values.name,), codes, number, is_group, is_new))
        if is_group:
            sizes = np.bincount(codes, minlength=number + 1).astype(np.int32)
            sizes[0] = 0
            counted, most = _dense(sizes[codes], int(sizes.max()))
            found.append(Source((COUNTED + values.name,), (values.name,), counted, most))
    return tuple(found)


def paired(one: Source, other: Source) -> Source:
    """Two sources together, a code for each record that has both."""
    codes = together(one.codes, other.codes, other.number)
    number = (one.number + 1) * (other.number + 1) - 1
    names, owners = one.names + other.names, one.owners + other.owners
    return Source(names, owners, codes, number, is_new=one.is_new or other.is_new)


def together(one: Codes, other: Codes, number: int) -> Codes:
    """The codes of two sources as one, for each record; `number` codes has the second one."""
    codes = one * np.int32(number + 1) + other
    codes[(one == 0) | (other == 0)] = 0
    return codes


def is_copy(source: PairedColumn, column: PairedColumn) -> bool:
    """Whether a released variable shows the very texts that another one had, wherever both have one."""
    number = {text: place for place, text in enumerate(column.texts)}
    shown = np.array([number.get(text, -1) for text in source.texts], dtype=np.int64)[source.released]
    both = ~source.absent[source.released] & ~column.absent[column.original]
    return bool(both.any()) and bool((shown[both] == column.original[both]).all())


def _dense(codes: Codes, number: int) -> tuple[Codes, int]:
    """Codes (records,) renumbered from 1 without those that no record has, and their number."""
    there = np.bincount(codes, minlength=number + 1) > 0
    there[0] = False
    if there[1:].all():
        return codes, number
    places = np.where(there, np.cumsum(there), 0).astype(np.int32)
    return places[codes], int(there.sum())
