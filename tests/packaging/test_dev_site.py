"""What the chores do for the tests of Spark: install it where they may, say when they leave it out."""

from pathlib import Path

import pytest
from dev_lib import lock, site, testing
from dev_lib.environment import PYPROJECT, Environment

SAID = 'openjdk version "17.0.15" 2025-04-15\nOpenJDK Runtime Environment'


@pytest.fixture(autouse=True)
def elsewhere_than_on_windows(monkeypatch) -> None:
    monkeypatch.setattr(site, "ON_WINDOWS", False)


@pytest.mark.parametrize(
    ("said", "version"), [(SAID, 17), ('java version "1.8.0_402"', 1), ("", 0), ("no java", 0)]
)
def test_the_version_of_java_is_its_first_number(said, version) -> None:
    assert site.java_version(said) == version


def test_the_lock_of_the_site_pins_spark_with_hashes() -> None:
    pins = {pin.name: pin for pin in lock.read_lock(site.LOCK.read_text(encoding="utf-8"))}
    assert set(pins) == {"pyspark", "py4j"}
    assert all("--hash=sha256:" in pin.text for pin in pins.values())
    assert [one.partition(">")[0] for one in site.site_requirements(PYPROJECT)] == ["pyspark"]


def test_the_lock_of_the_program_has_no_spark() -> None:
    text = (site.LOCK.parent / "requirements.lock").read_text(encoding="utf-8")
    assert "pyspark" not in {pin.name for pin in lock.read_lock(text)}


def test_without_java_the_tests_of_spark_are_left_out_and_it_is_stated(monkeypatch, capsys) -> None:
    monkeypatch.setattr(site, "java_here", lambda: 11)
    monkeypatch.setattr(site.system, "ensure", lambda wanted: wanted)
    assert not site.ready_for_spark(Environment(Path("x")), None)
    assert "left out: they need Java 17 or newer" in capsys.readouterr().out
    assert testing.without_spark("slow") == "(not spark) and (slow)"
    assert testing.without_spark("") == "not spark"


def test_where_spark_cannot_be_installed_it_is_stated(monkeypatch, capsys) -> None:
    monkeypatch.setattr(site, "java_here", lambda: 17)
    monkeypatch.setattr(site, "_has_spark", lambda environment: False)
    monkeypatch.setattr(site, "_install", lambda environment, wheels: False)
    assert not site.ready_for_spark(Environment(Path("x")), None)
    assert "pyspark could not be installed" in capsys.readouterr().out


def test_on_windows_the_tests_of_spark_are_left_out_with_a_reason(monkeypatch, capsys) -> None:
    monkeypatch.setattr(site, "ON_WINDOWS", True)
    monkeypatch.setattr(site, "java_here", lambda: 17)
    monkeypatch.setattr(site, "_install", lambda environment, wheels: pytest.fail("Spark was installed"))
    assert not site.ready_for_spark(Environment(Path("x")), None)
    assert "left out: it needs programs of Hadoop" in capsys.readouterr().out
