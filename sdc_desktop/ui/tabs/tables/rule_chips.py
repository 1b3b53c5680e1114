"""The sensitivity rules of the table that is shown, in the bar; a click leads to the rule."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from sdc_desktop.engine.tables.specs.rules import Rule
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables.table_cards import rule_text

_HEIGHT = 3.2  # steps of the grid
_MOST = 3  # chips; more rules are in a menu


class RuleChips(QWidget):
    """A chip a rule; one button for all of them where there is little room."""

    pressed = Signal(object)  # int: the place of a rule

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._rules: tuple[Rule, ...] = ()
        self._narrow = False
        self.chips: list[QPushButton] = []
        self.menu = QMenu(self)
        self.all = push_button(words.say(N_("Rules")), weight="chip")
        self.all.setMenu(self.menu)
        self.all.setMinimumHeight(step(self, _HEIGHT))
        self._row = QHBoxLayout(self)
        spread(self._row, self, margin=0)
        self._row.addWidget(self.all)

    def show_rules(self, rules: Sequence[Rule], *, narrow: bool) -> None:
        """Show these rules; no signal is sent."""
        if (tuple(rules), narrow) == (self._rules, self._narrow):
            return
        self._rules, self._narrow = tuple(rules), narrow
        for chip in self.chips:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = []
        self.menu.clear()
        whole = not narrow and len(rules) <= _MOST
        for place, rule in enumerate(rules):
            text = rule_text(rule, self._words)
            if whole:
                chip = push_button(text, weight="chip")
                chip.setMinimumHeight(step(self, _HEIGHT))
                chip.setToolTip(self._words.say(rule.meaning))
                chip.clicked.connect(partial(self._on_rule, place))
                self._row.addWidget(chip)
                self.chips.append(chip)
            else:
                self.menu.addAction(text).triggered.connect(partial(self._on_rule, place))
        self.all.setVisible(bool(rules) and not whole)
        self.setVisible(bool(rules))

    def _on_rule(self, place: int, _checked: bool = False) -> None:
        self.pressed.emit(place)
