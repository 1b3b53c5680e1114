"""Texts that look like missing codes: found, proposed or asked about, and never silently values."""

import json
import random
from pathlib import Path

import pytest
from openpyxl import Workbook

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.missing_codes import ALWAYS, OF_NUMBERS, MissingCodes
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused, Severity
from sdc_desktop.engine.runner import run_plan
from sdc_desktop.engine.running.compare_files import compare
from sdc_desktop.engine.verdict import Grade

CONTEXT = JobContext()


def opened_of(folder: Path, columns: dict[str, list[str]], *, propose: bool = False, **shown) -> Opened:
    rows = zip(*columns.values(), strict=True)
    text = "\n".join([";".join(columns), *(";".join(row) for row in rows), ""])
    (folder / "data.csv").write_text(text, encoding="utf-8")
    given = {"path": "data.csv", "delimiter": ";", "decimal": "."} | shown
    return open_data(DataSpec.model_validate(given), folder, CONTEXT, propose=propose)


def found_in(opened: Opened) -> dict[str, MissingCodes]:
    return {v.name: v.codes for v in opened.data.variables if v.codes is not None}


NUMBERS, DATES = ["1", "2.5", "", "40"], ["2024-05-01", "2023-01-31", "", "2022-12-24"]
TEXTS, COUNTRIES = ["Bern", "Basel", "", "Thun"], ["CH", "DE", "", "France"]


@pytest.mark.parametrize(
    ("others", "level"),
    [(NUMBERS, "continuous"), (DATES, "ordinal"), (TEXTS, "nominal"), (COUNTRIES, "nominal")],
    ids=["numbers", "dates", "texts", "countries"],
)
def test_what_is_proposed_follows_from_the_other_values(tmp_path, others, level) -> None:
    tokens = {f"v{n}": token for n, token in enumerate([*ALWAYS, *OF_NUMBERS, " NA", ". "])}
    opened = opened_of(tmp_path, {name: [*others, token, token] for name, token in tokens.items()})
    typed, asked = others in (NUMBERS, DATES), others is COUNTRIES
    proposed = {name: token for name, token in tokens.items() if typed or token.strip() in ALWAYS}
    assert found_in(opened) == {
        name: MissingCodes((token,), 2, asked, level, "nominal") for name, token in proposed.items()
    }
    assert {(v.level, v.missing) for v in opened.data.variables} == {("nominal", ("",))}
    warned = {n.where.variable: (n.params["codes"], n.params["number"]) for n in opened.notes}
    assert warned == {name: ((token,), 2) for name, token in proposed.items() if not asked}


def test_proposals_change_missing_codes_and_levels_and_nothing_else(tmp_path) -> None:
    columns = {"n": [*NUMBERS, "NA", "-"], "t": [*TEXTS, "NA", "-"], "c": [*COUNTRIES, "NA", "NA"]}
    opened = opened_of(tmp_path, columns, propose=True)
    assert {v.name: (v.level, v.missing) for v in opened.data.variables} == {
        "n": ("continuous", ("", "-", "NA")),
        "t": ("nominal", ("", "NA")),
        "c": ("nominal", ("",)),
    }
    assert opened.spec.variables["n"].missing == ("", "-", "NA")
    assert opened.spec.variables["c"].missing is None
    assert not opened.notes
    assert opened.data.window(4, 6) == [("NA", "NA", "NA"), ("-", "-", "NA")]  # values never change
    again = open_data(opened.spec, tmp_path, CONTEXT)
    assert again.data.variable("n").missing == ("", "-", "NA")
    assert not again.notes


@pytest.mark.parametrize(
    ("values", "codes"),
    [
        (["7", "7", "x"], None),  # one different value shows nothing of the kind of column
        (["NA", "NA", "NA"], ("NA",)),
        (["yes", "no", "x"], None),
        (["1", "2", "Nan"], None),
        (["1", "2", ".aa"], None),
        (["AT", "at", "NA"], "asked"),
        (["AT", "at", "it", "NA"], ("NA",)),
    ],
)
def test_columns_that_show_too_little_are_left_alone(tmp_path, values, codes) -> None:
    found = found_in(opened_of(tmp_path, {"x": values, "y": ["1"] * len(values)})).get("x")
    if codes == "asked":
        assert found is not None
        assert found.ambiguous
    else:
        assert (None if found is None else found.codes) == codes


