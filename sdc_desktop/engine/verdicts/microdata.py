"""Reasons against releasing records: what the kinds of jobs on microdata find in their own results."""

from collections.abc import Iterator

from sdc_desktop.engine.microdata.anopi import AnopiResult
from sdc_desktop.engine.microdata.anopi_spec import AnopiParams
from sdc_desktop.engine.microdata.criteria_spec import is_met_by_any
from sdc_desktop.engine.microdata.generalise_result import GeneraliseResult
from sdc_desktop.engine.microdata.generalise_spec import GeneraliseParams
from sdc_desktop.engine.microdata.recode import RecodeResult
from sdc_desktop.engine.microdata.recode_spec import RecodeParams
from sdc_desktop.engine.verdict import (
    NOTHING_REQUIRED,
    Limits,
    Reason,
    failed,
    unjudged,
)
from sdc_desktop.engine.verdicts.records import (
    criteria_failed,
    disclosed,
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
