"""A generated survey of firms in wards: municipalities and service areas group these in two ways, and profit
is turnover without wages.
"""

import csv
from pathlib import Path
from typing import Any

import numpy as np

WARDS, ACTIVITIES, SHIFTED = 120, 24, 0.2
TABLES = (
    ("turnover", "activity", "municipality"),
    ("turnover", "activity", "area"),
    ("wages", "activity", "municipality"),
    ("wages", "area"),
    ("profit", "activity", "region"),
    ("profit", "area"),
    ("turnover", "region", "activity"),
    ("wages", "activity", "region"),
)


def write_wards(folder: Path, firms: int = 8_000, seed: int = 1) -> None:
    """Write the records: every fifth ward is in an area apart from its neighbours'."""
    draws = np.random.default_rng(seed)
    every = np.arange(WARDS)
    area = (every + (draws.random(WARDS) < SHIFTED) * 4) % WARDS // 4
    ward = draws.choice(WARDS, firms, p=draws.dirichlet(np.full(WARDS, 2.0)))
    activity = draws.choice(ACTIVITIES, firms, p=draws.dirichlet(np.full(ACTIVITIES, 2.0)))
    turnover = draws.lognormal(5, 1.0, firms).astype(int) + 10
    wages = (turnover * draws.uniform(0.2, 0.7, firms)).astype(int) + 1
    municipality = ward // 3
    with (folder / "wards.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("activity", "municipality", "region", "area", "turnover", "wages", "profit"))
        for own in zip(
            (f"a{one:02}" for one in activity),
            (f"m{one:02}" for one in municipality),
            (f"r{one}" for one in municipality // 8),
            (f"s{one:02}" for one in area[ward]),
            turnover.tolist(),
            wages.tolist(),
            (turnover - wages).tolist(),
            strict=True,
        ):
            writer.writerow(own)


def wards_plan(**protect: Any) -> dict[str, Any]:
    """The plan of the eight tables. `protect`: further settings, such as what they are linked by."""
    codes, amounts = ("activity", "municipality", "region", "area"), ("turnover", "wages", "profit")
    variables = {name: {"role": "other", "level": "nominal"} for name in codes}
    variables |= {name: {"role": "other", "level": "continuous"} for name in amounts}
    jobs = [
        {
            "name": f"t{number}",
            "kind": "table",
            "params": {
                "dimensions": [{"variable": name} for name in dimensions],
                "value": value,
                "rules": [{"kind": "p_percent", "p": 10}],
                "protect": {"method": "suppression", "solver": "fast", **protect},
            },
        }
        for number, (value, *dimensions) in enumerate(TABLES, start=1)
    ]
    return {"schema": 2, "data": {"path": "wards.csv", "variables": variables}, "jobs": jobs}
