"""Files from other programs on the screen, by counted clicks: what the guided demos show, on other data."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.screen import ROOT, Program, wait_until
from tests.engine.tables.files.test_arb_import import SPECIFY, folder_with
from tests.ui.test_journeys import write_arx_files

pytestmark = [pytest.mark.e2e, pytest.mark.nightly]
HIERARCHIES, EXPORT, TABLE = "^Hierarchies$", "^Export protected file$", "^Export protected table$"
BATCH = SPECIFY + "<SAFETYRULE> FREQ(3,20)\n<READMICRODATA>\n<SUPPRESS> OPT(1)\n"


def same_by_batch(program: Program, project: Path, written: Path) -> None:
    """Save the project and end the program; the batch command writes the same file."""
    program.keys("ctrl+s")
    program.answer_with_file("^Save the project$", project)
    program.window(f"^{project.name}")
    program.keys("ctrl+q")
    assert program.ended() == 0, program.said
    batch = project.parent / "batch"
    command = [sys.executable, "-m", "sdc_desktop", "run", str(project), "--out", str(batch), "--quiet"]
    subprocess.run(command, cwd=ROOT, check=True)
    assert (batch / written.name).read_bytes() == written.read_bytes()


def open_arx_file(program: Program, data: Path) -> None:
    """Open a file and take the hierarchies that lie beside it."""
    program.press("Open data file…")
    program.answer_with_file("^Open a data file$", data)
    program.press("Open", title="^Open persons.csv$")
    program.window("^persons.csv")
    program.press("Choose hierarchies…")
    program.press("Use hierarchies", title=HIERARCHIES)
    program.gone(HIERARCHIES)


def open_batch(program: Program, batch: Path) -> None:
    """Open a batch file of tau-ARGUS; its plan goes into the folder proposed."""
    program.press("Open data file…")
    program.answer_with_file("^Open a data file$", batch)
    program.answer_with_file("^Name a new folder for the plan")
    program.window("^records.csv")


def export_table(program: Program, folder: Path) -> Path:
    """The protected table under the name proposed."""
    program.press("Export protected table…")
    program.answer_with_file(TABLE)
    written = folder / "batch plan" / "records_table.csv"
    wait_until(written.is_file, "the protected table")
    return written


def test_a_file_with_arx_hierarchies_to_a_protected_file(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    program = start()
    open_arx_file(program, write_arx_files(tmp_path))
    program.press("Export protected file…")
    program.press("Export", title=EXPORT)
    protected = tmp_path / "persons_protected.csv"
    wait_until(protected.is_file, "the protected file")
    assert program.clicks == 6
    same_by_batch(program, tmp_path / "persons.sdcproj", protected)


def test_the_steps_of_the_demo_on_patients_on_other_data(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    program, project = start(), tmp_path / "persons.sdcproj"
    open_arx_file(program, write_arx_files(tmp_path))
    program.press("Variables: region")
    program.press("Weight of utility, alpha")
    program.keys("ctrl+a")
    program.type("0.3")
    program.keys("Return")
    program.press("Privacy points of region")
    program.keys("ctrl+a")
    program.type("70")
    program.keys("Return")
    program.choose("Evidence", "r")
    program.keys("ctrl+z")
    program.press("Export protected file…")
    program.press("Export", title=EXPORT)
    protected = tmp_path / "persons_protected.csv"
    wait_until(protected.is_file, "the protected file")
    assert program.clicks == 10
    same_by_batch(program, project, protected)


def test_a_batch_file_of_tau_argus_to_a_protected_table(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    program = start()
    open_batch(program, folder_with(tmp_path, BATCH))
    program.press("Protect table")
    written = export_table(program, tmp_path)
    assert program.clicks == 3
    same_by_batch(program, tmp_path / "table.sdcproj", written)


def test_the_steps_of_the_demo_on_enterprises_on_other_data(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    program = start()
    open_batch(program, folder_with(tmp_path, BATCH))
    program.press("Unsafe cells: 531.1")
    program.press("Threshold rule: Minimum number of contributors")
    program.keys("ctrl+a")
    program.type("4")
    program.keys("Return")
    program.press("Protect table")
    program.press("tab Intervals")
    written = export_table(program, tmp_path)
    assert program.clicks == 6
    assert ";;suppressed" in written.read_text(encoding="utf-8")
    same_by_batch(program, tmp_path / "table.sdcproj", written)
