"""Jobs that set no limit to what they find are never judged safe, whatever they measured."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.curves.cae import CaeParams
from sdc_desktop.engine.methods.curves.cae import engine as cae
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict import MEASURED_ONLY, NO_LIMITS, Grade, verdict_of
from tests.support.data import microdata

CONTEXT = JobContext()


@pytest.mark.parametrize("kind", ["cae", "cae_experiment", "diversity_experiment"])
def test_a_kind_without_a_limit_is_not_judged(kind) -> None:
    verdict = verdict_of(method_of(kind).stages.verdict(None, None, NO_LIMITS))
    assert (verdict.grade, [one.code for one in verdict.reasons]) == (Grade.OPEN, [MEASURED_ONLY])


@pytest.mark.parametrize("values", [(1, 1, 1), (1, 2, 3, 4, 5, 6, 7, 8)])
def test_a_certain_and_an_uncertain_value_have_the_same_grade(values) -> None:
    source = Source(microdata({"pay": [str(value) for value in values]}), {})
    params = CaeParams(attribute="pay")
    result = cae.decide(params, cae.counts(params, source, CONTEXT), CONTEXT)
    assert result.h0 == pytest.approx(0 if len(set(values)) == 1 else 3)
    assert verdict_of(method_of("cae").stages.verdict(params, result, NO_LIMITS)).grade is Grade.OPEN
