"""Every fault of a delimited file is refused with its line and field; what is sound is not."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.data.csv import scan as csv_scan
from sdc_desktop.engine.data.csv import text as csv_text
from sdc_desktop.engine.data.csv.scan import MAX_FIELDS, MAX_RECORD, scan
from sdc_desktop.engine.data.csv.sniff import SAMPLE, preview
from sdc_desktop.engine.data.formats import DialectHints
from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.words import Words
from sdc_desktop.words.problems.csv import MESSAGES
from sdc_desktop.words.problems.problems import sentence
from tests.support.csv_files import CONTEXT, NO_HINTS, placed, put, read, refusal, rows

FAULTS = [
    ("a,b\n1,2\n3\n4,5\n", [("csv.ragged", 3, 2)]),
    ("a,b\n1,2\n3,4,5\n", [("csv.ragged", 3, 3)]),
    ("a,b\n1,2\n\n3,4\n", [("csv.blank_line", 3, None)]),
    ("\na,b\n3,4\n", [("csv.blank_line", 1, None)]),
    ("a\nx\n\n", [("csv.blank_line", 3, None)]),
    ("a,b\n1,2\x00\n", [("csv.nul", 2, 2)]),
    ('a,b\n"1\n\x00",2\n', [("csv.nul", 3, 1)]),
    ('a,b\n1,5" disk\n3,4\n', [("csv.stray_quote", 2, 2)]),
    ('a,b\n"1"x,2\n3,4\n', [("csv.text_after_quote", 2, 1)]),
    ('a,b\n1,2\n3,"4\n5,6\n', [("csv.unclosed_quote", 3, 2)]),
    ("a,b,a\n1,2,3\n", [("csv.duplicate_name", 1, 3)]),
    ("a,,c\n1,2,3\n", [("csv.empty_name", 1, 2)]),
    ("a,b\n", [("csv.header_only", None, None)]),
    ("", [("csv.empty", None, None)]),
    ("\n\n\n", [("csv.empty", None, None)]),
]


@pytest.mark.parametrize(("content", "expected"), FAULTS)
def test_a_fault_is_refused_with_its_line_and_field(
    tmp_path: Path, content: str, expected: list[tuple[str, int, int]]
) -> None:
    assert placed(refusal(tmp_path, content, DialectHints(delimiter=",", header=True))) == expected


def test_lines_are_physical_lines_also_after_line_ends_within_quotes(tmp_path: Path) -> None:
    content = 'a,b\r\n"x\r\ny\rz\nw",2\r\n3\r\n"p\nq"\r\n'
    assert placed(refusal(tmp_path, content)) == [("csv.ragged", 6, 2), ("csv.ragged", 7, 2)]


def test_faults_of_all_kinds_are_stated_together_in_line_order(tmp_path: Path) -> None:
    content = 'a,a\n1\n2,"x"y\n\n3,\x00\n4,5\n'
    assert placed(refusal(tmp_path, content, DialectHints(header=True))) == [
        ("csv.duplicate_name", 1, 2),
        ("csv.ragged", 2, 2),
        ("csv.text_after_quote", 3, 2),
        ("csv.blank_line", 4, None),
        ("csv.nul", 5, 2),
    ]


def test_twenty_of_a_kind_are_listed_and_the_rest_counted(tmp_path: Path) -> None:
    problems = refusal(tmp_path, "a,b\n" + "1,2\n1\n" * 50)
    assert [problem.where.line for problem in problems[:20]] == list(range(3, 42, 2))
    assert problems[20].code == "csv.more"
    assert problems[20].params["number"] == 30
    assert problems[20].params["line"] == 41
    assert len(problems) == 21


def test_undecodable_bytes_are_refused_where_utf_8_is_given(tmp_path: Path) -> None:
    content = b"a,b\n1,caf\xe9\n2,x\n"
    assert placed(refusal(tmp_path, content, DialectHints(encoding="utf-8"))) == [("csv.undecodable", 2, 2)]


def test_a_byte_that_windows_1252_lacks_is_refused(tmp_path: Path) -> None:
    content = b"a,b\n1,caf\xe9\n2,x\x81\n"
    assert placed(refusal(tmp_path, content)) == [("csv.undecodable", 3, 2)]


def test_one_bad_byte_among_accents_does_not_turn_utf_8_into_windows_1252(tmp_path: Path) -> None:
    content = "a,b\n1,café\n2,naïve\n3,".encode() + b"\xe9\n"
    assert placed(refusal(tmp_path, content)) == [("csv.undecodable", 4, 2)]


def test_an_utf_8_file_cut_within_a_character_is_refused(tmp_path: Path) -> None:
    assert placed(refusal(tmp_path, "a,b\n1,é\n2,é".encode()[:-1])) == [("csv.undecodable", 3, 2)]


def test_a_record_too_long_is_refused_at_the_line_it_begins_on(tmp_path: Path) -> None:
    content = "a,b\n1,2\n3," + "x" * MAX_RECORD + "\n4,5\n6\n"
    assert placed(refusal(tmp_path, content)) == [("csv.long_record", 3, None), ("csv.ragged", 5, 2)]


def test_a_record_just_short_enough_is_read(tmp_path: Path) -> None:
    table = read(tmp_path, "a,b\n1,2\n3," + "x" * (MAX_RECORD - 3) + "\n4,5\n")
    assert [len(row[1]) for row in rows(table)] == [1, MAX_RECORD - 3, 1]


def test_a_quote_never_closed_in_a_large_file_is_found_at_its_beginning(tmp_path: Path) -> None:
    content = 'a,b\n1,"2\n' + "3,4\n" * MAX_RECORD
    assert placed(refusal(tmp_path, content))[0] == ("csv.long_record", 2, None)


def test_a_record_of_several_lines_is_measured_from_its_own_beginning(tmp_path: Path, monkeypatch) -> None:
    """Behind many others; the faulty piece is taken mark by mark."""
    monkeypatch.setattr(csv_scan, "MAX_RECORD", 40)
    many, fault = "a,b\n" + "1,2\n" * 50, "\x00,4\n"
    for inner, found in ((30, ("csv.nul", 54, 1)), (41, ("csv.long_record", 52, None))):
        content = f'{many}"{"x" * inner}\ny",3\n{fault}'
        assert placed(refusal(tmp_path, content, DialectHints(delimiter=",", header=True)))[0] == found


@pytest.mark.parametrize(("size", "held"), [(3, True), (4, True), (5, False)])
def test_text_is_held_up_to_its_limit(size: int, held: bool) -> None:
    text = csv_text.HeldText(4)
    blocks = [b"x"] * size
    assert list(text.through(iter(blocks))) == blocks
    taken = text.taken(CONTEXT, "reading")
    assert (None if taken is None else list(taken)) == (blocks if held else None)
    assert text.taken(CONTEXT, "reading") is None


def test_too_many_fields_are_refused(tmp_path: Path) -> None:
    content = ",".join(f"v{i}" for i in range(MAX_FIELDS + 1)) + "\n" + "," * MAX_FIELDS + "\n"
    assert ("csv.too_many_fields", 1, None) in placed(refusal(tmp_path, content))


def test_a_ragged_file_is_not_opened_as_one_column(tmp_path: Path) -> None:
    problems = refusal(tmp_path, "name;age;town\nx;1\ny;2;z;w\nv;3;u\n")
    assert placed(problems) == [("csv.ragged", 2, 3), ("csv.ragged", 3, 4)]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
@pytest.mark.parametrize(("content", "expected"), FAULTS)
def test_faults_are_the_same_however_the_file_is_cut_into_blocks(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: str,
    expected: list[tuple[str, int, int]],
    size: int,
) -> None:
    monkeypatch.setattr(csv_text, "BLOCK", size)
    assert placed(refusal(tmp_path, content, DialectHints(delimiter=",", header=True))) == expected


def test_trailing_blank_lines_are_noted_and_passed_over(tmp_path: Path) -> None:
    table = read(tmp_path, "a,b\r\n1,2\r\n\r\n\r\n")
    assert rows(table) == [("1", "2")]
    assert [(found.code, found.where.line) for found in table.scan.notes] == [("csv.blank_at_end", 3)]


def test_line_ends_of_several_kinds_are_noted_and_all_taken(tmp_path: Path) -> None:
    table = read(tmp_path, "a,b\r\n1,2\n3,4\r5,6\r\n")
    assert rows(table) == [("1", "2"), ("3", "4"), ("5", "6")]
    assert [found.code for found in table.scan.notes] == ["csv.mixed_line_ends"]


@pytest.mark.parametrize("encoding", ["utf-99", "rot13", "hex", "undefined", "idna", "", "a\0b", "no_such"])
def test_an_unknown_encoding_is_refused(tmp_path: Path, encoding: str) -> None:
    codes = [problem.code for problem in refusal(tmp_path, "a,b\n1,2\n", DialectHints(encoding=encoding))]
    assert codes == ["csv.unknown_encoding"]


@pytest.mark.parametrize(
    "hints", [DialectHints(delimiter=sign) for sign in ("\n", "\0", "\r", ",,", "\ud800")]
)
def test_an_impossible_separator_is_refused(tmp_path: Path, hints: DialectHints) -> None:
    assert placed(refusal(tmp_path, "a,b\n1,2\n", hints)) == [("csv.bad_delimiter", None, None)]


@pytest.mark.parametrize("quote", ["\n", "\0", "«", ";", "''"])
def test_an_impossible_quotation_mark_is_refused(tmp_path: Path, quote: str) -> None:
    hints = DialectHints(delimiter=";", quote=quote)
    assert placed(refusal(tmp_path, "a;b\n1;2\n", hints)) == [("csv.bad_quote", None, None)]


def test_a_missing_file_a_folder_and_a_pipe_are_refused(tmp_path: Path) -> None:
    expected = {"none.csv": "csv.no_such_file", ".": "csv.not_a_file"}
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        expected["pipe"] = "csv.not_a_file"
    for name, code in expected.items():
        with pytest.raises(Refused) as refused:
            scan(tmp_path / name, name, NO_HINTS, CONTEXT)
        assert [problem.code for problem in refused.value.problems] == [code]


def test_utf_16_given_for_another_file_is_refused(tmp_path: Path) -> None:
    codes = [problem.code for problem in refusal(tmp_path, "a,b\n1,2\n", DialectHints(encoding="utf-16"))]
    assert codes == ["csv.wrong_encoding"]


def test_the_line_of_a_record_counts_line_ends_within_quotes_and_the_header(tmp_path: Path) -> None:
    path = put(tmp_path, '"a\nb",c\n1,2\n"x\r\ny\r",2\n3,4\n5,6\n')
    found = scan(path, "data.csv", NO_HINTS, CONTEXT)
    assert [found.line(record) for record in range(found.records)] == [3, 4, 7, 8]
    without = scan(path, "data.csv", DialectHints(header=False), CONTEXT)
    assert [without.line(record) for record in range(without.records)] == [1, 3, 4, 7, 8]


SNIFFED = [
    ("a,b\n1,2\n", ",", '"', ".", True),
    ("a;b\n1,5;2\n", ";", '"', ",", True),
    ("a\tb\n1,234\t2\n", "\t", '"', ",", True),
    ('a,b\n"1,234",2\n', ",", '"', ".", True),
    ("a|b\nx|y\n", "|", '"', ".", True),
    ("'a';'b'\n'x;y';'z'\n", ";", "'", ".", True),
    ("it's;b\nx;'y\n", ";", '"', ".", True),
    ("1,2\n3,4\n", ",", '"', ".", False),
    ("2024-01-01;x\n2024-01-02;y\n", ";", '"', ".", False),
    ("region;2019;2020\nx;12;13\ny;14;15\n", ";", '"', ".", True),
    ("yes;p\nno;p\nyes;q\nno;q\n", ";", '"', ".", False),
    ("name\nAnna\nBert\n", ",", '"', ".", True),
    ('a;b\n"x,y,z";1\n"p,q,r";2\n', ";", '"', ".", True),
]


@pytest.mark.parametrize(("content", "delimiter", "quote", "decimal", "header"), SNIFFED)
def test_what_is_not_given_is_found(
    tmp_path: Path, content: str, delimiter: str, quote: str, decimal: str, header: bool
) -> None:
    found = preview(put(tmp_path, content), NO_HINTS)
    dialect = found.dialect
    assert (dialect.delimiter, dialect.quote, dialect.decimal, dialect.header) == (
        delimiter,
        quote,
        decimal,
        header,
    )
    assert [key for key, _ in found.detected] == ["delimiter", "quote", "encoding", "decimal", "header"]


def test_what_is_given_is_not_guessed(tmp_path: Path) -> None:
    hints = DialectHints(";", "", "latin-1", ",", False)
    found = preview(put(tmp_path, "a,b\n1,2\n"), hints)
    assert found.detected == ()
    assert (found.dialect.delimiter, found.dialect.quote, found.dialect.encoding) == (";", "", "iso8859-1")
    assert found.names == ("V1",)


def test_the_preview_reads_only_the_beginning_and_shows_the_rows_requested(tmp_path: Path) -> None:
    path = put(tmp_path, "a,b\n" + "é,2\n" * SAMPLE + "ragged\n")
    found = preview(path, NO_HINTS, rows=3)
    assert (found.names, found.rows, found.dialect.encoding) == (("a", "b"), (("é", "2"),) * 3, "utf-8")


def test_an_encoding_is_found_by_what_comes_late_in_the_file(tmp_path: Path) -> None:
    table = read(tmp_path, b"a,b\n" + b"1,2\n" * SAMPLE + b"3,caf\xe9\n")
    assert table.scan.dialect.encoding == "cp1252"
    assert table.relation.window(SAMPLE, SAMPLE + 1) == [("3", "café")]


def test_the_scan_stops_when_cancelled(tmp_path: Path) -> None:
    answers: Iterator[bool] = iter([False, False, False, False])
    context = JobContext(is_cancelled=lambda: next(answers, True))
    path = put(tmp_path, "a,b\n" + "1,2\n" * 2_000_000)
    with pytest.raises(Cancelled):
        scan(path, "data.csv", NO_HINTS, context)


def test_every_problem_of_files_is_stated_in_words(tmp_path: Path) -> None:
    shown: list[Problem] = []
    for content, _ in FAULTS:
        shown += refusal(tmp_path, content, DialectHints(delimiter=",", header=True))
    shown += refusal(tmp_path, "a,b\n" + "1\n" * 30)
    for problem in shown:
        text = sentence(problem, Words())
        assert problem.code in MESSAGES
        assert text.where.startswith("data.csv")
        assert "{" not in text.message + text.remedy
