"""A plan run on a counts file gives the result.json that it gives on the records, or is refused."""

import json
import random
import shutil
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.engine.plan import Plan, plan_from_json, read_plan
from sdc_desktop.engine.problems import Refused, Severity
from sdc_desktop.engine.runner import RunOptions, run_plan
from sdc_desktop.engine.site.counting import count_plan
from sdc_desktop.engine.site.duckdb_engine import DuckdbEngine
from sdc_desktop.engine.site.needed import wanted_joints, works_on_counts
from sdc_desktop.resources import resource_path
from tests.support.site.counted import as_counts_show

PLANS = resource_path("self_test")
OF_FILES = ("applied", "escaped", "files", "format_notes", "sha256")
REFUSED = {"counts.order_of_records", "counts.no_records", "site.needs_records", "site.nothing_to_count"}


def counted(plan: Plan, base: Path) -> Path:
    out = base / "counted.sdccounts"
    count_plan(plan, lambda part: DuckdbEngine(plan, base, None, part), out, JobContext())
    return out


def result(plan: Plan, base: Path, out: Path, data: str | None = None) -> dict[str, object]:
    run_plan(plan, base, out, JobContext(), RunOptions(data=data, keys=out.with_name(f"{out.name} keys")))
    return json.loads((out / "result.json").read_text(encoding="utf-8"))


def without_files(found: dict[str, object]) -> dict[str, object]:
    jobs = {
        name: {key: value for key, value in job.items() if key not in OF_FILES}
        for name, job in found["jobs"].items()
    }
    return as_counts_show(found | {"jobs": jobs})


def on_counts(plan: Plan, base: Path, out: Path) -> dict[str, object] | None:
    """The result on counts; None where it was refused as it may be."""
    try:
        return result(plan, base, out, counted(plan, base).name)
    except Refused as refusal:
        errors = {one.code for one in refusal.problems if one.severity is Severity.ERROR}
        assert errors <= REFUSED
        return None


@pytest.mark.parametrize("kind", sorted(set(METHODS) - {"audit", "output_check"}))
def test_the_plan_of_every_kind_is_equal_or_refused(kind: str, tmp_path: Path) -> None:
    shutil.copytree(PLANS, tmp_path / "plans")
    shutil.copytree(resource_path("demo"), tmp_path / "demo")  # which some plans read
    plan = read_plan(tmp_path / "plans" / f"{kind}.sdcplan")
    kept = tuple(job for job in plan.jobs if works_on_counts(plan, job))
    if len(kept) < len(plan.jobs):
        assert on_counts(plan, tmp_path / "plans", tmp_path / "refused") is None
    plan = plan.model_copy(update={"jobs": kept})
    found = on_counts(plan, tmp_path / "plans", tmp_path / "counts") if kept else None
    if found is not None:
        want = result(plan, tmp_path / "plans", tmp_path / "records")
        assert without_files(found) == without_files(want)


def test_files_of_records_are_not_made_and_tables_are(tmp_path: Path) -> None:
    plan = people(tmp_path, random.Random(1))
    want, found = result(plan, tmp_path, tmp_path / "a"), on_counts(plan, tmp_path, tmp_path / "b")
    assert found is not None
    assert without_files(found) == without_files(want)
    assert sorted(path.name for path in (tmp_path / "b").iterdir()) == ["result.json", "tab.csv", "tab2.csv"]
    assert (tmp_path / "b" / "tab.csv").read_bytes() == (tmp_path / "a" / "tab.csv").read_bytes()
    assert [name for name, job in found["jobs"].items() if job.get("applied") is False] == ["gen", "rec"]
    assert found["inputs"] == want["inputs"]


def test_small_random_data_have_the_same_result_and_verdict(tmp_path: Path) -> None:
    equal = 0
    for seed in range(5):
        folder = tmp_path / str(seed)
        folder.mkdir()
        plan = people(folder, random.Random(seed))
        found = on_counts(plan, folder, folder / "b")
        if found is not None:
            equal += 1
            assert without_files(found) == without_files(result(plan, folder, folder / "a"))
    assert equal >= 3


def people(folder: Path, draw: random.Random) -> Plan:
    """A plan whose jobs build on one another, on persons with amounts that identify more or less."""
    head = ("pid", "region", "age", "sex", "ill", "pay", "day", "month")
    size, wide = draw.randrange(40, 120), draw.choice((4, 30))
    rows = [
        (
            f"P{n}",
            draw.choice(("N1", "N2", "S1", "W2")),
            str(20 + draw.randrange(wide)),
            draw.choice("mf"),
            draw.choice("abc"),
            f"{draw.randrange(100, 100 + draw.choice((5, 10_000)))}.5",
            str(draw.randrange(1, 29)),
            str(draw.randrange(1, 13)),
        )
        for n in range(size)
    ]
    lines = [",".join(row) for row in (head, *rows)]
    (folder / "people.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    roles = {"pid": "direct_identifier", "region": "key", "age": "key", "sex": "key", "ill": "sensitive"}
    variables = {name: {"role": roles.get(name, "other")} for name in head}
    variables["age"]["level"] = "continuous"
    criteria = [{"kind": "k_anonymity", "k": 2}]
    table = {
        "dimensions": [{"variable": "region"}, {"variable": "sex"}],
        "rules": [{"kind": "threshold", "n": 3}],
    }
    return plan_from_json(
        {
            "schema": 2,
            "data": {
                "path": "people.csv",
                "variables": variables,
                "hierarchies": {
                    "region": {"kind": "mask", "length": 2, "from": "right"},
                    "age": {"kind": "intervals", "start": 0, "widths": [5, 25], "end": 101},
                    "sex": {"kind": "mask", "length": 1, "from": "right"},
                },
            },
            "jobs": [
                {
                    "name": "rec",
                    "kind": "recode",
                    "params": {"levels": {"age": 1}, "suppress_below": 2, "suppress": "records"},
                    "output": {"path": "rec.csv"},
                },
                {"name": "after", "kind": "risk", "params": {}, "input": "rec"},
                {
                    "name": "gen",
                    "kind": "generalise",
                    "params": {"criteria": criteria, "suppression_limit": 0.9},
                    "output": {"path": "gen.csv"},
                },
                {"name": "gen risk", "kind": "risk", "params": {}, "input": "gen"},
                {"name": "tab", "kind": "table", "params": table},
                {
                    "name": "tab2",
                    "kind": "table",
                    "params": table | {"dimensions": [{"variable": "region"}, {"variable": "ill"}]},
                },
            ],
        }
    )


def test_tables_of_the_same_records_are_counted_together(tmp_path: Path) -> None:
    plan = people(tmp_path, random.Random(1))
    one, other = (job for job in plan.jobs if job.kind == "table")
    variables = plan.data.variables
    assert wanted_joints(plan, variables, [one]) == {("region", "sex"): ("tab",)}
    assert wanted_joints(plan, variables, [one, other]) == {("region", "sex", "ill"): ("tab", "tab2")}
