"""Controlled rounding, against trying every rounding."""

import threading
import time
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext, State
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.secret_stream import SecretStream
from sdc_desktop.engine.tables.protection.effort import Effort
from sdc_desktop.engine.tables.protection.rounding import at_random, controlled, conventional
from tests.support.tables import flat, leaf_cells, small_tables, table_of

CONTEXT = JobContext()


def every_rounding(table, base, steps=0):
    """All additive tables of multiples whose cells go no further than zero-restricted rounding does."""
    low = table.values // base
    high = np.where(table.values % base == 0, low, low + 1) + steps
    low = np.maximum(low - steps, 0)
    leaves = leaf_cells(table)
    for inner in product(*(range(int(low[c]), int(high[c]) + 1) for c in leaves)):
        units = table_of(table.dimensions, inner).values
        if ((units >= low) & (units <= high)).all():
            yield base * units


@settings(max_examples=25, deadline=None)
@given(small_tables(most=9), st.sampled_from((3, 5)))
def test_controlled_rounding_is_the_nearest_of_all(table, base) -> None:
    if len(leaf_cells(table)) > 9:
        return
    distances = [int(np.abs(found - table.values).sum()) for found in every_rounding(table, base)]
    if not distances:
        with pytest.raises(Refused) as refused:
            controlled(table.relations, table.values, base, 0, CONTEXT)
        assert refused.value.problems[0].code == "rounding.infeasible"
        return
    found = controlled(table.relations, table.values, base, 0, CONTEXT)
    assert (found.distance, found.bound, found.proven) == (min(distances), min(distances), True)
    assert not table.relations.differences(found.values).any()
    assert (found.values % base == 0).all()
    assert (np.abs(found.values - table.values) < base).all()
    exact = table.values % base == 0
    assert (found.values[exact] == table.values[exact]).all()


def test_with_a_step_more_a_cell_goes_further_where_it_pays() -> None:
    table = table_of((flat("a", 2), flat("b", 2)), (1, 1, 1, 1))
    plain = controlled(table.relations, table.values, 3, 0, CONTEXT)
    wider = controlled(table.relations, table.values, 3, 1, CONTEXT)
    nearest = min(int(np.abs(f - table.values).sum()) for f in every_rounding(table, 3, 1))
    assert wider.distance == nearest <= plain.distance
    assert (wider.values >= 0).all()


def test_what_has_no_rounding_that_adds_up_is_refused_and_one_more_step_helps() -> None:
    """In three dimensions the margins may all be multiples and fix what then cannot add up (Cox 1987)."""
    table = table_of((flat("a", 2), flat("b", 2), flat("c", 2)), (1, 0, 0, 1, 0, 1, 1, 0))
    assert list(every_rounding(table, 2)) == []
    with pytest.raises(Refused) as refused:
        controlled(table.relations, table.values, 2, 0, CONTEXT)
    assert [p.code for p in refused.value.problems] == ["rounding.infeasible"]
    found = controlled(table.relations, table.values, 2, 1, CONTEXT)
    assert not table.relations.differences(found.values).any()


def test_values_below_zero_and_great_ones_round_as_all_others() -> None:
    values = np.array([-7, -5, -3, 0, 2, 3, 10**11 + 2, 10**11 + 3], dtype=np.int64)
    assert conventional(values, 5).tolist() == [-5, -5, -5, 0, 0, 5, 10**11, 10**11 + 5]
    table = table_of((flat("a", 2), flat("b", 2)), (-7, 10**11 + 3, 4, -2))
    found = controlled(table.relations, table.values, 5, 0, CONTEXT)
    assert not table.relations.differences(found.values).any()
    assert (np.abs(found.values - table.values) < 5).all()


def test_random_rounding_is_unbiased_and_leaves_multiples() -> None:
    values = np.repeat(np.arange(10, dtype=np.int64), 4000)
    found = at_random(values, 5, SecretStream(b"3", b""))
    means = found.reshape(10, -1).mean(axis=1)
    assert np.abs(means - np.arange(10)).max() < 0.15
    assert (found[values % 5 == 0] == values[values % 5 == 0]).all()
    assert (np.abs(found - values) < 5).all()


def hard():
    """Four dimensions: the nearest rounding is not proven at once."""
    draws = np.random.default_rng(1)
    return table_of([flat(name, 4) for name in "abcd"], draws.poisson(3, 256))


def test_a_rounding_with_little_effort_adds_up_and_tells_its_gap() -> None:
    table = hard()
    found = controlled(table.relations, table.values, 5, 1, CONTEXT, Effort(500_000))
    assert found.unproven is not None
    assert found.unproven.ended_by == "effort"
    assert found.unproven.gap == pytest.approx((found.distance - found.bound) / found.distance, abs=1e-3)
    assert not table.relations.differences(found.values).any()
    assert (np.abs(found.values - table.values) <= 10).all()


@pytest.mark.parametrize("improvements", [1, 2])
def test_a_rounding_ended_by_request_gives_its_best_which_its_effort_gives_again(improvements) -> None:
    table, states = hard(), []
    wished = JobContext(on_state=states.append, is_enough=lambda: len(states) >= improvements)
    found = controlled(table.relations, table.values, 5, 1, wished)
    assert found.unproven is not None
    assert found.unproven.ended_by == "wish"
    assert states[-1].cost == found.distance
    again = controlled(table.relations, table.values, 5, 1, CONTEXT, Effort(found.unproven.effort_used))
    assert again.values.tobytes() == found.values.tobytes()


def test_a_rounding_ended_at_the_very_moment_of_its_best_is_given_again_by_its_effort() -> None:
    table, enough = hard(), threading.Event()

    def improved(state: State) -> None:
        enough.set()
        time.sleep(0.2)  # the request reaches the solver while it reports

    found = controlled(
        table.relations, table.values, 5, 1, JobContext(on_state=improved, is_enough=enough.is_set)
    )
    assert found.unproven is not None
    again = controlled(table.relations, table.values, 5, 1, CONTEXT, Effort(found.unproven.effort_used))
    assert again.values.tobytes() == found.values.tobytes()
