"""Blocks of variables: how they move, by the rules and by hand in the tree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QDropEvent, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItemIterator
from pytestqt.qtbot import QtBot

from sdc_desktop.ui.forms.editors.blocks import (
    NEW,
    OUT,
    BlocksEditor,
    apart,
    moved,
    next_place,
    place_of,
    together,
)
from sdc_desktop.ui.theme import Theme
from sdc_desktop.words import Words

NAMES = ["age", "income", "hours", "area", "weight"]
BLOCKS = (("age", "income"), ("hours",))


@st.composite
def some_blocks(draw):
    numbers = draw(st.lists(st.integers(-1, 3), min_size=len(NAMES), max_size=len(NAMES)))
    groups = [tuple(n for n, number in zip(NAMES, numbers, strict=True) if number == i) for i in range(4)]
    return tuple(group for group in groups if group)


@given(some_blocks(), st.lists(st.sampled_from(NAMES), min_size=1, unique=True), st.data())
def test_what_moves_is_in_its_place_and_nothing_else_is_touched(blocks, names, data) -> None:
    place = data.draw(st.sampled_from([NEW, OUT, *range(len(blocks))]))
    after = moved(blocks, names, place)
    assert all(after), "no block is empty"
    flat = [name for block in after for name in block]
    assert len(flat) == len(set(flat))
    others = {name for block in blocks for name in block} - set(names)
    assert set(flat) - set(names) == others
    (found,) = {place_of(after, name) for name in names}
    assert (found == OUT) == (place == OUT)
    if place >= 0:
        stayed = [name for name in blocks[place] if name not in names]
        assert set(after[found]) == {*stayed, *names}
    for one in others:
        for other in others:
            apart_before = place_of(blocks, one) != place_of(blocks, other)
            assert apart_before == (place_of(after, one) != place_of(after, other))


@given(some_blocks(), st.sampled_from(NAMES))
def test_going_down_again_and_again_comes_out_and_going_up_comes_to_the_first(blocks, name) -> None:
    for down in (True, False):
        here = blocks
        for _ in range(2 * len(NAMES)):
            place = next_place(here, [name], down)
            if place is not None:
                here = moved(here, [name], place)
        assert place_of(here, name) == (OUT if down else 0)


def test_all_in_one_block_and_one_block_a_variable() -> None:
    assert together(BLOCKS) == (("age", "income", "hours"),)
    assert apart(BLOCKS) == (("age",), ("income",), ("hours",))
    assert together(()) == apart(()) == ()


# ----- the tree


@pytest.fixture
def editor(qtbot: QtBot, theme: Theme) -> BlocksEditor:
    """Two blocks and two variables in none; what is wanted is done."""
    made = BlocksEditor(Words())
    qtbot.addWidget(made)

    def show(blocks) -> None:
        out = [name for name in NAMES if place_of(blocks, name) == OUT]
        made.show_blocks(blocks, out, dict.fromkeys(NAMES, "continuous"), {"age", "income", "hours", "area"})

    made.blocks_requested.connect(show)
    show(BLOCKS)
    made.resize(300, 400)
    made.show()
    qtbot.waitExposed(made)
    return made


def drop(editor: BlocksEditor, names: list[str], target: QPoint) -> None:
    """The end of a drag. (That it begins and gets there is tried on a real screen, see tests/e2e.)"""
    items = [editor.item_of(name) for name in names]
    editor.clearSelection()
    for item in items:
        item.setSelected(True)
    mime = editor.mimeData(items)
    move, left = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton
    event = QDropEvent(target, move, mime, left, Qt.KeyboardModifier.NoModifier)
    editor.dropEvent(event)
    QApplication.processEvents()


def select(editor: BlocksEditor, *names: str) -> None:
    editor.clearSelection()
    editor.setCurrentItem(editor.item_of(names[0]))
    for name in names:
        editor.item_of(name).setSelected(True)


def rows(editor: BlocksEditor) -> list[str]:
    """What stands in the tree, the variables indented."""
    found, here = [], QTreeWidgetItemIterator(editor)
    while (item := here.value()) is not None:
        found.append(("  " if item.parent() else "") + item.text(0))
        here += 1
    return found


def test_the_tree_shows_blocks_a_place_for_a_new_one_and_what_is_in_none(editor: BlocksEditor) -> None:
    assert rows(editor) == [
        "Block 1",
        "  age",
        "  income",
        "Block 2",
        "  hours",
        "New block: drop a variable here",
        "In no block, unchanged (2)",
        "  area",
        "  weight",
    ]
    assert editor.item_of("age").text(1) == "continuous"


def test_a_variable_dropped_on_another_stands_before_it(editor: BlocksEditor) -> None:
    drop(editor, ["age"], editor.visualItemRect(editor.item_of("hours")).center())
    assert editor.blocks == (("income",), ("age", "hours"))
    assert [item.text(0) for item in editor.selectedItems()] == ["age"], "it stays selected"


@pytest.mark.parametrize(
    ("names", "place", "blocks"),
    [
        (["age"], 1, (("income",), ("hours", "age"))),
        (["age", "hours"], NEW, (("income",), ("age", "hours"))),
        (["hours"], 0, (("age", "income", "hours"),)),
        (["age"], OUT, (("income",), ("hours",))),
        (["area"], 0, (("age", "income", "area"), ("hours",))),
        (["hours"], 1, BLOCKS),
    ],
)
def test_variables_are_dropped_on_the_heading_of_a_place(editor: BlocksEditor, names, place, blocks) -> None:
    drop(editor, names, editor.visualItemRect(editor.place_item(place)).center())
    assert editor.blocks == blocks


def test_a_drop_beneath_everything_makes_a_new_block(editor: BlocksEditor) -> None:
    drop(editor, ["income"], QPoint(20, editor.viewport().height() - 3))
    assert editor.blocks == (("age",), ("hours",), ("income",))


def test_keys_move_a_variable_from_block_to_block_and_out(editor: BlocksEditor) -> None:
    select(editor, "age")
    editor.setFocus()
    seen = []
    for key in ("Down", "Down", "Down", "Up"):
        QTest.keyClick(editor, getattr(Qt.Key, f"Key_{key}"), Qt.KeyboardModifier.AltModifier)
        seen.append(editor.blocks)
    assert seen == [
        (("income",), ("hours", "age")),
        (("income",), ("hours",), ("age",)),
        (("income",), ("hours",)),
        (("income",), ("hours", "age")),
    ]
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    assert editor.blocks == (("income",), ("hours",))


def test_the_menu_offers_every_other_place(editor: BlocksEditor) -> None:
    def texts(*names: str) -> list[str]:
        return [action.text() for action in editor.menu_for(names).actions()]

    assert texts("age") == ["Move to Block 2", "Move to a new block", "Remove: leave unchanged"]
    assert texts("hours") == ["Move to Block 1", "Remove: leave unchanged"]
    assert texts("area") == ["Move to Block 1", "Move to Block 2", "Move to a new block"]
    editor.menu_for(["area"]).actions()[0].trigger()
    assert editor.blocks == (("age", "income", "area"), ("hours",))


def test_several_variables_move_together(editor: BlocksEditor) -> None:
    select(editor, "age", "income")
    editor.setFocus()
    QTest.keyClick(editor, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert editor.blocks == (("hours", "age", "income"),)


def test_levels_take_the_colour_of_muted_text_in_another_theme(qtbot: QtBot) -> None:
    editor = BlocksEditor(Words())
    qtbot.addWidget(editor)
    editor.show_blocks(BLOCKS, (), dict.fromkeys(NAMES, "ordinal"), ())
    palette = editor.palette()
    palette.setColor(QPalette.ColorRole.PlaceholderText, QColor("#123456"))
    editor.setPalette(palette)
    row, new = editor.item_of("age"), editor.place_item(NEW)
    assert row is not None
    assert new is not None
    assert row.text(1) == "ordinal"
    assert {row.foreground(1).color().name(), new.foreground(0).color().name()} == {"#123456"}
