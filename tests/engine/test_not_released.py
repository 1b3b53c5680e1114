"""Variables with the role `not_released`: in no released file, and no reason against one."""

from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json, plan_to_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.running.compare_files import compare

CONTEXT = JobContext()
REGIONS = ["n", "s"]


def records(number: int = 40, *, each: int = 1) -> str:
    rows = (f"{i // each + 100};{REGIONS[i // 2 % 2]};{i // 2 * 7 + 3};{'xy'[i % 2]}" for i in range(number))
    return "\n".join(["person_no;region;plot;answer", *rows, ""])


def run_with(folder: Path, roles: dict[str, str], job: dict[str, object], text: str = ""):
    (folder / "data.csv").write_text(text or records(), encoding="utf-8")
    variables = {name: {"role": role, "level": "nominal"} for name, role in roles.items()}
    data = {"path": "data.csv", "delimiter": ";", "variables": variables}
    plan = plan_from_json({"schema": 2, "data": data, "jobs": [job]})
    assert plan_from_json(plan_to_json(plan)) == plan
    return run_plan(plan, folder, folder, CONTEXT)


ROLES = {"person_no": "direct_identifier", "region": "key", "answer": "sensitive"}
SUPPRESS = {
    "name": "out",
    "kind": "local_suppression",
    "params": {"k": 3},
    "output": {"path": "out.csv"},
}


def header(folder: Path) -> list[str]:
    return (folder / "out.csv").read_text(encoding="utf-8").splitlines()[0].split(";")


def test_it_is_in_no_released_file_and_no_reason_against_one(tmp_path) -> None:
    released = run_with(tmp_path, ROLES | {"plot": "other"}, SUPPRESS).jobs[0]
    assert header(tmp_path) == ["region", "plot", "answer"]
    withheld = run_with(tmp_path, ROLES | {"plot": "not_released"}, SUPPRESS).jobs[0]
    assert header(tmp_path) == ["region", "answer"]
    assert [one.name for one in withheld.released.variables] == ["region", "answer"]
    assert {one.code for one in withheld.verdict.reasons} < {one.code for one in released.verdict.reasons}


def test_repeated_numbers_of_persons_are_found_whatever_keeps_them_out(tmp_path) -> None:
    """A number that names persons and repeats leaves the file not judged, also where it is not released."""
    text = records(each=2)
    grades = {}
    for role in ("direct_identifier", "not_released"):
        done = run_with(tmp_path, ROLES | {"plot": "not_released", "person_no": role}, SUPPRESS, text)
        grades[role] = (done.jobs[0].verdict.grade, {one.code for one in done.jobs[0].verdict.reasons})
    assert grades["not_released"] == grades["direct_identifier"]
    assert "persons.unsaid" in grades["not_released"][1]


@pytest.mark.parametrize(
    "job",
    [
        {"name": "a", "kind": "recode", "params": {"levels": {"plot": 1}}},
        {
            "name": "a",
            "kind": "generalise",
            "params": {"key_variables": ["region", "plot"], "criteria": [{"kind": "k_anonymity", "k": 2}]},
        },
    ],
)
def test_no_method_protects_it(tmp_path, job) -> None:
    with pytest.raises(Refused) as refusal:
        run_with(tmp_path, ROLES | {"plot": "not_released"}, job)
    assert "recode.direct_identifier" in {one.code for one in refusal.value.problems}


def test_what_is_prepared_from_it_is_a_key_variable_until_its_role_is_stated(tmp_path) -> None:
    steps = [{"derive": {"name": "part", "of": "plot", "bands": [50, 100]}}]
    job = {
        "name": "p",
        "kind": "prepare",
        "params": {"steps": steps},
        "output": {"path": "out.csv"},
    }
    done = run_with(tmp_path, ROLES | {"plot": "not_released"}, job)
    assert header(tmp_path) == ["region", "answer", "part"]
    assert done.jobs[0].result.left_out == ("person_no", "plot")


def test_a_table_may_count_by_it(tmp_path) -> None:
    table = {"name": "t", "kind": "table", "params": {"dimensions": [{"variable": "plot"}]}}
    done = run_with(tmp_path, ROLES | {"plot": "not_released"}, table)
    assert not [one for one in done.jobs[0].verdict.reasons if one.code.startswith("data.")]


def test_a_file_where_it_has_another_name_is_refused(tmp_path) -> None:
    """Under the new name it would be released as any other variable."""
    (tmp_path / "data.csv").write_text(records(), encoding="utf-8")
    (tmp_path / "next.csv").write_text(records().replace("plot", "plot_no", 1), encoding="utf-8")
    variables = {name: {"role": role} for name, role in (ROLES | {"plot": "not_released"}).items()}
    plan = plan_from_json({"schema": 2, "data": {"path": "data.csv", "variables": variables}, "jobs": []})
    found = compare(plan, "next.csv", tmp_path, CONTEXT)
    assert "next_file.withheld_gone" in {one.code for one in found.problems}
