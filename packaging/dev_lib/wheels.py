"""The wheel bundle: all wheels with their locked hashes, and a script that installs them offline."""

import json
import platform
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from email.parser import HeaderParser
from pathlib import Path

from dev_lib import ROOT, Stop, archives, licences, lock, product, sbom
from dev_lib.archives import Entry, sha256
from dev_lib.environment import FROM_LOCK, RUNTIME, Environment, clean_variables, requirements

_BUILT_FROM = ("sdc_desktop", "resources", "pyproject.toml", "setup.py", "README.md", "LICENSE")
SOURCES = ROOT / "packaging" / "wheels"
_WHEEL = re.compile(r"^([A-Za-z0-9_.]+)-([^-]+)-.+\.whl$")


def make_bundle(environment: Environment, folder: Path, output: Path, given: Path | None) -> Path:
    """The bundle, packed, in `output`. `environment` has pip and setuptools; wheels are collected in
    `folder`, from the folder `given` if there is one. Raises :class:`Stop`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.whl"):
        old.unlink()
    _collect(environment, folder, given)
    _build_ours(environment, folder)
    pins = lock.read_lock(requirements(RUNTIME))
    found = checked(folder, pins)
    name = f"{product.COMMAND}-{product.version()}-wheels-{place()}"
    entries = {f"{name}/{inside}": entry for inside, entry in bundle_entries(folder, found, pins).items()}
    if sys.platform == "win32":
        target = output / f"{name}.zip"
        archives.write_zip(entries, target)
    else:
        target = output / f"{name}.tar.gz"
        archives.write_tar_gz(entries, target)
    return target


def place() -> str:
    """System, processor and Python that the wheels are for, as part of a file's name."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    return f"{system}-{machine()}-py{sys.version_info[0]}{sys.version_info[1]}"


def machine() -> str:
    """The processor, as the bundle's install.py spells it."""
    found = platform.machine().lower()
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(found, found)


def checked(folder: Path, pins: tuple[lock.Pin, ...]) -> dict[str, Path]:
    """The wheels in a folder by normalised name of their package, each with a hash that the lock has.

    Raises :class:`Stop` for a wheel whose hash or name the lock does not have.
    """
    locked: dict[str, str] = {}
    for pin in pins:  # a package may have two versions, for two of Python
        locked[pin.name] = locked.get(pin.name, "") + pin.text
    found: dict[str, Path] = {}
    for wheel in sorted(folder.glob("*.whl")):
        match = _WHEEL.match(wheel.name)
        name = lock.normalised(match[1]) if match else wheel.name
        if name != product.COMMAND and f"--hash=sha256:{sha256(wheel)}" not in locked.get(name, ""):
            raise Stop(f"{wheel.name} does not have a hash of packaging/requirements.lock.")
        found[name] = wheel
    return found


def bundle_entries(folder: Path, found: Mapping[str, Path], pins: tuple[lock.Pin, ...]) -> dict[str, Entry]:
    """The files of the bundle by name."""
    hashes = {name: sha256(wheel) for name, wheel in found.items()}
    shown = {
        "version": product.version(),
        "python": f"{sys.version_info[0]}.{sys.version_info[1]}",
        "implementation": sys.implementation.name,
        "platform": f"{sys.platform}-{machine()}",
        "wheels": {wheel.name: hashes[name] for name, wheel in found.items()},
    }
    texts = {
        path.name: product.filled(path, python=shown["python"], platform=shown["platform"])
        for path in SOURCES.iterdir()
        if path.is_file()
    }
    texts["install.bat"] = texts["install.bat"].replace("\n", "\r\n")
    texts["bundle.json"] = json.dumps(shown, indent=1, sort_keys=True) + "\n"
    texts["requirements.txt"] = _requirements(found, hashes)
    texts["sbom.cdx.json"] = sbom.document([_part(wheel) for wheel in found.values()], pins, hashes, None)
    texts["LICENSE"] = (ROOT / "LICENSE").read_text(encoding="utf-8")
    scripts = ("install.py", "install.sh")
    return {name: Entry(text.encode(), runs=name in scripts) for name, text in texts.items()} | {
        f"wheels/{wheel.name}": Entry(wheel) for wheel in found.values()
    }


def _requirements(found: Mapping[str, Path], hashes: Mapping[str, str]) -> str:
    versions = {name: _WHEEL.match(wheel.name)[2] for name, wheel in found.items()}  # type: ignore[index]
    return "".join(f"{name}=={versions[name]} --hash=sha256:{hashes[name]}\n" for name in sorted(found))


def _part(wheel: Path) -> licences.Part:
    """A wheel as a part of the bill of materials."""
    with zipfile.ZipFile(wheel) as packed:
        (inside,) = (name for name in packed.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
        metadata = HeaderParser().parsestr(packed.read(inside).decode("utf-8", "replace"))
    licence = licences.stated_licence(metadata)  # type: ignore[arg-type]
    return licences.Part(metadata["Name"], metadata["Version"], licence, (), licences.PACKAGE)


def _collect(environment: Environment, folder: Path, given: Path | None) -> None:
    listed = folder / "requirements.txt"
    listed.write_text(requirements(RUNTIME), encoding="utf-8")
    offline = ["--no-index", "--find-links", str(given)] if given else []
    fetch = ["download", "--disable-pip-version-check", *FROM_LOCK, "--quiet", *offline]
    _pip(environment, [*fetch, "-d", str(folder), "-r", str(listed)], "The wheels could not be collected")


def _build_ours(environment: Environment, folder: Path) -> None:
    """The program's own wheel, with the same bytes from the same sources; built from a copy, for setuptools
    also takes what an earlier build has left.
    """
    copy = folder / "source"
    shutil.rmtree(copy, ignore_errors=True)
    for name in _BUILT_FROM:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, copy / name)
    build = [
        "wheel",
        "--disable-pip-version-check",
        "--no-build-isolation",
        "--no-deps",
        "--no-index",
        "--quiet",
    ]
    _pip(environment, [*build, "-w", str(folder), str(copy)], "The program's own wheel could not be built")


def _pip(environment: Environment, arguments: list[str], complaint: str) -> None:
    done = subprocess.run(
        [str(environment.python), "-m", "pip", *arguments],
        cwd=ROOT,
        env=clean_variables(SOURCE_DATE_EPOCH=str(archives.MADE), PYTHONHASHSEED="0"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
    )
    if done.returncode:
        raise Stop(f"{done.stdout}{done.stderr}\n{complaint} (see above).")
