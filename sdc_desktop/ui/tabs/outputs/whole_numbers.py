"""What the whole numbers of a submission are where no word calls them counts: counts or sums."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from sdc_desktop.ui.tabs.outputs.view import View
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_, Words
from sdc_desktop.words.outputs.findings import finding_why

_CODE = "whole_numbers"


class WholeNumbers(QFrame):
    """A line with a button for counts and one for sums, shown while the submission leaves it open."""

    answered = Signal(object)  # counts or sums

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.setProperty("frame", "card")
        self.text = plain_label(narrow=True)
        self.counts = push_button(words.say(N_("They are counts")), scale="small")
        self.sums = push_button(words.say(N_("They are sums")), scale="small")
        self.counts.clicked.connect(partial(self.answered.emit, "counts"))
        self.sums.clicked.connect(partial(self.answered.emit, "sums"))
        fill(self, self.text, WrappingRow((self.counts, self.sums), step(self, 0.5)), margin=1, spacing=0.5)
        self.hide()

    def show_view(self, view: View) -> None:
        """Show the line where the submission leaves open what whole numbers are."""
        findings = () if view.answer is None else view.answer.submission.findings
        question = next((one for one in findings if one.code == _CODE), None)
        if question is not None:
            self.text.setText(finding_why(_CODE, question.figures, self._words))
        self.setVisible(question is not None)
        for button in (self.counts, self.sums):
            button.setEnabled(view.ready)
