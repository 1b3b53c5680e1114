"""The protected file before it is exported: its first records, and its codebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from sdc_desktop.ui.models.records_model import PreviewModel
from sdc_desktop.ui.theme import fill, step
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
        self.line.setContentsMargins(step(self), 0, step(self), step(self, 0.5))
        fill(self, (self.table, 1), self.line, spacing=0.5)

    def show_file(self, shown: ShownFile | None, state: str) -> None:
        """Show the records; None: none, and why."""
        self.model.show(*((), ()) if shown is None else (shown.names, shown.rows))
        text = state
        if shown is not None:
            figures = {"number": whole(len(shown.rows)), "of": whole(shown.records)}
            text = self._words.say(
                N_("The first {number} of {of} {of:record|records}, as they will be exported."), **figures
            )
        self.line.setText(text)


class CodebookPage(QWidget):
    """The codebook that is exported with the file, still without the file's checksum."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.title = plain_label(tone="strong", narrow=True)
        self.cite = plain_label(tone="muted", scale="small", selectable=True, narrow=True)
        texts = words.say(N_("Variables")), words.say(N_("Categories and missing codes"))
        self.variables, self.categories = (TextTable(text, words) for text in texts)
        first, second = (plain_label(text, tone="strong") for text in texts)
        tables = first, (self.variables, 1), second, (self.categories, 1)
        fill(self, self.title, self.cite, *tables, margin=1, spacing=0.75)

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
        listed = variable_rows(book, recipients.plan, words)
        self.variables.show_rows(*listed)
        self.variables.wrap(len(listed[0]) - 1)
        self.categories.show_rows(*category_rows(book, words))
