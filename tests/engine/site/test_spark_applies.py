"""Spark applies a plan to records: the same bytes as the desktop, however the records are cut."""

import hashlib
import json
from pathlib import Path

import pytest

from sdc_desktop import cli
from tests.support.site import applying

pytestmark = pytest.mark.spark

EXPECTED = {  # of the files that the specification came with
    "rec.csv": "685cf0f57ee74675717b153ab58ab306ade9bc445abceeebc80e32076c6f5637",
    "gen.csv": "443d85b9ea9ef13c602bafc7bc8af26365e2f2e878733f867e3f7df84c0a7182",
}


def on_the_desktop(plan: Path) -> Path:
    out = plan.parent / f"{plan.stem} desktop"
    if not out.exists():
        assert cli.main(["run", str(plan), "--out", str(out), "--quiet", "--no-codebook"]) == 0
    return out


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "run.log"}


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
    log = b"".join(path.read_bytes() for path in (counted / "events").rglob("*") if path.is_file())
    assert b"row_number" in log.lower()  # classes in parts were treated
    assert b"sha2" in log.lower()  # and values drawn
    for value in (applying.VEILED, applying.SECRET, "C00x", "widowed", "R05", "O075"):
        assert value.encode() not in log
    assert bytes.fromhex(applying.SECRET) not in log
