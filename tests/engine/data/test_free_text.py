"""Free text among the columns of a file: found when the file is opened, told in the verdict."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan, open_plan

REMARKS = [f"spoke to patient number {n} on the phone" for n in range(20)]
LABELS = ["Managers and senior officials of enterprises", "Clerks in the public service", "Farmers"]
LONG = [f"Occupations of kind number {n % 8}, not elsewhere classified" for n in range(40)]


def plan_of(folder, columns, **said):
    rows = zip(*columns.values(), strict=True)
    text = "\n".join(";".join(row) for row in (columns, *rows)) + "\n"
    (folder / "data.csv").write_text(text, encoding="utf-8")
    criteria = {"criteria": [{"kind": "k_anonymity", "k": 2}]}
    job = {"name": "a", "kind": "generalise", "params": criteria, "output": {"path": "a.csv"}}
    variables = {"sex": {"role": "key"}, **said}
    return plan_from_json({"schema": 2, "data": {"path": "data.csv", "variables": variables}, "jobs": [job]})


def columns_of(values):
    return {"sex": ["m", "f"] * (len(values) // 2), "text": values}


def free_texts(folder, values, **text):
    opened = open_plan(plan_of(folder, columns_of(values), text=text), folder, JobContext())
    return [note.where.variable for note in opened.notes if note.code == "data.free_text"]


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (["none"] * 20 + REMARKS, ["text"]),
        (["n"] * 20 + [f"{remark:x>70}".replace(" ", "_") for remark in REMARKS], ["text"]),
        (LABELS[:2] * 20, []),
        (LONG, []),
        ([f"a {n}" for n in range(40)], []),
        (REMARKS[:4] + ["none"] * 36, []),
    ],
)
def test_words_that_each_record_has_for_itself_are_free_text(tmp_path, values, found) -> None:
    assert free_texts(tmp_path, values, role="sensitive") == found


@pytest.mark.parametrize("role", ["sensitive", "other"])
def test_free_text_that_is_released_is_a_reservation(tmp_path, role) -> None:
    values = ["none"] * 60 + REMARKS
    plan = plan_of(tmp_path, columns_of(values), text={"role": role})
    done = evaluate_plan(plan, tmp_path, JobContext())
    assert "data.free_text" in [one.code for one in done.verdict.reasons]
    assert done.verdict.grade != "safe"


def test_free_text_that_is_removed_is_none(tmp_path) -> None:
    assert free_texts(tmp_path, ["none"] * 20 + REMARKS, role="direct_identifier") == []


def test_each_column_has_one_warning(tmp_path) -> None:
    plan = plan_of(tmp_path, columns_of(REMARKS), text={"role": "other"})
    codes = [note.code for note in open_plan(plan, tmp_path, JobContext()).notes]
    assert [code for code in codes if code in ("data.free_text", "data.role_other")] == ["data.role_other"]
