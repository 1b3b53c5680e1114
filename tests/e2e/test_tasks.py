"""The tasks of every day by real clicks under a window manager: how many each takes, file choosers apart."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sdc_desktop.resources import resource_path
from tests.e2e.screen import Program, wait_until
from tests.ui.test_first_hour import write_clinic

pytestmark = pytest.mark.e2e
CLICKS = {
    "recode a new file": 4,
    "suppress and export": 4,
    "why a record is at risk": 3,
    "ask for a change": 1,
}


def texts(program: Program) -> str:
    return "\n".join(program.at_rest()["texts"])


def clicks_of(program: Program, *names: str) -> int:
    """The clicks to press, in this order, what has these names or names that begin with them."""
    before = program.clicks
    for name in names:
        program.press(next((one for one in program.names() if one.startswith(name)), name))
    return program.clicks - before


def test_recoding_suppressing_exporting_and_why_on_a_new_file(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    program, took = start(str(write_clinic(tmp_path))), {}
    program.press("Open", title="^Open clinic.csv$")
    program.window("^clinic.csv")
    level = "10-year bands"
    took["recode a new file"] = clicks_of(program, "card Roles", "card + Add step", "Recode", level)
    assert "10-year bands" in texts(program)
    took["why a record is at risk"] = clicks_of(
        program, "tab Records", "Records before and after: ", "tab Why"
    )
    assert "Class now" in texts(program)
    export = "Export…", "Export 3 files"
    took["suppress and export"] = clicks_of(program, "card + Add step", "Suppress", *export)
    wait_until((tmp_path / "clinic_report.pdf").is_file, "the report")
    assert (tmp_path / "clinic_protected.csv").is_file()
    assert took.items() <= CLICKS.items()


def test_asking_for_a_change_of_an_output(start: Callable[..., Program], tmp_path: Path) -> None:
    demo = shutil.copytree(resource_path("demo", "outputs"), tmp_path / "demo")
    program = start(str(demo / "outputs.sdcproj"))
    program.press("tab Output checking")
    wait_until(lambda: "0 of 6 decided" in texts(program), "the queue")
    program.press(next(name for name in program.names() if ": B2:D4" in name))
    assert clicks_of(program, "Change") == CLICKS["ask for a change"]
    assert "1 of 6 decided" in texts(program)
