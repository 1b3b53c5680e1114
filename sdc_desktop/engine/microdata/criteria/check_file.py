"""Whether the original file meets some criteria, and which of its classes do not.

Records with ``*`` in every key variable are suppressed. Kept, they are a class as any other, but for criteria
on the population, where no combination of values stands for them. Blanked or dropped, they form none; their
sensitive values stay part of the distribution that classes are held against.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.microdata.classes.key_classes import (
    Integers,
    KeyClasses,
    Vector,
    chosen,
    first_classes,
)
from sdc_desktop.engine.microdata.criteria.attribute_distance import Attribute
from sdc_desktop.engine.microdata.criteria.class_values import (
    ClassValues,
    Flags,
    class_values,
    judged_classes,
    with_persons,
)
from sdc_desktop.engine.microdata.criteria.criteria import (
    TOLERANCE,
    Judge,
    attributes_of,
    distinct_values,
    recursive_ratios,
    value_shares,
)
from sdc_desktop.engine.microdata.criteria.people import ClassPeople, unique_share
from sdc_desktop.engine.microdata.criteria.sensitive_attributes import (
    attribute,
    criteria_problems,
    values_by_name,
)
from sdc_desktop.engine.microdata.criteria.spec import (
    AlphaKAnonymitySpec,
    AverageRiskSpec,
    BetaLikenessSpec,
    CriterionSpec,
    DeltaDisclosureSpec,
    DeltaPresenceSpec,
    EntropyLDiversitySpec,
    KAnonymitySpec,
    KMapSpec,
    KMapTableSpec,
    OfTable,
    PopulationUniquenessSpec,
    RecursiveDiversitySpec,
    TClosenessSpec,
    attribute_of,
    needs_table,
)
from sdc_desktop.engine.microdata.population.spec import PopulationTable
from sdc_desktop.engine.microdata.population.table import held_against, in_one_row, read_population
from sdc_desktop.engine.microdata.suppression.suppressed_records import (
    SuppressedClass,
    shown_values,
    suppressed_class,
    suppressed_classes,
)
from sdc_desktop.engine.plan_secrets import IF_THERE, REDACTED
from sdc_desktop.engine.problems import Place, error, refuse_errors
from sdc_desktop.engine.source import Source

LISTED = 20  # failing classes named; the rest are counted

MOST_MEMBERS = 1000  # records of a failing class that are listed


@dataclass(frozen=True)
class JudgedClasses:
    """Classes, and what a population table shows of them."""

    classes: KeyClasses
    people: ClassPeople | None = None

    def chosen(self, rows: Integers) -> "JudgedClasses":
        """The classes with the numbers `rows` (chosen,)."""
        people = None if self.people is None else self.people.chosen(rows)
        return JudgedClasses(chosen(self.classes, rows), people)

    def judged(self, spec: CriterionSpec) -> "JudgedClasses":
        """Those in which a criterion judges values: also of persons, where all their records are known."""
        classes = self.classes if attribute_of(spec) is None else judged_classes(self.classes)
        return self if classes is self.classes else JudgedClasses(classes)

    def having(self, flags: Flags, judged: "JudgedClasses") -> Flags:
        """The classes (classes,) that have a person of those flagged among the judged (judged,)."""
        if judged is self:
            return flags
        members = self.classes.members
        assert members is not None
        return with_persons(members, len(self.classes.sizes), judged.classes.members, np.asarray(flags))


@dataclass(frozen=True)
class CriterionCheck:
    """One criterion. ``worst`` is the value furthest on the wrong side: the least class size, number of
    values or effective number exp(H) (never above the number of values), the greatest distance or ratio, the
    average risk; None where there is no class, or the ratio is infinite.
    """

    kind: str
    attribute: str | None
    asked: float
    worst: float | None
    passed: bool
    failing_classes: int
    failing_records: int
    largest_share: float | None = None  # of one value in a class, of criteria on a sensitive variable
    disagreeing_classes: int = 0  # that only a corrected entropy passes
    by_suppressed: bool = False  # whether the class of the suppressed records is the only one that fails
    failing_persons: int | None = field(default=None, metadata=IF_THERE)


@dataclass(frozen=True)
class MetByCode:
    """A criterion that is met only because texts that look like missing codes are values of its sensitive
    variable. ``as_read`` and ``as_missing``: its worst value with them as values and as missing.
    """

    kind: str
    attribute: str
    required: float
    as_read: float | None
    as_missing: float | None


@dataclass(frozen=True)
class FailingClass:
    """A class that fails, with the texts of its key variables and what it fails."""

    values: tuple[str, ...]
    records: int
    criteria: tuple[int, ...]  # numbers in the list of criteria, from 0


@dataclass(frozen=True)
class FileCheck:
    """What the criteria say of a file. ``failing`` holds the first failing classes, smallest first, and is
    for the screen only: exported results have none. ``missing``: the rule for missing key
    values, `category` where each is a value of its own.
    """

    passed: bool
    key_variables: tuple[str, ...]
    records: int  # suppressed ones among them
    suppressed: int
    classes: int
    failing_classes: int
    failing_records: int
    criteria: tuple[CriterionCheck, ...]
    failing: tuple[FailingClass, ...] = field(metadata=REDACTED, repr=False)
    suppressed_class: SuppressedClass | None = None  # of the suppressed records, where they are kept
    met_by_code: tuple[MetByCode, ...] = ()
    missing: str | float = "category"


@dataclass(frozen=True)
class FileClasses:
    """The classes of a file on its key variables, with what criteria need: the texts of their codes, the
    sensitive variables, and what a population table shows.
    """

    classes: KeyClasses
    labels: Sequence[Sequence[str]]
    key_variables: Sequence[str]
    criteria: Sequence[CriterionSpec]
    attributes: Mapping[str, Attribute]
    people: ClassPeople | None


def check_file(
    source: Source,
    key_variables: Sequence[str],
    criteria: Sequence[CriterionSpec],
    context: JobContext,
    population: PopulationTable | None = None,
    *,
    pooled: bool = False,
) -> FileCheck:
    """Hold a file against criteria, a missing key value being a category of its own; arguments as of
    :func:`classes_of_file`. Raises :class:`Refused`.
    """
    found = classes_of_file(source, key_variables, criteria, context, population, pooled=pooled)
    return checked(found.classes, found.labels, key_variables, criteria, found.attributes, found.people)


def classes_of_file(
    source: Source,
    key_variables: Sequence[str],
    criteria: Sequence[CriterionSpec],
    context: JobContext,
    population: PopulationTable | None = None,
    *,
    pooled: bool = False,
) -> FileClasses:
    """The classes of a file to be held against criteria, some of them against a ``population`` table;
    ``pooled``: records without any key value were whole classes. Raises :class:`Refused` where these name
    what is not there.
    """
    problems = list(criteria_problems(criteria, key_variables, source, population=population))
    if not key_variables:
        problems.append(error("criteria.no_key_variable", Place(key="params.key_variables")))
    for name in key_variables:
        if name not in source.data.names:
            problems.append(
                error("plan.unknown_variable", Place(key="params.key_variables", variable=name), name=name)
            )
    refuse_errors(problems)
    sensitive = attributes_of(criteria)
    keys = source.data.counts([*key_variables, *sensitive], context)
    values = values_by_name(keys, source.data, sensitive)
    attributes = {name: attribute(source, keys, values[name], criteria) for name in sensitive}
    classes = first_classes(keys, key_variables, {name: one.of_text for name, one in values.items()})
    labels = [keys.categories[keys.variables.index(name)] for name in key_variables]
    people: ClassPeople | None = None
    if needs_table(criteria) and population is not None:
        table = read_population(population.table, population.number, key_variables, source, context)
        one_row = in_one_row(source, key_variables, context)
        people = held_against(table, classes, labels, pooled=pooled, one_row_each=one_row).of_classes
    return FileClasses(classes, labels, key_variables, criteria, attributes, people)


def checked(
    classes: KeyClasses,
    labels: Sequence[Sequence[str]],
    key_variables: Sequence[str],
    criteria: Sequence[CriterionSpec],
    attributes: Mapping[str, Attribute],
    people: ClassPeople | None = None,
    *,
    kept: bool = True,
) -> FileCheck:
    """Hold classes against criteria; ``labels`` are the texts that the codes of each variable mean,
    ``people`` what a population table shows of the classes. ``kept``: whether suppressed records keep their
    sensitive values.
    """
    records = classes.records
    judge = Judge(criteria, attributes, records, persons=_people(classes))
    hidden = suppressed_classes(classes, labels)
    kept = kept and not _is_blank(classes, hidden)
    shown = JudgedClasses(classes, people).chosen(np.flatnonzero(~hidden))
    every = JudgedClasses(classes, people) if kept else shown
    hidden = hidden if kept else np.zeros(len(every.classes.sizes), dtype=np.bool_)
    given = [shown if isinstance(spec, OfTable | PopulationUniquenessSpec) else every for spec in criteria]
    of_spec = [one.judged(spec) for one, spec in zip(given, criteria, strict=True)]
    flags = [
        class_fails(judge, spec, one.classes, one.people) for spec, one in zip(criteria, of_spec, strict=True)
    ]
    checks = tuple(
        _checks(judge, spec, one.classes, flag, one.people)
        for spec, one, flag in zip(criteria, of_spec, flags, strict=True)
    )
    both = zip(given, of_spec, flags, strict=True)
    flags = [_spread(whole.having(flag, own), hidden) for whole, own, flag in both]
    checks = tuple(
        replace(one, by_suppressed=_by_suppressed(judge, spec, one, flag, hidden, shown))
        for spec, one, flag in zip(criteria, checks, flags, strict=True)
    )
    fails = np.zeros(len(every.classes.sizes), dtype=np.bool_)
    for flag in flags:
        fails |= flag
    judged = every.classes
    failing = np.flatnonzero(fails)
    failing = failing[np.argsort(judged.sizes[failing], kind="stable")]
    return FileCheck(
        passed=all(one.passed for one in checks),
        key_variables=tuple(key_variables),
        records=records,
        suppressed=records - int(shown.classes.sizes.sum()),
        classes=len(judged.sizes),
        failing_classes=len(failing),
        failing_records=int(judged.sizes[failing].sum()),
        criteria=checks,
        suppressed_class=_suppressed(judge, criteria, checks, judged, hidden, flags),
        failing=tuple(failing_class(judged, labels, flags, int(one)) for one in failing[:LISTED]),
        met_by_code=tuple(_met_by_code(criteria, checks, shown, attributes, records)),
    )


def _met_by_code(
    criteria: Sequence[CriterionSpec],
    checks: Sequence[CriterionCheck],
    shown: JudgedClasses,
    attributes: Mapping[str, Attribute],
    records: int,
) -> Iterator[MetByCode]:
    """The criteria that classes meet, and do not meet once texts that look like missing codes are missing."""
    without = {name: _without_codes(one) for name, one in attributes.items() if one.codes}
    if not without:
        return
    pairs = {
        name: found if name not in without else found.without(attributes[name].codes)
        for name, found in shown.classes.pairs.items()
    }
    judge = Judge(criteria, {**attributes, **without}, records)
    for spec, one in zip(criteria, checks, strict=True):
        if one.passed and one.attribute in without:
            kept = JudgedClasses(replace(shown.classes, pairs=pairs), shown.people).judged(spec)
            fails = class_fails(judge, spec, kept.classes, kept.people)
            found = _checks(judge, spec, kept.classes, fails, kept.people)
            if not found.passed:
                yield MetByCode(one.kind, one.attribute, one.asked, one.worst, found.worst)


def _without_codes(attribute: Attribute) -> Attribute:
    frequencies = attribute.frequencies.copy()
    frequencies[list(attribute.codes)] = 0
    return replace(attribute, frequencies=frequencies)


def _people(classes: KeyClasses) -> int | None:
    return None if classes.members is None else classes.people


def _is_blank(classes: KeyClasses, hidden: Flags) -> bool:
    """Whether suppressed records show no value of any sensitive variable, as after blanking."""
    pairs = classes.pairs.values()
    return bool(hidden.any()) and bool(pairs) and not any(hidden[one.classes].any() for one in pairs)


def _spread(fails: Flags, hidden: Flags) -> Flags:
    """Flags of all classes (classes,) from those of all, or of those with a shown key value."""
    if len(fails) == len(hidden):
        return fails
    found = np.zeros(len(hidden), dtype=np.bool_)
    found[~hidden] = fails
    return found


def _by_suppressed(
    judge: Judge,
    spec: CriterionSpec,
    check: CriterionCheck,
    flag: Flags,
    hidden: Flags,
    shown: JudgedClasses,
) -> bool:
    """Whether a criterion fails by the class of the suppressed records alone."""
    if isinstance(spec, AverageRiskSpec):
        alone = _checks(judge, spec, shown.classes, flag[~hidden], shown.people)
        return bool(hidden.any() and not check.passed and alone.passed)
    return bool(flag[hidden].any() and not flag[~hidden].any())


def _suppressed(
    judge: Judge,
    criteria: Sequence[CriterionSpec],
    checks: Sequence[CriterionCheck],
    classes: KeyClasses,
    hidden: Flags,
    flags: Sequence[Flags],
) -> SuppressedClass | None:
    """The class suppressed in all key variables, and the sensitive variables whose criteria it fails. Where
    only this class lifts the average risk above its limit, its own risk must also be within that limit.
    """
    sizes = [judge.least_of(spec) for spec in criteria if isinstance(spec, KAnonymitySpec | KMapSpec)]
    sizes += [
        math.ceil(1 / spec.max - TOLERANCE)
        for spec, check in zip(criteria, checks, strict=True)
        if isinstance(spec, AverageRiskSpec) and check.by_suppressed
    ]
    found = zip(criteria, flags, strict=True)
    failing = tuple(name for spec, flag in found if (name := attribute_of(spec)) and flag[hidden].any())
    bare = chosen(classes, np.flatnonzero(hidden))
    persons = bare.persons_in(np.ones(len(bare.sizes), dtype=np.bool_))
    return suppressed_class(bare.records, max(sizes, default=0), shown_values(bare), failing, persons)


def class_fails(
    judge: Judge, spec: CriterionSpec, classes: KeyClasses, people: ClassPeople | None = None
) -> Flags:
    """Which classes (classes,) fail one criterion; none fails one on the whole file."""
    if isinstance(spec, AverageRiskSpec | PopulationUniquenessSpec):
        return np.zeros(len(classes.sizes), dtype=np.bool_)
    if isinstance(spec, DeltaPresenceSpec):
        assert people is not None
        outside: Flags = (people.highest > spec.max + TOLERANCE) | (people.lowest < spec.min - TOLERANCE)
        return outside
    values = class_values(classes, None if people is None else people.people)
    failing: Flags = judge.margins(spec, values) < -TOLERANCE
    return failing


def _checks(
    judge: Judge, spec: CriterionSpec, classes: KeyClasses, fails: Flags, people: ClassPeople | None
) -> CriterionCheck:
    values, most_is_worst = measured(judge, spec, class_values(classes), people)
    worst = worst_value(values, most_is_worst)
    worst, passed = outcome(spec, worst, not fails.any(), classes.people, people)
    return CriterionCheck(
        kind=spec.kind,
        attribute=attribute_of(spec),
        asked=limit_of(judge, spec),
        worst=worst,
        passed=passed,
        failing_classes=int(fails.sum()),
        failing_records=classes.records_in(fails),
        failing_persons=_failing_persons(judge, spec, classes, fails),
        largest_share=_largest_share(spec, classes),
        disagreeing_classes=_disagreeing(judge, spec, classes),
    )


def _failing_persons(judge: Judge, spec: CriterionSpec, classes: KeyClasses, fails: Flags) -> int | None:
    """The persons about whom something can be known that too few fit, else those with a class that fails."""
    if isinstance(spec, KAnonymitySpec) and classes.found is not None:
        return classes.found.below(judge.least_of(spec))
    return classes.persons_in(fails)


def worst_value(values: Vector, most_is_worst: bool) -> float | None:
    """The worst of what a criterion measured, ``values`` (classes,); None if nothing was."""
    if not len(values):
        return None
    return float(values.max() if most_is_worst else values.min())


def outcome(
    spec: CriterionSpec, worst: float | None, passed: bool, records: int, people: ClassPeople | None
) -> tuple[float | None, bool]:
    """The worst value to show, None where it is infinite, and whether the criterion is met. ``passed``: no
    class fails; criteria about the whole file are judged by their worst value among ``records``.
    """
    if isinstance(spec, AverageRiskSpec):
        passed = worst is None or (records > 1 and worst <= spec.max + TOLERANCE)
    elif isinstance(spec, PopulationUniquenessSpec):
        passed = worst is None or worst <= spec.max + TOLERANCE
    elif isinstance(spec, DeltaPresenceSpec):
        assert people is not None
        within = people.most <= spec.max + TOLERANCE
        passed = bool(within and people.least >= spec.min - TOLERANCE)
        if worst is not None and within and not passed:
            worst = people.least
    return (worst if worst is None or math.isfinite(worst) else None), bool(passed)


def _largest_share(spec: CriterionSpec, classes: KeyClasses) -> float | None:
    """The largest share of one value of the sensitive variable among the values of a class."""
    name = attribute_of(spec)
    if name is None or not len(classes.pairs[name].classes):
        return None
    return float(value_shares(classes.pairs[name], len(classes.sizes)).max())


def _disagreeing(judge: Judge, spec: CriterionSpec, classes: KeyClasses) -> int:
    """The classes that entropy l-diversity passes with bias-corrected entropy, not with Shannon entropy."""
    if not isinstance(spec, EntropyLDiversitySpec) or classes.pairs[spec.attribute].shares().is_weighted:
        return 0
    other = "grassberger" if spec.estimator == "shannon" else spec.estimator
    values = class_values(classes)
    plain, corrected = (
        judge.margins(spec.model_copy(update={"estimator": one}), values) >= -TOLERANCE
        for one in ("shannon", other)
    )
    return int((corrected & ~plain).sum())


def measured(
    judge: Judge,
    spec: CriterionSpec,
    classes: ClassValues,
    people: ClassPeople | None = None,
) -> tuple[Vector, bool]:
    """The value of each class (classes,) that a criterion is about (of one about the file: one value), and
    whether the greatest is the worst.
    """
    sizes, pairs = classes.sizes, classes.pairs
    if isinstance(spec, KAnonymitySpec | KMapSpec):
        return classes.units.astype(np.float64), False
    if isinstance(spec, AverageRiskSpec):
        return (np.array([classes.mean_risk()]) if len(sizes) else np.zeros(0)), True
    if isinstance(spec, PopulationUniquenessSpec):
        return (np.array([unique_share(classes.units, spec)]) if len(sizes) else np.zeros(0)), True
    if isinstance(spec, OfTable):
        assert people is not None
        if isinstance(spec, DeltaPresenceSpec):
            return (np.array([people.most]) if len(sizes) else np.zeros(0)), True
        found = people.people
        return (found, False) if isinstance(spec, KMapTableSpec) else (np.minimum(1 / found, 1.0), True)
    if isinstance(spec, TClosenessSpec):
        return judge.distances(spec, classes), True
    if isinstance(spec, AlphaKAnonymitySpec):
        return judge.shares(spec, classes), True
    if isinstance(spec, BetaLikenessSpec):
        return judge.gains(spec, classes), True
    if isinstance(spec, DeltaDisclosureSpec):
        return judge.logarithms(spec, classes), True
    shown = pairs[spec.attribute]
    if isinstance(spec, RecursiveDiversitySpec):
        return recursive_ratios(shown, len(sizes), spec.l), True
    distinct = distinct_values(shown, len(sizes)).astype(np.float64)
    if isinstance(spec, EntropyLDiversitySpec):
        values = np.bincount(shown.classes, minlength=len(sizes))
        return np.minimum(np.exp(judge.entropies(shown, len(sizes), spec.estimator)), values), False
    return distinct, False


def limit_of(judge: Judge, spec: CriterionSpec) -> float:
    """What a criterion requires, its first figure."""
    if isinstance(spec, KMapSpec):  # the records that a class needs
        return float(judge.least_of(spec))
    names = ("alpha", "k", "max", "t", "p", "c", "l", "beta", "delta")
    return float(next(getattr(spec, name) for name in names if hasattr(spec, name)))


def failing_class(
    classes: KeyClasses, labels: Sequence[Sequence[str]], flags: Sequence[Flags], number: int
) -> FailingClass:
    """The class of this number, with the criteria that it fails by the ``flags`` of each, (classes,)."""
    return FailingClass(
        values=tuple(texts[int(codes[number])] for texts, codes in zip(labels, classes.codes, strict=True)),
        records=int(classes.sizes[number]),
        criteria=tuple(place for place, flag in enumerate(flags) if flag[number]),
    )


def members_of(data: Microdata, check: FileCheck, context: JobContext) -> tuple[tuple[int, ...], ...]:
    """The numbers (from 1) of the records of each listed class that fails, the first of many."""
    wanted: list[Flags] = [np.ones(data.records, dtype=np.bool_) for _ in check.failing]
    for place, name in enumerate(check.key_variables if wanted else ()):
        column = data.index(name)
        texts, _ = data.relation.frequencies(column, context)
        numbers = {text: code for code, text in enumerate(texts)}
        codes = data.relation.codes(column, context)
        for flags, one in zip(wanted, check.failing, strict=True):
            flags &= codes == numbers[one.values[place]]
    return tuple(tuple((np.flatnonzero(flags)[:MOST_MEMBERS] + 1).tolist()) for flags in wanted)
