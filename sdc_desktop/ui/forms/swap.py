"""The question of ``swap``: which variables, and how far apart in rank values may change places."""

from collections.abc import Mapping

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.methods.perturbation.swap import SwapParams
from sdc_desktop.ui.forms.method_form import Choices, MethodForm, number_field
from sdc_desktop.ui.forms.parts import muted
from sdc_desktop.words import N_


class SwapForm(MethodForm):
    """The range is told in percent of the ranks."""

    page = "swap"

    def build(self) -> None:
        say = self._words.say
        title, self.variables = self.variables_list(say(N_("Variables to swap")))
        self.range = number_field(
            0.1, 100, 1, say(N_("Maximum rank difference")), say(N_("\u2009% of ranks"))
        )
        self.add_card(title, self.variables)
        self.add_card(
            self.fields((say(N_("Maximum rank difference")), self.range)),
            muted(say(N_("A wider range protects more but weakens correlations."))),
        )
        self.tolerable_field()
        self.secret_field()
        self.range.settled.connect(self._on_range)

    def helped(self) -> Mapping[str, QWidget]:
        return {
            "variables": self.variables,
            "range": self.range,
            "tolerable_risk": self.tolerable_risk,
            "secrets": self._secret,
        }

    def show_question(self, params: SwapParams, choices: Choices) -> None:
        self.variables.show_names(choices.variables, choices.chosen)
        self.range.show_value(params.range)
        self.tolerable_risk.show_value(100 * (params.tolerable_risk or 0))
        self._secret.show_secret(choices.secret)

    @Slot()
    def _on_range(self) -> None:
        self.changed.emit({"range": round(self.range.value(), 6)})
