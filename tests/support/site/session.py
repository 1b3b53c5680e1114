"""What the tests of Spark share: records, plans, and one session on two workers that counts and applies."""

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from tests.support.site import applying, refused, spark_child

ROOT = Path(__file__).parents[3]
CONF = """spark.master = local-cluster[2,1,1024]
spark.driver.memory = 1g
spark.ui.enabled = false
spark.driver.extraJavaOptions = -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
spark.executor.extraJavaOptions = -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
spark.eventLog.enabled = true
spark.eventLog.compress = false
spark.eventLog.dir = {events}
"""
LONGEST = 1_800  # seconds; some seventy are enough on two cores
ROLES = {
    "pid": ("direct_identifier", None),
    "odd": ("key", "nominal"),
    "code": ("key", "nominal"),
    "amount": ("key", "continuous"),
    "fine": ("key", "continuous"),
    "whole": ("key", "continuous"),
    "day": ("key", "nominal"),
    "moment": ("key", "nominal"),
    "sure": ("key", "nominal"),
    "note": ("other", "nominal"),
    "ward": ("other", "nominal"),
    "pay": ("other", "continuous"),
}
# trailing blank, NFC and NFD, line feed, emoji, a half-width sign, number texts, nothing at all
ODD = (
    "'hush'", "'hush '", "''", "NULL", "'é'", "'e' || chr(769)", "'a' || chr(10)", "'😀'", "'￮'",
    "'1e400'", "'-0'", "'007'", "'NaN'", "'null'", "'\"q\"'", "'x,y'", "'HUSH'",
)  # fmt: skip
RECORDS = f"""
SELECT i AS pid, [{", ".join(ODD)}][1 + i % {len(ODD)}] AS odd, '0' || (i % 3) AS code,
  [0.0, -0.0, 'NaN'::DOUBLE, 'inf'::DOUBLE, 1e10, 1e-5, 5e-324, 0.1, 1e16, NULL, 3.0][1 + i % 11] AS amount,
  (i % 7 / 100)::DECIMAL(9, 2) AS fine, (i % 5)::UBIGINT + 9223372036854775807::UBIGINT AS whole,
  DATE '2024-02-28' + (i % 3)::INTEGER AS day,
  TIMESTAMP '2024-03-31 01:59:59.123456' + INTERVAL (i % 2) SECOND AS moment,
  [true, false, NULL][1 + i % 3] AS sure, 'secret note ' || (i % 4) AS note, 'w' || (i * i % 601) AS ward,
  CASE WHEN i % 50 > 0 THEN ((i * 7919 % 211 - 20) / 8)::DECIMAL(12, 3) END AS pay
FROM range(1200) t(i)
"""


# one category has nearly all records, and one class nearly as many
SKEWED = """
SELECT i AS pid, CASE WHEN i % 20 = 0 THEN 'u' || (i % 300) ELSE 'most' END AS odd,
  CASE WHEN i % 10 = 0 THEN '0' || (i % 3) ELSE '00' END AS code, 1.0 AS amount, 0.05 AS fine, 3 AS whole,
  DATE '2024-02-28' AS day, TIMESTAMP '2024-03-31 01:59:59.123456' AS moment, i % 400 = 0 AS sure,
  'n' AS note, 'w' || (i % 7) AS ward, (i % 9000)::DECIMAL(12, 3) AS pay
FROM range(60000) t(i)
"""


def write_data(folder: Path) -> None:
    """Saves the records as one file, and as a folder of five files whose names are not in their order."""
    connection = duckdb.connect(":memory:")
    connection.execute(f"CREATE TABLE records AS {RECORDS}")
    connection.execute(f"COPY records TO '{folder / 'one.parquet'}' (FORMAT parquet)")
    options = "FORMAT parquet, ROW_GROUP_SIZE 2048"
    connection.execute(f"COPY ({SKEWED}) TO '{folder / 'skewed.parquet'}' ({options})")
    cut = folder / "cut.parquet"
    cut.mkdir()
    for part in range(5):
        query = f"SELECT * FROM records WHERE pid // 240 = {part} ORDER BY pid"
        name = f"part-{part}{'ebdac'[part]}.parquet"
        connection.execute(f"COPY ({query}) TO '{cut / name}' (FORMAT parquet, ROW_GROUP_SIZE 2048)")
    (cut / "_SUCCESS").touch()
    differs = folder / "differs.parquet"
    shutil.copytree(cut, differs)
    connection.execute(f"COPY (SELECT 1 AS pid) TO '{differs / 'z.parquet'}' (FORMAT parquet)")


def plan_text(path: str) -> str:
    """A plan with a risk on all key variables, a table of few, and one of amounts."""
    text = {
        name: {"role": role} | ({"level": level} if level else {}) for name, (role, level) in ROLES.items()
    }
    table = {"dimensions": [{"variable": "odd"}, {"variable": "sure"}]}
    jobs = [
        {"name": "risk", "kind": "risk", "params": {}},
        {"name": "tab", "kind": "table", "params": table},
        {"name": "sums", "kind": "table", "params": table | {"value": "pay"}},
    ]
    return json.dumps({"schema": 2, "data": {"path": path, "variables": text}, "jobs": jobs})


def by_spark(folder: Path, real_environment: dict[str, str]) -> None:
    """Let one session of Spark count and apply what the tests need, below a folder."""
    if shutil.which("java", path=real_environment.get("PATH")) is None:
        pytest.skip("Java is not here")
    if importlib.util.find_spec("pyspark") is None:
        pytest.skip("pyspark is not here")
    write_data(folder)
    (folder / "events").mkdir()
    for name in ("one", "cut", "differs", "skewed"):
        (folder / f"{name}.sdcplan").write_text(plan_text(f"{name}.parquet"), encoding="utf-8")
    (folder / "spark.conf").write_text(CONF.format(events=(folder / "events").as_uri()), encoding="utf-8")
    tasks = [("one", 1), ("cut", 3), ("cut", 17), ("differs", 1)]
    listed = [
        {
            "plan": str(folder / f"{name}.sdcplan"),
            "out": str(folder / f"{name}-{number}.sdccounts"),
            "partitions": number,
        }
        for name, number in tasks
    ]
    skewed = {"plan": str(folder / "skewed.sdcplan"), "out": str(folder / "skewed-5.sdccounts")}
    listed += [skewed | {"partitions": 5, "split": 2**14, "kill": True}]  # bytes of the file to each task
    odd, sampled = folder / "ü [x] {y}" / "odd.sdcplan", folder / "spark.parquet"
    listed += [{"verb": "sample", "plan": str(odd), "out": str(sampled), "partitions": 3}]
    listed = [*applying.prepared(folder), *listed, *refused.tasks(folder)]
    (folder / "tasks.json").write_text(json.dumps(listed), encoding="utf-8")
    command = [sys.executable, "-P", spark_child.__file__, folder / "spark.conf", folder / "tasks.json"]
    environment = {**real_environment, "PYTHONPATH": str(ROOT), "SPARK_LOCAL_IP": "127.0.0.1"}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, cwd=folder, timeout=LONGEST
    )
    assert done.returncode == 0, done.stderr[-3000:]
