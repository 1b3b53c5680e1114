"""From decisions to a package: exceptions, four eyes by account, the ledger, earlier releases."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.outputs.output_check import engine as output_check
from sdc_desktop.engine.methods.outputs.output_check.engine import send_back, withdraw
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.submission.reading.kinds import read
from sdc_desktop.engine.submission.releasing import packaging
from sdc_desktop.engine.submission.releasing.decisions import against, items_of
from sdc_desktop.engine.submission.releasing.project_ledger import open_project_ledger
from sdc_desktop.engine.verdict import Grade
from tests.support.outputs.cases import golden_bytes, grid, workbook
from tests.support.outputs.desk import HEAD, LEDGER, SAFE, codes_of

# four eyes ------------------------------------------------------------------------------------------------


def test_the_first_run_records_decisions_and_waits(ready) -> None:
    done = ready.run()
    assert done.jobs[0].result.waiting
    assert done.verdict.grade is Grade.OPEN
    assert not (ready.base / "out.zip").exists()
    assert ready.entries() == ["received", "decided"]


def test_a_second_account_approves_and_the_package_holds_what_was_released(ready) -> None:
    ready.run()
    done = ready.approve()
    assert ready.entries() == ["received", "decided", "approved", "packaged"]
    made = done.jobs[0].result.package
    with zipfile.ZipFile(ready.base / "out.zip") as archive:
        assert sorted(archive.namelist()) == ["manifest.json", "sub/safe.xlsx"]
        shown = json.loads(archive.read("manifest.json"))
        assert archive.read("sub/safe.xlsx") == (ready.base / "sub" / "safe.xlsx").read_bytes()
    assert shown["project"] == "P7"
    assert [file["form"] for file in shown["files"]] == ["as_is"]
    assert made.sha256 in (ready.base / LEDGER).read_text()
    assert done.verdict.grade is Grade.SAFE


def test_the_same_account_cannot_approve_under_another_name(ready) -> None:
    ready.run()
    done = ready.approve("Somebody else", account="first")
    assert done.jobs[0].result.waiting
    assert not (ready.base / "out.zip").exists()


def test_an_account_named_in_the_plan_is_not_believed(ready) -> None:
    for one in ready.params["decisions"]:
        one["account"] = "another"
    ready.run()
    digest = ready.look(decisions=ready.params["decisions"]).digest
    done = ready.run(approval={"by": "Ben", "account": "second", "decisions": digest})
    assert done.jobs[0].result.waiting
    assert "approved" not in ready.entries()


def test_the_same_name_cannot_approve_from_another_account(ready) -> None:
    ready.run()
    with pytest.raises(Refused) as raised:
        ready.approve(" ann ")
    assert codes_of(raised) == ["output_check.same_name"]


def test_an_approval_of_other_decisions_does_not_count(ready) -> None:
    ready.run()
    ready.account("second")
    with pytest.raises(Refused) as raised:
        ready.run(approval={"by": "Ben", "decisions": "0" * 64})
    assert codes_of(raised) == ["output_check.approval_lapsed"]


def test_a_later_decision_lapses_the_approval(ready) -> None:
    ready.put("more.xlsx", workbook({"T": grid(SAFE, "B3")}))
    ready.decide()
    ready.run()
    digest = ready.look(decisions=ready.params["decisions"]).digest
    ready.params["decisions"][0]["verdict"] = "refuse"
    ready.account("second")
    done = ready.run(approval={"by": "Ben", "decisions": digest})
    assert done.jobs[0].result.waiting  # these decisions are the second account's now
    assert not (ready.base / "out.zip").exists()


def test_decisions_that_were_sent_back_are_not_packaged(ready) -> None:
    ready.run()
    result = ready.look(decisions=ready.params["decisions"])
    ready.account("second")
    with open_project_ledger(ready.base / LEDGER, ready.base / HEAD, "P7") as ledger:
        signed = send_back(ledger, "Ben", "look at South again", result)
    assert signed.sent_back == "look at South again"
    assert ready.entries()[-1] == "sent_back"
    ready.account("first")
    assert ready.run().jobs[0].result.waiting
    assert ready.entries()[-1] == "decided"


def test_without_four_eyes_one_person_packages_and_the_verdict_says_so(ready) -> None:
    done = ready.run(four_eyes=False)
    assert (ready.base / "out.zip").exists()
    assert done.verdict.grade is Grade.RESERVATIONS
    assert "outputs_one_person" in {reason.code for reason in done.verdict.reasons}


# decisions ------------------------------------------------------------------------------------------------


def test_a_package_needs_a_decision_on_everything(ready) -> None:
    ready.put("more.xlsx", workbook({"T": grid(SAFE, "B3")}))
    with pytest.raises(Refused) as raised:
        ready.run()
    assert codes_of(raised) == ["output_check.undecided"]


def test_a_changed_file_has_no_decision(ready) -> None:
    ready.put("safe.xlsx", workbook({"T": grid([*SAFE[:3], ["South", 73, 81]])}))
    with pytest.raises(Refused) as raised:
        ready.run()
    assert codes_of(raised) == ["output_check.unknown_table"]


def test_a_release_against_findings_needs_an_exception_with_its_exact_cells(desk) -> None:
    desk.put("stacked.xlsx", golden_bytes("stacked.xlsx"))
    desk.decide()
    with pytest.raises(Refused) as raised:
        desk.run()
    assert set(codes_of(raised)) == {"output_check.no_exception"}
    items = {item.id: item for item in items_of(desk.look().submission)}
    for one in desk.params["decisions"]:
        found = against(items[one["table"]])
        if found:
            one["exception"] = {
                "reason": "agreed",
                "findings": {code: list(cells) for code, cells in found.items()},
            }
    done = desk.run()
    assert {r.code for r in done.verdict.reasons} >= {"outputs_exceptions", "outputs_waiting"}
    first = next(one for one in desk.params["decisions"] if "exception" in one)
    first["exception"]["findings"] = {
        code: cells[:0] for code, cells in first["exception"]["findings"].items()
    }
    with pytest.raises(Refused) as raised:
        desk.run()
    assert codes_of(raised) == ["output_check.exception_differs"]


def test_a_change_or_refusal_needs_a_reason(ready) -> None:
    ready.decide("change")
    ready.params["decisions"][0]["reason"] = " "
    with pytest.raises(Refused) as raised:
        ready.run()
    assert codes_of(raised) == ["output_check.no_reason"]


# what a package is made of ---------------------------------------------------------------------------------


def packed(path: Path) -> dict[str, Any]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize(("form", "ending"), [("as_is", "xlsx"), ("anew", "xlsx"), ("csv", "csv")])
def test_a_file_that_carries_something_is_written_again_without_it(desk, form, ending) -> None:
    desk.put("traps.xlsx", golden_bytes("traps.xlsx"))
    desk.put("carries.xlsx", golden_bytes("carries_data.xlsx"))
    rule = '<cfRule type="containsText" priority="1" text="P-0"/>'
    link = '<hyperlink ref="A2" location="P-0" tooltip="P-0"/><autoFilter><top10 val="4711"/></autoFilter>'
    cells = {"A1": "Area", "B1": "n", "A2": "North", "B2": 120, "A3": "South", "B3": 180}
    named = '<cellStyles><cellStyle name="P-0" xfId="0" builtinId="0"/></cellStyles>'
    carrying = workbook({"T": cells, "P-0": {}}, styles=named, sheet_xml={"T": rule + link})
    assert len(read(carrying, "a.xlsx").carried) == 5
    desk.put("names.xlsx", carrying)
    submission = desk.look().submission
    desk.params["decisions"] = [
        {
            "table": item.id,
            "verdict": "release" if item.table is not None else "refuse",
            "reason": "seen",
            "by": "Ann",
            "exception": {"reason": "agreed", "findings": {k: list(v) for k, v in against(item).items()}},
        }
        for item in items_of(submission)
    ]
    desk.run()
    desk.approve(package={"path": "out.zip", "form": form})
    files = packed(desk.base / "out.zip")
    assert all(name.endswith(f".{ending}") for name in files if name != "manifest.json")
    text = b"".join(data for name, data in files.items() if name != "manifest.json")
    for name, data in files.items():
        if name == "manifest.json":
            continue
        found = read(data, name)
        assert (found.refused, found.carried) == ("", ())
        shown = [cell.shown for sheet in found.sheets for cell in sheet.cells.values()]
        assert not any(word in " ".join(shown) for word in ("4711", "P-0", "12345"))
        if "traps" in name:
            assert "*" in shown  # what the format showed, not what was stored
            assert "5" not in shown
    assert b"pivot" not in text


def test_rows_that_are_hidden_do_not_go_into_a_table_written_again(desk) -> None:
    rows = [*SAFE, ["West", 55, 66]]
    hidden = {"T": ""}
    data = workbook({"T": grid(rows)}, sheet_xml=hidden)
    parts = packed_parts(data)
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace('<row r="5">', '<row r="5" hidden="1">')
    desk.put("hidden.xlsx", zipped_parts(parts))
    desk.decide()
    desk.run()
    desk.approve()
    files = packed(desk.base / "out.zip")
    shown = [c.shown for s in read(files["sub/hidden.xlsx"], "hidden.xlsx").sheets for c in s.cells.values()]
    assert "North" in shown
    assert "West" not in shown


def packed_parts(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def zipped_parts(parts: dict[str, str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return made.getvalue()


def test_the_same_decisions_give_the_same_bytes(ready) -> None:
    ready.run()
    submission = ready.look().submission
    assert submission is not None
    decisions = output_check.decisions_of(ready.plan().jobs[0].params)
    load = {f"sub/{p.name}": p.read_bytes() for p in (ready.base / "sub").iterdir()}
    plans = [
        packaging.planned(submission, decisions, "anew", load.__getitem__, JobContext()) for _ in range(2)
    ]
    assert plans[0] == plans[1]


def test_a_file_is_never_written_over(ready) -> None:
    ready.run()
    (ready.base / "out.zip").write_bytes(b"mine")
    with pytest.raises(Refused) as raised:
        ready.approve()
    assert codes_of(raised) == ["file.exists"]
    assert (ready.base / "out.zip").read_bytes() == b"mine"


def test_the_seal_is_that_of_the_key_file(ready) -> None:
    import hashlib
    import hmac

    (ready.base / "site.key").write_bytes(b"k" * 40)
    package = {"path": "out.zip", "key": "site.key"}
    ready.run(package=package)
    ready.approve(package=package)
    files = packed(ready.base / "out.zip")
    seal = hmac.new(b"k" * 40, files["manifest.json"], hashlib.sha256).hexdigest()
    assert files["manifest.hmac"].decode().strip() == seal


# earlier releases -----------------------------------------------------------------------------------------


def test_the_same_table_less_four_persons_is_found_by_the_ledger(ready) -> None:
    ready.run()
    ready.approve()
    (ready.base / "sub" / "safe.xlsx").unlink()
    ready.put("again.xlsx", workbook({"T": grid([*SAFE[:3], ["South", 69, 80]])}))
    result = ready.look()
    (difference,) = [one for one in result.differences if one.difference == 4]
    assert difference.earlier
    assert "safe.xlsx" in difference.there
    (table,) = [table for _, table in result.tables()]
    assert [(one.code, one.cells) for one in table.findings] == [("difference_of_few", ("B4",))]


def test_without_a_ledger_the_check_has_a_reservation(ready) -> None:
    result = ready.look(ledger=None, head=None)
    assert [one.code for one in result.findings] == ["not_compared"]
    assert [one.code for one in ready.look().findings] == []


def test_a_withdrawn_package_stays_known(ready) -> None:
    ready.run()
    sha256 = ready.approve().jobs[0].result.package.sha256
    with open_project_ledger(ready.base / LEDGER, ready.base / HEAD, "P7") as ledger:
        with pytest.raises(Refused):
            withdraw(ledger, "0" * 64, "Ann", "why")
        with pytest.raises(Refused):
            withdraw(ledger, sha256, "Ann", " ")
        withdraw(ledger, sha256, "Ann", "wrong year")
        with pytest.raises(Refused):
            withdraw(ledger, sha256, "Ann", "again")
    assert ready.entries()[-1] == "withdrawn"
    ready.put("safe.xlsx", workbook({"T": grid([*SAFE[:3], ["South", 69, 80]])}))
    assert [one.difference for one in ready.look().differences] == [4.0]
