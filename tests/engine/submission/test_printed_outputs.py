"""What pandas, statsmodels, lifelines, tableone, R, Stata and SAS print; the ordinary is released."""

from dataclasses import replace
from pathlib import Path

import pytest

from sdc_desktop.engine.submission.judging.rules import Severity, worst
from sdc_desktop.engine.submission.received import Settings
from sdc_desktop.engine.submission.submission import Submission
from tests.support.outputs.cases import (
    check_texts,
    checked,
    codes,
    file_codes,
    golden,
    only_table,
    write_files,
)

CASES = golden("printed")
SEVERITIES = [one.value for one in Severity]


def proposal(submission: Submission) -> str:
    """The gravest proposal on a file."""
    return worst(file.severity for file in submission.submitted).value


def question(submission: Submission) -> bool:
    """Whether the submission asks what its whole numbers are."""
    return any(one.code == "whole_numbers" for one in submission.findings)


@pytest.mark.parametrize("name", CASES)
def test_golden_prints_have_the_right_proposal(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    counts = replace(Settings(), whole_numbers="counts")
    found = proposal(checked(tmp_path, write_files(tmp_path, case["files"]), counts))
    least, most = SEVERITIES.index(case["least"]), SEVERITIES.index(case["most"])
    assert least <= SEVERITIES.index(found) <= most


@pytest.mark.parametrize("name", [name for name in CASES if "asked" in CASES[name]])
def test_only_what_nothing_settles_is_a_question(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    submission = checked(tmp_path, write_files(tmp_path, case["files"]))
    assert case["asked"] or not question(submission)
    assert proposal(submission) == ("look" if question(submission) else case["least"])


# figures with words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["n=3", "N: 3", "3 persons", "3 Stück", "'3", "’3", "~3", "ca. 3", "about 3"]
)
def test_a_count_with_words_is_a_count(tmp_path: Path, text: str) -> None:
    table = only_table(check_texts(tmp_path, a=f"area,n\nNorth,120\nSouth,80\nWest,{text}\n"))
    assert codes(table)["low_count"] == ["B4"]


@pytest.mark.parametrize("word", ["three", "Drei", "zero"])
def test_a_count_in_words_is_looked_at(tmp_path: Path, word: str) -> None:
    table = only_table(check_texts(tmp_path, a=f"area,n\nNorth,120\nSouth,80\nWest,{word}\n"))
    assert codes(table)["number_word"] == ["B4"]


def test_words_that_count_nothing_are_no_figures(tmp_path: Path) -> None:
    submission = check_texts(tmp_path, a="area,n\nNorth,120\nSouth,80\nWest,3 or so\n")
    assert codes(only_table(submission))["cell_not_read"] == ["B4"]


# heads and labels -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "labels",
    [("18-29", "30-44", "45+"), ("<18", "18 to 64", "65+"), ("[0, 10)", "[10, 20)", "[20, 30]"),
     ("unter 20", "20 bis 64", "80 und älter"), ("(85.5, 113.7]", "(113.7, 141.9]", "(141.9, 170]")],
)  # fmt: skip
def test_ranges_in_the_first_column_are_labels(tmp_path: Path, labels: tuple[str, ...]) -> None:
    rows = "".join(f'"{label}",{number}\n' for label, number in zip(labels, (60, 3, 40), strict=True))
    table = only_table(check_texts(tmp_path, a=f"age,n\n{rows}"))
    assert table.table.rows == labels
    assert codes(table)["low_count"] == ["B3"]


def test_a_range_under_a_word_for_counts_stays_a_masked_count(tmp_path: Path) -> None:
    table = only_table(check_texts(tmp_path, a="n,area\n1-9,14\n1-9,20\n120,12\n")).table
    assert table.figures[0, 0].high == 9


@pytest.mark.parametrize("heads", ["0%,25%,100%", "0.0,0.5,1.0", "min,0.25,max"])
def test_heads_of_quantiles_are_heads(tmp_path: Path, heads: str) -> None:
    table = only_table(
        check_texts(tmp_path, a=f"sex,{heads}\nf,7147.9,21768.4,60478.1\nm,5678.0,21242.3,92.5\n")
    )
    assert list(table.table.columns) == heads.split(",")
    assert table.table.kinds == ("endpoint", "position", "endpoint")


