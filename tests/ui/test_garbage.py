"""What is left of parts that are gone: collected in the GUI thread, never taken for others."""

import gc
import threading

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLayout, QLayoutItem, QVBoxLayout, QWidget
from shiboken6 import Shiboken

from sdc_desktop.ui.shell.main_window import MainWindow
from sdc_desktop.ui.theme import below, beside
from sdc_desktop.ui.widgets.barred_choices import bar_finer
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.words import Words
from tests.ui.conftest import make_every_page
from tests.ui.hands import offers


class Noting:
    """Part of a cycle; notes the thread in which it goes."""

    def __init__(self, gone: list[threading.Thread]) -> None:
        self.itself = self
        self.widget = QObject()
        self._gone = gone

    def __del__(self) -> None:
        self._gone.append(threading.current_thread())


def test_a_worker_that_allocates_much_does_not_destroy_what_is_left_of_a_window(qtbot, jobs) -> None:
    gone: list[threading.Thread] = []
    Noting(gone)

    def work(_context: object) -> list[list[int]]:
        return [[number] for number in range(200_000)]

    with qtbot.waitSignal(jobs.start("", work).succeeded, timeout=30_000) as shown:
        pass
    qtbot.waitUntil(lambda: bool(gone), timeout=30_000)
    assert len(shown.args[0]) == 200_000  # held until here, or nothing would count as allocated
    assert gone == [threading.main_thread()]


def test_collecting_is_given_back(garbage_collector) -> None:
    assert not gc.isenabled()
    garbage_collector.stop()
    assert gc.isenabled()
    garbage_collector.start()


def test_what_was_set_aside_is_let_go_when_collecting_is_given_back(garbage_collector) -> None:
    gone: list[threading.Thread] = []
    Noting(gone)
    garbage_collector.set_aside()
    gc.collect()
    assert not gone
    garbage_collector.stop()
    assert gone
    garbage_collector.start()


class Watching(QObject):
    """Notes what events reach Python as."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[type] = set()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.seen.add(type(event))
        return False


def test_no_event_is_taken_for_a_row_that_a_chooser_has_lost(qtbot, words: Words) -> None:
    # An event lies where a deleted row lay. A Python object left of the row would be given as the event, and
    # a call of its methods ends the program.
    watching = Watching()
    labels, places = [], []
    for _ in range(60):
        place = QWidget()
        qtbot.addWidget(place)
        label = QLabel("a")
        QVBoxLayout(place).addWidget(label)
        place.installEventFilter(watching)
        place.show()
        labels.append(label)
        places.append(place)
    chooser = QComboBox()
    qtbot.addWidget(chooser)
    for turn in range(30):
        chooser.addItems([str(row) for row in range(200)])
        bar_finer(chooser, 100, words)
        chooser.clear()
        for label in labels:
            label.setText("x" * (turn % 7))
        QApplication.processEvents()
    assert QEvent in watching.seen
    assert all(issubclass(kind, QEvent) for kind in watching.seen)


def items_of_layouts() -> set[int]:
    """The Python objects there are of items that layouts have."""
    found = Shiboken.getAllValidWrappers()
    return {id(one) for one in found if isinstance(one, QLayoutItem) and not isinstance(one, QLayout)}


def test_an_area_that_measures_its_cards_holds_no_item_of_their_layout(qtbot) -> None:
    before, label = items_of_layouts(), QLabel("some words that wrap " * 20)
    label.setWordWrap(True)
    area = CardsArea(below(label, label, beside(label, QLabel("beside"), 1), 1))
    qtbot.addWidget(area)
    area.resize(200, 60)
    area.show()
    inside = area.widget()
    qtbot.waitUntil(lambda: inside.minimumHeight() > label.heightForWidth(inside.width()) > 0)
    assert items_of_layouts() == before


def test_a_barred_row_cannot_be_chosen_and_says_why_until_it_is_offered_again(qtbot, words: Words) -> None:
    chooser = QComboBox()
    qtbot.addWidget(chooser)
    chooser.addItems(["as is", "years", "decades"])
    bar_finer(chooser, 1, words)
    assert [offers(chooser, row) for row in range(3)] == [False, True, True]
    assert "level 1" in chooser.itemData(0, Qt.ItemDataRole.ToolTipRole)
    bar_finer(chooser, 0, words)
    assert [offers(chooser, row) for row in range(3)] == [True, True, True]
    assert chooser.itemData(0, Qt.ItemDataRole.ToolTipRole) is None


def held_from_qt(root: QObject) -> set[str]:
    """The attributes, of the program's own objects below `root`, that hold an object which Qt made."""
    found = set()
    for owner in (root, *root.findChildren(QObject)):
        for name, value in getattr(owner, "__dict__", {}).items():
            held = list(value) if isinstance(value, list | tuple | set) else [value]
            made_by_qt = [
                one for one in held if isinstance(one, QObject) and not Shiboken.createdByPython(one)
            ]
            if made_by_qt and type(owner).__module__.startswith("sdc_desktop"):
                found.add(f"{type(owner).__name__}.{name}")
    return found


def test_no_attribute_holds_what_qt_made_for_python_can_lose_hold_of_it(qtbot, window: MainWindow) -> None:
    window.open_demo("patients")
    make_every_page(qtbot, window)
    assert held_from_qt(window) == set()


def test_what_is_held_is_still_there_when_a_message_goes_after_a_change_of_pane(
    qtbot, window: MainWindow
) -> None:
    window.drawers.open("strategies")  # without a project nothing in it can be reached by Tab
    window.notices.notify("A file was changed.", ("Read again", lambda: None))
    bar = window.menuBar()
    window.next_pane()
    window.notices.clear()
    window.notices.notify("The file was read.")
    qtbot.wait(50)  # the button of the first message is deleted
    assert Shiboken.isValid(window.history.return_action)
    assert Shiboken.isValid(bar)
    window.open_demo("patients")  # the history is shown
