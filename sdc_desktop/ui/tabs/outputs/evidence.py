"""The middle of the place: the sheet, and what lies behind the selected item, one view at a time."""

from __future__ import annotations

from functools import cached_property, partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QLabel, QStackedWidget, QToolButton, QWidget

from sdc_desktop.ui.frame.panel import TABS, Strip
from sdc_desktop.ui.frame.rows import Segments
from sdc_desktop.ui.frame.views import ViewTabs, tab_row
from sdc_desktop.ui.tabs.outputs.sheet_view import SheetPanel
from sdc_desktop.ui.tabs.outputs.view import View
from sdc_desktop.ui.theme import fill
from sdc_desktop.ui.widgets.elided_label import FittingLabel
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.tables.saved_table import SavedTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.outputs_tab import Row, carried_rows, count_rows, difference_rows, log_rows

_TITLES = (
    N_("Sheet"),
    N_("Counts behind"),
    N_("Other tables"),
    N_("Carried by the file"),
    N_("Ledger"),
)
_SHEET, _LEDGER = 0, 4  # places of views
_SHOWN = N_("As submitted"), N_("From totals"), N_("Contributors")
_EMPTY = (
    N_("No counts are given."),
    N_("Nothing found among the tables that were compared."),
    N_("Nothing found."),
    N_("No entries yet."),
)
_LEGENDS = (
    N_(
        "p: needs a change \u00b7 ?: to be examined \u00b7 !: not read with certainty \u00b7 hatched: "
        "suppressed \u00b7 ring: can be derived \u00b7 dashed: stated number"
    ),
    N_("p: change \u00b7 ?: examine \u00b7 !: not read \u00b7 ring: can be derived \u00b7 dashed: stated"),
    N_("p: change \u00b7 ?: examine \u00b7 !: not read \u00b7 dashed: stated"),
    N_("p: change \u00b7 ?: examine \u00b7 !: not read"),
)
_WIDTHS = ((16, 24, 14), (8, 24, 9))  # characters of the columns but the last, without and with a proposal
_COUNT = 16  # characters of the count of findings


def _table(
    key: str, title: str, header: tuple[str, ...], words: Words, figures: tuple[int, ...] = ()
) -> SavedTable:
    made = SavedTable(words.say(title), [words.say(text) for text in header], words, figures)
    made.setProperty("frame", None)
    made.table.setFrameShape(made.table.Shape.NoFrame)
    made.table.remember(f"output-{key}")
    made.title.hide()
    made.save_button.hide()
    made.widen_last(_WIDTHS[key == "carried"])
    return made


class Middle(QWidget):
    """A row of tabs, the view, and a strip below it. N and Shift+N go to findings, V to the next view of the
    cells.
    """

    finding_requested = Signal(object)  # int: so many findings on

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        say = words.say
        titles = [say(title) for title in _TITLES]
        self.tabs = ViewTabs("output_details", say(N_("Details")), titles, range(1, _LEDGER))
        self.sheets = CalmComboBox()
        self.sheets.setAccessibleName(say(N_("Sheet")))
        self.sheets.setSizeAdjustPolicy(CalmComboBox.SizeAdjustPolicy.AdjustToContents)
        self.save = push_button(say(N_("Save table\u2026")), weight="quiet", scale="small")
        self.save.clicked.connect(self._on_save)
        self.shown = Segments([say(text) for text in _SHOWN], say(N_("What the cells show")))
        self.centre = SheetPanel(self.sheets, self.shown, words)
        self.legend, self.at = FittingLabel(), QLabel()
        self.legend.show_texts(*(say(text) for text in _LEGENDS))
        self.at.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.at.setFixedWidth(self.fontMetrics().averageCharWidth() * _COUNT)
        for label in (self.legend, self.at):
            label.setProperty("tone", "muted")
        self.before = self._arrow(Qt.ArrowType.LeftArrow, N_("Previous finding"), "Shift+N", -1)
        self.next = self._arrow(Qt.ArrowType.RightArrow, N_("Next finding"), "N", 1)
        turn = QAction(say(N_("Next view of the cells")), self)
        turn.triggered.connect(self.shown.turn)
        self._add_key(turn, "V")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.centre)
        strip = Strip("strip", TABS)
        strip.row.addWidget(self.legend, 1)
        for part in (self.before, self.at, self.next, self.shown):
            strip.row.addWidget(part)
        self.tabs.currentChanged.connect(self._on_tab)
        fill(self, tab_row(self.tabs, (self.sheets, self.save)), self.pages, strip, spacing=0)
        self._on_tab(_SHEET)

    def _arrow(self, arrow: Qt.ArrowType, name: str, key: str, by: int) -> QToolButton:
        button = QToolButton()
        button.setArrowType(arrow)
        button.setAutoRaise(True)
        button.setAccessibleName(self._words.say(name))
        button.setToolTip(f"{self._words.say(name)} ({key})")
        button.clicked.connect(partial(self._go, by))
        action = QAction(self._words.say(name), self)
        action.triggered.connect(partial(self._go, by))
        self._add_key(action, key)
        return button

    def _add_key(self, action: QAction, key: str) -> None:
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.addAction(action)

    @cached_property
    def evidence(self) -> Evidence:
        """The tables behind the item; made when they are first wanted."""
        made = Evidence(self._words)
        for table in made.tables:
            self.pages.addWidget(table)
        self._on_tab(self.tabs.currentIndex())
        return made

    def begin(self) -> None:
        """Another project is open."""
        self.shown.show_current(0)
        self.tabs.setCurrentIndex(_SHEET)

    def show_view(self, view: View, *, reading: bool) -> None:
        """Show the selected item."""
        self.centre.show_view(view, reading=reading)
        for place, number in enumerate(self.evidence.show_view(view), start=1):
            if place != _LEDGER:
                self.tabs.show_count(place, number)
        self._on_tab(self.tabs.currentIndex())

    def show_at(self, at: int | None, number: int) -> None:
        """Show the number of findings of the item, and the place (from 0) of the selected one."""
        say = self._words.say
        if at is not None and number:
            text = say(N_("Finding {number} of {total}"), number=at + 1, total=number)
        else:
            text = self._words.say_many(N_("{number} finding"), N_("{number} findings"), number)
        self.at.setText(text)
        for button in (self.before, self.next):
            button.setEnabled(bool(number))

    @Slot()
    def _go(self, by: int, _checked: bool = False) -> None:
        if self.next.isEnabled():
            self.finding_requested.emit(by)

    @Slot(int)
    def _on_tab(self, place: int) -> None:
        of_sheet = place == _SHEET
        if place < self.pages.count():
            self.pages.setCurrentIndex(place)
        self.save.setVisible(not of_sheet)
        self.sheets.setVisible(of_sheet and self.sheets.count() > 1)
        self.shown.setEnabled(of_sheet)

    @Slot()
    def _on_save(self) -> None:
        self.evidence.tables[self.tabs.currentIndex() - 1].ask_save()


