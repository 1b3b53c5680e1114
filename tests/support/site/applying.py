"""Plans that Spark applies, and the same on DuckDB: the golden files of the specification, and odd values."""

import json
import shutil
from pathlib import Path

import duckdb

from tests.support.secret import digits

GOLDEN = Path(__file__).parents[2] / "engine" / "golden" / "site"
TYPES = {
    "pid": "BIGINT", "region": "VARCHAR", "sex": "VARCHAR", "age": "INTEGER", "marital": "VARCHAR",
    "educ": "VARCHAR", "occ": "VARCHAR", "country": "VARCHAR", "hhsize": "INTEGER",
    "weight": "DECIMAL(6,2)", "income": "DOUBLE", "disease": "VARCHAR",
}  # fmt: skip
KEYS = ("odd", "code", "amount", "sure")  # of the records with odd values
VEILED = "veiled label"  # of a hierarchy; no value
SECRET = digits(20)  # of the random order


def write_golden(folder: Path) -> Path:
    """The plan of the specification and its data, as Parquet."""
    for name in ("plan.sdcplan", "country.csv", "marital.csv"):
        shutil.copy(GOLDEN / name, folder / name)
    columns = ", ".join(f"'{name}': '{kind}'" for name, kind in TYPES.items())
    options = f"header = true, allow_quoted_nulls = false, columns = {{{columns}}}"
    source = f"read_csv('{GOLDEN / 'records.csv'}', {options})"
    duckdb.execute(f"COPY (SELECT * FROM {source}) TO '{folder / 'r.parquet'}' (FORMAT parquet)")
    return folder / "plan.sdcplan"


def write_odd(folder: Path, data: str) -> Path:
    """A plan on records with odd values: recoded by a hierarchy, cells suppressed in parts of classes that
    differ in a sensitive variable, in a random order; the risk of what comes of it; values drawn by
    identifiers.
    """
    rows = "".join(f"0{n},{VEILED} {'ab'[n % 2]}\n" for n in range(3))
    (folder / "veiled.csv").write_text(f"code,group\n{rows}", encoding="utf-8")
    roles = {"pid": "direct_identifier", "ward": "sensitive"} | dict.fromkeys(KEYS, "key")
    variables = {
        name: {"role": roles.get(name, "other"), "level": "nominal"}
        for name in ("pid", "odd", "code", "amount", "fine", "whole", "day", "moment", "sure", "note", "ward")
    }
    recoded = {"levels": {"code": 1}, "suppress_below": 25, "suppress": "cells"}
    jobs = [
        {
            "name": "rec",
            "kind": "recode",
            "params": recoded,
            "output": {"path": "rec.csv", "order": "random"},
        },
        {"name": "after", "kind": "risk", "params": {}, "input": "rec"},
        {
            "name": "drawn",
            "kind": "pram",
            "params": {"variables": ["odd", "sure"], "retain": 0.6, "identifier": "pid"},
            "output": {"path": "drawn.csv"},
        },
        _keyed_table("cells", ("odd", "sure"), share_of=None),
        _keyed_table("shares", ("code", "day", "sure"), share_of="sure"),
    ]
    levels = {"kind": "levels", "path": "veiled.csv", "header": True, "delimiter": ","}
    plan = {
        "schema": 2,
        "data": {"path": data, "variables": variables, "hierarchies": {"code": levels}},
        "secrets": {"*": SECRET},
        "jobs": jobs,
    }
    path = folder / "odd.sdcplan"
    path.write_text(json.dumps(plan), encoding="utf-8")
    return path


def _keyed_table(name: str, dimensions: tuple[str, ...], share_of: str | None) -> dict[str, object]:
    """A table of counts whose noise follows from an identifier; shares of a dimension, too."""
    protect = {"method": "cell_key", "variance": 2, "maximum": 5, "record_key": {"hash": ["pid"]}}
    if share_of is not None:
        protect["ratio"] = {"share_of": share_of}
    params = {"dimensions": [{"variable": one} for one in dimensions], "protect": protect}
    return {"name": name, "kind": "table", "params": params, "output": {"path": f"{name}.csv"}}


def write_parts(folder: Path) -> Path:
    """A plan that suppresses part of a class: the first two records of the rarest class but one join the one
    record of the rarest. Which these are shows in a sensitive variable.
    """
    rows = "CASE WHEN i = 7 THEN 'c' WHEN i % 2 = 0 THEN 'a' ELSE 'b' END AS area, 's' || (i % 5) AS ill"
    duckdb.execute(f"COPY (SELECT {rows} FROM range(40) t(i)) TO '{folder / 'd.parquet'}' (FORMAT parquet)")
    variables = {"area": {"role": "key"}, "ill": {"role": "sensitive"}}
    job = {"name": "rec", "kind": "local_suppression", "params": {"k": 3}}
    plan = {
        "schema": 2,
        "data": {"path": "d.parquet", "variables": variables},
        "jobs": [job | {"output": {"path": "rec.csv", "order": "as_is"}}],
    }
    path = folder / "parts.sdcplan"
    path.write_text(json.dumps(plan), encoding="utf-8")
    return path


def prepared(folder: Path) -> list[dict[str, object]]:
    """Write the plans below a folder that has the odd records; the tasks for Spark."""
    golden, odd = folder / "golden", folder / "ü [x] {y}"
    golden.mkdir()
    odd.mkdir()
    plans = {"golden-1": write_golden(golden), "golden-3": golden / "plan.sdcplan"}
    shutil.copytree(folder / "cut.parquet", odd / "cut 5.parquet")
    plans["parts-2"] = write_parts(golden)
    plans["odd-2"] = write_odd(odd, "cut 5.parquet")
    return [
        {
            "verb": "apply",
            "plan": str(plan),
            "out": str(folder / name),
            "partitions": int(name.partition("-")[2]),
            "as_installed": name == "golden-3",
        }
        for name, plan in plans.items()
    ]
