"""The cells that a reason of the verdict on a table is about are as many as its sentence counts."""

import random
from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.tables.audit import AUDIT
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.words.tables.concerned import concerned
from tests.support.known_verdicts import KNOWN

NOT_COUNTED = {"table.unsafe_sums", "linked.unsafe_sums"}  # a sum has several cells
RULES = [{"kind": "threshold", "n": 3}, {"kind": "dominance", "n": 1, "k": 75}]
METHODS = (None, {"method": "suppression"}, {"method": "rounding", "base": 5}, {"method": "adjustment"})


def checked(done, name: str) -> set[str]:
    """The codes of the reasons whose cells were found and counted."""
    found = set()
    job = next(one for one in done.jobs if one.name == name)
    cells = {cell.coordinates for cell in job.result.cells}
    for reason in job.verdict.reasons:
        own = concerned(reason, job.result, name)
        assert set(own) <= cells
        if own and reason.code not in NOT_COUNTED and "number" in reason.figures:
            assert len(own) == reason.figures["number"], reason
        found |= {reason.code} if own else set()
    return found


def test_known_cases_show_as_many_cells_as_their_sentences_count(tmp_path: Path) -> None:
    found = set()
    for name, case in KNOWN.items():
        if case.kind not in (TABLE.kind, AUDIT.kind):
            continue
        (tmp_path / "data.csv").write_text("\n".join(case.rows) + "\n", encoding="utf-8")
        done = evaluate_plan(plan_from_json(case.plan()), tmp_path, JobContext())
        assert name
        found |= checked(done, "out")
    assert {"table.unsafe_published", "audit.disclosed"} <= found


def test_random_tables_show_as_many_cells_as_their_sentences_count(tmp_path: Path) -> None:
    draw = random.Random(11)
    found = set()
    for number in range(12):
        rows = [f"{draw.choice('abc')},{draw.choice('xyz')},{draw.randint(1, 90)}" for _ in range(24)]
        (tmp_path / "data.csv").write_text("\n".join(["r,c,v", *rows]) + "\n", encoding="utf-8")
        params = {
            "dimensions": [{"variable": "r"}, {"variable": "c"}],
            "value": "v",
            "rules": RULES,
            "cells": [{"cell": [draw.choice("abc"), draw.choice("xyz")], "status": "safe"}],
            "max_risk": 0.2,
        }
        protect = METHODS[number % len(METHODS)]
        params |= {} if protect is None else {"protect": protect}
        job = {"name": "t", "kind": "table", "params": params, "output": {"path": "t.csv"}}
        data = {"path": "data.csv", "variables": {"v": {"level": "continuous"}}}
        plan = plan_from_json({"schema": 2, "data": data, "secrets": {"t": "8f2c" * 16}, "jobs": [job]})
        found |= checked(evaluate_plan(plan, tmp_path, JobContext()), "t")
    assert {"table.unsafe_published", "table.overruled"} <= found
