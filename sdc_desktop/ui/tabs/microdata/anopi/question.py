"""The settings of a step: where its purpose has several methods their chooser, and the form of the method."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.project.chain import MASKING
from sdc_desktop.ui.forms.parts import Choice
from sdc_desktop.ui.tabs.microdata.anopi.view import View
from sdc_desktop.ui.tabs.microdata.part import Part
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.barred_choices import bar_rows
from sdc_desktop.ui.widgets.current_stack import CurrentStack
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata.pipeline import purpose_of


class Question(QWidget):
    """Shows the form of the method of a step."""

    way_chosen = Signal(object)  # the kind of its job

    def __init__(self, words: Words, parts: Sequence[Part]) -> None:
        super().__init__()
        self._words = words
        self._refused: Mapping[str, str] = {}
        self.method = Choice(words.say(N_("Method")), ())
        self.method.chosen.connect(self.way_chosen)
        self._form_of = {way: part.form_of(way) for part in parts for way in part.ways}
        self._forms = CurrentStack()
        for way, form in self._form_of.items():
            self._forms.addWidget(form)
            if not form.property("helpPage"):
                form.setProperty("helpPage", way)
        fill(self, self.method, (self._forms, 1), margin=0.5, spacing=0.5)

    def show_refused(self, refused: Mapping[str, str]) -> None:
        """Bar the methods that cannot be used with the data that are open. ``refused``: by kind why."""
        self._refused = refused

    def show_view(self, view: View) -> None:
        """Show the method; no signal is sent. Its part shows the form."""
        kinds = purpose_of(view.way).kinds
        self.method.show_choices([(kind, self._words.say(method_of(kind).title)) for kind in kinds])
        self.method.show_key(view.way)
        barred = {row: self._refused[kind] for row, kind in enumerate(kinds) if kind in self._refused}
        bar_rows(self.method, barred)
        self.method.setVisible(len(kinds) > 1 and view.way not in MASKING)
        self._forms.setCurrentWidget(self._form_of[view.way])
