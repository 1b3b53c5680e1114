"""Criteria on a file whose key values can be missing, by the rule that the job states for them.

A class of a record is then all that match it, each weighted by the match (`matching_values`): k-anonymity
uses the sum of the matches, the others the weighted values of all records with a match above 0.
Criteria against a population table are of the original classes: there a suppressed value matches all.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.classes.key_classes import Disclosed, Integers, KeyClasses, Vector
from sdc_desktop.engine.microdata.classes.matching_values import (
    Disclosing,
    Matches,
    MissingRule,
    absent_values,
    is_weighted,
    matching_sums,
    share_of,
    value_matches,
)
from sdc_desktop.engine.microdata.criteria.attribute_distance import Attribute
from sdc_desktop.engine.microdata.criteria.check_file import (
    LISTED,
    CriterionCheck,
    FileCheck,
    checked,
    class_fails,
    classes_of_file,
    failing_class,
    limit_of,
    measured,
    outcome,
    worst_value,
)
from sdc_desktop.engine.microdata.criteria.class_values import ClassValues, Flags
from sdc_desktop.engine.microdata.criteria.criteria import TOLERANCE, Judge, class_distances, distinct_values
from sdc_desktop.engine.microdata.criteria.diversity import Diversity
from sdc_desktop.engine.microdata.criteria.entropies import ESTIMATORS
from sdc_desktop.engine.microdata.criteria.people import ClassPeople, unique_share
from sdc_desktop.engine.microdata.criteria.spec import (
    AverageRiskSpec,
    BetaLikenessSpec,
    CriterionSpec,
    DeltaDisclosureSpec,
    DeltaPresenceSpec,
    EntropyLDiversitySpec,
    Estimator,
    KAnonymitySpec,
    KMapSpec,
    OfTable,
    PopulationUniquenessSpec,
    attribute_of,
)
from sdc_desktop.engine.microdata.population.spec import PopulationTable
from sdc_desktop.engine.microdata.suppression.suppressed_records import suppressed_classes
from sdc_desktop.engine.problems import Place, Problem, error, refuse_errors
from sdc_desktop.engine.source import Source


@dataclass(frozen=True)
class Matching:
    """How the records of some classes match. ``absent`` (classes, variables): missing key values;
    ``categories`` (variables,); ``sums`` (classes,): the sum f of the matches of a record.
    """

    rule: MissingRule
    absent: Flags
    categories: Sequence[int]
    sums: Vector

    def of_values(self, classes: KeyClasses, name: str, context: JobContext) -> Iterator[Matches]:
        """The values of a sensitive variable among the matches of each record, in parts."""
        alpha = share_of(self.rule)
        return value_matches(classes, classes.pairs[name], self.absent, self.categories, alpha, context)


@dataclass(frozen=True)
class _Judged:
    """Records by one criterion, all (groups,): the class of each, its records, whether it fails,
    and the value that the criterion is about; of a criterion on the whole file one value.
    """

    classes: Integers
    records: Integers
    fails: Flags
    values: Vector
    most_is_worst: bool


def rule_problems(
    criteria: Sequence[CriterionSpec], rule: MissingRule, *, missing: bool = False
) -> Iterator[Problem]:
    """Criteria without a form for records that count by a fraction; where key values are known to be
    ``missing``, also the one on class sizes alone, as classes overlap where a missing value matches.
    """
    for number, spec in enumerate(criteria):
        corrected = isinstance(spec, EntropyLDiversitySpec) and spec.estimator != "shannon"
        unweighted = corrected or isinstance(spec, BetaLikenessSpec | DeltaDisclosureSpec)
        overlapping = isinstance(spec, PopulationUniquenessSpec) and missing and share_of(rule) > 0
        if overlapping or (unweighted and is_weighted(rule)):
            where = Place(key=f"params.criteria[{number}].kind", variable=attribute_of(spec))
            yield error("criteria.missing_rule", where, criterion=type(spec).title, share=share_of(rule))


@dataclass(frozen=True)
class MatchedFigures:
    """By sensitive variable what matches disclose and how diverse they are; ``check``: of the criteria."""

    disclosed: Mapping[str, Disclosed]
    diversity: Mapping[str, Diversity]
    check: FileCheck | None


def check_by_rule(
    source: Source,
    key_variables: Sequence[str],
    criteria: Sequence[CriterionSpec],
    context: JobContext,
    missing: MissingRule,
    population: PopulationTable | None = None,
    *,
    pooled: bool = False,
) -> FileCheck:
    """Hold a file against criteria by a rule for missing key values; the others as of
    :func:`classes_of_file`. Raises :class:`Refused`.
    """
    refuse_errors(rule_problems(criteria, missing))
    found = classes_of_file(source, key_variables, criteria, context, population, pooled=pooled)
    judged = (found.classes, found.labels, key_variables, criteria, found.attributes)
    codes = [source.data.variable(name).missing for name in key_variables]
    absent = absent_values(found.classes.codes, found.labels, codes)
    if not absent.any() or not criteria:
        return replace(checked(*judged, found.people), missing=missing)
    refuse_errors(rule_problems(criteria, missing, missing=True))
    sizes, categories = found.classes.sizes, [len(texts) for texts in found.labels]
    amounts, alpha = sizes.astype(np.float64), share_of(missing)
    sums = matching_sums(found.classes.codes.T, absent, categories, sizes, amounts, alpha, context)
    matching = Matching(missing, absent, categories, sums)
    check = matched_figures(*judged, matching, context, found.people).check
    assert check is not None
    return check


def matched_figures(
    classes: KeyClasses,
    labels: Sequence[Sequence[str]],
    key_variables: Sequence[str],
    criteria: Sequence[CriterionSpec],
    attributes: Mapping[str, Attribute],
    matching: Matching,
    context: JobContext,
    people: ClassPeople | None = None,
) -> MatchedFigures:
    """What :func:`checked`, :func:`diversities` and :func:`disclosed_in` give without missing key values, by
    the rule for them. No corrected entropies where matches count by a fraction. Records with ``*``
    in every key variable are a class as any other where that is no missing value, but for criteria on the
    population. Raises Cancelled.
    """
    judge = Judge(criteria, attributes, classes.records)
    there = ~(suppressed_classes(classes, labels) & ~matching.absent.all(axis=1))
    found = [_of_classes(judge, spec, classes, matching, people, there) for spec in criteria]
    disclosed, diversity = {}, {}
    alone: Flags = np.asarray(matching.absent.any(axis=1) & (share_of(matching.rule) == 0), dtype=np.bool_)
    for name, attribute in attributes.items():
        places = [place for place, spec in enumerate(criteria) if attribute_of(spec) == name]
        parts: dict[int, list[_Judged]] = {place: [] for place in places}
        disclosing, diverse = Disclosing(alone), _Diverse(judge, attribute, matching.rule)
        for part in matching.of_values(classes, name, context):
            disclosing.take(part)
            diverse.take(part)
            for place in places:
                parts[place].append(_of_part(judge, criteria[place], part, matching.sums))
        disclosed[name], diversity[name] = disclosing.found, diverse.found
        for place in places:
            found[place] = _joined(parts[place])
    check: FileCheck | None = None
    if criteria:
        judged = [one for one in found if one is not None]
        hidden = int(classes.sizes[~there].sum())
        check = _file_check(judge, classes, labels, key_variables, judged, hidden, matching, people)
    return MatchedFigures(disclosed, diversity, check)


def _file_check(
    judge: Judge,
    classes: KeyClasses,
    labels: Sequence[Sequence[str]],
    key_variables: Sequence[str],
    found: Sequence[_Judged],
    hidden: int,
    matching: Matching,
    people: ClassPeople | None,
) -> FileCheck:
    """A class fails where some of its records do; ``hidden``: records with ``*`` everywhere."""
    flags = []
    for one in found:
        flag = np.zeros(len(classes.sizes), dtype=np.bool_)
        flag[one.classes[one.fails]] = True
        flags.append(flag)
    checks = tuple(
        _check(judge, spec, one, classes.records, people)
        for spec, one in zip(judge.specs, found, strict=True)
    )
    failing = np.flatnonzero(np.any(flags, axis=0))
    failing = failing[np.argsort(matching.sums[failing], kind="stable")]
    return FileCheck(
        passed=all(one.passed for one in checks),
        key_variables=tuple(key_variables),
        records=classes.records,
        suppressed=hidden,
        classes=len(classes.sizes),
        failing_classes=len(failing),
        failing_records=int(classes.sizes[failing].sum()),
        criteria=checks,
        failing=tuple(failing_class(classes, labels, flags, int(one)) for one in failing[:LISTED]),
        missing=matching.rule,
    )


def _of_classes(
    judge: Judge,
    spec: CriterionSpec,
    classes: KeyClasses,
    matching: Matching,
    people: ClassPeople | None,
    there: Flags,
) -> _Judged | None:
    """A criterion that is not about a sensitive variable; None for one that is."""
    every, sizes = np.arange(len(classes.sizes)), classes.sizes
    if isinstance(spec, KAnonymitySpec | KMapSpec):
        fails = judge.margins(spec, ClassValues(sizes, {}, None, matching.sums)) < -TOLERANCE
        return _Judged(every, sizes, fails, matching.sums, most_is_worst=False)
    none = np.zeros(len(sizes), dtype=np.bool_)
    if isinstance(spec, AverageRiskSpec):
        mean = (sizes / matching.sums).sum() / classes.records
        return _Judged(every, sizes, none, np.full(len(sizes), mean), most_is_worst=True)
    if isinstance(spec, PopulationUniquenessSpec):
        alone = matching.absent.any(axis=1)  # no value matches: each of their records is a class
        single = np.ones(int(sizes[alone & there].sum()), dtype=np.int64)
        share = unique_share(np.concatenate([sizes[~alone & there], single]), spec)
        found = _Judged(every, sizes, none, np.full(len(sizes), share), most_is_worst=True)
        return _kept(found, there)
    if not isinstance(spec, OfTable):
        return None
    values, most = measured(judge, spec, ClassValues(sizes, classes.pairs), people)
    if isinstance(spec, DeltaPresenceSpec):
        values = np.full(len(sizes), values.max(initial=0.0))
    return _kept(_Judged(every, sizes, class_fails(judge, spec, classes, people), values, most), there)


def _joined(parts: Sequence[_Judged]) -> _Judged:
    return _Judged(
        np.concatenate([part.classes for part in parts]),
        np.concatenate([part.records for part in parts]),
        np.concatenate([part.fails for part in parts]),
        np.concatenate([part.values for part in parts]),
        parts[0].most_is_worst,
    )


def _of_part(judge: Judge, spec: CriterionSpec, part: Matches, sums: Vector) -> _Judged:
    name = attribute_of(spec)
    assert name is not None
    pairs = {name: part.pairs}
    of_part = ClassValues(part.records, pairs, None, sums[part.classes])
    fails = judge.margins(spec, of_part) < -TOLERANCE
    values, most = measured(judge, spec, of_part)
    return _Judged(part.classes, part.records, fails, values, most)


def _kept(found: _Judged, there: Flags) -> _Judged:
    own = there[found.classes]
    return _Judged(
        found.classes[own], found.records[own], found.fails[own], found.values[own], found.most_is_worst
    )


def _check(
    judge: Judge, spec: CriterionSpec, found: _Judged, records: int, people: ClassPeople | None
) -> CriterionCheck:
    worst = worst_value(found.values, found.most_is_worst)
    worst, passed = outcome(spec, worst, not found.fails.any(), records, people)
    return CriterionCheck(
        kind=spec.kind,
        attribute=attribute_of(spec),
        asked=limit_of(judge, spec),
        worst=worst,
        passed=passed,
        failing_classes=len(np.unique(found.classes[found.fails])),
        failing_records=int(found.records[found.fails].sum()),
    )


class _Diverse:
    """The diversity of a sensitive variable, gathered part by part."""

    def __init__(self, judge: Judge, attribute: Attribute, rule: MissingRule) -> None:
        self._judge, self._attribute = judge, attribute
        self._estimators: tuple[Estimator, ...] = ("shannon",) if is_weighted(rule) else ESTIMATORS
        self._least: float = np.inf
        self._effective: dict[str, float] = dict.fromkeys(self._estimators, np.inf)
        self._farthest = 0.0

    def take(self, part: Matches) -> None:
        """Add a part."""
        number = len(part.classes)
        distinct = distinct_values(part.pairs, number)
        self._least = min(self._least, int(distinct.min()))
        for one in self._estimators:
            numbers = np.minimum(np.exp(self._judge.entropies(part.pairs, number, one)), distinct)
            self._effective[one] = min(self._effective[one], float(numbers.min()))
        distances = class_distances(part.pairs, number, self._attribute, "equal")
        self._farthest = max(self._farthest, float(distances.max()))

    @property
    def found(self) -> Diversity:
        """The figures of all parts."""
        return Diversity(int(self._least), self._effective, self._farthest)
