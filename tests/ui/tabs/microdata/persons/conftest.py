"""A small file of hospital stays: the person zqb-2 has three records in two classes."""

from collections.abc import Callable

import pytest

from sdc_desktop.engine.plan import Plan, plan_from_json
from tests.ui.tabs.microdata.conftest import Desk

STAYS = """patient,sex,age,days
zqa-1,f,30,2
zqb-2,m,40,3
zqb-2,m,40,5
zqc-3,f,30,1
zqb-2,f,30,9
zqd-4,m,40,4
zqe-5,f,50,4
zqe-5,f,50,6
"""
ROLES = {"patient": "person", "sex": "key", "age": "key", "days": "other"}


@pytest.fixture
def stays(closed_desk: Desk) -> Callable[..., Plan]:
    """Gives the plan of a job over the file; further fields of the data by name."""

    def plan(kind: str, params: dict[str, object], rows: str = STAYS, **data: object) -> Plan:
        (closed_desk.folder / "stays.csv").write_text(rows, encoding="utf-8")
        variables = {name: {"role": role} for name, role in ROLES.items()}
        job = {"name": kind, "kind": kind, "params": params, "output": {"path": "out.csv"}}
        spec = {"path": "stays.csv", "variables": variables, **data}
        return plan_from_json({"schema": 2, "data": spec, "jobs": [job]})

    return plan
