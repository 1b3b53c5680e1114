"""Archives have the same bytes from the same files, and Debian's package what it must have."""

import gzip
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest
from dev_lib import Stop, archives, debian, packages, product
from dev_lib.archives import Entry


@pytest.fixture
def program(tmp_path):
    """A folder like that of a frozen program of Linux or macOS, with links and a script."""
    if os.name == "nt":
        pytest.skip("the script is run by a shell")
    folder = tmp_path / "made" / "sdc-desktop"
    inside = folder / "_internal" / "library"
    inside.mkdir(parents=True)
    (folder / "sdc-desktop").write_text("#!/bin/sh\necho hello\n")
    (folder / "sdc-desktop").chmod(0o755)
    (inside / "data.txt").write_text("x" * 5000)
    (folder / "_internal" / "link").symlink_to("library")
    (folder / "_internal" / "data.txt").symlink_to("library/data.txt")
    return folder


def test_an_archive_has_the_same_bytes_whenever_and_by_whomever_it_is_made(program, tmp_path):
    first, second = tmp_path / "1.tar.gz", tmp_path / "2.tar.gz"
    archives.write_tar_gz(archives.folder_entries(program, "sdc-desktop-1"), first)
    copy = tmp_path / "copy"
    shutil.copytree(program, copy, symlinks=True)
    for path in copy.rglob("*"):
        os.utime(path, (1, 1), follow_symlinks=False)
    (copy / "sdc-desktop").chmod(0o700)
    archives.write_tar_gz(archives.folder_entries(copy, "sdc-desktop-1"), second)
    assert first.read_bytes() == second.read_bytes()


def test_an_unpacked_archive_is_the_folder_again(program, tmp_path):
    target = tmp_path / "x.tar.gz"
    archives.write_tar_gz(archives.folder_entries(program, "top"), target)
    with tarfile.open(target) as tar:
        assert tar.getnames() == sorted(tar.getnames())
        assert {member.mtime for member in tar} == {archives.MADE}
        tar.extractall(tmp_path / "out", filter="tar")
    out = tmp_path / "out" / "top"
    assert subprocess.run([out / "sdc-desktop"], capture_output=True).stdout == b"hello\n"
    assert (out / "_internal" / "link" / "data.txt").read_text() == "x" * 5000
    assert (out / "_internal" / "data.txt").is_symlink()


def test_nothing_stays_of_an_archive_that_failed(tmp_path):
    with pytest.raises(FileNotFoundError):
        archives.write_tar_gz({"a": Entry(tmp_path / "missing")}, tmp_path / "x.tar.gz")
    assert list(tmp_path.iterdir()) == []


def test_a_zip_has_the_same_bytes_too(tmp_path):
    entries = {"b": Entry(b"2", runs=True), "a/c": Entry(b"1")}
    archives.write_zip(entries, tmp_path / "1.zip")
    archives.write_zip(dict(reversed(entries.items())), tmp_path / "2.zip")
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "1.zip") as packed:
        assert packed.namelist() == ["a/c", "b"]
        assert packed.testzip() is None


def members(package):
    """The members of a Debian package, read without our own code."""
    data, found, place = package.read_bytes(), {}, 8
    assert data[:8] == b"!<arch>\n"
    while place < len(data):
        name, size = data[place : place + 16].decode().strip(), int(data[place + 48 : place + 58])
        found[name] = data[place + 60 : place + 60 + size]
        place += 60 + size + size % 2
    return found


@pytest.fixture
def package(program, tmp_path):
    return debian.make_package(program, tmp_path / "out")


@pytest.fixture
def unpacked(package):
    """Control files by name, and the files that are installed: (tar member, bytes)."""
    parts = members(package)
    assert list(parts) == ["debian-binary", "control.tar.xz", "data.tar.xz"]
    assert parts["debian-binary"] == b"2.0\n"
    opened = []
    for name in ("control.tar.xz", "data.tar.xz"):
        with tarfile.open(fileobj=io.BytesIO(parts[name])) as tar:
            opened.append({m.name: (m, tar.extractfile(m).read() if m.isreg() else b"") for m in tar})
    return opened


needs_debian = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the package is made on Linux")


@needs_debian
def test_the_control_file_has_the_fields_debian_requests(unpacked):
    control = unpacked[0]["./control"][1].decode()
    fields = dict(line.split(": ", 1) for line in control.splitlines() if not line.startswith(" "))
    assert (fields["Package"], fields["Version"]) == ("sdc-desktop", product.version())
    assert fields["Architecture"] == debian.architecture()
    assert {"Maintainer", "Description", "Section", "Priority"} <= set(fields)
    assert "fontconfig-config" in fields["Depends"].split(", ")
    assert 5 < int(fields["Installed-Size"]) < 5000
    assert control.endswith("\n")
    assert all(len(line) <= 80 for line in control.splitlines() if line.startswith(" "))


