"""Arrow files and streams of Polars are read as Parquet files with the same values; others are refused."""

import datetime as dt
import io
import struct
from pathlib import Path

import polars as pl
import pytest
from backports.zstd import ZstdError

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign import arrow_read, flat_buffer
from sdc_desktop.engine.data.foreign.reading_child import Unreadable
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from tests.support import arrow_stream as made

CONTEXT = JobContext()
CONTINUOUS = {"age": {"level": "continuous"}}
FRAME = pl.DataFrame(
    {
        "small": pl.Series([-128, None, 127], dtype=pl.Int8),
        "large": pl.Series([0, None, 2**64 - 1], dtype=pl.UInt64),
        "single": pl.Series([0.1, None, -0.0], dtype=pl.Float32),
        "double": [1e20, float("nan"), 300000.0],
        "yes": [True, None, False],
        "town": ["", None, "Zürich, a text longer than its view holds"],
        "kind": pl.Series(["x", None, "yy"], dtype=pl.Categorical),
        "rank": pl.Series(["low", None, "high"], dtype=pl.Enum(["low", "high"])),
        "born": [dt.date(1, 1, 1), None, dt.date(9999, 12, 31)],
        "day": [dt.datetime(1990, 2, 28), None, dt.datetime(1969, 12, 31)],
        "seen": [dt.datetime(1990, 2, 28, 1, 2, 3, 500_000), None, dt.datetime(1969, 12, 31, 23, 59, 59)],
        "zoned": pl.Series([dt.datetime(1990, 7, 1, 1), None, None]).dt.replace_time_zone("Europe/Zurich"),
        "clock": [dt.time(8, 30), None, dt.time(23, 59, 59, 5)],
        "exact": pl.Series(["1.50", None, "-0.05"]).cast(pl.Decimal(9, 2)),
    }
)


def opened(path: Path) -> Opened:
    return open_data(DataSpec(path=path.name), path.parent, CONTEXT)


def rows(path: Path) -> list[tuple[str, ...]]:
    """The records as the child reads them, in this process."""
    return [row for block, _ in arrow_read.read(path).blocks for row in block]


def code_of(path: Path) -> str:
    """The refusal of a file, in this process; what else is raised the child reports as damage."""
    with pytest.raises(
        (Unreadable, ValueError, IndexError, struct.error, RuntimeError, ZstdError)
    ) as refused:
        rows(path)
    return refused.value.code if isinstance(refused.value, Unreadable) else "data.damaged"


@pytest.fixture(scope="module")
def there(tmp_path_factory) -> Opened:
    path = tmp_path_factory.mktemp("parquet") / "a.parquet"
    FRAME.write_parquet(path)
    return opened(path)


@pytest.mark.parametrize("compression", ["uncompressed", "lz4", "zstd"])
@pytest.mark.parametrize("write", [pl.DataFrame.write_ipc, pl.DataFrame.write_ipc_stream])
def test_values_types_and_forms_are_those_of_a_parquet_file(tmp_path, there, write, compression) -> None:
    write(FRAME, tmp_path / "a.feather", compression=compression)
    found = opened(tmp_path / "a.feather")
    assert found.data.window(0, 3) == there.data.window(0, 3)
    assert [column.type for column in found.columns] == [column.type for column in there.columns]
    forms = {column.name: column.form for column in there.columns if column.type != "text"}
    assert {column.name: column.form for column in found.columns if column.form} == forms | {"clock": "TIME"}
    assert found.format == "arrow"


def test_texts_are_exact(tmp_path) -> None:
    FRAME.write_ipc(tmp_path / "a.arrow")
    first, second, third = rows(tmp_path / "a.arrow")
    assert first == (
        *("-128", "0", "0.1", "1e+20", "true", "", "x", "low", "0001-01-01"),
        *("1990-02-28 00:00:00", "1990-02-28 01:02:03.5", "1990-06-30 23:00:00+00", "08:30:00", "1.50"),
    )
    assert second == ("",) * FRAME.width
    assert third == (
        *("127", "18446744073709551615", "0", "300000", "false", "Zürich, a text longer than its view holds"),
        *("yy", "high", "9999-12-31", "1969-12-31 00:00:00", "1969-12-31 23:59:59", "", "23:59:59.000005"),
        "-0.05",
    )


