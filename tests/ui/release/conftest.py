"""The tab Release queue over a small file, with a real project, real jobs and real widgets."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from sdc_desktop.engine.plan import Plan, plan_from_json, plan_to_text
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.tabs.release import live_page
from sdc_desktop.ui.tabs.release.live_presenter import LiveView
from sdc_desktop.ui.tabs.release.page import ReleaseQueuePage
from sdc_desktop.ui.tabs.release.view import View
from sdc_desktop.ui.theme import Theme
from sdc_desktop.words import Words

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


@dataclass
class Desk:
    """What a test works with."""

    qtbot: QtBot
    folder: Path
    jobs: JobManager
    controller: ProjectController
    page: ReleaseQueuePage
    asked: list[str]  # texts of the question before releasing
    meant: tuple[bool, bool] = (True, False)  # its answer

    @property
    def view(self) -> View:
        return self.page.presenter.view

    @property
    def live(self) -> LiveView:
        return self.page.live.presenter.view

    @property
    def steps(self) -> int:
        return len(self.controller.project.history)

    def rest(self) -> None:
        """Wait until nothing is under way."""
        self.qtbot.waitUntil(lambda: self.jobs.idle, timeout=WAIT)

    def open(self, *jobs: dict) -> None:
        """Open a plan over the people."""
        plan: Plan = plan_from_json({"schema": 2, "data": DATA, "jobs": list(jobs)})
        path = self.folder / "plan.sdcplan"
        path.write_text(plan_to_text(plan), encoding="utf-8")
        assert self.controller.open_plan(path)
        self.qtbot.waitUntil(lambda: not self.controller.reading, timeout=WAIT)
        self.rest()

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
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        field = self.page.live.ask.record
        field.setText(key)
        QTest.keyClick(field, Qt.Key.Key_Return)
        self.rest()


@pytest.fixture
def desk(qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    lines = ["id,age,place", *(",".join(row) for row in people())]
    (tmp_path / "people.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = Words()
    jobs = JobManager()
    controller = ProjectController(jobs, words)
    page = ReleaseQueuePage(controller, jobs, words)
    qtbot.addWidget(page)
    page.resize(960, 640)
    page.show()
    made = Desk(qtbot, tmp_path, jobs, controller, page, [])

    def answered(text, _words, _parent) -> tuple[bool, bool]:
        made.asked.append(text)
        return made.meant

    monkeypatch.setattr(live_page, "ask_to_release", answered)
    yield made
    jobs.cancel_all()
    made.rest()
    page.live.presenter.close()
