"""The columns of a file whose values have a form of their own, each with the forms to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QScrollArea, QWidget

from sdc_desktop.ui.widgets.plain_parts import label_of
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.forms import choice_text

if TYPE_CHECKING:
    from sdc_desktop.engine.data.forms.forms import Form
    from sdc_desktop.engine.data.forms.preview import ColumnLook

_MOST_SHOWN = 4  # rows without scrolling


class ColumnForms(QScrollArea):
    """A row for each such column, those without a certain form first. ``reported``: a column, and the form
    chosen for it or None.
    """

    reported = Signal(str, object)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.boxes: dict[str, QComboBox] = {}
        self.setWidgetResizable(True)
        self.setAccessibleName(words.say(N_("Forms of dates and numbers")))

    def show_columns(
        self, names: Sequence[str], looks: Sequence[ColumnLook], chosen: Mapping[str, Form]
    ) -> None:
        """Show the columns that have forms, with what is chosen or else proposed."""
        say = self._words.say
        inside, grid = QWidget(), QGridLayout()
        focused = next((name for name, box in self.boxes.items() if box.hasFocus()), "")
        self.boxes = {}
        with_forms = [one for one in zip(names, looks, strict=True) if one[1].forms]
        for name, look in sorted(with_forms, key=lambda one: len(one[1].forms) == 1):
            box = QComboBox()
            if len(look.forms) > 1:
                box.addItem(say(N_("text, until a form is chosen")), None)
            for form, example in zip(look.forms, look.examples, strict=True):
                box.addItem(choice_text(form, None if form == "text" else example, self._words), form)
            if "text" not in look.forms:
                box.addItem(choice_text("text", None, self._words), "text")
            box.setCurrentIndex(max(0, box.findData(chosen.get(name))))
            box.activated.connect(partial(self._report, name, box))
            grid.addWidget(label_of(box, name), len(self.boxes), 0)
            grid.addWidget(box, len(self.boxes), 1)
            self.boxes[name] = box
        grid.setColumnStretch(1, 1)
        inside.setLayout(grid)
        self.setWidget(inside)
        for before, after in pairwise((self, *self.boxes.values())):
            QWidget.setTabOrder(before, after)
        height = inside.sizeHint().height()
        shown = min(len(self.boxes), _MOST_SHOWN)
        self.setFixedHeight(height * shown // max(1, len(self.boxes)) + 2 * self.frameWidth())
        self.setVisible(bool(self.boxes))
        if focused in self.boxes:
            self.boxes[focused].setFocus(Qt.FocusReason.OtherFocusReason)
            self.ensureWidgetVisible(self.boxes[focused])

    def _report(self, name: str, box: QComboBox, _row: int) -> None:
        self.reported.emit(name, box.currentData())
