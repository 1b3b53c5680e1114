"""Notices: what happened, and what may be done about it, behind a sign that moves nothing. No message box."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from sdc_desktop.ui.theme import empty, spread, step
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.popover import Popover
from sdc_desktop.words import N_, Words

Act = Callable[[], object]
_WIDTH = 46  # steps
_MOST = 8  # older ones go first
PASSING_MS = 8_000  # after which what tells of a success goes


class Passing(QTimer):
    """Withdraws a text some seconds after it was shown, if it is still there."""

    def __init__(self, withdraw: Callable[[str], object], parent: QWidget) -> None:
        super().__init__(parent, singleShot=True, interval=PASSING_MS)
        self._withdraw, self._text = withdraw, ""
        self.timeout.connect(self._on_end)

    def follow(self, text: str) -> None:
        """A text is shown from now on."""
        self._text = text
        self.start()

    @Slot()
    def _on_end(self) -> None:
        self._withdraw(self._text)


@dataclass(frozen=True)
class Notice:
    """Something to know; a button for each choice (its words, what it does)."""

    text: str
    choices: tuple[tuple[str, Act], ...] = ()


class NoticeList(Popover):
    """The notices below their sign, the newest first."""

    def __init__(self, words: Words, sign: Notices) -> None:
        super().__init__(sign)
        self.setAccessibleName(words.say(N_("Notices")))
        self._words, self._sign = words, sign
        spread(self.column, self, margin=1.5, spacing=2)

    def show_notices(self, notices: tuple[Notice, ...]) -> None:
        """Show these and no others."""
        empty(self.column)
        for row in map(self._row, reversed(notices)):
            self.column.addWidget(row)
            row.show()
        if self.isVisible():
            self.open_below(self._sign, _WIDTH)

    def _row(self, notice: Notice) -> QWidget:
        row = QWidget()
        row.setAccessibleName(notice.text)
        column = QVBoxLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        head = QHBoxLayout()
        head.addWidget(plain_label(notice.text, selectable=True), 1)
        away = QToolButton()
        away.setText("✕")
        away.setAutoRaise(True)
        away.setAccessibleName(self._words.say(N_("Close this message")))
        away.setToolTip(self._words.say(N_("Close this message")))
        away.clicked.connect(partial(self._sign.withdraw, notice.text))
        head.addWidget(away, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        if notice.choices:
            buttons = QHBoxLayout()
            for label, act in notice.choices:
                button = QPushButton(label)
                button.clicked.connect(partial(self._sign.take, notice, act))
                buttons.addWidget(button)
            buttons.addStretch(1)
            column.addLayout(buttons)
        return row


class Notices(QPushButton):
    """A sign with the number of notices; it takes its room also while there are none. A click shows them."""

    newest_changed = Signal(object)  # str: the newest, for the status bar; empty when it is gone
    passed = Signal(object)  # str: a text that was mentioned is no longer news

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._notices: tuple[Notice, ...] = ()
        self.setProperty("weight", "quiet")
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        bold = QFont(self.font())
        bold.setBold(True)
        self.setFixedWidth(QFontMetrics(bold).horizontalAdvance("△ 9") + step(self, 3))
        self.popover = NoticeList(words, self)
        self._opening = QTimer(self, interval=0, singleShot=True)
        self._opening.timeout.connect(self.open)
        self.passing = Passing(self.passed.emit, self)
        self.clicked.connect(self.open)
        self.hide()

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the notices, the newest last."""
        return tuple(notice.text for notice in self._notices)

    @property
    def text_shown(self) -> str:
        """The text of the newest notice; empty while there is none."""
        return self.texts[-1] if self._notices else ""

    def notify(
        self, text: str, *choices: tuple[str, Act], urgent: bool = False, passing: bool = False
    ) -> None:
        """Add a notice, with a button for each choice. One that is `urgent` is shown at once; one that is
        `passing`, as of a success, goes automatically.
        """
        others = [notice for notice in self._notices if notice.text != text]
        self._keep((*others, Notice(text, choices))[-_MOST:])
        self._announce(text)
        if urgent:
            self._opening.start()
        if passing:
            QTimer.singleShot(PASSING_MS, self, partial(self.withdraw, text))

    def mention(self, text: str) -> None:
        """Show a text in the status bar for some seconds and have it read aloud; it is no notice."""
        self._announce(text)
        self.passing.follow(text)

    def _announce(self, text: str) -> None:
        self.newest_changed.emit(text)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    @Slot()
    def withdraw(self, text: str) -> None:
        """Remove a notice, if it is there."""
        if text in self.texts:
            self._keep(tuple(notice for notice in self._notices if notice.text != text))
            self.newest_changed.emit(self.text_shown)

    def take(self, notice: Notice, act: Act) -> None:
        """Do what a notice offers, which ends it."""
        self.popover.hide()
        act()
        self.withdraw(notice.text)

    @Slot()
    def clear(self) -> None:
        """Remove all notices."""
        self._keep(())
        self.newest_changed.emit("")

    @Slot()
    def open(self) -> None:
        """Show the notices, unless a dialog or a menu is open."""
        waits = QApplication.activeModalWidget() or QApplication.activePopupWidget()
        if self._notices and self.isVisible() and waits is None:
            self.popover.open_below(self, _WIDTH)

    def _keep(self, notices: tuple[Notice, ...]) -> None:
        self._notices = notices
        self.popover.show_notices(notices)
        if not notices:
            self.popover.hide()
        offers = any(notice.choices for notice in notices)
        self.setText(f"{'△' if offers else '○'} {len(notices)}")
        counted = self._words.say_many(N_("{number} notice"), N_("{number} notices"), len(notices))
        self.setToolTip(counted)
        self.setAccessibleName(counted)
        self.setAccessibleDescription(self.text_shown)
        self.setProperty("state", "warning" if offers else "")
        self.style().unpolish(self)
        self.style().polish(self)
        self.setVisible(bool(notices))
