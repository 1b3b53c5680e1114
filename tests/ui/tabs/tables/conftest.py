"""The tab Tables over a small file of firms, with a real project, real jobs and real widgets."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.ui.tabs.tables.page import TablesPage
from sdc_desktop.words import Words
from tests.ui.conftest import TabDesk

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


class Desk(TabDesk[TablesPage]):
    """What a test works with."""

    size = (1366, 768)

    def make_page(self, words: Words) -> TablesPage:
        return TablesPage(self.controller, self.jobs, words)

    def open(self, *jobs: dict, data: bool = True) -> None:
        """Open a plan over the firms, or without data."""
        self.open_plan(plan_from_json({"schema": 2, "jobs": list(jobs)} | ({"data": DATA} if data else {})))

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
def firms(tmp_path: Path) -> Path:
    """The folder with the file of firms."""
    lines = [",".join(map(str, row)) for row in FIRMS]
    (tmp_path / "firms.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def desk(desk_of, firms: Path) -> Iterator[Desk]:
    with desk_of(Desk, firms) as desk:
        yield desk
