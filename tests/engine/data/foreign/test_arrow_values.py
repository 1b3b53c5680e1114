"""Buffers of Arrow columns as texts, against buffers made value by value, and where a footer can be."""

import struct

import numpy as np
import polars as pl
import pytest

from sdc_desktop.engine.data.foreign.arrow_layout import Kind, layout_of
from sdc_desktop.engine.data.foreign.arrow_values import nulls_of, texts_of, type_and_form
from sdc_desktop.engine.data.foreign.reading_child import Unreadable


@pytest.mark.parametrize("number", [8, 9])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["Utf8", "LargeUtf8"])
def test_texts_are_those_between_their_ends_whatever_part_is_read(name, seed, number) -> None:
    draws = np.random.default_rng(seed)
    texts = ["é" * size for size in draws.integers(0, 5, number).tolist()]
    valid = draws.random(number) < 0.7
    raw = [text.encode() for text in texts]
    ends = np.cumsum([0, *map(len, raw)]).astype("<i4" if name == "Utf8" else "<i8")
    buffers = [np.packbits(valid, bitorder="little").tobytes(), ends.tobytes(), b"".join(raw)]
    read = texts_of(Kind(name), buffers, number, lambda _: None)
    expected = [text if there else "" for text, there in zip(texts, valid, strict=True)]
    for start in range(number + 1):
        for stop in range(start, number + 1):
            assert read(start, stop) == expected[start:stop]
    assert nulls_of(buffers, number) == number - valid.sum()
    with pytest.raises(ValueError, match=str(number)):
        texts_of(Kind(name), [buffers[0], buffers[1], buffers[2][:-1]], number, lambda _: None)


def test_times_with_a_zone_are_texts_and_all_others_have_a_form() -> None:
    assert type_and_form(Kind("Timestamp", unit=2, zone="UTC")) == ("text", "")
    assert type_and_form(Kind("Timestamp", unit=2)) == ("datetime", "TIMESTAMP")
    assert type_and_form(Kind("Timestamp", unit=3)) == ("datetime", "TIMESTAMP_NS")
    assert type_and_form(Kind("Decimal", precision=38, scale=38)) == ("number", "DECIMAL(38,38)")
    assert type_and_form(Kind("Decimal", precision=39, scale=0)) == ("number", "")
    assert type_and_form(Kind("Decimal", precision=5, scale=6)) == ("number", "")
    assert type_and_form(Kind("Int", bits=32)) == ("integer", "INTEGER")
    assert type_and_form(Kind("Int", bits=8, signed=False)) == ("integer", "UTINYINT")
    assert type_and_form(Kind("FloatingPoint", bits=64)) == ("number", "DOUBLE")
    assert type_and_form(Kind("FloatingPoint", bits=32)) == ("number", "FLOAT")
    assert type_and_form(Kind("List")) is None


def test_a_footer_has_room_between_the_marks_at_both_ends(tmp_path) -> None:
    """8 bytes before it, its length and 6 bytes of a mark behind it."""
    path = tmp_path / "a.arrow"
    pl.DataFrame({"a": [1, 2]}).write_ipc(path)
    raw = path.read_bytes()
    assert len(layout_of(path).fields) == 1
    for length in (0, len(raw) - 17, len(raw) - 10, len(raw), 2**32 - 1):
        path.write_bytes(raw[:-10] + struct.pack("<I", length) + raw[-6:])
        with pytest.raises(Unreadable) as refused:
            layout_of(path)
        assert refused.value.code == "data.damaged"
