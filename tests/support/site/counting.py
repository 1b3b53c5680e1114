"""A small plan whose data are counted, as a counts file."""

import csv
import json
import random
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import Plan, parse_plan
from sdc_desktop.engine.site.counting import Counted, count_plan
from sdc_desktop.engine.site.duckdb_engine import DuckdbEngine

HEAD = ("town", "sex", "age", "illness", "pay")
TOWNS = ("Ärö", "a", "a ", "A", "", "z")
ROLES = {"town": "key", "sex": "key", "age": "key", "illness": "sensitive", "pay": "other"}


def rows(records: int = 200, seed: int = 5) -> list[tuple[str, ...]]:
    """Records with odd values, of no real person."""
    draws = random.Random(seed)
    return [
        (
            draws.choice(TOWNS),
            draws.choice("fm"),
            str(draws.choice((20, 30, 40))),
            draws.choice(("x", "y")),
            f"{draws.randrange(9_999)}.5",
        )
        for _ in range(records)
    ]


def plan_json() -> dict[str, object]:
    """Two jobs on counts, one of them on more variables, and one that needs records."""
    return {
        "schema": 2,
        "data": {
            "path": "people.csv",
            "variables": {name: {"role": role, "level": "nominal"} for name, role in ROLES.items()},
        },
        "jobs": [
            {"name": "risk", "kind": "risk", "params": {}},
            {
                "name": "tab",
                "kind": "table",
                "params": {"dimensions": [{"variable": "town"}, {"variable": "sex"}]},
            },
            {"name": "mean", "kind": "microaggregate", "params": {"variables": ["age"], "k": 3}},
        ],
    }


def write_plan(folder: Path, records: int = 200) -> Path:
    """The plan and its data in a folder."""
    with (folder / "people.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([HEAD, *rows(records)])
    path = folder / "plan.sdcplan"
    path.write_text(json.dumps(plan_json()), encoding="utf-8")
    return path


def plan_in(folder: Path) -> Plan:
    """The plan of a folder."""
    return parse_plan((folder / "plan.sdcplan").read_text(encoding="utf-8"))


def counted(folder: Path, out: Path, names: tuple[str, ...] = ()) -> Counted:
    """Count the plan of a folder with DuckDB."""
    plan = plan_in(folder)
    return count_plan(
        plan, lambda part: DuckdbEngine(plan, folder, None, part), out, JobContext(), names=names
    )
