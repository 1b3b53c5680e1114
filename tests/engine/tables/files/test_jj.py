"""Tables in JJ format."""

from fractions import Fraction

import pytest

from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.tables.files.jj import jj_text, parse_jj

SMALL = """0
4
0 10.50 3.00 s 0.00 100.00 0.0000 0.0000 0.00
1 4.50 1.00 u 0.00 100.00 0.2500 0.7000 1.00
2 6.00 2.00 s 0.00 100.00 0.0000 0.0000 0.00
3 0.00 1.00 z 0.00 0.00 0.0000 0.0000 0.00
1
0 4 : 0 (-1) 1 (1) 2 (1) 3 (1)
"""


def test_values_levels_and_statuses_are_read_in_units() -> None:
    found = parse_jj(SMALL, "a.jj")
    assert str(found.table.unit) == "0.1"
    assert found.table.values.tolist() == [105, 45, 60, 0]
    assert found.unsafe.tolist() == [False, True, False, False]
    assert found.frozen.tolist() == [False, False, False, True]
    assert found.levels[1].lower == Fraction(5, 2)
    assert found.levels[1].upper == 7
    assert found.upper.tolist() == [1000, 1000, 1000, 0]
    assert found.table.coordinates(1) == ("1",)


def test_a_file_written_is_read_as_it_was() -> None:
    found = parse_jj(SMALL, "a.jj")
    again = parse_jj(jj_text(found), "b.jj")
    assert jj_text(again) == jj_text(found)
    assert again.levels == found.levels
    assert again.table.values.tolist() == found.table.values.tolist()


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("u 0.00", "q 0.00", "jj.malformed", 4),
        ("2 (1)", "9 (1)", "jj.malformed", 8),
        ("0 4 :", "0 3 :", "jj.malformed", 8),
        ("6.00", "six", "jj.malformed", 5),
        ("6.00", "1e999999999", "jj.malformed", 5),
        ("6.00", "1e-999999999", "jj.malformed", 5),
        ("2 (1)", "2 (99999999999999999999)", "jj.malformed", 8),
        ("\n1\n0 4", "\n2\n0 4", "jj.ends_early", None),
        ("2 6.00", "3 6.00", "jj.numbering", None),
        ("6.00 2", "7.00 2", "table.not_additive", None),
    ],
)
def test_a_fault_is_stated_with_its_line(old, new, code, line) -> None:
    assert old in SMALL
    with pytest.raises(Refused) as refused:
        parse_jj(SMALL.replace(old, new), "a.jj")
    problem = refused.value.problems[0]
    assert (problem.code, problem.where.line) == (code, line)
