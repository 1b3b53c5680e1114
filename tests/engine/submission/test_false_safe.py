"""Outputs that look safe and are not: each was once judged safe, or could be."""

import io
import zipfile
from pathlib import Path

import pytest

from sdc_desktop.engine.submission.judging.rules import Severity
from sdc_desktop.engine.submission.reading.number_format import text_shown
from tests.support.outputs.cases import check_texts, checked, codes, file_codes, only_table, workbook, zipped


@pytest.fixture
def judge(tmp_path: Path):
    def run(text: str, name: str = "a"):
        return only_table(check_texts(tmp_path, **{name: text}))

    return run


def test_a_table_that_only_looks_rounded_is_judged_as_it_is_written(judge) -> None:
    table = judge("Number of persons,2020,2021\nN,5,10\nS,20,35\nE,40,15\nW,25,30\n")
    assert table.table.rounded == 0
    assert codes(table)["low_count"] == ["B2"]


def test_stated_rounding_is_believed_only_where_all_figures_are_multiples(judge) -> None:
    rounded = "Number of persons rounded to 5,2020,2021\nN,{},10\nS,20,35\nE,40,15\nW,25,30\n"
    assert judge(rounded.format(5)).table.rounded == 0  # no title: the words stand in the corner
    titled = "Number of persons (rounded to 5)\nArea,2020,2021\nN,{},10\nS,20,35\nE,40,15\nW,25,30\n"
    assert judge(titled.format(5)).table.rounded == 5
    assert codes(judge(titled.format(4)))["low_count"] == ["B3"]


def test_a_base_of_rounding_below_the_rule_needs_a_change(judge) -> None:
    table = judge("Number of persons (rounded to 3)\nArea,2020,2021\nN,12,15\nS,21,36\nE,42,18\nW,27,30\n")
    assert table.severity is Severity.CHANGE
    assert set(codes(table)) == {"rounding_base"}


def test_whole_means_are_not_read_as_counts(judge) -> None:
    table = judge("Mean income by area\nArea,2020,2021\nN,2300,2400\nS,2100,2250\n")
    assert set(table.table.kinds) == {"mean"}
    assert set(codes(table)) == {"count_missing"}


def test_whole_figures_that_no_word_calls_counts_are_looked_at(judge) -> None:
    table = judge("Area,2020,2021\nN,2300,2400\nS,2100,2250\n")
    assert codes(table)["kind_assumed"] == [""]
    assert table.severity is Severity.LOOK


def test_percentages_of_a_base_that_is_rounded_to_0_or_5_are_of_few(judge) -> None:
    rows = "A,40,50.0\nB,5,60.0\nC,0,50.0\nD,60,50.0\nE,55,40.0\nF,70,30.0\n"
    table = judge(f"Number of persons and shares (rounded to 5)\nSector,N,Yes (%)\n{rows}")
    assert table.table.rounded == 5
    assert set(codes(table)["percent_of_few"]) >= {"C4", "C5"}


def test_steps_of_cumulative_counts_are_counts(judge) -> None:
    table = judge("Age,Number,Cumulative number\n16,40,40\n17,30,70\n18,3,73\n19,50,123\n")
    assert codes(table)["low_count"] == ["B4", "C4"]
    alone = judge("Age,Cumulative number\n16,40\n17,70\n18,73\n19,123\n")
    assert codes(alone)["low_count"] == ["B4"]


@pytest.mark.parametrize("word", ["Oldest", "Youngest", "Range", "Maximum", "Highest", "Spannweite", "Min"])
def test_words_for_single_values_are_endpoints(judge, word) -> None:
    table = judge(f"Sector,N,{word}\nA,40,91\nB,50,88\n")
    assert codes(table)["endpoint"] == ["C2", "C3"]


def test_a_row_of_rising_counts_is_no_header(judge) -> None:
    table = judge("Number of persons,a,b,c\nN,50,60,70\nS,5,6,7\nE,40,50,60\n")
    assert codes(table)["low_count"] == ["B3", "C3", "D3"]


