"""k-map by the size of the population: the least class of a sample, and the search by it."""

from math import comb

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.criteria.check_file import check_file
from sdc_desktop.engine.microdata.criteria.criteria import least_in_sample
from sdc_desktop.engine.microdata.criteria.spec import KAnonymitySpec, KMapSpec
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from tests.support.data import microdata


def test_the_least_class_is_that_of_the_specification() -> None:
    """k 10, sampling fraction 0.2, 5 %: five records; ARX's Poisson form asks for seven."""
    assert least_in_sample(10, 0.2, 0.05) == 5


@pytest.mark.parametrize("k", [1, 2, 3, 7, 20])
@pytest.mark.parametrize("fraction", [0.001, 0.1, 0.5, 0.99, 1.0])
@pytest.mark.parametrize("significance", [0.001, 0.05, 0.2])
def test_the_least_class_is_that_of_the_binomial_sum(k, fraction, significance) -> None:
    def at_least(x: int) -> float:
        return sum(comb(k - 1, n) * fraction**n * (1 - fraction) ** (k - 1 - n) for n in range(x, k))

    wanted = next((x for x in range(1, k + 1) if at_least(x) <= significance), k)
    assert least_in_sample(k, fraction, significance) == wanted


def source(sizes: tuple[int, ...]) -> Source:
    return Source(microdata({"a": [str(n) for n, size in enumerate(sizes) for _ in range(size)]}), {})


def test_a_file_meets_it_where_it_is_as_anonymous_as_the_least_class() -> None:
    """20 records of 100 people: a class needs five."""
    spec = KMapSpec(kind="k_map", k=10, size=100, significance=0.05)
    for sizes, passed in (((5, 15), True), ((4, 16), False)):
        found = check_file(source(sizes), ["a"], [spec], JobContext())
        own = check_file(source(sizes), ["a"], [KAnonymitySpec(kind="k_anonymity", k=5)], JobContext())
        assert (found.passed, found.failing_records) == (passed, own.failing_records)
        assert found.criteria[0].asked == 5
        assert found.criteria[0].worst == sizes[0]


def test_a_record_alone_never_meets_it() -> None:
    spec = KMapSpec(kind="k_map", k=2, size=10**9)
    assert not check_file(source((1, 9)), ["a"], [spec], JobContext()).passed


def test_a_population_smaller_than_the_file_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        check_file(source((5, 5)), ["a"], [KMapSpec(kind="k_map", k=3, size=9)], JobContext())
    assert refusal.value.problems[0].code == "criteria.population_too_small"
