"""The program's first window, and its end while it is at work."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.screen import Program, wait_until

pytestmark = pytest.mark.e2e


def test_the_first_window_has_the_keyboard_and_leads_on(start: Callable[..., Program]) -> None:
    program = start()
    program.window("^new project")
    program.keys("space")
    program.window("^Open a data file$")
    program.keys("Escape", title="^Open a data file$")
    program.keys("ctrl+q")
    assert program.ended() == 0
    assert program.said == ""


def test_the_demo_opens_with_its_answer_and_closes_without_a_question(start: Callable[..., Program]) -> None:
    program = start("--demo")
    program.window("^patients")
    program.press("Export…")
    wait_until(lambda: "Export 3 files" in program.names(), "the card Release")
    program.keys("ctrl+q")
    assert program.ended() == 0
    assert program.said == ""


def test_closing_while_a_file_is_read_ends_without_it(start: Callable[..., Program], tmp_path: Path) -> None:
    large = tmp_path / "large.csv"
    large.write_text("a,b,c,d\n" + "".join(f"{i},{i % 97},x{i % 7},{i * i}\n" for i in range(1_500_000)))
    program = start(str(large))
    program.press("Open", title="^Open large.csv$")
    program.gone("^Open large.csv$")
    program.keys("alt+F4", title="^new project", at_work=True)
    asked = "Stop and quit"
    wait_until(lambda: any(place["name"] == asked for place in program.look()["places"]), "the question")
    program.keys("alt+s", title="^$", at_work=True)
    assert program.ended() == 0
    assert program.said == ""
    assert "large.csv" not in settings_text()  # it was never open


def settings_text() -> str:
    """All the settings that were kept."""
    folder = Path(os.environ["XDG_CONFIG_HOME"])
    return "".join(path.read_text() for path in folder.rglob("settings.ini"))
