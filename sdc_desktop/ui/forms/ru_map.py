"""The question of ``ru_map``: the greatest risk that is tolerable, and the k that are tried."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from sdc_desktop.engine.microdata.ru_map_spec import RuMapParams
from sdc_desktop.ui.forms.field_help import give_field_help
from sdc_desktop.ui.forms.method_form import labelled, number_field
from sdc_desktop.ui.theme import spread
from sdc_desktop.words import N_, Words


class RuMapForm(QWidget):
    """Shows a question and tells what the officer changes; decides nothing."""

    changed = Signal(object)  # dict: keys of RuMapParams with their new values

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("helpPage", "ru_map")
        say = words.say
        self.max_risk = number_field(0.1, 100, 1, say(N_("Maximum tolerable risk")), say(N_("\u2009%")))
        row = QHBoxLayout(self)
        spread(row, self, margin=0, spacing=0.5)
        row.addWidget(labelled(say(N_("Tolerable risk")), self.max_risk))
        row.addWidget(self.max_risk)
        row.addStretch(1)
        self.row = row
        self.max_risk.settled.connect(self._on_risk)
        give_field_help(
            self,
            "ru_map",
            {
                "max_risk": self.max_risk,
            },
            words,
        )

    def show_question(self, params: RuMapParams) -> None:
        """Show a question as it stands; nothing is told of it."""
        self.max_risk.show_value(100 * params.max_risk)

    @Slot()
    def _on_risk(self) -> None:
        self.changed.emit({"max_risk": round(self.max_risk.value() / 100, 6)})
