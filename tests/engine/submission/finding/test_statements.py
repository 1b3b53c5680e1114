"""Stated numbers of persons, sentences of few, and the coverage of files."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.submission.finding import find
from sdc_desktop.engine.submission.finding.statements import MOST_STATED, stated_in
from sdc_desktop.engine.submission.gathering import gathered
from sdc_desktop.engine.submission.received import Settings, read_outputs
from sdc_desktop.engine.submission.spec import CorrectionSpec
from tests.support.outputs.cases import check_texts, checked, codes, file_codes, only_table, workbook

STATED = {
    "Table 1. Cohort (N=180)": [180],
    "Of 5,212 invited, 412 patients took part.": [5212, 412],
    "412 patients were included; 398 gave consent.": [412, 398],
    "Quelle: eigene Erhebung, Base: 1250 respondents": [1250],
    "N (total) = 1 234": [1234],
    "Cases per 100000 persons": [],
    "Counts of fewer than 10 persons are suppressed": [],
    "Patients aged 18-64, n=1.204, 2020 to 2022": [1204],
    "median of 52 years": [],
    "n = 44.20": [],
    "50 % of persons": [],
}


@pytest.mark.parametrize(("text", "numbers"), STATED.items())
def test_numbers_of_persons_are_those_with_words_for_them(text, numbers) -> None:
    assert [one.n for one in stated_in(text)] == numbers


def test_size_classes_state_no_number_of_persons() -> None:
    assert not list(stated_in("households with 2 persons", is_title=True))
    assert not list(stated_in("2 persons", is_label=True))
    assert not list(stated_in("Couple, 2 children", is_label=True))
    assert [one.n for one in stated_in("East (2 children)", is_label=True)] == [2]
    assert [one.n for one in stated_in("East, 3 patients", is_label=True)] == [3]
    assert [one.n for one in stated_in("South (n=3)", is_label=True)] == [3]


BODY = "age,{head}\n18-64,97\n65+,80\n<18,x\n"
PLACES = {
    "title": ("Table 1 (N=180),\n" + BODY.format(head="n"), None),
    "head": (BODY.format(head="N = 180"), None),
    "note": (BODY.format(head="n") + '\n"Note: N=180 patients",\n', None),
    "text": (BODY.format(head="n"), "The cohort has 180 patients."),
}


@pytest.mark.parametrize("source", PLACES)
def test_a_number_is_found_wherever_it_is_stated(tmp_path, source) -> None:
    table, text = PLACES[source]
    (tmp_path / "a.csv").write_text(table, encoding="utf-8")
    (tmp_path / "b.txt").write_text(text or "No text.", encoding="utf-8")
    read = read_outputs(gathered(["a.csv", "b.txt"], tmp_path), Settings(), JobContext()).files
    stated = [*read[0].tables[0].table.statements, *read[1].found.statements]
    assert [(one.n, one.source) for one in stated] == [(180, source)]
    assert text or stated[0].certain


def test_figures_of_a_line_that_states_few_must_change(tmp_path) -> None:
    table = only_table(check_texts(tmp_path, a="area,mean age\nNorth (n=120),44.2\nSouth (n=3),51.0\n"))
    assert codes(table)["few_stated"] == ["B3"]


@pytest.mark.parametrize(
    ("text", "few"),
    [
        ("Of the 412 patients, 57 died in hospital and 355 survived.", False),
        ("Of the 180 patients, 3 died in hospital and 177 survived.", True),
        ("Of 180 patients, 177 survived.", True),
        ("There were 180 patients. Of them 1.7 % died.", True),
        ("Drei Patienten starben.", True),
    ],
)
def test_a_text_of_few_is_looked_at(tmp_path, text, few) -> None:
    (file,) = check_texts(tmp_path, a_txt=text).files
    assert file_codes(file) == (["few_in_text:1:1"] if few else [])
    assert file.coverage.not_read == 0


def test_rows_with_more_cells_than_the_head_are_not_read(tmp_path) -> None:
    ragged = only_table(check_texts(tmp_path, a="area,n\nNorth,1,204\nSouth,980\nEast,1,003\n"))
    assert codes(ragged)["row_not_read"] == ["C2", "C4"]
    quoted = only_table(check_texts(tmp_path, b='area,n\nNorth,"1,204"\nSouth,980\nEast,"1,003"\n'))
    assert codes(quoted) == {}


def test_a_figure_put_anywhere_changes_the_coverage(tmp_path) -> None:
    lines = ["Table of persons,", "area,n", "North,120", "South,80", "", "Source: survey,"]
    (before,) = check_texts(tmp_path, a="\n".join(lines)).files
    for number, line in enumerate(lines):
        changed = [*lines[:number], f"{line} 77", *lines[number + 1 :]]
        (file,) = check_texts(tmp_path, a="\n".join(changed)).files
        assert file.coverage != before.coverage, line
    (stray,) = check_texts(tmp_path, a="\n".join([*lines, *[""] * 5, "48211"])).files
    assert (file_codes(stray), stray.coverage.not_read) == (["loose_figure:A12"], 1)


def test_numbers_beyond_the_bounds_are_not_tried(tmp_path) -> None:
    (file,) = check_texts(tmp_path, a_txt=f"There were {MOST_STATED}0 patients, {'9' * 5000} persons.").files
    assert "too_many_statements:1:1" in file_codes(file)


def test_sums_among_too_many_lines_are_not_tried_and_looked_at(tmp_path) -> None:
    lines = "".join(f"A{number},{20 + number % 50}\n" for number in range(2_000))
    for last, found in (("B,*\n", [""]), ("B,30\n", [])):
        table = only_table(check_texts(tmp_path, a=f"code,n\n{lines}{last}"))
        assert codes(table).get("too_many_statements", []) == found


def test_statements_of_all_sheets_of_a_file_are_counted(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(find, "MOST_STATEMENTS", 3)
    sheets = {f"T{number}": {"A1": f"area (N={180 + number})", "B1": "n", "A2": "North", "B2": 97,
                             "A3": "South", "B3": 80} for number in range(5)}  # fmt: skip
    (tmp_path / "a.xlsx").write_bytes(workbook(sheets))
    (file,) = checked(tmp_path, ["a.xlsx"]).files
    assert file_codes(file) == ["too_many_statements:T3!A1", "too_many_statements:T4!A1"]


@pytest.mark.parametrize(
    ("statements", "reason", "code"),
    [
        ({"A9": "total"}, "", "outputs.no_statement"),
        ({"A1": "not_total"}, "", "output_check.no_reason"),
        ({"A1": "not_total"}, "another population", None),
    ],
)
def test_a_checker_can_exclude_a_stated_number(tmp_path, statements, reason, code) -> None:
    (tmp_path / "a.csv").write_text(PLACES["title"][0], encoding="utf-8")
    one = CorrectionSpec(file="a.csv", body="B3:B5", statements=statements, reason=reason)
    settings = Settings(corrections=(one,))
    if code is None:
        (file,) = read_outputs(gathered(["a.csv"], tmp_path), settings, JobContext()).files
        assert file.tables[0].table.statements == ()
        return
    with pytest.raises(Refused) as raised:
        read_outputs(gathered(["a.csv"], tmp_path), settings, JobContext())
    assert [problem.code for problem in raised.value.problems] == [code]
