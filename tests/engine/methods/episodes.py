"""Invented records of persons with several ones, and runs of a job on them."""

import csv
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import run_plan

Rows = Sequence[Sequence[str]]
HEAD = ("id", "sex", "ward", "ill", "pay", "flat")
SECRET = "8f0c1d5a7be2934466aa10fe5b2c7d9e3f41c8a6075d2be9146f3a0c5d8e7b21"
ROLES = {
    "id": "person",
    "sex": "key",
    "ward": "key",
    "ill": "sensitive",
    "pay": "other",
    "flat": "household",
}


def episodes(seed: int, persons: int = 20, most: int = 4) -> list[tuple[str, ...]]:
    """Records of persons: id, sex (of the person), ward, illness, pay, and the household."""
    draw = random.Random(seed)
    rows = []
    for person in range(persons):
        sex, pay, flat = draw.choice("fm"), draw.randint(1, 9), draw.randint(1, persons // 2)
        for _ in range(draw.randint(1, most)):
            ward, ill = draw.choice(["W0", "W1", "W2", ""]), draw.choice("st")
            rows.append((f"p{person}", sex, ward, ill, str(pay + draw.choice([0, 0, 1])), f"h{flat}"))
    draw.shuffle(rows)
    return rows


def run(
    folder: Path,
    rows: Rows,
    kind: str,
    params: dict[str, Any],
    *,
    roles: dict[str, str] | None = None,
    persons: dict[str, Any] | None = None,
    levels: Sequence[str] = ("pay",),
) -> tuple[dict[str, Any], list[dict[str, str]]]:
    """The entry of the job in result.json, and the records of its file, in the order of the data."""
    folder.mkdir(parents=True)
    lines = [",".join(row) for row in (HEAD, *rows)]
    (folder / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    roles = ROLES if roles is None else roles
    variables = {
        name: {"role": role, "level": "continuous" if name in levels else "nominal"}
        for name, role in roles.items()
    }
    data: dict[str, Any] = {"path": "d.csv", "variables": variables}
    if persons is not None:
        data["persons"] = persons
    job = {"name": "m", "kind": kind, "params": params, "output": {"path": "m.csv", "order": "as_is"}}
    plan = plan_from_json({"schema": 2, "data": data, "jobs": [job], "secrets": {"*": SECRET}})
    run_plan(plan, folder, folder / "out", JobContext())
    result = json.loads((folder / "out" / "result.json").read_text(encoding="utf-8"))
    with (folder / "out" / "m.csv").open(encoding="utf-8", newline="") as file:
        return result["jobs"]["m"], list(csv.DictReader(file))


def roles_without_persons() -> dict[str, str]:
    """The roles of the variables where nothing states whose the records are."""
    return ROLES | {"id": "direct_identifier"}
