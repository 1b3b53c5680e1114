"""The plan of five jobs on Adult: a protected file, a table and three measurements."""

import json
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parents[1] / "report" / "golden" / "adult.json"
AGE = {"kind": "levels", "path": "adult_hierarchy_age.csv", "delimiter": ";", "header": False}


def golden() -> dict[str, Any]:
    """What the figures of the report must be, counted independently of the engine."""
    found: dict[str, Any] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return found


def plan_json(jobs: int = 5) -> dict[str, Any]:
    """The first jobs of the plan, beside the files of Adult."""
    keys, told = golden()["levels"], golden()["people_in_groups_with_one_value"]
    roles = {name: {"role": "key"} for name in keys} | {name: {"role": "sensitive"} for name in told}
    places = [{"variable": name} for name in ("education", "native-country")]
    steps: list[dict[str, Any]] = [
        golden()["plan"],
        {
            "name": "table",
            "kind": "table",
            "params": {
                "dimensions": places,
                "rules": [{"kind": "threshold", "n": 5}],
                "protect": {"method": "suppression"},
            },
            "output": {"path": "adult_table.csv"},
        },
        {"name": "risk after", "kind": "risk", "input": golden()["plan"]["name"]},
        {"name": "risk and utility", "kind": "ru_map", "params": {"max_risk": 0.2}},
        {
            "name": "age from sex and race",
            "kind": "cae",
            "params": {"attribute": "age", "known": ["sex", "race"]},
        },
    ]
    levels = {name: AGE | {"path": f"adult_hierarchy_{name}.csv"} for name in keys}
    data = {"path": "adult.csv", "delimiter": ";", "variables": roles, "hierarchies": levels}
    return {"schema": 2, "data": data, "jobs": steps[:jobs]}
