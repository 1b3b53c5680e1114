"""Names of variables by the rules of SPSS, Stata and SAS."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.data.target.names import fitting_names, is_good
from sdc_desktop.engine.data.target.rules import RULES


@pytest.mark.parametrize(
    ("format", "old", "new"),
    [
        ("sav", "person-id", "person_id"),
        ("dta", "person-id", "person_id"),
        ("xpt", "person-id", "person_id"),
        ("sav", "2019", "v2019"),
        ("dta", "2019", "v2019"),
        ("sav", "Größe", "Größe"),
        ("dta", "Größe", "Größe"),
        ("xpt", "Größe", "Grosse"),
        ("sav", "AND", "AND_v"),
        ("dta", "AND", "AND"),
        ("dta", "double", "double_v"),
        ("dta", "str12", "str12_v"),
        ("xpt", "_n_", "n"),
        ("sav", "_x", "x"),
        ("dta", "_x", "_x"),
        ("sav", "a.", "a"),
        ("sav", "  ", "v"),
        ("xpt", "日本", "v"),
        ("dta", "x" * 40, "x" * 32),
        ("sav", "ü" * 40, "ü" * 32),
        ("parquet", "any name at all", "any name at all"),
    ],
)
def test_a_name_becomes_one_that_the_format_takes(format, old, new) -> None:
    assert fitting_names([old], RULES[format].names) == (new,)


def test_names_that_are_taken_get_a_number_and_good_ones_stay() -> None:
    names = ["a-b", "a_b", "A_B", "a b"]
    assert fitting_names(names, RULES["sav"].names) == ("a_b_2", "a_b", "A_B_3", "a_b_4")
    assert fitting_names(names, RULES["dta"].names) == ("a_b_2", "a_b", "A_B", "a_b_3")


@pytest.mark.parametrize("format", ["sav", "dta", "xpt"])
@given(names=st.lists(st.text(max_size=80), max_size=12, unique=True))
def test_whatever_names_are_given_the_format_takes_all_of_them_once(format, names) -> None:
    rules = RULES[format].names
    found = fitting_names(names, rules)
    assert len({name.casefold() if rules.folded else name for name in found}) == len(names)
    assert all(is_good(name, rules) for name in found)
    assert all(new == old for old, new in zip(names, found, strict=True) if is_good(old, rules)) or len(
        {name.casefold() for name in names}
    ) < len(names)
