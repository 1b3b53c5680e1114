"""The file result.json of a table: no true value of a cell that is not published, unless it is asked for."""

import json
import os
import stat

import pytest

from sdc_desktop import cli
from tests.support.secret import ALL

FULL = [("a", "x", 60), ("a", "y", 11), ("a", "z", 215), ("b", "x", 71), ("b", "y", 84), ("b", "z", 187)]
FULL += [("c", "x", 33), ("c", "y", 36), ("c", "z", 35)]


def run(folder, *options: str, protect=None, rules=None, of="v") -> dict:
    """Each cell has five equal contributions, but for the first, of one firm."""
    rows = []
    for r, c, value in FULL:
        number = 1 if (r, c) == ("a", "x") else 5
        rows += [f"{r},{c},{value if number == 1 else value * 7}"] * number
    (folder / "d.csv").write_text("r,c,v\n" + "\n".join(rows) + "\n", encoding="utf-8")
    params = {
        "dimensions": [{"variable": "r"}, {"variable": "c"}],
        "value": of,
        "rules": rules
        if rules is not None
        else [{"kind": "threshold", "n": 3}, {"kind": "p_percent", "p": 10}],
        "protect": protect or {"method": "suppression"},
    }
    job = {"name": "t", "kind": "table", "params": params, "output": {"path": "t.csv"}}
    plan = {"schema": 2, "data": {"path": "d.csv", "format": "csv"}, "jobs": [job], "secrets": ALL}
    (folder / "plan.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    out = folder / "out"
    assert cli.main(["run", str(folder / "plan.sdcplan"), "--out", str(out), "--quiet", *options]) == 0
    return json.loads((out / "result.json").read_text(encoding="utf-8"))["jobs"]["t"]["result"]


def test_what_is_suppressed_has_no_value_and_no_contribution(tmp_path, capsys) -> None:
    cells = run(tmp_path)["cells"]
    hidden = [cell for cell in cells if cell["published"] is None]
    assert hidden
    assert all(cell["value"] is None for cell in hidden)
    assert all(reason["figures"] == {} for cell in hidden for reason in cell["reason"])
    assert all(cell["value"] == cell["published"] for cell in cells if cell not in hidden)


def test_it_has_them_where_they_are_requested(tmp_path, capsys) -> None:
    cells = run(tmp_path, "--with-values")["cells"]
    assert {tuple(c["coordinates"]): c["value"] for c in cells if c["published"] is None}["a", "x"] == 60
    assert any(reason["figures"] for cell in cells for reason in cell["reason"])


def test_a_rounded_table_does_not_say_which_values_are_true(tmp_path, capsys) -> None:
    cells = run(tmp_path, protect={"method": "rounding", "base": 5})["cells"]
    assert all(cell["value"] is None and cell["published"] is not None for cell in cells)


@pytest.mark.skipif(os.name == "nt", reason="no rights of this kind")
def test_only_its_owner_reads_it(tmp_path, capsys) -> None:
    run(tmp_path)
    assert stat.S_IMODE((tmp_path / "out" / "result.json").stat().st_mode) == 0o600


CELL_KEYS = {"method": "cell_key", "variance": 2, "maximum": 5, "ratio": {"share_of": "c", "least": 1}}


def test_a_table_with_cell_keys_has_neither_true_values_nor_true_ratios(tmp_path, capsys) -> None:
    found = run(tmp_path, protect=CELL_KEYS, rules=[], of=None)
    assert found["cells"]
    assert all(cell["value"] is None and cell["published"] is not None for cell in found["cells"])
    assert all(one["value"] is None for one in found["noise"]["ratios"])
    assert any(one["published"] is not None for one in found["noise"]["ratios"])


def test_both_have_them_where_they_are_requested(tmp_path, capsys) -> None:
    found = run(tmp_path, "--with-values", protect=CELL_KEYS, rules=[], of=None)
    cells = {tuple(cell["coordinates"]): cell["value"] for cell in found["cells"]}
    assert cells["a", "x"] == 1
    assert cells["b", "y"] == 5
    ratios = {tuple(one["coordinates"]): one["value"] for one in found["noise"]["ratios"]}
    assert ratios["a", "x"] == pytest.approx(1 / 11)
    assert ratios["b", "y"] == pytest.approx(5 / 15)
