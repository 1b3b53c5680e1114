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
        ("2024-05-01 10:00:00", "day"),
        ("01.05.2024-03.05.2024", "day"),
        ("2024-05-01/2024-05-03", "day"),
        ("01/05/2024–03/05/2024", "day"),
        ("2024‑0501", None),
        ("2024‑05‑01", "day"),
        ("DOB:2024-05-01", "day"),
        ("adm.2024-05-01", "day"),
        ("file_2024-05-01", "day"),
        ("A-2024-05-01", "day"),
        ("2024 05 01", "day"),
        ("01MAY2024", "day"),
        ("01MAY24", "day"),
        ("1-May-24", "day"),
        ("May 3", "day"),
        ("on 3 March", "day"),
        ("3. März", "day"),
        ("3 de marzo de 2024", "day"),
        ("12 février 2020", "day"),
        ("3.V.2024", "day"),
        ("2024-W05", "day"),
        ("2024W053", "day"),
        ("20240501T1000", "day"),
        ("admitted 20240501", "day"),
        ("seen 05/01/24, stable", "day"),
        ("am 3.5.24", "day"),
        ("geb. 01.02.54", "day"),
        ("２０２４-０５-０１", "day"),
        ("2024Q1", "month"),
        ("Q1 2024", "month"),
        ("2024/05", "month"),
        ("05-2024", "month"),
        ("05.2024", "month"),
        ("mayo 2024", "month"),
        ("2024", "year"),
        ("1/2000", None),
        ("5.2024", None),
        ("you may 3", None),
        ("march 3 times", "day"),
        ("1999-2004", None),
        ("2019/20", None),
        ("NACE 01.11.12", None),
        ("01.11.12", None),
        ("3.5", None),
        ("10:30", None),
        ("12 345 678", None),
        ("+43 1 2024", None),
        ("ICD-10 C50", None),
        ("20 mg", None),
        ("1.10.20", None),
        ("4/5", None),
        ("120/80", None),
        ("Marx", None),
        ("Decades", None),
        ("5 decimals", None),
        ("2 marathons", None),
        ("99-1234567", None),
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
    assert finer_than(("20240131", "20230101", "99999999"), "year") == ("20240131", "20230101")
    assert finer_than(("01052024", "13022023", "0"), "year") == ("01052024", "13022023")
    assert finer_than(("20110215", "34110215", "55110215"), "year") == ()


def test_months_without_a_year_and_school_years_are_known_by_the_other_values() -> None:
    assert finer_than(("March", "April", "unknown"), "year") == ("March", "April")
    assert finer_than(("5.2024", "12.2024"), "year") == ("5.2024", "12.2024")
    assert finer_than(("May", "Smith", "Jones"), "year") == ()
    assert finer_than(("2010-11", "2011-12", "2012-13"), "year") == ()
    assert finer_than(("2010-11", "2011-12", "2012-12"), "year") == ("2010-11", "2011-12", "2012-12")
