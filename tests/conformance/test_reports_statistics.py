"""Files of SPSS, Stata and SAS of public reports are read exactly, or refused plainly (README.md)."""

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pyreadstat
import pytest

from tests.support.reported_files import Found, Report, check, sources
from tests.support.sas_file import SasColumn, sas_bytes
from tests.support.spss_file import SpssVariable, spss_bytes

Make = Callable[[Path], object]
X, TEXT = SpssVariable("X"), SpssVariable("T", 8)
CP1252 = "Zürich".encode("cp1252")
UTF8 = "Zürich".encode()
NAME_OF_64 = "a_name_of_sixty_four_bytes_as_long_as_SPSS_allows_any_to_be_0123"
TAGGED = SasColumn("d")


def _missing(letter: str) -> float:
    return float(struct.unpack("<d", bytes(5) + bytes([~ord(letter) & 0xFF, 0xFF, 0xFF]))[0])


def _long_texts() -> bytes:
    """A text of 300 bytes, which the file has in two parts."""
    parts = [SpssVariable("L", 255), SpssVariable("L0", 45), X]
    return spss_bytes(parts, [(b"a" * 255, b"b" * 45, 1.0)], extensions=[(14, b"L=300\0\t")])


SPSS = [
    Report("haven 55, 2015", [("1",), ("7",), ("9",)], make=lambda path: _ranges(path)),
    Report(
        "haven 409, 2018",
        [("NA",), ("b",)],
        spss_bytes([SpssVariable("T", 8, missing=(b"NA      ",))], [(b"NA",), (b"b",)]),
    ),
    Report("haven 251, 2016", [("",), ("1",)], spss_bytes([X], [(-1.7976931348623157e308,), (1.0,)])),
    Report("haven 381, 2018", [("a" * 255 + "b" * 45, "1")], _long_texts(), names=("L", "X")),
    Report(
        "ReadStat 380, 2026",
        [("a" * 255 + "b" * 45, "c" * 255, "d" * 45)],
        spss_bytes(
            [SpssVariable("L", 255), SpssVariable("L1", 45), SpssVariable("L1", 255), SpssVariable("L2", 45)],
            [(b"a" * 255, b"b" * 45, b"c" * 255, b"d" * 45)],
            extensions=[(14, b"L=300\0\tL1=300\0\t")],
        ),
    ),
    Report(
        "pyreadstat 188, 2022",
        [("1.5", "3"), ("2", "4")],
        spss_bytes([X, X], [(1.5, 3.0), (2.0, 4.0)]),
        names=("X", "X_duplicated1"),
        warned=("data.renamed",),
    ),
    Report(
        "pyreadstat 290, 2025",
        [("1", "2")],
        spss_bytes(
            [X, SpssVariable("Y")],
            [(1.0, 2.0)],
            encoding=b"windows-1252",
            extensions=[(7, b"$q=D1 1 6 Gr\xf6\xdfen X Y\n")],
        ),
    ),
    Report(
        "ReadStat 346, 2025",
        [("1", "2")],
        spss_bytes([X, SpssVariable("Y")], [(1.0, 2.0)], extensions=[(19, b"$q=E 1 1 1 6 Groses X Y\n")]),
    ),
    Report("haven 304, 2017", "data.texts_undecodable", spss_bytes([TEXT], [(CP1252,)])),
    Report("haven 615, 2021", [("Zürich",)], spss_bytes([TEXT], [(CP1252,)]), options={"encoding": "cp1252"}),
    Report("pyreadstat 225, 2023", [("Zürich",)], spss_bytes([TEXT], [(UTF8,)], encoding=b"windows-1252")),
    Report(
        "ReadStat 90, 2017",
        [("北京",)],
        spss_bytes([SpssVariable("T", 16)], [("北京".encode("gbk"),)], encoding=b"GB2312"),
    ),
    Report(
        "pyreadstat 99, 2020",
        [("企業で",)],
        spss_bytes([SpssVariable("T", 16)], [("企業で".encode("cp932"),)], encoding=b"SHIFT_JIS"),
    ),
    Report(
        "pyreadstat 26, 2019",
        [("1899-09-02 17:46:40",), ("1000000000000000",)],
        spss_bytes([SpssVariable("X", form=20)], [(1e10,), (1e15,)]),
        types=("datetime",),
    ),
    Report(
        "haven 554, 2020 (as SPSS)",
        [("1", "2")],
        spss_bytes(
            [SpssVariable("LONGA"), SpssVariable("B")],
            [(1.0, 2.0)],
            extensions=[(13, f"LONGA={NAME_OF_64}\tB=longer".encode())],
        ),
        names=(NAME_OF_64, "longer"),
    ),
    Report("ReadStat 212, 2020", [(" lead",), ("",)], spss_bytes([TEXT], [(b" lead",), (b"",)])),
    Report("pandas 58640, 2024 (as SPSS)", [("8", "")], spss_bytes([X, TEXT], [(8.0, b"")], order=">")),
]


