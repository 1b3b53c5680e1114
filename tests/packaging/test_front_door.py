"""The files at the front of the repository: they agree with the program and with one another."""

import tomllib
from pathlib import Path

import pytest
import yaml

from sdc_desktop import __version__

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
YAML = sorted([*ROOT.glob(".github/**/*.yml"), ROOT / "CITATION.cff", ROOT / ".pre-commit-config.yaml"])


@pytest.mark.parametrize("path", YAML, ids=lambda path: path.name)
def test_a_yaml_file_can_be_read(path) -> None:
    assert yaml.safe_load(path.read_text(encoding="utf-8"))


def test_the_version_is_the_same_everywhere() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == PROJECT["version"] == __version__
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_matrix_has_every_python_and_three_systems_and_calls_the_same_commands() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8"))["jobs"]
    matrix = jobs["tests"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13"]
    assert {system.split("-")[0] for system in matrix["system"]} == {"ubuntu", "windows", "macos"}
    commands = [step["run"] for step in jobs["tests"]["steps"] if "run" in step]
    assert commands == ["python packaging/dev.py check", "python packaging/dev.py test"]


def test_every_job_of_a_workflow_has_a_limit_and_may_only_read() -> None:
    for path in ROOT.glob(".github/workflows/*.yml"):
        workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert workflow["permissions"] == {"contents": "read"}
        assert all("timeout-minutes" in job for job in workflow["jobs"].values())
