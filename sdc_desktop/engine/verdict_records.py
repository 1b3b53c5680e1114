"""Reasons against releasing records that several methods find in their results: classes, disclosed values and
risks that were left open.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from sdc_desktop.engine.data.released import NEARLY_UNIQUE, ReleasedVariable, ReleasedVariables
from sdc_desktop.engine.microdata.classes.first_look import Hiding
from sdc_desktop.engine.microdata.classes.key_classes import OneValue
from sdc_desktop.engine.microdata.classes.open_risks import KEPT_KEYS, largest_risk
from sdc_desktop.engine.microdata.criteria.check_file import FileCheck
from sdc_desktop.engine.microdata.recoded_disclosure import Together
from sdc_desktop.engine.microdata.recoding import Anonymity
from sdc_desktop.engine.microdata.suppression.rare_records import RareRecords
from sdc_desktop.engine.microdata.suppression.suppressed_records import SuppressedClass
from sdc_desktop.engine.problems import Param
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.verdict import (
    MEASURED_ONLY,
    MISSING_RULE,
    NOTHING_REQUIRED,
    Limits,
    Reason,
    Verdict,
    by_rule,
    disclosed_values,
    failed,
    reserved,
    unjudged,
    worst,
)

SUPPRESSED_CLASS = "suppressed_class"
# Conditions on classes of records, which a later step that judges its own classes decides again.
OF_CLASSES = frozenset(
    {
        "blocks_together",
        "classes_below",
        "classes_with_others",
        "disclosed_values",
        "privacy_missed",
        "risk_above_kept_keys",
        "suppression_limit",
        SUPPRESSED_CLASS,
    }
)
# Risks of changed values that no limit was set for, or that were not measured.
UNJUDGED_VALUES = frozenset(
    {
        "numbers_not_judged",
        "risk_not_measured",
        "risk_open_dld",
        "risk_open_id",
        "risk_open_pld",
        "risk_open_true_share",
    }
)
# Reasons on the classes that records form on their key variables.
OF_KEYS = frozenset(
    {
        "blocks_together",
        "classes_below",
        "classes_below_kept",
        "classes_below_wildcard",
        "classes_with_others",
        "criterion_average_risk",
        "criterion_journalist_risk",
        "criterion_k_anonymity",
        "criterion_k_map",
        "criterion_k_map_table",
        "criterion_population_uniqueness",
        "highest_model_risk",
        "highest_risk",
        "highest_table_risk",
        "records_alone",
        "risk_above_area_classes",
        "risk_above_kept_keys",
        "risk_open_kept_keys",
    }
)
_OF_L = frozenset({"distinct_l_diversity", "entropy_l_diversity"})
_WITH_UNIQUES = frozenset(
    {"average_risk", "journalist_risk", "k_map", "k_map_table", "population_uniqueness"}
)  # criteria that unique records may meet
ALONE = "records_alone"
TOLERANCE = 1e-9  # of a risk that is held against a tolerable one


def nothing_required(params: Any, result: Any, limits: Limits) -> Iterator[Reason]:
    """A file is released, and no condition was set for it."""
    yield unjudged(NOTHING_REQUIRED)


def measured_only(params: Any, result: Any, limits: Limits) -> Iterator[Reason]:
    """The job measures and sets no limit to what it finds."""
    yield unjudged(MEASURED_ONLY)


def criteria_failed(check: FileCheck) -> Iterator[Reason]:
    """Criteria that are not met, and the assumptions that criteria on the population rest on."""
    for one in check.criteria:
        if one.kind == "k_map":
            yield reserved("k_map_by_size", least=int(one.asked))
        if one.kind in ("k_map_table", "journalist_risk"):
            yield reserved("presence_unknown")
        if one.kind == "population_uniqueness":
            yield reserved("uniqueness_by_model")
        if one.disagreeing_classes:
            variable = one.attribute or ""
            yield reserved("estimators_disagree", variable=variable, number=one.disagreeing_classes)
        if one.kind in _OF_L and one.asked < 2:
            yield reserved("l_below_two", variable=one.attribute or "", asked=one.asked)
        if not one.passed and not one.by_suppressed:
            figures = {"number": one.failing_records, "asked": one.asked, "worst": one.worst}
            figures |= _persons(one.failing_persons)
            yield failed(f"criterion_{one.kind}", variable=one.attribute or "", **figures)
    for met in check.met_by_code:
        figures = {"asked": met.required, "as_read": met.as_read, "as_missing": met.as_missing}
        yield failed("criterion_with_code", variable=met.attribute, kind=met.kind, **figures)
    yield from suppressed_records(check.suppressed_class)


def suppressed_records(found: SuppressedClass | None) -> Iterator[Reason]:
    """The class of suppressed records, where it is too small or fails a criterion on a sensitive variable."""
    if found is not None and found.fails:
        figures = {"number": found.records, "k": found.k, "values": found.values, **_persons(found.persons)}
        yield failed(SUPPRESSED_CLASS, variable=found.variable, largest_share=found.largest_share, **figures)


def _persons(number: int | None) -> dict[str, int]:
    """The figure of persons, where these have several records; empty for records without persons."""
    return {"persons": number} if number else {}


def _discloses(found: SuppressedClass | None, variable: str) -> bool:
    """Whether suppressed records that fail have nearly one value of a sensitive variable."""
    return found is not None and found.fails and found.variable == variable and found.largest_share >= 0.9


def rare_classes(rare: RareRecords) -> Iterator[Reason]:
    """The smallest class after suppression. Where a suppressed cell does not count as a value, what stays
    below k by the rule that it does must be weighed.
    """
    if not 0 < rare.figures.after.k < rare.k:
        return
    below, bare = rare.figures.below.as_category, rare.figures.no_values
    of_bare = rare.figures.no_values_persons
    if rare.suppressed_records == "keep" and below == bare and (of_bare is None or of_bare < rare.k):
        return  # the class has a reason of its own
    persons = _persons(rare.figures.below.persons)
    if rare.suppress == "records" or rare.rule == "category":
        yield failed("classes_below", number=below, k=rare.k, **persons)
    else:
        yield reserved(f"classes_below_{rare.rule}", number=below, k=rare.k, **persons)


def unique_records(after: Anonymity, suppressed: SuppressedClass | None = None) -> Iterator[Reason]:
    """Records that are unique on the key variables. A suppressed one alone has a reason of its own."""
    if after.uniques and not (after.uniques == 1 and _is_alone(suppressed)):
        persons: dict[str, Param] = {}
        if after.persons is not None:
            persons = {"persons": after.persons, "known": str(after.known or 1)}
        yield reserved(ALONE, number=after.uniques, **persons)


def _is_alone(found: SuppressedClass | None) -> bool:
    return found is not None and found.fails and found.records == 1


def alone_by_rule(reasons: Iterable[Reason], result: Any, found: Hiding | None) -> tuple[Reason, ...]:
    """The reasons of a method that forms classes (its ``result`` has them ``after``) with the unique records
    counted by the plan's rule for missing values, which is named; unchanged where no key value is missing.
    """
    reasons = tuple(reasons)
    if found is None or not isinstance(getattr(result, "after", None), Anonymity):
        return reasons
    return (*(one for one in reasons if one.code != ALONE), *alone(found))


def alone(found: Hiding) -> Iterator[Reason]:
    """The unique records or persons of a file by the plan's rule for missing values."""
    persons: dict[str, Param] = {} if found.persons is None else {"persons": found.persons, "known": "1"}
    if found.uniques:
        yield from by_rule([reserved(ALONE, number=found.uniques, **persons)], found.missing)


