"""Categories and their splits."""

import pytest

from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.tables.dimension import from_levels, from_splits


def parts(dimension) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for split in dimension.splits:
        children = tuple(dimension.categories[child] for child in split.children)
        found.setdefault(dimension.categories[split.parent], []).append(children)
    return found


def codes(refused) -> list[str]:
    return [problem.code for problem in refused.value.problems]


def test_levels_become_splits_from_the_total_down() -> None:
    found = from_levels("x", [[("1", "2", "3"), ("a", "a", "b")]])
    assert found.categories == ("Total", "a", "1", "2", "b")
    assert parts(found) == {"a": [("1", "2")], "Total": [("a", "b")]}
    assert found.total == 0
    assert found.depths == (0, 1, 2, 2, 1)


def test_a_parent_with_one_child_is_one_category_known_by_both_labels() -> None:
    found = from_levels("x", [[("1", "2", "3"), ("a", "a", "b"), ("*", "*", "*")]])
    assert found.places["3"] == found.places["b"]
    assert "*" not in found.places
    assert found.places["Total"] == found.total


def test_a_variable_with_one_value_has_its_total_only() -> None:
    found = from_levels("x", [[("1",)]])
    assert found.categories == ("Total",)
    assert found.places == {"Total": 0, "1": 0}


def test_several_hierarchies_of_one_variable_share_their_leaves() -> None:
    leaves = ("1", "2", "3", "4")
    found = from_levels("x", [[leaves, ("a", "a", "b", "b")], [leaves, ("c", "d", "c", "d")]])
    assert parts(found)["Total"] == [("a", "b"), ("c", "d")]
    assert parts(found)["d"] == [("2", "4")]
    assert not found.nested


def test_a_level_that_does_not_nest_is_the_sum_of_the_parts_it_does_nest_in() -> None:
    levels = [("1", "2", "3", "4", "5"), ("12", "12", "34", "34", "5"), ("123", "123", "123", "45", "45")]
    found = parts(from_levels("x", [levels]))
    assert found["123"] == [("1", "2", "3")]
    assert found["45"] == [("4", "5")]
    assert found["Total"] == [("123", "45")]


def test_one_label_for_different_categories_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        from_levels("x", [[("1", "2", "3"), ("1", "1", "3")]])
    assert codes(refused) == ["table.label_ambiguous"]


def test_a_category_called_like_the_total_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        from_levels("x", [[("Total", "2")]])
    assert codes(refused) == ["table.total_code_taken"]


@pytest.mark.parametrize(
    ("labels", "splits", "code"),
    [
        (("T", "a", "b"), [("T", ("a", "b")), ("a", ("T", "b"))], "table.hierarchy_cycle"),
        (("T", "a"), [("T", ("a", "b"))], "table.unknown_category"),
        (("T", "a", "a"), [], "table.category_twice"),
        (("T", "a", "b"), [("T", ("a", "a"))], "table.category_twice"),
    ],
)
def test_splits_that_make_no_sense_are_refused(labels, splits, code) -> None:
    with pytest.raises(Refused) as refused:
        from_splits("x", labels, splits)
    assert codes(refused) == [code]
