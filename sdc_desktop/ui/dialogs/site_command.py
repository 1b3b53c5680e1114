"""What the site does with a plan that was decided on counts: the plan is saved, the command copied."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.help_window import give_help
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.counts import apply_command

if TYPE_CHECKING:
    from sdc_desktop.engine.data.counts.description import Description

_PLAN = ".sdcplan"


class SiteCommandDialog(QDialog):
    """Saves the plan for the site and shows the command that applies it there."""

    def __init__(
        self,
        proposal: Path,
        counts: str,
        counted: Description,
        verdict: str,
        save: Callable[[Path], bool],
        words: Words,
        parent: QWidget,
    ) -> None:
        """`proposal`: the plan's file; `counts`: the name of the counts file; ``save`` writes the plan."""
        super().__init__(parent)
        self._words, self._counts, self._counted, self._save = words, counts, counted, save
        self._proposal = proposal
        say = words.say
        self.setWindowTitle(say(N_("Save plan for the site")))
        give_help(self, "counts", words)
        self.verdict = QLabel(verdict)
        self.verdict.setProperty("tone", "strong")
        if not verdict:
            self.verdict.hide()
        explained = QLabel(
            say(
                N_(
                    "The records are at the site. Save the plan, take it there with the counts file and run "
                    "this command. It counts the records again and is refused if they have changed."
                )
            )
        )
        self.command = QPlainTextEdit(apply_command(proposal.name, counts, counted))
        self.command.setReadOnly(True)
        self.command.setAccessibleName(say(N_("Command for the site")))
        self.command.setFixedHeight(step(self, 8))
        self.command.setMinimumWidth(step(self, 44))
        self.outcome = QLabel()
        for label in (self.verdict, explained, self.outcome):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.save_button = push_button(say(N_("&Save plan…")), weight="primary")
        self.copy_button = QPushButton(say(N_("&Copy command")))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.save_button, QDialogButtonBox.ButtonRole.ActionRole)
        column = QVBoxLayout(self)
        spread(column, self, margin=2)
        for widget in (self.verdict, explained, self.command, self.outcome, buttons):
            column.addWidget(widget)
        self.save_button.clicked.connect(self._on_save)
        self.copy_button.clicked.connect(self._on_copy)
        buttons.rejected.connect(self.reject)

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.command.toPlainText())
        self.outcome.setText(self._words.say(N_("Command copied.")))

    @Slot()
    def _on_save(self) -> None:
        say = self._words.say
        filters = say(N_("Plans (*.sdcplan)"))
        name, _ = QFileDialog.getSaveFileName(self, self.windowTitle(), str(self._proposal), filters)
        if name:
            self.save_to(Path(name))

    def save_to(self, path: Path) -> None:
        """Save the plan under this name, which the command then has."""
        if path.suffix.casefold() != _PLAN:
            path = path.with_name(path.name + _PLAN)
        if self._save(path):
            self._proposal = path
            self.command.setPlainText(apply_command(path.name, self._counts, self._counted))
            self.outcome.setText(self._words.say(N_("Saved: {name}."), name=path.name))
        else:
            self.outcome.setText(self._words.say(N_("The plan was not saved. See Problems for details.")))
