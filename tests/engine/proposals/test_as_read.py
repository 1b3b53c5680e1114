"""The verdict on a file before any step, and the rules of a policy on it."""

from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import Opened, open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.plan import Plan
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.proposals.as_read import AsRead, as_read
from sdc_desktop.engine.verdict import Grade
from sdc_desktop.project.policy_location import active_policy

ROWS = ["id,born,sex,mail", *(f"{n},{1950 + n % 2},{'mf'[n % 2]},a{n}@b.example" for n in range(8))]


def judged(
    folder: Path, roles: dict[str, str], policy: str = "", rows: list[str] | None = None
) -> AsRead | None:
    (folder / "a.csv").write_text("\n".join(rows or ROWS), encoding="utf-8")
    variables = {name: {"role": role} for name, role in roles.items()}
    spec = DataSpec.model_validate({"path": "a.csv", "variables": variables})
    opened: Opened = open_data(spec, folder, JobContext())
    held_to = active_policy(Path(policy)).policy if policy else None
    return as_read(Plan(data=opened.spec), folder, JobContext(), held_to, read=opened)


def test_unique_records_of_the_file_are_what_leaves_now(tmp_path: Path) -> None:
    rows = ["a,b", "1,x", "1,x", "2,y", "3,z"]
    found = judged(tmp_path, {"a": "key", "b": "key"}, rows=rows)
    assert found is not None
    assert found.verdict.grade is not Grade.SAFE
    reason = next(one for one in found.verdict.reasons if one.code == "records_alone")
    assert reason.figures["number"] == 2


def test_a_rule_is_met_or_broken_by_the_values_of_the_file(tmp_path: Path) -> None:
    roles = {"id": "direct_identifier", "born": "key", "sex": "key"}
    with_mail = judged(tmp_path, roles | {"mail": "other"}, "hipaa-safe-harbor")
    without = judged(tmp_path, roles | {"mail": "direct_identifier"}, "hipaa-safe-harbor")
    assert with_mail is not None
    assert without is not None
    states = [{one.rule: one.state for one in found.rules}["texts"] for found in (with_mail, without)]
    assert states == ["not_met", "met"]
    assert with_mail.verdict.grade is Grade.UNSAFE


def test_without_key_variables_the_rules_are_checked_all_the_same(tmp_path: Path) -> None:
    found = judged(tmp_path, {"id": "direct_identifier", "mail": "other"}, "hipaa-safe-harbor")
    assert found is not None
    assert {one.rule: one.state for one in found.rules}["texts"] == "not_met"


def test_of_identifiers_alone_nothing_could_leave(tmp_path: Path) -> None:
    assert judged(tmp_path, {"a": "direct_identifier"}, rows=["a", "1", "2"]) is None


def test_a_variable_that_looks_like_an_identifier_needs_a_role_first(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refusal:
        judged(tmp_path, {"born": "key", "sex": "key"})
    assert {one.code for one in refusal.value.problems} == {"data.role_missing"}
