"""The whole way with two accounts of one machine: decided under one, approved under another, packaged.

The accounts are made for the test, and its processes see a `/root` of their own, in which the interpreter can
be read by them. Nothing is left behind.
"""

import json
import os
import shutil
import stat
import subprocess
import sys
import uuid
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.submission.releasing.decisions import items_of
from tests.e2e.screen import ROOT
from tests.support.outputs.cases import grid, workbook
from tests.support.outputs.desk import SAFE, Desk

pytestmark = pytest.mark.nightly  # a dozen programs, each under an account
_TOOLS = ("useradd", "userdel", "groupadd", "groupdel", "setpriv", "unshare")
_OWN_ROOT = """
set -e
if [ -d /root/.pyenv ]; then
  mkdir "$1" && mount --bind /root/.pyenv "$1"
  mount -t tmpfs -o mode=755 none /root && mkdir /root/.pyenv && mount --bind "$1" /root/.pyenv
fi
shift
exec "$@"
"""


def lacking() -> str:
    """Why there cannot be two accounts here; empty where there can."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "accounts are made by root of Linux alone"
    missing = [name for name in _TOOLS if shutil.which(name) is None]
    if missing:
        return f"not installed: {', '.join(missing)}"
    spaces = subprocess.run(["unshare", "-m", "true"], capture_output=True)
    return "" if spaces.returncode == 0 else "processes cannot have folders of their own"


class Office:
    """A folder that a group shares, and commands under the account of one of its members."""

    def __init__(self, base: Path, group: str, accounts: tuple[str, str]) -> None:
        self.base, self.group = base, group
        self.first, self.second = accounts
        self.shared = base / "shared"
        self.shared.mkdir()
        shutil.chown(self.shared, group=group)
        self.shared.chmod(0o2770)

    def run(self, account: str, *arguments: str, umask: str = "077") -> subprocess.CompletedProcess[str]:
        """The program's batch command under an account, with its own home and settings."""
        home = self.base / f"home of {account}"
        command = [
            *("unshare", "-m", "sh", "-c", _OWN_ROOT, "sh", str(self.base / f"python {uuid.uuid4().hex}")),
            *("setpriv", "--reuid", account, "--regid", self.group, "--init-groups"),
            *("env", f"HOME={home}", f"PYTHONPATH={ROOT}", "PYTHONDONTWRITEBYTECODE=1"),
            *("sh", "-c", f'umask {umask}; exec "$@"', "sh", sys.executable, "-P", "-m", "sdc_desktop"),
        ]
        clean = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
        return subprocess.run(
            [*command, *arguments], cwd=self.shared, env=clean, capture_output=True, text=True, timeout=120
        )

    def home(self, account: str) -> None:
        made = self.base / f"home of {account}"
        made.mkdir(mode=0o700)
        shutil.chown(made, user=account, group=self.group)


@pytest.fixture
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    reason = lacking()
    if reason:
        pytest.skip(reason)
    mark = uuid.uuid4().hex[:6]
    group, accounts = f"sdc{mark}", (f"anna{mark}", f"ben{mark}")
    base = Path("/tmp") / f"sdc-office-{mark}"  # every account can go through its folders
    made: list[list[str]] = []
    try:
        subprocess.run(["groupadd", group], check=True)
        made.append(["groupdel", group])
        for account in accounts:
            subprocess.run(["useradd", "--no-create-home", "--gid", group, account], check=True)
            made.append(["userdel", account])
        base.mkdir(mode=0o755)
        office = Office(base, group, accounts)
        for account in accounts:
            office.home(account)
        yield office
    finally:
        for command in reversed(made):
            subprocess.run(command, check=True, capture_output=True)
        shutil.rmtree(base, ignore_errors=True)


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
