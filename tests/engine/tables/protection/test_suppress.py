"""Secondary suppression, against trying every pattern."""

from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.tables.attack.intervals import Interval, protected
from sdc_desktop.engine.tables.attack.pattern_audit import audit_of, audited
from sdc_desktop.engine.tables.attack.singleton_audit import OPEN
from sdc_desktop.engine.tables.protection.effort import Limits
from sdc_desktop.engine.tables.protection.suppress import suppress
from sdc_desktop.engine.tables.protection.suppression_problem import (
    Need,
    SuppressionProblem,
    singleton_pairs,
    with_virtual_cells,
)
from sdc_desktop.engine.tables.table import NO_BOUND, Levels
from tests.support.tables import crossing, flat, table_of, tree

CONTEXT = JobContext()
SHAPES = (
    (flat("a", 2), flat("b", 3)),
    (flat("a", 3), flat("b", 3)),
    (tree("a", (2, 2)), flat("b", 2)),
    (crossing("a"), flat("b", 2)),
    (flat("a", 2), flat("b", 2), flat("c", 2)),
)


def problem_of(table, levels, frozen=None, costs=None) -> SuppressionProblem:
    number = len(table)
    return SuppressionProblem(
        table.relations,
        table.values,
        np.maximum(table.values, 1).astype(float) if costs is None else costs,
        (table.values == 0) if frozen is None else frozen,
        np.zeros(number, dtype=np.int64),
        np.full(number, NO_BOUND),
        levels,
    )


def cheapest(problem):
    """The cost of the cheapest pattern that passes the audit, trying all; None where none does."""
    open_ = np.flatnonzero(~problem.frozen & ~problem.always).tolist()
    if len(open_) > 12:
        return "many"
    every = chain.from_iterable(combinations(open_, size) for size in range(len(open_) + 1))
    costs = []
    for chosen in every:
        pattern = problem.always.copy()
        pattern[list(chosen)] = True
        cost = problem.cost(pattern)
        if costs and cost >= min(costs):
            continue
        if not audit_of(problem, pattern, CONTEXT).failures:
            costs.append(cost)
    return min(costs, default=None)


def is_refused(problem) -> bool:
    """Whether fast suppression says that some primary cannot be protected."""
    try:
        suppress(problem, "fast", CONTEXT)
    except Refused as refusal:
        return {p.code for p in refusal.problems} == {"suppression.unprotectable"}
    return False


@st.composite
def problems(draw):
    dimensions = draw(st.sampled_from(SHAPES))
    leaves = int(np.prod([len(d.leaves) for d in dimensions]))
    inner = draw(st.lists(st.sampled_from((0, 0, 1, 2, 5, 9)), min_size=leaves, max_size=leaves))
    table = table_of(dimensions, inner)
    there = np.flatnonzero(table.values > 0).tolist()
    if not there:
        return problem_of(table, {})
    level = st.builds(Levels, *[st.sampled_from((Fraction(0), Fraction(1), Fraction(3, 2)))] * 2)
    primaries = draw(st.lists(st.sampled_from(there), min_size=1, max_size=3, unique=True))
    problem = problem_of(table, {cell: draw(level).at_least_a_unit() for cell in primaries})
    if len(primaries) < 2 or not draw(st.booleans()):
        return problem
    known, other = primaries[:2]  # the first cell is all of one contributor's
    return replace(problem, insiders=(Need(other, OPEN, frozenset((known,))),))


@settings(max_examples=16, deadline=None)
@given(problems())
def test_the_optimum_costs_what_the_cheapest_of_all_patterns_does(problem) -> None:
    expected = cheapest(problem)
    if expected == "many":
        return
    if expected is None:
        assert is_refused(problem) or not suppress(problem, "optimal", CONTEXT).safe
        return
    fast = suppress(problem, "fast", CONTEXT)
    best = suppress(problem, "optimal", CONTEXT)
    assert fast.cost >= expected
    assert best.cost == expected
    assert best.safe
    assert best.proven
    assert best.bound <= best.cost


