"""A Parquet file with more values than are copied into memory: read where it is, with the same results."""

from pathlib import Path

import duckdb
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign import load
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec, OutputSpec
from sdc_desktop.engine.data.store.file_store import FileStore
from sdc_desktop.engine.running.writing import write_data

CONTEXT = JobContext()
RECORDS, COLUMNS = 3_000, 4


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    path = tmp_path / "survey.parquet"
    duckdb.connect().execute(
        "COPY (SELECT i AS id, 'r' || i % 7 AS region, (i * 7919) % 90 AS age,"
        f" CASE WHEN i % 11 = 0 THEN NULL ELSE i / 8 END AS income FROM range({RECORDS}) AS t(i))"
        f" TO '{path}' (FORMAT parquet)"
    )
    return path


def _opened(path: Path, monkeypatch: pytest.MonkeyPatch, most: int, large: bool | None = None) -> Opened:
    monkeypatch.setattr(load, "MOST_COPIED_CELLS", most)
    return open_data(DataSpec(path=path.name, large=large), path.parent, CONTEXT)


def _in_place(opened: Opened) -> bool:
    return isinstance(opened.data.relation.store, FileStore)


def test_one_value_more_than_the_limit_is_read_in_place(survey: Path, monkeypatch) -> None:
    assert not _in_place(_opened(survey, monkeypatch, RECORDS * COLUMNS))
    assert _in_place(_opened(survey, monkeypatch, RECORDS * COLUMNS - 1))


def test_a_plan_decides_whatever_the_number_of_values(survey: Path, monkeypatch) -> None:
    assert _in_place(_opened(survey, monkeypatch, RECORDS * COLUMNS, large=True))
    assert not _in_place(_opened(survey, monkeypatch, 1, large=False))


def test_records_counts_and_written_bytes_are_those_of_a_copy(survey: Path, monkeypatch) -> None:
    copied, beside = (_opened(survey, monkeypatch, most) for most in (RECORDS * COLUMNS, 1))
    assert copied.data.window(0, RECORDS) == beside.data.window(0, RECORDS)
    assert copied.columns == beside.columns
    keys = ("region", "age")
    first, second = (opened.data.counts(keys, CONTEXT) for opened in (copied, beside))
    assert first.frequencies.tolist() == second.frequencies.tolist()
    written = []
    for number, opened in enumerate((copied, beside)):
        for target in ("csv", "parquet", "dta", "rds"):
            path = survey.parent / f"out{number}.{target}"
            write_data(opened.data, path, OutputSpec(path=path.name), opened.style, CONTEXT)
            written.append(path.read_bytes())
    assert written[:4] == written[4:]
