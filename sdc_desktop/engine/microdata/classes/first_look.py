"""What the records of a file show before anything is protected: unique records, small classes, what each key
variable adds to uniqueness, and sensitive values that classes disclose. Missing values are categories.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.classes.key_classes import (
    Integers,
    KeyClasses,
    ValueGroups,
    disclosed_in,
    first_classes,
    row_numbers,
)
from sdc_desktop.engine.microdata.criteria.sensitive_attributes import values_by_name

THRESHOLDS = (2, 3, 5)  # class sizes below which records and classes are counted


@dataclass(frozen=True)
class SmallClasses:
    """Classes of fewer than ``k`` records, and the records in them."""

    k: int
    classes: int
    records: int


@dataclass(frozen=True)
class Contribution:
    """A key variable: its ``values``, the records that are unique by it ``alone``, and those that are unique
    only if it is known in addition to all the others (``adds``).
    """

    variable: str
    values: int
    alone: int
    adds: int


@dataclass(frozen=True)
class FirstLook:
    """``k``: the smallest class; ``contributions``: the riskiest variable first; ``disclosed``: by sensitive
    variable the classes with a single value of it, and their records.
    """

    key_variables: tuple[str, ...]
    records: int
    classes: int
    k: int
    below: tuple[SmallClasses, ...]
    contributions: tuple[Contribution, ...]
    disclosed: dict[str, ValueGroups]

    @property
    def uniques(self) -> int:
        """Records that match no other."""
        return self.below[0].records


def first_look(
    data: Microdata, key_variables: Sequence[str], sensitive: Sequence[str], context: JobContext
) -> FirstLook:
    """One pass over the records. At least one key variable and one record; a variable that is both is a key
    variable. Raises Cancelled.
    """
    names = tuple(dict.fromkeys(key_variables))
    others = [name for name in dict.fromkeys(sensitive) if name not in names]
    joint = data.counts([*names, *others], context)
    values = values_by_name(joint, data, others)
    classes = first_classes(joint, names, {name: one.of_text for name, one in values.items()})
    context.checkpoint()
    categories = [len(joint.categories[place]) for place in range(len(names))]
    return FirstLook(
        names,
        classes.records,
        len(classes.sizes),
        int(classes.sizes.min(initial=classes.records)),
        tuple(_below(classes.sizes, k) for k in THRESHOLDS),
        _contributions(classes, names, categories, context),
        {name: found[0] for name, found in disclosed_in(classes).items()},
    )


def _below(sizes: Integers, k: int) -> SmallClasses:
    small = sizes < k
    return SmallClasses(k, int(np.count_nonzero(small)), int(sizes[small].sum()))


def _contributions(
    classes: KeyClasses, names: Sequence[str], categories: Sequence[int], context: JobContext
) -> tuple[Contribution, ...]:
    every = int(np.count_nonzero(classes.sizes == 1))
    found = []
    for place, name in enumerate(names):
        context.checkpoint()
        others = [other for other in range(len(names)) if other != place]
        without = _uniques(classes, others, categories)
        alone = _uniques(classes, [place], categories)
        found.append(Contribution(name, categories[place], alone, every - without))
    return tuple(sorted(found, key=lambda one: (-one.adds, -one.alone, names.index(one.variable))))


def _uniques(classes: KeyClasses, places: Sequence[int], categories: Sequence[int]) -> int:
    """Records that are unique on some of the variables; on none of them, of a file of one record."""
    if not places:
        return int(classes.records == 1)
    codes = classes.codes[list(places)].T
    number, count = row_numbers(codes, [categories[place] for place in places])
    sizes = np.bincount(number, weights=classes.sizes, minlength=count)
    return int(np.count_nonzero(sizes == 1))
