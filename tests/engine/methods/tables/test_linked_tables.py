"""Tables of one plan that share cells: found and audited together, and protected together on request."""

import json

import numpy as np
import pytest

from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.judging import judge_job
from sdc_desktop.engine.tables.linked import fine
from sdc_desktop.engine.verdict import Grade
from tests.support.linked_tables.plans import Desk, firms, table


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path, firms())


def codes(job) -> list[str]:
    return [reason.code for reason in job.verdict.reasons]


FOUR = ("activity region", "activity sex", "region sex", "activity place*")


def test_four_jobs_safe_alone_are_not_safe_before_they_are_protected_together_and_are_after(tmp_path) -> None:
    desk = Desk(tmp_path, firms(5, 70))
    apart = [table(f"t{number}", names) for number, names in enumerate(FOUR)]
    for job in apart:
        assert desk.run([job])[job["name"]].result.safe
    found = desk.run(apart)
    assert desk.disclosed(found)
    for job in found.values():
        assert not job.result.safe
        assert job.verdict.grade is Grade.UNSAFE
        assert "linked.unsafe_together" in codes(job)
        assert "linked" in job.result.unsafe_because
        assert job.result.linked.asked == "found"
    joint = desk.run([table(f"t{number}", names, link="all") for number, names in enumerate(FOUR)])
    assert not desk.disclosed(joint)
    for job in joint.values():
        assert job.result.safe, codes(job)
        assert job.result.linked.asked == "plan"


def test_the_cells_named_are_those_that_an_independent_solver_finds(tmp_path) -> None:
    failing = 0
    for seed in range(4):
        (folder := tmp_path / str(seed)).mkdir()
        desk = Desk(folder, firms(seed, 70))
        found = desk.run([table(f"t{number}", names, insiders="tell") for number, names in enumerate(FOUR)])
        linked = found["t0"].result.linked
        named = {tuple(cell.coordinates.items()) for cell in linked.failures}
        all_cells = {" / ".join(own) for cell in linked.failures for own in cell.coordinates.values()}
        assert set(desk.disclosed(found)) == all_cells
        failing += len(named)
    assert failing


def test_without_one_of_its_jobs_the_verdict_on_a_found_group_is_another(tmp_path) -> None:
    desk = Desk(tmp_path, firms(5, 70))
    jobs = [table(f"t{number}", names) for number, names in enumerate(FOUR)]
    whole = desk.run(jobs)["t0"].result.linked
    less = desk.run(jobs[:2])["t0"].result.linked
    assert whole.jobs == ("t0", "t1", "t2", "t3")
    assert less.jobs == ("t0", "t1")
    assert len(less.failures) < len(whole.failures)


def test_regions_beside_flat_places_are_protected_only_together(tmp_path) -> None:
    """Found late once: no cell but the total is common, though each region is the sum of its places."""
    seen = 0
    for seed in range(5):
        (folder := tmp_path / str(seed)).mkdir()
        desk = Desk(folder, firms(seed, 40))
        apart = desk.run([table("regions", "region activity"), table("places", "place sex")])
        wrong = desk.disclosed(apart)
        seen += bool(wrong)
        assert bool(wrong) == bool(apart["regions"].result.linked.failures)
        link = {"link": "places"}
        joint = desk.run([table("regions", "region activity", **link), table("places", "place sex", **link)])
        assert not desk.disclosed(joint)
    assert seen


def test_nesting_that_no_hierarchy_states_is_audited_like_one_that_a_hierarchy_states(tmp_path) -> None:
    for seed in (0, 2):
        (folder := tmp_path / str(seed)).mkdir()
        desk = Desk(folder, firms(seed, 40), hierarchy=False)
        found = desk.run([table("regions", "region activity"), table("places", "place sex")])
        assert bool(desk.disclosed(found)) == bool(found["regions"].result.linked.failures)
        assert not any("linked.nested_unstated" in codes(job) for job in found.values())


def test_a_hierarchy_that_records_contradict_leaves_the_variables_different(tmp_path) -> None:
    records = firms()
    records[0]["region"] = "r2" if records[0]["region"] != "r2" else "r1"
    found = Desk(tmp_path, records).run([table("regions", "region activity"), table("places", "place sex")])
    note = next(one for one in found["places"].result.notes if one.code == "linked.not_nested")
    assert note.params == {"variables": ("place", "region"), "number": 1}


