"""The site policy in plain words, and the reason for a deviation from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QTextBrowser,
    QWidget,
)

from sdc_desktop.engine.policy.policy import deviation_key
from sdc_desktop.project.ready_policies import is_ready, ready_titles
from sdc_desktop.ui.dialogs.dialog import Dialog
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.theme import beside, fill, step
from sdc_desktop.ui.widgets.plain_parts import accept_or_cancel, label_of, plain_label
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.problems.problems import sentence
from sdc_desktop.words.program.policy import policy_name, requirement_lines, source_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sdc_desktop.engine.problems import Problem
    from sdc_desktop.project.policy_location import ActivePolicy


class PolicyDialog(Dialog):
    """What the policy requires, where it comes from, and what the plan deviates in."""

    open_requested = Signal()
    copy_requested = Signal()
    ready_requested = Signal(object)  # str: the name of a ready-made policy
    answer_requested = Signal(object)  # str: the key of a deviation

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        say = words.say
        super().__init__(say(N_("Site policy")), "policy", words, parent)
        self._keys: tuple[str, ...] = ()
        self.title = plain_label(scale="title")
        self.source = plain_label(selectable=True)
        self.requirements = QTextBrowser()
        self.requirements.setAccessibleName(say(N_("Policy requirements")))
        self.found = QListWidget()
        self.found.setWordWrap(True)
        self.found.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.found_label = label_of(self.found, say(N_("&Deviations")), say(N_("Deviations from the policy")))
        self.answer = QPushButton(say(N_("&Give a reason\u2026")))
        self.ready = CalmComboBox()
        self.ready.setPlaceholderText(say(N_("Ready-made policies")))
        self.ready.setAccessibleName(say(N_("Ready-made policies")))
        self.open_other = QPushButton(say(N_("&Open policy…")))
        self.copy = QPushButton(say(N_("&Save a copy…")))
        self.close_policy = QPushButton(say(N_("&Remove policy")))
        self.close_policy.setToolTip(say(N_("The administrator's policy still applies.")))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._lay_out()
        for name, title in ready_titles().items():
            self.ready.addItem(say(title), name)
        self.ready.setCurrentIndex(-1)
        self.ready.activated.connect(self._on_ready)
        self.copy.clicked.connect(self.copy_requested)
        self.open_other.clicked.connect(self.open_requested)
        self.answer.clicked.connect(self._on_answer)
        self.found.itemActivated.connect(self._on_answer)
        self.found.currentRowChanged.connect(self._look)
        self.buttons.rejected.connect(self.reject)

    def show_policy(self, known: ActivePolicy, problems: Sequence[Problem]) -> None:
        """Show what is current, and the plan's deviations."""
        say, policy = self._words.say, known.policy
        if policy is None:
            self.title.setText(say(N_("No active policy")))
            text = say(
                N_(
                    "A site policy sets your organisation's default settings, minimum requirements and "
                    "report texts. Without a policy, no limits apply."
                )
            )
            self.requirements.setPlainText(text)
        else:
            self.title.setText(policy_name(policy.spec, self._words))
            lines = list(requirement_lines(policy.spec, self._words))
            about = [say(policy.spec.about), ""] if policy.spec.about else []
            nothing = [say(N_("This policy sets defaults only. It has no requirements."))]
            sources = (
                ["", say(N_("Made from:")), *source_lines(policy.spec, self._words)]
                if policy.spec.sources
                else []
            )
            self.requirements.setPlainText(
                "\n".join([*about, *(f"\u2013 {line}" for line in lines or nothing), *sources])
            )
        self.source.setText(_source(known, self._words))
        self.copy.setVisible(policy is not None)
        self.close_policy.setVisible(policy is not None and not known.by_administrator)
        self._show_found(problems)

    def _show_found(self, problems: Sequence[Problem]) -> None:
        listed = [problem for problem in problems if deviation_key(problem) is not None]
        self._keys = tuple(filter(None, map(deviation_key, listed)))
        row = self.found.currentRow()
        self.found.clear()
        for problem in listed:
            text = sentence(problem, self._words).message
            self.found.addItem(text[:1].upper() + text[1:])
        shown = bool(listed)
        for widget in (self.found_label, self.found, self.answer):
            widget.setVisible(shown)
        if shown:
            self.found.setCurrentRow(min(max(row, 0), len(listed) - 1))
        self._look()

    def _lay_out(self) -> None:
        answer = beside(self, self.answer, 1)
        last = beside(self, self.ready, self.open_other, self.copy, self.close_policy, 1, self.buttons)
        found = self.found_label, (self.found, 2), answer
        fill(self, self.title, self.source, (self.requirements, 3), *found, last, margin=2, spacing=1.0)
        resize_within(self, step(self, 80), step(self, 60))

    @Slot()
    def _look(self) -> None:
        self.answer.setEnabled(self.found.currentRow() >= 0)

    @Slot(int)
    def _on_ready(self, row: int) -> None:
        self.ready_requested.emit(self.ready.itemData(row))

    @Slot()
    def _on_answer(self) -> None:
        row = self.found.currentRow()
        if 0 <= row < len(self._keys):
            self.answer_requested.emit(self._keys[row])


class ReasonDialog(Dialog):
    """Requests a reason for one deviation, or applies the value of the policy."""

    given = Signal(object)  # str: the reason
    mend_requested = Signal()

    def __init__(
        self, text: str, reason: str, mendable: bool, words: Words, parent: QWidget | None = None
    ) -> None:
        say = words.say
        super().__init__(say(N_("Reason for deviation")), "policy", words, parent)
        self.text = QPlainTextEdit(reason)
        self.text.setTabChangesFocus(True)
        label = label_of(
            self.text, say(N_("&Reason for this deviation (shown in the report)")), say(N_("Reason"))
        )
        self.keep, self.buttons = accept_or_cancel(self, say(N_("&Save reason")), words)
        self.mend = QPushButton(say(N_("&Apply policy value")))
        self.buttons.addButton(self.mend, QDialogButtonBox.ButtonRole.ActionRole)
        self.mend.setVisible(mendable)
        fill(self, plain_label(text, selectable=True), label, self.text, self.buttons, margin=2, spacing=1.0)
        resize_within(self, step(self, 64), step(self, 32))
        self.text.textChanged.connect(self._look)
        self.accepted.connect(self._on_accepted)
        self.mend.clicked.connect(self._mend)
        self.text.setFocus()
        self._look()

    @Slot()
    def _look(self) -> None:
        self.keep.setEnabled(bool(self.text.toPlainText().strip()))

    @Slot()
    def _on_accepted(self) -> None:
        self.given.emit(self.text.toPlainText().strip())

    @Slot()
    def _mend(self) -> None:
        self.mend_requested.emit()
        self.reject()


def _source(known: ActivePolicy, words: Words) -> str:
    if known.problems:
        return " ".join(sentence(problem, words).line() for problem in known.problems)
    if known.path is None:
        return ""
    if known.by_administrator:
        text = N_("Set by the administrator in {path}. A policy that you open must be at least as strict.")
    elif is_ready(known.path):
        return words.say(N_("Comes with the program. Save a copy to change it."))
    else:
        text = N_("Opened by you from {path}.")
    return words.say(text, path=str(known.path))