def test_a_first_row_of_rising_counts_below_a_header_is_judged(judge) -> None:
    table = judge("Number of persons,a,b,c\nN,5,6,7\nS,40,50,60\n")
    assert codes(table)["low_count"] == ["B2", "C2", "D2"]


def test_a_column_of_rising_counts_is_no_label(judge) -> None:
    table = judge("Region,n,Mean pay\nN,5,100.5\nS,12,120.5\nE,30,130.5\n")
    assert codes(table)["low_count"] == ["B2"]
    assert codes(table)["mean_of_few"] == ["C2"]


def test_a_row_of_marks_is_part_of_the_table(judge) -> None:
    table = judge("Number of persons,a,b,Total\nN,20,30,50\nS,c,c,18\nE,20,30,50\nTotal,44,74,118\n")
    assert codes(table)["disclosed"] == ["B3", "C3"]


def test_a_note_that_explains_a_mark_narrows_the_cells(judge) -> None:
    plain = "Number of persons,a,b,Total\nN,20,30,50\nS,*,*,18\nE,20,30,50\n"
    assert "disclosed" not in codes(judge(plain))
    assert codes(judge(plain + '"* fewer than 10 persons"\n'))["disclosed"] == ["B3", "C3"]


def test_two_letters_of_a_category_are_no_statistic(judge) -> None:
    table = judge("Number of persons,F,M\nN,4,30\nS,20,30\n")
    assert codes(table)["low_count"] == ["B2"]


def test_a_statistic_of_an_empty_spread_reveals_the_value_of_all(judge) -> None:
    table = judge("Sector,N,Mean pay,Std dev\nA,40,10.0,0\nB,50,12.0,3.5\n")
    assert codes(table)["class_100"] == ["D2"]


def test_a_figure_whose_count_is_suppressed_needs_a_change(judge) -> None:
    table = judge("Sector,N,Mean pay\nA,c,10.5\nB,50,12.5\n")
    assert codes(table)["count_suppressed"] == ["C2"]


def test_a_ratio_is_judged_by_the_two_by_two_behind_it(tmp_path) -> None:
    few = "Number of persons,yes,no\nexposed,12,40\nothers,4,60\n"
    ratio = "Factor,Odds ratio\nexposed,4.50\n"
    submission = check_texts(tmp_path, counts=few, ratio=ratio)
    found = [codes(table) for table in submission.tables() if "ratio" in table.table.kinds]
    assert found == [{"ratio_of_few": ["B2"]}]
    alone = check_texts(tmp_path, other="Factor,Odds ratio\nexposed,4.50\n")
    assert codes(only_table(alone)) == {"count_missing": ["B2"]}


def test_points_of_a_lorenz_curve_with_few_beyond_them_need_a_change(judge) -> None:
    table = judge("Lorenz curve of income (N = 60)\nPopulation (%),Income (%)\n5,1.2\n50,20.1\n95,80.2\n")
    assert "gini_of_few" in codes(table)


def test_a_table_of_a_hidden_sheet_and_records_are_never_safe(judge, tmp_path) -> None:
    rows = "\n".join(f"P-{n:04},{20 + n},{n % 3}" for n in range(12))
    submission = check_texts(tmp_path, people=f"id,age,area\n{rows}\n")
    assert submission.severity is Severity.REFUSE
    assert [one.code for one in submission.files[0].findings] == ["records"]


def test_codes_of_weeks_and_bands_are_no_records(tmp_path) -> None:
    rows = "\n".join(f"Week {n},{20 + n}" for n in range(1, 15))
    submission = check_texts(tmp_path, weeks=f"Number of persons,2020\n{rows}\n")
    assert [one.code for one in submission.files[0].findings] == []


@pytest.mark.parametrize(
    "text",
    [
        "Of 203 patients in West all but two consented to the HIV test.",
        "Von 203 Patienten haben alle bis auf zwei zugestimmt.",
        "The sample comprised 203 patients. After the exclusion 201 patients remained.",
    ],
)
def test_few_that_a_text_leaves_are_looked_at(tmp_path, text) -> None:
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    submission = checked(tmp_path, ["a.txt"])
    assert [one.code for one in submission.files[0].findings] == ["few_in_text"]


