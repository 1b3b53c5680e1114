"""What `package` makes for each system, of a small folder in place of the frozen program."""

import os
import shlex
import struct
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from dev_lib import Stop, freezing, macos, packages, product, windows


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A folder like that of a frozen program, in a dist/ of its own."""
    dist = tmp_path / "dist"
    made = dist / "sdc-desktop"
    (made / "_internal").mkdir(parents=True)
    (made / "licences").mkdir()
    (made / "licences" / "LIST.txt").write_text("all parts")
    for name in (product.COMMAND, f"{product.COMMAND}.exe", f"{product.CONSOLE}.exe"):
        (made / name).write_text('#!/bin/sh\necho "opened $1"\n')
        (made / name).chmod(0o755)
    monkeypatch.setattr(packages, "DIST", dist)
    monkeypatch.setattr(freezing, "PROGRAM", made)
    return made


@pytest.fixture
def commands(monkeypatch):
    """The commands that would be run, in place of running them."""
    found = []

    def pretend(command, **_):
        found.append([str(part) for part in command])
        return subprocess.CompletedProcess(command, 0)

    for module in (windows, macos):
        monkeypatch.setattr(module.subprocess, "run", pretend)
    return found


linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="made on Linux")


@linux_only
def test_the_archive_puts_itself_into_the_menu_and_out_again(program, tmp_path):
    archive, package = packages._for_linux()
    assert package.suffix == ".deb"
    place = tmp_path / 'Zoë "Müller" 岩 & 100 %'
    with tarfile.open(archive) as tar:
        tar.extractall(place, filter="tar")
    (folder,) = place.iterdir()
    assert folder.name == f"sdc-desktop-{product.version()}"
    home = tmp_path / "home"
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    subprocess.run([folder / "desktop-entry.sh"], env=environment, check=True, capture_output=True)
    entry = home / ".local" / "share" / "applications" / "sdc-desktop.desktop"
    (line,) = (line for line in entry.read_text().splitlines() if line.startswith("Exec="))
    assert started(line.removeprefix("Exec="), "a plan.sdcplan") == "opened a plan.sdcplan\n"
    assert (home / ".local/share/icons/hicolor/48x48/apps/sdc-desktop.png").is_file()
    subprocess.run(
        [folder / "desktop-entry.sh", "--remove"], env=environment, check=True, capture_output=True
    )
    left = [path for path in (home / ".local").rglob("*") if path.is_file() and "sdc" in path.name]
    assert left == []


def started(line, file):
    """What a desktop runs for an Exec line: the string's own escapes first, then those of arguments."""
    line = line.replace("\\\\", "\\")
    words = [word.replace("%%", "%") if word != "%f" else file for word in shlex.split(line)]
    return subprocess.run(words, capture_output=True, text=True).stdout


@linux_only
@pytest.mark.parametrize(
    ("library", "language", "said"),
    [
        ("glibc 2.30", "C", "one with the GNU C library 2.31 or later. This one has 2.30."),
        ("glibc 2.30", "de_DE.UTF-8", "GNU-C-Bibliothek 2.31 oder neuer. Hier ist es 2.30."),
        ("glibc 2.31", "C", ""),
        ("glibc 2.40", "C", ""),
        ("", "C", ""),
    ],
)
def test_a_system_that_is_too_old_is_stated_so_in_a_sentence(
    program, tmp_path, monkeypatch, library, language, said
):
    monkeypatch.setattr(freezing.debian, "c_library", lambda folder: 31)
    freezing.write_starter(program)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "getconf").write_text(f"#!/bin/sh\necho '{library}'\n")
    (tools / "getconf").chmod(0o755)
    link = tmp_path / "a link"
    link.symlink_to(program / product.COMMAND)
    variables = {"PATH": f"{tools}:{os.environ['PATH']}", "LC_ALL": language}
    done = subprocess.run([link, "a file"], env=variables, capture_output=True, text=True)
    assert done.stderr.count("\n") == bool(said)
    assert said in done.stderr
    assert (done.returncode, done.stdout) == ((1, "") if said else (0, "opened a file\n"))


def test_windows_gets_a_portable_folder_and_an_installer_signed_with_the_sites_key(
    program, commands, monkeypatch
):
    monkeypatch.setenv(windows.SIGNING, 'signtool sign /tr http://time.example /td sha256 /a "{file}"')
    monkeypatch.setattr(windows.shutil, "which", lambda name: name)
    (program / "_internal" / "one.pyd").write_bytes(pe(signed=False))
    (program / "_internal" / "python.DLL").write_bytes(pe(signed=True))
    portable, setup, package = packages._for_windows()
    with zipfile.ZipFile(portable) as packed:
        top = f"sdc-desktop-{product.version()}"
        assert {f"{top}/sdc-desktop.exe", f"{top}/sdc-desktop-console.exe"} <= set(packed.namelist())
        assert b"sdc-desktop.exe" in packed.read(f"{top}/{freezing.HASHES}")
    assert setup.name == f"sdc-desktop-{product.version()}-setup.exe"
    signed = [Path(command[-1]).name for command in commands if command[0] == "signtool"]
    assert signed == ["one.pyd", "sdc-desktop-console.exe", "sdc-desktop.exe", package.name]
    (compiled,) = (command for command in commands if command[0] == "ISCC.exe")
    script = Path(compiled[-1]).read_text(encoding="utf-8-sig")
    assert str(program) in script
    assert "SignTool=site\nSignedUninstaller=yes\n" in script
    assert (
        compiled[2] == "/Ssite=signtool sign /tr http://time.example /td sha256 /a $f"
    )  # it signs its own file
    assert [command[0] for command in commands].count("wixl") == 1


