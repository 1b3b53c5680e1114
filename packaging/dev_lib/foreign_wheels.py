"""Wheels of the lock for another system than this one: fetched with their hashes, and what they carry."""

import re
import subprocess
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from dev_lib import ROOT, Stop, carried_libraries, lock
from dev_lib.environment import LOCK, PYPROJECT, Environment, clean_variables

PYTHON = "3.12.9"  # of the frozen programs
PROCESSORS = ("arm64", "x86_64")  # of Macs
OLDEST = (12, 0)  # macOS that the README names
_TAG = re.compile(r"macosx_(\d+)_(\d+)_\w+")


def locked(system: str, names: Iterable[str]) -> str:
    """The lines of the lock that a system (``sys.platform``) installs of these packages."""
    wanted = frozenset(names)
    pins = lock.for_system(lock.read_lock(LOCK.read_text(encoding="utf-8")), system, PYTHON)
    return "".join(pin.text for pin in pins if pin.name in wanted)


def needed(roots: Iterable[str]) -> frozenset[str]:
    """These packages and all that they need, by the lock."""
    return lock.closure(lock.read_lock(LOCK.read_text(encoding="utf-8")), roots)


def fixed(platform: str, listed: Path) -> list[str]:
    """The options of pip for the wheels of a platform that a file lists."""
    options = ["--require-hashes", "--no-deps", "--only-binary", ":all:", "--platform", platform]
    return [*options, "--python-version", PYTHON, "--disable-pip-version-check", "--quiet", "-r", str(listed)]


def pip(environment: Environment, *arguments: str) -> None:
    """Run pip. Raises :class:`Stop` where it fails."""
    done = subprocess.run(
        [str(environment.python), "-m", "pip", *arguments],
        env=clean_variables(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise Stop(f"{done.stderr[-3000:]}\nWheels for another system could not be had (see above).")


def try_macos(environment: Environment) -> int:
    """Fetch the wheels of both processors, and print what they carry; 1 where a Mac of the oldest system
    that the README names cannot install one of them. Nothing of them is run. Raises :class:`Stop`.
    """
    text = locked("darwin", needed(lock.roots_of(PYPROJECT, ("window", "freeze"))))
    failed = False
    for processor in PROCESSORS:
        folder = ROOT / "build" / "macos" / processor
        folder.mkdir(parents=True, exist_ok=True)
        listed = folder / "requirements.txt"
        listed.write_text(text, encoding="utf-8")
        platform = f"macosx_{OLDEST[0]}_{OLDEST[1]}_{processor}"
        pip(environment, "download", "--dest", str(folder), *fixed(platform, listed))
        wheels = sorted(folder.glob("*.whl"))
        libraries = [name for wheel in wheels for name in carried(wheel)]
        oldest = max(map(oldest_system, wheels))
        failed |= len(wheels) < text.count("==") or oldest > OLDEST
        (folder / "libraries.txt").write_text("\n".join(libraries) + "\n", encoding="utf-8")
        system = ".".join(map(str, oldest))
        print(
            f"{processor}: {len(wheels)} wheels of the lock, which {len(libraries)} libraries come with; "
            f"oldest system: macOS {system}."
        )
    return int(failed)


def carried(wheel: Path) -> Sequence[str]:
    """The libraries in a wheel's folders `.libs` and `.dylibs`, which belong to the frozen program."""
    with zipfile.ZipFile(wheel) as archive:
        return sorted(name for name in archive.namelist() if carried_libraries.is_carried(Path(name)))


def oldest_system(wheel: Path) -> tuple[int, int]:
    """The oldest macOS that a wheel can be installed on, by the tags in its name; (0, 0) for any system."""
    return min(((int(major), int(minor)) for major, minor in _TAG.findall(wheel.name)), default=(0, 0))
