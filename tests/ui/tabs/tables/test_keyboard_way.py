"""The whole way by keys alone: dimensions, rules, method, protecting, a cell."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from sdc_desktop.ui.widgets.verdict_bar import Mark
from tests.ui.tabs.tables.conftest import Desk


def tab_to(desk: Desk, wanted: QWidget) -> None:
    """Press Tab until a widget has the focus."""
    for _ in range(80):
        focus = QApplication.focusWidget()
        if focus is wanted:
            return
        desk.qtbot.keyClick(focus or desk.page, Qt.Key.Key_Tab)
    raise AssertionError(f"Tab never led to {wanted.accessibleName() or wanted}")


def pick(desk: Desk, box: QWidget, letter: str) -> None:
    """Go to a chooser and type the first letter of what is wanted, as for any list."""
    tab_to(desk, box)
    desk.qtbot.keyClick(box, letter)
    desk.rest()


def test_a_table_is_protected_without_a_mouse(desk: Desk) -> None:
    desk.open()
    desk.page.activateWindow()
    desk.page.tables.cards.take_focus()
    pick(desk, desk.page.question.dimensions_of("table").boxes[0], "r")
    pick(desk, desk.page.question.dimensions_of("table").boxes[1], "s")
    pick(desk, desk.field("value"), "t")
    params = desk.controller.plan.jobs[0].params
    assert [own.variable for own in params.dimensions] == ["region", "size"]
    assert params.value == "turnover"
    tab_to(desk, desk.field("rules").add)
    desk.add_rule("p % rule")  # of the menu that the button opens
    desk.rest()
    tab_to(desk, desk.page.question.run)
    desk.qtbot.keyClick(desk.page.question.run, Qt.Key.Key_Space)
    desk.rest()
    assert desk.page.verdict.mark is Mark.SAFE
    table = desk.page.answer.cells.table
    tab_to(desk, table)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right):
        desk.qtbot.keyClick(table, key)
    desk.rest()
    assert desk.view.selected is not None
    assert desk.why.text().strip()


def test_everything_that_takes_the_focus_has_a_name(desk: Desk) -> None:
    desk.open()
    for way in ("table", "audit", "linked_audit"):
        desk.page.presenter.choose_way(way)
        nameless = [
            part
            for part in desk.page.question.findChildren(QWidget)
            if part.focusPolicy() & Qt.FocusPolicy.TabFocus
            and part.isVisibleTo(desk.page)
            and not (part.accessibleName() or getattr(part, "text", str)())
            and part.parentWidget().accessibleName() == ""
        ]
        assert nameless == []
