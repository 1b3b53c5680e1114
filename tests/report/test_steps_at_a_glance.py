"""A step before the last has no grade in the report's table: it is better or worse than the one before."""

import pytest

from sdc_desktop.sheets.blocks import Signed, Table
from sdc_desktop.words import Words
from sdc_desktop.words.microdata.steps import step_change
from tests.report.test_front import made, recoding


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        ((5, 8), (3, 8), "Better"),
        ((5, 8), (5, 9), "Worse"),
        ((5, 8), (5, 8), "Equal"),
        ((5, 8), (4, 9), "Better and worse"),
        ((5, 8), (None, None), "\u2013"),
    ],
)
def test_a_step_is_compared_with_the_one_before(before, after, text) -> None:
    assert step_change(before, after, Words()) == text


def test_only_the_last_step_has_a_grade(tmp_path) -> None:
    following = {"name": "rare", "kind": "local_suppression", "params": {"k": 2}, "input": "fine"}
    _, report = made(tmp_path, [recoding("fine", 1, 0), following])
    (glance,) = (one for one in report.sections if one.key == "glance")
    (table,) = (one for one in glance.blocks if isinstance(one, Table) and one.title == "Findings by step")
    shown = {row[0].name: row[1] for row in table.rows}
    assert shown["fine"] == Signed("measured", "Better")
    assert shown["rare"].mark != "measured"


def test_the_cover_compares_no_later_step_with_the_original(tmp_path) -> None:
    following = {"name": "rare", "kind": "local_suppression", "params": {"k": 2}, "input": "fine"}
    _, alone = made(tmp_path, [recoding("fine", 1, 0)])
    _, chain = made(tmp_path, [recoding("fine", 1, 0), following])
    assert any("→" in figure.value for figure in alone.figures)
    assert alone.kept
    assert chain.figures
    assert not any("→" in figure.value for figure in chain.figures)
    assert not chain.kept
