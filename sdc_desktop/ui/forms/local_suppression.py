"""The question of ``local_suppression``: k, what a suppressed cell counts as, how dear cells are."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.methods.suppression.local_suppression import LocalSuppressionParams
from sdc_desktop.ui.forms.method_form import Choices, MethodForm, chooser, number_field, show_index
from sdc_desktop.ui.forms.parts import muted
from sdc_desktop.ui.widgets.calm import CalmSpinBox
from sdc_desktop.words import N_
from sdc_desktop.words.suppression_choices import RULES, rule_help, rule_text

_MOST_K = 1000
_MOST_IMPORTANCE = 1000
_MOST_NAMES = 40  # of variables with a field of their own


class LocalSuppressionForm(MethodForm):
    """The importance of each variable stands under More."""

    page = "local_suppression"

    def build(self) -> None:
        say = self._words.say
        self._params = LocalSuppressionParams()
        self.importances: dict[str, CalmSpinBox] = {}
        self.k = number_field(2, _MOST_K, 0, say(N_("Minimum class size, k")), say(N_(" records")))
        self.rule = chooser(
            (rule_text(rule, self._words) for rule in RULES), say(N_("Matching rule for suppressed values"))
        )
        self.meaning = muted("")
        self.add_card(
            self.fields(
                (say(N_("Minimum class size, k")), self.k), (say(N_("Suppressed values")), self.rule)
            ),
            self.meaning,
        )
        self.add_more(say(N_("Importance (cost of suppressing a value)")), muted(say(N_("1 is usual"))))
        self.k.settled.connect(self._on_k)
        self.rule.activated.connect(self._on_rule)

    def helped(self) -> Mapping[str, QWidget]:
        return {"k": self.k, "suppressed_as": self.rule}

    def show_question(self, params: LocalSuppressionParams, choices: Choices) -> None:
        self._params = params
        self.k.show_value(params.k)
        show_index(self.rule, list(RULES).index(params.suppressed_as))
        self.meaning.setText(rule_help(params.suppressed_as, params.k, self._words))
        for name in choices.chosen[:_MOST_NAMES]:
            if name not in self.importances:
                box = number_field(
                    0.1, _MOST_IMPORTANCE, 1, self._words.say(N_("Importance of {name}"), name=name)
                )
                box.settled.connect(partial(self._on_importance, name))
                self.importances[name] = box
                self.add_more(name, box)
        for name, box in self.importances.items():
            box.setEnabled(name in choices.chosen)
            box.show_value(float(params.importance.get(name, 1)))

    @Slot()
    def _on_k(self) -> None:
        self.changed.emit({"k": round(self.k.value())})

    @Slot(int)
    def _on_rule(self, index: int) -> None:
        self.changed.emit({"suppressed_as": list(RULES)[index]})

    def _on_importance(self, name: str) -> None:
        kept = {other: one for other, one in self._params.importance.items() if other != name}
        value = round(self.importances[name].value(), 1)
        self.changed.emit({"importance": kept if value == 1 else kept | {name: value}})
