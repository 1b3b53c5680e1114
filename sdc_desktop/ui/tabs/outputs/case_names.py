"""The names of the researchers of a submission, to be changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.words import N_, Words

_MOST_LETTERS = 400  # of a name in a plan


class CaseNames(QWidget):
    """A field for each researcher; none where there are no cases."""

    renamed = Signal(object, object)  # int: the place of the researcher; str: the name

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.fields: list[QLineEdit] = []
        self._column = fill(self, plain_label(words.say(N_("Researchers")), tone="strong"), spacing=0.4)
        self.hide()

    def show_names(self, names: Sequence[str]) -> None:
        """Show these researchers; no change is reported."""
        while len(self.fields) < len(names):
            place = len(self.fields)
            field = QLineEdit()
            field.setMaxLength(_MOST_LETTERS)
            label = self._words.say(N_("Name of researcher {number}"), number=place + 1)
            field.setAccessibleName(label)
            field.editingFinished.connect(partial(self._on_edited, place))
            self._column.addWidget(field)
            self.fields.append(field)
        for place, field in enumerate(self.fields):
            field.setVisible(place < len(names))
            if place < len(names) and field.text() != names[place]:
                field.setText(names[place])
        self.setVisible(bool(names))

    def _on_edited(self, place: int) -> None:
        self.renamed.emit(place, self.fields[place].text().strip())
