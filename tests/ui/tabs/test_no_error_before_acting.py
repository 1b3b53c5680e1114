"""No form shows an error, or words of a plan, before anything was done in it: every method, on new files."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QPlainTextEdit, QWidget

from sdc_desktop.ui.forms.parts import Choice
from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.tabs.microdata.tab_job import WAYS as MICRODATA_WAYS
from sdc_desktop.ui.tabs.tables.tab_job import WAYS as TABLE_WAYS
from tests.ui.hands import offers

PLAN_WORDS = re.compile(r"jobs\[|params\.|plan\.|\bNone\b|Traceback")
FILES = {
    "texts alone": ("town,sex,job", *(f"t{n % 5},{'fm'[n % 2]},j{n % 3}" for n in range(40))),
    "numbers alone": (
        "pay,tax,age",
        *(f"{900 + 37 * n % 211}.5,{n * 13 % 97}.25,{20 + n % 40}" for n in range(40)),
    ),
    "one variable": ("code", *(f"c{n % 4}" for n in range(20))),
    "names and blanks": ("name,note", *(f"person {n},{'x' if n % 2 else ''}" for n in range(30))),
}


def seen_texts(window: MainWindow) -> Iterator[str]:
    """The texts of all labels, buttons and fields that are seen."""
    for widget in window.findChildren(QWidget):
        if not widget.isVisibleTo(window):
            continue
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        elif isinstance(widget, QComboBox):
            yield widget.currentText()
        elif isinstance(widget, QPlainTextEdit):
            yield widget.toPlainText()


def faults(window: MainWindow) -> list[str]:
    """What would look like a fault to an officer who has done nothing yet."""
    texts = {line for text in seen_texts(window) for line in text.splitlines()}
    return sorted(text for text in texts if text.startswith(("Error", "✕")) or PLAN_WORDS.search(text))


@pytest.mark.parametrize("name", FILES)
def test_no_method_freshly_chosen_shows_an_error(
    qtbot, window: MainWindow, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "new.csv"
    path.write_text("\n".join(FILES[name]) + "\n", encoding="utf-8")
    with qtbot.waitSignal(window.controller.data_opened):
        window.controller.open_data(path)

    def rest() -> None:
        qtbot.waitUntil(lambda: window.jobs.idle and not window.controller.reading)

    found: dict[str, list[str]] = {}
    qtbot.waitUntil(lambda: window.microdata_place.page is not None)
    rest()
    page = window.microdata_place.page
    if own := faults(window):
        found["opened"] = own
    for way in MICRODATA_WAYS:
        page.presenter.choose_way(way, {})
        rest()
        if own := faults(window):
            found[way] = own
    window.tabs.setCurrentWidget(window.tables_place)
    qtbot.waitUntil(lambda: window.tables_place.page is not None)
    rest()
    tables = window.tables_place.page
    for way in TABLE_WAYS:
        tables.presenter.choose_way(way)
        rest()
        if own := faults(window):
            found[f"tables {way}"] = own
    tables.presenter.choose_way("table")
    rest()
    first = window.controller.opened.data.names[0]
    tables.presenter.change({"dimensions": ({"variable": first},)})
    rest()
    protect = tables.question.forms["table"].parts["protect"]
    chooser: Choice = protect.chooser
    for row in range(chooser.count()):
        if offers(chooser, row):
            chooser.setCurrentIndex(row)
            chooser.activated.emit(row)
            rest()
            if own := faults(window):
                found[f"tables: {chooser.itemText(row)}"] = own
    assert found == {}
