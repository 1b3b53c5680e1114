"""The licences of everything that the frozen program contains, collected beside it."""

import importlib.metadata
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from dev_lib import ROOT, Stop
from dev_lib.trimming import LEFT_OUT_PACKAGES, RUNTIMES

# Licences that let the program be passed on, with their texts and with what they ask for kept: shared
# libraries that can be replaced (LGPL, MPL), which the one-folder program has.
ALLOWED = frozenset(
    {
        *("0BSD", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-CMU", "Zlib"),
        *("Apache-2.0", "CC0-1.0", "PSF-2.0", "Python-2.0", "Unlicense"),
        *("LGPL-2.1-or-later", "LGPL-3.0-only", "MPL-2.0"),
    }
)
# What older packages write instead of an expression.
_SAID = {
    "3-clause bsd license": "BSD-3-Clause",
    "apache 2.0": "Apache-2.0",
    "license :: osi approved :: apache software license": "Apache-2.0",
    "license :: osi approved :: bsd license": "BSD-3-Clause",
    "license :: osi approved :: mit license": "MIT",
}
# Packages whose wheels lack the text; it is kept in packaging/licences.
_KEPT = {
    "pyside6-essentials": ("LGPL-3.0.txt", "GPL-3.0.txt"),
    "shiboken6": ("LGPL-3.0.txt", "GPL-3.0.txt"),
}
# In the freezing environment, but not in the program. (Of PyInstaller the small starter is; its licence
# makes an exception for that.)
_TOOLS = frozenset(
    {"altgraph", "macholib", "packaging", "pefile", "pip", "pyinstaller-hooks-contrib", "pywin32-ctypes"}
    | {"setuptools"}
)
_STARTER = "pyinstaller"
_RUNTIME = "Microsoft Visual C++ runtime"
PACKAGE, STARTER, PYTHON, SYSTEM = "package", "starter", "python", "system"  # where a part is from
SEE_TEXT = "a library of the system, see its text"
# Libraries of the system that would put the whole program under the GPL.
_UNFREE_LIBRARIES = ("libreadline", "libgdbm")
_TEXT = re.compile(r"licen[cs]e|copying|notice|authors", re.IGNORECASE)


@dataclass(frozen=True)
class Part:
    """One part of the program: its name, version and licence, the files with the text, and its origin.
    ``files``: those of its files that are used, where not all are.
    """

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]
    origin: str
    files: tuple[Path, ...] = ()

    @property
    def label(self) -> str:
        """Name and version; of the system's packages the name, for their versions are no names of folders."""
        return self.name if self.origin == SYSTEM else f"{self.name} {self.version}".strip()


def parts_of(site_packages: Path, system_files: Sequence[Path]) -> list[Part]:
    """All parts: packages, Python, libraries of the system. Raises :class:`Stop` if a part's licence is
    unknown, forbids to pass the part on, or has no text.
    """
    parts = [*_packages(site_packages), _python(), *_libraries(system_files)]
    lacking = [f"{part.label}: no licence text found" for part in parts if not part.texts]
    if lacking:
        raise Stop("The program must not be passed on as it is:\n  " + "\n  ".join(lacking))
    return parts


def write_licences(parts: Sequence[Part], target: Path) -> None:
    """Write all licences into the folder `target`, with a list and how to replace Qt."""
    shutil.rmtree(target, ignore_errors=True)
    for part in parts:
        _copy(part, target / part.label.replace(" ", "-"))
    listed = "".join(f"{part.label}: {part.licence}\n" for part in parts)
    (target / "LIST.txt").write_text(_PREFACE + listed, encoding="utf-8")
    shutil.copy(ROOT / "LICENSE", target / "LICENSE-SDC-Desktop.txt")
    shutil.copy(ROOT / "packaging" / "licences" / "REPLACING-QT.txt", target)


_PREFACE = """SDC Desktop contains these parts of others, each under the licence named; the texts are in the
folders. Qt, PySide6 and shiboken6 are used under the LGPL 3: their libraries lie as separate files in this
program and may be replaced; REPLACING-QT.txt says how. Their source code is published by the Qt Project.

"""


def _packages(site_packages: Path) -> list[Part]:
    parts, refused = [], []
    found = importlib.metadata.distributions(path=[str(site_packages)])
    for package in sorted(found, key=lambda one: one.name.lower()):
        name = re.sub(r"[-_.]+", "-", package.name).lower()
        if name in _TOOLS or name in LEFT_OUT_PACKAGES:
            continue
        licence = (
            "GPL-2.0-or-later WITH Bootloader-exception"
            if name == _STARTER
            else stated_licence(package.metadata)
        )
        if name != _STARTER and not is_free(licence):
            refused.append(f"{package.name}: {licence or 'no licence told'}")
        kept = tuple(ROOT / "packaging" / "licences" / text for text in _KEPT.get(name, ()))
        own = tuple(
            Path(str(package.locate_file(file)))
            for file in package.files or ()
            if _TEXT.search(file.name) and file.suffix not in (".py", ".pyc", ".so")
        )
        origin = STARTER if name == _STARTER else PACKAGE
        parts.append(Part(package.name, package.version, licence, own or kept, origin))
    if refused:
        raise Stop(
            "Licences that are unknown or do not let the program be passed on:\n  " + "\n  ".join(refused)
        )
    return parts


