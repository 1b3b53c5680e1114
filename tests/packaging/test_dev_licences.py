"""Which licences let the frozen program be passed on."""

from email.message import Message

import pytest
from dev_lib import Stop, licences


@pytest.mark.parametrize(
    "expression",
    [
        "MIT",
        "BSD-3-Clause AND 0BSD AND MIT AND Zlib AND CC0-1.0",
        "Apache-2.0 OR BSD-2-Clause",
        "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only",
        "(Proprietary OR MIT) AND Zlib",
    ],
)
def test_free_licences_are_known(expression):
    assert licences.is_free(expression)


@pytest.mark.parametrize(
    "expression", ["", "GPL-3.0-only", "MIT AND Proprietary", "UNKNOWN", "(MIT", "MIT )", "MIT OR", "AND MIT"]
)
def test_unknown_and_unfree_licences_and_broken_expressions_are_not(expression):
    assert not licences.is_free(expression)


def metadata(**entries):
    message = Message()
    for name, value in entries.items():
        message[name.replace("_", "-")] = value
    return message


@pytest.mark.parametrize(
    ("entries", "licence"),
    [
        ({"License_Expression": "MIT-CMU", "License": "other"}, "MIT-CMU"),
        ({"License": "Apache 2.0"}, "Apache-2.0"),
        (
            {"License": "Copyright (c) someone", "Classifier": "License :: OSI Approved :: BSD License"},
            "BSD-3-Clause",
        ),
        ({"License": "Ask us"}, "Ask us"),
        ({}, ""),
    ],
)
def test_the_licence_is_read_from_wherever_a_package_tells_it(entries, licence):
    assert licences.stated_licence(metadata(**entries)) == licence


def install(site_packages, name, licence, *, text=True):
    folder = site_packages / f"{name}-1.0.dist-info"
    folder.mkdir()
    folder.joinpath("METADATA").write_text(f"Name: {name}\nVersion: 1.0\nLicense: {licence}\n")
    listed = [f"{folder.name}/METADATA,,"]
    if text:
        folder.joinpath("LICENSE").write_text(f"the licence of {name}")
        listed.append(f"{folder.name}/LICENSE,,")
    folder.joinpath("RECORD").write_text("\n".join(listed) + "\n")


def test_texts_of_all_parts_are_collected_with_a_list(tmp_path):
    site_packages = tmp_path / "site"
    site_packages.mkdir()
    install(site_packages, "numbers", "MIT")
    target = tmp_path / "licences"
    parts = licences.parts_of(site_packages, [])
    assert [part.name for part in parts] == ["numbers", "Python"]
    licences.write_licences(parts, target)
    assert (target / "numbers-1.0" / "LICENSE.txt").read_text() == "the licence of numbers"
    assert "numbers 1.0: MIT\n" in (target / "LIST.txt").read_text()


def test_an_unknown_licence_stops_the_build(tmp_path):
    install(tmp_path, "secret", "Ask us")
    with pytest.raises(Stop, match="secret: Ask us"):
        licences.parts_of(tmp_path, [])


def test_a_missing_text_stops_the_build(tmp_path):
    install(tmp_path, "silent", "MIT", text=False)
    with pytest.raises(Stop, match=r"silent 1\.0: no licence text"):
        licences.parts_of(tmp_path, [])


def test_a_library_of_unknown_origin_stops_the_build(tmp_path):
    (tmp_path / "site").mkdir()
    with pytest.raises(Stop, match="libstrange"):
        licences.parts_of(tmp_path / "site", [tmp_path / "libstrange.so.1"])


def test_microsofts_runtime_is_one_part_with_its_text(tmp_path):
    (tmp_path / "site").mkdir()
    files = [tmp_path / "MSVCP140.dll", tmp_path / "vcruntime140_1.dll"]
    (runtime,) = (part for part in licences.parts_of(tmp_path / "site", files) if part.name != "Python")
    assert runtime.label == "Microsoft Visual C++ runtime"
    assert runtime.files == tuple(files)
    assert "msvcp140" in runtime.texts[0].read_text()
