"""Editors of risk curves: possible values, intervals, a domain, and the intruder's knowledge."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QWidget

from sdc_desktop.engine.methods.curves.cae import Bounds
from sdc_desktop.engine.methods.curves.cae_experiment import DomainSteps
from sdc_desktop.engine.problems import Refused, error
from sdc_desktop.engine.spec import Number
from sdc_desktop.project.pasted import bounds_of, known_of, known_text, rows_of, text_of, values_of
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.debounced_text import SettlingLine
from sdc_desktop.ui.forms.editors.entry import Entry, WideEditor
from sdc_desktop.ui.forms.editors.simple import Typed, TypedText
from sdc_desktop.ui.forms.parts import Choice, muted
from sdc_desktop.ui.qt_types import line_of
from sdc_desktop.ui.theme import empty, fill, spread
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.tables.check_list import CheckList
from sdc_desktop.words import N_, Words

_Values = tuple[tuple[Number, ...] | None, tuple[Number, ...] | None]


def _read_values(text: str) -> _Values | None:
    found = values_of(text)
    return found if found[0] else None


def _values_text(found: _Values) -> str:
    values, probabilities = found
    if probabilities is not None and len(probabilities) == len(values or ()):
        return text_of(list(zip(values or (), probabilities, strict=True)))
    return text_of([(value,) for value in values or ()])


def _read_intervals(text: str) -> tuple[tuple[Bounds, ...], None] | None:
    rows = bounds_of(text)
    return (rows, None) if rows else None


def _intervals_text(found: tuple[Any, Any]) -> str:
    return text_of(found[0]) if isinstance(found[0], tuple) else ""


VALUES = Typed(_read_values, _values_text, 6, N_("one value per line, followed by its probability"))
INTERVALS = Typed(
    _read_intervals, _intervals_text, 6, N_("one cell per line: lower and upper bound, - for none")
)


class _ValueBox(CalmComboBox):
    """A value that is chosen or typed; Escape restores the current value."""

    def __init__(self) -> None:
        super().__init__()
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.in_force = ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.currentText() != self.in_force:
            self.setEditText(self.in_force)
        else:
            super().keyPressEvent(event)


class KnownValues(QWidget):
    """A chooser for each variable; values may also be typed."""

    chosen = Signal(object)  # dict: variable -> value, "" where none is chosen yet

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._boxes: dict[str, _ValueBox] = {}
        self._shown: dict[str, str] = {}
        self._grid = QGridLayout(self)
        spread(self._grid, self, margin=0, spacing=0.5)
        self._grid.setColumnStretch(1, 1)

    @property
    def values(self) -> Mapping[str, str]:
        """The current values."""
        return {name: box.currentText() for name, box in self._boxes.items()}

    def box(self, name: str) -> _ValueBox:
        """The chooser of a variable; KeyError if there is none."""
        return self._boxes[name]

    def show_values(self, values: Mapping[str, str], texts: Mapping[str, Sequence[str]]) -> None:
        """Show what is known; no signal is sent. ``texts`` are the values to choose from, as read."""
        if list(values) != list(self._boxes):
            self._make(list(values))
        self._shown = dict(values)
        for name, value in values.items():
            box, offered = self._boxes[name], list(texts.get(name, ()))
            box.in_force = value
            if [box.itemText(row) for row in range(box.count())] != offered:
                box.clear()
                box.addItems(offered)
            line = line_of(box)
            if not line.hasFocus() or not line.isModified():
                box.setCurrentIndex(offered.index(value) if value in offered else -1)
                box.setEditText(value)

    def lead(self) -> None:
        """Put the cursor into the first value that is not chosen yet."""
        for box in self._boxes.values():
            if not box.currentText():
                box.setFocus(Qt.FocusReason.OtherFocusReason)
                break

    def _make(self, names: Sequence[str]) -> None:
        empty(self._grid)
        self._boxes = {}
        before: QWidget = self
        for row, name in enumerate(names):
            box = _ValueBox()
            box.setAccessibleName(self._words.say(N_("Known value of {name}"), name=name))
            line_of(box).setPlaceholderText(self._words.say(N_("choose a value")))
            box.activated.connect(self._on_chosen)
            line_of(box).editingFinished.connect(self._on_chosen)
            label = QLabel(name.replace("&", "&&"))
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setBuddy(box)
            self._grid.addWidget(label, row, 0)
            self._grid.addWidget(box, row, 1)
            self._boxes[name] = box
            QWidget.setTabOrder(before, box)
            before = box

    @Slot()
    def _on_chosen(self) -> None:
        values = dict(self.values)
        if values != self._shown:
            self._shown = values
            for name, value in values.items():
                self._boxes[name].in_force = value
            self.chosen.emit(values)


class KnownEditor(WideEditor):
    """Variables that the intruder knows: of all records, or of one person with values."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self.names = CheckList(entry.name)
        self.note = muted(entry.say(N_("None selected: the target can be any record.")))
        texts = {"everybody": N_("all records, by combination"), "person": N_("one person, with values:")}
        self.target = Choice(
            entry.say(N_("Target of the intruder")), [(key, entry.say(text)) for key, text in texts.items()]
        )
        self.person = KnownValues(entry.context.words)
        fill(self, self.names, self.note, self.target, self.person, spacing=0.5)
        self.setFocusProxy(self.names)
        self.names.ticked.connect(self._on_names)
        self.target.chosen.connect(self._on_target)
        self.person.chosen.connect(entry.change)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the variables, and the values of one person."""
        self.names.show_names(choices.offered.get(self._entry.path, tuple(value)), tuple(value))
        one = isinstance(value, Mapping)
        self.note.setVisible(not value)
        self.target.setVisible(bool(value))
        self.target.show_key("person" if one else "everybody")
        self.person.setVisible(one)
        if one:
            self.person.show_values(value, choices.texts)

    @Slot(object)
    def _on_names(self, names: tuple[str, ...]) -> None:
        if names and self.target.key == "person":
            before = self.person.values
            self._entry.change({name: before.get(name, "") for name in names})
        else:
            self._entry.change(names)

    @Slot(object)
    def _on_target(self, target: str) -> None:
        names = self.names.chosen
        self._entry.change(dict.fromkeys(names, "") if target == "person" else names)


class ScenariosText(TypedText):
    """Scenarios of knowledge, one per line: a number of variables, or names of some."""

    def __init__(self, entry: Entry) -> None:
        self._names: list[str] = []
        names = self._names
        hint = N_("2 for all pairs, or names such as age, sex")
        super().__init__(entry, Typed(lambda text: known_of(text, names) or None, known_text, 4, hint))

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the scenarios; names are read as those of the variables that may be known."""
        self._names[:] = choices.chosen.get("attributes", ())
        super().show_setting(value, choices)


