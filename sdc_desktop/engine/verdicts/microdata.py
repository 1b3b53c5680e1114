"""Reasons against releasing records: what the kinds of jobs on microdata find in their own results."""

from collections.abc import Iterable, Iterator

from sdc_desktop.engine.microdata.criteria_spec import is_met_by_any
from sdc_desktop.engine.microdata.microaggregate import MicroaggregateResult
from sdc_desktop.engine.microdata.microaggregate_spec import MicroaggregateParams
from sdc_desktop.engine.microdata.open_risks import open_risks
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
    above_limit,
    criteria_failed,
    disclosed,
    is_limit,
    omitted,
    unique_records,
    with_others,
)


def microaggregated(
    params: MicroaggregateParams, result: MicroaggregateResult, limits: Limits
) -> Iterator[Reason]:
    """Groups of k records on all key variables, and a tolerable risk of numbers that are not of that
    role.
    """
    limited = is_limit(params.tolerable_risk)
    if result.k == 1 and not limited:
        yield unjudged(NOTHING_REQUIRED)
    if result.k > 1:
        if result.records_below_k:
            yield failed("classes_below", number=result.records_below_k, k=result.k)
        elif result.together.records_below and result.together.left_out:
            yield from with_others(result.together, result.k)
        elif result.together.records_below:
            yield failed("blocks_together", number=result.together.records_below, k=result.k)
    if limited:
        risks = open_risks(result.score, None)
        if result.score is None:
            yield unjudged("risk_not_measured", variables=tuple(_variables(result)))
        yield from above_limit(risks, params.tolerable_risk)
    elif result.others and result.k > 1:
        yield unjudged("numbers_not_judged", variables=result.others)
    yield from unique_records(result.after)
    yield from disclosed(result.one_value, result.records, limits)


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


def _variables(result: MicroaggregateResult) -> Iterable[str]:
    return (name for block in result.blocks for name in block.variables)
