"""For Windows: the version resource of the executables, and the script for Inno Setup."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from dev_lib import ROOT, Stop, product

TEMPLATE = ROOT / "packaging" / "windows" / "sdc-desktop.iss"
SIGNING = "SDC_SIGN"  # the site's command for signing; {file} in it is the file to be signed
_COMPILERS = (
    "ISCC.exe",
    r"C:\Program Files (x86)\Inno Setup 6\ISCC.exe",
    r"C:\Program Files\Inno Setup 6\ISCC.exe",
)


def version_resource(executable: str, folder: Path) -> str:
    """Write the file that PyInstaller makes an executable's version resource from; its path."""
    figures = (*(int(part) for part in product.version().split(".")), 0)
    told = {
        "CompanyName": product.PUBLISHER,
        "FileDescription": product.NAME,
        "FileVersion": product.version(),
        "InternalName": executable,
        "LegalCopyright": product.COPYRIGHT,
        "OriginalFilename": f"{executable}.exe",
        "ProductName": product.NAME,
        "ProductVersion": product.version(),
    }
    strings = ", ".join(f"StringStruct({key!r}, {value!r})" for key, value in told.items())
    text = (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={figures}, prodvers={figures}, mask=0x3F, flags=0, "
        "OS=0x40004, fileType=1, subtype=0, date=(0, 0)), kids=["
        f"StringFileInfo([StringTable('040904B0', [{strings}])]), "
        "VarFileInfo([VarStruct('Translation', [1033, 1200])])])\n"
    )
    path = folder / f"{executable}.version"
    path.write_text(text, encoding="utf-8")
    return str(path)


def setup_script(program: Path, output: Path) -> str:
    """The script for Inno Setup: what is installed from the folder `program`, the installer into `output`."""
    return product.filled(
        TEMPLATE,
        program=str(program),
        output=str(output),
        icons=str(product.ICONS),
        licence=str(ROOT / "LICENSE"),
    )


def make_setup(program: Path, output: Path) -> Path:
    """Compile the installer. Raises :class:`Stop` where Inno Setup is missing or fails."""
    compiler = next((found for found in map(shutil.which, _COMPILERS) if found), None)
    if compiler is None:
        raise Stop(
            "The installer needs Inno Setup 6.3 or newer (ISCC.exe), which is not found on this machine."
        )
    script = output / f"{product.COMMAND}.iss"
    script.write_text(setup_script(program, output), encoding="utf-8-sig")
    if subprocess.run([compiler, "/Qp", str(script)], stdin=subprocess.DEVNULL).returncode:
        raise Stop("Inno Setup could not make the installer (see above).")
    return output / f"{product.COMMAND}-{product.version()}-setup.exe"


def sign(files: Sequence[Path], variables: Mapping[str, str] = os.environ) -> bool:
    """Sign files with the command that SDC_SIGN holds, if it holds one; whether it did.

    Raises :class:`Stop` where the command does not name {file} or fails.
    """
    command = variables.get(SIGNING, "")
    if not command:
        return False
    parts = [part.strip("\"'") for part in shlex.split(command, posix=False)]
    if not any("{file}" in part for part in parts):
        raise Stop(f"{SIGNING} must hold a command with {{file}} where the file's name goes.")
    for file in files:
        if subprocess.run([part.replace("{file}", str(file)) for part in parts]).returncode:
            raise Stop(f"{file.name} could not be signed with the command in {SIGNING}.")
    return True
