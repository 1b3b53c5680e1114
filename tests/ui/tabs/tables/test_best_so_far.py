"""A search for the cheapest choice of cells, or for the nearest table, is ended with the best that it has."""

from time import sleep

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext, State
from sdc_desktop.engine.tables.protection import adjustment, rounding, suppress
from sdc_desktop.engine.tables.protection.fast_suppression import fast_patterns
from sdc_desktop.engine.tables.protection.integer_search import Solved, best_found
from sdc_desktop.ui.widgets.verdict_bar import Mark
from tests.ui.tabs.tables.conftest import TABLE, WAIT, Desk


def _endless(context: JobContext) -> None:
    while True:
        context.checkpoint()
        sleep(0.002)


def _found_and_endless(search, method, begun, context) -> None:
    best = search.best
    start = next(fast_patterns(search.pool.problem, 1, context))
    best.offer(start.pattern, context, repair=True)
    best.raise_bound(best.cost / 2)
    _endless(context.until_enough())


def test_the_best_so_far_is_taken_and_stated_to_be_of_this_session(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.open(TABLE)
    form = desk.page.question
    assert form.take_best.isHidden()
    whole = suppress._searched
    monkeypatch.setattr(suppress, "_searched", _found_and_endless)
    form.run.click()
    desk.qtbot.waitUntil(lambda: len(desk.page.presenter._search.points) > 1, timeout=WAIT)
    assert not form.take_best.isHidden()
    steps = desk.steps
    form.take_best.click()
    assert form.take_best.isHidden()
    desk.rest()
    result = desk.view.answer.result
    assert (result.stopped, result.proven, result.safe) == (True, False, True)
    assert desk.page.verdict.mark is Mark.SAFE
    assert "Search ended early" in desk.page.verdict.text
    assert "gap 50.0 %" in desk.page.verdict.text
    assert desk.page.exports.session.isVisible()
    assert desk.steps == steps
    assert form.run.isEnabled()
    monkeypatch.setattr(suppress, "_searched", whole)
    desk.protect()  # on to the end
    assert desk.view.answer.result.proven
    assert not desk.page.exports.session.isVisible()
    assert "Search ended early" not in desk.page.verdict.text


def _solved_and_endless(model, variables, effort, context, report):
    found = best_found(model, variables, effort, JobContext(), lambda *_: None)
    state = State(found.state.cost / 2, found.state.cost)
    report(found.values, state)
    while not context.is_enough():
        context.checkpoint()
    return Solved(found.values, state, "wish")


@pytest.mark.parametrize(
    ("module", "protect"),
    [(rounding, {"method": "rounding", "base": 50}), (adjustment, {"method": "adjustment"})],
    ids=["rounding", "adjustment"],
)
def test_the_nearest_table_so_far_is_taken(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, module: object, protect: dict
) -> None:
    desk.open(TABLE | {"params": TABLE["params"] | {"protect": protect}})
    form = desk.page.question
    monkeypatch.setattr(module, "best_found", _solved_and_endless)
    form.run.click()
    desk.qtbot.waitUntil(lambda: not form.take_best.isHidden(), timeout=WAIT)
    form.take_best.click()
    desk.rest()
    result = desk.view.answer.result
    assert result.stopped
    assert result.unproven.ended_by == "wish"
    assert not result.table.relations.differences(_published(result)).any()
    assert "Search ended early" in desk.page.verdict.text
    assert desk.page.exports.session.isVisible()
    assert form.run.isEnabled()


def _published(result) -> np.ndarray:
    return np.array([round(cell.published / result.unit) for cell in result.cells], dtype=np.int64)


def test_a_search_without_a_pattern_offers_none(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.open(TABLE)
    begun = []
    monkeypatch.setattr(suppress, "_searched", lambda *given: begun.append(1) or _endless(given[-1]))
    form = desk.page.question
    form.run.click()
    desk.qtbot.waitUntil(lambda: bool(begun), timeout=WAIT)
    assert form.take_best.isHidden()
    form.run.click()
    desk.rest()
    assert not desk.view.ready
    assert form.run.isEnabled()
