"""Adjusted tables, against plain enumeration, and searches for them that end early."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.tables.protection import adjustment
from sdc_desktop.engine.tables.protection.adjustment import Adjustment, adjust
from sdc_desktop.engine.tables.relations import relations_of
from sdc_desktop.engine.tables.table import Levels
from tests.support.table_problems.generated import generated_table
from tests.support.tables import flat, table_of

CONTEXT = JobContext()


def generated(trees, seed: int = 0) -> Adjustment:
    table, levels = generated_table(trees, seed)
    number = len(table)
    zeros = np.zeros(number, dtype=np.int64)
    return Adjustment(table.relations, table.values, np.ones(number), levels, table.values == 0, zeros)


_USUAL = adjustment._AT_FIRST


@pytest.mark.parametrize(
    ("seed", "scale", "at_first"),
    [*product(range(8), (1.0, 1e-6), (_USUAL,)), (0, 1.0, 1), (1, 1e-6, 1)],
)
def test_an_adjusted_table_costs_what_the_cheapest_of_all_costs_in_whatever_unit(
    seed, scale, at_first, monkeypatch
) -> None:
    draws = np.random.default_rng(seed)
    table = table_of([flat("a", 4)], draws.integers(1, 9, 4))
    costs = draws.permutation([1, 2, 4, 7, 10]) * scale
    levels = {2: Levels(Fraction(3), Fraction(1)), 3: Levels(Fraction(2), Fraction(5, 2))}
    fixed = np.arange(len(table)) == (0 if seed % 2 else 4)
    least = np.zeros(len(table), dtype=np.int64)
    allowed = []
    for inner in product(range(-8, 9), repeat=4):
        change = np.array([sum(inner), *inner])
        if (
            not change[fixed].any()
            and (table.values + change >= 0).all()
            and (change[2] >= 3 or change[2] <= -1)
            and (change[3] >= 2 or change[3] <= -3)
        ):
            allowed.append(float(costs @ np.abs(change)))
    monkeypatch.setattr(adjustment, "_AT_FIRST", at_first)
    found = adjust(Adjustment(table.relations, table.values, costs, levels, fixed, least), CONTEXT)
    assert found.proven
    assert found.cost == pytest.approx(min(allowed))
    assert not table.relations.differences(found.values).any()


def test_what_no_table_can_meet_is_refused() -> None:
    table = table_of([flat("a", 2)], [3, 4])
    levels = {1: Levels(Fraction(9), Fraction(9))}
    frozen = np.array([True, False, True])
    wanted = Adjustment(
        table.relations, table.values, np.ones(3), levels, frozen, np.zeros(3, dtype=np.int64)
    )
    with pytest.raises(Refused) as refused:
        adjust(wanted, CONTEXT)
    assert refused.value.problems[0].code == "adjustment.infeasible"


TREES = ((3, 3), (3, 2))


def test_the_least_effort_gives_a_valid_table_and_tells_that_nothing_is_proven(monkeypatch) -> None:
    monkeypatch.setattr(adjustment, "_AT_FIRST", 50_000)
    wanted = generated(TREES)
    first, whole = adjust(wanted, CONTEXT, 1), adjust(wanted, CONTEXT)
    assert len(wanted.levels) > 3
    assert whole.proven
    assert wanted.allows(first.values - wanted.values)
    assert first.unproven is not None
    assert (first.unproven.ended_by, first.unproven.gap) == ("effort", None)
    assert first.cost >= whole.cost


@pytest.mark.parametrize("improvements", [1, 2, 3])
def test_a_search_ended_by_request_gives_its_best_which_its_effort_gives_again(
    improvements, monkeypatch
) -> None:
    monkeypatch.setattr(adjustment, "_AT_FIRST", 50_000)
    wanted, states = generated(TREES, 3), []
    wished = JobContext(on_state=states.append, is_enough=lambda: len(states) >= improvements)
    found = adjust(wanted, wished)
    assert found.unproven is not None
    assert found.unproven.ended_by == "wish"
    assert wanted.allows(found.values - wanted.values)
    again = adjust(wanted, CONTEXT, found.unproven.effort_used)
    assert again.values.tobytes() == found.values.tobytes()


def test_a_table_of_whole_numbers_is_found_where_the_linear_program_has_none(monkeypatch) -> None:
    """The cheapest changes in real numbers need not be whole: these relations halve a cell."""
    monkeypatch.setattr(adjustment, "_AT_FIRST", 1)
    relations = relations_of(4, [((0, 1, 2), (1, -1, -1)), ((1, 2), (1, -1)), ((0, 3), (1, -1))])
    values, nothing = np.array([10, 5, 5, 10]), np.zeros(4, dtype=np.int64)
    levels = {3: Levels(Fraction(3), Fraction(3))}
    found = adjust(Adjustment(relations, values, np.ones(4), levels, nothing > 0, nothing), CONTEXT)
    assert found.proven
    assert abs(found.values[3] - 10) == 4
    assert not relations.differences(found.values).any()
