"""The table leaves in the layouts of other programs, and theirs are opened to be audited."""

from pathlib import Path

import pytest

from sdc_desktop.ui.tabs.tables.exports import layout_of
from sdc_desktop.ui.tabs.tables.layouts import FILTERS, PLAIN, beside
from tests.engine.tables.files.test_jj import SMALL
from tests.ui.tabs.tables.conftest import TABLE, Desk


def write(desk: Desk, name: str, layout: str) -> Path:
    path = desk.folder / name
    assert desk.page.exports.write(path, layout) is not None
    desk.rest()
    return path


def test_a_published_layout_becomes_part_of_the_plan_and_one_for_work_does_not(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    hidden = [cell for cell in desk.view.answer.result.cells if cell.published is None]
    for layout in ("cross_table", "pivot", "code_value", "sbs"):
        text = write(desk, f"{layout}.csv", layout).read_text(encoding="utf-8")
        assert "North" in text
        for cell in hidden:
            assert f",{int(cell.value)}," not in text.replace("\n", ",")
        assert "Written" in desk.page.exports.report.outcome.text()
        planned = desk.controller.plan.jobs[0].output
        expected = ("code_value.csv", "code_value") if layout == "sbs" else (f"{layout}.csv", layout)
        assert (planned.path, planned.layout) == expected
    write(desk, "list.csv", PLAIN)
    assert desk.controller.plan.jobs[0].output.layout is None
    assert PLAIN in FILTERS


@pytest.mark.parametrize("layout", ["tab", "jj"])
def test_files_for_work_are_opened_again_and_audited(desk: Desk, layout: str) -> None:
    desk.open(TABLE)
    desk.protect()
    expected = {cell.coordinates: (cell.lower, cell.upper) for cell in desk.view.answer.result.cells}
    hidden = sum(cell.published is None for cell in desk.view.answer.result.cells)
    path = write(desk, f"work.{layout}", layout)
    if layout == "tab":
        path.with_suffix(".rda").rename(desk.folder / "WORK.RDA")  # found whatever its case
    desk.page.presenter.choose_way("audit")
    desk.page.open_table(path)
    desk.rest()
    if not desk.view.ready:
        desk.page.presenter.run()
        desk.rest()
    assert desk.view.ready, [problem.code for problem in desk.view.problems]
    result = desk.view.answer.result
    assert (result.unpublished, result.disclosed) == (hidden, 0)
    assert path.name in desk.field("table", "audit").described.text()
    if layout == "tab":
        found = {cell.coordinates: (cell.lower, cell.upper) for cell in result.cells}
        assert {key: found[key] for key in expected} == expected


def test_a_jj_file_is_audited(desk: Desk) -> None:
    desk.open()
    desk.page.presenter.choose_way("audit")
    (desk.folder / "small.JJ").write_text(SMALL, encoding="utf-8")
    desk.page.open_table(desk.folder / "small.JJ")
    desk.rest()
    assert desk.controller.plan.jobs[0].params.table.instance == "small.JJ"


def test_a_tab_file_without_its_metadata_is_refused_with_the_remedy(desk: Desk) -> None:
    desk.open()
    desk.page.presenter.choose_way("audit")
    (desk.folder / "alone.tab").write_text("1;2\n", encoding="utf-8")
    desk.page.open_table(desk.folder / "alone.tab")
    assert ".rda" in desk.page.question.problems.text()
    assert desk.controller.plan.jobs == ()


def test_nothing_is_written_over_a_file_that_the_plan_reads(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    before = (desk.folder / "firms.csv").read_bytes()
    write(desk, "firms.csv", "pivot")
    assert (desk.folder / "firms.csv").read_bytes() == before


def test_the_ending_of_a_name_decides_and_files_beside_are_known(tmp_path: Path) -> None:
    assert layout_of(Path("a.tab"), "pivot") == "tab"
    assert layout_of(Path("a.csv"), "pivot") == "pivot"
    (tmp_path / "a.rda").touch()
    (tmp_path / "a_1.hrc").touch()
    assert [path.name for path in beside(tmp_path / "a.tab")] == ["a.rda", "a_1.hrc"]
    assert beside(tmp_path / "a.csv") == ()
