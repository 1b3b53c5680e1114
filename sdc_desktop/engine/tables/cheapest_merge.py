"""The fewest categories to merge so that no cell is unsafe by rule any more.

Merged are neighbours in the order of a variable's categories. All runs of neighbours are judged at once, as
categories of their own; the cheapest division of the categories into safe runs is then found by dynamic
programming, so that none is cheaper.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.contributions import Records, contributions
from sdc_desktop.engine.tables.dimension import Dimension, Split
from sdc_desktop.engine.tables.rules import sensitivity
from sdc_desktop.engine.tables.specs.rules import Rule, places_of

MOST = 60  # categories: the runs of neighbours are some 1,800 then
_KEY = "params.protect.cheapest"

Runs = list[tuple[int, int]]  # first and last category of each, places among the leaves


def cheapest_merge(
    records: Records,
    dimensions: Sequence[Dimension],
    axis: int,
    rules: Sequence[Rule],
    zeros_unsafe: bool,
    context: JobContext,
) -> tuple[tuple[str, ...], ...]:
    """The groups of codes of a dimension that are to become one: fewest categories lost, then least of what
    is published less exactly. `rules` judge each cell.

    Raises :class:`Refused` where no merge of this variable leaves all cells safe, Cancelled.
    """
    dimension = dimensions[axis]
    if not dimension.flat:
        raise Refused(error("redesign.hierarchy", Place(key=_KEY), name=dimension.name))
    leaves = dimension.leaves
    if len(leaves) > MOST:
        where = Place(key=_KEY, variable=dimension.name)
        raise Refused(error("redesign.too_many", where, name=dimension.name, number=len(leaves), most=MOST))
    runs = [(first, last) for first in range(len(leaves)) for last in range(first, len(leaves))]
    order = {leaf: place for place, leaf in enumerate(leaves)}
    codes = records.codes.copy()
    codes[:, axis] = [order[code] for code in records.codes[:, axis].tolist()]
    wide = [*dimensions[:axis], _of_runs(dimension, runs), *dimensions[axis + 1 :]]
    behind = contributions(replace(records, codes=codes), wide, places_of(tuple(rules)), context)
    unsafe = sensitivity(rules, behind, zeros_unsafe=zeros_unsafe).unsafe
    shape = [len(one) for one in wide]
    flags = np.moveaxis(unsafe.reshape(shape), axis, 0).reshape(shape[axis], -1)
    by_run = [bool(row.any()) for row in flags]
    sizes = np.moveaxis(behind.magnitudes.reshape(shape), axis, 0).reshape(shape[axis], -1).max(axis=1)
    place = _places(len(leaves), runs)
    safe = {run: int(sizes[place[run]]) for run in runs if not by_run[place[run]]}
    chosen = cheapest_runs(len(leaves), safe)
    if chosen is None:
        raise Refused(error("redesign.no_merge", Place(key=_KEY), name=dimension.name))
    labels = [dimension.categories[leaf] for leaf in leaves]
    return tuple(tuple(labels[first : last + 1]) for first, last in chosen if last > first)


def cheapest_runs(number: int, safe: dict[tuple[int, int], int]) -> Runs | None:
    """The division of this many categories into safe runs that loses the fewest, then the least in sizes of
    runs of several; None where there is none.
    """
    best: list[tuple[int, int, Runs] | None] = [(0, 0, [])]
    for last in range(number):
        found = []
        for first in range(last + 1):
            before = best[first]
            if before is not None and (first, last) in safe:
                size = safe[first, last] if last > first else 0
                found.append((before[0] + last - first, before[1] + size, [*before[2], (first, last)]))
        best.append(min(found, default=None))
    return None if best[-1] is None else best[-1][2]


def _places(number: int, runs: Runs) -> dict[tuple[int, int], int]:
    """Where each run stands among the categories: single ones first."""
    several = [run for run in runs if run[0] < run[1]]
    return {(n, n): n for n in range(number)} | {run: number + n for n, run in enumerate(several)}


def _of_runs(dimension: Dimension, runs: Runs) -> Dimension:
    """A dimension of the single categories and of all runs of several as their sums."""
    number = len(dimension.leaves)
    place = _places(number, runs)
    labels = tuple(f"{first}-{last}" for first, last in sorted(place, key=place.__getitem__))
    splits = tuple(
        Split(place[first, last], tuple(range(first, last + 1))) for first, last in runs if first < last
    )
    return Dimension(dimension.name, labels, splits, {label: n for n, label in enumerate(labels)})
