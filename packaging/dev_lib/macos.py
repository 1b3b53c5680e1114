"""For macOS: what the app bundle says of itself, its signature, and the disk image."""

import os
import platform
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dev_lib import ROOT, Stop, product

IDENTITY = (
    "SDC_SIGN_IDENTITY"  # "Developer ID Application: ..." in the keychain; without it only for this Mac
)
_TAG = re.compile(r"^Tag: .*-macosx_(\d+)_(\d+)_\w+$", re.MULTILINE)
_MACHO = (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")  # of 64 bits, and of several processors
_PAUSES = (0, 5, 15, 45)  # seconds before each try: hdiutil sometimes finds its own image busy
ENTITLEMENTS = str(ROOT / "packaging" / "macos" / "entitlements.plist")


def identity(variables: Mapping[str, str] = os.environ) -> str | None:
    """With which identity PyInstaller signs; None for a signature that only this Mac trusts."""
    return variables.get(IDENTITY) or None


def minimum_system(packages: Path) -> str:
    """The oldest macOS that all installed wheels allow, by their tags: below the folder `packages`."""
    found = [(11, 0)]  # the oldest that runs on both processors
    for path in packages.glob("*.dist-info/WHEEL"):
        tags = _TAG.findall(path.read_text(encoding="utf-8"))
        found += [min((int(major), int(minor)) for major, minor in tags)] if tags else []
    return ".".join(map(str, max(found)))


def info_plist(minimum: str) -> dict[str, Any]:
    """The bundle's Info.plist, beyond what PyInstaller writes; `minimum`: the oldest system it runs on."""
    return {
        "CFBundleDisplayName": product.NAME,
        "CFBundleShortVersionString": product.release(product.version()),
        "CFBundleVersion": ".".join(map(str, product.figures(product.version()))),
        "LSMinimumSystemVersion": minimum,
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": False,
        "NSHumanReadableCopyright": product.COPYRIGHT,
        "CFBundleDocumentTypes": [_document(kind) for kind in product.FILE_TYPES],
        "UTExportedTypeDeclarations": [_declared(kind) for kind in product.FILE_TYPES],
    }


def document_icons() -> list[str]:
    """The icons of the kinds of file, which lie at the top of the bundle's resources."""
    return [str(product.ICONS / f"{kind.icon}.icns") for kind in product.FILE_TYPES]


def _document(kind: product.FileType) -> dict[str, Any]:
    return {
        "CFBundleTypeName": kind.name,
        "CFBundleTypeRole": "Editor",
        "LSHandlerRank": "Owner",
        "LSItemContentTypes": [f"{product.BUNDLE}.{kind.ending}"],
        "CFBundleTypeIconFile": f"{kind.icon}.icns",
    }


def _declared(kind: product.FileType) -> dict[str, Any]:
    return {
        "UTTypeIdentifier": f"{product.BUNDLE}.{kind.ending}",
        "UTTypeDescription": kind.name,
        "UTTypeConformsTo": ["public.json"],
        "UTTypeTagSpecification": {
            "public.filename-extension": [kind.ending],
            "public.mime-type": kind.media,
        },
    }


def complete(app: Path, program: Path, names: Sequence[str]) -> None:
    """Put what lies beside the program (licences and lists) into the bundle's resources, sign it from the
    inside out, and let the signed app test itself. Raises :class:`Stop` where one of these fails.
    """
    resources = app / "Contents" / "Resources"
    for name in names:
        if (program / name).is_dir():
            shutil.copytree(program / name, resources / name, dirs_exist_ok=True)
        elif (program / name).is_file():
            shutil.copy(program / name, resources / name)
    libraries = [path for path in parts_to_sign(app) if path != app]
    if any(subprocess.run(_codesign([str(path)])).returncode for path in libraries):
        raise Stop("A library of the app could not be signed (see above).")
    if subprocess.run(_codesign(["--entitlements", ENTITLEMENTS, str(app)])).returncode:
        raise Stop("The app could not be signed (see above).")
    if subprocess.run(["codesign", "--verify", "--strict", "--verbose=2", str(app)]).returncode:
        raise Stop("The app's signature does not hold (see above).")
    variables = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    program_file = app / "Contents" / "MacOS" / product.COMMAND
    if subprocess.run([str(program_file), "--self-test"], env=variables).returncode:
        raise Stop("The signed app failed its self-test (see above).")


def parts_to_sign(app: Path) -> list[Path]:
    """What has a signature of its own: programs and libraries, the deepest first; last the app itself."""
    found = [path for path in app.rglob("*") if path.is_file() and not path.is_symlink() and _is_macho(path)]
    found.sort(key=lambda path: (-len(path.parts), str(path)))
    main = app / "Contents" / "MacOS" / product.COMMAND  # is signed with the app
    return [*(path for path in found if path != main), app]


def _codesign(rest: list[str]) -> list[str]:
    """Hardened runtime always; Apple's timestamp for an identity of the keychain alone."""
    time = "--timestamp" if identity() else "--timestamp=none"
    return ["codesign", "--force", "--sign", identity() or "-", "--options", "runtime", time, *rest]


def _is_macho(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) in _MACHO


def make_image(app: Path, output: Path) -> Path:
    """The disk image with the app and a link to Applications. Raises :class:`Stop` where that fails."""
    machine = {"aarch64": "arm64", "amd64": "x86_64"}.get(
        platform.machine().lower(), platform.machine().lower()
    )
    image = output / f"{product.COMMAND}-{product.version()}-macos-{machine}.dmg"
    with tempfile.TemporaryDirectory(prefix="sdc-desktop-dmg-") as folder:
        shutil.copytree(app, Path(folder) / app.name, symlinks=True)
        (Path(folder) / "Applications").symlink_to("/Applications")
        command = ["hdiutil", "create", "-volname", product.NAME, "-srcfolder", folder]
        for pause in _PAUSES:
            time.sleep(pause)
            if not subprocess.run([*command, "-fs", "HFS+", "-format", "UDZO", "-ov", str(image)]).returncode:
                return image
    raise Stop("The disk image could not be made (see above).")
