"""The dialogs of output checking: a reason, the approval, the package, the request to the researcher."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.methods.outputs.output_check import OUTPUT_CHECK
from sdc_desktop.engine.output.files import atomic_write, write_problem
from sdc_desktop.engine.problems import Problem, Refused
from sdc_desktop.ui.dialogs.dialog import Dialog
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.questions import with_suffix
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.outputs import verdict_name

if TYPE_CHECKING:
    from sdc_desktop.engine.submission.cases import Case
    from sdc_desktop.ui.tabs.outputs.work import Answer

_FORMS = {
    "as_is": N_("Files &unchanged where they are wholly released and carry nothing else"),
    "anew": N_("All files written again as &workbooks"),
    "csv": N_("All files written again as CS&V"),
}
_MOST_LETTERS = 400  # of a name or a reason in a plan
_MOST_OF_CORRECTION = 2000
_Role = QDialogButtonBox.ButtonRole


class _Dialog(Dialog):
    """A dialog with its page of help, and a button that closes it."""

    def __init__(self, title: str, closing: str, words: Words, parent: QWidget | None) -> None:
        super().__init__(words.say(title), OUTPUT_CHECK.kind, words, parent)
        self._buttons = QDialogButtonBox()
        self._buttons.addButton(words.say(closing), _Role.RejectRole)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.finished.connect(self.deleteLater)

    def _lay_out(self, *parts: QWidget | QLayout) -> None:
        """The parts below one another, the first of them as high as there is room, then the buttons."""
        column = QVBoxLayout(self)
        for place, part in enumerate((*parts, self._buttons)):
            if isinstance(part, QLayout):
                column.addLayout(part)
            else:
                column.addWidget(part, int(place == 0))


class ReasonDialog(_Dialog):
    """Why a stated number is not the total of a table: the correction requires a reason."""

    def __init__(self, about: str, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(N_("Not the total"), N_("Cancel"), words, parent)
        self.setMinimumWidth(460)
        self.reason = QPlainTextEdit()
        self.reason.setTabChangesFocus(True)
        self.reason.setAccessibleName(words.say(N_("Reason")))
        label = QLabel(words.say(N_("&Reason")))
        label.setBuddy(self.reason)
        self.confirm = self._buttons.addButton(words.say(N_("&Not the total")), _Role.AcceptRole)
        self._lay_out(plain_label(about), label, self.reason)
        self.reason.textChanged.connect(self._on_text)
        self.reason.setFocus()
        self._on_text()

    @property
    def text(self) -> str:
        """The reason."""
        return self.reason.toPlainText().strip()

    @Slot()
    def _on_text(self) -> None:
        self.confirm.setEnabled(0 < len(self.text) <= _MOST_OF_CORRECTION)


class ApproveDialog(_Dialog):
    """A second person approves all decisions, or sends them back with a reason."""

    def __init__(self, about: str, account: str, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(N_("Approve the decisions"), N_("Cancel"), words, parent)
        say = words.say
        self.setMinimumWidth(460)
        text = plain_label(about)
        self.name = QLineEdit()
        self.name.setMaxLength(_MOST_LETTERS)
        self.reason = QLineEdit()
        self.reason.setMaxLength(_MOST_LETTERS)
        self.reason.setPlaceholderText(say(N_("Required to send decisions back")))
        who = QLabel(account)
        who.setTextFormat(Qt.TextFormat.PlainText)
        form = QFormLayout()
        your_name, reason = say(N_("Your &name")), say(N_("&Reason"))
        form.addRow(your_name, self.name)
        form.addRow(say(N_("Account")), who)
        form.addRow(reason, self.reason)
        self.name.setAccessibleName(your_name.replace("&", ""))
        self.reason.setAccessibleName(reason.replace("&", ""))
        self.approve = self._buttons.addButton(say(N_("&Approve")), _Role.AcceptRole)
        self.back = self._buttons.addButton(say(N_("&Send back")), _Role.DestructiveRole)
        self.back.clicked.connect(self._on_back)
        self.sent_back = False
        self._lay_out(text, form)
        for field in (self.name, self.reason):
            field.textChanged.connect(self._on_text)
        self._on_text()

    @Slot()
    def _on_back(self) -> None:
        self.sent_back = True
        self.accept()

    @Slot()
    def _on_text(self) -> None:
        named = bool(self.name.text().strip())
        self.approve.setEnabled(named)
        self.back.setEnabled(named and bool(self.reason.text().strip()))


class PackageDialog(_Dialog):
    """What goes into the package and what stays, in which form, and where to."""

    def __init__(self, answer: Answer, folder: Path, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(N_("Write package"), N_("Cancel"), words, parent)
        self._folder = folder
        say = words.say
        self.setMinimumSize(560, 420)
        self.list = QPlainTextEdit("\n".join(_contents(answer, words)))
        self.list.setReadOnly(True)
        self.list.setTabChangesFocus(True)
        self.list.setAccessibleName(say(N_("What is packaged and what is not")))
        self.forms = {key: QRadioButton(say(text)) for key, text in _FORMS.items()}
        self.forms["as_is"].setChecked(True)
        self.go = self._buttons.addButton(say(N_("&Choose the file\u2026")), _Role.AcceptRole)
        self.path: Path | None = None
        self._lay_out(self.list, *self.forms.values())

    @property
    def form(self) -> Literal["as_is", "anew", "csv"]:
        """The form of the files that is chosen."""
        key = next(key for key, button in self.forms.items() if button.isChecked())
        return cast(Literal["as_is", "anew", "csv"], key)

    def accept(self) -> None:
        """Prompt for the package's file. A package is never overwritten."""
        title, filters = self._words.say(N_("Package")), self._words.say(N_("Archives (*.zip)"))
        name, _ = QFileDialog.getSaveFileName(
            self,
            title,
            str(self._folder / "release.zip"),
            filters,
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if name:
            path = Path(name)
            self.path = path if path.suffix.casefold() == ".zip" else path.with_name(f"{path.name}.zip")
            super().accept()


def _contents(answer: Answer, words: Words) -> list[str]:
    from sdc_desktop.engine.submission.releasing.decisions import items_of, name_of

    verdicts = {one.item: one for one in answer.result.decisions}
    goes, stays = [], []
    for item in items_of(answer.submission):
        name, found = name_of(answer.submission, item), verdicts.get(item.id)
        if found is not None and found.verdict == "release":
            goes.append(f"  {name}")
        else:
            verdict_text = verdict_name("" if found is None else found.verdict, words)
            reason = "" if found is None or not found.reason else f", {found.reason}"
            stays.append(f"  {name}: {verdict_text}{reason}")
    none = words.say(N_("none"))
    each = N_("Each researcher has a package: the name of the file, with that of the researcher.")
    approved = N_(
        "The decisions are entered in the ledger. The package is written once another account approves."
    )
    awaited = answer.params.four_eyes and not answer.result.signed.approved_by
    return [
        *([words.say(approved), ""] if awaited else ()),
        *([words.say(each), ""] if answer.params.cases else ()),
        words.say(N_("Packaged:")),
        *(goes or [f"  {none}"]),
        "",
        words.say(N_("Not packaged:")),
        *(stays or [f"  {none}"]),
    ]


class RequestDialog(_Dialog):
    """The request to the researcher, to be copied or saved."""

    def __init__(self, text: str, file: Path, words: Words, parent: QWidget | None = None) -> None:
        """``file``: where it is saved by default."""
        super().__init__(N_("Request to the researcher"), N_("C&lose"), words, parent)
        self._file = file
        self.problems: tuple[Problem, ...] = ()  # why it was not saved
        say = words.say
        self.setMinimumSize(620, 460)
        self.text = QPlainTextEdit(text)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(say(N_("Text of the request")))
        remark = N_("Apart from the reasons entered, the text contains no unsafe or derived figure.")
        self.copy = self._buttons.addButton(say(N_("&Copy")), _Role.ActionRole)
        self.save = self._buttons.addButton(say(N_("&Save\u2026")), _Role.ActionRole)
        self.copy.clicked.connect(self._on_copy)
        self.save.clicked.connect(self._on_save)
        self._lay_out(self.text, plain_label(say(remark), tone="muted"))

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())

    @Slot()
    def _on_save(self) -> None:
        title, filters = self._words.say(N_("Save request")), self._words.say(N_("Text files (*.txt)"))
        name, _ = QFileDialog.getSaveFileName(self, title, str(self._file), filters)
        path = with_suffix(Path(name), (".txt",), self._words, self) if name else None
        if path is None:
            return
        try:
            with atomic_write(path) as file:
                file.write(self.text.toPlainText().encode("utf-8"))
        except OSError as failure:
            self.problems = (write_problem(path, failure),)
        except Refused as refusal:
            self.problems = refusal.problems
        self.done(int(not self.problems))


def show_request(
    answer: Answer, case: Case, folder: Path, words: Words, parent: QWidget
) -> tuple[Problem, ...]:
    """Show the request to a researcher; why it was not saved."""
    from sdc_desktop.words.outputs.request import request_text

    text = request_text(answer.params, answer.result, words, case)
    dialog = RequestDialog(text, folder / f"request{case.ending}.txt", words, parent)
    dialog.exec()
    return dialog.problems