class DomainEditor(WideEditor):
    """Every value in the data, even steps, or a list of values."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self._value: DomainSteps | tuple[Number, ...] | None = None
        texts = {"": entry.setting.absent, "steps": N_("in even steps"), "listed": N_("a list of values")}
        self.chooser = Choice(entry.name, [(key, entry.say(text)) for key, text in texts.items()])
        self.numbers = SettlingLine()
        fill(self, self.chooser, self.numbers, spacing=0.5)
        self.setFocusProxy(self.chooser)
        self.chooser.chosen.connect(self._on_chosen)
        self.numbers.settled.connect(self._on_numbers)
        self._show_kind("")

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show a domain; the kind that was chosen stays until numbers are typed."""
        if value is None:
            kind = self.chooser.key if self._value is None else ""
        elif isinstance(value, DomainSteps):
            kind = "steps"
            self.numbers.show_text(text_of([(value.lowest, value.highest, value.step)]))
        else:
            kind = "listed"
            self.numbers.show_text(text_of([value]))
        self._value = value
        self._show_kind(kind)

    def _show_kind(self, kind: str) -> None:
        self.chooser.show_key(kind)
        self.numbers.setVisible(bool(kind))
        if kind == "steps":
            name, hint = N_("Lowest value, highest value and step"), N_("lowest, highest, step: 0 250 10")
        else:
            name, hint = N_("Possible values of the domain"), N_("values with spaces between: 0 10 20 50")
        self.numbers.setAccessibleName(self._entry.say(name))
        self.numbers.setPlaceholderText(self._entry.say(hint))

    @Slot(object)
    def _on_chosen(self, kind: str) -> None:
        self._show_kind(kind)
        if not kind:
            self._entry.change(None)
        elif self._value is None or (kind == "steps") != isinstance(self._value, DomainSteps):
            self.numbers.show_text("")
            self.numbers.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot(object)
    def _on_numbers(self, text: str) -> None:
        try:
            numbers = tuple(number for row in rows_of(text) for number in row)
            if self.chooser.key == "steps" and numbers and len(numbers) != 3:
                raise Refused(error("cae.pasted_steps", number=len(numbers)))
        except Refused as refusal:
            self.numbers.refuse()
            self._entry.context.refused(refusal.problems)
            return
        if numbers and self.chooser.key == "steps":
            self._entry.change(dict(zip(("lowest", "highest", "step"), numbers, strict=True)))
        elif numbers:
            self._entry.change(numbers)
