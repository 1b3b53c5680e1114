"""What is pasted is read as numbers, whatever stands between them."""

import pytest

from sdc_desktop.engine.problems import Refused
from sdc_desktop.project.pasted import rows_of, text_of, values_of


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1 0.5\n3\t0.5", ((1, 0.5), (3, 0.5))),
        ("1;0,5\n\n3;0,5\n", ((1, 0.5), (3, 0.5))),
        ("1,0.5", ((1, 0.5),)),
        ("-2\n\u22123", ((-2,), (-3,))),
        ("1,5", ((1.5,),)),
        ("5, 10, 20", ((5, 10, 20),)),
        ("", ()),
    ],
)
def test_numbers_are_read(text, rows) -> None:
    assert rows_of(text) == rows


@pytest.mark.parametrize("text", ["x", "1 nan", "inf", "1 0.5\n2 y"])
def test_what_is_no_number_is_refused_with_its_line(text) -> None:
    with pytest.raises(Refused) as refusal:
        rows_of(text)
    (problem,) = refusal.value.problems
    assert (problem.code, problem.where.line) == ("cae.pasted", len(text.splitlines()))


def test_what_is_shown_is_read_again_as_it_was() -> None:
    rows = ((1, 0.15), (-3.5, 1e-9), (8, 0.7))
    assert rows_of(text_of(rows)) == rows


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1 0.15\n3 0.85", ((1, 3), (0.15, 0.85))),
        ("1\n3\n8", ((1, 3, 8), None)),
        ("1 3 8 9", ((1, 3, 8, 9), None)),
        ("", ((), None)),
    ],
)
def test_values_are_read_with_their_probabilities(text, found) -> None:
    assert values_of(text) == found


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("1 0.15\n\n3", "cae.pasted_likely", 3),
        ("1\n3 0.5", "cae.pasted_likely", 1),
        ("1 0.15\n3 0.1 8", "cae.pasted_values", 2),
    ],
)
def test_lines_that_do_not_agree_are_refused_and_nothing_is_taken_for_another(text, code, line) -> None:
    with pytest.raises(Refused) as refused:
        values_of(text)
    (problem,) = refused.value.problems
    assert (problem.code, problem.where.line) == (code, line)
