"""A relation of counted combinations answers as the records do, or refuses."""

import json
import random
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import check_plan, open_plan, run_job, to_json
from tests.engine.site.counted_twins import counted_source

NAMES = ("town", "age", "sex", "ill", "weight")
JOBS = {
    "recode": {"levels": {"age": 1, "town": 1}},
    "recode records": {"levels": {"age": 1}, "suppress_below": 3, "suppress": "records"},
    "recode cells": {"levels": {"age": 1}, "suppress_below": 2, "suppress": "cells"},
    "anopi": {"technique": "recoding", "alpha": 0.5},
    "local_suppression": {"k": 2},
    "generalise": {"criteria": [{"kind": "k_anonymity", "k": 2}], "suppression_limit": 0.5},
    "generalise again": {
        "criteria": [
            {"kind": "k_anonymity", "k": 3},
            {"kind": "distinct_l_diversity", "l": 2, "attribute": "ill"},
        ],
        "suppression_limit": 0.6,
        "local_recoding": "repeat",
    },
    "risk": {"thresholds": [2, 3], "weight": "weight", "suda_size": 2},
    "ru_map": {"family": "recoding"},
    "table": {
        "dimensions": [{"variable": "town"}, {"variable": "sex"}],
        "value": "weight",
        "rules": [{"kind": "threshold", "n": 3}, {"kind": "p_percent", "p": 10}],
        "protect": {"method": "suppression", "solver": "fast"},
    },
    "table counts": {
        "dimensions": [{"variable": "ill"}, {"variable": "age"}],
        "rules": [{"kind": "threshold", "n": 2}],
    },
    "cae": {"attribute": "age", "known": ["sex"], "weights": "weight"},
}


def opened(folder: Path, seed: int):
    draw = random.Random(seed)
    rows = [
        (
            draw.choice("NSEW") + draw.choice("12"),
            str(draw.randrange(20, 20 + draw.choice((3, 12)))),
            draw.choice(("m", "f", "")),
            draw.choice("abc"),
            str(draw.choice((1, 2, 2.5))),
        )
        for _ in range(draw.randrange(12, 80))
    ]
    lines = [",".join(row) for row in (NAMES, *rows)]
    (folder / "people.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    plan = {
        "schema": 2,
        "data": {
            "path": "people.csv",
            "variables": {
                "town": {"role": "key"},
                "age": {"role": "key", "level": "continuous"},
                "sex": {"role": "key", "level": "nominal"},
                "ill": {"role": "sensitive"},
                "weight": {"role": "other"},
            },
            "hierarchies": {
                "town": {"kind": "mask", "length": 2, "from": "right"},
                "age": {"kind": "intervals", "start": 0, "widths": [5, 10], "end": 101},
                "sex": {"kind": "mask", "length": 1, "from": "right"},
            },
        },
        "jobs": [{"name": name, "kind": name.split()[0], "params": params} for name, params in JOBS.items()],
    }
    found = open_plan(plan_from_json(plan), folder, JobContext())
    check_plan(found)
    return found


@pytest.mark.parametrize("seed", range(5))
def test_every_kind_decides_as_on_the_records_or_refuses(tmp_path: Path, seed: int) -> None:
    found = opened(tmp_path, seed)
    counted = counted_source(found.source)
    equal = 0
    for job in found.plan.jobs:
        try:
            want = to_json(run_job(job, found.source, JobContext(), with_data=False).result)
        except Refused as refusal:
            want = [problem.code for problem in refusal.problems]
        try:
            got = to_json(run_job(job, counted, JobContext(), with_data=False).result)
        except Refused as refusal:
            got = [problem.code for problem in refusal.problems]
            if got == ["counts.order_of_records"]:
                assert job.name in ("recode cells", "local_suppression")
                continue
        assert json.dumps(got) == json.dumps(want), job.name
        equal += 1
    assert equal >= len(found.plan.jobs) - 2
