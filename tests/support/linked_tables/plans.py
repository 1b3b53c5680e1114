"""Plans of linked tables on generated records: written, run, and audited independently."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import RunOptions, evaluate_plan, run_plan
from tests.support.linked_tables.system import disclosed

REGION_OF = {f"m{number}": f"r{number // 2}" for number in range(6)}
NESTED = {"nested": {"region": ("place", REGION_OF)}, "place": {}}
for _code, _group in REGION_OF.items():
    NESTED["place"].setdefault(_group, set()).add(_code)
NUMBERS = ("y", "domestic", "export", "one")
P = {"kind": "p_percent", "p": 20}


def firms(seed: int = 0, number: int = 60) -> list[dict[str, str]]:
    """Firms by place, region, sex of the owner and activity, with turnover that two parts add up to."""
    draws = np.random.default_rng(seed)
    found = []
    for _ in range(number):
        place = f"m{draws.integers(6)}"
        home, abroad = int(draws.lognormal(3, 1)) + 1, int(draws.lognormal(2, 1)) + 1
        found.append(
            {
                "place": place,
                "region": REGION_OF[place],
                "sex": "mf"[draws.integers(2)],
                "activity": f"a{draws.integers(4)}",
                "y": str(home + abroad),
                "domestic": str(home),
                "export": str(abroad),
                "one": "1",
            }
        )
    return found


def table(
    name: str, names: str, value: str | None = "y", source: str = "data", **protect: Any
) -> dict[str, Any]:
    """A table job by some variables (`place*`: with its hierarchy); suppression with these settings, or
    `method=None` for no protection.
    """
    dimensions = [
        {"variable": one.rstrip("*"), **({} if one.endswith("*") else {"hierarchy": False})}
        for one in names.split()
    ]
    params: dict[str, Any] = {"dimensions": dimensions, "rules": [P]}
    if value is not None:
        params["value"] = value
    method = protect.pop("method", "suppression")
    if method is not None:
        params["protect"] = {"method": method, **protect}
    return {"name": name, "kind": "table", "input": source, "params": params}


class Desk:
    """A folder with records, on which plans are run."""

    def __init__(self, folder: Path, records: Sequence[Mapping[str, str]], *, hierarchy: bool = True) -> None:
        self.folder, self.records = folder, records
        with (folder / "firms.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(records[0]))
            writer.writeheader()
            writer.writerows(records)
        rows = "".join(f"{place},{region}\n" for place, region in REGION_OF.items())
        (folder / "places.csv").write_text(rows, encoding="utf-8")
        names = {name: {"role": "other", "level": "nominal"} for name in records[0]}
        names |= {name: {"role": "other", "level": "continuous"} for name in NUMBERS if name in names}
        self.data: dict[str, Any] = {"path": "firms.csv", "variables": names}
        if hierarchy:
            places = {"kind": "levels", "path": "places.csv", "header": False}
            self.data["hierarchies"] = {"place": places}

    def plan(self, jobs: Sequence[Mapping[str, Any]], **more: Any):
        """A plan of these jobs."""
        return plan_from_json({"schema": 2, "data": self.data, "jobs": list(jobs), **more})

    def run(self, jobs: Sequence[Mapping[str, Any]], out: str | None = None, names=(), **more: Any):
        """The jobs of the result by name; written into a folder where one is named."""
        plan = self.plan(jobs, **more)
        if out is None and not names:
            done = evaluate_plan(plan, self.folder, JobContext())
        else:
            done = run_plan(
                plan, self.folder, self.folder / (out or "out"), JobContext(), RunOptions(names=names)
            )
        return {job.name: job for job in done.jobs}

    def disclosed(self, jobs) -> list[str]:
        """The unsafe cells of all tables that are not protected, by an independent solver."""
        return disclosed(self.records, [job.result for job in jobs.values()], NESTED)
