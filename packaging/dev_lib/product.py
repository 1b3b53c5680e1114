"""What the program is called, its version and its kinds of file: given here once, filled in everywhere else.

Texts for installers are templates in packaging/linux, windows and macos; `@name@` in them is filled in here.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from dev_lib import ROOT, Stop

NAME = "SDC Desktop"
COMMAND = "sdc-desktop"
CONSOLE = "sdc-desktop-console"  # on Windows a program with a window has no output to a terminal
LINUX_PROGRAM = "sdc-desktop-program"  # on Linux the command is a script that starts it
PUBLISHER = "The SDC Desktop developers"
# The publisher of packages enters theirs here; `dev.py package --release` refuses while one is blank.
MAINTAINER = ""  # a person or a team, for Debian and AppStream
MAIL = ""  # where they are reached
HOMEPAGE = ""  # https://...
SUMMARY = "Statistical disclosure control for microdata and tables"
BUNDLE = "net.sdc-desktop.SDCDesktop"  # how macOS tells programs apart
WINDOWS_ID = "6E0C4A3B-55A1-4C37-9C56-0B8B5B0D7A21"  # how Windows finds an earlier version; never changed
MSI_ID = "3D0B62C5-8B0E-4B44-9E0C-2B0E6F7C5A16"  # how an MSI finds an earlier one; never changed
COPYRIGHT = f"Copyright (c) {PUBLISHER}, MIT licence"
ICONS = ROOT / "packaging" / "icons"
_VERSION = re.compile(r'^__version__ = "([0-9]+\.[0-9]+\.[0-9]+(?:(?:a|b|rc)[0-9]{1,2})?)"$', re.MULTILINE)
_PARTS = re.compile(r"([0-9]+)\.([0-9]+)\.([0-9]+)(?:(a|b|rc)([0-9]+))?")
_STAGES = {"a": 0, "b": 100, "rc": 200}  # where the last of four figures begins
_FINAL = 300
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
    """The program's version, as its package states it. Raises :class:`Stop` where it states none."""
    found = _VERSION.search((root / "sdc_desktop" / "__init__.py").read_text(encoding="utf-8"))
    if found is None:
        raise Stop(
            'sdc_desktop/__init__.py tells no version of the form __version__ = "1.2.3" or "1.2.3rc1".'
        )
    return found[1]


def figures(text: str) -> tuple[int, int, int, int]:
    """A version as Windows and macOS need it: four figures that rise from 1.0.0a1 over 1.0.0rc1 to 1.0.0."""
    found = _PARTS.fullmatch(text)
    if found is None:
        raise Stop(f"{text} is no version of the form 1.2.3 or 1.2.3rc1.")
    last = _FINAL if found[4] is None else _STAGES[found[4]] + int(found[5])
    return (int(found[1]), int(found[2]), int(found[3]), last)


def release(text: str) -> str:
    """The three figures of a version, without the stage."""
    return ".".join(map(str, figures(text)[:3]))


def debian_version(text: str) -> str:
    """A version as Debian orders it: 1.0.0~rc1 comes before 1.0.0."""
    found = _PARTS.fullmatch(text)
    return text if found is None or found[4] is None else f"{release(text)}~{found[4]}{found[5]}"


def blanks() -> tuple[str, ...]:
    """The publisher's fields that are still blank."""
    shown = {"MAINTAINER": MAINTAINER, "MAIL": MAIL, "HOMEPAGE": HOMEPAGE}
    return tuple(name for name, value in shown.items() if not value.strip())


def refuse_blanks() -> None:
    """Raise :class:`Stop` where a package for others would not say whom to turn to."""
    if blanks():
        raise Stop(f"A release needs {', '.join(blanks())} in packaging/dev_lib/product.py.")


def fields() -> dict[str, str]:
    """The fields of templates, by name."""
    shown = {
        "name": NAME,
        "command": COMMAND,
        "console": CONSOLE,
        "linux_program": LINUX_PROGRAM,
        "version": version(),
        "publisher": PUBLISHER,
        "maintainer": MAINTAINER or PUBLISHER,
        "mail": MAIL or "not-for-release@packages.invalid",  # Debian asks for one
        "debian_version": debian_version(version()),
        "figures": ".".join(map(str, figures(version()))),
        "release": release(version()),
        "homepage_line": f"Homepage: {HOMEPAGE}\n" if HOMEPAGE else "",
        "homepage_url": f'\n  <url type="homepage">{escape(HOMEPAGE)}</url>' if HOMEPAGE else "",
        "summary": SUMMARY,
        "bundle": BUNDLE,
        "windows_id": WINDOWS_ID,
        "copyright": COPYRIGHT,
        "media_types": "".join(f"{kind.media};" for kind in FILE_TYPES),
    }
    for kind in FILE_TYPES:
        shown |= {f"{kind.ending}_{key}": getattr(kind, key) for key in ("name", "media", "icon")}
    return shown


def filled(template: Path, **more: str) -> str:
    """A template's text with its fields filled in. Raises :class:`Stop` on a field that no one fills."""
    known = fields() | more
    text = template.read_text(encoding="utf-8")
    unknown = sorted(set(_FIELD.findall(text)) - set(known))
    if unknown:
        raise Stop(f"{template.name} asks for {', '.join(unknown)}, which product.py does not tell.")
    return _FIELD.sub(lambda found: known[found[1]], text)
