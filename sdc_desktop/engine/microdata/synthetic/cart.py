"""Classification and regression trees (Breiman and others 1984), grown level by level over all nodes at once.

A node is split where the sum of squared deviations (numbers), or the Gini impurity times the number of
records (classes), falls most. Values of an ordered predictor are cut in their order. Categories are cut in
the order of the mean of a number, or of the share of the class that is commonest in the node (of two classes
that is the order of the mean). Ties go to the earlier predictor and the lower cut.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.microdata.classes.key_classes import Integers, Vector

Flags = npt.NDArray[np.bool_]
_SAME = 1e-12  # gains that differ by less, relatively, are equal


@dataclass(frozen=True)
class Predictor:
    """Codes of the records that a tree is grown on (records,), and of those that only follow it (others,).
    ``ordered``: whether codes are cut in their order.
    """

    codes: Integers
    others: Integers
    ordered: bool


@dataclass(frozen=True)
class Leaves:
    """The leaf of each record (records,), of each other (others,), and how many leaves there are."""

    records: Integers
    others: Integers
    count: int


@dataclass(frozen=True)
class _Cuts:
    """The best cut of one predictor in each node. ``keys``: its distinct (node, code) pairs in their order;
    ``rank`` (pairs,): the place of each in the order of cutting; by node ``gain``, the last ``cut`` rank on
    the left, the code there, and whether more records go to the right.
    """

    keys: Integers
    size: int
    ordered: bool
    rank: Integers
    gain: Vector
    cut: Integers
    cut_code: Integers
    right_is_larger: Flags

    def sides(self, node: Integers, codes: Integers) -> Integers:
        """0 for the left child of a record's node, 1 for the right, (records,)."""
        keys = node * self.size + codes
        place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        is_right = self.rank[place] > self.cut[node]
        unseen = codes > self.cut_code[node] if self.ordered else self.right_is_larger[node]
        return np.where(self.keys[place] == keys, is_right, unseen).astype(np.int64)


def grow(
    target: Vector | Integers,
    classes: int,
    predictors: Sequence[Predictor],
    least_leaf: int,
    cp: float,
    checkpoint: Callable[[], None],
) -> Leaves:
    """The leaves of a tree for `target` (records,): numbers where ``classes`` is 0, else class codes.

    No leaf has fewer than ``least_leaf`` records, and no split gains less than ``cp`` of the impurity of all
    records. An other record whose category is not in a node goes to the larger child.
    """
    followers = len(predictors[0].others) if predictors else 0
    records = _Walk(np.zeros(len(target), dtype=np.int64))
    others = _Walk(np.zeros(followers, dtype=np.int64))
    target = target if classes or not len(target) else target - target.mean()
    least_gain = cp * _impurity(target, classes)
    nodes = leaves = 1
    while nodes and predictors and len(target):
        checkpoint()
        node, here = records.node[records.active], records.active
        cuts = [_best_cuts(one, here, node, nodes, target, classes, least_leaf) for one in predictors]
        gain, chosen = cuts[0].gain.copy(), np.zeros(nodes, dtype=np.int64)
        for place, one in enumerate(cuts[1:], 1):
            better = one.gain > gain + _SAME * np.abs(np.where(np.isfinite(gain), gain, 0.0))
            gain[better], chosen[better] = one.gain[better], place
        split = (gain > 0) & (gain >= least_gain)
        child = np.full((nodes, 2), -1, dtype=np.int64)
        nodes = 2 * int(split.sum())
        child[split] = np.arange(nodes).reshape(-1, 2)
        records.step(child, chosen, cuts, [one.codes for one in predictors], leaves)
        others.step(child, chosen, cuts, [one.others for one in predictors], leaves)
        leaves += nodes
    used = np.unique(np.concatenate((records.leaf, others.leaf)))
    return Leaves(np.searchsorted(used, records.leaf), np.searchsorted(used, others.leaf), len(used))


