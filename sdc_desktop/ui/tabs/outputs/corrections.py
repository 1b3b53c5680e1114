"""The menu on a cell of a sheet: what a row or column is, which lines are totals, where the figures are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu, QWidget

from sdc_desktop.engine.methods.outputs.output_check import KINDS
from sdc_desktop.words import N_, Words

if TYPE_CHECKING:
    from sdc_desktop.engine.submission.sheets import Box, Sheet
    from sdc_desktop.engine.submission.submission import CheckedTable

Correct = Callable[["CheckedTable", Mapping[str, Any], str], None]


@dataclass(frozen=True)
class Clicked:
    """What was clicked: the table and the place in it (None: in no table), the sheet, the selected cells."""

    table: CheckedTable | None
    row: int | None
    column: int | None
    sheet: Sheet
    box: Box | None


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
            return Clicked(table, rows.get(place[0]), columns.get(place[1]), sheet, box)
    return Clicked(None, None, None, sheet, box)


def correction_menu(
    what: Clicked,
    chosen: CheckedTable | None,
    correct: Correct,
    undo: Callable[[CheckedTable], None],
    words: Words,
    parent: QWidget,
) -> QMenu:
    """The menu; every entry is one correction. ``chosen``: the table that an outline is for."""
    menu, say = QMenu(parent), words.say
    table = what.table or chosen
    if table is None:
        menu.addAction(say(N_("No table here"))).setEnabled(False)
        return menu
    found = table.table
    if what.table is not None and what.column is not None:
        name = found.column_name(what.column)
        kinds = menu.addMenu(say(N_("&Column {name} contains"), name=name))
        _add_kinds(kinds, {"kinds": name}, table, correct, words)
        if len(found.columns) > 2:
            text = say(N_("Column {name} is the &sum of the other columns"), name=name)
            others = tuple(found.column_name(n) for n in range(len(found.columns)) if n != what.column)
            menu.addAction(text).triggered.connect(
                partial(_correct, correct, table, {"column_totals": [{"line": name, "parts": others}]}, text)
            )
    if what.table is not None and what.row is not None:
        name = found.row_name(what.row)
        kinds = menu.addMenu(say(N_("&Row {name} contains"), name=name))
        _add_kinds(kinds, {"row_kinds": name}, table, correct, words)
        if len(found.rows) > 2:
            text = say(N_("Row {name} is the s&um of the other rows"), name=name)
            others = tuple(found.row_name(n) for n in range(len(found.rows)) if n != what.row)
            menu.addAction(text).triggered.connect(
                partial(_correct, correct, table, {"row_totals": [{"line": name, "parts": others}]}, text)
            )
    menu.addSeparator()
    for key, text in (("row_totals", N_("No row is a total")), ("column_totals", N_("No column is a total"))):
        if getattr(found, key):
            menu.addAction(say(text)).triggered.connect(
                partial(_correct, correct, table, {key: ()}, say(text))
            )
    _add_outline(menu, what, table, correct, words)
    _add_asked(menu, table, correct, words, parent)
    if table.corrected:
        menu.addSeparator()
        menu.addAction(say(N_("Remove all corrections of this table"))).triggered.connect(
            partial(_undo, undo, table)
        )
    return menu


def _add_outline(menu: QMenu, what: Clicked, table: CheckedTable, correct: Correct, words: Words) -> None:
    """The selected cells as the figures of the table; only in sheets, whose cells have addresses."""
    box = what.box
    if box is None or what.sheet.places is not None or (box[0], box[1]) == (box[2], box[3]):
        return
    address = what.sheet.box_address(box)
    text = words.say(N_("The &figures are in {range}"), range=address)
    menu.addAction(text).triggered.connect(partial(_correct, correct, table, {"outline": address}, text))


def _add_asked(menu: QMenu, table: CheckedTable, correct: Correct, words: Words, parent: QWidget) -> None:
    """Corrections that need a number or a text."""
    say = words.say
    for key, text, question in (
        ("n", N_("&Number of contributors\u2026"), N_("Number of contributors behind every figure:")),
        ("rounded", N_("Rounding &base\u2026"), N_("Base of rounding, 0 if the figures are not rounded:")),
    ):
        menu.addAction(say(text)).triggered.connect(
            partial(_ask_number, parent, key, say(question), table, correct, words)
        )
    for key, text, question in (
        ("population", N_("&Population\u2026"), N_("Population of this table:")),
        (
            "not_table",
            N_("&Not a table\u2026"),
            N_("Reason why these cells are not a table that is released:"),
        ),
    ):
        menu.addAction(say(text)).triggered.connect(
            partial(_ask_text, parent, key, say(question), table, correct, words)
        )


def _add_kinds(
    menu: QMenu, keys: Mapping[str, str], table: CheckedTable, correct: Correct, words: Words
) -> None:
    ((key, name),) = keys.items()
    for kind, choice in KINDS.items():
        text = words.say(choice.label)
        label = words.say(N_("{name}: {kind}"), name=name, kind=text)
        menu.addAction(text).triggered.connect(partial(_correct, correct, table, {key: {name: kind}}, label))


def _correct(
    correct: Correct, table: CheckedTable, fields: Mapping[str, Any], label: str, _checked: bool = False
) -> None:
    correct(table, fields, label.replace("&", ""))


def _undo(undo: Callable[[CheckedTable], None], table: CheckedTable, _checked: bool = False) -> None:
    undo(table)


def _ask_number(
    parent: QWidget,
    key: str,
    question: str,
    table: CheckedTable,
    correct: Correct,
    words: Words,
    _checked: bool = False,
) -> None:
    number, meant = QInputDialog.getInt(parent, words.say(N_("Correction")), question, 0, 0, 1_000_000)
    if meant:
        correct(table, {key: number}, words.say(N_("Correction: {text}"), text=question.rstrip(":")))


def _ask_text(
    parent: QWidget,
    key: str,
    question: str,
    table: CheckedTable,
    correct: Correct,
    words: Words,
    _checked: bool = False,
) -> None:
    text, meant = QInputDialog.getText(
        parent, words.say(N_("Correction")), question, QLineEdit.EchoMode.Normal, ""
    )
    if meant and text.strip():
        correct(
            table, {key: text.strip()[:400]}, words.say(N_("Correction: {text}"), text=question.rstrip(":"))
        )
