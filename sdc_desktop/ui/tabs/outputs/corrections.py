"""The menu on a cell of a sheet: what a row or column is, which lines are totals, where the figures are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu, QWidget

from sdc_desktop.engine.methods.outputs.output_check import MEANINGS
from sdc_desktop.engine.submission.spec import KINDS
from sdc_desktop.ui.tabs.outputs.dialogs import ReasonDialog
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.submission.sheets import Box, Sheet
    from sdc_desktop.engine.submission.submission import CheckedTable
    from sdc_desktop.words.outputs.stated import StatedNumber


@dataclass(frozen=True)
class Clicked:
    """What was clicked: the table and the place in it (None: in no table), the sheet, the selected cells, and
    the text of a cell of the table that is no figure.
    """

    table: CheckedTable | None
    row: int | None
    column: int | None
    sheet: Sheet
    box: Box | None
    mark: str = ""
    stated: tuple[StatedNumber, ...] = ()  # the stated numbers there, of the selected table


def clicked(
    tables: tuple[CheckedTable, ...], place: tuple[int, int], sheet: Sheet, box: Box | None
) -> Clicked:
    """The table around a place of a sheet, by its body, header and labels."""
    for table in tables:
        found = table.table
        rows = {row: number for number, row in enumerate(found.row_places)}
        columns = {column: number for number, column in enumerate(found.column_places)}
        near_rows = {*rows, *found.header_rows}
        near_columns = {*columns, *found.label_columns}
        if place[0] in near_rows and place[1] in near_columns:
            row, column = rows.get(place[0]), columns.get(place[1])
            return Clicked(table, row, column, sheet, box, _mark(table, row, column))
    return Clicked(None, None, None, sheet, box)


def _mark(table: CheckedTable, row: int | None, column: int | None) -> str:
    """The text of a cell that has no value."""
    figure = None if row is None or column is None else table.table.figure(row, column)
    if figure is None or figure.status in ("value", "empty"):
        return ""
    return figure.shown.strip()[:40]


class CorrectionMenu(QMenu):
    """What can be corrected at a cell; every entry is one step. ``chosen``: the table of an outline that is
    drawn where there is none. A text that is no figure can be given a meaning for the whole check.
    """

    corrected = Signal(object, object, object)  # CheckedTable; the changed fields; name of the step
    undone = Signal(object)  # CheckedTable: as it was found
    mark_explained = Signal(object, object)  # the mark, its meaning

    def __init__(
        self, what: Clicked, chosen: CheckedTable | None, words: Words, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._words, self._what = words, what
        table = what.table or chosen
        if table is None:
            self.addAction(words.say(N_("No table here"))).setEnabled(False)
            return
        self._table = table
        for one in what.stated:
            self._add_stated(one)
        if what.table is not None and what.column is not None:
            self._add_column(what.column)
        if what.table is not None and what.row is not None:
            self._add_row(what.row)
        self.addSeparator()
        self._add_selection()
        self._add_no_totals()
        self._add_requested()
        if what.mark:
            self._add_mark(what.mark)
        if table.corrected:
            self.addSeparator()
            text = words.say(N_("Remove all corrections of this table"))
            self.addAction(text).triggered.connect(self._undo)

    # entries -----------------------------------------------------------------------------------------

    def _add_stated(self, one: StatedNumber) -> None:
        """What a stated number is: the total of the table, or not, with a reason."""
        say, name = self._words.say, one.name(self._words)
        if one.meaning != "total":
            text = say(N_("{number} is the total of th&is table"), number=name)
            self._add(self, text, {"statements": {one.place: "total"}})
        if one.meaning != "not_total":
            text = say(N_("{number} is not th&e total\u2026"), number=name)
            self.addAction(text).triggered.connect(partial(self._ask_not_total, one.place, text))

    def _add_column(self, column: int) -> None:
        found, say = self._table.table, self._words.say
        name = found.column_name(column)
        kinds = self.addMenu(say(N_("&Column {name} contains"), name=name))
        self._add_kinds(kinds, "kinds", name)
        others = [found.column_name(place) for place in range(len(found.columns)) if place != column]
        if others:
            counts = self.addMenu(say(N_("Counts &behind column {name} are in"), name=name))
            for other in others:
                label = say(N_("Counts behind {name}: {other}"), name=name, other=other)
                self._add(counts, other, {"counts": {name: other}}, label)
        if len(others) > 1:
            text = say(N_("Column {name} is the &sum of the other columns"), name=name)
            self._add(self, text, {"column_totals": self._totals("column", name, others)})

    def _add_row(self, row: int) -> None:
        found, say = self._table.table, self._words.say
        name = found.row_name(row)
        kinds = self.addMenu(say(N_("&Row {name} contains"), name=name))
        self._add_kinds(kinds, "row_kinds", name)
        others = [found.row_name(place) for place in range(len(found.rows)) if place != row]
        if len(others) > 1:
            text = say(N_("Row {name} is the s&um of the other rows"), name=name)
            self._add(self, text, {"row_totals": self._totals("row", name, others)})

    def _add_kinds(self, menu: QMenu, key: str, name: str) -> None:
        for kind, choice in KINDS.items():
            text = self._words.say(choice.label)
            label = self._words.say(N_("{name}: {kind}"), name=name, kind=text)
            self._add(menu, text, {key: {name: kind}}, label)

    def _add_selection(self) -> None:
        """What the selected cells are: the figures of the table, or a total with its parts."""
        box, sheet, say = self._what.box, self._what.sheet, self._words.say
        if box is None or (box[0], box[1]) == (box[2], box[3]):
            return
        if sheet.places is None:  # in texts cells have no addresses that a plan could name
            address = sheet.box_address(box)
            self._add(self, say(N_("The &figures are in {range}"), range=address), {"outline": address})
        found = self._table.table
        rows = [n for n, row in enumerate(found.row_places) if box[0] <= row <= box[2]]
        columns = [n for n, column in enumerate(found.column_places) if box[1] <= column <= box[3]]
        if len(rows) > 2 and len(columns) == 1:
            text = N_("Row {name} is the sum of rows {first} to {last}")
            self._add_sums("row", [found.row_name(row) for row in rows], text)
        if len(columns) > 2 and len(rows) == 1:
            text = N_("Column {name} is the sum of columns {first} to {last}")
            self._add_sums("column", [found.column_name(column) for column in columns], text)

    def _add_sums(self, axis: Literal["row", "column"], names: Sequence[str], text: str) -> None:
        """The last line of some is the sum of the others, or the first."""
        for line, parts in ((names[-1], names[:-1]), (names[0], names[1:])):
            shown = self._words.say(text, name=line, first=parts[0], last=parts[-1])
            self._add(self, shown, {f"{axis}_totals": self._totals(axis, line, parts)})

    def _add_no_totals(self) -> None:
        for key, text in (
            ("row_totals", N_("No row is a total")),
            ("column_totals", N_("No column is a total")),
        ):
            if getattr(self._table.table, key):
                self._add(self, self._words.say(text), {key: ()})

    def _add_requested(self) -> None:
        """Corrections that need a number or a text."""
        say = self._words.say
        for key, text, question in _NUMBERS:
            self.addAction(say(text)).triggered.connect(partial(self._ask_number, key, say(question)))
        for key, text, question in _TEXTS:
            self.addAction(say(text)).triggered.connect(partial(self._ask_text, key, say(question)))

    def _add_mark(self, mark: str) -> None:
        menu = self.addMenu(self._words.say(N_("The &mark \u201c{mark}\u201d means"), mark=mark))
        for meaning, choice in MEANINGS.items():
            action = menu.addAction(self._words.say(choice.label))
            action.triggered.connect(partial(self._explain_mark, mark, meaning))

    def _add(self, menu: QMenu, text: str, fields: Mapping[str, Any], label: str | None = None) -> None:
        menu.addAction(text).triggered.connect(partial(self._correct, fields, label or text))

    def _totals(
        self, axis: Literal["row", "column"], line: str, parts: Sequence[str]
    ) -> list[dict[str, Any]]:
        """The totals that the table has along an axis, with this one: what was found stays known."""
        found = self._table.table
        known = found.row_totals if axis == "row" else found.column_totals
        name = found.row_name if axis == "row" else found.column_name
        kept = [
            {"line": name(one.line), "parts": [name(part) for part in one.parts]}
            for one in known
            if name(one.line) != line
        ]
        return [*kept, {"line": line, "parts": list(parts)}]

    # what is chosen ----------------------------------------------------------------------------------

    def _correct(self, fields: Mapping[str, Any], label: str, _checked: bool = False) -> None:
        self.corrected.emit(self._table, fields, label.replace("&", ""))

    def _undo(self, _checked: bool = False) -> None:
        self.undone.emit(self._table)

    def _explain_mark(self, mark: str, meaning: str, _checked: bool = False) -> None:
        self.mark_explained.emit(mark, meaning)

    def _ask_number(self, key: str, question: str, _checked: bool = False) -> None:
        say = self._words.say
        most = 100 if key in ("header", "labels") else 1_000_000
        number, meant = QInputDialog.getInt(
            self.parentWidget(), say(N_("Correction")), question, self._now(key), 0, most
        )
        if meant:
            self._correct({key: number}, say(N_("Correction: {text}"), text=question.rstrip(":")))

    def _ask_text(self, key: str, question: str, _checked: bool = False) -> None:
        say = self._words.say
        text, meant = QInputDialog.getText(
            self.parentWidget(), say(N_("Correction")), question, QLineEdit.EchoMode.Normal, ""
        )
        if meant and text.strip():
            label = say(N_("Correction: {text}"), text=question.rstrip(":"))
            self._correct({key: text.strip()[:400]}, label)

    def _ask_not_total(self, place: str, label: str, _checked: bool = False) -> None:
        dialog = ReasonDialog(label.replace("&", "").removesuffix("\u2026"), self._words, self.parentWidget())
        if dialog.exec():
            fields = {"statements": {place: "not_total"}, "reason": dialog.text}
            self._correct(fields, label.removesuffix("\u2026"))

    def _now(self, key: str) -> int:
        found = self._table.table
        counts = {"header": len(found.header_rows), "labels": len(found.label_columns)}
        return {**counts, "rounded": found.rounded}.get(key, 0)


_NUMBERS = (
    ("n", N_("&Number of contributors\u2026"), N_("Number of contributors behind every figure:")),
    ("rounded", N_("Rounding b&ase\u2026"), N_("Base of rounding, 0 if the figures are not rounded:")),
    ("header", N_("&Header rows\u2026"), N_("Number of header rows above the figures:")),
    ("labels", N_("&Label columns\u2026"), N_("Number of label columns before the figures:")),
)
_TEXTS = (
    ("title", N_("&Title\u2026"), N_("Title of this table:")),
    ("population", N_("&Population\u2026"), N_("Population of this table:")),
    (
        "not_table",
        N_("N&ot a table\u2026"),
        N_("Reason why these cells are not a table that is released:"),
    ),
)
