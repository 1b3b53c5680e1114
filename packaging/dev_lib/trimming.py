"""What the frozen program omits, and the stripping of its libraries. The PyInstaller spec uses it."""

import os
import re
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

from dev_lib.archives import sha256

# QtOpenGL stays: pyqtgraph imports it. QtSvg draws the icons.
_UNUSED_QT = tuple(
    f"PySide6.Qt{name}"
    for name in (
        *("Concurrent", "DBus", "Designer", "Help", "Network", "Qml", "Quick", "QuickControls2", "QuickTest"),
        *("QuickWidgets", "Sql", "Test", "UiTools", "Xml"),
    )
)
# Packages that others would use for what the program does not do: guesses of encodings.
LEFT_OUT_PACKAGES = frozenset({"charset-normalizer"})
# It reaches no network (ssl), and libraries under the GPL (readline, gdbm) could not be passed on with it.
EXCLUDED_MODULES = (
    *(
        "tkinter",
        "pytest",
        "pyspark",
        "py4j",
        "IPython",
        "matplotlib",
        "setuptools",
        "pip",
        "lib2to3",
        "pydoc_data",
        "ensurepip",
    ),
    *("ssl", "_ssl", "readline", "curses", "_curses", "_gdbm", "sqlite3", "_sqlite3"),
    *("charset_normalizer", "chardet", "hypothesis", "pydantic.v1"),
    "PIL",  # pandas would use it for what the program does not do
    *_UNUSED_QT,
)

# Plugins for what the program does not do (network, databases, bare screens, touch tables, GTK's dialogs, for
# which Qt has its own, kinds of pictures that it has none of) and the libraries that only they need.
# Names are compared without "Qt/" and "lib", which Windows leaves out.
_DROPPED_FOLDERS = tuple(
    f"PySide6/{name}"
    for name in (
        "plugins/designer/",
        "plugins/egldeviceintegrations/",
        "plugins/generic/",
        "plugins/imageformats/qgif",
        "plugins/imageformats/qicns",
        "plugins/imageformats/qjpeg",
        "plugins/imageformats/qtga",
        "plugins/imageformats/qtiff",
        "plugins/imageformats/qwbmp",
        "plugins/imageformats/qwebp",
        "plugins/networkinformation/",
        "plugins/qmllint/",
        "plugins/qmltooling/",
        "plugins/sqldrivers/",
        "plugins/tls/",
        "plugins/wayland-graphics-integration-server/",
        "plugins/platforminputcontexts/qtvirtualkeyboard",
        "plugins/platforms/qeglfs",
        "plugins/platforms/qlinuxfb",
        "plugins/platforms/qminimalegl",
        "plugins/platforms/qvkkhrdisplay",
        "plugins/platforms/qvnc",
        "plugins/platformthemes/qgtk3",
        "qml/",
        "translations/",
    )
)
_DROPPED_LIBRARIES = (
    *("Qt6EglF", "Qt6Network", "Qt6Qml", "Qt6Quick", "Qt6VirtualKeyboard"),
    *("gtk-3.", "gdk-3.", "gdk_pixbuf", "atk-", "atspi", "epoxy", "cairo", "pixman"),
    *("pango", "harfbuzz.", "fribidi", "thai", "datrie", "graphite2"),
    *("Xcomposite", "Xcursor", "Xdamage", "Xfixes", "Xi.", "Xinerama", "Xrandr"),
    *("gssapi_krb5", "krb5", "k5crypto", "keyutils", "com_err"),
    *("Qt6Test", "sqlite3", "opengl32sw"),
    # Every Linux desktop has these, and they must fit to its services: GLib, D-Bus and what they need.
    *("glib-2.0", "gio-2.0", "gobject-2.0", "gmodule-2.0", "gthread-2.0", "pcre2-8", "mount", "blkid"),
    *("selinux", "dbus-1", "systemd", "gcrypt", "gpg-error", "lz4.", "cap."),
)
_QT_WORDS = re.compile(r"translations/qtbase_de\.qm$")  # Qt's own dialogs, in the languages of the program
# Test folders of packages, sources, headers, a mascot: nothing reads them when the program runs.
_DROPPED_PARTS = re.compile(
    r"(^|/)(tests?|testing_data|include|__pycache__|peegee)/|\.(pyx|pxd|pyi|c|h|hpp|f90|lib|a)$"
)
# Microsoft's C++ runtime.
RUNTIMES = re.compile(
    r"(^|[/\\])(msvcp140(_\d|_atomic_wait|_codecvt_ids)?|vcruntime140(_\d)?|concrt140)\.dll$", re.I
)
_LOAD = 1  # PT_LOAD: a part of the file that is put into memory


