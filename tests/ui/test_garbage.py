"""Cyclic garbage is collected in the GUI thread alone."""

import gc
import threading

from PySide6.QtCore import QObject


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
