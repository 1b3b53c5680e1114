"""The question of ``noise``: which variables, how much, independent or with the data's correlations."""

from collections.abc import Mapping

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.methods.perturbation.noise import NoiseParams
from sdc_desktop.ui.forms.method_form import Choices, MethodForm, chooser, number_field, show_index
from sdc_desktop.words import N_

_CHOICES = NoiseParams.settings["method"].choices
_METHODS = tuple(_CHOICES)


class NoiseForm(MethodForm):
    """The amount is told in percent of each variable's standard deviation."""

    page = "noise"

    def build(self) -> None:
        say = self._words.say
        title, self.variables = self.variables_list(say(N_("Variables to perturb")))
        self.amount = number_field(
            0.1, 1000, 1, say(N_("Amount of noise")), say(N_("\u2009% of std. deviation"))
        )
        self.method = chooser((say(_CHOICES[method].label) for method in _METHODS), say(N_("Kind of noise")))
        self.add_card(title, self.variables)
        self.add_card(
            self.fields((say(N_("Amount")), self.amount), (say(N_("Noise of variables")), self.method))
        )
        self.tolerable_field()
        self.secret_field()
        self.amount.settled.connect(self._on_amount)
        self.method.activated.connect(self._on_method)

    def helped(self) -> Mapping[str, QWidget]:
        return {
            "variables": self.variables,
            "amount": self.amount,
            "method": self.method,
            "tolerable_risk": self.tolerable_risk,
            "secrets": self._secret,
        }

    def show_question(self, params: NoiseParams, choices: Choices) -> None:
        self.variables.show_names(choices.variables, choices.chosen)
        self.amount.show_value(100 * params.amount)
        show_index(self.method, _METHODS.index(params.method))
        self.tolerable_risk.show_value(100 * (params.tolerable_risk or 0))
        self._secret.show_secret(choices.secret)

    @Slot()
    def _on_amount(self) -> None:
        self.changed.emit({"amount": round(self.amount.value() / 100, 6)})

    @Slot(int)
    def _on_method(self, index: int) -> None:
        self.changed.emit({"method": _METHODS[index]})
