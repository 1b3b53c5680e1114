"""Next month's file beside what the plan expects: every kind of difference is found, and nothing else."""

from pathlib import Path

import openpyxl
import pandas as pd
import pyreadstat
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.output.files import sha256_of
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.problems import Refused, Severity
from sdc_desktop.engine.runner import evaluate_plan, open_plan
from sdc_desktop.engine.running.compare_files import compare

CONTEXT = JobContext()
RECORDS = (
    ("name", "age", "town", "grade", "wgt", "hh", "born"),
    ("Ann", "31", "Bern", "low", "1.5", "1", "1990-05-01"),
    ("Bob", "40", "Basel", "high", "2", "1", "1981-07-31"),
    ("Cid", "55", "Bern", "mid", "1", "2", "1966-01-02"),
)


def text(rows=RECORDS, mark: str = ",") -> str:
    return "".join(mark.join(row) + "\n" for row in rows)


def changed(column: str, *values: str) -> tuple[tuple[str, ...], ...]:
    place = RECORDS[0].index(column)
    rows = [list(row) for row in RECORDS]
    for row, value in zip(rows[1:], values, strict=False):
        row[place] = value
    return tuple(tuple(row) for row in rows)


def without(column: str) -> tuple[tuple[str, ...], ...]:
    place = RECORDS[0].index(column)
    return tuple((*row[:place], *row[place + 1 :]) for row in RECORDS)


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    """A plan as the window would write it: every variable said, the file's hash kept."""
    (tmp_path / "may.csv").write_text(text(), encoding="utf-8")
    (tmp_path / "town.csv").write_text("value,land\nBern,CH\nBasel,CH\n", encoding="utf-8")
    variables = {
        "name": {"role": "direct_identifier"},
        "age": {"role": "sensitive", "level": "continuous"},
        "town": {"role": "key"},
        "grade": {"level": "ordinal", "order": ["low", "mid", "high"]},
        "wgt": {"role": "weight"},
        "hh": {"role": "household"},
        "born": {"level": "ordinal"},
    }
    hierarchies = {"town": {"kind": "levels", "path": "town.csv"}}
    data = {"path": "may.csv", "variables": variables, "hierarchies": hierarchies}
    job = {"name": "keys", "kind": "risk", "params": {"sensitive": ["age"]}}
    written = plan_from_json({"schema": 2, "data": data, "jobs": [job]})
    read = open_data(written.data, tmp_path, CONTEXT)
    spec = read.spec.model_copy(update={"sha256": read.sha256})
    return written.model_copy(update={"data": spec})


def found(plan: Plan, folder: Path, rows, name: str = "june.csv"):
    (folder / name).write_text(text(rows), encoding="utf-8")
    return compare(plan, name, folder, CONTEXT)


def codes(comparison) -> list[str]:
    return [difference.problem.code.removeprefix("next_file.") for difference in comparison.differences]


def test_a_file_as_expected_has_no_differences(plan, tmp_path) -> None:
    comparison = found(plan, tmp_path, RECORDS)
    assert comparison.differences == ()
    assert comparison.expected.sha256 == comparison.opened.sha256
    more = found(plan, tmp_path, (*RECORDS, ("Dee", "12", "Basel", "low", "3", "2", "2003-04-05")))
    assert more.differences == ()
    assert more.expected.sha256 != more.opened.sha256
    assert more.opened.spec.variables == plan.data.variables
    assert more.opened.spec.sha256 == sha256_of(tmp_path / "june.csv")


def test_a_variable_that_a_job_needs_is_an_error_and_one_that_none_needs_a_warning(plan, tmp_path) -> None:
    needed = found(plan, tmp_path, without("town"))
    assert codes(needed) == ["needed"]
    assert needed.differences[0].problem.severity is Severity.ERROR
    assert needed.differences[0].jobs == ("keys",)
    spare = found(plan, tmp_path, without("grade"))
    assert codes(spare) == ["not_there"]
    assert spare.differences[0].problem.severity is Severity.WARNING
    assert "grade" not in spare.opened.spec.variables


