"""The rules of a check and what is chosen for it: checker, researchers, ledger, settings."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget

from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.tabs.outputs.case_names import CaseNames
from sdc_desktop.ui.tabs.outputs.view import View
from sdc_desktop.ui.theme import below, beside, fill, step
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.message_area import BrokenText
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.outputs_tab import ledger_text


class Setup(QWidget):
    """Reports what is chosen; it decides nothing."""

    def __init__(self, account: str, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self.outputs = plain_label(selectable=True, narrow=True)
        self.by = QLineEdit(account)
        self.by.setAccessibleName(say(N_("Name of the checker")))
        self.by.setMaxLength(400)
        self.cases = CaseNames(words)
        self.signed = plain_label(selectable=True, narrow=True)
        self.ledger = BrokenText(say(N_("Ledger")), 10)
        self.rules = plain_label(selectable=True, narrow=True)
        self.choose_ledger = QPushButton(say(N_("Ledger of the pro&ject\u2026")))
        self.no_ledger = QPushButton(say(N_("Without a ledger")))
        self.published = QPushButton(say(N_("Published rules\u2026")))
        self.choose_head = QPushButton(say(N_("&Head of the ledger\u2026")))
        for button in (self.no_ledger, self.published, self.choose_head):
            button.setProperty("weight", "quiet")
        self.form = SettingsForm(OUTPUT_CHECK, words)
        label = QLabel(say(N_("Checker")))
        label.setBuddy(self.by)
        who = beside(self, label, (self.by, 1))
        inner = below(
            self,
            who,
            self.cases,
            self.choose_ledger,
            WrappingRow((self.choose_head, self.published, self.no_ledger), step(self, 0.5)),
            self.form,
            margin=1,
            spacing=1.0,
        )
        for text in (self.signed, self.ledger, self.rules, self.outputs):  # last: their lengths vary
            inner.addWidget(text)
        inner.addStretch(1)
        self.area = CardsArea(inner)
        fill(self, (self.area, 1))

    def show_view(self, view: View) -> None:
        """Show the current settings; no change is reported."""
        params, say = view.params, self._words.say
        self.setEnabled(params is not None)
        if params is None:
            return
        names = say(N_("Outputs: {names}"), names=", ".join(params.outputs))
        if params.evidence:
            names += "\n" + say(N_("Supporting files: {names}"), names=", ".join(params.evidence))
        self.outputs.setText(names)
        none = say(N_("none"))
        self.cases.show_names([case.researcher for case in params.cases])
        self.rules.setText(say(N_("Published rules: {name}"), name=params.published or none))
        for button in (self.no_ledger, self.choose_head):
            button.setEnabled(params.ledger is not None)
        self.choose_head.setToolTip("" if params.head is None else params.head)
        if params.ledger is None or view.answer is None:
            self.ledger.show_text(say(N_("Ledger: {name}"), name=params.ledger or none))
        else:
            self.ledger.show_text(ledger_text(view.answer.result, params.ledger, self._words))
        self.form.show_params(params, Choices())

    def lead(self) -> None:
        """Give the focus to the threshold."""
        field = next((part for path, part in self.form.parts.items() if path.endswith("threshold")), None)
        if field is not None:
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.area.ensureWidgetVisible(field)

    @Slot()
    def settle(self) -> None:
        """Report what is typed in the field that has the focus."""
        self.form.settle()
