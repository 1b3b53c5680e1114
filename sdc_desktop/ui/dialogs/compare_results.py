"""Two runs side by side: what changed between two files result.json."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFileDialog, QGridLayout, QHeaderView, QLabel, QLineEdit, QPushButton, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.running.compared_results import compare_results
from sdc_desktop.ui.dialogs.dialog import Dialog
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.questions.page_answer import PageAnswer
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.settings import output_folder
from sdc_desktop.ui.theme import beside, fill
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.tables.text_table import TextTable
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program import compared_results as phrases

if TYPE_CHECKING:
    from sdc_desktop.engine.running.compared_results import ResultComparison

_LINES = 3  # of text in a row


class CompareResultsDialog(Dialog):
    """Beside the main window. Two files are chosen; what changed is shown as soon as both are there."""

    def __init__(self, jobs: JobManager, folder: Path, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(words.say(N_("Comparison of two runs – SDC Desktop")), "report", words, parent)
        self._folder = folder
        self.paths: list[Path | None] = [None, None]
        self.answer = PageAnswer(jobs, words, lambda: tuple(self.paths), self)
        self.answer.answered.connect(self._on_found)
        self.answer.changed.connect(self._show_state)
        self._make()
        self.finished.connect(self.answer.stop)

    def _make(self) -> None:
        say = self._words.say
        labels = say(N_("First run")), say(N_("Second run"))
        self.fields = [QLineEdit(), QLineEdit()]
        self.buttons = [QPushButton(say(N_("Choose &first…"))), QPushButton(say(N_("Choose &second…")))]
        rows = QGridLayout()
        for at, (label, field, button) in enumerate(zip(labels, self.fields, self.buttons, strict=True)):
            field.setReadOnly(True)
            field.setPlaceholderText("result.json")
            field.setAccessibleName(label)
            button.setAutoDefault(False)
            button.clicked.connect(partial(self._ask, at))
            rows.addWidget(QLabel(label), at, 0)
            rows.addWidget(field, at, 1)
            rows.addWidget(button, at, 2)
        self.verdict = plain_label(tone="strong")
        self.table = TextTable(say(N_("Changes")), self._words)
        self.table.table.remember("run-changes")
        self.more = plain_label(tone="muted")
        self.close_button = QPushButton(say(N_("C&lose")))
        self.close_button.setAutoDefault(False)
        self.close_button.clicked.connect(self.close)
        foot = beside(self, (self.more, 1), self.close_button)
        fill(self, rows, self.verdict, (self.table, 1), foot, margin=1.5, spacing=1.0)
        self.verdict.setText(say(N_("Choose the result.json of two runs.")))
        text = self.fontMetrics()
        resize_within(self, text.averageCharWidth() * 140, text.height() * 32)

    def choose(self, place: int, path: Path) -> None:
        """Take a file as the first (0) or second (1) run, and compare once both are there."""
        self.paths[place] = path
        self.fields[place].setText(str(path))
        self._folder = path.parent
        first, second = self.paths
        if first is not None and second is not None:

            def work(_context: JobContext) -> ResultComparison:
                return compare_results(first, second)

            self.answer.request(work, self._words.say(N_("Comparing two runs")))

    @property
    def found(self) -> ResultComparison | None:
        """What differs between the two files; None where they are not compared."""
        return self.answer.found if self.answer.current else None

    @Slot()
    def _show_state(self) -> None:
        say, answer = self._words.say, self.answer
        if answer.running:
            self._show_none(say(N_("Comparing…")))
        elif answer.refusal or answer.stopped:
            self._show_none(answer.refusal or say(N_("Stopped.")))

    @Slot(object)
    def _on_found(self, found: ResultComparison) -> None:
        self.verdict.setText(phrases.comparison_verdict(found, self._words))
        self.table.show_rows(phrases.header(found, self._words), phrases.comparison_rows(found, self._words))
        self.table.wrap(1, _LINES)
        heads = self.table.table.horizontalHeader()
        for column in (1, 2, 3):
            heads.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.more.setText(phrases.left_out(found, self._words))

    def _ask(self, place: int, _checked: bool = False) -> None:
        title, kinds = self._words.say(N_("Result of a run")), self._words.say(N_("Results (*.json)"))
        name, _ = QFileDialog.getOpenFileName(self, title, str(output_folder(self._folder)), kinds)
        if name:
            self.choose(place, Path(name))

    def _show_none(self, text: str) -> None:
        self.table.show_rows((), ())
        self.more.setText("")
        self.verdict.setText(text)
