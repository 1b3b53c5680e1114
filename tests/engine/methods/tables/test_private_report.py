"""The report on differentially private tables: the external edition is free of data, and nothing is drawn."""

import json
import re
from pathlib import Path

import pytest

from sdc_desktop import cli
from tests.support.secret import digits

PARAMS = {
    "dimensions": [{"variable": "place"}],
    "codes": {"place": ["n", "s"]},
    "budget": 0.3,
    "most_epsilon": 9,
}


@pytest.mark.parametrize("edition", ["internal", "external"])
def test_the_external_edition_tells_no_number_of_records(tmp_path: Path, edition) -> None:
    """Beside an exact number of records the budget would not hide whether a person is in the data."""
    lines = ["place,age", *(f"{'ns'[n % 2]},{n % 5}" for n in range(1237))]
    (tmp_path / "data.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    roles = {"place": {"role": "key"}, "age": {"role": "key"}}
    job = {"name": "t", "kind": "private_table", "params": PARAMS, "output": {"path": "t.csv"}}
    plan = {
        "schema": 2,
        "secrets": {"*": digits(1)},
        "data": {"path": "data.csv", "variables": roles},
        "jobs": [job],
    }
    path, report = tmp_path / "plan.sdcplan", tmp_path / "report.html"
    path.write_text(json.dumps(plan), encoding="utf-8")
    assert cli.main(["report", str(path), "--out", str(report), "--edition", edition, "--quiet"]) == 0
    text = re.sub(r"\s", "", report.read_text(encoding="utf-8"))
    assert ("1237" in text) == (edition == "internal")
    assert "Noisebymarginal" in text
    assert not list(tmp_path.glob("*.ledger"))
