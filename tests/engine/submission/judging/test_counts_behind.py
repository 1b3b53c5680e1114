"""The counts behind figures of a table for which numbers of persons are stated."""

from dataclasses import replace
from pathlib import Path

import pytest

from sdc_desktop.engine.submission.finding.statements import Statement
from sdc_desktop.engine.submission.judging.behind import Behind, numerator_columns
from tests.support.outputs.cases import check_texts, only_table


@pytest.fixture
def behind(tmp_path: Path):
    """The counts behind a table with these statements; nothing else offers any."""

    def made(text: str, *statements: Statement):
        found = only_table(check_texts(tmp_path, a=text)).table
        table = replace(found, statements=statements)
        return table, Behind(table, lambda row, column: None)

    return made


def test_the_narrowest_scope_is_behind_a_figure(behind) -> None:
    rows = Statement(40, "A2", "", "rows", (0,))
    table, counts = behind("area,mean\nNorth,3.5\nSouth,2.5\n", Statement(90, "A1", "", "table"), rows)
    assert table.kinds == ("mean",)
    assert [counts.of(row, 0).low for row in range(2)] == [40, 90]


def test_two_numbers_of_a_scope_are_behind_nothing(behind) -> None:
    two = Statement(90, "A1", "", "table"), Statement(80, "A9", "", "table")
    _, counts = behind("area,mean\nNorth,3.5\nSouth,2.5\n", *two)
    assert counts.of(0, 0) is None


@pytest.mark.parametrize(("stated", "numerators"), [(180, {1: 0}), (150, {})])
def test_one_share_of_a_stated_number_shows_the_numerator_where_others_are_hidden(
    behind, stated, numerators
) -> None:
    text = "age,n,%\n18-64,97,53.9\n65+,x,x\n<18,x,x\n"
    table, counts = behind(text, Statement(stated, "A1", "", "table"))
    assert numerator_columns(table, [0]) == numerators
    assert counts.numerator(0, 1) == (97 if numerators else None)


def test_one_share_shows_no_numerator_where_a_count_is_known_beside_it(behind) -> None:
    table, _ = behind("age,n,%\n18-64,97,53.9\n65+,60,70.0\n", Statement(180, "A1", "", "table"))
    assert numerator_columns(table, [0]) == {}


def test_two_columns_of_shares_have_one_numerator(behind) -> None:
    table, _ = behind("area,n,percent,valid percent\nNorth,50,25.0,25.0\nSouth,150,75.0,75.0\n")
    assert numerator_columns(table, [0]) == {1: 0, 2: 0}


def test_a_stated_number_with_a_point_of_thousands_is_whole(behind) -> None:
    _, counts = behind("Anteile in Prozent (N = 2.000)\nRegion;Prozent\nNord;51,3\nOst;48,7\n")
    assert counts.of(0, 0).high == 2000
