"""Delimited files come into the store as they stand, and go out again as they were."""

import os
import threading
import time
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import duckdb
import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.data.csv import read as csv_read
from sdc_desktop.engine.data.csv.read import load
from sdc_desktop.engine.data.csv.scan import scan
from sdc_desktop.engine.data.csv.write import write_csv
from sdc_desktop.engine.data.formats import DialectHints
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.problems import Refused
from tests.support.csv_files import CONTEXT, NO_HINTS, microdata_of, placed, put, read, refusal, rows

SOUND = [
    b"a,b\n10,10.0\n007,+1\n 1 ,-0\n",
    b"a,b\r\n1,2\r\n3,4\r\n",
    b"a,b\r1,2\r3,4\r",
    b"a,b\n1,2\n3,4",
    "name;ort\nJosé;Zürich\nŁódź;東京\n".encode(),
    "name;ort\nJosé;Zürich\n".encode("cp1252"),
    "name;ort\nJosé;Zürich\n".encode("utf-16"),
    "name;ort\nJosé;Zürich\n".encode("utf-8-sig"),
    b'a,b,c\n"x,y","p ""q"" r","l1\nl2\r\nl3\rl4"\n,,\n x,\'y\',NA\n',
    b'a\nx\n""\ny\n',
    b"d,e\n2024-02-29,NULL\n2024-02-29 10:00,nan\n,\\N\n",
    "d,e\n1,\ufeffx\n\ufeff2,y\n".encode(),
]


@pytest.mark.parametrize("content", SOUND)
def test_a_file_read_and_written_is_the_same_bytes(tmp_path: Path, content: bytes) -> None:
    table = read(tmp_path, content)
    target = tmp_path / "out.csv"
    write_csv(microdata_of(table), target, table.scan.dialect, False, CONTEXT)
    ended = content.endswith((b"\n", b"\r", b"\0"))
    assert target.read_bytes() == (content if ended else content + b"\n")


