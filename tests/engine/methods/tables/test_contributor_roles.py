"""Contributors that are direct identifiers: read by a table, released by none."""

import csv
import random
from pathlib import Path
from types import SimpleNamespace

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import run_plan

CONTEXT = JobContext()
TABLE = {
    "dimensions": [{"variable": "region"}],
    "value": "turnover",
    "rules": [{"kind": "threshold", "n": 3}],
    "holding": "holding",
    "protect": {"method": "suppression"},
}
ROLES = {"holding": "other", "region": "key", "note": "other", "weight": "weight"}


def write(folder: Path) -> None:
    draw = random.Random(5)
    rows = [
        {
            "holding": f"H{n // 2 if n % 9 else n}",
            "region": "nsew"[n % 4],
            "turnover": draw.randint(10, 900) / 10,
            "note": f"found on sheet number {n} again",
            "weight": 1.5,
        }
        for n in range(90)
    ]
    with (folder / "firms.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def codes(folder: Path, roles: dict[str, str], params: dict[str, object]) -> list[str]:
    return [one.code for one in decided(folder, roles, params).verdict.reasons]


def decided(folder: Path, roles: dict[str, str], params: dict[str, object], path: str = "firms.csv"):
    write(folder)
    data = {"path": path, "variables": {name: {"role": role} for name, role in roles.items()}}
    jobs = [{"name": "t", "kind": "table", "params": params}]
    done = run_plan(plan_from_json({"schema": 2, "data": data, "jobs": jobs}), folder, folder, CONTEXT)
    return done.jobs[0]


@pytest.mark.parametrize("role", ["other", "direct_identifier", "not_released"])
def test_contributors_are_no_reservation_on_the_table_that_counts_them(tmp_path, role) -> None:
    roles = ROLES | {"holding": role}
    assert not {"data.role_other", "data.free_text"} & set(codes(tmp_path, roles, TABLE))


def test_what_the_table_shows_stays_a_reservation(tmp_path) -> None:
    shown = TABLE | {"dimensions": [{"variable": "region"}, {"variable": "holding"}], "holding": None}
    assert "data.role_other" in codes(tmp_path, ROLES, shown)
    notes = TABLE | {"dimensions": [{"variable": "note"}]}
    assert "data.role_other" in codes(tmp_path, ROLES, notes)


def test_a_table_that_leaves_the_weight_out_says_so(tmp_path) -> None:
    def noted(params) -> list[str]:
        return [one.code for one in decided(tmp_path, ROLES, params).result.notes]

    assert "table.weight_left_out" in noted(TABLE)
    assert "table.weight_left_out" not in noted(TABLE | {"weight": "weight"})


def test_a_holding_for_each_record_changes_nothing(tmp_path) -> None:
    write(tmp_path)
    lines = (tmp_path / "firms.csv").read_text(encoding="utf-8").splitlines()
    rows = [f"{line},{n},{n % 7 - 2}" for n, line in enumerate(lines[1:])]
    (tmp_path / "numbered.csv").write_text("\n".join([f"{lines[0]},firm,profit", *rows]), encoding="utf-8")
    for value, more in (("turnover", {}), ("profit", {"lowest": "unknown"}), (None, {})):
        params = {**TABLE, "value": value, **more, "rules": [{"kind": "p_percent", "p": 60}]}
        own, none = (
            decided(tmp_path, ROLES, {**params, "holding": holding}, "numbered.csv")
            for holding in ("firm", None)
        )
        assert own.result.cells == none.result.cells
        assert own.result.cost == none.result.cost


def test_the_form_offers_identifiers_as_contributors_alone() -> None:
    from sdc_desktop.ui.tabs.tables.question import choices_of
    from sdc_desktop.words import Words

    view = SimpleNamespace(
        variables=("region",), numbers=(), record_keys=("holding", "region"), hierarchies=(), secret=None
    )
    view.is_table = False
    offered = choices_of(view, SimpleNamespace(dimensions=()), Words()).offered
    assert (offered["holding"], offered["dimensions"]) == (("holding", "region"), ("region",))
