"""The records as they are in the file, and a box to go to one of them."""

from PySide6.QtCore import QLocale, Slot
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.ui.models.records_model import RecordsModel
from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.data_table import DataTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import whole


class RecordsView(QWidget):
    """Shows a :class:`RecordsModel`."""

    def __init__(self, model: RecordsModel, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._words = words
        self._validator = QIntValidator(1, 1, self)
        self._validator.setLocale(QLocale.c())
        self.box = QLineEdit()
        self.box.setValidator(self._validator)
        self.box.returnPressed.connect(self.go)
        label = QLabel(words.say(N_("&Go to record")))
        label.setBuddy(self.box)
        self._count = QLabel()
        self._count.setProperty("tone", "muted")
        button = QPushButton(words.say(N_("Go")))
        button.setAccessibleName(words.say(N_("Go to the record")))
        button.clicked.connect(self.go)
        self.table = DataTable(model, words.say(N_("Records")), words)
        row = QHBoxLayout()
        for part in (label, self.box, self._count, button):
            row.addWidget(part)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, step(self, 0.5), 0, 0)
        layout.setSpacing(step(self, 0.5))
        layout.addLayout(row)
        layout.addWidget(self.table, 1)
        model.modelReset.connect(self._count_records)
        self._count_records()

    @Slot()
    def go(self) -> None:
        """Show the record whose number is in the box, and select its first cell."""
        if self.box.hasAcceptableInput():
            self.show_record(int(self.box.text()))

    def show_record(self, number: int) -> None:
        """Show a record (numbered from 1) and select its first cell."""
        column = max(self.table.currentIndex().column(), 0)
        index = self._model.index(number - 1, column)
        self.table.setCurrentIndex(index)
        self.table.scrollTo(index, DataTable.ScrollHint.PositionAtCenter)

    @Slot()
    def _count_records(self) -> None:
        records = self._model.rowCount()
        self._validator.setRange(1, max(records, 1))
        self._count.setText(self._words.say(N_("of {records}"), records=whole(records)))
        self.box.setAccessibleName(
            self._words.say(N_("Number of the record to go to, 1 to {records}"), records=whole(records))
        )
