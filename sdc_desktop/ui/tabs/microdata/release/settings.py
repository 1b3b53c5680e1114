"""The settings of the card Release: the protected file, the secret of its order, and the report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from sdc_desktop.engine.data.formats import output_format_of, unpacked_name
from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.plan_secrets import SecretFacts
from sdc_desktop.project.project import ReportFields
from sdc_desktop.ui.forms.debounced_text import SettlingLine
from sdc_desktop.ui.forms.parts import Choice, card, heading, note_line
from sdc_desktop.ui.forms.secret_field import SecretField
from sdc_desktop.ui.theme import below, beside, fill, spread, step
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.verdict_bar import Mark, Sign
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.counts import apply_command
from sdc_desktop.words.program.languages import LANGUAGES
from sdc_desktop.words.program.report_fields import EDITIONS, LABELS

if TYPE_CHECKING:
    from sdc_desktop.engine.data.counts.description import Description

PLAN = ".sdcplan"
_SIGN = 2.4  # steps of the grid
_EDITIONS = {"internal": N_("Internal"), "external": N_("External")}  # in a line; tooltips say more
_FORMATS = {  # by format: the ending of a file, and the name of the format
    "csv": (".csv", N_("CSV, delimited text")),
    "xlsx": (".xlsx", N_("Excel workbook")),
    "ods": (".ods", N_("OpenDocument workbook")),
    "sav": (".sav", N_("SPSS")),
    "zsav": (".zsav", N_("SPSS, compressed")),
    "dta": (".dta", N_("Stata")),
    "xpt": (".xpt", N_("SAS transport")),
    "rds": (".rds", N_("R data frame")),
    "parquet": (".parquet", N_("Parquet")),
    "rda": (".rda", N_("ARGUS records")),
}


class ReleaseSettings(QWidget):
    """Shows what is exported and how, and reports what is chosen; it decides nothing."""

    output_changed = Signal(object)  # {field of the output: value}
    folder_chosen = Signal(object)  # Path
    details_requested = Signal()

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._output = OutputSpec(path="protected.csv")
        say = words.say
        self.folder, self.name = SettlingLine(), SettlingLine()
        self.browse = QToolButton()
        self.browse.setText("…")
        self.browse.setAccessibleName(say(N_("Choose folder")))
        self.browse.setToolTip(say(N_("Choose folder")))
        self.format = Choice(say(N_("Format")), [(key, say(text)) for key, (_, text) in _FORMATS.items()])
        self.random = QCheckBox(say(N_("&Random order")))
        self.random.setToolTip(say(N_("The original order of records can reveal protected values.")))
        self.escape = QCheckBox(say(N_("Escape spreadsheet for&mulas")))
        self.escape.setToolTip(say(N_("A text that a spreadsheet would run gets an apostrophe.")))
        self.note = note_line()
        self.unsafe = Statement()
        self.secret = SecretField(say(N_("Secret of the random order")), words)
        self.edition = Choice(say(LABELS["edition"]), [(key, say(text)) for key, text in _EDITIONS.items()])
        for row, text in enumerate(EDITIONS.values()):
            self.edition.setItemData(row, say(text), Qt.ItemDataRole.ToolTipRole)
        self.language = Choice(say(N_("Language of the report")), list(LANGUAGES.items()))
        self.language.show_key(words.language)
        self.officer = SettlingLine()
        self.details = QPushButton(say(N_("All report details…")))
        self.site = SiteCommand(words)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        say = self._words.say
        place = beside(self, (self.folder, 1), self.browse, spacing=0.5)
        rows = ((N_("Folder"), self.folder), (N_("Name"), self.name), (N_("Format"), self.format))
        title = heading(say(N_("Protected file")), self.folder)
        file = (title, self._grid(rows, place), self.random, self.escape, self.note)
        self._file = card(self, *file)
        self._order = card(self, heading(say(N_("Secret of the order")), self.secret), self.secret)
        about = (
            (LABELS["edition"], self.edition),
            (N_("Language"), self.language),
            (LABELS["officer"], self.officer),
        )
        self._report = card(self, heading(say(N_("Report")), self.edition), self._grid(about), self.details)
        parts = (self._file, self._order, self.site, self._report, 1)
        fill(self, self.unsafe, (CardsArea(below(self, *parts, margin=1, spacing=1)), 1))

    def _grid(self, rows: tuple[tuple[str, QWidget], ...], first: QHBoxLayout | None = None) -> QWidget:
        """Labels and fields; ``first``: what the first field is in."""
        made = QWidget()
        grid = QGridLayout(made)
        spread(grid, self, margin=0, spacing=0.5)
        grid.setColumnStretch(1, 1)
        for place, (text, field) in enumerate(rows):
            label = plain_label(self._words.say(text))
            label.setWordWrap(False)
            label.setBuddy(field)
            field.setAccessibleName(field.accessibleName() or self._words.say(text))
            grid.addWidget(label, place, 0)
            if first is not None and not place:
                grid.addLayout(first, 0, 1)
            else:
                grid.addWidget(field, place, 1)
        return made

    def _connect(self) -> None:
        self.folder.settled.connect(self._on_folder)
        self.browse.clicked.connect(self._on_browse)
        self.name.settled.connect(self._on_name)
        self.format.chosen.connect(self._on_format)
        self.random.clicked.connect(self._on_random)
        self.escape.clicked.connect(self._on_escape)
        self.details.clicked.connect(self.details_requested)

    # showing -----------------------------------------------------------------------------------------

    def show_output(self, folder: Path, output: OutputSpec, secret: SecretFacts | None) -> None:
        """Show how the protected file would be exported; no signal is sent."""
        self._output = output
        self.folder.show_text(str(folder))
        self.folder.setToolTip(str(folder))
        self.name.show_text(output.path)
        format = output_format_of(output.path, output.format)
        self.format.show_key(format)
        self.random.setChecked(output.order == "random")
        self.escape.setChecked(output.escape_formulas)
        self.escape.setVisible(format == "csv")
        self.secret.show_secret(secret)
        self._order.setVisible(output.order == "random" and not self._file.isHidden())

    def show_unsafe(self, text: str) -> None:
        """Show that the file is not safe; nothing, if the text is empty."""
        self.unsafe.show_text(text)

    def show_note(self, text: str) -> None:
        """Show what is wrong with the output, or what will be replaced."""
        self.note.setText(text)

    def show_fields(self, fields: ReportFields) -> None:
        """Show what the report is for; no signal is sent."""
        self.edition.show_key(fields.edition)
        self.officer.show_text(fields.officer)

    def show_site(
        self, proposal: Path | None, counts: str, counted: Description | None, verdict: str
    ) -> None:
        """Show what the site gets of a plan that is decided on counts, else the file's settings."""
        for part in (self._file, self._order):
            part.setVisible(counted is None)
        self.site.setVisible(counted is not None)
        if counted is not None and proposal is not None:
            self.site.show_plan(proposal, counts, counted, verdict)

    def settle(self) -> None:
        """Report what is typed."""
        for field in (self.folder, self.name, self.officer):
            field.settle()

    # what is chosen ----------------------------------------------------------------------------------

    @Slot(object)
    def _on_folder(self, text: str) -> None:
        self.folder_chosen.emit(Path(text.strip()))

    @Slot()
    def _on_browse(self) -> None:
        title = self._words.say(N_("Folder of the exported files"))
        name = QFileDialog.getExistingDirectory(self, title, self.folder.text())
        if name:
            self.folder_chosen.emit(Path(name))

    @Slot(object)
    def _on_name(self, text: str) -> None:
        typed = Path(text.strip())
        if typed.name and typed.parent != Path():
            self.folder_chosen.emit(Path(self.folder.text().strip()) / typed.parent)
        self.output_changed.emit({"path": typed.name, "format": None})

    @Slot(object)
    def _on_format(self, key: str) -> None:
        stem = unpacked_name(self._output.path)
        named = Path(stem).with_suffix(_FORMATS[key][0]) if Path(stem).name else Path(stem)
        self.output_changed.emit({"path": named.as_posix(), "format": None})

    @Slot(bool)
    def _on_random(self, checked: bool) -> None:
        self.output_changed.emit({"order": "random" if checked else "as_is"})

    @Slot(bool)
    def _on_escape(self, checked: bool) -> None:
        self.output_changed.emit({"escape_formulas": checked})


