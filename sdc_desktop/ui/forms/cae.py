"""The question of ``cae``: which values are possible, and what the intruder knows."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QToolButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.curves.cae import CaeParams
from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.forms.field_help import give_field_help, tell_fields
from sdc_desktop.ui.forms.known_values import KnownValues
from sdc_desktop.ui.forms.parts import card, dress_more, heading, muted, show_choice
from sdc_desktop.ui.forms.pasted import bounds_of, text_of, values_of
from sdc_desktop.ui.forms.settling_text import SettlingText
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.calm import CalmComboBox, CalmSpinBox
from sdc_desktop.ui.widgets.check_list import CheckList
from sdc_desktop.words import N_, Words
from sdc_desktop.words.cae_choices import WHO

_MOST = 1e12  # of a number field
_MOST_POINTS = 10_000
_POINTS = 200  # proposed
_WHO = ("everybody", "person")


class CaeForm(QWidget):
    """Shows a question and tells what the officer changes; decides nothing."""

    changed = Signal(object)  # dict: keys of CaeParams with their new values
    refused = Signal(object)  # tuple[Problem, ...]: what is typed cannot be read

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._way = "attribute"
        say = words.say
        self.attribute = CalmComboBox()
        self.attribute.setAccessibleName(say(N_("Confidential attribute")))
        self.attribute.setPlaceholderText(say(N_("choose a variable")))
        self.known = CheckList(say(N_("Variables that the intruder knows")))
        self.who = CalmComboBox()
        self.who.setAccessibleName(say(N_("Target of the intruder")))
        self.who.addItems([say(WHO[key]) for key in _WHO])
        self.person = KnownValues(words)
        self.weights = CalmComboBox()
        self.weights.setAccessibleName(say(N_("Record weights")))
        self.bounded = QCheckBox(say(N_("Compute bounds only (for many values)")))
        self.points = CalmSpinBox()
        self.points.setAccessibleName(say(N_("Evaluation points of the curve")))
        self.points.setDecimals(0)
        self.points.show_range(1, _MOST_POINTS)
        self.more = QToolButton()
        self.values = SettlingText()
        self.values.setAccessibleName(say(N_("Possible values and their probabilities")))
        self.values.setPlaceholderText(say(N_("one value per line, followed by its probability")))
        self.normalise = QCheckBox(say(N_("Normalise weights to sum to 1")))
        self.intervals = SettlingText()
        self.intervals.setAccessibleName(say(N_("Intervals of a table")))
        self.intervals.setPlaceholderText(say(N_("one cell per line: lower and upper bound, - for none")))
        self.step = CalmSpinBox()
        self.step.setAccessibleName(say(N_("Step between possible values")))
        self.step.setDecimals(6)
        self.step.show_range(1e-6, _MOST)
        self._cards = {
            "attribute": self._attribute_card(),
            "values": self._values_card(),
            "intervals": self._intervals_card(),
        }
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        for part in self._cards.values():
            column.addWidget(part)
        column.addWidget(self.more)
        column.addWidget(self._more_area())
        column.addStretch(1)
        first = (self.attribute, self.known, self.who, self.values, self.normalise, self.intervals, self.step)
        order = (*first, self.more, self.weights, self.bounded, self.points)
        for first, second in pairwise(order):
            QWidget.setTabOrder(first, second)
        self._connect()
        give_field_help(
            self,
            "cae",
            {
                "attribute": self.attribute,
                "known": self.known,
                "weights": self.weights,
                "points": self.bounded,
                "values": self.values,
                "normalise": self.normalise,
                "intervals": self.intervals,
                "step": self.step,
            },
            self._words,
        )
        tell_fields(self, "cae", {"known": self.who, "points": self.points}, words)

    def show_question(
        self,
        way: str,
        params: CaeParams,
        attribute: str | None,
        attributes: Sequence[str],
        texts: Mapping[str, Sequence[str]],
    ) -> None:
        """Show a question as it stands; nothing is told of it. ``attribute`` is the one in force, ``texts``
        the values of variables as far as they are read.
        """
        self._way = way
        for key, part in self._cards.items():
            part.setVisible(key == way)
        show_choice(self.attribute, attributes, attribute)
        self.known.show_names([name for name in attributes if name != attribute], tuple(params.known))
        self._show_who(params, texts)
        self._show_more(params, [name for name in attributes if name not in (attribute, *params.known)])
        values = params.values or ()
        if params.probabilities is not None and len(params.probabilities) == len(values):
            _show_read(self.values, text_of(list(zip(values, params.probabilities, strict=True))), values_of)
        elif values:
            _show_read(self.values, text_of([(value,) for value in values]), values_of)
        if isinstance(params.intervals, tuple):
            _show_read(self.intervals, text_of(params.intervals), bounds_of)
        with QSignalBlocker(self.normalise):
            self.normalise.setChecked(params.normalise)
        self.step.show_value(params.step)

    def show_table(self, name: str | None) -> None:
        """Say of which table of the plan the intervals are; None: they are typed."""
        self.of_table.setVisible(name is not None)
        if name is not None:
            say = self._words.say
            self.of_table.setText(
                say(
                    N_("From the protected table “{name}”. Type to override."),
                    name=name,
                )
            )
            self.intervals.show_text("")
        self.step.setEnabled(name is None)

    def settle(self) -> None:
        """What is typed is meant."""
        for field in (self.values, self.intervals):
            if field.hasFocus():
                field.settle()

    def _show_who(self, params: CaeParams, texts: Mapping[str, Sequence[str]]) -> None:
        one = isinstance(params.known, Mapping)
        self.who.setVisible(bool(params.known))
        self.who.setCurrentIndex(_WHO.index("person" if one else "everybody"))
        self.person.setVisible(one)
        if isinstance(params.known, Mapping):
            self.person.show_values(params.known, texts)
        self.note.setVisible(not params.known)

    def _show_more(self, params: CaeParams, names: Sequence[str]) -> None:
        say = self._words.say
        of_file = self._way == "attribute"
        for part in (self._weights_label, self.weights):
            part.setVisible(of_file)
        alike = say(N_("equal weights"))
        shown = [*names] if params.weights is None or params.weights in names else [*names, params.weights]
        show_choice(self.weights, [alike, *shown], params.weights or alike)
        with QSignalBlocker(self.bounded):
            self.bounded.setChecked(params.points is not None)
        self.points.setEnabled(params.points is not None)
        self.points.show_value(params.points or _POINTS)

    # building ----------------------------------------------------------------------------------------

    def _attribute_card(self) -> QFrame:
        say = self._words.say
        what = heading(say(N_("Confidential variable")), self.attribute)
        who = heading(say(N_("Intruder's knowledge")), self.known)
        self.note = muted(say(N_("None selected: the target can be any record.")))
        return card(self, what, self.attribute, who, self.known, self.note, self.who, self.person)

    def _values_card(self) -> QFrame:
        title = heading(self._words.say(N_("Possible values and probabilities")), self.values)
        note = muted(
            self._words.say(
                N_(
                    "Values in a column of a file: open the file, ask about its variable, and choose the "
                    "column of probabilities under More."
                )
            )
        )
        return card(self, title, self.values, self.normalise, note)

    def _intervals_card(self) -> QFrame:
        say = self._words.say
        title = heading(say(N_("Feasibility intervals of cells")), self.intervals)
        label = QLabel(say(N_("Step between possible values")))
        label.setBuddy(self.step)
        self.of_table = muted("")
        self.of_table.hide()
        return card(self, title, self.of_table, self.intervals, label, self.step)

    def _more_area(self) -> QWidget:
        say = self._words.say
        self.more.setText(say(N_("More: weights of records, bounds only")))
        dress_more(self.more)
        self._weights_label = QLabel(say(N_("Record weights")))
        self._weights_label.setBuddy(self.weights)
        points_label = QLabel(say(N_("Evaluation points")))
        points_label.setBuddy(self.points)
        area = QWidget()
        column = QVBoxLayout(area)
        spread(column, self, margin=0.5, spacing=0.5)
        for part in (self._weights_label, self.weights, self.bounded, points_label, self.points):
            column.addWidget(part)
        area.hide()
        self.more.toggled.connect(area.setVisible)
        return area

    def _connect(self) -> None:
        self.attribute.activated.connect(self._on_attribute)
        self.who.activated.connect(self._on_who)
        self.person.chosen.connect(self._on_person)
        self.weights.activated.connect(self._on_weights)
        self.bounded.clicked.connect(self._on_points)
        self.points.settled.connect(self._on_points)
        self.known.ticked.connect(self._on_known)
        self.values.settled.connect(self._on_values)
        self.normalise.clicked.connect(self._on_normalise)
        self.intervals.settled.connect(self._on_intervals)
        self.step.settled.connect(self._on_step)

    # telling -----------------------------------------------------------------------------------------

    @Slot(int)
    def _on_attribute(self, index: int) -> None:
        self._tell({"attribute": self.attribute.itemText(index)})

    @Slot(object)
    def _on_known(self, names: tuple[str, ...]) -> None:
        if names and _WHO[self.who.currentIndex()] == "person":
            told = self.person.values
            self._tell({"known": {name: told.get(name, "") for name in names}})
        else:
            self._tell({"known": names})

    @Slot(int)
    def _on_who(self, index: int) -> None:
        names = self.known.chosen
        self._tell({"known": names if _WHO[index] == "everybody" else dict.fromkeys(names, "")})

    @Slot(object)
    def _on_person(self, values: Mapping[str, str]) -> None:
        self._tell({"known": dict(values)})

    @Slot(int)
    def _on_weights(self, index: int) -> None:
        self._tell({"weights": self.weights.itemText(index) if index else None})

    @Slot()
    def _on_points(self) -> None:
        self._tell({"points": round(self.points.value()) if self.bounded.isChecked() else None})

    @Slot(object)
    def _on_values(self, text: str) -> None:
        try:
            values, probabilities = values_of(text)
        except Refused as refusal:
            self.refused.emit(refusal.problems)
            return
        if values:
            self._tell({"values": values, "probabilities": probabilities})

    @Slot()
    def _on_normalise(self) -> None:
        self._tell({"normalise": self.normalise.isChecked()})

    @Slot(object)
    def _on_intervals(self, text: str) -> None:
        try:
            rows = bounds_of(text)
        except Refused as refusal:
            self.refused.emit(refusal.problems)
            return
        if rows:
            self._tell({"intervals": rows, "labels": None})

    @Slot()
    def _on_step(self) -> None:
        value = self.step.value()
        self._tell({"step": int(value) if value == int(value) else value})

    def _tell(self, fields: Mapping[str, object]) -> None:
        self.changed.emit(dict(fields))


def _show_read(field: SettlingText, text: str, read: Callable[[str], object]) -> None:
    """Show a text, unless what stands there means the same: whoever types on must find the cursor where it
    was.
    """
    try:
        same = read(field.toPlainText()) == read(text)
    except Refused:
        same = False
    if not same:
        field.show_text(text)
