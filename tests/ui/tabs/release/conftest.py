"""The tab Release queue over a small file, with a real project, real jobs and real widgets."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.ui.tabs.release import live_page
from sdc_desktop.ui.tabs.release.live_presenter import LiveView
from sdc_desktop.ui.tabs.release.page import ReleaseQueuePage
from sdc_desktop.words import Words
from tests.ui.conftest import TabDesk

WAIT = 60_000
DATA = {
    "path": "people.csv",
    "variables": {"id": {"role": "direct_identifier"}, "age": {"level": "ordinal", "order": ["a", "b", "c"]}},
}
PARAMS = {"attribute": "age", "target": "place", "tests": ["MIS", "KLD"], "orders": 2, "draws": 100}
JOB = {"name": "release queue", "kind": "release", "params": PARAMS}


def people() -> list[tuple[str, str, str]]:
    """240 records: `y` has far more of `c` than the others."""
    cells = {"x": (40, 30, 10), "y": (10, 20, 50), "z": (40, 30, 10)}
    rows = [
        (age, place)
        for place, counts in cells.items()
        for age, n in zip("abc", counts, strict=True)
        for _ in range(n)
    ]
    random.Random(3).shuffle(rows)
    return [(f"p{number}", *row) for number, row in enumerate(rows, start=1)]


class Desk(TabDesk[ReleaseQueuePage]):
    """What a test works with."""

    size = (1366, 768)
    asked: list[str]  # texts of the question before releasing
    meant: tuple[bool, bool]  # its answer

    def make_page(self, words: Words) -> ReleaseQueuePage:
        return ReleaseQueuePage(self.controller, self.jobs, words)

    @property
    def live(self) -> LiveView:
        return self.page.live.presenter.view

    def open(self, *jobs: dict) -> None:
        """Open a plan over the people."""
        self.open_plan(plan_from_json({"schema": 2, "data": DATA, "jobs": list(jobs)}))

    def run(self) -> None:
        """Press the button and wait."""
        self.page.question.run.click()
        self.rest()

    def start(self, name: str = "day.sdclog") -> None:
        """Begin a live release."""
        self.page.presenter.choose_way("live")
        self.page.live.presenter.start(self.folder / name)
        self.rest()

    def ask(self, key: str) -> None:
        """Ask for one record, by the keyboard."""
        field = self.page.live.ask.record
        field.setText(key)
        QTest.keyClick(field, Qt.Key.Key_Return)
        self.rest()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder with the file of people."""
    lines = ["id,age,place", *(",".join(row) for row in people())]
    (tmp_path / "people.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def desk(desk_of, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    with desk_of(Desk, folder) as desk:
        yield answering(desk, monkeypatch)


def answering(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """The desk with answers to the question before releasing."""
    desk.asked, desk.meant = [], (True, False)

    def answered(text, _words, _parent) -> tuple[bool, bool]:
        desk.asked.append(text)
        return desk.meant

    monkeypatch.setattr(live_page, "ask_to_release", answered)
    return desk
