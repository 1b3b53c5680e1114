"""Privacy criteria on classes of records: which classes fail, and by how much.

k-anonymity (Samarati 2001), l-diversity (Machanavajjhala et al. 2007; entropies also as Stammler et al.
2016), t-closeness (Li et al. 2007), p-sensitivity (Truta & Vinay 2006), beta-likeness (Cao & Karras 2012),
delta-disclosure privacy (Brickell & Shmatikov 2008), average risk. They can be combined at
will; a class fails if it fails one of them. A line counts as met within 1e-9. Diversity and closeness are of
the records that have a value; a class without any fails. One record alone meets no criterion.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.members import Members
from sdc_desktop.engine.microdata.classes.key_classes import Integers, Pairs, Vector, float_sums
from sdc_desktop.engine.microdata.classes.knowledge import found_by
from sdc_desktop.engine.microdata.criteria.attribute_distance import DISTANCES, Attribute
from sdc_desktop.engine.microdata.criteria.class_values import ClassValues, Flags
from sdc_desktop.engine.microdata.criteria.entropies import first_term, weighted_terms
from sdc_desktop.engine.microdata.criteria.people import PeopleAt, table_margins, unique_share
from sdc_desktop.engine.microdata.criteria.spec import (
    AlphaKAnonymitySpec,
    AverageRiskSpec,
    BetaLikenessSpec,
    CriterionSpec,
    DeltaDisclosureSpec,
    DeltaPresenceSpec,
    Distance,
    DistinctLDiversitySpec,
    EntropyLDiversitySpec,
    Estimator,
    JournalistRiskSpec,
    KAnonymitySpec,
    KMapSpec,
    KMapTableSpec,
    OfTable,
    PopulationUniquenessSpec,
    PSensitiveSpec,
    RecursiveDiversitySpec,
    TClosenessSpec,
    attribute_of,
)

TOLERANCE = 1e-9
_NO_CONTEXT = JobContext()
_COMPANY = 2  # records of a class at least: alone, one meets no criterion
_OfValues = (
    DistinctLDiversitySpec
    | EntropyLDiversitySpec
    | AlphaKAnonymitySpec
    | RecursiveDiversitySpec
    | TClosenessSpec
    | PSensitiveSpec
    | BetaLikenessSpec
    | DeltaDisclosureSpec
)
_JUDGED_BY_MARGIN = (
    EntropyLDiversitySpec
    | AlphaKAnonymitySpec
    | RecursiveDiversitySpec
    | TClosenessSpec
    | BetaLikenessSpec
    | DeltaDisclosureSpec
)
_BELOW = 1e-12  # a logarithm this near to delta does not lie below it
_TABLE = 1 << 20  # counts for which terms of entropies are kept


@dataclass(frozen=True)
class Failing:
    """Which classes (classes,) must be suppressed.

    ``surely``: those that fail what a part of them must fail as well, however the class is divided.
    ``monotone``: whether a class fails a criterion that, without any suppression, no finer levels can meet.
    """

    fails: Flags
    surely: Flags
    monotone: bool


class Judge:
    """Criteria made ready for a file of ``records``, or of ``persons`` with several: the whole file's
    distributions are its reference.
    """

    def __init__(
        self,
        specs: Sequence[CriterionSpec],
        attributes: Mapping[str, Attribute],
        records: int,
        population: PeopleAt | None = None,
        persons: int | None = None,
    ) -> None:
        self.specs = tuple(specs)
        self.population = population
        self._attributes = attributes
        self._tables: dict[tuple[str, Estimator], Vector] = {}
        self._records, self._units = records, records if persons is None else persons
        self.least_size = max([_least_size(spec, self._units) for spec in specs], default=1)
        self.least_values: dict[str, int] = {}
        for spec in specs:
            name = attribute_of(spec)
            if name is not None:
                self.least_values[name] = max(self.least_values.get(name, 1), _least_values(spec))

    @property
    def needed(self) -> tuple[str, ...]:
        """The sensitive variables that the criteria need."""
        return tuple(self.least_values)

    @property
    def needs_members(self) -> bool:
        """Whether it matters which persons are in the classes, not only how many."""
        return any(isinstance(spec, AverageRiskSpec) for spec in self.specs)

    @property
    def prunes(self) -> bool:
        """Whether classes can fail that fail at all finer levels too."""
        by_people = any(isinstance(spec, KMapTableSpec | JournalistRiskSpec) for spec in self.specs)
        return by_people or self.least_size > 1 or any(least > 1 for least in self.least_values.values())

    def failing(self, classes: ClassValues) -> Failing:
        """Judge classes by all criteria together; those of a file last, over the classes left."""
        few = classes.units < self.least_size
        loosely = classes.in_any_order
        surely = loosely.units < self.least_size
        for spec in self.specs:
            if isinstance(spec, KMapTableSpec | JournalistRiskSpec):
                surely = surely | (self.margins(spec, classes) < -TOLERANCE)
        fails = np.zeros(len(surely), dtype=np.bool_)
        for name, least in self.least_values.items():
            if least > 1:
                own, loose = classes.judged, loosely.judged
                distinct = distinct_values(own.pairs[name], len(own.sizes), least)
                fails = fails | classes.having(distinct < least)
                matched = matched_values(loose.pairs[name], len(loose.sizes), least)
                surely = surely | loosely.having(matched < least)
        fails, monotone = fails | few | surely, bool(surely.any())
        for spec in self.specs:
            if isinstance(spec, DeltaPresenceSpec):
                fails = fails | (self.margins(spec, classes) < -TOLERANCE)
            elif isinstance(spec, _JUDGED_BY_MARGIN):
                margins = self.margins(spec, classes.judged)
                fails = fails | classes.having(margins < -TOLERANCE)
                if _is_monotone(spec) and classes.pairs[spec.attribute].holders is None:
                    monotone |= bool((margins < -2 * TOLERANCE).any())
        for spec in self.specs:
            if isinstance(spec, AverageRiskSpec):
                fails = fails | ~kept_by_average_risk(classes, fails, spec.max)
        for spec in self.specs:
            if isinstance(spec, PopulationUniquenessSpec) and unique_share(classes.units[~fails], spec) > (
                float(spec.max) + TOLERANCE
            ):
                fails = fails | (classes.units == 1)
        if any(not self._pool_meets(spec, classes, fails) for spec in self.specs):
            fails = np.ones(len(fails), dtype=np.bool_)
        return Failing(fails, surely, monotone)

    def _pool_meets(self, spec: CriterionSpec, classes: ClassValues, fails: Flags) -> bool:
        """Whether the suppressed records, which are of the people of all classes without a released record,
        meet the bounds of presence.
        """
        if not isinstance(spec, DeltaPresenceSpec) or self.population is None or classes.people is None:
            return True
        people = self.population.total - float(classes.people[~fails].sum())
        if people <= TOLERANCE * self.population.total:
            return True
        share = (self._records - int(classes.sizes[~fails].sum())) / people
        return float(spec.min) - TOLERANCE <= share <= float(spec.max) + TOLERANCE

    def margins(self, spec: CriterionSpec, classes: ClassValues) -> Vector:
        """How far each class is above the line of a criterion, in its own unit; below it the class fails."""
        if isinstance(spec, KAnonymitySpec | KMapSpec):
            return (classes.company - self.least_of(spec)).astype(np.float64)
        if isinstance(spec, OfTable):
            return table_margins(spec, classes.units, classes.people)
        if isinstance(spec, AverageRiskSpec | PopulationUniquenessSpec):
            raise ValueError("the criterion is of a file, not of a class")
        margins = self._own_margins(spec, classes)
        return np.where(classes.company <= 1 + TOLERANCE, np.minimum(margins, -1.0), margins)

    def least_of(self, spec: KAnonymitySpec | KMapSpec) -> int:
        """The records that a class needs."""
        return _least_size(spec, self._units)

    def _own_margins(self, spec: _OfValues, classes: ClassValues) -> Vector:
        pairs = classes.pairs[spec.attribute]
        if isinstance(spec, BetaLikenessSpec):
            return beta_margins(pairs, len(classes.sizes), self._attributes[spec.attribute], spec)
        if isinstance(spec, DeltaDisclosureSpec):
            found = self.logarithms(spec, classes)
            return np.where(found < float(spec.delta) - _BELOW, float(spec.delta) - found, -1.0)
        if isinstance(spec, TClosenessSpec):
            return float(spec.t) - self.distances(spec, classes)
        if isinstance(spec, RecursiveDiversitySpec):
            return recursive_margins(pairs, len(classes.sizes), spec.c, spec.l)
        if isinstance(spec, AlphaKAnonymitySpec):
            lacking = classes.company - float(spec.k)
            return np.where(lacking < -TOLERANCE, lacking, float(spec.alpha) - self.shares(spec, classes))
        least = _least_values(spec)
        lacking = (distinct_values(pairs, len(classes.sizes), least) - least).astype(np.float64)
        if not isinstance(spec, EntropyLDiversitySpec):
            return lacking
        above = self.entropies(pairs, len(classes.sizes), spec.estimator) - math.log(spec.l)
        return np.where(lacking < 0, lacking, above)

    def entropies(self, pairs: Pairs, classes: int, estimator: Estimator) -> Vector:
        """The entropy of a sensitive variable by class (classes,), in nats; 0 without any value."""
        known = pairs.known(classes)
        pairs = pairs.shares()
        terms = float_sums(pairs.classes, self._terms("terms", estimator, pairs.counts), classes)
        sizes = np.where(known == 0, 1, known)
        found = np.asarray(self._terms("first", estimator, sizes) - terms / sizes, dtype=np.float64)
        found[known == 0] = 0.0
        return found

    def shares(self, spec: AlphaKAnonymitySpec, classes: ClassValues) -> Vector:
        """The largest share of one of the values limited in each class (classes,), of those present; 0 where
        none is.
        """
        pairs = classes.pairs[spec.attribute]
        found = np.zeros(len(classes.sizes))
        shares = value_shares(pairs, len(found))
        if spec.values is not None:
            texts = self._attributes[spec.attribute].texts
            limited = np.array([text in spec.values for text in texts], dtype=np.bool_)
            shares = np.where(limited[pairs.values], shares, 0.0)
        np.maximum.at(found, pairs.classes, shares)
        return found

    def gains(self, spec: BetaLikenessSpec, classes: ClassValues) -> Vector:
        """The greatest relative gain (p - q) / q of a value in each class (classes,); inf where all
        values are missing.
        """
        pairs, attribute = classes.pairs[spec.attribute], self._attributes[spec.attribute]
        found = np.full(len(classes.sizes), -np.inf)
        np.maximum.at(found, pairs.classes, _ratios(pairs, len(found), attribute) - 1)
        found[pairs.known(len(found)) == 0] = np.inf
        return found

    def logarithms(self, spec: DeltaDisclosureSpec, classes: ClassValues) -> Vector:
        """The greatest |log2(p / q)| over the values of each class (classes,); inf where all values
        are missing, and if strict where a value of the file is missing from the class.
        """
        pairs, attribute = classes.pairs[spec.attribute], self._attributes[spec.attribute]
        found = np.zeros(len(classes.sizes))
        np.maximum.at(found, pairs.classes, np.abs(np.log2(_ratios(pairs, len(found), attribute))))
        found[pairs.known(len(found)) == 0] = np.inf
        if spec.strict:
            every = int((attribute.frequencies > 0).sum())
            found[distinct_values(pairs, len(found)) < every] = np.inf
        return found

    def distances(self, spec: TClosenessSpec, classes: ClassValues) -> Vector:
        """The distance of every class (classes,) from the whole file, 0 to 1; 1 without any value."""
        return class_distances(
            classes.pairs[spec.attribute],
            len(classes.sizes),
            self._attributes[spec.attribute],
            spec.distance,
        )

    def _terms(self, part: str, estimator: Estimator, counts: Integers | Vector) -> Vector:
        """n psi(n), or the first term, from a table where that is short enough. Only Shannon's entropy is
        defined for sums of weights.
        """
        if counts.dtype.kind == "f":
            assert estimator == "shannon"
            return np.asarray(counts * np.log(counts) if part == "terms" else np.log(counts))
        made = weighted_terms if part == "terms" else first_term
        if self._records > _TABLE:
            return made(counts, estimator)
        key = (part, estimator)
        if key not in self._tables:
            numbers = np.arange(self._records + 1)
            numbers[0] = 1  # never looked up
            self._tables[key] = made(numbers, estimator)
        return self._tables[key][counts.astype(np.int64, copy=False)]


def _is_monotone(spec: CriterionSpec) -> bool:
    """Whether, without any suppression, a class that fails has a part that fails. Gains are convex in the
    distribution; a part without a rare value passes delta-disclosure where the whole class fails.
    """
    if isinstance(spec, EntropyLDiversitySpec):
        return spec.estimator == "shannon"
    return not isinstance(spec, DeltaDisclosureSpec)


def _ratios(pairs: Pairs, classes: int, attribute: Attribute) -> Vector:
    """p / q of each value of each class, (pairs,)."""
    known = pairs.known(classes)
    found: Vector = pairs.counts / known[pairs.classes] / attribute.held[pairs.values]
    return found


def beta_margins(pairs: Pairs, classes: int, attribute: Attribute, spec: BetaLikenessSpec) -> Vector:
    """How far the relative gains of each class stay below their limits, (classes,): beta, and if enhanced
    also -ln q of the value; -1 where all values are missing.
    """
    limits = np.full(len(pairs.values), float(spec.beta))
    if spec.enhanced:
        limits = np.minimum(limits, -np.log(attribute.held[pairs.values]))
    found = np.full(classes, np.inf)
    np.minimum.at(found, pairs.classes, limits - (_ratios(pairs, classes, attribute) - 1))
    found[pairs.known(classes) == 0] = -1.0
    return found


def class_distances(pairs: Pairs, classes: int, attribute: Attribute, distance: Distance) -> Vector:
    """The distance of each class (classes,) from the whole file, 0 to 1; 1 where no record has a value."""
    known = pairs.known(classes)
    found = DISTANCES[distance](pairs.shares(), known, attribute)
    found[known == 0] = 1.0
    return found


def distinct_values(pairs: Pairs, classes: int, enough: int | None = None) -> Integers:
    """How many values of a sensitive variable each class has; of persons with several ones, how many count,
    which above ``enough`` may be more (:meth:`Holders.distinct`).
    """
    if pairs.holders is not None:
        return pairs.holders.distinct(classes, enough)
    return np.bincount(pairs.classes, minlength=classes)


def matched_values(pairs: Pairs, classes: int, enough: int) -> Integers:
    """At least the distinct values of each class and of all its parts, (classes,), as far as ``enough``: of
    persons with several values, how many of them can be given a value each (:meth:`Holders.matched`).
    """
    if pairs.holders is not None:
        return pairs.holders.matched(classes, enough)
    return distinct_values(pairs, classes)


def value_shares(pairs: Pairs, classes: int) -> Vector:
    """The share of each value of each class among the values there, (pairs,)."""
    found: Vector = pairs.counts / pairs.known(classes)[pairs.classes]
    return found


def recursive_margins(pairs: Pairs, classes: int, c: float, l: int) -> Vector:  # noqa: E741
    """c (r_l + ... + r_m) - r_1 of each class, -1 where it does not lie above 0: the line itself is not met
    (Machanavajjhala et al. 2007, definition 4.4), and within 1e-9 of r_1 counts as on it.
    """
    head, tail = _head_and_tail(pairs, classes, l)
    above: Vector = np.where(c * tail - head > TOLERANCE * head, c * tail - head, -1.0)
    if pairs.holders is not None:
        above = np.where(distinct_values(pairs, classes, l) < l, -1.0, above)
    return above


def recursive_ratios(pairs: Pairs, classes: int, l: int) -> Vector:  # noqa: E741
    """r_1 / (r_l + ... + r_m) of each class: c has to be greater; inf where it has fewer than l values."""
    head, tail = _head_and_tail(pairs, classes, l)
    ratios = np.full(classes, np.inf)
    np.divide(head, tail, out=ratios, where=tail > 0)
    return ratios


def _head_and_tail(pairs: Pairs, classes: int, l: int) -> tuple[Vector, Vector]:  # noqa: E741
    """Records of the commonest value, and of the l-th commonest and all after it."""
    order = np.lexsort([-pairs.counts, pairs.classes])
    counts = pairs.counts[order]
    starts = pairs.starts(classes)
    rank = np.arange(len(counts)) - np.repeat(starts[:-1], np.diff(starts))
    tail = float_sums(pairs.classes, np.where(rank >= l - 1, counts, 0), classes)
    head = float_sums(pairs.classes, np.where(rank == 0, counts, 0), classes)
    return head, tail


def kept_by_average_risk(classes: ClassValues, fails: Flags, most: float) -> Flags:
    """The classes left (classes,) when those of the least sizes go, size by size, until classes / records of
    those that do not fail anyway is at most `most`.

    All classes of a size go together, so that the order of records decides nothing.
    """
    sizes = classes.units
    if classes.members is not None:
        return _kept_persons(classes.members, classes.sizes, sizes, fails, most)
    distinct, counts = np.unique(sizes[~fails], return_counts=True)
    left = np.cumsum(counts[::-1])[::-1]
    records = np.cumsum((counts * distinct)[::-1])[::-1]
    meets = (left <= (most + TOLERANCE) * records) & (records >= _COMPANY)
    least = int(distinct[np.argmax(meets)]) if meets.any() else int(sizes.max(initial=0)) + 1
    return sizes >= least


def _kept_persons(members: Members, records: Integers, sizes: Integers, fails: Flags, most: float) -> Flags:
    """The classes kept (classes,) within an average risk of persons of at most `most`. Classes of the fewest
    persons are removed first, and the risk of each person is computed again from the classes left.
    """
    for least in np.unique(sizes[~fails]).tolist():
        kept = np.flatnonzero(~fails & (sizes >= least))
        found = found_by(members.chosen(kept, len(sizes)), records[kept], _NO_CONTEXT)
        if len(found.risks) >= _COMPANY and found.risks.mean() <= most + TOLERANCE:
            return np.asarray(sizes >= least, dtype=np.bool_)
    return np.zeros(len(sizes), dtype=np.bool_)


def _least_size(spec: CriterionSpec, records: int) -> int:
    if isinstance(spec, AverageRiskSpec | PopulationUniquenessSpec | OfTable):
        return 1
    if isinstance(spec, KMapSpec):
        return max(least_in_sample(spec.k, records / spec.size, float(spec.significance)), _COMPANY)
    own = spec.k if isinstance(spec, KAnonymitySpec | AlphaKAnonymitySpec) else _least_values(spec)
    return max(own, _COMPANY)


def least_in_sample(k: int, fraction: float, significance: float) -> int:
    """The least x, at most k, so that a class of fewer than k people has x records or more in a random sample
    of this fraction with a probability of at most `significance`: P(Binomial(k - 1, fraction) >= x).
    """
    from scipy.stats import binom

    if fraction >= 1:
        return k
    numbers = np.arange(1, k + 1)
    rare = binom.sf(numbers - 1, k - 1, fraction) <= significance
    return int(numbers[rare][0]) if rare.any() else k


def _least_values(spec: CriterionSpec) -> int:
    """How many values a class must have that meets the criterion."""
    if isinstance(spec, DistinctLDiversitySpec | RecursiveDiversitySpec):
        return spec.l
    if isinstance(spec, EntropyLDiversitySpec):
        return math.ceil(spec.l)
    return spec.p if isinstance(spec, PSensitiveSpec) else 1


def attributes_of(specs: Iterable[CriterionSpec]) -> tuple[str, ...]:
    """The sensitive variables that some criteria are about, each once."""
    return tuple(dict.fromkeys(name for spec in specs if (name := attribute_of(spec)) is not None))
