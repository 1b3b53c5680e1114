"""The question of ``top_code``: below and above which bounds the numbers of each variable are replaced."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from sdc_desktop.engine.methods.perturbation.top_code import Bounds, TopCodeParams
from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.forms.method_form import Choices, MethodForm, chooser, show_index
from sdc_desktop.ui.forms.parts import heading, muted
from sdc_desktop.ui.forms.pasted import rows_of
from sdc_desktop.ui.forms.settling_text import SettlingLine
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.words import N_

_CHOICES = TopCodeParams.settings["replacement"].choices
_REPLACEMENTS = tuple(_CHOICES)
_ENDS = ("bottom", "top")


class TopCodeForm(MethodForm):
    """A row a variable, the least and the greatest number of the file as placeholders; an empty field has no
    bound.
    """

    page = "top_code"

    def build(self) -> None:
        say = self._words.say
        self.bounds: dict[tuple[str, str], SettlingLine] = {}
        self._names: tuple[str, ...] = ()
        self._params = TopCodeParams()
        self._area = QWidget()
        self._grid = QGridLayout(self._area)
        spread(self._grid, self, margin=0, spacing=0.5)
        for column, text in enumerate((N_("Variable"), N_("Bottom"), N_("Top"))):
            label = QLabel(say(text))
            label.setProperty("tone", "muted")
            self._grid.addWidget(label, 0, column)
            self._grid.setColumnStretch(column, 2 if column else 3)
        self.replacement = chooser(
            (say(_CHOICES[one].label) for one in _REPLACEMENTS), say(N_("Replacement value"))
        )
        self.add_card(
            heading(say(N_("Top and bottom codes")), self._area),
            self._area,
            muted(say(N_("Grey: minimum and maximum in the file. Blank: no bound."))),
        )
        self.add_card(self.fields((say(N_("Replace with")), self.replacement)))
        self.tolerable_field()
        self.replacement.activated.connect(self._on_replacement)

    def helped(self) -> Mapping[str, QWidget]:
        return {
            "bounds": self._area,
            "replacement": self.replacement,
            "tolerable_risk": self.tolerable_risk,
        }

    def show_question(self, params: TopCodeParams, choices: Choices) -> None:
        self._params = params
        if self._names != choices.variables:
            self._begin(choices.variables)
        for (name, end), line in self.bounds.items():
            told = params.bounds.get(name)
            value = getattr(told, end) if told is not None else None
            line.show_text("" if value is None else str(value))
            found = choices.ranges.get(name)
            line.setPlaceholderText("" if found is None else f"{found[_ENDS.index(end)]:.10g}")
        show_index(self.replacement, _REPLACEMENTS.index(params.replacement))
        self.tolerable_risk.show_value(100 * (params.tolerable_risk or 0))

    def settle(self) -> None:
        super().settle()
        for line in self.bounds.values():
            if line.hasFocus():
                line.settle()

    def _begin(self, names: tuple[str, ...]) -> None:
        while self._grid.count() > 3:
            item = self._grid.takeAt(3)
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self._names, self.bounds = names, {}
        titles = {"bottom": N_("Bottom of {name}"), "top": N_("Top of {name}")}
        for row, name in enumerate(names, start=1):
            label = ElidedLabel(name)
            self._grid.addWidget(label, row, 0)
            for column, end in enumerate(_ENDS, start=1):
                line = SettlingLine()
                line.setAccessibleName(self._words.say(titles[end], name=name))
                line.settled.connect(partial(self._on_bound, name, end))
                self._grid.addWidget(line, row, column)
                self.bounds[name, end] = line
            label.setBuddy(self.bounds[name, "bottom"])

    def _on_bound(self, name: str, end: str, text: str) -> None:
        try:
            rows = rows_of(text)
        except Refused:
            rows = ()
        value = rows[0][0] if rows else None
        told = self._params.bounds.get(name, Bounds()).model_copy(update={end: value})
        kept = {other: one for other, one in self._params.bounds.items() if other != name}
        if told != Bounds():
            kept[name] = told
        self.changed.emit({"bounds": kept})

    @Slot(int)
    def _on_replacement(self, index: int) -> None:
        self.changed.emit({"replacement": _REPLACEMENTS[index]})