def test_a_variable_with_a_form_that_is_gone_is_reported_as_any_other(plan, tmp_path) -> None:
    data = plan.data.model_copy(update={"forms": {"born": "year-month-day", "town": "text"}})
    with_forms = plan.model_copy(update={"data": data})
    spare = found(with_forms, tmp_path, without("born"))
    assert codes(spare) == ["not_there"]
    assert spare.opened.spec.forms == {"town": "text"}
    assert codes(found(with_forms, tmp_path, without("town"))) == ["needed"]
    with pytest.raises(Refused) as refused:
        found(with_forms, tmp_path, changed("born", "1.2.2024"))
    assert [one.code for one in refused.value.problems] == ["forms.misfits"]


def test_a_renamed_variable_is_stated_as_such(plan, tmp_path) -> None:
    rows = (tuple("towns" if name == "town" else name for name in RECORDS[0]), *RECORDS[1:])
    assert codes(found(plan, tmp_path, rows)) == ["needed_near", "new_near"]


def test_a_direct_identifier_under_a_new_name_stops_all_for_it_would_be_released(plan, tmp_path) -> None:
    rows = (("patient", *RECORDS[0][1:]), *RECORDS[1:])
    comparison = found(plan, tmp_path, rows)
    assert codes(comparison) == ["identifier_gone", "new"]
    with pytest.raises(Refused):
        open_plan(plan, tmp_path, CONTEXT, data="june.csv")
    assert codes(found(plan, tmp_path, without("name"))) == ["not_there"]


def test_numbers_that_became_texts_are_counted_and_stop_the_jobs_that_need_them(plan, tmp_path) -> None:
    comparison = found(plan, tmp_path, changed("age", "thirty", "40", "n/a"))
    assert codes(comparison) == ["not_numbers"]
    difference = comparison.differences[0]
    assert difference.problem.params["records"] == 2
    assert difference.values == ("n/a", "thirty")
    assert not {"thirty", "n/a"} & set(map(str, difference.problem.params.values()))
    assert comparison.opened.data.variable("age").level == "nominal"


def test_dates_written_otherwise_are_noticed(plan, tmp_path) -> None:
    comparison = found(plan, tmp_path, changed("born", "1.5.1990", "31.7.1981", "2.1.1966"))
    assert codes(comparison) == ["now_texts"]


def test_values_that_hierarchy_order_and_weights_lack_are_counted(plan, tmp_path) -> None:
    rows = [list(row) for row in RECORDS]
    rows[1][2], rows[2][2], rows[3][3], rows[1][4], rows[2][4] = "Chur", "Chur", "top", "0", "-2"
    comparison = found(plan, tmp_path, rows)
    assert codes(comparison) == ["hierarchy_lacks", "order_lacks", "weights"]
    shown = [(d.problem.params["number"], d.problem.params["records"]) for d in comparison.differences]
    assert shown == [(1, 2), (1, 1), (2, 2)]
    assert [d.values for d in comparison.differences] == [("Chur",), ("top",), ("-2", "0")]
    assert [d.jobs for d in comparison.differences] == [("keys",), (), ("keys",)]
    assert all(d.problem.severity is Severity.WARNING for d in comparison.differences)


def test_households_that_are_empty_or_of_one_record_each_are_stated(plan, tmp_path) -> None:
    assert codes(found(plan, tmp_path, changed("hh", "", "1", "1"))) == ["no_household"]
    assert codes(found(plan, tmp_path, changed("hh", "1", "2", "3"))) == ["households_alone"]


def test_a_plan_by_hand_may_leave_out_variables_and_none_of_them_is_new(plan, tmp_path) -> None:
    spec = DataSpec(path="may.csv", variables={"town": plan.data.variables["town"]})
    by_hand = Plan(data=spec)
    assert codes(found(by_hand, tmp_path, RECORDS)) == []


def test_another_separator_and_encoding_are_found_out_where_the_plans_do_not_fit(plan, tmp_path) -> None:
    rows = changed("name", "Änne", "Jürg", "Zoë")
    (tmp_path / "june.csv").write_bytes(text(rows, ";").encode("cp1252"))
    comparison = compare(plan, "june.csv", tmp_path, CONTEXT)
    assert codes(comparison) == ["read_anew"]
    assert comparison.opened.data.window(0, 1)[0][0] == "Änne"
    assert (comparison.opened.spec.delimiter, comparison.opened.spec.encoding) == (";", "cp1252")


