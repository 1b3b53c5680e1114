"""The sheet of the selected item, with what its cells show and the legend."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from sdc_desktop.ui.tabs.outputs.sheet_marks import Shown, marks_of
from sdc_desktop.ui.tabs.outputs.sheet_view import SheetView
from sdc_desktop.ui.tabs.outputs.view import View
from sdc_desktop.ui.tabs.tab_page import BUSY
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.empty_state import EmptyState
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.whole_label import WholeLabel
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.outputs_tab import item_title

_SHOWN = {
    Shown.SUBMITTED: N_("As submitted"),
    Shown.KNOWN: N_("What follows of suppressed cells"),
    Shown.COUNTS: N_("Contributors behind the figures"),
}
_NOTHING = (
    N_("Nothing to show"),
    N_("The selected file has no sheet that can be shown. Its findings are listed below."),
)


_LEAST = 27  # steps of the grid: the least width, with which the legend keeps to few lines


class SheetPanel(QWidget):
    """A title, the sheets of the file, what the cells show, and the sheet or why there is none."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._view: View | None = None
        say = words.say
        self.sheet = SheetView(words)
        self.nothing = EmptyState()
        self.title = ElidedLabel()
        self.title.setProperty("tone", "strong")
        self.sheets, self.shown = CalmComboBox(), CalmComboBox()
        self.sheets.setAccessibleName(say(N_("Sheet")))
        self.shown.setAccessibleName(say(N_("What the cells show")))
        self.shown.addItems([say(text) for text in _SHOWN.values()])
        for box in (self.sheets, self.shown):
            box.setSizeAdjustPolicy(CalmComboBox.SizeAdjustPolicy.AdjustToContents)
        self.shown.activated.connect(self._on_shown)
        self._sheet_or_none = QStackedWidget()
        self._sheet_or_none.addWidget(self.sheet)
        self._sheet_or_none.addWidget(self.nothing)
        self.setMinimumWidth(step(self, _LEAST))
        column = QVBoxLayout(self)
        spread(column, self, margin=0, spacing=0.5)
        column.addWidget(WrappingRow((self.title, self.sheets, self.shown), step(self, 0.5)))
        column.addWidget(self._sheet_or_none, 1)
        column.addWidget(self._legend())

    def begin(self) -> None:
        """Another project is open."""
        self.shown.setCurrentIndex(0)

    def _legend(self) -> QLabel:
        legend = WholeLabel(
            self._words.say(
                N_(
                    "p: needs a change \u00b7 ?: to be examined \u00b7 hatched: suppressed \u00b7 ring: "
                    "suppressed, but can be derived. Right-click a cell to correct what was found."
                )
            )
        )
        legend.setProperty("tone", "muted")
        return legend

    def show_view(self, view: View, *, reading: bool) -> None:
        """Show the sheet of the selected item; ``reading``: its file is still being read."""
        self._view = view
        item, answer, shown, say = view.item, view.answer, view.sheet, self._words.say
        title = item_title(item, answer.submission, self._words) if item and answer else ""
        self.title.setText(title)
        self.sheets.setVisible(shown is not None and len(shown.names) > 1)
        if shown is None:
            empty = (BUSY[0], "") if reading else _NOTHING
            self.nothing.notify(say(empty[0]), say(empty[1]) if empty[1] else "", "")
            self._sheet_or_none.setCurrentWidget(self.nothing)
            return
        names = [name or say(N_("Text")) for name in shown.names]
        if [self.sheets.itemText(number) for number in range(self.sheets.count())] != names:
            self.sheets.clear()
            self.sheets.addItems(names)
        self.sheets.setCurrentIndex(shown.number)
        chosen = None
        if item is not None and item.table is not None and item.table.table.number == shown.number:
            chosen = item.table.table.body
        what = list(_SHOWN)[self.shown.currentIndex()]
        marks = [marks_of(table, what, self._words) for table in shown.tables]
        self.sheet.show_sheet(shown.sheet, marks, chosen)
        self._sheet_or_none.setCurrentWidget(self.sheet)

    @Slot(int)
    def _on_shown(self, _index: int) -> None:
        if self._view is not None:
            self.show_view(self._view, reading=False)
