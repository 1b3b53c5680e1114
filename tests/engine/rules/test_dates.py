"""Dates that values show, alone or in a text."""

import pytest

from sdc_desktop.engine.rules.dates import date_part, finer_than


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-05-01", "day"),
        ("2024-05-01T10:00", "day"),
        ("admitted 2024-05-01, discharged later", "day"),
        ("01.05.2024", "day"),
        ("1. 5. 2024", "day"),
        ("5/1/2024", "day"),
        ("seen on 3 March 2019", "day"),
        ("March 3, 2019", "day"),
        ("3rd of March 2019", "day"),
        ("3. März 2019", "day"),
        ("2024-05", "month"),
        ("05/2024", "month"),
        ("May 2024", "month"),
        ("since Mai 2024", "month"),
        ("2024", "year"),
        ("in 2024", None),
        ("12345", None),
        ("1.2.3", None),
        ("2024-13-45", None),
        ("12-05", None),
        ("maybe 2024", None),
        ("10.05.20245", None),
        ("", None),
    ],
)
def test_the_finest_part_of_a_date_that_a_text_shows(text, expected) -> None:
    assert date_part(text) == expected


def test_dates_finer_than_allowed_are_named() -> None:
    texts = ("2019", "2019-05", "2019-05-01", "none")
    assert finer_than(texts, "year") == ("2019-05", "2019-05-01")
    assert finer_than(texts, "month") == ("2019-05-01",)
    assert finer_than(texts, "day") == ()


def test_values_that_are_all_dates_of_one_form_are_dates_without_separators_too() -> None:
    compact = ("20240131", "20240229", "20240331", "20240430", "20240531")
    assert finer_than(compact, "year") == compact
    assert finer_than(("01.02.24", "13.02.24"), "month") == ("01.02.24", "13.02.24")
    assert finer_than(("20240131", "99999999"), "year") == ()
