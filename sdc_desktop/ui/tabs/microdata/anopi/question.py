"""The settings of a step: where its purpose has several methods their chooser, and the form of the method."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.project.chain import MASKING
from sdc_desktop.ui.forms.parts import Choice
from sdc_desktop.ui.tabs.microdata.anopi.form import AnopiForm
from sdc_desktop.ui.tabs.microdata.anopi.recode_form import RecodeForm
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.part import ProtectingPart
from sdc_desktop.ui.tabs.microdata.tab_job import MANUAL, NAME
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.barred_choices import bar_rows
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.pipeline import purpose_of


class Question(QWidget):
    """Shows the form of the method of a step."""

    way_chosen = Signal(object)  # the kind of its job

    def __init__(self, words: Words, parts: Sequence[ProtectingPart], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._refused: Mapping[str, str] = {}
        self.method = Choice(words.say(N_("Method")), ())
        self.method.chosen.connect(self.way_chosen)
        self.anopi = AnopiForm(words)
        self.recode = RecodeForm(words)
        choices: list[tuple[tuple[str, ...], QWidget]] = [((NAME,), self.anopi), ((MANUAL,), self.recode)]
        choices += [(part.ways, part.form) for part in parts]
        self._form_of: Mapping[str, QWidget] = {way: form for ways, form in choices for way in ways}
        self._forms = CurrentStack()
        for ways, form in choices:
            self._forms.addWidget(form)
            if not form.property("helpPage"):
                form.setProperty("helpPage", ways[0])
        fill(self, self.method, (self._forms, 1), margin=0.5, spacing=0.5)

    def show_refused(self, refused: Mapping[str, str]) -> None:
        """Bar the methods that cannot be used with the data that are open. ``refused``: by kind why."""
        self._refused = refused

    def show_view(self, view: View) -> None:
        """Show the settings; no signal is sent. A part shows its own form."""
        kinds = purpose_of(view.way).kinds
        self.method.show_choices([(kind, self._words.say(method_of(kind).title)) for kind in kinds])
        self.method.show_key(view.way)
        barred = {row: self._refused[kind] for row, kind in enumerate(kinds) if kind in self._refused}
        bar_rows(self.method, barred)
        self.method.setVisible(len(kinds) > 1 and view.way not in MASKING)
        form = self._form_of[view.way]
        if isinstance(form, AnopiForm | RecodeForm):
            form.show_view(view)
        self._forms.setCurrentWidget(form)
