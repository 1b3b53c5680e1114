"""A small survey as files of every format that is read, and what peers read in those that are written."""

import csv
import datetime as dt
import gzip
import math
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import openpyxl
import pandas as pd
import polars as pl
import pyreadstat

from tests.support import r_files
from tests.support.rds import Vector, read_frame

NAMES = ("id", "age", "income", "sex", "town", "plz", "born", "seen", "clock")
ROWS: tuple[tuple[Any, ...], ...] = (
    (1, 31, 1200.5, 1, "Bern", "00712", dt.date(1990, 2, 28), dt.datetime(2024, 5, 1, 8, 30), dt.time(8, 30)),
    (2, 99, 0.1, 2, "Zürich", "10115", dt.date(1995, 7, 27), dt.datetime(2024, 5, 2), dt.time(23, 59, 59)),
    (3, 47, 300000.0, 1, "=1+1", "10117", dt.date(2024, 2, 29), dt.datetime(1999, 12, 31, 23, 0, 1), None),
    (4, None, -0.333, 2, "", "80331", None, None, dt.time(0, 0)),
)
REFUSED = "99"
LABELS = {"sex": {1: "male", 2: "female"}}
LETTER = "a"  # the same answer refused, in Stata and SAS
SOURCES = ("csv", "fixed", "xlsx", "ods", "sav", "dta", "xpt", "parquet", "arrow", "rds")
TARGETS = ("csv", "csv.gz", "xlsx", "ods", "sav", "zsav", "dta", "xpt", "rds", "parquet", "rda")


def make(folder: Path, format: str) -> dict[str, object]:
    """Write the survey with another program than ours; what a plan says of its data."""
    path = folder / f"survey.{'txt' if format == 'fixed' else format}"
    _MAKERS[format](path)
    shown: dict[str, object] = {"path": path.name}
    if format in ("csv", "fixed", "xlsx", "ods", "parquet", "arrow", "xpt"):
        shown["variables"] = {"age": {"missing": ["", REFUSED], "level": "ordinal"}}
    if format == "fixed":
        shown["format"] = "fixed"
        shown["fields"] = [
            {"name": name, "start": 1 + 22 * place, "width": 21} for place, name in enumerate(NAMES)
        ]
        shown["header"] = False
    return shown


def text_of(value: object) -> str:
    """A value as delimited text."""
    if value is None:
        return ""
    if isinstance(value, float):
        return str(int(value)) if value == int(value) else repr(value)
    return value.isoformat(" ") if isinstance(value, dt.datetime) else str(value)


