"""Decisions hold where a project is moved, and what made them lapse is said."""

import hashlib
import json
import os
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.methods.outputs.output_check.engine import decisions_of
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.submission.releasing.decisions import against, items_of, name_of
from sdc_desktop.engine.submission.releasing.project_ledger import open_project_ledger
from tests.support.outputs.cases import grid, workbook
from tests.support.outputs.desk import HEAD, LEDGER, SAFE, Desk, codes_of


def lapsed(desk: Desk, **changes: Any) -> list[tuple[str, str]]:
    """What the result says of the decisions entered: code, and the file or table that it names."""
    notes = desk.look(decisions=desk.params["decisions"], **changes).notes
    return [(one.code, str(one.params.get("file", one.params.get("table", "")))) for one in notes]


def by_the_earlier_rule(result: Any) -> str:
    """The digest as it was made of paths."""
    submission = result.submission
    listed = [asdict(one) for one in sorted(result.decisions, key=lambda one: one.item)]
    for one in listed:
        del one["file"], one["place"]
    files = sorted((file.path, file.sha256) for file in submission.submitted)
    found = {item.id: [item.severity.value, against(item)] for item in items_of(submission)}
    text = json.dumps([files, listed, found], sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def moved(desk: Desk) -> None:
    """Move the outputs, as a project that is saved elsewhere sees them: by another path."""
    (desk.base / "elsewhere").mkdir()
    shutil.move(desk.base / "sub", desk.base / "elsewhere" / "out")
    desk.params["outputs"] = ["elsewhere/out"]


# moved ----------------------------------------------------------------------------------------------------


def test_an_approval_holds_where_the_outputs_were_moved(ready) -> None:
    ready.run()
    before = ready.look(decisions=ready.params["decisions"])
    moved(ready)
    after = ready.look(decisions=ready.params["decisions"])
    assert after.digest == before.digest
    assert after.signed == before.signed
    assert after.notes == before.notes
    ready.approve()
    assert ready.entries() == ["received", "decided", "approved", "packaged"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_the_decision_on_a_file_that_cannot_be_read_holds_where_it_was_moved(desk) -> None:
    (desk.base / "sub" / "link.txt").symlink_to("/etc/hostname")
    desk.decide("refuse")
    moved(desk)
    assert desk.look(decisions=desk.params["decisions"]).undecided == 0


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_decision_by_an_id_made_of_a_path_is_known(desk) -> None:
    (desk.base / "sub" / "link.txt").symlink_to("/etc/hostname")
    made = hashlib.sha256(b"sub/link.txt\0\0").hexdigest()[:16]
    desk.params["decisions"] = [{"table": made, "verdict": "refuse", "reason": "a link", "by": "Ann"}]
    result = desk.look(decisions=desk.params["decisions"])
    assert result.undecided == 0
    assert by_the_earlier_rule(result) != result.digest


# by the earlier rule --------------------------------------------------------------------------------------


def entered_by_the_earlier_rule(desk: Desk) -> str:
    """A ledger as earlier versions wrote it; the digest in it."""
    result = desk.look(decisions=desk.params["decisions"])
    digest = by_the_earlier_rule(result)
    assert digest != result.digest
    assert result.submission is not None
    with open_project_ledger(desk.base / LEDGER, desk.base / HEAD, "P7") as ledger:
        files = [[file.path, file.sha256, file.bytes] for file in result.submission.submitted]
        ledger.add("received", researcher="R", files=files)
        verdicts = [[one.item, one.verdict, []] for one in result.decisions]
        ledger.add("decided", decisions=digest, name="Ann", verdicts=verdicts)
    return digest


def test_decisions_and_an_approval_by_the_earlier_rule_hold(ready) -> None:
    digest = entered_by_the_earlier_rule(ready)
    assert ready.look(decisions=ready.params["decisions"]).signed.decided_by == "first"
    ready.account("second")
    ready.run(approval={"by": "Ben", "decisions": digest})
    assert ready.entries() == ["received", "decided", "approved", "packaged"]


def test_they_hold_where_the_outputs_were_moved_since(ready) -> None:
    digest = entered_by_the_earlier_rule(ready)
    moved(ready)
    assert by_the_earlier_rule(ready.look(decisions=ready.params["decisions"])) != digest
    result = ready.look(decisions=ready.params["decisions"])
    assert result.signed.decided_by == "first"
    assert [one.code for one in result.notes] == ["output_check.not_shared", "output_check.waiting"]
    ready.account("second")
    ready.run(approval={"by": "Ben", "decisions": digest})
    assert ready.entries()[-1] == "packaged"


def test_they_do_not_hold_for_a_changed_decision(ready) -> None:
    digest = entered_by_the_earlier_rule(ready)
    ready.params["decisions"][0]["reason"] = "seen twice"
    ready.account("second")
    done = ready.run(approval={"by": "Ben", "decisions": digest})
    assert done.jobs[0].result.waiting  # these decisions are the second account's now
    assert ready.entries()[-1] == "decided"


# what made them lapse -------------------------------------------------------------------------------------


def test_a_decision_that_was_changed_after_the_approval_is_named(ready) -> None:
    ready.put("more.xlsx", workbook({"T": grid(SAFE, "B3")}))
    ready.decide()
    ready.run()
    name = name_of_item(ready, ready.params["decisions"][0]["table"])
    ready.params["decisions"][0]["verdict"] = "change"
    assert lapsed(ready) == [("output_check.since_decision", name)]


def test_a_file_that_changed_came_or_went_is_named(ready) -> None:
    ready.put("more.xlsx", workbook({"T": grid(SAFE, "B3")}))
    ready.decide()
    ready.run()
    ready.put("safe.xlsx", workbook({"T": grid([["Persons"], *SAFE[1:3], ["West", 50, 51]])}))
    ready.put("new.xlsx", workbook({"T": grid([["Persons"], *SAFE[1:3]])}))
    (ready.base / "sub" / "more.xlsx").unlink()
    ready.params["decisions"] = []
    assert lapsed(ready) == [
        ("output_check.since_new_file", "new.xlsx"),
        ("output_check.since_file", "safe.xlsx"),
        ("output_check.since_gone_file", "more.xlsx"),
    ]


def test_a_finding_that_is_new_is_named(ready) -> None:
    ready.run()
    name = name_of_item(ready, ready.params["decisions"][0]["table"])
    rules = {"threshold": 60, "dof": 10}
    result = ready.look(
        decisions=[{**one, "verdict": "refuse"} for one in ready.params["decisions"]], rules=rules
    )
    (found,) = [one for one in result.notes if one.code == "output_check.since_finding"]
    assert found.params["table"] == name
    assert "low_count" in found.params["codes"]


def test_a_ledger_of_an_earlier_version_still_says_which_file_changed(ready) -> None:
    entered_by_the_earlier_rule(ready)
    ready.put("safe.xlsx", workbook({"T": grid([*SAFE[:3], ["South", 73, 81]])}))
    ready.params["decisions"] = []
    assert lapsed(ready) == [("output_check.since_file", "safe.xlsx")]


def test_decisions_on_another_submission_are_named_as_such(ready) -> None:
    ready.run()
    other = ready.base / "other"
    other.mkdir()
    (other / "second.xlsx").write_bytes(workbook({"T": grid(SAFE, "C7")}))
    first, ready.params["outputs"] = ready.params["decisions"], ["other"]
    ready.decide()
    assert lapsed(ready) == []  # the ledger has nothing of these
    ready.run()
    ready.params |= {"outputs": ["sub"], "decisions": first}
    assert lapsed(ready) == [("output_check.since_others", "")]


def test_after_the_package_nothing_has_lapsed(ready) -> None:
    ready.run()
    ready.approve()
    ready.params["decisions"][0]["reason"] = "seen again"
    assert lapsed(ready) == []


# decisions of the plan that lapsed ------------------------------------------------------------------------


def name_of_item(desk: Desk, id: str) -> str:
    submission = desk.look().submission
    assert submission is not None
    (item,) = [one for one in items_of(submission) if one.id == id]
    return name_of(submission, item).removeprefix("sub/")


def with_places(desk: Desk) -> None:
    """Say in each decision what it is on, as the window does."""
    submission = desk.look().submission
    assert submission is not None
    items = {item.id: item for item in items_of(submission)}
    for one in desk.params["decisions"]:
        item = items[one["table"]]
        one |= {"file": submission.files[item.file].name, "place": item.place}


def refusal(desk: Desk) -> list[str]:
    with pytest.raises(Refused) as raised:
        desk.run()
    return codes_of(raised)


def test_the_decision_on_a_changed_file_names_the_file(ready) -> None:
    with_places(ready)
    ready.put("safe.xlsx", workbook({"T": grid([*SAFE[:3], ["South", 73, 81]])}))
    assert refusal(ready) == ["output_check.file_changed"]


def test_the_decision_on_a_file_that_is_gone_names_the_file(ready) -> None:
    with_places(ready)
    (ready.base / "sub" / "safe.xlsx").rename(ready.base / "sub" / "other.xlsx")
    ready.put("other.xlsx", workbook({"T": grid([*SAFE[:3], ["South", 73, 81]])}))
    assert refusal(ready) == ["output_check.file_gone"]


def test_the_decision_on_a_table_that_is_read_otherwise_says_so(ready) -> None:
    with_places(ready)
    (one,) = ready.params["decisions"]
    sheet, _, body = one["place"].rpartition("!")
    ready.params["tables"] = [
        {"file": "sub/safe.xlsx", "sheet": sheet, "body": body, "not_table": "a list of codes"}
    ]
    assert refusal(ready) == ["output_check.read_otherwise"]


def test_what_a_decision_is_on_is_no_part_of_its_digest(ready) -> None:
    before = ready.look(decisions=ready.params["decisions"]).digest
    with_places(ready)
    assert ready.look(decisions=ready.params["decisions"]).digest == before
    assert decisions_of(ready.plan().jobs[0].params)[0].file == "safe.xlsx"


def test_paths_of_windows_are_no_part_of_names(tmp_path: Path) -> None:
    from sdc_desktop.engine.submission.gathering import gathered

    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "t.csv").write_bytes(b"x")
    assert [one.name for one in gathered(["a"], tmp_path)] == ["b/t.csv"]
    assert [one.name for one in gathered(["a/b/t.csv"], tmp_path)] == ["t.csv"]
    assert [one.name for one in gathered([str(tmp_path / "a")], tmp_path)] == ["b/t.csv"]
