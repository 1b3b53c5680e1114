"""Rows that continue on the next line, tabs that become a list, pairs of fields that go below each other."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QScrollArea, QVBoxLayout, QWidget

from sdc_desktop.ui.forms.pair_grid import PairGrid
from sdc_desktop.ui.widgets.folding_tabs import FoldingTabs
from sdc_desktop.ui.widgets.wrapping_row import WrappingRow


@pytest.fixture
def row(qtbot) -> WrappingRow:
    made = WrappingRow([QPushButton(f"button {number}") for number in range(4)], 5)
    qtbot.addWidget(made)
    made.show()
    return made


def lines(row: WrappingRow) -> list[int]:
    return sorted({button.y() for button in row.findChildren(QPushButton) if button.isVisible()})


def test_a_row_that_fits_is_one_line(row) -> None:
    row.resize(row.sizeHint())
    assert len(lines(row)) == 1
    assert row.heightForWidth(row.width()) == row.sizeHint().height()


@pytest.mark.parametrize("width", range(90, 500, 7))
def test_whatever_the_width_no_button_is_cut_nor_covers_another(row, width: int) -> None:
    row.resize(width, row.heightForWidth(width))
    buttons = row.findChildren(QPushButton)
    for button in buttons:
        assert row.rect().contains(button.geometry())
        assert button.width() >= min(button.sizeHint().width(), width)
        assert not any(button.geometry().intersects(other.geometry()) for other in buttons if other != button)


def test_hidden_widgets_take_no_room_in_a_row(row) -> None:
    buttons = row.findChildren(QPushButton)
    whole = row.sizeHint().width()
    buttons[0].hide()
    assert row.sizeHint().width() == whole - buttons[0].sizeHint().width() - 5
    row.resize(row.sizeHint())
    assert buttons[1].x() == 0


@pytest.fixture
def tabs(qtbot) -> FoldingTabs:
    made = FoldingTabs("views", "Views")
    for name in ("Values", "Class sizes", "Risk", "R-U map", "Records", "Suppression"):
        made.addTab(QLabel(name), name)
    made.setTabVisible(5, False)
    qtbot.addWidget(made)
    made.resize(900, 200)
    made.show()
    return made


def test_tabs_that_do_not_fit_become_a_list_and_come_back(qtbot, tabs) -> None:
    bar = tabs.tabBar()
    assert not bar.folded
    tabs.setCurrentIndex(2)
    tabs.resize(160, 200)
    assert bar.folded
    assert [bar.list.itemText(row) for row in range(bar.list.count())] == [
        "Values",
        "Class sizes",
        "Risk",
        "R-U map",
        "Records",
    ]
    assert bar.list.currentText() == "Risk"
    bar.list.setFocus()
    qtbot.keyClick(bar.list, Qt.Key.Key_Down)
    assert tabs.currentIndex() == 3
    tabs.setCurrentIndex(0)
    assert bar.list.currentText() == "Values"
    tabs.resize(900, 200)
    assert not bar.folded


def test_the_page_shown_determines_the_least_height(tabs) -> None:
    tabs.widget(2).setMinimumHeight(400)
    assert tabs.minimumSizeHint().height() < 200
    tabs.setCurrentIndex(2)
    assert tabs.minimumSizeHint().height() > 400


def test_a_list_of_tabs_follows_what_is_visible(tabs) -> None:
    tabs.resize(160, 200)
    tabs.setTabVisible(5, True)
    tabs.setTabVisible(0, False)
    bar = tabs.tabBar()
    texts = [bar.list.itemText(row) for row in range(bar.list.count())]
    assert texts == ["Class sizes", "Risk", "R-U map", "Records", "Suppression"]
    bar.list.activated.emit(4)
    assert tabs.currentIndex() == 5


def test_pairs_of_fields_go_below_each_other_where_they_do_not_fit(qtbot) -> None:
    place = QWidget()
    grid = PairGrid(2, place)
    pairs = [(QLabel(f"A label that is long, {number}"), QLineEdit()) for number in range(4)]
    for label, field in pairs:
        grid.add_pair(label, field)
    qtbot.addWidget(place)
    grid.resize(900, 200)
    place.show()
    grid.grid.activate()
    assert pairs[0][0].y() == pairs[1][0].y()
    grid.resize(300, 200)
    grid.grid.activate()
    tops = [label.y() for label, _ in pairs]
    assert tops == sorted(set(tops))
    for label, field in pairs:
        assert label.geometry().right() < field.geometry().left()
    grid.resize(900, 200)
    grid.grid.activate()
    assert pairs[0][0].y() == pairs[1][0].y() < pairs[2][0].y()


def test_tabs_that_were_a_list_show_the_first_name_again(qtbot, tabs) -> None:
    tabs.resize(200, 200)
    assert tabs.tabBar().folded
    tabs.setCurrentIndex(4)
    qtbot.waitUntil(lambda: tabs.tabBar().tabRect(0).left() < 0)  # so that the last one is in the bar
    tabs.resize(900, 200)
    assert not tabs.tabBar().folded
    assert tabs.tabBar().tabRect(0).left() == 0
    assert tabs.currentIndex() == 4


def test_on_a_low_screen_a_chosen_page_is_scrolled_into_view(qtbot) -> None:
    whole = QWidget()
    column = QVBoxLayout(whole)
    above = QLabel("picture")
    above.setFixedHeight(300)
    tabs = FoldingTabs("pages", "Pages")
    for name in ("one", "two"):
        page = QLabel(name)
        page.setFixedHeight(250)
        tabs.addTab(page, name)
    column.addWidget(above)
    column.addWidget(tabs)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(whole)
    qtbot.addWidget(area)
    area.resize(400, 350)
    area.show()
    qtbot.waitExposed(area)
    assert area.verticalScrollBar().value() == 0
    bar = tabs.tabBar()
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(1).center())
    top = tabs.mapTo(area.viewport(), QPoint(0, 0)).y()
    assert 0 <= top < 60
    assert tabs.currentIndex() == 1


def test_whatever_the_width_tabs_fold_once_whichever_is_current(qtbot, theme) -> None:
    tabs = FoldingTabs("pages", "Pages", scale="small")
    for name in ("A long name of the first page", "Explore", "Criteria", "Risk"):
        tabs.addTab(QLabel(name), name)
    qtbot.addWidget(tabs)
    tabs.show()
    qtbot.waitExposed(tabs)
    bar = tabs.tabBar()
    for current in range(tabs.count()):
        tabs.setCurrentIndex(current)
        for width in (*range(200, 520), *reversed(range(200, 520))):
            tabs.resize(width, 200)
            QApplication.processEvents()
            needed = sum(bar.tabSizeHint(place).width() for place in range(tabs.count()))
            assert bar.folded == (needed > tabs.width())
            assert tabs.currentIndex() == current
