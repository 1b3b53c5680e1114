"""The Data dock: which file it is, its variables and its records. Shared by all tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QSizePolicy, QTabWidget, QVBoxLayout, QWidget

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.sampled import sampled_of
from sdc_desktop.engine.plan import Plan
from sdc_desktop.ui.drafts import DraftRunner
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.models.records_model import RecordsModel
from sdc_desktop.ui.models.variables_model import VariablesModel
from sdc_desktop.ui.panels.persons_card import PersonsCard
from sdc_desktop.ui.project.project_controller import ProjectController
from sdc_desktop.ui.qt_types import layout_of
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.plain_parts import push_button
from sdc_desktop.ui.widgets.tables.data_table import RecordsView
from sdc_desktop.ui.widgets.tables.variables_view import VariablesView
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


class DataPanel(QWidget):
    """Follows the controller; what is edited here becomes a step of the plan."""

    variable_chosen = Signal(object)  # name
    prepare_requested = Signal()

    def __init__(
        self, controller: ProjectController, jobs: JobManager, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._words = words
        self.variables_model = VariablesModel(words, self)
        self.records_model = RecordsModel(self)
        self._profiler = VariableProfiler(jobs, self)
        self._name = QLabel()
        self._name.setProperty("tone", "strong")
        self._facts = QLabel()
        self._facts.setProperty("tone", "muted")
        self._prepared = QLabel()
        self._suspected = QLabel()
        self._suspected.setProperty("scale", "small")
        self.steps_button = push_button(words.say(N_("Edit &steps…")), scale="small")
        self.steps_button.setToolTip(
            words.say(N_("Edit the preparation steps or revert to the original records."))
        )
        self.steps_button.clicked.connect(self.prepare_requested)
        for label in (self._name, self._facts, self._prepared, self._suspected):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            # a long file name must not widen the dock
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.persons = PersonsCard(controller, words)
        self.variables = VariablesView(self.variables_model, words)
        self.records = RecordsView(self.records_model, words)
        self.pages = QTabWidget()
        self.pages.setDocumentMode(True)
        self.pages.setMinimumWidth(step(self, 23))  # half a screen at 200 %, beside a scroll bar
        self.pages.tabBar().setAccessibleName(words.say(N_("Variables or records")))
        self.pages.addTab(self.variables, words.say(N_("Variables")))
        self.pages.addTab(self.records, words.say(N_("Records")))
        layout = QVBoxLayout(self)
        spread(layout, self, margin=0.5, spacing=0.5)
        layout.addWidget(self._name)
        layout.addWidget(self._facts)
        layout.addWidget(self._prepared)
        layout.addWidget(self.steps_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._suspected)
        layout.addWidget(self.persons)
        layout.addWidget(self.pages, 1)
        self._connect()
        self._on_closed()

    @property
    def facts(self) -> str:
        """Text on the file."""
        shown = (self._name, self._facts, self._prepared, self._suspected)
        return "\n".join(label.text() for label in shown if not label.isHidden())

    def wanted_width(self, most: int) -> int:
        """Width of all columns, or of the first ones where all need more than `most`; at most `most`."""
        margins = layout_of(self).contentsMargins()
        beside = margins.left() + margins.right()
        return min(beside + self.variables.wanted_width(most - beside), most)

    def go_to_variable(self, name: str) -> None:
        """Show the variables, this one selected."""
        self.pages.setCurrentWidget(self.variables)
        self.variables.choose(name)

    def find_variable(self) -> None:
        """Put the cursor into the search box."""
        self.pages.setCurrentWidget(self.variables)
        self.variables.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.variables.search.selectAll()

    def lead_to_roles(self) -> None:
        """Put the cursor where the roles are chosen."""
        self.pages.setCurrentWidget(self.variables)
        self.variables.lead_to_roles()

    def go_to_record(self) -> None:
        """Put the cursor into the go-to-record box."""
        self.pages.setCurrentWidget(self.records)
        self.records.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.records.box.selectAll()

    def show_record(self, number: int) -> None:
        """Show the records, this one (from 1) selected."""
        self.pages.setCurrentWidget(self.records)
        self.records.show_record(number)

    @Slot(bool)
    def show_labels(self, labelled: bool) -> None:
        """Show the words that the file has for its values instead of the values, or the values."""
        self.records_model.show_labels(labelled)

    def _connect(self) -> None:
        self._controller.data_opened.connect(self._on_opened)
        self._controller.data_closed.connect(self._on_closed)
        self._controller.settle_requested.connect(self.variables.table.settle)
        self._controller.plan_changed.connect(self._on_plan)
        self._profiler.profiled.connect(self._on_profiled)
        self.variables.change_requested.connect(self._change)
        self.variables.variable_chosen.connect(self.variable_chosen)

    @Slot(object)
    def _on_opened(self, opened: Opened) -> None:
        self._name.setText(opened.path.name)
        self._facts.setText(self._facts_of(opened))
        self._show_prepared()
        self.variables_model.set_labels(opened.columns)
        self.variables_model.show(opened.data.variables)
        self._show_suspected(opened)
        self._name_pages(opened)
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
        self._name_pages(None)
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

    def _name_pages(self, opened: Opened | None) -> None:
        """Call the second page by what it shows."""
        counted = opened is not None and opened.counted is not None
        name = N_("Combinations") if counted else N_("Records")
        self.pages.setTabText(self.pages.indexOf(self.records), self._words.say(name))

    def _show_prepared(self) -> None:
        """Show that these are not the file's own records, or that they could not be made."""
        say, controller = self._words.say, self._controller
        opened, file = controller.opened, controller.file_opened
        self._prepared.setVisible(controller.prepares)
        self.steps_button.setVisible(controller.prepares and file is not None)
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
        about = self._words.say(N_("Sample for trial, {records} of {of} records."), **figures)
        return f"{about} {self._size_of(opened)}"

    def _size_of(self, opened: Opened) -> str:
        words = self._words
        variables = len(opened.data.variables)
        if opened.counted is not None:
            return words.say(
                N_("{counted} {variables}."),
                counted=counted_text(opened.counted, words),
                variables=words.say_many(N_("{number} variable"), N_("{number} variables"), variables),
            )
        if opened.format != "csv":
            return words.say(
                N_("{records}, {variables}; {format}"),
                records=words.say_many(N_("{number} record"), N_("{number} records"), opened.data.records),
                variables=words.say_many(N_("{number} variable"), N_("{number} variables"), variables),
                format=format_word(opened.format, words),
            )
        return words.say(
            N_("{records}, {variables}; {encoding}, separated by {delimiter}"),
            records=words.say_many(N_("{number} record"), N_("{number} records"), opened.data.records),
            variables=words.say_many(N_("{number} variable"), N_("{number} variables"), variables),
            encoding=encoding_word(opened.dialect.encoding, words),
            delimiter=delimiter_word(opened.dialect.delimiter, words),
        )
