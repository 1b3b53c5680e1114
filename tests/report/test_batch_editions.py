"""The edition of the report that the batch command writes."""

from sdc_desktop.cli import DONE, main
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.project.project import Project, Step
from sdc_desktop.project.project_file import save_project
from tests.support.reports import plan_json, write_data


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