def test_tables_that_share_nothing_are_no_link_and_one_beside_itself_costs_its_own(desk) -> None:
    one, other = table("one", "activity region"), table("other", "sex place", "export")
    alone = desk.run([one])["one"].result.cost
    for job in (one, other):
        job["params"]["protect"]["link"] = "x"
    with pytest.raises(Refused) as refused:
        desk.run([one, other])
    (problem,) = refused.value.problems
    assert problem.code == "linked.no_shared_cell"
    assert {problem.params["names"], problem.params["others"]} == {("activity", "region"), ("sex", "place")}
    twin = json.loads(json.dumps(one)) | {"name": "twin"}
    assert desk.run([one, twin])["twin"].result.cost == alone


def test_any_order_of_the_tables_gives_the_same_cost(tmp_path) -> None:
    desk = Desk(tmp_path, firms(2, 80))
    jobs = [table(f"t{number}", names, link="g") for number, names in enumerate(FOUR)]
    orders = [jobs, jobs[::-1], [jobs[2], jobs[0], jobs[3], jobs[1]]]
    results = [desk.run(order)["t0"].result for order in orders]
    assert len({(result.cost, result.proven) for result in results}) == 1
    assert results[0].proven


@pytest.mark.parametrize("seed", range(5))
def test_joint_cost_lies_between_the_dearest_table_and_the_union_of_all(tmp_path, seed: int) -> None:
    desk = Desk(tmp_path, firms(seed, 50))
    plain = {"insiders": "ignore", "unions": "ignore", "singletons": False}
    names = ("activity region", "activity sex", "sex place")
    apart = desk.run([table(f"t{number}", own, **plain) for number, own in enumerate(names)])
    joint = desk.run([table(f"t{number}", own, **plain, link="g") for number, own in enumerate(names)])
    cost = joint["t0"].result.cost
    assert joint["t0"].result.proven
    assert cost >= max(job.result.cost for job in apart.values())
    hidden = {}
    for job in apart.values():
        for cell in job.result.cells:
            parts = zip(job.result.dimensions, cell.coordinates, strict=True)
            key = frozenset((name, code) for name, code in parts if code != "Total")
            if cell.published is None:
                hidden[key] = (
                    0 if cell.status == "unsafe" or (key in hidden and not hidden[key]) else cell.value
                )
    if not apart["t0"].result.linked.failures:
        assert cost <= sum(hidden.values())
    assert not desk.disclosed(joint)


def test_a_common_cell_has_one_status_and_names_the_tables(desk) -> None:
    jobs = [table("by region", "activity region", link="g"), table("by sex", "activity sex", link="g")]
    jobs[1]["params"]["rules"] = [{"kind": "threshold", "n": 16}]
    found = desk.run(jobs)
    regions = {cell.coordinates: cell for cell in found["by region"].result.cells}
    sexes = {cell.coordinates: cell for cell in found["by sex"].result.cells}
    only_there = 0
    for code in ("a0", "a1", "a2", "a3", "Total"):
        one, other = regions[code, "Total"], sexes[code, "Total"]
        assert (one.value, one.published, one.lower, one.upper) == (
            other.value,
            other.published,
            other.lower,
            other.upper,
        )
        assert one.tables == ("by sex",)
        assert other.tables == ("by region",)
        assert (one.status == "unsafe") == (other.status == "unsafe")
        if one.unsafe_in and not one.reason:
            only_there += 1
            assert one.unsafe_in == ("by sex",)
    elsewhere = {p.job for cell in (*regions.values(), *sexes.values()) for p in cell.protects}
    assert elsewhere <= {"", "by region", "by sex"}
    assert only_there or len(elsewhere) > 1


def test_settings_of_a_group_must_be_equal(desk) -> None:
    jobs = [table("one", "activity region", link="g"), table("two", "activity sex", link="g", solver="fast")]
    with pytest.raises(Refused) as refused:
        desk.run(jobs)
    problem = refused.value.problems[0]
    assert problem.code == "linked.settings_differ"
    assert problem.params == {"jobs": ("one", "two"), "keys": ("protect.solver",)}
    assert problem.where.job == "two"
    jobs[1]["params"]["protect"].pop("solver")
    jobs[1]["params"]["published_unit"] = 10
    with pytest.raises(Refused) as refused:
        desk.run(jobs)
    assert refused.value.problems[0].code == "linked.published_units"


