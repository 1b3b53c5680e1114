"""The tab Output checking over a small submission, with a real project, real jobs and real widgets."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sdc_desktop.ui.tabs.outputs.page import OutputsPage
from sdc_desktop.ui.tabs.outputs.presenter import tab_job
from sdc_desktop.words import Words
from tests.support.outputs.cases import grid, workbook
from tests.ui.conftest import TabDesk

SAFE = [
    ["Area", "Men", "Women", "Total"],
    ["North", 41, 36, 77],
    ["South", 52, 63, 115],
    ["Total", 93, 99, 192],
]
FEW = [
    ["Area", "Men", "Women", "Total"],
    ["North", 3, 36, 39],
    ["South", 52, 63, 115],
    ["Total", 55, 99, 154],
]


class Desk(TabDesk[OutputsPage]):
    """What a test works with."""

    size = (1366, 768)

    def make_page(self, words: Words) -> OutputsPage:
        return OutputsPage(self.controller, self.jobs, words)

    def add(self, *names: str) -> None:
        """Add outputs of the test's folder, and wait for what is found."""
        self.page.presenter.add_outputs([self.folder / name for name in names])
        self.settle()

    def settle(self) -> None:
        """Wait until the check is done and the selected file is shown."""
        self.rest()
        self.qtbot.waitUntil(lambda: not self.page.presenter.is_reading)
        self.rest()

    def select(self, name: str) -> None:
        """Select the item whose name has this in it."""
        rows = [row[0] for row in self.rows]
        (place,) = [number for number, row in enumerate(rows) if name in row]
        self.page.presenter.select(self.view.items[place].id)
        self.settle()

    @property
    def rows(self) -> list[tuple[str, str, str, str]]:
        """The items of the queue: title, kind, proposal, decision."""
        rows = [row for file in self.page.queue.model.files for row in file.rows]
        return [(row.title, row.kind, row.severity, row.verdict or "undecided") for row in rows]

    def give_reason(self, text: str) -> None:
        """Type a reason into the judgement."""
        self.page.judgement.reason.setPlainText(text)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a safe and an unsafe workbook; heads of ledgers are in another one."""
    heads = tmp_path / "heads"
    heads.mkdir()
    monkeypatch.setattr("sdc_desktop.ui.tabs.outputs.presenter.heads_folder", lambda _policy: heads)
    inner = tmp_path / "project"
    inner.mkdir()
    (inner / "safe.xlsx").write_bytes(workbook({"Safe": grid([["Persons"], *SAFE])}))
    (inner / "few.xlsx").write_bytes(workbook({"Few": grid([["Persons"], *FEW])}))
    return inner


@pytest.fixture
def desk(desk_of, folder: Path) -> Iterator[Desk]:
    with desk_of(Desk, folder) as desk:
        yield desk


def params(desk: Desk):
    job = tab_job(desk.controller.plan)
    assert job is not None
    return job.params
