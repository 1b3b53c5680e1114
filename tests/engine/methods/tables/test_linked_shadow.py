"""Linked tables whose rules judge a shadow variable: cells, sums and the joint audit, by brute force."""

from fractions import Fraction

import numpy as np
import pytest

from sdc_desktop.engine.problems import Refused
from tests.support.linked_tables.plans import Desk, firms, table

SHARE = Fraction(1, 5)  # the p% rule of these plans
THREE = {"t0": "activity region", "t1": "activity sex", "t2": "region sex"}


def with_staff(seed: int) -> list[dict[str, str]]:
    """Firms with staff, of which some have none."""
    draws = np.random.default_rng(seed)
    return [{**firm, "staff": str(int(draws.lognormal(2, 1.5)))} for firm in firms(seed, 70)]


def desk_of(folder, records) -> Desk:
    desk = Desk(folder, records)
    desk.data["variables"]["staff"] = {"role": "other", "level": "continuous"}
    return desk


def judged_by_staff(name: str, names: str, **protect) -> dict:
    job = table(name, names, **protect)
    job["params"]["shadow"] = "staff"
    return job


def level(amounts: list[int]) -> Fraction:
    """The protection level of the p% rule, above 0 where a cell with these contributions is unsafe."""
    first, second, *_ = *sorted(amounts, reverse=True), 0, 0
    return SHARE * first - (sum(amounts) - first - second)


def expected(records, dimensions, coordinates, variable: str) -> Fraction | None:
    """The protection level of a cell as the rule of its table has it; None where it is safe."""
    codes = {n: c for n, c in zip(dimensions, coordinates, strict=True) if c != "Total"}
    inside = [record for record in records if all(record[name] == code for name, code in codes.items())]
    amounts, value = [int(one[variable]) for one in inside], sum(int(one["y"]) for one in inside)
    if not sum(amounts):
        return Fraction(0) if value else None
    found = level(amounts)
    return found * value / sum(amounts) if found > 0 else None


def key(dimensions, coordinates) -> frozenset:
    return frozenset(one for one in zip(dimensions, coordinates, strict=True) if one[1] != "Total")


@pytest.mark.parametrize("solver", ["fast", "optimal"])
def test_together_cells_are_unsafe_by_the_shadow_of_any_table_that_has_them(tmp_path, solver: str) -> None:
    """The last table has the cells of the first and no shadow: they are judged by both variables."""
    records, given = with_staff(1), {"link": "g", "solver": solver}
    inside = [one for one in records if (one["activity"], one["region"]) == ("a3", "r0")]
    for place, one in enumerate(inside):  # one firm has most of the turnover, and none most of the staff
        one.update(staff="10", y="9000" if place == 0 else one["y"])
    jobs = [judged_by_staff("t0", "activity region", **given), judged_by_staff("t1", "activity sex", **given)]
    desk = desk_of(tmp_path, records)
    found = desk.run([*jobs, table("t2", "activity region", **given)])
    levels: dict[frozenset, dict[str, Fraction]] = {}
    for name, job in found.items():
        for cell in job.result.cells:
            by = "y" if name == "t2" else "staff"
            own = expected(records, job.result.dimensions, cell.coordinates, by)
            if own is not None:
                levels.setdefault(key(job.result.dimensions, cell.coordinates), {})[name] = own
    assert any("t0" in own and "t2" not in own for own in levels.values())
    assert any("t2" in own and "t0" not in own for own in levels.values())
    for job in found.values():
        assert job.result.safe
        for cell in job.result.cells:
            own = levels.get(key(job.result.dimensions, cell.coordinates))
            assert (cell.status == "unsafe") == (own is not None)
            if own is not None:
                assert cell.published is None
                assert cell.asked.above == pytest.approx(float(max(own.values())))
    assert not desk.disclosed(found)


def test_the_joint_audit_of_tables_with_a_shadow_names_what_an_independent_solver_finds(tmp_path) -> None:
    failing = 0
    for seed in range(4):
        (folder := tmp_path / str(seed)).mkdir()
        desk = desk_of(folder, with_staff(seed))
        found = desk.run([judged_by_staff(name, names, insiders="tell") for name, names in THREE.items()])
        failures = found["t0"].result.linked.failures
        assert set(desk.disclosed(found)) == {
            " / ".join(own) for cell in failures for own in cell.coordinates.values()
        }
        failing += len(failures)
    assert failing


