"""A plan writes a table in each layout; work files lower the verdict, and no unsuitable file is begun."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import RunOptions, evaluate_plan, run_plan
from sdc_desktop.engine.tables.files.jj import parse_jj
from sdc_desktop.engine.tables.files.tab_table import open_tab
from sdc_desktop.engine.verdict import Grade
from tests.support.argus_files import parse_code_value

CONTEXT = JobContext()
HIERARCHY = {"kind": "levels", "path": "towns.csv", "header": False}


def plan(output: dict, kind: str = "table", **more):
    params = {
        "dimensions": [{"variable": "town"}, {"variable": "size"}],
        "value": "turnover",
        "rules": [{"kind": "p_percent", "p": 15}],
        "protect": {"method": "suppression", "solver": "fast"},
    }
    variables = {"town": {"role": "key"}, "size": {"role": "key"}, "turnover": {"level": "continuous"}}
    data = {"path": "firms.csv", "variables": variables, "hierarchies": {"town": HIERARCHY}}
    own = params if kind == "table" else {"levels": {}}
    job = {"name": "t", "kind": kind, "params": own, "output": output, **more}
    return plan_from_json({"schema": 2, "data": data, "jobs": [job]})


@pytest.fixture
def folder(tmp_path) -> Path:
    lines = ["town;size;turnover"]
    for number in range(144):
        turnover = (number * 37) % 90 + (9000 if number in (7, 40) else 50)
        lines.append(f"{'abcdef'[number % 6]};{number // 6 % 4};{turnover}.5")
    (tmp_path / "firms.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    towns = "".join(f"{code};{'north' if code in 'abc' else '=south'}\n" for code in "abcdef")
    (tmp_path / "towns.csv").write_text(towns, encoding="utf-8")
    return tmp_path


ALL = {
    "path": "list.csv",
    "also": [
        {"path": "cross.csv", "layout": "cross_table"},
        {"path": "sub/pivot.txt", "layout": "pivot"},
        {"path": "codes.csv", "layout": "code_value"},
        {"path": "rules.csv", "layout": "sbs"},
        {"path": "work/t.tab", "layout": "tab"},
        {"path": "work/t.jj", "layout": "jj"},
    ],
}
FILES = {
    *("list.csv", "cross.csv", "sub/pivot.txt", "codes.csv", "rules.csv"),
    *("work/t.tab", "work/t.rda", "work/t_1.hrc", "work/t.jj"),
}


def test_all_seven_layouts_tell_the_same_table(folder) -> None:
    result = run_plan(plan(ALL), folder, folder / "out", CONTEXT)
    (job,) = result.jobs
    assert set(job.files) == FILES
    assert all((folder / "out" / name).is_file() for name in FILES)
    assert dict(evaluate_plan(plan(ALL), folder, CONTEXT).jobs[0].files) == dict(job.files)
    cells = {cell.coordinates: cell for cell in job.result.cells}
    assert {cell.status for cell in cells.values()} >= {"safe", "unsafe", "secondary"}
    out = folder / "out"
    coded = parse_code_value((out / "codes.csv").read_text().replace(",x,", ",-,").replace("'=", "="))
    assert {cell.codes: cell.value for cell in coded} == {
        codes: None if cell.published is None else Decimal(str(cell.published))
        for codes, cell in cells.items()
    }
    shown = open_tab(out / "work" / "t.tab", out / "work" / "t.rda")
    for codes, cell in cells.items():
        place = shown.table.find(codes)
        assert shown.table.number(int(shown.table.values[place])) == cell.value
    assert int(shown.instance.unsafe.sum()) == job.result.primaries
    assert int(shown.instance.secondary.sum()) == job.result.secondaries
    assert int(parse_jj((out / "work" / "t.jj").read_text(), "t.jj").unsafe.sum()) == job.result.primaries
    assert "'=south" in (out / "cross.csv").read_text()
    assert job.escaped["cross.csv"] > 0


def test_work_files_are_a_reservation_and_are_not_written_where_safe_is_required(folder) -> None:
    safe = run_plan(plan({"path": "a.csv", "layout": "pivot"}), folder, folder / "one", CONTEXT)
    assert safe.verdict.grade == Grade.SAFE
    assert sorted(p.name for p in (folder / "one").iterdir()) == ["a.csv", "result.json"]
    work = run_plan(plan(ALL), folder, folder / "two", CONTEXT, RunOptions(required=Grade.SAFE))
    assert [(one.code, one.figures["files"]) for one in work.verdict.reasons] == [
        ("work_files", ("rules.csv", "work/t.tab", "work/t.jj"))
    ]
    assert sorted(p.name for p in (folder / "two").rglob("*") if p.is_file()) == ["result.json"]


@pytest.mark.parametrize(
    ("output", "kind", "code"),
    [
        ({"path": "a.csv", "layout": "pivot"}, "recode", "output.layout_of_table"),
        ({"path": "a.csv", "also": [{"path": "b.csv"}]}, "recode", "output.layout_of_table"),
        ({"path": "a.xlsx", "layout": "pivot"}, "table", "output.layout_ending"),
        ({"path": "a.csv", "layout": "tab"}, "table", "output.layout_ending"),
        ({"path": "a.csv", "layout": "pivot", "format": "sav"}, "table", "output.layout_is_text"),
        ({"path": "a.csv", "also": [{"path": "A.csv", "layout": "pivot"}]}, "table", "plan.output_taken"),
        ({"path": "a.rda", "also": [{"path": "a.tab", "layout": "tab"}]}, "table", "plan.output_taken"),
        ({"path": "a.csv", "also": [{"path": "../b.csv"}]}, "table", "plan.output_outside"),
        ({"path": "a.csv", "also": [{"path": "result.json"}]}, "table", "plan.output_taken"),
    ],
)
def test_what_does_not_go_together_is_refused_before_anything_is_written(folder, output, kind, code) -> None:
    with pytest.raises(Refused) as refused:
        run_plan(plan(output, kind), folder, folder / "out", CONTEXT)
    assert code in [problem.code for problem in refused.value.problems]
    assert not (folder / "out").exists()


def test_a_file_beside_the_data_is_not_written_over(folder) -> None:
    (folder / "t.rda").write_text("mine")
    own = plan({"path": "a.csv", "also": [{"path": "firms.csv", "layout": "pivot"}]})
    with pytest.raises(Refused) as refused:
        run_plan(own, folder, folder, CONTEXT)
    assert [problem.code for problem in refused.value.problems] == ["plan.output_over_input"]
    assert json.dumps(sorted(p.name for p in folder.iterdir())) == '["firms.csv", "t.rda", "towns.csv"]'


@pytest.mark.parametrize("number", ["1e999999999", "1e-999999999", "0e999999999"])
def test_an_amount_of_a_billion_digits_is_refused_before_it_is_made(folder, number) -> None:
    lines = (folder / "firms.csv").read_text().replace("87.5", number, 1)
    (folder / "firms.csv").write_text(lines, encoding="utf-8")
    assert number in lines
    with pytest.raises(Refused) as refused:
        run_plan(plan({"path": "a.csv"}), folder, folder / "out", CONTEXT)
    assert [problem.code for problem in refused.value.problems] == ["table.too_many_figures"]
    assert not (folder / "out").exists()
