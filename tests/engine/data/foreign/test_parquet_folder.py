"""A folder of Parquet files is read as one file, and its digest is that of its listing."""

from hashlib import sha256

import duckdb
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.output.folders import data_files, folder_sha256
from sdc_desktop.engine.problems import Refused


@pytest.fixture
def folder(tmp_path):
    parts = tmp_path / "all.parquet"
    (parts / "b").mkdir(parents=True)
    (parts / "_temporary").mkdir()
    (parts / "_temporary" / "left.parquet").write_bytes(b"no")
    (parts / ".hidden").write_bytes(b"no")
    for name, start in (("a.parquet", 0), ("b/é.parquet", 3), ("c.parquet", 6)):
        query = f"SELECT i + {start} AS n, -0.0::DOUBLE AS zero, 'x' AS t FROM range(3) r(i)"
        duckdb.execute(f"COPY ({query}) TO '{parts / name}' (FORMAT parquet)")
    return tmp_path


def test_records_are_in_the_order_of_the_files(folder) -> None:
    opened = open_data(DataSpec(path="all.parquet"), folder, JobContext())
    rows = [row for batch in opened.data.batches(JobContext()) for row in batch]
    assert rows == [(str(n), "0", "x") for n in range(9)]
    assert opened.data.window(4, 6) == [("4", "0", "x"), ("5", "0", "x")]


def test_the_digest_is_that_of_the_listing(folder) -> None:
    files = data_files(folder / "all.parquet")
    names = ["a.parquet", "b/é.parquet", "c.parquet"]
    assert [file.relative_to(folder / "all.parquet").as_posix() for file in files] == names
    lines = [
        f"{name}\t{file.stat().st_size}\t{sha256(file.read_bytes()).hexdigest()}\n"
        for name, file in zip(names, files, strict=True)
    ]
    expected = sha256("".join(lines).encode()).hexdigest()
    assert folder_sha256(folder / "all.parquet") == expected
    assert open_data(DataSpec(path="all.parquet"), folder, JobContext()).sha256 == expected


def test_a_folder_with_other_columns_is_refused(folder) -> None:
    duckdb.execute(f"COPY (SELECT 1 AS n) TO '{folder / 'all.parquet' / 'd.parquet'}' (FORMAT parquet)")
    with pytest.raises(Refused, match=r"site\.schemas_differ"):
        open_data(DataSpec(path="all.parquet"), folder, JobContext())


def test_a_file_that_changes_meanwhile_is_refused(folder) -> None:
    opened = open_data(DataSpec(path="all.parquet"), folder, JobContext())
    part = folder / "all.parquet" / "c.parquet"
    part.write_bytes(part.read_bytes() + b"x")
    with pytest.raises(Refused, match=r"csv\.changed"):
        opened.data.window(0, 2)


def test_a_folder_without_files_is_refused(tmp_path) -> None:
    (tmp_path / "all.parquet").mkdir()
    with pytest.raises(Refused, match=r"data\.no_records"):
        open_data(DataSpec(path="all.parquet"), tmp_path, JobContext())
