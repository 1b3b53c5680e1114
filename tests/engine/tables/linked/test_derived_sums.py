"""Sums that follow from relations between tables, against HiGHS over the whole system."""

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.linked import derived_sums as derived
from sdc_desktop.engine.tables.linked.derived_sums import derived_sums
from sdc_desktop.engine.tables.linked.system import LinkedSystem
from sdc_desktop.engine.tables.protection.suppression_problem import SuppressionProblem
from sdc_desktop.engine.tables.table import NO_BOUND
from tests.support.linked_tables.system import interval, random_case, system_of

_NEAR = 1e-6


def ends(system: LinkedSystem, hidden: np.ndarray, cells: tuple[int, ...]) -> tuple[float, float]:
    """The interval of a sum of cells, by HiGHS."""
    low = np.where(hidden, 0.0, system.values)
    high = np.where(hidden, np.inf, system.values)
    matrix = system.relations.matrix.toarray().astype(float)
    row = np.zeros(system.cells_number)
    row[list(cells)] = 1.0
    matrix = np.block([[matrix, np.zeros((len(matrix), 1))], [row[None, :], -np.ones((1, 1))]])
    rights = np.append(system.relations.rights, 0.0)
    return interval(matrix, rights, np.append(low, 0.0), np.append(high, np.inf), len(row))


def compared(seeds: range) -> tuple[int, int]:
    """Compares what follows in random systems; how many sums of one cell, and of several."""
    single, several = 0, 0
    for seed in seeds:
        case = random_case(seed)
        system = system_of(case.data, case.shapes, case.nestings)
        if system.signed.any():
            continue
        draws = np.random.default_rng(seed)
        shown = (draws.random(system.shown_number) < 0.6) | (system.values[: system.shown_number] == 0)
        hidden = np.append(~shown, np.ones(system.cells_number - system.shown_number, dtype=bool))
        lower, upper = np.zeros(len(hidden), dtype=np.int64), np.full(len(hidden), NO_BOUND)
        problem = SuppressionProblem(
            system.relations, system.values, np.ones(len(hidden)), ~hidden, lower, upper, {}
        )
        found = set(derived_sums(system, problem, hidden, JobContext()))
        for cells in found:
            least, most = ends(system, hidden, cells)
            assert most - least < _NEAR, (seed, cells)
            assert least == pytest.approx(system.values[list(cells)].sum()), (seed, cells)
        for cell in range(system.shown_number, system.cells_number):
            least, most = ends(system, hidden, (cell,))
            follows = most - least < _NEAR and system.values[cell] > 0
            assert not follows or (cell,) in found, (seed, cell)
        for row in np.flatnonzero(system.origins[:, 0] < 0).tolist():
            cells, signs = system.relations.row(row)
            parts, total = cells[signs > 0], cells[signs < 0]
            left = parts[hidden[parts]]
            rest = system.values[parts[~hidden[parts]]].sum()
            if len(total) == 1 and not hidden[total[0]] and len(left) and rest > 0:
                covered = [own for own in found if set(own) <= set(left.tolist())]
                assert {cell for own in covered for cell in own} | {
                    cell for cell in left.tolist() if np.ptp(ends(system, hidden, (cell,))) < _NEAR
                } >= set(left.tolist()), (seed, row)
        single += sum(len(cells) == 1 for cells in found)
        several += sum(len(cells) > 1 for cells in found)
    return single, several


def test_sums_that_follow_are_found_and_no_others() -> None:
    single, several = compared(range(300))
    assert single > 5
    assert several > 5


def test_of_many_cells_linear_programs_find_the_same(monkeypatch) -> None:
    few = compared(range(60, 180))
    monkeypatch.setattr(derived, "MOST_SETTLED", -1)
    assert compared(range(60, 180)) == few


@pytest.mark.nightly
def test_sums_that_follow_are_found_and_no_others_in_many_more_systems() -> None:
    compared(range(300, 4_000))
