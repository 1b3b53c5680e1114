"""Levels of hierarchies by variable: the least and the greatest that are allowed."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.editors.entry import Entry
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.words import N_

_ENDS = (
    (N_("At least"), N_("{name}: at least this level")),
    (N_("At most"), N_("{name}: at most this level")),
)


class LimitsEditor(QWidget):
    """Two levels for each variable whose levels are known; all of them are allowed where the plan names none.
    ``ends`` has the choosers by variable.
    """

    wide = True

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self._entry = entry
        self.setAccessibleName(entry.name)
        self._levels: Mapping[str, tuple[str, ...]] = {}
        self._limits: Mapping[str, tuple[int, int]] = {}
        self.ends: dict[str, tuple[CalmComboBox, CalmComboBox]] = {}
        self._grid = QGridLayout(self)
        spread(self._grid, self, margin=0, spacing=0.5)
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
        if self._levels != choices.level_names:
            self._build(choices.level_names)
        self._limits = value
        for name, choosers in self.ends.items():
            for chooser, level in zip(choosers, value.get(name, self._all(name)), strict=True):
                chooser.setCurrentIndex(min(level, chooser.count() - 1))

    def _all(self, name: str) -> tuple[int, int]:
        return 0, len(self._levels[name]) - 1

    def _build(self, levels: Mapping[str, tuple[str, ...]]) -> None:
        while self._grid.count() > self._heads:
            item = self._grid.takeAt(self._heads)
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self._levels, self.ends = levels, {}
        for row, (name, titles) in enumerate(levels.items(), start=1):
            self._grid.addWidget(ElidedLabel(name), row, 0)
            least, most = (self._chooser(name, end, titles) for end in range(len(_ENDS)))
            self._grid.addWidget(least, row, 1)
            self._grid.addWidget(most, row, 2)
            self.ends[name] = least, most

    def _chooser(self, name: str, end: int, titles: tuple[str, ...]) -> CalmComboBox:
        chooser = CalmComboBox()
        chooser.setMinimumContentsLength(3)
        chooser.addItems(list(titles))
        chooser.view().setMinimumWidth(chooser.view().sizeHintForColumn(0) + 3 * self.fontMetrics().height())
        chooser.setAccessibleName(self._entry.say(_ENDS[end][1], name=name))
        chooser.activated.connect(partial(self._on_chosen, name, end))
        return chooser

    def _on_chosen(self, name: str, end: int, level: int) -> None:
        """Where the two would cross, the other one gives way."""
        least, most = self._limits.get(name, self._all(name))
        chosen = (level, max(level, most)) if end == 0 else (min(least, level), level)
        limits = {other: one for other, one in self._limits.items() if other != name}
        self._entry.change(limits if chosen == self._all(name) else limits | {name: chosen})
