"""The estimators of entropy against their definition and the figures of the sources."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.microdata.criteria.entropies import (
    ESTIMATORS,
    estimated_entropy,
    first_term,
    grassberger_g,
)
from tests.support.generalising import g, psi_sum

KNOWN_G = {
    1: -1.2703628454614782,
    2: 0.7296371545385218,
    3: 0.7296371545385218,
    4: 1.3963038212051884,
    5: 1.3963038212051884,
    6: 1.7963038212051883,
    7: 1.7963038212051883,
    8: 2.082018106919474,
    9: 2.082018106919474,
    10: 2.304240329141696,
    11: 2.304240329141696,
    20: 2.996148214857631,
}
EXAMPLES = [  # counts, Shannon, Grassberger with first term G(N), with first term ln N
    ((1,), 0.0, 0.0, 1.2703628454614782),
    ((1, 1), 0.6931471805599453, 2.0, 1.9635100260214235),
    ((2, 1), 0.636514168294813, 0.6666666666666666, 1.0356418007962547),
    ((1, 1, 1), 1.0986122886681098, 2.0, 2.368975134129588),
    ((2, 2), 0.6931471805599453, 0.6666666666666665, 0.6566572065813687),
    ((3, 1), 0.5623351446188083, 1.1666666666666665, 1.1566572065813687),
    ((5, 5), 0.6931471805599456, 0.9079365079365078, 0.9062812717888575),
    ((7, 1, 1, 1), 0.9404479886553267, 1.4279365079365076, 1.4262812717888573),
]


@pytest.mark.parametrize(("number", "value"), KNOWN_G.items())
def test_g_has_its_known_values(number, value) -> None:
    assert float(grassberger_g(number)) == pytest.approx(value, abs=1e-14)


@pytest.mark.parametrize(("number", "ratio"), [(2, 1.0526), (4, 1.0072), (6, 1.0025)])
def test_g_is_a_little_above_the_logarithm(number, ratio) -> None:
    assert round(float(grassberger_g(number)) / math.log(number), 4) == ratio


@pytest.mark.parametrize("number", [98, 99, 100, 101, 102, 150, 1001])
def test_the_series_goes_on_where_the_table_ends(number) -> None:
    assert float(grassberger_g(number)) == pytest.approx(g(number), rel=1e-14)


@pytest.mark.parametrize(("counts", "shannon", "corrected", "of_2003"), EXAMPLES)
def test_entropies_are_those_known(counts, shannon, corrected, of_2003) -> None:
    shown = [estimated_entropy(counts, name) for name in ESTIMATORS]
    assert shown == pytest.approx([shannon, corrected, of_2003], abs=1e-14)


@given(
    st.lists(st.integers(1, 300), min_size=1, max_size=12),
    st.sampled_from(ESTIMATORS),
)
def test_entropies_are_those_of_the_definition(counts, estimator) -> None:
    assert estimated_entropy(counts, estimator) == pytest.approx(psi_sum(counts, estimator), abs=1e-11)


def test_a_pure_class_has_entropy_nothing_but_for_the_form_of_2003() -> None:
    assert estimated_entropy([7], "grassberger") == pytest.approx(0, abs=1e-15)
    assert estimated_entropy([7], "shannon") == pytest.approx(0, abs=1e-15)
    assert estimated_entropy([7], "grassberger_2003") > 0


def test_the_first_term_of_the_corrected_form_is_g() -> None:
    assert float(first_term(6, "grassberger")) == float(grassberger_g(6))
    assert float(first_term(6, "grassberger_2003")) == pytest.approx(math.log(6))
