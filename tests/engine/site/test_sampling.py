"""A sample for trial: the same records for the same secret, marked, and never a verdict."""

import hmac
import json
import stat
import sys
from pathlib import Path

import duckdb
import pytest

from sdc_desktop import cli
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import parse_plan
from sdc_desktop.engine.plan_secrets import Secret
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.site.sampling import sampled_numbers
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.assemble import build_report
from sdc_desktop.words import Words
from tests.support.secret import digits
from tests.support.site.counting import plan_json, rows, write_plan

NUMBER = 40


@pytest.fixture
def site(tmp_path) -> Path:
    """A plan with a secret, a direct identifier and a job that is safe on all records, and its sample."""
    write_plan(tmp_path)
    plan = plan_json()
    plan["secrets"] = {"*": digits()}
    plan["data"]["variables"]["pay"] = {"role": "direct_identifier"}
    plan["data"]["persons"] = {"one_record_each": True, "repeats": ["pay"]}
    plan["data"]["variables"]["illness"] = {"role": "other", "level": "nominal"}
    plan["data"]["hierarchies"] = {"age": {"kind": "mask", "length": 2, "from": "right"}}
    plan["jobs"] = [
        plan["jobs"][0],
        {
            "name": "gen",
            "kind": "generalise",
            "params": {"criteria": [{"kind": "k_anonymity", "k": 2}], "key_variables": ["age"]},
            "output": {"path": "gen.csv"},
        },
    ]
    (tmp_path / "plan.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    assert run(tmp_path, "counts", "--sample", str(NUMBER), "--out", "s.parquet") == 0
    return tmp_path


def run(folder: Path, verb: str, *more: str) -> int:
    paths = [str(folder / one) if "." in one else one for one in more]
    return cli.main([verb, str(folder / "plan.sdcplan"), *paths, "--quiet", "--problems", "json"])


def codes(capsys) -> list[str]:
    return [json.loads(line)["code"] for line in capsys.readouterr().err.splitlines()]


def read(path: Path) -> list[tuple[str, ...]]:
    return duckdb.execute(f"SELECT * FROM read_parquet('{path}')").fetchall()


def test_the_records_of_least_hash_are_picked_without_direct_identifiers(site) -> None:
    key = bytes.fromhex(digits())
    message = "sdc1\x1fsample\x1f\x1f\x1f{}"
    macs = [
        (hmac.digest(key, message.format(number).encode(), "sha256")[:8], number) for number in range(200)
    ]
    wanted = sorted(number for _, number in sorted(macs)[:NUMBER])
    assert sampled_numbers(Secret(key), 200, NUMBER, JobContext()).tolist() == wanted
    found = [tuple("" if one is None else str(one) for one in row) for row in read(site / "s.parquet")]
    picked = [rows()[number] for number in wanted]
    assert found == [(*row[:4], str(place)) for place, row in enumerate(picked, start=1)]
    if sys.platform != "win32":  # which has other rights
        assert stat.S_IMODE((site / "s.parquet").stat().st_mode) == 0o600


def test_a_result_from_a_sample_has_no_figure_and_no_verdict(site, capsys) -> None:
    assert run(site, "run", "--out", "all.d") == 0
    assert run(site, "run", "--data", "s.parquet", "--out", "few.d") == 0
    assert "data.sample" in codes(capsys)
    every, few = (json.loads((site / name / "result.json").read_text()) for name in ("all.d", "few.d"))
    assert every["verdict"]["grade"] in (Grade.SAFE, Grade.RESERVATIONS)
    assert "sampled" not in every
    assert few["sampled"] == {"of": 200, "records": NUMBER}
    assert few["verdict"]["grade"] == Grade.OPEN
    assert [reason["code"] for reason in few["verdict"]["reasons"]] == ["data.sample"]
    for job in few["jobs"].values():
        assert job["verdict"] == few["verdict"]
        assert (job["ok"], job["result"], job["released"]) == (False, None, None)


def test_no_file_made_from_a_sample_loses_its_mark(site) -> None:
    plan = json.loads((site / "plan.sdcplan").read_text())
    rules = {"rules": [{"kind": "threshold", "n": 2}], "dimensions": [{"variable": "sex"}]}
    plan["jobs"].append({"name": "tab", "kind": "table", "params": rules, "output": {"path": "t.csv"}})
    (site / "plan.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    assert run(site, "run", "--out", "all.d") == 0
    assert ",safe" in (site / "all.d" / "t.csv").read_text(encoding="utf-8")
    on_sample = ("run", "--data", "s.parquet", "--out")
    assert run(site, *on_sample, "few.d") == 0
    assert run(site, *on_sample, "low.d", "--require", "reservations") == 3
    for out in ("few.d", "low.d"):
        assert {path.name for path in (site / out).iterdir()} == {"result.json", "run.log"}
        found = json.loads((site / out / "result.json").read_text())["jobs"]
        assert all(job["files"] == [] and job["sha256"] == {} for job in found.values())


@pytest.mark.parametrize("edition", ["internal", "external"])
def test_a_report_on_a_sample_warns_on_its_first_page_and_has_no_figures(site, edition) -> None:
    plan = parse_plan((site / "plan.sdcplan").read_text(encoding="utf-8"))
    result = evaluate_plan(plan, site, JobContext(), data="s.parquet")
    report = build_report(result, ReportFields(), Words(), edition=edition)
    assert report.verdict.mark == Grade.OPEN
    assert "sample for trial" in repr(report.verdict)
    text = " ".join(repr(block) for block in report.blocks())
    for job in ("k_anonymity", "gen.csv"):
        assert job not in text
    assert not report.figures


def test_the_annex_of_a_report_on_a_sample_has_no_figures(site) -> None:
    plan = json.loads((site / "plan.sdcplan").read_text())
    rules = {"rules": [{"kind": "threshold", "n": 2}], "dimensions": [{"variable": "sex"}]}
    plan["jobs"].append({"name": "tab", "kind": "table", "params": rules, "output": {"path": "t.csv"}})
    (site / "plan.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    assert run(site, "report", "--data", "s.parquet", "--out", "r.html") == 0
    annex = {path.name: path.read_text(encoding="utf-8") for path in (site / "r-annex").iterdir()}
    assert not any(name.endswith(".csv") for name in annex)
    assert json.loads(annex["result.json"])["jobs"] == {}
    text = (site / "r.html").read_text(encoding="utf-8")
    assert "sample for trial" in text
    assert "Risk before and after" not in text


def test_counts_of_a_sample_stay_a_sample_and_are_not_applied(site, capsys) -> None:
    assert run(site, "counts", "--data", "s.parquet", "--out", "s.sdccounts") == 0
    assert run(site, "run", "--data", "s.sdccounts", "--out", "on.d") == 0
    found = json.loads((site / "on.d" / "result.json").read_text())
    assert found["sampled"] == {"of": 200, "records": NUMBER}
    assert found["verdict"]["grade"] == Grade.OPEN
    capsys.readouterr()
    assert run(site, "apply", "--counts", "s.sdccounts", "--out", "a.d") == 2
    assert "site.sampled" in codes(capsys)
    assert run(site, "apply", "--data", "s.parquet", "--out", "a.d") == 2
    assert "site.sampled" in codes(capsys)
    assert not (site / "a.d").exists()


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (("--sample", "200", "--out", "t.parquet"), "site.sample_all"),
        (("--sample", "0", "--out", "t.parquet"), "site.sample_all"),
        (("--sample", "9", "--out", "t.csv"), "site.sample_ending"),
        (("--sample", "9", "--data", "s.parquet", "--out", "t.parquet"), "site.sampled"),
        (("--sample", "9", "--out", "people.csv"), "plan.output_over_input"),
    ],
)
def test_what_is_no_sample_is_refused(site, capsys, more, code) -> None:
    before = {path.name for path in site.iterdir()}
    capsys.readouterr()
    assert run(site, "counts", *more) == 2
    assert code in codes(capsys)
    assert {path.name for path in site.iterdir()} == before


def test_a_sample_needs_a_secret(site, capsys) -> None:
    plan = json.loads((site / "plan.sdcplan").read_text()) | {"secrets": {}}
    (site / "plan.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    assert run(site, "counts", "--sample", "9", "--out", "t.parquet") == 2
    assert "secret.missing" in codes(capsys)


@pytest.mark.parametrize(
    "mark", ["", "x", "{}", '{"of": 1, "records": 5}', '{"of": "many", "records": true}']
)
def test_a_mark_that_says_nothing_is_a_sample_all_the_same(site, mark) -> None:
    query = f"SELECT * FROM read_parquet('{site / 's.parquet'}')"
    path = site / "odd.parquet"
    duckdb.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet, KV_METADATA {{sdc_sample: '{mark}'}})")
    plan = parse_plan((site / "plan.sdcplan").read_text(encoding="utf-8"))
    assert evaluate_plan(plan, site, JobContext(), data=path.name).verdict.grade == Grade.OPEN
