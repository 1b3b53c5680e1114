"""What a category is called that no value has, and what is told of an export with repeated cells."""

from PySide6.QtCore import Qt

from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.ui.tabs.tables.layouts import PLAIN
from tests.ui.tabs.tables.conftest import TABLE, Desk

ROWS = [("", "a1", 5), ("x", "a1", 7), ("x", "b1", 9), ("y", "b1", 4), ("y", "b2", 3)]
GROUPS = "code,group\na1,A\nb1,B\nb2,B\n"


def open_rows(desk: Desk, *, groups: bool = False) -> None:
    lines = ["region,code", *(f"{region},{code}" for region, code, times in ROWS for _ in range(times))]
    (desk.folder / "rows.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (desk.folder / "groups.csv").write_text(GROUPS, encoding="utf-8")
    data: dict = {"path": "rows.csv"}
    if groups:
        data["hierarchies"] = {"code": {"kind": "levels", "path": "groups.csv"}}
    dimensions = [{"variable": "region"}, {"variable": "code"}]
    job = {"name": "t", "kind": "table", "params": {"dimensions": dimensions}}
    desk.open_plan(plan_from_json({"schema": 2, "jobs": [job], "data": data}))
    desk.page.presenter.run()
    desk.rest()


def test_a_missing_category_has_a_name_in_the_table_in_the_tooltip_and_in_why(desk: Desk) -> None:
    open_rows(desk)
    model = desk.page.answer.cells.model
    names = [model.headerData(row, Qt.Orientation.Vertical) for row in range(model.rowCount())]
    assert "(missing)" in names
    assert "" not in names
    row = names.index("(missing)")
    assert model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole).startswith("(missing) / ")
    desk.page._on_cell(("", "a1"))
    assert "region (missing), code a1" in desk.why._title.text()


def test_cells_are_counted_apart_from_the_entries_of_the_file(desk: Desk) -> None:
    open_rows(desk, groups=True)
    cells = len([cell for cell in desk.view.answer.result.cells if not cell.repeats])
    for layout in (PLAIN, "cross_table"):
        desk.page.exports.write(desk.folder / f"{layout}.csv", layout)
        desk.rest()
        text = desk.page.exports.report.outcome.text()
        entries = len(desk.view.answer.result.cells)
        assert entries > cells
        assert f"Written: {layout}.csv, {cells} cells, {entries} entries" in text
        assert f"{cells} cells" in desk.view.tables[0].counted
    lines = (desk.folder / f"{PLAIN}.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == entries + 1


def test_the_outcome_of_an_export_does_not_stay_under_another_table(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    desk.page.exports.write(desk.folder / "t1.csv", PLAIN)
    desk.rest()
    outcome = desk.page.exports.report.outcome
    assert "Written: t1.csv, 16 cells." in outcome.text()
    assert not outcome.isHidden()
    desk.page._on_add_table("table")
    assert outcome.isHidden()
