"""What the records of a file show before anything is protected: unique records, small classes, what each key
variable adds to uniqueness, and sensitive values that classes disclose, by one rule for missing values.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.spec import Known
from sdc_desktop.engine.microdata.classes.key_classes import (
    Disclosed,
    Integers,
    KeyClasses,
    ValueGroups,
    Vector,
    disclosed_in,
    first_classes,
    float_sums,
    row_numbers,
)
from sdc_desktop.engine.microdata.classes.knowledge import found_by
from sdc_desktop.engine.microdata.classes.matching_persons import matching_persons
from sdc_desktop.engine.microdata.classes.matching_values import (
    Disclosing,
    MissingRule,
    absent_values,
    share_of,
    sums_on,
    value_matches,
)
from sdc_desktop.engine.microdata.criteria.sensitive_attributes import values_by_name
from sdc_desktop.engine.microdata.recoding import Anonymity, by_size
from sdc_desktop.engine.plan_secrets import IF_THERE, REDACTED

CLOSE = 1e-9
THRESHOLDS = (2, 3, 5)  # class sizes below which records and classes are counted


@dataclass(frozen=True)
class SmallClasses:
    """Classes of fewer than ``k`` records, and the records in them; of persons with several records, classes
    of fewer persons, and the ``persons`` about whom something can be known that fewer fit.
    """

    k: int
    classes: int
    records: int
    persons: int | None = None

    @property
    def units(self) -> int:
        """The persons; records where each is of a person of its own."""
        return self.records if self.persons is None else self.persons


@dataclass(frozen=True)
class Contribution:
    """A key variable: its ``values``, the records or persons that are unique by it ``alone``, and those that
    are unique only with it in addition to all the others (``adds``).
    """

    variable: str
    values: int
    alone: int
    adds: int


@dataclass(frozen=True)
class FirstLook:
    """The first figures of a file, by the rule ``missing``.

    ``k``: the fewest records that match one; ``risk``: the mean of 1 by the number of matches.
    ``incomplete``: records with a missing key value; ``contributions``: the riskiest variable first;
    ``disclosed``: by sensitive variable the classes with a single value of it, and their records.
    ``persons``: their number where some have several records; then the figures count persons, for an intruder
    with ``known`` records of each.
    """

    key_variables: tuple[str, ...]
    missing: MissingRule
    records: int
    incomplete: int
    classes: int
    k: float
    risk: float
    uniques: int  # records that match no other, or persons whom alone something fits
    below: tuple[SmallClasses, ...]
    contributions: tuple[Contribution, ...]
    disclosed: dict[str, ValueGroups]
    persons: int | None = None
    known: Known | None = None
    by_size: tuple[int, ...] = ()  # as of `Anonymity`: the units by the matches of each

    @property
    def units(self) -> int:
        """The persons; records where each is of a person of its own."""
        return self.records if self.persons is None else self.persons

    def in_classes_below(self, k: int) -> int:
        """The units in classes below ``k``, one of the sizes that were counted. Raises StopIteration."""
        return next(small.units for small in self.below if small.k == k)


def first_look(
    data: Microdata,
    key_variables: Sequence[str],
    sensitive: Sequence[str],
    context: JobContext,
    missing: MissingRule = "none",
    k: int = THRESHOLDS[1],
) -> FirstLook:
    """One pass over the records. At least one key variable and one record; a variable that is both is a key
    variable. ``missing``: what a missing key value matches; ``k``: a class size that is counted too. Raises
    Cancelled.
    """
    thresholds = sorted({*THRESHOLDS, k})
    names = tuple(dict.fromkeys(key_variables))
    others = [name for name in dict.fromkeys(sensitive) if name not in names]
    joint = data.counts([*names, *others], context)
    values = values_by_name(joint, data, others)
    classes = first_classes(joint, names, {name: one.of_text for name, one in values.items()})
    context.checkpoint()
    labels = joint.categories[: len(names)]
    absent = absent_values(classes.codes, labels, [data.variable(name).missing for name in names])
    look = _Look(classes, absent, [len(texts) for texts in labels], share_of(missing), context)
    if classes.members is not None:
        return _of_persons(look, names, missing, thresholds)
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
        tuple(_below(sums, sizes, one) for one in thresholds),
        _contributions(look, names),
        {name: found[0] for name, found in look.disclosed().items()},
        by_size=by_size(sums + CLOSE, sizes),
    )


@dataclass(frozen=True)
class Hiding:
    """How the records of a file with missing key values hide by a rule for these: ``incomplete`` ones miss a
    key value, ``uniques`` match no other, every record matches at least ``k``, and ``risks`` are the mean and
    the highest of 1 by the matches. ``by_size``: as of :class:`Anonymity`, by the matches of each record. All
    but the incomplete are of ``persons`` where some have several records, for one record known of each.
    """

    missing: MissingRule
    incomplete: int
    uniques: int
    k: float
    by_size: tuple[int, ...] = field(default=(), metadata=REDACTED, repr=False, compare=False)
    risks: tuple[float, float] = (0.0, 0.0)
    persons: int | None = field(default=None, metadata=IF_THERE)
    below: tuple[SmallClasses, ...] = field(default=(), metadata=IF_THERE)  # by the thresholds asked for

    def of(self, found: Anonymity) -> Anonymity:
        """The figures of a method on the same records, counted by this rule."""
        k, risks = int(self.k + CLOSE), self.risks
        return replace(found, k=k, uniques=self.uniques, by_size=self.by_size, risks=risks)


def hiding(
    data: Microdata,
    key_variables: Sequence[str],
    missing: MissingRule,
    context: JobContext,
    thresholds: Sequence[int] = (),
) -> Hiding | None:
    """How the records or persons of a file hide by a rule for missing key values; None where no key value is
    missing, and where more than one record of a person is known: a missing value is a category there.

    Raises Cancelled.
    """
    names = tuple(key_variables)
    known = {name: set(data.relation.frequencies(data.index(name), context)[0]) for name in names}
    if not any(known[name] & set(data.variable(name).missing) for name in names):
        return None
    look = _look_at(data, names, missing, context)
    classes, every = look.classes, range(len(names))
    incomplete = int(classes.sizes[look.absent.any(axis=1)].sum())
    if classes.members is None:
        sums, sizes = look.sums(every)
        risks = float((sizes / sums).sum()) / max(classes.records, 1), float(1 / sums.min())
        alone = _below(sums, sizes, 2, alone=True).records
        return Hiding(missing, incomplete, alone, float(sums.min()), by_size(sums + CLOSE, sizes), risks)
    if classes.members.known != 1:
        return None
    found = look.persons(every)
    risks = float(found.risks.mean()), float(found.risks.max())
    least, persons = float(found.least.min()), len(found.least)
    below = tuple(map(found.below, thresholds))
    return Hiding(missing, incomplete, found.uniques, least, found.by_size, risks, persons, below)


def small_classes(
    data: Microdata, key_variables: Sequence[str], missing: MissingRule, k: int, context: JobContext
) -> SmallClasses:
    """The classes below ``k`` of a file with records, by a rule for missing values. Raises Cancelled."""
    look = _look_at(data, key_variables, missing, context)
    every = range(len(key_variables))
    if look.classes.members is not None:
        return look.persons(every).below(k)
    return _below(*look.sums(every), k)


def _look_at(data: Microdata, names: Sequence[str], missing: MissingRule, context: JobContext) -> "_Look":
    keys = data.counts(names, context)
    classes = first_classes(keys, names, {})
    absent = absent_values(classes.codes, keys.categories, [data.variable(name).missing for name in names])
    return _Look(classes, absent, [len(texts) for texts in keys.categories], share_of(missing), context)


@dataclass(frozen=True)
class _Persons:
    """How many persons fit what can be known of one with a record in each class (classes,), the records of
    each, and by person the fewest who fit (``least``) and the risk, both (persons,).
    """

    fits: Vector
    sizes: Integers
    least: Vector | Integers
    risks: Vector

    @property
    def uniques(self) -> int:
        """The persons whom alone something fits that can be known of them."""
        return int(np.count_nonzero(self.least <= 1 + CLOSE))

    @property
    def by_size(self) -> tuple[int, ...]:
        """As of `Anonymity`: the persons by the fewest who fit."""
        return by_size(self.least.astype(np.float64) + CLOSE, np.ones(len(self.least), dtype=np.int64))

    def below(self, k: int) -> SmallClasses:
        """Classes of fewer than k persons, their records, and the persons with fewer who fit."""
        small = self.fits < k - CLOSE
        persons = int(np.count_nonzero(self.least < k - CLOSE))
        return SmallClasses(k, int(np.count_nonzero(small)), int(self.sizes[small].sum()), persons)


@dataclass(frozen=True)
class _Look:
    """Classes, and how their records match."""

    classes: KeyClasses
    absent: npt.NDArray[np.bool_]
    categories: Sequence[int]
    alpha: float
    context: JobContext

    def sums(self, places: Sequence[int]) -> tuple[Vector, Integers]:
        """The matches of each distinct combination of these variables of the classes, and its records."""
        codes, sizes = self.classes.codes.T, self.classes.sizes
        return sums_on(places, codes, self.absent, self.categories, sizes, self.alpha, self.context)

    def persons(self, places: Sequence[int]) -> "_Persons":
        """What is found of persons with several records on these variables."""
        assert self.classes.members is not None
        chosen = list(places)
        counts = [self.categories[place] for place in chosen]
        codes = self.classes.codes.T[:, chosen]
        number, count = row_numbers(codes, counts)
        member = np.zeros(count, dtype=np.int64)
        member[number] = np.arange(len(number))
        sizes = float_sums(number, self.classes.sizes, count).astype(np.int64)
        members = self.classes.members.merged(number)
        if members.known != 1:
            found = found_by(members, sizes, self.context)
            return _Persons(found.of_classes.astype(np.float64), sizes, found.least, found.risks)
        absent = self.absent[member][:, chosen]
        fits = matching_persons(codes[member], absent, counts, members, self.alpha, self.context)
        rows = fits[members.places]
        risks = 1 / rows
        if not members.linked:  # a record drawn from a class is of the person with most there more often
            shown = ~absent[members.places].any(axis=1)
            risks = np.where(shown, np.maximum(risks, members.records / sizes[members.places]), risks)
        _, own = np.unique(members.persons, return_inverse=True)
        least = np.full(int(own.max(initial=-1)) + 1, np.inf)
        np.minimum.at(least, own, rows)
        highest = np.zeros(len(least))
        np.maximum.at(highest, own, risks)
        return _Persons(fits, sizes, least, highest)

    def uniques(self, places: Sequence[int]) -> int:
        """Records that match no other on these variables, or persons; none without a variable."""
        if not places:
            return int(self.classes.people == 1)
        if self.classes.members is not None:
            return self.persons(places).uniques
        return _below(*self.sums(places), 2, alone=True).records

    def disclosed(self) -> dict[str, Disclosed]:
        """By sensitive variable what the matches of records disclose."""
        if not self.absent.any() or self.classes.members is not None:
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


def _of_persons(
    look: _Look, names: Sequence[str], missing: MissingRule, thresholds: Sequence[int]
) -> FirstLook:
    """The figures of a file of persons with several records, counted in persons."""
    classes = look.classes
    found = look.persons(range(len(names)))
    return FirstLook(
        tuple(names),
        missing,
        classes.records,
        int(classes.sizes[look.absent.any(axis=1)].sum()),
        len(classes.sizes),
        float(found.fits.min(initial=classes.people)),
        float(found.risks.mean()) if len(found.risks) else 0.0,
        found.uniques,
        tuple(map(found.below, thresholds)),
        _contributions(look, names),
        {name: found[0] for name, found in look.disclosed().items()},
        classes.people,
        None if classes.members is None else classes.members.known,
        found.by_size,
    )


def _below(sums: Vector, sizes: Integers, k: int, *, alone: bool = False) -> SmallClasses:
    small = sums <= 1 + CLOSE if alone else sums < k - CLOSE
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
