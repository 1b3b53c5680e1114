"""Attacks on the release of outputs: changed files, forged packages, replaced heads, altered ledgers."""

import json
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.methods.outputs.output_check import engine as output_check
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.submission.releasing import packaging
from tests.support.outputs.cases import grid, workbook
from tests.support.outputs.desk import HEAD, LEDGER, SAFE, codes_of

# attacks --------------------------------------------------------------------------------------------------


def test_a_file_that_changes_while_it_is_packaged_is_refused_and_leaves_no_package(
    ready, monkeypatch
) -> None:
    ready.run()
    real = packaging.planned

    def changing(*given):
        ready.put("safe.xlsx", workbook({"T": grid([*SAFE[:3], ["South", 3, 81]])}))
        return real(*given)

    monkeypatch.setattr(output_check, "planned", changing)
    with pytest.raises(Refused) as raised:
        ready.approve()
    assert codes_of(raised) == ["output_check.changed"]
    assert not (ready.base / "out.zip").exists()
    assert "packaged" not in ready.entries()


def test_a_package_that_holds_another_cell_than_was_approved_is_not_put_in_place(ready, monkeypatch) -> None:
    ready.run()
    real = packaging.workbook_of
    monkeypatch.setattr(
        packaging, "workbook_of", lambda grids: real({n: {**g, (30, 30): "7"} for n, g in grids.items()})
    )
    with pytest.raises(Refused) as raised:
        ready.approve(package={"path": "out.zip", "form": "anew"})
    assert codes_of(raised) == ["output_check.package_differs"]
    assert not (ready.base / "out.zip").exists()
    assert "packaged" not in ready.entries()


def test_a_package_that_cannot_be_put_in_place_is_entered_as_withdrawn(ready, monkeypatch) -> None:
    ready.run()
    real = packaging.atomic_path

    class Failing:
        def __init__(self, path: Path) -> None:
            self.inner = real(path)

        def __enter__(self) -> Path:
            return self.inner.__enter__()

        def __exit__(self, *exc: Any) -> bool:
            self.inner.__exit__(OSError, OSError("full"), None) if exc[0] else None
            raise OSError("the disk is full")

    monkeypatch.setattr(packaging, "atomic_path", Failing)
    with pytest.raises(OSError, match="full"):
        ready.approve()
    monkeypatch.undo()
    assert ready.entries()[-1] == "withdrawn"


def test_a_head_that_was_replaced_by_an_older_one_is_refused_only_by_its_ledger(ready) -> None:
    ready.run()
    old_head, old_ledger = (ready.base / HEAD).read_bytes(), (ready.base / LEDGER).read_bytes()
    ready.approve()
    new_head = (ready.base / HEAD).read_bytes()
    (ready.base / LEDGER).write_bytes(old_ledger)  # whole last lines cut
    with pytest.raises(Refused) as raised:
        ready.look()
    assert codes_of(raised) == ["ledger.shorter"]
    (ready.base / HEAD).write_bytes(old_head)  # both replaced: this cannot be detected
    assert ready.look().ledger.n == 3
    (ready.base / HEAD).write_bytes(new_head)
    with pytest.raises(Refused):
        ready.look()


def test_a_head_of_another_ledger_is_refused(ready, tmp_path) -> None:
    ready.run()
    data = json.loads((ready.base / HEAD).read_text())
    data["ledger"] = "ab" * 32
    (ready.base / HEAD).write_text(json.dumps(data) + "\n")
    with pytest.raises(Refused) as raised:
        ready.look()
    assert codes_of(raised) == ["ledger.other"]


def test_a_missing_head_and_a_missing_ledger_are_refused(ready) -> None:
    ready.run()
    head = (ready.base / HEAD).read_bytes()
    (ready.base / HEAD).unlink()
    with pytest.raises(Refused) as raised:
        ready.look()
    assert codes_of(raised) == ["ledger.no_head"]
    (ready.base / HEAD).write_bytes(head)
    (ready.base / LEDGER).unlink()
    with pytest.raises(Refused) as raised:
        ready.look()
    assert codes_of(raised) == ["ledger.missing"]


def test_every_altered_byte_of_a_ledger_is_noticed(ready) -> None:
    ready.run()
    data = (ready.base / LEDGER).read_bytes()
    for place in range(0, len(data), 37):
        changed = bytearray(data)
        changed[place] ^= 1
        (ready.base / LEDGER).write_bytes(bytes(changed))
        with pytest.raises(Refused):
            ready.look()
    for end in range(0, len(data), 101):
        (ready.base / LEDGER).write_bytes(data[:end])
        with pytest.raises(Refused):
            ready.look()
    (ready.base / LEDGER).write_bytes(data)
    assert ready.look().ledger.n == 3


def test_the_ledger_of_another_project_is_refused(ready) -> None:
    ready.run()
    with pytest.raises(Refused) as raised:
        ready.look(project="P8")
    assert codes_of(raised) == ["output_check.other_project"]


def test_a_head_beside_its_ledger_is_refused(ready) -> None:
    with pytest.raises(Refused) as raised:
        ready.look(head="p.head")
    assert codes_of(raised) == ["output_check.head_beside"]
