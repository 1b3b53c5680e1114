"""Tables of persons with several records, for the tests of these."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.tables.specs.table import TableParams
from sdc_desktop.engine.tables.table_counts import TableCounts, table_counts
from tests.support.data import microdata

SECRETS = {"*": "8f0c1d5a7be2934466aa10fe5b2c7d9e3f41c8a6075d2be9146f3a0c5d8e7b21"}
HEAD = ("id", "region", "act", "y", "group")
FIRMS = """b N F 5 g2|d S F 3 g3|a N F 40 g1|c S D 7 g3|e N D 12 g4|d N D 10 g3|b N F 5 g2|b S F 1 g2
a S F 1 g1|a S D 9 g1|d S D 6 g3|a N F 40 g1|e S D 8 g4|b S D 7 g2|c S F 2 g3|c N D 10 g3"""
ROWS = [tuple(row.split()) for row in FIRMS.replace("\n", "|").split("|")]
WARDS = [("c", "f", "X"), ("e", "m", "X"), ("a", "f", "X"), ("e", "m", "W"), ("g", "m", "W"), ("a", "f", "W")]
WARDS += [("d", "m", "W"), ("b", "f", "W")]
PERSON, NAMED = {"id": "person"}, {"id": "direct_identifier"}
THRESHOLD = {"kind": "threshold", "n": 3}
Row = Sequence[str]


def params_of(dimensions: Sequence[str] = ("region", "act"), **more: Any) -> dict[str, Any]:
    return {"dimensions": [{"variable": name} for name in dimensions], "rules": [THRESHOLD], **more}


def counted(rows: Sequence[Row], params: dict[str, Any], head: Sequence[str] = HEAD) -> TableCounts:
    columns = {name: list(column) for name, column in zip(head, zip(*rows, strict=True), strict=True)}
    data = microdata(columns, PERSON)
    data = data.with_persons(None)
    return table_counts(TableParams.model_validate(params), Source(data, {}), JobContext())


def by_cell(found: TableCounts, numbers: Any) -> dict[str, Any]:
    return {found.table.cell_name(cell): numbers[cell].item() for cell in range(len(found.table))}


def evaluated(
    folder: Path,
    rows: Sequence[Row],
    *tables: dict[str, Any],
    roles: dict[str, str] | None = None,
    head: Sequence[str] = HEAD,
    persons: dict[str, Any] | None = None,
    jobs: Sequence[dict[str, Any]] = (),
    large: bool = False,
) -> Any:
    (folder / "d.csv").write_text("\n".join(",".join(row) for row in [head, *rows]) + "\n", encoding="utf-8")
    variables = {name: {"role": (PERSON if roles is None else roles).get(name, "other")} for name in head}
    if "y" in head:
        variables["y"]["level"] = "continuous"
    data = {"path": "d.csv", "variables": variables, "large": large} | (
        {"persons": persons} if persons else {}
    )
    own = [{"name": f"t{n}", "kind": "table", "params": one} for n, one in enumerate(tables)]
    for job in own if jobs else ():
        job["input"] = jobs[-1]["name"]
    plan = {"schema": 2, "data": data, "jobs": [*jobs, *own], "secrets": SECRETS}
    return evaluate_plan(plan_from_json(plan), folder, JobContext())


def refused(folder: Path, rows: Sequence[Row], *tables: dict[str, Any], **more: Any) -> Problem:
    with pytest.raises(Refused) as refusal:
        evaluated(folder, rows, *tables, **more)
    (problem,) = refusal.value.problems
    return problem


def unsafe(result: Any) -> set[str]:
    return {" / ".join(cell.coordinates) for cell in result.cells if cell.reason}


def many() -> list[tuple[str, ...]]:
    random = np.random.default_rng(5)
    regions, acts = "NSEW", "DFGH"
    return [
        (f"p{random.integers(25)}", regions[place % 4], acts[place % 3], str(random.integers(1, 90)), "g1")
        for place in range(120)
    ]
