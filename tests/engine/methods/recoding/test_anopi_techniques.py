"""What goes with a technique when it changes: blocks, bounds, choices by hand."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound
from sdc_desktop.engine.methods.recoding.anopi import engine as anopi
from sdc_desktop.engine.methods.recoding.anopi.compare import with_techniques
from sdc_desktop.engine.methods.recoding.anopi.points import allocation
from tests.engine.methods.recoding.test_anopi_compare import source


def names() -> tuple[str, ...]:
    return anopi.variables(AnopiParams(), source().data)


def test_a_choice_by_hand_goes_with_its_technique_and_others_stay() -> None:
    first, second = names()[:2]
    params = AnopiParams(override={first: 2, second: 2})
    changed = with_techniques(params, {first: "microaggregation", second: "recoding"}, None)
    assert changed.override == {second: 2}
    assert changed.technique_of(first) == "microaggregation"
    assert changed.technique_of(second) == "recoding"


def test_what_was_in_no_block_forms_one_more_and_empty_blocks_go() -> None:
    first, second = names()[:2]
    params = AnopiParams(technique={first: "microaggregation"}, blocks=((first,),))
    both = with_techniques(params, {first: "microaggregation", second: "microaggregation"}, None)
    assert both.blocks == ((first,), (second,))
    other = with_techniques(params, {first: "recoding", second: "microaggregation"}, None)
    assert other.blocks == ((second,),)
    none = with_techniques(params, {first: "recoding", second: "recoding"}, None)
    assert none.blocks is None


def test_without_blocks_given_there_stay_none() -> None:
    first = names()[0]
    assert with_techniques(AnopiParams(), {first: "microaggregation"}, None).blocks is None


def test_a_bound_given_as_a_degree_becomes_its_level_where_the_technique_changes() -> None:
    first, second = names()[:2]
    bounds = {first: DegreeBound(degree=2), second: DegreeBound(degree=2)}
    params = AnopiParams(min_utility=bounds, min_privacy={first: 0.5})
    counted = anopi.counts(params, source(), JobContext())
    changed = with_techniques(params, {first: "microaggregation", second: "recoding"}, counted)
    shared = allocation(params, counted)
    level = shared.min_utility[shared.names.index(first)]
    assert changed.min_utility[first] == pytest.approx(level)
    assert changed.min_utility[second] == DegreeBound(degree=2)
    assert changed.min_privacy == {first: 0.5}
    again = with_techniques(changed, {first: "recoding", second: "recoding"}, counted)
    assert again.min_utility == changed.min_utility
