"""The tasks of every day by real clicks under a window manager: how many each takes, file choosers apart."""

import random
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

CLICKS_OF_A_SURVEY = 20
KEYS_FOR_CLICKS = 2  # a step added by keys
KEYS = "age", "sex", "marstat", "municipality", "educ", "nace"


def texts(program: Program) -> str:
    return "\n".join(program.at_rest()["texts"])


def clicks_of(program: Program, *names: str) -> int:
    """The clicks to press, in this order, what has these names or names that begin with them."""
    before = program.clicks
    for name in names:
        there = program.names()
        beginning = (one for one in there if one.startswith(name))
        program.press(name if name in there else next(beginning, name))
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


def write_labour_force(folder: Path) -> Path:
    """A survey of 400 persons in households, with a weight, codes of places and activities, an income."""
    chance, lines = random.Random(29), ["hhid,age,sex,marstat,municipality,educ,nace,income,weight"]
    for number in range(400):
        place, educ = f"{chance.randint(1, 3)}{chance.randint(10, 19)}", chance.randint(1, 4)
        status, branch = chance.choice(("single", "married", "widowed")), chance.choice(("A01", "A02", "C10"))
        income = round(chance.lognormvariate(7.6, 0.4), -1)
        record = 1000 + number // 2, chance.randint(16, 85), chance.choice("mf"), status, place
        lines.append(",".join(map(str, (*record, f"ISCED {educ}", branch, income, 120.5))))
    path = folder / "labour.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_survey_from_its_file_to_a_protected_file_and_a_report(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    program = start(str(write_labour_force(tmp_path)))
    program.press("Open", title="^Open labour.csv$")
    program.window("^labour.csv")
    clicks_of(program, "card Roles", "card + Add step", "Recode", "10-year bands")
    for variable, level in {
        "municipality": "first 2",
        "nace": "one category",
        "educ": "one category",
    }.items():
        clicks_of(program, variable, level)
    clicks_of(program, "k = not set")
    program.keys("ctrl+a")
    program.type("3")
    program.keys("Return")
    clicks_of(program, "card + Add step", "Suppress")
    program.choose_in_list("Return", opener="Insert")
    program.choose("Method", "Down", "Down")
    clicks_of(program, "Top of income")
    program.keys("ctrl+a")
    program.type("4000")
    program.keys("Return")
    clicks_of(program, "Export…", "Export 3 files")
    wait_until((tmp_path / "labour_report.pdf").is_file, "the report")
    records = [line.split(",") for line in (tmp_path / "labour_protected.csv").read_text().splitlines()]
    incomes = [float(record[records[0].index("income")]) for record in records[1:]]
    assert max(incomes) == 4000
    keys = [tuple(record[records[0].index(name)] for name in KEYS) for record in records[1:]]
    assert min(keys.count(key) for key in keys if "" not in key) >= 3
    assert program.clicks + KEYS_FOR_CLICKS == CLICKS_OF_A_SURVEY