def test_rows_of_shares_below_a_head_are_figures(tmp_path: Path) -> None:
    table = only_table(check_texts(tmp_path, a="area,sex,f,m\nEast,a,0.4,0.6\nEast,b,0.5,0.5\n")).table
    assert table.rows == ("East / a", "East / b")
    assert table.kinds == ("percent", "percent")
    assert table.figures[0, 0].value == 40


def test_rising_figures_that_may_be_a_head_are_looked_at(tmp_path: Path) -> None:
    table = only_table(check_texts(tmp_path, a=",,\n,3,24,36\nf,100,120,130\nm,110,90,95\n"))
    assert codes(table)["head_unclear"] == [""]
    assert codes(table)["low_count"] == ["B2"]


def test_a_first_column_of_rising_counts_is_not_taken_for_labels(tmp_path: Path) -> None:
    table = only_table(check_texts(tmp_path, a="men,women\n3,20\n15,31\n42,17\n"))
    assert codes(table)["low_count"] == ["A2"]


def test_years_that_follow_figures_head_a_table_of_their_own(tmp_path: Path) -> None:
    rows = "area,2019,2020\nNorth,120,130\nSouth,90,95\narea,2021,2022\nNorth,140,3\nSouth,91,92\n"
    (file,) = check_texts(tmp_path, a=rows).files
    assert [one.table.columns for one in file.tables] == [("2019", "2020"), ("2021", "2022")]
    assert codes(file.tables[1])["low_count"] == ["C5"]


def test_the_german_word_for_middle_is_a_category(tmp_path: Path) -> None:
    table = only_table(
        check_texts(tmp_path, a="Bildung,hoch,mittel,niedrig\nOst,20,30,3\nWest,40,50,60\n")
    ).table
    assert set(table.kinds) == {"count"}


# texts in fixed width ---------------------------------------------------------------------------------------


def test_a_column_of_marks_stays_a_column(tmp_path: Path) -> None:
    text = "area       n   cases   share\nNorth    120       x      40\nSouth     80       x      60\n"
    table = only_table(check_texts(tmp_path, a_txt=text)).table
    assert table.columns == ("n", "cases", "share")
    assert [table.figures[row, 1].status for row in (0, 1)] == ["suppressed"] * 2


def test_one_blank_before_a_figure_divides_it_from_its_label(tmp_path: Path) -> None:
    text = "region        men  women\nNorth East 3     80\nSouth         90     70\n"
    aligned = text.replace("North East 3     80", "North East   3     80")
    for one in (text.replace("North East 3     80", "North Eastern 3    80"), aligned):
        assert codes(only_table(check_texts(tmp_path, a_txt=one)))["low_count"]


def test_words_of_heads_belong_to_the_columns_below(tmp_path: Path) -> None:
    text = " time n.risk n.event survival std.err lower 95% CI upper 95% CI\n" + "".join(
        f"  {time}    {risk}      {events}   0.9534 0.00710       0.9396        0.967\n"
        for time, risk, events in ((100, 880, 41), (200, 790, 52), (300, 650, 38))
    )
    table = only_table(check_texts(tmp_path, a_txt=text)).table
    assert table.columns == ("n.risk", "n.event", "survival", "std.err", "lower 95% CI", "upper 95% CI")
    assert table.form == "survival"


def test_what_a_command_tabulates_is_a_table_of_counts(tmp_path: Path) -> None:
    text = (
        '>>> pd.crosstab(df["sex"], df["area"])\narea   East  North\nf       235    335\nm       228    350\n'
    )
    assert not question(check_texts(tmp_path, a_txt=text))


# what programs print ----------------------------------------------------------------------------------------


def test_a_description_of_texts_names_the_value_of_a_person(tmp_path: Path) -> None:
    table = only_table(
        check_texts(tmp_path, a=",firm,area\ncount,240,240\nunique,35,4\ntop,Hall Ltd,North\nfreq,31,90\n")
    )
    assert codes(table)["endpoint"] == ["B4", "C4"]
    assert set(codes(table)) == {"endpoint"}


