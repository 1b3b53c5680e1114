"""A list of privacy criteria, combined at will, each with its figures: every group has to meet them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, get_args

from pydantic import TypeAdapter
from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.microdata.criteria_spec import CriterionSpec, EntropyLDiversitySpec, TClosenessSpec
from sdc_desktop.engine.setting import classes_in
from sdc_desktop.ui.forms.field_help import tell_fields
from sdc_desktop.ui.theme import colours_of, spread, step
from sdc_desktop.ui.widgets.calm import CalmComboBox, CalmSpinBox
from sdc_desktop.words import N_, Words

_CLASSES = {get_args(one.model_fields["kind"].annotation)[0]: one for one in classes_in(CriterionSpec)}
_SPEC: TypeAdapter[CriterionSpec] = TypeAdapter(CriterionSpec)
Criteria = tuple[CriterionSpec, ...]


@dataclass(frozen=True)
class _Figure:
    """A number of a criterion: what stands before and after it, its bounds, decimals and first value."""

    prefix: str
    least: float
    most: float
    decimals: int
    first: float
    suffix: str = ""
    share: bool = False  # shown in percent


_VALUES = _Figure("l \u2265 ", 1, 9999, 0, 2)
_FIGURES: Mapping[str, Mapping[str, _Figure]] = {
    "k_anonymity": {"k": _Figure("k = ", 1, 1_000_000, 0, 5)},
    "distinct_l_diversity": {"l": _VALUES},
    "entropy_l_diversity": {"l": _Figure("l \u2265 ", 1, 999, 2, 2)},
    "recursive_cl_diversity": {"c": _Figure("c = ", 0.01, 99, 2, 3), "l": _Figure("l = ", 1, 999, 0, 2)},
    "t_closeness": {"t": _Figure("t \u2264 ", 0, 1, 2, 0.2)},
    "p_sensitive": {"p": _Figure("p \u2265 ", 1, 9999, 0, 2)},
    "average_risk": {"max": _Figure("\u2264 ", 0.01, 100, 2, 0.1, "\u2009%", share=True)},
}
_CHOICES = {
    "entropy_l_diversity": ("estimator", EntropyLDiversitySpec.settings["estimator"].choices),
    "t_closeness": ("distance", TClosenessSpec.settings["distance"].choices),
}
_WITHOUT_ATTRIBUTE = ("k_anonymity", "average_risk")


class CriteriaEditor(QWidget):
    """Shows criteria and tells others that are wanted; decides nothing."""

    criteria_wanted = Signal(object)  # Criteria

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._criteria: Criteria = ()
        self._attributes: tuple[str, ...] = ()
        self.rows: list[CriterionRow] = []
        self._column = QVBoxLayout()
        spread(self._column, self, margin=0, spacing=0.75)
        self.add = QPushButton(words.say(N_("Add a criterion")))
        self.add.setProperty("scale", "small")
        self.add.setProperty("weight", "quiet")
        self.menu = QMenu(self)
        self.menu.setToolTipsVisible(True)
        self.actions_by_kind: dict[str, QAction] = {}
        for kind, one in _CLASSES.items():
            entry = self.menu.addAction(words.say(one.title))
            entry.setToolTip(words.say(_CLASSES[kind].meaning))
            entry.triggered.connect(partial(self._on_add, kind))
            self.actions_by_kind[kind] = entry
        self.add.setMenu(self.menu)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        column.addLayout(self._column)
        column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)

    def show_criteria(self, criteria: Criteria, attributes: Sequence[str]) -> None:
        """Show these; `attributes` are the variables that can be sensitive, likely ones first."""
        kinds = [spec.kind for spec in criteria]
        if [row.kind for row in self.rows] != kinds:
            self._build(kinds)
        self._criteria, self._attributes = criteria, tuple(attributes)
        for row, spec in zip(self.rows, criteria, strict=True):
            row.show_spec(spec, self._attributes, may_go=len(criteria) > 1)
        for kind, entry in self.actions_by_kind.items():
            possible = kind in _WITHOUT_ATTRIBUTE or bool(attributes)
            entry.setEnabled(possible)
            help_text = self._words.say(_CLASSES[kind].meaning)
            none = self._words.say(N_("No variable is available as sensitive variable."))
            entry.setToolTip(help_text if possible else none)

    @property
    def focus_order(self) -> tuple[QWidget, ...]:
        """What Tab goes through, in this order."""
        return (*(part for row in self.rows for part in row.focus_order), self.add)

    def _build(self, kinds: Sequence[str]) -> None:
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        for number, kind in enumerate(kinds):
            row = CriterionRow(kind, self._words)
            row.changed.connect(partial(self._on_changed, number))
            row.removed.connect(partial(self._on_removed, number))
            self.rows.append(row)
            self._column.addWidget(row)

    def _on_changed(self, number: int, fields: Mapping[str, object]) -> None:
        told = self._criteria[number].model_dump() | dict(fields)
        self._want((*self._criteria[:number], _SPEC.validate_python(told), *self._criteria[number + 1 :]))

    def _on_removed(self, number: int) -> None:
        self._want((*self._criteria[:number], *self._criteria[number + 1 :]))
        QTimer.singleShot(0, self._focus_add)  # the button that had the focus is gone

    def _on_add(self, kind: str, _checked: bool = False) -> None:
        self._want((*self._criteria, first_criterion(kind, self._attributes)))
        if self.rows and self.rows[-1].kind == kind:
            self.rows[-1].focus_order[0].setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _focus_add(self) -> None:
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)

    def _want(self, criteria: Criteria) -> None:
        if criteria != self._criteria:
            self.criteria_wanted.emit(criteria)


class CriterionRow(QFrame):
    """One criterion: its name and a button to take it away, beneath them its variable and figures."""

    changed = Signal(object)  # {field: value}
    removed = Signal()

    def __init__(self, kind: str, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self._words = words
        self._spec: Any = None
        name = words.say(_CLASSES[kind].title)
        self.title = QLabel(name)
        self.title.setToolTip(words.say(_CLASSES[kind].meaning))
        self.remove = QToolButton()
        self.remove.setAutoRaise(True)
        self.remove.setAccessibleName(words.say(N_("Remove {criterion}"), criterion=name))
        self.remove.clicked.connect(self.removed)
        self.attribute: CalmComboBox | None = None
        self.figures: dict[str, CalmSpinBox] = {}
        self.choice: CalmComboBox | None = None
        self._lay_out(name)
        self._draw_sign()
        fields: dict[str, QWidget] = {f"criteria.{key}": field for key, field in self.figures.items()}
        if self.attribute is not None:
            fields["criteria.attribute"] = self.attribute
        if self.choice is not None:
            fields["criteria.distance" if kind == "t_closeness" else "criteria.estimator"] = self.choice
        tell_fields(self, "generalise", fields, words)

    @property
    def focus_order(self) -> tuple[QWidget, ...]:
        """What Tab goes through, in this order."""
        fields = (self.attribute, *self.figures.values(), self.choice, self.remove)
        return tuple(part for part in fields if part is not None)

    def show_spec(self, spec: CriterionSpec, attributes: Sequence[str], *, may_go: bool) -> None:
        """Show a criterion of this kind; nothing is told of it."""
        self._spec = spec
        self.remove.setEnabled(may_go)
        say = self._words.say
        self.remove.setToolTip(say(N_("Remove")) if may_go else say(N_("Add at least one criterion.")))
        if self.attribute is not None:
            own = spec.attribute  # type: ignore[union-attr]
            names = [*attributes, *(() if own in attributes else (own,))]
            if [self.attribute.itemText(row) for row in range(self.attribute.count())] != names:
                self.attribute.clear()
                self.attribute.addItems(names)
            self.attribute.setCurrentIndex(names.index(own))
        for key, field in self.figures.items():
            value = getattr(spec, key)
            field.show_value(round(value * 100, 10) if _FIGURES[self.kind][key].share else float(value))
        if self.choice is not None:
            key, choices = _CHOICES[self.kind]
            self.choice.setCurrentIndex(list(choices).index(getattr(spec, key)))

    def _lay_out(self, name: str) -> None:
        say = self._words.say
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.remove)
        fields = QHBoxLayout()
        if self.kind not in _WITHOUT_ATTRIBUTE:
            self.attribute = CalmComboBox()
            self.attribute.setMinimumContentsLength(3)
            self.attribute.setAccessibleName(say(N_("{criterion}: sensitive variable"), criterion=name))
            self.attribute.activated.connect(self._on_attribute)
            fields.addWidget(self.attribute, 1)
        for key, told in _FIGURES[self.kind].items():
            field = CalmSpinBox()
            field.setDecimals(told.decimals)
            field.show_range(told.least, told.most)
            field.setPrefix(told.prefix)
            field.setSuffix(told.suffix)
            if told.decimals:
                field.setSingleStep(0.05 if told.most == 1 else 0.5)
            field.setAccessibleName(f"{name}: {key}")
            field.settled.connect(partial(self._on_figure, key))
            self.figures[key] = field
            fields.addWidget(field)
        fields.addStretch(0 if self.attribute is not None else 1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.25)
        column.addLayout(head)
        column.addLayout(fields)
        if self.kind in _CHOICES:
            key, choices = _CHOICES[self.kind]
            self.choice = CalmComboBox()
            self.choice.addItems([say(one.label) for one in choices.values()])
            self.choice.setAccessibleName(f"{name}: {say(N_('how it is measured'))}")
            self.choice.activated.connect(self._on_choice)
            column.addWidget(self.choice)

    @Slot(int)
    def _on_attribute(self, _row: int) -> None:
        assert self.attribute is not None
        self.changed.emit({"attribute": self.attribute.currentText()})

    def _on_figure(self, key: str) -> None:
        told, value = _FIGURES[self.kind][key], self.figures[key].value()
        number: float = round(value / 100, 10) if told.share else round(value, told.decimals)
        if number == int(number) and not told.share:
            number = int(number)  # a whole number in a plan stays whole
        if number != getattr(self._spec, key):
            self.changed.emit({key: number})

    @Slot(int)
    def _on_choice(self, row: int) -> None:
        key, choices = _CHOICES[self.kind]
        self.changed.emit({key: list(choices)[row]})

    def _draw_sign(self) -> None:
        """A cross of two strokes, in the colour of the theme in force."""
        side = step(self, 1.5)
        sign = QPixmap(side, side)
        sign.fill(Qt.GlobalColor.transparent)
        painter = QPainter(sign)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours_of(self).muted), max(side / 9, 1.0)))
        edge = side // 4
        painter.drawLine(edge, edge, side - edge, side - edge)
        painter.drawLine(edge, side - edge, side - edge, edge)
        painter.end()
        self.remove.setIcon(QIcon(sign))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "remove"):
            self._draw_sign()


def first_criterion(kind: str, attributes: Sequence[str]) -> CriterionSpec:
    """A criterion to begin with: sensible figures, the likeliest sensitive variable."""
    told: dict[str, object] = {key: told.first for key, told in _FIGURES[kind].items()}
    if kind not in _WITHOUT_ATTRIBUTE:
        told["attribute"] = attributes[0]
    return _SPEC.validate_python({"kind": kind} | told)
