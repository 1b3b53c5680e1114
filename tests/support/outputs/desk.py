"""A folder with outputs, and runs of a plan on it under one account or another."""

from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.outputs.output_check import engine as output_check
from sdc_desktop.engine.methods.outputs.output_check.result import OutputCheckResult
from sdc_desktop.engine.output import ledger as ledgers
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan, run_plan
from sdc_desktop.engine.submission.releasing.decisions import items_of
from sdc_desktop.engine.submission.releasing.project_ledger import open_project_ledger

SAFE = [
    ["Number of persons by area and year"],
    ["Area", "2020", "2021"],
    ["North", 52, 61],
    ["South", 73, 80],
]
LEDGER, HEAD = "p.ledger", "heads/p.head"


class Desk:
    """A folder with outputs, and runs of a plan on it under one account or another."""

    def __init__(self, base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.base, self._patch = base, monkeypatch
        (base / "heads").mkdir()
        (base / "sub").mkdir()
        self.params: dict[str, Any] = {
            "outputs": ["sub"],
            "project": "P7",
            "researcher": "R",
            "ledger": LEDGER,
            "head": HEAD,
            "package": {"path": "out.zip"},
        }
        self.account("first")

    def account(self, name: str) -> None:
        self._patch.setattr(ledgers, "account", lambda: name)
        self._patch.setattr(output_check, "account", lambda: name)

    def put(self, name: str, data: bytes) -> None:
        (self.base / "sub" / name).write_bytes(data)

    def plan(self, **changes: Any) -> Plan:
        params = {**self.params, **changes}
        return plan_from_json(
            {"schema": 2, "jobs": [{"name": "check", "kind": "output_check", "params": params}]}
        )

    def look(self, **changes: Any) -> OutputCheckResult:
        changes = {"package": None, "decisions": [], **changes}
        result = evaluate_plan(self.plan(**changes), self.base, JobContext()).jobs[0].result
        assert isinstance(result, OutputCheckResult)
        return result

    def decide(self, verdict: str = "release", by: str = "Ann", **others: str) -> None:
        submission = self.look().submission
        assert submission is not None
        self.params["decisions"] = [
            {"table": item.id, "verdict": others.get(item.id, verdict), "reason": "seen", "by": by}
            for item in items_of(submission)
        ]

    def run(self, **changes: Any) -> Any:
        number = len(list(self.base.glob("run*")))
        return run_plan(self.plan(**changes), self.base, self.base / f"run{number}", JobContext())

    def approve(self, name: str = "Ben", account: str = "second", **changes: Any) -> Any:
        digest = self.look(decisions=self.params["decisions"]).digest
        self.account(account)
        return self.run(approval={"by": name, "decisions": digest}, **changes)

    def entries(self) -> list[str]:
        with open_project_ledger(self.base / LEDGER, self.base / HEAD, "P7") as ledger:
            return [str(entry["what"]) for entry in ledger.own_entries]


def codes_of(raised: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code for problem in raised.value.problems]
