"""Variables that follow others are suppressed with them, moved with them, or left out."""

import csv
import random
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json, plan_to_json
from sdc_desktop.engine.plan_result import PlanResult
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan

CONTEXT = JobContext()
SECRETS = {"*": "8f0c1d5a7be2934466aa10fe5b2c7d9e3f41c8a6075d2be9146f3a0c5d8e7b21"}


def people(seed: int = 1) -> list[dict[str, str]]:
    chance = random.Random(seed)
    rows: list[dict[str, str]] = []
    for number in range(60):
        region = chance.choice("NNNSSEEW")
        district = f"{region}{chance.randrange(3)}"
        for _ in range(chance.randint(1, 3)):
            row = {
                "h": str(number),
                "region": region,
                "district": district,
                "zip": f"{district}-{number % 4}",
            }
            row |= {
                "sex": chance.choice("mf"),
                "age": str(20 + chance.randrange(40)),
                "band": chance.choice("abc"),
            }
            rows.append(row | {"income": str(1000 + 7 * len(rows)), "yearly": str(12000 + 84 * len(rows))})
    return rows


def run(
    folder: Path, kind: str, params: dict[str, Any], variables: dict[str, Any], **data: Any
) -> tuple[list[dict[str, str]], PlanResult]:
    rows = people()
    with (folder / "d.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    job = {"name": "job", "kind": kind, "params": params, "output": {"path": "o.csv"}}
    spec = {"path": "d.csv", "format": "csv", "variables": variables, **data}
    plan = plan_from_json({"schema": 2, "data": spec, "secrets": SECRETS, "jobs": [job]})
    assert plan_from_json(plan_to_json(plan)) == plan
    result = run_plan(plan, folder, folder / "out", CONTEXT)
    with (folder / "out" / "o.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file)), result


def declared(roles: dict[str, str], **follows: Any) -> dict[str, Any]:
    found: dict[str, Any] = {name: {"role": role} for name, role in roles.items()}
    for name, followed in follows.items():
        found.setdefault(name, {})["follows"] = followed
    return found


def test_it_is_suppressed_wherever_the_variable_followed_is(tmp_path) -> None:
    roles = {"region": "key", "sex": "key", "band": "key"}
    variables = declared(roles, district="region", zip=["district", "sex"])
    rows, _ = run(tmp_path, "local_suppression", {"k": 3}, variables)
    own = people()
    assert any(row["region"] == "*" for row in rows)
    for row, before in zip(rows, own, strict=True):
        assert row["district"] == ("*" if row["region"] == "*" else before["district"])
        hidden = "*" in (row["district"], row["sex"])
        assert row["zip"] == ("*" if hidden else before["zip"])


@pytest.mark.parametrize("becomes", ["keep", "delete"])
def test_it_is_suppressed_with_whole_records(tmp_path, becomes) -> None:
    variables = declared({"region": "key", "sex": "key", "band": "key"}, district="region")
    params = {"levels": {}, "suppress_below": 4, "suppressed_records": becomes}
    rows, _ = run(tmp_path, "recode", params, variables)
    assert all((row["region"] == "*") == (row["district"] == "*") for row in rows)
    assert (len(rows) < len(people())) == (becomes == "delete")


def test_it_is_left_out_where_the_variable_followed_is_recoded(tmp_path) -> None:
    variables = declared({"region": "key"}, district="region", zip="district")
    (tmp_path / "parts.csv").write_text("region,part\nN,NS\nS,NS\nE,EW\nW,EW\n", encoding="utf-8")
    trees = {"region": {"kind": "levels", "path": "parts.csv"}}
    rows, done = run(tmp_path, "recode", {"levels": {"region": 1}}, variables, hierarchies=trees)
    assert not {"district", "zip"} & set(rows[0])
    notes = [(one.code, one.params["name"]) for one in done.notes if one.code == "follows.left_out"]
    assert notes == [("follows.left_out", "district"), ("follows.left_out", "zip")]


def test_a_level_of_its_own_keeps_it(tmp_path) -> None:
    variables = declared({"region": "key"}, district="region")
    (tmp_path / "parts.csv").write_text("region,part\nN,NS\nS,NS\nE,EW\nW,EW\n", encoding="utf-8")
    trees = {
        "region": {"kind": "levels", "path": "parts.csv"},
        "district": {"kind": "mask", "length": 2},
    }
    rows, _ = run(tmp_path, "recode", {"levels": {"region": 1, "district": 1}}, variables, hierarchies=trees)
    assert {row["district"] for row in rows} == {"N*", "S*", "E*", "W*"}


def test_it_stays_where_the_variable_followed_is_not_changed(tmp_path) -> None:
    variables = declared({"region": "key"}, district="region")
    rows, done = run(tmp_path, "recode", {"levels": {}}, variables)
    assert [row["district"] for row in rows] == [row["district"] for row in people()]
    assert not [one for one in done.notes if one.code == "follows.left_out"]


def test_swapped_values_take_it_along(tmp_path) -> None:
    numbers = {"income": {"level": "continuous"}, "yearly": {"level": "continuous", "follows": "income"}}
    rows, _ = run(tmp_path, "swap", {"variables": ["income"], "range": 10}, numbers)
    assert [row["income"] for row in rows] != [row["income"] for row in people()]
    assert all(int(row["yearly"]) == 12 * int(row["income"]) for row in rows)


def test_swapped_households_take_it_along(tmp_path) -> None:
    roles = {"h": "household", "region": "key", "sex": "key"}
    params = {"hierarchy": ["region", "district"], "k": 3, "rate": 0.2}
    rows, _ = run(tmp_path, "swap_households", params, declared(roles, zip="district"))
    moved = [
        (row, before)
        for row, before in zip(rows, people(), strict=True)
        if row["district"] != before["district"]
    ]
    assert moved
    assert all(row["zip"].startswith(f"{row['district']}-") for row in rows)


def test_noise_leaves_it_out(tmp_path) -> None:
    numbers = {"income": {"level": "continuous"}, "yearly": {"level": "continuous", "follows": "income"}}
    rows, _ = run(tmp_path, "noise", {"variables": ["income"], "amount": 0.5}, numbers)
    assert "yearly" not in rows[0]


@pytest.mark.parametrize(
    ("follows", "code"),
    [
        ({"district": "district"}, "data.follows_itself"),
        ({"district": "town"}, "data.follows_unknown"),
        ({"district": "zip", "zip": ["region", "district"]}, "data.follows_circle"),
        ({"h": "region"}, "data.follows_identifier"),
        ({"sex": "region"}, "data.follows_treated"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path, follows, code) -> None:
    roles = {"region": "key", "sex": "key", "h": "direct_identifier"}
    with pytest.raises(Refused) as refusal:
        run(tmp_path, "local_suppression", {"k": 3}, declared(roles, **follows))
    assert code in [problem.code for problem in refusal.value.problems]