@settings(max_examples=40, deadline=None)
@given(problems())
def test_what_is_called_safe_passes_the_audit(problem) -> None:
    if is_refused(problem):
        return
    found = suppress(problem, "fast", CONTEXT)
    if found.safe:
        assert not audit_of(problem, found.pattern, CONTEXT).failures
    assert set(np.flatnonzero(found.pattern)) == set(found.intervals)
    assert not (found.pattern & problem.frozen & ~problem.always).any()


def two_way(values=(5, 7, 9, 3, 8, 6, 4, 2, 11)):
    return table_of((flat("a", 3), flat("b", 3)), values)


def test_each_secondary_says_what_it_protects_and_where() -> None:
    table = two_way()
    primary = table.find(("a0", "b0"))
    found = suppress(
        problem_of(table, {primary: Levels(Fraction(1), Fraction(1), Fraction(2))}), "optimal", CONTEXT
    )
    secondaries = np.flatnonzero(found.pattern).tolist()
    secondaries.remove(primary)
    assert set(found.protects) == set(secondaries)
    for cell in secondaries:
        ((protected, rows),) = found.protects[cell]
        assert protected == primary
        assert all(cell in table.relations.row(row)[0] for row in rows)
        assert len(rows) == 2


def test_frozen_cells_stay_and_what_cannot_be_protected_is_named() -> None:
    table = two_way()
    primary = table.find(("a0", "b0"))
    frozen = np.ones(len(table), dtype=bool)
    with pytest.raises(Refused) as refused:
        suppress(problem_of(table, {primary: Levels(Fraction(1), Fraction(1))}, frozen), "optimal", CONTEXT)
    problem = refused.value.problems[0]
    assert (problem.code, problem.params["number"]) == ("suppression.unprotectable", 1)
    frozen[:] = False
    frozen[table.find(("a1", "b1"))] = True
    found = suppress(
        problem_of(table, {primary: Levels(Fraction(1), Fraction(1))}, frozen), "optimal", CONTEXT
    )
    assert found.safe
    assert not found.pattern[table.find(("a1", "b1"))]


def test_a_single_contributor_cannot_undo_its_neighbour() -> None:
    table = two_way()
    cells = [table.find(c) for c in (("a0", "b0"), ("a0", "b1"), ("a1", "b0"), ("a1", "b1"))]
    levels = {cells[0]: Levels(sliding=Fraction(1)), cells[1]: Levels(sliding=Fraction(1))}
    problem = problem_of(table, levels)
    primaries, singles = problem.always, np.zeros(len(table), dtype=bool)
    singles[cells[0]] = True
    pairs = singleton_pairs(table.relations, primaries, singles)
    assert pairs == [tuple(sorted(cells[:2]))]
    plain = suppress(problem, "optimal", CONTEXT)
    row = [table.find(("a0", b)) for b in ("b0", "b1", "b2", "Total")]
    assert plain.pattern[row].sum() == 2
    apart = suppress(with_virtual_cells(problem, pairs), "optimal", CONTEXT)
    assert apart.safe
    assert apart.pattern[row].sum() >= 3
    assert apart.cost >= plain.cost
    # a contributor who knows the first cell cannot derive the second
    known = problem_of(table, {cells[1]: levels[cells[1]]})
    pattern = apart.pattern.copy()
    pattern[cells[0]] = False
    assert not audited(known, pattern, CONTEXT)[1]


def test_values_of_a_hundred_thousand_million_are_protected_to_the_unit() -> None:
    table = two_way([10**10 + n for n in range(9)])
    primary = table.find(("a0", "b0"))
    levels = {primary: Levels(Fraction(10**9), Fraction(10**9))}
    found = suppress(problem_of(table, levels), "optimal", CONTEXT)
    interval = found.intervals[primary]
    assert found.safe
    assert interval.upper - table.values[primary] >= 10**9


def test_values_below_zero_are_protected_without_bounds() -> None:
    table = two_way((5, -7, 9, 3, 8, -6, 4, 2, 11))
    primary = table.find(("a0", "b1"))
    problem = problem_of(table, {primary: Levels(Fraction(2), Fraction(2))}, np.zeros(len(table), dtype=bool))
    open_ = SuppressionProblem(
        problem.relations,
        problem.values,
        problem.costs,
        problem.frozen,
        np.full(len(table), -NO_BOUND),
        problem.upper,
        problem.levels,
    )
    found = suppress(open_, "optimal", CONTEXT)
    assert found.safe
    assert (found.intervals[primary].lower, found.intervals[primary].upper) == (None, None)


