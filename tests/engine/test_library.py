"""The engine as a library: the same figures as the plans give, as frames."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import sdc_desktop.engine as sdc
import sdc_desktop.engine.runner  # noqa: F401 - a module of the package must not hide a function of the library

PLANS = Path(__file__).parents[2] / "resources" / "self_test"
PEOPLE = PLANS / "people.csv"
THRESHOLD = {"kind": "threshold", "n": 2}


@pytest.fixture
def people() -> sdc.Records:
    return sdc.read(PEOPLE, keys=["yob", "ms"], sensitive=["disease"], direct_identifiers=["id"])


def test_the_risk_of_records_is_that_of_the_plan(people) -> None:
    planned = sdc.run(PLANS / "risk.sdcplan").jobs["risk"]
    (job,) = sdc.read_plan(PLANS / "risk.sdcplan").jobs
    done = sdc.risk(people, **job.params.model_dump(mode="json", exclude_defaults=True))
    assert done.verdict == planned.verdict
    figures = done.to_frame().set_index("figure")["value"]
    assert figures["records"] == 12
    assert figures.equals(planned.to_frame().set_index("figure")["value"])


def test_a_protected_table_has_a_row_for_each_cell_and_hides_what_is_suppressed(people) -> None:
    done = sdc.tables.protect(people, ["ms", "disease"], rules=[THRESHOLD])
    frame = done.to_frame()
    assert list(frame.columns) == ["ms", "disease", "value", "published", "status", "lower", "upper"]
    suppressed = frame["status"].isin(["unsafe", "secondary"])
    assert suppressed.any()
    assert frame.loc[suppressed, "published"].isna().all()
    assert (frame.loc[~suppressed, "published"] == frame.loc[~suppressed, "value"]).all()
    assert done.verdict.grade.value == "safe"


def test_a_plan_has_a_row_for_each_job_and_saves_its_files_only_where_a_folder_is_given(tmp_path) -> None:
    whole = sdc.read_plan(PLANS / "table.sdcplan")
    plan = whole.model_copy(update={"jobs": whole.jobs[:1]})
    there = sdc.run(plan, folder=PLANS)
    assert there.to_frame().to_dict("records") == [
        {"name": "protected", "kind": "table", "grade": "safe", "reasons": (), "files": ("protected.csv",)}
    ]
    out = tmp_path / "out"
    saved = sdc.run(plan, out, folder=PLANS)
    assert saved.verdict == there.verdict
    assert json.loads((out / "result.json").read_text())["verdict"]["grade"] == "safe"
    assert (out / "protected.csv").is_file()


def test_a_protected_file_is_saved_with_a_secret_and_refused_without(people, tmp_path) -> None:
    with pytest.raises(sdc.Refused):
        sdc.perform(people, "pram", variables=["ms"], out=tmp_path, output="p.csv")
    assert list(tmp_path.iterdir()) == []
    secret = sdc.read(
        PEOPLE,
        keys=["yob", "ms"],
        direct_identifiers=["id"],
        roles={"disease": "other"},
        secrets={"*": "5a" * 32},
    )
    sdc.perform(secret, "pram", variables=["ms"], out=tmp_path, output="p.csv")
    assert len((tmp_path / "p.csv").read_text().splitlines()) == 13


def test_problems_of_a_plan_are_reported_without_running_it(people) -> None:
    assert sdc.check(PLANS / "risk.sdcplan") == ()
    wrong = people.plan("table", {"dimensions": [{"variable": "nowhere"}]})
    assert [problem.severity for problem in sdc.check(wrong, folder=people.folder)] == [sdc.Severity.ERROR]


def test_levels_roles_and_keys_of_reading_reach_the_plan() -> None:
    records = sdc.read(
        PEOPLE,
        keys=["yob"],
        levels={"yob": "ordinal"},
        roles={"ms": "other"},
        missing=["", "?"],
        format="csv",
    )
    data = records.plan("risk", {}).data
    assert data is not None
    assert (data.variables["yob"].role, data.variables["yob"].level) == ("key", "ordinal")
    assert (data.missing, data.format) == (("", "?"), "csv")


def test_a_name_that_the_library_has_not_is_an_attribute_error() -> None:
    for holder in (sdc, sdc.tables):
        with pytest.raises(AttributeError):
            _ = holder.nothing_of_this_name


def test_every_public_name_is_there() -> None:
    assert [name for name in sdc.__all__ if not hasattr(sdc, name)] == []


def test_a_kind_that_needs_no_records_runs_without_and_a_script_needs_no_guard(tmp_path) -> None:
    """The optimum is searched in a child process, which must not run the script again."""
    script = tmp_path / "script.py"
    script.write_text(
        "import sdc_desktop.engine as sdc\n"
        f"people = sdc.read({str(PEOPLE)!r}, direct_identifiers=['id'])\n"
        "rules = [{'kind': 'threshold', 'n': 2}]\n"
        "protect = {'method': 'suppression', 'solver': 'optimal'}\n"
        "table = sdc.tables.protect(people, ['ms', 'disease'], rules=rules, protect=protect)\n"
        "print(table.result.proven)\n"
    )
    done = subprocess.run([sys.executable, "-P", str(script)], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("True\n", 0)
    table = {"rows": ["a"], "columns": ["b"], "values": [[1, 1], [1, 1]]}
    published = sdc.perform(None, "audit", table=table)
    assert [cell.lower for cell in published.result.cells] == [1, 1, 1, 1]