STAFF = {"m0": [300, 1, 1, 1, 1], "m1": [40, 1, 1, 1, 1], "m2": [100] * 12}
TWINS = {"m0": "m3", "m1": "m4", "m2": "m5"}  # the same places in the second region


def places(folder) -> Desk:
    """Firms of equal turnover in two regions; in two places of each one firm has most of the staff."""
    records = [
        {"place": own, "region": region, "activity": f"a{number % 2}", "y": "100", "staff": str(staff)}
        for place, amounts in STAFF.items()
        for own, region in ((place, "r0"), (TWINS[place], "r1"))
        for number, staff in enumerate(amounts)
    ]
    desk = desk_of(folder, records)
    rows = "".join(f"{place},r0\n{twin},r1\n" for place, twin in TWINS.items())
    (folder / "places.csv").write_text(rows, encoding="utf-8")
    return desk


PLACES = {"places": "place", "regions": "region activity"}


def test_a_sum_that_follows_from_two_tables_is_judged_by_the_shadow(tmp_path) -> None:
    desk = places(tmp_path)
    by_value = desk.run([table(name, names) for name, names in PLACES.items()])
    assert not any(job.result.risks.unsafe for job in by_value.values())
    jobs = [judged_by_staff(name, names) for name, names in PLACES.items()]
    for job in jobs:
        assert desk.run([job])[job["name"]].result.safe
    for job in desk.run(jobs).values():
        sums = {tuple(sorted(cell["places"][0] for cell in own)) for own in job.result.linked.unsafe_sums}
        assert sums == {("m0", "m1"), ("m3", "m4")}
        assert not job.result.safe
        assert "sums" in job.result.unsafe_because


def test_protected_together_no_sum_is_left_that_the_shadow_calls_unsafe(tmp_path) -> None:
    desk = places(tmp_path)
    found = desk.run([judged_by_staff(name, names, link="g") for name, names in PLACES.items()])
    hidden = {cell.coordinates[0] for cell in found["places"].result.cells if cell.published is None}
    for job in found.values():
        assert job.result.safe
    for region in (STAFF, TWINS.values()):
        own = hidden & set(region)
        amounts = [int(one["staff"]) for one in desk.records if one["place"] in own]
        assert own >= {place for place in region if place in ("m0", "m1", "m3", "m4")}
        assert level(amounts) <= 0


def women_and_men(folder, dropped: str):
    """A table of all and one of men; women have no table, nor a variable, and theirs completes the sum."""
    desk = desk_of(folder, with_staff(1))
    steps: dict[str, list[dict]] = {
        sex: [{"filter": {"variable": "sex", "test": "equal", "value": sex}}] for sex in "mf"
    }
    steps["f"].append({"drop": [dropped]})
    jobs = [{"name": sex, "kind": "prepare", "params": {"steps": own}} for sex, own in steps.items()]
    jobs += [judged_by_staff("all", "activity region"), table("men", "activity region", source="m")]
    return desk, jobs, {"sums": [{"total": "data", "parts": ["m", "f"]}]}


@pytest.mark.parametrize("names", [(), ("all", "men")])
def test_a_part_that_no_table_has_needs_no_shadow(tmp_path, names: tuple[str, ...]) -> None:
    desk, jobs, sums = women_and_men(tmp_path, "staff")
    found = desk.run(jobs, names=names, **sums)
    linked = found["all"].result.linked
    assert linked.jobs == ("all", "men")
    assert linked.sums_not_judged
    assert not found["all"].result.safe


def test_a_part_whose_records_do_not_have_the_dimensions_is_refused(tmp_path) -> None:
    desk, jobs, sums = women_and_men(tmp_path, "region")
    with pytest.raises(Refused) as refused:
        desk.run(jobs, **sums)
    problem = refused.value.problems[0]
    assert (problem.code, problem.params["input"], problem.params["variables"]) == (
        "linked.sum_without_variables",
        "f",
        ("region",),
    )
