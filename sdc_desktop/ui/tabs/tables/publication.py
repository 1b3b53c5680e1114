"""The publication of a table: its form, and beside it what leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLineEdit, QPushButton, QScrollArea, QSplitter, QTextBrowser, QWidget

from sdc_desktop.engine.data.publication import PublicationSpec
from sdc_desktop.engine.methods.tables.table import TABLE
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.dialogs.dialog import Dialog
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.settings_form import SettingsForm
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.tabs.tables.presenter import TablesPresenter
from sdc_desktop.ui.tabs.tables.publication_form import FORM
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import spoken
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.tables.files.publication import Publication, Row, Value

_MOST_ROWS, _MOST_COLUMNS = 60, 14  # of the preview


class PublicationDialog(Dialog):
    """Beside the main window. Each change is one of the plan, and is shown at once."""

    export_requested = Signal()

    def __init__(
        self, presenter: TablesPresenter, jobs: JobManager, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(words.say(N_("Publication of the table – SDC Desktop")), TABLE.kind, words, parent)
        self._presenter = presenter
        say = words.say
        self.form = SettingsForm(FORM, words)
        self.preview = QTextBrowser()
        self.preview.setAccessibleName(say(N_("Preview of the publication")))
        self.message = plain_label(tone="muted")
        self.export = push_button(say(N_("E&xport…")), weight="primary")
        self.close_button = QPushButton(say(N_("C&lose")))
        self._runner = DraftRunner(jobs, self)
        self._lay_out()
        self.form.changed.connect(self._on_changed)
        self.form.refused.connect(self._show_problems)
        self.export.clicked.connect(self._on_export)
        self.close_button.clicked.connect(self.close)
        self._runner.answered.connect(self._on_made)
        self._runner.failed.connect(self._show_problems)
        presenter.changed.connect(self._on_shown)
        self.finished.connect(self._on_closed)
        self.refresh()

    def refresh(self) -> None:
        """Show the form as the plan has it, and the table in that form."""
        self.form.show_params(self._presenter.publication, Choices())
        for line in self.form.findChildren(QLineEdit):
            if not line.hasFocus():
                line.home(False)  # a long title begins with its first words
        work = self._presenter.preview_work()
        self.export.setEnabled(work is not None)
        if work is None:
            self.message.setText(
                self._words.say(N_("Protect the table first: there is no current result to export."))
            )
            self.preview.clear()
        else:
            self._runner.request(work)

    def _lay_out(self) -> None:
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setAccessibleName(self._words.say(PublicationSpec.title))
        area.setWidget(self.form)
        both = QSplitter()
        for part, share in ((area, 2), (self.preview, 5)):
            both.addWidget(part)
            both.setStretchFactor(both.count() - 1, share)
        both.setChildrenCollapsible(False)
        area.setMinimumWidth(self.fontMetrics().averageCharWidth() * 44)
        for button in (self.export, self.close_button):
            button.setAutoDefault(False)
        foot = beside(self, (self.message, 1), self.export, self.close_button)
        fill(self, (both, 1), foot, margin=1.5, spacing=1.0)
        text = self.fontMetrics()
        resize_within(self, text.averageCharWidth() * 170, text.height() * 42)
        both.setSizes([text.averageCharWidth() * 52, text.averageCharWidth() * 118])

    @Slot(object)
    def _on_shown(self, _view: object) -> None:
        if self.isVisible():
            self.refresh()

    @Slot(object)
    def _on_changed(self, fields: Mapping[str, object]) -> None:
        if problems := self._presenter.change_publication(fields):
            self._show_problems(problems)
        else:
            self.refresh()

    @Slot()
    def _on_export(self) -> None:
        self.form.settle()
        self.export_requested.emit()

    @Slot()
    def _on_closed(self) -> None:
        self.form.settle()
        self._runner.drop()

    @Slot(object)
    def _on_made(self, form: Publication) -> None:
        rows, columns = len(form.rows), len(form.depths)
        cut = rows > _MOST_ROWS or columns > _MOST_COLUMNS
        text = N_("Preview of the first rows and columns: {rows} × {columns} in all.")
        shown = self._words.say(text, rows=whole(rows), columns=whole(columns)) if cut else ""
        self.message.setText(shown)
        self.preview.setHtml(preview_html(form))

    @Slot(object)
    def _show_problems(self, problems: Sequence[Problem]) -> None:
        self.message.setText(spoken(problems[0], self._words))


def preview_html(form: Publication) -> str:
    """The first rows and columns of a publication, as its workbook shows them."""
    width = form.label_columns + _MOST_COLUMNS
    heads = "".join(
        f"<tr>{''.join(_head(text, at >= form.label_columns) for at, text in enumerate(head[:width]))}</tr>"
        for head in form.heads
    )
    rows = "".join(_row(row, form, width) for row in form.rows[:_MOST_ROWS])
    above = f"<p><b>{escape(form.title)}</b><br>{escape(form.unit)}</p>"
    notes = "".join(f"<br>{escape(note)}" for note in form.notes)
    return f'{above}<table cellspacing="0" cellpadding="3">{heads}{rows}</table><p><small>{notes}</small></p>'


def _head(text: str, right: bool) -> str:
    return f'<th align="{"right" if right else "left"}">{escape(text)}</th>'


def _row(row: Row, form: Publication, width: int) -> str:
    if not row.values:
        return f'<tr><td colspan="{width}"><b>{escape(row.labels[0])}</b></td></tr>'
    return f"<tr>{''.join(_cells(row, form, width))}</tr>"


def _cells(row: Row, form: Publication, width: int) -> Iterator[str]:
    mark: Callable[[str], str] = escape if row.depth else lambda text: f"<b>{escape(text)}</b>"
    for at in range(form.label_columns):
        indent = "&nbsp;" * (4 * row.depth if at == 0 else 0)
        yield f"<td>{indent}{mark(row.labels[at]) if at < len(row.labels) else ''}</td>"
    for value in row.values[: width - form.label_columns]:
        yield f'<td align="right">{mark(_shown(value, form.decimals))}</td>'


def _shown(value: Value, decimals: int) -> str:
    return value if isinstance(value, str) else f"{value:,.{decimals}f}".replace(",", "\u202f")
