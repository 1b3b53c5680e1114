"""The row of tabs that every step has: figures as on the cards, and never those of another step."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from sdc_desktop.engine.methods.perturbation.pram import PramParams
from sdc_desktop.engine.plan import JOB_CLASSES, Plan
from sdc_desktop.project.chain import chain_of, with_chain
from tests.ui.tabs.microdata.conftest import WAIT, Desk


@pytest.fixture
def chained(closed_desk: Desk, demo_plan: Plan) -> Desk:
    """The demo's recoding, and post-randomisation of what it leaves."""
    pram = JOB_CLASSES["pram"](name="pram", params=PramParams(variables=("ms",), retain=0.3))
    closed_desk.open(with_chain(demo_plan, (*chain_of(demo_plan), pram)))
    rest(closed_desk)
    return closed_desk


def rest(desk: Desk) -> None:
    steps = desk.controller.steps
    desk.qtbot.waitUntil(lambda: steps.current and desk.jobs.idle and not desk.page.making, timeout=WAIT)


def tiles(desk: Desk) -> list[tuple[str, str]]:
    return [(tile.caption.text(), tile.after.text()) for tile in desk.page.step_tabs.risk.tiles]


def test_the_figures_of_a_step_are_those_of_its_card(chained: Desk) -> None:
    chained.page.step_tabs.turn_to_tab("risk")
    cards = {view.key: view.trail.figures for view in chained.page.pipeline.cards.views if view.trail}
    for place, job in enumerate(chain_of(chained.controller.plan)):
        chained.choose_step(place)
        rest(chained)
        found = tiles(chained)
        assert found[0][0] == f"Unique after step {place + 1}"
        unique, below, changed = cards[f"step:{job.name}"]
        assert [text for _, text in (found[0], found[1], found[3])] == [
            str(unique),
            str(below),
            str(changed),
        ]


def test_a_later_step_is_compared_with_the_original_or_the_step_before(chained: Desk) -> None:
    tabs, trail = chained.page.step_tabs, chained.controller.steps.trail
    tabs.turn_to_tab("risk")
    assert not tabs.compared.button(1).isVisible()
    chained.choose_step(1)
    rest(chained)
    assert tabs.compared.button(1).isVisible()
    for place, before in ((0, trail.steps[0]), (1, trail.steps[1])):
        tabs.compared.button(place).setChecked(True)
        assert tabs.risk.tiles[3]._before.text() == f"{before.changed} →"
        pairs = [(was, now) for _, was, now in tabs.risk.sizes.pairs]
        assert pairs == list(zip(before.by_size, trail.steps[2].by_size, strict=True))


def test_a_chosen_card_shows_no_result_of_another_step(chained: Desk) -> None:
    tabs, names = chained.page.step_tabs, [job.name for job in chain_of(chained.controller.plan)]
    for place in (1, 0, 1, 1, 0):
        chained.choose_step(place)
        shown = tabs._sections
        assert shown is None or shown is (chained.page.answer if place == 0 else chained.page.part.answer)
        assert tabs.risk.tiles[0].caption.text().endswith(str(place + 1))
        view = chained.page.presenter.view if place == 0 else chained.page.part.presenter.view
        assert shown is None or view.shown.job.name == names[place]
    rest(chained)


def test_a_step_that_is_off_shows_no_figures(chained: Desk) -> None:
    plan = chained.controller.plan
    off = tuple(job.model_copy(update={"off": job.name == "pram"}) for job in plan.jobs)
    chained.controller.change_plan("Off", plan.model_copy(update={"jobs": off}))
    chained.choose_step(1)
    rest(chained)
    chained.page.step_tabs.turn_to_tab("risk")
    assert "off" in chained.page.step_tabs.risk.line.text()
    assert not any(part.isVisible() for part in chained.page.step_tabs.risk.frames)
    assert not any(part.isVisible() for part in chained.page.step_tabs.risk.tiles)


def test_show_data_and_copy_picture_are_of_all_in_view(desk: Desk) -> None:
    tabs = desk.page.step_tabs
    desk.rest()
    assert tabs.data_button.text() == "Show data"
    tabs.data_button.click()
    assert all(frame.shows_data for frame in desk.page.answer.planes.values())
    assert tabs.data_button.text() == "Show picture"
    tabs.data_button.click()
    assert not any(frame.shows_data for frame in desk.page.answer.planes.values())
    QGuiApplication.clipboard().clear()
    tabs.copy_button.click()
    assert not QGuiApplication.clipboard().pixmap().isNull()


def test_the_tab_in_view_stays_where_the_next_step_has_it(chained: Desk) -> None:
    tabs = chained.page.step_tabs
    tabs.turn_to_tab("values")
    chained.choose_step(1)
    rest(chained)
    assert tabs.tab == "values"
    chained.choose_step(0)
    tabs.turn_to_tab("compare")
    chained.choose_step(1)
    assert tabs.tab == "first"
    assert tabs.bar.tabText(0) == "Transitions"
    chained.choose_step(0)
    assert tabs.tab == "compare"


def test_what_a_method_says_of_risk_is_below_the_pictures_of_the_step(chained: Desk) -> None:
    chained.page.resize(1440, 760)
    chained.choose_step(1)
    rest(chained)
    tabs = chained.page.step_tabs
    tabs.turn_to_tab("risk")
    area, table = tabs.areas["risk"], chained.page.part.answer.risk
    chained.qtbot.waitUntil(table.isVisible)
    QTest.qWait(50)
    heading = chained.page.part.answer.headings[table]
    bottoms = [frame.mapTo(area, frame.rect().bottomLeft()).y() for frame in tabs.risk.frames]
    assert heading.mapTo(area, heading.rect().topLeft()).y() > max(bottoms)
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    assert table.mapTo(area.viewport(), table.rect().bottomLeft()).y() <= area.viewport().height()