def test_a_search_that_may_not_last_tells_its_gap_and_is_audited_all_the_same() -> None:
    problem = cube()
    found = suppress(problem, "optimal", CONTEXT, limits=Limits(nodes=1))
    assert found.safe
    assert found.bound <= found.cost
    assert found.stopped == (not found.proven)
    assert not audited(problem, found.pattern, CONTEXT)[1]


def test_a_search_can_be_stopped() -> None:
    table = two_way()
    levels = {table.find(("a0", "b0")): Levels(Fraction(1), Fraction(1))}
    with pytest.raises(Cancelled):
        suppress(problem_of(table, levels), "optimal", JobContext(is_cancelled=lambda: True))


def cube(seed=1):
    """A table of three dimensions with six primaries, hard enough for several integer programs."""
    random = np.random.default_rng(seed)
    table = table_of((flat("a", 4), flat("b", 4), flat("c", 3)), random.integers(1, 60, 48).tolist())
    there = np.flatnonzero((table.values > 9) & (table.values < 40))
    chosen = random.choice(there, 6, replace=False).tolist()
    return problem_of(table, {cell: Levels(Fraction(9), Fraction(9)) for cell in chosen})


def test_a_search_ended_early_gives_the_best_that_passed_the_audit() -> None:
    problem, states = cube(), []
    context = JobContext(on_state=states.append, is_enough=lambda: len(states) > 2)
    found = suppress(problem, "optimal", context)
    assert (found.stopped, found.safe) == (True, True)
    assert not audited(problem, found.pattern, CONTEXT)[1]
    best = suppress(problem, "optimal", CONTEXT)
    assert found.bound <= best.cost <= found.cost
    assert found.proven == (found.bound == found.cost)
    assert not best.stopped


def test_a_search_ended_before_it_has_any_pattern_says_that_there_is_none() -> None:
    with pytest.raises(Refused) as refused:
        suppress(cube(), "optimal", JobContext(is_enough=lambda: True))
    assert [problem.code for problem in refused.value.problems] == ["suppression.none_yet"]


def test_a_cancel_after_it_was_enough_leaves_nothing() -> None:
    states = []
    context = JobContext(
        on_state=states.append, is_enough=lambda: len(states) > 0, is_cancelled=lambda: len(states) > 0
    )
    with pytest.raises(Cancelled):
        suppress(cube(), "optimal", context)


@pytest.mark.parametrize("seed", [1, 2])
def test_bound_and_cost_come_together(seed) -> None:
    shown = []
    found = suppress(cube(seed), "optimal", JobContext(on_state=shown.append))
    assert tuple(shown) == found.states
    for one, other in pairwise(shown):
        assert one.bound <= other.bound
        assert one.cost >= other.cost
    assert shown[-1].gap == 0
    assert (shown[-1].bound, shown[-1].cost) == (found.bound, found.cost)


@pytest.mark.parametrize("seed", [1, 2])
def test_fast_suppression_tells_a_bound_that_holds(seed) -> None:
    problem = cube(seed)
    fast, best = (suppress(problem, method, CONTEXT) for method in ("fast", "optimal"))
    assert 0 < fast.bound <= best.cost <= fast.cost
    assert not fast.stopped
    if fast.proven:
        assert fast.cost == best.cost


def test_an_interval_that_is_not_known_to_be_attained_protects_only_as_far_as_tables_reach() -> None:
    levels = Levels(Fraction(3), Fraction(3))
    assert protected(Interval(0, 10), 5, levels)
    assert not protected(Interval(0, 10, attained=False, reached=(4, 6)), 5, levels)
    assert protected(Interval(0, 10, attained=False, reached=(2, 8)), 5, levels)


def test_the_same_problem_has_the_same_answer() -> None:
    table = two_way()
    levels = {table.find(("a0", "b0")): Levels(Fraction(1), Fraction(1))}
    one, other = (suppress(problem_of(table, levels), "optimal", CONTEXT) for _ in range(2))
    assert (one.pattern == other.pattern).all()
    assert one.protects == other.protects
