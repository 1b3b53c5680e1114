"""A font of the site policy: its characters are set with it; others are codes, which one note explains."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from sdc_desktop.engine.policy.policy import Policy, policy_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.project.project import ReportFields
from sdc_desktop.report.assemble import _cover_notes
from sdc_desktop.report.pdf import pdf_bytes
from sdc_desktop.report.shown import further_glyphs, shown, shown_in_columns
from sdc_desktop.report.site_font import site_font
from sdc_desktop.report.typst_json import report_json
from sdc_desktop.words import Words
from tests.support.reports import pdf_text

NOTE = "Characters that no font of the report has"


@pytest.fixture
def font(tmp_path: Path) -> Path:
    """A font with squares for 日 and 本 alone."""
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    for place in ((100, 800), (900, 800), (900, 0)):
        pen.lineTo(place)
    pen.closePath()
    names = [".notdef", "sun", "root"]
    made = FontBuilder(1000, isTTF=True)
    made.setupGlyphOrder(names)
    made.setupCharacterMap({ord("日"): "sun", ord("本"): "root"})
    made.setupGlyf(dict.fromkeys(names, pen.glyph()))
    made.setupHorizontalMetrics(dict.fromkeys(names, (1000, 100)))
    made.setupHorizontalHeader(ascent=900, descent=-100)
    made.setupNameTable({"familyName": "Squares", "styleName": "Regular", "psName": "Squares-Regular"})
    made.setupOS2()
    made.setupPost()
    made.save(tmp_path / "squares.ttf")
    return tmp_path / "squares.ttf"


def held_to(font: str) -> Policy:
    spec = policy_from_json({"schema": 2, "name": "Agency", "version": "7", "report": {"font": font}})
    return Policy(spec, "", "policy.json")


def test_characters_of_the_font_are_set_and_others_are_codes_with_one_note(report, font) -> None:
    text = pdf_text(pdf_bytes(replace(report, subject="日本年.csv", font=str(font)))).replace(" ", "")
    assert "日本‹U+5E74›.csv" in text
    assert text.count(NOTE.replace(" ", "")) == 1


def test_without_a_font_the_report_has_codes_and_names_the_key(report) -> None:
    cover = json.loads(report_json(replace(report, subject="日本")))["cover"]
    assert cover["subject"].replace("\u200b", "") == "‹U+65E5›‹U+672C›"
    assert cover["lacking"].startswith(NOTE)
    assert "report.font" in cover["lacking"]
    assert not json.loads(report_json(report))["cover"]["lacking"]


def test_a_line_may_end_between_two_codes() -> None:
    assert shown_in_columns("危険a") == "‹U+5371›\u200b‹U+967A›a"


def test_what_hides_is_a_code_without_a_note() -> None:
    with further_glyphs(frozenset({0x202E})) as lacking:
        assert shown("a\u202eb") == "a‹U+202E›b"
    assert not lacking


def test_a_font_that_cannot_be_read_is_a_warning(tmp_path: Path, font) -> None:
    (tmp_path / "broken.ttf").write_bytes(font.read_bytes()[:200])
    (tmp_path / "text.otf").write_text("no font", encoding="utf-8")
    for name in ("broken.ttf", "text.otf", "missing.ttc"):
        path = str(tmp_path / name)
        assert site_font(path) is None
        (problem,) = _cover_notes(ReportFields(), held_to(path), Words())
        assert (problem.code, problem.params["path"]) == ("policy.font", path)
    assert not _cover_notes(ReportFields(), held_to(str(font)), Words())


@pytest.mark.parametrize("path", ["fonts/a.ttf", "/fonts/a.woff", ""])
def test_a_policy_refuses_a_relative_path_and_what_is_no_font_file(path) -> None:
    with pytest.raises(Refused):
        held_to(path)
