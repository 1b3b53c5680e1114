"""What a check found: each criterion, the classes that fail with their records, another file's score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from sdc_desktop.sheets.perturbation import score_table
from sdc_desktop.ui.questions.page_answer import refusal_text
from sdc_desktop.ui.theme import beside, fill, step
from sdc_desktop.ui.widgets.folding_tabs import FoldingTabs
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.words import N_
from sdc_desktop.words.microdata.generalising import suppressed_apart
from sdc_desktop.words.microdata.generalising_tab import (
    criteria_header,
    criteria_rows,
    failing_header,
    failing_line,
    failing_rows,
)
from sdc_desktop.words.risk.checking_tab import compared_line, group_rows, group_title, record_button

if TYPE_CHECKING:
    from sdc_desktop.ui.tabs.microdata.checking.utility import UtilityPage
    from sdc_desktop.ui.tabs.microdata.checking.work import Checked, Compared
    from sdc_desktop.ui.tabs.microdata.tools import Tools


class CheckAnswer(QWidget):
    """Shows what was found and leads to the records of a group that fails, one after the other."""

    record_requested = Signal(object)  # int, from 1

    def __init__(self, tools: Tools, utility: UtilityPage) -> None:
        super().__init__()
        self._words = words = tools.words
        self._why = tools.why
        self._found: Checked | None = None
        self._row: int | None = None
        self._place = 0  # the record of the group that comes next
        say = words.say
        self.criteria = TextTable(say(N_("Criteria and worst class")), words)
        self.criteria.table.remember("check-criteria")
        self.failing = TextTable(say(N_("Failing classes")), words)
        self.score = TextTable(say(N_("Score of the numbers, with its parts")), words)
        self.score.table.remember("score")
        self.apart = plain_label(selectable=True, narrow=True)
        self.record = push_button(scale="small")
        self.report = push_button(say(N_("Add to the &report")), weight="quiet", scale="small")
        self.utility = utility
        self.tabs = FoldingTabs("file_check", words.say(N_("Evidence")), scale="small")
        self._heading = plain_label(say(N_("Failing classes")), tone="strong")
        self._lay_out()
        self.failing.row_selected.connect(self._on_row)
        self.failing.table.activated.connect(self._on_record)
        self.record.clicked.connect(self._on_record)

    def show_found(self, found: Checked) -> None:
        """Show what another check found; of the same one nothing changes."""
        if found is self._found:
            return
        self._found, self._row = found, None
        words, check = self._words, found.check
        self.criteria.show_rows(criteria_header(words), criteria_rows(found.criteria, check, words), (2,))
        self.criteria.keep_to_rows()
        rows = failing_rows(check.failing, found.criteria, words)
        self.failing.table.remember("failing-classes", range(len(check.key_variables)))
        self.failing.show_rows(failing_header(check.key_variables, words), rows, (len(check.key_variables),))
        self.failing.table.selectionModel().clear()
        self.failing.notify(failing_line(check, words))
        apart = suppressed_apart(check, words)
        self.apart.setText(apart or words.say(N_("No record is suppressed.")))
        for part in (self._heading, self.failing, self.record):
            part.setVisible(bool(rows))
        self._show_record()
        self._show_compared(found.compared)

    def _show_compared(self, compared: Compared | None) -> None:
        words = self._words
        if compared is None:
            if self.tabs.currentWidget() is self._scored:
                self.tabs.setCurrentIndex(0)
        elif compared.score is None:
            self.score.show_rows((), ())
            self.score.notify(refusal_text(compared.refused, words))
        else:
            self.score.show_block(score_table(compared.score, words))
            self.score.wrap(2)
            self.score.notify(compared_line(compared.score, compared.left_out, compared.pairing, words))
        self.score.table.setVisible(compared is not None and compared.score is not None)
        self.tabs.setTabVisible(self.tabs.indexOf(self._scored), compared is not None)

    def _show_record(self) -> None:
        """Name the button after the record that it leads to."""
        found, row = self._found, self._row
        members = found.members[row] if found is not None and row is not None else ()
        self.record.setText(record_button(self._place, members, self._words))
        self.record.setEnabled(bool(members))

    def _lay_out(self) -> None:
        say = self._words.say
        self.failing.setMinimumHeight(step(self, 16))
        self.report.setToolTip(say(N_("Adds the comparison with the original to the plan.")))
        self.record.setToolTip(say(N_("Shows the record on the card File. Press again for the next record.")))
        row = beside(self, (self._heading, 1), self.record)
        groups, self._scored = QWidget(), QWidget()
        fill(groups, self.criteria, self.apart, row, (self.failing, 1), 0, spacing=1)
        fill(self._scored, (self.score, 1), beside(self, self.report, 1), 0, spacing=1)
        self.tabs.setMinimumWidth(step(self, 26))  # narrower than some pages like: half a screen at 200 %
        self.tabs.addTab(groups, say(N_("Criteria")))
        self.tabs.addTab(self._scored, say(N_("Compared with the open file")))
        self.tabs.addTab(self.utility, say(N_("Utility")))
        fill(self, self.tabs)

    @Slot(object)
    def _on_row(self, row: int) -> None:
        found = self._found
        if found is None or row >= len(found.members):
            return
        self._row, self._place = row, 0
        self._show_record()
        one = found.check.failing[row]
        rows = group_rows(one, found.check, found.criteria, found.members[row], self._words)
        self._why.show(group_title(one, self._words), rows)

    @Slot()
    def _on_record(self) -> None:
        if self._found is None or self._row is None:
            return
        members = self._found.members[self._row]
        if members:
            self.record_requested.emit(members[self._place])
            self._place = (self._place + 1) % len(members)
            self._show_record()
