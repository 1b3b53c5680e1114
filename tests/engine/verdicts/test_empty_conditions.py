"""Conditions that almost no file fails are named, and judge nothing; usual ones are not."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.empty_conditions import empty_conditions
from sdc_desktop.engine.methods.registry import method_of
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.verdict import Grade

DIMENSIONS = [{"variable": "a"}]


def named(kind: str, epsilon: float = 1.0, **params: Any) -> list[str]:
    made = method_of(kind).params.model_validate(params)
    reasons = list(empty_conditions(made, SimpleNamespace(epsilon=epsilon)))
    assert all(one.grade is Grade.RESERVATIONS for one in reasons)
    assert {one.code for one in reasons} <= {"condition_judges_nothing"}
    return [str(one.figures["criterion"]) for one in reasons]


def table(*rules: dict[str, Any], **protect: Any) -> list[str]:
    more: dict[str, Any] = {"protect": protect} if protect else {}
    return named("table", dimensions=DIMENSIONS, rules=rules, **more)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ({"kind": "threshold", "n": 1}, ["Threshold rule"]),
        ({"kind": "threshold", "n": 2}, []),
        ({"kind": "p_percent", "p": 0.5}, ["p % rule"]),
        ({"kind": "p_percent", "p": 1}, []),
        ({"kind": "pq", "p": 0.4, "q": 50}, ["pq rule"]),
        ({"kind": "pq", "p": 10, "q": 50}, []),
        ({"kind": "dominance", "n": 1, "k": 99.9}, ["Dominance rule"]),
        ({"kind": "dominance", "n": 2, "k": 85}, []),
    ],
)
def test_rules_of_tables(rule: dict[str, Any], expected: list[str]) -> None:
    assert table(rule) == expected


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ({"kind": "threshold", "n": 3, "range": 0.5}, ["Protection range"]),
        ({"kind": "threshold", "n": 3, "range": 10}, []),
        ({"kind": "threshold", "n": 3, "range": 0}, []),  # a reservation of its own
        ({"kind": "request", "variable": "a", "range": 0.1}, ["Protection range"]),
    ],
)
def test_ranges_of_amounts(rule: dict[str, Any], expected: list[str]) -> None:
    given: dict[str, Any] = {"dimensions": DIMENSIONS, "rules": [rule]}
    assert named("table", value="v", **given) == expected
    assert named("table", **given) == []


def test_limits_to_the_risk_of_tables() -> None:
    given: dict[str, Any] = {"dimensions": DIMENSIONS}
    assert named("table", max_risk=0.995, **given) == ["Maximum disclosure risk"]
    assert named("table", max_risk=0.5, **given) == []


@pytest.mark.parametrize(
    ("protect", "expected"),
    [
        ({"method": "rounding", "base": 3}, ["Rounding base"]),
        ({"method": "rounding", "base": 5}, []),
        ({"method": "cell_key", "variance": 2, "maximum": 5}, []),
    ],
)
def test_protection_of_tables(protect: dict[str, Any], expected: list[str]) -> None:
    assert table({"kind": "threshold", "n": 5}, **protect) == expected


@pytest.mark.parametrize(("certain", "named_conditions"), [(1, 1), (0.995, 1), (0.9, 0)])
def test_a_cell_key_that_may_be_certain(certain: float, named_conditions: int) -> None:
    noise = {"method": "cell_key", "variance": 2, "maximum": 5, "most_certain": certain}
    assert len(table({"kind": "threshold", "n": 3}, **noise)) == named_conditions


def test_rules_of_outputs() -> None:
    assert named("output_check", outputs=["x.csv"]) == []
    wide = {"threshold": 1, "p_percent": 0.5, "dominance": [{"n": 1, "k": 100}]}
    assert len(named("output_check", outputs=["x.csv"], rules=wide)) == 3


@pytest.mark.parametrize(
    ("criterion", "expected"),
    [
        ({"kind": "t_closeness", "t": 0.999, "attribute": "s"}, ["t-closeness"]),
        ({"kind": "t_closeness", "t": 0.5, "attribute": "s"}, []),
        ({"kind": "average_risk", "max": 0.995}, ["Average risk"]),
        ({"kind": "average_risk", "max": 0.2}, []),
        ({"kind": "beta_likeness", "beta": 100_000, "attribute": "s"}, ["β-likeness"]),
        ({"kind": "delta_disclosure", "delta": 20, "attribute": "s"}, ["δ-disclosure privacy"]),
        ({"kind": "distinct_l_diversity", "l": 1, "attribute": "s"}, ["Distinct l-diversity"]),
    ],
)
def test_criteria(criterion: dict[str, Any], expected: list[str]) -> None:
    k = {"kind": "k_anonymity", "k": 5}
    assert named("generalise", criteria=[k, criterion]) == expected


def test_conditions_of_which_none_requires_anything_are_not_judged_anyway() -> None:
    assert named("generalise", criteria=[{"kind": "k_anonymity", "k": 1}]) == []


def test_tolerable_risks() -> None:
    assert named("noise", variables=["x"], tolerable_risk=0.995) == ["Maximum tolerable risk"]
    assert named("noise", variables=["x"], tolerable_risk=0.9) == []
    assert named("noise", variables=["x"], tolerable_risk=1) == []  # sets no limit at all
    assert len(named("risk", tolerable=0.999)) == 1


def test_a_budget_of_more_than_twenty() -> None:
    given: dict[str, Any] = {"dimensions": DIMENSIONS, "budget": 1}
    assert len(named("private_table", most_epsilon=25, **given)) == 1
    assert len(named("private_table", epsilon=21, most_epsilon=5, **given)) == 1
    assert named("private_table", most_epsilon=10, **given) == []


def test_a_plan_with_such_a_condition_is_at_best_safe_with_reservations(tmp_path: Path) -> None:
    rows = [f"{'AB'[n % 2]},{'xyz'[n % 3]}" for n in range(60)]
    (tmp_path / "d.csv").write_text("\n".join(["town,s", *rows]) + "\n", encoding="utf-8")

    def graded(*more: dict[str, Any]) -> tuple[str, list[str]]:
        criteria = [{"kind": "k_anonymity", "k": 5}, *more]
        job = {
            "name": "g",
            "kind": "generalise",
            "params": {"criteria": criteria},
            "output": {"path": "o.csv"},
        }
        variables = {"town": {"role": "key"}, "s": {"role": "sensitive"}}
        plan = {"schema": 2, "data": {"path": "d.csv", "variables": variables}, "jobs": [job]}
        verdict = evaluate_plan(plan_from_json(plan), tmp_path, JobContext()).verdict
        return verdict.grade.value, [one.code for one in verdict.reasons]

    assert graded() == ("safe", [])
    wide = {"kind": "t_closeness", "t": 0.999, "attribute": "s"}
    assert graded(wide) == ("reservations", ["condition_judges_nothing"])