def test_years_in_the_first_column_are_labels_under_a_word_for_counts(judge) -> None:
    table = judge("Persons,Total,North,South,East\n2020,203,120,80,x\n2021,230,130,85,x\n")
    assert codes(table)["disclosed"] == ["E2", "E3"]


@pytest.mark.parametrize("head", ["SE", "SD", "t", "z", "p", "Q1", "Wald"])
def test_a_category_called_like_a_statistic_is_read_as_counts(judge, head) -> None:
    table = judge(f"area,n,{head}\nNorth,120,20\nSouth,80,3\nEast,70,14\n")
    assert codes(table)["low_count"] == ["C3"]


def test_a_standard_error_beside_a_mean_is_no_count(judge) -> None:
    table = judge("area,n,mean,SE\nNorth,120,20,3\nSouth,80,25,2\n")
    assert table.table.kinds == ("count", "mean", "sd")


def test_several_figures_in_the_lines_of_a_cell_are_not_read(judge) -> None:
    table = judge('area,n\n"North\nEast","120\n3"\nSouth,80\n')
    assert codes(table)["cell_not_read"] == ["B2"]


def test_a_roman_numeral_in_a_column_of_counts_is_looked_at(judge) -> None:
    table = judge("Area,Number of cases\nNorth,120\nEast,III\n")
    assert codes(table)["number_word"] == ["B3"]


def test_two_figures_divided_by_a_blank_are_not_one_figure(judge) -> None:
    table = judge("area,n\nSouth,80\nNorth,120 3\nEast,1 204\n")
    assert codes(table)["cell_not_read"] == ["B3"]
    assert table.table.figures[2, 0].value == 1204


@pytest.mark.parametrize("word", ["n.d.", "suppressed", "5 or less", "höchstens 5", "vertraulich"])
def test_a_cell_hidden_by_a_word_is_no_heading_and_follows_from_the_total(judge, word) -> None:
    table = judge(f"Region,Patients\nNorth,120\nSouth,80\nEast,{word}\nTotal,203\n")
    assert codes(table)["disclosed"] == ["B4"]


@pytest.mark.parametrize("rows", ["Saxony,203\nNorth,120\nSouth,80\nEast,*\n", "A,120\nB,80\nC,<5\nAB,203\n"])
def test_the_end_of_a_column_can_be_the_total_of_all_others(judge, rows) -> None:
    assert judge(f"Region,Patients\n{rows}").severity is Severity.LOOK


@pytest.mark.parametrize("numeral", ["³", "③", "Ⅲ", "½", "三"])
def test_numerals_of_other_kinds_are_not_read(judge, numeral) -> None:
    table = judge(f"Region,Patients\nNorth,120\nSouth,80\nEast,{numeral}\n")
    assert codes(table)["cell_not_read"] == ["B4"]


@pytest.mark.parametrize(
    "text",
    [
        ("North 120\nSouth 80\nEast 3\n"),
        ("North ........ 120\nSouth ........ 80\nEast ......... 3\n"),
        ("- North: 120\n- South: 80\n- East: 3\n"),
        ("Regions were North (120), South (80) and East (3).\n"),
        ("North had 120 and South 80, East had 3.\n"),
    ],
)
def test_few_in_a_list_of_a_text_are_looked_at(tmp_path, text) -> None:
    (file,) = check_texts(tmp_path, a_txt=text).submitted
    assert [code.partition(":")[0] for code in file_codes(file)] == ["few_in_text"]


@pytest.mark.parametrize(
    "text",
    ["Hospitals: 5\nSeed: 7\n", "Wave 2, model 3, 120 weights.\n", "Mean: 5\nMedian: 4\n", "Version: 3\n"],
)
def test_other_small_numbers_of_a_text_are_examined(tmp_path, text) -> None:
    (file,) = check_texts(tmp_path, a_txt=text).submitted
    assert file_codes(file) == []


