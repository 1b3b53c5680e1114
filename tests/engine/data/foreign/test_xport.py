"""SAS transport: numbers to the last bit, missing codes, labels, encodings, several data sets, damage."""

import math
import struct
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.texts import (
    EPOCH,
    EPOCH_TIME,
    SAS_SKIPPED,
    Column,
    days_of,
    days_text,
    seconds_of,
)
from sdc_desktop.engine.data.foreign.xport import form_parts, header, numbers_of, packed_numbers
from sdc_desktop.engine.data.reading import Opened, Style, open_data
from sdc_desktop.engine.plan import DataSpec, OutputSpec
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.running.writing import write_data
from tests.support.data import microdata

CONTEXT = JobContext()


def write(path: Path, columns: dict[str, list[str]], *shown: Column) -> bytes:
    """A file written by us."""
    write_data(microdata(columns), path, OutputSpec(path=path.name), Style(columns=shown), CONTEXT)
    return path.read_bytes()


def opened(path: Path, **shown: object) -> Opened:
    return open_data(DataSpec(path=path.name, **shown), path.parent, CONTEXT)


def codes_of(path: Path, **shown: object) -> list[str]:
    with pytest.raises(Refused) as refused:
        opened(path, **shown)
    return [one.code for one in refused.value.problems]


@given(st.floats(min_value=1e-77, max_value=7e75) | st.integers(-(2**53), 2**53).map(float))
def test_a_number_comes_back_to_the_last_bit(value) -> None:
    for sign in (1, -1):
        packed = packed_numbers(np.array([sign * value]))
        again, letters = numbers_of(packed)
        assert (again[0], letters[0]) == (sign * value, 0)


@pytest.mark.parametrize(
    ("value", "raw"),
    [
        (1.0, "4110000000000000"),
        (-1.0, "c110000000000000"),
        (100.0, "4264000000000000"),
        (0.1, "401999999999999a"),
        (0.0, "0000000000000000"),
        (math.nan, "2e00000000000000"),
    ],
)
def test_numbers_are_as_ibm_has_them(value, raw) -> None:
    assert packed_numbers(np.array([value])).tobytes().hex() == raw


@pytest.mark.parametrize(
    ("days", "text"),
    [
        (0, "1960-01-01"),
        (745153, "4000-02-28"),
        (745154, "4000-03-01"),
        (2206122, "8000-02-28"),
        (2206123, "8000-03-01"),
        (2936547, "9999-12-31"),
    ],
)
def test_dates_are_those_of_sas_which_has_no_leap_day_in_4000_and_8000(days, text) -> None:
    assert days_text(days, EPOCH, SAS_SKIPPED) == text
    assert days_of(text, EPOCH, SAS_SKIPPED) == days
    assert seconds_of(f"{text} 00:00:01", EPOCH_TIME, SAS_SKIPPED) == days * 86_400 + 1
    for missing in ("4000-02-29", "8000-02-29"):
        with pytest.raises(ValueError, match=r"\d"):
            days_of(missing, EPOCH, SAS_SKIPPED)


def test_descriptions_of_136_bytes_are_looked_at_where_they_are_for_their_encoding(tmp_path) -> None:
    path = tmp_path / "a.xpt"
    frame = pd.DataFrame({"a": [1.0], "b": [2.0]})
    pyreadstat.write_xport(frame, str(path), column_labels={"b": "#bung"}, file_format_version=5)
    raw = path.read_bytes().replace(b"00140  ", b"00136  ")
    start = raw.index(b"HEADER RECORD*******NAMESTR") + 80
    short = raw[start : start + 136] + raw[start + 140 : start + 276]
    path.write_bytes(raw[:start] + short.replace(b"#", b"\xdc").ljust(320) + raw[start + 320 :])
    assert [column.label for column in opened(path).columns] == ["", "Übung"]


def test_short_numbers_are_filled_up_and_letters_stated() -> None:
    raw = np.frombuffer(b"\x41\x10\x00\x2e\x00\x00\x41\x00\x00\x5f\x00\x00", dtype=np.uint8)
    values, letters = numbers_of(raw.reshape(4, 3))
    assert values[0] == 1.0
    assert bytes(letters.tolist()) == b"\x00.A_"


@pytest.mark.parametrize(
    ("form", "parts"),
    [
        ("DATETIME20.3", ("DATETIME", 20, 3)),
        ("F8.2", ("F", 8, 2)),
        ("8.2", ("", 8, 2)),
        ("$CHAR12.", ("$CHAR", 12, 0)),
        ("E8601DA10", ("E8601DA", 10, 0)),
        ("", ("", 0, 0)),
    ],
)
def test_formats_have_a_name_a_width_and_decimals(form, parts) -> None:
    assert form_parts(form) == parts


