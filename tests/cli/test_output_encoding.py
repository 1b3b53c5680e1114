"""What is written to pipes, files and terminals, whatever the code page of the system."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.data import DEMO

ROOT = Path(__file__).parents[2]
TEXT = "Zoë „100 %“"


def piped(*arguments: str, **variables: str) -> bytes:
    """The bytes that the program writes to a pipe where the locale knows no more than ASCII."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHONIO", "LC_"))}
    environment |= {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, env=environment | variables, check=False
    )
    return done.stdout + done.stderr


def test_the_problems_of_a_plan_go_to_a_pipe_as_utf8(tmp_path) -> None:
    plan = tmp_path / "a.sdcplan"
    plan.write_text(
        (DEMO / "patients.sdcplan").read_text("utf-8").replace("patients.csv", "Zoë.csv"), "utf-8"
    )
    found = piped("-m", "sdc_desktop", "check", str(plan), "--language", "de").decode("utf-8")
    assert "Zoë.csv" in found
    assert "\\x" not in found


PRINTS = f"from sdc_desktop.__main__ import settle_output\nsettle_output()\nprint({TEXT!a})"


def test_pipes_get_utf8_and_no_escapes() -> None:
    assert piped("-c", PRINTS).rstrip(b"\r\n") == TEXT.encode()


def test_the_encoding_that_a_user_sets_is_obeyed() -> None:
    found = piped("-c", PRINTS, PYTHONIOENCODING="latin-1:replace")
    assert found.rstrip(b"\r\n") == TEXT.encode("latin-1", "replace")


@pytest.mark.skipif(sys.platform == "win32", reason="it has no pseudo-terminals, and takes all characters")
def test_a_terminal_keeps_its_code_page_and_shows_a_mark_for_what_it_has_not() -> None:
    import pty

    ours, theirs = pty.openpty()
    environment = os.environ | {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}
    subprocess.run(
        [sys.executable, "-c", PRINTS],
        stdout=theirs,
        env=environment | {"PYTHONPATH": str(ROOT)},
        check=True,
    )
    os.close(theirs)
    assert os.read(ours, 100).strip() == TEXT.encode("ascii", "replace")
    os.close(ours)
