"""The steps of the demos on salaries and soldiers on another file, by counted clicks."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.screen import Program, wait_until
from tests.e2e.test_chain import write_staff

pytestmark = [pytest.mark.e2e, pytest.mark.nightly]
KNOWN, REPORT = "Variables that the intruder knows", "^Report –"


def open_staff(program: Program, data: Path, tab: str) -> None:
    """Open the file and go to a tab."""
    program.press("Open data file…")
    program.answer_with_file("^Open a data file$", data)
    program.press("Open", title="^Open staff.csv$")
    program.window("^staff.csv")
    program.press(f"tab {tab}")


def enter(program: Program, name: str, text: str) -> None:
    """Another value of a field."""
    program.press(name)
    program.keys("ctrl+a")
    program.type(text)
    program.keys("Return")


def save_report(program: Program, report: Path) -> None:
    """The report under the name proposed."""
    program.press("Export report…")
    program.press("Save as…", title=REPORT)
    program.answer_with_file("^Save report$")
    wait_until(report.is_file, "the report")
    program.press("Close", title=REPORT)
    program.gone(REPORT)
    assert report.read_bytes().startswith(b"%PDF-")


def test_the_steps_of_the_demo_on_salaries_on_other_data(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    program = start()
    open_staff(program, write_staff(tmp_path), "Risk curves")
    program.choose("Confidential attribute", "i")
    for name in ("region", "sex"):
        program.press(f"{KNOWN}: {name}")
    program.press("Cases, most exposed first: north")
    program.choose("Data source", "Home", "Down", "Down", "Down")
    program.choose("Confidential attribute of the experiment", "i")
    enter(program, "Files for each parameter", "2")
    program.press("Run the experiment")
    program.press("tab Area A")
    save_report(program, tmp_path / "staff_report.pdf")
    assert program.clicks == 15


def test_the_steps_of_the_demo_on_soldiers_on_other_data(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    program = start()
    open_staff(program, write_staff(tmp_path), "Release queue")
    program.choose("Observed attribute", "a")
    program.choose("Target", "r")
    enter(program, "Significance", "10")
    program.press("Run simulation")
    program.press("tab Distributions")
    save_report(program, tmp_path / "staff_report.pdf")
    assert program.clicks == 11
