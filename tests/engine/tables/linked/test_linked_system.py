"""What linked tables tell together is exactly what follows from all tables of all their variables."""

import numpy as np
import pytest

from sdc_desktop.engine.tables.linked.categories import Nesting
from tests.support.linked_tables.system import (
    Case,
    Data,
    joint_interval,
    random_case,
    recoded,
    shape_of,
    system_of,
    whole_interval,
)


def patterns(case: Case, system, draws) -> tuple[np.ndarray, list[np.ndarray]]:
    """Random hidden cells: zeros are published, and a cell is hidden in all tables or in none."""
    shown = np.zeros(system.shown_number, dtype=bool)
    for shape, places in zip(case.shapes, system.places, strict=True):
        shown[places[draws.random(len(shape.table)) >= 0.6]] = True
        shown[places[shape.table.values == 0]] = True
    return ~shown, [~shown[places] for places in system.places]


def compared(seeds: range) -> int:
    """Compares two intervals of each random case; how many cases have cells that no table shows."""
    linked = 0
    for seed in seeds:
        case = random_case(seed)
        system = system_of(case.data, case.shapes, case.nestings)
        assert not system.relations.differences(system.values).any(), seed
        draws = np.random.default_rng(seed)
        hidden, by_table = patterns(case, system, draws)
        linked += system.cells_number > system.shown_number
        for table in draws.integers(0, len(case.shapes), size=2).tolist():
            open_cells = np.flatnonzero(by_table[table])
            if not len(open_cells):
                continue
            cell = int(draws.choice(open_cells))
            found = joint_interval(system, hidden, int(system.places[table][cell]))
            nonnegative = not system.signed.any()
            expected = whole_interval(case, by_table, (table, cell), nonnegative=nonnegative)
            assert np.allclose(found, expected, atol=1e-5), (seed, table, cell)
    return linked


def test_intervals_are_those_of_all_tables_of_all_variables() -> None:
    assert compared(range(200)) > 5


@pytest.mark.nightly
def test_many_more_intervals_are_those_of_all_tables_of_all_variables() -> None:
    assert compared(range(150, 5_000)) > 100


def small() -> Data:
    columns = {
        "m": ["m1", "m1", "m2", "m3", "m3", "m4"],
        "a": ["a1", "a2", "a1", "a1", "a2", "a2"],
        "s": ["s1", "s2", "s2", "s1", "s1", "s2"],
    }
    return Data(columns, np.array([5, 7, 11, 13, 17, 19]))


REGIONS = {"m1": "r1", "m2": "r1", "m3": "r2", "m4": "r2"}


def numbers(system, shape, codes) -> int:
    place = [own.name for own in system.shapes].index(shape.name)
    return int(system.places[place][shape.table.find(codes)])


def test_equal_are_totals_groups_and_recoded_codes_of_the_same_leaves() -> None:
    data = recoded(small(), "m", REGIONS, "r")
    by_region = shape_of(data, "regions", {"r": [], "a": []})
    by_municipality = shape_of(data, "municipalities", {"m": [REGIONS], "s": []})
    alone = system_of(data, [by_region, by_municipality])
    assert alone.shared.sum() == 1  # the total of all
    system = system_of(data, [by_region, by_municipality], [Nesting("m", "r", REGIONS)])
    for region in ("r1", "r2", "Total"):
        own = numbers(system, by_region, (region, "Total"))
        assert own == numbers(system, by_municipality, (region, "Total"))
    assert system.shared.sum() == 3


def test_regions_beside_flat_municipalities_are_their_sums() -> None:
    data = recoded(small(), "m", REGIONS, "r")
    shapes = [shape_of(data, "regions", {"r": [], "a": []}), shape_of(data, "places", {"m": [], "s": []})]
    system = system_of(data, shapes, [Nesting("m", "r", REGIONS)])
    region = numbers(system, shapes[0], ("r1", "Total"))
    parts = {numbers(system, shapes[1], (code, "Total")) for code in ("m1", "m2")}
    rows = [set(system.relations.row(int(row))[0].tolist()) for row in system.relations.rows_of(region)]
    assert {region, *parts} in rows
    hidden = np.zeros(system.shown_number, dtype=bool)
    hidden[region] = True
    assert joint_interval(system, hidden, region) == (23.0, 23.0)


def test_two_groupings_of_one_variable_are_linked_by_their_common_parts() -> None:
    other = {"m1": "q1", "m2": "q2", "m3": "q2", "m4": "q2"}
    data = recoded(recoded(small(), "m", REGIONS, "r"), "m", other, "q")
    shapes = [shape_of(data, "r", {"r": []}), shape_of(data, "q", {"q": []})]
    system = system_of(data, shapes, [Nesting("m", "r", REGIONS), Nesting("m", "q", other)])
    assert system.cells_number > system.shown_number
    first = numbers(system, shapes[0], ("r1",))
    hidden = np.zeros(system.shown_number, dtype=bool)
    hidden[[first, numbers(system, shapes[0], ("r2",))]] = True
    assert joint_interval(system, hidden, first) == (12.0, 72.0)  # q1 = m1 lies within r1


def test_a_table_beside_itself_is_itself() -> None:
    shape = shape_of(small(), "one", {"m": [REGIONS], "a": []})
    twin = shape_of(small(), "two", {"a": [], "m": [REGIONS]})
    system = system_of(small(), [shape, twin])
    assert system.cells_number == len(shape.table)
    assert len(system.relations) == len(shape.table.relations)
