"""Which of the tables of a file is audited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QListWidget, QWidget

from sdc_desktop.engine.methods.tables.audit import AUDIT
from sdc_desktop.ui.dialogs.dialog import Dialog
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.plain_parts import accept_or_cancel
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.table_file import Listed


class ChooseTableDialog(Dialog):
    """Lists the tables of a file, each with its sheet, range and title."""

    chosen = Signal(object)  # Listed

    def __init__(
        self, name: str, tables: Sequence[Listed], words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(words.say(N_("Open {name}"), name=name), AUDIT.kind, words, parent)
        self._tables = tables
        self.list = QListWidget()
        self.list.setAccessibleName(words.say(N_("Tables of the file")))
        self.list.addItems([one.text for one in tables])
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(self.accept)
        _, buttons = accept_or_cancel(self, words.say(N_("&Open")), words)
        fill(self, (self.list, 1), buttons, margin=1.5, spacing=1.0)
        text = self.fontMetrics()
        resize_within(self, text.averageCharWidth() * 90, text.height() * 18)

    def accept(self) -> None:
        """The selected table is opened."""
        super().accept()
        self.chosen.emit(self._tables[max(self.list.currentRow(), 0)])