def test_what_a_plan_declares_decides(tmp_path) -> None:
    columns = {"x": [*NUMBERS, "NA", "NA"], "y": [*TEXTS, "NA", "NA"]}
    for declared in (["", "NA"], [""]):
        opened = opened_of(tmp_path, columns, variables={"x": {"missing": declared}})
        assert list(found_in(opened)) == ["y"]
        assert [note.where.variable for note in opened.notes] == ["y"]
    opened = opened_of(tmp_path, columns, missing=["", "NA"])
    assert not found_in(opened)
    assert not opened.notes
    identifier = opened_of(tmp_path, columns, variables={"y": {"role": "direct_identifier"}})
    assert [note.where.variable for note in identifier.notes] == ["x"]  # y is not released


def test_codes_are_found_in_fixed_width_and_sheets_and_not_in_typed_files(tmp_path) -> None:
    (tmp_path / "x.txt").write_text("ab 1.5\ncd  NA\nef 2.5\n", encoding="utf-8")
    fields = [{"name": "t", "start": 1, "width": 2}, {"name": "n", "start": 3, "width": 4}]
    spec = DataSpec.model_validate({"path": "x.txt", "format": "fixed", "fields": fields, "header": False})
    assert list(found_in(open_data(spec, tmp_path, CONTEXT))) == ["n"]
    book = Workbook()
    for row in (["t", "n"], ["ab", 1.5], ["cd", "NA"], ["ef", 2.5]):
        book.active.append(row)
    book.save(tmp_path / "x.xlsx")
    assert list(found_in(open_data(DataSpec(path="x.xlsx"), tmp_path, CONTEXT))) == ["n"]
    (tmp_path / "x.rda").write_text("t 1 2\nn 4 3\n", encoding="utf-8")
    (tmp_path / "x.asc").write_text("ab 1.5\ncd  NA\nef 2.5\n", encoding="utf-8")
    assert not found_in(open_data(DataSpec(path="x.rda"), tmp_path, CONTEXT))


def test_files_beyond_memory_and_in_memory_have_the_same_codes(tmp_path) -> None:
    chance = random.Random(39)
    columns = {}
    for place in range(12):
        pool = chance.choice([NUMBERS, DATES, TEXTS, COUNTRIES, [str(n) for n in range(300)]])
        tokens = chance.sample([*ALWAYS, *OF_NUMBERS], chance.randint(0, 3))
        columns[f"v{place}"] = chance.choices([*pool, *tokens], k=500)
    here = opened_of(tmp_path, columns)
    there = open_data(here.spec.model_copy(update={"large": True}), tmp_path, CONTEXT)
    assert found_in(here)
    assert found_in(there) == found_in(here)
    assert there.notes == here.notes


def test_next_months_file_is_read_as_the_plan_decides(tmp_path) -> None:
    columns = {"x": [*NUMBERS, "NA", "NA"], "y": [*TEXTS, "NA", "NA"]}
    opened = opened_of(tmp_path, columns, propose=True)
    (tmp_path / "next.csv").write_bytes((tmp_path / "data.csv").read_bytes() + b"3;Chur\n")
    plan = plan_from_json({"schema": 2, "data": opened.spec.model_dump(mode="json", exclude_none=True)})
    found = compare(plan, "next.csv", tmp_path, CONTEXT)
    assert [one.problem.code for one in found.differences] == []
    assert not found.opened.notes


# verdicts --------------------------------------------------------------------------------------------

PEOPLE = {
    "q": ["a"] * 6 + ["b"] * 6,
    "s": ["HIV", "HIV", "NA", "HIV", "NA", "HIV", "flu", "cold", "flu", "flu", "cold", "cold"],
    "income": ["NA", *(str(900 + 35 * n) for n in range(11))],
}
ROLES = {"q": {"role": "key"}, "s": {"role": "sensitive"}, "income": {"role": "other"}}


def run_of(folder: Path, jobs: list[dict[str, object]], variables=ROLES):
    opened_of(folder, PEOPLE)
    data = {"path": "data.csv", "variables": variables}
    plan = plan_from_json({"schema": 2, "data": data, "jobs": jobs, "secrets": {"*": "ab" * 32}})
    return run_plan(plan, folder, folder / "out", CONTEXT)


def reasons_of(folder: Path, criterion: dict[str, object], variables=ROLES) -> dict[str, dict[str, object]]:
    job = {"name": "r", "kind": "risk", "params": {"criteria": [criterion]}}
    run_of(folder, [job], variables)
    written = json.loads((folder / "out" / "result.json").read_text(encoding="utf-8"))
    found = written["jobs"]["r"]["verdict"]["reasons"]
    return {one["code"]: one for one in found if one["code"] == "criterion_with_code"}


