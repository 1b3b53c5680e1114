"""Delimited text as R, pandas and Excel write it: names of rows, lines before the header, UTF-16."""

from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.csv.sniff import preview
from sdc_desktop.engine.data.formats import DialectHints
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.problems import Refused
from sdc_desktop.project.declared_data import roles_for

CONTEXT = JobContext()


def opened_of(folder: Path, text: str | bytes, *, propose: bool = False, **spec: object) -> Opened:
    (folder / "data.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    given = DataSpec.model_validate({"path": "data.csv", **spec})
    return open_data(given, folder, CONTEXT, propose=propose)


@pytest.mark.parametrize(
    "text",
    [
        '"","age","sex"\n"1",30,"m"\n"2",41,"f"\n',  # write.csv
        ",age,sex\n1,30,m\n2,41,f\n",  # pandas
        '"age" "sex"\n"1" 30 "m"\n"2" 41 "f"\n',  # write.table
        "age\tsex\n1\t30\tm\n2\t41\tf\n",
        "age;sex\r\n1;30;m\r\n2;41;f\r\n",
    ],
)
def test_a_first_column_without_a_name_is_the_variable_row_names(tmp_path: Path, text: str) -> None:
    opened = opened_of(tmp_path, text)
    assert opened.data.names == ("row_names", "age", "sex")
    assert opened.data.window(0, 2) == [("1", "30", "m"), ("2", "41", "f")]
    assert opened.spec.row_names is True
    again = open_data(opened.spec, tmp_path, CONTEXT)
    assert (again.data.names, again.data.window(0, 2)) == (opened.data.names, opened.data.window(0, 2))


def test_the_name_of_row_names_is_one_that_the_file_has_not(tmp_path: Path) -> None:
    assert opened_of(tmp_path, ",row_names\na,1\nb,2\n").data.names == ("row_names_2", "row_names")


@pytest.mark.parametrize(
    ("text", "spec", "code"),
    [
        (",age\n1,30\n2,41\n", {"row_names": False}, "csv.empty_name"),
        ("id,age\n1,30\n2,41\n", {"row_names": True}, "csv.no_row_names"),
        ("a,,c\n1,2,3\n", {}, "csv.empty_name"),
        ("age;sex\n30;m;\n41;f;\n", {}, "csv.ragged"),  # a separator at the end of each line, no names
        ("age;sex\n1;30;m\n1;41;f\n", {}, "csv.ragged"),
        ("Persons\nsex,place\nm,north\nf,south\n", {}, "csv.ragged"),  # a title, or names of rows
        ("age,sex\n30,m\nTotal of all records\n", {}, "csv.ragged"),
        ("age,age\n1,2\n", {}, "csv.duplicate_name"),
    ],
)
def test_what_is_not_certain_is_refused(
    tmp_path: Path, text: str, spec: dict[str, object], code: str
) -> None:
    with pytest.raises(Refused) as refused:
        opened_of(tmp_path, text, **spec)
    assert {problem.code for problem in refused.value.problems} == {code}


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("sep=;\n", 2),
        ('"sep=;"\r\n', 2),
        ("Persons of the survey, 2024\n", 2),
        ("Persons;;\n", 2),
        ("# made by x; 2024\n# y\n\n", 4),
        ("Persons;;\n;;\nof 2024;;\n;;\n", 5),
    ],
)
def test_lines_before_the_header_are_passed_over_and_counted(tmp_path: Path, before: str, line: int) -> None:
    records = "".join(f"{n};x{n % 3};m\n" for n in range(50))
    opened = opened_of(tmp_path, f"{before}age;place;sex\n{records}")
    assert (opened.spec.first_row, opened.spec.delimiter) == (line, ";")
    assert opened.data.names == ("age", "place", "sex")
    assert opened.data.window(0, 50)[49] == ("49", "x1", "m")
    assert open_data(opened.spec, tmp_path, CONTEXT).data.window(0, 1) == [("0", "x0", "m")]
    with pytest.raises(Refused) as refused:
        opened_of(tmp_path, f"{before}age;place;sex\n{records}1;2\n", first_row=line)
    assert refused.value.problems[0].where.line == line + 51


