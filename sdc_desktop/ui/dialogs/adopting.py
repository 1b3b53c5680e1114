"""The dialog before a release log, or a ledger, without a usable head is continued."""

from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QWidget,
)

from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK
from sdc_desktop.engine.methods.release.release import RELEASE
from sdc_desktop.engine.output.ledger import Seen
from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.dialogs.dialog import Dialog
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.plain_parts import accept_or_cancel, plain_label
from sdc_desktop.ui.widgets.questions import message_box
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import noted

_LONGEST = 2**31 - 1
_HEXADECIMAL = frozenset("0123456789abcdef")
_DIGITS = 64


def ask_to_adopt_as_found(problem: Problem, words: Words, parent: QWidget) -> bool:
    """Whether to continue a log of an older version unchanged. Escape leaves it closed."""
    say = words.say
    remark = N_(
        "Earlier cuts at the end of the log cannot be detected. Compare it with a "
        "copy first. From now on, a head will reveal such cuts."
    )
    box = message_box(noted(problem, words), say(remark), parent)
    box.setWindowTitle(say(N_("Release log without a head")))
    go = box.addButton(say(N_("&Continue as found")), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    return box.clickedButton() is go


class AdoptDialog(Dialog):
    """Lines and checksum that the last report on a log printed. Of a ledger of outputs, whose `folder` is
    given, the file of its head can be named instead.
    """

    def __init__(
        self, problem: Problem, words: Words, parent: QWidget | None = None, folder: Path | None = None
    ) -> None:
        say = words.say
        if folder is None:
            super().__init__(say(N_("Release log without a head")), RELEASE.kind, words, parent)
        else:
            super().__init__(say(N_("Ledger without a head")), OUTPUT_CHECK.kind, words, parent)
        self._folder = folder
        self.head: Path | None = None  # the file that was chosen
        text = plain_label(noted(problem, words))
        follow = N_("The last report on this log states both. Continued lines may follow.")
        remark = plain_label(say(follow), tone="muted")
        self.lines = QLineEdit()
        self.lines.setAccessibleName(say(N_("Lines in the last report")))
        self.checksum = QLineEdit()
        self.checksum.setAccessibleName(say(N_("Checksum in the last report")))
        self.checksum.setPlaceholderText(say(N_("64 hexadecimal digits")))
        fixed = self.checksum.font()
        fixed.setStyleHint(QFont.StyleHint.Monospace)
        self.checksum.setFont(fixed)
        self.checksum.setMinimumWidth(self.checksum.fontMetrics().horizontalAdvance("0" * 40))
        form = QFormLayout()
        form.addRow(say(N_("&Lines")), self.lines)
        form.addRow(say(N_("Chec&ksum")), self.checksum)
        self.go, buttons = accept_or_cancel(self, say(N_("&Compare and continue")), words)
        self.choose = QPushButton(say(N_("Choose the file of the &head\u2026")))
        self.choose.clicked.connect(self._on_choose)
        if folder is not None:
            buttons.addButton(self.choose, QDialogButtonBox.ButtonRole.ActionRole)
        fill(self, text, remark, form, buttons, margin=1.0, spacing=1.0)
        for field in (self.lines, self.checksum):
            field.textChanged.connect(self._show_whether_whole)
        self._show_whether_whole()

    @property
    def seen(self) -> Seen | None:
        """What was entered; None until both can be read."""
        lines, checksum = self.lines.text().strip(), "".join(self.checksum.text().split()).lower()
        if not (lines.isascii() and lines.isdigit() and 0 < int(lines[:10]) <= _LONGEST):
            return None
        if len(checksum) != _DIGITS or not set(checksum) <= _HEXADECIMAL:
            return None
        return Seen(int(lines), checksum)

    @Slot()
    def _on_choose(self) -> None:
        title, filters = self._words.say(N_("Head of the ledger")), self._words.say(N_("Heads (*.head)"))
        name, _ = QFileDialog.getOpenFileName(self, title, str(self._folder), filters)
        if name:
            self.head = Path(name)
            self.accept()

    @Slot()
    def _show_whether_whole(self) -> None:
        self.go.setEnabled(self.seen is not None)


def ask_for_end(problem: Problem, words: Words, parent: QWidget) -> Seen | None:
    """Lines and checksum of the last report; None where the log is left closed."""
    dialog = AdoptDialog(problem, words, parent)
    return dialog.seen if dialog.exec() == QDialog.DialogCode.Accepted else None


def ask_for_head(problem: Problem, folder: Path, words: Words, parent: QWidget) -> Seen | Path | None:
    """The end of a ledger by its last report, or the file of its head; None where it is left closed."""
    dialog = AdoptDialog(problem, words, parent, folder)
    if dialog.exec() != QDialog.DialogCode.Accepted:
        return None
    return dialog.head or dialog.seen
