"""The tab Tables over a small file of firms, with a real project, real jobs and real widgets."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from sdc_desktop.engine.plan import Plan, plan_from_json, plan_to_text
from sdc_desktop.ui.jobs import JobManager
from sdc_desktop.ui.project_controller import ProjectController
from sdc_desktop.ui.tabs.tables.page import TablesPage
from sdc_desktop.ui.tabs.tables.view import View
from sdc_desktop.ui.theme import Theme
from sdc_desktop.ui.widgets.why_panel import WhyPanel
from sdc_desktop.words import Words

WAIT = 30_000
FIRMS = (
    ("region", "size", "turnover", "who"),
    *(
        (region, size, 20 + 7 * r + 3 * s + f, f"f{r}{s}{f}")
        for r, region in enumerate(("North", "South", "West"))
        for s, size in enumerate(("small", "middle", "large"))
        for f in range(4)
    ),
    ("North", "small", 900, "big"),
)
VARIABLES = {"who": {"role": "direct_identifier"}, "turnover": {"level": "continuous"}}
DATA = {"path": "firms.csv", "variables": VARIABLES}
P15 = {"kind": "p_percent", "p": 15}
TABLE = {
    "name": "table",
    "kind": "table",
    "params": {
        "dimensions": [{"variable": "region"}, {"variable": "size"}],
        "value": "turnover",
        "rules": [P15],
        "protect": {"method": "suppression"},
    },
}


@dataclass
class Desk:
    """What a test works with."""

    qtbot: QtBot
    folder: Path
    jobs: JobManager
    controller: ProjectController
    why: WhyPanel
    page: TablesPage

    @property
    def view(self) -> View:
        return self.page.presenter.view

    @property
    def steps(self) -> int:
        return len(self.controller.project.history)

    def rest(self) -> None:
        """Wait until nothing is under way."""
        self.qtbot.waitUntil(lambda: self.jobs.idle, timeout=WAIT)

    def open(self, *jobs: dict, data: bool = True) -> None:
        """Open a plan over the firms, or without data."""
        plan: Plan = plan_from_json({"schema": 2, "jobs": list(jobs)} | ({"data": DATA} if data else {}))
        path = self.folder / "plan.sdcplan"
        path.write_text(plan_to_text(plan), encoding="utf-8")
        assert self.controller.open_plan(path)
        self.qtbot.waitUntil(lambda: not self.controller.reading, timeout=WAIT)
        self.rest()

    def field(self, path: str, way: str = "table") -> Any:
        """The editor of a setting."""
        return self.page.question.forms[way].parts[path]

    def of_rule(self, path: str, place: int = 0) -> Any:
        """The editor of a setting of a rule."""
        return self.field("rules").rows[place].parts[path]

    def add_rule(self, title: str) -> None:
        """Add a rule by the menu."""
        next(one for one in self.field("rules").menu.actions() if one.text() == title).trigger()

    def choose(self, path: str, text: str) -> None:
        """Choose a text of a chooser, and wait."""
        field = self.field(path)
        chooser = getattr(field, "chooser", field)
        assert chooser.findText(text) >= 0
        chooser.setCurrentIndex(chooser.findText(text))
        chooser.activated.emit(chooser.currentIndex())
        self.rest()

    def protect(self) -> None:
        """Press the button, and wait."""
        self.page.question.run.click()
        self.rest()


@pytest.fixture
def desk(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[Desk]:
    lines = [",".join(map(str, row)) for row in FIRMS]
    (tmp_path / "firms.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    words = Words()
    jobs = JobManager()
    controller = ProjectController(jobs, words)
    why = WhyPanel(words)
    page = TablesPage(controller, jobs, words, why)
    qtbot.addWidget(why)
    qtbot.addWidget(page)
    page.resize(980, 660)
    page.show()
    made = Desk(qtbot, tmp_path, jobs, controller, why, page)
    yield made
    jobs.cancel_all()
    made.rest()
