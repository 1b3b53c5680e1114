"""The icons of program and files: what they are drawn from, and the two formats that hold several sizes."""

import hashlib
import struct
from collections.abc import Mapping
from pathlib import Path

from dev_lib import ROOT
from dev_lib.product import COMMAND, FILE_TYPES, ICONS

PNG_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
_ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
_ICNS_TYPES = {
    b"icp4": 16,
    b"icp5": 32,
    b"icp6": 64,
    b"ic07": 128,
    b"ic08": 256,
    b"ic09": 512,
    b"ic10": 1024,
}
SOURCES: dict[str, Path] = {COMMAND: ROOT / "resources" / "icons" / f"{COMMAND}.svg"} | {
    kind.icon: ICONS / f"{kind.icon}.svg" for kind in FILE_TYPES
}
DRAWN_FROM = ICONS / "drawn-from.sha256"


def digest_of_sources() -> str:
    """One digest of all SVG files; kept beside the pictures, it shows whether they are current."""
    digest = hashlib.sha256()
    for source in SOURCES.values():
        digest.update(source.read_bytes())
    return digest.hexdigest()


def ico_bytes(pictures: Mapping[int, bytes]) -> bytes:
    """PNG pictures, by their width, as a Windows icon."""
    head = struct.pack("<HHH", 0, 1, len(_ICO_SIZES))
    place = len(head) + 16 * len(_ICO_SIZES)
    table, body = b"", b""
    for size in _ICO_SIZES:
        picture = pictures[size]
        shown = size % 256  # 256 is written as 0
        table += struct.pack("<BBBBHHII", shown, shown, 0, 0, 1, 32, len(picture), place + len(body))
        body += picture
    return head + table + body


def icns_bytes(pictures: Mapping[int, bytes]) -> bytes:
    """PNG pictures, by their width, as an icon of macOS."""
    body = b"".join(
        kind + struct.pack(">I", 8 + len(pictures[size])) + pictures[size]
        for kind, size in _ICNS_TYPES.items()
    )
    return b"icns" + struct.pack(">I", 8 + len(body)) + body
