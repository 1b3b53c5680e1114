"""Levels of hierarchies by variable: the one of the released file, or the least and the greatest allowed."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtWidgets import QGridLayout

from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.editors.entry import Entry, WideEditor
from sdc_desktop.ui.theme import empty, spread
from sdc_desktop.ui.widgets.barred_choices import bar_finer
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.words import N_


class LevelEditor(WideEditor):
    """The level at which each variable is released, counted from 0 = as is, which the plan need not name. One
    row for each variable whose levels are known; ``choosers`` has those of its levels.
    """

    _names: tuple[str, ...] = (N_("Level of {name}"),)  # of the choosers of a variable

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self.setAccessibleName(entry.name)
        self._levels: Mapping[str, tuple[str, ...]] = {}
        self._value: Mapping[str, Any] = {}
        self._heads = 0
        self.choosers: dict[str, tuple[CalmComboBox, ...]] = {}
        self._grid = QGridLayout(self)
        spread(self._grid, self, margin=0, spacing=0.5)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 2)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the levels of the variables."""
        self._value = value
        if choices.level_names != self._levels:
            self._build(choices.level_names)
        for name, choosers in self.choosers.items():
            for chooser, level in zip(choosers, self._chosen(name), strict=True):
                self._bar(chooser, choices.finest_levels.get(name, 0))
                chooser.setCurrentIndex(min(level, chooser.count() - 1))

    def _build(self, levels: Mapping[str, tuple[str, ...]]) -> None:
        empty(self._grid, self._heads)
        self._levels, self.choosers = levels, {}
        for row, (name, titles) in enumerate(levels.items(), start=1):
            self._grid.addWidget(ElidedLabel(name), row, 0)
            self.choosers[name] = tuple(
                self._chooser(self._entry.say(text, name=name), titles, partial(self._on_chosen, name, end))
                for end, text in enumerate(self._names)
            )
            for column, chooser in enumerate(self.choosers[name], start=1):
                self._grid.addWidget(chooser, row, column)

    def _chooser(self, name: str, titles: tuple[str, ...], chosen: Callable[[int], None]) -> CalmComboBox:
        chooser = CalmComboBox()
        chooser.setMinimumContentsLength(3)
        chooser.addItems(list(titles))
        chooser.view().setMinimumWidth(chooser.view().sizeHintForColumn(0) + 3 * self.fontMetrics().height())
        chooser.setAccessibleName(name)
        chooser.activated.connect(chosen)
        return chooser

    def _chosen(self, name: str) -> tuple[int, ...]:
        return (self._value.get(name, 0),)

    def _bar(self, chooser: CalmComboBox, finest: int) -> None:
        """Bar levels that the data do not have."""

    def _on_chosen(self, name: str, _end: int, step: int) -> None:
        self._change(name, step or None)

    def _change(self, name: str, value: object) -> None:
        """Report another value of a variable; None: the plan does not name it."""
        others = {other: one for other, one in self._value.items() if other != name}
        self._entry.change(others if value is None else others | {name: value})


class LimitsEditor(LevelEditor):
    """Two levels for each variable whose levels are known; where the plan names none all are allowed."""

    _names = (N_("{name}: at least this level"), N_("{name}: at most this level"))

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        for column, title in enumerate((N_("At least"), N_("At most")), start=1):
            self._grid.addWidget(plain_label(entry.say(title), tone="muted", scale="small"), 0, column)
            self._grid.setColumnStretch(column, 1)
        self._heads = self._grid.count()

    def _chosen(self, name: str) -> tuple[int, int]:
        least, most = self._value.get(name, (0, len(self._levels[name]) - 1))
        return least, most

    def _bar(self, chooser: CalmComboBox, finest: int) -> None:
        bar_finer(chooser, finest, self._entry.context.words)

    def _on_chosen(self, name: str, end: int, level: int) -> None:
        """Where the two would cross, the other one gives way."""
        least, most = self._chosen(name)
        chosen = (level, max(level, most)) if end == 0 else (min(least, level), level)
        self._change(name, None if chosen == (0, len(self._levels[name]) - 1) else chosen)
