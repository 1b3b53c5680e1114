"""Files are written whole or not at all, in their dialect, with formulas made harmless."""

from pathlib import Path

import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.data.csv.formulas import FormulaEscaper
from sdc_desktop.engine.data.csv.write import digest_csv, write_csv
from sdc_desktop.engine.data.formats import Dialect
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.problems import Problem, Refused
from tests.support.csv_files import CONTEXT
from tests.support.data import microdata

DATA = {"x": ["1", "2"], "y": ["a", "b"]}


def _refused(data: Microdata, path: Path, dialect: Dialect) -> Problem:
    with pytest.raises(Refused) as refused:
        write_csv(data, path, dialect, True, CONTEXT)
    (problem,) = refused.value.problems
    return problem


PLAIN = ["=1+2", "+x", "-x", "@SUM(A1)", "\tx", "\rx", "\nx", "-1+2", "=5", "--", "\t-"]
NEARLY_BANDS = ["-5-<A1", "-5-<0+1", "-5-0*2", "+5-<0", "=-5-<0", "-5-<0|x", "-5-1-2", "\t-5-<0"]
AFTER_BLANKS = [" =1+2", "\u00a0=1", "\u3000+x", "\u200b@x", "\ufeff=1", " \t=1", "\x00=1", "\u2800=1"]
OTHER_FORMS = ["＝1+2", "＋x", "－x", "＠x", " ＝1", "\ufe66x", "\ufe62x", "\ufe63x", "\ufe6bx"]


@pytest.mark.parametrize("text", [*PLAIN, *NEARLY_BANDS, *AFTER_BLANKS, *OTHER_FORMS])
@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
def test_a_text_that_a_spreadsheet_would_run_gets_an_apostrophe(text: str, delimiter: str) -> None:
    escaper = FormulaEscaper(delimiter=delimiter)
    assert list(escaper.row(["a", text, "", text])) == ["a", "'" + text, "", "'" + text]
    assert escaper.text(text) == "'" + text
    assert escaper.changed == 3


@pytest.mark.parametrize(
    "text",
    [
        "-1",
        "+1.5",
        "-1e5",
        "-.5",
        "a=b",
        "1-2",
        "",
        "'=1",
        "-",
        " - ",
        " -5",
        "–",
        "-5--1",
        "-5-<0",
        "-9-<=-1.5",
    ],
)
def test_numbers_a_bare_minus_and_harmless_texts_stay(text: str) -> None:
    escaper = FormulaEscaper()
    assert list(escaper.row(["a", text, "-x"])) == ["a", text, "'-x"]
    assert escaper.changed == 1


def test_a_number_is_one_by_the_decimal_mark_of_the_file() -> None:
    assert list(FormulaEscaper(",", ";").row(["-1,5", "-1.5"])) == ["-1,5", "'-1.5"]


def test_a_percentage_stays_where_tables_are_shown() -> None:
    assert list(FormulaEscaper(percent=True).row(["-1.5 %", "-1 %x", "-2%"])) == ["-1.5 %", "'-1 %x", "-2%"]
    assert list(FormulaEscaper().row(["-1.5 %"])) == ["'-1.5 %"]


def test_the_texts_that_were_changed_are_counted_also_where_nothing_is_written(tmp_path: Path) -> None:
    data = microdata({"=x": ["-y", "-2", "-5-<0"], "z": ["＝1", " @a", "b"]})
    assert write_csv(data, tmp_path / "out.csv", Dialect(), True, CONTEXT) == 4
    assert digest_csv(data, "out.csv", Dialect(), True, CONTEXT)[1] == 4
    assert write_csv(data, tmp_path / "out.csv", Dialect(), False, CONTEXT) == 0


def test_formulas_are_escaped_in_names_and_values_or_left_on_request(tmp_path: Path) -> None:
    data, path = microdata({"=x": ["-y", "-2"]}), tmp_path / "out.csv"
    write_csv(data, path, Dialect(), True, CONTEXT)
    assert path.read_bytes() == b"'=x\n'-y\n-2\n"
    write_csv(data, path, Dialect(), False, CONTEXT)
    assert path.read_bytes() == b"=x\n-y\n-2\n"


