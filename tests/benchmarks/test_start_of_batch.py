"""CPU seconds of whole processes of the batch command: `--version`, and `run` of a plan on 60 records.

Wanted on a calm processor: 0.3 and 1.0.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 3
RECORDS = 60


def _of_children() -> float:
    spent = os.times()
    return spent.children_user + spent.children_system


def _spent(*arguments: object) -> float:
    """The least CPU seconds of some runs of a command, children included."""
    command = [sys.executable, "-P", "-m", "sdc_desktop", *map(str, arguments)]
    spent = []
    for _ in range(ROUNDS):
        before = _of_children()
        subprocess.run(
            command, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True, capture_output=True, timeout=120
        )
        spent.append(_of_children() - before)
    return min(spent)


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    rows = (f"{1960 + number % 12};{'fmx'[number % 3]};{number % 7}" for number in range(RECORDS))
    (tmp_path / "people.csv").write_text("year;sex;visits\n" + "\n".join(rows) + "\n")
    key = {"role": "key"}
    variables = {"year": key | {"level": "ordinal"}, "sex": key, "visits": {"role": "sensitive"}}
    years = {"kind": "intervals", "start": 1960, "widths": [3, 6], "end": 1971}
    path = tmp_path / "sixty.sdcplan"
    data = {"path": "people.csv", "format": "csv", "variables": variables, "hierarchies": {"year": years}}
    job = {"name": "recoded", "kind": "recode", "params": {"levels": {"year": 1}}}
    path.write_text(json.dumps({"schema": 2, "data": data, "jobs": [job]}))
    return path


def test_version_and_run_of_sixty_records(benchmark, plan: Path) -> None:
    spent = {
        "version": _spent("--version"),
        "run": _spent("run", plan, "--out", plan.parent / "out", "--quiet"),
    }
    print("\n" + ", ".join(f"{name} {seconds:.2f} s CPU" for name, seconds in spent.items()))
    benchmark.extra_info |= spent
    benchmark.pedantic(_spent, ("--version",), rounds=1)
    assert (plan.parent / "out" / "recoded.csv").read_text().count("\n") == RECORDS + 1
