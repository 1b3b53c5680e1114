"""Suppression by plain loops over records, to hold the engine against."""

from collections.abc import Sequence
from itertools import product

import numpy as np

from sdc_desktop.engine.microdata.suppression.suppression import ReleasedClasses, Treatment

Record = tuple[str | None, ...]  # None where suppressed


def classes_of(records: Sequence[Sequence[str]]) -> ReleasedClasses:
    """The classes of some records as they are; variables are called v0, v1, ..."""
    columns = list(zip(*records, strict=True))
    labels = tuple(tuple(sorted(set(column))) for column in columns)
    codes = np.array([[texts.index(v) for texts, v in zip(labels, row, strict=True)] for row in records])
    distinct, class_of, sizes = np.unique(codes, axis=0, return_inverse=True, return_counts=True)
    names = tuple(f"v{index}" for index in range(len(columns)))
    return ReleasedClasses(names, labels, distinct.astype(np.int64), sizes.astype(np.int64), class_of)


def released(
    records: Sequence[Sequence[str]], classes: ReleasedClasses, treatment: Treatment
) -> list[Record]:
    """The records with the cells of the treatment replaced by None: of a class the first in file order."""
    queue: dict[int, list[np.ndarray]] = {}
    for one, cells, number in zip(treatment.classes, treatment.cells, treatment.records, strict=True):
        queue.setdefault(int(one), []).extend([cells] * int(number))
    found = []
    for record, one in zip(records, classes.class_of.tolist(), strict=True):
        cells = queue[one].pop(0) if queue.get(one) else [False] * len(record)
        found.append(tuple(None if hit else text for text, hit in zip(record, cells, strict=True)))
    assert not any(queue.values()), "more records treated than the class has"
    return found


def meets(rule: str, original: Sequence[Sequence[str]], after: Sequence[Record], k: int) -> bool:
    """Whether every record has k to agree with, under a rule."""
    if rule == "kept":
        return all(sum(_fits(shown, other) for other in original) >= k for shown in after)
    if rule == "category":
        return all(sum(shown == other for other in after) >= k for shown in after)
    return all(sum(_agree(shown, other) for other in after) >= k for shown in after)


def _fits(shown: Record, record: Sequence[str]) -> bool:
    return all(a is None or a == b for a, b in zip(shown, record, strict=True))


def _agree(one: Record, other: Record) -> bool:
    return all(a is None or b is None or a == b for a, b in zip(one, other, strict=True))


def least_cost(rule: str, records: Sequence[Sequence[str]], k: int, weights: Sequence[float]) -> float:
    """The cost of the cheapest suppression that meets the rule: all there are, tried one by one."""
    masks = list(product([False, True], repeat=len(weights)))
    prices = [sum(w for w, hit in zip(weights, mask, strict=True) if hit) for mask in masks]
    best = float("inf")
    for choice in product(range(len(masks)), repeat=len(records)):
        cost = sum(prices[place] for place in choice)
        if cost < best:
            after = [
                tuple(None if hit else text for text, hit in zip(record, masks[place], strict=True))
                for record, place in zip(records, choice, strict=True)
            ]
            if meets(rule, records, after, k):
                best = cost
    return best