def pe(*, signed: bool) -> bytes:
    """The head of a 64-bit Windows library."""
    head = bytearray(64 + 24 + 240)
    head[:2], head[60:64] = b"MZ", struct.pack("<I", 64)
    head[64:68], head[88:90] = b"PE\0\0", struct.pack("<H", 0x20B)
    head[88 + 144 : 88 + 152] = struct.pack("<II", 4096 * signed, 512 * signed)
    return bytes(head)


def test_macos_gets_an_image_of_the_signed_app_with_its_licences(program, commands, monkeypatch):
    app = packages.DIST / f"{product.NAME}.app"
    for name in ("Resources", "MacOS", "Frameworks/inside"):
        (app / "Contents" / name).mkdir(parents=True)
    for name in ("MacOS/sdc-desktop", "Frameworks/top.dylib", "Frameworks/inside/deep.so"):
        (app / "Contents" / name).write_bytes(b"\xcf\xfa\xed\xfe...")
    (app / "Contents" / "Frameworks" / "notes.txt").write_text("no program")
    (app / "Contents" / "Frameworks" / "link.dylib").symlink_to("top.dylib")
    monkeypatch.setenv(macos.IDENTITY, "Developer ID Application: A House")
    (image,) = packages._for_macos()
    assert (app / "Contents" / "Resources" / "licences" / "LIST.txt").read_text() == "all parts"
    *signed, verified, tried, made = commands
    assert [Path(command[-1]).name for command in signed] == ["deep.so", "top.dylib", app.name]
    for command in signed:
        assert command[0] == "codesign"
        assert command[command.index("--sign") + 1] == "Developer ID Application: A House"
        assert command[command.index("--options") + 1] == "runtime"
        assert "--timestamp" in command
        assert "--deep" not in command
    assert ["--entitlements" in command for command in signed] == [False, False, True]
    assert verified[:2] == ["codesign", "--verify"]
    assert tried == [str(app / "Contents" / "MacOS" / product.COMMAND), "--self-test"]
    assert made[0] == "hdiutil"
    assert made[-1] == str(image)
    assert image.name in {f"sdc-desktop-{product.version()}-macos-{kind}.dmg" for kind in ("arm64", "x86_64")}


def test_a_disk_image_is_tried_again_while_the_system_keeps_it_busy(tmp_path, monkeypatch):
    (tmp_path / "A.app").mkdir()
    codes = [1, 1, 0]
    monkeypatch.setattr(
        macos.subprocess, "run", lambda command: subprocess.CompletedProcess(command, codes.pop(0))
    )
    monkeypatch.setattr(macos.time, "sleep", lambda seconds: None)
    assert macos.make_image(tmp_path / "A.app", tmp_path).suffix == ".dmg"
    assert codes == []
    codes += [1] * 9
    with pytest.raises(Stop, match="disk image could not be made"):
        macos.make_image(tmp_path / "A.app", tmp_path)


@linux_only
def test_package_replaces_what_an_earlier_run_made_and_tells_sizes_and_hashes(program, monkeypatch, capsys):
    dist = packages.DIST
    (dist / "sdc-desktop-0.0.1-linux-x86_64.tar.xz").write_text("old")
    monkeypatch.setattr(packages, "SUMS", dist / "SHA256SUMS")
    monkeypatch.setattr(freezing, "freeze_program", lambda given, only_if_changed: 0)
    monkeypatch.setattr(packages, "set_up", lambda *_: None)
    bundle = dist / "sdc-desktop-9-wheels-x.tar.gz"

    def make_bundle(environment, folder, output, given):
        bundle.write_text("wheels")
        return bundle

    monkeypatch.setattr(packages.wheels, "make_bundle", make_bundle)
    assert packages.make_packages(None) == 0
    listed = (dist / "SHA256SUMS").read_text().splitlines()
    made = {path.name for path in dist.iterdir() if path.is_file()} - {"SHA256SUMS"}
    assert {line.split("  ")[1] for line in listed} == made
    assert len(made) == 3
    assert not (dist / "sdc-desktop-0.0.1-linux-x86_64.tar.xz").exists()
    done = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=dist, capture_output=True)
    assert done.returncode == 0
    text = capsys.readouterr().out
    assert "unpacked: 0 MB (wanted: at most 480 MB)" in text
    assert all(f"dist/{name}: 0 MB" in text for name in made)


def test_a_release_is_not_begun_while_nobody_is_named(monkeypatch):
    monkeypatch.setattr(freezing, "freeze_program", lambda *_, **__: pytest.fail("nothing is to be made"))
    monkeypatch.setattr(product, "HOMEPAGE", "")
    with pytest.raises(Stop, match="HOMEPAGE"):
        packages.make_packages(None, for_release=True)


def test_package_fails_where_freezing_fails_or_something_is_larger_than_wanted(program, monkeypatch, capsys):
    monkeypatch.setattr(freezing, "freeze_program", lambda given, only_if_changed: 1)
    assert packages.make_packages(None) == 1
    monkeypatch.setattr(freezing, "freeze_program", lambda given, only_if_changed: 0)
    monkeypatch.setattr(packages, "SUMS", packages.DIST / "SHA256SUMS")
    monkeypatch.setattr(packages, "set_up", lambda *_: None)
    monkeypatch.setattr(packages, "MOST_UNPACKED", 1)
    monkeypatch.setattr(packages.wheels, "make_bundle", lambda *_: program / product.COMMAND)
    monkeypatch.setattr(packages, "_FOR", {sys.platform: lambda: []})
    assert packages.make_packages(None) == 1
    assert "The unpacked program is larger than wanted." in capsys.readouterr().out
