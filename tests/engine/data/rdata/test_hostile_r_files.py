"""Files that R would not write: huge lengths, deep nesting, references to nothing, texts in no encoding."""

import gzip
import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.data import limits
from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.foreign.texts import number_text
from sdc_desktop.engine.data.rdata.altrep import double_text
from sdc_desktop.engine.data.rdata.read import read
from tests.support import r_files as r
from tests.support.r_files import altrep as short
from tests.support.r_files import integer, vector


def rows_of(path: Path, content: bytes, **options: object) -> list[tuple[str, ...]]:
    path.write_bytes(content)
    return [row for block, _ in read(path, **options).blocks for row in block]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("item", "code"),
    [
        (integer(r.INTEGER, 2**31 - 1), EOFError),
        (integer(r.DOUBLE, -1, 2**31 - 1, -1), EOFError),
        (integer(r.TEXT, 2**31 - 1), EOFError),
        (integer(r.LIST, 2**31 - 1), EOFError),
        (integer(r.TEXT, 1, 9, 2**31 - 1), EOFError),
        (integer(r.TEXT, 1, 9, -7), EOFError),
        (integer(r.INTEGER, -2), "data.damaged"),
        (integer(255 | 7 << 8), "data.damaged"),
        (integer(255, -1), "data.damaged"),
        (integer(99, 1), "data.damaged"),
        (integer(r.LIST, 1) * 100_000, "r.too_deep"),
        (integer(6, 254) * 100_000, EOFError),
        (integer(6) * 100_000, "r.too_deep"),
        (integer(21, 0, r.INTEGER, 0) + integer(1, 21, r.INTEGER, 0) * 9_000, "r.too_deep"),
        (short("compact_intseq", vector(r.DOUBLE, (1e12, 1, 1))), "data.inflates"),
        (short("compact_intseq", vector(r.DOUBLE, (-5, 1, 1))), "data.inflates"),
        (short("compact_intseq", vector(r.DOUBLE, (3, 2**31 - 2, 1))), "data.damaged"),
        (short("mmap_real", r.NOTHING), "r.unknown_vector"),
        (integer(1) + r.texts("a", "b"), "data.damaged"),
        (r.NOTHING, "r.no_frame"),
    ],
)
def test_a_hostile_object_is_refused_before_memory_is_requested(tmp_path, item, code) -> None:
    if isinstance(code, str):
        with pytest.raises(Unreadable) as refused:
            rows_of(tmp_path / "a.rds", r.rds(item))
        assert refused.value.code == code
        return
    with pytest.raises((code, StopIteration)):
        rows_of(tmp_path / "a.rds", r.rds(item))


@pytest.mark.parametrize(
    ("item", "code"),
    [
        (integer(24, 2**21) + bytes(2**21), "data.inflates"),
        (integer(r.LIST, 2**17) + r.NOTHING * 2**17, "r.too_many"),
    ],
)
def test_a_compressed_file_that_grows_beyond_its_limits_is_refused(tmp_path, monkeypatch, item, code) -> None:
    monkeypatch.setattr(limits, "FREE_BYTES", 2**20)
    with pytest.raises(Unreadable) as refused:
        rows_of(tmp_path / "a.rds", gzip.compress(r.rds(item), 1))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"no file of R", "data.not_of_format"),
        (b"", "data.not_of_format"),
        (b"X\n" + integer(4, 0, 0), "r.version"),
    ],
)
def test_what_is_no_file_of_r_is_refused(tmp_path, content, code) -> None:
    with pytest.raises(Unreadable) as refused:
        rows_of(tmp_path / "a.rds", content)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "item",
    [
        r.frame({"a\0b": r.numbers([1])}, 1),
        r.frame({"a": r.texts("\0")}, 1),
        integer(1, 9, 1) + b"\0",
    ],
)
def test_texts_that_r_cannot_have_are_refused(tmp_path, item) -> None:
    with pytest.raises(Unreadable) as refused:
        rows_of(tmp_path / "a.rds", r.rds(item))
    assert refused.value.code == "data.nul"


