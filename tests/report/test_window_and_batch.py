"""The report that the window's worker writes and that of the batch command: the same bytes."""

import pytest

from sdc_desktop.cli import DONE, main
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.project.project import Project, Step
from sdc_desktop.project.project_file import save_project
from sdc_desktop.ui.tabs.reports import report_work
from sdc_desktop.words import Words
from tests.support.reports import FIELDS, plan_json, write_data


@pytest.mark.parametrize("edition", ["internal", "external"])
@pytest.mark.parametrize("suffix", [".pdf", ".html"])
def test_window_and_batch_write_the_same_bytes(tmp_path, edition, suffix) -> None:
    write_data(tmp_path)
    plan = plan_from_json(plan_json())
    project = tmp_path / "people.sdcproj"
    save_project(Project(history=(Step("", plan, decisions=FIELDS),)), project)
    window, batch = tmp_path / f"window{suffix}", tmp_path / f"batch{suffix}"
    assert report_work(plan, tmp_path, window, FIELDS, Words(), edition=edition)(JobContext()) == window
    command = ["report", str(project), "--out", str(batch), "--edition", edition, "--quiet", "--no-annex"]
    assert main(command) == DONE
    assert window.read_bytes() == batch.read_bytes()


def test_the_batch_command_writes_the_internal_edition_unless_set_otherwise(tmp_path) -> None:
    write_data(tmp_path)
    project = tmp_path / "people.sdcproj"
    save_project(Project(history=(Step("", plan_from_json(plan_json())),)), project)
    for name, more in (
        ("plain", ()),
        ("internal", ("--edition", "internal")),
        ("external", ("--edition", "external")),
    ):
        assert (
            main(["report", str(project), "--out", str(tmp_path / f"{name}.html"), "--quiet", *more]) == DONE
        )
    texts = {name: (tmp_path / f"{name}.html").read_bytes() for name in ("plain", "internal", "external")}
    assert texts["plain"] == texts["internal"] != texts["external"]
