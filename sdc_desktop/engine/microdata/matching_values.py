"""What groups disclose of sensitive variables where key values can be missing, by the rule of a risk job.

A missing key value that matches every value puts a record into the group of all records that agree with it
otherwise. By any other rule such a record is taken to be alone: of its group only itself is sure.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.key_classes import Integers, KeyClasses, Pairs, float_sums
from sdc_desktop.engine.microdata.matching_frequencies import matching_sums
from sdc_desktop.engine.microdata.one_value import Disclosed, ValueGroups, disclosed, groups_where

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
