"""A word of plans is typed and shown in the language of the window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.words.program.languages import words_in

TABLE = {"dimensions": [{"variable": "a"}], "rules": [{"kind": "threshold", "n": 3}]}


@pytest.mark.parametrize(
    ("language", "typed", "value", "shown"),
    [
        ("en", "unknown", "unknown", "unknown"),
        ("de", "unbekannt", "unknown", "unbekannt"),
        ("de", "Unbekannt ", "unknown", "unbekannt"),
        ("de", "unknown", "unknown", "unbekannt"),
        ("de", "-20", -20, "-20"),
    ],
)
def test_no_lowest_value_is_known(qtbot, language, typed, value, shown) -> None:
    method = method_of("table")
    form = SettingsForm(method, words_in(language))
    qtbot.addWidget(form)
    form.show_params(method.params.model_validate(TABLE), Choices())
    found: list[dict[str, object]] = []
    form.changed.connect(found.append)
    field = form.parts["lowest"]
    field.setText(typed)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert found == [{"lowest": value}]
    form.show_params(method.params.model_validate(TABLE | found[0]), Choices())
    assert field.text() == shown
    field.setText("unbekant")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert len(found) == 1
