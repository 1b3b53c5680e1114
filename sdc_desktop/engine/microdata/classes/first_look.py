"""What the records of a file show before anything is protected: unique records, small classes, what each key
variable adds to uniqueness, and sensitive values that classes disclose, by one rule for missing values.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.classes.key_classes import (
    Disclosed,
    Integers,
    KeyClasses,
    ValueGroups,
    Vector,
    disclosed_in,
    first_classes,
)
from sdc_desktop.engine.microdata.classes.matching_values import (
    Disclosing,
    MissingRule,
    absent_values,
    share_of,
    sums_on,
    value_matches,
)
from sdc_desktop.engine.microdata.criteria.sensitive_attributes import values_by_name
from sdc_desktop.engine.microdata.recoding import Anonymity, records_by_size
from sdc_desktop.engine.plan_secrets import REDACTED

_CLOSE = 1e-9
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
    """By the rule ``missing``: ``k``, the fewest records that match one, and ``risk``, the mean of 1 by their
    number. ``incomplete``: records with a missing key value; ``contributions``: the riskiest variable first;
    ``disclosed``: by sensitive variable the classes with a single value of it, and their records.
    """

    key_variables: tuple[str, ...]
    missing: MissingRule
    records: int
    incomplete: int
    classes: int
    k: float
    risk: float
    uniques: int  # records that match no other
    below: tuple[SmallClasses, ...]
    contributions: tuple[Contribution, ...]
    disclosed: dict[str, ValueGroups]


def first_look(
    data: Microdata,
    key_variables: Sequence[str],
    sensitive: Sequence[str],
    context: JobContext,
    missing: MissingRule = "none",
) -> FirstLook:
    """One pass over the records. At least one key variable and one record; a variable that is both is a key
    variable. ``missing``: what a missing key value matches. Raises Cancelled.
    """
    names = tuple(dict.fromkeys(key_variables))
    others = [name for name in dict.fromkeys(sensitive) if name not in names]
    joint = data.counts([*names, *others], context)
    values = values_by_name(joint, data, others)
    classes = first_classes(joint, names, {name: one.of_text for name, one in values.items()})
    context.checkpoint()
    labels = joint.categories[: len(names)]
    absent = absent_values(classes.codes, labels, [data.variable(name).missing for name in names])
    look = _Look(classes, absent, [len(texts) for texts in labels], share_of(missing), context)
    sums, sizes = look.sums(range(len(names)))
    return FirstLook(
        names,
        missing,
        classes.records,
        int(classes.sizes[absent.any(axis=1)].sum()),
        len(classes.sizes),
        float(sums.min(initial=classes.records)),
        float((sizes / sums).sum()) / max(classes.records, 1),
        look.uniques(range(len(names))),
        tuple(_below(sums, sizes, k) for k in THRESHOLDS),
        _contributions(look, names),
        {name: found[0] for name, found in look.disclosed().items()},
    )


@dataclass(frozen=True)
class Hiding:
    """How the records of a file with missing key values hide by a rule for these: ``incomplete`` ones miss a
    key value, ``uniques`` match no other, and every record matches at least ``k``. ``by_size``: as of
    :class:`Anonymity`, by the matches of each record.
    """

    missing: MissingRule
    incomplete: int
    uniques: int
    k: float
    by_size: tuple[int, ...] = field(default=(), metadata=REDACTED, repr=False, compare=False)

    def of(self, found: Anonymity) -> Anonymity:
        """The figures of a method on the same records, counted by this rule."""
        return replace(found, k=int(self.k + _CLOSE), uniques=self.uniques, by_size=self.by_size)


def hiding(
    data: Microdata, key_variables: Sequence[str], missing: MissingRule, context: JobContext
) -> Hiding | None:
    """The same of a file; None where no key value is missing. Raises Cancelled."""
    names = tuple(key_variables)
    known = {name: set(data.relation.frequencies(data.index(name), context)[0]) for name in names}
    if not any(known[name] & set(data.variable(name).missing) for name in names):
        return None
    keys = data.counts(names, context)
    classes = first_classes(keys, names, {})
    absent = absent_values(classes.codes, keys.categories, [data.variable(name).missing for name in names])
    look = _Look(classes, absent, [len(texts) for texts in keys.categories], share_of(missing), context)
    incomplete = int(classes.sizes[absent.any(axis=1)].sum())
    sums, sizes = look.sums(range(len(names)))
    alone = _below(sums, sizes, 2, alone=True).records
    return Hiding(missing, incomplete, alone, float(sums.min()), records_by_size(sums + _CLOSE, sizes))


@dataclass(frozen=True)
class _Look:
    """Classes, and how their records match."""

    classes: KeyClasses
    absent: npt.NDArray[np.bool_]
    categories: Sequence[int]
    alpha: float
    context: JobContext

    def sums(self, places: Sequence[int]) -> tuple[Vector, Integers]:
        """As :func:`sums_on`, of the classes."""
        codes, sizes = self.classes.codes.T, self.classes.sizes
        return sums_on(places, codes, self.absent, self.categories, sizes, self.alpha, self.context)

    def uniques(self, places: Sequence[int]) -> int:
        """Records that match no other on these variables; none without a variable."""
        if not places:
            return int(self.classes.records == 1)
        return _below(*self.sums(places), 2, alone=True).records

    def disclosed(self) -> dict[str, Disclosed]:
        """By sensitive variable what the matches of records disclose."""
        if not self.absent.any():
            return disclosed_in(self.classes)
        alone: npt.NDArray[np.bool_] = np.asarray(self.absent.any(axis=1) & (self.alpha == 0), dtype=np.bool_)
        found = {}
        for name, pairs in self.classes.pairs.items():
            disclosing = Disclosing(alone)
            for part in value_matches(
                self.classes, pairs, self.absent, self.categories, self.alpha, self.context
            ):
                disclosing.take(part)
            found[name] = disclosing.found
        return found


def _below(sums: Vector, sizes: Integers, k: int, *, alone: bool = False) -> SmallClasses:
    small = sums <= 1 + _CLOSE if alone else sums < k - _CLOSE
    return SmallClasses(k, int(np.count_nonzero(small)), int(sizes[small].sum()))


def _contributions(look: _Look, names: Sequence[str]) -> tuple[Contribution, ...]:
    every = look.uniques(range(len(names)))
    found = []
    for place, name in enumerate(names):
        look.context.checkpoint()
        without = look.uniques([other for other in range(len(names)) if other != place])
        alone = look.uniques([place])
        found.append(Contribution(name, look.categories[place], alone, every - without))
    return tuple(sorted(found, key=lambda one: (-one.adds, -one.alone, names.index(one.variable))))
