"""Reasons against releasing records: what the kinds of jobs on microdata find in their own results."""

from collections.abc import Iterator

from sdc_desktop.engine.microdata.anopi import AnopiResult
from sdc_desktop.engine.microdata.anopi_spec import AnopiParams
from sdc_desktop.engine.microdata.criteria_spec import is_met_by_any
from sdc_desktop.engine.microdata.generalise_result import GeneraliseResult
from sdc_desktop.engine.microdata.generalise_spec import GeneraliseParams
from sdc_desktop.engine.microdata.recode import RecodeResult
from sdc_desktop.engine.microdata.recode_spec import RecodeParams
from sdc_desktop.engine.microdata.recoding import Anonymity
from sdc_desktop.engine.microdata.risk_result import RiskResult
from sdc_desktop.engine.microdata.risk_spec import RiskParams
from sdc_desktop.engine.verdict import (
    MEASURED_ONLY,
    NOTHING_REQUIRED,
    Limits,
    Reason,
    failed,
    unjudged,
)
from sdc_desktop.engine.verdicts.records import (
    TOLERANCE,
    criteria_failed,
    disclosed,
    is_limit,
    omitted,
    rare_classes,
    unique_records,
)


def generalised(params: GeneraliseParams, result: GeneraliseResult, limits: Limits) -> Iterator[Reason]:
    """Every criterion on the classes released, the limit on suppression, and what the classes disclose."""
    if all(is_met_by_any(one) for one in params.criteria):
        yield unjudged(NOTHING_REQUIRED)
    yield from criteria_failed(result.check)
    if result.hidden > result.limit:
        yield failed("suppression_limit", number=result.hidden, limit=result.limit / max(result.records, 1))
    yield from unique_records(result.after)
    yield from omitted(result.left_out)
    yield from disclosed(result.one_value, result.records, limits)


def recoded(params: RecodeParams, result: RecodeResult, limits: Limits) -> Iterator[Reason]:
    """The smallest class where rare records are suppressed; nothing is required otherwise."""
    if result.suppression is None:
        yield unjudged(NOTHING_REQUIRED)
    else:
        yield from rare_classes(result.suppression)
    yield from unique_records(result.after)
    yield from disclosed(result.one_value, result.before.records, limits)


def balanced(params: AnopiParams, result: AnopiResult, limits: Limits) -> Iterator[Reason]:
    """The smallest class where rare records are suppressed, and the lower bounds on privacy; nothing is
    required otherwise. Bounds that are missed are warnings of the result.
    """
    if not result.settled:
        yield unjudged("not_checked")
    if result.suppression is not None:
        yield from rare_classes(result.suppression)
    elif not params.min_privacy:
        yield unjudged(NOTHING_REQUIRED)
    for one in result.notes:
        if one.code == "anopi.privacy_missed":
            yield failed("privacy_missed", variable=one.params["name"])
    yield from unique_records(result.after)
    yield from disclosed(result.one_value, result.before.records, limits)


def measured(params: RiskParams, result: RiskResult, limits: Limits) -> Iterator[Reason]:
    """Criteria and a tolerable risk where they are set; a measure alone sets no limit. What the groups
    disclose counts either way.
    """
    if not is_limit(params.tolerable) and all(is_met_by_any(one) for one in params.criteria):
        yield unjudged(MEASURED_ONLY)
    else:
        yield from unique_records(Anonymity(int(result.k), result.uniques, result.classes, result.records))
        yield from omitted(result.left_out)
    if result.check is not None:
        yield from criteria_failed(result.check)
    if params.tolerable is not None:
        highest = (result.individual or result.prosecutor).highest
        if result.household is not None:
            highest = max(highest, result.household.highest)
        if highest > float(params.tolerable) + TOLERANCE:
            yield failed("highest_risk", risk=highest, limit=float(params.tolerable))
    yield from disclosed(result.one_value, result.records, limits)
