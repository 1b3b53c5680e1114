"""A draft while a curve is being computed: bounds in a picture of its own, and nothing else."""

from types import SimpleNamespace

import pytest

from sdc_desktop.ui.tabs.cae import work
from sdc_desktop.ui.widgets.plots.figure_frame import SavedFigure
from tests.ui.tabs.cae.conftest import Desk
from tests.ui.tabs.cae.test_curve import GOLDEN, pasted

OTHERS = "1 0.25\n4 0.25\n8 0.25\n11 0.25"


def watched(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[SimpleNamespace]:
    """What is seen each time that there is a draft."""
    monkeypatch.setattr(work, "DRAFT_FROM", 2)
    seen: list[SimpleNamespace] = []

    def look(view) -> None:
        if view.coarse is not None:
            page = desk.page
            found = SimpleNamespace(view=view, text=page.draft.line.text())
            found.shown = page._answers.currentWidget()
            found.verdict, found.bar = page.presenter.verdict(), page.verdict.text
            seen.append(found)

    desk.listen(desk.page.presenter.changed, look)
    return seen


def test_bounds_are_shown_until_the_exact_curve_is_there(desk: Desk, monkeypatch) -> None:
    seen = watched(desk, monkeypatch)
    pasted(desk, GOLDEN)
    assert seen
    for found in seen:
        assert found.shown is desk.page.draft
        assert found.text.startswith("Draft: ")
        assert not found.view.coarse.exact
        lower, upper = found.view.coarse.area_lower, found.view.coarse.area_upper
        assert lower <= desk.view.answer.result.area <= upper
    assert desk.view.coarse is None
    assert desk.view.answer.result.exact
    assert desk.page._answers.currentWidget() is desk.page.curve


def test_a_draft_reaches_no_verdict_no_report_and_no_file(desk: Desk, monkeypatch) -> None:
    pasted(desk, GOLDEN)
    first = desk.view.answer
    seen = watched(desk, monkeypatch)
    pasted(desk, OTHERS)
    assert seen
    for found in seen:
        assert found.view.answer is first
        assert not found.view.ready  # so that nothing can be exported
        assert found.verdict is None
        assert found.bar.startswith("Computing… Previous result: ")
    assert desk.page.draft.findChildren(SavedFigure) == []
    assert not desk.page.draft.plot.isEnabled()
    assert desk.page.draft.plot.accessibleName().startswith("Draft: ")
    assert desk.page.presenter.settled_plan().jobs[0].params.points is None


def test_bounds_that_are_set_and_small_questions_have_no_draft(desk: Desk, monkeypatch) -> None:
    seen = watched(desk, monkeypatch)
    monkeypatch.setattr(work, "DRAFT_FROM", 4)
    pasted(desk, GOLDEN)
    monkeypatch.setattr(work, "DRAFT_FROM", 2)
    desk.page.presenter.change({"points": 5})
    desk.rest()
    assert seen == []


def test_a_draft_goes_with_the_computation_that_is_stopped(desk: Desk, monkeypatch) -> None:
    seen = watched(desk, monkeypatch)
    desk.listen(desk.page.presenter.changed, lambda view: view.coarse and desk.page.presenter.stop())
    pasted(desk, GOLDEN)
    assert seen
    assert desk.view.coarse is None
    assert desk.page._answers.currentWidget() is not desk.page.draft
