"""The settings: the way in which the records are protected, and the form of that way."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QVBoxLayout, QWidget

from sdc_desktop.ui.tabs.microdata.anopi.form import AnopiForm
from sdc_desktop.ui.tabs.microdata.anopi.recode_form import RecodeForm
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.part import ProtectingPart
from sdc_desktop.ui.tabs.microdata.tab_job import MANUAL, NAME
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.words import N_, Words


class Question(QWidget):
    """Shows the form of the current way. ``ways`` is the row of buttons that choose another one."""

    way_chosen = Signal(object)  # the kind of its job

    def __init__(
        self,
        words: Words,
        parts: Sequence[ProtectingPart],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        say = words.say
        self.anopi = AnopiForm(words)
        self.recode = RecodeForm(words)
        self.by_anopi = QRadioButton(say(N_("&ANOPI")))
        self.manual = QRadioButton(say(N_("Ma&nual")))
        self.by_anopi.setAccessibleName(say(N_("Levels set by ANOPI")))
        self.manual.setAccessibleName(say(N_("Levels set manually")))
        self.by_anopi.setToolTip(say(N_("Balances utility and privacy according to your points.")))
        self.manual.setToolTip(say(N_("Set the hierarchy level of each variable.")))
        choices: list[tuple[tuple[str, ...], QRadioButton, QWidget]] = [
            ((NAME,), self.by_anopi, self.anopi),
            ((MANUAL,), self.manual, self.recode),
        ]
        for part in parts:
            button = QRadioButton(part.title)
            button.setToolTip(part.tip)
            choices.append((part.ways, button, part.form))
        self._parts: Mapping[str, tuple[QRadioButton, QWidget]] = {
            way: (button, form) for ways, button, form in choices for way in ways
        }
        self._ways = QButtonGroup(self)
        self._tips = {button: button.toolTip() for _, button, _ in choices}
        self._first = {button: ways[0] for ways, button, _ in choices}
        self._forms = CurrentStack()
        for ways, button, form in choices:
            self._ways.addButton(button)
            self._forms.addWidget(form)
            if not form.property("helpPage"):
                form.setProperty("helpPage", ways[0])
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        column.addWidget(self._forms, 1)
        self._ways.buttonClicked.connect(self._on_way)

    def button(self, way: str) -> QRadioButton:
        """The button of a way."""
        return self._parts[way][0]

    def show_refused(self, refused: Mapping[str, str]) -> None:
        """Grey the buttons whose ways are all refused for the data that are open. ``refused``: by way why."""
        for button, tip in self._tips.items():
            ways = [way for way, (own, _) in self._parts.items() if own is button]
            reasons = [refused[way] for way in ways if way in refused]
            left = len(reasons) < len(ways)
            button.setEnabled(left)
            button.setToolTip(tip if left else reasons[0])

    def show_view(self, view: View) -> None:
        """Show the settings; no signal is sent. A part shows its own form."""
        button, form = self._parts[view.way]
        button.setChecked(True)
        if isinstance(form, AnopiForm | RecodeForm):
            form.show_view(view)
        self._forms.setCurrentWidget(form)

    @Slot(QObject)
    def _on_way(self, chosen: QRadioButton) -> None:
        self.way_chosen.emit(self._first[chosen])
