"""Editors of published tables and of scenarios, and how codes, relations and merged categories are typed."""

from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from typing import Any

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QListWidget, QPushButton

from sdc_desktop.engine.problems import Place, Refused, error
from sdc_desktop.engine.tables.specs.settings import UNKNOWN, Coordinates, DimensionSpec, SplitSpec, TableSpec
from sdc_desktop.project.pasted_table import sums_of, table_of, text_of
from sdc_desktop.ui.forms.choices import Choices
from sdc_desktop.ui.forms.debounced_text import SettlingLine, SettlingText
from sdc_desktop.ui.forms.editors.entry import Entry, WideEditor
from sdc_desktop.ui.forms.editors.simple import NUMBER, TickedField, Typed
from sdc_desktop.ui.forms.parts import heading, muted
from sdc_desktop.ui.theme import fill, step
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.tables.check_list import CheckList
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow
from sdc_desktop.words import N_

Scenario = tuple[tuple[str, ...], ...]
Merge = dict[str, tuple[tuple[str, ...], ...]]
_TIMES = " \u00d7 "


_ROUNDED = TableSpec.settings["rounded_to"]


class PublishedTableEditor(WideEditor):
    """A table that is pasted, or that a file has, and what its values were rounded to. With another table no
    published cell is suppressed.
    """

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self._shown: TableSpec | None = None
        self.text = SettlingText()
        self.text.setAccessibleName(entry.name)
        self.text.setPlaceholderText(
            entry.say(N_("Paste a table: column codes in the first row, totals last, suppressed cells blank"))
        )
        self.text.setLineWrapMode(SettlingText.LineWrapMode.NoWrap)
        self.text.setMinimumHeight(step(self, 18))
        self.described = plain_label()
        self.open = QPushButton(entry.say(N_("&Open a table\u2026")))
        note = muted(
            entry.say(N_("Mark suppressed cells by a blank, a point, x or *. A dash beside them is zero."))
        )
        self.rounded = SettlingLine()
        self.rounded.setAccessibleName(entry.say(_ROUNDED.label))
        self.rounded.setPlaceholderText(entry.say(_ROUNDED.absent))
        self.rounded.setToolTip(entry.say(_ROUNDED.help))
        label = heading(entry.say(_ROUNDED.label), self.rounded)
        fill(self, self.text, self.described, note, label, self.rounded, self.open, spacing=0.5)
        self.setFocusProxy(self.text)
        self.text.settled.connect(self._on_settled)
        self.rounded.settled.connect(self._on_rounded)
        self.open.clicked.connect(self._on_open)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show a table; a text that already gives it stays as typed. That of a table that is gone goes."""
        if value is not None and value is self._shown:
            return
        before, self._shown = self._shown, value
        typed = _table_or_none(self.text.toPlainText())
        if value is None and before is not None and typed == _exact(before):
            self.text.show_text("")
        text = "" if value is None else text_of(value)
        if value is not None and typed != _exact(value):
            self.text.show_text(text)
        rounded_to = None if value is None else value.rounded_to
        self.rounded.show_text("" if rounded_to is None else f"{rounded_to:.15g}")
        self.rounded.setEnabled(value is not None and value.instance is None)
        self.text.setVisible(value is None or bool(text))
        self.described.setText("" if value is None else self._description(value))
        self.described.setVisible(self.text.isHidden())

    def _description(self, table: TableSpec) -> str:
        name = table.instance or table.tab or table.file
        if name is not None:
            return self._entry.say(N_("The table of the file {name}."), name=name)
        return self._entry.say(
            N_("A table of the dimensions {names} in the plan."),
            names=", ".join(table.dimensions or ()),
        )

    @Slot(object)
    def _on_settled(self, text: str) -> None:
        if not text.strip():
            return
        try:
            table = table_of(text)
        except Refused as refusal:
            self.text.refuse()
            self._entry.context.refused(refusal.problems)
        else:
            rounded_to = None if self._shown is None else self._shown.rounded_to
            table = table.model_copy(update={"rounded_to": rounded_to})
            sums = sums_of(table)
            found = {"relations": sums} if sums else {}
            self._entry.context.changed({self._entry.key: table, "suppressed": (), **found})

    @Slot(object)
    def _on_rounded(self, text: str) -> None:
        if self._shown is None:
            return
        try:
            number = NUMBER.read(text)
        except Refused as refusal:
            self.rounded.refuse()
            self._entry.context.refused(refusal.problems)
            return
        rounded_to = number if number is not None and number > 0 else None
        self._entry.change(self._shown.model_copy(update={"rounded_to": rounded_to}))

    @Slot()
    def _on_open(self) -> None:
        self._entry.context.requested(self._entry.path)


def _exact(table: TableSpec) -> TableSpec:
    """A table without what it was rounded to and how its totals are made, which no pasted text states."""
    return table.model_copy(update={"rounded_to": None, "totals": None})


def _table_or_none(text: str) -> TableSpec | None:
    try:
        return table_of(text)
    except Refused:
        return None


class DetailedTableEditor(TickedField):
    """The variables of a detailed table. With others the scenarios begin again."""

    _value: tuple[DimensionSpec | str, ...] = ()

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the variables offered, and those of the table."""
        self._value = tuple(value)
        self.show_names(choices.offered.get(self._entry.path, ()), names_of(self._value))

    def _on_ticked(self, names: tuple[str, ...]) -> None:
        known = dict(zip(names_of(self._value), self._value, strict=True))
        kept = [known[name] for name in known if name in names]
        dimensions = (*kept, *(name for name in names if name not in known))
        scenarios = first_scenarios(names_of(dimensions))
        self._entry.context.changed({self._entry.key: dimensions, "scenarios": scenarios})