def test_the_line_of_excel_is_no_record_of_a_file_without_names(tmp_path: Path) -> None:
    opened = opened_of(tmp_path, "sep=;\n1;2\n3;4\n", header=False)
    assert (opened.data.names, opened.data.window(0, 9)) == (("V1", "V2"), [("1", "2"), ("3", "4")])


@pytest.mark.parametrize("text", ["1;;\n2;x;y\n3;x;z\n", "a;;\na;x;y\nb;x;z\n"])
def test_a_first_record_with_a_single_value_stays_a_record(tmp_path: Path, text: str) -> None:
    assert opened_of(tmp_path, text).data.records == 3


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_read_with_and_without_a_byte_order_mark(tmp_path: Path, encoding: str) -> None:
    opened = opened_of(tmp_path, "name,age\nJörg,30\nŁucja,41\n".encode(encoding))
    assert opened.data.window(0, 2) == [("Jörg", "30"), ("Łucja", "41")]
    assert opened.spec.encoding == encoding


@pytest.mark.parametrize(
    ("names", "role"),
    [
        (["1", "2", "3"], "not_released"),
        (["0", "1", "2"], "not_released"),
        (["1", "3", "2"], "direct_identifier"),
    ],
)
def test_row_numbers_are_proposed_as_left_out_and_names_as_identifiers(tmp_path: Path, names, role) -> None:
    text = ",age\n" + "".join(f"{name},30\n" for name in names)
    for large in (False, True):
        assert roles_for(opened_of(tmp_path, text, propose=True, large=large))["row_names"].role == role


COUNTRIES = '"id","land","pay"\n1,"NA",NA\n2,"DE",30\n3,NA,40\n4,"AT",50\n'


@pytest.mark.parametrize("large", [False, True])
def test_na_in_quotation_marks_is_a_text_where_the_file_quotes_texts(tmp_path: Path, large: bool) -> None:
    opened = opened_of(tmp_path, COUNTRIES, propose=True, large=large)
    assert opened.spec.na_unquoted is True
    rows = [("1", "NA", "NA"), ("2", "DE", "30"), ("3", "", "40"), ("4", "AT", "50")]
    assert opened.data.window(0, 4) == rows
    assert [opened.data.variable(name).missing for name in ("land", "pay")] == [("",), ("", "NA")]
    assert [opened.data.variable(name).codes for name in ("land", "pay")] == [None, None]
    assert "csv.na_emptied" in {one.code for one in opened.notes}
    again = open_data(opened.spec, tmp_path, CONTEXT)
    assert again.data.window(0, 4) == rows
    assert again.data.variable("pay").missing == ("", "NA")


@pytest.mark.parametrize(
    "text",
    [
        COUNTRIES.replace('"NA"', "NA"),  # no text
        COUNTRIES.replace('"DE"', "DE"),  # texts without quotation marks
        COUNTRIES.replace(",30", ',"30 EUR"').replace('"AT"', "x"),
    ],
)
def test_na_is_a_code_as_before_where_quotation_marks_say_nothing(tmp_path: Path, text: str) -> None:
    opened = opened_of(tmp_path, text, propose=True)
    assert opened.spec.na_unquoted is None
    assert opened.data.window(2, 3)[0][1] == "NA"


@pytest.mark.parametrize("given", [None, False])
def test_the_preview_shows_which_na_is_a_text(tmp_path: Path, given: bool | None) -> None:
    (tmp_path / "data.csv").write_text(COUNTRIES)
    found = preview(tmp_path / "data.csv", DialectHints(na_unquoted=given))
    assert found.na_unquoted is (given is None)
    assert [row[1] for row in found.rows] == ['"NA"' if given is None else "NA", "DE", "NA", "AT"]
    (tmp_path / "data.csv").write_text(COUNTRIES.replace('"NA"', '"NAB"'))
    assert preview(tmp_path / "data.csv", DialectHints()).na_unquoted is None


def test_the_preview_reports_names_that_opening_refuses(tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("a,a,\n1,2,3\n")
    codes = [one.code for one in preview(tmp_path / "data.csv", DialectHints()).problems]
    assert codes == ["csv.duplicate_name", "csv.empty_name"]


def test_without_the_key_a_plan_reads_na_as_before(tmp_path: Path) -> None:
    opened = opened_of(tmp_path, COUNTRIES)
    assert opened.spec.na_unquoted is None
    assert [row[1] for row in opened.data.window(0, 4)] == ["NA", "DE", "NA", "AT"]
