"""A hierarchy as a table to be edited."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.data.hierarchies.hierarchy import Codings, codings, from_intervals, nesting_problems
from sdc_desktop.engine.data.hierarchies.level_table import (
    LevelTable,
    arx_rows,
    hierarchy_of,
    level_table,
    moved,
    plain_table,
    renamed,
    with_level,
    without_level,
)
from sdc_desktop.engine.problems import Refused
from tests.support.data import YOB, patient_hierarchies

TOWNS = LevelTable(
    (
        ("Ulm", "Bonn", "Lyon", "Nice", "Oslo"),
        ("DE", "DE", "FR", "FR", "NO"),
        ("EU", "EU", "EU", "EU", "other"),
    )
)
YEAR_1961 = ("1961", "1961-1962", "1961-1963", "1961-1965", "1961-1970", "1961-1975", "1961-1990")


def nested(table: LevelTable) -> bool:
    names = tuple(str(number) for number in range(len(table.columns)))
    return nesting_problems(Codings("v", names, table.columns)) == ()


def test_the_table_of_a_hierarchy_has_its_values_and_those_of_the_data_but_no_added_level() -> None:
    table = level_table(patient_hierarchies()["ms"], ("", "Partnered", "Single"), ("",))
    assert table.values == ("Single", "Married", "Divorced", "Widowed", "Partnered")
    assert table.columns[1][0] == "Never_Married"
    lacking = [column[-1] for column in table.columns]
    assert lacking == ["Partnered", "Partnered", "Not_released"], "by itself, but for the only category"
    years = level_table(from_intervals("yob", YOB), ("1961", "1963"), ())
    assert years.rows()[0] == YEAR_1961
    topped = level_table(hierarchy_of("town", TOWNS), (), ())
    assert topped == TOWNS


def test_a_group_is_renamed_at_its_level_alone() -> None:
    table = renamed(TOWNS, 1, "DE", "Germany")
    assert table.columns[1] == ("Germany", "Germany", "FR", "FR", "NO")
    assert (table.columns[0], table.columns[2]) == (TOWNS.columns[0], TOWNS.columns[2])


def test_a_group_that_gets_the_name_of_another_joins_it() -> None:
    assert renamed(TOWNS, 1, "DE", "FR").groups(1) == ("FR", "NO")


def test_a_value_moved_to_another_group_follows_it_upwards() -> None:
    table = moved(TOWNS, 1, [1], "NO")
    assert table.rows()[1] == ("Bonn", "NO", "other")
    assert nested(table)
    assert moved(TOWNS, 1, [4], "FR").rows()[4] == ("Oslo", "FR", "EU")


def test_a_value_moved_into_a_new_group_takes_its_coarser_labels_along() -> None:
    assert moved(TOWNS, 1, [0, 2], "river").rows()[2] == ("Lyon", "river", "EU")


def test_a_value_that_tears_a_finer_group_apart_is_stated_by_the_check_of_nesting() -> None:
    assert not nested(moved(TOWNS, 2, [0], "other"))


def test_levels_come_and_go() -> None:
    more = with_level(TOWNS, 2)
    assert more.columns[2] == more.columns[1] == TOWNS.columns[1]
    assert without_level(more, 2) == TOWNS
    assert with_level(TOWNS, 1).columns[1] == TOWNS.values
    assert with_level(TOWNS, 3).columns[3] == TOWNS.columns[2]


def test_a_table_begins_with_each_value_by_itself() -> None:
    table = plain_table(("b", "a"))
    assert (table.rows(), table.steps) == ([("b", "b"), ("a", "a")], 1)


def test_an_edited_table_is_a_hierarchy_with_a_last_level_of_one_category() -> None:
    hierarchy = hierarchy_of("town", TOWNS)
    assert codings(hierarchy, ("Nice", "Oslo"), ()).labels == (
        ("Nice", "Oslo"),
        ("FR", "NO"),
        ("EU", "other"),
        ("*", "*"),
    )


def test_an_arx_file_has_a_row_for_missing_values_and_none_for_lacking_ones() -> None:
    rows = arx_rows(from_intervals("yob", YOB), ("", "1961"), ("",))
    assert rows == [("", "", "", "", "", "", "1961-1990"), YEAR_1961]
    with pytest.raises(Refused) as refusal:
        arx_rows(from_intervals("yob", YOB), ("1961", "1999"), ("",))
    assert refusal.value.problems[0].params["values"] == ("1999",)


labels = st.sampled_from("ABC")
values = st.lists(st.text(min_size=1, max_size=2), min_size=1, max_size=6, unique=True)


@given(st.data())
def test_a_value_moved_by_whole_finer_groups_keeps_a_nested_table_nested(data) -> None:
    names = data.draw(values)
    fine = data.draw(st.lists(labels, min_size=len(names), max_size=len(names)))
    parents = {label: data.draw(st.sampled_from("XY")) for label in "ABC"}
    table = LevelTable((tuple(names), tuple(fine), tuple(parents[label] for label in fine)))
    assert nested(table)
    group = data.draw(st.sampled_from([*fine, "new"]))
    step = data.draw(st.sampled_from([1, 2]))
    if step == 1:
        chosen = data.draw(st.sets(st.integers(0, len(names) - 1), min_size=1))
    else:
        moving = data.draw(st.sampled_from(fine))
        chosen = {row for row, label in enumerate(fine) if label == moving}
        group = data.draw(st.sampled_from("XYZ"))
    changed = moved(table, step, chosen, group)
    assert all(changed.columns[step][row] == group for row in chosen)
    if step == 2 or group in {fine[row] for row in range(len(names)) if row not in chosen}:
        assert nested(changed)
