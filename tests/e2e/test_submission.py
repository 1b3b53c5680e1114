"""The steps of the demo on output checking on another submission, by counted clicks."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.screen import Program, wait_until
from tests.support.outputs.cases import workbook, zipped

pytestmark = [pytest.mark.e2e, pytest.mark.nightly]
QUEUE, CHANGE, REQUEST = "Tables and files", "^Ask for a change$", "^Request to the researcher$"
COUNTS, OTHERS = "Counts behind", "Other tables and earlier releases"
PAGES = ("falls.csv B2:D3", COUNTS), ("later.csv B2:D4", OTHERS), ("staff.xlsx staff!B2:C3", COUNTS)
TEXTS = {
    "floors.csv": "Floor,Persons treated,Persons waiting,Total\nFirst,512,448,960\nSecond,624,391,1015\n",
    "stays.csv": "Ward,Persons short,Persons long,Total\nEast,41,x,77\nWest,52,63,115\nTotal,93,99,192\n",
    "later.csv": "Ward,Persons short,Persons long,Total\nEast,41,36,77\nWest,52,61,113\nTotal,93,97,190\n",
    "falls.csv": "Unit,Persons (N),Fallen %,Not fallen %\nA,212,12.3,87.7\nB,190,1.1,98.9\n",
}


def write_submission(folder: Path) -> Path:
    """Five files: a safe table, one whose suppressed cell can be derived, its revision, few persons behind a
    percentage, and a workbook with a hidden sheet.
    """
    place = folder / "submission"
    place.mkdir()
    for name, text in TEXTS.items():
        (place / name).write_text(text, encoding="utf-8")
    seen = {"A1": "Post", "B1": "Persons here", "C1": "Persons gone", "A2": "Nurse", "B2": 710, "C2": 640}
    sheets = {"staff": seen | {"A3": "Other", "B3": 580, "C3": 830}, "list": {"A1": "name", "A2": "Ada"}}
    with zipfile.ZipFile(io.BytesIO(workbook(sheets))) as whole:
        parts = {name: whole.read(name).decode() for name in whole.namelist()}
    listed = parts["xl/workbook.xml"].replace('name="list"', 'name="list" state="hidden"')
    (place / "staff.xlsx").write_bytes(zipped(parts | {"xl/workbook.xml": listed}))
    return place


def decide(program: Program, table: str, button: str, title: str) -> None:
    """A decision with the reason proposed."""
    program.press(f"{QUEUE}: {table}")
    program.press(button)
    program.press("Decide", title=title)
    program.gone(title)


def decided(ledger: Path) -> bool:
    """Whether decisions are entered."""
    return ledger.is_file() and '"what":"decided"' in ledger.read_text(encoding="utf-8")


def test_the_steps_of_the_demo_on_outputs_on_other_data(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    program, place = start(), write_submission(tmp_path)
    program.press("Check outputs…")
    program.choose("Add outputs", "Down", "Down")
    program.answer_with_file("^Folder of outputs$", place)
    program.press(f"{QUEUE}: floors.csv B2:D3")
    program.press("Release")
    program.press(f"{QUEUE}: stays.csv B2:D4")
    program.press("Submitted sheet: x")
    for table, page in PAGES:
        program.press(f"{QUEUE}: {table}")
        places = program.at_rest()["places"]  # the names of pages end in how much they list
        program.press(next(place["name"] for place in places if place["name"].startswith(f"tab {page}")))
    for table in ("stays.csv B2:D4", "later.csv B2:D4", "falls.csv B2:D3"):
        decide(program, table, "Ask for a change…", CHANGE)
    program.press("Request to the researcher…")
    program.press("Save…", title=REQUEST)
    request, ledger = tmp_path / "request.txt", tmp_path / "wards.sdcledger"
    program.answer_with_file("^Save request$", request)
    wait_until(request.is_file, "the request")
    program.press("tab Rules and ledger")
    program.press("Ledger of the project…")
    program.answer_with_file("^Ledger of the project$", ledger)
    program.press("tab Queue")
    program.press("Release all that are proposed")
    program.press("Write package…")
    program.press("Choose the file…", title="^Write package$")
    package = tmp_path / "release.zip"
    program.answer_with_file("^Package$", package)
    wait_until(lambda: decided(ledger), "the decisions in the ledger")
    program.at_rest()
    assert program.clicks == 29
    assert "36" not in request.read_text(encoding="utf-8")
    assert not package.exists()  # a second person has not approved
