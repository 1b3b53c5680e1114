"""Two classifications of the same records: differences of published cells that are unsafe, and no others."""

from itertools import combinations

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import RunOptions, evaluate_plan, run_plan

CODE = "linked.unsafe_differences"


def run(folder, rows, names, jobs):
    lines = [",".join(names), *(",".join(map(str, row)) for row in rows)]
    (folder / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    plan = plan_from_json({"schema": 2, "data": {"path": "d.csv", "format": "csv"}, "jobs": jobs})
    return {one.name: one for one in evaluate_plan(plan, folder, JobContext()).jobs}


def counts(name: str, *variables: str, n: int = 4, **more) -> dict:
    params = {
        "dimensions": [{"variable": one} for one in variables],
        "rules": [{"kind": "threshold", "n": n}],
        "protect": {"method": "suppression"},
        **more,
    }
    return {"name": name, "kind": "table", "params": params}


def found_in(jobs) -> dict:
    return {name: CODE in [one.code for one in job.verdict.reasons] for name, job in jobs.items()}


OVERLAPPING = [("one", "small")] * 20 + [("two", "small")] * 3 + [("two", "big")] * 13


@pytest.fixture
def areas(tmp_path):
    return lambda rows, names, *jobs: run(tmp_path, rows, names, jobs)


def test_a_county_within_an_area_leaves_three_persons(areas) -> None:
    found = areas(OVERLAPPING, ("county", "area"), counts("tc", "county"), counts("ta", "area"))
    assert found_in(found) == {"tc": True, "ta": True}
    others = {name for name, _ in found["tc"].result.differences}
    cells = [cells for _, cells in found["tc"].result.differences]
    assert others == {"ta"}
    assert {"ta": ("small",), "tc": ("one",)} in cells


@pytest.mark.parametrize(("left", "unsafe"), [(1, True), (3, True), (4, False), (9, False)])
def test_a_difference_is_judged_by_the_rule(areas, left, unsafe) -> None:
    rows = [("one", "small")] * 40 + [("two", "small")] * left + [("two", "big")] * 40
    found = areas(rows, ("county", "area"), counts("tc", "county"), counts("ta", "area"))
    assert found_in(found) == {"tc": unsafe, "ta": unsafe}


def test_the_same_within_a_dimension_that_both_have(areas) -> None:
    """By sex two persons are left, of all together six, which is enough."""
    rows = [(c, a, sex) for c, a in [("one", "small")] * 30 + [("two", "big")] * 30 for sex in "mf"]
    rows += [("two", "small", sex) for sex in "mmffff"]
    names = ("county", "area", "sex")
    whole = areas(rows, names, counts("tc", "county"), counts("ta", "area"))
    assert found_in(whole) == {"tc": False, "ta": False}
    found = areas(rows, names, counts("tc", "county", "sex"), counts("ta", "area", "sex"))
    assert found_in(found) == {"tc": True, "ta": True}


def test_three_siblings_within_an_area_are_taken_away_together(areas) -> None:
    rows = [(f"c{one}", "x") for one in range(3) for _ in range(20)] + [("c9", "x")] * 2
    rows += [("c9", "y")] * 40 + [("c8", "y")] * 40
    found = areas(rows, ("county", "area"), counts("tc", "county"), counts("ta", "area"))
    (cells,) = [own for _, own in found["tc"].result.differences if own["ta"] == ("x",)]
    assert set(cells["tc"]) == {"c0", "c1", "c2"}


def test_what_is_not_published_cannot_be_taken_away(areas) -> None:
    hidden = counts("ta", "area", cells=[{"cell": ("small",), "status": "unsafe"}])
    found = areas(OVERLAPPING, ("county", "area"), counts("tc", "county"), hidden)
    cells = [own for _, own in found["tc"].result.differences]
    assert {"ta": ("small",), "tc": ("one",)} not in cells


def test_amounts_are_judged_by_their_rule(areas) -> None:
    rows = [("one", "small", 10)] * 30 + [("two", "small", 1)] * 5 + [("two", "small", 900)]
    rows += [("two", "big", 10)] * 300
    rule = {"rules": [{"kind": "p_percent", "p": 10}], "value": "v"}
    names = ("county", "area", "v")
    found = areas(rows, names, counts("tc", "county", **rule), counts("ta", "area", **rule))
    assert {cell["ta"] for _, cell in found["tc"].result.differences} <= {("small",), ("big",)}
    assert found_in(found)["tc"] == any(
        cell["ta"] == ("small",) for _, cell in found["tc"].result.differences
    )


@pytest.mark.parametrize("seed", range(6))
def test_unrelated_variables_raise_no_alarm(areas, seed) -> None:
    draws = np.random.default_rng(seed)
    rows = [(f"r{draws.integers(12)}", "mf"[draws.integers(2)], draws.integers(4)) for _ in range(400)]
    jobs = [counts(f"t{one}", name) for one, name in enumerate(("region", "sex", "age"))]
    found = areas(rows, ("region", "sex", "age"), *jobs)
    assert not any(found_in(found).values())


@pytest.mark.parametrize("seed", range(6))
def test_what_is_found_is_what_trying_all_unions_finds(areas, seed) -> None:
    draws = np.random.default_rng(100 + seed)
    home = {f"c{one}": f"a{draws.integers(3)}" for one in range(7)}
    rows = [(county, area) for county, area in home.items() for _ in range(int(draws.integers(25, 40)))]
    rows += [(f"c{draws.integers(7)}", f"a{draws.integers(3)}") for _ in range(int(draws.integers(1, 8)))]
    found = areas(rows, ("county", "area"), counts("tc", "county"), counts("ta", "area"))
    by = ({row[0] for row in rows}, {row[1] for row in rows})
    unsafe = set()
    for column, other in ((0, 1), (1, 0)):
        for whole in by[column]:
            own = [row for row in rows if row[column] == whole]
            inside = [o for o in by[other] if all(r[column] == whole for r in rows if r[other] == o)]
            for size in range(1, len(inside) + 1):
                for union in combinations(sorted(inside), size):
                    if 0 < sum(row[other] not in union for row in own) < 4:
                        unsafe.add(whole)
    wholes = [cells[name][0] for name, cells in _wholes(found)]
    assert set(wholes) == unsafe


def _wholes(found):
    """The containing cells: of the table whose cell is one by its codes, not by the names of parts."""
    for other, cells in found["tc"].result.differences:
        whole = next(iter(cells))
        assert other == "ta"
        yield whole, cells


def firms(*, seed: int = 3) -> list[tuple]:
    """Firms of counties, all but some of each in one area, with an activity."""
    draws = np.random.default_rng(seed)
    home = {f"c{one}": f"a{one % 3}" for one in range(7)}
    rows = [(county, area) for county, area in home.items() for _ in range(int(draws.integers(25, 40)))]
    rows += [("c0", "a1")] * 2 + [("c2", "a0")]
    return [(*row, f"x{draws.integers(2)}") for row in rows]


AREAS = ("county", "area", "activity")


def suppressed(result) -> int:
    return sum(cell.published is None for cell in result.cells)


@pytest.mark.parametrize("more", [(), ("activity",)])
def test_protected_together_a_difference_is_an_unsafe_cell_that_nobody_shows(areas, more) -> None:
    apart = areas(firms(), AREAS, counts("tc", "county", *more), counts("ta", "area", *more))
    assert found_in(apart) == {"tc": True, "ta": True}
    link = {"protect": {"method": "suppression", "link": "areas"}}
    jobs = [counts("tc", "county", *more, **link), counts("ta", "area", *more, **link)]
    together = areas(firms(), AREAS, *jobs)
    assert found_in(together) == {"tc": False, "ta": False}
    assert [job.verdict.grade.name for job in together.values()] == ["SAFE", "SAFE"]
    assert sum(suppressed(job.result) for job in together.values()) > 0
    assert together["tc"].result.safe
    assert together["tc"].result.linked.fine > 0


def test_three_classifications_are_one_fine_one(areas) -> None:
    """What an area leaves of a county is a zone: hidden there, it is seen here."""
    zones = {("one", "small"): "z1", ("two", "small"): "z2", ("two", "big"): "z3"}
    rows = [(*row, zones[row]) for row in [("one", "small")] * 20 + [("two", "small")] * 3]
    rows += [("two", "big", "z3")] * 30 + [("four", "big", "z4")] * 3
    names = ("county", "area", "zone")
    jobs = [counts("tc", "county"), counts("ta", "area"), counts("tz", "zone")]
    found = areas(rows, names, *jobs)
    hidden = [cell.coordinates for cell in found["tz"].result.cells if cell.published is None]
    assert ("z2",) in hidden
    assert any(("z2",) in cell.coordinates.values() for cell in found["tz"].result.linked.failures)


def test_what_an_earlier_release_leaves_of_an_area_is_unsafe_too(tmp_path) -> None:
    lines = ["county,area", *(",".join(row) for row in OVERLAPPING)]
    (tmp_path / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    data = {"path": "d.csv", "format": "csv"}
    first = plan_from_json({"schema": 2, "data": data, "jobs": [counts("tc", "county")]})
    run_plan(first, tmp_path, tmp_path / "first", JobContext(), RunOptions(with_values=True))
    known = {"method": "suppression", "released": [{"path": "first/result.json", "job": "tc"}]}
    jobs = [counts("ta", "area", protect=known)]
    second = plan_from_json({"schema": 2, "data": data, "jobs": jobs})
    (job,) = evaluate_plan(second, tmp_path, JobContext()).jobs
    assert suppressed(job.result) == 2  # the area that the county lies in, and the other one
    assert job.result.linked.released
    assert job.verdict.grade.name == "SAFE"
    (alone,) = evaluate_plan(
        plan_from_json({"schema": 2, "data": data, "jobs": [counts("ta", "area")]}), tmp_path, JobContext()
    ).jobs
    assert suppressed(alone.result) == 0


def test_a_difference_from_an_earlier_release_is_named_where_nothing_can_hide_it(tmp_path) -> None:
    lines = ["county,area", *(",".join(row) for row in OVERLAPPING)]
    (tmp_path / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    data = {"path": "d.csv", "format": "csv"}
    first = plan_from_json({"schema": 2, "data": data, "jobs": [counts("tc", "county")]})
    run_plan(first, tmp_path, tmp_path / "first", JobContext(), RunOptions(with_values=True))
    known = {"method": "suppression", "released": [{"path": "first/result.json", "job": "tc"}]}
    frozen = [{"cell": ("small",), "status": "frozen"}]
    second = {"schema": 2, "data": data, "jobs": [counts("ta", "area", protect=known, cells=frozen)]}
    (job,) = evaluate_plan(plan_from_json(second), tmp_path, JobContext()).jobs
    assert CODE in [one.code for one in job.verdict.reasons]
    assert {name for name, _ in job.result.differences} == {"tc (first/result.json)"}
