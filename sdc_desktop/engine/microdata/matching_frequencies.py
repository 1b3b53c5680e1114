"""How many records agree with each key combination when values can be missing.

A match that rests on a missing value, on either side, counts as alpha of a record: 1 where a missing value
matches every value, 0 where it matches none, a fraction between. A record always matches itself whole.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.key_classes import Integers, Vector, float_sums, row_numbers

Codes = npt.NDArray[np.integer]
Flags = npt.NDArray[np.bool_]


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
