"""The list of characters that the report can show, against the fonts and another reader of them."""

from dev_lib.fonts import COVERAGE, FONTS, characters_of, coverage_text, ranges
from fontTools.ttLib import TTFont


def test_the_coverage_file_is_that_of_the_fonts() -> None:
    assert COVERAGE.read_text(encoding="utf-8") == coverage_text(), "run dev.py fonts"


def test_characters_are_read_as_another_reader_reads_them() -> None:
    for font in FONTS.glob("*.ttf"):
        with TTFont(font) as other:
            assert characters_of(font) == set(other.getBestCmap())


def test_ranges_join_what_is_consecutive() -> None:
    assert ranges([5, 1, 2, 3, 9]) == [(1, 3), (5, 5), (9, 9)]
