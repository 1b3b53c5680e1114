"""What the plans of the repository give, by SHA-256: a table made before the methods became packages.

Files of records and tables are compared byte for byte. Numbers of result.json are compared to nine
significant digits, as further ones depend on the processor; the program's version and the number of the
schema are left out. ``python -m tests.engine.test_outputs_unchanged [PLAN ...]`` enters plans that are new or
meant to change (by default those that are not in the table), and prints the files that differ.
"""

import hashlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop import cli
from sdc_desktop.engine.plan import read_plan, write_plan
from sdc_desktop.project.project_file import load_project, save_project
from tests.support import every_kind

ROOT = Path(__file__).parents[2]
EVERY = "every_kind"
PLACE = Path(__file__).parent / "golden" / "outputs.json"
TABLE = json.loads(PLACE.read_text(encoding="utf-8"))
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for part in ("resources", "tests")
    for path in (ROOT / part).rglob("*.sdcp*")
    if path.suffix in (".sdcplan", ".sdcproj")
)
WITHOUT_DATA = (
    "tests/project/old/schema_1.sdcplan",
    "tests/project/old/schema_1.sdcproj",
    "tests/engine/golden/site/plan.sdcplan",
)


def rounded(value: Any) -> Any:
    """A result with its numbers to nine significant digits."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


def content(path: Path) -> bytes:
    """What of a file must not change."""
    if path.name != "result.json":
        return path.read_bytes()
    result = json.loads(path.read_text(encoding="utf-8"))
    del result["engine"], result["schema"]
    return json.dumps(rounded(result), sort_keys=True).encode()


def digests(plan: Path, folder: Path) -> dict[str, str]:
    """The SHA-256 of each file that a plan gives, by its name, without log and codebooks."""
    secrets = folder / "secrets.json"
    secrets.write_text(json.dumps({"*": hashlib.sha256(b"x").hexdigest()}))
    secrets.chmod(0o600)
    out, keys = folder / "out", folder / "keys"
    places = ["--out", str(out), "--keys", str(keys), "--secrets", str(secrets)]
    assert cli.main(["run", str(plan), *places, "--quiet", "--no-codebook"]) == 0
    made = (path for place in (out, keys) if place.exists() for path in place.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(content(path)).hexdigest()
        for path in made
        if path.name != "run.log"
    }


def plan_of_every_kind(folder: Path) -> Path:
    """The plan with a job of every kind, with its data beside it."""
    every_kind.write_data(folder)
    plan = folder / f"{EVERY}.sdcplan"
    plan.write_text(json.dumps(every_kind.plan_json()), encoding="utf-8")
    return plan


def digests_of(name: str, folder: Path) -> dict[str, str]:
    """The digests of a plan of the table by its name, run in a folder."""
    return digests(plan_of_every_kind(folder) if name == EVERY else ROOT / name, folder)


def enter(names: Iterable[str]) -> None:
    """Enter plans in the table, and print the files that are new, gone or other ones."""
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            found, before = digests_of(name, Path(folder)), TABLE.get(name, {})
        print(name, *sorted({file for file, _ in found.items() ^ before.items()}), sep="\n  ")
        TABLE[name] = found
    PLACE.write_text(json.dumps(TABLE, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def test_every_plan_and_project_of_the_repository_is_in_the_table() -> None:
    assert sorted(TABLE) == sorted({*FILES, EVERY} - set(WITHOUT_DATA))
    assert all(TABLE.values())


@pytest.mark.parametrize("name", sorted(TABLE))
def test_a_plan_gives_the_same_files(name, tmp_path) -> None:
    assert digests_of(name, tmp_path) == TABLE[name]


def test_another_amount_gives_other_files(tmp_path) -> None:
    """The comparison would notice a change."""
    name = "resources/self_test/noise.sdcplan"
    for path in (ROOT / name).parent.glob("*.csv"):
        shutil.copy(path, tmp_path)
    plan = json.loads((ROOT / name).read_text(encoding="utf-8"))
    plan["jobs"][0]["params"]["amount"] = 0.25
    (tmp_path / "other.sdcplan").write_text(json.dumps(plan), encoding="utf-8")
    given = digests(tmp_path / "other.sdcplan", tmp_path)
    assert given.keys() == TABLE[name].keys()
    assert not set(given.values()) & set(TABLE[name].values())


@pytest.mark.parametrize("name", FILES)
def test_a_plan_or_a_project_written_and_read_again_is_the_same(name, tmp_path) -> None:
    is_plan = name.endswith(".sdcplan")
    read, write = (read_plan, write_plan) if is_plan else (load_project, save_project)
    found, copy = read(ROOT / name), tmp_path / Path(name).name
    write(found, copy)
    assert read(copy) == found
    again = tmp_path / f"again{copy.suffix}"
    write(read(copy), again)
    assert again.read_bytes() == copy.read_bytes()


if __name__ == "__main__":
    enter(sys.argv[1:] or sorted({*FILES, EVERY} - {*WITHOUT_DATA, *TABLE}))
