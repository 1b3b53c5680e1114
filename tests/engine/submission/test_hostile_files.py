"""Hostile files: refused by their directory, mutated bytes without a fault, a reader that is replaced."""

import hashlib
import io
import json
import os
import random
import struct
import time
import zipfile
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.submission import received
from sdc_desktop.engine.submission.finding.find import Reading, find_in
from sdc_desktop.engine.submission.reader import Reader, Submitted
from sdc_desktop.engine.submission.reading.kinds import read
from sdc_desktop.engine.submission.sheets import packed, unpacked
from tests.support.outputs.cases import checked, golden, grid, workbook
from tests.support.outputs.mutants import is_whole, mutant, originals

MOST_SECONDS = 20.0  # CPU time for one file
NAMES = sorted(originals())
RANKS = ["none", "release", "look", "change", "refuse"]


class Beside(Reader):
    """A reader in this process, whose faults are seen."""

    def read(self, path: str, data: bytes, context: JobContext) -> Submitted:
        found = read(data, path.rpartition("/")[2])
        text = json.dumps(packed(found), ensure_ascii=False).encode("utf-8", "surrogatepass")
        given = json.loads(text.decode("utf-8", "surrogatepass"))
        assert unpacked(given) == found
        return Submitted(path, hashlib.sha256(data).hexdigest(), len(data), unpacked(given))


def judge_mutants(folder: Path, seed: int, number: int) -> dict[str, int]:
    """Check mutated files from reading to the proposal: nothing raises or hangs, none is proposed for release
    that cannot be read whole. The proposals by number.
    """
    rnd = random.Random(seed)
    proposals: dict[str, int] = {}
    for place in range(number):
        name = NAMES[place % len(NAMES)]
        data = mutant(name, rnd)
        (folder / name).write_bytes(data)
        began = time.process_time()
        found = checked(folder, [name])
        assert time.process_time() - began < MOST_SECONDS, (seed, place, name)
        worst = max((file.severity.value for file in found.submitted), default="none", key=RANKS.index)
        if worst in ("none", "release"):
            assert name == "results.json" or is_whole(data, name.rpartition(".")[2]), (seed, place, name)
        proposals[worst] = proposals.get(worst, 0) + 1
    return proposals


def test_mutated_files_are_read_or_refused(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(received, "Reader", Beside)
    assert judge_mutants(tmp_path, 1, 1_000)["refuse"] > 100


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(10, 20))
def test_twenty_thousand_mutated_files_are_read_or_refused(seed, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(received, "Reader", Beside)
    assert judge_mutants(tmp_path, seed, 2_000)["refuse"] > 300


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


def test_more_columns_than_a_workbook_has_are_refused() -> None:
    assert not read(("7," * 16_383 + "7").encode(), "a.csv").refused
    assert read(("7," * 16_384 + "7").encode(), "a.csv").refused == "too_many_cells"


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


def test_a_joined_cell_over_empty_columns_makes_no_wide_table() -> None:
    rows = "".join(f"<tr><td>{area}</td><td>{number}</td></tr>" for area, number in (("N", 52), ("S", 60)))
    text = f"<table><tr><td>Area</td><td colspan='1000'>n</td></tr>{rows}</table>"
    (table,) = find_in(read(text.encode(), "a.html"), Reading()).tables
    assert len(table.columns) < 60
