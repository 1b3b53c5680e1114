"""What the editor of hierarchies shows of a hierarchy over the data."""

from pathlib import Path

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.spec import LevelsSpec
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.running.hierarchy_preview import preview


def test_a_group_begins_in_the_row_of_its_first_value(tmp_path: Path) -> None:
    rows = ["place", "Bern", "Oslo", "Chur", "Hamar", "Bern"]
    (tmp_path / "data.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    lines = ["Bern;CH;*", "Chur;CH;*", "Oslo;NO;*", "Hamar;NO;*"]
    (tmp_path / "places.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    opened = open_data(DataSpec(path="data.csv"), tmp_path, JobContext())
    spec = LevelsSpec(kind="levels", path="places.csv", delimiter=";", header=False)
    found = preview(opened, tmp_path, "place", spec, False, JobContext())
    assert [level.shown for level in found.levels] == [
        ((0, "Bern", 2), (1, "Chur", 1), (2, "Hamar", 1), (3, "Oslo", 1)),
        ((0, "CH", 3), (2, "NO", 2)),
        ((0, "*", 5),),
    ]
