"""For macOS: what the app bundle says of itself, its signature, and the disk image."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dev_lib import ROOT, Stop, product

IDENTITY = (
    "SDC_SIGN_IDENTITY"  # "Developer ID Application: ..." in the keychain; without it only for this Mac
)
ENTITLEMENTS = str(ROOT / "packaging" / "macos" / "entitlements.plist")


def identity(variables: Mapping[str, str] = os.environ) -> str | None:
    """With which identity PyInstaller signs; None for a signature that only this Mac trusts."""
    return variables.get(IDENTITY) or None


def info_plist() -> dict[str, Any]:
    """The bundle's Info.plist, beyond what PyInstaller writes."""
    return {
        "CFBundleDisplayName": product.NAME,
        "CFBundleShortVersionString": product.version(),
        "CFBundleVersion": product.version(),
        "LSMinimumSystemVersion": "12.0",
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
    """Put what lies beside the program (licences and lists) into the bundle's resources, and sign it anew.

    Raises :class:`Stop` where it cannot be signed.
    """
    resources = app / "Contents" / "Resources"
    for name in names:
        if (program / name).is_dir():
            shutil.copytree(program / name, resources / name, dirs_exist_ok=True)
        elif (program / name).is_file():
            shutil.copy(program / name, resources / name)
    command = ["codesign", "--force", "--deep", "--sign", identity() or "-", "--entitlements", ENTITLEMENTS]
    if subprocess.run([*command, "--options", "runtime", str(app)]).returncode:
        raise Stop("The app could not be signed (see above).")


def make_image(app: Path, output: Path) -> Path:
    """The disk image with the app and a link to Applications. Raises :class:`Stop` where that fails."""
    image = output / f"{product.COMMAND}-{product.version()}.dmg"
    with tempfile.TemporaryDirectory(prefix="sdc-desktop-dmg-") as folder:
        shutil.copytree(app, Path(folder) / app.name, symlinks=True)
        (Path(folder) / "Applications").symlink_to("/Applications")
        command = ["hdiutil", "create", "-volname", product.NAME, "-srcfolder", folder]
        if subprocess.run([*command, "-fs", "HFS+", "-format", "UDZO", "-ov", str(image)]).returncode:
            raise Stop("The disk image could not be made (see above).")
    return image
