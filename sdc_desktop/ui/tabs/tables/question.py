"""The question of the tab: what is asked, chosen above the form of it; its button beneath."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.tables.table import TableParams
from sdc_desktop.ui.forms.audit import AuditForm
from sdc_desktop.ui.forms.linked_audit import LinkedAuditForm
from sdc_desktop.ui.forms.parts import Choice
from sdc_desktop.ui.forms.problem_lines import ProblemLines
from sdc_desktop.ui.forms.table import TableChoices, TableForm
from sdc_desktop.ui.tabs.tab_page import TabQuestion
from sdc_desktop.ui.tabs.tables.view import Stage, View
from sdc_desktop.ui.theme import spread
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables_choices import WAYS, effort


class Question(TabQuestion):
    """A chooser and three forms, one of which is shown."""

    way_chosen = Signal(object)  # str

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        say = words.say
        self.way = Choice(say(N_("Task")), [(key, say(text)) for key, text in WAYS.items()])
        self.way.chosen.connect(self.way_chosen)
        self.table = TableForm(words)
        self.audit = AuditForm(words)
        self.linked = LinkedAuditForm(words)
        self.problems = ProblemLines(words)
        label = QLabel(say(N_("Task")))
        label.setBuddy(self.way)
        row = QHBoxLayout()
        row.addWidget(label)
        row.addWidget(self.way, 1)
        forms = QVBoxLayout()
        spread(forms, self, margin=0)
        self._forms: dict[str, TableForm | AuditForm | LinkedAuditForm] = {
            "table": self.table,
            "audit": self.audit,
            "linked_audit": self.linked,
        }
        for form in self._forms.values():
            forms.addWidget(form)
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        column.addLayout(row)
        column.addWidget(CardsArea(forms), 1)
        column.addWidget(self.problems)
        buttons = QHBoxLayout()
        for button in (self.table.take_best, *self._buttons.values()):
            buttons.addWidget(button, 1)
        column.addLayout(buttons)

    @property
    def _buttons(self) -> dict[str, QPushButton]:
        return {way: form.run for way, form in self._forms.items()}

    @property
    def run_button(self) -> QPushButton:
        """The button of the form that is shown."""
        return self._buttons[self.way.key]

    def show_view(self, view: View) -> None:
        """Show a question as it stands; nothing is told of it."""
        self.way.show_key(view.way)
        for way, form in self._forms.items():
            form.setVisible(way == view.way)
            form.run.setVisible(way == view.way)
        waiting = view.stage is Stage.READY and (view.stale or view.early)
        self.table.take_best.setVisible(view.way == "table" and view.can_end)
        choices = TableChoices(view.variables, view.numbers, view.hierarchies, view.record_keys, view.secret)
        if view.way == "table":
            params = view.params if isinstance(view.params, TableParams) else _params_of(view)
            self.table.setEnabled(view.has_data or params.table is not None)
            self.table.show_question(params, choices)
            self._show_count(view, params)
            self.table.show_running(view.running, waiting and params.protect is not None, early=view.early)
        elif view.way == "audit":
            self.audit.show_question(view.fields)
            self.audit.show_running(view.running, waiting)
        else:
            self.linked.setEnabled(view.has_data)
            self.linked.show_question(view.fields, choices)
            self.linked.show_running(view.running, waiting)
        self.problems.show_problems(view.problems)

    def settle(self) -> None:
        """What is typed is meant."""
        self.table.settle()
        self.audit.settle()

    def _show_count(self, view: View, params: TableParams) -> None:
        from sdc_desktop.words.tables_tab import unsafe_line

        method = "none" if params.protect is None else params.protect.method
        solver = getattr(params.protect, "solver", "")
        if view.judged is None:
            self.table.show_count("", effort(method, solver, 0, None, None, self._words))
            return
        result = view.judged.result
        dimensions = len(result.dimensions)
        unsafe, cells = result.risks.unsafe, result.losses.cells
        line = unsafe_line(unsafe, cells, self._words, draft=view.drafting)
        self.table.show_count(line, effort(method, solver, dimensions, cells, unsafe, self._words))


def _params_of(view: View) -> TableParams:
    """What is told so far, as params that can be shown."""
    return TableParams.model_validate(dict(view.fields))