def test_other_methods_do_not_join_but_are_named(tmp_path) -> None:
    desk = Desk(tmp_path, firms(0, 25))
    rounded = table("rounded", "activity region", method="rounding", base=5)
    found = desk.run([rounded, table("hidden", "activity sex"), table("elsewhere", "place sex", "export")])
    warned = [one for one in found["hidden"].result.notes if one.code == "linked.other_method"]
    assert [one.params["jobs"] for one in warned] == [("rounded",)]
    assert found["hidden"].result.linked is None
    assert not found["hidden"].result.safe
    assert "linked.other_method" not in codes(found["elsewhere"])
    assert "several_tables" in codes(found["rounded"])


def test_different_values_of_the_same_cells_have_no_relation(desk) -> None:
    found = desk.run([table("y", "activity region"), table("export", "activity region", "export")])
    assert found["y"].result.linked is None
    assert found["y"].result.safe
    assert found["export"].result.examined == ("y",)


def test_a_table_that_is_not_run_is_not_yet_audited_with(desk) -> None:
    jobs = [table("one", "activity region"), table("two", "activity sex")]
    one = desk.run(jobs, names=("one",))["one"]
    assert [(reason.code, dict(reason.figures)) for reason in one.verdict.reasons] == [
        ("linked.not_examined", {"tables": ("two",)})
    ]
    assert one.verdict.grade is Grade.OPEN
    assert not one.result.safe


def test_one_job_of_a_group_runs_the_others_with_it(desk) -> None:
    jobs = [table("one", "activity region", link="g"), table("two", "activity sex", link="g")]
    assert set(desk.run(jobs, names=("two",))) == {"one", "two"}


def test_tables_of_other_records_are_distinguished(desk) -> None:
    men = {"name": "men", "kind": "prepare", "params": {"steps": [_filter("m")]}}
    found = desk.run([men, table("all", "activity region"), table("some", "activity region", source="men")])
    assert found["all"].result.linked is None
    assert "several_tables" in codes(found["all"])


def _filter(sex: str):
    return {"filter": {"variable": "sex", "test": "equal", "value": sex}}


def test_derived_and_renamed_variables_are_those_of_the_data(desk) -> None:
    steps = [
        {"derive": {"name": "large", "of": "y", "bands": [30]}},
        {"derive": {"name": "size", "of": "y", "bands": [10, 30, 60]}},
        {"rename": {"activity": "branch"}},
    ]
    prepared = {"name": "prepared", "kind": "prepare", "params": {"steps": steps}}
    jobs = [
        prepared,
        table("of data", "activity region"),
        table("renamed", "branch sex", source="prepared"),
        table("coarse", "large sex", source="prepared"),
        table("fine", "size region", source="prepared"),
    ]
    found = desk.run(jobs)
    assert found["of data"].result.linked.jobs == ("of data", "renamed", "coarse", "fine")
    shared = {one.jobs: one.cells for one in found["of data"].result.linked.sharing}
    assert shared["of data", "renamed"] == 5  # four activities and the total
    assert shared["coarse", "fine"] == 1  # the total: bands are sums of finer ones without being cells


# values that add up --------------------------------------------------------------------------------------

SUMS = [{"total": "y", "parts": ["domestic", "export"]}]


def test_values_that_add_up_are_linked(tmp_path) -> None:
    seen = 0
    for seed in range(6):
        (folder := tmp_path / str(seed)).mkdir()
        desk = Desk(folder, firms(seed, 40))
        values = ("y", "domestic", "export")
        apart = desk.run([table(value, "activity region", value) for value in values], sums=SUMS)
        seen += bool(apart["y"].result.linked.failures)
        joint = desk.run([table(value, "activity region", value, link="s") for value in values], sums=SUMS)
        assert all(job.result.safe for job in joint.values()), [codes(job) for job in joint.values()]
    assert seen


def test_a_part_that_no_table_has_is_not_judged(desk) -> None:
    found = desk.run([table("y", "activity region"), table("d", "activity region", "domestic")], sums=SUMS)
    assert found["y"].result.linked.sums_not_judged > 0
    assert found["y"].result.unsafe_because[-1] == "sums"
    assert "linked.sums_not_judged" in codes(found["y"])


