"""The question of ``risk``: what a missing value matches, what is tolerable, and under More what is seldom
asked.
"""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from sdc_desktop.engine.microdata.risk_spec import RiskParams
from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.forms.field_help import give_field_help, tell_fields
from sdc_desktop.ui.forms.method_form import chooser, labelled, number_field, show_index
from sdc_desktop.ui.forms.parts import dress_more, show_choice
from sdc_desktop.ui.forms.pasted import rows_of
from sdc_desktop.ui.forms.settling_text import SettlingLine
from sdc_desktop.ui.theme import spread
from sdc_desktop.words import N_, Words

_RULES = ("none", "all", "fraction")
_FIRST_FRACTION = 0.5
_MOST_SUDA = 8


class RiskForm(QWidget):
    """Shows a question and tells what the officer changes; decides nothing."""

    changed = Signal(object)  # dict: keys of RiskParams with their new values

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("helpPage", "risk")
        self._words = words
        say = words.say
        rules = (N_("no value"), N_("every value"), N_("a share of a record"))
        self.rule = chooser((say(rule) for rule in rules), say(N_("Matching rule for missing values")))
        self.rule.setMinimumContentsLength(9)
        self.fraction = number_field(
            0, 100, 0, say(N_("How much of a record an agreement by a missing value is")), say(N_("\u2009%"))
        )
        self.tolerable = number_field(0, 100, 1, say(N_("Maximum tolerable risk")), say(N_("\u2009%")))
        self.tolerable.setSpecialValueText(say(N_("not set")))
        self.thresholds = SettlingLine()
        self.thresholds.setAccessibleName(say(N_("Class size thresholds")))
        self.suda = number_field(0, _MOST_SUDA, 0, say(N_("Maximum size of special uniques")))
        self.suda.setSpecialValueText(say(N_("off")))
        self.weight, self.household = (
            chooser((), say(N_("Sampling weight"))),
            chooser((), say(N_("Household"))),
        )
        self.more, self._area = QToolButton(), QWidget()
        self._lay_out()
        self.rule.activated.connect(self._on_rule)
        self.fraction.settled.connect(self._on_fraction)
        self.tolerable.settled.connect(self._on_tolerable)
        self.thresholds.settled.connect(self._on_thresholds)
        self.suda.settled.connect(self._on_suda)
        self.weight.activated.connect(self._on_weight)
        self.household.activated.connect(self._on_household)
        self.more.toggled.connect(self._on_more)
        give_field_help(
            self,
            "risk",
            {
                "missing": self.rule,
                "tolerable": self.tolerable,
                "thresholds": self.thresholds,
                "suda_size": self.suda,
                "weight": self.weight,
                "household": self.household,
            },
            self._words,
        )
        tell_fields(self, "risk", {"missing": self.fraction}, words)

    def show_question(
        self, params: RiskParams, names: Sequence[str], weight: str | None, household: str | None
    ) -> None:
        """Show a question as it stands; nothing is told of it. ``names`` could be weight or household, those
        given are in force.
        """
        is_share = not isinstance(params.missing, str)
        show_index(self.rule, 2 if is_share else _RULES.index(str(params.missing)))
        self.fraction.setVisible(is_share)
        if not isinstance(params.missing, str):
            self.fraction.show_value(100 * params.missing)
        self.tolerable.show_value(100 * (params.tolerable or 0))
        self.thresholds.show_text(" ".join(str(k) for k in params.thresholds))
        self.suda.show_value(params.suda_size or 0)
        none = self._words.say(N_("none"))
        show_choice(self.weight, [none, *names], weight or none)
        show_choice(self.household, [none, *names], household or none)

    def _lay_out(self) -> None:
        say = self._words.say
        self.more.setText(say(N_("More")))
        dress_more(self.more)
        row = QHBoxLayout()
        row.addWidget(labelled(say(N_("Missing values match")), self.rule))
        row.addWidget(self.rule)
        row.addWidget(self.fraction)
        row.addWidget(labelled(say(N_("Tolerable risk")), self.tolerable))
        row.addWidget(self.tolerable)
        row.addWidget(self.more)
        row.addStretch(1)
        grid = QGridLayout(self._area)
        spread(grid, self, margin=0, spacing=0.5)
        fields = (
            (N_("Thresholds"), self.thresholds),
            (N_("Special uniques up to"), self.suda),
            (N_("Weight"), self.weight),
            (N_("Household"), self.household),
        )
        for place, (text, part) in enumerate(fields):
            grid.addWidget(labelled(say(text), part), place // 2, 2 * (place % 2))
            grid.addWidget(part, place // 2, 2 * (place % 2) + 1)
        for column in (1, 3):
            grid.setColumnStretch(column, 1)
        self._area.hide()
        whole = QVBoxLayout(self)
        spread(whole, self, margin=0, spacing=0.25)
        whole.addLayout(row)
        whole.addWidget(self._area)

    # telling -----------------------------------------------------------------------------------------

    @Slot(int)
    def _on_rule(self, index: int) -> None:
        self.changed.emit({"missing": _FIRST_FRACTION if index == 2 else _RULES[index]})

    @Slot()
    def _on_fraction(self) -> None:
        self.changed.emit({"missing": round(self.fraction.value() / 100, 4)})

    @Slot()
    def _on_tolerable(self) -> None:
        self.changed.emit({"tolerable": round(self.tolerable.value() / 100, 6) or None})

    @Slot(object)
    def _on_thresholds(self, text: str) -> None:
        try:
            numbers = {round(number) for row in rows_of(text) for number in row}
        except Refused:
            numbers = set()
        told = tuple(sorted(number for number in numbers if number >= 2))
        self.changed.emit({"thresholds": told} if told else {})

    @Slot()
    def _on_suda(self) -> None:
        self.changed.emit({"suda_size": round(self.suda.value()) or None})

    @Slot(int)
    def _on_weight(self, index: int) -> None:
        self.changed.emit({"weight": self.weight.itemText(index) if index else None})

    @Slot(int)
    def _on_household(self, index: int) -> None:
        self.changed.emit({"household": self.household.itemText(index) if index else None})

    @Slot(bool)
    def _on_more(self, shown: bool) -> None:
        self._area.setVisible(shown)