class Statement(QWidget):
    """The sign of a file that is not safe, and a sentence beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.text = plain_label(tone="strong", narrow=True)
        fill(self, beside(self, Sign(_SIGN, Mark.UNSAFE), (self.text, 1), spacing=1), margin=1)
        self.hide()

    def show_text(self, text: str) -> None:
        """Show a sentence; an empty one hides it."""
        self.text.setText(text)
        self.setVisible(bool(text))


class SiteCommand(QWidget):
    """The command that applies a plan where the records are. The bar's button saves the plan."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self.verdict = plain_label(tone="strong", narrow=True)
        about = N_(
            "The records are at the site. Save the plan, take it there with the counts file and run "
            "this command. It counts the records again and is refused if they have changed."
        )
        explained = plain_label(say(about), narrow=True)
        self.command = QPlainTextEdit()
        self.command.setReadOnly(True)
        self.command.setAccessibleName(say(N_("Command for the site")))
        self.command.setFixedHeight(step(self, 14))
        self.copy = push_button(say(N_("&Copy command")))
        self.copy.clicked.connect(self._on_copy)
        title = heading(say(N_("Plan for the site")), self.command)
        fill(self, card(self, title, self.verdict, explained, self.command, self.copy))
        self.hide()

    def show_plan(self, plan: Path, counts: str, counted: Description, verdict: str) -> None:
        """Show the command for a plan of this name, and the verdict on it."""
        self.command.setPlainText(apply_command(plan.name, counts, counted))
        self.verdict.setText(verdict)
        self.verdict.setVisible(bool(verdict))

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.command.toPlainText())


def save_plan_as(proposal: Path, save: Callable[[Path], bool], words: Words, parent: QWidget) -> Path | None:
    """Prompt for the file of a plan and save it; None where it was not saved."""
    say = words.say
    name, _ = QFileDialog.getSaveFileName(
        parent, say(N_("Save plan for the site")), str(proposal), say(N_("Plans (*.sdcplan)"))
    )
    if not name:
        return None
    path = Path(name)
    path = path if path.suffix.casefold() == PLAN else path.with_name(path.name + PLAN)
    return path if save(path) else None
