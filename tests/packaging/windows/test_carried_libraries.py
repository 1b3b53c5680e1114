"""Libraries that packages load by ctypes are in the frozen program: PyInstaller does not see them."""

import csv
import sysconfig
from pathlib import Path, PurePosixPath

import pytest
from dev_lib import ROOT, carried_libraries, freezing


def made(folder, *names):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    return folder


def is_library(name):
    return bool({".dll", ".dylib", ".so"} & set(name.suffixes))


@pytest.fixture
def packages(tmp_path):
    """Installed packages that carry libraries in each of the ways there are, and files that are none."""
    return made(
        tmp_path / "packages",
        *("solver/__init__.py", "solver/.libs/solver.dll", "solver/.libs/libz.so.1", "solver/.libs/README"),
        *("solver/.dylibs/libsolver.9.dylib", "numbers/__init__.py", "numbers.libs/blas-1a2b.dll"),
    )


LISTED = (
    *("numbers.libs/blas-1a2b.dll", "solver/.dylibs/libsolver.9.dylib"),
    *("solver/.libs/libz.so.1", "solver/.libs/solver.dll"),
)


def test_every_carried_library_is_listed_with_its_folder(packages):
    found = carried_libraries.carried(packages)
    assert sorted(f"{folder}/{path.name}" for path, folder in found) == sorted(LISTED)


def test_a_program_without_a_carried_library_is_known(packages, tmp_path):
    program = made(tmp_path / "program", "solver/.libs/solver.dll", "numbers/core.pyd")
    lost = carried_libraries.missing(packages, program)
    assert sorted(lost) == sorted(set(LISTED) - {"solver/.libs/solver.dll"})
    made(program, *LISTED)
    assert not carried_libraries.missing(packages, program)


def test_a_package_left_out_of_the_program_brings_no_library(packages, tmp_path):
    program = made(tmp_path / "program", *(name for name in LISTED if "solver" in name))
    assert not carried_libraries.missing(packages, program)


def test_the_lists_of_the_installed_wheels_name_no_other_library_in_such_a_folder():
    packages = Path(sysconfig.get_path("purelib"))
    ours = {f"{folder}/{path.name}" for path, folder in carried_libraries.carried(packages)}
    listed = set()
    for record in packages.glob("*.dist-info/RECORD"):
        names = [PurePosixPath(row[0]) for row in csv.reader(record.read_text("utf-8").splitlines()) if row]
        listed |= {
            str(name)
            for name in names
            if any(part.endswith((".libs", ".dylibs")) for part in name.parts) and is_library(name)
        }
    assert any("ortools" in name for name in listed)
    assert listed <= ours


def test_the_specification_takes_them_along_and_freezing_looks_for_them():
    specification = (ROOT / "packaging" / "sdc-desktop.spec").read_text(encoding="utf-8")
    assert "carried_libraries.carried(PACKAGES)" in specification
    assert "packaging/dev_lib/carried_libraries.py" in freezing._MADE_FROM
