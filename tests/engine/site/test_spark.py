"""Spark on two workers counts and applies as DuckDB does: the same bytes, however the data are cut into files
and partitions, and no value of the records in its event log. What it cannot do exactly is refused by name.

All tests that start Spark are in this file: one worker of a test run has one session for all of them.
"""

import hashlib
import json
from pathlib import Path

import duckdb
import pytest

from sdc_desktop import cli
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.counts.counts_file import CountsFile, open_counts
from sdc_desktop.engine.data.counts.description import description_text
from sdc_desktop.engine.plan import parse_plan
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from tests.support.site import applying, refused, spark_child
from tests.support.site.counted import as_counts_show
from tests.support.site.session import by_spark

pytestmark = pytest.mark.spark

EXPECTED = {  # of the files that the specification came with
    "rec.csv": "685cf0f57ee74675717b153ab58ab306ade9bc445abceeebc80e32076c6f5637",
    "gen.csv": "443d85b9ea9ef13c602bafc7bc8af26365e2f2e878733f867e3f7df84c0a7182",
}


@pytest.fixture(scope="module")
def counted(tmp_path_factory, real_environment) -> Path:
    """A folder with what one session of Spark has counted and applied."""
    folder = tmp_path_factory.mktemp("spark")
    by_spark(folder, real_environment)
    return folder


def opened(path: Path) -> CountsFile:
    return open_counts(path, path.name, JobContext())


def by_duckdb(folder: Path, name: str) -> CountsFile:
    out = folder / f"{name}-duckdb.sdccounts"
    if not out.exists():
        assert cli.main(["counts", str(folder / f"{name}.sdcplan"), "--out", str(out), "--quiet"]) == 0
    return opened(out)


def without_engine(found: CountsFile) -> list[str]:
    lines = description_text(found.description).splitlines()
    return [line for line in lines if not line.startswith(('  "engine"', '  "version"'))]


@pytest.mark.parametrize(("name", "number"), [("one", 1), ("cut", 3), ("cut", 17)])
def test_spark_and_duckdb_count_the_same_bytes(counted, name, number) -> None:
    ours, theirs = by_duckdb(counted, name), opened(counted / f"{name}-{number}.sdccounts")
    assert theirs.description.on.engine == "spark"
    assert [joint.sha256 for joint in theirs.description.joints] == [
        joint.sha256 for joint in ours.description.joints
    ]
    assert without_engine(theirs) == without_engine(ours)
    assert [(joint.amounts, joint.largest) for joint in theirs.description.joints] == [(None, 0), ("pay", 5)]


def test_a_category_with_nearly_all_records_is_counted_even_if_a_worker_dies(counted) -> None:
    ours, theirs = by_duckdb(counted, "skewed"), opened(counted / "skewed-5.sdccounts")
    assert without_engine(theirs) == without_engine(ours)
    assert b"SparkListenerExecutorRemoved" in events(counted)
    assert b"ExecutorLostFailure" in events(counted)


def test_spark_picks_the_sample_that_duckdb_picks(counted) -> None:
    plan, out = counted / "ü [x] {y}" / "odd.sdcplan", counted / "duckdb.parquet"
    sample = ["--sample", str(spark_child.SAMPLED), "--out", str(out), "--quiet"]
    assert cli.main(["counts", str(plan), *sample]) == 0
    assert (counted / "spark.parquet").read_bytes() == out.read_bytes()


def events(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in (folder / "events").rglob("*") if path.is_file())


def test_how_the_records_are_cut_into_files_does_not_matter(counted) -> None:
    one, cut = (
        opened(counted / "one-1.sdccounts").description,
        opened(counted / "cut-3.sdccounts").description,
    )
    assert [joint.sha256 for joint in one.joints] == [joint.sha256 for joint in cut.joints]
    assert (one.data.files, cut.data.files) == (1, 5)
    assert one.data.records == cut.data.records == 1200


def test_released_variables_are_audited(counted) -> None:
    audit = opened(counted / "cut-3.sdccounts").description.audit
    assert audit is not None
    note, ward, pay = (one for one in audit.variables if one.name in ("note", "ward", "pay"))
    assert (note.name, note.values, note.distinct, note.unique) == ("note", 1200, 4, 0)
    assert (ward.name, ward.values, ward.distinct) == ("ward", 1200, len({i * i % 601 for i in range(1200)}))
    assert (pay.name, pay.values, pay.distinct) == ("pay", 1176, 211)
    assert audit.together == ("note", "ward", "pay")


def test_odd_values_stay_what_they_are(counted) -> None:
    found = opened(counted / "cut-17.sdccounts")
    joint = found.description.joints[0]
    connection = duckdb.connect(":memory:")
    found.load(connection, joint, "joint", JobContext())

    def values(name: str) -> set[str]:
        place = joint.variables.index(name)
        return {text for (text,) in connection.execute(f"SELECT DISTINCT c{place} FROM joint").fetchall()}

    assert {"hush", "hush ", "", "é", "e\u0301", "a\n", "😀", "1e400", "-0", "007", "NaN"} <= values("odd")
    assert values("amount") == {"0", "", "10000000000", "1e-05", "5e-324", "0.1", "1e+16", "3"}
    assert values("code") == {"00", "01", "02"}
    assert "9223372036854775811" in values("whole")
    assert values("day") == {"2024-02-28", "2024-02-29", "2024-03-01"}
    assert values("moment") == {"2024-03-31 01:59:59.123456", "2024-03-31 02:00:00.123456"}
    assert values("sure") == {"true", "false", ""}


