"""Coarser values under the same name, and that the rules on what leaves then find nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.methods.preparing.prepare.coarsen import coarser
from sdc_desktop.engine.methods.preparing.prepare.steps import CoarsenedSpec
from sdc_desktop.engine.rules.ages import showing_above
from sdc_desktop.engine.rules.dates import finer_than
from tests.engine.methods.preparing.test_prepare import columns, params, prepared, problems, source


def changed(texts, **way):
    return coarser(CoarsenedSpec(variables=("x",), **way), texts)


@pytest.mark.parametrize(
    ("texts", "way", "expected"),
    [
        (["2019-05-01", "2019"], "year", {"2019-05-01": "2019"}),
        (["seen 3 May 2019, again 2020-01-02"], "year", ["seen 2019, again 2020"]),
        (["seen 3 May 2019"], "month", ["seen 2019-05"]),
        (["on 05/03/2019 or so"], "month", ["on 2019 or so"]),  # March or May
        (["31.12.2019", "01.02.2020"], "year", {"31.12.2019": "2019", "01.02.2020": "2020"}),
        (["20190301", "20190302", "20190303", "20190304", "20200305"], "month", None),
        (["01.02.95", "31.12.03"], "year", "several"),  # of 1995 or of 2095
        (["2019-05", "none"], "month", {}),
    ],
)
def test_dates_become_years_or_months(texts, way, expected) -> None:
    found = changed(texts, dates=way)
    if expected == "several":
        assert found is None
    elif expected is None:
        assert found == {text: f"{text[:4]}-{text[4:6]}" for text in texts}
    else:
        assert found == (expected if isinstance(expected, dict) else dict(zip(texts, expected, strict=True)))


@given(st.lists(st.text("0123456789-./ TMayDec:", max_size=24), max_size=6, unique=True))
@settings(max_examples=80)
def test_no_date_finer_than_the_year_is_left(texts) -> None:
    found = changed(texts, dates="year")
    if found is not None:
        left = tuple(dict.fromkeys(found.get(text, text) for text in texts))
        assert [text for text in left if finer_than((text, "x"), "year")] == []


@pytest.mark.parametrize(
    ("texts", "number", "expected"),
    [
        (["30", "90", "101"], False, {"90": "90+", "101": "90+"}),
        (["30", "90", "101"], True, {"90": "90", "101": "90"}),
        (["80-84", "85-94", "95+", "87"], False, {"85-94": "85+", "95+": "85+", "87": "85+"}),
        (["30", "90 or older"], False, {}),
    ],
)
def test_high_ages_become_one_class(texts, number, expected) -> None:
    found = changed(texts, ages_from=90, as_number=number)
    assert found == expected
    assert showing_above({found.get(text, text) for text in texts}, 89) == ()


def test_codes_keep_their_first_signs_and_rare_ones_are_hidden() -> None:
    texts = ["10001-1234", "03601", "100", "000"]
    assert changed(texts, first=3, hidden=("036",)) == {"10001-1234": "100", "03601": "000"}


def test_a_variable_keeps_its_place_and_role_and_missing_values_stay() -> None:
    step = {"coarsen": {"variables": ["dob", "seen"], "dates": "year"}}
    done = prepared(params(step))
    assert columns(done)["dob"] == ["1960", "2000", "1960", "", "1990"]
    assert columns(done)["seen"][2] == "2024"
    assert done.data.names == source().data.names
    assert (done.data.variable("dob").role, done.data.variable("dob").level) == ("key", "ordinal")
    assert done.steps[0].touched == 9


def test_dates_that_can_be_read_in_several_ways_are_refused() -> None:
    there = source({"x": ["01.02.95", "31.12.03"]}, {})
    (problem,) = problems(params({"coarsen": {"variables": ["x"], "dates": "year"}}), there)
    assert problem.code == "prepare.dates_in_several_forms"
