"""A search for the cheapest choice of cells is ended with the best that it has."""

from time import sleep

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.tables.protection import suppress
from sdc_desktop.engine.tables.protection.fast_suppression import fast_patterns
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