def test_files_with_other_columns_are_refused(counted) -> None:
    assert json.loads((counted / "differs-1.json").read_text())[0][0] == "site.schemas_differ"
    assert not (counted / "differs-1.sdccounts").exists()


def test_the_event_log_holds_no_value_of_the_records(counted) -> None:
    log = events(counted)
    assert b"SparkListenerSQLExecutionStart" in log
    assert b"hash" in log.lower()  # plans are in it
    for value in ("hush", "secret note", "e\u0301", "😀", "1e400", "9223372036854775811"):
        assert value.encode() not in log
        assert json.dumps(value)[1:-1].encode() not in log


def on_the_desktop(plan: Path) -> Path:
    out = plan.parent / f"{plan.stem} desktop"
    if not out.exists():
        assert cli.main(["run", str(plan), "--out", str(out), "--quiet", "--no-codebook"]) == 0
    return out


def files(folder: Path) -> dict[str, bytes]:
    """What a run wrote; its result as far as Spark shows it, which does not audit what values reveal."""
    found = {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "run.log"}
    shown = as_counts_show(json.loads(found["result.json"]))
    return found | {"result.json": json.dumps(shown).encode("utf-8")}


@pytest.mark.parametrize("partitions", [1, 3])
def test_the_golden_plan_has_the_bytes_of_the_desktop(counted, partitions) -> None:
    ours = files(on_the_desktop(counted / "golden" / "plan.sdcplan"))
    theirs = files(counted / f"golden-{partitions}")
    assert theirs == ours
    assert {name: hashlib.sha256(theirs[name]).hexdigest() for name in EXPECTED} == EXPECTED


def test_odd_values_in_several_files_have_the_bytes_of_the_desktop(counted) -> None:
    ours = files(on_the_desktop(counted / "ü [x] {y}" / "odd.sdcplan"))
    theirs = files(counted / "odd-2")
    assert theirs == ours
    result = json.loads(theirs["result.json"])["jobs"]["rec"]
    assert result["order_secret"]["weak"] is False
    text = theirs["rec.csv"].decode("utf-8")
    assert applying.VEILED in text
    assert "\n*," in text
    assert theirs["drawn.csv"] != text.encode("utf-8")


def test_part_of_a_class_is_suppressed_in_the_order_of_the_records(counted) -> None:
    ours = files(on_the_desktop(counted / "golden" / "parts.sdcplan"))
    theirs = files(counted / "parts-2")
    assert theirs == ours
    hidden = [line for line in theirs["rec.csv"].decode("utf-8").splitlines() if line.startswith("*")]
    assert hidden == ["*,s1", "*,s3", "*,s2"]


def test_the_event_log_holds_no_label_of_a_plan_and_no_secret(counted) -> None:
    log = events(counted)
    assert b"row_number" in log.lower()  # classes in parts were treated
    assert b"sha2" in log.lower()  # and values drawn
    for value in (applying.VEILED, applying.SECRET, "C00x", "widowed", "R05", "O075"):
        assert value.encode() not in log
    assert bytes.fromhex(applying.SECRET) not in log


def refusal(folder: Path, name: str) -> tuple[str, dict[str, object]]:
    ((code, params),) = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return code, params


@pytest.mark.parametrize("name", refused.OTHER_TEXTS)
def test_texts_that_spark_compares_in_another_way_are_refused(counted, name) -> None:
    assert refusal(counted, name) == ("site.collation", {"name": "town"})
    assert not (counted / f"{name}.sdccounts").exists()


@pytest.mark.parametrize("name", ["little.sdccounts", "little-applied"])
def test_more_combinations_than_memory_holds_are_refused_by_their_variables(counted, name) -> None:
    code, params = refusal(counted, Path(name).stem)
    assert code == "site.too_many"
    assert params["number"] > 0
    assert set(params["names"]) <= {"odd", "code", "amount", "fine", "whole", "day", "moment", "sure"}
    assert not (counted / name).exists()


def test_too_many_combinations_are_estimated_and_refused_before_they_are_counted(counted) -> None:
    code, params = refusal(counted, "many")
    rows = max(joint.rows for joint in opened(counted / "one-1.sdccounts").description.joints)
    assert (code, params["most"]) == ("site.many", refused.MOST)
    assert rows / 2 < params["number"] < 2 * rows
    assert not (counted / "many.sdccounts").exists()


def test_identifiers_are_missing_or_repeated_on_spark_as_on_the_desktop(counted) -> None:
    plan = counted / "named.sdcplan"
    with pytest.raises(Refused) as found:
        run_plan(
            parse_plan(plan.read_text(encoding="utf-8")), counted, counted / "named desktop", JobContext()
        )
    (problem,) = found.value.problems
    assert refusal(counted, "named") == (problem.code, dict(problem.params))
    assert (problem.params["missing"], problem.params["repeated"]) == (5, 3)
    assert not (counted / "named").exists()


def test_nothing_is_left_of_what_spark_wrote(counted) -> None:
    assert [path.name for path in counted.iterdir() if path.name.startswith(".")] == []
