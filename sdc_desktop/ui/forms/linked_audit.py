"""The question of ``linked_audit``: a detailed table, and which of its projections are released together."""

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sdc_desktop.engine.methods.tables.settings import DimensionSpec
from sdc_desktop.ui.forms.field_help import give_field_help, tell_fields
from sdc_desktop.ui.forms.parts import Choice, card, heading, labelled, muted
from sdc_desktop.ui.forms.table import TableChoices
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.ui.widgets.check_list import CheckList
from sdc_desktop.words import N_, Words

Scenario = tuple[tuple[str, ...], ...]
_TIMES = " \u00d7 "


class LinkedAuditForm(QWidget):
    """Shows a question and tells what the officer changes; decides nothing."""

    changed = Signal(object)  # dict: keys of LinkedAuditParams with their new values
    run_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._running = False
        self._dimensions: tuple[DimensionSpec | str, ...] = ()
        self._scenarios: list[Scenario] = []
        self.setProperty("helpPage", "linked_audit")
        say = words.say
        self.dimensions = CheckList(say(N_("Variables of the detailed table")))
        self.value = Choice(say(N_("Value of the detailed table")), ())
        self.scenarios = QListWidget()
        self.scenarios.setAccessibleName(say(N_("Release scenarios")))
        self.scenarios.setFixedHeight(step(self, 9))
        self.tables = CheckList(say(N_("Tables in the selected scenario")))
        self.add = QPushButton(say(N_("Add scenario")))
        self.remove = QPushButton(say(N_("Remove")))
        self.run = QPushButton(say(N_("&Audit tables")))
        self._lay_out()
        self._connect()
        give_field_help(
            self,
            "linked_audit",
            {
                "dimensions": self.dimensions,
                "value": self.value,
                "scenarios": self.scenarios,
            },
            self._words,
        )
        tell_fields(self, "linked_audit", {"scenarios": self.tables}, words)

    def show_question(self, fields: Mapping[str, Any], choices: TableChoices) -> None:
        """Show what has been told so far, by keys of LinkedAuditParams; nothing is told of it."""
        self._dimensions = tuple(fields.get("dimensions") or ())
        names = self._names()
        self.dimensions.show_names(choices.variables, names)
        summed = [(name, self._words.say(N_("sum of {name}"), name=name)) for name in choices.numbers]
        self.value.show_choices([("", self._words.say(N_("number of records"))), *summed])
        self.value.show_key(fields.get("value") or "")
        self._scenarios = [tuple(map(tuple, scenario)) for scenario in fields.get("scenarios") or ()]
        row = min(max(self.scenarios.currentRow(), 0), len(self._scenarios) - 1)
        blocked = self.scenarios.blockSignals(True)
        self.scenarios.clear()
        self.scenarios.addItems([scenario_text(scenario) for scenario in self._scenarios])
        self.scenarios.setCurrentRow(row)
        self.scenarios.blockSignals(blocked)
        for part in (self.scenarios, self.tables, self.add):
            part.setEnabled(len(names) > 1)
        self.remove.setEnabled(len(self._scenarios) > 1)
        self._show_tables()

    def show_running(self, running: bool, waiting: bool) -> None:
        """Whether the tables are being audited, and whether that has still to be asked for."""
        say = self._words.say
        self._running = running
        self.run.setText(say(N_("Stop the audit")) if running else say(N_("&Audit tables")))
        self.run.setProperty("weight", "" if running else "primary")
        self.run.style().polish(self.run)
        self.run.setEnabled(running or waiting)

    # building ----------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        say = self._words.say
        what = heading(say(N_("Choose the detailed table")), self.dimensions)
        value = QWidget()
        grid = QGridLayout(value)
        spread(grid, self, margin=0, spacing=0.5)
        labelled(grid, say(N_("Cell values")), self.value)
        sets = heading(say(N_("Choose the released tables")), self.scenarios)
        note = muted(say(N_("Only these aggregates are published, not the detailed table.")))
        buttons = QWidget()
        row = QHBoxLayout(buttons)
        spread(row, self, margin=0, spacing=0.5)
        row.addWidget(self.add)
        row.addWidget(self.remove)
        row.addStretch(1)
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        column.addWidget(card(self, what, self.dimensions, value))
        column.addWidget(card(self, sets, self.scenarios, buttons, self.tables, note))
        column.addStretch(1)
        order = (self.dimensions, self.value, self.scenarios, self.add, self.remove, self.tables)
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _connect(self) -> None:
        self.dimensions.ticked.connect(self._on_dimensions)
        self.value.chosen.connect(self._on_value)
        self.scenarios.currentRowChanged.connect(self._on_row)
        self.tables.ticked.connect(self._on_tables)
        self.add.clicked.connect(self._on_add)
        self.remove.clicked.connect(self._on_remove)
        self.run.clicked.connect(self._on_run)

    def _names(self) -> tuple[str, ...]:
        return tuple(own if isinstance(own, str) else own.variable for own in self._dimensions)

    def _show_tables(self) -> None:
        row = self.scenarios.currentRow()
        chosen = self._scenarios[row] if 0 <= row < len(self._scenarios) else ()
        offered = {_TIMES.join(names): names for names in projections(self._names())}
        ticked = [text for text, names in offered.items() if any(set(names) == set(own) for own in chosen)]
        self.tables.show_names(tuple(offered), ticked)

    # telling -----------------------------------------------------------------------------------------

    @Slot(object)
    def _on_dimensions(self, names: tuple[str, ...]) -> None:
        told = {own if isinstance(own, str) else own.variable: own for own in self._dimensions}
        kept = [told[name] for name in told if name in names]
        dimensions = (*kept, *(name for name in names if name not in told))
        self.changed.emit({"dimensions": dimensions, "scenarios": first_scenarios(_plain(dimensions))})

    @Slot(object)
    def _on_value(self, name: str) -> None:
        self.changed.emit({"value": name or None})

    @Slot(int)
    def _on_row(self, _row: int) -> None:
        self._show_tables()

    @Slot(object)
    def _on_tables(self, texts: tuple[str, ...]) -> None:
        row = self.scenarios.currentRow()
        if not texts or not 0 <= row < len(self._scenarios):
            self._show_tables()  # a set without tables says nothing
            return
        scenario = tuple(tuple(text.split(_TIMES)) for text in texts)
        self._tell([*self._scenarios[:row], scenario, *self._scenarios[row + 1 :]])

    @Slot()
    def _on_add(self) -> None:
        whole = tuple(combinations(self._names(), 1))
        self._tell([*self._scenarios, whole])
        self.scenarios.setCurrentRow(self.scenarios.count() - 1)

    @Slot()
    def _on_remove(self) -> None:
        row = self.scenarios.currentRow()
        self._tell([own for place, own in enumerate(self._scenarios) if place != row])

    @Slot()
    def _on_run(self) -> None:
        if self._running:
            self.stop_wanted.emit()
        else:
            self.run_wanted.emit()

    def _tell(self, scenarios: Sequence[Scenario]) -> None:
        self.changed.emit({"scenarios": tuple(scenarios)})


def projections(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """All tables over some but not all of these dimensions, the finest first."""
    sizes = range(len(names) - 1, 0, -1)
    return tuple(found for size in sizes for found in combinations(names, size))


def first_scenarios(names: Sequence[str]) -> tuple[Scenario, ...]:
    """What is proposed: the finest tables, one more released each time."""
    if len(names) < 2:
        return ()
    finest = tuple(combinations(names, len(names) - 1))
    return tuple(finest[: number + 1] for number in range(len(finest)))


def scenario_text(scenario: Scenario) -> str:
    """The tables of a set: `A x S, A x R`."""
    return ", ".join(_TIMES.join(table) for table in scenario)


def _plain(dimensions: Sequence[DimensionSpec | str]) -> tuple[str, ...]:
    return tuple(own if isinstance(own, str) else own.variable for own in dimensions)
