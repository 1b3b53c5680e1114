"""What opens over the result is wholly on the screen, at any anchor, on any screen."""

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from sdc_desktop.ui.theme import step
from sdc_desktop.ui.widgets.plain_parts import plain_label
from sdc_desktop.ui.widgets.popover import Popover, place_for

_SCREENS = QRect(0, 0, 1366, 768), QRect(0, 0, 960, 540), QRect(1920, 40, 1920, 1040)
_SIZES = QSize(468, 379), QSize(468, 700), QSize(936, 1400), QSize(300, 80)


class _Screen:
    """A screen of some size."""

    def __init__(self, room: QRect) -> None:
        self._room = room

    def availableGeometry(self) -> QRect:
        return self._room


@pytest.mark.parametrize("size", _SIZES, ids=str)
@pytest.mark.parametrize("room", _SCREENS, ids=str)
def test_a_popover_is_within_the_screen_and_hides_its_anchor_only_where_it_must(
    room: QRect, size: QSize
) -> None:
    for across in range(0, room.width() - 100, 90):
        for down in range(0, room.height() - 30, 45):
            anchor = QRect(room.left() + across, room.top() + down, 100, 30)
            place = place_for(size, anchor, room, room.right())
            assert room.contains(place)
            assert place.size() == size.boundedTo(room.size())
            above, below = down, room.height() - down - anchor.height()
            beside = max(across, room.width() - across - anchor.width())
            if size.height() <= max(above, below) or size.width() <= beside:
                assert not place.intersects(anchor)


def test_a_popover_is_below_its_anchor_where_there_is_room_and_above_it_where_there_is_none() -> None:
    room, size = QRect(0, 0, 1366, 768), QSize(468, 379)
    assert place_for(size, QRect(8, 300, 200, 40), room, 1365).top() == 340
    assert place_for(size, QRect(8, 600, 200, 40), room, 1365).bottom() == 599
    assert place_for(QSize(468, 700), QRect(8, 400, 200, 40), room, 1365).topLeft() == QPoint(208, 68)


def test_what_is_higher_than_the_screen_scrolls_to_its_end(qtbot, theme) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    anchor = QPushButton("open", window)
    room = QRect(0, 0, 600, 400)
    anchor.screen = lambda: _Screen(room)
    window.show()
    popover = Popover(window)
    lines = [plain_label(f"Reason {number}: " + "a long text " * 20, scale="small") for number in range(20)]
    for line in lines:
        popover.column.addWidget(line)
    popover.open_below(anchor, 40)
    QApplication.processEvents()
    frame = popover.windowHandle().frameMargins()  # the offscreen platform adds one
    assert room.contains(popover.geometry().translated(-frame.left(), -frame.top()))
    popover.area.ensureWidgetVisible(lines[-1])
    QApplication.processEvents()
    end = QRect(lines[-1].mapTo(popover, QPoint()), lines[-1].size())
    assert popover.rect().contains(end)
    assert all(line.height() >= line.heightForWidth(line.width()) for line in lines)


def test_what_has_room_is_seen_whole_without_a_scroll_bar(qtbot, theme) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    anchor = QPushButton("open", window)
    window.show()
    popover = Popover(window)
    label = plain_label("a text of some length " * 12, scale="small")
    popover.column.addWidget(label)
    popover.column.addWidget(QPushButton("act"))
    popover.open_below(anchor, 40)
    QApplication.processEvents()
    assert not popover.area.verticalScrollBar().maximum()
    assert popover.width() == step(anchor, 40)
    assert label.height() >= label.heightForWidth(label.width())
