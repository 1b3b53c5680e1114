"""What a step changed, in codes and in words."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.plan import Plan, plan_from_json
from sdc_desktop.project.changes import Change, plan_changes, step_changes, without_values
from sdc_desktop.project.project import KeptStrategy, ReportFields, Step
from sdc_desktop.words import Words
from sdc_desktop.words.program.changes import change_text, changes_text


def plan(data: dict | None = None, *jobs: dict) -> Plan:
    shown = {"schema": 2, "jobs": list(jobs)}
    return plan_from_json(shown if data is None else shown | {"data": {"path": "a.csv"} | data})


def grouped(**params: object) -> dict:
    return {"name": "groups", "kind": "microaggregate", "params": {"k": 3} | params}


ANOPI = {"name": "anopi", "kind": "anopi"}


def stated(before: Plan, after: Plan) -> list[str]:
    return [change_text(change, Words()) for change in plan_changes(before, after)]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (plan({}, grouped()), plan({}, grouped(k=5)), ["groups, Minimum group size: 3 \u2192 5"]),
        (plan({}), plan({}, ANOPI), ["job anopi: added"]),
        (plan({}, ANOPI), plan({}), ["job anopi: removed"]),
        (
            plan({}, ANOPI),
            plan({}, ANOPI | {"params": {"alpha": 0.7}}),
            ["anopi, Utility weight: 0.5 \u2192 0.7"],
        ),
        (
            plan({}, ANOPI | {"params": {"user_points": {"yob": 60, "ms": 40}}}),
            plan({}, ANOPI | {"params": {"user_points": {"yob": 50, "ms": 50}}}),
            ["anopi, Utility points, yob: 60 \u2192 50", "anopi, Utility points, ms: 40 \u2192 50"],
        ),
        (
            plan({}),
            plan({"variables": {"yob": {"role": "key"}}}),
            ["role of yob: no role \u2192 key variable"],
        ),
        (
            plan({}),
            plan({"hierarchies": {"yob": {"kind": "mask", "length": 4}}}),
            ["hierarchy of yob: added"],
        ),
        (plan({}), plan({"header": True}), ["data, names in the first row: none \u2192 yes"]),
        (
            plan({}, ANOPI, grouped()),
            plan({}, grouped(), ANOPI),
            ["order of the jobs: anopi, groups \u2192 groups, anopi"],
        ),
        (
            plan({}, ANOPI),
            plan({}, grouped() | {"name": "anopi"}),
            ["job anopi: removed", "job anopi: added"],
        ),
        (plan(None), plan({}), ["data: added"]),
    ],
)
def test_a_change_of_the_plan_is_stated_in_a_line(before, after, told) -> None:
    assert stated(before, after) == told
    assert stated(before, before) == []


def test_what_is_given_besides_the_plan_is_stated_too() -> None:
    before = Step("", plan({}))
    after = replace(
        before,
        notes="why\nyob is coarse",
        decisions=ReportFields(officer="A. Officer"),
        strategies=(KeptStrategy("coarse", plan({})),),
    )
    shown = [change_text(change, Words()) for change in step_changes(before, after)]
    assert shown == [
        "notes: none \u2192 why yob is coarse",
        "Prepared by: none \u2192 A. Officer",
        "strategy coarse: added",
    ]
    other = replace(after, strategies=(KeptStrategy("coarse", plan(None)),))
    assert step_changes(after, other) == (Change("changed", ("strategies", "coarse")),)


def test_many_changes_are_counted() -> None:
    names = [f"v{number}" for number in range(5)]
    after = plan({"variables": {name: {"role": "sensitive"} for name in names}})
    text = changes_text(plan_changes(plan({}), after), Words())
    assert text.startswith("role of v0: no role \u2192 sensitive; role of v1")
    assert text.endswith("; 2 more")


def test_long_lists_are_counted_and_long_texts_cut() -> None:
    order = [str(number) for number in range(9)]
    after = plan({"variables": {"a": {"order": order}}})
    assert stated(plan({}), after) == ["order of a: none \u2192 9 entries"]
    assert len(stated(plan({}), plan({"path": "x" * 300}))[0]) < 100


def test_what_may_be_a_value_of_the_data_can_be_left_out() -> None:
    before = plan({}, {"name": "pram", "kind": "pram"}, grouped())
    after = plan(
        {
            "variables": {"ms": {"role": "sensitive", "order": ["SECRET"], "missing": ["SECRET"]}},
            "hierarchies": {"ms": {"kind": "order", "groups": [[{"label": "SECRET", "values": ["SECRET"]}]]}},
        },
        {"name": "pram", "kind": "pram", "params": {"matrix": {"ms": {"SECRET": {"SECRET": 1.0}}}}},
        grouped(k=5, strata="ms"),
    )
    changes = plan_changes(before, after)
    assert "SECRET" in changes_text(changes, Words(), 99)
    shown = changes_text(without_values(changes), Words(), 99)
    assert "SECRET" not in shown
    assert "role of ms: no role \u2192 sensitive; order of ms: changed" in shown
    assert "groups, Minimum group size: 3 \u2192 5" in shown
    moved = plan_changes(after, after.model_copy(update={"jobs": after.jobs[::-1]}))
    assert without_values(moved) == moved
    assert "hierarchy of ms: added" in shown


roles = st.sampled_from(["other", "key", "sensitive"])
told = st.fixed_dictionaries({}, optional={"a": roles, "b": roles})


@given(told, told, st.integers(2, 9), st.integers(2, 9))
def test_there_is_no_change_just_where_the_plans_say_the_same(first, second, k, other) -> None:
    def made(roles: dict, k: int) -> Plan:
        return plan({"variables": {n: {"role": r} for n, r in roles.items()}}, grouped(k=k))

    same = all(first.get(n) == second.get(n) for n in "ab") and k == other
    assert (plan_changes(made(first, k), made(second, other)) == ()) is same
