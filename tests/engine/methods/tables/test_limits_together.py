"""A limit to the risk, and what an insider learns, of tables that are found linked or protected together.

Three tables of two of the same three variables, against integer programs over the cells of all three.
"""

import csv
import random
from math import log2

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan

NAMES = ("r", "c", "g")
TABLES = {"t": (0, 1), "u": (0, 2), "v": (1, 2)}
LEAVES = [(r, c, g) for r in "ab" for c in "wxy" for g in "kl"]
_FAR = 100_000


def records(seed: int) -> list[tuple]:
    draw = random.Random(seed)
    return [
        (*leaf, draw.choice([1, 2, 5, 12, 30])) for leaf in LEAVES for _ in range(draw.choice([1, 1, 2, 3]))
    ]


def results(folder, rows, *, link: bool, **more):
    """The jobs of the three tables; `more` are params of the first."""
    with (folder / "firms.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerows([(*NAMES, "v", "id"), *((*row, number) for number, row in enumerate(rows))])
    protect = {"method": "suppression", "solver": "fast", **({"link": "together"} if link else {})}
    jobs = []
    for name, axes in TABLES.items():
        params = {
            "dimensions": [{"variable": NAMES[axis], "hierarchy": False} for axis in axes],
            "value": "v",
            "rules": [{"kind": "p_percent", "p": 10}],
            "protect": protect,
            **(more if name == "t" else {}),
        }
        jobs.append({"name": name, "kind": "table", "params": params})
    data = {"path": "firms.csv", "variables": {"id": {"role": "direct_identifier"}}}
    plan = plan_from_json({"schema": 2, "data": data, "jobs": jobs})
    return {job.name: job for job in evaluate_plan(plan, folder, JobContext()).jobs}


def leaves_of(name: str, coordinates) -> tuple[int, ...]:
    pairs = list(zip(coordinates, TABLES[name], strict=True))
    return tuple(
        place
        for place, leaf in enumerate(LEAVES)
        if all(code in ("Total", leaf[axis]) for code, axis in pairs)
    )


class Intruder:
    """One who has all three tables, and knows a sum of leaf cells to be so large at least."""

    def __init__(self, jobs, known: tuple[int, ...] = (), least: int = 0) -> None:
        cells = [(name, cell) for name, job in jobs.items() for cell in job.result.cells]
        sums = {leaves_of(name, cell.coordinates): cell.published for name, cell in cells}
        self.shown = {leaves: value for leaves, value in sums.items() if value is not None}
        self.hidden = [leaves for leaves in sums if leaves not in self.shown]
        self.bounds = [(leaves, value, value) for leaves, value in self.shown.items()]
        self.bounds.append((known, least, np.inf))

    def ends(self, leaves: tuple[int, ...]) -> tuple[int, int | None]:
        rows = np.zeros((len(self.bounds), len(LEAVES)))
        for row, (inside, _, _) in zip(rows, self.bounds, strict=True):
            row[list(inside)] = 1
        limits = LinearConstraint(rows, [b[1] for b in self.bounds], [b[2] for b in self.bounds])
        price, found = np.zeros(len(LEAVES)), []
        price[list(leaves)] = 1
        for sign in (1, -1):
            solved = milp(sign * price, constraints=limits, integrality=1, bounds=Bounds(0, _FAR))
            found.append(round(sign * solved.fun))
        return found[0], None if found[1] > _FAR / 2 else found[1]

    def risk(self, leaves: tuple[int, ...], own: int = 0) -> float:
        least, most = self.ends(leaves)
        return 0.0 if most is None else 1 / log2(most - own - (0 if own else least) + 1)


def test_the_limit_to_the_risk_holds_for_one_who_has_all_tables(tmp_path) -> None:
    limit = 0.1811
    job = results(tmp_path, records(8), link=False, max_risk=limit)["t"]
    assert job.result.risks.highest_risk < limit
    assert [one.code for one in job.verdict.reasons] == ["linked.over_risk"]
    jobs = results(tmp_path, records(8), link=False)
    intruder = Intruder(jobs)
    over = {one.coordinates["t"] for one in job.result.linked.over_risk}
    hidden = [cell.coordinates for cell in jobs["t"].result.cells if cell.published is None]
    assert over == {cell for cell in hidden if intruder.risk(leaves_of("t", cell)) > limit}
    assert not results(tmp_path, records(8), link=False, max_risk=0.2)["t"].result.linked.over_risk


@pytest.mark.parametrize("link", [False, True])
def test_an_insider_has_all_tables(tmp_path, link: bool) -> None:
    rows = records(8)
    apart = results(tmp_path, rows, link=link)
    hidden = [cell.coordinates for cell in apart["t"].result.cells if cell.published is None]
    row = next(row for row in rows if row[:2] in hidden)
    where, own = row[:2], row[3]
    jobs = results(tmp_path, rows, link=link, insider={"cell": where, "own": own})
    found, inside = jobs["t"].result.insider, leaves_of("t", where)
    everyone, insider = Intruder(jobs), Intruder(jobs, inside, own)
    risks = [everyone.risk(inside, own)]
    risks += [insider.risk(leaves) for leaves in everyone.hidden if leaves != inside]
    assert found.highest_risk == pytest.approx(max(risks))
