"""The question of ``pram``: which variables, how likely a value stays, what it may become."""

from collections.abc import Mapping

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.methods.perturbation.pram import PramParams
from sdc_desktop.ui.forms.method_form import Choices, MethodForm, chooser, number_field, show_index
from sdc_desktop.ui.forms.parts import muted
from sdc_desktop.words import N_

_CHOICES = PramParams.settings["method"].choices
_METHODS = tuple(_CHOICES)


class PramForm(MethodForm):
    """Chances are told in percent."""

    page = "pram"

    def build(self) -> None:
        say = self._words.say
        title, self.variables = self.variables_list(say(N_("Variables to post-randomise")))
        self.retain = number_field(0, 100, 1, say(N_("Retention probability")), say(N_("\u2009%")))
        self.method = chooser(
            (say(_CHOICES[method].label) for method in _METHODS), say(N_("Transition type"))
        )
        self.own = muted(say(N_("The plan sets transition probabilities for some variables. These apply.")))
        self.add_card(title, self.variables)
        self.add_card(
            self.fields((say(N_("Retention probability")), self.retain), (say(N_("Otherwise")), self.method)),
            self.own,
        )
        self.tolerable_field()
        self.secret_field()
        self.retain.settled.connect(self._on_retain)
        self.method.activated.connect(self._on_method)

    def helped(self) -> Mapping[str, QWidget]:
        return {
            "variables": self.variables,
            "retain": self.retain,
            "method": self.method,
            "tolerable_risk": self.tolerable_risk,
            "secrets": self._secret,
        }

    def show_question(self, params: PramParams, choices: Choices) -> None:
        self.variables.show_names(choices.variables, choices.chosen)
        self.retain.show_value(100 * params.retain)
        show_index(self.method, _METHODS.index(params.method))
        self.own.setVisible(bool(params.matrix))
        self.tolerable_risk.show_value(100 * (params.tolerable_risk or 0))
        self._secret.show_secret(choices.secret)

    @Slot()
    def _on_retain(self) -> None:
        self.changed.emit({"retain": round(self.retain.value() / 100, 6)})

    @Slot(int)
    def _on_method(self, index: int) -> None:
        self.changed.emit({"method": _METHODS[index]})
