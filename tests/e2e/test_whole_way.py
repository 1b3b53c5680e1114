"""The whole way of an officer through the real program; the batch command then says the same."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.screen import ROOT, Program, wait_until
from tests.support.csv_files import write_survey

pytestmark = pytest.mark.e2e


def give_role(program: Program, name: str, letter: str) -> None:
    """Go to a variable by the field of the top row, then choose its role from the list."""
    program.keys("ctrl+k")
    program.type(name)
    program.keys("Return")
    program.choose_in_list(letter, "Return")


def give_roles(program: Program, project: Path) -> None:
    """The proposal proposes most roles; the officer gives the other roles."""
    for name, letter in (("status", "k"), ("place", "o"), ("income", "o")):
        give_role(program, name, letter)
    roles = {
        "name": "direct_identifier",
        "place": "other",
        "born": "key",
        "status": "key",
        "income": "other",
        "disease": "sensitive",
    }
    program.save_until(
        project,
        lambda plan: (
            roles == {name: entry.get("role", "other") for name, entry in plan["data"]["variables"].items()}
        ),
        "the roles in the saved plan",
    )


def give_hierarchies(program: Program, project: Path) -> None:
    """The proposed intervals of years; a file of levels, as ARX writes it, for the other."""
    program.press("card File")
    program.press("Propose hierarchies")
    program.choose("Variable of the hierarchy", "s")
    program.press("Import file…")
    program.answer_with_file("^Import a file of levels$", project.parent / "status.csv")
    program.press("Use hierarchy")
    plan = program.save_until(
        project,
        lambda plan: plan["data"].get("hierarchies", {}).get("status", {}).get("header") is False,
        "the file of levels",
    )
    assert plan["data"]["hierarchies"]["born"]["kind"] == "intervals"


def give_points(program: Program, project: Path) -> None:
    """A step that finds the best recoding; the points of marital status in its form."""
    program.choose_in_list("Down", "Return", opener="Insert")
    program.press("status")
    program.press("Privacy points of status")
    program.keys("ctrl+a")
    program.type("70")
    program.keys("Tab")
    plan = program.save_until(
        project, lambda plan: plan["jobs"] and plan["jobs"][0]["params"].get("intruder_points"), "the points"
    )
    assert plan["jobs"][0]["params"]["intruder_points"] == {"born": 30, "status": 70}


def test_from_an_empty_window_to_a_protected_file_that_the_batch_command_makes_again(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    data, project = write_survey(tmp_path), tmp_path / "survey.sdcproj"
    program = start()
    program.keys("ctrl+o")
    program.answer_with_file("^Open a data file$", data)
    program.press("Open", title="^Open survey.csv$")
    program.window("^survey.csv")
    program.keys("ctrl+s")
    program.answer_with_file("^Save the project$", project)
    program.window("^survey.sdcproj")
    give_roles(program, project)
    give_hierarchies(program, project)
    give_points(program, project)
    program.press("Export…")
    program.press("Export 3 files")
    protected, report = tmp_path / "survey_protected.csv", tmp_path / "survey_report.pdf"
    wait_until(report.is_file, "the report")
    program.save_until(project, lambda _: protected.is_file(), "the protected file")
    program.keys("ctrl+q")
    assert program.ended() == 0, program.said

    lines = protected.read_bytes().decode("cp1252").splitlines()
    assert lines[0] == "place;born;status;income;disease"
    assert len(lines) == len(data.read_bytes().splitlines())
    assert report.read_bytes().startswith(b"%PDF-")
    batch = tmp_path / "batch"
    subprocess.run(
        [sys.executable, "-m", "sdc_desktop", "run", str(project), "--out", str(batch), "--quiet"],
        cwd=ROOT,
        check=True,
    )
    assert (batch / protected.name).read_bytes() == protected.read_bytes()
    assert data.read_bytes() == write_survey(tmp_path / "fresh").read_bytes()
