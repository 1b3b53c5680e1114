"""The editors of steps that prepare records: each shows one step and tells when it was changed."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from sdc_desktop.engine.preparing.prepare_spec import PARTS
from sdc_desktop.ui.forms.settling_text import SettlingLine
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.check_list import CheckList
from sdc_desktop.words import N_, Words
from sdc_desktop.words.preparing import PART_WORDS, STEP_HELP

Fields = dict[str, Any]


class StepEditor(QWidget):
    """The fields of one step. ``fields`` is the step as a plan says it, or None while it is not complete.
    What is marked abstract is given by each kind of step (Qt's classes take no ABC; a test looks).
    """

    changed = Signal()
    kind = ""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self._column = QVBoxLayout(self)
        spread(self._column, self, margin=0, spacing=1)
        self.help = QLabel(words.say(STEP_HELP[self.kind]))
        self.help.setWordWrap(True)
        self.help.setProperty("tone", "muted")
        self._column.addWidget(self.help)
        self._grid = QGridLayout()
        self._grid.setColumnStretch(1, 1)
        self._column.addLayout(self._grid)
        self.build()
        self._column.addStretch(1)

    @abstractmethod
    def build(self) -> None:
        """Make the fields."""

    @abstractmethod
    def show_fields(self, told: Fields) -> None:
        """Show a step, as a plan says it."""

    @abstractmethod
    def fields(self) -> Fields | None:
        """What is told."""

    def offer(self, names: Sequence[str]) -> None:
        """Offer these variables; what is chosen stays, whether it is there or not."""
        for part in self.findChildren(VariableChooser):
            part.offer(names)
        for part in self.findChildren(VariableList):
            part.offer(names)

    def add_row(self, text: str, field: QWidget) -> QLabel:
        """A field with its label; the label."""
        label = QLabel(text)
        label.setBuddy(field)
        field.setAccessibleName(text.replace("&", ""))
        row = self._grid.rowCount()
        top = isinstance(field, CheckList)
        self._grid.addWidget(
            label, row, 0, Qt.AlignmentFlag.AlignTop if top else Qt.AlignmentFlag.AlignVCenter
        )
        self._grid.addWidget(field, row, 1)
        return label

    @Slot()
    def tell(self) -> None:
        """Tell that something was changed."""
        self.changed.emit()


class VariableChooser(QComboBox):
    """One of the variables, or none yet."""

    def __init__(self, editor: StepEditor, none: str = "") -> None:
        super().__init__()
        self._none = none or editor.words.say(N_("choose…"))
        narrow(self)
        self.offer(())
        self.activated.connect(editor.tell)

    @property
    def name(self) -> str:
        """The variable chosen; empty without."""
        return str(self.currentData() or "")

    def offer(self, names: Sequence[str]) -> None:
        """Offer these variables, and the one that is chosen."""
        self.choose(self.name, names)

    def choose(self, name: str, names: Sequence[str] | None = None) -> None:
        """Choose a variable; nothing is told."""
        known = [str(self.itemData(row)) for row in range(1, self.count())] if names is None else list(names)
        blocked = self.blockSignals(True)
        self.clear()
        self.addItem(self._none, "")
        for one in known if not name or name in known else [*known, name]:
            self.addItem(one, one)
        self.setCurrentIndex(max(self.findData(name), 0))
        self.blockSignals(blocked)


class VariableList(CheckList):
    """Some of the variables."""

    def __init__(self, editor: StepEditor) -> None:
        super().__init__("")
        self.ticked.connect(editor.tell)

    def offer(self, names: Sequence[str]) -> None:
        """Offer these variables, and those that are ticked."""
        chosen = self.chosen
        self.show_names([*names, *(name for name in chosen if name not in names)], chosen)

    def choose(self, chosen: Sequence[str]) -> None:
        """Tick these variables; nothing is told."""
        names = self.names
        self.show_names([*names, *(name for name in chosen if name not in names)], chosen)


def line_of(editor: StepEditor, placeholder: str = "") -> SettlingLine:
    """A line of text of an editor."""
    line = SettlingLine()
    line.setPlaceholderText(placeholder)
    line.settled.connect(editor.tell)
    return line


def choices_of(editor: StepEditor, texts: Mapping[str, str]) -> QComboBox:
    """A choice of an editor: by key, in words."""
    box = QComboBox()
    narrow(box)
    for key, text in texts.items():
        box.addItem(editor.words.say(text), key)
    box.activated.connect(editor.tell)
    return box


def narrow(box: QComboBox) -> None:
    """A long text in the list must not widen the form."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(8)


def number_of(text: str) -> float | int | None:
    """A number that was typed, with point or comma; None for what is none."""
    try:
        number = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def listed_texts(text: str) -> tuple[str, ...]:
    """Texts that were typed with commas between them."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


class DropEditor(StepEditor):
    """Which variables go."""

    kind = "drop"

    def build(self) -> None:
        self.variables = VariableList(self)
        self.add_row(self.words.say(N_("&Variables")), self.variables)

    def show_fields(self, told: Fields) -> None:
        self.variables.choose(told["drop"])

    def fields(self) -> Fields | None:
        return {"drop": self.variables.chosen} if self.variables.chosen else None


class RenameEditor(StepEditor):
    """One variable and its new name; further pairs that a plan names stay as they are."""

    kind = "rename"

    def build(self) -> None:
        self._more: dict[str, str] = {}
        self.variable = VariableChooser(self)
        self.new = line_of(self)
        self.add_row(self.words.say(N_("&Variable")), self.variable)
        self.add_row(self.words.say(N_("&New name")), self.new)

    def show_fields(self, told: Fields) -> None:
        (old, new), *more = told["rename"].items()
        self._more = dict(more)
        self.variable.choose(old)
        self.new.show_text(new)

    def fields(self) -> Fields | None:
        new = self.new.text().strip()
        return {"rename": {self.variable.name: new} | self._more} if self.variable.name and new else None


_WAYS = {
    "age_at": N_("age on a day"),
    "age_at_variable": N_("age on the date in another variable"),
    "part": N_("part of a date"),
    "bands": N_("numeric bands"),
}


class DeriveEditor(StepEditor):
    """A new variable: its name, what it is made of and how."""

    kind = "derive"

    def build(self) -> None:
        say = self.words.say
        self.name = line_of(self)
        self.of = VariableChooser(self)
        self.way = choices_of(self, _WAYS)
        self.day = line_of(self, "2024-12-31")
        self.other = VariableChooser(self)
        self.part = choices_of(self, {part: PART_WORDS[part] for part in PARTS})
        self.bounds = line_of(self, "18, 40, 65")
        self.labels = line_of(self, say(N_("from the bounds")))
        self.add_row(say(N_("&New variable")), self.name)
        self.add_row(say(N_("Der&ived from")), self.of)
        self.add_row(say(N_("&How")), self.way)
        self._rows: dict[str, list[tuple[QLabel, QWidget]]] = {
            "age_at": [(self.add_row(say(N_("Da&y")), self.day), self.day)],
            "age_at_variable": [(self.add_row(say(N_("Date &variable")), self.other), self.other)],
            "part": [(self.add_row(say(N_("Par&t")), self.part), self.part)],
            "bands": [
                (self.add_row(say(N_("&Bounds")), self.bounds), self.bounds),
                (self.add_row(say(N_("&Labels")), self.labels), self.labels),
            ],
        }
        self.way.activated.connect(self._show_way)
        self._show_way()

    @Slot()
    def _show_way(self) -> None:
        for way, rows in self._rows.items():
            for label, field in rows:
                label.setVisible(way == self.way.currentData())
                field.setVisible(way == self.way.currentData())

    def show_fields(self, told: Fields) -> None:
        one = told["derive"]
        way = next(way for way in _WAYS if one.get(way) is not None)
        self.name.show_text(one["name"])
        self.of.choose(one["of"])
        self.way.setCurrentIndex(self.way.findData(way))
        self.day.show_text(one.get("age_at") or "")
        self.other.choose(one.get("age_at_variable") or "")
        self.part.setCurrentIndex(max(self.part.findData(one.get("part")), 0))
        self.bounds.show_text(", ".join(map(str, one.get("bands") or ())))
        self.labels.show_text(", ".join(one.get("labels") or ()))
        self._show_way()

    def fields(self) -> Fields | None:
        way = self.way.currentData()
        told = {"age_at": self.day.text().strip(), "age_at_variable": self.other.name}
        value: Any = told.get(way)
        if way == "part":
            value = self.part.currentData()
        elif way == "bands":
            bounds = [number_of(one) for one in listed_texts(self.bounds.text())]
            value = None if None in bounds else tuple(bounds)
        name = self.name.text().strip()
        if not (name and self.of.name and value):
            return None
        labels = listed_texts(self.labels.text()) if way == "bands" else ()
        return {
            "derive": {"name": name, "of": self.of.name, way: value} | ({"labels": labels} if labels else {})
        }


class ShiftEditor(StepEditor):
    """Which dates move, whose they are, and how far at most."""

    kind = "shift_dates"

    def build(self) -> None:
        say = self.words.say
        self.variables = VariableList(self)
        self.person = VariableChooser(self)
        self.days = QSpinBox()
        self.days.setRange(1, 36_500)
        self.days.setValue(30)
        self.days.setSuffix(say(N_(" days")))
        self.days.setKeyboardTracking(False)
        self.add_row(say(N_("Date&s")), self.variables)
        self.add_row(say(N_("Same shift for &each")), self.person)
        self.add_row(say(N_("&Maximum")), self.days)
        self.days.valueChanged.connect(self.tell)

    def show_fields(self, told: Fields) -> None:
        one = told["shift_dates"]
        self.variables.choose(one["variables"])
        self.person.choose(one["person"])
        self.days.setValue(one["days"])

    def fields(self) -> Fields | None:
        chosen, person = self.variables.chosen, self.person.name
        if not (chosen and person):
            return None
        return {"shift_dates": {"variables": chosen, "person": person, "days": self.days.value()}}


class PseudonymEditor(StepEditor):
    """Which identifiers become numbers, and the file of their key."""

    kind = "pseudonymise"

    def build(self) -> None:
        self.variables = VariableList(self)
        self.key = line_of(self)
        self.key.show_text("key.csv")
        self.add_row(self.words.say(N_("&Identifiers")), self.variables)
        self.add_row(self.words.say(N_("Ke&y file")), self.key)

    def show_fields(self, told: Fields) -> None:
        self.variables.choose(told["pseudonymise"]["variables"])
        self.key.show_text(told["pseudonymise"]["key"])

    def fields(self) -> Fields | None:
        chosen, key = self.variables.chosen, self.key.text().strip()
        return {"pseudonymise": {"variables": chosen, "key": key}} if chosen and key else None


class HouseholdsEditor(StepEditor):
    """What tells the household, and whether broken ones go or stay."""

    kind = "keep_households"

    def build(self) -> None:
        say = self.words.say
        self.household = VariableChooser(self, say(N_("the variable with the role household")))
        whole = {"drop": N_("drop all members"), "keep": N_("keep all members")}
        self.whole = choices_of(self, whole)
        self.add_row(say(N_("&Household")), self.household)
        self.add_row(say(N_("&Incomplete households")), self.whole)

    def show_fields(self, told: Fields) -> None:
        one = told["keep_households"]
        self.household.choose(one.get("household") or "")
        self.whole.setCurrentIndex(self.whole.findData(one.get("whole", "drop")))

    def fields(self) -> Fields | None:
        named = {"household": self.household.name} if self.household.name else {}
        return {"keep_households": named | {"whole": self.whole.currentData()}}


class MissingEditor(StepEditor):
    """Which texts mean missing, and what they become."""

    kind = "recode_missing"

    def build(self) -> None:
        say = self.words.say
        self.variables = VariableList(self)
        self.texts = line_of(self, say(N_("declared missing codes")))
        self.to = line_of(self, say(N_("an empty field")))
        self.add_row(say(N_("&Variables (none: all)")), self.variables)
        self.add_row(say(N_("&Texts")), self.texts)
        self.add_row(say(N_("Replace &with")), self.to)

    def show_fields(self, told: Fields) -> None:
        one = told["recode_missing"]
        self.variables.choose(one.get("variables") or ())
        self.texts.show_text(", ".join(one.get("texts") or ()))
        self.to.show_text(one.get("to") or "")

    def fields(self) -> Fields | None:
        texts, chosen = listed_texts(self.texts.text()), self.variables.chosen
        told: Fields = {"to": self.to.text().strip()}
        told |= {"variables": chosen} if chosen else {}
        return {"recode_missing": told | ({"texts": texts} if texts else {})}