@pytest.mark.parametrize("ending", ["xlsx", "sav", "parquet", "tsv"])
def test_a_file_of_another_kind_is_read_as_what_it_is(plan, tmp_path, ending) -> None:
    frame = pd.DataFrame(list(RECORDS[1:]), columns=list(RECORDS[0]))
    path = tmp_path / f"Juni – früh.{ending}"
    if ending == "xlsx":
        frame.to_excel(path, index=False)
    elif ending == "sav":
        pyreadstat.write_sav(frame, str(path))
    elif ending == "parquet":
        from tests.support.data import write_parquet

        write_parquet(path, frame)
    else:
        frame.to_csv(path, sep="\t", index=False)
    comparison = compare(plan, path.name, tmp_path, CONTEXT)
    expected = ["read_anew"] if ending == "tsv" else ["format"]
    assert codes(comparison) == expected
    assert comparison.opened.data.window(0, 3) == list(RECORDS[1:])
    run = open_plan(plan, tmp_path, CONTEXT, data=path.name)
    assert run.source.data.variable("town").role == "key"


def test_another_months_sheet_may_have_another_name(plan, tmp_path) -> None:
    for name in ("May", "June"):
        book = openpyxl.Workbook()
        book.active.title = name
        for row in RECORDS:
            book.active.append(row)
        book.save(tmp_path / f"{name}.xlsx")
    spec = plan.data.model_copy(update={"path": "May.xlsx", "format": "xlsx", "sheet": "May"})
    may = plan.model_copy(update={"data": spec})
    assert codes(compare(may, "June.xlsx", tmp_path, CONTEXT)) == []


def test_a_file_changed_where_it_is_is_recognised_by_its_hash_before_the_jobs_run(plan, tmp_path) -> None:
    assert evaluate_plan(plan, tmp_path, CONTEXT).notes == ()
    (tmp_path / "may.csv").write_text(text(without("grade")), encoding="utf-8")
    notes = evaluate_plan(plan, tmp_path, CONTEXT).notes
    assert [note.code for note in notes] == ["next_file.changed", "next_file.not_there"]


def test_beside_the_file_before_it_counts_whether_values_are_numbers_dates_or_texts_as_they_were(
    plan, tmp_path
) -> None:
    before = open_data(plan.data, tmp_path, CONTEXT)
    said = plan.data.variables | {"age": plan.data.variables["age"].model_copy(update={"level": "nominal"})}
    nominal = plan.model_copy(update={"data": plan.data.model_copy(update={"variables": said})})
    (tmp_path / "june.csv").write_text(text(), encoding="utf-8")
    assert codes(compare(nominal, "june.csv", tmp_path, CONTEXT, before=before)) == []
    (tmp_path / "june.csv").write_text(text(changed("age", "a", "b", "c")), encoding="utf-8")
    assert codes(compare(nominal, "june.csv", tmp_path, CONTEXT, before=before)) == ["now_texts"]
    (tmp_path / "june.csv").write_text(text(changed("born", "1", "2", "4.5")), encoding="utf-8")
    assert codes(compare(plan, "june.csv", tmp_path, CONTEXT, before=before)) == ["now_numbers"]
    (tmp_path / "june.csv").write_text(text(changed("town", *["1990-05-01"] * 3)), encoding="utf-8")
    assert codes(compare(plan, "june.csv", tmp_path, CONTEXT, before=before))[0] == "now_dates"
    many = [(*RECORDS[1][:1], str(age), *RECORDS[1][2:5], str(age // 2), RECORDS[1][6]) for age in range(50)]
    (tmp_path / "june.csv").write_text(text((*RECORDS, *many)), encoding="utf-8")
    assert codes(compare(plan, "june.csv", tmp_path, CONTEXT, before=before)) == []


def test_a_file_that_is_not_there_or_no_file_is_a_problem(plan, tmp_path) -> None:
    for name in ("absent.csv", "absent.sav", "absent.xlsx", ".", "x" * 300 + ".csv"):
        with pytest.raises(Refused):
            compare(plan, name, tmp_path, CONTEXT)
    with pytest.raises(Refused) as refused:
        compare(Plan(), "june.csv", tmp_path, CONTEXT)
    assert refused.value.problems[0].code == "plan.no_data"
