"""What a site policy has to do with the verdict of a run: the share it allows, and where it is not active."""

import json
from pathlib import Path

import pytest

from sdc_desktop import cli
from tests.support.secret import digits

POLICY = {"schema": 2, "name": "Agency", "version": "2026-1"}


def write_plan(folder: Path, **more: object) -> Path:
    """100 records of which 12 are in a class with one sensitive value, and the plan that protects them."""
    rows = [f"A,{'xyz'[n % 3]}" for n in range(88)] + ["B,x"] * 12
    (folder / "d.csv").write_text("\n".join(["town,s", *rows]) + "\n", encoding="utf-8")
    job = {
        "name": "file",
        "kind": "generalise",
        "params": {"criteria": [{"kind": "k_anonymity", "k": 5}]},
        "output": {"path": "o.csv", "order": "random"},
    }
    variables = {"town": {"role": "key"}, "s": {"role": "sensitive"}}
    plan = {"schema": 2, "data": {"path": "d.csv", "variables": variables}, "jobs": [job], **more}
    path = folder / "p.sdcplan"
    path.write_text(json.dumps(plan | {"secrets": {"*": digits()}}), encoding="utf-8")
    return path


def run(folder: Path, plan: Path, *options: str) -> tuple[dict[str, object], str]:
    """The verdict on the plan in result.json, and the text of run.log."""
    out = folder / "out"
    assert cli.main(["run", str(plan), "--out", str(out), "--quiet", *options]) == 0
    found = json.loads((out / "result.json").read_text(encoding="utf-8"))
    return found["verdict"], (out / "run.log").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("most", "grade"), [(None, "unsafe"), (0.1, "unsafe"), (0.12, "reservations"), (0.2, "reservations")]
)
def test_a_policy_sets_how_many_values_may_be_disclosed(tmp_path, most, grade) -> None:
    verdict = {} if most is None else {"verdict": {"sensitive_disclosed_at_most": most}}
    policy = tmp_path / "policy.json"
    policy.write_text(json.dumps(POLICY | verdict), encoding="utf-8")
    found, log = run(tmp_path, write_plan(tmp_path), "--policy", str(policy))
    assert found["grade"] == grade
    (reason,) = [one for one in found["reasons"] if one["code"] == "disclosed_values"]
    assert reason["figures"]["share"] == pytest.approx(0.12)
    assert ("Not safe" in log) == (grade == "unsafe")
    assert cli.main(["run", str(tmp_path / "p.sdcplan"), "--out", str(tmp_path / "again"), "--quiet"]) == 0


def test_a_plan_whose_policy_is_not_here_says_so_in_its_verdict(tmp_path) -> None:
    entry = {"name": "Agency", "version": "2026-1", "sha256": "0" * 64}
    found, log = run(tmp_path, write_plan(tmp_path, policy=entry))
    codes = {one["code"]: one for one in found["reasons"]}
    assert codes["policy.not_here"]["grade"] == "reservations"
    assert "the plan was created under the policy Agency 2026-1, which is not active here" in log
    without, plain = run(tmp_path, write_plan(tmp_path))
    assert "policy.not_here" not in {one["code"] for one in without["reasons"]}
    assert "Agency" not in plain
