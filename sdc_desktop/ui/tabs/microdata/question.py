"""The question: in which way the records are protected, and beneath it the form of that way."""

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QRadioButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.ui.forms.anopi import AnopiForm
from sdc_desktop.ui.forms.microaggregate import MicroaggregateForm
from sdc_desktop.ui.forms.recode import RecodeForm
from sdc_desktop.ui.tabs.microdata.tab_job import BY_HAND, GROUPED, NAME
from sdc_desktop.ui.tabs.microdata.view import View
from sdc_desktop.ui.theme import spread
from sdc_desktop.words import N_, Words

_Form = AnopiForm | RecodeForm | MicroaggregateForm


class Question(QWidget):
    """Shows the form of the way in force; tells when the other way is wanted."""

    way_chosen = Signal(object)  # the kind of its job

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        say = words.say
        self.anopi = AnopiForm(words)
        self.recode = RecodeForm(words)
        self.microaggregate = MicroaggregateForm(words)
        self.by_anopi = QRadioButton(say(N_("&ANOPI")))
        self.by_hand = QRadioButton(say(N_("By &hand")))
        self.by_anopi.setAccessibleName(say(N_("Levels chosen by ANOPI")))
        self.by_hand.setAccessibleName(say(N_("Levels chosen by hand")))
        self.by_anopi.setToolTip(say(N_("ANOPI balances utility and privacy by the points you give.")))
        self.by_hand.setToolTip(say(N_("You say how coarse each variable is to be.")))
        self.by_groups = QRadioButton(say(N_("&Microaggregation")))
        self.by_groups.setToolTip(say(N_("Records that are near one another get the same values.")))
        self._ways = QButtonGroup(self)
        self._forms = QStackedWidget()
        self._parts: Mapping[str, tuple[QRadioButton, _Form]] = {
            NAME: (self.by_anopi, self.anopi),
            BY_HAND: (self.by_hand, self.recode),
            GROUPED: (self.by_groups, self.microaggregate),
        }
        for way, (button, form) in self._parts.items():
            self._ways.addButton(button)
            self._forms.addWidget(form)
            form.setProperty("helpPage", way)
        row = QHBoxLayout()
        for button in self._ways.buttons():
            row.addWidget(button)
        row.addStretch(1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        spread(row, self, margin=0)
        column.addLayout(row)
        column.addWidget(self._forms, 1)
        self._ways.buttonClicked.connect(self._on_way)

    def show_view(self, view: View) -> None:
        """Show a question as it stands; nothing is told of it."""
        button, form = self._parts[view.way]
        button.setChecked(True)
        if not isinstance(form, MicroaggregateForm):  # that one is shown what is its own
            form.show_view(view)
        self._forms.setCurrentWidget(form)

    @Slot()
    def _on_way(self) -> None:
        chosen = self._ways.checkedButton()
        self.way_chosen.emit(next(way for way, (button, _) in self._parts.items() if button is chosen))
