"""Widths of glyphs as a known reader of fonts finds them."""

import pytest

from sdc_desktop.report.font_metrics import metrics_of
from sdc_desktop.report.typography import BOLD, ITALIC, MATHS, REGULAR

# Advance widths in units of 1000 to the em, read with fontTools 4.68 from the bundled files.
KNOWN = {
    REGULAR: {"a": 561, "W": 930, "0": 572, "\u202f": 166, "Ω": 782, "Ж": 854},
    BOLD: {"a": 604},
    MATHS: {"≤": 572},
}


@pytest.mark.parametrize("font", KNOWN)
def test_widths_are_those_of_the_file(font) -> None:
    widths = metrics_of(font).widths
    assert {sign: widths[ord(sign)] for sign in KNOWN[font]} == KNOWN[font]


@pytest.mark.parametrize("font", [REGULAR, BOLD, ITALIC, MATHS])
def test_a_sign_without_a_glyph_has_no_width(font) -> None:
    assert not metrics_of(font).has("中")
    assert metrics_of(font).has("a") or font == MATHS
