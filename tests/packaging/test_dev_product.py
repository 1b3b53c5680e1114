"""Version, names and kinds of file are told once, and all installers say the same."""

import plistlib
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from dev_lib import Stop, debian, icons, macos, product, windows

import sdc_desktop
from sdc_desktop.ui.shell import file_commands

ROOT = Path(__file__).resolve().parents[2]


def test_package_project_and_installers_have_one_version():
    shown = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert shown == sdc_desktop.__version__ == product.version()


def test_a_version_that_cannot_be_read_stops(tmp_path):
    (tmp_path / "sdc_desktop").mkdir()
    (tmp_path / "sdc_desktop" / "__init__.py").write_text('__version__ = "soon"\n')
    with pytest.raises(Stop, match="tells no version"):
        product.version(tmp_path)


@pytest.mark.parametrize(
    ("version", "figures", "debian"),
    [
        ("1.0.0a2", (1, 0, 0, 2), "1.0.0~a2"),
        ("1.0.0b1", (1, 0, 0, 101), "1.0.0~b1"),
        ("1.0.0rc1", (1, 0, 0, 201), "1.0.0~rc1"),
        ("1.0.0", (1, 0, 0, 300), "1.0.0"),
        ("1.0.1", (1, 0, 1, 300), "1.0.1"),
    ],
)
def test_a_version_before_the_release_is_one_everywhere(tmp_path, version, figures, debian):
    (tmp_path / "sdc_desktop").mkdir()
    (tmp_path / "sdc_desktop" / "__init__.py").write_text(f'__version__ = "{version}"\n')
    assert product.version(tmp_path) == version
    assert product.figures(version) == figures
    assert product.debian_version(version) == debian


def test_a_release_is_refused_while_a_field_of_the_publisher_is_blank(monkeypatch):
    monkeypatch.setattr(product, "MAINTAINER", "Release team")
    monkeypatch.setattr(product, "MAIL", " ")
    monkeypatch.setattr(product, "HOMEPAGE", "")
    with pytest.raises(Stop, match="A release needs MAIL, HOMEPAGE in"):
        product.refuse_blanks()
    monkeypatch.setattr(product, "MAIL", "release@agency.example")
    monkeypatch.setattr(product, "HOMEPAGE", "https://agency.example/sdc?a=1&b=2")
    product.refuse_blanks()
    control = product.filled(
        debian.LINUX / "control", architecture="amd64", installed_size="1", depends="libc6"
    )
    assert (
        "Maintainer: Release team <release@agency.example>\nHomepage: https://agency.example/sdc" in control
    )
    page = ElementTree.fromstring(product.filled(debian.LINUX / "metainfo.xml", changes=""))
    assert page.findtext("url") == "https://agency.example/sdc?a=1&b=2"


def test_the_catalogue_of_software_knows_the_program_by_its_desktop_entry(monkeypatch, tmp_path):
    monkeypatch.setattr(debian, "ROOT", tmp_path)
    (tmp_path / "CHANGELOG.md").write_text(
        f"# Changelog\n\n## {product.version()} (2026-11-23)\n\n## 0.1.0 (unreleased)\n"
    )
    files = debian.desktop_files("share")
    page = files[f"share/metainfo/{product.BUNDLE}.metainfo.xml"]
    assert isinstance(page.source, bytes)
    root = ElementTree.fromstring(page.source)
    assert root.findtext("id") == product.BUNDLE
    assert f"share/applications/{root.findtext('launchable')}" in files
    assert (root.findtext("name"), root.findtext("summary")) == (product.NAME, product.SUMMARY)
    (release,) = root.iter("release")
    assert (release.get("version"), release.get("date")) == (product.version(), "2026-11-23")
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## {product.version()} (unreleased)\n")
    assert debian.changes() == ""


def test_the_kinds_of_file_are_those_that_the_program_opens():
    assert {f".{kind.ending}" for kind in product.FILE_TYPES} == {file_commands.PLAN, file_commands.PROJECT}


