"""The protected file before it is exported: its first records, and its codebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from sdc_desktop.ui.models.records_model import PreviewModel
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.tables.data_table import DataTable
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.release.work import ShownFile
    from sdc_desktop.ui.tabs.recipients import Recipients


class RecordsPage(QWidget):
    """The first exported records: in the order of the file, its texts escaped."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.model = PreviewModel(self)
        self.table = DataTable(self.model, words.say(N_("Protected records")), words)
        self.model.modelReset.connect(self.table.show_headers)
        self.line = plain_label(tone="muted", scale="small", narrow=True)
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        self.line.setContentsMargins(step(self), 0, step(self), step(self, 0.5))
        column.addWidget(self.table, 1)
        column.addWidget(self.line)

    def show_file(self, shown: ShownFile | None, state: str) -> None:
        """Show the records; None: none, and why."""
        self.model.show(*((), ()) if shown is None else (shown.names, shown.rows))
        text = state
        if shown is not None:
            figures = {"number": whole(len(shown.rows)), "of": whole(shown.records)}
            text = self._words.say(
                N_("The first {number} of {of} records, as they will be exported."), **figures
            )
        self.line.setText(text)


class CodebookPage(QWidget):
    """The codebook that is exported with the file, still without the file's checksum."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.title = plain_label(tone="strong", narrow=True)
        self.cite = plain_label(tone="muted", scale="small", selectable=True, narrow=True)
        self.variables = TextTable(words.say(N_("Variables")), words)
        self.categories = TextTable(words.say(N_("Categories and missing codes")), words)
        heads = (
            plain_label(words.say(text), tone="strong")
            for text in (N_("Variables"), N_("Categories and missing codes"))
        )
        column = QVBoxLayout(self)
        spread(column, self, margin=1, spacing=0.75)
        column.addWidget(self.title)
        column.addWidget(self.cite)
        for head, table in zip(heads, (self.variables, self.categories), strict=True):
            column.addWidget(head)
            column.addWidget(table, 1)

    def show_file(self, shown: ShownFile | None, recipients: Recipients, state: str) -> None:
        """Show the codebook of a file; None: none, and why."""
        if shown is None:
            self.title.setText(state)
            self.cite.setText("")
            for table in (self.variables, self.categories):
                table.show_rows((), ())
            return
        from sdc_desktop.report.codebook import category_rows, citation, variable_rows

        book, words = shown.book, self._words
        self.title.setText(words.say(N_("Codebook: {name}"), name=book.name))
        self.cite.setText(citation(book.name, "", recipients.fields, words))
        self.variables.show_rows(*variable_rows(book, recipients.plan, words))
        self.variables.wrap(len(variable_rows(book, recipients.plan, words)[0]) - 1)
        self.categories.show_rows(*category_rows(book, words))