class _Walk:
    """Where records are while the tree grows: those in nodes that may be split, and the leaf of all."""

    def __init__(self, node: Integers) -> None:
        self.node, self.leaf = node, node.copy()
        self.active = np.arange(len(node))

    def step(
        self,
        child: Integers,
        chosen: Integers,
        cuts: Sequence[_Cuts],
        codes: Sequence[Integers],
        leaves: int,
    ) -> None:
        """Go to the children of each node; ``leaves``: the number of the first of them as a leaf."""
        node = self.node[self.active]
        going = child[node, 0] >= 0
        active, node = self.active[going], node[going]
        new = np.zeros(len(active), dtype=np.int64)
        for place, one in enumerate(cuts):
            mine = chosen[node] == place
            sides = one.sides(node[mine], codes[place][active[mine]])
            new[mine] = child[node[mine], sides]
        self.node[active] = new
        self.leaf[active] = leaves + new
        self.active = active


def _impurity(target: Vector | Integers, classes: int) -> float:
    if not len(target):
        return 0.0
    if classes:
        counts = np.bincount(target.astype(np.int64), minlength=classes).astype(np.float64)
        return float(len(target) - (counts**2).sum() / len(target))
    return float((target**2).sum())


def _best_cuts(
    predictor: Predictor,
    here: Integers,
    node: Integers,
    nodes: int,
    target: Vector | Integers,
    classes: int,
    least_leaf: int,
) -> _Cuts:
    """The best cut of a predictor in each of the nodes, in which the records `here` are."""
    codes = predictor.codes[here]
    size = 1 + max(int(predictor.codes.max(initial=0)), int(predictor.others.max(initial=0)))
    keys, pair = np.unique(node * size + codes, return_inverse=True)
    node_of, code_of = keys // size, keys % size
    starts = np.searchsorted(node_of, np.arange(nodes))
    number = np.bincount(pair).astype(np.float64)
    sums: Vector
    if classes:
        cells = pair * classes + target[here].astype(np.int64)
        sums = np.bincount(cells, minlength=len(keys) * classes).reshape(-1, classes).astype(np.float64)
    else:
        weights = target[here].astype(np.float64)
        sums = np.bincount(pair, weights=weights, minlength=len(keys)).reshape(-1, 1).astype(np.float64)
    totals, all_records = np.add.reduceat(sums, starts), np.add.reduceat(number, starts)
    order = np.arange(len(keys))
    if not predictor.ordered:
        column = totals.argmax(axis=1) if classes else np.zeros(nodes, dtype=np.int64)
        score = sums[order, column[node_of]] / number
        order = np.lexsort((code_of, score, node_of))
    left, left_number = _running(sums[order], starts, node_of), _running(number[order], starts, node_of)
    right, right_number = totals[node_of] - left, all_records[node_of] - left_number
    valid = (left_number >= least_leaf) & (right_number >= least_leaf)
    with np.errstate(divide="ignore", invalid="ignore"):
        gain = (left**2).sum(axis=1) / left_number + (right**2).sum(axis=1) / right_number
    gain = np.where(valid, gain - ((totals**2).sum(axis=1) / all_records)[node_of], -np.inf)
    best = np.maximum.reduceat(gain, starts)
    near = np.where(np.isfinite(best), best - _SAME * np.abs(np.where(np.isfinite(best), best, 0.0)), best)
    first = np.minimum.reduceat(np.where(gain >= near[node_of], np.arange(len(keys)), len(keys)), starts)
    rank = np.empty(len(keys), dtype=np.int64)
    rank[order] = np.arange(len(keys)) - starts[node_of]
    return _Cuts(
        keys=keys,
        size=size,
        ordered=predictor.ordered,
        rank=rank,
        gain=best,
        cut=first - starts,
        cut_code=code_of[order[first]],
        right_is_larger=right_number[first] > left_number[first],
    )


def _running(values: Vector, starts: Integers, node_of: Integers) -> Vector:
    """Running sums that begin again in each node."""
    sums = np.cumsum(values, axis=0)
    before = np.concatenate((np.zeros_like(sums[:1]), sums))[starts]
    running: Vector = sums - before[node_of]
    return running
