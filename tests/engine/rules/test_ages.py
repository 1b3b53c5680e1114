"""Ages that values show, and the single class that may hold all ages above the greatest."""

from math import inf

import pytest

from sdc_desktop.engine.rules.ages import age_range, saying_above, showing_above


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
        ("93yo", (93, 93)),
        ("93 y/o", (93, 93)),
        ("93-year-old", (93, 93)),
        ("aged 93", (93, 93)),
        ("Age: 93", (93, 93)),
        ("93 Years", (93, 93)),
        ("93 J.", (93, 93)),
        ("93jährig", (93, 93)),
        ("ninety-three", (93, 93)),
        ("dreiundneunzig", (93, 93)),
        ("９３", (93, 93)),
        ("1116 months", (93, 93)),
        ("33970 days", (93, 93)),
        ("1128", (1128, 1128)),
        ("18 months", (1, 1)),
        ("93 Monate", (7, 7)),
        ("90 years and over", (90, inf)),
        ("90 yrs+", (90, inf)),
        ("90 & over", (90, inf)),
        ("≥90 years", (90, inf)),
        ("> 89 years", (90, inf)),
        ("90 J. u. ä.", (90, inf)),
        ("90 Jahre und älter", (90, inf)),
        ("85 bis 89 Jahre", (85, 89)),
        ("85 years to 89 years", (85, 89)),
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
        (("12", "90+", "90 and over"), ()),  # one class with two names
        (("12", "90-120"), ()),
        (("12", "1100 months"), ("1100 months",)),
        (("*", "unknown", ""), ()),
    ],
)
def test_ages_above_89_are_shown_unless_one_class_holds_all_of_them(texts, shown) -> None:
    assert showing_above(texts, 89) == shown


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a 93-year-old man", True),
        ("93 year old", True),
        ("woman, 91 yrs old", True),
        ("pt 92 y/o, stable", True),
        ("aged 90", True),
        ("at age 101", True),
        ("95-jährige Patientin", True),
        ("im Alter von 94 Jahren", True),
        ("89 years old", False),
        ("aged 89", False),
        ("95 years of service", False),
        ("95", False),
        ("aged 90-95 %", False),
        ("page 95", False),
        ("packages aged 9", False),
        ("1993-year-old", False),
    ],
)
def test_ages_above_89_that_a_text_says(text, says) -> None:
    assert bool(saying_above([text], 89)) is says