def test_sums_that_do_not_add_up_are_refused_with_their_cells(desk) -> None:
    with pytest.raises(Refused) as refused:
        desk.run(
            [table("y", "activity region"), table("d", "activity region", "domestic")],
            sums=[{"total": "y", "parts": ["domestic", "one"]}],
        )
    problem = refused.value.problems[0]
    assert problem.code == "linked.sum_not_additive"
    assert problem.params["total"] == "y"
    assert problem.params["parts"] == ("domestic", "one")
    with pytest.raises(Refused) as refused:
        desk.run([table("y", "activity region")], sums=[{"total": "y", "parts": ["x", "export"]}])
    assert refused.value.problems[0].code == "linked.sum_unknown"


def test_records_of_jobs_that_add_up_are_linked(tmp_path) -> None:
    desk = Desk(tmp_path, firms(3, 60))
    jobs = [
        {"name": sex, "kind": "prepare", "params": {"steps": [_filter(sex[0])]}} for sex in ("men", "fem")
    ]
    jobs += [table("all", "activity region"), table("m", "activity region", source="men")]
    jobs += [table("f", "activity region", source="fem")]
    found = desk.run(jobs, sums=[{"total": "data", "parts": ["men", "fem"]}])
    assert found["all"].result.linked.jobs == ("all", "m", "f")
    assert "several_tables" not in codes(found["all"])


# released earlier ----------------------------------------------------------------------------------------


def test_an_earlier_release_is_a_fact_for_a_new_table(tmp_path) -> None:
    seen = 0
    for seed in (0, 2, 6):
        (folder := tmp_path / str(seed)).mkdir()
        desk = Desk(folder, firms(seed, 60))
        old = desk.run([table("old", "activity place*")], out="before")["old"]
        earlier = [{"path": "before/result.json", "job": "old"}]
        alone = desk.run([table("new", "activity region sex")])["new"]
        seen += bool(desk.disclosed({"old": old, "new": alone}))
        try:
            new = desk.run([table("new", "activity region sex", released=earlier)])["new"]
        except Refused:
            continue
        assert new.result.linked.released == ("old (before/result.json)",)
        assert not desk.disclosed({"old": old, "new": new})
        shown = {cell.coordinates: cell.published for cell in old.result.cells}
        for cell in new.result.cells:
            activity, region, sex = cell.coordinates
            if sex == "Total" and shown[activity, region] is not None:
                assert cell.published == shown[activity, region]
    assert seen


def test_a_cell_published_earlier_that_is_unsafe_now_is_refused(desk) -> None:
    desk.run([table("old", "activity region", method=None)], out="before")
    earlier = [{"path": "before/result.json", "job": "old"}]
    with pytest.raises(Refused) as refused:
        desk.run([table("new", "activity region", released=earlier)])
    assert refused.value.problems[0].code == "linked.already_published"


def test_an_earlier_release_of_other_data_or_that_says_too_little_is_refused(desk, tmp_path) -> None:
    desk.run([table("old", "activity region")], out="before")
    path = desk.folder / "before" / "result.json"
    good = json.loads(path.read_text(encoding="utf-8"))

    def refused_with(change) -> str:
        found = json.loads(json.dumps(good))
        change(found)
        path.write_text(json.dumps(found), encoding="utf-8")
        job = table("new", "activity sex", released=[{"path": "before/result.json", "job": "old"}])
        with pytest.raises(Refused) as refused:
            desk.run([job])
        return refused.value.problems[0].code

    result = lambda found: found["jobs"]["old"]["result"]  # noqa: E731
    assert (
        refused_with(lambda found: found["inputs"].update({"firms.csv": "0" * 64}))
        == "linked.released_other_data"
    )
    assert refused_with(lambda found: found["jobs"].pop("old")) == "linked.released_no_table"
    assert refused_with(lambda found: result(found).pop("definition")) == "linked.released_no_definition"
    assert refused_with(lambda found: result(found).update(method="rounding")) == "linked.released_method"
    assert refused_with(lambda found: result(found)["cells"][0].update(value=1)) == "linked.released_differs"
    changed = {"population": "men"}
    assert (
        refused_with(lambda found: result(found)["definition"].update(changed))
        == "linked.released_other_records"
    )
    path.write_text("{", encoding="utf-8")
    job = table("new", "activity sex", released=[{"path": "before/result.json", "job": "old"}])
    with pytest.raises(Refused):
        desk.run([job])