class ScenariosEditor(WideEditor):
    """The scenarios of a release, and below the tables of the one that is selected."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry)
        self._names: tuple[str, ...] = ()
        self._scenarios: list[Scenario] = []
        self.list = QListWidget()
        self.list.setAccessibleName(entry.name)
        self.list.setFixedHeight(step(self, 9))
        self.add = QPushButton(entry.say(N_("Add scenario")))
        self.remove = QPushButton(entry.say(N_("Remove")))
        self.tables = CheckList(entry.say(N_("Tables in the selected scenario")))
        fill(self, self.list, WrappingRow((self.add, self.remove), step(self, 0.5)), self.tables, spacing=0.5)
        self.setFocusProxy(self.list)
        self.list.currentRowChanged.connect(self._show_tables)
        self.tables.ticked.connect(self._on_tables)
        self.add.clicked.connect(self._on_add)
        self.remove.clicked.connect(self._on_remove)

    def show_setting(self, value: Any, choices: Choices) -> None:
        """Show the scenarios; the variables of the detailed table are those offered."""
        self._names = choices.offered.get(self._entry.path, ())
        self._scenarios = [tuple(map(tuple, scenario)) for scenario in value]
        row = min(max(self.list.currentRow(), 0), len(self._scenarios) - 1)
        with QSignalBlocker(self.list):
            self.list.clear()
            self.list.addItems([", ".join(map(_TIMES.join, scenario)) for scenario in self._scenarios])
            self.list.setCurrentRow(row)
        for part in (self.list, self.tables, self.add):
            part.setEnabled(len(self._names) > 1)
        self.remove.setEnabled(len(self._scenarios) > 1)
        self._show_tables()

    @Slot()
    def _show_tables(self) -> None:
        row = self.list.currentRow()
        chosen = self._scenarios[row] if 0 <= row < len(self._scenarios) else ()
        offered = {_TIMES.join(names): names for names in projections(self._names)}
        ticked = [text for text, names in offered.items() if any(set(names) == set(own) for own in chosen)]
        self.tables.show_names(tuple(offered), ticked)

    @Slot(object)
    def _on_tables(self, texts: tuple[str, ...]) -> None:
        row = self.list.currentRow()
        if not texts or not 0 <= row < len(self._scenarios):
            self._show_tables()  # a scenario has at least one table
            return
        scenario = tuple(tuple(text.split(_TIMES)) for text in texts)
        self._change([*self._scenarios[:row], scenario, *self._scenarios[row + 1 :]])

    @Slot()
    def _on_add(self) -> None:
        self._change([*self._scenarios, tuple(combinations(self._names, 1))])
        self.list.setCurrentRow(self.list.count() - 1)

    @Slot()
    def _on_remove(self) -> None:
        row = self.list.currentRow()
        self._change([own for place, own in enumerate(self._scenarios) if place != row])

    def _change(self, scenarios: Sequence[Scenario]) -> None:
        self._entry.change(tuple(scenarios))


def projections(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """All tables over some but not all of these dimensions, the finest first."""
    sizes = range(len(names) - 1, 0, -1)
    return tuple(found for size in sizes for found in combinations(names, size))


def first_scenarios(names: Sequence[str]) -> tuple[Scenario, ...]:
    """The finest tables, one more released each time."""
    finest = tuple(combinations(names, len(names) - 1)) if len(names) > 1 else ()
    return tuple(finest[: number + 1] for number in range(len(finest)))


def names_of(dimensions: Sequence[DimensionSpec | str]) -> tuple[str, ...]:
    """The variables of dimensions."""
    return tuple(own if isinstance(own, str) else own.variable for own in dimensions)


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


def _relations_text(relations: Sequence[SplitSpec]) -> str:
    return "\n".join(f"{parent} = {' + '.join(map(str, children))}" for parent, children in relations)


def _groups_of(text: str) -> Merge:
    """Lines `variable: code, code` as groups of codes by variable, also empty ones."""
    found: Merge = {}
    for line in text.splitlines():
        name, _, codes = line.partition(":")
        if name.strip():
            group = tuple(code.strip() for code in codes.split(",") if code.strip())
            found[name.strip()] = (*found.get(name.strip(), ()), group)
    return found


def merge_of(text: str) -> Merge:
    """Lines `variable: code, code` as lists of codes that become one, by variable."""
    found = {name: tuple(filter(None, groups)) for name, groups in _groups_of(text).items()}
    return {name: groups for name, groups in found.items() if groups}


def _merge_text(merge: Mapping[str, Sequence[Sequence[object]]]) -> str:
    return "\n".join(
        f"{name}: {', '.join(map(str, group))}" for name, groups in merge.items() for group in groups
    )


def _cell_of(text: str) -> Coordinates | None:
    return tuple(part.strip() for part in text.split("/") if part.strip()) or None


def _cells_of(text: str) -> tuple[Coordinates, ...]:
    found = (_cell_of(line) for line in text.splitlines())
    return tuple(cell for cell in found if cell is not None)


def _cells_text(cells: Sequence[Coordinates]) -> str:
    return "\n".join(map(_cell_text, cells))


def _cell_text(cell: Coordinates) -> str:
    return " / ".join(map(str, cell))


def codes_of(text: str) -> dict[str, tuple[str, ...]]:
    """Lines `variable: code, code` as the codes of each variable; several lines of one add up."""
    return {name: tuple(chain(*groups)) for name, groups in merge_of(text).items()}


def predictors_of(text: str) -> dict[str, tuple[str, ...]]:
    """Lines `variable: predictor, predictor`; a variable without any is drawn regardless of the others."""
    return {name: tuple(dict.fromkeys(chain(*groups))) for name, groups in _groups_of(text).items()}


def _codes_text(codes: Mapping[str, Sequence[str]]) -> str:
    return "\n".join(f"{name}: {', '.join(own)}" for name, own in codes.items())


def _lowest(text: str) -> Any:
    """A number, or the word `unknown`; None where nothing is typed."""
    return UNKNOWN if text.strip() == UNKNOWN else NUMBER.read(text)


def _lines_of(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def _headings_of(text: str) -> dict[str, str]:
    """Lines `variable: heading`."""
    pairs = (line.partition(":") for line in _lines_of(text))
    return {name.strip(): heading.strip() for name, _, heading in pairs if name.strip() and heading.strip()}


def _headings_text(headings: Mapping[str, str]) -> str:
    return "\n".join(f"{name}: {heading}" for name, heading in headings.items())


LINES = Typed(_lines_of, "\n".join, lines=4)
HEADINGS = Typed(_headings_of, _headings_text, lines=3, hint=N_("one per line: variable: heading"))
RELATIONS = Typed(relations_of, _relations_text, lines=3, hint=N_("one per line: North = A + B"))
MERGE = Typed(merge_of, _merge_text, lines=4, hint=N_("one per line: variable: code, code"))
LOWEST = Typed(_lowest, str, hint=N_("a number, or unknown"), word=UNKNOWN)
CELL = Typed(_cell_of, _cell_text, hint=N_("row / column"))
CELLS = Typed(_cells_of, _cells_text, lines=3, hint=N_("one per line: row / column"))
PREDICTORS = Typed(
    predictors_of, _codes_text, lines=3, hint=N_("one per line: variable: predictor, predictor")
)
CODES = Typed(codes_of, _codes_text, lines=4, hint=N_("one per line: variable: code, code"))
BOUND = Typed(NUMBER.read, lambda bound: "" if isinstance(bound, tuple) else str(bound))  # of all cells