def is_kept(name: str) -> bool:
    """Whether a file belongs into the program, by its name there."""
    name = name.replace("\\", "/").replace("PySide6/Qt/", "PySide6/", 1)
    if name.startswith("resources/"):
        return True
    folder, slash, file = name.rpartition("/")
    plain = folder + slash + file.removeprefix("lib")
    if _QT_WORDS.search(plain):
        return True
    if plain.startswith(_DROPPED_FOLDERS) or file.removeprefix("lib").startswith(_DROPPED_LIBRARIES):
        return False
    return _DROPPED_PARTS.search(name) is None


def one_runtime(
    entries: Iterable[tuple[str, str, str]], version_of: Callable[[str], tuple[int, ...]]
) -> list[tuple[str, str, str]]:
    """The entries (name, source, kind) with each of Microsoft's runtimes once, at the top, the newest.

    Wheels bring their own copies; the first that is loaded serves all, and an older one crashes what was
    built for a newer one.
    """
    newest: dict[str, tuple[str, str, str]] = {}
    others = []
    for entry in entries:
        found = RUNTIMES.search(entry[0])
        if found is None:
            others.append(entry)
            continue
        name = entry[0][found.start() :].strip("/\\").lower()
        if name not in newest or version_of(entry[1]) > version_of(newest[name][1]):
            newest[name] = (name, entry[1], entry[2])
    return [*others, *(newest[name] for name in sorted(newest))]


def dll_version(source: str) -> tuple[int, ...]:
    """The four figures of a Windows library's version resource; () where it has none."""
    data = Path(source).read_bytes()
    place = data.find(struct.pack("<I", 0xFEEF04BD))  # VS_FIXEDFILEINFO
    if place < 0 or place + 16 > len(data):
        return ()
    high, low = struct.unpack_from("<II", data, place + 8)
    return (high >> 16, high & 0xFFFF, low >> 16, low & 0xFFFF)


def strip_libraries(program: Path) -> int:
    """Take the symbols and debugging tables out of all shared libraries below a folder; the bytes saved.

    A library that could not be loaded afterwards is left unchanged.
    """
    saved = 0
    for path in sorted(program.rglob("*.so*")):
        if path.is_file() and not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF":
            saved += _strip(path)
    return saved


def _strip(path: Path) -> int:
    shorter = path.with_name(path.name + ".stripped")
    done = subprocess.run(["strip", "--strip-unneeded", "-o", str(shorter), str(path)], capture_output=True)
    try:
        if done.returncode or not loads_evenly(shorter.read_bytes()):
            return 0
        saved = path.stat().st_size - shorter.stat().st_size
        if saved <= 0:
            return 0
        shutil.copymode(path, shorter)
        shorter.replace(path)
        return saved
    finally:
        shorter.unlink(missing_ok=True)


def link_duplicates(program: Path) -> int:
    """Make libraries that several wheels bring links to the first of equal ones; the bytes saved."""
    first: dict[tuple[str, str], Path] = {}
    saved = 0
    for path in sorted(program.rglob("*.so*")):
        if path.is_symlink() or not path.is_file():
            continue
        same = first.setdefault((path.name, sha256(path)), path)
        if same is not path:
            saved += path.stat().st_size
            path.unlink()
            path.symlink_to(os.path.relpath(same, path.parent))
    return saved


def loads_evenly(library: bytes) -> bool:
    """Whether all parts of a 64-bit ELF library lie where the system can map them.

    `strip` moves parts of libraries that `patchelf` has changed (NumPy's are) so that some cannot be mapped.
    """
    if len(library) < 64 or library[:6] != b"\x7fELF\x02\x01":
        return False
    (table,) = struct.unpack_from("<Q", library, 32)
    size, number = struct.unpack_from("<HH", library, 54)
    for place in range(table, table + size * number, size):
        kind, _, offset, address = struct.unpack_from("<IIQQ", library, place)
        (page,) = struct.unpack_from("<Q", library, place + 48)
        if kind == _LOAD and page > 1 and offset % page != address % page:
            return False
    return True