def _ranges(path: Path) -> None:
    pyreadstat.write_sav(
        pd.DataFrame({"X": [1.0, 7.0, 9.0]}), str(path), missing_ranges={"X": [{"lo": 7, "hi": 9}]}
    )


def _dta(version: int, **more: Any) -> Make:
    frame = pd.DataFrame({"x": [1.5, 2.0], "y": ["Zürich", "né"]})
    return lambda path: frame.to_stata(path, version=version, write_index=False, **more)


def _other_bytes(version: int, own: bytes, other: bytes) -> Make:
    """A Stata file in which the bytes of one text are others."""

    def make(path: Path) -> None:
        _dta(version)(path)
        raw = path.read_bytes()
        assert raw.count(own) == 1
        path.write_bytes(raw.replace(own, other))

    return make


def _utf8_of_stata_13(path: Path) -> None:
    pd.DataFrame({"x": [1.5], "y": ["........"]}).to_stata(path, version=117, write_index=False)
    path.write_bytes(path.read_bytes().replace(b"........", UTF8 + b"\0"))


def _labelled(path: Path) -> None:
    pyreadstat.write_dta(
        pd.DataFrame({"c": [1, 2, 3]}), str(path), variable_value_labels={"c": {1: "A", 2: "B", 3: "A"}}
    )


def _lettered(path: Path) -> None:
    pyreadstat.write_dta(
        pd.DataFrame({"c": pd.Series([1, "d", "c"], dtype=object)}),
        str(path),
        variable_value_labels={"c": {1: "Agree", "d": "No answer", "c": "Don't know"}},
        missing_user_values={"c": ["c", "d"]},
    )


ROWS = [("1.5", "Zürich"), ("2", "né")]
STATA = [
    Report("haven 344, 2018", ROWS, make=_dta(117)),
    Report("pandas 58640, 2024", ROWS, make=_dta(118, byteorder=">")),
    Report("pandas 58640, 2024 (119)", ROWS, make=_dta(119, byteorder=">")),
    Report("readstata13 83, 2023", ROWS, make=_dta(117, convert_strl=["y"])),
    Report("svy 167, 2026", [("1.5", "Zürich")], make=_utf8_of_stata_13),
    Report("haven 325, 2017", "data.texts_undecodable", make=_other_bytes(117, CP1252, b"Z\x81rich")),
    Report("pandas 25960, 2019", "data.texts_undecodable", make=_other_bytes(118, UTF8, b"Z\xfcrich ")),
    Report(
        "haven 383, 2018",
        [("1", "2")],
        make=lambda path: pd.DataFrame({"诶": [1], "né": [2]}).to_stata(path, version=118, write_index=False),
        names=("诶", "né"),
    ),
    Report("pandas 13923, 2016", [("1",), ("2",), ("3",)], make=_labelled),
    Report("haven 435, 2019", [("1",), (".d",), (".c",)], make=_lettered),
]


def _marked(mark: int) -> bytes:
    """A SAS data set of one text in Windows-1252, marked with the number of another encoding."""
    raw = bytearray(sas_bytes([SasColumn("s", 8, is_text=True)], [("Zürich",)]))
    raw[70] = mark
    return bytes(raw)


def _xpt(frame: pd.DataFrame, *changes: tuple[bytes, bytes], **more: Any) -> Make:
    def make(path: Path) -> None:
        pyreadstat.write_xport(frame, str(path), **more)
        raw = path.read_bytes()
        for own, other in changes:
            assert raw.count(own) == 1
            assert len(own) == len(other)
            raw = raw.replace(own, other)
        path.write_bytes(raw)

    return make


def _two_data_sets(path: Path) -> None:
    _xpt(pd.DataFrame({"x": [1.0]}), file_format_version=5)(path)
    raw = path.read_bytes()
    path.write_bytes(raw + raw[240:])


