"""MDAV-generic as it is written down, looking at every record each time; and how its data may be told.

A record is a list of values; None is missing. Centres are exact (fractions), so that only the rule for ties
at a centre is shared with the program.
"""

from collections import Counter
from fractions import Fraction

import numpy as np

from sdc_desktop.engine.microdata.groups.block_columns import Scaled

CENTRE_TIE = Fraction(1, 10**10)


def plain_mdav(records, measures, k):
    """The group of each record, numbered as they are formed."""
    left = list(range(len(records)))
    labels = [-1] * len(records)
    groups = 0

    def take(record):
        nonlocal left, groups
        others = [i for i in left if i != record]
        others.sort(key=lambda i: (distance(records[i], records[record], measures), i))
        for i in [record, *others[: k - 1]]:
            labels[i] = groups
        left = [i for i in left if labels[i] < 0]
        groups += 1

    def outermost():
        centre = [middle([records[i][j] for i in left], m) for j, m in enumerate(measures)]
        distances = [distance(records[i], centre, measures) for i in left]
        least = max(distances) * (1 - CENTRE_TIE)
        return next(i for i, d in zip(left, distances, strict=True) if d >= least)

    while len(left) >= 3 * k:
        first = outermost()
        take(first)
        take(max(left, key=lambda i: (distance(records[i], records[first], measures), -i)))
    if len(left) >= 2 * k:
        take(outermost())
    for i in left:
        labels[i] = groups
    return labels


def distance(one, other, measures):
    """Squared; summed variable by variable."""
    total = 0.0
    for a, b, measure in zip(one, other, measures, strict=True):
        if a is None or b is None:
            continue
        total = total + (float(a != b) if measure == "equality" else (a - b) * (a - b))
    return total


def middle(values, measure):
    """Mean, lower median or lowest mode of the values that are there."""
    there = sorted(value for value in values if value is not None)
    if not there:
        return None
    if measure == "difference":
        return sum(map(Fraction, there)) / len(there)
    if measure == "rank":
        return there[(len(there) - 1) // 2]
    counts = Counter(there)
    return min(counts, key=lambda value: (-counts[value], value))


def columns_of(records, measures):
    """The records as the program takes them; what stands for a missing value must not matter."""
    columns = []
    for j, measure in enumerate(measures):
        missing = np.array([record[j] is None for record in records])
        values = np.array([np.nan if record[j] is None else float(record[j]) for record in records])
        columns.append(Scaled(measure, values, missing if missing.any() else None))
    return columns


def quick_mdav(points, k):
    """The groups of MDAV for points (n, p) in NumPy, fast enough for some thousands of them."""
    left = np.arange(len(points))
    labels = np.full(len(points), -1)

    def squares(point):
        total = np.zeros(len(left))
        for j in range(points.shape[1]):
            total += (points[left, j] - point[j]) ** 2
        return total

    def take(record):
        nonlocal left
        group = left[np.lexsort((left, squares(points[record])))[:k]]
        labels[group] = labels.max() + 1
        left = left[labels[left] < 0]

    def outermost():
        base = points[left[0]]
        distances = squares(base + (points[left] - base).mean(axis=0))
        return left[np.flatnonzero(distances >= distances.max() * (1 - 1e-10))[0]]

    while len(left) >= 3 * k:
        first = outermost()
        take(first)
        take(left[squares(points[first]).argmax()])
    if len(left) >= 2 * k:
        take(outermost())
    labels[left] = labels.max() + 1
    return labels
