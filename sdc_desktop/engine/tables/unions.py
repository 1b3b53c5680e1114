"""The rules asked again of what is suppressed together: in a relation with its total published, the sum of
the suppressed cells can be reckoned, and is a cell like any other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.table.rules import Rule, places_of
from sdc_desktop.engine.tables.contributions import Records, contributions
from sdc_desktop.engine.tables.dimension import Dimension
from sdc_desktop.engine.tables.levels import Levels
from sdc_desktop.engine.tables.relations import Flags, Integers
from sdc_desktop.engine.tables.rules import Reason, sensitivity
from sdc_desktop.engine.tables.table import Table


@dataclass(frozen=True)
class Union:
    """Suppressed cells whose sum can be reckoned and is unsafe by rule, why, and how far to protect it."""

    cells: tuple[int, ...]
    reasons: tuple[Reason, ...]
    levels: Levels


def unsafe_unions(
    table: Table, records: Records, rules: Sequence[Rule], pattern: Flags, context: JobContext
) -> list[Union]:
    """The unions of two cells or more that break a rule. Raises Cancelled."""
    groups = sorted(_unions(table, pattern))
    if not groups or not rules:
        return []
    by_cell = _RecordsOf(table, records)
    members = [np.unique(np.concatenate([by_cell(cell) for cell in group])) for group in groups]
    chosen = np.concatenate(members)
    codes = np.repeat(np.arange(len(groups), dtype=np.int32), [len(m) for m in members])[:, None]
    labels = tuple(map(str, range(len(groups))))
    whole = Dimension("union", labels, (), {label: place for place, label in enumerate(labels)})
    behind = contributions(_taken(records, chosen, codes), [whole], places_of(tuple(rules)), context)
    judged = sensitivity(rules, behind)
    return [
        Union(groups[place], judged.reasons(place), judged.levels(place))
        for place in np.flatnonzero(judged.unsafe).tolist()
    ]


def _unions(table: Table, pattern: Flags) -> set[tuple[int, ...]]:
    """The suppressed cells of each relation whose total is published."""
    relations = table.relations
    found: set[tuple[int, ...]] = set()
    hidden = pattern[relations.cells].astype(np.int64)
    if not len(relations):
        return found
    for row in np.flatnonzero(np.add.reduceat(hidden, relations.starts[:-1]) >= 2).tolist():
        cells, _ = relations.row(row)
        if not pattern[relations.parent(row)]:
            found.add(tuple(sorted(cells[pattern[cells]].tolist())))
    return found


class _RecordsOf:
    """Finds the records behind a cell."""

    def __init__(self, table: Table, records: Records) -> None:
        self._table = table
        self._shape = tuple(len(dimension) for dimension in table.dimensions)
        leaves = np.ravel_multi_index(tuple(records.codes.T), self._shape)
        self._order = np.argsort(leaves, kind="stable")
        self._sorted = leaves[self._order]

    def __call__(self, cell: int) -> Integers:
        """Their numbers."""
        codes = self._table.codes[cell].tolist()
        below = (d.below[code] for d, code in zip(self._table.dimensions, codes, strict=True))
        leaves = [np.ravel_multi_index(inner, self._shape) for inner in product(*map(sorted, below))]
        starts, stops = (np.searchsorted(self._sorted, leaves, side=side) for side in ("left", "right"))
        parts = [self._order[start:stop] for start, stop in zip(starts, stops, strict=True)]
        return np.concatenate(parts).astype(np.int64)


def _taken(records: Records, chosen: Integers, codes: npt.NDArray[np.int32]) -> Records:
    """These records in these cells."""

    def of(values: npt.NDArray[Any] | None) -> Any:
        return None if values is None else values[chosen]

    return Records(
        codes,
        records.amounts[chosen],
        of(records.weights),
        records.weight_one,
        of(records.holdings),
        of(records.open),
        of(records.asking),
        of(records.times),
    )
