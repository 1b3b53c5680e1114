"""The bundled fonts, and characters that they lack."""

import pytest

from sdc_desktop.report import typography
from sdc_desktop.report.typography import BOLD, ITALIC, MATHS, REGULAR
from sdc_desktop.resources import resource_path


@pytest.mark.parametrize("font", [REGULAR, BOLD, ITALIC, MATHS])
def test_figures_are_tabular(font) -> None:
    assert len({typography.width(digit, font, 10) for digit in "0123456789"}) == 1


def test_the_minus_sign_is_as_wide_as_the_plus_sign() -> None:
    assert typography.width("\u2212", REGULAR, 10) == typography.width("+", REGULAR, 10)


def test_fonts_come_with_their_licence_and_copyright() -> None:
    licence = resource_path("fonts", "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE" in licence
    for font in (REGULAR, BOLD, ITALIC, MATHS):
        assert f"{font}.ttf" in licence
    assert "Copyright 2015 Google LLC" in licence


def test_signs_that_the_text_font_lacks_have_the_width_of_its_sister() -> None:
    assert typography.width("\u221a", REGULAR, 10) == typography.width("\u221a", MATHS, 10)


def test_no_figure_is_torn_apart() -> None:
    assert typography.unbroken("1\u2009234 and 58 %") == "1\u202f234 and 58\u202f%"


def test_a_shortened_text_fits_and_says_that_it_is_shortened() -> None:
    cut = typography.shortened("a very long name of a variable", REGULAR, 8, 60)
    assert cut.endswith("…")
    assert typography.width(cut, REGULAR, 8) <= 60


def test_long_german_words_are_parted_where_their_parts_meet() -> None:
    risk = "Mittleres Reidentifikationsr\u200bisiko"
    assert typography.hyphenated(risk) == "Mittleres Reidentifikations\u00adrisiko"
    assert typography.hyphenated("Trefferwahrscheinl\u200bichkeit") == "Treffer\u00adwahrscheinlichkeit"
    assert typography.hyphenated("Trefferquote") == "Trefferquote"
    assert typography.hyphenated("x" * 18 + "\u200b" + "x" * 4) == "x" * 18 + "\u200b" + "x" * 4
