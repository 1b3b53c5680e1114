"""What a file calls its variables and values is shown; plans keep the values."""

from pathlib import Path

import pandas as pd
import pyreadstat
import pytest
from PySide6.QtCore import Qt

from sdc_desktop.ui.models.variables_model import Column
from sdc_desktop.ui.shell.main_window import MainWindow

END = Qt.ItemDataRole


@pytest.fixture
def survey(qtbot, window: MainWindow, tmp_path: Path) -> MainWindow:
    pyreadstat.write_sav(
        pd.DataFrame({"sex": [1.0, 2.0, 9.0], "age": [31.0, 40.0, 52.0]}),
        str(tmp_path / "survey.sav"),
        column_labels={"sex": "Sex as registered", "age": ""},
        variable_value_labels={"sex": {1.0: "woman", 2.0: "man"}},
    )
    with qtbot.waitSignal(window.controller.data_opened, timeout=60_000):
        window.controller.open_data(tmp_path / "survey.sav")
    qtbot.waitUntil(lambda: window.microdata_place.page is not None, timeout=60_000)
    return window


def shown(window: MainWindow) -> list[str]:
    model = window.data_panel.records_model
    return [model.index(row, 0).data() for row in range(3)]


def switch(window: MainWindow):
    view = next(a for a in window.menuBar().actions() if a.text() == "&View").menu()
    return next(a for a in view.actions() if a.text().startswith("Show value &labels"))


def test_why_tells_what_the_file_calls_a_variable_and_its_values(survey) -> None:
    survey.data_panel.variable_chosen.emit("sex")
    why = survey.microdata_place.page.why
    text = why.text()
    assert "Sex as registered" in text
    assert "woman" in text
    survey.data_panel.variable_chosen.emit("age")
    assert "Variable label" not in why.text()
    name = survey.data_panel.variables_model.index(0, Column.NAME)
    assert name.data(END.ToolTipRole) == "sex: Sex as registered"


def test_records_show_labels_in_place_of_values_where_that_is_wished(survey) -> None:
    assert shown(survey) == ["1", "2", "9"]
    first = survey.data_panel.records_model.index(0, 0)
    assert first.data(END.ToolTipRole) == "1: woman"
    steps = survey.controller.project
    switch(survey).trigger()
    assert shown(survey) == ["woman", "man", "9"]
    assert list(survey.data_panel.records_model.rows_of([1], [0, 1])) == [["man", "40"]]
    assert survey.controller.opened.data.window(0, 1) == [("1", "31")]
    assert survey.controller.project is steps
    switch(survey).trigger()
    assert shown(survey) == ["1", "2", "9"]


def test_a_file_without_labels_shows_none_of_the_file_before(qtbot, survey, tmp_path) -> None:
    switch(survey).trigger()
    (tmp_path / "plain.csv").write_text("sex,age\n1,31\n2,40\n9,52\n", encoding="utf-8")
    with qtbot.waitSignal(survey.controller.data_opened, timeout=60_000):
        survey.controller.open_data(tmp_path / "plain.csv")
    assert shown(survey) == ["1", "2", "9"]
    assert survey.data_panel.records_model.index(0, 0).data(END.ToolTipRole) is None
