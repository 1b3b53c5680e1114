"""The MSI for group policy: its source in the language of WiX 3, which `wixl` of msitools also compiles.

It installs for the machine, without questions, with the same files, menu entry and kinds of file as the other
installer. Components keep their identifiers from version to version, made from the names of the files.
"""

import os
import shutil
import subprocess
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from dev_lib import Stop, product

_SPACE = uuid.UUID(product.MSI_ID)
_CLASSES = "Software\\Classes"
_WIX = "http://schemas.microsoft.com/wix/2006/wi"


def make_msi(program: Path, output: Path) -> Path | None:
    """Compile the package of a frozen program in the folder `program` into `output`; None without a compiler.

    Raises :class:`Stop` where the compiler fails.
    """
    target = output / f"{product.COMMAND}-{product.version()}-x64.msi"
    script = output / f"{product.COMMAND}.wxs"
    found = compiler(script, target)
    if found is None:
        return None
    script.write_bytes(source(program, output))
    for command in found:
        if subprocess.run(command, cwd=output, stdin=subprocess.DEVNULL).returncode:
            raise Stop("The MSI could not be made (see above).")
    return target


def compiler(script: Path, target: Path) -> list[list[str]] | None:
    """The commands that make the package; None where neither WiX 3 nor msitools is installed."""
    if shutil.which("wixl"):
        return [["wixl", "--arch", "x64", "--output", str(target), str(script)]]
    if shutil.which("candle") and shutil.which("light"):
        # -sval: no checks by Windows' own scripts. They are in VBScript, which new systems lack.
        middle = script.with_suffix(".wixobj")
        return [
            ["candle", "-nologo", "-arch", "x64", "-out", str(middle), str(script)],
            ["light", "-nologo", "-sval", "-spdb", "-out", str(target), str(middle)],
        ]
    return None


def source(program: Path, beside: Path) -> bytes:
    """The WiX source for the folder of a frozen program; it names files by their way from ``beside``."""
    root = Element("Wix", xmlns=_WIX)
    version = ".".join(map(str, product.figures(product.version())[:3]))
    about = {"Id": "*", "Name": product.NAME, "Version": version, "Language": "1033"}
    code = {"UpgradeCode": str(_SPACE).upper(), "Manufacturer": product.PUBLISHER}
    made = SubElement(root, "Product", about | code)
    package = {"InstallerVersion": "500", "Compressed": "yes", "InstallScope": "perMachine"}
    SubElement(made, "Package", package | {"Description": product.SUMMARY})
    _upgrade(made, version)
    SubElement(made, "MediaTemplate", EmbedCab="yes")
    icon = product.ICONS / f"{product.COMMAND}.ico"
    SubElement(made, "Icon", Id="program.ico", SourceFile=_way(icon, beside))
    SubElement(made, "Property", Id="ARPPRODUCTICON", Value="program.ico")
    if product.HOMEPAGE:
        SubElement(made, "Property", Id="ARPURLINFOABOUT", Value=product.HOMEPAGE)
    target = SubElement(made, "Directory", Id="TARGETDIR", Name="SourceDir")
    SubElement(target, "Directory", Id="ProgramMenuFolder")
    files = SubElement(target, "Directory", Id="ProgramFiles64Folder")
    place = SubElement(files, "Directory", Id="INSTALLDIR", Name=product.NAME)
    components = [
        *_components(place, program, program, beside),
        *_icons(place, beside),
        _menu(place),
        *_kinds(place),
    ]
    feature = SubElement(made, "Feature", Id="Program", Level="1", Title=product.NAME)
    for name in components:
        SubElement(feature, "ComponentRef", Id=name)
    ElementTree.indent(root)
    return ElementTree.tostring(root, "utf-8", xml_declaration=True)


