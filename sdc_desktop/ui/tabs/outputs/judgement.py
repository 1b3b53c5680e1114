"""The judgement on the selected item: proposal, findings, what was detected and compared, and the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from sdc_desktop.ui.tabs.outputs.evidence import was_read
from sdc_desktop.ui.tabs.outputs.queue import MARKS
from sdc_desktop.ui.tabs.outputs.view import View
from sdc_desktop.ui.theme import below, beside, fill, spread, step
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.verdict_bar import Mark, Sign
from sdc_desktop.ui.widgets.whole_label import WholeLabel
from sdc_desktop.ui.widgets.why_panel import WhyPanel, rows_html
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.outputs_tab import (
    about_rows,
    decided_line,
    difference_rows,
    finding_line,
    finding_rows,
    proposal_line,
    usual_reason,
)
from sdc_desktop.words.outputs.stated import stated_line

if TYPE_CHECKING:
    from sdc_desktop.engine.submission.releasing.decisions import Item

Place = tuple[int, int]
_MOST_LETTERS = 400  # of a reason in a plan
_MOST_LINES = 30  # findings that are listed
_MOST_COMPARED = 4
_SIGN = 2.2  # steps of the grid
_REASON, _WHY = 7.0, 20.0  # heights


class FindingLine(QLabel):
    """A finding; a click or Enter leads to its cell."""

    pressed = Signal(object)  # int: its place among the findings

    def __init__(self, place: int) -> None:
        super().__init__()
        self._place = place
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setProperty("part", "finding")

    def show_finding(self, text: str, *, chosen: bool) -> None:
        """Show a finding, and whether it is the current one."""
        self.setText(text)
        self.setAccessibleName(text)
        if self.property("chosen") is not chosen:
            self.setProperty("chosen", chosen)
            self.style().polish(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit(self._place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.pressed.emit(self._place)
        else:
            super().keyPressEvent(event)


class Judgement(QWidget):
    """Shows what it is given. The reason that is typed for items stays until they are decided on."""

    finding_chosen = Signal(object)  # int: its place among the findings
    stated_chosen = Signal(object)  # int: its place among the stated numbers

    def __init__(self, why: WhyPanel, choice: QWidget, words: Words) -> None:
        """``why`` explains the cell selected in the sheet; ``choice``: what the checker must state."""
        super().__init__()
        self._words = words
        self._drafts: dict[tuple[str, ...], str] = {}
        self._key: tuple[str, ...] = ()
        self._first = ""  # the text with which the reason began
        self._stated = False  # it is that of a release against findings
        self.findings: tuple[tuple[str, Place | str | None], ...] = ()
        self.at: int | None = None
        say = words.say
        self.sign, self.proposal = Sign(_SIGN), plain_label(tone="strong", narrow=True)
        self.decided = plain_label(tone="muted", narrow=True)
        self._lines: list[FindingLine] = []
        self._stated_lines: list[FindingLine] = []
        self._further = plain_label(tone="muted", narrow=True)
        self.detected, self.compared = WholeLabel(), WholeLabel()
        self.detected.setTextFormat(Qt.TextFormat.RichText)
        self.correct = push_button(say(N_("Correct\u2026")), weight="quiet", scale="small")
        self.reason = QPlainTextEdit()
        self.reason.setTabChangesFocus(True)
        self.reason.setAccessibleName(say(N_("Reason")))
        self.reason.setFixedHeight(step(self, _REASON))
        self.missing = plain_label(narrow=True, scale="small")
        self.reason.textChanged.connect(self._on_reason)
        why.setMinimumHeight(step(self, _WHY))
        self._titles = {key: plain_label(tone="strong", narrow=True) for key in ("findings", "detected")}
        self._lay_out(why, choice)

    def _lay_out(self, why: WhyPanel, choice: QWidget) -> None:
        names = below(self, self.proposal, self.decided, spacing=0)
        head = beside(self, below(self, self.sign, 1), (names, 1), spacing=1)
        listed = QWidget()
        self._listed = fill(listed, self._further, spacing=0.2)
        self._titles["detected"].setText(self._words.say(N_("Detected")))
        compared = plain_label(self._words.say(N_("Compared")), tone="strong")
        numbers = QWidget()
        self._numbers = fill(numbers, spacing=0.2)
        title = plain_label(self._words.say(N_("Stated numbers of persons")), tone="strong", narrow=True)
        self.stated = self._card(title, numbers)
        inner = below(
            self,
            head,
            choice,
            self._card(self._titles["findings"], listed),
            self.stated,
            self._card(self._titles["detected"], self.detected, self.correct),
            self._card(compared, self.compared),
            (why, 1),
            margin=1,
            spacing=1.0,
        )
        self.area = CardsArea(inner, step(self, 20))
        label = QLabel(self._words.say(N_("Reas&on")))
        label.setProperty("tone", "strong")
        label.setBuddy(self.reason)
        foot = QFrame()
        foot.setProperty("part", "foot")
        fill(foot, label, self.reason, margin=1, spacing=0.4)
        fill(self, (self.area, 1), foot, spacing=0)

    def _card(self, *parts: QWidget) -> QFrame:
        card = QFrame()
        card.setProperty("frame", "card")
        column = QVBoxLayout(card)
        spread(column, self, margin=1, spacing=0.4)
        for part in parts:
            left = Qt.AlignmentFlag.AlignLeft if part is self.correct else Qt.AlignmentFlag(0)
            column.addWidget(part, 0, left)
        return card

    def begin(self) -> None:
        """Another project is open."""
        self._drafts.clear()
        self._key = ()

    # showing -----------------------------------------------------------------------------------------

    def show_view(self, view: View, chosen: Sequence[Item]) -> None:
        """Show the judgement on the selected item; a reason is for all that are ``chosen``."""
        item, answer, words = view.item, view.answer, self._words
        self._show_stated(tuple(stated_line(one, words) for one in view.stated))
        if item is None or answer is None:
            self._show_findings(())
            none = N_("No outputs checked yet.") if answer is None else N_("No table or file selected")
            self._titles["findings"].setText(words.say(N_("Findings")))
            self._further.setText(words.say(none))
            return
        found = next((one for one in answer.result.decisions if one.item == item.id), None)
        verdict = view.verdicts.get(item.id, "")
        self.sign.show_mark(MARKS.get(item.severity.value, Mark.NONE), proposal_line(item, words))
        self.proposal.setText(proposal_line(item, words))
        self.decided.setText(decided_line(verdict, "" if found is None else found.by, words))
        self._show_findings(tuple((finding_line(row), place) for row, place in finding_rows(item, words)))
        self.detected.show_text(rows_html(about_rows(item, answer.submission, words)))
        self.compared.show_text(_compared(view, item, words))
        self.correct.setEnabled(view.ready and view.sheet is not None)
        self._show_reason(view, chosen or (item,))

    def _show_stated(self, texts: tuple[str, ...]) -> None:
        """The numbers of persons that are stated for the table; a click leads to their place."""
        while len(self._stated_lines) < min(len(texts), _MOST_LINES):
            line = FindingLine(len(self._stated_lines))
            line.pressed.connect(self.stated_chosen)
            self._numbers.addWidget(line)
            self._stated_lines.append(line)
        for place, line in enumerate(self._stated_lines):
            line.setVisible(place < len(texts))
            if place < len(texts):
                line.show_finding(texts[place], chosen=False)
        self.stated.setVisible(bool(texts))

    def _show_findings(self, findings: tuple[tuple[str, Place | str | None], ...]) -> None:
        if findings != self.findings:
            self.findings, self.at = findings, None
        number, say_many = len(findings), self._words.say_many
        self._titles["findings"].setText(self._words.say(N_("Findings ({number})"), number=number))
        while len(self._lines) < min(number, _MOST_LINES):
            line = FindingLine(len(self._lines))
            line.pressed.connect(self.finding_chosen)
            self._listed.insertWidget(len(self._lines), line)
            self._lines.append(line)
        for place, line in enumerate(self._lines):
            line.setVisible(place < number)
            if place < number:
                line.show_finding(findings[place][0], chosen=place == self.at)
        more = number - _MOST_LINES
        further = say_many(
            N_("{number} further finding: key N."),
            N_("{number} further findings: key N."),
            more,
        )
        self._further.setText(
            further if more > 0 else "" if number else self._words.say(N_("Nothing found."))
        )
        self._further.setVisible(more > 0 or not number)

    def go_to(self, place: int) -> Place | str | None:
        """Be at a finding; its place in the table, or its address outside of tables."""
        self.at = place
        self._show_findings(self.findings)
        if place < len(self._lines):
            self.area.ensureWidgetVisible(self._lines[place])
        return self.findings[place][1]

    # the reason --------------------------------------------------------------------------------------

    def _show_reason(self, view: View, items: Sequence[Item]) -> None:
        """Show the reason for these items: what was typed, else that of the plan, else the usual one."""
        self._stated, self._first = False, ""
        if len(items) == 1:
            decisions = () if view.answer is None else view.answer.result.decisions
            made = next((one for one in decisions if one.item == items[0].id), None)
            if made is not None:
                self._first = made.reason if made.exception is None else made.exception.reason
                self._stated = made.exception is not None
            self._first = self._first or usual_reason(items[0], self._words)
        key = tuple(one.id for one in items)
        text = self._drafts.get(key, self._first)
        if key != self._key or text != self.reason.toPlainText():
            self._key = key
            with QSignalBlocker(self.reason):
                self.reason.setPlainText(text)
            self.notify("")
        several = N_("Reason for all {number} selected")
        one = N_("Reason or request to the researcher")
        number = len(items)
        say = self._words.say
        self.reason.setPlaceholderText(say(several, number=number) if number > 1 else say(one))

    @Slot()
    def _on_reason(self) -> None:
        self._drafts[self._key] = self.reason.toPlainText()
        self.notify(self._too_long())

    def notify(self, text: str) -> None:
        """Show what is missing for an act."""
        self.missing.setText(text)
        self.missing.setAccessibleName(text)

    def _too_long(self) -> str:
        beyond = len(self.reason.toPlainText().strip()) - _MOST_LETTERS
        text = self._words.say_many(
            N_("The reason is {number} character too long."),
            N_("The reason is {number} characters too long."),
            beyond,
        )
        return text if beyond > 0 else ""

    def reasons(self, verdict: str, items: Sequence[Item]) -> Mapping[str, str] | None:
        """The reasons of a decision; None, and what is missing is shown, where one that it requires is not
        there. What begins in the field says why a change is needed, so it is none for a release.
        """
        from sdc_desktop.engine.submission.releasing.decisions import against

        text = self.reason.toPlainText().strip()
        needing = [one for one in items if verdict != "release" or against(one)]
        if not needing:
            return {}
        own = self._stated or text != self._first.strip()
        missing = self._too_long()
        if verdict == "release" and not (text and own):
            missing = self._words.say(N_("A release against findings requires a reason of its own."))
        elif not text:
            missing = self._words.say(N_("Enter a reason for the researcher first."))
        self.notify(missing)
        if missing:
            self.reason.setFocus(Qt.FocusReason.OtherFocusReason)
            return None
        return dict.fromkeys((one.id for one in needing), text)

    def forget(self) -> None:
        """The items are decided on: what was typed for them is in the plan."""
        self._drafts.pop(self._key, None)
        self._key = ()


def _compared(view: View, item: Item, words: Words) -> str:
    """What follows of the item and other tables, in few lines."""
    answer = view.answer
    if answer is None or item.table is None or not was_read(view, of_tables=True):
        return words.say(N_("No table to compare."))
    rows = difference_rows(answer.submission, item.table.id, words)
    if not rows:
        return words.say(N_("Nothing found among the tables that were compared."))
    lines = [f"{name}: {other} ({when})" for name, other, when, _ in rows[:_MOST_COMPARED]]
    further = len(rows) - len(lines)
    if further:
        lines.append(words.say(N_("{number} more in Other tables."), number=further))
    return "\n".join(lines)
