"""The minimum class size of the plan, set in the chip of the bar."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.plan_rules import sizes_in
from sdc_desktop.ui.widgets.popover import Popover
from tests.ui.tabs.microdata.conftest import Desk


@pytest.fixture
def unset(closed_desk: Desk, demo_plan: Plan) -> Desk:
    """A file without a step: nothing says how large a class must be."""
    closed_desk.open(demo_plan.model_copy(update={"jobs": ()}))
    assert not sizes_in(closed_desk.controller.plan)
    return closed_desk


@pytest.mark.parametrize(("typed", "size"), [("", 3), ("3", 3), ("7", 7)])
def test_enter_takes_the_size_that_is_shown_and_closes_the_editor(unset: Desk, typed: str, size: int) -> None:
    chips, steps = unset.page.chips, unset.steps
    QTest.mouseClick(chips.k, Qt.MouseButton.LeftButton)
    editor = chips.size.window()
    assert isinstance(editor, Popover)
    assert editor.isVisible()
    if typed:
        chips.size.selectAll()
        QTest.keyClicks(chips.size, typed)
    QTest.keyClick(chips.size, Qt.Key.Key_Return)
    assert sizes_in(unset.controller.plan) == (size,)
    assert chips.k.text() == f"k = {size}"
    assert unset.steps == steps + 1
    assert not editor.isVisible()


def test_escape_sets_no_size(unset: Desk) -> None:
    chips = unset.page.chips
    QTest.mouseClick(chips.k, Qt.MouseButton.LeftButton)
    QTest.keyClick(chips.size, Qt.Key.Key_Escape)
    assert not chips.size.isVisible()
    assert not sizes_in(unset.controller.plan)
