"""What differs between the file that a plan expects and another, before it takes its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialogButtonBox, QHeaderView, QPushButton, QWidget

from sdc_desktop.ui.dialogs.dialog import Dialog
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.next_file import header, row, verdict

if TYPE_CHECKING:
    from sdc_desktop.engine.running.compare_files import Comparison

_LINES = 3  # of text in a row


class CompareFilesDialog(Dialog):
    """Shows a :class:`Comparison`. Accepted: the file will be used."""

    def __init__(self, comparison: Comparison, words: Words, parent: QWidget | None = None) -> None:
        say = words.say
        title = say(N_("Compare {name} with the plan"), name=comparison.opened.path.name)
        super().__init__(title, "data", words, parent)
        self.comparison = comparison
        self.verdict = plain_label(verdict(comparison, words), tone="strong")
        self.table = DifferencesTable(comparison, words)
        self.table.setVisible(bool(comparison.differences))
        self.use_button = push_button(say(N_("&Use new file")), weight="primary")
        self.keep_button = QPushButton(say(N_("&Keep current file")))
        self.buttons = QDialogButtonBox()
        self.buttons.addButton(self.use_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(self.keep_button, QDialogButtonBox.ButtonRole.RejectRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        harmless = not any(one.problem.severity == "error" for one in comparison.differences)
        (self.use_button if harmless else self.keep_button).setDefault(True)
        hint = plain_label(
            say(N_("You can undo this step. Roles, hierarchies and jobs do not change.")), tone="muted"
        )
        fill(self, self.verdict, (self.table, 1), hint, self.buttons, margin=1.5, spacing=1.0)
        if comparison.differences:
            text = self.fontMetrics()
            resize_within(self, text.averageCharWidth() * 140, text.height() * 28)


class DifferencesTable(TextTable):
    """What differs; sentences share the width, names take what they need."""

    def __init__(self, comparison: Comparison, words: Words) -> None:
        super().__init__(words.say(N_("Differences")), words)
        self.table.remember("file-differences")
        self.show_rows(header(words), [row(one, words) for one in comparison.differences])
        if not comparison.differences:
            return
        self.wrap(1, _LINES)
        sections = self.table.horizontalHeader()
        for column in (1, 3):
            sections.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        for column in (0, 2):
            sections.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            self.table.set_characters(column, 22)
