"""Hierarchies: labels, lacking and doubled values, missing values, nesting."""

import pytest

from sdc_desktop.engine.data.hierarchies.hierarchy import (
    codings,
    from_intervals,
    from_table,
    nesting_problems,
)
from sdc_desktop.engine.data.hierarchies.spec import IntervalsSpec
from sdc_desktop.engine.problems import Refused
from tests.support.data import MS_ROWS, patient_hierarchies


def intervals(start=1961, widths=(2, 3, 5), end=1990) -> IntervalsSpec:
    return IntervalsSpec(kind="intervals", start=start, widths=widths, end=end)


def labels(hierarchy, *categories, missing=("",)):
    return codings(hierarchy, categories, missing).labels


def refused(code: str, call, *arguments):
    with pytest.raises(Refused) as refusal:
        call(*arguments)
    assert [problem.code for problem in refusal.value.problems] == [code]
    return refusal.value.problems[0]


def test_intervals_are_labelled_by_their_first_and_last_value() -> None:
    found = labels(from_intervals("yob", intervals()), "1961", "1964", "1990")
    assert found[1] == ("1961-1962", "1963-1964", "1989-1990")
    assert found[2] == ("1961-1963", "1964-1966", "1988-1990")


def test_a_last_level_of_several_categories_is_followed_by_a_star() -> None:
    assert labels(from_intervals("yob", intervals()), "1961", "1990")[-1] == ("*", "*")
    assert from_intervals("yob", intervals(widths=(30,))).levels == 2


def test_the_last_interval_is_cut_at_the_end() -> None:
    found = labels(from_intervals("age", intervals(0, (10,), 84)), "79", "80", "84")
    assert found[1] == ("70-79", "80-84", "80-84")
    assert labels(from_intervals("age", intervals(0, (10,), 80)), "80")[1] == ("80",)


def test_a_width_of_one_keeps_the_value() -> None:
    assert labels(from_intervals("yob", intervals(widths=(1, 2))), "1962")[1] == ("1962",)


def test_decimal_intervals_end_one_unit_before_the_next() -> None:
    found = labels(from_intervals("x", intervals(0.0, (0.5,), 1.5)), "0.4", "0.5", "1.5")
    assert found[1] == ("0.0-0.4", "0.5-0.9", "1.5")


def test_a_decimal_comma_is_read_and_written() -> None:
    hierarchy = from_intervals("x", intervals(0.0, (0.5,), 1.5), ",")
    assert labels(hierarchy, "0,4")[1] == ("0,0-0,4",)
    assert labels(hierarchy, "0,45")[1] == ("0,0-<0,5",)
    assert refused("hierarchy.lacks", codings, hierarchy, ("0.45",), ()).params["values"] == ("0.45",)


@pytest.mark.parametrize("value", ["1960", "1991", "n/a", "", "nan", "1e999"])
def test_a_value_outside_the_intervals_is_lacking(value) -> None:
    problem = refused("hierarchy.lacks", codings, from_intervals("yob", intervals()), (value, "1961"), ())
    assert (problem.params["values"], problem.params["number"]) == ((value,), 1)
    assert problem.where.variable == "yob"


def test_lacking_values_are_listed_to_the_twentieth_and_counted() -> None:
    values = tuple(str(year) for year in range(1900, 1950))
    problem = refused("hierarchy.lacks", codings, from_intervals("yob", intervals()), values, ())
    assert problem.params["values"] == values[:20]
    assert problem.params["number"] == 50


def test_a_missing_value_keeps_its_text_until_there_is_one_category() -> None:
    found = labels(from_intervals("yob", intervals()), "", "1961")
    assert [level[0] for level in found] == ["", "", "", "", "*"]
    single = labels(from_intervals("yob", intervals(widths=(2, 30))), "", "1961")
    assert [level[0] for level in single] == ["", "", "1961-1990"]
    tree = labels(patient_hierarchies()["ms"], "?", "Single", missing=("?",))
    assert [level[0] for level in tree] == ["?", "?", "Not_released"]


def test_an_end_below_the_start_is_refused() -> None:
    refused("hierarchy.end_before_start", from_intervals, "yob", intervals(end=1960))


def test_a_value_standing_twice_with_different_labels_is_refused() -> None:
    rows = (*MS_ROWS, ("Single", "Been_Married", "Not_released"))
    problem = refused("hierarchy.doubled", from_table, "ms", rows, ("a", "b", "c"), "ms.csv")
    assert problem.params["values"] == ("Single",)
    assert from_table("ms", (*MS_ROWS, MS_ROWS[0]), ("a", "b", "c"), "ms.csv").levels == 3


def test_a_level_that_tears_a_group_apart_is_stated_with_the_first_such_label() -> None:
    found = codings(patient_hierarchies()["yob"], [str(year) for year in range(1961, 1991)], ())
    shown = [(p.params["finer"], p.params["level"], p.params["label"]) for p in nesting_problems(found)]
    assert shown == [(1, 2, "1963-1964"), (2, 3, "1964-1966"), (4, 5, "1971-1980")]
    assert nesting_problems(codings(patient_hierarchies()["ms"], [row[0] for row in MS_ROWS], ())) == ()


def test_a_level_that_happens_to_be_called_star_keeps_missing_values_apart() -> None:
    found = codings(from_table("v", [("x", "1"), ("y", "2")], ("v", "*"), "v.csv"), ("", "x", "y"), ("",))
    assert found.labels == (("", "x", "y"), ("", "1", "2"), ("*", "*", "*"))


@pytest.mark.parametrize("value", ["1_961", "\u0661\u0669\u0666\u0661"])
def test_what_is_no_number_in_a_data_file_falls_into_no_interval(value) -> None:
    with pytest.raises(Refused) as refusal:
        codings(from_intervals("yob", intervals()), (value,), ("",))
    assert [problem.code for problem in refusal.value.problems] == ["hierarchy.lacks"]


@pytest.mark.parametrize(("widths", "end"), [((2,), 1e30), ((1e-30,), 1990), ((1e300,), 1990)])
def test_intervals_of_more_digits_than_can_be_reckoned_with_are_refused(widths, end) -> None:
    with pytest.raises(Refused) as refusal:
        from_intervals("yob", intervals(widths=widths, end=end))
    assert [problem.code for problem in refusal.value.problems] == ["hierarchy.too_many_digits"]


def test_intervals_of_many_digits_are_exact() -> None:
    hierarchy = from_intervals("v", intervals(start=0, widths=(0.000000001,), end=10**14))
    assert codings(hierarchy, ("99999999999999.5",), ()).labels[1] == ("99999999999999.5",)


def test_a_value_standing_twice_with_the_same_labels_is_noted() -> None:
    hierarchy = from_table("ms", (*MS_ROWS, MS_ROWS[0], MS_ROWS[0]), ("a", "b", "c"), "ms.csv")
    (shown,) = hierarchy.notes
    assert (shown.code, shown.severity, shown.where.file) == ("hierarchy.repeated", "note", "ms.csv")
    assert (shown.params["values"], shown.params["number"]) == (("Single",), 1)
    assert from_table("ms", MS_ROWS, ("a", "b", "c"), "ms.csv").notes == ()