def test_only_fields_that_need_quotes_get_them(tmp_path: Path) -> None:
    data = microdata({"a": ["x;y", 'p"q', "l\n", "r\r", " s "], "b": ["1", "", "2", "", "3"]})
    write_csv(data, tmp_path / "out.csv", Dialect(";", newline="\r\n"), True, CONTEXT)
    expected = b'a;b\r\n"x;y";1\r\n"p""q";\r\n"l\n";2\r\n"r\r";\r\n s ;3\r\n'
    assert (tmp_path / "out.csv").read_bytes() == expected


def test_an_empty_value_alone_on_its_line_is_quoted(tmp_path: Path) -> None:
    write_csv(microdata({"a": ["x", ""]}), tmp_path / "out.csv", Dialect(), True, CONTEXT)
    assert (tmp_path / "out.csv").read_bytes() == b'a\nx\n""\n'


def test_one_byte_order_mark_is_written_for_encodings_that_have_one(tmp_path: Path) -> None:
    for encoding in ("utf-8-sig", "utf-16"):
        write_csv(microdata(DATA), tmp_path / "out.csv", Dialect(encoding=encoding), True, CONTEXT)
        assert (tmp_path / "out.csv").read_bytes() == "x,y\n1,a\n2,b\n".encode(encoding)


def test_a_character_the_encoding_lacks_is_refused_with_line_and_variable(tmp_path: Path) -> None:
    data = microdata({"x": ["1\n2", "3"], "y": ["a", "Łódź"]})
    problem = _refused(data, tmp_path / "out.csv", Dialect(encoding="cp1252"))
    assert (problem.code, problem.where.line, problem.where.variable) == ("csv.not_encodable", 4, "y")
    assert problem.params["sign"] == "U+0141"
    assert list(tmp_path.iterdir()) == []


def test_a_value_that_needs_quotes_in_a_file_without_is_refused(tmp_path: Path) -> None:
    data = microdata({"x": ["1", "2"], "y": ["a", "b,c"]})
    problem = _refused(data, tmp_path / "out.csv", Dialect(quote=""))
    assert (problem.code, problem.where.line, problem.where.variable) == ("csv.cannot_quote", 3, "y")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("dialect", [Dialect(), Dialect(quote="")])
def test_a_value_that_no_file_of_text_can_hold_is_refused_at_its_place(tmp_path: Path, dialect) -> None:
    """NUL: records are joined by it on their way, so that a value with it could become two."""
    data = microdata({"x": ["1", "2"], "y": ["a", "b\0c"], "z": ["", ""]})
    where = _refused(data, tmp_path / "out.csv", dialect).where
    assert (where.line, where.column, where.variable) == (3, 2, "y")
    assert list(tmp_path.iterdir()) == []


def test_a_refusal_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_text("old")
    _refused(microdata({"x": ["Ł"]}), path, Dialect(encoding="ascii"))
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_cancelling_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_text("old")
    data = microdata({"x": [str(i) for i in range(300)]})
    begun: list[float] = []
    context = JobContext(on_progress=lambda done, _: begun.append(done), is_cancelled=lambda: bool(begun))
    with pytest.raises(Cancelled):
        write_csv(data, path, Dialect(), True, context)
    assert begun
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_finished_file_whose_target_another_program_holds_is_kept_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.csv"
    path.write_text("old")
    (tmp_path / "out (2).csv").write_text("another")
    replace = Path.replace

    def held(self: Path, target: Path) -> Path:
        if target == path:
            raise PermissionError(13, "The process cannot access the file")  # as Windows says it
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", held)
    problem = _refused(microdata(DATA), path, Dialect())
    assert (problem.code, problem.params["kept"]) == ("file.kept_beside", "out (3).csv")
    assert path.read_text() == "old"
    assert (tmp_path / "out (3).csv").read_text() == "x,y\n1,a\n2,b\n"
    assert len(list(tmp_path.iterdir())) == 3


def test_a_target_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    read_only, folder, file = tmp_path / "ro.csv", tmp_path / "folder", tmp_path / "file"
    read_only.write_text("old")
    read_only.chmod(0o444)
    folder.mkdir()
    file.write_text("")
    targets = {
        read_only: "file.not_writable",
        folder: "file.is_folder",
        tmp_path / "missing" / "out.csv": "file.no_folder",
        file / "out.csv": "file.no_folder",
        tmp_path / ("x" * 300): "file.name_too_long",
    }
    for path, code in targets.items():
        assert _refused(microdata(DATA), path, Dialect()).code == code
    assert read_only.read_text() == "old"
    assert sorted(tmp_path.iterdir()) == sorted([read_only, folder, file])
