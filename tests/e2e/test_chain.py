"""A chain of four methods on a new file, by counted clicks; the batch command writes the same file."""

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.screen import ROOT, Program, wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.nightly]
HIERARCHIES, STEPS = "^Hierarchies$", "^Steps of protection$"
EXPORT, REPORT = "^Export protected file$", "^Report –"
CLICKS = 21


def write_staff(folder: Path) -> Path:
    """Three key variables, a sensitive one and two numbers of 80 persons."""
    draw = random.Random(3)
    lines = ["region,sex,age_group,diagnosis,income,hours"]
    for _ in range(80):
        record = (
            draw.choice(("north", "south", "east")),
            draw.choice("fm"),
            draw.choice(("15-24", "25-34", "35-44", "45-54")),
            draw.choice(("asthma", "diabetes", "none")),
            str(50 * round(draw.lognormvariate(7.6, 0.5) / 50)),
            str(draw.randint(8, 60)),
        )
        lines.append(",".join(record))
    path = folder / "staff.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def add_steps(program: Program) -> None:
    """Recode the region, suppress locally, post-randomise the sex alone, microaggregate the numbers."""
    program.press("Steps…")
    program.choose("Level of region", "End", title=STEPS)
    for letter in ("l", "p", "m"):
        program.choose("Method of the new step", letter, title=STEPS)
        program.press("Add step", title=STEPS)
        if letter == "p":
            program.press("Variables: region", title=STEPS)
            program.press("Variables: age_group", title=STEPS)
    program.at_rest(STEPS)
    program.press("Use steps", title=STEPS)
    program.gone(STEPS)


def test_a_chain_of_four_methods_on_a_new_file(start: Callable[..., Program], tmp_path: Path) -> None:
    data, project = write_staff(tmp_path), tmp_path / "staff.sdcproj"
    before = data.read_bytes()
    program = start()
    program.press("Open data file…")
    program.answer_with_file("^Open a data file$", data)
    program.press("Open", title="^Open staff.csv$")
    program.window("^staff.csv")
    program.press("Choose hierarchies…")
    program.press("Use hierarchies", title=HIERARCHIES)
    program.gone(HIERARCHIES)
    program.press("Levels set manually")
    add_steps(program)
    program.press("Export protected file…")
    program.press("Export", title=EXPORT)
    protected = tmp_path / "staff_protected.csv"
    wait_until(protected.is_file, "the protected file")
    program.press("Export report…")
    program.press("Save as…", title=REPORT)
    program.answer_with_file("^Save report$")
    report = tmp_path / "staff_report.pdf"
    wait_until(report.is_file, "the report")
    program.press("Close", title=REPORT)
    program.gone(REPORT)
    program.keys("ctrl+s")
    program.answer_with_file("^Save the project$", project)
    plan = program.save_until(project, lambda plan: len(plan["jobs"]) == 4, "the steps in the saved plan")
    program.keys("ctrl+q")
    assert program.ended() == 0, program.said

    jobs = plan["jobs"]
    assert [job["kind"] for job in jobs] == ["recode", "local_suppression", "pram", "microaggregate"]
    assert [job.get("input", "data") for job in jobs] == ["data", *(job["name"] for job in jobs[:3])]
    assert jobs[0]["params"]["levels"]["region"] == 1
    assert jobs[2]["params"]["variables"] == ["sex"]
    assert jobs[3]["params"]["blocks"] == [["income", "hours"]]
    assert program.clicks == CLICKS
    released = [line.split(",") for line in protected.read_text(encoding="utf-8").splitlines()]
    assert released[0] == ["region", "sex", "age_group", "diagnosis", "income", "hours"]
    assert len(released) == 81
    assert {row[0] for row in released[1:]} == {"*"}
    numbers = [tuple(row[4:]) for row in released[1:]]
    assert min(numbers.count(pair) for pair in set(numbers)) >= 3
    assert report.read_bytes().startswith(b"%PDF-")
    assert data.read_bytes() == before
    batch = tmp_path / "batch"
    command = [sys.executable, "-m", "sdc_desktop", "run", str(project), "--out", str(batch), "--quiet"]
    subprocess.run(command, cwd=ROOT, check=True)
    assert (batch / protected.name).read_bytes() == protected.read_bytes()
