"""Fast suppression by joint movements: every pattern is audited by another solver."""

import weakref
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.tables.attack.linear_program import LinearProgram
from sdc_desktop.engine.tables.attack.singleton_audit import OPEN
from sdc_desktop.engine.tables.protection import cleaning
from sdc_desktop.engine.tables.protection.cleaning import cleaned, explained, witnesses_of
from sdc_desktop.engine.tables.protection.effort import Limits
from sdc_desktop.engine.tables.protection.fast_suppression import fast_patterns
from sdc_desktop.engine.tables.protection.joint_movements import distances_of, first_pattern
from sdc_desktop.engine.tables.protection.suppress import Suppression, suppress
from sdc_desktop.engine.tables.protection.suppression_problem import (
    Need,
    SuppressionProblem,
    singleton_pairs,
    with_virtual_cells,
)
from sdc_desktop.engine.tables.table import NO_BOUND, Levels
from tests.support.table_problems.generated import generated_problem
from tests.support.table_problems.independent_audit import exposed
from tests.support.tables import crossing, flat, table_of, tree

CONTEXT = JobContext()
SHAPES = (
    (flat("a", 4), flat("b", 5)),
    (tree("a", (2, 3)), tree("b", (3, 2))),
    (crossing("a"), tree("b", (2, 2))),
    (flat("a", 3), flat("b", 3), flat("c", 2)),
    (tree("a", (2, 2)), flat("b", 2), flat("c", 3)),
)


