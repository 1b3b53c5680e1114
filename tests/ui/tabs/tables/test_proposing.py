"""Protections proposed for a table, in its tab."""

from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.proposals.proposal import Cost, Proposal, Proposals
from sdc_desktop.ui.tabs.proposing.presenter import Request
from sdc_desktop.ui.tabs.tables.proposing import shown_here
from tests.support.proposals import SAFE
from tests.ui.tabs.tables.conftest import TABLE, Desk


def test_a_table_of_recoded_records_is_not_offered_because_the_tab_does_not_list_it() -> None:
    table = {"name": "t", "kind": "table", "params": {"dimensions": [{"variable": "a"}]}}
    recode = {"name": "r", "kind": "recode", "no_file": True, "params": {"levels": {"a": 1}}}
    data = {"path": "a.csv", "variables": {"a": {"role": "key"}}}
    plain, coarser = (
        plan_from_json({"schema": 2, "data": data, "jobs": jobs})
        for jobs in ([table], [recode, {**table, "input": "r"}])
    )
    cost = Cost(units=9, suppressed=1, values=9, changed=1, utility=0.9)
    found = Proposals(
        (
            Proposal("cell_suppression", plain, ("t",), SAFE, cost, risk=0.0),
            Proposal("coarser", coarser, ("r", "t"), SAFE, cost, risk=0.0),
        )
    )
    assert [one.family for one in shown_here(found, Request(plain, "t")).found] == ["cell_suppression"]


def test_a_proposed_suppression_is_used_and_the_table_is_protected(desk: Desk) -> None:
    desk.open(TABLE)
    page = desk.page
    page.evidence.show_proposals()
    page.proposing.presenter.propose()
    desk.rest()
    found = page.proposing.presenter.view.found
    families = [one.family for one in found.found]
    assert "cell_suppression" in families
    steps = desk.steps
    page.proposing.presenter.use(families.index("cell_suppression"))
    desk.rest()
    assert desk.steps == steps + 1
    assert page.evidence.page is page.answer
    assert desk.view.ready
    assert desk.view.shown.result.method == "suppression"
