"""Looking up true values in a released file, against a plain loop over records."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.classes.key_classes import lookup_risk
from tests.support.data import microdata

PAIRS = st.lists(st.tuples(*[st.sampled_from("ab") for _ in range(4)]), min_size=1, max_size=12)


@settings(max_examples=15, deadline=None)
@given(PAIRS)
def test_a_guess_is_one_of_the_records_that_show_the_true_values(rows) -> None:
    own, shown = [row[:2] for row in rows], [row[2:] for row in rows]
    files = [
        microdata({name: [row[place] for row in side] for place, name in enumerate("xy")})
        for side in (own, shown)
    ]
    found = lookup_risk(*files, ("x", "y"), JobContext())
    chances = [1 / shown.count(key) if shown[place] == key else 0.0 for place, key in enumerate(own)]
    assert found.expected == pytest.approx(sum(chances))
    assert found.average == pytest.approx(sum(chances) / len(rows))
    assert found.highest == max(chances)
    assert found.certain == chances.count(1.0)
    assert found.unchanged == sum(a == b for a, b in zip(own, shown, strict=True))


def test_of_a_file_that_is_as_it_was_it_is_the_prosecutors_risk() -> None:
    data = microdata({"x": list("aabc")})
    found = lookup_risk(data, data, ("x",), JobContext())
    assert (found.expected, found.certain, found.unchanged) == (3.0, 2, 4)
