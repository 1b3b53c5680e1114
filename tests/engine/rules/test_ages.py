"""Ages that values show, and the single class that may hold all ages above the greatest."""

from math import inf

import pytest

from sdc_desktop.engine.rules.ages import age_range, showing_above


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("93", (93, 93)),
        (" 93 ", (93, 93)),
        ("93.6", (93, 93)),
        ("93,6", (93, 93)),
        ("93 years", (93, 93)),
        ("85-89", (85, 89)),
        ("85-<90", (85, 89)),
        ("95-<=99", (95, 99)),
        ("[85,90)", (85, 89)),
        ("[85, 90]", (85, 90)),
        ("85 to 89", (85, 89)),
        ("85–89", (85, 89)),
        ("90+", (90, inf)),
        ("90 and over", (90, inf)),
        ("90 or older", (90, inf)),
        (">=90", (90, inf)),
        (">89", (90, inf)),
        ("über 89", (90, inf)),
        ("90 und älter", (90, inf)),
        ("90-80", None),
        ("1990", None),
        ("old", None),
        ("", None),
        ("*", None),
        ("-5", None),
        ("9 to", None),
    ],
)
def test_the_ages_that_a_value_leaves_open(text, expected) -> None:
    assert age_range(text) == expected


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        (("12", "89"), ()),
        (("12", "89", "90"), ()),  # the code of a top-coded variable
        (("12", "90+"), ()),
        (("80-84", "85+"), ()),
        (("80-84", "85-89", "90+"), ()),
        (("12", "91"), ("91",)),
        (("12", "90", "91"), ("90", "91")),
        (("89", "90", "90+"), ("90", "90+")),
        (("85-94", "95+"), ("85-94", "95+")),
        (("85-94",), ("85-94",)),
        (("95+",), ("95+",)),
        (("90-<=99",), ("90-<=99",)),
        (("*", "unknown", ""), ()),
    ],
)
def test_ages_above_89_are_shown_unless_one_class_holds_all_of_them(texts, shown) -> None:
    assert showing_above(texts, 89) == shown