def test_a_field_that_nobody_fills_stops(tmp_path):
    template = tmp_path / "text"
    template.write_text("@name@ and @nothing_known@")
    with pytest.raises(Stop, match="text asks for nothing_known"):
        product.filled(template)


def test_no_text_for_others_has_a_field_left():
    more = {"python": "3.11", "platform": "linux", "licence_text": "", "architecture": "", "depends": ""}
    more |= {
        "glibc": "28",
        "changes": "",
        "installed_size": "",
        "program": "",
        "output": "",
        "icons": "",
        "licence": "",
        "signing": "",
    }
    folders = ("linux", "windows", "wheels")
    templates = [path for folder in folders for path in (ROOT / "packaging" / folder).iterdir()]
    templates.append(ROOT / "packaging" / "for-the-it-department.txt")
    for template in templates:
        assert not re.search(r"@[a-z_]+@", product.filled(template, **more)), template.name


def test_the_desktop_entry_has_what_desktops_need():
    text = product.filled(debian.LINUX / "sdc-desktop.desktop")
    lines = text.splitlines()
    entries = dict(line.split("=", 1) for line in lines[1:])
    assert lines[0] == "[Desktop Entry]"
    assert (entries["Type"], entries["Name"], entries["Exec"]) == (
        "Application",
        product.NAME,
        "sdc-desktop %f",
    )
    assert entries["MimeType"].split(";")[:-1] == [kind.media for kind in product.FILE_TYPES]
    assert entries["Icon"] in icons.SOURCES


def test_the_media_types_have_ending_name_and_icon():
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    root = ElementTree.fromstring(product.filled(debian.LINUX / "sdc-desktop.xml"))
    shown = {
        (
            kind.find(f"{space}glob").get("pattern").removeprefix("*."),
            kind.find(f"{space}comment").text,
            kind.get("type"),
            kind.find(f"{space}icon").get("name"),
        )
        for kind in root
    }
    assert shown == {(kind.ending, kind.name, kind.media, kind.icon) for kind in product.FILE_TYPES}


def test_the_windows_installer_has_version_names_and_kinds_of_file():
    script = windows.setup_script(Path(r"C:\made\sdc-desktop"), Path(r"C:\made"))
    setup = dict(line.split("=", 1) for line in script.splitlines() if re.match(r"[A-Za-z]+=", line))
    assert setup["AppVersion"] == setup["VersionInfoTextVersion"] == product.version()
    assert setup["VersionInfoVersion"] == ".".join(map(str, product.figures(product.version())))
    assert setup["AppName"] == product.NAME
    assert setup["AppId"] == "{{" + product.WINDOWS_ID + "}"  # "{{" is a brace in Inno Setup
    assert setup["PrivilegesRequired"] == "lowest"
    assert "commandline" in setup["PrivilegesRequiredOverridesAllowed"]
    for kind in product.FILE_TYPES:
        lines = [
            line for line in script.splitlines() if kind.ending in line and line.startswith("Root: HKA;")
        ]
        opened = f'ValueData: """{{app}}\\{product.COMMAND}.exe"" ""%1"""'
        assert any(opened in line and "shell\\open\\command" in line for line in lines)
        assert any(f'ValueData: "{kind.name}"' in line for line in lines)
        assert any(f'ValueData: "{kind.media}"' in line for line in lines)
        assert any(f"{kind.icon}.ico" in line for line in lines)
        assert all("uninsdelete" in line or "SDCDesktop." in line for line in lines)
        assert '"C:\\made\\sdc-desktop\\*"; DestDir: "{app}"' in script


