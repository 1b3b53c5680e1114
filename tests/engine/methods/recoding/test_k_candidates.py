"""The k that a picture shows: those with names, round ones between, all with the levels they promise."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi import engine as anopi
from sdc_desktop.engine.methods.recoding.anopi.k_candidates import block_of, k_candidates
from tests.engine.methods.recoding.test_anopi_compare import source

CONTEXT = JobContext()
GROUPED = {"technique": "microaggregation"}


def decided(spec: AnopiParams):
    counted = anopi.counts(spec, source(), CONTEXT)
    return counted, anopi.decide(spec, counted)


@settings(deadline=None, max_examples=25)
@given(st.floats(0.05, 0.95), st.booleans())
def test_each_promises_what_so_many_groups_that_all_differ_would_have(alpha: float, apart: bool) -> None:
    names = anopi.variables(AnopiParams(), source().data)
    spec = AnopiParams(alpha=alpha, blocks=tuple((n,) for n in names) if apart else None, **GROUPED)
    counted, result = decided(spec)
    records = counted.keys.records
    for name in result.technique:
        found, own = k_candidates(spec, result, counted, name), counted.variable(name).entropies[0]
        numbers = [one.k for one in found]
        assert numbers == sorted(set(numbers))
        for one in found:
            left = np.log10(records / one.k)
            assert one.utility == pytest.approx(result.user_points[name] * left)
            assert one.privacy == pytest.approx(result.intruder_points[name] * (own - left), abs=1e-6)
        block, query = block_of(result, name), result.k[name]
        chosen = next(one for one in found if one.k == block.k)
        assert chosen.deviation == pytest.approx(block.deviation)
        assert chosen.allowed
        promised = block.promised[name]
        assert (chosen.utility, chosen.privacy) == pytest.approx((promised.utility, promised.privacy))
        shown = [k for k in (query.k_utility, query.k_privacy, query.k_alone) if k in numbers]
        hidden = {query.k_utility, query.k_privacy, query.k_alone} - set(shown)
        for k in hidden:  # only what would have less than no privacy
            assert own - np.log10(records / k) < 1e-9


def test_of_candidates_between_the_ends_none_is_nearer_than_the_chosen_one() -> None:
    spec = AnopiParams(**GROUPED)
    counted, result = decided(spec)
    for name in result.technique:
        block = block_of(result, name)
        inside = [
            one for one in k_candidates(spec, result, counted, name) if block.least <= one.k <= block.most
        ]
        assert min(one.deviation for one in inside if one.allowed) == pytest.approx(block.deviation)


def test_a_k_by_hand_is_shown_though_it_is_not_allowed() -> None:
    name = anopi.variables(AnopiParams(), source().data)[0]
    spec = AnopiParams(override={name: 1}, **GROUPED)
    counted, result = decided(spec)
    found = k_candidates(spec, result, counted, name)
    assert found[0].k == 1


def test_a_recoded_variable_is_in_no_block() -> None:
    name = anopi.variables(AnopiParams(), source().data)[0]
    spec = AnopiParams(technique={name: "microaggregation"})
    counted, result = decided(spec)
    other = next(other for other in result.technique if other != name)
    with pytest.raises(KeyError):
        k_candidates(spec, result, counted, other)


def test_few_are_shown_of_many_records() -> None:
    from sdc_desktop.engine.methods.recoding.anopi.k_candidates import _round

    for records in (10, 178, 5_000, 1_000_000, 100_000_000):
        found = _round(1, records)
        assert len(set(found)) <= 17
        assert {1, records} <= set(found)