def as_judged(after: Anonymity, verdict: Verdict | None) -> Anonymity:
    """The classes of a result with the unique records that its verdict counts by the plan's rule for missing
    values.
    """
    for one in () if verdict is None else verdict.reasons:
        if one.code == ALONE and MISSING_RULE in one.figures and not one.job:
            return replace(after, k=1, uniques=int(str(one.figures["number"])))
    return after


def omitted(names: tuple[str, ...]) -> Iterator[Reason]:
    """Key variables that were not counted."""
    if names:
        yield reserved("key_variables_left_out", variables=names)


def with_others(found: Together | None, k: int) -> Iterator[Reason]:
    """Small classes together with key variables that were left unchanged."""
    if found is not None and found.records_below:
        figures = {"number": found.records_below, "k": k, **_persons(found.persons_below)}
        yield failed("classes_with_others", variables=found.left_out, **figures)


def disclosed(
    found: Mapping[str, OneValue],
    records: int,
    limits: Limits,
    suppressed: SuppressedClass | None = None,
) -> Iterator[Reason]:
    """By sensitive variable the records in classes with one value, and those with almost one. Suppressed
    records alone have a reason of their own.
    """
    for name, one in found.items():
        if one.ninety.after.groups == 1 and _discloses(suppressed, name):
            continue
        number, almost = one.after.records, one.ninety.after
        figures = {"number": number, "groups": one.after.groups, **_persons(one.after.persons)}
        yield from disclosed_values(one.after.share(records), limits, variable=name, **figures)
        if almost.records > number:
            persons = _persons(almost.persons)
            yield reserved("almost_disclosed_values", variable=name, share=almost.share(records), **persons)


