"""A generated survey of firms in eight tables, and an audit of what they reveal together.

Firms have an activity (in sections), a municipality (in regions, and in service areas that cut across them),
turnover, wages, other costs and a profit: what is left, or else drawn by itself, and below zero for some.
The audit uses nothing of the engine but what is published: its unknowns are the amounts of each activity in
each municipality, bounded by linear programs of HiGHS.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse
from scipy.optimize import linprog

P = 10
AMOUNTS = ("turnover", "wages", "other", "profit")
TABLES = (  # name, response, dimensions; * has its hierarchy
    ("turnover by municipality", "turnover", ("activity*", "municipality*")),
    ("turnover by area", "turnover", ("activity", "area")),
    ("wages by region", "wages", ("activity*", "region")),
    ("wages by area", "wages", ("activity", "area")),
    ("other costs by region", "other", ("activity*", "region")),
    ("profit by region", "profit", ("activity*", "region")),
    ("profit by area", "profit", ("activity", "area")),
    ("other costs by area", "other", ("activity", "area")),
)
_NEAR = 1e-6


@dataclass(frozen=True)
class Firms:
    """How many firms, and categories. ``derived``: profit = turnover - wages - other costs."""

    firms: int = 8_000
    activities: int = 20
    sections: int = 5
    municipalities: int = 24
    regions: int = 6
    areas: int = 5
    derived: bool = True

    def region(self, municipality: int) -> int:
        return municipality * self.regions // self.municipalities

    def area(self, municipality: int) -> int:
        """Areas begin half a region later than regions do."""
        shift = self.municipalities // (2 * self.regions)
        return (municipality + shift) % self.municipalities * self.areas // self.municipalities

    def section(self, activity: int) -> int:
        return activity * self.sections // self.activities

    def draw(self, seed: int = 0) -> dict[str, np.ndarray]:
        """The records: codes as numbers, and amounts."""
        draws = np.random.default_rng(seed)

        def codes(number: int) -> np.ndarray:
            shares = np.exp(draws.normal(0, 0.7, number))
            return draws.choice(number, size=self.firms, p=shares / shares.sum())

        turnover = draws.lognormal(6, 1.3, self.firms).astype(np.int64) + 1
        wages = (turnover * draws.beta(2, 4, self.firms)).astype(np.int64)
        other = (turnover * draws.beta(4, 4, self.firms) * 1.3).astype(np.int64)
        own = draws.normal(50, 400, self.firms).astype(np.int64)
        profit = turnover - wages - other if self.derived else own
        found = {"activity": codes(self.activities), "municipality": codes(self.municipalities)}
        return found | {"turnover": turnover, "wages": wages, "other": other, "profit": profit}

    def write(self, folder: Path, seed: int = 0) -> dict[str, np.ndarray]:
        """Write records and hierarchies into a folder; the records."""
        drawn = self.draw(seed)
        activities, municipalities = drawn["activity"].tolist(), drawn["municipality"].tolist()
        columns = {
            "activity": [f"a{one:02}" for one in activities],
            "municipality": [f"m{one:02}" for one in municipalities],
            "region": [f"r{self.region(one)}" for one in municipalities],
            "area": [f"s{self.area(one)}" for one in municipalities],
            **{name: drawn[name].tolist() for name in AMOUNTS},
        }
        with (folder / "firms.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(zip(*columns.values(), strict=True))
        for name, (letter, group, of, number) in {
            "activity": ("a", "A", self.section, self.activities),
            "municipality": ("m", "r", self.region, self.municipalities),
        }.items():
            rows = (f"{letter}{one:02},{group}{of(one)}\n" for one in range(number))
            (folder / f"{name}.csv").write_text("".join(rows), encoding="utf-8")
        return drawn

    def plan(self, **protect: Any) -> dict[str, Any]:
        """The plan of the eight tables, protected together."""
        jobs = []
        for name, value, dimensions in TABLES:
            spanned = [
                {"variable": one.rstrip("*"), **({} if one.endswith("*") else {"hierarchy": False})}
                for one in dimensions
            ]
            params = {
                "dimensions": spanned,
                "value": value,
                "rules": [{"kind": "p_percent", "p": P}],
                "protect": {"method": "suppression", "solver": "fast", "link": "survey", **protect},
            }
            jobs.append({"name": name, "kind": "table", "params": params})
        codes = ("activity", "municipality", "region", "area")
        variables = {name: {"role": "other", "level": "nominal"} for name in codes}
        variables |= {name: {"role": "other", "level": "continuous"} for name in AMOUNTS}
        hierarchies = {
            name: {"kind": "levels", "path": f"{name}.csv", "header": False}
            for name in ("activity", "municipality")
        }
        data = {"path": "firms.csv", "variables": variables, "hierarchies": hierarchies}
        return {"schema": 2, "data": data, "jobs": jobs}

    def inside(self, label: str) -> tuple[str, frozenset[int]]:
        """The variable of the finest codes behind a label, and those codes."""
        kinds = {
            "a": ("activity", self.activities, lambda one: one),
            "A": ("activity", self.activities, self.section),
            "m": ("municipality", self.municipalities, lambda one: one),
            "r": ("municipality", self.municipalities, self.region),
            "s": ("municipality", self.municipalities, self.area),
        }
        name, number, of = kinds[label[0]]
        return name, frozenset(one for one in range(number) if of(one) == int(label[1:]))


@dataclass(frozen=True)
class Sum:
    """The amount of a response in some activities and municipalities."""

    response: str
    activities: frozenset[int]
    municipalities: frozenset[int]


class RecordAudit:
    """What follows from published cells for sums of records, in real numbers. ``cells``: by table what is
    published of each of its cells, None where it is suppressed.
    """

    def __init__(
        self,
        firms: Firms,
        records: Mapping[str, np.ndarray],
        cells: Mapping[str, Mapping[tuple[str, ...], float | None]],
    ) -> None:
        self._firms, self._records = firms, records
        self._shape = firms.activities, firms.municipalities
        self.published: dict[Sum, float] = {}
        self.suppressed: list[Sum] = []
        for name, response, _ in TABLES:
            for labels, value in cells[name].items():
                one = self.sum_of(response, labels)
                if value is None:
                    self.suppressed.append(one)
                else:
                    self.published[one] = float(value)
        size = int(np.prod(self._shape))
        self._own = AMOUNTS[:3] if firms.derived else AMOUNTS
        self._place = {name: number * size for number, name in enumerate(self._own)}
        self._lower = np.zeros(size * len(self._own))
        if not firms.derived:
            self._lower[self._place["profit"] :] = -np.inf
        self._rows = sparse.csr_array(np.array([self._row(one) for one in self.published]))
        self._rights = np.array(list(self.published.values()))

    def sum_of(self, response: str, labels: Sequence[str]) -> Sum:
        found = {
            "activity": frozenset(range(self._shape[0])),
            "municipality": frozenset(range(self._shape[1])),
        }
        for label in labels:
            if label != "Total":
                variable, codes = self._firms.inside(label)
                found[variable] &= codes
        return Sum(response, found["activity"], found["municipality"])

    def _row(self, one: Sum) -> np.ndarray:
        fine = np.zeros(self._shape)
        fine[np.ix_(sorted(one.activities), sorted(one.municipalities))] = 1
        row = np.zeros(len(self._lower))
        signs = {one.response: 1.0}
        if one.response == "profit" and self._firms.derived:
            signs = {"turnover": 1.0, "wages": -1.0, "other": -1.0}
        for name, sign in signs.items():
            row[self._place[name] : self._place[name] + fine.size] = sign * fine.ravel()
        return row

    def interval(self, one: Sum) -> tuple[float, float]:
        """Between what a sum must lie."""
        ends = []
        for sign in (1.0, -1.0):
            bounds = np.stack([self._lower, np.full(len(self._lower), np.inf)], axis=1)
            found = linprog(
                sign * self._row(one), A_eq=self._rows, b_eq=self._rights, bounds=bounds, method="highs"
            )
            assert found.status in (0, 3), found.message
            ends.append(sign * found.fun if found.status == 0 else -sign * np.inf)
        return ends[0], ends[1]

    def level(self, one: Sum) -> tuple[float, float] | None:
        """Its value, and how far from it an intruder must stay under the p% rule; None where it is safe."""
        records = self._records
        here = np.isin(records["activity"], sorted(one.activities))
        here &= np.isin(records["municipality"], sorted(one.municipalities))
        amounts = records[one.response][here]
        largest = np.sort(np.abs(amounts))[::-1]
        if not len(largest) or not largest[0]:
            return None
        missing = P / 100 * largest[0] - largest[2:].sum()
        return (float(amounts.sum()), max(1.0, float(missing))) if missing > 0 else None

    def differences(self) -> Iterator[Sum]:
        """What an area of a table leaves when up to three published areas within it are taken away, for each
        response and activities that both have.
        """
        known: dict[tuple[str, frozenset[int]], set[frozenset[int]]] = {}
        for one in (*self.published, *self.suppressed):
            known.setdefault((one.response, one.activities), set()).add(one.municipalities)
        for (response, activities), areas in known.items():
            left: set[frozenset[int]] = set()
            for whole in areas:
                parts = [part for part in sorted(areas, key=sorted) if part < whole]
                for number in (1, 2, 3):
                    for taken in combinations(parts, number):
                        union = frozenset().union(*taken)
                        if len(union) == sum(map(len, taken)) and union < whole:
                            left.add(whole - union)
            yield from (Sum(response, activities, rest) for rest in sorted(left - areas, key=sorted))

    def failures(self, sums: Sequence[Sum]) -> list[tuple[Sum, float, float, float, float]]:
        """Those unsafe by rule that are known more closely than it allows: with value, level and interval."""
        found = []
        for one in sums:
            judged = self.level(one)
            if judged is None:
                continue
            value, level = judged
            lower, upper = self.interval(one)
            near = _NEAR * max(1.0, abs(value))
            assert lower - near <= value <= upper + near
            if value - lower < level - near or upper - value < level - near:
                found.append((one, value, level, lower, upper))
        return found
