"""The editor of a filter: comparisons, all or any of which a record has to meet."""

from typing import Any

from pydantic import TypeAdapter
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from sdc_desktop.engine.preparing.prepare_spec import TESTS, ConditionSpec
from sdc_desktop.ui.forms.prepare_steps import (
    Fields,
    StepEditor,
    VariableChooser,
    choices_of,
    line_of,
    listed_texts,
    number_of,
)
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.words import N_
from sdc_desktop.words.preparing import TEST_WORDS, condition_text

_TYPES = {"": N_("number or text"), "text": N_("as text"), "date": N_("as date")}
_JOINS = {"all": N_("all of these"), "any": N_("any of these")}
_WITHOUT = ("missing", "not_missing")
_LISTS = ("in", "not_in")


class Comparison(QWidget):
    """A variable, a test and a value: two lines, for the column is narrow."""

    def __init__(self, editor: StepEditor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        say = editor.words.say
        self.variable = VariableChooser(editor)
        self.variable.setAccessibleName(say(N_("Variable compared")))
        self.test = choices_of(editor, {test: TEST_WORDS[test] for test in TESTS})
        self.test.setAccessibleName(say(N_("Comparison")))
        self.value = line_of(editor)
        self.value.setAccessibleName(say(N_("Value compared with")))
        self.type = choices_of(editor, _TYPES)
        self.type.setAccessibleName(say(N_("What is compared")))
        self.remove = QToolButton()
        self.remove.setText("×")
        self.remove.setAccessibleName(say(N_("Remove this comparison")))
        self.remove.setToolTip(say(N_("Remove this comparison")))
        first, second = QHBoxLayout(), QHBoxLayout()
        for row, parts in (
            (first, (self.variable, self.test, self.remove)),
            (second, (self.value, self.type)),
        ):
            row.setSpacing(step(self, 0.5))
            for part in parts:
                row.addWidget(part, 0 if part is self.remove else 1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        column.addLayout(first)
        column.addLayout(second)
        self.test.activated.connect(self._show_value)
        self._show_value()

    @Slot()
    def _show_value(self) -> None:
        test = self.test.currentData()
        self.value.setVisible(test not in _WITHOUT)
        self.type.setVisible(test not in (*_WITHOUT, *_LISTS))
        self.value.setPlaceholderText("a, b, c" if test in _LISTS else "")

    def show_fields(self, told: Fields) -> None:
        """Show a comparison as a plan says it."""
        self.variable.choose(told["variable"])
        self.test.setCurrentIndex(self.test.findData(told["test"]))
        values, value = told.get("values"), told.get("value")
        text = ", ".join(values) if values is not None else "" if value is None else str(value)
        self.value.show_text(text)
        kind = told.get("type") or ("text" if isinstance(value, str) and number_of(value) is not None else "")
        self.type.setCurrentIndex(max(self.type.findData(kind), 0))
        self._show_value()

    def fields(self) -> Fields | None:
        """What is told; None while it is not complete."""
        name, test, text = self.variable.name, self.test.currentData(), self.value.text().strip()
        if not name:
            return None
        told: Fields = {"variable": name, "test": test}
        if test in _WITHOUT:
            return told
        if test in _LISTS:
            return told | {"values": listed_texts(text)} if text else None
        kind, number = self.type.currentData(), number_of(text)
        if not text and test not in ("equal", "not_equal"):
            return None
        if kind == "date":
            return told | {"value": text, "type": "date"}
        return told | {"value": text if kind == "text" or number is None else number}


class FilterEditor(StepEditor):
    """Some comparisons. A condition within conditions, from a plan written by hand, is only shown."""

    kind = "filter"

    def build(self) -> None:
        say = self.words.say
        self._manual: Any = None
        self._names: tuple[str, ...] = ()
        self.join = choices_of(self, _JOINS)
        self._join_label = self.add_row(say(N_("Keep records that &meet")), self.join)
        self.shown = QLabel()
        self.shown.setWordWrap(True)
        self.shown.hide()
        self._column.addWidget(self.shown)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(step(self, 1.5))
        self._column.addLayout(self._rows)
        self.more = QPushButton(say(N_("Add a &comparison")))
        self.more.setAutoDefault(False)
        self.more.setProperty("scale", "small")
        self.more.clicked.connect(self._on_more)
        self._column.addWidget(self.more)
        self.comparisons: list[Comparison] = []
        self._add()

    def show_fields(self, told: Fields) -> None:
        condition = told["filter"]
        join = next((key for key in _JOINS if key in condition), "all")
        parts = condition.get(join, [condition])
        if any("variable" not in part for part in parts):
            self._manual = condition
            spec = TypeAdapter(ConditionSpec).validate_python(condition)
            self.shown.setText(condition_text(spec, self.words))
            for part in (self.join, self._join_label, self.more, *self.comparisons):
                part.hide()
            self.shown.show()
            return
        self.join.setCurrentIndex(self.join.findData(join))
        for number, part in enumerate(parts):
            if number == len(self.comparisons):
                self._add()
            self.comparisons[number].show_fields(part)
        self._show_join()

    def fields(self) -> Fields | None:
        if self._manual is not None:
            return {"filter": self._manual}
        told = [one.fields() for one in self.comparisons]
        if not told or None in told:
            return None
        return {"filter": told[0] if len(told) == 1 else {self.join.currentData(): told}}

    def offer(self, names: Any) -> None:
        self._names = tuple(names)
        super().offer(names)

    def _add(self) -> Comparison:
        one = Comparison(self)
        one.variable.offer(self._names)
        one.remove.clicked.connect(self._on_remove)
        self.comparisons.append(one)
        self._rows.addWidget(one)
        self._show_join()
        return one

    @Slot()
    def _on_more(self) -> None:
        self._add().variable.setFocus()
        self.tell()

    @Slot()
    def _on_remove(self) -> None:
        gone = next((one for one in self.comparisons if one.remove is self.sender()), None)
        if gone is not None and len(self.comparisons) > 1:
            self.comparisons.remove(gone)
            gone.hide()
            gone.deleteLater()
            self._show_join()
            self.tell()

    def _show_join(self) -> None:
        several = len(self.comparisons) > 1
        self.join.setVisible(several)
        self._join_label.setVisible(several)
        for one in self.comparisons:
            one.remove.setVisible(several)