def stated_licence(metadata: importlib.metadata.PackageMetadata) -> str:
    """The licence that a package states, as an SPDX expression; empty if we can read none."""
    expression = metadata.get("License-Expression")
    if expression:
        return str(expression)
    text = (metadata.get("License") or "").strip().splitlines()
    candidates = [text[0].split(", Copyright")[0]] if text else []
    candidates += [entry for entry in metadata.get_all("Classifier") or () if entry.startswith("License ::")]
    for candidate in candidates:
        if is_free(candidate):
            return candidate
        if candidate.lower() in _SAID:
            return _SAID[candidate.lower()]
    return candidates[0] if candidates else ""


def is_free(expression: str) -> bool:
    """Whether an SPDX expression lets us pass the part on: all of what AND joins, one of what OR joins."""
    words = re.findall(r"\(|\)|[^\s()]+", expression)
    if not words:
        return False
    try:
        free, rest = _either(words)
    except IndexError:
        return False
    return free and not rest


def _either(words: list[str]) -> tuple[bool, list[str]]:
    free, rest = _both(words)
    while rest and rest[0].upper() == "OR":
        other, rest = _both(rest[1:])
        free = free or other
    return free, rest


def _both(words: list[str]) -> tuple[bool, list[str]]:
    free, rest = _one(words)
    while rest and rest[0].upper() == "AND":
        other, rest = _one(rest[1:])
        free = free and other
    return free, rest


def _one(words: list[str]) -> tuple[bool, list[str]]:
    if words[0] == "(":
        free, rest = _either(words[1:])
        return free, rest[1:] if rest[0] == ")" else ["unclosed"]
    return words[0] in ALLOWED, words[1:]


def _python() -> Part:
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    places = (
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(f"/usr/share/doc/python{version}/copyright"),
        Path(f"/usr/share/doc/libpython{version}-minimal/copyright"),
    )
    text = tuple(place for place in places if place.is_file())[:1]
    return Part("Python", sys.version.split()[0], "PSF-2.0", text, PYTHON)


def _libraries(files: Sequence[Path]) -> list[Part]:
    """The packages of the system that libraries come from; Microsoft's runtime as one of them."""
    runtime = tuple(file for file in files if RUNTIMES.search(file.name))
    owners: dict[str, list[Path]] = {}
    for file in files:
        if file not in runtime:
            owners.setdefault(_owner(file), []).append(file)
    found = [_library(owner, tuple(theirs)) for owner, theirs in sorted(owners.items())]
    text = ROOT / "packaging" / "licences" / "MICROSOFT-RUNTIME.txt"
    return [*found, Part(_RUNTIME, "", SEE_TEXT, (text,), SYSTEM, runtime)] if runtime else found


def _library(owner: str, files: tuple[Path, ...]) -> Part:
    text = Path("/usr/share/doc") / owner / "copyright"
    found = (text,) if owner and text.is_file() else ()
    if owner.startswith(_UNFREE_LIBRARIES):
        raise Stop(f"{owner} ({files[0].name}) is under the GPL and must not come into the program.")
    return Part(owner or files[0].name, _version(owner), SEE_TEXT, found, SYSTEM, files)


def _version(owner: str) -> str:
    """The installed version of a Debian package; empty where that cannot be determined."""
    if not owner:
        return ""
    query = subprocess.run(["dpkg-query", "-W", "-f", "${Version}\\n", owner], capture_output=True, text=True)
    return query.stdout.split("\n")[0]


def _owner(file: Path) -> str:
    """The Debian package a file belongs to; empty where that cannot be determined."""
    for path in _spellings(file):
        try:
            query = subprocess.run(["dpkg-query", "-S", str(path)], capture_output=True, text=True)
        except FileNotFoundError:
            return ""
        if query.returncode == 0:
            return query.stdout.split(":")[0]
    return ""


def _spellings(file: Path) -> Iterable[Path]:
    """The path and what it was called before /lib became a link to /usr/lib."""
    yield file
    if file.is_relative_to("/usr/lib"):
        yield Path("/") / file.relative_to("/usr")


def _copy(part: Part, folder: Path) -> None:
    folder.mkdir(parents=True)
    for number, text in enumerate(part.texts):
        name = text.name if text.suffix else f"{text.name}.txt"
        target = folder / name if not (folder / name).exists() else folder / f"{number}-{name}"
        shutil.copyfile(text, target)