def test_cumulative_percentages_are_no_groups(tmp_path: Path) -> None:
    text = (
        "      stage |      Freq.     Percent        Cum.\n"
        "------------+-----------------------------------\n"
        "      early |        878       39.20       39.20\n"
        "     middle |        820       36.61       75.80\n"
        "       late |        542       24.20      100.00\n"
        "------------+-----------------------------------\n"
        "      Total |      2,240      100.00\n"
    )
    table = only_table(check_texts(tmp_path, a_log=text))
    assert table.table.kinds == ("count", "percent", "cumulative")
    assert table.severity is Severity.RELEASE


def test_intervals_do_not_make_columns_percentages(tmp_path: Path) -> None:
    table = only_table(
        check_texts(tmp_path, a="area,n,mean,lower 95% CI,upper 95% CI\nEast,463,23705.7,23000.1,24100.2\n")
    ).table
    assert table.kinds == ("count", "mean", "sd", "sd")


def test_the_least_and_greatest_residual_of_a_model_are_looked_at(tmp_path: Path) -> None:
    text = (
        "Residuals:\n    Min      1Q  Median      3Q     Max \n"
        "-17660.2 -7735.1  -2023.0   4889.6  69280.4 \n\n"
        "Residual standard error: 10050 on 2238 degrees of freedom\n"
        "Multiple R-squared:  7.9e-05,\tAdjusted R-squared:  -0.00037 \n"
        "F-statistic: 0.1766 on 1 and 2238 DF,  p-value: 0.6743\n"
    )
    (file,) = check_texts(tmp_path, a_txt=text).files
    assert [one.code for one in file.findings] == ["endpoint"]
    assert [model.freedom for model, _ in file.models] == [None, 2238]


def test_several_columns_of_labels_do_not_move_the_figures(tmp_path: Path) -> None:
    text = (
        "                  n    share\n"
        "Valid    yes    120     61.5\n"
        "         no      75     38.5\n"
        "Missing  system    5\n"
    )
    table = only_table(check_texts(tmp_path, a_txt=text))
    assert table.table.rows == ("Valid / yes", "Valid / no", "Missing / system")
    assert codes(table)["low_count"] == ["4:20"]


@pytest.mark.parametrize("rows", ["North,3,4,5\nSouth,20,30,40\n", "3,4,5\n20,30,40\n11,12,13\n"])
def test_a_first_row_that_rises_by_one_may_be_figures(tmp_path: Path, rows: str) -> None:
    assert "head_unclear" in codes(only_table(check_texts(tmp_path, a=rows)))


@pytest.mark.parametrize("text", ["52 (35, 71)", "52.0 [35.0,71.0]", "52.0 [35.0; 71.0]"])
def test_a_median_has_its_quartiles_behind_it(tmp_path: Path, text: str) -> None:
    rows = f',Overall\nn,240\n"age, median [Q1,Q3]","{text}"\n'
    table = only_table(check_texts(tmp_path, a=rows)).table
    assert [kind for kind, _ in table.parts_at(1, 0)] == ["position"] * 3


# whole numbers ----------------------------------------------------------------------------------------------

PLAIN = "area,f,m\nEast,235,228\nNorth,335,350\n"


@pytest.mark.parametrize(
    ("texts", "code"),
    [
        ({"a": PLAIN + "\nNote: number of persons\n"}, "note"),
        ({"persons_by_area": PLAIN}, "file"),
        ({"a": PLAIN, "b": "stage,count\nI,500\nII,648\n"}, "sum"),
        ({"a": PLAIN, "b": "area,f: count,m: count\nEast,235,228\nNorth,335,3\n"}, ""),
    ],
)
def test_whole_numbers_are_settled_by_what_the_submission_shows(tmp_path: Path, texts, code) -> None:
    submission = check_texts(tmp_path, **texts)
    table = submission.files[0].tables[0].table
    assert table.counts_shown[0] == code
    assert question(submission) == (not code)


def test_sums_need_the_counts_behind_them(tmp_path: Path) -> None:
    sums = replace(Settings(), whole_numbers="sums")
    table = only_table(check_texts(tmp_path, sums, a=PLAIN))
    assert table.table.kinds == ("sum", "sum")
    assert set(codes(table)) == {"count_missing"}


