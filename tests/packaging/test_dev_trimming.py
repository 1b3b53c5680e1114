"""What the frozen program leaves out, and that what stays can be loaded."""

import ctypes
import shutil
import struct
import sys

import pytest
from dev_lib import trimming

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux's are stripped")


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/plugins/tls/libqopensslbackend.so",
        "PySide6/plugins/tls/qopensslbackend.dll",
        "PySide6/Qt/translations/qt_de.qm",
        r"PySide6\translations\qt_de.qm",
        "PySide6/Qt/lib/libQt6Network.so.6",
        "PySide6/Qt6Network.dll",
        "PySide6/opengl32sw.dll",
        "libgtk-3.so.0",
        "numpy/random/tests/data.csv",
        "numpy/_core/include/numpy/arrayobject.h",
        "scipy/linalg.pxd",
    ],
)
def test_what_the_program_does_not_use_is_left_out(name):
    assert not trimming.is_kept(name)


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/plugins/platforms/qwindows.dll",
        "PySide6/Qt/plugins/imageformats/libqsvg.so",
        "PySide6/Qt/lib/libQt6Core.so.6",
        "resources/self_test/cae.sdcplan",
        "resources/translations/de/words.po",
        "scipy/stats/_stats.so",
    ],
)
def test_what_it_uses_stays(name):
    assert trimming.is_kept(name)


def test_each_runtime_of_microsoft_is_there_once_and_is_the_newest():
    versions = {"old": (14, 29, 1, 0), "new": (14, 42, 0, 0), "none": ()}
    entries = [
        (r"PySide6\MSVCP140.dll", "old", "BINARY"),
        ("msvcp140.dll", "none", "BINARY"),
        ("shiboken6/msvcp140.dll", "new", "BINARY"),
        ("vcruntime140_1.dll", "old", "BINARY"),
        ("numpy.libs/msvcp140-263139962577ecda4cd9469ca360a746.dll", "old", "BINARY"),
        ("python311.dll", "none", "BINARY"),
    ]
    kept = trimming.one_runtime(entries, versions.__getitem__)
    assert kept == [entries[4], entries[5], ("msvcp140.dll", "new", "BINARY"), entries[3]]


def test_the_version_of_a_windows_library_is_read(tmp_path):
    library = tmp_path / "x.dll"
    library.write_bytes(b"MZ" + struct.pack("<IIII", 0xFEEF04BD, 0x10000, (14 << 16) | 42, (34433 << 16) | 7))
    assert trimming.dll_version(str(library)) == (14, 42, 34433, 7)
    library.write_bytes(b"MZ")
    assert trimming.dll_version(str(library)) == ()


@linux_only
@pytest.mark.skipif(shutil.which("strip") is None, reason="binutils is not here")
def test_a_stripped_library_is_smaller_loads_and_keeps_its_rights(tmp_path):
    import _ctypes_test

    library, link = tmp_path / "library.so", tmp_path / "link.so"
    shutil.copy(_ctypes_test.__file__, library)
    library.chmod(0o755)
    link.symlink_to("library.so")
    (tmp_path / "text.so").write_text("INPUT(library.so)")
    before = library.stat().st_size
    saved = trimming.strip_libraries(tmp_path)
    assert library.stat().st_size == before - saved
    assert link.is_symlink()
    assert library.stat().st_mode & 0o777 == 0o755
    assert ctypes.CDLL(str(library))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["library.so", "link.so", "text.so"]
    assert trimming.strip_libraries(tmp_path) == 0


def elf(offset, address, page):
    """A library with one part, at `offset` in the file and `address` in memory."""
    head = b"\x7fELF\x02\x01" + bytes(26) + struct.pack("<Q", 64) + bytes(14) + struct.pack("<HH", 56, 1)
    part = struct.pack("<IIQQQQQQ", 1, 5, offset, address, address, 1, 1, page)
    return head.ljust(64, b"\0") + part


def test_a_library_with_a_part_that_cannot_be_mapped_is_known():
    assert trimming.loads_evenly(elf(0x2000, 0x13000, 0x1000))
    assert not trimming.loads_evenly(elf(0x2010, 0x13000, 0x1000))
    assert not trimming.loads_evenly(b"no library")


@linux_only
def test_equal_libraries_become_links_to_one(tmp_path):
    for folder, content in (("a.libs", b"same"), ("b.libs", b"same"), ("c.libs", b"other")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "libx.so.1").write_bytes(content)
    assert trimming.link_duplicates(tmp_path) == 4
    assert not (tmp_path / "a.libs" / "libx.so.1").is_symlink()
    assert (tmp_path / "b.libs" / "libx.so.1").readlink().as_posix() == "../a.libs/libx.so.1"
    assert (tmp_path / "b.libs" / "libx.so.1").read_bytes() == b"same"
    assert not (tmp_path / "c.libs" / "libx.so.1").is_symlink()
