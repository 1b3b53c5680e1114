"""Parquet and Arrow files and fixed widths of public reports: exact, or refused plainly (README.md)."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import duckdb
import polars as pl
import pytest

from sdc_desktop.engine.data.fixed_spec import FixedField
from tests.support.reported_files import Report, check, sources

Make = Callable[[Path], object]


def _duckdb(query: str) -> Make:
    return lambda path: duckdb.connect().execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")


def _polars(way: str, **columns: pl.Series | list[object]) -> Make:
    return lambda path: getattr(pl.DataFrame(columns), way)(path)


def _wide(path: Path) -> None:
    """Decimals of one digit more than DuckDB has, in a file that states it twice."""
    _duckdb("SELECT unnest([1.5, -2.25])::DECIMAL(38, 2) AS x")(path)
    raw, stated = path.read_bytes(), bytes((0x15, 2 * 2, 0x15, 2 * 38))
    assert raw.count(stated) == 2
    path.write_bytes(raw.replace(stated, bytes((0x15, 2 * 2, 0x15, 2 * 39))))


REPORTS = [
    Report("duckdb 25058, 2026", "data.nested", make=_wide),
    Report(
        "arrow2 676, 2021",
        [("1.50",), ("-2.25",), ("123456789.10",)],
        make=_duckdb("SELECT unnest([1.5, -2.25, 123456789.1])::DECIMAL(38, 2) AS x"),
        types=("number",),
    ),
    Report(
        "duckdb 13053, 2024",
        [("1", "4"), ("2", "5")],
        make=_polars("write_parquet", column=[1, 2], COLUMN=[4, 5]),
        names=("column", "COLUMN"),
    ),
    Report("duckdb 14734, 2024", [("08:33:32.5+00",)], make=_duckdb("SELECT TIMETZ '10:33:32.5+02' AS t")),
    Report(
        "duckdb 15192, 2024",
        [("2024-12-06 00:00:00", "2024-12-05 20:30:00+00"), ("2024-12-06 01:00:00", "")],
        make=_duckdb(
            "SELECT * FROM (VALUES (TIMESTAMP '2024-12-06 00:00:00', "
            "TIMESTAMPTZ '2024-12-06 00:00:00+03:30'), "
            "('2024-12-06 01:00:00', NULL)) t(a, b)"
        ),
    ),
    Report(
        "duckdb 4442, 2022",
        [("2022-08-18 10:00:00.123456789",)],
        make=_duckdb("SELECT '2022-08-18 10:00:00.123456789'::TIMESTAMP_NS AS d"),
        types=("datetime",),
    ),
    Report(
        "duckdb 10279, 2024",
        [("-9223372036854775808",), ("9223372036854775807",)],
        make=_polars("write_parquet", lo=[-(2**63), 2**63 - 1]),
    ),
    Report(
        "cudf-spark 2302, 2021",
        [("0723-03-21 14:20:13.781",), ("8669-07-20 04:45:57.73",)],
        make=_polars(
            "write_parquet",
            t=[dt.datetime(723, 3, 21, 14, 20, 13, 781_000), dt.datetime(8669, 7, 20, 4, 45, 57, 730_000)],
        ),
    ),
    Report(
        "datafusion 1359, 2021",
        [("9999-12-31 02:00:00",)],
        make=_polars("write_parquet", t=[dt.datetime(9999, 12, 31, 2)]),
    ),
    Report(
        "polars 17945, 2024",
        [("Dog",), ("",), ("Cat",)],
        make=_polars("write_parquet", x=pl.Series(["Dog", None, "Cat"], dtype=pl.Categorical)),
    ),
    Report("polars 19448, 2024", "data.nested", make=_duckdb("SELECT {'a': 1.5} AS x")),
    Report("polars 784, 2021 (as Parquet)", "data.nested", make=_duckdb("SELECT [1, 2] AS x")),
    Report(
        "polars 1488, 2021",
        [("", "0"), ("1", "1"), ("2", "2")],
        make=_polars("write_ipc", foo=[None, 1.0, 2.0], bar=[0, 1, 2]),
        file="a.arrow",
    ),
    Report("polars 784, 2021", "data.nested", make=_polars("write_ipc", x=[[1], [2, 3]]), file="a.arrow"),
    Report(
        "polars 18636, 2024",
        [("Value", "Value Two 205", "Value3")],
        make=_polars(
            "write_ipc", a=pl.Series(["Value"], dtype=pl.Categorical), b=["Value Two 205"], c=["Value3"]
        ),
        file="a.arrow",
    ),
    Report(
        "polars 25487, 2025",
        [("",), ("c0",)],
        make=_polars("write_ipc", x=pl.Series([None, "c0"], dtype=pl.Categorical)),
        file="a.arrow",
    ),
]


@pytest.mark.conformance
@pytest.mark.parametrize("report", REPORTS, ids=sources(REPORTS))
def test_a_columnar_file(report: Report, tmp_path) -> None:
    check(report, tmp_path, "a.parquet")


FIXED: dict[str, tuple[str, list[tuple[int, int]], list[tuple[str, ...]] | str]] = {
    "readr 1580, 2025": (
        "AAAA123456\nBBBB12°456\n",
        [(1, 4), (5, 2), (7, 4)],
        [("AAAA", "12", "3456"), ("BBBB", "12", "°456")],
    ),
    "univocity 436, 2020": ("1あああ20201218\n", [(1, 1), (2, 3), (5, 8)], [("1", "あああ", "20201218")]),
    "readr 469, 2016": (" 7.98 8.00\n 2.03\n", [(1, 5), (6, 5)], "fixed.short_line"),
    "readr 146, 2015": ("1.1 abcd\n1.2 efghijkl\n", [(1, 3), (5, 9)], [("1.1", "abcd"), ("1.2", "efghijkl")]),
    "readr 836, 2018": ("1 2\n3 4\n\x1a", [(1, 1), (3, 1)], [("1", "2"), ("3", "4")]),
}


@pytest.mark.conformance
@pytest.mark.parametrize("source", FIXED)
def test_a_file_of_fixed_width(source: str, tmp_path) -> None:
    content, places, becomes = FIXED[source]
    fields = tuple(FixedField(name=f"v{start}", start=start, width=width) for start, width in places)
    options = {"fields": fields, "encoding": "utf-8", "header": False}
    check(Report(source, becomes, content, options=options), tmp_path, "a.txt")
