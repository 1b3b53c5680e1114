"""An officer opens a file in the real program, saves the project and leaves; `tests/ui` has the whole way."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.screen import Program
from tests.support.csv_files import write_survey

pytestmark = pytest.mark.e2e


def test_from_an_empty_window_to_a_project_with_proposed_roles(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    data, project = write_survey(tmp_path), tmp_path / "survey.sdcproj"
    program = start()
    program.keys("ctrl+o")
    program.answer_with_file("^Open a data file$", data)
    program.press("^Open survey.csv$")
    program.window("^survey.csv")
    program.keys("ctrl+s")
    program.answer_with_file("^Save the project$", project)
    program.window("^survey.sdcproj")
    roles = {"name": "direct_identifier", "place": "key", "born": "key", "income": "sensitive"}
    program.save_until(
        project,
        lambda plan: (
            roles.items()
            <= {name: given.get("role") for name, given in plan["data"]["variables"].items()}.items()
        ),
        "the proposed roles in the saved plan",
    )
    program.keys("ctrl+q")
    assert program.ended() == 0, program.said
    assert data.read_bytes() == write_survey(tmp_path / "fresh").read_bytes()
