"""Levels of hierarchies by variable: the one of the released file, or the least and the greatest allowed."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtWidgets import QGridLayout, QLabel

from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.editors.entry import Entry, WideEditor
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.barred_choices import bar_finer
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.words import N_

_ENDS = (
    (N_("At least"), N_("{name}: at least this level")),
    (N_("At most"), N_("{name}: at most this level")),
)


class LevelsEditor(WideEditor):
    """One row for each variable whose levels are known, with choosers of its levels."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self.setAccessibleName(entry.name)
        self._levels: Mapping[str, tuple[str, ...]] = {}
        self._heads = 0
        self._grid = QGridLayout(self)
        spread(self._grid, self, margin=0, spacing=0.5)

    def _build(self, levels: Mapping[str, tuple[str, ...]]) -> None:
        """Make the rows again where other levels are known."""
        if levels == self._levels:
            return
        while self._grid.count() > self._heads:
            item = self._grid.takeAt(self._heads)
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self._levels = levels
        self._forget()
        for row, (name, titles) in enumerate(levels.items(), start=1):
            self._grid.addWidget(ElidedLabel(name), row, 0)
            for column, chooser in enumerate(self._choosers(name, titles), start=1):
                self._grid.addWidget(chooser, row, column)

    @abstractmethod
    def _forget(self) -> None:
        """Drop the choosers of the levels known before."""

    @abstractmethod
    def _choosers(self, name: str, titles: tuple[str, ...]) -> tuple[CalmComboBox, ...]:
        """Those of one variable."""

    def _chooser(self, name: str, titles: tuple[str, ...], chosen: Callable[[int], None]) -> CalmComboBox:
        chooser = CalmComboBox()
        chooser.setMinimumContentsLength(3)
        chooser.addItems(list(titles))
        chooser.view().setMinimumWidth(chooser.view().sizeHintForColumn(0) + 3 * self.fontMetrics().height())
        chooser.setAccessibleName(name)
        chooser.activated.connect(chosen)
        return chooser


class LevelEditor(LevelsEditor):
    """The level at which each variable is released, counted from 0 = as is, which the plan need not name.
    ``levels`` has the choosers by variable.
    """

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self._steps: Mapping[str, int] = {}
        self.levels: dict[str, CalmComboBox] = {}
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 2)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the levels of the variables."""
        self._build(choices.level_names)
        self._steps = value
        for name, chooser in self.levels.items():
            chooser.setCurrentIndex(min(value.get(name, 0), chooser.count() - 1))

    def _forget(self) -> None:
        self.levels = {}

    def _choosers(self, name: str, titles: tuple[str, ...]) -> tuple[CalmComboBox, ...]:
        spoken = self._entry.say(N_("Level of {name}"), name=name)
        self.levels[name] = self._chooser(spoken, titles, partial(self._on_chosen, name))
        return (self.levels[name],)

    def _on_chosen(self, name: str, step: int) -> None:
        others = {other: one for other, one in self._steps.items() if other != name}
        self._entry.change(others | {name: step} if step else others)


class LimitsEditor(LevelsEditor):
    """Two levels for each variable whose levels are known; all of them are allowed where the plan names none.
    ``ends`` has the choosers by variable.
    """

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self._limits: Mapping[str, tuple[int, int]] = {}
        self.ends: dict[str, tuple[CalmComboBox, CalmComboBox]] = {}
        for column, (title, _) in enumerate(_ENDS, start=1):
            label = QLabel(entry.say(title))
            label.setProperty("tone", "muted")
            label.setProperty("scale", "small")
            self._grid.addWidget(label, 0, column)
        self._heads = self._grid.count()
        for column in range(1 + len(_ENDS)):
            self._grid.setColumnStretch(column, 1)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the limits of the variables."""
        self._build(choices.level_names)
        self._limits = value
        for name, choosers in self.ends.items():
            for chooser, level in zip(choosers, value.get(name, self._all(name)), strict=True):
                bar_finer(chooser, choices.finest_levels.get(name, 0), self._entry.context.words)
                chooser.setCurrentIndex(min(level, chooser.count() - 1))

    def _all(self, name: str) -> tuple[int, int]:
        return 0, len(self._levels[name]) - 1

    def _forget(self) -> None:
        self.ends = {}

    def _choosers(self, name: str, titles: tuple[str, ...]) -> tuple[CalmComboBox, ...]:
        least, most = (
            self._chooser(self._entry.say(text, name=name), titles, partial(self._on_chosen, name, end))
            for end, (_, text) in enumerate(_ENDS)
        )
        self.ends[name] = least, most
        return least, most

    def _on_chosen(self, name: str, end: int, level: int) -> None:
        """Where the two would cross, the other one gives way."""
        least, most = self._limits.get(name, self._all(name))
        chosen = (level, max(level, most)) if end == 0 else (min(least, level), level)
        limits = {other: one for other, one in self._limits.items() if other != name}
        self._entry.change(limits if chosen == self._all(name) else limits | {name: chosen})