def test_each_beginning_of_a_file_is_refused(tmp_path) -> None:
    whole = r.rds(r.frame({"a": r.numbers([1.5, None]), "b": r.texts("x", None)}, 2))
    assert rows_of(tmp_path / "a.rds", whole) == [("1.5", "x"), ("", "")]
    for size in range(len(whole)):
        with pytest.raises((Unreadable, EOFError, struct.error)):
            rows_of(tmp_path / "a.rds", whole[:size])


@pytest.mark.parametrize(
    "columns",
    [
        {"a": r.numbers([1.0])},
        {"a": vector(r.INTEGER, (3, 1), levels=r.texts("x", "y"), class_=r.texts("factor"))},
        {"a": r.numbers([1.0, 2.0], levels=r.texts("x", "y"), class_=r.texts("factor"))},
        {"a": vector(r.INTEGER, (1, 2), class_=r.texts("integer64"))},
    ],
)
def test_columns_that_contradict_themselves_are_refused(tmp_path, columns) -> None:
    with pytest.raises(Unreadable) as refused:
        rows_of(tmp_path / "a.rds", r.rds(r.frame(columns, 2)))
    assert refused.value.code == "data.damaged"


def test_texts_are_read_in_the_encoding_that_they_state_or_that_is_given(tmp_path) -> None:
    def text(flags: int, raw: bytes) -> bytes:
        return integer(r.TEXT, 1, 9 | flags, len(raw)) + raw

    def read_one(flags: int, raw: bytes, **options: object) -> str:
        return rows_of(tmp_path / "a.rds", r.rds(r.frame({"a": text(flags, raw)}, 1)), **options)[0][0]

    assert read_one(0x4000, b"Z\xfcrich \x80") == "Zürich €"
    assert read_one(0x8000, "Zürich".encode()) == "Zürich"
    assert read_one(0, "Zürich".encode()) == "Zürich"
    assert read_one(0, b"Z\x81rich", encoding="cp850") == "Zürich"
    for options, code in (({}, "data.texts_undecodable"), ({"encoding": "utf-8"}, "csv.undecodable")):
        with pytest.raises(Unreadable) as refused:
            read_one(0, b"Z\xfcrich", **options)
        assert refused.value.code == code


@pytest.mark.parametrize(("town", "first"), [("Köln", None), ("Z\u2019ü", "Z\u2019ü")])
def test_texts_of_old_files_that_are_not_utf8_are_those_of_windows(tmp_path, town, first) -> None:
    path = tmp_path / "a.rds"
    texts = [b"Z\xfcrich", town.encode("utf-8" if first is None else "cp1252")]
    column = integer(r.TEXT, 2) + b"".join(integer(9, len(text)) + text for text in texts)
    path.write_bytes(b"X\n" + integer(2, 0, 0) + r.frame({"a": column}, 2))
    if first is None:
        with pytest.raises(Unreadable) as refused:
            read(path)
        assert refused.value.code == "data.texts_undecodable"
        return
    found = read(path)
    assert [row for block, _ in found.blocks for row in block] == [("Zürich",), (first,)]
    assert found.settled == {"encoding": "cp1252"}


@settings(max_examples=50, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.none() | st.floats(allow_nan=False, allow_infinity=False),
            st.none() | st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
            st.none() | st.integers(-(2**31) + 1, 2**31 - 1),
        ),
        min_size=1,
        max_size=30,
    )
)
def test_whatever_is_written_is_read(tmp_path_factory, rows) -> None:
    doubles, words, whole = zip(*rows, strict=True)
    columns = {"a": r.numbers(doubles), "b": vector(r.TEXT, words), "c": vector(r.INTEGER, whole)}
    found = rows_of(tmp_path_factory.getbasetemp() / "a.rds", r.rds(r.frame(columns, len(rows))))
    expected = [
        ("" if a is None else number_text(a), b or "", "" if c is None else str(c)) for a, b, c in rows
    ]
    assert found == expected


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (100000.0, "1e+05"),
        (123456.0, "123456"),
        (0.0001, "1e-04"),
        (0.1 + 0.2, "0.3"),
        (1 / 3, "0.333333333333333"),
        (-1e-300, "-1e-300"),
        (1e15, "1e+15"),
        (float("inf"), "Inf"),
    ],
)
def test_doubles_as_texts_are_those_of_as_character(value, text) -> None:
    assert double_text(value) == text
