"""What a check is made by: the submitted paths, the ledger, and the form of the rules."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.tabs.outputs.view import View
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.outputs_tab import ledger_text


class Setup(QWidget):
    """Reports what is chosen; it decides nothing."""

    ledger_requested = Signal()
    no_ledger_requested = Signal()
    removal_requested = Signal()
    published_requested = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        say = words.say
        self.outputs = _text()
        self.remove = QPushButton(say(N_("Remove all outputs")))
        self.ledger, self.rules = _text(), _text()
        self.choose_ledger = QPushButton(say(N_("Ledger of the pro&ject\u2026")))
        self.no_ledger = QPushButton(say(N_("Without a ledger")))
        self.published = QPushButton(say(N_("Published rules\u2026")))
        for button in (self.remove, self.no_ledger, self.published):
            button.setProperty("weight", "quiet")
        self.form = SettingsForm(OUTPUT_CHECK, words)
        self.problems = ProblemLines(words)
        buttons = QHBoxLayout()
        buttons.addWidget(self.choose_ledger)
        buttons.addWidget(self.no_ledger)
        inner = QVBoxLayout()
        spread(inner, self, margin=0)
        inner.addWidget(self.outputs)
        inner.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignLeft)
        inner.addWidget(self.ledger)
        inner.addLayout(buttons)
        inner.addWidget(self.rules)
        inner.addWidget(self.published, 0, Qt.AlignmentFlag.AlignLeft)
        inner.addWidget(self.form)
        inner.addStretch(1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        self.area = CardsArea(inner)
        column.addWidget(self.area, 1)
        self.choose_ledger.clicked.connect(self.ledger_requested)
        self.no_ledger.clicked.connect(self.no_ledger_requested)
        self.remove.clicked.connect(self.removal_requested)
        self.published.clicked.connect(self.published_requested)

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
        self.rules.setText(say(N_("Published rules: {name}"), name=params.published or none))
        self.no_ledger.setEnabled(params.ledger is not None)
        if params.ledger is None or view.answer is None:
            self.ledger.setText(say(N_("Ledger: {name}"), name=params.ledger or none))
        else:
            self.ledger.setText(ledger_text(view.answer.result, params.ledger, self._words))
        self.form.show_params(params, Choices())

    @Slot()
    def settle(self) -> None:
        """Report what is typed in the field that has the focus."""
        self.form.settle()


def _text() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
