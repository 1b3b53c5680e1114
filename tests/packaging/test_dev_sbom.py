"""The bill of materials: what CycloneDX asks for, the same bytes from the same parts, no addresses."""

import json
import re
import uuid
from pathlib import Path

import pytest
from dev_lib import environment, licences, lock, product, sbom
from dev_lib.licences import Part

PINS = lock.read_lock(
    "numpy==2.0 \\\n    --hash=sha256:aa\n    # via\n    #   scipy\n    #   sdc-desktop (pyproject.toml)\n"
    "scipy==1.13 \\\n    --hash=sha256:bb\n    # via sdc-desktop (pyproject.toml)\n"
    "pyside6-essentials==6.9.3 \\\n    --hash=sha256:cc\n    # via sdc-desktop (pyproject.toml)\n"
)
HASH = "0123456789abcdef" * 4


@pytest.fixture
def parts(tmp_path):
    shipped = tmp_path / "program" / "_internal"
    shipped.mkdir(parents=True)
    (shipped / "libx.so.1").write_bytes(b"a library")
    return [
        Part("numpy", "2.0", "BSD-3-Clause AND MIT", (), licences.PACKAGE),
        Part("scipy", "1.13", "BSD-3-Clause", (), licences.PACKAGE),
        Part("PySide6_Essentials", "6.9.3", "LGPL-3.0-only", (), licences.PACKAGE),
        Part("Python", "3.11.7", "PSF-2.0", (), licences.PYTHON),
        Part("libx1", "2:1.0+b1", licences.SEE_TEXT, (), licences.SYSTEM, (Path("/usr/lib/libx.so.1"),)),
    ]


@pytest.fixture
def bill(parts, tmp_path):
    return json.loads(sbom.document(parts, PINS, {"numpy": HASH}, tmp_path / "program"))


def test_it_has_what_the_schema_of_cyclonedx_requests(bill):
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill["serialNumber"])
    assert uuid.UUID(bill["serialNumber"].removeprefix("urn:uuid:")).version == 4
    assert set(bill) <= {
        *("$schema", "bomFormat", "specVersion", "serialNumber", "version", "metadata", "components"),
        *("services", "externalReferences", "dependencies", "compositions", "vulnerabilities", "properties"),
    }
    for one in components(bill):
        check_component(one)


def components(bill):
    found = [bill["metadata"]["component"], *bill["components"]]
    return found + [inner for one in found for inner in one.get("components", ())]


def check_component(one):
    """The rules of the schema for a component, as far as we use it."""
    allowed = {"type", "bom-ref", "name", "version", "purl", "licenses", "hashes", "components"}
    assert set(one) <= allowed | {"publisher", "description"}
    assert one["type"] in {"application", "framework", "library", "platform", "file"}
    assert one["name"]
    for licence in one.get("licenses", ()):
        assert set(licence) == {"expression"} or set(licence["license"]) in ({"id"}, {"name"})
    assert len([licence for licence in one.get("licenses", ()) if "expression" in licence]) <= 1
    for shown in one.get("hashes", ()):
        assert shown["alg"] == "SHA-256"
        assert re.fullmatch(r"[0-9a-f]{64}", shown["content"])
    if one["type"] != "file":
        assert re.fullmatch(
            r"pkg:[a-z]+/[A-Za-z0-9%._/+-]+@[A-Za-z0-9%._-]+(\?[a-z]+=[a-z0-9._-]+)?", one["purl"]
        )


def test_every_part_has_a_reference_of_its_own_and_dependencies_name_only_these(bill):
    references = [one["bom-ref"] for one in components(bill)]
    assert len(references) == len(set(references))
    shown = {one["ref"]: one["dependsOn"] for one in bill["dependencies"]}
    assert set(shown) | {name for names in shown.values() for name in names} <= set(references)
    ours = f"pkg:generic/sdc-desktop@{product.version()}"
    assert shown["pkg:pypi/scipy@1.13"] == ["pkg:pypi/numpy@2.0"]
    assert shown["pkg:pypi/pyside6-essentials@6.9.3"] == ["pkg:generic/qt@6.9.3"]
    assert {"pkg:pypi/scipy@1.13", "pkg:generic/python@3.11.7"} <= set(shown[ours])
    assert "pkg:generic/qt@6.9.3" not in shown[ours]


def test_it_tells_hashes_licences_and_the_files_of_the_system(bill):
    found = {one["name"]: one for one in bill["components"]}
    assert found["numpy"]["hashes"] == [{"alg": "SHA-256", "content": HASH}]
    assert found["numpy"]["licenses"] == [{"expression": "BSD-3-Clause AND MIT"}]
    assert found["scipy"]["licenses"] == [{"license": {"id": "BSD-3-Clause"}}]
    assert "hashes" not in found["scipy"]
    (library,) = found["libx1"]["components"]
    assert library["name"] == "libx.so.1"
    assert found["libx1"]["purl"].split("?")[0].endswith("/libx1@2%3A1.0%2Bb1")


def test_the_same_parts_give_the_same_bytes_and_another_part_another_number(parts, tmp_path):
    first = sbom.document(parts, PINS, {}, tmp_path / "program")
    assert sbom.document(parts[::-1], PINS, {}, tmp_path / "program") == first
    other = json.loads(sbom.document(parts[1:], PINS, {}, tmp_path / "program"))
    assert other["serialNumber"] != json.loads(first)["serialNumber"]


def test_it_names_no_host_no_path_and_no_time(parts, tmp_path):
    text = sbom.document(parts, PINS, {}, tmp_path / "program")
    assert "://" not in text
    assert str(tmp_path) not in text
    assert "timestamp" not in text


def test_parts_of_systems_without_packages_have_a_reference_too(parts, tmp_path, monkeypatch):
    def none() -> dict[str, str]:
        raise OSError("no such file")

    monkeypatch.setattr(sbom.platform, "freedesktop_os_release", none)
    parts[-1] = Part("Microsoft Visual C++ runtime", "", licences.SEE_TEXT, (), licences.SYSTEM)
    bill = json.loads(sbom.document(parts, PINS, {}, tmp_path / "program"))
    (runtime,) = (one for one in bill["components"] if one["name"].startswith("Microsoft"))
    assert runtime["purl"] == runtime["bom-ref"] == "pkg:generic/Microsoft%20Visual%20C%2B%2B%20runtime"


@pytest.mark.parametrize(
    "archive", [{"hashes": {"sha256": HASH}}, {"hash": f"sha256={HASH}"}], ids=["pip", "pip before 23.1"]
)
def test_the_hashes_of_wheels_are_read_from_pips_report(tmp_path, archive):
    report = {
        "install": [
            {
                "metadata": {"name": "Some_Package"},
                "download_info": {"archive_info": archive},
            }
        ]
    }
    (tmp_path / environment.REPORT).write_text(json.dumps(report))
    assert environment.wheels_installed(environment.Environment(tmp_path)) == {"some-package": HASH}