class Evidence:
    """Four tables on the selected item."""

    def __init__(self, words: Words) -> None:
        self._words = words
        name, cell = N_("Finding"), N_("Cell")
        self.counts = _table(
            "counts", _TITLES[1], (cell, N_("Label"), N_("Contributors"), N_("Source")), words, (2,)
        )
        self.earlier = _table(
            "earlier", _TITLES[2], (name, N_("Other table"), N_("When"), N_("Cells")), words
        )
        self.carried = _table("carried", _TITLES[3], (N_("Proposal"), name, N_("Place"), N_("Remedy")), words)
        self.log = _table(
            "log", _TITLES[4], (N_("Time (UTC)"), N_("Entry"), N_("Account"), N_("Note")), words
        )

    @property
    def tables(self) -> tuple[SavedTable, ...]:
        """All tables that can be saved, in the order of their views."""
        return self.counts, self.earlier, self.carried, self.log

    def set_folder(self, folder: Path) -> None:
        """Where tables are saved to begin with."""
        for table in self.tables:
            table.folder = folder

    def show_view(self, view: View) -> tuple[int, ...]:
        """Show what lies behind the selected item; the number of rows of each table."""
        answer, item, words = view.answer, view.item, self._words
        counts: list[Row] = []
        earlier: list[Row] = []
        carried: list[Row] = []
        log = [] if answer is None else log_rows(answer.received.entries, words)
        if answer is not None and item is not None:
            carried = carried_rows(answer.submission.files[item.file], words)
            if item.table is not None:
                counts = count_rows(item.table.judged, words)
                earlier = difference_rows(answer.submission, item.table.id, words)
        rows = (counts, earlier, carried, log)
        for number, (table, listed) in enumerate(zip(self.tables, rows, strict=True)):
            empty = self._empty_text(view, number)
            table.table.say_when_empty(words.say(empty) if empty else "")
            if list(table.model.rows()) != listed:
                table.show_rows(len(listed), listed.__getitem__)
        return tuple(map(len, rows))

    def _empty_text(self, view: View, number: int) -> str:
        """The text of an empty table. It claims an absence only where the current check has read the file."""
        if self.tables[number] is self.log:
            return _EMPTY[number] if view.answer is not None and view.items and not view.stale else ""
        of_tables = self.tables[number] is not self.carried
        return _EMPTY[number] if was_read(view, of_tables=of_tables) else ""


def was_read(view: View, *, of_tables: bool = False) -> bool:
    """Whether the current check has read the file of the selected item, or, ``of_tables``, its table."""
    answer, item = view.answer, view.item
    if answer is None or view.stale or item is None:
        return False
    file = answer.submission.files[item.file]
    return not (file.refused or file.is_picture or (of_tables and item.table is None))