def test_a_table_decided_alone_is_not_judged_while_earlier_releases_are_not_examined(desk) -> None:
    """The window decides a job in this way before the others are there."""
    earlier = [{"path": "before/result.json", "job": "old"}]
    plan = desk.plan([table("new", "activity sex", released=earlier)])
    alone = desk.run([table("new", "activity sex")])["new"].result
    verdict = judge_job(plan, plan.jobs[0], alone, ())
    assert verdict.grade is Grade.OPEN
    assert dict(verdict.reasons[0].figures) == {"tables": ("old",)}


def test_a_table_is_not_yet_audited_with_values_of_its_records_that_are_not_run(desk) -> None:
    jobs = [table("y", "activity region"), table("d", "activity region", "domestic")]
    jobs += [table("x", "activity region", "one")]
    found = desk.run(jobs, names=("y",), sums=SUMS)["y"]
    assert [(one.code, dict(one.figures)) for one in found.verdict.reasons] == [
        ("linked.not_examined", {"tables": ("d", "x")})  # values of the same records may follow from others
    ]


# contributors --------------------------------------------------------------------------------------------


def test_a_contributor_alone_in_a_cell_of_one_table_uses_it_in_all(tmp_path) -> None:
    """Alone in an unsafe cell of the one table, a firm would see through a cell of the other."""
    seen = 0
    for seed in range(10):
        (folder := tmp_path / str(seed)).mkdir()
        desk = Desk(folder, firms(seed, 30))
        jobs = [table("a", "activity region", insiders="tell"), table("b", "region sex", insiders="tell")]
        seen += bool(desk.run(jobs)["a"].result.linked.contributors_derive)
        joint = [table("a", "activity region", link="g"), table("b", "region sex", link="g")]
        for job in desk.run(joint).values():
            assert "insiders" not in job.result.unsafe_because
            assert not job.result.linked.contributors_derive
    assert seen


def test_negative_values_in_one_table_leave_no_bound_in_the_others(tmp_path) -> None:
    records = firms(1, 60)
    records[0]["y"] = "-500"
    desk = Desk(tmp_path, records)
    jobs = [table("a", "activity region", link="g"), table("b", "place sex", link="g")]
    found = desk.run(jobs)
    hidden = [cell for job in found.values() for cell in job.result.cells if cell.published is None]
    assert any(cell.lower is None or cell.lower < 0 for cell in hidden)


def test_the_same_plan_gives_the_same_bytes_twice(desk) -> None:
    jobs = [table(f"t{number}", names, link="g", solver="fast") for number, names in enumerate(FOUR)]
    first, second = (desk.run(jobs) for _ in range(2))
    assert [job.files for job in first.values()] == [job.files for job in second.values()]
    assert [job.result for job in first.values()] == [job.result for job in second.values()]


@pytest.mark.parametrize("solver", ["fast", "optimal"])
def test_every_joint_pattern_passes_an_independent_audit(tmp_path, solver: str) -> None:
    rules = (
        [{"kind": "threshold", "n": 4, "range": 30}],
        [{"kind": "dominance", "n": 1, "k": 55}],
        [{"kind": "p_percent", "p": 60}],
    )
    draws = np.random.default_rng(5)
    refused, protected = [], 0
    for seed in range(6):
        (folder := tmp_path / str(seed)).mkdir()
        desk = Desk(folder, firms(seed, 45))
        names = [FOUR[place] for place in draws.permutation(4)[: draws.integers(2, 5)]]
        jobs = [table(f"t{number}", own, link="g", solver=solver) for number, own in enumerate(names)]
        for job in jobs:
            job["params"]["rules"] = rules[seed % 3]
        try:
            found = desk.run(jobs)
        except Refused as refusal:
            refused.append(refusal.problems[0].code)
            continue
        protected += 1
        assert not desk.disclosed(found)
    assert set(refused) <= {"suppression.unprotectable"}
    assert protected


def test_tables_in_a_cycle_of_too_many_cells_are_not_called_safe(desk, monkeypatch) -> None:
    """Protected by the cells that they share alone; the verdict says that more link them."""
    monkeypatch.setattr(fine, "MOST_FINE", 5)
    pairs = {"t0": "activity region", "t1": "activity sex", "t2": "region sex"}
    for link in ({"link": "g"}, {}):
        for job in desk.run([table(name, names, **link) for name, names in pairs.items()]).values():
            assert job.result.linked.fine_left_out
            assert not job.result.safe
            assert "fine_cells_left_out" in job.result.unsafe_because
            assert "linked.fine_cells_left_out" in codes(job)
            if link:
                assert job.verdict.grade is Grade.RESERVATIONS
