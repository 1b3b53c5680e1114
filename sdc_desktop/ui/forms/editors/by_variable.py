"""Values by variable: one row per variable, one column per value of it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, cast, get_args

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QWidget

from sdc_desktop.engine.setting import Settings
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.editors.entry import (
    Editor,
    Entry,
    Report,
    WideEditor,
    entries_of,
    settings_in,
    value_of,
)
from sdc_desktop.ui.theme import empty, spread, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.words import N_

_BESIDE_NUMBER = 2.2  # steps of a field: its frame and padding


class ByVariableEditor(WideEditor):
    """The values of a mapping from variables: numbers, texts, words or classes of settings.

    A variable whose values are those of the start (``first`` of the setting, or the defaults of the class) is
    left out of the plan. ``fields`` has the editors by variable and key; of a single number the key is empty.
    """

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self.setAccessibleName(entry.name)
        self._class = next(iter(settings_in(value_of(entry.type))), None)
        self.fields: dict[tuple[str, str], QWidget] = {}
        self._names: tuple[str, ...] | None = None  # None: not shown yet
        self._value: Mapping[str, Any] = {}
        self._choices = Choices()
        self._grid = QGridLayout(self)
        spread(self._grid, self, margin=0, spacing=0.5)
        self._grid.setColumnStretch(0, 3)
        headings = [one.label for one in self._class.settings.values()] if self._class else []
        for column, text in enumerate([N_("Variable"), *headings] if headings else []):
            label = QLabel(entry.say(text))
            label.setProperty("tone", "muted")
            self._grid.addWidget(label, 0, column)
        self._heads = self._grid.count()
        for column in range(1, 1 + max(len(headings), 1)):
            self._grid.setColumnStretch(column, 2)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the values of the variables offered; the rows are made when they are first seen."""
        self._value, self._choices = value or {}, choices
        if self.isVisible():
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show()

    def _show(self) -> None:
        names = self._choices.offered.get(self._entry.path, ())
        if self._names != names:
            self._begin(names)
        for (name, key), field in self.fields.items():
            own = self._value.get(name, self._start())
            cast(Editor, field).show_setting(getattr(own, key) if key else own, self._choices)
        self._show_ranges(self._choices.ranges)

    def _start(self) -> Any:
        """The values of a variable that the plan does not name."""
        return self._class() if self._class else self._entry.setting.first

    def _show_ranges(self, ranges: Mapping[str, tuple[float, float]]) -> None:
        """The least and the greatest number of the file, in grey in the fields of two ends."""
        ends = tuple(self._class.settings) if self._class else ()
        for (name, key), field in self.fields.items():
            if len(ends) == 2 and isinstance(field, QLineEdit):
                found = ranges.get(name)
                text = "" if found is None else f"{found[ends.index(key)]:.10g}"
                field.setPlaceholderText(text)
                field.setToolTip(text)
                beside = step(self, _BESIDE_NUMBER)
                field.setMinimumWidth(field.fontMetrics().horizontalAdvance(text) + beside if text else 0)

    def _begin(self, names: tuple[str, ...]) -> None:
        empty(self._grid, self._heads)
        self._names, self.fields = names, {}
        if not names:
            none = QLabel(self._entry.say(N_("No variable of this kind in the file")))
            none.setProperty("tone", "muted")
            self._grid.addWidget(none, 1, 0, 1, self._grid.columnCount())
        for row, name in enumerate(names, start=1):
            label = ElidedLabel(name)
            self._grid.addWidget(label, row, 0)
            for column, own in enumerate(self._entries(name), start=1):
                field = own.build()
                field.setAccessibleName(own.say(N_("{setting} of {name}"), setting=own.name, name=name))
                self._grid.addWidget(field, row, column)
                self.fields[name, own.key] = field
                if column == 1:
                    label.setBuddy(field)

    def _entries(self, name: str) -> tuple[Entry, ...]:
        context = self._entry.context.within(partial(self._on_values, name))
        if self._class is not None:
            return entries_of(self._class, f"{self._entry.path}.", context)
        plain = replace(self._entry.setting, picks=None, hint="")
        own = self._entry.part(get_args(self._entry.type)[1], "", plain, context)  # with its bounds
        return (replace(own, default=plain.first),)

    def _on_values(self, name: str, report: Report, values: Mapping[str, object]) -> None:
        report({self._entry.key: self._with(name, values)} if values else {})

    def _with(self, name: str, values: Mapping[str, object]) -> dict[str, Any]:
        """The mapping with other values of one variable, which comes last; default values are removed."""
        start = self._start()
        if isinstance(start, Settings):
            value: Any = self._value.get(name, start).model_copy(update=values)
        else:
            value = values[""]
        rest = {other: one for other, one in self._value.items() if other != name}
        return rest if value == start else rest | {name: value}
