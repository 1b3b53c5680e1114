"""The Debian package. Own code: the bytes that Debian's tools make differ with their version, and no package
of Python makes one without a clock.
"""

import gzip
import hashlib
import platform
import re
import struct
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from dev_lib import ROOT, Stop, archives, icons, product
from dev_lib.archives import Entry

LINUX = ROOT / "packaging" / "linux"
_ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
_GLIB = "libglib2.0-0t64 | libglib2.0-0"  # newer systems call it otherwise
# What the program's libraries name and the system has, with the package it comes from.
PROVIDED = {
    "libc.so.6": "libc6",
    "libm.so.6": "libc6",
    "libdl.so.2": "libc6",
    "libpthread.so.0": "libc6",
    "librt.so.1": "libc6",
    "libutil.so.1": "libc6",
    "libresolv.so.2": "libc6",
    "ld-linux-x86-64.so.2": "libc6",
    "libstdc++.so.6": "libstdc++6",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libGLX.so.0": "libgl1",
    "libOpenGL.so.0": "libgl1",
    "libxcb.so.1": "libxcb1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libdrm.so.2": "libdrm2",
    "libz.so.1": "zlib1g",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": _GLIB,
    "libgobject-2.0.so.0": _GLIB,
    "libgio-2.0.so.0": _GLIB,
    "libgthread-2.0.so.0": _GLIB,
}
_DATED = re.compile(r"## (\S+) \((\d{4}-\d{2}-\d{2})\)")
_VERSIONED = re.compile(rb"GLIBC_2\.([0-9]+)\0")


def make_package(program: Path, output: Path) -> Path:
    """The package of the frozen program in the folder `output`. Raises :class:`Stop`."""
    version = product.debian_version(product.version())
    target = output / f"{product.COMMAND}_{version}_{architecture()}.deb"
    entries = installed(program)
    size = sum(
        len(entry.source) if isinstance(entry.source, bytes) else entry.source.stat().st_size
        for entry in entries.values()
        if entry.source is not None
    )
    control = {
        "control": Entry(control_text(program, size).encode()),
        "md5sums": Entry(_md5sums(entries).encode()),
    }
    with tempfile.TemporaryDirectory(prefix="sdc-desktop-deb-") as folder:
        packed = {name: Path(folder) / name for name in ("control.tar.xz", "data.tar.xz")}
        for (_, path), content in zip(packed.items(), (control, entries), strict=True):
            with path.open("wb") as file:
                archives.tar_xz(content, file)
        archives.write_ar([("debian-binary", b"2.0\n"), *packed.items()], target)
    return target


def architecture() -> str:
    """What Debian calls this machine's processor. Raises :class:`Stop` where it is none we know."""
    machine = platform.machine()
    if machine not in _ARCHITECTURES:
        raise Stop(f"Debian packages are made for {' and '.join(_ARCHITECTURES)}; this is {machine}.")
    return _ARCHITECTURES[machine]


def installed(program: Path) -> dict[str, Entry]:
    """All that the package installs, by name (without the first /)."""
    command = product.COMMAND
    documents = f"usr/share/doc/{command}"
    return {
        **archives.folder_entries(program, f"usr/lib/{command}"),
        f"usr/bin/{command}": Entry(None, link=f"../lib/{command}/{command}"),
        f"{documents}/copyright": Entry(_copyright().encode()),
        f"{documents}/changelog.gz": _packed(_changelog()),
        f"usr/share/man/man1/{command}.1.gz": _packed(product.filled(LINUX / f"{command}.1")),
        **desktop_files("usr/share"),
    }


def desktop_files(share: str) -> dict[str, Entry]:
    """Desktop entry, kinds of file and icons, below a folder like /usr/share."""
    command = product.COMMAND
    found = {
        f"{share}/applications/{command}.desktop": Entry(
            product.filled(LINUX / f"{command}.desktop").encode()
        ),
        f"{share}/mime/packages/{command}.xml": Entry(product.filled(LINUX / f"{command}.xml").encode()),
        f"{share}/metainfo/{product.BUNDLE}.metainfo.xml": Entry(
            product.filled(LINUX / "metainfo.xml", changes=changes()).encode()
        ),
    }
    for name, source in icons.SOURCES.items():
        kind = "apps" if name == command else "mimetypes"
        found[f"{share}/icons/hicolor/scalable/{kind}/{name}.svg"] = Entry(source)
        for size in icons.PNG_SIZES:
            path = f"{share}/icons/hicolor/{size}x{size}/{kind}/{name}.png"
            found[path] = Entry(product.ICONS / f"{name}-{size}.png")
    return found


