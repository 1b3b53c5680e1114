"""The tab Risk curves over small files, with a real project, real jobs and real widgets."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.ui.tabs.cae.page import RiskCurvesPage
from sdc_desktop.words import Words
from tests.ui.conftest import TabDesk

WAIT = 30_000
PAY = (
    ("town", "sex", "pay"),
    *(("a", "m", pay) for pay in (1, 3, 8, 8)),
    *(("a", "f", pay) for pay in (10, 20)),
    *(("b", "f", pay) for pay in (5, 5, 5)),
)
DATA = {"path": "pay.csv", "variables": {"town": {"role": "key"}, "sex": {"role": "key"}}}


class Desk(TabDesk[RiskCurvesPage]):
    """What a test works with."""

    size = (1366, 768)

    def make_page(self, words: Words) -> RiskCurvesPage:
        return RiskCurvesPage(self.controller, self.jobs, words)

    def open(self, *jobs: dict, sensitive: bool = True, data: bool = True) -> None:
        """Open a plan over nine people, or without data."""
        spec = DATA | {"variables": DATA["variables"] | {"pay": {"role": "sensitive"}}} if sensitive else DATA
        self.open_plan(plan_from_json({"schema": 2, "jobs": list(jobs)} | ({"data": spec} if data else {})))


@pytest.fixture
def pay(tmp_path: Path) -> Path:
    """The folder with the file of nine people."""
    lines = [",".join(map(str, row)) for row in PAY]
    (tmp_path / "pay.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def desk(desk_of, pay: Path) -> Iterator[Desk]:
    with desk_of(Desk, pay) as desk:
        yield desk
