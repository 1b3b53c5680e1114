"""Differentially private tables: declared cells, charges before draws, additive counts."""

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan, run_plan
from sdc_desktop.engine.tables.private.budget import recorded
from tests.support.secret import digits

ROWS = [("n", "x")] * 40 + [("n", "y")] * 3 + [("s", "x")] * 17 + [("s", "z")] * 25
CODES = {"place": ["n", "s", "w"], "sort": ["x", "y", "z"]}


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Any]:
    """Runs a private table over small records; gives the cells of its file, or the result of the plan."""
    folder = tmp_path / "work"
    (tmp_path / "heads").mkdir()
    folder.mkdir()

    def attempt(
        rows=ROWS, secret=1, evaluated=False, name="private", data="data.csv", hierarchies=None, **params
    ) -> Any:
        text = "id,place,sort\n" + "".join(f"p{n},{a},{b}\n" for n, (a, b) in enumerate(rows))
        (folder / data).write_text(text, encoding="utf-8")
        named = [{"variable": "place"}, {"variable": "sort"}]
        shown = {"dimensions": named, "codes": CODES, "head": "../heads/b.head"} | params
        roles = {"id": {"role": "direct_identifier"}, "place": {"role": "key"}, "sort": {"role": "key"}}
        spec = {"path": data, "variables": roles} | ({"hierarchies": hierarchies} if hierarchies else {})
        job = {"name": name, "kind": "private_table", "params": shown, "output": {"path": "made.csv"}}
        plan = plan_from_json({"schema": 2, "data": spec, "secrets": {"*": digits(secret)}, "jobs": [job]})
        if evaluated:
            return evaluate_plan(plan, folder, JobContext())
        result = run_plan(plan, folder, tmp_path / "out", JobContext())
        with (tmp_path / "out" / "made.csv").open(encoding="utf-8", newline="") as file:
            cells = {tuple(row[:-1]): int(row[-1]) for row in list(csv.reader(file))[1:]}
        return cells, result

    return attempt


def ledger_of(tmp_path: Path) -> Path:
    return tmp_path / "work" / "privacy-budget.ledger"


def codes(refusal) -> list[str]:
    return [one.code for one in refusal.value.problems]


def test_counts_are_whole_not_negative_and_add_up(run) -> None:
    cells, _ = run(budget=0.05)
    assert len(cells) == 16
    assert min(cells.values()) >= 0
    for a in ("Total", "n", "s", "w"):
        assert cells[a, "Total"] == sum(cells[a, b] for b in "xyz")
        assert cells["Total" if a == "Total" else a, "Total"] >= 0
    for b in ("Total", "x", "y", "z"):
        assert cells["Total", b] == sum(cells[a, b] for a in "nsw")
    assert cells != run(budget=0.05, secret=2)[0]


def test_a_large_budget_gives_nearly_the_true_counts(run) -> None:
    cells, _ = run(budget=100)
    assert {key: cells[key] for key in (("n", "x"), ("n", "y"), ("s", "z"), ("w", "x"))} == {
        ("n", "x"): 40,
        ("n", "y"): 3,
        ("s", "z"): 25,
        ("w", "x"): 0,
    }
    assert cells["Total", "Total"] == len(ROWS)


def test_the_same_table_again_is_the_same_draw_and_free(run, tmp_path) -> None:
    first, before = run(most_epsilon=9)
    head = tmp_path / "heads" / "b.head"
    entries = recorded(ledger_of(tmp_path), head)
    again, after = run(most_epsilon=9, rows=ROWS[::-1])
    assert again == first
    assert recorded(ledger_of(tmp_path), head) == entries
    assert before.jobs[0].result.total == after.jobs[0].result.total
    third, result = run(rows=[*ROWS[1:], ("w", "y")])
    assert third != first
    assert len(recorded(ledger_of(tmp_path), head)) == 2
    assert result.jobs[0].result.total.tables == 2
    assert result.jobs[0].result.total.limit == 9


def test_one_record_more_changes_all_noise(run) -> None:
    """With the same noise the difference of two tables would be the record."""
    first, _ = run(budget=0.001)
    second, _ = run(budget=0.001, rows=[*ROWS, ("w", "z")])
    changed = {key for key in first if first[key] != second[key]}
    assert len(changed) > 8


def test_a_table_is_entered_before_it_is_drawn(run, tmp_path, monkeypatch) -> None:
    from sdc_desktop.engine.methods.tables.private_table import engine

    def failing(*_: Any) -> int:
        raise MemoryError

    monkeypatch.setattr(engine, "discrete_gaussian", failing)
    with pytest.raises(MemoryError):
        run()
    assert len(recorded(ledger_of(tmp_path), tmp_path / "heads" / "b.head")) == 1
    assert not (tmp_path / "out" / "made.csv").exists()


def test_no_evaluation_draws_and_none_is_charged(run, tmp_path, monkeypatch) -> None:
    from sdc_desktop.engine.methods.tables.private_table import engine

    monkeypatch.setattr(engine, "drawn", None)
    found = run(evaluated=True)
    assert not ledger_of(tmp_path).exists()
    assert found.jobs[0].files == {}
    assert found.jobs[0].result.marginals[0].deviation == pytest.approx(10**0.5)


