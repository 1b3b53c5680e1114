"""Sums that follow from several tables together and are no cell of any: found, judged and protected."""

from collections import Counter

import pytest

from sdc_desktop.engine.verdict import Grade
from tests.support.linked_tables.plans import Desk, table

FEW = [{"kind": "threshold", "n": 3}]


def codes(job) -> list[str]:
    return [reason.code for reason in job.verdict.reasons]


def person(place: str, sex: str, activity: str, age: int) -> dict[str, str]:
    region = "r0" if place in ("m0", "m1", "m2") else "r1"
    return {"place": place, "region": region, "sex": sex, "activity": activity, "age": str(age)}


@pytest.fixture
def places(tmp_path) -> Desk:
    """Six places in two regions, two of each with one person."""
    sizes = {"m0": 1, "m1": 1, "m2": 12, "m3": 1, "m4": 1, "m5": 12}
    records = [
        person(place, "mf"[number % 2], f"a{number % 4 // 2}", 30 + number)
        for place, size in sizes.items()
        for number in range(size)
    ]
    desk = Desk(tmp_path, records)
    rows = "".join(f"{place},{'r0' if place in ('m0', 'm1', 'm2') else 'r1'}\n" for place in sizes)
    (tmp_path / "places.csv").write_text(rows, encoding="utf-8")
    return desk


def counts(name: str, names: str, source: str = "data", **protect) -> dict:
    job = table(name, names, None, source, **protect)
    job["params"]["rules"] = FEW
    return job


def test_two_suppressed_places_are_what_a_region_leaves_of_its_others(places) -> None:
    """Within its own table the sum is of four places; a region of another table tells two of them apart."""
    jobs = [counts("places", "place"), counts("regions", "region activity")]
    assert places.run(jobs[:1])["places"].result.safe
    assert places.run(jobs[1:])["regions"].result.safe
    for job in places.run(jobs).values():
        sums = {tuple(sorted(cell["places"][0] for cell in union)) for union in job.result.linked.unsafe_sums}
        assert sums == {("m0", "m1"), ("m3", "m4")}
        assert not job.result.safe
        assert "sums" in job.result.unsafe_because
        assert "linked.unsafe_sums" in codes(job)
        assert job.verdict.grade is not Grade.SAFE


def test_protected_together_a_third_place_is_suppressed(places) -> None:
    found = places.run([counts("places", "place", link="g"), counts("regions", "region activity", link="g")])
    for job in found.values():
        assert job.result.safe, codes(job)
        assert not job.result.linked.unsafe_sums
    shown = {cell.coordinates[0] for cell in found["places"].result.cells if cell.published is not None}
    regions = {c.coordinates for c in found["regions"].result.cells if c.published is not None}
    for region, large in (("r0", "m2"), ("r1", "m5")):
        assert large not in shown or (region, "Total") not in regions


def ages(tmp_path, between: int) -> Desk:
    """People below 18 and above 21, and so many in between."""
    own = [10] * 8 + [30] * 8 + [19] * between
    records = [person(f"m{n % 6}", "mf"[n % 2], f"a{n // 2 % 2}", age) for n, age in enumerate(own)]
    return Desk(tmp_path, records)


def bands(**protect) -> list[dict]:
    steps = [
        {"derive": {"name": "minor", "of": "age", "bands": [18]}},
        {"derive": {"name": "adult", "of": "age", "bands": [21]}},
    ]
    prepared = {"name": "prepared", "kind": "prepare", "params": {"steps": steps}}
    return [
        prepared,
        counts("minors", "minor", "prepared", **protect),
        counts("adults", "adult", "prepared", **protect),
    ]


@pytest.mark.parametrize("between", [1, 2, 3])
def test_what_lies_between_two_groupings_is_judged_although_no_table_shows_it(tmp_path, between) -> None:
    """The table of minors less that of people below 21 gives those of 18 to 20."""
    found = ages(tmp_path, between).run(bands())
    for name in ("minors", "adults"):
        result = found[name].result
        assert result.safe == (between == 3)
        assert bool(result.linked.unsafe_sums) == (between < 3)
    if between < 3:
        ((only,),) = found["minors"].result.linked.unsafe_sums
        assert only == {"": ("age = 19",)}


def test_what_lies_between_two_groupings_is_protected_together(tmp_path) -> None:
    found = ages(tmp_path, 1).run(bands(link="ages"))
    for name in ("minors", "adults"):
        assert found[name].result.safe, codes(found[name])
    assert any(found[name].result.losses.cells_lost for name in ("minors", "adults"))


def test_sums_are_not_judged_where_the_plan_says_so_and_the_verdict_does_too(tmp_path) -> None:
    found = ages(tmp_path, 1).run(bands(unions="tell"))
    assert "linked.unsafe_sums" in codes(found["minors"])
    found = ages(tmp_path, 1).run(bands(link="ages", unions="tell"))
    assert not found["minors"].result.safe
    assert Counter(codes(found["minors"]))["linked.unsafe_sums"] == 1
