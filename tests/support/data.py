"""Microdata made in memory from lists, without any file."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

from sdc_desktop.engine.data.hierarchies.hierarchy import Hierarchy, from_intervals, from_table
from sdc_desktop.engine.data.hierarchies.spec import IntervalsSpec
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.store.store import Store
from sdc_desktop.engine.source import Source

DEMO = Path(__file__).parents[2] / "resources" / "demo" / "patients"
WINE_FILE = Path(__file__).with_name("wine.csv")
YOB = IntervalsSpec(kind="intervals", start=1961, widths=(2, 3, 5, 10, 15, 30), end=1990)
MS_ROWS = (
    ("Single", "Never_Married", "Not_released"),
    ("Married", "Been_Married", "Not_released"),
    ("Divorced", "Been_Married", "Not_released"),
    ("Widowed", "Been_Married", "Not_released"),
)


def microdata(columns: Mapping[str, Sequence[str]], roles: Mapping[str, str] | None = None) -> Microdata:
    """Microdata with these columns; roles by name, `other` elsewhere."""

    def fill(connection, table) -> None:
        names = ", ".join(f"c{i} VARCHAR" for i in range(len(columns)))
        connection.execute(f"CREATE TABLE {table} ({names})")
        rows = list(zip(*columns.values(), strict=True))
        if rows:
            marks = ", ".join("?" for _ in columns)
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

    relation = Store().load(len(columns), fill)
    variables = tuple(Variable(name, (roles or {}).get(name, "other")) for name in columns)
    return Microdata(relation, variables)


def csv_columns(path: Path) -> dict[str, list[str]]:
    """The columns of a small CSV file as texts."""
    with path.open(newline="", encoding="utf-8") as file:
        names, *rows = csv.reader(file)
    return {name: list(values) for name, values in zip(names, zip(*rows, strict=True), strict=True)}


def patients() -> Source:
    """The 60 patients of Zielinski 2010 with the hierarchies of the source."""
    data = microdata(
        csv_columns(DEMO / "patients.csv"),
        {"yob": "key", "ms": "key", "disease": "sensitive"},
    )
    return Source(data, patient_hierarchies())


def patient_hierarchies() -> dict[str, Hierarchy]:
    """Year of birth in intervals (not nested), marital status as a tree."""
    names = ("marital status", "has been married", "released")
    return {
        "yob": from_intervals("yob", YOB),
        "ms": from_table("ms", MS_ROWS, names, "ms.csv"),
    }


def write_parquet(path: Path, frame) -> None:
    """A pandas frame as a Parquet file, by DuckDB."""
    import duckdb

    connection = duckdb.connect(":memory:")
    connection.register("frame", frame)
    connection.execute(f"COPY frame TO '{path}' (FORMAT parquet)")
    connection.close()