def test_spans_of_time_and_columns_without_values_are_read(tmp_path) -> None:
    span = pl.Series([dt.timedelta(days=1, milliseconds=5), dt.timedelta(hours=-1)], dtype=pl.Duration("ms"))
    nothing = pl.Series([None, None], dtype=pl.Null)
    pl.DataFrame({"span": span, "nothing": nothing}).write_ipc(tmp_path / "a.arrow")
    assert rows(tmp_path / "a.arrow") == [("24:00:00.005", ""), ("-01:00:00", "")]


@pytest.mark.parametrize("compression", ["uncompressed", "lz4", "zstd"])
def test_several_batches_and_long_columns_are_read_in_order(tmp_path, compression) -> None:
    parts = [
        pl.DataFrame({"n": range(start, start + 30_000), "t": [f"text number {start}"] * 30_000})
        for start in (0, 30_000)
    ]
    pl.concat(parts, rechunk=False).write_ipc(
        tmp_path / "a.arrow", compression=compression, record_batch_size=7_000
    )
    found = rows(tmp_path / "a.arrow")
    assert [row[0] for row in found] == [str(number) for number in range(60_000)]
    assert {row[1] for row in found[:30_000]} == {"text number 0"}


@pytest.mark.parametrize("make", ["feather 1", "nested", "cut", "twice", "none", "other"])
def test_what_is_not_read_is_refused_with_its_reason(tmp_path, make) -> None:
    path, frame = tmp_path / "a.arrow", pl.DataFrame({"a": list(range(1000))})
    code = {
        "feather 1": "data.feather_1",
        "nested": "data.nested",
        "cut": "data.damaged",
        "none": "data.no_columns",
        "other": "data.not_of_format",
        "twice": "data.name_twice",
    }[make]
    if make == "nested":
        frame.with_columns(b=pl.concat_list("a")).write_ipc(path)
    elif make == "none":
        pl.DataFrame().write_ipc(path)
    else:
        frame.with_columns(b=1).write_ipc(path)
        raw = path.read_bytes()
        if make == "twice":  # names are texts of one letter, with its length before it
            raw = raw.replace(struct.pack("<I", 1) + b"b", struct.pack("<I", 1) + b"a")
        path.write_bytes({"cut": raw[:-8], "feather 1": b"FEA1" + raw[4:], "other": b"x" * 99}.get(make, raw))
    assert code_of(path) == code


@pytest.mark.parametrize("write", [pl.DataFrame.write_ipc, pl.DataFrame.write_ipc_stream])
def test_a_file_without_records_is_refused_as_such(tmp_path, write) -> None:
    write(pl.DataFrame({"a": []}, schema={"a": pl.Int64}), tmp_path / "a.arrow")
    with pytest.raises(Refused) as refused:
        opened(tmp_path / "a.arrow")
    assert [problem.code for problem in refused.value.problems] == ["data.no_records"]


@pytest.mark.parametrize("kind", [pl.String, pl.Enum(["x" * 2**16])])
def test_a_long_text_named_by_many_records_is_refused_before_it_is_repeated(tmp_path, kind) -> None:
    """The file has the text once, as views and as a dictionary; 10,000 records would be 640 MB of it."""
    texts = pl.repeat("x" * 2**16, 10_000, eager=True).cast(kind)
    pl.DataFrame({"a": texts}).write_ipc(tmp_path / "a.arrow")
    assert (tmp_path / "a.arrow").stat().st_size < 2**18
    assert code_of(tmp_path / "a.arrow") == "data.arrow_inflates"


def test_columns_of_nothing_do_not_ask_for_records_without_end(tmp_path) -> None:
    pl.DataFrame({"a": pl.Series([None] * 99, dtype=pl.Null)}).write_ipc(tmp_path / "a.arrow")
    raw = (tmp_path / "a.arrow").read_bytes()
    changed = raw.replace(struct.pack("<q", 99), struct.pack("<q", 2**40))
    (tmp_path / "a.arrow").write_bytes(changed)
    assert changed != raw
    assert code_of(tmp_path / "a.arrow") == "data.arrow_inflates"


