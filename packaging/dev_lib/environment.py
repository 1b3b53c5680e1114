"""Virtual environments made from the lock, and the stamp that makes the second run instant."""

import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dev_lib import ROOT, Stop, lock, system

LOCK = ROOT / "packaging" / "requirements.lock"
PYPROJECT = ROOT / "pyproject.toml"
STAMP = "sdc-set-up.json"  # written last: an environment without it is not finished
UNFINISHED = "sdc-set-up.unfinished"  # written first, removed last: it was begun by us and interrupted
REPORT = "sdc-wheels.json"  # pip's own report, in an environment for freezing: which wheels were installed

RUNTIME, FREEZE, ALL = "runtime", "freeze", "all"
_EXTRAS = {RUNTIME: ("window",), FREEZE: ("window", "freeze")}
# Of its own folder: cmd.exe reads files in the code page of the console, which may not have a path's letters.
CMD = b'@"%~dp0python.exe" -P -m sdc_desktop %*\r\n'
FROM_LOCK = ("--require-hashes", "--no-deps", "--only-binary", ":all:", "--no-input")


@dataclass(frozen=True)
class Environment:
    """A virtual environment of this project."""

    folder: Path

    @property
    def scripts(self) -> Path:
        """The folder of its programs."""
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    @property
    def python(self) -> Path:
        """Its Python."""
        return self.scripts / ("python.exe" if os.name == "nt" else "python")

    def site_packages(self) -> Path:
        """Where its packages are."""
        if os.name == "nt":
            return self.folder / "Lib" / "site-packages"
        version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
        return self.folder / "lib" / version / "site-packages"


def requirements(profile: str) -> str:
    """The part of the lock that a profile installs."""
    text = LOCK.read_text(encoding="utf-8")
    roots = None if profile == ALL else lock.roots_of(PYPROJECT, _EXTRAS[profile])
    return lock.subset(text, roots)


def wanted_stamp(profile: str) -> dict[str, str]:
    """What a finished environment's stamp says; any difference means that there is something to do."""
    query = json.dumps([lock.roots_of(PYPROJECT, extras) for extras in _EXTRAS.values()])
    return {
        "python": f"{sys.implementation.name} {'.'.join(map(str, sys.version_info[:3]))} {sys.base_prefix}",
        "root": str(ROOT),
        "lock": hashlib.sha256(LOCK.read_bytes() + query.encode()).hexdigest(),
        "profile": profile,
    } | ({"wheels": "recorded"} if profile == FREEZE else {})


def is_current(stamp: Mapping[str, str], wanted: Mapping[str, str]) -> bool:
    """Whether an environment with this stamp serves; one that has all serves for the runtime too."""
    profiles = (wanted["profile"], ALL)
    return stamp.get("profile") in profiles and {**stamp, "profile": ""} == {**wanted, "profile": ""}


def must_start_again(environment: Environment, stamp: Mapping[str, str], wanted: Mapping[str, str]) -> bool:
    """Whether what is there cannot be corrected by installing over it."""
    if not environment.folder.exists():
        return False
    if (environment.folder / UNFINISHED).exists() or not environment.python.exists():
        return True
    return bool(stamp) and any(stamp.get(key) != wanted[key] for key in ("python", "root"))


