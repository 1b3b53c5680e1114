"""The tab over the 60 patients of Zielinski 2010, with a real project, real jobs and real widgets."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from sdc_desktop.engine.plan import Plan, read_plan
from sdc_desktop.engine.problems import Severity
from sdc_desktop.resources import resource_path
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.tabs.microdata.page import MicrodataPage
from sdc_desktop.ui.tabs.microdata.view import View
from sdc_desktop.ui.theme import Theme
from sdc_desktop.ui.widgets.why_panel import WhyPanel
from sdc_desktop.words import Words

WAIT = 30_000


@dataclass
class Desk:
    """What a test works with."""

    qtbot: QtBot
    folder: Path
    jobs: JobManager
    controller: ProjectController
    why: WhyPanel
    page: MicrodataPage

    @property
    def view(self) -> View:
        return self.page.presenter.view

    def rest(self) -> None:
        """Wait until nothing is under way."""
        self.qtbot.waitUntil(lambda: self.jobs.idle and not self.page.making, timeout=WAIT)

    def open(self, plan: Plan | None = None) -> None:
        """Open the demo's plan, or another one over its files."""
        path = self.folder / "patients.sdcplan"
        if plan is not None:
            from sdc_desktop.engine.plan import plan_to_text

            path.write_text(plan_to_text(plan), encoding="utf-8")
        assert self.controller.open_plan(path)
        self.qtbot.waitUntil(lambda: self.controller.opened is not None, timeout=WAIT)
        self.rest()

    def levels(self) -> dict[str, int]:
        """The codings in force."""
        assert self.view.answer is not None
        return {name: choice.level for name, choice in self.view.answer.result.codings.items()}

    @property
    def faults(self) -> list[str]:
        """The codes of the problems told, the notes left out."""
        told = self.controller.problems
        return [problem.code for problem in told if problem.severity != Severity.NOTE]

    @property
    def steps(self) -> int:
        return len(self.controller.project.history)


@pytest.fixture
def demo_plan() -> Plan:
    return read_plan(resource_path("demo", "patients", "patients.sdcplan"))


@pytest.fixture
def closed_desk(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[Desk]:
    folder = tmp_path / "patients"
    shutil.copytree(resource_path("demo", "patients"), folder)
    words = Words()
    jobs = JobManager()
    controller = ProjectController(jobs, words)
    why = WhyPanel(words)
    page = MicrodataPage(controller, jobs, words, why)
    qtbot.addWidget(why)
    qtbot.addWidget(page)
    page.resize(800, 640)
    page.show()
    desk = Desk(qtbot, folder, jobs, controller, why, page)
    yield desk
    jobs.cancel_all()
    desk.rest()


@pytest.fixture
def desk(closed_desk: Desk, demo_plan: Plan) -> Desk:
    closed_desk.open(demo_plan)
    return closed_desk
