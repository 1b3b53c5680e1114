"""What is given to others: archives of the frozen program, installers, the wheel bundle, their hashes."""

import platform
import sys
from collections.abc import Iterable
from pathlib import Path

from dev_lib import ROOT, archives, debian, freezing, macos, msi, product, wheels, windows
from dev_lib.archives import Entry, sha256
from dev_lib.environment import FREEZE, set_up

DIST = ROOT / "dist"
SUMS = DIST / "SHA256SUMS"
MOST_UNPACKED = 480_000_000  # bytes of the frozen program
MOST_PACKED = 190_000_000  # of a package
# The cabinet of an MSI compresses least (192 MB were made); a disk image has Qt for both processors.
MOST_OF = {".msi": 205_000_000, ".dmg": 220_000_000}


def make_packages(given: Path | None, *, for_release: bool = False) -> int:
    """Freeze if need be and make everything this system can; report the sizes; the exit code. Raises
    :class:`Stop`, for a release also where the publisher's fields are blank.
    """
    if for_release:
        product.refuse_blanks()
    code = freezing.freeze_program(given, only_if_changed=True)
    if code:
        return code
    for old in _made():
        old.unlink()
    unpacked = freezing.folder_size(freezing.PROGRAM)
    made = [*_FOR.get(sys.platform, _for_linux)()]
    environment = set_up(".venv-freeze", FREEZE, given)
    made.append(wheels.make_bundle(environment, ROOT / "build" / "wheels", DIST, given))
    SUMS.write_bytes(sums(made))
    print(f"unpacked: {unpacked / 1e6:.0f} MB (wanted: at most {MOST_UNPACKED / 1e6:.0f} MB)")
    for path in made:
        print(f"dist/{path.name}: {path.stat().st_size / 1e6:.0f} MB")
    print(f"dist/{SUMS.name}: their SHA-256")
    if product.blanks():
        print(f"For trials only: {', '.join(product.blanks())} in packaging/dev_lib/product.py are blank.")
    too_large = problems_of_size(unpacked, made)
    print(*too_large, sep="\n", end="\n" if too_large else "")
    return 1 if too_large else 0


def sums(made: Iterable[Path]) -> bytes:
    """The SHA-256 of each file, as `sha256sum --check` reads it on every system."""
    return "".join(f"{sha256(path)}  {path.name}\n" for path in sorted(made)).encode()


def problems_of_size(unpacked: int, made: Iterable[Path]) -> list[str]:
    """What is larger than wanted, in words; empty if nothing is."""
    counted = [path for path in made if "-wheels-" not in path.name]
    found = [
        f"{path.name} is larger than wanted: {path.stat().st_size / 1e6:.0f} MB, at most {most / 1e6:.0f}."
        for path in counted
        if path.stat().st_size > (most := MOST_OF.get(path.suffix, MOST_PACKED))
    ]
    return found + (["The unpacked program is larger than wanted."] if unpacked > MOST_UNPACKED else [])


def _made() -> list[Path]:
    """Packages of an earlier run."""
    endings = (".gz", ".xz", ".zip", ".deb", ".exe", ".msi", ".dmg", ".iss", ".wxs")
    return [path for path in DIST.glob(f"{product.COMMAND}*") if path.is_file() and path.suffix in endings]


def _for_linux() -> list[Path]:
    name = f"{product.COMMAND}-{product.version()}"
    archive = DIST / f"{name}-linux-{platform.machine()}.tar.xz"
    entries = archives.folder_entries(freezing.PROGRAM, name)
    entries |= debian.desktop_files(f"{name}/share")
    entries[f"{name}/desktop-entry.sh"] = Entry((debian.LINUX / "desktop-entry.sh").read_bytes(), runs=True)
    archives.write_tar_xz(entries, archive)
    return [archive, debian.make_package(freezing.PROGRAM, DIST)]


def _for_windows() -> list[Path]:
    windows.sign(windows.unsigned(freezing.PROGRAM))
    # Signing has changed executables and libraries.
    (freezing.PROGRAM / freezing.HASHES).write_bytes(freezing.hash_list(freezing.PROGRAM))
    name = f"{product.COMMAND}-{product.version()}"
    portable = DIST / f"{name}-windows.zip"
    archives.write_zip(archives.folder_entries(freezing.PROGRAM, name), portable)
    setup = windows.make_setup(freezing.PROGRAM, DIST)
    package = msi.make_msi(freezing.PROGRAM, DIST)
    if package is None:
        print("No MSI was made: neither WiX 3 (candle, light) nor msitools (wixl) is installed.")
        return [portable, setup]
    windows.sign([package])
    return [portable, setup, package]


def _for_macos() -> list[Path]:
    app = DIST / f"{product.NAME}.app"
    # The signature has the hashes of all files.
    beside = [name for name in freezing.BESIDE if name != freezing.HASHES]
    macos.complete(app, freezing.PROGRAM, beside)
    return [macos.make_image(app, DIST)]


_FOR = {"linux": _for_linux, "win32": _for_windows, "darwin": _for_macos}
