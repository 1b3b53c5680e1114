"""The question of ``audit``: a table with gaps, and what is known of it besides."""

from collections.abc import Mapping
from itertools import pairwise

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sdc_desktop.engine.methods.tables.audit import InsiderSpec, RoundedSpec
from sdc_desktop.engine.methods.tables.settings import SplitSpec, TableSpec
from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.spec import Number
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
from sdc_desktop.ui.forms.pasted_table import table_of, text_of
from sdc_desktop.ui.forms.settling_text import SettlingLine, SettlingText
from sdc_desktop.ui.theme import spread, step
from sdc_desktop.words import N_, Words
from sdc_desktop.words.tables_choices import PUBLISHED_ROUNDINGS

_MOST = 1e12


class AuditForm(QWidget):
    """Shows a question and tells what the officer changes; decides nothing."""

    changed = Signal(object)  # dict: keys of AuditParams with their new values
    refused = Signal(object)  # tuple[Problem, ...]: what is typed cannot be read
    file_wanted = Signal()
    run_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._running = False
        self._insider: Mapping[str, object] = {}
        self._shown: TableSpec | None = None
        self.setProperty("helpPage", "audit")
        say = words.say
        self.table = SettlingText()
        self.table.setAccessibleName(say(N_("Published table")))
        self.table.setPlaceholderText(
            say(N_("Paste a table: column codes in the first row, totals last, suppressed cells blank"))
        )
        self.table.setLineWrapMode(SettlingText.LineWrapMode.NoWrap)
        self.table.setMinimumHeight(step(self, 18))
        self.open = QPushButton(say(N_("&Open a table\u2026")))
        self.told = QLabel()
        self.told.setWordWrap(True)
        ways = [(key, say(text)) for key, text in PUBLISHED_ROUNDINGS.items()]
        self.rounding = Choice(say(N_("Rounding of the table")), ways)
        self.base = number_field(say(N_("Rounding base")), 1e-6, _MOST, decimals=6)
        self.base.show_value(5)
        self.max_risk = number_field(say(N_("Maximum disclosure risk")), 0, 1, decimals=3)
        self.max_risk.setSpecialValueText(say(N_("any")))
        self.max_risk.setSingleStep(0.05)
        self.integer = QCheckBox(say(N_("Values are whole units")))
        self.unit = _line(say(N_("Unit of the values")), say(N_("last decimal place")))
        self.least = _line(say(N_("Known minimum of suppressed cells")), say(N_("0 if no value is negative")))
        self.greatest = _line(say(N_("Known maximum of suppressed cells")), say(N_("none")))
        self.relations = SettlingText()
        self.relations.setAccessibleName(say(N_("Additive relations")))
        self.relations.setPlaceholderText(say(N_("one per line: North = A + B")))
        self.relations.setFixedHeight(step(self, 6))
        self.insider = _line(say(N_("Insider's cell")), say(N_("row / column")))
        self.own = number_field(say(N_("Insider's own contribution")), -_MOST, _MOST, decimals=6)
        self.run = QPushButton(say(N_("&Audit table")))
        self._lay_out()
        self._connect()
        give_field_help(
            self,
            "audit",
            {
                "table": self.table,
                "rounding": self.rounding,
                "rounding.base": self.base,
                "max_risk": self.max_risk,
                "integer": self.integer,
                "unit": self.unit,
                "lower": self.least,
                "upper": self.greatest,
                "relations": self.relations,
                "insider": self.insider,
                "insider.own": self.own,
            },
            self._words,
        )

    def show_question(self, fields: Mapping[str, object]) -> None:
        """Show what has been told so far, by keys of AuditParams; nothing is told of it."""
        table = fields.get("table")
        if isinstance(table, TableSpec):
            if table is not self._shown:
                self._show_table(table)
        else:
            self._shown = None
            self.table.show()
            self.told.hide()
        rounding = fields.get("rounding")
        self.rounding.show_key(rounding.kind if isinstance(rounding, RoundedSpec) else "none")
        self.base.setEnabled(isinstance(rounding, RoundedSpec))
        if isinstance(rounding, RoundedSpec):
            self.base.show_value(rounding.base)
        self.max_risk.show_value(float(fields.get("max_risk") or 0))  # type: ignore[arg-type]
        with QSignalBlocker(self.integer):
            self.integer.setChecked(bool(fields.get("integer", True)))
        for key, field in (("unit", self.unit), ("lower", self.least), ("upper", self.greatest)):
            value = fields.get(key)
            field.show_text("" if value is None or isinstance(value, tuple) else str(value))
        relations: tuple[SplitSpec, ...] = fields.get("relations") or ()  # type: ignore[assignment]
        if _relations_or_none(self.relations.toPlainText()) != relations:
            self.relations.show_text(relations_text(relations))
        insider = fields.get("insider")
        if isinstance(insider, InsiderSpec):
            self.insider.show_text(" / ".join(map(str, insider.cell)))
            self.own.show_value(insider.own)
            self._insider = insider.model_dump()
        else:
            self.insider.show_text("")
        self.own.setEnabled(bool(self.insider.text()))

    def show_running(self, running: bool, waiting: bool) -> None:
        """Whether the table is being audited, and whether that has still to be asked for."""
        say = self._words.say
        self._running = running
        self.run.setText(say(N_("Stop the audit")) if running else say(N_("&Audit table")))
        self.run.setProperty("weight", "" if running else "primary")
        self.run.style().polish(self.run)
        self.run.setEnabled(running or waiting)

    def settle(self) -> None:
        """What is typed is meant."""
        for field in (self.table, self.relations, self.unit, self.least, self.greatest, self.insider):
            if field.hasFocus():
                field.settle()

    # building ----------------------------------------------------------------------------------------

    def _show_table(self, table: TableSpec) -> None:
        """Show another table; a text that says it already stays as it is typed."""
        self._shown = table
        text = text_of(table)
        if _table_or_none(self.table.toPlainText()) != table:
            self.table.show_text(text)
        self.table.setVisible(bool(text))
        self.told.setText(self._told(table))
        self.told.setVisible(not text)

    def _told(self, table: TableSpec) -> str:
        if table.instance is not None:
            return self._words.say(N_("The table of the file {name}."), name=table.instance)
        if table.tab is not None:
            return self._words.say(N_("The table of the file {name}."), name=table.tab)
        return self._words.say(
            N_("A table of the dimensions {names} that stands in the plan."),
            names=", ".join(table.dimensions or ()),
        )

    def _lay_out(self) -> None:
        say = self._words.say
        inside = QWidget()
        grid = QGridLayout(inside)
        spread(grid, self, margin=0, spacing=0.5)
        grid.addWidget(self.integer, 0, 0, 1, 2)
        for text, field in (
            (N_("Unit"), self.unit),
            (N_("Suppressed cells: minimum"), self.least),
            (N_("maximum"), self.greatest),
            (N_("Insider in cell"), self.insider),
            (N_("with contribution"), self.own),
        ):
            labelled(grid, say(text), field)
        grid.addWidget(heading(say(N_("Additive relations")), self.relations), grid.rowCount(), 0, 1, 2)
        grid.addWidget(self.relations, grid.rowCount(), 0, 1, 2)
        self.more = MoreArea(inside, say(N_("unit, bounds, insider, subtotals")), self._words)
        known = QWidget()
        rows = QGridLayout(known)
        spread(rows, self, margin=0, spacing=0.5)
        labelled(rows, say(N_("Rounded")), self.rounding)
        labelled(rows, say(N_("to base")), self.base)
        labelled(rows, say(N_("Maximum risk")), self.max_risk)
        what = heading(say(N_("Published table")), self.table)
        note = muted(say(N_("Mark suppressed cells by a blank, a point, a dash, x or *.")))
        besides = heading(say(N_("A-priori information")), self.rounding)
        column = QVBoxLayout(self)
        spread(column, self, margin=0)
        column.addWidget(card(self, what, self.table, self.told, note, self.open))
        column.addWidget(card(self, besides, known, self.more))
        column.addStretch(1)
        order = (
            self.table,
            self.open,
            self.rounding,
            self.base,
            self.max_risk,
            self.more.button,
            self.integer,
        )
        rest = (self.unit, self.least, self.greatest, self.insider, self.own, self.relations)
        for before, after in pairwise((*order, *rest)):
            QWidget.setTabOrder(before, after)

    def _connect(self) -> None:
        self.table.settled.connect(self._on_table)
        self.open.clicked.connect(self.file_wanted)
        self.rounding.chosen.connect(self._on_rounding)
        self.base.settled.connect(self._on_rounding)
        self.max_risk.settled.connect(self._on_max_risk)
        self.integer.clicked.connect(self._on_integer)
        self.unit.settled.connect(self._on_unit)
        self.least.settled.connect(self._on_lower)
        self.greatest.settled.connect(self._on_upper)
        self.relations.settled.connect(self._on_relations)
        self.insider.settled.connect(self._on_insider)
        self.own.settled.connect(self._on_insider)
        self.run.clicked.connect(self._on_run)

    # telling -----------------------------------------------------------------------------------------

    @Slot(object)
    def _on_table(self, text: str) -> None:
        if not text.strip():
            return
        try:
            table = table_of(text)
        except Refused as refusal:
            self.refused.emit(refusal.problems)
            return
        self.changed.emit({"table": table, "suppressed": ()})

    @Slot()
    def _on_rounding(self) -> None:
        kind = self.rounding.key
        told = None
        if kind != "none":
            told = RoundedSpec.model_validate({"base": whole_or_not(self.base.value()), "kind": kind})
        self.changed.emit({"rounding": told})

    @Slot()
    def _on_max_risk(self) -> None:
        self.changed.emit({"max_risk": round(self.max_risk.value(), 3) or None})

    @Slot()
    def _on_integer(self) -> None:
        self.changed.emit({"integer": self.integer.isChecked()})

    @Slot(object)
    def _on_unit(self, text: str) -> None:
        self._tell_number("unit", text)

    @Slot(object)
    def _on_lower(self, text: str) -> None:
        self._tell_number("lower", text)

    @Slot(object)
    def _on_upper(self, text: str) -> None:
        self._tell_number("upper", text)

    @Slot(object)
    def _on_relations(self, text: str) -> None:
        try:
            told = relations_of(text)
        except Refused as refusal:
            self.refused.emit(refusal.problems)
            return
        self.changed.emit({"relations": told})

    @Slot()
    def _on_insider(self) -> None:
        cell = tuple(part.strip() for part in self.insider.text().split("/") if part.strip())
        if not cell:
            self.changed.emit({"insider": None})
            return
        told = {**self._insider, "cell": cell, "own": whole_or_not(self.own.value())}
        self.changed.emit({"insider": InsiderSpec.model_validate(told)})

    @Slot()
    def _on_run(self) -> None:
        if self._running:
            self.stop_wanted.emit()
        else:
            self.run_wanted.emit()

    def _tell_number(self, key: str, text: str) -> None:
        try:
            self.changed.emit({key: _number(text)})
        except ValueError:
            self.refused.emit((error("pasted_table.no_figure", Place(key=f"params.{key}"), text=text[:30]),))


