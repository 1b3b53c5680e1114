"""Local suppression where ``*`` is a value like any other: a heuristic for files of any size.

Rare records give up the same cells together: for one set of variables after another, cheapest first, those
that agree on the rest and are k or more are settled. Who is left joins a group settled before, or shows
nothing.
"""

from collections.abc import Sequence

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.suppression import Flags, Integers, ReleasedClasses, Treatment, grouped


def shared_patterns(
    classes: ReleasedClasses, k: int, costs: Integers, subsets: Sequence[Integers], context: JobContext
) -> Treatment:
    """A treatment after which every pattern released has k records or more.

    `subsets`: sets of variables by growing cost; the set of all is tried last in any case. There must be k
    records.
    """
    rare = np.flatnonzero(classes.sizes < k)
    cells = np.zeros((len(rare), len(classes.names)), dtype=bool)
    open_ = np.arange(len(rare))
    for tried, hidden in enumerate(subsets):
        if not len(open_):
            break
        context.progress(tried / len(subsets), "suppressing")
        groups = _without(classes, rare[open_], hidden)
        sums = np.zeros(int(groups.max()) + 1, dtype=np.int64)
        np.add.at(sums, groups, classes.sizes[rare[open_]])
        settled = sums[groups] >= k
        cells[np.ix_(open_[settled], hidden)] = True
        open_ = open_[~settled]
    settled = np.ones(len(rare), dtype=bool)
    settled[open_] = False
    _join(classes, rare, cells, settled, subsets, context)
    cells[~settled] = True
    return _with_company(classes, k, costs, Treatment(rare, cells, classes.sizes[rare]))


def _without(classes: ReleasedClasses, rows: Integers, hidden: Integers) -> Integers:
    kept = np.setdiff1d(np.arange(len(classes.names)), hidden)
    return grouped(classes.codes[np.ix_(rows, kept)], [len(classes.labels[v]) for v in kept])


def _join(
    classes: ReleasedClasses,
    rare: Integers,
    cells: Flags,
    settled: Flags,
    subsets: Sequence[Integers],
    context: JobContext,
) -> None:
    """Classes not settled take the cheapest pattern that others were settled with and that they fit."""
    for hidden in subsets:
        context.checkpoint()
        open_ = np.flatnonzero(~settled)
        mask = np.zeros(cells.shape[1], dtype=bool)
        mask[hidden] = True
        same = np.flatnonzero(settled & (cells == mask).all(axis=1)) if len(open_) else open_
        if not len(open_) or not len(same):
            continue
        groups = _without(classes, rare[np.r_[same, open_]], hidden)
        fits = open_[np.isin(groups[len(same) :], groups[: len(same)])]
        cells[fits] = mask
        settled[fits] = True


def _with_company(classes: ReleasedClasses, k: int, costs: Integers, treatment: Treatment) -> Treatment:
    """Where some records show nothing, but fewer than k: others join them, those that are spare first."""
    bare = treatment.cells.all(axis=1)
    lacking = k - int(treatment.records[bare].sum())
    if lacking == k or lacking <= 0:
        return treatment
    spare = np.where(classes.sizes >= k, classes.sizes - k, 0)
    taken = np.minimum(spare, np.maximum(lacking - (np.cumsum(spare) - spare), 0))
    if taken.sum() < lacking:
        return _all_of_a_class(classes, k, costs, treatment)
    rows = np.flatnonzero(taken)
    every = np.ones((len(rows), len(classes.names)), dtype=bool)
    return Treatment(
        np.r_[treatment.classes, rows],
        np.concatenate([treatment.cells, every]),
        np.r_[treatment.records, taken[rows]],
    )


def _all_of_a_class(classes: ReleasedClasses, k: int, costs: Integers, treatment: Treatment) -> Treatment:
    """No class has enough to spare: the group of k or more that is cheapest to hide joins as a whole."""
    hidden = np.zeros((len(classes.sizes), len(classes.names)), dtype=bool)
    hidden[treatment.classes] = treatment.cells
    shown = np.where(hidden, -1, classes.codes)
    groups = grouped(shown + 1, [len(texts) + 1 for texts in classes.labels])
    extra = np.zeros(int(groups.max()) + 1, dtype=np.int64)
    np.add.at(extra, groups, (~hidden @ costs) * classes.sizes)
    bare = hidden.all(axis=1)
    extra[groups[bare]] = np.iinfo(np.int64).max
    hidden[groups == int(np.argmin(extra))] = True
    touched = np.flatnonzero(hidden.any(axis=1))
    return Treatment(touched, hidden[touched], classes.sizes[touched])
