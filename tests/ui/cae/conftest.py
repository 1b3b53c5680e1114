"""The tab Risk curves over small files, with a real project, real jobs and real widgets."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from sdc_desktop.engine.plan import Plan, plan_from_json, plan_to_text
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.tabs.cae.page import RiskCurvesPage
from sdc_desktop.ui.tabs.cae.view import View
from sdc_desktop.ui.theme import Theme
from sdc_desktop.words import Words

WAIT = 30_000
PAY = (
    ("town", "sex", "pay"),
    *(("a", "m", pay) for pay in (1, 3, 8, 8)),
    *(("a", "f", pay) for pay in (10, 20)),
    *(("b", "f", pay) for pay in (5, 5, 5)),
)
DATA = {"path": "pay.csv", "variables": {"town": {"role": "key"}, "sex": {"role": "key"}}}


@dataclass
class Desk:
    """What a test works with."""

    qtbot: QtBot
    folder: Path
    jobs: JobManager
    controller: ProjectController
    page: RiskCurvesPage

    @property
    def view(self) -> View:
        return self.page.presenter.view

    @property
    def steps(self) -> int:
        return len(self.controller.project.history)

    def rest(self) -> None:
        """Wait until nothing is under way."""
        self.qtbot.waitUntil(lambda: self.jobs.idle, timeout=WAIT)

    def open(self, *jobs: dict, sensitive: bool = True, data: bool = True) -> None:
        """Open a plan over nine people, or without data."""
        spec = DATA | {"variables": DATA["variables"] | {"pay": {"role": "sensitive"}}} if sensitive else DATA
        plan: Plan = plan_from_json({"schema": 2, "jobs": list(jobs)} | ({"data": spec} if data else {}))
        path = self.folder / "plan.sdcplan"
        path.write_text(plan_to_text(plan), encoding="utf-8")
        assert self.controller.open_plan(path)
        self.qtbot.waitUntil(lambda: not self.controller.reading, timeout=WAIT)
        self.rest()


@pytest.fixture
def desk(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[Desk]:
    lines = [",".join(map(str, row)) for row in PAY]
    (tmp_path / "pay.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = Words()
    jobs = JobManager()
    controller = ProjectController(jobs, words)
    page = RiskCurvesPage(controller, jobs, words)
    qtbot.addWidget(page)
    page.resize(900, 640)
    page.show()
    made = Desk(qtbot, tmp_path, jobs, controller, page)
    yield made
    jobs.cancel_all()
    made.rest()