CUT = ("a" + "é" * 20).encode()[:40]
HIGH = bytes.fromhex("4250000000000000")  # 80
SAS = [
    Report(
        "pandas 20927, 2018",
        [("9999-12-31", "9999-12-31 23:59:59"), ("4000-02-28", "4000-03-01 00:00:00")],
        sas_bytes(
            [SasColumn("d", form="DATE"), SasColumn("t", form="DATETIME")],
            [(2936547.0, 253717747199.0), (745153.0, 745154.0 * 86_400)],
        ),
        types=("date", "datetime"),
        file="a.sas7bdat",
    ),
    Report(
        "pandas 56014, 2023",
        [("3000000",), ("0.5",)],
        sas_bytes([SasColumn("d", form="DATE")], [(3e6,), (0.5,)]),
        file="a.sas7bdat",
    ),
    Report(
        "haven 117, 2015",
        [(".A",), (".Z",), ("1",)],
        sas_bytes([TAGGED], [(_missing("A"),), (_missing("Z"),), (1.0,)]),
        file="a.sas7bdat",
    ),
    Report(
        "pandas 16615, 2017",
        [("a\nb",)],
        sas_bytes([SasColumn("s", 8, is_text=True)], [("a\nb",)]),
        file="a.sas7bdat",
    ),
    Report(
        "pandas 21616, 2018",
        [("8", "-0.5"), ("1", "3")],
        sas_bytes([SasColumn("n", 3), SasColumn("m", 4)], [(8.0, -0.5), (1.0, 3.0)]),
        file="a.sas7bdat",
    ),
    Report("pyreadstat 117, 2021", "data.texts_undecodable", _marked(20), file="a.sas7bdat"),
    Report(
        "pyreadstat 67, 2020 (as SAS)",
        [("Zürich",)],
        _marked(20),
        options={"encoding": "cp1252"},
        file="a.sas7bdat",
    ),
    Report(
        "pandas 50670, 2023",
        [("0",), ("80",)],
        make=_xpt(pd.DataFrame({"x": [0.0, 80.0]}), (bytes(8) + HIGH, b"\x40" + bytes(7) + HIGH)),
    ),
    Report("haven 795, 2026", "data.several_data_sets", make=_two_data_sets),
    Report(
        "haven 756, 2024",
        [("1.5",), ("2",)],
        make=_xpt(pd.DataFrame({"x": [1.5, 2.0]}), file_format_version=8),
    ),
    Report(
        "haven 554, 2020",
        [("1",)],
        make=_xpt(pd.DataFrame({"my_descriptive_name": [1.0]}), file_format_version=8),
        names=("my_descriptive_name",),
    ),
    Report("haven 233, 2016", [("a",), ("",), ("",)], make=_xpt(pd.DataFrame({"x": ["a", "", ""]}))),
    Report(
        "haven 746, 2023",
        [("Zürich",)],
        make=_xpt(
            pd.DataFrame({"x": ["Zürich"]}),
            (b"L" * 40, CUT),
            column_labels={"x": "L" * 40},
            file_format_version=5,
        ),
    ),
    Report(
        "xportr 91, 2023",
        [("né",), ("aé",)],
        make=_xpt(pd.DataFrame({"x": ["né", "aeio"]}), (b"aeio", "aé".encode() + b"\xc3")),
        warned=("data.texts_cut",),
    ),
]


@pytest.mark.conformance
@pytest.mark.parametrize("report", SPSS, ids=sources(SPSS))
def test_a_file_of_spss(report: Report, tmp_path) -> None:
    found = check(report, tmp_path, "a.sav")
    if report.source == "haven 55, 2015":
        assert isinstance(found, Found)
        assert found.columns[0].missing == ("7", "9")
    if report.source == "pyreadstat 225, 2023":
        assert isinstance(found, Found)
        assert found.settled == {"encoding": "utf-8"}


@pytest.mark.conformance
@pytest.mark.parametrize("report", STATA, ids=sources(STATA))
def test_a_file_of_stata(report: Report, tmp_path) -> None:
    found = check(report, tmp_path, "a.dta")
    labels = {
        "pandas 13923, 2016": (("1", "A"), ("2", "B"), ("3", "A")),
        "haven 435, 2019": ((".c", "Don't know"), (".d", "No answer"), ("1", "Agree")),
    }.get(report.source)
    if labels is not None:
        assert isinstance(found, Found)
        assert tuple(sorted(found.columns[0].labels)) == labels


@pytest.mark.conformance
@pytest.mark.parametrize("report", SAS, ids=sources(SAS))
def test_a_file_of_sas(report: Report, tmp_path) -> None:
    found = check(report, tmp_path, "a.xpt")
    if report.source == "haven 746, 2023":
        assert isinstance(found, Found)
        assert found.columns[0].label == "a" + "é" * 19