def test_sas_reads_the_number_of_records_in_the_header(tmp_path) -> None:
    raw = write(tmp_path / "a.xpt", {"x": ["1", "2", "3"]})
    assert header("OBSV8", f"{3:>15}".ljust(30)) in raw
    assert len(raw) % 80 == 0


def test_long_labels_and_names_are_read_by_a_peer_and_by_us(tmp_path) -> None:
    label = "Größe " * 20
    write(
        tmp_path / "a.xpt", {"a_name_of_many_letters": ["1"]}, Column("a_name_of_many_letters", label=label)
    )
    _, about = pyreadstat.read_xport(str(tmp_path / "a.xpt"))
    assert about.column_names_to_labels == {"a_name_of_many_letters": label.strip()}
    (column,) = opened(tmp_path / "a.xpt").columns
    assert (column.name, column.label) == ("a_name_of_many_letters", label.strip())


def test_version_five_is_read_with_its_records(tmp_path) -> None:
    frame = pd.DataFrame({"x": [1.5, 2.0], "t": ["a", ""]})
    pyreadstat.write_xport(frame, str(tmp_path / "a.xpt"), file_format_version=5)
    assert opened(tmp_path / "a.xpt").data.window(0, 9) == [("1.5", "a"), ("2", "")]


def test_the_encoding_is_detected_or_taken_as_given(tmp_path) -> None:
    raw = write(tmp_path / "a.xpt", {"t": ["Zürich", "Bern"]})
    assert opened(tmp_path / "a.xpt").data.window(0, 1) == [("Zürich",)]
    (tmp_path / "a.xpt").write_bytes(raw.replace("Zürich".encode(), "Zürich ".encode("cp1252")))
    assert opened(tmp_path / "a.xpt").data.window(0, 1) == [("Zürich",)]
    assert opened(tmp_path / "a.xpt", encoding="cp850").data.window(0, 1) == [("Z³rich",)]


def two_data_sets(path: Path) -> None:
    first = write(path, {"x": ["1", "2"]})
    second = write(path, {"y": ["3"], "z": ["a"]}).replace(b"RELEASE", b"SECOND ")
    path.write_bytes(first + second[second.index(b"HEADER RECORD*******MEMB") :])


def test_several_data_sets_are_listed_with_their_sizes_until_one_is_named(tmp_path) -> None:
    two_data_sets(tmp_path / "a.xpt")
    with pytest.raises(Refused) as refused:
        opened(tmp_path / "a.xpt")
    (problem,) = refused.value.problems
    assert (problem.code, problem.params["names"]) == (
        "data.several_data_sets",
        ("RELEASE (2 × 1)", "SECOND (1 × 2)"),
    )
    assert opened(tmp_path / "a.xpt", sheet="SECOND").data.window(0, 9) == [("3", "a")]
    assert codes_of(tmp_path / "a.xpt", sheet="THIRD") == ["data.no_sheet"]


def test_a_file_with_more_or_fewer_records_than_its_header_states_is_refused(tmp_path) -> None:
    path = tmp_path / "a.xpt"
    raw = write(path, {"t": ["x" * 40] * 10})
    path.write_bytes(raw[:-80])
    assert codes_of(path) == ["data.other_count"]
    path.write_bytes(raw + b" " * 80)
    assert codes_of(path) == ["data.other_count"]
    path.write_bytes(raw[:-3])
    assert codes_of(path) == ["data.other_count"]


def test_a_file_whose_header_states_other_variables_is_refused(tmp_path) -> None:
    path = tmp_path / "a.xpt"
    raw = write(path, {"x": ["1"], "y": ["2"]})
    for shown in (b"0000000001", b"0000000003", b"0000000000", b"9999999999"):
        path.write_bytes(raw.replace(b"!!!!!!!0000000002", b"!!!!!!!" + shown))
        assert codes_of(path)[0] in ("data.damaged", "data.no_columns")


def test_descriptions_that_do_not_follow_one_another_are_refused(tmp_path) -> None:
    path = tmp_path / "a.xpt"
    raw = bytearray(write(path, {"x": ["1"], "y": ["2"]}))
    second = raw.index(header("NAMSTV8", "0000000002")) + 80 + 140
    for place, value in ((second + 4, 4), (second + 6, 7), (second + 84, 12), (second, 9)):
        changed = bytearray(raw)
        struct.pack_into(">h", changed, place, value)
        path.write_bytes(changed)
        assert codes_of(path)[0] in ("data.damaged", "data.other_count")