def _make_csv(path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(NAMES)
        writer.writerows([text_of(value) for value in row] for row in ROWS)


def _make_fixed(path: Path) -> None:
    lines = ("".join(f"{text_of(value):>21} " for value in row) for row in ROWS)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _make_xlsx(path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(NAMES)
    for row in ROWS:
        sheet.append([None if value == "" else value for value in row])
    for cell in sheet["E"]:
        cell.data_type = "s" if cell.value else cell.data_type
    book.save(path)


def _make_ods(path: Path) -> None:
    names = " ".join(
        f'xmlns:{one}="urn:oasis:names:tc:opendocument:xmlns:{one}:1.0"'
        for one in ("office", "table", "text")
    )
    rows = "".join(
        f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in (NAMES, *ROWS)
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
        archive.writestr(
            "content.xml",
            f"<office:document-content {names}><office:body><office:spreadsheet>"
            f'<table:table table:name="A">{rows}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>",
        )


def _ods_cell(value: object) -> str:
    if value in (None, ""):
        return "<table:table-cell/>"
    if isinstance(value, dt.date):
        kind = f'date" office:date-value="{value.isoformat()}'
    elif isinstance(value, dt.time):
        kind = f'time" office:time-value="PT{value.hour:02}H{value.minute:02}M{value.second:02}S'
    elif isinstance(value, int | float):
        kind = f'float" office:value="{value}'
    else:
        kind = "string"
    return f'<table:table-cell office:value-type="{kind}"><text:p>{value}</text:p></table:table-cell>'


def frame(*, letters: bool = False) -> pd.DataFrame:
    """The survey as a frame: numbers as doubles, dates as objects."""
    columns = dict(zip(NAMES, zip(*ROWS, strict=True), strict=True))
    made = {
        name: pd.Series(values, dtype="float64" if name in ("id", "age", "income", "sex") else "object")
        for name, values in columns.items()
    }
    if letters:
        made["age"] = pd.Series([31, LETTER, 47, None], dtype="object")
    made["seen"] = pd.Series(pd.to_datetime(pd.Series(columns["seen"])))
    return pd.DataFrame(made)


def _make_sav(path: Path) -> None:
    pyreadstat.write_sav(
        frame(),
        str(path),
        column_labels={"age": "Age in years"},
        variable_value_labels={"age": {99.0: "refused"}, "sex": {1.0: "male", 2.0: "female"}},
        missing_ranges={"age": [99]},
        variable_measure={"sex": "nominal", "age": "scale", "income": "scale"},
        variable_format={"id": "F4.0", "income": "F10.3", "clock": "TIME8"},
    )


def _make_dta(path: Path) -> None:
    made = frame(letters=True)
    made["clock"] = [_milliseconds(value) for value in made["clock"]]
    pyreadstat.write_dta(
        made,
        str(path),
        column_labels={"age": "Age in years"},
        variable_value_labels={"age": {LETTER: "refused"}, "sex": LABELS["sex"]},
        missing_user_values={"age": [LETTER]},
        variable_format={"clock": "%tcHH:MM:SS"},
        version=14,
    )


def _milliseconds(value: dt.time | None) -> float | None:
    return None if value is None else 1000.0 * (value.hour * 3600 + value.minute * 60 + value.second)


def _make_xpt(path: Path) -> None:
    pyreadstat.write_xport(
        frame(),
        str(path),
        column_labels={"age": "Age in years"},
        variable_format={"clock": "TIME8"},
        file_format_version=8,
    )


def _make_parquet(path: Path) -> None:
    columns = ("BIGINT", "INTEGER", "DOUBLE", "SMALLINT", "VARCHAR", "VARCHAR", "DATE", "TIMESTAMP", "TIME")
    rows = ", ".join(
        f"({', '.join('NULL' if value in (None, '') else repr(text_of(value)) for value in row)})"
        for row in ROWS
    )
    cast = ", ".join(f"CAST({name} AS {kind}) AS {name}" for name, kind in zip(NAMES, columns, strict=True))
    duckdb.connect().execute(
        f"COPY (SELECT {cast} FROM (VALUES {rows}) t({', '.join(NAMES)})) TO '{path}' (FORMAT parquet)"
    )


def _make_arrow(path: Path) -> None:
    columns = dict(zip(NAMES, zip(*ROWS, strict=True), strict=True))
    pl.DataFrame({name: list(values) for name, values in columns.items()}).write_ipc(path)


def _make_rds(path: Path) -> None:
    """As R with haven has a survey of SPSS."""
    columns = {
        name: r_files.column(values)
        for name, values in zip(NAMES, zip(*ROWS, strict=True), strict=True)
        if name not in ("age", "sex")
    }
    ages, sexes = ([row[NAMES.index(name)] for row in ROWS] for name in ("age", "sex"))
    labelled = r_files.texts("haven_labelled", "vctrs_vctr", "double")
    columns["age"] = r_files.numbers(
        ages,
        label=r_files.texts("Age in years"),
        na_values=r_files.numbers([99.0]),
        labels=r_files.numbers([99.0], names=r_files.texts("refused")),
        class_=r_files.texts("haven_labelled_spss", "haven_labelled", "vctrs_vctr", "double"),
    )
    words = r_files.numbers(list(LABELS["sex"]), names=r_files.texts(*LABELS["sex"].values()))
    columns["sex"] = r_files.numbers(sexes, labels=words, class_=labelled)
    path.write_bytes(r_files.rds(r_files.frame({name: columns[name] for name in NAMES}, len(ROWS))))


_MAKERS: Mapping[str, Callable[[Path], None]] = {
    "csv": _make_csv,
    "fixed": _make_fixed,
    "xlsx": _make_xlsx,
    "ods": _make_ods,
    "sav": _make_sav,
    "dta": _make_dta,
    "xpt": _make_xpt,
    "parquet": _make_parquet,
    "arrow": _make_arrow,
    "rds": _make_rds,
}

Read = Mapping[str, Sequence[Any]]


def read_by_peer(path: Path, format: str) -> Read:
    """The columns of a file as another program reads them: numbers, texts, dates, None; letters of Stata."""
    return {name: [_plain(value) for value in values] for name, values in _READERS[format](path).items()}


def _plain(value: Any) -> Any:
    if isinstance(value, bool | str | dt.time | dt.timedelta) or value is None:
        return value or None if isinstance(value, str) else value
    if isinstance(value, pd.Timestamp | dt.datetime):
        return None if value is pd.NaT else dt.datetime.fromisoformat(value.isoformat())
    if isinstance(value, dt.date):
        return value
    return None if isinstance(value, float | np.floating) and math.isnan(value) else float(value)


def _read_text(path: Path) -> Read:
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    names, *rows = csv.reader(text.splitlines())
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


def _read_xlsx(path: Path) -> Read:
    names, *rows = openpyxl.load_workbook(path).active.iter_rows(values_only=True)
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


def _read_ods(path: Path) -> Read:
    read = pd.read_excel(path, engine="calamine", dtype=object, keep_default_na=False)
    return {str(name): list(read[name]) for name in read.columns}


def _read_sav(path: Path) -> Read:
    read, _ = pyreadstat.read_sav(str(path), user_missing=True, output_format="dict")
    return {name: list(values) for name, values in read.items()}


def _read_dta(path: Path) -> Read:
    read, _ = pyreadstat.read_dta(str(path), user_missing=True, output_format="dict")
    return {name: list(values) for name, values in read.items()}


def _read_xpt(path: Path) -> Read:
    read, _ = pyreadstat.read_xport(str(path), output_format="dict")
    return {name: list(values) for name, values in read.items()}


def _read_parquet(path: Path) -> Read:
    found = duckdb.connect().execute(f"SELECT * FROM '{path}'")
    names = [column[0] for column in found.description]
    return dict(zip(names, map(list, zip(*found.fetchall(), strict=True)), strict=True))


def _read_rda(path: Path) -> Read:
    """The fields that the description names."""
    fields = [
        (line.split()[0], int(line.split()[1]) - 1, int(line.split()[2]))
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.startswith(" ")
    ]
    lines = path.with_suffix(".asc").read_text(encoding="utf-8").splitlines()
    return {name: [line[start : start + size].strip() for line in lines] for name, start, size in fields}


def _read_rds(path: Path) -> Read:
    return {name: list(map(_of_r(vector), vector.values)) for name, vector in read_frame(path).items()}


def _of_r(vector: Vector) -> Callable[[Any], Any]:
    """What a value of a vector of R is."""
    kinds = vector.texts("class")
    first = dt.datetime(1970, 1, 1)
    if kinds == ["Date"]:
        return lambda one: one if one is None else (first + dt.timedelta(one)).date()
    if kinds == ["POSIXct", "POSIXt"]:
        return lambda one: one if one is None else first + dt.timedelta(seconds=one)
    if kinds == ["hms", "difftime"]:
        return lambda one: one if one is None else (first + dt.timedelta(seconds=one)).time()
    return lambda one: one


_READERS: Mapping[str, Callable[[Path], Read]] = {
    "csv": _read_text,
    "csv.gz": _read_text,
    "xlsx": _read_xlsx,
    "ods": _read_ods,
    "sav": _read_sav,
    "zsav": _read_sav,
    "dta": _read_dta,
    "xpt": _read_xpt,
    "rds": _read_rds,
    "parquet": _read_parquet,
    "rda": _read_rda,
}
