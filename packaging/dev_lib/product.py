"""What the program is called, its version and its kinds of file: told here once, filled in everywhere else.

Texts for installers are templates in packaging/linux, windows and macos; `@name@` in them is filled in here.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from dev_lib import ROOT, Stop

NAME = "SDC Desktop"
COMMAND = "sdc-desktop"
CONSOLE = "sdc-desktop-console"  # on Windows a program with a window has no output to a terminal
PUBLISHER = "The SDC Desktop developers"
MAIL = "sdc-desktop@packages.invalid"  # Debian asks for one; whoever publishes packages writes theirs here
SUMMARY = "Statistical disclosure control for microdata and tables"
BUNDLE = "net.sdc-desktop.SDCDesktop"  # how macOS tells programs apart
WINDOWS_ID = "6E0C4A3B-55A1-4C37-9C56-0B8B5B0D7A21"  # how Windows finds an earlier version; never changed
COPYRIGHT = f"Copyright (c) {PUBLISHER}, MIT licence"
ICONS = ROOT / "packaging" / "icons"
_VERSION = re.compile(r'^__version__ = "([0-9]+\.[0-9]+\.[0-9]+)"$', re.MULTILINE)
_FIELD = re.compile(r"@([a-z_]+)@")


@dataclass(frozen=True)
class FileType:
    """A kind of file that opens in the program: its ending (no dot), what people call it, its media type."""

    ending: str
    name: str
    media: str
    icon: str


FILE_TYPES = (
    FileType("sdcplan", "SDC Desktop plan", "application/vnd.sdc-desktop.plan+json", "sdc-desktop-plan"),
    FileType(
        "sdcproj", "SDC Desktop project", "application/vnd.sdc-desktop.project+json", "sdc-desktop-project"
    ),
)


def version(root: Path = ROOT) -> str:
    """The program's version, as its package tells it. Raises :class:`Stop` where it tells none."""
    found = _VERSION.search((root / "sdc_desktop" / "__init__.py").read_text(encoding="utf-8"))
    if found is None:
        raise Stop('sdc_desktop/__init__.py tells no version of the form __version__ = "1.2.3".')
    return found[1]


def fields() -> dict[str, str]:
    """What templates may ask for."""
    told = {
        "name": NAME,
        "command": COMMAND,
        "console": CONSOLE,
        "version": version(),
        "publisher": PUBLISHER,
        "mail": MAIL,
        "summary": SUMMARY,
        "bundle": BUNDLE,
        "windows_id": WINDOWS_ID,
        "copyright": COPYRIGHT,
        "media_types": "".join(f"{kind.media};" for kind in FILE_TYPES),
    }
    for kind in FILE_TYPES:
        told |= {f"{kind.ending}_{key}": getattr(kind, key) for key in ("name", "media", "icon")}
    return told


def filled(template: Path, **more: str) -> str:
    """A template's text with its fields filled in. Raises :class:`Stop` on a field that nobody fills."""
    known = fields() | more
    text = template.read_text(encoding="utf-8")
    unknown = sorted(set(_FIELD.findall(text)) - set(known))
    if unknown:
        raise Stop(f"{template.name} asks for {', '.join(unknown)}, which product.py does not tell.")
    return _FIELD.sub(lambda found: known[found[1]], text)
