"""Editors of settings that are one field: numbers, words of a list, switches, texts, variables, files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton

from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.spec import Number
from sdc_desktop.project.pasted import rows_of
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.debounced_text import SettlingLine, SettlingText
from sdc_desktop.ui.forms.editors.entry import Entry, WideEditor, parts_of
from sdc_desktop.ui.forms.parts import Choice, PlainSpinBox
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.barred_choices import bar_rows
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.steady_inputs import CalmSpinBox
from sdc_desktop.ui.widgets.tables.check_list import CheckList
from sdc_desktop.ui.widgets.wrapping_check import WrappingCheckBox
from sdc_desktop.words import N_

_USUAL = 1000  # a number that a field has room for
FAR = 1e9  # an end that the type leaves open
_LONG = 17.0  # steps: what a number field of the narrowest form shows
_DIGITS = 6  # of a number that was typed in another unit


class NumberField(PlainSpinBox):
    """A number in its unit. Where it can be absent, the least value of the field stands for that: 0, or where
    `first` shows that 0 is a value too, one below.
    """

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self._entry = entry
        self._whole = parts_of(entry.type) == (int,)
        unit = entry.setting.unit
        decimals = unit.decimals or (0 if self._whole else _DIGITS)
        one_step = 10.0**-decimals
        least, most = (bound * unit.scale for bound in entry.bounds(one_step / unit.scale))
        if entry.optional and (least != 0 or entry.setting.first is not None):
            least -= one_step
        self.setDecimals(decimals)
        self.show_range(max(least, -FAR), min(most, FAR))
        if most - least <= 1:
            self.setSingleStep(0.05)
        self.setAccessibleName(entry.name)
        self.setSuffix(entry.say(unit.suffix))
        if entry.optional:
            self._name_absent(entry.say(entry.setting.absent or N_("not set")))
        self.moved.connect(self._on_moved)
        self.settled.connect(self._on_settled)

    def _name_absent(self, text: str) -> None:
        """A long text would be cut in the narrowest form: it is in the tooltip."""
        is_long = self.fontMetrics().horizontalAdvance(text) > step(self, _LONG)
        self.setSpecialValueText(self._entry.say(N_("default")) if is_long else text)
        if is_long:
            self.setToolTip(self._entry.say(N_("Default: {default}"), default=text))

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show a number; none for absent."""
        number = self.minimum() if value is None else value * self._entry.setting.unit.scale
        if self._entry.path in choices.most:
            self.show_range(self.minimum(), max(choices.most[self._entry.path], number))
        self.show_value(number)

    def textFromValue(self, value: float) -> str:  # noqa: N802
        if self._entry.setting.unit.decimals:  # as many decimals as the unit has
            return CalmSpinBox.textFromValue(self, value)
        return super().textFromValue(value)

    def sizeHint(self) -> QSize:
        """Wide enough for a usual number; the longest number within the bounds would widen the form."""
        hint = super().sizeHint()
        width = self.fontMetrics().horizontalAdvance
        ends = (self.textFromValue(self.minimum()), self.textFromValue(self.maximum()))
        shown = (self.specialValueText(), self.textFromValue(_USUAL), self.textFromValue(self.value()))
        suffix = self.suffix()
        widest = max(width(text + suffix) for text in (*ends, *shown))
        usual = max(width(text + suffix) for text in shown)
        return QSize(hint.width() - widest + usual, hint.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _number(self) -> int | float | None:
        if self._entry.optional and self.value() == self.minimum():
            return None
        scale = self._entry.setting.unit.scale
        value = round(self.value() / scale, _DIGITS)
        is_short = scale == 1 and value.is_integer()  # as an int, so that plans stay short
        return round(value) if self._whole or is_short else value

    @Slot(object)
    def _on_moved(self, _value: float) -> None:
        self._entry.move(self._number())

    @Slot()
    def _on_settled(self) -> None:
        self._entry.change(self._number())


@dataclass(frozen=True)
class Typed:
    """How a value is typed.

    ``read`` raises :class:`Refused` for a text that cannot be read and gives None for an empty one; ``lines``
    of the field, 1 for a single line; ``hint`` is shown in the empty field. ``word``: a word of plans that
    can be typed in one line, also in the window's language, in which the field shows it.
    """

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    lines: int = 1
    hint: str = ""
    word: str = ""


def _number(text: str) -> Number | None:
    rows = rows_of(text)
    return rows[0][0] if rows else None


def _numbers(text: str) -> tuple[Number, ...] | None:
    return tuple(sorted({number for row in rows_of(text) for number in row})) or None


def _numbers_text(numbers: Sequence[Number]) -> str:
    return " ".join(f"{number:.15g}" for number in numbers)


def _texts(text: str) -> tuple[str, ...] | None:
    return tuple(part.strip() for part in text.split(",") if part.strip()) or None


def _terms(text: str) -> tuple[tuple[str, ...], ...] | None:
    """Terms separated by commas, each of variables with * between them."""
    terms = (tuple(name.strip() for name in part.split("*") if name.strip()) for part in text.split(","))
    return tuple(term for term in terms if term) or None


def _terms_text(terms: Sequence[Sequence[str]]) -> str:
    return ", ".join(" * ".join(term) for term in terms)


def _profiles(text: str) -> tuple[tuple[str, ...], ...] | None:
    """A profile per line, its names separated by commas; of ``*`` none. Lines without a name are omitted."""
    found = (() if line.strip() == "*" else _texts(line) for line in text.splitlines())
    return tuple(names for names in found if names is not None) or None


def _profiles_text(profiles: Sequence[Sequence[str]]) -> str:
    return "\n".join(", ".join(names) or "*" for names in profiles)


NUMBER = Typed(_number, str)
NUMBERS = Typed(_numbers, _numbers_text)  # each once, from small to large
TEXT = Typed(lambda text: text.strip() or None, str)
TEXTS = Typed(_texts, ", ".join)
PROFILES = Typed(_profiles, _profiles_text, lines=2, hint=N_("one per line: size, variable"))
TERMS = Typed(_terms, _terms_text, hint=N_("age * sex, age * region"))


class TypedLine(SettlingLine):
    """A value that is typed in one line. An empty line is absent, or the default."""

    def __init__(self, entry: Entry, typed: Typed) -> None:
        super().__init__()
        self._entry, self._typed = entry, typed
        self.setAccessibleName(entry.name)
        self.setPlaceholderText(entry.say(typed.hint or entry.setting.absent))
        self.settled.connect(self._on_settled)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show a value as it would be typed."""
        text = "" if value is None else self._typed.write(value)
        self.show_text(self._entry.say(text) if text == self._typed.word else text)

    @Slot(object)
    def _on_settled(self, text: str) -> None:
        word = self._typed.word
        is_word = bool(word) and text.strip().casefold() in (word, self._entry.say(word).casefold())
        _report(self, self._entry, self._typed, word if is_word else text)


class TypedText(SettlingText):
    """A value that is typed in several lines. A text with the same meaning is left unchanged."""

    wide = True

    def __init__(self, entry: Entry, typed: Typed) -> None:
        super().__init__()
        self._entry, self._typed = entry, typed
        self.setAccessibleName(entry.name)
        self.setPlaceholderText(entry.say(typed.hint or entry.setting.absent))
        around = 2 * (self.frameWidth() + round(self.document().documentMargin()))
        self.setFixedHeight(step(self, 2 * typed.lines) + around)  # whole lines are seen
        self.settled.connect(self._on_settled)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show a value as it would be typed."""
        try:
            same = (self._typed.read(self.toPlainText()) or None) == (value or None)
        except Refused:
            same = False
        if same:
            self.keep_text()
        else:
            self.show_text("" if value is None else self._typed.write(value))

    @Slot(object)
    def _on_settled(self, text: str) -> None:
        _report(self, self._entry, self._typed, text)


def _report(field: TypedLine | TypedText, entry: Entry, typed: Typed, text: str) -> None:
    try:
        value = typed.read(text)
    except Refused as refusal:
        field.refuse()
        entry.context.refused(refusal.problems)
        return
    if value is None and not entry.optional:
        value = entry.default
    if value is None and not entry.optional:
        entry.show_again()
    else:
        entry.change(value)


class Switch(WrappingCheckBox):
    """Yes or no, with its label as its own text."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry.label)
        self._entry = entry
        if entry.name != entry.label:
            self.setAccessibleName(entry.name)
        self.clicked.connect(self._on_clicked)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show whether it is on."""
        with QSignalBlocker(self):
            self.setChecked(bool(value))

    @Slot()
    def _on_clicked(self) -> None:
        self._entry.change(self.isChecked())


class ChosenField(Choice):
    """One of several texts, or none where it can be absent."""

    def __init__(self, entry: Entry, texts: Sequence[tuple[str, str]] = ()) -> None:
        self._none = [("", entry.say(entry.setting.absent or N_("none")))] if entry.optional else []
        super().__init__(entry.name, [*self._none, *texts])  # the form gives it room for these
        self._entry = entry
        self.chosen.connect(self._on_chosen)

    @Slot(object)
    def _on_chosen(self, key: str) -> None:
        self._entry.change(key or None)


class WordField(ChosenField):
    """One of the words of a setting, or none where it can be absent."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry, [(word, entry.say(one.label)) for word, one in entry.setting.choices.items()])

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the word chosen."""
        bar(self, choices.barred.get(self._entry.path, {}), kept=value)
        self.show_key(value)


def bar(chooser: Choice, reasons: Mapping[str, str], kept: str | None) -> None:
    """Let some keys not be chosen, and show why; the one that is chosen stays possible."""
    keys = [chooser.itemData(row) for row in range(chooser.count())]
    bar_rows(chooser, {row: reasons[key] for row, key in enumerate(keys) if key in reasons and key != kept})


class TickedField(CheckList):
    """Some of the names of a list."""

    wide = True

    def __init__(self, entry: Entry, empty: str = "") -> None:
        super().__init__(entry.name, empty)
        self._entry = entry
        self.ticked.connect(self._on_ticked)

    def _on_ticked(self, names: tuple[str, ...]) -> None:
        if names or not self._entry.needs_one():
            self._entry.change(names)
        else:  # one is needed: the last stays
            self._entry.show_again()


class WordsField(TickedField):
    """Some of the words of a setting."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self._words = {entry.say(choice.label): word for word, choice in entry.setting.choices.items()}

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the words chosen."""
        self.show_names(tuple(self._words), [label for label, word in self._words.items() if word in value])

    def _on_ticked(self, names: tuple[str, ...]) -> None:
        super()._on_ticked(tuple(self._words[label] for label in names))


class VariablesField(TickedField):
    """Some of the variables offered; those in use are ticked, also where the plan names none."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry, entry.say(N_("No variable of this kind in the file")))
        self._is_in_use = False  # whether variables are used where the plan names none

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show what can be given, and what is in use."""
        self._is_in_use = self._entry.path in choices.chosen
        used = choices.chosen.get(self._entry.path, value or ())
        offered = choices.offered.get(self._entry.path, ())
        self.show_names([*offered, *(name for name in used if name not in offered)], used)

    def _on_ticked(self, names: tuple[str, ...]) -> None:
        if not names and self._entry.needs_one() and self._entry.optional and not self._is_in_use:
            self._entry.change(None)
        else:
            super()._on_ticked(names)


class VariableField(ChosenField):
    """One of the variables offered, or none where it can be absent."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self.setPlaceholderText(entry.say(N_("choose a variable")))

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show what can be given, and the variable in use, also where the plan names none."""
        used = choices.chosen.get(self._entry.path, (value,) if value else ())
        offered = choices.offered.get(self._entry.path, ())
        names = [*offered, *(name for name in used if name not in offered)]
        self.show_choices([*self._none, *((name, name) for name in names)])
        self.show_key(used[0] if used else None)


class FileField(WideEditor):
    """A button that requests a file, and the name of the one in the plan."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self.setAccessibleName(entry.name)
        self.button = QPushButton(entry.say(N_("Choose file\u2026")))
        self.button.setAccessibleName(entry.name)
        self.file_name = ElidedLabel()
        self.remove = push_button(entry.say(N_("Remove")), weight="quiet")
        self.remove.setAccessibleName(entry.say(N_("Remove {criterion}"), criterion=entry.name))
        row = QHBoxLayout(self)
        spread(row, self, margin=0, spacing=0.5)
        row.addWidget(self.button)
        row.addWidget(self.file_name, 1)
        row.addWidget(self.remove)
        self.setFocusProxy(self.button)
        self.button.clicked.connect(self._on_clicked)
        self.remove.clicked.connect(self._on_removed)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the name of the file."""
        self.file_name.setText(value or "")
        self.remove.setVisible(self._entry.optional and bool(value))

    @Slot()
    def _on_removed(self) -> None:
        self._entry.change(None)

    @Slot()
    def _on_clicked(self) -> None:
        self._entry.context.requested(self._entry.path)
