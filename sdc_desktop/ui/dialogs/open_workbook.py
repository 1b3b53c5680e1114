"""Which sheet of a workbook has the records, and which of its rows the names; or which data set of a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QWidget,
)

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.foreign.texts import cell_text
from sdc_desktop.engine.data.formats import format_of
from sdc_desktop.engine.data.limits import MOST_ROWS
from sdc_desktop.engine.data.rdata.recognised import is_file_of_r
from sdc_desktop.engine.problems import Place, error
from sdc_desktop.ui.dialogs.dialog import PreviewTable, ReadingDialog
from sdc_desktop.ui.forms.field_help import give_field_help
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.plain_parts import label_of
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.data.foreign.sheet_table import Header, SheetLook

_SHOWN = 40  # records of the preview
_READERS = {
    "xlsx": "sdc_desktop.engine.data.foreign.sheets:looks",
    "xpt": "sdc_desktop.engine.data.foreign.xport_read:looks",
    "rds": "sdc_desktop.engine.data.rdata.read:looks",
}
MOST_HEADER_ROWS = 10


def needs_sheet(path: Path) -> bool:
    """Whether a file may have several tables and the user must choose."""
    return _format(path) in _READERS


def _format(path: Path) -> str:
    """The format of a file by its name, of .rda by its first bytes."""
    return "rds" if is_file_of_r(path) else format_of(path.name)


class WorkbookDialog(ReadingDialog):
    """Finds the sheets first, and shows itself only where there is a choice."""

    def __init__(self, path: Path, jobs: JobManager, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(path, jobs, words, parent)
        self._format = _format(path)
        self._looks: tuple[SheetLook, ...] = ()
        self._typed_rows: dict[str, int] = {}  # rows that the officer typed for the sheet shown
        say = words.say
        self.sheets = QListWidget()
        question, name = N_("Data &set"), N_("Data sets")
        if self._format == "rds":
            question, name = N_("Data &frame"), N_("Data frames")
        if self._of_rows:
            question, name = N_("&Sheet with the records"), N_("Sheets")
        self.first_row, self.header_rows = QSpinBox(), QSpinBox()
        self.first_row.setRange(1, MOST_ROWS)
        self.header_rows.setRange(1, MOST_HEADER_ROWS)
        self.again = QPushButton(say(N_("Detec&t again")))
        self.table = PreviewTable(words)
        self._lay_out(label_of(self.sheets, say(question), say(name)))
        self.sheets.currentRowChanged.connect(self._forget)
        self.sheets.itemActivated.connect(self.accept)
        self.first_row.valueChanged.connect(self._report_first_row)
        self.header_rows.valueChanged.connect(self._report_header_rows)
        self.again.clicked.connect(self._forget)

    @property
    def _of_rows(self) -> bool:
        """Whether names are in rows of a sheet."""
        return self._format == "xlsx"

    @property
    def hints_given(self) -> dict[str, object]:
        look = self._current
        named: dict[str, object] = {}
        if look is not None and len(self._looks) > 1:
            named["sheet"] = look.name
        return named | self._typed_rows

    def ask(self) -> None:
        path, reader = self.path, _READERS[self._format]

        def work(context: JobContext) -> tuple[SheetLook, ...]:
            from sdc_desktop.engine.data.foreign.reading_child import answer_of_child

            looks: tuple[SheetLook, ...] = answer_of_child(reader, path, path.name, context)
            return looks

        title = self._words.say(N_("Reading the sheets of {name}"), name=path.name)
        self._jobs.start(title, work, self._show, self._go_on)

    def _lay_out(self, question: QLabel) -> None:
        say = self._words.say
        rows = QWidget()
        line = QHBoxLayout(rows)
        line.setContentsMargins(0, 0, 0, 0)
        for text, box in ((N_("&Names in row"), self.first_row), (N_("&Rows of names"), self.header_rows)):
            line.addWidget(label_of(box, say(text)))
            line.addWidget(box)
        line.addStretch(1)
        line.addWidget(self.again)
        fill(
            self,
            question,
            self.sheets,
            rows,
            (self.table, 1),
            self._message,
            self.buttons,
            margin=1.5,
            spacing=1.0,
        )
        fields: dict[str, QWidget] = {"first_row": self.first_row, "header_rows": self.header_rows}
        give_field_help(self, "data", fields, self._words)
        rows.setVisible(self._of_rows)
        self.table.setVisible(self._of_rows)
        font = self.fontMetrics()
        self.sheets.setMaximumHeight(font.height() * (8 if self._of_rows else 40))
        resize_within(self, font.averageCharWidth() * 90, font.height() * (30 if self._of_rows else 16))

    @property
    def _current(self) -> SheetLook | None:
        row = self.sheets.currentRow()
        return self._looks[row] if 0 <= row < len(self._looks) else None

    @Slot(object)
    def _show(self, looks: tuple[SheetLook, ...]) -> None:
        filled = tuple(look for look in looks if look.rows) or looks
        if not filled or (len(filled) == 1 and self._is_plain(filled[0])):
            self._go_on()
            return
        self._looks = looks
        for look in looks:
            text = self._words.say(
                N_("{name} \u2013 {rows} \u00d7 {columns}"),
                name=look.name,
                rows=whole(look.rows),
                columns=whole(look.columns),
            )
            item = QListWidgetItem(text)
            item.setToolTip(self._words.say(N_("Rows \u00d7 columns up to the last value")))
            self.sheets.addItem(item)
        largest = max(range(len(looks)), key=lambda number: looks[number].rows * looks[number].columns)
        self.sheets.setCurrentRow(largest)
        self.sheets.setFocus(Qt.FocusReason.OtherFocusReason)
        self.open()

    def _is_plain(self, look: SheetLook) -> bool:
        """Whether names are in the first row, so that there is nothing to ask."""
        from sdc_desktop.engine.data.foreign.reading_child import Unreadable
        from sdc_desktop.engine.data.foreign.sheet_table import header_of

        if not self._of_rows or not look.rows:
            return True
        try:
            header = header_of(look, None, None)
        except Unreadable:
            return False
        return (header.first_row, header.rows, header.left) == (1, 1, 0)

    @Slot(int)
    def _report_first_row(self, value: int) -> None:
        self._typed_rows["first_row"] = value
        self._preview()

    @Slot(int)
    def _report_header_rows(self, value: int) -> None:
        self._typed_rows |= {"first_row": self.first_row.value(), "header_rows": value}
        self._preview()

    @Slot()
    def _forget(self) -> None:
        self._typed_rows = {}
        self._preview()

    def _preview(self) -> None:
        """Show the first records of the sheet as they would be read."""
        from sdc_desktop.engine.data.foreign.reading_child import Unreadable
        from sdc_desktop.engine.data.foreign.sheet_table import header_of

        look = self._current
        if look is None or not self._of_rows:
            self.open_button.setEnabled(look is not None)
            return
        first_row, header_rows = self._typed_rows.get("first_row"), self._typed_rows.get("header_rows")
        try:
            header = header_of(look, first_row, header_rows)
        except Unreadable as refusal:
            places = {key: refusal.figures.pop(key) for key in ("line", "column") if key in refusal.figures}
            problem = error(refusal.code, Place(file=look.name, **places), **refusal.figures)
            self._message.setText(spoken(problem, self._words))
            self._show_rows(look, None)
            return
        self._put(self.first_row, header.first_row)
        self._put(self.header_rows, header.rows)
        self._message.setText(
            self._words.say_many(
                N_("{number} variable found; the records begin in row {row}."),
                N_("{number} variables found; the records begin in row {row}."),
                len(header.names),
                row=whole(header.body),
            )
        )
        self._show_rows(look, header)

    def _show_rows(self, look: SheetLook, header: Header | None) -> None:
        """The records below the names; where these are wrong, all rows unchanged."""
        left, names = (0, ()) if header is None else (header.left, header.names)
        start = 0 if header is None else header.body - 1
        width = look.columns if header is None else left + len(names)
        rows = [tuple(map(cell_text, row[left:width])) for row in look.sample[start : start + _SHOWN]]
        self.table.show_records(names, rows)
        self.open_button.setEnabled(header is not None)

    def _put(self, box: QSpinBox, value: int) -> None:
        with QSignalBlocker(box):
            box.setValue(value)
