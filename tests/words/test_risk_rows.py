"""Rows of records by their re-identification risk."""

from sdc_desktop.sheets.risk import BANDS, band_rows
from sdc_desktop.words import Words


def test_bands_of_risk_say_where_they_end_so_that_no_record_seems_to_be_in_two() -> None:
    bands = [(26, 0), (18, 2), (12, 3), (4, 5), (0, 50), (0, 0), (0, 0)]
    rows = band_rows(bands, None, Words())
    assert len(rows) == len(BANDS) + 1
    assert [row[1:] for row in rows[:3]] == [("26", "0"), ("18", "2"), ("12", "3")]
    assert [row[0].replace("\u202f", " ") for row in rows[:3]] == [
        "Records with risk 100 %",
        "Records with risk from 50 % to under 100 %",
        "Records with risk from 33 % to under 50 %",
    ]
    assert rows[-1][0].replace("\u202f", " ") == "Records with risk under 5 %"
