"""A table is published in its form, and a published table is opened from its workbook to be audited."""

from pathlib import Path

from sdc_desktop.engine.data.table_layouts import PUBLICATION
from sdc_desktop.ui.tabs.tables.publication import PublicationDialog
from tests.ui.tabs.tables.conftest import TABLE, Desk


def opened_form(desk: Desk) -> PublicationDialog:
    action = next(one for one in desk.page.exports.menu.actions() if one.data() == PUBLICATION)
    action.trigger()  # one click after that on Export
    desk.rest()
    dialog = desk.page.exports.publication
    assert dialog is not None
    return dialog


def written(desk: Desk, name: str) -> Path:
    path = desk.folder / name
    assert desk.page.exports.write(path, PUBLICATION) is not None
    desk.rest()
    return path


def test_the_form_is_in_the_plan_and_its_preview_shows_what_leaves(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    dialog = opened_form(desk)
    dialog.form.changed.emit({"heading": "Turnover of firms"})
    dialog.form.changed.emit({"notes": ("Firms of all sizes.",)})
    desk.rest()
    text = dialog.preview.toPlainText()
    assert "Turnover of firms" in text
    assert "Firms of all sizes." in text
    assert "value not shown to protect confidentiality" in text
    hidden = [cell for cell in desk.view.answer.result.cells if cell.published is None]
    assert hidden
    assert not any(f"{cell.value:,}" in text.split() for cell in hidden)
    output = desk.controller.plan.jobs[0].output
    assert (output.layout, output.publication.heading) == (PUBLICATION, "Turnover of firms")
    assert desk.view.ready  # the result is no other one
    desk.controller.undo()
    assert desk.controller.plan.jobs[0].output.publication.notes == ()
    dialog.close()


def test_what_cannot_be_printed_is_refused_beside_the_preview(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    dialog = opened_form(desk)
    dialog.form.changed.emit({"symbol": "7"})
    assert dialog.message.text()
    assert desk.controller.plan.jobs[0].output is None
    dialog.close()


def test_a_published_workbook_is_audited_with_the_intervals_of_the_table(desk: Desk) -> None:
    desk.open(TABLE)
    desk.protect()
    expected = {cell.coordinates: (cell.lower, cell.upper) for cell in desk.view.answer.result.cells}
    path = written(desk, "firms.xlsx")
    desk.page.presenter.choose_way("audit")
    desk.page.open_table(path)
    desk.rest()
    assert path.name in desk.field("table", "audit").described.text()
    desk.page.presenter.run()
    desk.rest()
    assert desk.view.ready, [problem.code for problem in desk.view.problems]
    assert {cell.coordinates: (cell.lower, cell.upper) for cell in desk.view.answer.result.cells} == expected


def test_of_several_tables_in_a_file_one_is_chosen(desk: Desk) -> None:
    rows = "<tr><th>region</th><th>Total</th><th>a</th><th>b</th></tr>"
    one = f"<table>{rows}<tr><th>Total</th><td>9</td><td>5</td><td>4</td></tr>"
    one += "<tr><th>North</th><td>6</td><td>x</td><td>x</td></tr>"
    one += "<tr><th>South</th><td>3</td><td>x</td><td>x</td></tr></table>"
    (desk.folder / "two.html").write_text(f"<p>First</p>{one}<p>Second</p>{one}", encoding="utf-8")
    desk.open()
    desk.page.presenter.choose_way("audit")
    desk.page.open_table(desk.folder / "two.html")
    desk.rest()
    dialog = desk.page.choosing
    assert dialog is not None
    assert dialog.list.count() == 2
    dialog.list.setCurrentRow(1)
    dialog.accept()
    desk.rest()
    table = desk.controller.plan.jobs[0].params.table
    assert (table.file, table.number) == ("two.html", 2)


def test_subtotals_of_an_exported_cross_table_are_recognised(desk: Desk) -> None:
    lines = ("r,Total,a,b", "Total,60,30,30", "A,24,12,12", "A1,10,x,x", "A2,14,x,x", "B,36,18,18")
    lines += ("B1,11,7,4", "B2,25,11,14")
    (desk.folder / "cross.csv").write_text("\n".join(lines), encoding="utf-8")
    desk.open()
    desk.page.presenter.choose_way("audit")
    desk.page.open_table(desk.folder / "cross.csv")
    desk.rest()
    params = desk.controller.plan.jobs[0].params
    assert {parent for parent, _ in params.relations} == {"Total", "A", "B"}
    assert desk.view.ready, [problem.code for problem in desk.view.problems]
