"""Two accounts of this machine in one group, and a folder that the group shares.

The accounts are made for a test. Where others may not enter the folder of the interpreter, as below `/root`,
the processes of these accounts see another folder in its place, with the interpreter alone. Nothing is left
behind.
"""

import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.e2e.screen import ROOT

_TOOLS = ("useradd", "userdel", "groupadd", "groupdel", "setpriv", "unshare")
_READABLE_INTERPRETER = """
set -e
if [ -n "$1" ]; then
  mkdir "$2" && mount --bind "$3" "$2"
  mount -t tmpfs -o mode=755 none "$1" && mkdir -p "$3" && mount --bind "$2" "$3"
fi
shift 3
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
        for account in accounts:
            home = self.home(account)
            home.mkdir(mode=0o700)
            shutil.chown(home, user=account, group=group)

    def home(self, account: str) -> Path:
        return self.base / f"home of {account}"

    def under(self, account: str, umask: str = "077") -> list[str]:
        """A command that runs another under an account, with its own home and settings."""
        prefix = Path(sys.base_prefix)
        closed = [folder for folder in prefix.parents if not folder.stat().st_mode & 0o001]
        place = self.base / f"python {uuid.uuid4().hex}"
        settings = [f"--unset={name}" for name in os.environ if name.startswith("XDG_")]
        return [
            *("unshare", "-m", "sh", "-c", _READABLE_INTERPRETER, "sh"),
            *(str(closed[-1]) if closed else "", str(place), str(prefix)),
            *("setpriv", "--reuid", account, "--regid", self.group, "--init-groups"),
            *("env", *settings, f"HOME={self.home(account)}", "PYTHONDONTWRITEBYTECODE=1"),
            *("sh", "-c", f'umask {umask}; exec "$@"', "sh"),
        ]

    def run(self, account: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """The program's batch command under an account."""
        return subprocess.run(
            [*self.under(account), sys.executable, "-P", "-m", "sdc_desktop", *arguments],
            cwd=self.shared,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=120,
        )


@contextmanager
def two_accounts() -> Iterator[Office]:
    """An office for the time of the block; skips the test where there cannot be one."""
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
            made.append(["userdel", "--force", account])  # a process of theirs may be ending
        base.mkdir(mode=0o755)
        yield Office(base, group, accounts)
    finally:
        for command in reversed(made):
            subprocess.run(command, check=True, capture_output=True)
        shutil.rmtree(base, ignore_errors=True)