def test_quarters_of_a_year_are_no_quartiles(tmp_path: Path) -> None:
    text = "Quarter,Admissions\nQ1,118\nQ2,125\nQ3,109\nQ4,128\n"
    (tmp_path / "admissions.csv").write_text(text, encoding="utf-8")
    (table,) = checked(tmp_path, ["admissions.csv"]).submitted[0].tables
    assert table.table.row_kinds == {}
    (tmp_path / "admissions.csv").write_text(text.replace("Quarter,", "Statistic,"), encoding="utf-8")
    (table,) = checked(tmp_path, ["admissions.csv"]).submitted[0].tables
    assert table.table.row_kinds != {}


def test_categories_below_one_head_of_stata_are_heads(tmp_path: Path) -> None:
    log = """. tab sex employed

           |       employed
       sex |         0          1 |     Total
-----------+----------------------+----------
    female |       120        340 |       460
      male |       100          3 |       103
-----------+----------------------+----------
     Total |       220        343 |       563
"""
    table = only_table(check_texts(tmp_path, a_log=log))
    assert table.table.columns == ("0", "1", "Total")
    assert codes(table)["low_count"] == ["7:33"]
    assert not codes(table).keys() & {"row_not_read", "head_unclear"}


MODEL = """> summary(m)

Coefficients:
            Estimate Std. Error z value Pr(>|z|)
(Intercept) -2.10000    0.30000  -7.000 2.56e-12
age          0.02000    0.00500   4.000 6.33e-05

(Dispersion parameter for binomial family taken to be 1)

    Null deviance: 1500.2  on 1202  degrees of freedom
Residual deviance: 1450.3  on {}  degrees of freedom
"""


@pytest.mark.parametrize(
    ("log", "found"),
    [
        (MODEL.format(1201), []),
        (MODEL.format(4), ["low_dof"]),
        ("> nobs(m)\n[1] 1203\n", []),
        ("> nobs(m)\n[1] 3\n", ["low_count"]),
    ],
)
def test_degrees_of_freedom_below_the_coefficients_of_r_are_theirs(
    tmp_path: Path, log: str, found: list[str]
) -> None:
    (file,) = check_texts(tmp_path, a_log=log).files
    assert [code.partition(":")[0] for code in file_codes(file)] == found
    assert not file.tables


@pytest.mark.parametrize("first", [MODEL.format(1201), "> nobs(m)\n[1] 1203\n"])
def test_counts_that_a_model_prints_beside_its_summary_are_judged(tmp_path: Path, first: str) -> None:
    table = only_table(check_texts(tmp_path, a_log=f"{first}\nRegion   n\nNorth  120\nEast     3\n"))
    assert len(codes(table)["low_count"]) == 1


def test_shares_of_multiple_answers_are_of_the_last_row_n(tmp_path: Path) -> None:
    rows = "Friends,620,51.5\nFamily,800,66.5\nNone,{}\nN,1203,\n"
    head = "Source of help (multiple answers),Persons,Percent\n"
    assert codes(only_table(check_texts(tmp_path, a=head + rows.format("140,11.6")))) == {}
    few = codes(only_table(check_texts(tmp_path, b=head + rows.format("1199,99.7"))))
    assert few["percent_rest_few"] == ["C4"]


@pytest.mark.parametrize(("n", "found"), [("1203,1180", {}), ("1203,9", {"low_dof": [""]})])
def test_models_with_errors_in_brackets_are_judged_by_their_row_n(
    tmp_path: Path, n: str, found: dict[str, list[str]]
) -> None:
    rows = f"Age,0.12***,0.11***\n,(0.02),(0.02)\nFemale,-0.34,-0.30\n,(0.20),(0.21)\nN,{n}\nR2,0.12,0.15\n"
    assert codes(only_table(check_texts(tmp_path, a=f",Model 1,Model 2\n{rows}"))) == found


def test_figures_with_others_in_brackets_below_them_are_no_coefficients(tmp_path: Path) -> None:
    rows = "HIV,1.3,10.0\n,(0.9),(2.4)\nN,150,120\n"
    table = only_table(check_texts(tmp_path, a=f",Men,Women\n{rows}"))
    assert table.table.form == "table"
    assert "count_missing" in codes(table)
