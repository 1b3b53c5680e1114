"""What stands against the release and what was checked, the files to export, and what users keep."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.verdict import MEASURED_ONLY, Grade, Reason, Verdict
from sdc_desktop.sheets.blocks import Checklist, Signed
from sdc_desktop.ui.dialogs.report import PagesView
from sdc_desktop.ui.forms.parts import card, note_line
from sdc_desktop.ui.qt_types import widgets_in
from sdc_desktop.ui.theme import below, beside, fill, spread, step
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.verdict_bar import MARKS, Link, Mark, Sign
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.verdicts.grades import grade_name
from sdc_desktop.words.verdicts.remedies import remedy_text
from sdc_desktop.words.verdicts.verdict import reason_texts

if TYPE_CHECKING:
    from sdc_desktop.report.model import Report

_SIGN = 2.4  # steps of the grid
_PAGE_FROM = 78.0  # a page that is wider has the first page of the report beside the list
ACCEPT = "accept"  # what a link asks for: a reason for which a reservation is accepted
FILES = ("file", "codebook", "report", "annex")


@dataclass(frozen=True)
class Item:
    """A line of the checklist: its mark with a name, what was found, what helps, and links to it."""

    mark: Mark
    name: str
    text: str
    remedy: str = ""
    links: tuple[Link, ...] = ()


def reasons_of(
    verdict: Verdict,
    links_of: Callable[[Reason], Sequence[Link]],
    accepted: Mapping[tuple[str, str], str],
    words: Words,
) -> tuple[Item, ...]:
    """A line for each reason of the verdict, the gravest first. ``accepted``: by code and rule the
    reason for which a reservation is accepted.
    """
    found = []
    for reason, text in zip(verdict.reasons, reason_texts(verdict, words), strict=True):
        measured = reason.code == MEASURED_ONLY
        mark = Mark.MEASURED if measured else MARKS[reason.grade]
        name = words.say(N_("Measured")) if measured else grade_name(reason.grade, words)
        helps = "" if measured else remedy_text(reason.code, words)
        links = tuple(links_of(reason))
        why = accepted.get((reason.code, reason.rule), "")
        if reason.grade is Grade.RESERVATIONS and not measured:
            helps = words.say(N_("Accepted: {reason}"), reason=why) if why else helps
            links = (*links, Link(words.say(N_("Accept…")), ACCEPT))
        found.append(Item(mark, name, text, helps, links))
    return tuple(found)


def met_in(report: Report, words: Words) -> tuple[Item, ...]:
    """What the checklist of a report says was checked and is met."""
    name = words.say(N_("Met"))
    return tuple(
        Item(Mark.MET, name, question.text)
        for block in report.blocks()
        if isinstance(block, Checklist)
        for question in block.questions
        if isinstance(question.answer, Signed) and question.answer.mark == "safe"
    )


class ChecklistPage(QWidget):
    """Reports what is ticked and followed; the first page of the report is beside it where there is room."""

    ticked = Signal(object)  # (str of FILES, bool)
    followed = Signal(object)  # Link
    preview_requested = Signal(object)  # str of FILES

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        self.items: tuple[Item, ...] = ()
        self._lines, self._kept = QVBoxLayout(), QGridLayout()
        self.state = note_line()
        self._previews: dict[str, QPushButton] = {}
        self.ticks = {name: QCheckBox() for name in FILES}
        self.about = {name: plain_label(tone="muted", scale="small", narrow=True) for name in FILES}
        lines, kept = QWidget(), QWidget()
        lines.setLayout(self._lines)
        kept.setLayout(self._kept)
        spread(self._lines, self, margin=0, spacing=0.75)
        spread(self._kept, self, margin=0, spacing=0.5)
        self._kept.setColumnStretch(1, 1)
        self._kept_card = card(self, _title(say(N_("Utility kept"))), kept)
        self.files = card(self, _title(say(N_("Files to be exported"))), self._files())
        listed = card(self, _title(say(N_("Checklist"))), lines, self.state)
        column = below(self, listed, self.files, self._kept_card, 1, margin=1, spacing=1)
        self.page = PagesView()
        self.page.setAccessibleName(say(N_("First page of the report")))
        fill(self, beside(self, (CardsArea(column), 11), (self.page, 10), spacing=0))
        self.page.hide()

    def _files(self) -> QWidget:
        made = QWidget()
        grid = QGridLayout(made)
        spread(grid, self, margin=0, spacing=0.5)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(0, 1)
        for place, name in enumerate(FILES):
            tick, about = self.ticks[name], self.about[name]
            tick.clicked.connect(partial(self._on_tick, name))
            about.setContentsMargins(step(self, 2.6), 0, 0, step(self, 0.5))
            grid.addWidget(tick, 2 * place, 0)
            grid.addWidget(about, 2 * place + 1, 0)
            if name != "annex":
                preview = push_button(self._words.say(N_("Preview")), weight="quiet", scale="small")
                self._previews[name] = preview
                preview.clicked.connect(partial(self._on_preview, name))
                grid.addWidget(preview, 2 * place, 1, 2, 1)
        return made

    # showing -----------------------------------------------------------------------------------------

    def show_items(self, items: tuple[Item, ...], state: str) -> None:
        """Show these lines, and below them what is still being found."""
        self.state.setText(state)
        self.state.setVisible(bool(state))
        if items == self.items:
            return
        self.items = items
        _clear(self._lines)
        for item in items:
            self._lines.addWidget(self._line(item))

    def _line(self, item: Item) -> QWidget:
        line = QWidget()
        sign = Sign(_SIGN)
        sign.show_mark(item.mark, item.name)
        texts = below(self, plain_label(item.text, selectable=True), spacing=0)
        if item.remedy:
            texts.addWidget(plain_label(item.remedy, tone="muted", scale="small"))
        row = beside(self, below(self, sign, 1), (texts, 1), spacing=1)
        buttons = [self._button(link) for link in item.links]
        if len(buttons) > 1:  # beside the texts they would leave them no room
            texts.addWidget(WrappingRow(buttons, step(self, 0.5)))
        elif buttons:
            row.addLayout(below(self, *buttons, 1))
        fill(line, row)
        return line

    def _button(self, link: Link) -> QPushButton:
        button = push_button(link.text, weight="quiet", scale="small")
        button.clicked.connect(partial(self._on_link, link))
        return button

    def show_file(self, name: str, file: str, about: str, *, ticked: bool, enabled: bool = True) -> None:
        """Show one of the files, what it is, and whether it is exported."""
        tick = self.ticks[name]
        tick.setText(file.replace("&", "&&"))
        tick.setChecked(ticked)
        tick.setEnabled(enabled)
        self.about[name].setText(about)
        if name in self._previews:
            self._previews[name].setAccessibleName(self._words.say(N_("Preview of {name}"), name=file))

    def show_kept(self, figures: Sequence[tuple[str, str]]) -> None:
        """Show what is known of the utility: label and value."""
        _clear(self._kept)
        self._kept_card.setVisible(bool(figures))
        for place, (label, value) in enumerate(figures):
            self._kept.addWidget(plain_label(label, tone="muted"), place, 0)
            self._kept.addWidget(plain_label(value), place, 1)

    def show_page(self, pages: Sequence[bytes], name: str) -> None:
        """Show the first page of the report; none: leave the room to the list."""
        self.page.show_pages(pages[:1], [name] if pages else ())
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.page.setVisible(bool(self.page.pictures) and self.width() >= step(self, _PAGE_FROM))

    # what is done ------------------------------------------------------------------------------------

    def _on_tick(self, name: str) -> None:
        self.ticked.emit((name, self.ticks[name].isChecked()))

    def _on_preview(self, name: str) -> None:
        self.preview_requested.emit(name)

    def _on_link(self, link: Link) -> None:
        self.followed.emit(link)


def _title(text: str) -> QWidget:
    return plain_label(text, tone="strong")


def _clear(layout: QVBoxLayout | QGridLayout) -> None:
    for widget in widgets_in(layout):
        layout.removeWidget(widget)
        widget.hide()
        widget.deleteLater()