def test_the_counts_that_a_file_states_of_its_columns_are_checked(tmp_path) -> None:
    pl.DataFrame({"a": [7, None] * 41}).write_ipc(tmp_path / "a.arrow")
    raw = (tmp_path / "a.arrow").read_bytes()
    node = struct.pack("<qq", 82, 41)
    assert raw.count(node) == 1
    for length, nulls in ((82, 40), (81, 41)):
        (tmp_path / "a.arrow").write_bytes(raw.replace(node, struct.pack("<qq", length, nulls)))
        assert code_of(tmp_path / "a.arrow") == "data.damaged"


def test_a_batch_that_is_listed_more_often_than_the_file_has_room_for_is_refused(tmp_path) -> None:
    """The second entry of the list of batches, a small one, becomes the first one's."""
    parts = [pl.DataFrame({"a": range(size)}) for size in (9_000, 10)]
    pl.concat(parts, rechunk=False).write_ipc(tmp_path / "a.arrow", record_batch_size=9_000)
    raw = (tmp_path / "a.arrow").read_bytes()
    size = int.from_bytes(raw[-10:-6], "little")
    footer = raw[-10 - size : -10]
    listed = flat_buffer.root_of(footer).structs(3, "qi4xq")
    first, second = (struct.pack("<qi4xq", *block) for block in listed)
    assert raw.count(second) == 1
    (tmp_path / "a.arrow").write_bytes(raw.replace(second, first))
    assert code_of(tmp_path / "a.arrow") == "data.damaged"


@pytest.mark.parametrize("codec", ["lz4", "zstd"])
@pytest.mark.parametrize(
    ("stated", "code"),
    [(2**40, "data.arrow_inflates"), *((size, "data.damaged") for size in (39_999, 40_001, -2))],
)
def test_a_buffer_that_states_another_size_than_it_has_is_refused(tmp_path, codec, stated, code) -> None:
    """Before memory is requested for it."""
    pl.DataFrame({"a": [7] * 5000}).write_ipc(tmp_path / "a.arrow", compression=codec)
    raw = (tmp_path / "a.arrow").read_bytes()
    assert raw.count(struct.pack("<q", 40_000)) == 1
    (tmp_path / "a.arrow").write_bytes(raw.replace(struct.pack("<q", 40_000), struct.pack("<q", stated)))
    assert code_of(tmp_path / "a.arrow") == code


@pytest.mark.parametrize("codec", ["lz4", "zstd"])
def test_damaged_buffers_are_refused(tmp_path, codec) -> None:
    pl.DataFrame({"a": range(5000)}).write_ipc(tmp_path / "a.arrow", compression=codec)
    raw = (tmp_path / "a.arrow").read_bytes()
    start = raw.index(struct.pack("<q", 40_000)) + 8
    for change in (b"none", raw[start : start + 4] + b"\xff" * 40):
        (tmp_path / "a.arrow").write_bytes(raw[:start] + change + raw[start + len(change) :])
        assert code_of(tmp_path / "a.arrow") == "data.damaged"


def test_a_million_zeros_are_few_bytes_and_come_back(tmp_path) -> None:
    made = io.BytesIO()
    pl.DataFrame({"a": pl.zeros(1_000_000, pl.Int32, eager=True)}).write_ipc(made, compression="lz4")
    (tmp_path / "a.arrow").write_bytes(made.getvalue())
    assert len(made.getvalue()) < 40_000
    assert rows(tmp_path / "a.arrow") == [("0",)] * 1_000_000


# streams ---------------------------------------------------------------------------------------------


def test_a_stream_is_read_batch_by_batch_in_order(tmp_path) -> None:
    parts = [pl.DataFrame({"n": range(start, start + 3000)}) for start in (0, 3000)]
    pl.concat(parts, rechunk=False).write_ipc_stream(tmp_path / "a.arrows")
    found = opened(tmp_path / "a.arrows")
    assert found.format == "arrow"
    assert not found.notes
    assert found.data.window(2999, 3001) == [("2999",), ("3000",)]


def test_dictionaries_of_a_stream_are_replaced_and_added_to_as_it_goes_on(tmp_path) -> None:
    stream = (
        *(made.schema(), made.words("Bern", "Thun"), made.records(1, 0), made.words("Biel", added=True)),
        *(made.records(2, 0), made.words("Chur"), made.records(0), made.END),
    )
    (tmp_path / "a.arrows").write_bytes(b"".join(stream))
    assert rows(tmp_path / "a.arrows") == [("Thun",), ("Bern",), ("Biel",), ("Bern",), ("Chur",)]


