"""Several jobs on the same records, measured alike."""

import pytest

from sdc_desktop.engine import strategies
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import LocalSuppressionJob, MicroaggregateJob, RecodeJob
from sdc_desktop.engine.strategies import Measured, Strategy
from tests.support.data import patients

POINTS = {"yob": 60.0, "ms": 40.0}
NAMES = ("yob", "ms")


def compared(*jobs):
    return strategies.compared(jobs, patients(), NAMES, POINTS, JobContext())


def test_what_is_measured_is_what_is_released() -> None:
    coarse = RecodeJob.model_validate({"name": "r", "params": {"levels": {"yob": 6, "ms": 2}}})
    hidden = LocalSuppressionJob.model_validate({"name": "l", "params": {"k": 3}})
    as_is, recoded, suppressed = compared(("as is", None), ("coarse", coarse), ("cells", hidden))
    assert as_is.place.utility == pytest.approx(1)
    assert as_is.place.risk > suppressed.place.risk > recoded.place.risk
    assert recoded.place.risk == pytest.approx(1 / 60)
    assert recoded.place.utility == pytest.approx(0)
    assert suppressed.place.smallest >= 3
    assert suppressed.place.uniques == 0


def test_what_is_refused_says_why_and_the_others_are_measured() -> None:
    impossible = MicroaggregateJob.model_validate({"name": "m", "params": {"k": 500}})
    refused, as_is = compared(("too large", impossible), ("as is", None))
    assert refused.place is None
    assert refused.problems
    assert as_is.place is not None


@pytest.mark.parametrize(("alpha", "best"), [(1.0, 0), (0.0, 1), (0.5, 2)])
def test_the_best_weighs_utility_and_safety_among_what_is_tolerable(alpha, best) -> None:
    places = [(0.5, 0.9), (0.01, 0.1), (0.1, 0.7), (0.9, 1.0)]
    found = [Strategy(str(risk), None, Measured(risk, kept, 1, 0)) for risk, kept in places]
    assert strategies.best_of(found, alpha, 0.5) == best
    assert strategies.best_of(found, alpha, 0.001) is None