def _upgrade(made: Element, version: str) -> None:
    """An earlier version is replaced, also one with the same three figures, which is all that MSI compares:
    1.0.0rc1 and 1.0.0 have them. A later one stays.
    """
    found = SubElement(made, "Upgrade", Id=str(_SPACE).upper())
    until = {"Maximum": version, "IncludeMaximum": "yes", "OnlyDetect": "no"}
    SubElement(
        found, "UpgradeVersion", {"Minimum": "0.0.0", "IncludeMinimum": "yes", "Property": "EARLIER"} | until
    )
    later = {"Minimum": version, "IncludeMinimum": "no", "OnlyDetect": "yes", "Property": "LATER"}
    SubElement(found, "UpgradeVersion", later)
    refused = SubElement(made, "Condition", Message=f"A later version of {product.NAME} is installed.")
    refused.text = "NOT LATER"
    SubElement(
        SubElement(made, "InstallExecuteSequence"), "RemoveExistingProducts", After="InstallInitialize"
    )


def _components(place: Element, folder: Path, top: Path, beside: Path) -> Iterator[str]:
    """A component for each file; links become files."""
    for path in sorted(folder.iterdir()):
        inside = path.relative_to(top).as_posix()
        if path.is_dir():
            below = SubElement(place, "Directory", Id=_id("d", inside), Name=path.name)
            yield from _components(below, path, top, beside)
        else:
            yield _file(place, path, inside, beside)


def _file(place: Element, path: Path, inside: str, beside: Path) -> str:
    name = _id("c", inside)
    component = SubElement(place, "Component", Id=name, Guid=_guid(inside), Win64="yes")
    SubElement(
        component, "File", Id=_id("f", inside), Name=path.name, Source=_way(path, beside), KeyPath="yes"
    )
    return name


def _icons(place: Element, beside: Path) -> Sequence[str]:
    names = [f"{kind.icon}.ico" for kind in product.FILE_TYPES]
    return [_file(place, product.ICONS / name, name, beside) for name in names]


def _menu(place: Element) -> str:
    component = SubElement(place, "Component", Id="menu", Guid=_guid("the menu"), Win64="yes")
    shown = {"Name": product.NAME, "Directory": "ProgramMenuFolder", "WorkingDirectory": "INSTALLDIR"}
    SubElement(component, "Shortcut", shown | {"Id": "start", "Target": f"[INSTALLDIR]{product.COMMAND}.exe"})
    key = {
        "Root": "HKLM",
        "Key": f"Software\\{product.NAME}",
        "Name": "menu",
        "Type": "integer",
        "Value": "1",
    }
    SubElement(component, "RegistryValue", key | {"KeyPath": "yes"})
    return "menu"


def _kinds(place: Element) -> Iterator[str]:
    """The kinds of file that open in the program."""
    for kind in product.FILE_TYPES:
        name, program = f"kind_{kind.ending}", f"SDCDesktop.{kind.ending}"
        component = SubElement(place, "Component", Id=name, Guid=_guid(f"kind {kind.ending}"), Win64="yes")
        values = (
            (f"{_CLASSES}\\.{kind.ending}", "", program),
            (f"{_CLASSES}\\.{kind.ending}", "Content Type", kind.media),
            (f"{_CLASSES}\\{program}", "", kind.name),
            (f"{_CLASSES}\\{program}\\DefaultIcon", "", f"[INSTALLDIR]{kind.icon}.ico"),
            (f"{_CLASSES}\\{program}\\shell\\open\\command", "", f'"[INSTALLDIR]{product.COMMAND}.exe" "%1"'),
        )
        for number, (key, entry, value) in enumerate(values):
            shown = {"Root": "HKLM", "Key": key, "Type": "string", "Value": value}
            named = {"Name": entry} if entry else {}
            SubElement(component, "RegistryValue", shown | named | ({"KeyPath": "yes"} if not number else {}))
        yield name


def _way(path: Path, beside: Path) -> str:
    """From one place to another; wixl takes no other names."""
    return os.path.relpath(path, beside)


def _id(kind: str, inside: str) -> str:
    return f"{kind}{uuid.uuid5(_SPACE, inside).hex}"


def _guid(inside: str) -> str:
    return str(uuid.uuid5(_SPACE, f"component {inside}")).upper()