def read_stamp(environment: Environment) -> dict[str, str]:
    """What the stamp says; empty if there is none or it is damaged."""
    try:
        stamp = json.loads((environment.folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def set_up(name: str, profile: str, wheels: Path | None = None) -> Environment:
    """Make or repair the environment ROOT/name so that it holds the profile's packages and this project.

    An interrupted set-up is begun again; a finished one costs nothing. Raises :class:`Stop`.
    """
    environment = Environment(ROOT / name)
    stamp, wanted = read_stamp(environment), wanted_stamp(profile)
    anew = must_start_again(environment, stamp, wanted)
    if not anew and is_current(stamp, wanted):
        _write_starter(environment)  # costs nothing, and one of an older version is replaced
        return environment
    if anew:
        shutil.rmtree(environment.folder)
    if stamp.get("profile") == ALL and not anew:
        wanted["profile"] = profile = ALL  # an environment for development stays one
    environment.folder.mkdir(exist_ok=True)
    (environment.folder / STAMP).unlink(missing_ok=True)
    (environment.folder / UNFINISHED).touch()
    if not environment.python.exists():
        _make(environment)
    _install(environment, profile, wheels)
    finish(environment, profile)
    return environment


def _make(environment: Environment) -> None:
    _ensure_venv()
    print(f"Making {environment.folder.name} with Python {sys.version.split()[0]}", flush=True)
    done = _quietly([sys.executable, "-m", "venv", str(environment.folder)])
    if done.returncode:
        raise Stop(f"The virtual environment could not be made:\n{done.stdout}{done.stderr}")


def _ensure_venv() -> None:
    if system.venv_usable():
        return
    debian = "Run the command above, then this one again."
    hint = debian if system.debian_here() else "Install Python's venv and ensurepip."
    raise Stop(f"This Python ({sys.executable}) cannot make virtual environments. {hint}")


def _install(environment: Environment, profile: str, wheels: Path | None) -> None:
    print("Installing the locked packages; the first time this takes a few minutes", flush=True)
    listed = environment.folder / "requirements.txt"
    listed.write_text(requirements(profile), encoding="utf-8")
    report = environment.folder / REPORT if profile == FREEZE else None
    done = _quietly([str(environment.python), "-m", "pip", *pip_arguments(listed, wheels, report)])
    if done.returncode:
        raise Stop(
            f"{done.stdout}{done.stderr}\n"
            "The packages could not be installed (see above). Without a network, fetch the wheels on a\n"
            "machine with the same system and Python:\n"
            "  python3 -m pip download --require-hashes -r packaging/requirements.lock -d wheels\n"
            "and give their folder: python3 packaging/dev.py VERB --wheels wheels (or set PIP_FIND_LINKS)."
        )


def pip_arguments(listed: Path, wheels: Path | None, report: Path | None = None) -> list[str]:
    """How pip installs from the lock: hashes required, wheels only, nothing resolved, no questions.

    A report names all wheels, so then all are installed, also those that are there.
    """
    offline = ["--no-index", "--find-links", str(wheels)] if wheels else []
    shown = ["--force-reinstall", "--report", str(report)] if report else []
    return [
        "install",
        "--disable-pip-version-check",
        *FROM_LOCK,
        "--quiet",
        *shown,
        *offline,
        "-r",
        str(listed),
    ]


def wheels_installed(environment: Environment) -> dict[str, str]:
    """The SHA-256 of the wheel that each package was installed from, by normalised name."""
    shown = json.loads((environment.folder / REPORT).read_text(encoding="utf-8"))
    return {
        lock.normalised(one["metadata"]["name"]): _sha256(one["download_info"]["archive_info"])
        for one in shown["install"]
    }


def _sha256(archive: Mapping[str, Any]) -> str:
    """The SHA-256 in pip's report: by its name, or in one text as pip before 23.1 writes it."""
    known: Mapping[str, str] = archive.get("hashes") or dict([archive["hash"].split("=", 1)])
    return known["sha256"]


def _link_project(environment: Environment) -> None:
    """Put the source tree on the environment's path, and a `sdc-desktop` command beside its Python.

    A .pth file needs no build, so this works without a network. Before Python 3.13 it is read in the
    locale's encoding.
    """
    encoding = "utf-8" if sys.version_info >= (3, 13) else "locale"
    (environment.site_packages() / "sdc_desktop.pth").write_text(f"{ROOT}\n", encoding=encoding)
    _write_starter(environment)


def _write_starter(environment: Environment) -> None:
    """The `sdc-desktop` command. With -P nothing is imported from the folder it is called in."""
    if os.name == "nt":
        (environment.scripts / "sdc-desktop.cmd").write_bytes(CMD)
        return
    script = environment.scripts / "sdc-desktop"
    python = shlex.quote(str(environment.python))
    script.write_text(f'#!/bin/sh\nexec {python} -P -m sdc_desktop "$@"\n', encoding="utf-8")
    script.chmod(0o755)


def finish(environment: Environment, profile: str) -> None:
    """Link the project into an environment that has its packages, and write its stamp."""
    _link_project(environment)
    stamp = wanted_stamp(profile)
    fresh = environment.folder / (STAMP + ".new")
    fresh.write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
    fresh.replace(environment.folder / STAMP)
    (environment.folder / UNFINISHED).unlink()


def clean_variables(**more: str) -> dict[str, str]:
    """The variables for programs of an environment: without those that let other packages in."""
    dropped = ("PYTHONPATH", "PYTHONHOME", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "VIRTUAL_ENV")
    return {key: value for key, value in os.environ.items() if key not in dropped} | more


def _quietly(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        cwd=ROOT,
        env=clean_variables(),
    )
