"""Plans that Spark refuses: texts that it compares in its own way, too many combinations, and identifiers
that are not one record's own.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import duckdb

from tests.support.secret import digits

MOST = 100  # combinations that are counted unless more are expected
LITTLE = 60_000  # bytes of memory, too few for the combinations of the records with odd values
OTHER_TEXTS = {  # what Spark writes into a Parquet file beside a column
    "collated": {"__COLLATIONS": {"town": "spark.UTF8_LCASE"}},
    "trimmed": {"__COLLATIONS": {"town": "spark.UTF8_BINARY_RTRIM"}},
    "padded": {"__CHAR_VARCHAR_TYPE_STRING": "char(3)"},
}
# blanks that are not spaces, a missing code; texts that differ in a blank, or are longer than the code
IDENTIFIERS = ("A", " A", "A ", "\t", "\u3000", "", " ", "9", " 9", "B", "B", "B")


def tasks(folder: Path) -> Iterator[dict[str, object]]:
    """Write plans and data below a folder that has the plan `one`; gives the tasks for Spark."""
    little = {"plan": str(folder / "one.sdcplan"), "memory": LITTLE}
    yield little | {"out": str(folder / "little.sdccounts")}
    yield little | {"out": str(folder / "little-applied"), "verb": "apply"}
    yield {"plan": str(folder / "one.sdcplan"), "out": str(folder / "many.sdccounts"), "most": MOST}
    for name, marks in OTHER_TEXTS.items():
        plan = _write_texts(folder, name, marks)
        yield {"plan": str(plan), "out": str(folder / f"{name}.sdccounts")}
    yield {"verb": "apply", "plan": str(write_named(folder)), "out": str(folder / "named")}


def _write_texts(folder: Path, name: str, marks: Mapping[str, object]) -> Path:
    field = {"name": "town", "type": "string", "nullable": True, "metadata": marks}
    schema = json.dumps({"type": "struct", "fields": [field]})
    spark = "org.apache.spark"
    noted = f"KV_METADATA {{'{spark}.version': '4.0.0', '{spark}.sql.parquet.row.metadata': '{schema}'}}"
    path = folder / f"{name}.parquet"
    duckdb.execute(f"COPY (SELECT unnest(['a', 'A', 'a ']) AS town) TO '{path}' (FORMAT parquet, {noted})")
    variables = {"town": {"role": "key", "level": "nominal"}}
    return _write_plan(folder, name, variables, {"name": "risk", "kind": "risk", "params": {}})


def write_named(folder: Path) -> Path:
    """A plan that draws by identifiers that are not each record's own."""
    path = folder / "named.parquet"
    duckdb.execute("CREATE OR REPLACE TEMP TABLE named (pid VARCHAR, kind VARCHAR)")
    rows = [(text, "xy"[place % 2]) for place, text in enumerate(IDENTIFIERS)]
    duckdb.executemany("INSERT INTO named VALUES (?, ?)", rows)
    duckdb.execute(f"COPY named TO '{path}' (FORMAT parquet)")
    variables = {
        "pid": {"role": "direct_identifier", "missing": ["9"]},
        "kind": {"role": "key", "level": "nominal"},
    }
    params = {"variables": ["kind"], "retain": 0.5, "identifier": "pid"}
    drawn = {"name": "drawn", "kind": "pram", "params": params, "output": {"path": "drawn.csv"}}
    return _write_plan(folder, "named", variables, drawn)


def _write_plan(folder: Path, name: str, variables: object, job: object) -> Path:
    data = {"path": f"{name}.parquet", "variables": variables}
    plan = {"schema": 2, "data": data, "secrets": {"*": digits()}, "jobs": [job]}
    path = folder / f"{name}.sdcplan"
    path.write_text(json.dumps(plan), encoding="utf-8")
    return path
