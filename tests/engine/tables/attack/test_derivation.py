"""Proofs of what an intruder derives: they must hold exactly, step by step."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.attack.derivation import derivations
from sdc_desktop.engine.tables.attack.intervals import intervals
from sdc_desktop.engine.tables.attack.knowledge import Knowledge
from sdc_desktop.engine.tables.relations import relations_of
from sdc_desktop.engine.tables.table import NO_BOUND
from tests.support.tables import flat, gaps, table_of

CONTEXT = JobContext()


def known_of(table, hidden) -> Knowledge:
    return Knowledge(
        table.relations, np.where(hidden, 0, table.values), np.where(hidden, NO_BOUND, table.values)
    )


def holds(found, known, cell) -> bool:
    """Adds up the relations as told, and puts in the ends as told."""
    total, factors = Fraction(0), {}
    for row, times in found.relations:
        cells, signs = known.relations.row(row)
        total += times * int(known.relations.rights[row])
        for other, sign in zip(cells.tolist(), signs.tolist(), strict=True):
            if known.lower[other] == known.upper[other]:
                total -= times * sign * int(known.lower[other])
            else:
                factors[other] = factors.get(other, Fraction(0)) + times * sign
    for other, side, factor, bound in found.bounds:
        factors[other] = factors.get(other, Fraction(0)) + factor
        assert bound == (known.upper if side == "upper" else known.lower)[other]
        raises = (side == "upper") == (factor > 0)
        assert found.kind == ("upper" if raises else "lower")
        total += factor * bound
    return {c: f for c, f in factors.items() if f} == {cell: 1} and total == found.end


@settings(max_examples=120, deadline=None)
@given(gaps(3, 5))
def test_what_is_disclosed_is_proven_exactly(case) -> None:
    table, hidden = case
    known = known_of(table, hidden)
    cells = np.flatnonzero(hidden)
    for cell, interval in zip(cells.tolist(), intervals(known, cells, CONTEXT), strict=True):
        found = derivations(known, cell, interval.lower, interval.upper)
        for derivation in found:
            assert holds(derivation, known, cell)
        if interval.lower == interval.upper and interval.lower != 0:
            assert found


def test_a_lone_gap_follows_from_one_relation() -> None:
    table = table_of((flat("a", 3), flat("b", 3)), range(1, 10))
    cell = table.find(("a1", "b1"))
    hidden = np.arange(len(table)) == cell
    (found,) = derivations(known_of(table, hidden), cell, 5, 5)
    assert found.kind == "value"
    assert len(found.relations) == 1


def test_a_hidden_zero_follows_from_bounds_of_its_neighbours() -> None:
    table = table_of((flat("a", 2), flat("b", 2)), [0, 0, 3, 4])
    hidden = np.isin(np.arange(len(table)), [table.find((a, b)) for a in ("a0", "a1") for b in ("b0", "b1")])
    cell = table.find(("a0", "b0"))
    upper, *_ = derivations(known_of(table, hidden), cell, 0, 0)
    assert upper.kind == "upper"
    assert [(table.coordinates(c), side) for c, side, _, _ in upper.bounds] == [(("a0", "b1"), "lower")]


def test_the_fewest_relations_are_stated() -> None:
    # x is given by one relation, and by the sum of two others
    system = relations_of(3, [((0, 1), (1, 1)), ((1,), (1,)), ((0,), (1,))], [5, 2, 3])
    known = Knowledge(system, np.zeros(3, dtype=np.int64), np.full(3, NO_BOUND))
    (found,) = derivations(known, 0, 3, 3)
    assert found.relations == ((2, Fraction(1)),)


def test_an_end_that_only_whole_numbers_explain_is_not_stated_as_proven() -> None:
    # 2 x <= 5 in whole numbers: x <= 2, and 5/2 rounded is a proof; x + y + z = 1 pairwise has none
    even = relations_of(4, [((0, 1), (1, 1)), ((1, 2), (1, 1)), ((0, 2, 3), (1, 1, 1))], [1, 1, 1])
    known = Knowledge(even, np.zeros(4, dtype=np.int64), np.full(4, NO_BOUND))
    assert [d.kind for d in derivations(known, 3, 1, 1)] == ["upper"]
