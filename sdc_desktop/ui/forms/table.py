"""The question of ``table``: what spans it, when a cell is unsafe, how it is protected."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.tables.table import TableParams
from sdc_desktop.engine.plan_secrets import SecretFacts
from sdc_desktop.ui.forms.dimensions import DimensionsEditor
from sdc_desktop.ui.forms.field_help import give_field_help
from sdc_desktop.ui.forms.parts import (
    Choice,
    MoreArea,
    card,
    heading,
    labelled,
    muted,
    number_field,
    whole_or_not,
)
from sdc_desktop.ui.forms.protection import Around, ProtectionEditor
from sdc_desktop.ui.forms.rules import RulesEditor
from sdc_desktop.ui.forms.settling_text import SettlingLine
from sdc_desktop.ui.theme import spread
from sdc_desktop.words import N_, Words


@dataclass(frozen=True)
class TableChoices:
    """What can be chosen: variables that span a table, those that are summed, the plan's hierarchies, and
    those that record keys can be made from. ``secret``: what may be known of the table's.
    """

    variables: Sequence[str] = ()
    numbers: Sequence[str] = ()
    hierarchies: Sequence[str] = ()
    record_keys: Sequence[str] = ()
    secret: SecretFacts | None = None


class TableForm(QWidget):
    """Shows a question and tells what the officer changes; decides nothing."""

    moved = Signal(object)  # dict of fields, while a number is being changed
    changed = Signal(object)  # dict: keys of TableParams with their new values
    hierarchy_wanted = Signal(object)  # str
    wishes_wanted = Signal()  # a file of wishes for cells
    run_wanted = Signal()
    stop_wanted = Signal()
    best_wanted = Signal()  # of the search that runs

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._running = False
        self.setProperty("helpPage", "table")
        say = words.say
        self.dimensions = DimensionsEditor(words)
        self.value = Choice(say(N_("Value of the table")), ())
        self.weight = Choice(say(N_("Weight of the records")), ())
        self.total = SettlingLine()
        self.total.setAccessibleName(say(N_("Code of totals")))
        self.max_risk = number_field(say(N_("Maximum disclosure risk")), 0, 1, decimals=3)
        self.max_risk.setSpecialValueText(say(N_("any")))
        self.max_risk.setSingleStep(0.05)
        self.published_unit = number_field(say(N_("Published unit")), 0, 1e9, decimals=6)
        self.published_unit.setSpecialValueText(say(N_("table unit")))
        self.published_unit.setToolTip(
            say(N_("Values are published as multiples of it: 1000 for thousands. Suppression is audited so."))
        )
        self.rules = RulesEditor(words)
        self.count = QLabel()
        self.count.setProperty("tone", "strong")
        self.count.setAccessibleName(say(N_("Unsafe cells")))
        self.protection = ProtectionEditor(words)
        self.effort = muted("")
        self.take_best = QPushButton(say(N_("Use &best so far")))
        self.take_best.setToolTip(
            say(N_("Stops the search and uses the cheapest pattern that has passed the audit so far."))
        )
        self.take_best.hide()
        self.run = QPushButton()
        self._lay_out()
        self._connect()
        give_field_help(
            self,
            "table",
            {
                "value": self.value,
                "weight": self.weight,
                "total_code": self.total,
                "max_risk": self.max_risk,
                "published_unit": self.published_unit,
            },
            self._words,
        )

    def show_question(self, params: TableParams, choices: TableChoices) -> None:
        """Show a question as it stands; nothing is told of it."""
        built = params.table is None
        self._told.setVisible(not built)
        self._spanned.setVisible(built)
        self.dimensions.show_dimensions(params.dimensions, choices.variables, choices.hierarchies)
        say = self._words.say
        summed = [(name, say(N_("sum of {name}"), name=name)) for name in choices.numbers]
        self.value.show_choices([("", say(N_("number of records"))), *summed])
        self.value.show_key(params.value or "")
        none = ("", say(N_("\u2013 none \u2013")))
        self.weight.show_choices([none, *((name, name) for name in choices.numbers)])
        self.weight.show_key(params.weight or "")
        self.total.show_text(params.total_code)
        self.max_risk.show_value(float(params.max_risk or 0))
        self.rules.show_rules(
            params.rules,
            choices.variables,
            zeros_unsafe=params.zeros_unsafe,
            missing_safe=params.missing_safe,
        )
        self.rules.setEnabled(built)
        self.published_unit.show_value(float(params.published_unit or 0))
        around = Around(
            choices.variables,
            choices.numbers if built else (),
            [dimension.variable for dimension in params.dimensions],
            built=built,
            values=params.value is not None,
            weighted=params.weight is not None,
            record_keys=choices.record_keys,
            secret=choices.secret,
        )
        self.protection.show_protection(params.protect, around)

    def show_count(self, text: str, effort: str) -> None:
        """Say how many cells are unsafe, and what protecting them will take."""
        self.count.setText(text)
        self.count.setAccessibleName(text)
        self.count.setVisible(bool(text))
        self.effort.setText(effort)
        self.effort.setVisible(bool(effort))

    def show_running(self, running: bool, waiting: bool, *, early: bool = False) -> None:
        """Whether the table is being protected, and whether that has still to be asked for; ``early``: a
        search was ended before its time.
        """
        say = self._words.say
        self._running = running
        text = N_("Complete the sear&ch") if early else N_("Prote&ct table")
        self.run.setText(say(N_("Stop protecting")) if running else say(text))
        self.run.setProperty("weight", "" if running or early else "primary")
        self.run.style().polish(self.run)
        self.run.setEnabled(running or waiting)

    def settle(self) -> None:
        """What is typed is meant."""
        self.protection.settle()
        if self.total.hasFocus():
            self.total.settle()

    # building ----------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        say = self._words.say
        inside = QWidget()
        grid = QGridLayout(inside)
        spread(grid, self, margin=0, spacing=0.5)
        labelled(grid, say(N_("Weight")), self.weight)
        labelled(grid, say(N_("Code of totals")), self.total)
        labelled(grid, say(N_("Maximum risk")), self.max_risk)
        labelled(grid, say(N_("Published unit")), self.published_unit)
        self.more = MoreArea(
            inside, say(N_("more dimensions, weight, total, maximum risk, published unit")), self._words
        )
        value = QWidget()
        row = QGridLayout(value)
        spread(row, self, margin=0, spacing=0.5)
        labelled(row, say(N_("Cell values")), self.value)
        self._told = muted(say(N_("This table is defined in the plan, not built from the open file.")))
        which = heading(say(N_("Table layout")), self.dimensions.boxes[0])
        unsafe = heading(say(N_("Sensitivity rules")), self.rules.on["threshold"])
        how = heading(say(N_("Protection method")), self.protection.method)
        self._spanned = card(self, self.more.beside(which), self.dimensions, value, self.more)
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        column.addWidget(self._told)
        column.addWidget(self._spanned)
        column.addWidget(card(self, self.rules.more.beside(unsafe), self.rules, self.count))
        column.addWidget(card(self, self.protection.more.beside(how), self.protection, self.effort))
        column.addStretch(1)
        first = (*self.dimensions.focus_order, self.value, self.more.button, self.weight, self.total)
        rest = (self.max_risk, self.published_unit, *self.rules.focus_order, *self.protection.focus_order)
        for before, after in pairwise((*first, *rest)):
            QWidget.setTabOrder(before, after)

    def _connect(self) -> None:
        self.dimensions.dimensions_wanted.connect(self._on_dimensions)
        self.dimensions.hierarchy_wanted.connect(self.hierarchy_wanted)
        self.value.chosen.connect(self._on_value)
        self.weight.chosen.connect(self._on_weight)
        self.total.settled.connect(self._on_total)
        self.max_risk.settled.connect(self._on_max_risk)
        self.published_unit.settled.connect(self._on_published_unit)
        self.rules.moved.connect(self.moved)
        self.rules.changed.connect(self.changed)
        self.protection.changed.connect(self.changed)
        self.protection.file_wanted.connect(self.wishes_wanted)
        self.run.clicked.connect(self._on_run)
        self.take_best.clicked.connect(self.best_wanted)
        self.more.opened.connect(self.dimensions.offer_more)

    # telling -----------------------------------------------------------------------------------------

    @Slot(object)
    def _on_dimensions(self, dimensions: tuple[object, ...]) -> None:
        self.changed.emit({"dimensions": dimensions})

    @Slot(object)
    def _on_value(self, name: str) -> None:
        self.changed.emit({"value": name or None})

    @Slot(object)
    def _on_weight(self, name: str) -> None:
        self.changed.emit({"weight": name or None})

    @Slot(object)
    def _on_total(self, text: str) -> None:
        self.changed.emit({"total_code": text.strip() or "Total"})

    @Slot()
    def _on_max_risk(self) -> None:
        value = round(self.max_risk.value(), 3)
        self.changed.emit({"max_risk": value or None})

    @Slot()
    def _on_published_unit(self) -> None:
        unit = whole_or_not(round(self.published_unit.value(), 6))
        self.changed.emit({"published_unit": unit or None})

    @Slot()
    def _on_run(self) -> None:
        if self._running:
            self.stop_wanted.emit()
        else:
            self.run_wanted.emit()
