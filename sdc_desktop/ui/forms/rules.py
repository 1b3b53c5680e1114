"""When a cell is unsafe: the common rules at once, the others under More."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.tables.table.rules import (
    DominanceSpec,
    PPercentSpec,
    PQSpec,
    RequestSpec,
    Rule,
    ThresholdSpec,
)
from sdc_desktop.ui.forms.field_help import give_field_help, tell_fields
from sdc_desktop.ui.forms.parts import Choice, MoreArea, number_field, whole_or_not
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.calm import CalmSpinBox
from sdc_desktop.words import N_, Words

FIRST: dict[str, dict[str, Any]] = {  # what is proposed when a rule is switched on
    "threshold": {"n": 3},
    "dominance": {"n": 1, "k": 75},
    "p_percent": {"p": 10},
    "pq": {"p": 10, "q": 50},
    "request": {},
}
_SPECS: dict[str, type[Rule]] = {
    "threshold": ThresholdSpec,
    "dominance": DominanceSpec,
    "p_percent": PPercentSpec,
    "pq": PQSpec,
    "request": RequestSpec,
}


class RulesEditor(QWidget):
    """Shows rules and tells what is moved and meant; decides nothing. Of each kind one rule is shown, the
    first; others that a plan has stay as they are.
    """

    moved = Signal(object)  # dict of fields, while a number is being changed
    changed = Signal(object)  # dict of fields, once it is meant

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._rules: tuple[Rule, ...] = ()
        say = words.say
        self.on: dict[str, QCheckBox] = {}
        self.fields: dict[tuple[str, str], CalmSpinBox] = {}
        self.zeros = QCheckBox(say(N_("Treat zeros with contributors as unsafe")))
        self.missing = QCheckBox(say(N_("Treat cells of missing codes as safe")))
        self.asking = Choice(say(N_("Request variable")), ())
        self.asking.setPlaceholderText(say(N_("choose a variable")))
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        column.addLayout(self._threshold())
        column.addLayout(self._dominance())
        column.addLayout(self._p_percent())
        self.more = MoreArea(
            self._rest(), say(N_("pq rule, coalitions, requests, zeros and missing codes")), words
        )
        column.addWidget(self.more)
        for kind, box in self.on.items():
            box.clicked.connect(partial(self._on_switched, kind))
        for key, field in self.fields.items():
            field.moved.connect(partial(self._on_moved, *key))
            field.settled.connect(partial(self._on_settled, *key))
        self.zeros.clicked.connect(self._on_zeros)
        self.missing.clicked.connect(self._on_missing)
        self.asking.chosen.connect(self._on_asking)
        give_field_help(self, "table", self._helped(), words)
        others = {f"rules.{key}": field for (kind, key), field in self.fields.items() if kind != "request"}
        tell_fields(self, "table", others, words)
        switches = {f"rules.{kind}": box for kind, box in self.on.items()}
        tell_fields(self, "table", switches, words)
        tell_fields(self, "table", {"rules.request": self.asking}, words)

    @property
    def focus_order(self) -> tuple[QWidget, ...]:
        """What Tab goes through, in this order."""
        ordered: list[QWidget] = []
        for kind in ("threshold", "dominance", "p_percent"):
            ordered += [self.on[kind], *self._fields_of(kind)]
        ordered.append(self.more.button)
        ordered += [self.on["pq"], *self._fields_of("pq"), self.fields["p_percent", "colluders"]]
        ordered += [self.fields["threshold", "range"], self.on["request"], self.asking]
        return (*ordered, self.fields["request", "share"], self.zeros, self.missing)

    def _helped(self) -> dict[str, QWidget]:
        """The last field of each rule has the "?", the others only the text."""
        last = {
            "rules.threshold": self.fields["threshold", "n"],
            "rules.dominance": self.fields["dominance", "k"],
            "rules.p_percent": self.fields["p_percent", "p"],
            "rules.pq": self.fields["pq", "q"],
            "rules.colluders": self.fields["p_percent", "colluders"],
            "rules.range": self.fields["threshold", "range"],
            "rules.request": self.fields["request", "share"],
        }
        return last | {"zeros_unsafe": self.zeros, "missing_safe": self.missing}

    def show_rules(
        self,
        rules: Sequence[Rule],
        variables: Sequence[str],
        *,
        zeros_unsafe: bool,
        missing_safe: bool,
    ) -> None:
        """Show what a plan says; nothing is told of it."""
        self._rules = tuple(rules)
        for kind, box in self.on.items():
            rule = self._rule(kind)
            with QSignalBlocker(box):
                box.setChecked(rule is not None)
            for (own, key), field in self.fields.items():
                if own == kind:
                    field.setEnabled(rule is not None)
                    shown = rule or self._proposed(kind)
                    if shown is not None:
                        field.show_value(float(getattr(shown, key)))
        request = self._rule("request")
        self.asking.show_choices([(name, name) for name in variables])
        self.asking.show_key(request.variable if isinstance(request, RequestSpec) else "")
        for box, told in ((self.zeros, zeros_unsafe), (self.missing, missing_safe)):
            with QSignalBlocker(box):
                box.setChecked(told)

    # building ----------------------------------------------------------------------------------------

    def _threshold(self) -> QHBoxLayout:
        say = self._words.say
        box = self._switch("threshold", say(N_("Threshold: fewer than")))
        number = self._number("threshold", "n", 1, 9999, say(N_("Minimum number of contributors")))
        return _row(box, number, QLabel(say(N_("contributors"))))

    def _dominance(self) -> QHBoxLayout:
        say = self._words.say
        box = self._switch("dominance", say(N_("Dominance: largest")))
        box.setToolTip(
            say(
                N_(
                    "Dominance (n, k) rule: a cell is unsafe if its n largest contributors account for more "
                    "than k % of it."
                )
            )
        )
        number = self._number(
            "dominance", "n", 1, 20, say(N_("Dominance rule: n, number of largest contributors"))
        )
        share = self._number(
            "dominance",
            "k",
            0.01,
            100,
            say(N_("Dominance rule: k, share of the cell total in percent")),
            " %",
            2,
        )
        return _row(box, number, QLabel(say(N_("over"))), share)

    def _p_percent(self) -> QHBoxLayout:
        say = self._words.say
        box = self._switch("p_percent", say(N_("p % rule: within")))
        box.setToolTip(
            say(
                N_(
                    "p % rule: a cell is unsafe if the second largest contributor can estimate the largest "
                    "contribution to within p %."
                )
            )
        )
        share = self._number("p_percent", "p", 0.01, 1000, say(N_("p % rule: p")), " %", 2)
        return _row(box, share)

    def _rest(self) -> QWidget:
        say = self._words.say
        inside = QWidget()
        column = QVBoxLayout(inside)
        spread(column, self, margin=0, spacing=0.5)
        pq = self._switch("pq", say(N_("pq rule:")))
        pq.setToolTip(
            say(
                N_(
                    "Prior-posterior (p, q) rule: as the p % rule, if every contribution is already known to "
                    "within q %."
                )
            )
        )
        p = self._number("pq", "p", 0.01, 1000, say(N_("pq rule: p")), " %", 2)
        q = self._number("pq", "q", 0.01, 1000, say(N_("pq rule: q")), " %", 2)
        column.addLayout(_row(pq, p, QLabel(say(N_("of"))), q))
        colluders = self._number("p_percent", "colluders", 1, 19, say(N_("Coalition size")))
        column.addLayout(_row(QLabel(say(N_("Coalition size"))), colluders))
        level = self._number(
            "threshold",
            "range",
            0,
            1000,
            say(N_("Protection range of cells that fail the threshold rule")),
            " %",
            1,
        )
        column.addLayout(_row(QLabel(say(N_("Protection range (threshold rule)"))), level))
        request = self._switch("request", say(N_("Request rule")))
        share = self._number("request", "share", 0, 99.9, say(N_("Minimum share of the requester")), " %", 1)
        column.addLayout(_row(request, self.asking, share))
        column.addWidget(self.zeros)
        column.addWidget(self.missing)
        return inside

    def _switch(self, kind: str, text: str) -> QCheckBox:
        self.on[kind] = QCheckBox(text)
        return self.on[kind]

    def _number(
        self, kind: str, key: str, least: float, most: float, name: str, suffix: str = "", decimals: int = 0
    ) -> CalmSpinBox:
        field = number_field(name, least, most, decimals=decimals, suffix=suffix)
        if suffix:
            field.setStepType(CalmSpinBox.StepType.DefaultStepType)
        self.fields[kind, key] = field
        return field

    # telling -----------------------------------------------------------------------------------------

    def _fields_of(self, kind: str) -> list[CalmSpinBox]:
        seldom = (("p_percent", "colluders"), ("threshold", "range"))
        return [field for key, field in self.fields.items() if key[0] == kind and key not in seldom]

    def _rule(self, kind: str) -> Rule | None:
        return next((rule for rule in self._rules if rule.kind == kind), None)

    def _proposed(self, kind: str) -> Rule | None:
        told = dict(FIRST[kind])
        if kind == "request":
            if not self.asking.key:
                return None
            told["variable"] = self.asking.key
        return _SPECS[kind].model_validate({"kind": kind} | told)

    def _with(self, kind: str, rule: Rule | None) -> tuple[Rule, ...]:
        """The rules with this one in the place of the first of its kind; None: without that."""
        found = list(self._rules)
        places = [place for place, old in enumerate(found) if old.kind == kind]
        if places:
            found[places[0] : places[0] + 1] = [rule] if rule is not None else []
        elif rule is not None:
            found.append(rule)
        return tuple(found)

    def _on_switched(self, kind: str) -> None:
        checked = self.on[kind].isChecked()
        if kind == "request" and checked and not self.asking.key:
            with QSignalBlocker(self.on[kind]):
                self.on[kind].setChecked(False)
            self.asking.setFocus()
            self.asking.showPopup()
            return
        rule = self._edited(kind) or self._proposed(kind) if checked else None
        self.changed.emit({"rules": self._with(kind, rule)})

    def _edited(self, kind: str) -> Rule | None:
        """The rule as its fields say it."""
        base = self._rule(kind) or self._proposed(kind)
        if base is None:
            return None
        told = {key: self._value(kind, key) for own, key in self.fields if own == kind}
        return _SPECS[kind].model_validate(base.model_dump() | told)

    def _value(self, kind: str, key: str) -> int | float:
        value = self.fields[kind, key].value()
        return round(value) if key in ("n", "colluders") else whole_or_not(round(value, 6))

    def _on_moved(self, kind: str, _key: str, _value: float) -> None:
        rule = self._edited(kind)
        if rule is not None and self.on[kind].isChecked():
            self.moved.emit({"rules": self._with(kind, rule)})

    def _on_settled(self, kind: str, _key: str) -> None:
        rule = self._edited(kind)
        if rule is not None and self.on[kind].isChecked():
            self.changed.emit({"rules": self._with(kind, rule)})

    @Slot()
    def _on_zeros(self) -> None:
        self.changed.emit({"zeros_unsafe": self.zeros.isChecked()})

    @Slot()
    def _on_missing(self) -> None:
        self.changed.emit({"missing_safe": self.missing.isChecked()})

    def _on_asking(self, name: str) -> None:
        base = self._rule("request") or self._proposed("request")
        if base is not None:
            told = base.model_dump() | {"variable": name}
            self.changed.emit({"rules": self._with("request", RequestSpec.model_validate(told))})


def _row(*parts: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for part in parts:
        row.addWidget(part, 1 if isinstance(part, Choice) else 0)
    row.addStretch(1)
    return row