def test_a_table_beyond_the_limit_is_not_drawn(run, tmp_path) -> None:
    run(budget=0.1, most_epsilon=3)
    with pytest.raises(Refused) as refusal:
        run(budget=0.11, most_epsilon=1000)
    assert codes(refusal) == ["private_table.over_limit"]
    assert len(recorded(ledger_of(tmp_path), tmp_path / "heads" / "b.head")) == 1


def test_no_count_is_in_the_result_the_ledger_or_the_verdict(run, tmp_path) -> None:
    """The counts of these records are numbers that nothing else has."""
    rows = [("n", "x")] * 7919 + [("s", "y")] * 6007
    _, result = run(rows=rows, budget=0.01)
    shown = (tmp_path / "out" / "result.json").read_text() + ledger_of(tmp_path).read_text()
    assert not any(text in shown for text in ("7919", "6007", "13926"))
    assert result.jobs[0].secret is not None


def test_structural_zeros_are_zero_and_have_no_noise(run) -> None:
    cells, _ = run(budget=0.01, zeros=[["w", "Total"], ["n", "z"]])
    assert [cells["w", b] for b in ("Total", "x", "y", "z")] == [0, 0, 0, 0]
    assert cells["n", "z"] == 0
    with pytest.raises(Refused) as refusal:
        run(zeros=[["n", "x"]])
    assert codes(refusal) == ["private_table.not_zero"]


def test_codes_are_declared_and_never_read_from_the_data(run) -> None:
    with pytest.raises(Refused) as refusal:
        run(codes={"place": CODES["place"]})
    assert codes(refusal) == ["private_table.no_codes"]
    with pytest.raises(Refused) as refusal:
        run(codes={**CODES, "sort": ["x", "y"]})
    assert codes(refusal) == ["private_table.undeclared"]
    cells, _ = run(rows=[("n", "x")])
    assert ("w", "z") in cells


def test_a_person_with_too_many_records_is_refused(run) -> None:
    assert run(person="id")[1].jobs[0].result.checked
    with pytest.raises(Refused) as refusal:
        run(person="place", contribution=42)
    assert codes(refusal) == ["private_table.contributions"]


@pytest.mark.parametrize(
    ("params", "deviation"),
    [
        ({"noise": "gaussian", "budget": 0.5}, 2**0.5),
        ({"noise": "gaussian", "budget": 0.5, "contribution": 3}, 3 * 2**0.5),
        ({"noise": "gaussian", "budget": 0.5, "neighbours": "replace"}, 2.0),
        ({"noise": "laplace", "budget": 1}, 2 * 2**0.5),
        ({"noise": "laplace", "budget": 1, "contribution": 3, "neighbours": "replace"}, 12 * 2**0.5),
    ],
)
def test_the_scale_follows_from_sensitivity_and_share(run, params, deviation) -> None:
    """Half of the budget is that of the detailed cells."""
    marginals = run(evaluated=True, **params).jobs[0].result.marginals
    assert marginals[0].deviation == pytest.approx(deviation)
    assert [one.share for one in marginals] == pytest.approx([1 / 2, 1 / 6, 1 / 6, 1 / 6])


def test_shares_name_marginals_and_add_up(run) -> None:
    shares = [{"marginal": "place*sort", "share": 0.7}, {"marginal": "Total", "share": 0.3}]
    found = run(evaluated=True, shares=shares).jobs[0].result.marginals
    assert [one.share for one in found] == [0.7, 0, 0, 0.3]
    for wrong, code in (
        ([{"marginal": "place", "share": 1}], "private_table.no_detailed_share"),
        ([{"marginal": "place * sort", "share": 0.9}], "private_table.shares"),
        ([{"marginal": "age", "share": 1}], "private_table.unknown_marginal"),
    ):
        with pytest.raises(Refused) as refusal:
            run(shares=wrong)
        assert codes(refusal) == [code]


def test_a_hierarchy_gives_codes_and_subtotals(run, tmp_path) -> None:
    (tmp_path / "work" / "places.csv").write_text("place,side\nn,cold\ns,warm\nw,cold\n", encoding="utf-8")
    levels = {"place": {"kind": "levels", "path": "places.csv"}}
    cells, result = run(codes={"sort": CODES["sort"]}, hierarchies=levels, budget=0.02)
    names = [one.name for one in result.jobs[0].result.marginals]
    assert names == ["place * sort", "place", "place 1 * sort", "place 1", "sort", "Total"]
    for b in ("Total", "x", "y", "z"):
        assert cells["cold", b] == cells["n", b] + cells["w", b]
        assert cells["Total", b] == cells["cold", b] + cells["warm", b]


def test_noise_is_unbiased_before_negative_counts_are_removed(run) -> None:
    """A table of one large cell, drawn with 60 secrets: its mean within 4 standard errors of the truth."""
    rows = [("n", "x")] * 500
    single = {"codes": {"place": ["n"], "sort": ["x"]}, "budget": 0.02}
    found = [run(rows=rows, secret=seed, **single)[0]["Total", "Total"] for seed in range(10, 70)]
    assert abs(np.mean(found) - 500) < 4 * 5 / 60**0.5
    assert np.std(found) > 2