@st.composite
def problems(draw) -> SuppressionProblem:
    """A fifth of the cells unsafe, levels also above the value and fractional, frozen cells, zeros, negative
    values, insiders and virtual cells.
    """
    dimensions = draw(st.sampled_from(SHAPES))
    random = np.random.default_rng(draw(st.integers(0, 10**6)))
    leaves = int(np.prod([len(d.leaves) for d in dimensions]))
    negative = draw(st.booleans())
    values = (0, 0, 1, 3, 8, 40, 500, *((-5, -60) if negative else ()))
    table = table_of(dimensions, random.choice(values, leaves))
    cells = len(table)
    unsafe = np.flatnonzero((random.random(cells) < 0.2) & (table.values != 0)).tolist()
    levels = {}
    for cell in unsafe:
        value = abs(int(table.values[cell]))
        up, down, length = (Fraction(int(random.integers(0, 8 * value + 2)), 4) for _ in range(3))
        levels[cell] = Levels(up, down if negative else min(down, Fraction(value)), length).at_least_a_unit()
    frozen = (table.values == 0) | (random.random(cells) < 0.05)
    frozen[unsafe] = False
    problem = SuppressionProblem(
        table.relations,
        table.values,
        random.integers(0, 50, cells).astype(float),
        frozen,
        np.full(cells, -NO_BOUND if negative else 0),
        np.full(cells, NO_BOUND),
        levels,
    )
    if len(unsafe) > 2 and draw(st.booleans()):
        own = ((unsafe[2], int(table.values[unsafe[2]]) // 2),) if not negative else ()
        problem = replace(problem, insiders=(Need(unsafe[1], OPEN, frozenset(unsafe[:1]), own),))
    if draw(st.booleans()):
        singles = random.random(cells) < 0.5
        problem = with_virtual_cells(problem, singleton_pairs(table.relations, problem.always, singles))
    return problem


def outcome(problem) -> tuple[Suppression | None, set[int]]:
    """The pattern found, or the cells that are said to have no protection at all."""
    try:
        return suppress(problem, "fast", CONTEXT), set()
    except Refused as refusal:
        (shown,) = refusal.problems
    return None, set(map(int, shown.params["cells"])) if shown.code == "suppression.unprotectable" else set()


@settings(max_examples=60, deadline=None)
@given(problems())
def test_every_pattern_passes_an_audit_by_another_solver(problem) -> None:
    found, lost = outcome(problem)
    if found is None:
        most = ~problem.frozen | problem.always
        assert lost
        assert lost <= {need.primary for need in exposed(problem, most)}
        return
    size = len(problem.values) - problem.virtual
    assert not (found.pattern & problem.frozen[:size] & ~problem.always[:size]).any()
    if found.safe:
        assert exposed(problem, found.pattern) == []
    else:
        assert {need.primary for need in exposed(problem, found.pattern)} <= set(found.failures)


def test_a_movement_at_which_the_solver_fails_is_solved_afresh(monkeypatch) -> None:
    solve, failed = LinearProgram.solve, []

    def failing(program: LinearProgram, parameters: object, context: JobContext) -> str:
        outcome = solve(program, parameters, context)
        failed.append(parameters)
        return outcome if len(failed) > 1 else "failed"

    monkeypatch.setattr(LinearProgram, "solve", failing)
    problem = generated_problem(((3, 3), (3, 3)), 0)
    found = suppress(problem, "fast", CONTEXT)
    assert failed[0] is not failed[1]
    assert found.safe
    assert exposed(problem, found.pattern) == []


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("trees", [((3, 3), (3, 3)), ((2, 3), (2, 2), (3,))], ids=["two", "three"])
def test_a_generated_table_is_safe_by_another_solver(trees, seed) -> None:
    problem = generated_problem(trees, seed)
    found = suppress(problem, "fast", CONTEXT)
    assert found.safe
    assert exposed(problem, found.pattern) == []


def test_the_first_pattern_meets_all_needs_and_cleaning_keeps_that() -> None:
    problem = generated_problem(((3, 4), (3, 3)))
    first, iterations = first_pattern(problem, 8, distances_of(problem).order, CONTEXT)
    smaller, witnesses = cleaned(problem, first, CONTEXT)
    assert iterations > 0
    assert (smaller <= first).all()
    assert problem.cost(smaller) < problem.cost(first)
    assert exposed(problem, first) == []
    assert exposed(problem, smaller) == []
    assert all(smaller[sorted(cells)].all() for _, cells in witnesses)
    protects = explained(problem, witnesses)
    assert set(protects) == set(np.flatnonzero(smaller & ~problem.always).tolist())


def test_reasons_of_secondaries_do_not_hold_all_movements_in_memory(monkeypatch) -> None:
    problem = generated_problem(((3, 4), (3, 3)))
    pattern = suppress(problem, "fast", CONTEXT, limits=Limits(starts=1)).pattern
    protects = explained(problem, witnesses_of(problem, pattern, CONTEXT))
    monkeypatch.setattr(cleaning, "_AT_ONCE", 1)
    seen: list[weakref.ref] = []
    alive: list[int] = []

    def followed():
        for need, cells in witnesses_of(problem, pattern, CONTEXT):
            own = frozenset([*cells])
            seen.append(weakref.ref(own))
            alive.append(sum(one() is not None for one in seen))
            yield need, own
            del own

    assert explained(problem, followed()) == protects
    assert len(alive) > 10
    assert max(alive) <= 3


def test_no_single_secondary_of_a_cleaned_pattern_can_be_published() -> None:
    problem = generated_problem(((3, 3), (3, 2)))
    found = suppress(problem, "fast", CONTEXT, limits=Limits(starts=1))
    for cell in np.flatnonzero(found.pattern & ~problem.always).tolist():
        smaller = found.pattern.copy()
        smaller[cell] = False
        assert exposed(problem, smaller)


def test_more_starts_are_never_dearer_and_repeat_exactly() -> None:
    problem = generated_problem(((3, 3), (4, 3)))
    one, eight, again = (
        suppress(problem, "fast", CONTEXT, limits=Limits(starts=number)) for number in (1, 8, 8)
    )
    assert eight.cost <= one.cost
    assert (eight.pattern == again.pattern).all()
    assert eight.protects == again.protects
    starts = list(fast_patterns(problem, 8, CONTEXT))
    assert eight.cost == min(problem.cost(start.pattern) for start in starts)
    assert (starts[0].pattern == one.pattern).all()


def test_other_seeds_disturb_other_orders() -> None:
    problem = generated_problem(((4, 4), (4, 4)))
    patterns = [
        [start.pattern.tolist() for start in fast_patterns(problem, 8, JobContext(seed=seed))]
        for seed in (1, 2)
    ]
    assert patterns[0][:4] == patterns[1][:4]
    assert patterns[0][4:] != patterns[1][4:]


def test_the_fast_method_can_be_cancelled_at_any_point() -> None:
    problem = generated_problem(((3, 3), (3, 3)))
    for most in (0, 5, 30, 100):
        looks = iter(range(10**9))
        context = JobContext(is_cancelled=lambda looks=looks, most=most: next(looks) >= most)
        with pytest.raises(Cancelled):
            suppress(problem, "fast", context)


def test_the_least_effort_gives_the_audited_start() -> None:
    problem = generated_problem(((3, 3), (4, 3)))
    found = suppress(problem, "optimal", CONTEXT, limits=Limits(effort=1))
    start = next(fast_patterns(problem, 1, CONTEXT))
    assert (found.ended_by, found.safe, found.stopped) == ("effort", True, True)
    assert (found.pattern == start.pattern).all()
    assert exposed(problem, found.pattern) == []


@pytest.mark.parametrize("effort", [1, 2000, 6000, 20_000, None])
def test_the_effort_that_a_search_used_gives_its_pattern_again(effort) -> None:
    problem = generated_problem(((3, 3), (3, 3)), seed=3)
    found = suppress(problem, "optimal", CONTEXT, limits=Limits(effort=effort))
    again = suppress(problem, "optimal", CONTEXT, limits=Limits(effort=found.effort_used))
    assert (found.pattern == again.pattern).all()
    assert found.effort_used == again.effort_used


@pytest.mark.parametrize("states", [1, 2, 4])
def test_a_wish_for_an_end_can_be_repeated_by_the_effort_used(states) -> None:
    problem, shown = generated_problem(((3, 3), (3, 3)), seed=3), []
    context = JobContext(on_state=shown.append, is_enough=lambda: len(shown) >= states)
    found = suppress(problem, "optimal", context)
    again = suppress(problem, "optimal", CONTEXT, limits=Limits(effort=found.effort_used))
    assert found.ended_by == "wish"
    assert exposed(problem, found.pattern) == []
    assert (found.pattern == again.pattern).all()


def test_a_gap_that_is_enough_ends_the_search_before_the_proof() -> None:
    problem = generated_problem(((3, 3), (3, 3)), seed=3)
    near, exact = (suppress(problem, "optimal", CONTEXT, limits=Limits(gap=gap)) for gap in (0.5, 0.0))
    assert (near.ended_by, near.stopped, near.proven) == ("gap", False, False)
    assert (near.cost - near.bound) / near.cost <= 0.5
    assert near.bound <= exact.cost <= near.cost
    assert exact.ended_by == "proven"
