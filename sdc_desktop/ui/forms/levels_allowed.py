"""For each variable the least and the greatest level that a search may choose, and how much it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.calm import CalmComboBox, CalmSpinBox
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.words import N_, Words

Limits = Mapping[str, tuple[int, int]]
_MOST_WEIGHT = 99.0


class LevelsAllowed(QWidget):
    """Shows limits and weights and tells others that are wanted; decides nothing."""

    limits_wanted = Signal(object)  # Limits
    weights_wanted = Signal(object)  # {variable: weight}
    hierarchy_wanted = Signal(object)  # variable

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._shown: object = None
        self._names: tuple[str, ...] = ()
        self._levels: dict[str, int] = {}
        self._limits: Limits = {}
        self._weights: Mapping[str, float] = {}
        self.least: dict[str, CalmComboBox] = {}
        self.most: dict[str, CalmComboBox] = {}
        self.weights: dict[str, CalmSpinBox] = {}
        self.add: dict[str, QPushButton] = {}
        self._grid = QGridLayout(self)
        spread(self._grid, self, margin=0, spacing=0.5)
        self._grid.setColumnStretch(0, 2)
        self._grid.setColumnStretch(1, 2)
        self._grid.setColumnStretch(2, 2)

    def show_limits(
        self,
        names: Sequence[str],
        levels: Mapping[str, Sequence[str]],
        lacking: Sequence[str],
        limits: Limits,
        weights: Mapping[str, float],
        *,
        weighed: bool,
    ) -> None:
        """Show these; `levels` are the titles of the levels, as far as they are known, `lacking` the
        variables without a hierarchy; `weighed` says whether weights mean anything to the loss.
        """
        shown = (tuple(names), tuple(lacking), tuple((n, tuple(levels.get(n, ()))) for n in names))
        if shown != self._shown:
            self._shown, self._names = shown, tuple(names)
            self._build(names, levels, lacking)
        self._limits, self._weights = limits, weights
        for name, least in self.least.items():
            most = self.most[name]
            low, high = limits.get(name, (0, self._levels[name] - 1))
            least.setCurrentIndex(min(low, least.count() - 1))
            most.setCurrentIndex(min(high, most.count() - 1))
        for name, field in self.weights.items():
            field.show_value(float(weights.get(name, 1)))
            field.setEnabled(weighed)

    @property
    def focus_order(self) -> tuple[QWidget, ...]:
        """What Tab goes through, in this order."""
        rows = (
            (self.add.get(n), self.least.get(n), self.most.get(n), self.weights.get(n)) for n in self._names
        )
        return tuple(part for row in rows for part in row if part is not None)

    def _build(
        self, names: Sequence[str], levels: Mapping[str, Sequence[str]], lacking: Sequence[str]
    ) -> None:
        while self._grid.count():
            part = self._grid.takeAt(0).widget()
            part.hide()
            part.deleteLater()
        self.least, self.most, self.weights, self.add = {}, {}, {}, {}
        say = self._words.say
        for column, title in enumerate((N_("At least"), N_("At most"), N_("Weight")), start=1):
            label = QLabel(say(title))
            label.setProperty("tone", "muted")
            label.setProperty("scale", "small")
            self._grid.addWidget(label, 0, column)
        for row, name in enumerate(names, start=1):
            self._grid.addWidget(ElidedLabel(name), row, 0)
            if name in lacking:
                self._grid.addWidget(self._add_button(name), row, 1, 1, 3)
            elif name in levels:
                self._add_row(row, name, levels[name])

    def _add_button(self, name: str) -> QPushButton:
        button = QPushButton(self._words.say(N_("Add hierarchy\u2026")))
        button.setAccessibleName(self._words.say(N_("Add hierarchy of {name}"), name=name))
        button.setProperty("scale", "small")
        button.setProperty("weight", "quiet")
        button.clicked.connect(partial(self._on_add, name))
        self.add[name] = button
        return button

    def _add_row(self, row: int, name: str, levels: Sequence[str]) -> None:
        say = self._words.say
        self._levels[name] = len(levels)
        for column, kept, told in (
            (1, self.least, N_("{name}: at least this level")),
            (2, self.most, N_("{name}: at most this level")),
        ):
            chooser = CalmComboBox()
            chooser.setMinimumContentsLength(3)
            chooser.addItems(list(levels))
            chooser.view().setMinimumWidth(
                chooser.view().sizeHintForColumn(0) + 3 * self.fontMetrics().height()
            )
            chooser.setAccessibleName(say(told, name=name))
            chooser.activated.connect(partial(self._on_limit, name, column == 1))
            kept[name] = chooser
            self._grid.addWidget(chooser, row, column)
        field = CalmSpinBox()
        field.setDecimals(1)
        field.show_range(0, _MOST_WEIGHT)
        field.setAccessibleName(say(N_("Weight of {name}"), name=name))
        field.setToolTip(say(N_("A weight above 1 keeps the variable more detailed. 0 ignores its loss.")))
        field.settled.connect(partial(self._on_weight, name))
        self.weights[name] = field
        self._grid.addWidget(field, row, 3)

    def _on_add(self, name: str) -> None:
        self.hierarchy_wanted.emit(name)

    def _on_limit(self, name: str, is_least: bool, level: int) -> None:
        """Where the two would cross, the other one gives way."""
        low, high = self._limits.get(name, (0, self._levels[name] - 1))
        low, high = (level, max(level, high)) if is_least else (min(low, level), level)
        wanted = {other: limits for other, limits in self._limits.items() if other != name}
        if (low, high) != (0, self._levels[name] - 1):
            wanted[name] = low, high
        if wanted != dict(self._limits):
            self.limits_wanted.emit(wanted)

    def _on_weight(self, name: str) -> None:
        value = self.weights[name].value()
        weight = int(value) if value == int(value) else round(value, 1)
        wanted = {other: one for other, one in self._weights.items() if other != name}
        if weight != 1:
            wanted[name] = weight
        if wanted != dict(self._weights):
            self.weights_wanted.emit(wanted)
