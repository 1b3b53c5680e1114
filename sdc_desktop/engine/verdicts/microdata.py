"""Reasons against releasing records: what the kinds of jobs on microdata find in their own results."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sdc_desktop.engine.microdata.anopi import AnopiResult
from sdc_desktop.engine.microdata.anopi_spec import AnopiParams
from sdc_desktop.engine.microdata.check_file import FileCheck
from sdc_desktop.engine.microdata.criteria_spec import is_met_by_any
from sdc_desktop.engine.microdata.generalise_result import GeneraliseResult
from sdc_desktop.engine.microdata.generalise_spec import GeneraliseParams
from sdc_desktop.engine.microdata.microaggregate import MicroaggregateResult
from sdc_desktop.engine.microdata.microaggregate_spec import MicroaggregateParams
from sdc_desktop.engine.microdata.one_value import OneValue
from sdc_desktop.engine.microdata.open_risks import KEPT_KEYS, largest_risk, open_risks
from sdc_desktop.engine.microdata.perturbation_spec import LocalSuppressionParams, PramParams
from sdc_desktop.engine.microdata.perturbed_numbers import PerturbedResult
from sdc_desktop.engine.microdata.pram import PramResult
from sdc_desktop.engine.microdata.rare_records import RareRecords
from sdc_desktop.engine.microdata.recode import RecodeResult
from sdc_desktop.engine.microdata.recode_spec import RecodeParams
from sdc_desktop.engine.microdata.recoded_disclosure import Together
from sdc_desktop.engine.microdata.recoding import Anonymity
from sdc_desktop.engine.microdata.risk_result import RiskResult
from sdc_desktop.engine.microdata.risk_spec import RiskParams
from sdc_desktop.engine.microdata.suppress_locally import LocalSuppressionResult
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.verdict import (
    MEASURED_ONLY,
    NOTHING_REQUIRED,
    Limits,
    Reason,
    disclosed_values,
    failed,
    reserved,
    unjudged,
)

# Conditions on classes of records, which a later step that judges its own classes answers anew.
OF_CLASSES = frozenset(
    {
        "blocks_together",
        "classes_below",
        "classes_with_others",
        "disclosed_values",
        "privacy_missed",
        "risk_above_kept_keys",
        "suppression_limit",
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
_TOLERANCE = 1e-9  # of a risk that is held against a tolerable one


def nothing_required(params: Any, result: Any, limits: Limits) -> Iterator[Reason]:
    """A file is released, and no condition was set for it."""
    yield unjudged(NOTHING_REQUIRED)


def measured_only(params: Any, result: Any, limits: Limits) -> Iterator[Reason]:
    """The job measures and sets no limit to what it finds."""
    yield unjudged(MEASURED_ONLY)


def generalised(params: GeneraliseParams, result: GeneraliseResult, limits: Limits) -> Iterator[Reason]:
    """Every criterion on the classes released, the limit on suppression, and what the classes disclose."""
    if all(is_met_by_any(one) for one in params.criteria):
        yield unjudged(NOTHING_REQUIRED)
    yield from _criteria(result.check)
    if result.hidden > result.limit:
        yield failed("suppression_limit", number=result.hidden, limit=result.limit / max(result.records, 1))
    yield from _alone(result.after)
    yield from _left_out(result.left_out)
    yield from _disclosed(result.one_value, result.records, limits)


def recoded(params: RecodeParams, result: RecodeResult, limits: Limits) -> Iterator[Reason]:
    """The smallest class where rare records are suppressed; nothing is required otherwise."""
    if result.suppression is None:
        yield unjudged(NOTHING_REQUIRED)
    else:
        yield from _rare(result.suppression)
    yield from _alone(result.after)
    yield from _disclosed(result.one_value, result.before.records, limits)


def balanced(params: AnopiParams, result: AnopiResult, limits: Limits) -> Iterator[Reason]:
    """The smallest class where rare records are suppressed, and the lower bounds on privacy; nothing is
    required otherwise. Bounds that are missed are warnings of the result.
    """
    if not result.settled:
        yield unjudged("not_checked")
    if result.suppression is not None:
        yield from _rare(result.suppression)
    elif not params.min_privacy:
        yield unjudged(NOTHING_REQUIRED)
    for one in result.notes:
        if one.code == "anopi.privacy_missed":
            yield failed("privacy_missed", variable=one.params["name"])
    yield from _alone(result.after)
    yield from _disclosed(result.one_value, result.before.records, limits)


def suppressed(
    params: LocalSuppressionParams, result: LocalSuppressionResult, limits: Limits
) -> Iterator[Reason]:
    """The smallest class by the rule that was set, also together with variables that were left unchanged."""
    yield from _rare(result.suppression)
    yield from _together(result.together, result.k)
    yield from _disclosed(result.one_value, result.records, limits)


def microaggregated(
    params: MicroaggregateParams, result: MicroaggregateResult, limits: Limits
) -> Iterator[Reason]:
    """Groups of k records on all identifying variables, and a tolerable risk of numbers that are not of that
    role.
    """
    limited = _limits(params.tolerable_risk)
    if result.k == 1 and not limited:
        yield unjudged(NOTHING_REQUIRED)
    if result.k > 1:
        if result.records_below_k:
            yield failed("classes_below", number=result.records_below_k, k=result.k)
        elif result.together.records_below and result.together.left_out:
            yield from _together(result.together, result.k)
        elif result.together.records_below:
            yield failed("blocks_together", number=result.together.records_below, k=result.k)
    if limited:
        risks = open_risks(result.score, None)
        if result.score is None:
            yield unjudged("risk_not_measured", variables=tuple(_variables(result)))
        yield from _tolerated(risks, params.tolerable_risk)
    elif result.others and result.k > 1:
        yield unjudged("numbers_not_judged", variables=result.others)
    yield from _alone(result.after)
    yield from _disclosed(result.one_value, result.records, limits)


def perturbed(params: Any, result: PerturbedResult, limits: Limits) -> Iterator[Reason]:
    """The largest risk left open against the tolerable one; not judged where none is set."""
    yield from _disclosed(result.one_value, result.records, limits)
    if not _limits(params.tolerable_risk):
        yield from _untolerated(result.risks)
        return
    if result.unmeasured:
        yield unjudged("risk_not_measured", variables=result.unmeasured)
    elif result.unscored:
        yield reserved("records_not_measured", number=result.unscored)
    yield from _tolerated(result.risks, params.tolerable_risk)


def randomised(params: PramParams, result: PramResult, limits: Limits) -> Iterator[Reason]:
    """The same of categories."""
    yield from _disclosed(result.one_value, max(map(len, result.codes), default=0), limits)
    certain = tuple(name for name, one in result.variables.items() if one.certain)
    if certain:
        number = max(one.certain for one in result.variables.values())
        yield reserved("values_certain", number=number, variables=certain)
    if not _limits(params.tolerable_risk):
        yield from _untolerated(result.risks)
        return
    if not result.risks:
        yield unjudged("risk_not_measured", variables=tuple(result.variables))
    yield from _tolerated(result.risks, params.tolerable_risk)


def measured(params: RiskParams, result: RiskResult, limits: Limits) -> Iterator[Reason]:
    """Criteria and a tolerable risk where they are set; a measure alone sets no limit. What the groups
    disclose counts either way.
    """
    if not _limits(params.tolerable) and all(is_met_by_any(one) for one in params.criteria):
        yield unjudged(MEASURED_ONLY)
    else:
        yield from _alone(Anonymity(int(result.k), result.uniques, result.classes, result.records))
        yield from _left_out(result.left_out)
    if result.check is not None:
        yield from _criteria(result.check)
    if params.tolerable is not None:
        highest = (result.individual or result.prosecutor).highest
        if result.household is not None:
            highest = max(highest, result.household.highest)
        if highest > float(params.tolerable) + _TOLERANCE:
            yield failed("highest_risk", risk=highest, limit=float(params.tolerable))
    yield from _disclosed(result.one_value, result.records, limits)


def _criteria(check: FileCheck) -> Iterator[Reason]:
    for one in check.criteria:
        if not one.passed:
            figures = {"number": one.failing_records, "asked": one.asked, "worst": one.worst}
            yield failed(f"criterion_{one.kind}", variable=one.attribute or "", **figures)


def _rare(rare: RareRecords) -> Iterator[Reason]:
    """The smallest class after suppression. Where a suppressed cell does not count as a value, what stays
    below k by the rule that it does must be weighed.
    """
    if not 0 < rare.figures.after.k < rare.k:
        return
    below = rare.figures.below.as_category
    if rare.suppress == "records" or rare.rule == "category":
        yield failed("classes_below", number=below, k=rare.k)
    else:
        yield reserved(f"classes_below_{rare.rule}", number=below, k=rare.k)


def _alone(after: Anonymity) -> Iterator[Reason]:
    if after.uniques:
        yield reserved("records_alone", number=after.uniques)


def _left_out(names: tuple[str, ...]) -> Iterator[Reason]:
    if names:
        yield reserved("identifying_left_out", variables=names)


def _together(found: Together | None, k: int) -> Iterator[Reason]:
    if found is not None and found.records_below:
        yield failed("classes_with_others", number=found.records_below, k=k, variables=found.left_out)


def _disclosed(found: Mapping[str, OneValue], records: int, limits: Limits) -> Iterator[Reason]:
    """By sensitive variable the records in classes with one value, and those with almost one."""
    for name, one in found.items():
        number, almost = one.after.records, one.ninety.after.records
        share = number / max(records, 1)
        yield from disclosed_values(share, limits, variable=name, number=number, groups=one.after.groups)
        if almost > number:
            yield reserved("almost_disclosed_values", variable=name, share=almost / max(records, 1))


def _limits(tolerable: Number | None) -> bool:
    """Whether a tolerable risk, a share from 0 to 1, sets a limit: any file has a risk of 1 at most."""
    return tolerable is not None and float(tolerable) < 1 - _TOLERANCE


def _tolerated(risks: Mapping[str, float], limit: Number | None) -> Iterator[Reason]:
    """The largest risk where it is too high. A later step can remove that of identifying variables, so that
    it hides no other one.
    """
    tolerable = 1.0 if limit is None else float(limit)
    others = {name: risk for name, risk in risks.items() if name != KEPT_KEYS}
    found = [one for one in (largest_risk(risks), largest_risk(others)) if one is not None]
    for name, risk in dict(found).items():
        if risk > tolerable + _TOLERANCE:
            yield failed(f"risk_above_{name}", risk=risk, limit=tolerable)


def _untolerated(risks: Mapping[str, float]) -> Iterator[Reason]:
    found = largest_risk(risks)
    if found is None:
        yield unjudged(NOTHING_REQUIRED)
    else:
        yield unjudged(f"risk_open_{found[0]}", risk=found[1])


def _variables(result: MicroaggregateResult) -> Iterable[str]:
    return (name for block in result.blocks for name in block.variables)
