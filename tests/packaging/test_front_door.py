"""The files at the front of the repository: they agree with the program and with one another."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from dev_lib.wine import installer

from sdc_desktop import __version__
from sdc_desktop.cli import main

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
YAML = sorted([*ROOT.glob(".github/**/*.yml"), ROOT / "CITATION.cff", ROOT / ".pre-commit-config.yaml"])
README = (ROOT / "README.md").read_text(encoding="utf-8")
MOST_PICTURE = 150_000  # bytes
VERBS = sorted(set(re.findall(r"^sdc-desktop ([a-z][a-z-]+)", README, re.MULTILINE)))


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
    assert commands == ["python packaging/dev.py check", "python packaging/dev.py test --slow"]


def test_packages_are_made_on_three_systems_by_the_chore_that_is_tried_everywhere() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/packages.yml").read_text(encoding="utf-8"))["jobs"]
    systems = jobs["packages"]["strategy"]["matrix"]["system"]
    assert {"windows-latest", "macos-latest"} < set(systems)
    steps = jobs["packages"]["steps"]
    commands = [step["run"] for step in steps if "dev.py" in step.get("run", "")]
    assert [command.split()[2] for command in commands] == ["freeze", "package"]
    (kept,) = (step["with"] for step in steps if "upload" in step.get("uses", ""))
    assert kept["if-no-files-found"] == "error"
    assert "dist/SHA256SUMS" in kept["path"].split()
    (fetched,) = (step["run"] for step in steps if "npm" in step.get("run", ""))
    assert f"npm pack {installer.PACKAGE}\n" in fetched
    assert f"{installer.DIGEST}  {installer.PACKAGE.replace('@', '-')}.tgz" in fetched


def test_windows_can_collect_every_test() -> None:
    """One import that fails ends the whole run there."""
    unix = re.compile(r"^(?:import|from) (?:fcntl|grp|pwd|resource|termios)\b", re.MULTILINE)
    files = [*ROOT.glob("tests/**/test_*.py"), *ROOT.glob("tests/**/conftest.py")]
    assert len(files) > 500
    found = [path.name for path in files if unix.search(path.read_text(encoding="utf-8"))]
    assert found == []


def test_every_job_of_a_workflow_has_a_limit_and_may_only_read() -> None:
    for path in ROOT.glob(".github/workflows/*.yml"):
        workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert workflow["permissions"] == {"contents": "read"}
        assert all("timeout-minutes" in job for job in workflow["jobs"].values())


@pytest.mark.parametrize(
    ("verb", "options"),
    [
        (words[0], [word for word in words if word.startswith("--")])
        for path in [*ROOT.glob(".github/workflows/*.yml"), ROOT / ".ci" / "run"]
        for line in re.findall(r"packaging/dev\.py (.+)", path.read_text(encoding="utf-8"))
        for words in [re.findall(r"[\w-]+", line)]
    ],
)
def test_a_chore_that_a_runner_calls_takes_the_options_it_is_given(verb, options) -> None:
    import dev

    understood, rest = dev.parsed([verb, *options])
    assert understood.verb == verb
    assert rest == []


def test_the_readme_begins_with_two_sentences_two_pictures_and_two_commands() -> None:
    opening, _, commands = README.partition("## Two commands")
    text = opening.partition("\n<img")[0].removeprefix("# SDC Desktop").strip()
    assert len(re.findall(r"\.(?:\s|$)", text)) == 2
    assert opening.count("<img ") == 2
    fence = commands.split("```")[1]
    assert re.findall(r"^python3 packaging/dev.py (\w+)", fence, re.MULTILINE) == ["app", "test"]


def test_pictures_of_the_readme_are_small_and_have_alternative_texts() -> None:
    for tag in re.findall(r"<img [^>]+>", README):
        name = re.search(r'src="([^"]+)"', tag)
        words = re.search(r'alt="([^"]+)"', tag)
        assert name is not None
        assert words is not None
        assert len(words[1]) > 20
        assert 0 < (ROOT / name[1]).stat().st_size <= MOST_PICTURE


def test_files_that_the_readme_links_to_are_there() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_the_comparison_of_tools_has_a_cell_for_each_tool_in_every_row() -> None:
    _, _, rest = README.partition("## Beside other tools")
    rows = [line.strip("|").split("|") for line in rest.splitlines() if line.startswith("|")]
    tools = [cell.strip() for cell in rows[0][1:]]
    assert tools == ["SDC Desktop", "mu-ARGUS", "tau-ARGUS", "sdcMicro", "ARX"]
    assert {len(row) for row in rows} == {6}


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_of_the_readme_is_one_of_the_program(verb, capsys) -> None:
    with pytest.raises(SystemExit) as done:
        main([verb, "--help"])
    assert done.value.code == 0


def test_the_chores_that_the_readme_names_are_those_of_the_packager(capsys) -> None:
    import dev

    with pytest.raises(SystemExit):
        dev.main(["--help"])
    shown = capsys.readouterr().out
    for chore in set(re.findall(r"dev\.py (\w+)", README)):
        assert chore in shown


def test_what_the_source_layout_names_is_there() -> None:
    layout = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("```")[1]
    places: list[tuple[int, Path]] = [(-1, ROOT)]
    for line in layout.splitlines():
        found = re.match(r"( {0,6})([a-z_]+(?:/|\.py))(?: |$)", line)
        if found is None:
            continue
        depth = len(found[1])
        while places[-1][0] >= depth:
            places.pop()
        place = places[-1][1] / found[2]
        assert place.exists(), place
        places.append((depth, place))
    assert len(places) > 1