def changes() -> str:
    """The release of this version for AppStream, dated as in the changelog; nothing before it is dated."""
    head = next(
        line for line in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines() if line[:3] == "## "
    )
    found = _DATED.fullmatch(head)
    if found is None or found[1] != product.version():
        return ""
    return f'\n  <releases>\n    <release version="{found[1]}" date="{found[2]}"/>\n  </releases>'


def control_text(program: Path, size: int) -> str:
    """The package's control file."""
    return product.filled(
        LINUX / "control",
        architecture=architecture(),
        installed_size=str((size + 1023) // 1024),
        depends=", ".join(dependencies(program)),
    )


def dependencies(program: Path) -> tuple[str, ...]:
    """The packages of the system that the program's libraries need. Raises :class:`Stop` for a library that
    is neither in the program nor known to come from one.
    """
    libraries = [path for path in program.rglob("*") if _is_elf(path)]
    present = {path.name for path in program.rglob("*.so*")}
    wanted = {name for path in libraries for name in needed(path.read_bytes())}
    unknown = sorted(wanted - present - set(PROVIDED))
    if unknown:
        raise Stop(f"No package is known for {', '.join(unknown)}; add it to PROVIDED in debian.py.")
    packages = {PROVIDED[name] for name in wanted - present} | {"fontconfig-config"}
    return (f"libc6 (>= 2.{c_library(program)})", *sorted(packages - {"libc6"}))


def c_library(program: Path) -> int:
    """N of the GNU C library 2.N that the newest of the program's libraries needs."""
    libraries = [path for path in program.rglob("*") if _is_elf(path)]
    return max(
        (int(found) for path in libraries for found in _VERSIONED.findall(path.read_bytes())), default=0
    )


def needed(library: bytes) -> set[str]:
    """The libraries that a 64-bit ELF file names as needed."""
    (table,) = struct.unpack_from("<Q", library, 32)
    size, number = struct.unpack_from("<HH", library, 54)
    parts = [struct.unpack_from("<IIQQQQ", library, table + size * index) for index in range(number)]
    loads = [(address, offset, length) for kind, _, offset, address, _, length in parts if kind == 1]
    entries: list[tuple[int, int]] = []
    for kind, _, offset, _, _, length in parts:
        if kind == 2:  # PT_DYNAMIC
            entries = list(struct.iter_unpack("<QQ", library[offset : offset + length // 16 * 16]))
    strings = next((value for tag, value in entries if tag == 5), None)  # DT_STRTAB, an address in memory
    if strings is None:
        return set()
    start = next(offset + strings - at for at, offset, length in loads if at <= strings < at + length)
    names = [start + value for tag, value in entries if tag == 1]  # DT_NEEDED
    return {library[place : library.index(b"\0", place)].decode() for place in names}


def _is_elf(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(6) == b"\x7fELF\x02\x01"


def _copyright() -> str:
    lines = (ROOT / "LICENSE").read_text(encoding="utf-8").splitlines()
    text = "\n".join(f" {line}" if line.strip() else " ." for line in lines)
    return product.filled(LINUX / "copyright", licence_text=text)


def _changelog() -> str:
    shown = product.fields()
    return (
        f"{product.COMMAND} ({product.debian_version(product.version())}) unstable; urgency=medium\n\n"
        f"  * Version {product.version()}.\n\n"
        f" -- {shown['maintainer']} <{shown['mail']}>  Sat, 01 Jan 2000 00:00:00 +0000\n"
    )


def _packed(text: str) -> Entry:
    return Entry(gzip.compress(text.encode(), 9, mtime=0))


def _md5sums(entries: Mapping[str, Entry]) -> str:
    return "".join(f"{_md5(entry)}  {name}\n" for name, entry in _files(entries))


def _files(entries: Mapping[str, Entry]) -> Iterable[tuple[str, Entry]]:
    return ((name, entries[name]) for name in sorted(entries) if not entries[name].link)


def _md5(entry: Entry) -> str:
    if isinstance(entry.source, Path):
        with entry.source.open("rb") as file:
            return hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
    return hashlib.md5(entry.source or b"", usedforsecurity=False).hexdigest()
