"""Masks, parts of dates, bounds and runs: what each level calls a value, and what it lacks."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.data.hierarchies.hierarchy import category_labels, codings, nesting_problems
from sdc_desktop.engine.data.hierarchies.kinds import described
from sdc_desktop.engine.data.hierarchies.spec import BoundsSpec, DatesSpec, MaskSpec, OrderSpec
from sdc_desktop.engine.plan import parse_plan, plan_to_json
from sdc_desktop.engine.problems import Refused


def mask(length: int, side: str = "right"):
    return described("zip", MaskSpec.model_validate({"kind": "mask", "length": length, "from": side}))


def dates(*parts: str):
    return described("day", DatesSpec(kind="dates", parts=parts))


def bounds(bottom=None, top=None, decimal: str = "."):
    return described("age", BoundsSpec(kind="bounds", bottom=bottom, top=top), decimal)


def order(*levels, declared=None):
    spec = OrderSpec.model_validate({"kind": "order", "groups": levels})
    return described("edu", spec, order=declared)


def labels(hierarchy, *categories, missing=("",)):
    return codings(hierarchy, categories, missing).labels


def lacking(hierarchy, *categories) -> list[str]:
    found = category_labels(hierarchy, categories, ("",))
    return [category for category, row in zip(categories, found, strict=True) if row is None]


def refused(call, *arguments, **more):
    with pytest.raises(Refused) as refusal:
        call(*arguments, **more)
    (problem,) = refusal.value.problems
    return problem


# mask --------------------------------------------------------------------------------------------------


def test_a_mask_in_steps_masks_several_signs_at_once_and_fills_shorter_codes_up() -> None:
    shown = {"kind": "mask", "length": 5, "steps": [1, 1, 3], "fill": True}
    found = described("x", MaskSpec.model_validate(shown))
    assert found.level_names == ("as is", "1", "2", "5")
    labels = category_labels(found, ["34123", "7", "123456"], ())
    assert labels == [("34123", "3412*", "341**", "*****"), ("7", "*", "**", "*****"), None]


def test_steps_of_a_mask_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        described("x", MaskSpec.model_validate({"kind": "mask", "length": 5, "steps": [1, 2]}))
    assert [problem.code for problem in refused.value.problems] == ["hierarchy.steps"]


def test_a_code_is_masked_sign_by_sign_from_the_right() -> None:
    assert labels(mask(5), "10115") == (
        ("10115",),
        ("1011*",),
        ("101**",),
        ("10***",),
        ("1****",),
        ("*****",),
    )
    assert mask(5).level_names == ("as is", "1", "2", "3", "4", "5")


def test_a_code_is_masked_from_the_left_where_that_is_stated() -> None:
    assert labels(mask(3, "left"), "a-c") == (("a-c",), ("*-c",), ("**c",), ("***",))


def test_codes_of_another_length_are_lacking() -> None:
    assert lacking(mask(5), "10115", "1011", "101155", " 1011", "1011\u00e9") == ["1011", "101155"]


def test_a_missing_value_joins_a_mask_only_where_all_is_masked() -> None:
    assert [level[0] for level in labels(mask(2), "", "ab")] == ["", "", "**"]


@given(st.lists(st.text("0123456789", min_size=4, max_size=4), min_size=1, unique=True))
def test_every_level_of_a_mask_coarsens_the_one_below(codes) -> None:
    for side in ("right", "left"):
        assert nesting_problems(codings(mask(4, side), codes, ())) == ()


# dates -------------------------------------------------------------------------------------------------


def test_a_date_has_its_parts() -> None:
    found = labels(dates("day", "week", "month", "quarter", "year", "decade"), "2024-12-30T09:30")
    assert [level[0] for level in found[1:]] == [
        "2024-12-30",
        "2025-W01",
        "2024-12",
        "2024-Q4",
        "2024",
        "2020-2029",
        "*",
    ]


@pytest.mark.parametrize(
    "text", ["2024-05-01", "2024-05-01 09:30", "2024-05-01T09:30:59.25Z", "2024-05-01T23:59+02:00"]
)
def test_dates_with_and_without_time_are_known(text) -> None:
    assert labels(dates("month"), text)[1] == ("2024-05",)


@pytest.mark.parametrize(
    "text",
    ["2023-02-29", "2024-13-01", "2024-00-10", "0000-01-01", "01.05.2024", "2024-5-1", "2024-05-01x", "",
     "2024-05-01T25:00", "\u0662\u0660\u0662\u0664-05-01", "2024-05T10:00", "2024-05-", "20240501"],
)  # fmt: skip
def test_what_is_no_date_is_lacking(text) -> None:
    hierarchy = dates("year")
    assert category_labels(hierarchy, [text], ()) == [None]


def test_a_date_that_says_too_little_for_a_part_is_lacking() -> None:
    assert lacking(dates("day"), "2024-05-01", "2024-05", "2024") == ["2024-05", "2024"]
    assert lacking(dates("quarter", "year"), "2024-05-01", "2024-05", "2024") == ["2024"]
    assert labels(dates("year", "decade"), "2024-05-01", "2024-05", "2024")[1] == ("2024",) * 3


def test_weeks_do_not_fit_into_months_and_that_is_stated() -> None:
    found = codings(dates("week", "month"), ["2024-01-31", "2024-02-01"], ())
    (shown,) = nesting_problems(found)
    assert (shown.params["level"], shown.params["label"]) == (2, "2024-W05")


@given(st.dates())
def test_parts_agree_with_the_calendar(day: datetime.date) -> None:
    text = day.isoformat()
    found = [level[0] for level in labels(dates("week", "month", "quarter", "year", "decade"), text)]
    assert datetime.date.fromisocalendar(*map(int, found[1].split("-W")), day.isoweekday()) == day
    assert found[2] == text[:7]
    assert found[3] == f"{text[:4]}-Q{[1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4][day.month - 1]}"
    assert found[4] == text[:4]
    assert found[5] == f"{text[:3]}0-{text[:3]}9"


# bounds ------------------------------------------------------------------------------------------------


def test_values_beyond_the_bounds_are_put_together() -> None:
    found = labels(bounds(18, 80), "17", "17.9", "18", "42", "80", "80.0", "81")
    assert found[1] == ("<18", "<18", "18", "42", "80", "80.0", ">80")
    assert found[2] == ("*",) * 7


def test_bounds_in_lists_give_several_levels_and_the_last_of_the_shorter_holds_on() -> None:
    hierarchy = bounds([18, 21, 25], [90, 80])
    assert hierarchy.level_names == ("as is", "<18 >90", "<21 >80", "<25 >80", "*")
    found = labels(hierarchy, "20", "85")
    assert found[1:4] == (("20", "85"), ("<21", ">80"), ("<25", ">80"))


def test_one_side_may_be_left_open() -> None:
    assert labels(bounds(top=1.5, decimal=","), "-3", "1,5", "1,51")[1] == ("-3", "1,5", ">1,5")
    assert labels(bounds(bottom=0), "-3", "7")[1] == ("<0", "7")


def test_what_is_no_number_falls_outside_all_bounds() -> None:
    assert lacking(bounds(0, 9), "5", "n/a", "1,5", "nan") == ["n/a", "1,5", "nan"]


def test_bounds_that_overlap_or_are_not_there_are_refused() -> None:
    problem = refused(bounds, [1, 9], [10, 8])
    assert (problem.code, problem.params["bottom"], problem.params["top"]) == (
        "hierarchy.bottom_above_top", 9, 8)  # fmt: skip
    assert refused(bounds).code == "hierarchy.no_bounds"
    assert labels(bounds(5, 5), "4", "5", "6")[1] == ("<5", "5", ">5")


def test_bounds_that_open_again_are_stated_as_not_nested() -> None:
    (shown,) = nesting_problems(codings(bounds([20, 10]), ["5", "15"], ()))
    assert shown.params["label"] == "<20"


@given(st.integers(-50, 50), st.integers(0, 60), st.decimals(-99, 99, places=3))
def test_bounds_hold_against_plain_comparison(bottom, span, value) -> None:
    top = bottom + span
    expected = f"<{bottom}" if value < bottom else f">{top}" if value > top else str(value)
    assert labels(bounds(bottom, top), str(value))[1] == (expected,)


# order -------------------------------------------------------------------------------------------------

GRADES = ("none", "primary", "lower", "upper", "tertiary")


def test_runs_of_a_declared_order_are_called_by_their_ends() -> None:
    high = ["upper", "tertiary"]
    levels = [["none"], ["primary", "lower"], high], [["none", "primary", "lower"], high]
    found = labels(order(*levels, declared=GRADES), *GRADES)
    assert found[1] == ("none", "primary-lower", "primary-lower", "upper-tertiary", "upper-tertiary")
    assert found[2] == ("none-lower",) * 3 + ("upper-tertiary",) * 2
    assert found[3] == ("*",) * 5


def test_groups_with_a_label_may_hold_any_values() -> None:
    found = order([{"label": "low", "values": ["none", "lower"]}, ["primary"]], declared=GRADES)
    assert labels(found, "none", "primary", "lower")[1] == ("low", "primary", "low")


@pytest.mark.parametrize("run", [["none", "lower"], ["lower", "primary"], ["none", "strange"]])
def test_a_group_without_label_that_is_no_run_is_refused(run) -> None:
    problem = refused(order, [["primary"], run], declared=GRADES)
    assert problem.code == "hierarchy.no_run"
    assert problem.params["values"] == tuple(run)
    assert problem.where.key == "data.hierarchies.edu.groups[0]"


def test_without_a_declared_order_the_first_level_says_it() -> None:
    assert labels(order([["c", "a"], ["b"]], [["c", "a", "b"]]), "a", "b")[1:] == (("c-a", "b"), ("c-b",) * 2)
    assert refused(order, [["c", "a"], ["b"]], [["c", "b"], ["a"]]).where.key.endswith("groups[1]")


def test_a_value_that_a_level_does_not_list_is_lacking() -> None:
    assert lacking(order([["a", "b"], ["c"]], [["a", "b"]]), "a", "b", "c", "d") == ["c", "d"]


def test_a_value_in_two_groups_of_a_level_is_refused() -> None:
    low, high = {"label": "low", "values": ["a", "b"]}, {"label": "high", "values": ["b"]}
    problem = refused(order, [low, high])
    assert (problem.code, problem.params["level"], problem.params["values"]) == (
        "hierarchy.in_two_groups", 1, ("b",))  # fmt: skip
    assert labels(order([low, low]), "a", "b")[1] == ("low", "low")


# in a plan ---------------------------------------------------------------------------------------------

PLAN = """{"schema": 2, "data": {"path": "x.csv", "hierarchies": {
 "zip": {"kind": "mask", "length": 5, "from": "left"},
 "day": {"kind": "dates", "parts": ["month", "year"]},
 "age": {"kind": "bounds", "bottom": [18, 21], "top": 80},
 "edu": {"kind": "order", "groups": [[["a", "b"], {"label": "rest", "values": ["c"]}]]}}}, "jobs": []}"""


def test_a_plan_says_the_kinds_and_is_written_as_it_was_read() -> None:
    plan = parse_plan(PLAN)
    written = plan_to_json(plan)["data"]["hierarchies"]
    assert written["zip"] == {"kind": "mask", "length": 5, "from": "left"}
    assert written["age"] == {"kind": "bounds", "bottom": [18, 21], "top": 80}
    assert written["edu"]["groups"] == [[["a", "b"], {"label": "rest", "values": ["c"]}]]
    assert plan.data.hierarchies["day"].parts == ("month", "year")


@pytest.mark.parametrize(
    ("old", "new", "code", "key"),
    [
        ('"length": 5', '"length": 0', "plan.too_small", "data.hierarchies.zip.length"),
        ('"left"', '"middle"', "plan.choice", "data.hierarchies.zip.from"),
        ('"from"', '"side"', "plan.unknown_key", "data.hierarchies.zip.side"),
        ('"month",', '"fortnight",', "plan.choice", "data.hierarchies.day.parts[0]"),
        ('"top": 80', '"top": "80"', "plan.type", "data.hierarchies.age.top"),
        ('[18, 21]', '[]', "plan.type", "data.hierarchies.age.bottom"),
        ('"label": "rest", ', '', "plan.missing_key", "data.hierarchies.edu.groups[0][1].label"),
    ],
)  # fmt: skip
def test_what_a_kind_cannot_mean_is_refused_with_its_key(old, new, code, key) -> None:
    with pytest.raises(Refused) as refusal:
        parse_plan(PLAN.replace(old, new))
    shown = [(problem.code, problem.where.key) for problem in refusal.value.problems]
    assert (code, key) in shown
