"""The packages of a Debian-like system that the program, its tests and its freezing need."""

import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

QT = (
    "libgl1",
    "libegl1",
    "libxkbcommon0",
    "libfontconfig1",
    "libdbus-1-3",
    "libglib2.0-0",
    "libxcb-cursor0",
    "libxkbcommon-x11-0",
    "libxcb-icccm4",
    "libxcb-keysyms1",
    "libxcb-shape0",
)
VIRTUAL_SCREEN = ("xvfb", "xauth", "xdotool", "openbox")
MSI = ("wixl", "msitools")
_VERSION = f"python{sys.version_info[0]}.{sys.version_info[1]}"
VENV = (f"{_VERSION}-venv",)
# the frozen program takes libxcb-randr along
FREEZE = ("binutils", "libxcb-randr0", *((f"lib{_VERSION}",) if sys.base_prefix == "/usr" else ()))


def is_debian(os_release: str) -> bool:
    """Whether /etc/os-release names Debian or one of its children (Ubuntu, Mint...)."""
    entries = dict(line.split("=", 1) for line in os_release.splitlines() if "=" in line)
    kin = f"{entries.get('ID', '')} {entries.get('ID_LIKE', '')}".replace('"', "").split()
    return "debian" in kin


def debian_here() -> bool:
    """Whether this machine is Debian-like and has its tools."""
    release = Path("/etc/os-release")
    known = release.is_file() and is_debian(release.read_text(encoding="utf-8", errors="replace"))
    return known and shutil.which("dpkg-query") is not None and shutil.which("apt-get") is not None


def missing(wanted: Iterable[str], listing: str) -> tuple[str, ...]:
    """Those of the wanted packages that are neither installed nor provided by an installed one.

    `listing` has one line per package: name, status, what it provides, with tabs between
    (newer systems have libglib2.0-0t64, which provides libglib2.0-0).
    """
    present: set[str] = set()
    for line in listing.splitlines():
        name, status, provides = [*line.split("\t"), "", ""][:3]
        if status == "installed":
            present.add(name)
            present.update(entry.split()[0] for entry in provides.split(",") if entry.strip())
    return tuple(package for package in wanted if package not in present)


def missing_here(wanted: Iterable[str]) -> tuple[str, ...]:
    """Those of the wanted packages that are missing on this Debian-like machine."""
    pattern = "${Package}\\t${db:Status-Status}\\t${Provides}\\n"
    query = subprocess.run(
        ["dpkg-query", "-W", "-f", pattern], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    return missing(wanted, query.stdout)


def venv_usable() -> bool:
    """Whether this Python can make an environment with pip in it (Debian keeps that in python3-venv)."""
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(name) is not None for name in ("venv", "ensurepip"))


def apt_prefix() -> tuple[str, ...] | None:
    """What to put before apt-get: nothing for root, sudo where it needs no password, else None."""
    if os.geteuid() == 0:
        return ()
    sudo = shutil.which("sudo")
    if sudo is None:
        return None
    allowed = subprocess.run([sudo, "-n", "true"], capture_output=True, stdin=subprocess.DEVNULL)
    return (sudo, "-n") if allowed.returncode == 0 else None


def by_hand(packages: Iterable[str]) -> str:
    """The one command for the user to type; without sudo it is root's, by the password of root."""
    install = f"apt-get install -y --no-install-recommends {' '.join(packages)}"
    if os.geteuid() == 0:
        return f"apt-get update && {install}"
    if shutil.which("sudo") is None:
        return f"su -c 'apt-get update && {install}'"
    return f"sudo apt-get update && sudo {install}"


def ensure(wanted: Iterable[str]) -> tuple[str, ...]:
    """Install what is missing if this is a Debian-like machine and we may; return what is still missing.

    Python's venv is always wanted. Says what it does and, where it may not or cannot, one command to type.
    """
    wanted = (*wanted, *(() if venv_usable() else VENV))
    if not sys.platform.startswith("linux") or not debian_here():
        return ()
    lacking = missing_here(wanted)
    if not lacking:
        return ()
    prefix = apt_prefix()
    if prefix is not None:
        print(f"Installing system packages: {' '.join(lacking)}", flush=True)
        _apt(prefix, "update")
        failure = _apt(prefix, "install", "-y", "--no-install-recommends", *lacking)
        lacking = missing_here(lacking)
        if lacking:
            print(failure.strip(), file=sys.stderr)
    if lacking:
        print(f"These system packages are missing. Install them with:\n  {by_hand(lacking)}", file=sys.stderr)
    return lacking


def _apt(prefix: tuple[str, ...], verb: str, *arguments: str) -> str:
    """Run apt-get without questions; return what it complained of."""
    waiting = ("-o", "DPkg::Lock::Timeout=120")
    quiet = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", *waiting)
    done = subprocess.run(
        [*prefix, *quiet, verb, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    return done.stderr if done.returncode else ""
