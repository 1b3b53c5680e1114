"""Figures at what an intruder knows are of the persons whom that fits, not of all in their classes."""

from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan

SECRETS = {"*": "92798203b864400ebd9e465e2c336cff796279d6b7786af79b5b3cef3cb798bf"}
WARDS = {"a": "WX", "b": "YX", "c": "YW", "d": "WX", "e": "XY", "f": "Z", "g": "WZ", "h": "YZ", "i": "Z"}
RISK = {"criteria": [{"kind": "k_anonymity", "k": 3}], "thresholds": [2, 3]}
JOBS = [
    {"name": "m", "kind": "recode", "params": {"levels": {}}, "output": {"path": "m.csv", "order": "random"}},
    {"name": "r", "kind": "risk", "input": "m", "params": RISK},
]


def fits(known: int | str) -> dict[str, int]:
    """For each person the fewest persons who have the wards that are known of him."""
    found = {}
    for person, own in WARDS.items():
        if known == "all":
            parts = [sorted(own)]
        else:
            parts = [list(one) for one in combinations(sorted(own), min(int(known), len(own)))]
        numbers = []
        for part in parts:
            others = (Counter(wards) for wards in WARDS.values())
            numbers.append(
                sum(sorted(wards) == part for wards in WARDS.values())
                if known == "all"
                else sum(not Counter(part) - one for one in others)
            )
        found[person] = min(numbers)
    return found


@pytest.mark.parametrize("known", [1, 2, 3, "all"])
def test_unique_and_rare_persons_are_those_whom_what_is_known_fits(tmp_path: Path, known: Any) -> None:
    rows = [f"{person},{ward}" for person, wards in WARDS.items() for ward in wards]
    (tmp_path / "d.csv").write_text("\n".join(["id,ward", *rows, ""]), encoding="utf-8")
    roles = {"id": {"role": "person"}, "ward": {"role": "key"}}
    data = {"path": "d.csv", "variables": roles, "persons": {"known": known}}
    plan = plan_from_json({"schema": 2, "data": data, "jobs": JOBS, "secrets": SECRETS})
    classes, risk = (job.result for job in evaluate_plan(plan, tmp_path, JobContext()).jobs)
    expected = fits(known)
    unique = sum(number == 1 for number in expected.values())
    below = [sum(number < k for number in expected.values()) for k in (2, 3)]
    assert (risk.uniques, [one.persons for one in risk.below]) == (unique, below)
    assert [one.failing_persons for one in risk.check.criteria] == below[1:]
    for found in (classes.before, classes.after, risk):
        assert (found.uniques, found.k, found.known) == (unique, min(expected.values()), known)
    bands = [
        sum(number == 1 for number in expected.values()),
        sum(number == 2 for number in expected.values()),
    ]
    assert list(classes.after.by_size[:2]) == bands
    assert sum(classes.after.by_size) == len(WARDS)
