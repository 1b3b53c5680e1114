"""Categories of a given table that become one: its cells, their sums, and what is behind them.

Largest contributions are those of different contributors: a contributor to several categories that become one
counts as several.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.attack.knowledge import Contradiction, Knowledge, propagated
from sdc_desktop.engine.tables.build import checked_merges, merged_label
from sdc_desktop.engine.tables.contributions import Contributions
from sdc_desktop.engine.tables.dimension import Dimension, from_splits
from sdc_desktop.engine.tables.files.jj import Instance
from sdc_desktop.engine.tables.inline import OpenedTable
from sdc_desktop.engine.tables.relations import Integers, product_relations
from sdc_desktop.engine.tables.table import NO_BOUND, Table, all_codes

Groups = Sequence[tuple[str, ...]]
Array = npt.NDArray[Any]


def with_merged(opened: OpenedTable, merges: Mapping[str, Groups]) -> OpenedTable:
    """The table with merged categories beside those they are made of. Merged cells whose parts are not known
    are those that single sums leave. Raises :class:`Refused` where codes cannot be merged.
    """
    for axis, dimension in enumerate(opened.table.dimensions):
        groups = merges.get(dimension.name, ())
        if groups:
            opened = _along(opened, axis, _with_groups(dimension, groups), groups)
    return replace(opened, table=_completed(opened.table)) if merges else opened


def _with_groups(dimension: Dimension, groups: Groups) -> Dimension:
    """The dimension with each merged category between its parts and their sum."""
    name, labels = dimension.name, dimension.categories
    leaves = tuple(labels[leaf] for leaf in dimension.leaves)
    checked_merges(leaves, tuple(groups), name)
    splits = [(labels[s.parent], [labels[c] for c in s.children]) for s in dimension.splits]
    for group in groups:
        for place, (parent, children) in enumerate(splits):
            inside = [code for code in group if code in children]
            if inside and len(inside) < len(group):
                where = Place(key=f"params.protect.merge.{name}", variable=name)
                raise Refused(error("redesign.apart", where, label=merged_label(group), parent=parent))
            if inside:
                rest = [merged_label(group) if code == group[0] else code for code in children]
                splits[place] = parent, [code for code in rest if code not in group]
        splits.append((merged_label(group), list(group)))
    twins = [(labels[place], [label]) for label, place in dimension.twins]
    added = [merged_label(group) for group in groups]
    order = [*labels, *(label for label, _ in dimension.twins), *added]
    return from_splits(name, order, [*splits, *twins])


@dataclass(frozen=True)
class _Cells:
    """The cells of a table by those of the one before: ``parts`` (categories,) are the places that the new
    categories of a dimension were made of.
    """

    shape: tuple[int, ...]
    axis: int
    parts: tuple[tuple[int, ...], ...]

    def of(self, values: Array, joined: Callable[[Array], Array]) -> Array:
        """Values of the cells (cells, ...): of merged ones those of their parts, `joined` along axis 0."""
        along = np.moveaxis(values.reshape(*self.shape, *values.shape[1:]), self.axis, 0)
        found = [along[list(own)] for own in self.parts]
        made = np.stack([one[0] if len(one) == 1 else joined(one) for one in found])
        shape = np.moveaxis(made, 0, self.axis).shape
        size = int(np.prod(shape[: len(self.shape)]))
        return np.moveaxis(made, 0, self.axis).reshape(size, *values.shape[1:])


def _along(opened: OpenedTable, axis: int, dimension: Dimension, groups: Groups) -> OpenedTable:
    table = opened.table
    old = table.dimensions[axis]
    made = {merged_label(group): tuple(old.places[code] for code in group) for group in groups}
    parts = tuple(made.get(label) or (old.places[label],) for label in dimension.categories)
    cells = _Cells(tuple(map(len, table.dimensions)), axis, parts)
    dimensions = (*table.dimensions[:axis], dimension, *table.dimensions[axis + 1 :])
    new = Table(
        dimensions,
        all_codes(dimensions),
        cells.of(table.values, _sum),
        cells.of(table.known, _all),
        cells.of(table.empty, _all),
        product_relations(dimensions),
        table.unit,
    )
    behind = None if opened.behind is None else _behind(opened.behind, cells)
    instance = None if opened.instance is None else _instance(opened.instance, new, cells)
    return replace(opened, table=new, behind=behind, instance=instance)


def _sum(parts: Array) -> Array:
    return np.asarray(parts.sum(axis=0))


def _all(parts: Array) -> Array:
    return np.asarray(parts.all(axis=0))


def _any(parts: Array) -> Array:
    return np.asarray(parts.any(axis=0))


def _largest(parts: Array) -> Array:
    """The largest of several parts (parts, ..., places), from the largest down."""
    every = np.concatenate(list(parts), axis=-1)
    return np.asarray(-np.sort(-every, axis=-1)[..., : parts.shape[-1]])


def _behind(behind: Contributions, cells: _Cells) -> Contributions:
    largest = cells.of(behind.largest, _largest)
    return replace(
        behind,
        values=cells.of(behind.values, _sum),
        magnitudes=cells.of(behind.magnitudes, _sum),
        contributors=cells.of(behind.contributors, _sum),
        weighted=cells.of(behind.weighted, _sum),
        negative=cells.of(behind.negative, _any),
        largest=largest,
        largest_open=largest[:, 0],
    )


def _instance(instance: Instance, table: Table, cells: _Cells) -> Instance:
    """The statuses of cells. Merged cells with an unsafe part are unsafe, unless rules judge them."""
    numbers = cells.of(np.arange(len(instance.unsafe)), lambda parts: np.full(parts.shape[1:], -1))
    levels = {
        place: instance.levels[cell] for place, cell in enumerate(numbers.tolist()) if cell in instance.levels
    }
    secondary = instance.secondary
    return replace(
        instance,
        table=table,
        costs=cells.of(instance.costs, _sum),
        unsafe=cells.of(instance.unsafe, _any),
        frozen=cells.of(instance.frozen, _all),
        lower=cells.of(instance.lower, lambda parts: parts.min(axis=0)),
        upper=cells.of(instance.upper, lambda parts: np.full(parts.shape[1:], NO_BOUND)),
        levels=levels,
        secondary=None if secondary is None else cells.of(secondary, _all),
    )


def _completed(table: Table) -> Table:
    """The table with the values of the cells that single sums leave no choice."""
    lower = np.where(table.known, table.values, -NO_BOUND)
    upper = np.where(table.known, table.values, NO_BOUND)
    try:
        tight = propagated(Knowledge(table.relations, lower, upper))
    except Contradiction:  # not additive, which is reported elsewhere
        return table
    found = tight.lower == tight.upper
    values: Integers = np.where(found, tight.lower, table.values)
    return replace(table, values=values, known=table.known | found)