def test_the_version_resource_is_one_that_pyinstaller_reads(tmp_path):
    """Its constructors are played here; PyInstaller's own need a library that is for Windows alone."""
    calls = []

    def constructor(name):
        def made(*arguments, **named):
            calls.append((name, arguments, named))
            return name

        return made

    names = (
        *("VSVersionInfo", "FixedFileInfo", "StringFileInfo", "StringTable", "StringStruct"),
        *("VarFileInfo", "VarStruct"),
    )
    text = Path(windows.version_resource("sdc-desktop-console", tmp_path)).read_text(encoding="utf-8")
    eval(text, {name: constructor(name) for name in names})
    strings = dict(arguments for name, arguments, _ in calls if name == "StringStruct")
    (figures,) = (named["filevers"] for name, _, named in calls if name == "FixedFileInfo")
    assert figures == product.figures(product.version())
    assert strings["FileVersion"] == strings["ProductVersion"] == product.version()
    assert strings["OriginalFilename"] == "sdc-desktop-console.exe"


def test_the_macos_bundle_declares_each_kind_of_file_it_opens():
    shown = plistlib.loads(plistlib.dumps(macos.info_plist("12.0")))
    assert shown["CFBundleShortVersionString"] == product.release(product.version())
    assert shown["LSMinimumSystemVersion"] == "12.0"
    declared = {
        kind["UTTypeIdentifier"]: kind["UTTypeTagSpecification"]
        for kind in shown["UTExportedTypeDeclarations"]
    }
    for kind, opened in zip(product.FILE_TYPES, shown["CFBundleDocumentTypes"], strict=True):
        (identifier,) = opened["LSItemContentTypes"]
        assert declared[identifier] == {
            "public.filename-extension": [kind.ending],
            "public.mime-type": kind.media,
        }
        assert (ROOT / "packaging" / "icons" / opened["CFBundleTypeIconFile"]).is_file()


def test_the_oldest_macos_is_that_of_the_most_demanding_wheel(tmp_path):
    tags = {
        "small": "py3-none-any",
        "old": "cp311-cp311-macosx_10_9_x86_64",
        "new": "cp39-abi3-macosx_13_2_universal2",
    }
    for name, tag in tags.items():
        (tmp_path / f"{name}.dist-info").mkdir()
        (tmp_path / f"{name}.dist-info" / "WHEEL").write_text(f"Wheel-Version: 1.0\nTag: {tag}\n")
    assert macos.minimum_system(tmp_path) == "13.2"
    assert macos.minimum_system(tmp_path / "nothing") == "11.0"


def test_the_windows_installer_speaks_english_and_german():
    script = windows.setup_script(Path(r"C:\made\sdc-desktop"), Path(r"C:\made"))
    languages = re.findall(r'^Name: "(\w+)"; MessagesFile: "compiler:(.+)"$', script, re.MULTILINE)
    assert languages == [("en", "Default.isl"), ("de", r"Languages\German.isl")]
    texts = re.findall(r"^(en|de)\.(\w+)=(.+)$", script, re.MULTILINE)
    wanted = set(re.findall(r"\{cm:(\w+)\}", script))
    assert wanted
    for language, _ in languages:
        assert {name for spoken, name, _ in texts if spoken == language} == wanted
    assert "SignedUninstaller" not in script  # without a command for signing


def test_the_entitlements_are_a_property_list():
    assert plistlib.loads(Path(macos.ENTITLEMENTS).read_bytes())


def test_files_are_signed_with_the_sites_command(tmp_path):
    signed = tmp_path / "signed"
    program = tmp_path / "a program.exe"
    program.write_text("x")
    command = f'cp "{{file}}" "{signed}"'
    assert windows.sign([program], {windows.SIGNING: command})
    assert signed.read_text() == "x"
    assert not windows.sign([program], {})
    with pytest.raises(Stop, match="where the file's name goes"):
        windows.sign([program], {windows.SIGNING: "signtool sign"})
    with pytest.raises(Stop, match="RFC 3161"):
        windows.sign([program], {windows.SIGNING: "signtool sign /t http://time.example /a {file}"})
    with pytest.raises(Stop, match="could not be signed"):
        windows.sign([program], {windows.SIGNING: "false {file}"})


def test_without_inno_setup_the_installer_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(windows.shutil, "which", lambda name: None)
    with pytest.raises(Stop, match=r"Inno Setup 6\.3"):
        windows.make_setup(tmp_path, tmp_path)
