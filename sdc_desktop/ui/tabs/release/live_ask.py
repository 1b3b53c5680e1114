"""Where a record is requested, and the outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QWidget

from sdc_desktop.ui.forms.parts import show_choice
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.words import N_, Words
from sdc_desktop.words.release.release_live import answers_text

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.release.live_presenter import LiveView


class LiveAsk(QFrame):
    """By the identifier of a record of the open file, or typed whole where that file is not open."""

    key_requested = Signal(object)  # tuple[str, ...]
    request_requested = Signal(object)  # tuple: key, target, value

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.setProperty("frame", "card")
        self._words = words
        self._by_file = False
        say = words.say
        self.by = CalmComboBox()
        self.by.setAccessibleName(say(N_("Record key")))
        self.record = QLineEdit()
        self.record.setAccessibleName(say(N_("Requested record")))
        self.target = CalmComboBox()
        self.target.setAccessibleName(say(N_("Target of the record")))
        self.value = QLineEdit()
        self.value.setAccessibleName(say(N_("Value of the record")))
        self.button = push_button(say(N_("Re&quest…")), weight="primary")
        self.batch = push_button(say(N_("&Batch file\u2026")), weight="quiet", scale="small")
        self.answer = plain_label(selectable=True)
        self._record_label = QLabel(say(N_("Record")))
        self._record_label.setBuddy(self.record)
        self._target_label, self._value_label = QLabel(), QLabel()
        self._target_label.setBuddy(self.target)
        self._value_label.setBuddy(self.value)
        for box in (self.by, self.target):
            box.setMinimumContentsLength(6)
            box.setSizeAdjustPolicy(CalmComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        record = beside(self, self.by, (self.record, 1))
        column = fill(self, self._record_label, record, margin=1.0, spacing=0.5)
        for part in (self._target_label, self.target, self._value_label, self.value, self.answer):
            column.addWidget(part)
        column.addWidget(self.batch, 0, Qt.AlignmentFlag.AlignLeft)
        self.record.returnPressed.connect(self._on_ask)
        QWidget.setTabOrder(self.record, self.target)
        QWidget.setTabOrder(self.target, self.value)
        self.value.returnPressed.connect(self._on_ask)
        self.button.clicked.connect(self._on_ask)

    @property
    def key(self) -> str | None:
        """The variable that distinguishes records; None: their number."""
        return None if self.by.currentIndex() <= 0 else self.by.currentText()

    def show_view(self, view: LiveView) -> None:
        """Show what can be requested, and the outcome of the last requests."""
        state = view.state
        assert state is not None
        self._by_file = view.by_file
        number = self._words.say(N_("number"))
        names = [number, *view.keys]
        if [self.by.itemText(row) for row in range(self.by.count())] != names:
            show_choice(self.by, names, number)
        self.by.setVisible(view.by_file)
        self._target_label.setText(state.setup.target)
        self._value_label.setText(state.setup.attribute)
        for part in (self._target_label, self.target, self._value_label, self.value):
            part.setVisible(not view.by_file)
        chosen = self.target.currentText() or None
        show_choice(self.target, state.setup.rules.targets, chosen)
        may_ask = view.is_open and not view.busy
        for field in (self.record, self.value):  # not disabled: they would lose the focus
            field.setReadOnly(not may_ask)
        for button in (self.button, self.batch):
            button.setEnabled(may_ask)
        text = answers_text(view.answers, self._words) if view.answers else ""
        self.answer.setText(text)
        self.answer.setAccessibleName(text)
        self.answer.setVisible(bool(text))

    def take_focus(self) -> None:
        """Be ready for the next record."""
        self.record.setFocus(Qt.FocusReason.OtherFocusReason)
        self.record.selectAll()

    @Slot()
    def _on_ask(self) -> None:
        key = self.record.text().strip()
        if self.record.isReadOnly():
            return
        if not key:
            self.take_focus()
        elif self._by_file:
            self.key_requested.emit((key,))
        elif self.target.currentIndex() >= 0 and self.value.text().strip():
            self.request_requested.emit((key, self.target.currentText(), self.value.text().strip()))
        else:
            self.value.setFocus(Qt.FocusReason.OtherFocusReason)