@pytest.mark.parametrize(
    "text",
    [
        "Region,Patients,Remark\nNorth,120,none\nSouth,80,one patient moved\nEast,*,\n",
        "Region,Patients\nNorth,120\nSouth,80\nEast: 3,\n",
    ],
)
def test_remarks_and_labels_without_figures_are_read_as_texts(tmp_path, text) -> None:
    (file,) = check_texts(tmp_path, a=text).submitted
    assert [code.partition(":")[0] for code in file_codes(file)] == ["few_in_text"]


def test_short_amounts_of_a_grid_that_is_no_table_are_not_read(tmp_path) -> None:
    (file,) = check_texts(tmp_path, a="Region,Patients\nNorth,120 pts\nEast,3 pts\n").submitted
    assert file.coverage.not_read == 2


def test_few_of_a_title_and_digits_set_low_are_read(tmp_path) -> None:
    title = '"Patients by region, of whom 3 in East"\nRegion,Patients\nNorth,120\nSouth,80\n'
    (file,) = check_texts(tmp_path, a=title).submitted
    assert codes(file.tables[0])["few_in_text"] == [""]
    (file,) = check_texts(
        tmp_path, b_txt="In East there were ₂ patients of 80, in an area of 30 m².\n"
    ).submitted
    assert file_codes(file) == ["few_in_text:1:1"]


@pytest.mark.parametrize(
    "text",
    [
        "Sex (N = 203)\nSex,Persons\nMen,100\nWomen,103\n\n"
        "Sex without refusers (N = 201)\nSex,Persons\nMen,100\nWomen,101\n",
        "Number of persons,Incl. refusers,Excl. refusers\nNorth,120,118\nSouth,80,80\n",
    ],
)
def test_those_who_are_left_out_are_a_difference(tmp_path, text) -> None:
    found = check_texts(tmp_path, a=text).differences
    assert {one.code for one in found} == {"difference_of_few"}


def test_a_formula_with_an_empty_value_has_none(tmp_path) -> None:
    made = workbook(
        {"Sheet1": {"A1": "Region", "B1": "Patients", "A2": "North", "B2": 120, "A3": "East", "B3": 0}}
    )
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"].replace("<v>0</v>", "<f>1+2</f><v/>")
    (tmp_path / "a.xlsx").write_bytes(zipped({**parts, "xl/worksheets/sheet1.xml": sheet}))
    (file,) = checked(tmp_path, ["a.xlsx"]).submitted
    assert "formula_without_value:Sheet1!B3" in file_codes(file)


@pytest.mark.parametrize("shown", ['<input value="3">', '<meter value="3" max="200"></meter>'])
def test_a_value_that_a_page_shows_without_text_is_carried(tmp_path, shown) -> None:
    rows = "<tr><th>Region</th><th>Patients</th></tr><tr><td>N</td><td>120</td></tr>"
    rows += f"<tr><td>E</td><td>{shown}</td></tr>"
    (file,) = check_texts(tmp_path, a_html=f"<table>{rows}</table>").submitted
    assert file.severity is Severity.REFUSE


FORMATS = (
    '<numFmts><numFmt numFmtId="164" formatCode="{}"/></numFmts><fonts><font/></fonts>'
    '<fills><fill/></fills><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>'
)


@pytest.mark.parametrize(
    ("number_format", "found"),
    [
        ("0&quot; (of whom 3 in East)&quot;", ["B2"]),
        ("0&quot; | 3&quot;", ["B2"]),
        ("0&quot; (three in East)&quot;", ["B2"]),
        ("0&quot; patients&quot;", []),
        ("#,##0.0", []),
    ],
)
def test_a_figure_that_a_number_format_adds_is_not_read(tmp_path, number_format, found) -> None:
    rows = {"A1": "Region", "B1": "Patients", "A2": "North", "B2": (1120, 1), "A3": "South", "B3": 80}
    (tmp_path / "a.xlsx").write_bytes(workbook({"Sheet1": rows}, styles=FORMATS.format(number_format)))
    table = only_table(checked(tmp_path, ["a.xlsx"]))
    assert codes(table).get("cell_not_read", []) == found
    assert table.table.figures[0, 0].value == 1120