@needs_debian
def test_the_package_installs_below_usr_with_rights_and_checksums(unpacked):
    control, data = unpacked
    names = {name.removeprefix("./") for name in data}
    assert all(name in ("", "usr", ".") or name.startswith("usr/") for name in names)
    assert {member.uid for member, _ in data.values()} == {0}
    for member, _ in data.values():
        assert member.mode == (0o777 if member.issym() else 0o755 if member.isdir() else member.mode)
        assert member.issym() or member.mode in (0o755, 0o644)
    link = data["./usr/bin/sdc-desktop"][0]
    assert os.path.normpath(f"usr/bin/{link.linkname}") == "usr/lib/sdc-desktop/sdc-desktop"
    assert data["./usr/lib/sdc-desktop/sdc-desktop"][0].mode == 0o755
    summed = dict(line.split("  ")[::-1] for line in control["./md5sums"][1].decode().splitlines())
    assert summed == {
        name.removeprefix("./"): hashlib.md5(content).hexdigest()
        for name, (member, content) in data.items()
        if member.isreg()
    }
    assert all(os.path.dirname(name) in names for name in names if "/" in name)  # noqa: PTH120


@needs_debian
def test_the_package_has_menu_entry_icons_kinds_of_file_manual_and_copyright(unpacked):
    data = unpacked[1]
    share = "./usr/share"
    for name in (
        "applications/sdc-desktop.desktop",
        "mime/packages/sdc-desktop.xml",
        "icons/hicolor/48x48/apps/sdc-desktop.png",
        "icons/hicolor/scalable/apps/sdc-desktop.svg",
        "icons/hicolor/256x256/mimetypes/sdc-desktop-plan.png",
        "icons/hicolor/32x32/mimetypes/sdc-desktop-project.png",
    ):
        assert data[f"{share}/{name}"][1]
    manual = gzip.decompress(data[f"{share}/man/man1/sdc-desktop.1.gz"][1]).decode()
    assert f'"{product.NAME} {product.version()}"' in manual
    assert (
        f"sdc-desktop ({product.version()})"
        in gzip.decompress(data[f"{share}/doc/sdc-desktop/changelog.gz"][1]).decode()
    )
    copyright_text = data[f"{share}/doc/sdc-desktop/copyright"][1].decode()
    assert "License: Expat\n MIT License\n .\n" in copyright_text


@needs_debian
def test_the_package_has_the_same_bytes_again(package, program, tmp_path):
    again = debian.make_package(program, tmp_path / "again")
    assert again.read_bytes() == package.read_bytes()


@needs_debian
@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="Debian's own tool is not here")
def test_debians_own_tool_reads_the_package(package, tmp_path):
    query = subprocess.run(["dpkg-deb", "-f", package, "Package", "Version"], capture_output=True, text=True)
    assert query.stdout == f"Package: sdc-desktop\nVersion: {product.version()}\n"
    out = tmp_path / "root"
    subprocess.run(["dpkg-deb", "-x", package, out], check=True)
    started = subprocess.run([out / "usr" / "bin" / "sdc-desktop"], capture_output=True)
    assert started.stdout == b"hello\n"


@needs_debian
def test_needed_libraries_are_read_and_unknown_ones_stop_the_package(program):
    library = shutil.which("sh")
    with open(library, "rb") as file:  # noqa: PTH123
        data = file.read()
    assert "libc.so.6" in debian.needed(data)
    assert debian.dependencies(program) == ("libc6 (>= 2.0)", "fontconfig-config")
    (program / "shell").write_bytes(data)
    assert debian.dependencies(program)[0] > "libc6 (>= 2.1"
    (program / "shell").write_bytes(data.replace(b"libc.so.6\0", b"libq.so.6\0"))
    with pytest.raises(Stop, match=r"libq\.so\.6"):
        debian.dependencies(program)


@pytest.mark.parametrize("ending", sorted(packages.MOST_OF))
def test_a_package_that_compresses_less_may_be_larger_and_has_a_bound(tmp_path, ending):
    path = tmp_path / f"a{ending}"
    for size, problems in ((packages.MOST_PACKED + 1, 0), (packages.MOST_OF[ending] + 1, 1)):
        with path.open("wb") as file:
            file.truncate(size)
        assert len(packages.problems_of_size(0, [path])) == problems


def test_what_is_larger_than_wanted_is_named(tmp_path):
    small, large, bundle = (tmp_path / name for name in ("small.tar.gz", "large.deb", "x-wheels-y.tar.gz"))
    small.touch()
    for path in (large, bundle):
        with path.open("wb") as file:
            file.truncate(packages.MOST_PACKED + 1)
    assert packages.problems_of_size(packages.MOST_UNPACKED, [small, bundle]) == []
    assert len(packages.problems_of_size(packages.MOST_UNPACKED + 1, [small, large])) == 2
