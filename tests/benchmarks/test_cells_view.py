"""A table of 148,630 cells in the window: how long the window is deaf while it is shown and scrolled."""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QApplication

from sdc_desktop.app import make_application
from sdc_desktop.engine.methods.tables.table.result import Losses, Risks, SuppressedTable
from sdc_desktop.engine.tables.cells import CellResult
from sdc_desktop.engine.tables.dimension import Dimension, from_levels
from sdc_desktop.engine.tables.table import Reason
from sdc_desktop.ui.widgets.tables.cells_view import CellsView
from sdc_desktop.words import Words
from sdc_desktop.words.tables.cell_explained import explained
from sdc_desktop.words.tables.table_evidence import listed_cells
from tests.support.tables import table_of

ROWS, COLUMNS = 400, 300  # leaves
UNSAFE = (Reason("threshold", {"contributors": 1.0, "n": 3.0}),)


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    return QApplication.instance() or make_application(["sdc-desktop"])


def nested(name: str, leaves: int) -> Dimension:
    """Leaves in groups of ten, those in groups of ten."""
    labels = [f"{name} {number:03d}" for number in range(leaves)]
    tens = [f"{name} {number // 10:02d}x" for number in range(leaves)]
    hundreds = [f"{name} {number // 100}xx" for number in range(leaves)]
    return from_levels(name, [[labels, tens, hundreds]])


@pytest.fixture(scope="module")
def result() -> SuppressedTable:
    """A tenth of the cells unsafe, a tenth secondary, all of them with intervals."""
    random = np.random.default_rng(1)
    inner = random.integers(1, 9_000_000, ROWS * COLUMNS)
    table = table_of([nested("row", ROWS), nested("column", COLUMNS)], inner)
    plain = CellResult((), 0, 0, "safe", 0, 0, None, None)
    kinds = random.random(len(table))
    cells = []
    for cell, (value, kind) in enumerate(zip(table.values.tolist(), kinds.tolist(), strict=True)):
        one = replace(plain, coordinates=table.coordinates(cell), value=value, published=value)
        if kind < 0.2:
            status, reason = ("unsafe", UNSAFE) if kind < 0.1 else ("secondary", ())
            interval = {"lower": 0, "upper": 2 * value, "possible": 2 * value + 1, "risk": 0.05}
            one = replace(one, published=None, status=status, reason=reason, **interval)
        cells.append(one)
    nothing = Losses(len(table), 0, 0, 0.0, 0.0, 0.0)
    risks = Risks(0, 0, 0, None, None)
    return SuppressedTable(
        "suppression", table.names, 1, tuple(cells), 0.0, risks, nothing, (), table, safe=True
    )


class Gaps:
    """The longest time between two beats of a 10 ms timer, and the most own work in between."""

    def __init__(self) -> None:
        self.longest, self.work = 0.0, 0.0
        self._last, self._worked = time.perf_counter(), time.thread_time()
        self._timer = QTimer(interval=10)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        self.longest = max(self.longest, now - self._last)
        self.work = max(self.work, worked - self._worked)
        self._last, self._worked = now, worked


def breathe() -> None:
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    QApplication.processEvents()


def test_showing_and_scrolling_all_cells(benchmark, qtbot, qapp, result) -> None:
    view = CellsView(Words())
    qtbot.addWidget(view)
    view.resize(1366, 768)
    view.show()
    told: dict[str, float] = {}

    def timed(name: str, act: Callable[[], object]) -> None:
        start = time.thread_time()
        act()
        breathe()
        told[name] = max(told.get(name, 0.0), time.thread_time() - start)

    def way() -> None:
        breathe()
        gaps = Gaps()
        for shown in ("known", "published", "intervals", "risk"):
            timed(f"show {shown}", partial(view.show_table, result, shown))
        timed("unfold all", partial(view.model.fold_all, True))
        for bar in (view.table.verticalScrollBar(), view.table.horizontalScrollBar()):
            for value in range(0, bar.maximum(), max(1, bar.pageStep() // 2)):
                timed("a step of scrolling", partial(bar.setValue, value))
        last = result.cells[-1].coordinates
        timed("the first cell by its categories", partial(result.table.find, last))
        timed("a cell selected", partial(view.show_cell, last))
        timed("a cell explained", partial(explained, result, last, Words()))
        for which in ("unsafe", "failing", "hidden"):
            timed(f"list of {which} cells", partial(listed_cells, result.cells, which))
        told["most own work"], told["longest gap (wall)"] = gaps.work, gaps.longest

    benchmark.pedantic(way, rounds=1)
    benchmark.extra_info |= told
    print("\n" + ", ".join(f"{name} {1000 * seconds:.0f} ms" for name, seconds in told.items()))
    assert view.model.rowCount() * view.model.columnCount() >= 100_000
