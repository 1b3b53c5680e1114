"""The result on a differentially private table: its budget, and the noise of each marginal.

No count is shown: a table is drawn only when it is exported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QWidget

from sdc_desktop.sheets.blocks import Paragraph
from sdc_desktop.sheets.sheet import About, read_by, running_text, tables_in
from sdc_desktop.ui.models.text_table_model import TextTableModel
from sdc_desktop.ui.tabs.tables.answers.lists import rows_list, stack, titled
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.methods.tables.private_table.engine import PrivateResult
    from sdc_desktop.ui.tabs.tables.view import View


class PrivateAnswer(QWidget):
    """Shows a result, greyed if outdated."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._result: PrivateResult | None = None
        say = words.say
        self._budget = TextTableModel(self)
        self.budget = rows_list(self, self._budget, say(N_("Privacy budget")), words)
        self.budget.remember("privacy-budget")
        self._marginals = TextTableModel(self)
        self.marginals = rows_list(self, self._marginals, say(N_("Noise by marginal")), words)
        self.marginals.remember("noise-by-marginal")
        self.guess = QLabel()
        self.guess.setWordWrap(True)
        self.drawn = QLabel(say(N_("The table is drawn once, at export, and entered in the ledger first.")))
        self.drawn.setWordWrap(True)
        self.drawn.setProperty("tone", "muted")
        above = titled(self, say(N_("Privacy budget")), self.budget, self.guess)
        stack(self, [(above, 3), (titled(self, say(N_("Noise by marginal")), self.marginals, self.drawn), 2)])

    def show_view(self, view: View) -> None:
        """Show a result."""
        if view.answer is None:
            return
        for table in (self.budget, self.marginals):
            table.setEnabled(not view.stale)
        if view.answer.result is self._result:
            return
        from sdc_desktop.sheets.private_table import sheet

        self._result = result = view.answer.result
        blocks = list(read_by("window", sheet(About(view.answer.job.params, result), self._words)))
        for model, block in zip((self._budget, self._marginals), tables_in(blocks), strict=True):
            model.show_block(block)
        self.guess.setText(running_text(one for one in blocks if isinstance(one, Paragraph)))