def other_variables(
    audit: ReleasedVariables, beside: Collection[Reason] = (), judged: Collection[str] = ()
) -> Iterator[Reason]:
    """The released variables, whatever their role: one that identifies as an identifier does is a failed
    condition, one that is nearly unique or has many rare categories, alone or with few others, a reservation,
    and so are household numbers as read. A key variable is left to the conditions that `judged` it, and to
    what the job found on its classes (`beside`), where that is as grave.
    """
    for one in audit.variables:
        found = _of_variable(one)
        left = one.role == "key" and (one.name in judged or (found is not None and _is_stated(found, beside)))
        if found is not None and not left:
            yield found
    if audit.unknown:
        yield unjudged("released_not_audited", variables=audit.unknown)
    if audit.share_together > NEARLY_UNIQUE:
        persons = _persons(audit.unique_persons_together)
        share = audit.share_together
        yield reserved("released_unique_together", variables=audit.together, share=share, **persons)


def _of_variable(one: ReleasedVariable) -> Reason | None:
    persons = _persons(one.unique_persons)
    if one.identifies:
        return failed("released_identifies", variable=one.name, share=one.share, **persons)
    if one.as_read:
        return reserved("household_as_read", variable=one.name, number=one.distinct)
    if one.nearly_unique:
        return reserved("released_nearly_unique", variable=one.name, share=one.share, **persons)
    if one.rare:
        number, share = one.unique, one.share
        return reserved("released_rare_values", variable=one.name, number=number, share=share, **persons)
    return None


def _is_stated(found: Reason, beside: Collection[Reason]) -> bool:
    """Whether a reason on the classes of key variables says it already."""
    return any(one.code in OF_KEYS and worst((one.grade, found.grade)) == one.grade for one in beside)


def judged_keys(check: FileCheck | None) -> tuple[str, ...]:
    """The key variables that a condition on the population or on the average judges, which records that are
    unique in the file may meet.
    """
    if check is None or not any(one.kind in _WITH_UNIQUES for one in check.criteria):
        return ()
    return check.key_variables


def is_limit(tolerable: Number | None) -> bool:
    """Whether a tolerable risk, a share from 0 to 1, sets a limit: any file has a risk of 1 at most."""
    return tolerable is not None and float(tolerable) < 1 - TOLERANCE


def above_limit(
    risks: Mapping[str, float],
    limit: Number | None,
    facts: Mapping[str, Mapping[str, Param]] = MappingProxyType({}),
) -> Iterator[Reason]:
    """The largest risk where it is too high, with further `facts` by its name. A later step can remove that
    of key variables, so that it hides no other one.
    """
    tolerable = 1.0 if limit is None else float(limit)
    others = {name: risk for name, risk in risks.items() if name != KEPT_KEYS}
    found = [one for one in (largest_risk(risks), largest_risk(others)) if one is not None]
    for name, risk in dict(found).items():
        if risk > tolerable + TOLERANCE:
            yield failed(f"risk_above_{name}", risk=risk, limit=tolerable, **facts.get(name, {}))


def without_limit(risks: Mapping[str, float]) -> Iterator[Reason]:
    """The largest risk, where no limit was set for it."""
    found = largest_risk(risks)
    if found is None:
        yield unjudged(NOTHING_REQUIRED)
    else:
        yield unjudged(f"risk_open_{found[0]}", risk=found[1])
