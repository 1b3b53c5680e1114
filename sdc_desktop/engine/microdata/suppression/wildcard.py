"""Local suppression where ``*`` matches every value: a heuristic and a lower bound for large files.

A record that shows nothing matches every record. A handful of such records ("wildcards") is therefore the
start; values suppressed without need are then shown again, one by one.
"""

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.store.packed_codes import distinct_rows
from sdc_desktop.engine.microdata.suppression.suppression import Flags, Integers, ReleasedClasses, Treatment

_MOST_ROWS = 2000  # treated records whose cells are looked at one by one
_MOST_LOOKS = 20_000_000  # the same times the classes that each is held against
_MOST_CANDIDATES = 256  # classes looked at for the lower bound


def few_wildcards(
    classes: ReleasedClasses, k: int, costs: Integers, kept: Treatment, context: JobContext
) -> Treatment:
    """The cheaper of two treatments: the one given (which must meet the rule) and a few wildcards, both
    without the suppressions that turn out needless. ``costs`` (variables,).
    """
    starts = [_wildcards(classes, k)]
    if kept.records.sum() <= min(_MOST_ROWS, _MOST_LOOKS // len(classes.sizes)):
        starts.append(kept)
    found = [_without_needless(classes, k, costs, start, context) for start in starts]
    prices = [int(((start.cells @ costs) * start.records).sum()) for start in found]
    return found[int(np.argmin(prices))]


def _wildcards(classes: ReleasedClasses, k: int) -> Treatment:
    """The fewest records that, showing nothing, give all others k matches; smallest classes first."""
    order = np.argsort(classes.sizes, kind="stable")[: k + 1]
    sizes = classes.sizes[order]
    ends = np.cumsum(sizes)
    for number in range(k):
        taken = np.clip(number - (ends - sizes), 0, sizes)
        left = sizes > taken
        if np.all(sizes[left] + number - taken[left] >= k):
            break
    chosen = taken > 0
    cells = np.ones((int(chosen.sum()), len(classes.names)), dtype=bool)
    return Treatment(order[chosen], cells, taken[chosen])


def _without_needless(
    classes: ReleasedClasses, k: int, costs: Integers, start: Treatment, context: JobContext
) -> Treatment:
    """Show each suppressed value again, most costly first, where every record still has k matches."""
    rows = np.repeat(np.arange(len(start.classes)), start.records)
    owner, cells = start.classes[rows], start.cells[rows].copy()
    left = classes.sizes.copy()
    np.subtract.at(left, start.classes, start.records)
    untouched = np.flatnonzero(left > 0)
    agreeing = left[untouched].copy()
    for row in range(len(owner)):
        context.checkpoint()
        agreeing += _agree(classes.codes[untouched], classes.codes[owner[row]], cells[row])
    among = _among(classes, owner, cells)
    for row in np.argsort(-(cells @ costs), kind="stable").tolist():
        for variable in sorted(np.flatnonzero(cells[row]).tolist(), key=lambda v: -int(costs[v])):
            context.checkpoint()
            shown = cells[row].copy()
            shown[variable] = False
            lost = _agree(classes.codes[untouched], classes.codes[owner[row]], cells[row])
            own = _agree(classes.codes[untouched], classes.codes[owner[row]], shown)
            lost &= ~own
            if np.any(agreeing[lost] <= k):
                continue
            now = _row_agrees(classes, owner, cells, row, shown)
            fewer = among[row] & ~now
            if int(left[untouched][own].sum()) + int(now.sum()) < k:
                continue
            counts = _counts(classes, owner, cells, left, untouched, np.flatnonzero(fewer))
            if np.any(counts + among[fewer].sum(axis=1) <= k):
                continue
            cells[row] = shown
            agreeing[lost] -= 1
            among[row], among[:, row] = now, now
    return _merged(owner, cells)


def _agree(codes: Integers, code: Integers, hidden: Flags) -> Flags:
    """Which rows have the values that `code` shows."""
    found = np.ones(len(codes), dtype=bool)
    for variable in np.flatnonzero(~hidden):
        found &= codes[:, variable] == code[variable]
    return found


def _row_agrees(classes: ReleasedClasses, owner: Integers, cells: Flags, row: int, shown: Flags) -> Flags:
    """Which treated records (rows,) match record `row` if it shows ``shown``; itself included."""
    both = ~cells & ~shown
    both[row] = False
    return np.asarray(~np.any(both & (classes.codes[owner] != classes.codes[owner[row]]), axis=1))


def _among(classes: ReleasedClasses, owner: Integers, cells: Flags) -> Flags:
    rows = [_row_agrees(classes, owner, cells, row, cells[row]) for row in range(len(owner))]
    return np.array(rows, dtype=bool).reshape(len(owner), len(owner))


def _counts(
    classes: ReleasedClasses,
    owner: Integers,
    cells: Flags,
    left: Integers,
    untouched: Integers,
    rows: Integers,
) -> Integers:
    """The number of untouched records that match each of these treated ones, (rows,)."""
    return np.array(
        [
            left[untouched][_agree(classes.codes[untouched], classes.codes[owner[row]], cells[row])].sum()
            for row in rows
        ],
        dtype=np.int64,
    )


def _merged(owner: Integers, cells: Flags) -> Treatment:
    """The treatment with equal rows of a class merged and empty rows dropped; ordered by class."""
    touched = cells.any(axis=1)
    rows = np.column_stack([owner[touched], cells[touched]])
    distinct, _, records = distinct_rows(rows)
    return Treatment(distinct[:, 0].astype(np.int64), distinct[:, 1:].astype(bool), records)


def wildcard_bound(classes: ReleasedClasses, k: int, costs: Integers, context: JobContext) -> int:
    """No treatment under `wildcard` costs less.

    A rare class of n records either has all of them treated, or needs k - n other records that are suppressed
    wherever they differ from it. Let D be the cost of the cheapest k - n such for a class. For any level d:
    if a class with D >= d keeps an untouched record, the cost is at least d; else all records of these
    classes are treated, a cell each. So min(d, cheapest cell * records of the classes with D >= d) is a bound
    for each d.
    """
    rare = np.flatnonzero(classes.sizes < k)
    if not len(rare):
        return 0
    chosen = rare[np.argsort(-_isolation(classes, costs)[rare], kind="stable")[:_MOST_CANDIDATES]]
    needed = np.zeros(len(chosen), dtype=np.int64)
    for place, one in enumerate(chosen.tolist()):
        context.checkpoint()
        needed[place] = _cheapest_helpers(classes, k, costs, one)
    order = np.argsort(-needed, kind="stable")
    own = np.cumsum(classes.sizes[chosen[order]]) * int(costs.min())
    return int(np.minimum(needed[order], own).max())


def _isolation(classes: ReleasedClasses, costs: Integers) -> Integers:
    """Larger for classes whose values are rare, one variable at a time; says only where to look."""
    found = np.zeros(len(classes.codes), dtype=np.int64)
    for variable, cost in enumerate(costs.tolist()):
        margin = np.zeros(len(classes.labels[variable]), dtype=np.int64)
        np.add.at(margin, classes.codes[:, variable], classes.sizes)
        found -= margin[classes.codes[:, variable]] * cost // 1000
    return found


def _cheapest_helpers(classes: ReleasedClasses, k: int, costs: Integers, one: int) -> int:
    distances = np.zeros(len(classes.codes), dtype=np.int64)
    for variable, cost in enumerate(costs.tolist()):
        distances += cost * (classes.codes[:, variable] != classes.codes[one, variable])
    missing = k - int(classes.sizes[one])
    others = np.delete(np.arange(len(distances)), one)
    if len(others) > missing:
        others = others[np.argpartition(distances[others], missing - 1)[:missing]]
    order = others[np.argsort(distances[others], kind="stable")]
    ends = np.cumsum(classes.sizes[order])
    taken = np.clip(missing - (ends - classes.sizes[order]), 0, classes.sizes[order])
    return int((taken * distances[order]).sum())