def test_texts_are_kept_as_they_stand(tmp_path: Path) -> None:
    content = 'a,b\n10,10.0\n007,"é"\n,""\n2024-01-02,NULL\n'
    assert rows(read(tmp_path, content)) == [
        ("10", "10.0"),
        ("007", "é"),
        ("", ""),
        ("2024-01-02", "NULL"),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_no_line_end_sticks_to_a_field_and_none_within_quotes_is_changed(tmp_path: Path, end: str) -> None:
    content = end.join(["a,b", '1,"x\ny\r\nz\rw"', '"2\r",3', "4,5"])
    table = read(tmp_path, content)
    assert rows(table) == [("1", "x\ny\r\nz\rw"), ("2\r", "3"), ("4", "5")]
    assert table.scan.dialect.newline == end


def test_a_file_whose_quotes_are_plain_text_is_read_when_so_set(tmp_path: Path) -> None:
    table = read(tmp_path, 'a\tb\n5" disk\t"x\n', DialectHints(quote=""))
    assert rows(table) == [('5" disk', '"x')]


def test_a_byte_order_mark_is_no_part_of_the_first_name(tmp_path: Path) -> None:
    for encoding in (None, "utf-8"):
        table = read(tmp_path, b'\xef\xbb\xbf"a",b\n1,2\n', DialectHints(encoding=encoding))
        assert table.scan.names == ("a", "b")
        assert table.scan.dialect.encoding == "utf-8-sig"


def test_a_separator_beyond_ascii_is_read(tmp_path: Path) -> None:
    table = read(tmp_path, 'a§b\r\n"x§y"§é\r\n1§2\r\n', DialectHints(delimiter="§"))
    assert rows(table) == [("x§y", "é"), ("1", "2")]


def test_a_file_without_header_gets_numbered_names(tmp_path: Path) -> None:
    table = read(tmp_path, "x,y\nz,w\n", DialectHints(header=False))
    assert table.scan.names == ("V1", "V2")
    assert rows(table) == [("x", "y"), ("z", "w")]


def test_what_duckdb_alone_lets_pass_is_refused(tmp_path: Path) -> None:
    renamed = put(tmp_path, "a,a\n1,2\n")
    assert [column[0] for column in duckdb.sql(f"FROM '{renamed}'").description] == ["a", "a_1"]
    assert placed(refusal(tmp_path, "a,a\n1,2\n", DialectHints(header=True))) == [
        ("csv.duplicate_name", 1, 2)
    ]
    assert placed(refusal(tmp_path, "a,b\n1,x\0y\n")) == [("csv.nul", 2, 2)]
    assert placed(refusal(tmp_path, "a;b;c\n1;2\n3;4;5;6\n")) == [("csv.ragged", 2, 3), ("csv.ragged", 3, 4)]


def test_blank_lines_at_the_end_may_be_longer_than_a_block(tmp_path: Path) -> None:
    assert rows(read(tmp_path, "a,b\n1,2\n" + "\r\n" * 3_000_000)) == [("1", "2")]


def test_many_records_over_several_blocks_keep_their_order(tmp_path: Path) -> None:
    expected = [(str(i), f'q"{i}\n' if i % 999 == 0 else "x" * (i % 30)) for i in range(120_000)]
    lines = [
        f"{a},{chr(34) + b.replace(chr(34), chr(34) * 2) + chr(34) if chr(34) in b else b}"
        for a, b in expected
    ]
    table = read(tmp_path, "i,t\r\n" + "\r\n".join(lines))
    assert rows(table) == expected
    assert len(table.scan.inner_line_ends) == 121


@pytest.mark.parametrize("content", SOUND)
def test_a_file_too_long_to_be_held_gives_the_same_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    held = rows(read(tmp_path, content))
    monkeypatch.setattr(csv_read, "MAX_HELD_TEXT", 1)
    assert rows(read(tmp_path, content)) == held


def test_a_file_changed_between_scan_and_load_is_refused(tmp_path: Path) -> None:
    path = put(tmp_path, "a,b\n1,2\n3,4\n")
    found = scan(path, "data.csv", NO_HINTS, CONTEXT)
    put(tmp_path, "a,b\n1,2\n3,5\n")
    with pytest.raises(Refused) as refused:
        load(path, "data.csv", found, CONTEXT)
    assert [problem.code for problem in refused.value.problems] == ["csv.changed"]


def test_a_file_touched_while_it_is_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path, "a,b\n1,2\n")

    def load_and_touch(*arguments: object, **named: object) -> object:
        os.utime(path, ns=(1, 1))
        return load(*arguments, **named)

    monkeypatch.setattr(csv_read, "load", load_and_touch)
    with pytest.raises(Refused) as refused:
        csv_read.read_csv(path, "data.csv", NO_HINTS, CONTEXT)
    assert [problem.code for problem in refused.value.problems] == ["csv.changed"]


def test_a_count_other_than_the_scanners_is_refused(tmp_path: Path) -> None:
    path = put(tmp_path, "a,b\n1,2\n3,4\n")
    found = scan(path, "data.csv", NO_HINTS, CONTEXT)
    with pytest.raises(Refused) as refused:
        load(path, "data.csv", replace(found, records=3), CONTEXT)
    assert [problem.code for problem in refused.value.problems] == ["csv.disagreement"]


def test_loading_stops_soon_after_it_is_cancelled(tmp_path: Path) -> None:
    path = put(tmp_path, "a,b\n" + "1234567,abcdefgh\n" * 1_500_000)
    found = scan(path, "data.csv", NO_HINTS, CONTEXT)
    stop = threading.Event()
    outcome: list[str] = []

    def work() -> None:
        try:
            load(path, "data.csv", found, JobContext(is_cancelled=stop.is_set))
        except Cancelled:
            outcome.append("cancelled")

    worker = threading.Thread(target=work)
    worker.start()
    time.sleep(0.05)
    stop.set()
    worker.join(timeout=20)
    assert outcome == ["cancelled"]


def test_nothing_is_written_to_disk_while_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TMPDIR", str(folder))
    read(tmp_path, "a,b\n1,é\n".encode("utf-16"))
    assert list(folder.iterdir()) == []


def test_the_digest_is_that_of_the_file(tmp_path: Path) -> None:
    content = b"a,b\r\n1,2\r\n\r\n"
    put(tmp_path, content)
    opened = open_data(DataSpec(path="data.csv"), tmp_path, CONTEXT)
    assert opened.sha256 == sha256(content).hexdigest()
