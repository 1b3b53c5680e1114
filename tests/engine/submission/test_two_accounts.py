"""The whole way with two accounts of one machine: decided under one, approved under another, packaged."""

import json
import shutil
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.submission.releasing.decisions import items_of
from tests.support.outputs.cases import grid, workbook
from tests.support.outputs.desk import SAFE, Desk
from tests.support.outputs.office import Office, two_accounts

pytestmark = pytest.mark.nightly  # a dozen programs, each under an account


@pytest.fixture
def office() -> Iterator[Office]:
    with two_accounts() as office:
        yield office


def plan_of(office: Office, desk: Desk, **changes: Any) -> Path:
    """The plan in the shared folder, readable by the group."""
    params = {**desk.params, **changes}
    del params["head"]
    text = json.dumps({"schema": 2, "jobs": [{"name": "check", "kind": "output_check", "params": params}]})
    path = office.shared / "plan.json"
    path.write_text(text)
    path.chmod(0o664)
    return path


@pytest.fixture
def decided(office: Office, desk: Desk) -> Desk:
    """Decisions on a safe workbook in the shared folder."""
    desk.put("safe.xlsx", workbook({"T": grid(SAFE)}))
    desk.decide()
    assert items_of(desk.look().submission)
    shutil.copytree(desk.base / "sub", office.shared / "sub")
    return desk


def test_one_account_decides_another_approves_and_the_package_is_written(office, decided) -> None:
    plan = plan_of(office, decided, shared=True)
    first = office.run(office.first, "run", str(plan), "--out", "run1")
    assert "waits for the approval of another account" in first.stdout + first.stderr
    assert "can read the ledger" not in first.stdout + first.stderr
    ledger = office.shared / "p.ledger"
    for path in (ledger, ledger.with_name("p.ledger.handed")):
        assert (path.group(), stat.S_IMODE(path.stat().st_mode)) == (office.group, 0o660)

    digest = decided.look(decisions=decided.params["decisions"], ledger=None, head=None).digest
    alone = office.run(office.first, "run", str(plan_of(office, decided, shared=True,
        approval={"by": "Ben", "decisions": digest})), "--out", "run2")  # fmt: skip
    assert "waits for the approval" in alone.stdout + alone.stderr
    assert not (office.shared / "out.zip").exists()

    second = office.run(office.second, "run", str(plan), "--out", "run3")
    said = second.stdout + second.stderr
    assert second.returncode == 0, said
    assert f"account {office.second} had no head of this log" in said
    with zipfile.ZipFile(office.shared / "out.zip") as archive:
        assert sorted(archive.namelist()) == ["manifest.json", "sub/safe.xlsx"]
    whats = [json.loads(line[65:]).get("what") for line in ledger.read_text().splitlines()]
    assert whats == [None, "received", "decided", "approved", "packaged"]
    accounts = [json.loads(line[65:])["by"] for line in ledger.read_text().splitlines()]
    assert accounts == [office.first] * 3 + [office.second] * 2

    # a member of the group cuts the ledger and the head beside it: both accounts have looked, and notice it
    plan = plan_of(office, decided, shared=True, package=None)
    assert office.run(office.first, "check", str(plan)).returncode == 0
    lines = ledger.read_text().splitlines(keepends=True)
    ledger.write_text("".join(lines[:3]))
    ledger.with_name("p.ledger.handed").unlink()
    for account in (office.first, office.second):
        cut = office.run(account, "check", str(plan))
        assert cut.returncode != 0
        assert "its end is missing" in cut.stdout + cut.stderr, account


def test_a_ledger_of_one_account_says_to_the_other_what_is_missing(office, decided) -> None:
    plan = plan_of(office, decided)
    first = office.run(office.first, "run", str(plan), "--out", "run1")
    assert f"only the account {office.first} can read the ledger" in first.stdout + first.stderr
    second = office.run(office.second, "run", str(plan), "--out", "run2")
    assert f"is for the account {office.first} alone" in second.stdout + second.stderr
    plan_of(office, decided, shared=True)
    office.run(office.first, "run", str(plan), "--out", "run3")
    again = office.run(office.second, "check", str(plan))
    assert f"decided by Ann (account {office.first})" in again.stdout + again.stderr
