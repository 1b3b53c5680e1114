"""The parts of the cards File and Roles: which file it is, its variables and its records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QTabWidget, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.sampled import sampled_of
from sdc_desktop.engine.plan import Plan
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.forms.parts import card
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.models.records_model import RecordsModel
from sdc_desktop.ui.models.variables_model import VariablesModel
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.tabs.microdata.data.persons_card import PersonsCard
from sdc_desktop.ui.tabs.microdata.data.variable_settings import VariableSettings
from sdc_desktop.ui.tabs.microdata.pipeline.card_views import FILE_KEY, ROLES_KEY
from sdc_desktop.ui.widgets.cards_area import fill_scrolling
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.tables.data_table import RecordsView
from sdc_desktop.ui.widgets.tables.variables_view import VariablesView
from sdc_desktop.ui.widgets.why_panel import Explanation
from sdc_desktop.words import N_, Words
from sdc_desktop.words.program.counts import counted_text
from sdc_desktop.words.program.dialect import delimiter_word, encoding_word, format_word
from sdc_desktop.words.program.variables import proposed_text, suspected_text
from sdc_desktop.words.words import whole

if TYPE_CHECKING:
    from sdc_desktop.engine.data.microdata import Microdata, VariableProfile
    from sdc_desktop.engine.data.reading import Opened


class VariableProfiler(QObject):
    """Tells `profiled((number of the variable, VariableProfile))` for each variable, in file order."""

    profiled = Signal(object)

    def __init__(self, jobs: JobManager, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._data: Microdata | None = None
        self._number = 0
        self._runner = DraftRunner(jobs, self)
        self._runner.answered.connect(self._take)
        self._runner.failed.connect(self._pass)

    def begin(self, data: Microdata) -> None:
        """Look at these data, and no longer at others."""
        self.stop()
        self._data = data
        self._number = 0
        self._next()

    def stop(self) -> None:
        """Leave it at what is known."""
        self._runner.drop()

    def _next(self) -> None:
        data, number = self._data, self._number
        if data is None or number >= len(data.variables):
            return

        def work(context: JobContext) -> VariableProfile:
            from sdc_desktop.engine.data.microdata import profile

            return profile(data, number, context)

        self._runner.request(work)

    @Slot(object)
    def _take(self, profile: VariableProfile) -> None:
        self.profiled.emit((self._number, profile))
        self._go_on()

    @Slot(object)
    def _pass(self, _problems: object) -> None:
        """One variable that cannot be described leaves the others their figures."""
        self._go_on()

    def _go_on(self) -> None:
        self._number += 1
        self._next()


class DataCards(QObject):
    """Makes the parts of the cards File and Roles, which follow the controller; what is edited in them
    becomes a change of the plan.
    """

    card_requested = Signal(object)  # str: the card that a part is on should be shown
    variable_chosen = Signal(object)  # name
    hierarchy_requested = Signal(object)  # name

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._words = words
        self.variables_model = VariablesModel(words, self)
        self.records_model = RecordsModel(self)
        self._profiler = VariableProfiler(jobs, self)
        self._name, self._facts = (plain_label(tone=tone, narrow=True) for tone in ("strong", "muted"))
        self._prepared = plain_label(narrow=True)
        self._suspected = plain_label(scale="small", narrow=True)
        self.persons = PersonsCard(controller, words)
        self.settings = VariableSettings(words, (self.persons, self._suspected))
        self.file_settings = self._file_page()
        self.variables = VariablesView(self.variables_model, words)
        self.records = RecordsView(self.records_model, words)
        for part in (self.settings, self.file_settings, self.variables, self.records):
            part.setProperty("helpPage", "data")
        self._connect()
        self._on_closed()
        if controller.opened is not None:
            self._on_opened(controller.opened)

    def _file_page(self) -> QWidget:
        page = QWidget()
        facts = card(page, self._name, self._facts, self._prepared)
        fill_scrolling(page, facts, 1, margin=1)
        return page

    @property
    def facts(self) -> str:
        """Text on the file."""
        shown = (self._name, self._facts, self._prepared, self._suspected)
        return "\n".join(label.text() for label in shown if not label.isHidden())

    def go_to_variable(self, name: str) -> None:
        """Show the variables, this one selected."""
        self._turn(ROLES_KEY, self.variables)
        self.variables.choose(name)

    def find_variable(self) -> None:
        """Put the cursor into the search box."""
        self._turn(ROLES_KEY, self.variables)
        self.variables.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.variables.search.selectAll()

    def go_to_record(self) -> None:
        """Put the cursor into the go-to-record box."""
        self._turn(FILE_KEY, self.records)
        self.records.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.records.box.selectAll()

    def show_record(self, number: int) -> None:
        """Show the records, this one (from 1) selected."""
        self._turn(FILE_KEY, self.records)
        self.records.show_record(number)

    def record_explained(self) -> Explanation | None:
        """The selected record, or combination, with all its values; None where none is selected."""
        row = self.records.current
        if row is None:
            return None
        text = N_("Combination {record}") if self.records_model.counted else N_("Record {record}")
        return self._words.say(text, record=whole(row + 1)), self.records_model.explained(row)

    def variable_explained(self) -> Explanation | None:
        """The current variable; None where there is none."""
        name = self.variables.current
        return None if name is None else (name, self.variables_model.explained(name))

    def _turn(self, card: str, part: QWidget) -> None:
        """Show a card, turned to one of its parts."""
        self.card_requested.emit(card)
        tabs = part.parentWidget()
        while tabs is not None and not isinstance(tabs, QTabWidget):
            tabs = tabs.parentWidget()
        if isinstance(tabs, QTabWidget):
            tabs.setCurrentWidget(part)

    @Slot(bool)
    def show_labels(self, labelled: bool) -> None:
        """Show the words that the file has for its values instead of the values, or the values."""
        self.records_model.show_labels(labelled)

    def _connect(self) -> None:
        self._controller.data_opened.connect(self._on_opened)
        self._controller.data_closed.connect(self._on_closed)
        self._controller.settle_requested.connect(self.variables.table.settle)
        self._controller.settle_requested.connect(self.settings.settle)
        self._controller.plan_changed.connect(self._on_plan)
        self._profiler.profiled.connect(self._on_profiled)
        self.variables.change_requested.connect(self._change)
        self.variables.variable_chosen.connect(self._on_variable)
        self.variables.table.selectionModel().selectionChanged.connect(self._show_settings)
        self.settings.changed.connect(self._on_setting)
        self.settings.hierarchy_requested.connect(self._on_hierarchy)

    @Slot(object)
    def _on_variable(self, name: str) -> None:
        self._show_settings()
        self.variable_chosen.emit(name)

    @Slot()
    def _show_settings(self) -> None:
        opened, names = self._controller.opened, self.variables.chosen()
        chosen = () if opened is None else tuple(v for v in opened.data.variables if v.name in names)
        known = {} if opened is None else opened.spec.hierarchies
        there = len(chosen) == 1 and chosen[0].name in known
        text = N_("This variable has a hierarchy.") if there else N_("No hierarchy yet.")
        self.settings.show_variables(chosen, self._words.say(text))

    @Slot(object)
    def _on_setting(self, changes: dict[str, object]) -> None:
        names = self.variables.chosen()
        if names:
            self._controller.set_variables(names, **changes)

    @Slot()
    def _on_hierarchy(self) -> None:
        names = self.variables.chosen()
        if len(names) == 1:
            self.hierarchy_requested.emit(names[0])

    @Slot(object)
    def _on_opened(self, opened: Opened) -> None:
        self._name.setText(opened.path.name)
        self._facts.setText(self._facts_of(opened))
        self._show_prepared()
        self.variables_model.set_labels(opened.columns)
        self.variables_model.show(opened.data.variables)
        self._show_suspected(opened)
        self.records_model.set_labels(opened.columns)
        self.records_model.show(opened.data)
        self._profiler.begin(opened.data)

    @Slot()
    def _on_closed(self) -> None:
        self._profiler.stop()
        self._name.setText(self._words.say(N_("No data file open")))
        self._facts.setText(self._words.say(N_("Open a data file to see its variables here.")))
        self.variables_model.set_labels(())
        self.variables_model.show(())
        self._show_suspected(None)
        self.records_model.set_labels(())
        self.records_model.show(None)
        self._show_prepared()

    @Slot(object)
    def _on_plan(self, _plan: Plan) -> None:
        self._show_prepared()
        opened = self._controller.opened
        if opened is not None:
            self.variables_model.declare(opened.data.variables)
            self._show_suspected(opened)
            self.records_model.show(opened.data)
            self.variables.report_again()
            self._show_settings()

    @Slot(object)
    def _on_profiled(self, profiled: tuple[int, VariableProfile]) -> None:
        self.variables_model.notify(*profiled)
        self.variables.report_again()

    @Slot(object)
    def _change(self, wish: tuple[tuple[str, ...], dict[str, object]]) -> None:
        names, changes = wish
        self._controller.set_variables(names, **changes)

    def _show_suspected(self, opened: Opened | None) -> None:
        """Name the variables that look like direct identifiers, with the reason, and the roles proposed."""
        lines: list[str] = []
        if opened is not None:
            variables, proposed = opened.data.variables, self._controller.proposed_roles
            lines = [suspected_text(variables, self._words), proposed_text(proposed, variables, self._words)]
            self.variables_model.set_proposed(proposed)
        text = "\n".join(filter(None, lines))
        self._suspected.setText(text)
        self._suspected.setVisible(bool(text))

    def _show_prepared(self) -> None:
        """Show that these are not the file's own records, or that they could not be made."""
        say, controller = self._words.say, self._controller
        opened, file = controller.opened, controller.file_opened
        self._prepared.setVisible(controller.prepares)
        if not controller.prepares or file is None:
            self._prepared.hide()
            return
        if opened is not None:
            left, every = whole(opened.data.records), whole(file.data.records)
            text = say(N_("Prepared records: {left} of {all}."), left=left, all=every)
        elif controller.reading:
            text = say(N_("Preparing records…"))
        else:
            text = say(N_("The records could not be prepared. See Problems for details."))
        if opened is None:
            self._name.setText(file.path.name)
            self._facts.setText("")
        self._prepared.setText(text)

    def _facts_of(self, opened: Opened) -> str:
        sampled = sampled_of(opened.notes)
        if sampled is None:
            return self._size_of(opened)
        figures = {"records": whole(sampled.records), "of": whole(sampled.of)}
        about = self._words.say(N_("Sample for trial, {records} of {of} {of:record|records}."), **figures)
        return f"{about} {self._size_of(opened)}"

    def _size_of(self, opened: Opened) -> str:
        words, number = self._words, len(opened.data.variables)
        variables = words.say_many(N_("{number} variable"), N_("{number} variables"), number)
        if opened.counted is not None:
            counted = counted_text(opened.counted, words)
            return words.say(N_("{counted} {variables}."), counted=counted, variables=variables)
        records = words.say_many(N_("{number} record"), N_("{number} records"), opened.data.records)
        size = {"records": records, "variables": variables}
        if opened.format != "csv":
            named = format_word(opened.format, words)
            return words.say(N_("{records}, {variables}; {format}"), format=named, **size)
        encoding = encoding_word(opened.dialect.encoding, words)
        delimiter = delimiter_word(opened.dialect.delimiter, words)
        text = N_("{records}, {variables}; {encoding}, separated by {delimiter}")
        return words.say(text, encoding=encoding, delimiter=delimiter, **size)
