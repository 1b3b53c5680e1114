"""Every kind of job gives the same files from records beyond memory as from records in memory."""

import json
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.methods.preparing.prepare import PrepareParams
from sdc_desktop.engine.methods.registry import METHODS, method_of
from sdc_desktop.engine.plan import Plan, plan_from_json, read_plan
from sdc_desktop.engine.runner import RunOptions, run_plan
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.build import Built, build
from sdc_desktop.engine.tables.question import Question
from sdc_desktop.engine.tables.specs.settings import DimensionSpec
from sdc_desktop.resources import resource_path
from tests.support.secret import ALL, drawing

PLANS = resource_path("self_test")


def _files(plan: Plan, base: Path, out: Path, *, large: bool) -> dict[str, object]:
    assert plan.data is not None
    text = plan.model_copy(update={"data": plan.data.model_copy(update={"large": large})})
    keys = out.with_name(f"{out.name} keys")
    run_plan(text, base, out, JobContext(), RunOptions(keys=keys))
    found: dict[str, object] = {}
    for folder in (out, keys):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
    result = json.loads(str(found["result.json"], "utf-8"))  # type: ignore[call-overload]
    return found | {"result.json": _without_large(result)}


def _without_large(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_large(part) for key, part in value.items() if key != "large"}
    return [_without_large(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("kind", sorted(METHODS))
def test_a_job_gives_the_same_bytes(kind: str, tmp_path: Path) -> None:
    plan = read_plan(PLANS / f"{kind}.sdcplan")
    if plan.data is None:
        pytest.skip("works on no records")
    small, large = (_files(plan, PLANS, tmp_path / str(large), large=large) for large in (False, True))
    assert large == small


STEPS = [
    {
        "filter": {
            "all": [
                {"variable": "seen", "test": "not_missing"},
                {"variable": "n", "test": "more", "value": 2},
            ]
        }
    },
    {"keep_households": {"whole": "keep"}},
    {"derive": {"name": "age", "of": "born", "age_at_variable": "seen"}},
    {"derive": {"name": "band", "of": "n", "bands": [5, 11.5]}},
    {"recode_missing": {"texts": ["9", "NA"], "to": ""}},
    {"rename": {"who": "person"}},
    {"shift_dates": {"variables": ["born", "seen"], "person": "person", "days": 40}},
    {"pseudonymise": {"variables": ["person"], "key": "key.csv"}},
    {"drop": ["n"]},
    {"filter": {"variable": "region", "test": "in", "values": ["north", "south", "NA"]}},
]


def test_every_step_of_preparing_gives_the_same_bytes(tmp_path: Path) -> None:
    rows = [
        f"P{n * 7 % 20},{n},H{n // 3},{['north', 'south', 'NA', '9'][n % 4]},19{50 + n % 40}-0{1 + n % 9}-17,"
        + ("" if n % 7 == 3 else f"2024-1{n % 3}-2{n % 9}")
        for n in range(40)
    ]
    (tmp_path / "r.csv").write_text("\n".join(["who,n,home,region,born,seen", *rows]), encoding="utf-8")
    variables = {"who": {"role": "direct_identifier"}, "home": {"role": "household"}}
    variables |= {name: {"role": "key"} for name in ("born", "seen", "n", "region")}
    job = {"name": "p", "kind": "prepare", "params": {"steps": STEPS}, "output": {"path": "p.csv"}}
    plan = plan_from_json(
        {
            "schema": 2,
            "data": {"path": "r.csv", "variables": variables},
            "secrets": ALL,
            "jobs": [job],
        }
    )
    small, large = (_files(plan, tmp_path, tmp_path / str(large), large=large) for large in (False, True))
    assert large == small
    assert {"p.csv", "key.csv"} <= set(small)
    assert 10 < len(bytes(small["p.csv"]).splitlines()) < 40  # type: ignore[call-overload]


def test_preparing_says_whether_it_holds_something_of_every_record() -> None:
    def by_record(*steps: dict[str, object]) -> bool:
        return method_of("prepare").by_record(PrepareParams.model_validate({"steps": steps}))

    assert [by_record(step) for step in STEPS] == [
        any(kind in step for kind in ("keep_households", "shift_dates", "pseudonymise")) for step in STEPS
    ]


RECORDS = """region,size,firm,amount,weight,waives
north,1,a,10.5,1.5,y
north,1,a,10.5,1.5,y
north,1,b,3,2,n
north,2,c,-4.25,1,n
south,2,c,,1,n
south,2,d,8,1.25,y
south,2,d,8,1.25,y
south,2,d,8,1.25,n
south,3,e,0,3,n
east,3,f,100,1,n
"""


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"value": "amount"},
        {"value": "amount", "weight": "weight"},
        {"value": "amount", "weight": "weight", "holding": "firm"},
        {"value": "amount", "holding": "firm", "waiver": "waives", "waiver_codes": ("y",)},
        {"value": "amount", "request": "waives", "request_codes": ("y",), "cost": "weight"},
        {"value": "amount", "keys": True},
    ],
)
def test_a_table_has_the_same_cells_and_the_same_behind_them(
    asked: dict[str, object], tmp_path: Path
) -> None:
    (tmp_path / "r.csv").write_text(RECORDS, encoding="utf-8")
    small, large = (_built(tmp_path, asked, large=large) for large in (False, True))
    assert large.notes == small.notes
    assert np.array_equal(large.table.values, small.table.values)
    for one, other in ((large.keys, small.keys), (large.costs, small.costs)):
        assert np.array_equal(one, other) if one is not None else other is None  # type: ignore[arg-type]
    for field in fields(small.behind):
        assert np.array_equal(getattr(large.behind, field.name), getattr(small.behind, field.name)), (
            field.name
        )


def _built(folder: Path, query: dict[str, object], *, large: bool) -> Built:
    opened = open_data(DataSpec(path="r.csv", large=large), folder, JobContext())
    dimensions = (DimensionSpec(variable="region"), DimensionSpec(variable="size"))
    source = Source(opened.data, {}, folder)
    return build(Question(dimensions, **query), source, 3, drawing())  # type: ignore[arg-type]
