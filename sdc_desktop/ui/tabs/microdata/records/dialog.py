"""Before and after, record by record: what the protection did to each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt, Slot
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.problems import Problem
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.jobs import Job, JobManager, Progress
from sdc_desktop.ui.screen_fit import resize_within
from sdc_desktop.ui.tabs.microdata.records import work
from sdc_desktop.ui.tabs.microdata.records.view import SHOW_PERSON, RecordsBesideView
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.help_window import give_help
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.verdict_bar import Mark, VerdictBar
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata import compared as phrases
from sdc_desktop.words.words import whole

if TYPE_CHECKING:  # numpy is needed only when a file is open
    from sdc_desktop.engine.microdata.classes.compared_records import Choice, ComparedRecords
    from sdc_desktop.engine.microdata.classes.key_classes import Integers


class RecordsDialog(QDialog):
    """Applies a protection beside the window and shows its records next to the original ones. ``choice``: the
    records to begin with.
    """

    def __init__(
        self,
        title: str,
        comparing: work.Comparing,
        jobs: JobManager,
        words: Words,
        parent: QWidget | None = None,
        choice: Choice | None = None,
    ) -> None:
        super().__init__(parent)
        self._words = words
        self.compared: ComparedRecords | None = None
        self.choice: Choice | None = None  # whose records are shown
        self._first = choice
        self._rows: Integers | None = None
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._on_chosen)
        say = words.say
        self.setWindowTitle(title)
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        give_help(self, "records", words)
        self.verdict = VerdictBar()
        self.progress = QProgressBar()
        self.progress.setRange(0, 100)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(say(N_("Progress")))
        self.problems = ProblemLines(words)
        self.chooser = CalmComboBox()
        self.chooser.setSizeAdjustPolicy(CalmComboBox.SizeAdjustPolicy.AdjustToContents)
        self.chooser.activated.connect(self._on_choice)
        self.only_changed = QCheckBox(say(N_("Changed variables only")))
        self.only_changed.toggled.connect(self._show)
        self.box = QLineEdit()
        self._validator = QIntValidator(1, 1, self)
        self._validator.setLocale(QLocale.c())
        self.box.setValidator(self._validator)
        self.box.returnPressed.connect(self.go)
        self.view = RecordsBesideView(words)
        self.view.looked_at.connect(self._on_looked_at)
        self.view.class_requested.connect(self._on_class)
        self.view.person_requested.connect(self._on_person)
        self.line = QLabel()
        self.line.setTextFormat(Qt.TextFormat.PlainText)
        self.line.setWordWrap(True)
        self.line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.show_class = QPushButton(say(N_("Show class of record")))
        self.show_person = QPushButton(say(SHOW_PERSON))
        self.show_person.hide()
        for button in (self.show_class, self.show_person):
            button.setProperty("scale", "small")
            button.setAutoDefault(False)
        self.show_class.clicked.connect(self._on_show_class)
        self.show_person.clicked.connect(self._on_show_person)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        self.buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(
            False
        )  # Enter goes to a record
        self._lay_out()
        self.verdict.notify(Mark.NONE, say(N_("Applying the protection…")))
        self._working(True)
        self._job: Job | None = jobs.start("", comparing, quiet=True)
        self._job.progressed.connect(self._on_progress)
        self._job.succeeded.connect(self._on_compared)
        self._job.failed.connect(self._on_failed)

    def choose(self, choice: Choice) -> None:
        """Show the records of a choice; they are found beside the window."""
        if self.compared is None:
            self._first = choice
            return
        self._runner.request(work.chosen(self.compared, choice))

    @Slot()
    def go(self) -> None:
        """Look at the record whose number is in the box; all records are shown where it is not among them."""
        if not self.box.hasAcceptableInput() or self.compared is None:
            return
        record = int(self.box.text()) - 1
        if not self.view.show_record(record):
            from sdc_desktop.engine.microdata.classes.compared_records import OfState

            self._take(OfState(), None)
            self.view.show_record(record)

    def done(self, result: int) -> None:
        self._runner.drop()
        if self._job is not None:
            self._job.cancel()
        super().done(result)

    # layout ------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        say = self._words.say
        top = QHBoxLayout()
        spread(top, self, margin=0)
        for text, field in ((N_("Show records"), self.chooser), (N_("Go to record"), self.box)):
            label = QLabel(say(text))
            label.setBuddy(field)
            top.addWidget(label)
            top.addWidget(field)
            if field is self.chooser:
                top.addWidget(self.only_changed)
                top.addStretch(1)
        self.box.setMaximumWidth(step(self, 12))
        self._top = QWidget()
        self._top.setLayout(top)
        below = QHBoxLayout()
        spread(below, self, margin=0)
        below.addWidget(self.line, 1)
        below.addWidget(self.show_class)
        below.addWidget(self.show_person)
        legend = QLabel(
            say(N_("Bold on colour: changed. Hatched: suppressed. Hatched class size: unique as shown."))
        )
        legend.setProperty("tone", "muted")
        legend.setProperty("scale", "small")
        legend.setWordWrap(True)
        self._legend = legend
        column = QVBoxLayout(self)
        spread(column, self, margin=1.5, spacing=1)
        column.addWidget(self.verdict)
        column.addWidget(self.progress)
        column.addWidget(self.problems)
        column.addWidget(self._top)
        column.addWidget(self.view, 1)
        column.addLayout(below)
        end = QHBoxLayout()
        spread(end, self, margin=0)
        end.addWidget(legend, 1)
        end.addWidget(self.buttons)
        column.addLayout(end)
        resize_within(self, step(self, 186), step(self, 92))

    def _working(self, busy: bool) -> None:
        self.progress.setVisible(busy)
        for part in (self._top, self.view, self.show_class, self.show_person, self._legend):
            part.setEnabled(not busy and self.compared is not None)

    # what was found ----------------------------------------------------------------------------------

    @Slot(object)
    def _on_progress(self, progress: Progress) -> None:
        self.progress.setValue(round(100 * progress.fraction))

    @Slot(object)
    def _on_compared(self, compared: ComparedRecords | None) -> None:
        self._job = None
        self.compared = compared
        self._working(False)
        if compared is None:
            text = N_("Synthetic records have no counterpart in the original: there is nothing to compare.")
            self.verdict.notify(Mark.NONE, self._words.say(text))
            return
        from sdc_desktop.engine.microdata.classes.compared_records import OfState

        self.verdict.notify(Mark.NONE, phrases.summary(compared, self._words))
        self._validator.setRange(1, max(compared.records, 1))
        name = self._words.say(
            N_("Number of the record to go to, 1 to {records}"), records=whole(compared.records)
        )
        self.box.setAccessibleName(name)
        self.show_person.setVisible(compared.persons is not None)
        self._fill()
        self._take(OfState(), None)
        if self._first is not None:
            self.choose(self._first)
        self.view.tables[0].setFocus()

    @Slot(object)
    def _on_failed(self, problems: tuple[Problem, ...]) -> None:
        self._job = None
        self._working(False)
        self.problems.show_problems(problems)
        self.verdict.notify(Mark.NONE, self._words.say(N_("No records to compare. See the messages.")))

    def _fill(self) -> None:
        """The states that there are records of, each with their number."""
        from sdc_desktop.engine.microdata.classes.compared_records import OfState

        found = self.compared
        assert found is not None
        numbers = {
            "all": found.records,
            "changed": int(found.changed.sum()),
            "suppressed": int(found.suppressed.sum()),
            "unique": int((found.after == 1).sum()),
            "small": int(found.is_small.sum()),
            "removed": int((~found.kept).sum()),
        }
        self.chooser.clear()
        for state, number in numbers.items():
            keyed = found.key_variables or state not in ("unique", "small")
            if keyed and (number or state != "removed"):
                choice = OfState(state)
                self.chooser.addItem(phrases.choice_text(choice, found, number, self._words), choice)

    @Slot(object)
    def _on_chosen(self, found: tuple[Choice, Integers | None]) -> None:
        self._take(*found)

    def _take(self, choice: Choice, rows: Integers | None) -> None:
        """Show these records, and the choice in the list; one that is not a state comes last."""
        compared = self.compared
        assert compared is not None
        self.choice, self._rows = choice, rows
        choices = [self.chooser.itemData(row) for row in range(self.chooser.count())]
        if choice not in choices:
            from sdc_desktop.engine.microdata.classes.compared_records import OfState

            if not isinstance(choices[-1], OfState):
                self.chooser.removeItem(len(choices) - 1)
            number = compared.records if rows is None else len(rows)
            self.chooser.addItem(phrases.choice_text(choice, compared, number, self._words), choice)
            choices = [self.chooser.itemData(row) for row in range(self.chooser.count())]
        self.chooser.setCurrentIndex(choices.index(choice))
        self._show()

    @Slot()
    def _show(self) -> None:
        if self.compared is None:
            return
        only = self.only_changed.isChecked()
        variables = [one for one in self.compared.variables if one.changed or not only]
        self.view.show_records(self.compared, self._rows, variables)
        if not self.view.models[0].rowCount():
            self._on_looked_at(None)

    # what is done here -------------------------------------------------------------------------------

    @Slot(int)
    def _on_choice(self, row: int) -> None:
        self.choose(self.chooser.itemData(row))

    @Slot()
    def _on_show_class(self) -> None:
        if self.view.current is not None:
            self._on_class(self.view.current[0])

    @Slot(object)
    def _on_class(self, record: int) -> None:
        from sdc_desktop.engine.microdata.classes.compared_records import OfClass

        if self.compared is not None and self.compared.key_variables and self.compared.kept[record]:
            self.choose(OfClass(record))

    @Slot()
    def _on_show_person(self) -> None:
        if self.view.current is not None:
            self._on_person(self.view.current[0])

    @Slot(object)
    def _on_person(self, record: int) -> None:
        from sdc_desktop.engine.microdata.classes.compared_records import OfPerson

        if self.compared is not None and self.compared.person(record) is not None:
            self.choose(OfPerson(record))

    @Slot(object)
    def _on_looked_at(self, place: tuple[int, int] | None) -> None:
        compared = self.compared
        keyed = compared is not None and bool(compared.key_variables)
        if compared is None or place is None:
            self.line.setText(self._words.say(N_("No records in this choice.")))
            self.show_class.setEnabled(False)
            self.show_person.setEnabled(False)
            return
        record, column = place
        one = self.view.models[0].variable(column)
        self.line.setText(phrases.looked_at(compared, record, one, self._words))
        self.show_class.setEnabled(keyed and bool(compared.kept[record]))
        self.show_person.setEnabled(compared.person(record) is not None)
