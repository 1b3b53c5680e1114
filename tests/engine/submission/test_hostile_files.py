"""Hostile files: refused by their directory, mutated bytes without a fault, a reader that is replaced."""

import io
import os
import random
import re
import struct
import zipfile
from multiprocessing.connection import Connection
from typing import Any

import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.submission.finding.find import Reading, find_in
from sdc_desktop.engine.submission.reader import Reader
from sdc_desktop.engine.submission.reading.kinds import read
from sdc_desktop.engine.submission.sheets import packed, unpacked
from tests.support.outputs.cases import golden, golden_bytes, grid, workbook, zipped

MUTANTS = 2_000
NAMES = [*golden("parts"), *golden("texts")]


def mutated(data: bytes, rnd: random.Random) -> bytes:
    """Some bytes changed, cut out, doubled or cut off."""
    changed = bytearray(data)
    for _ in range(rnd.randint(1, 8)):
        place = rnd.randrange(len(changed) or 1)
        way = rnd.randrange(4)
        if way == 0 and changed:
            changed[place] = rnd.randrange(256)
        elif way == 1:
            del changed[place : place + rnd.randint(1, 40)]
        elif way == 2:
            changed[place:place] = changed[place : place + rnd.randint(1, 40)]
        else:
            changed = changed[: max(place, 1)]
    return bytes(changed)


HOSTILE = ["", "0", "-1", "1048576", "XFD1048576", "A1:XFD1048576", "4294967296", "1e400", "nan", "\u202e"]


def renumbered(text: str, rnd: random.Random) -> str:
    """A text with some of its numbers, addresses and attributes changed, well formed where it was."""
    for _ in range(rnd.randint(1, 4)):
        places = [found.span(1) for found in re.finditer(r'[">]([A-Z]{0,3}[0-9.:-]+)["<]', text)]
        if places:
            start, end = rnd.choice(places)
            text = text[:start] + rnd.choice(HOSTILE) + text[end:]
    return text


def mutated_part(name: str, rnd: random.Random) -> bytes:
    """A golden file with one part mutated, packed again."""
    parts = dict(golden("parts")[name])
    part = rnd.choice(sorted(parts))
    if rnd.random() < 0.5:
        parts[part] = renumbered(parts[part], rnd)
    else:
        parts[part] = mutated(parts[part].encode("utf-8", "replace"), rnd).decode("latin-1")
    return zipped(parts)


@pytest.mark.parametrize("share", range(8))
def test_mutated_files_are_read_or_refused(share) -> None:
    rnd = random.Random(share)
    for number in range(MUTANTS // 8):
        name = NAMES[number % len(NAMES)]
        inner = number % 2 and name in golden("parts")
        data = mutated_part(name, rnd) if inner else mutated(golden_bytes(name), rnd)
        found = read(data, name)
        assert unpacked(packed(found)) == found
        find_in(found, Reading())


def zip_of(**parts: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name.replace("__", "/"), data)
    return made.getvalue()


def renamed(data: bytes, old: str, new: str) -> bytes:
    assert len(old) == len(new)
    return data.replace(old.encode(), new.encode())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (zip_of(big=b"0" * (2 * 2**20)), "inflates"),
        (renamed(zip_of(aaaa=b"1"), "aaaa", "../a"), "unsafe_name"),
        (renamed(zip_of(aaaa=b"1"), "aaaa", "/aaa"), "unsafe_name"),
        (renamed(zip_of(aaaa=b"1"), "aaaa", "a\\aa"), "unsafe_name"),
        (renamed(zip_of(aaaa=b"1"), "aaaa", "C:aa"), "unsafe_name"),
        (renamed(zip_of(aaaa=b"1", bbbb=b"2"), "bbbb", "AAAA"), "name_twice"),
        (b"PK\x03\x04 no archive", "damaged"),
    ],
)
def test_archives_are_refused_by_their_directory(data, code) -> None:
    assert read(data, "a.xlsx").refused == code


def test_a_password_is_refused() -> None:
    data = bytearray(zip_of(a=b"1"))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.index(mark) + place
        data[at : at + 2] = struct.pack("<H", 1)
    assert read(bytes(data), "a.xlsx").refused == "password"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_document_types_and_entities_are_refused_in_any_encoding(encoding) -> None:
    parts = dict(golden("parts")["stacked.xlsx"])
    name = "xl/workbook.xml"
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    text = f'<?xml version="1.0" encoding="{encoding}"?>{bomb}{parts[name]}'
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for part, content in parts.items():
            archive.writestr(part, text.encode(encoding) if part == name else content.encode())
    assert read(made.getvalue(), "a.xlsx").refused == "document_type"


def test_more_cells_than_are_read_are_refused_before_memory(monkeypatch) -> None:
    from sdc_desktop.engine.submission.reading import workbook as module

    monkeypatch.setattr(module, "MOST_CELLS", 5)
    rows = grid([[1, 2, 3], [4, 5, 6]])
    assert read(workbook({"S": rows}), "a.xlsx").refused == "too_many_cells"


def test_a_cell_at_the_end_of_a_sheet_takes_no_rectangle() -> None:
    found = read(workbook({"S": {**grid([["a", "b"], ["N", 52]]), "XFD1048576": 7}}), "a.xlsx")
    assert len(found.sheets[0].cells) == 5
    assert find_in(found, Reading()).far_cells == ("S!XFD1048576",)


def _dying(theirs: Connection) -> None:
    while True:
        name = theirs.recv_bytes()
        data = theirs.recv_bytes()
        if data == b"die":
            os._exit(3)
        if data == b"lie":
            theirs.send_bytes(b'{"format": 1}')
            continue
        import json

        from sdc_desktop.engine.submission.sheets import ReadFile

        theirs.send_bytes(json.dumps(packed(ReadFile(name.decode()))).encode())


def test_a_reader_that_dies_is_replaced_and_serves_further_files() -> None:
    with Reader(_dying) as reader:
        got = [
            reader.read("a.csv", data, JobContext()).read.refused
            for data in (b"1", b"die", b"2", b"lie", b"3")
        ]
        assert got == ["", "reader_died", "", "reader_died", ""]
        assert reader.started == 3


def test_one_reader_serves_many_files() -> None:
    with Reader() as reader:
        for number in range(20):
            assert not reader.read(f"{number}.csv", b"a,b\n1,2\n", JobContext()).read.refused
        assert reader.started == 1


def _silent(theirs: Connection) -> None:
    theirs.recv_bytes()
    theirs.recv_bytes()
    theirs.poll(None)


def test_a_reader_that_takes_too_long_is_ended_and_reading_can_be_stopped() -> None:
    with Reader(_silent, most_seconds=0.3) as reader:
        assert reader.read("a.csv", b"1", JobContext()).read.refused == "reader_died"
    stopped: Any = JobContext(is_cancelled=lambda: True)
    with Reader(_silent) as reader, pytest.raises(Cancelled):
        reader.read("a.csv", b"1", stopped)
