"""The first view of a file: what leaves now, the rules of the policy, and protections that are proposed."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from sdc_desktop.project.policy_location import active_policy
from sdc_desktop.ui.tabs.microdata import proposing
from sdc_desktop.ui.widgets.verdict_bar import Mark
from sdc_desktop.words.verdicts.grades import GRADES
from tests.support.proposals import two, without_score
from tests.ui.tabs.microdata.conftest import Desk

ROWS = "id,born,town,mail\n" + "\n".join(
    f"{n},{1950 + n // 3},{'ab'[n % 2]},p{n}@b.example" for n in range(60)
)


@pytest.fixture
def opened(closed_desk: Desk) -> Desk:
    """A file with addresses, under no policy."""
    desk = closed_desk
    (desk.folder / "a.csv").write_text(ROWS, encoding="utf-8")
    desk.controller.open_data(desk.folder / "a.csv")
    desk.qtbot.waitUntil(lambda: desk.controller.opened is not None)
    desk.controller.set_variables(("born", "town"), role="key")
    desk.controller.set_variables(("mail",), role="other")
    desk.controller.set_variables(("id",), role="direct_identifier")
    desk.rest()
    return desk


def test_what_leaves_now_is_judged_and_a_policy_is_offered(opened: Desk) -> None:
    look, page = opened.page._first_look, opened.page
    found = page.read_verdict.found
    assert found is not None
    assert page.verdict.grade_text.startswith(GRADES[found.verdict.grade])
    assert look.verdict.text().endswith(GRADES[found.verdict.grade])
    assert look.rules.title.text() == "Corrections in one step"
    assert not look.rules.tally.isVisible()
    with opened.qtbot.waitSignal(page.policy_requested):
        look.choose_policy.click()


def test_the_rules_of_the_policy_are_listed_with_what_mends_each(opened: Desk) -> None:
    look, page = opened.page._first_look, opened.page
    opened.controller.hold_to(active_policy(Path("hipaa-safe-harbor")))
    opened.rest()
    states = {one.rule: one.state for one in page.read_verdict.found.rules}
    assert states["texts"] == "not_met"
    assert look.rules.isVisible()
    assert not look.choose_policy.isVisible()
    met, broken = (sum(state == wanted for state in states.values()) for wanted in ("met", "not_met"))
    assert f"{met} met, {broken} not met" in look.rules.tally.text()
    assert page.verdict.mark is Mark.UNSAFE
    mends = [one for one in look.rules.findChildren(QPushButton) if one.text().startswith("Omit")]
    mends[0].click()
    opened.rest()
    assert {one.rule: one.state for one in page.read_verdict.found.rules}["texts"] == "met"


def test_a_proposal_is_used_from_its_card_and_undone(opened: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposing, "_proposed", lambda request, *_: two(request.plan))
    page, controller = opened.page, opened.controller
    steps = opened.steps
    page._first_look.propose.click()
    opened.rest()
    cards = page.proposing.page.cards
    assert page.proposing.page.isVisible()
    assert [card.name.text() for card in cards] == ["Local suppression", "Optimal recoding"]
    assert "3 of 60 records are suppressed, 30 of 180 values differ." in cards[0].why.text()
    assert [row[0] for row in page.proposing.page.frame.rows] == ["Local suppression", "Optimal recoding"]
    page.proposing.page.plot.selected.emit(1)
    assert [card.property("chosen") for card in cards] == [False, True]
    cards[1].use.click()
    opened.rest()
    assert page.card == "step:local_suppression"
    assert [job.params.k for job in controller.plan.jobs] == [5]
    assert opened.steps == steps + 1
    page.show_card("file")
    assert (cards[1].used.isVisible(), cards[0].use.isEnabled()) == (True, True)
    controller.undo()
    opened.rest()
    assert controller.plan.jobs == ()
    assert not cards[1].used.isVisible()


def test_one_without_a_score_has_a_dash_in_the_table(opened: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposing, "_proposed", lambda request, *_: without_score(request.plan))
    opened.page.propose()
    opened.rest()
    frame = opened.page.proposing.page.frame
    place = list(frame.header).index("Score U")
    assert [row[place] for row in frame.rows] == ["0.030", "\u2013"]


def test_a_statement_that_the_policy_requires_is_one_click(opened: Desk) -> None:
    opened.controller.hold_to(active_policy(Path("hipaa-safe-harbor")))
    opened.rest()
    page, code = opened.page, "policy.persons_unsaid"
    assert code in {one.code for one in page.read_verdict.found.verdict.reasons}
    buttons = page._first_look.rules.findChildren(QPushButton)
    next(one for one in buttons if one.text() == "One record per person").click()
    opened.rest()
    assert opened.controller.plan.data.persons.one_record_each
    assert code not in {one.code for one in page.read_verdict.found.verdict.reasons}
