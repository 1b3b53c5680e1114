"""The tab over the 60 patients of Zielinski 2010, with a real project, real jobs and real widgets."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sdc_desktop.engine.data.spec import OutputSpec
from sdc_desktop.engine.plan import Plan, read_plan
from sdc_desktop.engine.problems import Severity
from sdc_desktop.project.chain import chain_of
from sdc_desktop.resources import resource_path
from sdc_desktop.ui.tabs.microdata.page import MicrodataPage
from sdc_desktop.ui.tabs.microdata.pipeline.card_views import OF_STEP
from sdc_desktop.words import Words
from tests.ui.conftest import TabDesk

WAIT = 30_000


class Desk(TabDesk[MicrodataPage]):
    """What a test works with."""

    size = (1366, 768)

    def make_page(self, words: Words) -> MicrodataPage:
        return MicrodataPage(self.controller, self.jobs, words)

    def rest(self) -> None:
        """Wait until nothing is under way."""
        steps = self.controller.steps
        self.qtbot.waitUntil(lambda: self.jobs.idle and not self.page.making and not steps.computing)

    def open(self, plan: Plan) -> None:
        """Open a plan over the demo's files, and choose the card of its first step."""
        self.open_plan(plan, "patients.sdcplan")
        self.choose_step()

    def choose_step(self, place: int = 0) -> None:
        """Choose the card of a step, where there is one."""
        steps = chain_of(self.controller.plan)[place:]
        if steps:
            self.page.show_card(OF_STEP + steps[0].name)

    def export(self, output: OutputSpec, *, wait: bool = True) -> Path:
        """Export the protected file with its codebook by the card Release, without a report, if it may."""
        exports, settings = self.page.exports, self.page.release.settings
        self.page.show_card("release")
        exports.tick(("report", False))
        settings.output_changed.emit(output.model_dump())
        button = exports.write_button
        if button.isEnabled():
            button.click()
        if self._must_agree:
            button.click()
        if wait:
            self.qtbot.waitUntil(lambda: self.jobs.idle and (button.isEnabled() or bool(button.toolTip())))
            self.agree()
        return exports.target

    def agree(self) -> None:
        """Press Export again where the card has just stated that the file is not safe."""
        self.rest()
        if self._must_agree:
            self.page.exports.write_button.click()
            self.rest()

    @property
    def _must_agree(self) -> bool:
        return "Press Export again" in self.page.release.settings.unsafe.text.text()

    def levels(self) -> dict[str, int]:
        """The codings in force."""
        assert self.view.answer is not None
        return {name: choice.level for name, choice in self.view.answer.result.codings.items()}

    @property
    def faults(self) -> list[str]:
        """The codes of the problems told, the notes left out."""
        shown = self.controller.problems
        return [problem.code for problem in shown if problem.severity != Severity.NOTE]


@pytest.fixture
def demo_plan() -> Plan:
    return read_plan(resource_path("demo", "patients", "patients.sdcplan"))


@pytest.fixture
def closed_desk(desk_of, patients: Path) -> Iterator[Desk]:
    with desk_of(Desk, patients) as desk:
        yield desk


@pytest.fixture
def fresh_desk(desk_of, patients: Path) -> Iterator[Desk]:
    with desk_of(Desk, patients, fresh=True) as desk:
        yield desk


@pytest.fixture
def desk(closed_desk: Desk, demo_plan: Plan) -> Desk:
    closed_desk.open(demo_plan)
    return closed_desk