@pytest.mark.parametrize(
    ("criterion", "figures"),
    [
        ({"kind": "distinct_l_diversity", "l": 2}, (2, 2, 1)),
        ({"kind": "p_sensitive", "p": 2}, (2, 2, 1)),
        ({"kind": "recursive_cl_diversity", "c": 3, "l": 2}, (3, 2, None)),
        ({"kind": "entropy_l_diversity", "l": 1.8, "estimator": "shannon"}, (1.8, 1.8898815748, 1)),
    ],
)
def test_a_condition_that_only_a_code_meets_fails(tmp_path, criterion, figures) -> None:
    found = reasons_of(tmp_path, criterion | {"attribute": "s"})["criterion_with_code"]
    assert found["grade"] == "unsafe"
    stated = found["figures"]
    assert stated["variable"] == "s"
    asked, as_read, as_missing = figures
    assert stated["asked"] == asked
    assert stated["as_missing"] == as_missing
    assert stated["as_read"] == pytest.approx(as_read, abs=1e-6)


def test_a_condition_met_without_the_code_is_no_reason(tmp_path) -> None:
    criterion = {"kind": "distinct_l_diversity", "l": 1, "attribute": "s"}
    assert not reasons_of(tmp_path, criterion)
    declared = ROLES | {"s": {"role": "sensitive", "missing": [""]}}
    assert not reasons_of(tmp_path, criterion | {"l": 2}, declared)  # decided: NA is a value


def test_codes_are_a_reservation_in_the_verdict_of_a_release(tmp_path) -> None:
    params = {"criteria": [{"kind": "k_anonymity", "k": 6}]}
    done = run_of(
        tmp_path, [{"name": "g", "kind": "generalise", "params": params, "output": {"path": "o.csv"}}]
    )
    found = {
        one.figures["where_variable"]: one for one in done.verdict.reasons if one.code == "data.missing_code"
    }
    assert set(found) == {"s", "income"}
    assert {one.grade for one in found.values()} == {Grade.RESERVATIONS}
    assert [(one.figures["codes"], one.figures["number"]) for one in found.values()] == [
        (("NA",), 2),
        (("NA",), 1),
    ]
    assert (tmp_path / "out" / "o.csv").read_text(encoding="utf-8").count("NA") == 3  # nothing was changed


@pytest.mark.parametrize(
    "job",
    [
        {"kind": "noise", "params": {"variables": ["income"], "amount": 0.2}, "output": {"path": "o.csv"}},
        {"kind": "swap", "params": {"variables": ["income"]}, "output": {"path": "o.csv"}},
        {
            "kind": "microaggregate",
            "params": {"variables": ["income"], "method": "optimal_univariate", "k": 3},
            "output": {"path": "o.csv"},
        },
        {
            "kind": "table",
            "params": {"dimensions": [{"variable": "q"}], "value": "income"},
            "output": {"path": "o.csv"},
        },
        {"kind": "cae", "params": {"attribute": "income"}},
    ],
    ids=lambda job: job["kind"],
)
def test_a_method_on_numbers_names_the_code_that_hides_them(tmp_path, job) -> None:
    with pytest.raises(Refused) as refused:
        run_of(tmp_path, [{"name": "x", **job}])
    found = [one for one in refused.value.problems if one.severity is Severity.ERROR]
    assert [one.code for one in found] == ["data.code_in_numbers"]
    assert (found[0].params["name"], found[0].params["codes"]) == ("income", ("NA",))


@pytest.mark.parametrize(
    ("step", "open_ones"),
    [
        ({"recode_missing": {"variables": ["s", "income"], "texts": ["NA"], "to": ""}}, []),
        ({"recode_missing": {"variables": ["s"], "texts": ["NA"], "to": ""}}, ["income"]),
        ({"recode_missing": {"variables": ["s", "income"], "to": "-9"}}, ["s", "income"]),
        ({"drop": ["s"]}, ["income"]),
    ],
)
def test_what_preparing_decides_is_no_warning_any_more(tmp_path, step, open_ones) -> None:
    prepared = {"name": "p", "kind": "prepare", "params": {"steps": [step]}}
    risk = {"name": "r", "kind": "risk", "input": "p", "params": {"key_variables": ["q"]}}
    done = run_of(tmp_path, [prepared, risk])
    warned = [note.where.variable for note in done.notes if note.code == "data.missing_code"]
    assert warned == open_ones
