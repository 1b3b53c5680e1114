"""Every field of every form has a short text, in generated and in hand-written forms."""

import pytest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QWidget,
)

from sdc_desktop.engine.methods.registry import METHODS
from sdc_desktop.ui.forms.field_help import FieldHelpButton
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.tabs.microdata.anopi.form import AnopiForm
from sdc_desktop.ui.tabs.microdata.anopi.recode_form import RecodeForm
from sdc_desktop.ui.tabs.microdata.generalising.form import GeneraliseForm
from sdc_desktop.words.program.languages import words_in

DIALOGS = ("prepare",)  # a dialog of its own, tested with it
FORMS = {
    "anopi": AnopiForm,
    "generalise": GeneraliseForm,
    "recode": RecodeForm,
}
GENERATED = sorted(kind for kind in METHODS if kind not in FORMS and kind not in DIALOGS)
FIELDS = (QAbstractSpinBox, QComboBox, QCheckBox, QPlainTextEdit, QLineEdit, QSlider, QAbstractItemView)
SWITCHES = {"Suppress below k ="}  # the field beside it has the text


def job_report(widget: QWidget | None) -> str:
    """The short text of a widget or of what it is part of."""
    while widget is not None:
        if widget.whatsThis():
            return widget.whatsThis()
        widget = widget.parentWidget()
    return ""


@pytest.mark.parametrize("kind", [*sorted(FORMS), *GENERATED])
def test_every_field_has_its_short_text(qtbot, words, kind) -> None:
    form = FORMS[kind](words) if kind in FORMS else SettingsForm(METHODS[kind], words)
    qtbot.addWidget(form)
    lacking = [
        field.accessibleName() or (field.text() if isinstance(field, QAbstractButton) else repr(field))
        for field in form.findChildren(QWidget)
        if isinstance(field, FIELDS) and not inner(field) and not job_report(field)
    ]
    assert set(lacking) <= SWITCHES, lacking
    assert form.findChildren(FieldHelpButton)


def inner(field: QWidget) -> bool:
    """Whether a widget is a part of another field: the line within a number field, the list of a chooser."""
    parent = field.parentWidget()
    while parent is not None:
        if isinstance(parent, FIELDS):
            return True
        parent = parent.parentWidget()
    return False


def test_in_german_the_short_texts_name_the_fields_and_say_what_they_are_in_german(qtbot) -> None:
    form = SettingsForm(METHODS["pram"], words_in("de"))
    qtbot.addWidget(form)
    texts = [field.whatsThis() for field in form.findChildren(QWidget) if field.whatsThis()]
    assert any("Verbleibwahrscheinlichkeit" in text for text in texts)
    assert not any("probability" in text or "Default" in text for text in texts)
