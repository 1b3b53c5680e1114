"""No role is exempt from the audit: weights, household numbers, sensitive and key variables."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.released import ReleasedVariable, ReleasedVariables, Stage, released_variables
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.engine.runner import evaluate_plan
from sdc_desktop.engine.verdict import Reason, reserved, unjudged
from sdc_desktop.engine.verdict_records import judged_keys, other_variables

CONTEXT = JobContext()
SECRETS = {"*": "8f0c1d5a7be2934466aa10fe5b2c7d9e3f41c8a6075d2be9146f3a0c5d8e7b21"}


def written(folder: Path, columns: dict[str, list[str]]) -> None:
    rows = zip(*columns.values(), strict=True)
    lines = [",".join(columns), *(",".join(row) for row in rows)]
    (folder / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def data_of(folder: Path, columns: dict[str, list[str]], **variables: dict[str, str]) -> Microdata:
    written(folder, columns)
    spec = DataSpec.model_validate({"path": "d.csv", "delimiter": ",", "variables": variables})
    return open_data(spec, folder, CONTEXT).data


def reasons_of(*stages: Microdata) -> list[Reason]:
    return list(other_variables(released_variables([Stage(one) for one in stages], CONTEXT)))


def codes(reasons: list[Reason]) -> list[str]:
    return [one.code for one in reasons]


@pytest.mark.parametrize("role", ["other", "sensitive", "weight", "household", "key"])
def test_a_number_of_seven_digits_identifies_under_any_role(tmp_path: Path, role: str) -> None:
    numbers = [str(1_000_000 + 37 * n) for n in range(200)]
    data = data_of(tmp_path, {"number": numbers, "town": ["a", "b"] * 100}, number={"role": role})
    (found,) = reasons_of(data)
    assert (found.code, found.grade.value) == ("released_identifies", "unsafe")


def test_rare_categories_are_a_reservation_from_one_in_a_hundred_records_on(tmp_path: Path) -> None:
    jobs = [f"job{n}" for n in range(95)] + ["clerk"] * 500 + ["cook"] * 300 + ["pilot"] * 105
    columns = {"job": jobs, "reg": ["A", "B"] * 500}
    data = data_of(tmp_path, columns, job={"level": "nominal"}, reg={"role": "key"})
    (found,) = reasons_of(data)
    assert found.code == "released_rare_values"
    assert dict(found.figures) == {"variable": "job", "number": 95, "share": 0.095}


@pytest.mark.parametrize(
    ("values", "distinct", "unique", "categories", "expected"),
    [
        (1000, 98, 95, True, True),
        (1000, 6, 10, True, True),
        (1000, 6, 9, True, False),
        (1000, 5, 5, True, False),  # of few values a share means nothing
        (100_000, 226, 50, True, True),
        (100_000, 226, 49, True, False),
        (1000, 98, 95, False, False),  # the tail of an amount
        (1000, 300, 101, True, False),  # then it is nearly unique
    ],
)
def test_the_limits_of_rare_categories(
    values: int, distinct: int, unique: int, categories: bool, expected: bool
) -> None:
    assert ReleasedVariable("x", values, distinct, unique, categories=categories).rare is expected


def test_two_rare_values_and_the_tail_of_ages_are_no_reason(tmp_path: Path) -> None:
    draw = random.Random(1)
    ages = [str(min(95, max(1, round(draw.gauss(45, 18))))) for _ in range(998)]
    jobs = ["smith", "judge", *(draw.choice(["cook", "clerk", "nurse", "farmer"]) for _ in range(996))]
    levels = {"job": {"level": "nominal"}, "age": {"level": "continuous"}}
    data = data_of(tmp_path, {"job": jobs, "age": ages}, **levels)
    assert reasons_of(data) == []


HOUSEHOLDS = [f"H{13 * n * n + 7}" for n in range(60) for _ in range(2)]


def test_household_numbers_as_read_and_weights_are_named(tmp_path: Path) -> None:
    columns = {
        "hh": HOUSEHOLDS,
        "run": [str(n // 2 + 1) for n in range(120)],
        "w": [f"{20 + 0.173 * n:.4f}" for n in range(120)],
        "reg": ["A"] * 120,
    }
    roles = {"hh": "household", "run": "household", "w": "weight", "reg": "key"}
    data = data_of(tmp_path, columns, **{name: {"role": role} for name, role in roles.items()})
    found = [(one.code, dict(one.figures)) for one in reasons_of(data)]
    assert found == [
        ("household_as_read", {"variable": "hh", "number": 60}),
        ("released_nearly_unique", {"variable": "w", "share": 1.0}),
    ]


def test_new_household_numbers_are_no_reason_and_suppressed_ones_stay_one(tmp_path: Path) -> None:
    data = data_of(tmp_path, {"hh": HOUSEHOLDS, "x": ["a", "b"] * 60}, hh={"role": "household"})

    def replaced(texts: list[str]) -> Microdata:
        labels = sorted(set(texts))
        places = np.array([labels.index(text) for text in texts])
        return data.replaced({"hh": (places, labels)}, CONTEXT)

    new = [str(900_000 - 17 * (n // 2)) for n in range(120)]
    assert reasons_of(data, replaced(new)) == []
    some = ["*" if n < 60 else text for n, text in enumerate(HOUSEHOLDS)]
    assert codes(reasons_of(data, replaced(some))) == ["household_as_read"]
    few = [text if n < 10 else HOUSEHOLDS[n] for n, text in enumerate(new)]
    assert codes(reasons_of(data, replaced(few))) == ["household_as_read"]


def test_of_households_numbered_from_one_on_some_may_be_left_out(tmp_path: Path) -> None:
    running = [str(n // 2 + 1) for n in range(120)]
    data = data_of(tmp_path, {"hh": running, "x": ["a", "b"] * 60}, hh={"role": "household"})
    assert reasons_of(data, data.picked(np.arange(50, 120), CONTEXT)) == []
    as_text = [f"{n // 2 + 1:03}" for n in range(120)]
    padded = data_of(tmp_path, {"hh": as_text, "x": ["a", "b"] * 60}, hh={"role": "household"})
    assert codes(reasons_of(padded)) == ["household_as_read"]


def test_a_key_variable_that_classes_judge_does_not_alarm_twice() -> None:
    key = ReleasedVariable("age", 100, 60, 40, role="key")
    number = ReleasedVariable("pid", 100, 100, 100, role="key")
    both = ReleasedVariables(100, (key, number))
    assert codes(list(other_variables(both))) == ["released_nearly_unique", "released_identifies"]
    alone = reserved("records_alone", number=3)
    assert codes(list(other_variables(both, [alone]))) == ["released_identifies"]
    assert codes(list(other_variables(both, [unjudged("risk_open_kept_keys", risk=1.0)]))) == [
        "released_identifies"
    ]
    assert list(other_variables(both, [], ("age", "pid"))) == []
    other = ReleasedVariables(100, (ReleasedVariable("age", 100, 60, 40, role="weight"),))
    assert codes(list(other_variables(other, [alone], ("age",)))) == ["released_nearly_unique"]


def plan(roles: dict[str, str], params: dict[str, Any], kind: str = "generalise", **more: object) -> Plan:
    return plan_from_json(
        {
            "schema": 2,
            "data": {
                "path": "d.csv",
                "variables": {name: {"role": role} for name, role in roles.items()},
                "hierarchies": {name: {"kind": "plain"} for name in ("town", "sex")},
            },
            "jobs": [{"name": "g", "kind": kind, "params": params, "output": {"path": "o.csv"} | more}],
            "secrets": SECRETS,
        }
    )


@pytest.mark.parametrize("role", ["sensitive", "weight", "household", "key", "other"])
def test_the_same_file_has_the_same_grade_whatever_a_number_is_called(tmp_path: Path, role: str) -> None:
    columns = {
        "town": [("A", "B")[n % 2] for n in range(80)],
        "sex": [("f", "m")[n // 2 % 2] for n in range(80)],
        "number": [str(1_000_000 + 7919 * n % 9_000_000) for n in range(80)],
    }
    written(tmp_path, columns)
    params: dict[str, Any] = {"criteria": [{"kind": "k_anonymity", "k": 5}], "key_variables": ["town", "sex"]}
    roles = {"town": "key", "sex": "key", "number": role}
    done = evaluate_plan(plan(roles, params, order="random"), tmp_path, CONTEXT)
    assert done.verdict.grade.value == "unsafe"
    assert "released_identifies" in codes(list(done.jobs[0].verdict.reasons))


def test_a_condition_that_unique_records_may_meet_judges_its_key_variables(tmp_path: Path) -> None:
    ages = [str(n if n < 20 else 20 + n % 12) for n in range(80)]
    columns = {"town": ["A"] * 80, "sex": ["f"] * 80, "age": ages}
    written(tmp_path, columns)
    params: dict[str, Any] = {"criteria": [{"kind": "average_risk", "max": 0.5}]}
    given = plan({"town": "key", "sex": "key", "age": "key"}, params, order="random")
    done = evaluate_plan(given, tmp_path, CONTEXT)
    assert codes(list(done.jobs[0].verdict.reasons)) == ["records_alone"]
    assert judged_keys(done.jobs[0].result.check) == ("town", "sex", "age")
    assert judged_keys(None) == ()


def codes_and(others: list[str], number: int = 18) -> dict[str, list[str]]:
    return {"code": [*map(str, range(100, 100 + number)), *others], "sex": ["m", "f"] * 100}


@pytest.mark.parametrize("level", ["nominal", "ordinal", "continuous"])
def test_rare_codes_are_a_reservation_whatever_their_level(tmp_path: Path, level: str) -> None:
    data = data_of(tmp_path, codes_and(["7", "8"] * 91), code={"level": level}, sex={"role": "key"})
    for stages in ([data], [data, data]):
        (found,) = reasons_of(*stages)
        assert found.code == "released_rare_values"
        assert dict(found.figures) == {"variable": "code", "number": 18, "share": 0.09}


@pytest.mark.parametrize(
    "others",
    [
        [str(18 + n % 60) for n in range(182)],  # ages: the rare values are few of all
        [f"{n % 2}.5" for n in range(182)],  # an amount with decimals
    ],
)
def test_ages_and_amounts_with_some_rare_values_are_no_reason(tmp_path: Path, others: list[str]) -> None:
    data = data_of(tmp_path, codes_and(others), code={"level": "continuous"}, sex={"role": "key"})
    assert reasons_of(data) == []
