"""The MSI: its source, and the package that msitools make of it, table by table."""

import shutil
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from dev_lib import Stop, msi, product

SPACE = "{http://schemas.microsoft.com/wix/2006/wi}"


@pytest.fixture
def program(tmp_path):
    made = tmp_path / "dist" / "sdc-desktop"
    (made / "_internal" / "a folder").mkdir(parents=True)
    for name in ("sdc-desktop.exe", "sdc-desktop-console.exe", "_internal/a.dll", "_internal/a folder/a.dll"):
        (made / name).write_text(name)
    return made


def table(package, name):
    """The rows of a table, a list of fields each; the first three lines say what the columns are."""
    done = subprocess.run(["msiinfo", "export", package, name], capture_output=True, text=True, check=True)
    return [line.split("\t") for line in done.stdout.splitlines()[3:]]


def test_components_are_found_again_in_the_next_version(program, monkeypatch):
    def identifiers():
        root = ElementTree.fromstring(msi.source(program, program.parent))
        return {one.get("Id"): one.get("Guid") for one in root.iter(f"{SPACE}Component")}

    first = identifiers()
    assert len(set(first.values())) == len(first)
    monkeypatch.setattr(product, "version", lambda: "9.1.0rc1")
    (program / "_internal" / "new.dll").write_text("x")
    second = identifiers()
    assert {name: second[name] for name in first} == first
    assert len(second) == len(first) + 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="msitools are Linux programs")
def test_the_package_holds_every_file_menu_kinds_of_file_and_replaces_earlier_ones(
    program, tmp_path, monkeypatch
):
    monkeypatch.setattr(product, "version", lambda: "1.2.3rc1")
    package = msi.make_msi(program, program.parent)
    assert package.name == "sdc-desktop-1.2.3rc1-x64.msi"
    properties = dict(table(package, "Property"))
    assert (properties["ProductName"], properties["ProductVersion"]) == (product.NAME, "1.2.3")
    assert properties["UpgradeCode"] == f"{{{product.MSI_ID.upper()}}}"
    assert properties["ALLUSERS"] == "1"
    subprocess.run(["msiextract", "-C", tmp_path / "out", package], check=True, capture_output=True)
    files = {
        path.relative_to(tmp_path / "out").as_posix()
        for path in (tmp_path / "out").rglob("*")
        if path.is_file()
    }
    inside = {path.relative_to(program).as_posix() for path in program.rglob("*") if path.is_file()}
    icons = {f"{kind.icon}.ico" for kind in product.FILE_TYPES}
    assert {name.partition(f"{product.NAME}/")[2] for name in files} == inside | icons
    (shortcut,) = table(package, "Shortcut")
    assert shortcut[1:5] == ["ProgramMenuFolder", product.NAME, "menu", "[INSTALLDIR]sdc-desktop.exe"]
    registry = {(row[2], row[3]): row[4] for row in table(package, "Registry")}
    for kind in product.FILE_TYPES:
        opened = registry[f"Software\\Classes\\SDCDesktop.{kind.ending}\\shell\\open\\command", ""]
        assert opened == '"[INSTALLDIR]sdc-desktop.exe" "%1"'
        assert registry[f"Software\\Classes\\.{kind.ending}", "Content Type"] == kind.media
    upgrades = {row[-1]: row[1:3] for row in table(package, "Upgrade")}
    assert upgrades == {"EARLIER": ["0.0.0", "1.2.3"], "LATER": ["1.2.3", ""]}
    assert table(package, "LaunchCondition")[0][0] == "NOT LATER"
    order = {row[0]: int(row[2]) for row in table(package, "InstallExecuteSequence")}
    assert order["InstallInitialize"] < order["RemoveExistingProducts"] < order["InstallFiles"]
    about = subprocess.run(["msiinfo", "suminfo", package], capture_output=True, text=True, check=True).stdout
    assert "Template: x64;1033" in about


def test_without_a_compiler_there_is_no_package_and_a_failing_one_stops(program, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert msi.make_msi(program, program.parent) is None
    monkeypatch.setattr(
        msi, "compiler", lambda script, target: [[sys.executable, "-c", "raise SystemExit(1)"]]
    )
    with pytest.raises(Stop, match="MSI could not be made"):
        msi.make_msi(program, program.parent)


def test_where_msitools_are_missing_wix_makes_the_package(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: name if name in ("candle", "light") else None)
    compiled, linked = msi.compiler(tmp_path / "a.wxs", tmp_path / "a.msi")
    assert compiled[:4] == ["candle", "-nologo", "-arch", "x64"]
    assert compiled[-2:] == [str(tmp_path / "a.wixobj"), str(tmp_path / "a.wxs")]
    assert linked == ["light", "-nologo", "-sval", "-spdb", "-out", str(tmp_path / "a.msi"), compiled[-2]]
