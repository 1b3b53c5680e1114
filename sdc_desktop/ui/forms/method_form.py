"""What the forms of the methods that change values have in common, and what they are shown."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from sdc_desktop.engine.plan_secrets import SecretFacts
from sdc_desktop.ui.forms.field_help import give_field_help
from sdc_desktop.ui.forms.parts import card, dress_more, heading
from sdc_desktop.ui.forms.secret_field import SecretField
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.calm import CalmComboBox, CalmSpinBox
from sdc_desktop.ui.widgets.check_list import CheckList
from sdc_desktop.words import N_, Words


@dataclass(frozen=True)
class Choices:
    """What a method can be given: variables by name with their least and greatest number (None: none), and
    those chosen. ``secret`` has the facts about the job's secret that may be shown.
    """

    variables: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    secret: SecretFacts | None = None


class MethodForm(QWidget):
    """Shows a question and tells what the officer changes; decides nothing. Each method fills it in
    ``build`` and shows its own fields in ``show_question``, which are abstract (Qt's classes take no ABC; a
    test looks).
    """

    changed = Signal(object)  # dict: keys of the params with their new values; `secret` is the job's

    page = ""  # of the guide

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setProperty("helpPage", self.page)
        self.column = QVBoxLayout(self)
        spread(self.column, self, margin=0)
        self.more = QToolButton()
        self.more_area = QWidget()
        self.more_grid = QGridLayout(self.more_area)
        spread(self.more_grid, self, margin=0.5, spacing=0.5)
        self.more_grid.setColumnStretch(1, 1)
        self.more_area.hide()
        self.more.setText(words.say(N_("More")))
        dress_more(self.more)
        self.more.toggled.connect(self._on_more)
        self.build()
        if self.more_grid.count():
            self.column.addWidget(self.more)
            self.column.addWidget(self.more_area)
        self.column.addStretch(1)
        give_field_help(self, self.page, self.helped(), words)

    @abstractmethod
    def build(self) -> None:
        """Make the fields."""

    def helped(self) -> Mapping[str, QWidget]:
        """The fields by their keys in the section Fields of the page."""
        return {}

    @abstractmethod
    def show_question(self, params: Any, choices: Choices) -> None:
        """Show a question as it stands; nothing is told of it."""

    def settle(self) -> None:
        """What is typed is meant."""
        for box in self.findChildren(CalmSpinBox):
            if box.hasFocus():
                box.settle()

    # parts that forms are made of ----------------------------------------------------------------------

    def add_card(self, *parts: QWidget) -> None:
        """Parts beneath one another in a frame."""
        self.column.addWidget(card(self, *parts))

    def fields(self, *rows: tuple[str, QWidget]) -> QWidget:
        """Fields beneath one another, each with its label before it."""
        area = QWidget()
        grid = QGridLayout(area)
        spread(grid, self, margin=0, spacing=0.5)
        grid.setColumnStretch(1, 1)
        for row, (text, part) in enumerate(rows):
            grid.addWidget(labelled(text, part), row, 0)
            grid.addWidget(part, row, 1)
        return area

    def add_more(self, text: str, part: QWidget) -> None:
        """A field that is seldom wanted."""
        row = self.more_grid.rowCount()
        self.more_grid.addWidget(labelled(text, part), row, 0)
        self.more_grid.addWidget(part, row, 1)

    def variables_list(self, question: str) -> tuple[QLabel, CheckList]:
        """The variables to tick, under their question."""
        ticks = CheckList(question)
        ticks.ticked.connect(self._on_variables)
        return heading(question, ticks), ticks

    def secret_field(self) -> SecretField:
        """The secret of all draws, under More."""
        self._secret = field = SecretField(self._words.say(N_("Secret of all draws")), self._words)
        field.chosen.connect(self._on_secret)
        self.add_more(self._words.say(N_("Secret")), field)
        return field

    def tolerable_field(self) -> CalmSpinBox:
        """The largest risk that may be left open, under More; 0 for none set."""
        say = self._words.say
        box = number_field(0, 100, 1, say(N_("Maximum tolerable risk")), say(N_("\u2009%")))
        box.setSpecialValueText(say(N_("not set")))
        box.settled.connect(self._on_tolerable)
        self.tolerable_risk = box
        self.add_more(say(N_("Tolerable risk")), box)
        return box

    @Slot()
    def _on_tolerable(self) -> None:
        self.changed.emit({"tolerable_risk": round(self.tolerable_risk.value() / 100, 6) or None})

    @Slot(object)
    def _on_variables(self, names: tuple[str, ...]) -> None:
        if names:
            self.changed.emit({"variables": names})
        else:  # one is needed: the last stays
            self.changed.emit({})

    @Slot(object)
    def _on_secret(self, digits: str) -> None:
        self.changed.emit({"secret": digits})

    @Slot(bool)
    def _on_more(self, shown: bool) -> None:
        self.more_area.setVisible(shown)


def labelled(text: str, part: QWidget) -> QLabel:
    """A label whose buddy is the field."""
    label = QLabel(text)
    label.setBuddy(part)
    if not part.accessibleName():
        part.setAccessibleName(text)
    return label


def number_field(least: float, most: float, decimals: int, name: str, unit: str = "") -> CalmSpinBox:
    """A field of numbers with its unit in it."""
    box = CalmSpinBox()
    box.setDecimals(decimals)
    box.show_range(least, most)
    box.setAccessibleName(name)
    box.setSuffix(unit)
    return box


def chooser(names: Iterable[str], name: str) -> CalmComboBox:
    """A field of choices."""
    box = CalmComboBox()
    box.addItems(list(names))
    box.setAccessibleName(name)
    return box


def show_index(box: CalmComboBox, index: int) -> None:
    """Show a choice; nothing is told of it."""
    with QSignalBlocker(box):
        box.setCurrentIndex(index)


def tab_through(*parts: QWidget) -> None:
    """Tab goes through these in this order."""
    for first, second in pairwise(parts):
        QWidget.setTabOrder(first, second)
