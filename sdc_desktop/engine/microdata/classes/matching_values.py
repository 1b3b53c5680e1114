"""What groups disclose of sensitive variables where key values can be missing, by the rule of a risk job.

A missing key value that matches every value puts a record into the group of all records that agree with it
otherwise. By any other rule such a record is taken to be alone: of its group only itself is sure.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.classes.key_classes import (
    Disclosed,
    Integers,
    KeyClasses,
    Pairs,
    ValueGroups,
    Vector,
    disclosed,
    float_sums,
    groups_where,
    row_numbers,
)

Codes = npt.NDArray[np.integer]
Flags = npt.NDArray[np.bool_]


# How many records agree with each key combination when values can be missing.
# A match that rests on a missing value, on either side, counts as alpha of a record: 1 where a missing value
# matches every value, 0 where it matches none, a fraction between. A record always matches itself whole.
def matching_sums(
    codes: Codes,
    absent: Flags,
    categories: Sequence[int],
    records: Integers,
    amounts: Vector,
    alpha: float,
    context: JobContext,
) -> Vector:
    """For each distinct combination the amounts of the records that match one of its records, (rows,).

    ``codes`` and ``absent`` (rows, variables): categories, and where they mean "missing"; ``records`` (rows,)
    how many records have the combination; ``amounts`` (rows,) what they count together: their number, or the
    sum of their weights. With missing values a record's own amount is taken as the mean of its combination.
    """
    some = absent.any(axis=1)
    own = amounts / records
    sums = np.where(some, own + alpha * (amounts - own), amounts)
    if alpha == 0 or not some.any():
        return sums
    patterns, count = row_numbers(absent.astype(np.int64), [2] * absent.shape[1])
    rows_of = [np.flatnonzero(patterns == pattern) for pattern in range(count)]
    shown = [~absent[rows[0]] for rows in rows_of]
    for one in range(count):
        for other in range(one, count):
            context.checkpoint()
            together = np.flatnonzero(shown[one] & shown[other])
            if one == other and len(together) == len(categories):
                continue  # nothing is missing: only the same combination matches
            rows = rows_of[one] if one == other else np.concatenate([rows_of[one], rows_of[other]])
            number, groups = row_numbers(codes[rows][:, together], [categories[v] for v in together.tolist()])
            if one == other:  # "" and "NA" are two texts for the same
                sums[rows] += alpha * (_found(number, number, amounts[rows], groups) - amounts[rows])
                continue
            cut = len(rows_of[one])
            sums[rows_of[one]] += alpha * _found(number[:cut], number[cut:], amounts[rows[cut:]], groups)
            sums[rows_of[other]] += alpha * _found(number[cut:], number[:cut], amounts[rows[:cut]], groups)
    return sums


def _found(wanted: Integers, number: Integers, amounts: Vector, groups: int) -> Vector:
    """The amounts of rows in the group that each wanted row is in."""
    return float_sums(number, amounts, groups)[wanted]


MOST_VALUES = 100  # of a variable, for which matching is followed; beyond it classes are taken as they are


def matched_disclosure(
    classes: KeyClasses,
    absent: npt.NDArray[np.bool_],
    categories: Sequence[int],
    alpha: float,
    kept: Integers,
    context: JobContext,
) -> dict[str, Disclosed]:
    """By sensitive variable what the groups of the `kept` classes disclose. ``absent`` (classes, variables):
    missing key values; ``alpha``: how much of a record a match that rests on one counts. Raises Cancelled.
    """
    some: npt.NDArray[np.bool_] = np.asarray(absent.any(axis=1), dtype=np.bool_)
    found = {}
    for name, pairs in classes.pairs.items():
        if alpha == 1 and some.any() and pairs.categories <= MOST_VALUES:
            found[name] = _of_matches(classes, pairs, absent, categories, kept, context)
        else:
            alone = some if alpha < 1 else np.zeros(len(some), dtype=np.bool_)
            found[name] = _of_classes(classes, pairs, alone, kept)
    return found


def _of_matches(
    classes: KeyClasses,
    pairs: Pairs,
    absent: npt.NDArray[np.bool_],
    categories: Sequence[int],
    kept: Integers,
    context: JobContext,
) -> Disclosed:
    number = len(classes.sizes)
    values, known, most = (np.zeros(number) for _ in range(3))
    for value in range(pairs.categories):
        rows = pairs.values == value
        amounts = float_sums(pairs.classes[rows], pairs.counts[rows], number)
        sums = matching_sums(classes.codes.T, absent, categories, classes.sizes, amounts, 1.0, context)
        sums = np.rint(sums)
        values, known, most = values + (sums > 0), known + sums, np.maximum(most, sums)
    sizes, flags = classes.sizes[kept], ((values == 1), (values > 0) & (10 * most >= 9 * known))
    return groups_where(sizes, flags[0][kept]), groups_where(sizes, flags[1][kept])


def _of_classes(classes: KeyClasses, pairs: Pairs, alone: npt.NDArray[np.bool_], kept: Integers) -> Disclosed:
    """Classes as they are; each record of one that is `alone` is a group of its own."""
    there = np.zeros(len(classes.sizes), dtype=np.bool_)
    there[kept] = True
    sizes = np.where(there & ~alone, classes.sizes, 0)
    taken = sizes[pairs.classes] > 0
    whole = Pairs(pairs.classes[taken], pairs.values[taken], pairs.counts[taken], pairs.categories)
    records = int(pairs.known(len(classes.sizes))[there & alone].sum())
    one, ninety = disclosed(whole, sizes)
    return (
        ValueGroups(one.records + records, one.groups + records),
        ValueGroups(ninety.records + records, ninety.groups + records),
    )
