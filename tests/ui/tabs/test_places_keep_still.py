"""Nothing moves by itself: controls of a place stay where they are when it computes, answers or refuses."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QTabBar, QWidget

from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import error
from sdc_desktop.ui.tabs.cae.page import RiskCurvesPage
from sdc_desktop.ui.tabs.outputs.page import OutputsPage
from sdc_desktop.ui.tabs.release.page import ReleaseQueuePage
from sdc_desktop.ui.widgets.cards_area import CardsArea
from sdc_desktop.words import Words
from tests.support.outputs.cases import grid, workbook
from tests.ui.conftest import TabDesk
from tests.ui.tabs.release.conftest import DATA, PARAMS, people

_CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QTabBar)
_FEW = [
    ["Area", "Men", "Women", "Total"],
    ["North", 3, 36, 39],
    ["South", 52, 63, 115],
    ["Total", 55, 99, 154],
]
Places = dict[QWidget, QRect]


class Still:
    """Remembers where the controls of a page are, but for those in what scrolls: there they follow it."""

    def __init__(self, page: QWidget) -> None:
        self._page = page
        self._before = self.places()

    def places(self) -> Places:
        found = (one for kind in _CONTROLS for one in self._page.findChildren(kind) if one.isVisible())
        return {
            one: QRect(one.mapTo(self._page, QPoint(0, 0)), one.size()) for one in found if not _scrolls(one)
        }

    def moved(self) -> list[str]:
        """The controls that are somewhere else now."""
        now = self.places()
        return [
            f"{type(one).__name__} {one.accessibleName() or getattr(one, 'text', str)()}: {place} {now[one]}"
            for one, place in self._before.items()
            if one in now and now[one] != place
        ]


def _scrolls(widget: QWidget) -> bool:
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, CardsArea):
            return True
        above = above.parentWidget()
    return False


class Outputs(TabDesk[OutputsPage]):
    """The place Output checking."""

    def make_page(self, words: Words) -> OutputsPage:
        return OutputsPage(self.controller, self.jobs, words)


class Curves(TabDesk[RiskCurvesPage]):
    """The place Risk curves."""

    def make_page(self, words: Words) -> RiskCurvesPage:
        return RiskCurvesPage(self.controller, self.jobs, words)


class Queue(TabDesk[ReleaseQueuePage]):
    """The place Release queue."""

    def make_page(self, words: Words) -> ReleaseQueuePage:
        return ReleaseQueuePage(self.controller, self.jobs, words)


@pytest.fixture
def curves(desk_of: Callable, tmp_path: Path) -> Iterator[Curves]:
    with desk_of(Curves, tmp_path) as desk:
        yield desk


@pytest.fixture
def queue(desk_of: Callable, tmp_path: Path) -> Iterator[Queue]:
    lines = ["id,age,place", *(",".join(row) for row in people())]
    (tmp_path / "people.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with desk_of(Queue, tmp_path) as desk:
        yield desk


@pytest.fixture
def outputs(desk_of: Callable, tmp_path: Path) -> Iterator[Outputs]:
    (tmp_path / "few.xlsx").write_bytes(workbook({"Few": grid([["Persons"], *_FEW])}))
    (tmp_path / "more.xlsx").write_bytes(workbook({"More": grid([["Persons by area"], *_FEW])}))
    with desk_of(Outputs, tmp_path) as desk:
        yield desk


def test_output_checking_keeps_still(outputs: Outputs) -> None:
    page, presenter = outputs.page, outputs.page.presenter
    presenter.add_outputs([outputs.folder / "few.xlsx"])
    outputs.rest()
    outputs.qtbot.waitUntil(lambda: not presenter.is_reading)
    still = Still(page)
    assert len(still.places()) >= 18
    presenter.add_outputs([outputs.folder / "more.xlsx"])
    assert presenter.view.running
    assert still.moved() == []  # while it computes
    outputs.rest()
    assert still.moved() == []  # with another answer
    page.change.click()
    outputs.rest()
    assert still.moved() == []  # with a decision, another item and another main act
    page.release.click()  # without a reason of its own
    assert page.judgement.missing.text()
    assert still.moved() == []
    presenter.refuse(tuple(error("output_check.undecided", number=number) for number in range(9)))
    outputs.rest()
    assert page.problems.text()
    assert still.moved() == []  # with long reasons
    page.report.notify("A long outcome. " * 40)
    outputs.rest()
    assert still.moved() == []


def test_risk_curves_keep_still(curves: Curves) -> None:
    page, presenter = curves.page, curves.page.presenter
    presenter.choose_way("values")
    field = page.question.curve.parts["values"]
    field.setPlainText("1 0.5\n3 0.5")
    field.settle()
    curves.rest()
    still = Still(page)
    assert len(still.places()) >= 9
    field.setPlainText("\n".join(f"{value} 0.1" for value in range(10)))
    field.settle()
    assert still.moved() == []  # while it computes
    curves.rest()
    assert still.moved() == []
    presenter.keep_curve("a curve")
    curves.rest()
    assert still.moved() == []
    presenter.refuse(tuple(error("output_check.undecided", number=number) for number in range(9)))
    curves.rest()
    assert page.question.problems.text()
    assert still.moved() == []


def test_the_release_queue_keeps_still(queue: Queue) -> None:
    page, presenter = queue.page, queue.page.presenter
    job = {"name": "release queue", "kind": "release", "params": PARAMS}
    queue.open_plan(plan_from_json({"schema": 2, "data": DATA, "jobs": [job]}))
    page.question.run.click()
    queue.rest()
    still = Still(page)
    assert len(still.places()) >= 12
    presenter.change({"alpha": 0.3})
    queue.rest()
    assert still.moved() == []  # the answer is outdated
    page.question.run.click()
    assert presenter.view.running
    assert still.moved() == []
    queue.rest()
    page.simulation.player.go_to(3)
    assert still.moved() == []
    page.report.notify("A long outcome. " * 40)
    queue.rest()
    assert still.moved() == []
