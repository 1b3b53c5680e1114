"""The scenarios entered in the form "About the report": a few lines for each intruder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFormLayout, QFrame, QLineEdit, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.report_spec import MOST_CHARACTERS, MOST_ENTRIES, ScenarioSpec
from sdc_desktop.ui.theme import fill, spread, take_out
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.report_fields import MEASURES


def show_unless_typed(field: QLineEdit, text: str) -> None:
    """Show the text of a field from its beginning; what is being typed stays."""
    if not field.isModified() and field.text() != text:
        field.setText(text)
        field.setCursorPosition(0)


class ScenarioCard(QFrame):
    """One scenario: its name, what the intruder knows, the measure, and the most that is tolerated."""

    edited = Signal()
    removed = Signal(object)  # itself

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.name, self.knows, self.tolerated = QLineEdit(), QLineEdit(), QLineEdit()
        self.measure = CalmComboBox()
        for measure, text in MEASURES.items():
            self.measure.addItem(say(text), measure)
        self.remove = QPushButton(say(N_("Remove scenario")))
        self.remove.setAutoDefault(False)
        form = QFormLayout(self)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        rows = (
            (N_("Scenario"), self.name),
            (N_("Knowledge of the intruder"), self.knows),
            (N_("Measure"), self.measure),
            (N_("Tolerated, % or number of cells"), self.tolerated),
        )
        for text, field in rows:
            field.setAccessibleName(say(text))
            form.addRow(say(text), field)
        form.addRow(self.remove)
        for line in (self.name, self.knows, self.tolerated):
            line.setMaxLength(MOST_CHARACTERS)
            line.editingFinished.connect(self.edited)
        self.measure.activated.connect(self.edited)
        self.remove.clicked.connect(self._on_remove)

    def show_scenario(self, one: ScenarioSpec) -> None:
        """Show a scenario; what is being typed stays."""
        self.measure.setCurrentIndex(self.measure.findData(one.measure))
        tolerated = ""
        if one.tolerated is not None:
            number = float(one.tolerated) * (1 if one.measure == "cells" else 100)
            tolerated = f"{number:.10g}".replace(".", self._words.decimal_mark)
        for field, text in ((self.name, one.name), (self.knows, one.knows), (self.tolerated, tolerated)):
            show_unless_typed(field, text)

    @property
    def scenario(self) -> dict[str, Any] | None:
        """What is typed, as a field has it; None while it has no name. A tolerated value that is not a number
        is returned as typed, so that the check of the fields refuses it.
        """
        name, typed = self.name.text().strip(), self.tolerated.text().strip().removesuffix("%").strip()
        if not name:
            return None
        measure = self.measure.currentData()
        found: dict[str, Any] = {"name": name, "knows": self.knows.text().strip(), "measure": measure}
        if typed:
            try:
                number = float(typed.replace(self._words.decimal_mark, "."))
                found["tolerated"] = number if measure == "cells" else number / 100
            except ValueError:
                found["tolerated"] = typed
        return found

    def settled(self) -> None:
        """The typed values have been applied."""
        for field in (self.name, self.knows, self.tolerated):
            field.setModified(False)

    @Slot()
    def _on_remove(self) -> None:
        self.removed.emit(self)


class ScenarioEditor(QWidget):
    """A card for each scenario, and a button for another. `edited`: other :attr:`scenarios` may be typed."""

    edited = Signal()

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.cards: list[ScenarioCard] = []
        heading = plain_label(words.say(N_("Scenarios")), tone="strong")
        self.add_button = QPushButton(words.say(N_("Add scenario")))
        self.add_button.setAutoDefault(False)
        self.add_button.clicked.connect(self.add)
        self._column = QVBoxLayout()
        spread(self._column, self, margin=0, spacing=0.5)
        fill(self, heading, self._column, self.add_button, spacing=0.5)

    @property
    def scenarios(self) -> tuple[dict[str, Any], ...]:
        """The scenarios that have a name."""
        return tuple(one for card in self.cards if (one := card.scenario) is not None)

    def show_scenarios(self, scenarios: Sequence[ScenarioSpec]) -> None:
        """Show these; a card that has no name yet stays at the end."""
        open_ones = [card for card in self.cards[len(scenarios) :] if card.scenario is None]
        while len(self.cards) > len(scenarios) + len(open_ones):
            self._drop(self.cards[-1 - len(open_ones)])
        while len(self.cards) < len(scenarios):
            self._new()
        for card, one in zip(self.cards, scenarios, strict=False):
            card.show_scenario(one)
        self.add_button.setEnabled(len(self.cards) < MOST_ENTRIES)

    def settled(self) -> None:
        """The typed values have been applied."""
        for card in self.cards:
            card.settled()

    @Slot()
    def add(self) -> None:
        """Offer another scenario, to be named."""
        self._new().name.setFocus()
        self.add_button.setEnabled(len(self.cards) < MOST_ENTRIES)

    def _new(self) -> ScenarioCard:
        card = ScenarioCard(self._words)
        card.edited.connect(self.edited)
        card.removed.connect(self._on_removed)
        self.cards.append(card)
        self._column.addWidget(card)
        return card

    def _drop(self, card: ScenarioCard) -> None:
        self.cards.remove(card)
        take_out(self._column, card)

    @Slot(object)
    def _on_removed(self, card: ScenarioCard) -> None:
        self._drop(card)
        self.edited.emit()
