"""Before and after, record by record: what the steps up to the one in view did to each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, QModelIndex, QPersistentModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction, QBrush, QIntValidator, QPainter, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QLineEdit, QStyle, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.frame.panel import TABS, Strip
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.questions.page_answer import PageAnswer, refusal_text
from sdc_desktop.ui.questions.question import as_work
from sdc_desktop.ui.tabs.microdata.records.model import ComparedModel
from sdc_desktop.ui.theme import colours_of, fill, step
from sdc_desktop.ui.widgets.elided_label import ElidedLabel
from sdc_desktop.ui.widgets.plain_parts import plain_label, push_button
from sdc_desktop.ui.widgets.steady_inputs import CalmComboBox
from sdc_desktop.ui.widgets.tables.choice_delegate import StyleOption
from sdc_desktop.ui.widgets.tables.data_table import DataTable, SeenDelegate, fit_columns
from sdc_desktop.words import N_, Words
from sdc_desktop.words.microdata import compared as phrases
from sdc_desktop.words.microdata.step_risk import OFF
from sdc_desktop.words.words import whole

if TYPE_CHECKING:  # numpy is needed only when a file is open
    from sdc_desktop.engine.microdata.classes.compared_records import Choice, ComparedRecords
    from sdc_desktop.engine.microdata.classes.key_classes import Integers
    from sdc_desktop.engine.strategies.trail import Trail
    from sdc_desktop.words.microdata.compared import Row

_WIDEST = 24  # characters of a column to begin with
_PRECISION = 50  # rows whose texts the columns are fitted to
_CHOICE = 20  # characters of a choice of records
_NUMBER = 10  # steps of the grid of the box for the number of a record


class HatchedDelegate(SeenDelegate):
    """Draws the hatch of a cell over its selection as well."""

    def paint(
        self, painter: QPainter, option: StyleOption, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        ground = index.data(Qt.ItemDataRole.BackgroundRole)
        selected = option.state & QStyle.StateFlag.State_Selected
        if selected and isinstance(ground, QBrush) and ground.style() == Qt.BrushStyle.BDiagPattern:
            painter.fillRect(option.rect, ground)


class RecordsPage(QWidget):
    """Compares while it is in view, with the original or the step before; a step that is being computed keeps
    its last records, paler. ``aside``: what the row of tabs has of it.
    """

    explained = Signal(object)  # (title, rows): of the record that is selected
    explanation_requested = Signal()  # Enter or a double click

    def __init__(self, controller: ProjectController, jobs: JobManager, words: Words) -> None:
        super().__init__()
        self._controller, self._words = controller, words
        self.compared: ComparedRecords | None = None
        self.choice: Choice | None = None  # whose records are shown
        self._wanted: Choice | None = None  # to be shown once there are records
        self._rows: Integers | None = None
        self._states = 0  # choices that are a state of records; another one comes after them
        self._with_before = False
        self._trail: Trail | None = None
        self._trails = 0  # how many have been seen
        self._step = ""  # whose records are shown
        self._found = PageAnswer(jobs, words, self._key, self)
        self._found.answered.connect(self._on_compared)
        self._found.changed.connect(self._show_state)
        self._chosen = DraftRunner(jobs, self)
        self._chosen.answered.connect(self._on_chosen)
        self._make_parts()
        self._lay_out()
        self._dress()
        controller.data_closed.connect(self._forget)

    def begin(self) -> None:
        """Another project is open: forget records and choices."""
        self.only_changed.setChecked(False)
        self.sides.button(0).setChecked(True)
        self._forget()

    def compare(self, *, with_before: bool) -> None:
        """Compare with the step before, or with the original."""
        self._with_before = with_before
        self.show_step()

    @Slot()
    def show_step(self) -> None:
        """Compare the records of the step in view, if they are in view."""
        steps = self._controller.steps
        if steps.trail is not self._trail:
            self._trail, self._trails = steps.trail, self._trails + 1
        self._found.follow()
        if steps.in_view != self._step:
            self._empty()
            self._step = steps.in_view
        places = self._places()
        if self.isVisible() and places is not None and self._found.untried and self._trail is not None:
            self._found.request(_of_trail(self._trail, *places))
        self._show_state()

    def choose(self, choice: Choice | None) -> None:
        """Show the records of a choice; they are found beside the window."""
        choice = choice or _of_state()
        if self.compared is None or not self._found.current:
            self._wanted = choice
        else:
            self._chosen.request(_chosen(self.compared, choice))

    @Slot()
    def go(self) -> None:
        """Look at the record whose number is in the box; all records are shown where it is not among them."""
        if not self.box.hasAcceptableInput() or self.compared is None:
            return
        record = int(self.box.text()) - 1
        if not self.show_record(record):
            self._take(_of_state(), None)
            self.show_record(record)

    def show_record(self, record: int) -> bool:
        """Look at a record (from 0); whether it is among those shown."""
        row = self.model.row_of(record)
        if row is None:
            return False
        self._select(row, max(self.table.currentIndex().column(), 0))
        return True

    @property
    def current(self) -> tuple[int, int] | None:
        """The record (from 0) and the column of the selected cell."""
        index = self.table.currentIndex()
        return (self.model.record(index.row()), index.column()) if index.isValid() else None

    # which records -----------------------------------------------------------------------------------

    def _places(self) -> tuple[int, int] | None:
        """Up to which step the records are compared, and from which on; None where that is not known."""
        steps = self._controller.steps
        if not steps.current or steps.trail is None:
            return None
        applied = [job.name for job in steps.trail.jobs]
        if steps.in_view not in applied:  # it was refused, or one before it
            return None
        place = applied.index(steps.in_view)
        return place + 1, place if self._with_before else 0

    def _key(self) -> object:
        places = self._places()
        return None if places is None else (self._trails, self._controller.steps.in_view, places)

    def _empty(self) -> None:
        """Show no records: those that were shown are of another step."""
        self.compared = self.choice = self._rows = None
        self._chosen.drop()
        self.chooser.clear()
        self.model.show(None, None, ())

    @Slot()
    def _forget(self) -> None:
        self._found.forget()
        self._trail, self._wanted = None, None
        self._empty()
        self._show_state()

    @Slot()
    def _show_state(self) -> None:
        """Show why there are no records, and grey those of other settings."""
        steps, text = self._controller.steps, ""
        active = [job.name for job in steps.steps]
        if steps.in_view and steps.in_view not in active:
            text = OFF
        elif steps.problems:
            text = refusal_text(steps.problems, self._words)
        elif self._found.refusal:
            text = self._found.refusal
        elif not self._found.current:
            text = N_("Applying the protection…") if self.compared is None else ""
        elif self.compared is None:
            text = N_("Synthetic records have no counterpart in the original: there is nothing to compare.")
        self.note.setText(self._words.say(text) if text else "")
        self.note.setVisible(bool(text))
        there = self.compared is not None and self._found.current
        for part in (self.table, self._bar, *self.aside):
            part.setEnabled(there)
        self._show_acts()

    @Slot(object)
    def _on_compared(self, found: tuple[ComparedRecords | None]) -> None:
        if not self._found.current:
            return
        (compared,) = found
        wanted, self._wanted = self._wanted or self.choice, None
        self.compared = compared
        if compared is not None:
            self.summary.setText(phrases.summary(compared, self._words))
            self._validator.setRange(1, max(compared.records, 1))
            name = N_("Number of the record to go to, 1 to {records}")
            self.box.setAccessibleName(self._words.say(name, records=whole(compared.records)))
            self._fill(compared)
            self._take(_of_state(), None)
            if wanted is not None and wanted != _of_state():
                self.choose(wanted)
        else:
            self._empty()
        self._show_state()

    def _fill(self, found: ComparedRecords) -> None:
        """The states that there are records of, each with their number."""
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
                choice = _of_state(state)
                self.chooser.addItem(phrases.choice_text(choice, found, number, self._words), choice)
        self._states = self.chooser.count()

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
            self.chooser.removeItem(self._states)
            number = compared.records if rows is None else len(rows)
            self.chooser.addItem(phrases.choice_text(choice, compared, number, self._words), choice)
            choices = [self.chooser.itemData(row) for row in range(self.chooser.count())]
        self.chooser.setCurrentIndex(choices.index(choice))
        self._show()

    @Slot()
    def _show(self) -> None:
        compared, current = self.compared, self.current
        if compared is None:
            return
        only = self.only_changed.isChecked()
        fitted = self.model.columnCount()
        self.model.show(compared, self._rows, [one for one in compared.variables if one.changed or not only])
        if self.model.columnCount() != fitted:
            fit_columns(self.table, _WIDEST)
        row = None if current is None else self.model.row_of(current[0])
        self._select(row or 0, 0 if current is None else current[1])

    def _select(self, row: int, column: int) -> None:
        index = self.model.index(row, min(column, self.model.columnCount() - 1))
        self.table.setCurrentIndex(index)
        self.table.scrollTo(index, DataTable.ScrollHint.PositionAtCenter)
        self._show_acts()

    # what is done here -------------------------------------------------------------------------------

    @Slot(int)
    def _on_choice(self, row: int) -> None:
        self.choose(self.chooser.itemData(row))

    @Slot()
    def ask_class(self) -> None:
        """Show the records of the class of the selected one."""
        from sdc_desktop.engine.microdata.classes.compared_records import OfClass

        found = self.current
        if found is not None and self.compared is not None and self.compared.kept[found[0]]:
            self.choose(OfClass(found[0]))

    @Slot()
    def ask_person(self) -> None:
        """Show all records of the person of the selected one."""
        from sdc_desktop.engine.microdata.classes.compared_records import OfPerson

        found = self.current
        if found is not None and self.compared is not None and self.compared.person(found[0]) is not None:
            self.choose(OfPerson(found[0]))

    @Slot()
    def _on_current(self) -> None:
        self._show_acts()
        compared, current = self.compared, self.current
        if compared is None or current is None:
            self.line.setText(self._words.say(N_("No records in this choice.")) if compared else "")
            return
        one = self.model.variable(current[1])
        self.line.setText(phrases.looked_at(compared, current[0], one, self._words))
        self.explain()

    def explain(self) -> None:
        """Explain the selected record, if there is one."""
        compared, current = self.compared, self.current
        if compared is None or current is None:
            return
        record = current[0]
        title = self._words.say(N_("Record {record}"), record=whole(record + 1))
        rows: Sequence[Row] = phrases.record_rows(compared, record, self._words)
        self.explained.emit((title, rows))

    def _show_acts(self) -> None:
        """What can be done with the selected record."""
        compared, current = self.compared, self.current
        record = None if compared is None or current is None else current[0]
        persons = compared is not None and compared.persons is not None
        in_class = compared is not None and record is not None and bool(compared.key_variables)
        of_person = compared is not None and record is not None and compared.person(record) is not None
        if compared is not None and record is not None:
            in_class = in_class and bool(compared.kept[record])
        for act, there in ((self.show_class, in_class), (self.show_person, of_person)):
            act.setEnabled(there and self._found.current)
        self.show_person.setVisible(persons)
        self._person_action.setVisible(persons)

    @Slot(int, bool)
    def _on_side(self, place: int, on: bool) -> None:
        if on:
            self.model.show_released(not place)

    # layout ------------------------------------------------------------------------------------------

    def _make_parts(self) -> None:
        say = self._words.say
        self.model = ComparedModel(self._words, self)
        self.table = DataTable(self.model, say(N_("Records before and after")), self._words)
        self.table.setItemDelegate(HatchedDelegate(self.table))
        self.table.horizontalHeader().setResizeContentsPrecision(_PRECISION)
        self.table.selectionModel().currentChanged.connect(self._on_current)
        self.table.activated.connect(self.explanation_requested)
        self.chooser = CalmComboBox()
        self.chooser.setSizeAdjustPolicy(CalmComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.chooser.setMinimumContentsLength(_CHOICE)
        self.chooser.setAccessibleName(say(N_("Show records")))
        self.chooser.activated.connect(self._on_choice)
        self.aside: tuple[QWidget, ...] = (self.chooser,)
        self.only_changed = QCheckBox(say(N_("Changed variables only")))
        self.only_changed.toggled.connect(self._show)
        self.box = QLineEdit()
        self.box.setAccessibleName(say(N_("Go to record")))
        self._validator = QIntValidator(1, 1, self)
        self._validator.setLocale(QLocale.c())
        self.box.setValidator(self._validator)
        self.box.setMaximumWidth(step(self, _NUMBER))
        self.box.returnPressed.connect(self.go)
        self.show_class = push_button(say(N_("Show class of record")), weight="quiet", scale="small")
        self.show_person = push_button(say(N_("Show records of person")), weight="quiet", scale="small")
        self.show_class.clicked.connect(self.ask_class)
        self.show_person.clicked.connect(self.ask_person)
        for text, act in (
            (self.show_class.text(), self.ask_class),
            (self.show_person.text(), self.ask_person),
        ):
            action = QAction(text, self.table)
            action.triggered.connect(act)
            self.table.addAction(action)
            self._person_action = action
        self.sides = QButtonGroup(self)
        for place, text in enumerate((N_("Protected"), N_("Original"))):
            button = push_button(say(text), scale="small")
            button.setCheckable(True)
            button.setChecked(not place)
            self.sides.addButton(button, place)
        self.sides.idToggled.connect(self._on_side)
        self.note, self.line, self.summary = plain_label(tone="muted"), ElidedLabel(), ElidedLabel()
        self.summary.setProperty("elided", True)

    def _lay_out(self) -> None:
        say = self._words.say
        self._bar, foot = Strip("strip", TABS), Strip("strip", TABS)
        label = plain_label(say(N_("Go to record")))
        label.setWordWrap(False)
        label.setBuddy(self.box)
        for part in (label, self.box, self.only_changed):
            self._bar.row.addWidget(part)
        self._bar.row.addStretch(1)
        for side in self.sides.buttons():
            self._bar.row.addWidget(side)
        legend = N_("Bold on colour: changed. Hatched: suppressed. Hatched class size: unique as shown.")
        self.table.setToolTip(say(legend))
        foot.row.addWidget(self.line, 1)
        foot.row.addWidget(self.summary, 1)
        for act in (self.show_class, self.show_person):
            foot.row.addWidget(act)
        self.note.setContentsMargins(step(self, 2), step(self, 2), step(self, 2), step(self, 2))
        fill(self, self._bar, self.note, (self.table, 1), foot, spacing=0)

    def _dress(self) -> None:
        self.model.dress(colours_of(self), self.table.font())
        self.table.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._dress()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_step()


def _of_state(state: str = "all") -> Choice:
    from sdc_desktop.engine.microdata.classes.compared_records import OfState

    return OfState(state)


@as_work
def _of_trail(context: JobContext, trail: Trail, steps: int, passed: int) -> tuple[ComparedRecords | None]:
    """Work that compares the records after the first `steps` of a trail with those after the first `passed`
    of them, in a tuple. The steps have been applied; None without a counterpart.
    """
    from sdc_desktop.engine.strategies.trail import compared_after

    return (compared_after(trail, steps, context, since=passed),)


@as_work
def _chosen(context: JobContext, compared: ComparedRecords, choice: Choice) -> tuple[Choice, Integers | None]:
    """Work that finds the records of a choice."""
    from sdc_desktop.engine.microdata.classes.compared_records import chosen_records

    return choice, chosen_records(compared, choice, context)
