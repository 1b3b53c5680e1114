"""For Windows: the version resource of the executables, signatures, and the script for Inno Setup."""

import os
import shlex
import shutil
import struct
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from dev_lib import ROOT, Stop, product

TEMPLATE = ROOT / "packaging" / "windows" / "sdc-desktop.iss"
SIGNING = "SDC_SIGN"  # the site's command for signing; {file} in it is the file to be signed
_SIGNER = "site"  # what the command is called in the script
_PE = 0x3C  # where a Windows program tells where its header is
_COMPILERS = (
    "ISCC.exe",
    r"C:\Program Files (x86)\Inno Setup 6\ISCC.exe",
    r"C:\Program Files\Inno Setup 6\ISCC.exe",
)


def version_resource(executable: str, folder: Path) -> str:
    """Make the file that PyInstaller makes an executable's version resource from; its path."""
    figures = product.figures(product.version())
    shown = {
        "CompanyName": product.PUBLISHER,
        "FileDescription": product.NAME,
        "FileVersion": product.version(),
        "InternalName": executable,
        "LegalCopyright": product.COPYRIGHT,
        "OriginalFilename": f"{executable}.exe",
        "ProductName": product.NAME,
        "ProductVersion": product.version(),
    }
    strings = ", ".join(f"StringStruct({key!r}, {value!r})" for key, value in shown.items())
    text = (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={figures}, prodvers={figures}, mask=0x3F, flags=0, "
        "OS=0x40004, fileType=1, subtype=0, date=(0, 0)), kids=["
        f"StringFileInfo([StringTable('040904B0', [{strings}])]), "
        "VarFileInfo([VarStruct('Translation', [1033, 1200])])])\n"
    )
    path = folder / f"{executable}.version"
    path.write_text(text, encoding="utf-8")
    return str(path)


def setup_script(program: Path, output: Path, *, signed: bool = False) -> str:
    """The script for Inno Setup: what is installed from the folder `program`, the installer into `output`.

    ``signed``: Inno Setup itself signs the installer, and the uninstaller before it is packed into it.
    """
    return product.filled(
        TEMPLATE,
        program=str(program),
        output=str(output),
        icons=str(product.ICONS),
        licence=str(ROOT / "LICENSE"),
        signing=f"SignTool={_SIGNER}\nSignedUninstaller=yes\n" if signed else "",
    )


def make_setup(program: Path, output: Path, variables: Mapping[str, str] = os.environ) -> Path:
    """Compile the installer, signed where SDC_SIGN says how.

    Raises :class:`Stop` where Inno Setup is missing or fails.
    """
    compiler = next((found for found in map(shutil.which, _COMPILERS) if found), None)
    if compiler is None:
        raise Stop(
            "The installer needs Inno Setup 6.3 or newer (ISCC.exe), which is not found on this machine."
        )
    script = output / f"{product.COMMAND}.iss"
    command = _signing_command(variables)
    script.write_text(setup_script(program, output, signed=bool(command)), encoding="utf-8-sig")
    # Inno Setup writes $f for the file, in quotes of its own, and $q for a quotation mark
    shown = command.replace('"{file}"', "{file}").replace("{file}", "$f").replace('"', "$q")
    tool = [f"/S{_SIGNER}={shown}"] if command else []
    if subprocess.run([compiler, "/Qp", *tool, str(script)], stdin=subprocess.DEVNULL).returncode:
        raise Stop("Inno Setup could not make the installer (see above).")
    return output / f"{product.COMMAND}-{product.version()}-setup.exe"


def sign(files: Sequence[Path], variables: Mapping[str, str] = os.environ) -> bool:
    """Sign files with the command that SDC_SIGN holds, if it holds one; whether it did.

    Raises :class:`Stop` where the command does not name {file}, asks signtool for no timestamp, or fails.
    """
    command = _signing_command(variables)
    if not command:
        return False
    parts = [part.strip("\"'") for part in shlex.split(command, posix=False)]
    for file in files:
        if subprocess.run([part.replace("{file}", str(file)) for part in parts]).returncode:
            raise Stop(f"{file.name} could not be signed with the command in {SIGNING}.")
    return True


def _signing_command(variables: Mapping[str, str]) -> str:
    command = variables.get(SIGNING, "").strip()
    if command and "{file}" not in command:
        raise Stop(f"{SIGNING} must hold a command with {{file}} where the file's name goes.")
    words = command.lower().replace("-", "/").split()
    if "signtool" in command.lower() and not {"/tr", "/td"} <= set(words):
        raise Stop(
            f"{SIGNING} must ask signtool for a timestamp by RFC 3161 (/tr URL /td sha256): without it the "
            "signatures end with the certificate."
        )
    return command


def unsigned(program: Path) -> list[Path]:
    """The executables and libraries below a folder that bear no signature: ours, and others' without one."""
    kinds = (".exe", ".dll", ".pyd")
    found = sorted(path for path in program.rglob("*") if path.is_file() and path.suffix.lower() in kinds)
    return [path for path in found if not is_signed(path.read_bytes())]


def is_signed(library: bytes) -> bool:
    """Whether a Windows program bears a signature: whether its header points to a table of certificates."""
    if len(library) < _PE + 4 or library[:2] != b"MZ":
        return False
    (header,) = struct.unpack_from("<I", library, _PE)
    optional = header + 24
    if library[header : header + 4] != b"PE\0\0" or len(library) < optional + 2:
        return False
    (kind,) = struct.unpack_from("<H", library, optional)
    place = optional + (144 if kind == 0x20B else 128)  # the fifth directory: of PE32+, of PE32
    if len(library) < place + 8:
        return False
    offset, size = struct.unpack_from("<II", library, place)
    return bool(offset and size)
