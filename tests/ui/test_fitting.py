"""Small screens and large scalings: nothing outgrows the screen, what does not fit scrolls."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from sdc_desktop.ui.jobs import Progress
from sdc_desktop.ui.screen_fit import ScrollingCentre, resize_within
from sdc_desktop.ui.shell.status_bar import JobBar
from sdc_desktop.ui.widgets.elided_label import ElidedLabel


class Screen:
    def __init__(self, width: int, height: int) -> None:
        self._room = QRect(0, 0, width, height)

    def availableGeometry(self) -> QRect:
        return self._room


@pytest.fixture
def content(qtbot) -> QWidget:
    made = QWidget()
    column = QVBoxLayout(made)
    made.first = QPushButton("first")
    wide = QLabel("wide")
    wide.setMinimumSize(780, 560)
    made.last = QPushButton("last")
    column.addWidget(made.first)
    column.addWidget(wide)
    column.addWidget(made.last)
    return made


def centre_on(qtbot, content: QWidget, letters: int) -> ScrollingCentre:
    made = ScrollingCentre(content)
    letter = made.fontMetrics().averageCharWidth()
    made.screen = lambda: Screen(letters * letter, letters * letter * 9 // 16)
    qtbot.addWidget(made)
    return made


def test_the_middle_insists_on_its_width_on_a_common_screen(qtbot, content) -> None:
    centre = centre_on(qtbot, content, 200)
    assert centre.minimumSizeHint().width() == content.minimumSizeHint().width()


def test_on_a_small_screen_the_middle_yields_and_scrolls_to_what_gets_the_focus(qtbot, content) -> None:
    centre = centre_on(qtbot, content, 100)
    assert centre.minimumSizeHint().width() < 780
    assert centre.minimumSizeHint().height() < 560
    centre.resize(360, 300)
    centre.show()
    centre.activateWindow()
    qtbot.waitUntil(centre.isActiveWindow, timeout=60_000)
    assert content.width() >= 780
    assert centre.horizontalScrollBar().maximum() > 0
    assert centre.focusPolicy() == Qt.FocusPolicy.NoFocus
    content.first.setFocus()
    qtbot.keyClick(content.first, Qt.Key.Key_Tab)
    assert content.last.hasFocus()
    spot = content.last.mapTo(centre.viewport(), content.last.rect().bottomLeft())
    assert 0 < spot.y() <= centre.viewport().height()


def test_what_needs_less_than_there_is_has_all_of_it_and_is_not_scrolled(qtbot) -> None:
    content = QWidget()
    column = QVBoxLayout(content)
    text = QLabel("words that are broken where the line ends " * 60)
    text.setWordWrap(True)  # would like to be high where it is narrow
    column.addWidget(text)
    pane = QScrollArea()
    column.addWidget(pane)
    centre = centre_on(qtbot, content, 200)
    centre.resize(max(400, content.minimumSizeHint().width()), content.minimumSizeHint().height() + 40)
    centre.show()
    qtbot.waitExposed(centre)
    assert content.heightForWidth(centre.width()) > centre.height()
    assert content.size() == centre.maximumViewportSize()
    assert centre.verticalScrollBar().maximum() == centre.horizontalScrollBar().maximum() == 0


def test_a_dialog_takes_no_more_than_its_screen_has(qtbot) -> None:
    dialog = QWidget()
    qtbot.addWidget(dialog)
    dialog.screen = lambda: Screen(911, 512)
    resize_within(dialog, 1136, 720)
    assert (dialog.width(), dialog.height()) == (820, 461)
    resize_within(dialog, 400, 300)
    assert (dialog.width(), dialog.height()) == (400, 300)


def test_every_page_and_the_start_scroll_in_the_middle_of_the_window(window) -> None:
    assert isinstance(window.centralWidget(), QScrollArea)
    assert window.centralWidget().widget().isAncestorOf(window.centre)


def test_what_is_being_done_never_makes_the_window_wider(qtbot, jobs, words) -> None:
    bar = JobBar(jobs, words)
    qtbot.addWidget(bar)
    bar.show()
    waiting = []

    def work(context: object) -> None:
        while not waiting:
            context.checkpoint()  # type: ignore[attr-defined]

    running = jobs.start("A title that is as long as the names of files and methods may be " * 4, work)
    qtbot.waitUntil(lambda: bool(bar.label), timeout=60_000)
    running.progressed.emit(Progress(0.5, "counting"))
    assert bar.minimumSizeHint().width() < bar.fontMetrics().averageCharWidth() * 90
    waiting.append(True)
    qtbot.waitUntil(lambda: jobs.idle, timeout=60_000)


def test_a_cut_text_is_whole_in_its_tooltip_until_another_text_comes(qtbot) -> None:
    label = ElidedLabel("a job whose title is longer than its place")
    qtbot.addWidget(label)
    label.setFixedWidth(60)
    label.show()
    qtbot.waitUntil(lambda: label.toolTip() == label.text())
    label.setText("Ready")
    qtbot.waitUntil(lambda: label.toolTip() == "")
