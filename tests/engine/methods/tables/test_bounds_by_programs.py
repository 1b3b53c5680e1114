"""Tables with losses, weights and holdings against integer programs over their suppressed cells.

The verdict is never better than what follows: a table is safe, also with reservations, only if each unsafe
cell is as far from its value as the rule requires and no lone contributor derives one of another.
"""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from sdc_desktop.engine.verdict import Grade
from tests.support.firm_tables import Cell, Firm, Firms, Solved, derived, random_firms

QUICK = (0, 1, 3, 9, 14, 25, 32, 41, 52, 57, 103, 159)


def released(solved: Solved) -> bool:
    return solved.verdict.grade in (Grade.SAFE, Grade.RESERVATIONS)


def check_rules(firms: Firms, solved: Solved) -> dict[Cell, Fraction]:
    """Values, unsafe cells and what the second contributor infers; the levels of the unsafe cells."""
    levels = {}
    for cell in solved.result.cells:
        where = (cell.coordinates[0], cell.coordinates[1])
        assert Fraction(str(cell.value)) == firms.sums[where]
        level = firms.level(where)
        assert bool(cell.reason) == (level is not None)
        if level is not None:
            levels[where] = level
        facts = solved.facts.of(where)
        if facts.insider is not None:
            whole, largest, _ = firms.largest(where)
            assert Fraction(str(facts.insider)) == whole - largest[1]
            assert firms.least is not None
            assert firms.least >= 0
    return levels


def check_levels(firms: Firms, solved: Solved, levels: dict[Cell, Fraction]) -> None:
    unit, least = firms.unit, firms.least
    own = {cell.coordinates: cell for cell in solved.result.cells}
    for cell, level in levels.items():
        if cell not in solved.hidden:
            assert not released(solved)
            continue
        lower, upper = derived(firms, solved.hidden, cell)
        reported = [own[cell].lower, own[cell].upper]
        assert [lower, upper] == [None if end is None else Fraction(str(end)) / unit for end in reported]
        if not released(solved):
            continue
        value, needed = firms.sums[cell] / unit, level / unit
        below = needed if least is None else min(needed, value - least)
        assert upper is None or upper - value >= needed
        assert lower is None or value - lower >= below
        assert lower is None or lower != upper
        if firms.lowest is None and least is None:  # nothing says what intruders know
            assert lower is not None
            assert upper is not None


def lone(firms: Firms, hidden: list[Cell]) -> Iterator[tuple[list[Cell], dict[Cell, Fraction]]]:
    """For each contributor the suppressed cells that it is alone in, and what it has in others."""
    for who in {firms.contributor(*one) for one in enumerate(firms.records)}:
        alone, own = [], {}
        for cell in hidden:
            inside = firms.inside(cell)
            others = {firms.contributor(*one) for one in inside if one[1].value}
            if others == {who} and all(one.weight <= 1 for _, one in inside):
                alone.append(cell)
            amounts = [one.value * one.weight for n, one in inside if firms.contributor(n, one) == who]
            if 0 < sum(amounts) <= firms.sums[cell] and firms.least == 0:
                own[cell] = sum(amounts, Fraction(0))
        if alone:
            yield alone, own


def check_contributors(firms: Firms, solved: Solved, levels: dict[Cell, Fraction]) -> None:
    for alone, own in lone(firms, solved.hidden):
        for cell in levels:
            if cell in alone or cell not in solved.hidden:
                continue
            lower, upper = derived(firms, solved.hidden, cell, alone, own)
            assert lower is None or lower != upper


def check(seed: int) -> None:
    firms = random_firms(seed)
    solved = firms.solved()
    levels = check_rules(firms, solved)
    check_levels(firms, solved, levels)
    if released(solved):
        check_contributors(firms, solved, levels)


@pytest.mark.parametrize("seed", QUICK)
def test_no_verdict_is_better_than_what_follows(seed: int) -> None:
    check(seed)


@pytest.mark.nightly
@pytest.mark.parametrize("start", range(200, 400, 50))
def test_no_verdict_of_many_is_better_than_what_follows(start: int) -> None:
    for seed in range(start, start + 50):
        check(seed)


def test_a_part_above_its_cell_is_no_bound_for_who_has_it() -> None:
    """h3 is alone in a / w and has 19 of the 17 in b / y, where others have losses."""
    own = (("a", "w", 22, "h3"), ("a", "y", 20, "h1"), ("a", "y", 8, "h2"), ("b", "w", 17, "h4"))
    own += (("b", "w", 22, "h6"), ("b", "y", 19, "h3"), ("b", "y", -9, "h2"), ("b", "y", 7, "h5"))
    records = tuple(Firm(row, column, value, Fraction(1), who) for row, column, value, who in own)
    rule = {"kind": "threshold", "n": 2, "range": 10}
    firms = Firms(records, rule, weighted=False, held=True, lowest=None)
    assert firms.solved().verdict.grade is Grade.SAFE
