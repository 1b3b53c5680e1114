"""Reasons against a release of records one at a time: what the tests find with the released records.

Of a job, only an assessed file is judged. A simulation shows what the tests would release in random orders of
requests, and releases nothing. The log of a live release is judged by what was released so far: every release
was safe by the rules when it was made, and a test that fails now, because critical values have changed, is a
reservation.
"""

from collections.abc import Iterator, Mapping

from sdc_desktop.engine.release.assessment import Assessed, all_tested, exposed, is_tested
from sdc_desktop.engine.release.live import LiveRelease
from sdc_desktop.engine.release.release import ReleaseResult
from sdc_desktop.engine.release.release_spec import ReleaseParams
from sdc_desktop.engine.verdict import (
    Limits,
    Reason,
    Verdict,
    failed,
    from_warnings,
    reserved,
    unjudged,
    verdict_of,
)


def tests_of_release(params: ReleaseParams, result: ReleaseResult, limits: Limits) -> Iterator[Reason]:
    """A failed test is a failed condition; one that had nothing to test a reservation. Where no test had
    anything to test, nothing was judged.
    """
    if result.assessment is None:
        yield unjudged("release_simulated", number=result.orders)
        return
    found = {name.upper(): one for name, one in result.assessment.items()}
    failing = _failing(found)
    if failing:
        targets = len(exposed(found))
        yield failed("release_test_failed", tests=failing, records=result.records, targets=targets)
    yield from _untested(found)


def verdict_on_log(live: LiveRelease) -> Verdict:
    """The verdict on what an open log has released so far."""
    if not live.released():
        return verdict_of([unjudged("release_none")])
    found = live.assessments()
    failing = _failing(found)
    reasons = [*_untested(found), *from_warnings(live.notes)]
    if failing:
        reasons.append(reserved("release_overtaken", tests=failing))
    return verdict_of(reasons)


def _failing(found: Mapping[str, Assessed]) -> tuple[str, ...]:
    return tuple(name for name, one in found.items() if not one.safe)


def _untested(found: Mapping[str, Assessed]) -> Iterator[Reason]:
    untested = tuple(name for name, one in found.items() if one.safe and not is_tested(one))
    if len(untested) == len(found):
        yield unjudged("release_not_tested", tests=untested)
    elif untested:
        yield reserved("release_not_tested", tests=untested)
    partly = tuple(name for name, one in found.items() if is_tested(one) and not all_tested(one))
    if partly:
        yield reserved("release_targets_untested", tests=partly)