def relations_of(text: str) -> tuple[SplitSpec, ...]:
    """Lines `North = A + B` as codes that are sums of others. Raises :class:`Refused`."""
    found: list[SplitSpec] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        parent, mark, rest = line.partition("=")
        parts = tuple(part.strip() for part in rest.split("+") if part.strip())
        if not mark or not parent.strip() or not parts:
            raise Refused(error("pasted_table.no_relation", Place(line=number), text=line.strip()[:30]))
        found.append((parent.strip(), parts))
    return tuple(found)


def relations_text(relations: tuple[SplitSpec, ...]) -> str:
    """The same as they would be typed."""
    return "\n".join(f"{parent} = {' + '.join(map(str, children))}" for parent, children in relations)


def _table_or_none(text: str) -> TableSpec | None:
    try:
        return table_of(text)
    except Refused:
        return None


def _relations_or_none(text: str) -> tuple[SplitSpec, ...] | None:
    try:
        return relations_of(text)
    except Refused:
        return None


def _number(text: str) -> Number | None:
    plain = text.strip().replace(",", ".").replace("\u2212", "-")
    return whole_or_not(float(plain)) if plain else None


def _line(name: str, absent: str) -> SettlingLine:
    field = SettlingLine()
    field.setAccessibleName(name)
    field.setPlaceholderText(absent)
    return field
