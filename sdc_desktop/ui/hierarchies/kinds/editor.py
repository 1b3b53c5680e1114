"""What the forms of all kinds of hierarchies have in common."""

from abc import abstractmethod

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec, PlainSpec
from sdc_desktop.engine.spec import Number
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.plain_parts import label_of
from sdc_desktop.words import Words


class Editor(QWidget):
    """A form for one kind of hierarchy; `changed` reports that its spec may be another one now. What is
    marked abstract is given by each kind (Qt's classes take no ABC; a test checks it).
    """

    changed = Signal()
    hint = ""  # what to say while there is none

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words

    @property
    @abstractmethod
    def spec(self) -> HierarchySpec | None:
        """The hierarchy as given; None while something is missing or cannot be meant."""

    @property
    @abstractmethod
    def untouched(self) -> bool:
        """Whether nothing was given yet."""

    @abstractmethod
    def show_spec(self, spec: HierarchySpec) -> None:
        """Show a hierarchy of this kind."""

    def in_a_row(self, *fields: tuple[QWidget, str, str, int]) -> None:
        """Lay fields out beside one another: field, words of its label, accessible name, stretch."""
        row = QHBoxLayout(self)
        spread(row, self, margin=0)
        for field, text, name, stretch in fields:
            row.addWidget(label_of(field, self.words.say(text), self.words.say(name)))
            row.addWidget(field, stretch)
        if not any(stretch for *_, stretch in fields):
            row.addStretch(1)


class PlainEditor(Editor):
    """Says that there are no groups; nothing is entered."""

    @property
    def spec(self) -> HierarchySpec | None:
        return PlainSpec(kind="plain")

    @property
    def untouched(self) -> bool:
        return True

    def show_spec(self, spec: HierarchySpec) -> None:
        assert isinstance(spec, PlainSpec)


def number_of(text: str) -> Number | None:
    """The number a field says, with a point or a comma; None if it says none."""
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    if value != value or value in (float("inf"), float("-inf")):
        return None
    return int(value) if value.is_integer() else value


def numbers_of(text: str) -> tuple[Number, ...] | None:
    """The numbers of a list, separated by semicolons or spaces; None if one of them is none."""
    found = [number_of(part) for part in text.replace(";", " ").split()]
    numbers = tuple(value for value in found if value is not None)
    return numbers if len(numbers) == len(found) else None


def text_of(numbers: object) -> str:
    """A number or a list of them as a field shows it; nothing for None."""
    if numbers is None:
        return ""
    return "; ".join(map(str, numbers)) if isinstance(numbers, tuple) else str(numbers)
