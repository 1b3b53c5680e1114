"""The way through an office by real clicks: outputs are decided on under one account of the machine, and
approved and packaged under another.
"""

import json
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.screen import Program, wait_until, xdotool
from tests.support.outputs.cases import grid, workbook
from tests.support.outputs.desk import SAFE
from tests.support.outputs.office import Office, two_accounts

pytestmark = [pytest.mark.e2e, pytest.mark.nightly]  # two programs, each under an account made for it
FORM, APPROVAL = "^Write package$", "^Approve the decisions$"


@pytest.fixture
def office() -> Iterator[Office]:
    if shutil.which("xhost") is None:
        pytest.skip("not installed: xhost")
    with two_accounts() as office:
        for account in (office.first, office.second):
            subprocess.run(["xhost", f"+si:localuser:{account}"], check=True, capture_output=True)
        (office.shared / "sub").mkdir()
        (office.shared / "sub" / "safe.xlsx").write_bytes(workbook({"T": grid(SAFE)}))
        small = "Number of persons\nArea,Men,Women\nNorth,52,2\nSouth,73,80\n"
        (office.shared / "sub" / "small.csv").write_text(small)
        yield office


def says(program: Program, text: str) -> None:
    """Wait until the window says this."""
    wait_until(lambda: any(text in shown for shown in program.at_rest()["texts"]), text)


def choose_in_menu(program: Program, button: str, letter: str) -> None:
    """Open the menu of a button with a click, and take the act by its letter."""
    program.press(button)
    wait_until(lambda: program.look()["list"], "a menu")
    xdotool("key", "--clearmodifiers", letter)


def write_package(program: Program, path: Path) -> None:
    choose_in_menu(program, "Package", "k")
    program.press("Choose the file…", title=FORM)
    program.answer_with_file("^Package$", path)


def decide(program: Program) -> None:
    """Release the table that is proposed for it, and request a change of the other."""
    program.press("Release 1 proposed")
    says(program, "1 of 2 decided")
    program.press("Tables and files: Number of persons")
    program.press("Reason")
    program.keys("ctrl+a")
    program.type("Please leave out the women of North")
    program.press("Change")
    says(program, "2 of 2 decided")


def share(program: Program) -> None:
    """Scroll the rules to the choice, and let the group of the folder continue the ledger."""
    program.press("Name of the checker")
    xdotool("click", "--repeat", "12", "5")
    program.press("Ledger shared by the group")


def end(program: Program) -> None:
    program.keys("ctrl+q")
    assert program.ended() == 0, program.said


def test_outputs_decided_on_under_one_account_are_approved_and_packaged_under_another(
    office: Office, start: Callable[..., Program]
) -> None:
    project, ledger = office.shared / "office.sdcproj", office.shared / "office.sdcledger"
    package = office.shared / "release.zip"

    first = start(folder=office.home(office.first), under=office.under(office.first, "022"))
    first.press("tab Output checking")
    first.keys("ctrl+s")
    first.answer_with_file("^Save the project$", project)
    choose_in_menu(first, "Add", "o")
    first.answer_with_file("^Folder of outputs$", office.shared / "sub")
    says(first, "0 of 2 decided")
    decide(first)
    first.press("tab Rules")
    first.press("Ledger of the project…")
    first.answer_with_file("^Ledger of the project$", ledger)
    write_package(first, package)
    says(first, f"Only the account {office.first} can read the ledger")
    share(first)
    write_package(first, package)
    wait_until(lambda: ledger.stat().st_mode & 0o060 == 0o060, "a ledger for the group")
    says(first, "Waits for the approval of another account")
    first.keys("ctrl+s")
    end(first)
    assert not package.exists()

    second = start(str(project), folder=office.home(office.second), under=office.under(office.second, "022"))
    second.press("tab Output checking")
    says(second, "then choose Approve under Package")
    choose_in_menu(second, "Package", "a")
    second.press("Your name", title=APPROVAL)
    second.type("Ben", title=APPROVAL)
    second.press("Approve", title=APPROVAL)
    says(second, "The approval was entered in the ledger")
    write_package(second, package)
    says(second, package.name)
    end(second)

    with zipfile.ZipFile(package) as archive:
        assert sorted(archive.namelist()) == ["manifest.json", "sub/safe.xlsx"]
    entries = [json.loads(line[65:]) for line in ledger.read_text().splitlines()]
    assert [(one.get("what"), one["by"]) for one in entries[-2:]] == [
        ("approved", office.second),
        ("packaged", office.second),
    ]
    assert {one["by"] for one in entries[:-2]} == {office.first}
