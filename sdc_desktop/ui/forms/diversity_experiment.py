"""The question of ``diversity_experiment``: the sensitive variable, values of l, how much may be hidden."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from sdc_desktop.engine.problems import Refused
from sdc_desktop.ui.forms.field_help import give_field_help
from sdc_desktop.ui.forms.method_form import chooser, labelled, number_field, show_index
from sdc_desktop.ui.forms.parts import show_choice
from sdc_desktop.ui.forms.pasted import rows_of
from sdc_desktop.ui.forms.settling_text import SettlingLine
from sdc_desktop.ui.theme import spread
from sdc_desktop.words import N_, Words
from sdc_desktop.words.diversity_tab import LOSSES

_LOSSES = tuple(LOSSES)


class DiversityExperimentForm(QWidget):
    """Shows a question and tells what the officer changes; decides nothing."""

    changed = Signal(object)  # dict: keys of DiversityExperimentParams with their new values

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("helpPage", "diversity_experiment")
        say = words.say
        self.attribute = chooser((), say(N_("Sensitive variable")))
        self.l = SettlingLine()
        self.l.setAccessibleName(say(N_("Values of l")))
        self.limit = number_field(0, 100, 1, say(N_("Records that may be suppressed")), say(N_("\u2009%")))
        self.loss = chooser((say(text) for text in LOSSES.values()), say(N_("Loss kept least")))
        self.row, below = QHBoxLayout(), QHBoxLayout()
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.25)
        for row in (self.row, below):
            spread(row, self, margin=0, spacing=0.5)
            column.addLayout(row)
        fields = (
            (N_("Of"), self.attribute),
            (N_("l"), self.l),
            (N_("Suppressed \u2264"), self.limit),
            (N_("Loss"), self.loss),
        )
        for place, (text, part) in enumerate(fields):
            row = self.row if place < 2 else below
            row.addWidget(labelled(say(text), part))
            row.addWidget(part, 1 if part in (self.l, self.loss) else 0)
        self.attribute.activated.connect(self._on_attribute)
        self.l.settled.connect(self._on_l)
        self.limit.settled.connect(self._on_limit)
        self.loss.activated.connect(self._on_loss)
        give_field_help(
            self,
            "diversity_experiment",
            {
                "attribute": self.attribute,
                "l": self.l,
                "suppression_limit": self.limit,
                "loss": self.loss,
            },
            words,
        )

    def show_question(
        self,
        names: Sequence[str],
        attribute: str | None,
        values: Sequence[float],
        limit: float,
        loss: str,
    ) -> None:
        """Show a question as it stands; nothing is told of it."""
        show_choice(self.attribute, names, attribute)
        self.l.show_text(" ".join(f"{value:g}" for value in values))
        self.limit.show_value(100 * limit)
        show_index(self.loss, _LOSSES.index(loss) if loss in _LOSSES else 0)

    @Slot(int)
    def _on_attribute(self, index: int) -> None:
        self.changed.emit({"attribute": self.attribute.itemText(index)})

    @Slot(object)
    def _on_l(self, text: str) -> None:
        try:
            told = {number for row in rows_of(text) for number in row if number >= 1}
        except Refused:
            told = set()
        self.changed.emit({"l": tuple(sorted(told))} if told else {})

    @Slot()
    def _on_limit(self) -> None:
        self.changed.emit({"suppression_limit": round(self.limit.value() / 100, 6)})

    @Slot(int)
    def _on_loss(self, index: int) -> None:
        self.changed.emit({"loss": _LOSSES[index]})
