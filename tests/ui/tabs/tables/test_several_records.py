"""Where persons have several records, kinds of tables that count records cannot be begun, and say why."""

from sdc_desktop.engine.plan import plan_from_json
from tests.ui.tabs.tables.conftest import DATA, Desk


def kinds(desk: Desk) -> dict[str, tuple[bool, str]]:
    """By kind whether it can be added, and what its tooltip says."""
    actions = desk.page.tables.kinds.actions()
    return {one.data(): (one.isEnabled(), one.toolTip()) for one in actions}


def open_with(desk: Desk, role: str) -> None:
    variables = {"who": {"role": role}} if role == "person" else {}
    many = {"region": {"role": "person"}} if role == "several" else {}
    data = {"path": DATA["path"], "variables": variables | many}
    desk.open_plan(plan_from_json({"schema": 2, "jobs": [], "data": data}))


def test_an_audit_of_linked_tables_is_greyed_with_its_reason(desk: Desk) -> None:
    open_with(desk, "several")
    found = kinds(desk)
    assert [kind for kind, (there, _) in found.items() if not there] == ["linked_audit"]
    assert "would count records, and some persons have several" in found["linked_audit"][1]
    assert desk.page.tables.kinds.toolTipsVisible()


def test_all_kinds_can_be_added_where_each_record_is_of_a_person_of_its_own(desk: Desk) -> None:
    open_with(desk, "several")
    open_with(desk, "person")
    assert all(there for there, _ in kinds(desk).values())
    open_with(desk, "none")
    assert all(there for there, _ in kinds(desk).values())
