"""Dragging the weight of utility over 100,000 records: how long the window is deaf, when the answer is there.

The file is a hard one: three key variables with some 65,000 combinations, four of five records alone.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Slot
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sdc_desktop.app import make_application
from sdc_desktop.engine.plan import Plan, plan_from_json
from tests.ui.tabs.microdata.conftest import WAIT, Desk
from tests.ui.tabs.microdata.test_question import handle

RECORDS, STEPS = 100_000, 200
HEARTBEAT_MS, MOVE_MS = 10, 10


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    return QApplication.instance() or make_application(["sdc-desktop"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file, and the levels of its places: regions of ten, halves."""
    random = np.random.default_rng(1)
    born = random.integers(1920, 2006, RECORDS)
    place = random.integers(0, 200, RECORDS)
    status = random.choice(6, RECORDS, p=np.array([40, 30, 15, 8, 5, 2]) / 100)
    made = tmp_path_factory.mktemp("drag")
    with (made / "people.csv").open("w", encoding="utf-8", newline="\n") as file:
        file.write("born,place,status\n")
        rows = zip(born.tolist(), place.tolist(), status.tolist(), strict=True)
        file.writelines(f"{b},p{p:03d},s{s}\n" for b, p, s in rows)
    levels = [f"p{p:03d},r{p // 10:02d},h{p // 100}" for p in range(200)]
    (made / "place.csv").write_text("place,region,half\n" + "\n".join(levels) + "\n", encoding="utf-8")
    groups = [f"s{s},{'single' if s < 2 else 'other'}" for s in range(6)]
    (made / "status.csv").write_text("status,group\n" + "\n".join(groups) + "\n", encoding="utf-8")
    return made


def plan(**params: object) -> Plan:
    names = ("born", "place", "status")
    grouped = params.get("technique", {})
    intervals = {"kind": "intervals", "start": 1920, "widths": [2, 5, 10, 20, 50], "end": 2009}
    levels = {name: {"kind": "levels", "path": f"{name}.csv"} for name in names[1:]}
    data = {
        "path": "people.csv",
        "variables": {
            name: {"role": "key", "level": "continuous" if name in grouped else "nominal"} for name in names
        },
        "hierarchies": {"born": intervals} | levels,
    }
    job = {"name": "anopi", "kind": "anopi", "params": {"alpha": 0.5} | params}
    return plan_from_json({"schema": 2, "data": data, "jobs": [job]})


@pytest.fixture
def desk(qtbot: QtBot, qapp: QApplication, folder: Path) -> Iterator[Desk]:
    made = Desk()
    made.begin(qtbot, folder)
    made.page.resize(1000, 700)
    yield made
    made.end()
    made.close()


class Pulse(QObject):
    """Wants to wake every 10 ms in the window's own thread, and notes its waits and its own work in them."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[float] = []
        self.work: list[float] = []
        self._last, self._worked = time.perf_counter(), time.thread_time()
        self._timer = QTimer(self, interval=HEARTBEAT_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    @Slot()
    def _beat(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        self.gaps.append(now - self._last)
        self.work.append(worked - self._worked)
        self._last, self._worked = now, worked


CASES = {
    "one variable microaggregated": ({"technique": {"born": "microaggregation"}}, "values"),
    "coding alone, bars": ({}, "values"),
    "rare combinations shown": ({}, "keys"),
    "single records shown": ({}, "records"),
    "whole records suppressed": ({"suppress_below": 3}, "keys"),
    "fewest cells, * a value": ({"suppress_below": 3, "suppress": "cells"}, "keys"),
    "fewest cells, * any value": (
        {"suppress_below": 3, "suppress": "cells", "suppressed_as": "wildcard"},
        "values",
    ),
}


def cases() -> Iterator[object]:
    """The first case runs in every test run, the others where something is measured."""
    for number, (name, case) in enumerate(CASES.items()):
        yield pytest.param(*case, id=name, marks=[pytest.mark.long] if number else [])


@pytest.mark.parametrize(("params", "page"), list(cases()))
def test_a_drag_of_the_weight(benchmark: pytest.FixtureRequest, desk: Desk, params, page: str) -> None:
    desk.open(plan(**params))
    evidence = desk.page.answer.evidence
    evidence.turn_to(getattr(evidence, page))
    desk.rest()
    shown: dict[str, float] = {}

    def drag() -> None:
        slider = desk.page.form.alpha_slider
        start = handle(slider)
        drafts: list[float] = []
        pulse = Pulse()
        desk.page.presenter.changed.connect(
            lambda view: drafts.append(view.draft.result.alpha) if view.draft is not None else None
        )
        QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=start)
        for number in range(STEPS):
            QTest.mouseMove(slider, start + QPoint(round(70 * np.sin(number / 15)), 0))
            desk.qtbot.wait(MOVE_MS)
        moved, wanted = time.perf_counter(), desk.view.params.alpha
        desk.qtbot.waitUntil(
            lambda: desk.view.draft is not None and desk.view.draft.result.alpha == wanted, timeout=WAIT
        )
        shown["answer"] = time.perf_counter() - moved
        QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=start)
        desk.rest()
        shown["longest_gap"], shown["longest_work"] = max(pulse.gaps), max(pulse.work)
        shown["drafts"] = len(dict.fromkeys(drafts))

    benchmark.pedantic(drag, rounds=1)  # type: ignore[attr-defined]
    benchmark.extra_info |= shown  # type: ignore[attr-defined]
    print(
        f"\nlongest gap {1000 * shown['longest_gap']:.0f} ms, most own work of the window "
        f"{1000 * shown['longest_work']:.0f} ms, newest answer after "
        f"{1000 * shown['answer']:.0f} ms, {shown['drafts']} settings shown"
    )
    assert desk.view.answer is not None
    assert not desk.view.stale
