"""A generated business survey, and a plan of four of its tables that stand in a cycle.

Firms have an activity (in groups), a product and a municipality (in regions). How many share an activity,
product or municipality is lognormal, and so is their turnover. Every table is full: no combination of two
categories is ruled out, and the cells by all three variables link the tables.
"""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

TABLES = (
    ("activity product", ("activity*", "product")),
    ("activity region", ("activity*", "region")),
    ("product municipality", ("product", "municipality*")),
    ("activity municipality", ("activity*", "municipality*")),
)


@dataclass(frozen=True)
class Survey:
    """So many firms, activities in groups, products and municipalities in regions.

    ``spread``: of the logarithm of their turnover; ``skew``: of how common the categories are.
    """

    firms: int = 8_000
    activities: int = 24
    groups: int = 4
    products: int = 16
    municipalities: int = 24
    regions: int = 6
    spread: float = 1.0
    skew: float = 0.4

    @property
    def fine_cells(self) -> int:
        """Combinations of the finest categories."""
        return self.activities * self.products * self.municipalities

    def write(self, folder: Path, seed: int = 0) -> list[dict[str, str]]:
        """Write the records and hierarchies into a folder; the records."""
        draws = np.random.default_rng(seed)
        columns = {
            "activity": _drawn(draws, "a", self.activities, self.firms, self.skew),
            "product": _drawn(draws, "p", self.products, self.firms, self.skew),
            "municipality": _drawn(draws, "m", self.municipalities, self.firms, self.skew),
        }
        columns["region"] = [
            _group("r", code, self.municipalities, self.regions) for code in columns["municipality"]
        ]
        columns["turnover"] = [str(int(amount) + 1) for amount in draws.lognormal(5, self.spread, self.firms)]
        with (folder / "firms.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(zip(*columns.values(), strict=True))
        self._hierarchy(folder / "activity.csv", "a", "g", self.activities, self.groups)
        self._hierarchy(folder / "municipality.csv", "m", "r", self.municipalities, self.regions)
        rows = zip(*columns.values(), strict=True)
        return [dict(zip(columns, row, strict=True)) for row in rows]

    def _hierarchy(self, path: Path, letter: str, above: str, number: int, groups: int) -> None:
        codes = [f"{letter}{place:02}" for place in range(number)]
        rows = (f"{code},{_group(above, code, number, groups)}\n" for code in codes)
        path.write_text("".join(rows), encoding="utf-8")

    def groupings(self) -> dict[str, Any]:
        """The groups of codes, as the independent audit takes them."""
        region_of = {
            f"m{place:02}": _group("r", f"m{place:02}", self.municipalities, self.regions)
            for place in range(self.municipalities)
        }
        found: dict[str, Any] = {"nested": {"region": ("municipality", region_of)}}
        for name, letter, above, number, groups in (
            ("activity", "a", "g", self.activities, self.groups),
            ("municipality", "m", "r", self.municipalities, self.regions),
        ):
            for place in range(number):
                code = f"{letter}{place:02}"
                found.setdefault(name, {}).setdefault(_group(above, code, number, groups), set()).add(code)
        return found

    def plan(self, tables: Sequence[str] = (), **protect: Any) -> dict[str, Any]:
        """The plan of its tables, of all or of those named, with these settings of suppression."""
        names = ("activity", "product", "municipality", "region")
        variables = {name: {"role": "other", "level": "nominal"} for name in names}
        jobs = []
        for name, dimensions in TABLES:
            if tables and name not in tables:
                continue
            params = {
                "dimensions": [
                    {"variable": one.rstrip("*"), **({} if one.endswith("*") else {"hierarchy": False})}
                    for one in dimensions
                ],
                "value": "turnover",
                "rules": [{"kind": "p_percent", "p": 10}],
                "protect": {"method": "suppression", "solver": "fast", **protect},
            }
            jobs.append({"name": name, "kind": "table", "params": params})
        hierarchies = {
            name: {"kind": "levels", "path": f"{name}.csv", "header": False}
            for name in ("activity", "municipality")
        }
        variables["turnover"] = {"role": "other", "level": "continuous"}
        data = {"path": "firms.csv", "variables": variables, "hierarchies": hierarchies}
        return {"schema": 2, "data": data, "jobs": jobs}


def _drawn(draws: np.random.Generator, letter: str, number: int, records: int, skew: float) -> list[str]:
    """Codes of records, each at least once, some more common than others."""
    shares = np.exp(draws.normal(0, skew, number))
    places = draws.choice(number, size=records, p=shares / shares.sum())
    places[:number] = np.arange(number)
    return [f"{letter}{place:02}" for place in places.tolist()]


def _group(letter: str, code: str, number: int, groups: int) -> str:
    return f"{letter}{int(code[1:]) * groups // number}"
