"""Levels are called by what they contain, the same in window, report and guide."""

import pytest
from pydantic import TypeAdapter

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.formats import Dialect
from sdc_desktop.engine.data.hierarchies.hierarchy import Hierarchy, codings, from_table
from sdc_desktop.engine.data.hierarchies.level_content import contents_in, contents_of
from sdc_desktop.engine.data.hierarchies.spec import HierarchySpec
from sdc_desktop.engine.data.hierarchy_files import load_hierarchy
from sdc_desktop.words import Words
from sdc_desktop.words.microdata.hierarchies import level_short, level_title

WORDS = Words()
SPEC = TypeAdapter(HierarchySpec)


def hierarchy(variable: str, spec: dict[str, object], folder) -> Hierarchy:
    found, _ = load_hierarchy(variable, SPEC.validate_python(spec), Dialect(), folder, JobContext())
    return found


def titles(found: Hierarchy, values: list[str], missing: tuple[str, ...] = ("",)) -> list[str]:
    return [level_title(one, WORDS) for one in contents_of(codings(found, values, missing))]


AGES = [str(age) for age in range(98)]


def test_bands_are_named_by_their_width_and_first_and_last(tmp_path) -> None:
    spec = {"kind": "intervals", "start": 0, "widths": [5, 10, 50], "end": 97}
    assert titles(hierarchy("age", spec, tmp_path), ["", *AGES]) == [
        "original values: 0, 1 … 97 (98)",
        "5-year bands: 0–4, 5–9 … 95–97 (20)",
        "10-year bands: 0–9, 10–19 … 90–97 (10)",
        "50-year bands: 0–49, 50–97 (2)",
        "one category",
    ]
    assert titles(hierarchy("points", spec, tmp_path), AGES)[1] == "bands of 5: 0–4, 5–9 … 95–97 (20)"
    halves = {"kind": "intervals", "start": 0, "widths": [0.5], "end": 1.4}
    assert (
        titles(hierarchy("x", halves, tmp_path), ["0.1", "0.6", "1.4"])[1]
        == "bands of 0.5: 0.0–0.4, 0.5–0.9, 1.0–1.4 (3)"
    )


def test_a_file_without_names_is_read_by_its_categories(tmp_path) -> None:
    """The hierarchies of a survey: ages with an open end, municipalities by the digits of their code."""
    lines = [f"{a};{f'{a // 10 * 10}-{a // 10 * 10 + 9}' if a < 80 else '80+'};*" for a in range(98)]
    (tmp_path / "age.csv").write_text("\n".join(lines), encoding="utf-8")
    spec = {"kind": "levels", "path": "age.csv", "delimiter": ";", "header": False}
    found = hierarchy("age", spec, tmp_path)
    assert titles(found, AGES[::-1]) == [
        "original values: 0, 1 … 97 (98)",
        "10-year bands: 0–9, 10–19 … 80+ (9)",
        "one category",
    ]
    assert level_short(contents_in(found, AGES, ())[1], WORDS) == "10-year bands: 0–9 … (9)"
    places = [f"{region}{number:02}" for region in (11, 12, 13, 21) for number in range(3)]
    rows = [[place, place[:2] + "00", place[0], "*"] for place in places]
    tree = from_table("municipality", rows, ["1", "2", "3", "4"], "m.csv")
    assert titles(tree, places) == [
        "original values: 1100, 1101 … 2102 (12)",
        "groups: 1100, 1200 … 2100 (4)",
        "first digit: 1, 2 (2)",
        "one category",
    ]


def test_masked_codes_are_named_by_what_is_left(tmp_path) -> None:
    codes = [f"{letter}{number:02}" for letter in "ABC" for number in (1, 8, 10)]
    assert titles(hierarchy("nace", {"kind": "mask", "length": 3}, tmp_path), codes) == [
        "original values: A01, A08 … C10 (9)",
        "first 2 signs: A0, A1 … C1 (6)",
        "first sign: A, B, C (3)",
        "one category",
    ]
    isco = [str(number) for number in range(11, 97, 5)]
    assert (
        titles(hierarchy("isco2", {"kind": "mask", "length": 2}, tmp_path), isco)[1]
        == "first digit: 1, 2 … 9 (9)"
    )


def test_names_of_the_hierarchy_come_before_the_categories(tmp_path) -> None:
    rows = [["101", "10", "C"], ["103", "10", "C"], ["161", "16", "C"], ["411", "41", "F"]]
    found = from_table("nace", rows, ["nace", "division", "section"], "nace.csv")
    assert titles(found, ["411", "101", "161", "103"]) == [
        "original values: 101, 103 … 411 (4)",
        "division: 10, 16, 41 (3)",
        "section: C, F (2)",
        "one category",
    ]
    dates = {"kind": "dates", "parts": ["month", "year"]}
    days = ["2026-01-03", "2026-01-09", "2026-02-01", "2027-05-05"]
    assert titles(hierarchy("day", dates, tmp_path), days)[1:3] == [
        "month: 2026-01, 2026-02, 2027-05 (3)",
        "year: 2026, 2027 (2)",
    ]


def test_runs_and_bounds_show_what_they_put_together(tmp_path) -> None:
    spec = {"kind": "order", "groups": [[["low", "some"], ["much", "high"]]]}
    found, _ = load_hierarchy(
        "pain", SPEC.validate_python(spec), Dialect(), tmp_path, JobContext(), ("low", "some", "much", "high")
    )
    assert titles(found, ["low", "some", "much", "high"])[1].startswith("groups: low")
    bounds = hierarchy("income", {"kind": "bounds", "bottom": 10, "top": 90}, tmp_path)
    assert titles(bounds, [str(n) for n in range(100)])[1] == "<10 >90: <10, 10 … >90 (83)"


@pytest.mark.parametrize("level", range(3))
def test_no_level_is_named_by_a_number(tmp_path, level) -> None:
    rows = [["a", "x", "p"], ["b", "x", "q"], ["c", "y", "q"]]
    text = titles(from_table("v", rows, ["1", "2", "3"], "v.csv"), ["a", "b", "c"])[level]
    assert "level" not in text


def test_long_names_are_cut() -> None:
    rows = [["a", "a very long name of a group of values"], ["b", "short"]]
    found = from_table("v", rows, ["v", "2"], "v.csv")
    assert titles(found, ["a", "b"])[1] == "groups: a very long name of a g…, short (2)"