def test_words_that_a_number_format_puts_around_a_text_are_part_of_it() -> None:
    assert text_shown("North", '0;0;0;@", East 3"') == ("North, East 3", False)
    assert text_shown("North", '"North, East 3"') == ("North", True)
    assert text_shown("North", "#,##0") == ("North", False)


def test_the_name_of_a_sheet_states_its_number_of_persons(tmp_path) -> None:
    rows = {"A1": "Region", "B1": "Patients", "A2": "North", "B2": 120, "A3": "South", "B3": "*"}
    for number, found in ((3, "few_in_text:n=3 East!"), (123, "disclosed")):
        (tmp_path / "a.xlsx").write_bytes(workbook({f"n={number} East": rows}))
        (file,) = checked(tmp_path, ["a.xlsx"]).submitted
        assert found in (*file_codes(file), *codes(file.tables[0]))


@pytest.mark.parametrize(
    ("text", "few"),
    [
        ("Patient 4711, born 12.03.1961, income 48211, lives in East.", True),
        ("Patientin Nr. 104 verstarb im Mai.", True),
        ("Event times of the patients: 3:12, 4:15", True),
        ("III patients in East", True),
        ("eine Person verzogen", True),
        ("Patients by region\n\nNorth 120\nSouth 80\n(3) East", True),
        ("Persons born before 01.01.1961 are left out, costs per patient 4711 euros.", False),
        ("Mean ages of the patients: 45.2 and 47.1", False),
        ("Phase III patients were randomised.", False),
        ("Eine Person kann mehrere Antworten geben.", False),
        ("Tables of this release:\n\nNorth 120\nSouth 80\n\n(1) Including Hamburg.\n(2) Estimated.", False),
    ],
)
def test_words_about_single_persons_are_looked_at(tmp_path, text, few) -> None:
    (file,) = check_texts(tmp_path, a_txt=text).files
    assert any("few_in_text" in code for code in file_codes(file)) is few


def test_a_number_in_words_alone_in_a_cell_is_not_read(tmp_path) -> None:
    rows = "Region,Patients\nNorth,120\nSouth,80\n\n\n\nthree,\n"
    (file,) = check_texts(tmp_path, a=rows).files
    assert file_codes(file) == ["figure_not_read:A7"]


@pytest.mark.parametrize(
    ("lists", "found"),
    [
        ('<p>East</p><ol start="3"><li></li></ol>', ["loose_figure:A6"]),
        ('<ol><li>North</li><li value="3">East</li></ol>', ["loose_figure:A6"]),
        ('<ol><li>North</li><li>South</li></ol><p>Then</p><ol start="3"><li>East</li></ol>', []),
    ],
)
def test_a_number_that_begins_a_list_is_a_figure(tmp_path, lists, found) -> None:
    rows = "<tr><th>Region</th><th>Patients</th></tr><tr><td>North</td><td>120</td></tr>"
    (file,) = check_texts(tmp_path, a_html=f"<table>{rows}</table>{lists}").files
    assert file_codes(file) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Region,Persons\nNorth,120\n  of these men,118\nSouth,80\n  of these men,40\n", ["B2"]),
        ("Region,Personen\nNord,120\ndavon Männer,60\nSüd,80\ndavon Männer,77\n", ["B4"]),
        ("Item,N,Yes\nA,203,201\nB,203,100\n", ["B2"]),
        ("Item,N,Yes\nA,203,120\nB,203,100\n", []),
    ],
)
def test_few_beside_a_part_are_looked_at(judge, text, found) -> None:
    assert codes(judge(text)).get("rest_of_few", []) == found


@pytest.mark.parametrize(
    "text",
    [
        'Region,Patients\n"North (of whom 3 in East)",120\nSouth,80\n',
        'Region,"Patienten (davon 3 im Osten)"\nNord,120\nSüd,80\n',
    ],
)
def test_few_of_a_line_that_its_label_states_are_looked_at(judge, text) -> None:
    assert codes(judge(text))["few_in_text"] == [""]
