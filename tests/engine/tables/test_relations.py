"""What relations say of their cells, against reading them row by row."""

import numpy as np
import pytest

from sdc_desktop.engine.tables.relations import Relations, relations_of


def random_relations(seed: int) -> tuple[list[tuple[list[int], list[int]]], Relations]:
    """Some rows of up to five of twelve cells, with their right sides."""
    draws = np.random.default_rng(seed)
    rows = []
    for _ in range(int(draws.integers(1, 7))):
        cells = draws.choice(12, size=int(draws.integers(2, 6)), replace=False).tolist()
        rows.append((cells, draws.choice([-1, 1], size=len(cells)).tolist()))
    return rows, relations_of(12, rows, draws.integers(-3, 4, len(rows)).tolist())


@pytest.mark.parametrize("seed", range(20))
def test_rows_cells_and_what_is_missed_are_those_of_each_row(seed) -> None:
    rows, relations = random_relations(seed)
    draws = np.random.default_rng(seed + 100)
    values, known = draws.integers(-9, 10, 12), draws.random(12) < 0.7
    for number, (cells, signs) in enumerate(rows):
        alone = [cell for cell, sign in zip(cells, signs, strict=True) if sign == -1]
        assert relations.parent(number) == (alone[0] if len(alone) == 1 else cells[0])
        total = sum(sign * int(values[cell]) for cell, sign in zip(cells, signs, strict=True))
        assert relations.differences(values)[number] == total - int(relations.rights[number])
        assert relations.complete(known)[number] == all(known[cell] for cell in cells)
    for cell in range(12):
        found = [number for number, (cells, _) in enumerate(rows) if cell in cells]
        assert relations.rows_of(cell).tolist() == found


@pytest.mark.parametrize("seed", range(20))
def test_neighbours_are_the_cells_of_common_rows_step_by_step(seed) -> None:
    rows, relations = random_relations(seed)
    for steps in range(4):
        reached = {3}
        for _ in range(steps):
            reached |= {cell for cells, _ in rows if reached & set(cells) for cell in cells}
        assert relations.neighbours(np.array([3]), steps).tolist() == sorted(reached)


@pytest.mark.parametrize("seed", range(20))
def test_the_rows_of_some_cells_have_their_terms_in_the_order_of_the_cells(seed) -> None:
    rows, relations = random_relations(seed)
    chosen = np.random.default_rng(seed).permutation(12)[:5]
    numbers, found = relations.among(chosen)
    assert numbers.tolist() == [n for n, (cells, _) in enumerate(rows) if set(cells) & set(chosen.tolist())]
    for place, number in enumerate(numbers.tolist()):
        here = slice(found.starts[place], found.starts[place + 1])
        terms = zip(chosen[found.columns[here]].tolist(), found.coefficients[here].tolist(), strict=True)
        cells, signs = rows[number]
        assert sorted(terms) == sorted(
            pair for pair in zip(cells, signs, strict=True) if pair[0] in chosen.tolist()
        )
