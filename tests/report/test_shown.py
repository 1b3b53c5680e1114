"""Text from data in the report: golden cases, and the setter takes every character that is called covered."""

import json
import re
from pathlib import Path

import pytest
import typst
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.report.shown import is_covered, shown, shown_in_html
from sdc_desktop.resources import resource_path

GOLDEN = json.loads((Path(__file__).parent / "golden" / "shown.json").read_text(encoding="utf-8"))
TEMPLATE = """#set document(date: datetime(year: 2026, month: 1, day: 2), title: "t")
#set text(font: ("Noto Sans", "Noto Sans Math"), fallback: false, weight: {weight}, style: {style})
#text(json(bytes(sys.inputs.said)))
"""


@pytest.mark.parametrize(("value", "expected"), GOLDEN)
def test_golden_texts_are_shown(value: str, expected: str) -> None:
    assert shown(value) == expected


@given(st.text(st.characters(exclude_categories=[], exclude_characters="‹")))
def test_nothing_is_lost_or_invented(value: str) -> None:
    text = shown(value).replace("\u200b", "")
    assert re.sub("‹U\\+([0-9A-F]{4,6})›", lambda found: chr(int(found[1], 16)), text) == value
    assert all(is_covered(character) for character in text)


@given(st.text())
def test_every_long_run_has_a_break(value: str) -> None:
    for separator in "-/_\u200b":
        value = value.replace(separator, " ")
    runs = shown(value).replace("\u200b", " ").split(" ")
    assert max(map(len, runs)) <= 18


def test_a_named_character_is_never_broken() -> None:
    assert shown("xxxxxxxxxxxx日本") == "xxxxxxxxxxxx\u200b‹U+65E5›‹U+672C›"


def test_html_keeps_characters_without_a_glyph() -> None:
    assert shown_in_html("日本\u202e" + "x" * 40) == "日本‹U+202E›" + "x" * 40


@pytest.mark.parametrize("style", ["normal", "italic"])
@pytest.mark.parametrize("weight", ["400", "700"])
def test_the_setter_takes_every_character_that_the_fonts_have(
    tmp_path: Path, weight: str, style: str
) -> None:
    """The coverage file is true of the fonts as the setter uses them: PDF/UA refuses what has no glyph."""
    every = [shown(chr(code)) for code in range(0x20, 0x110000)]
    text = " ".join(each for code, each in enumerate(every, 0x20) if each == chr(code))
    assert len(text) > 9000
    source = tmp_path / "said.typ"
    style = f'"{style}"'
    source.write_text(TEMPLATE.format(weight=weight, style=style), encoding="utf-8")
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(resource_path("fonts"))]
    )
    pdf = typst.Compiler(str(source), font_paths=fonts).compile(
        format="pdf", sys_inputs={"said": json.dumps(text)}, pdf_standards=["a-2a", "ua-1"]
    )
    assert isinstance(pdf, bytes)
    assert pdf.startswith(b"%PDF")