def test_a_stream_without_a_mark_at_its_end_is_read_with_a_warning(tmp_path) -> None:
    stream = made.schema() + made.words("Bern", "Thun") + made.records(0, 1)
    for number, (end, codes) in enumerate(((b"", ["data.arrow_unended"]), (made.END, []))):
        path = tmp_path / f"{number}.arrows"
        path.write_bytes(stream + end)
        found = opened(path)
        assert found.data.window(0, 9) == [("Bern",), ("Thun",)]
        assert [note.code for note in found.notes] == codes


_WORDS, _RECORDS = made.words("Bern", "Thun"), made.records(0, 1)


@pytest.mark.parametrize(
    ("stream", "code"),
    [
        (made.END, "data.no_columns"),
        (made.schema(order=1) + made.END, "data.arrow_order"),
        (made.schema() + made.words("Bern", dictionary=8) + made.END, "data.damaged"),
        (_RECORDS + made.END, "data.damaged"),
        (made.schema() * 2 + made.END, "data.damaged"),
        (made.schema() + _RECORDS + _WORDS + made.END, "data.damaged"),
        (made.schema() + _WORDS + made.records(0, 2) + made.END, "data.damaged"),
        (made.schema() + _WORDS + made.records(0, -1) + made.END, "data.damaged"),
        (made.schema() + _WORDS + made.records(0, codec=2) + made.END, "data.damaged"),
        (made.schema() + _WORDS + _RECORDS + made.END + made.END, "data.damaged"),
        (made.schema() + _WORDS + _RECORDS[:-8], "data.damaged"),
        (made.schema() + _WORDS + _RECORDS[:5], "data.damaged"),
        (made.schema() + _WORDS + _RECORDS.replace(made.END[:4], b"\xfe" * 4), "data.damaged"),
        (made.schema() + _WORDS + _RECORDS[:4] + b"\xff\xff\xff\x7f" + _RECORDS[8:], "data.damaged"),
    ],
)
def test_malformed_streams_are_refused(tmp_path, stream, code) -> None:
    (tmp_path / "a.arrows").write_bytes(stream)
    assert code_of(tmp_path / "a.arrows") == code


@pytest.mark.parametrize("codec", ["lz4", "zstd"])
def test_what_a_codec_raises_is_damage_to_the_child(tmp_path, codec) -> None:
    pl.DataFrame({"a": range(5000)}).write_ipc(tmp_path / "a.arrow", compression=codec)
    raw = (tmp_path / "a.arrow").read_bytes()
    start = raw.index(struct.pack("<q", 40_000)) + 8
    (tmp_path / "a.arrow").write_bytes(raw[:start] + b"none" + raw[start + 4 :])
    with pytest.raises(Refused) as refused:
        opened(tmp_path / "a.arrow")
    assert [problem.code for problem in refused.value.problems] == ["data.damaged"]


# in a plan -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("output", [None, "out.csv", "out.parquet"])
def test_records_without_a_named_file_are_csv_with_a_note_of_it(tmp_path, output) -> None:
    frame = pl.DataFrame({"age": [31, 99], "born": [dt.date(1990, 2, 28)] * 2})
    frame.write_ipc(tmp_path / "a.feather")
    job: dict[str, object] = {"name": "r", "kind": "top_code", "params": {"bounds": {"age": {"top": 80}}}}
    job |= {"output": {"path": output}} if output else {}
    data = {"path": "a.feather", "variables": CONTINUOUS}
    plan = plan_from_json({"schema": 2, "data": data, "jobs": [job]})
    done = run_plan(plan, tmp_path, tmp_path / "out", CONTEXT).jobs[0]
    assert [(one.code, one.where.file) for one in done.format_notes] == (
        [] if output else [("write.csv_unnamed", "r.csv")]
    )
    assert set(done.files) == {output or "r.csv"}
    if output == "out.parquet":
        assert pl.read_parquet(tmp_path / "out" / output)["born"].dtype == pl.Date
