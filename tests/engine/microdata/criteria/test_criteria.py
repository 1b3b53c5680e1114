"""Criteria on classes against their definitions; a file is checked as it is."""

import json
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.data.store.packed_codes import numbered
from sdc_desktop.engine.microdata.classes.key_classes import Pairs
from sdc_desktop.engine.microdata.criteria.attribute_distance import DISTANCES, Attribute
from sdc_desktop.engine.microdata.criteria.check_file import check_file
from sdc_desktop.engine.microdata.criteria.class_values import ClassValues
from sdc_desktop.engine.microdata.criteria.criteria import Judge
from sdc_desktop.engine.microdata.suppression.suppressed_records import SuppressedClass
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from tests.support.generalising import criterion, failing, listed_source, moved, source_of, tree

CONTEXT = JobContext()
TREE = [(v, g, "all") for v, g in zip("0123456", "aabbbcc", strict=True)]
MEMBERS = (np.arange(7), np.array([0, 0, 1, 1, 1, 2, 2]), np.zeros(7, dtype=np.int64))


@st.composite
def classes(draw):
    """Sensitive values of some classes, every value somewhere."""
    drawn = draw(st.lists(st.lists(st.integers(0, 6), min_size=1, max_size=15), min_size=1, max_size=5))
    return [*drawn, list(range(7))]


def counted(values) -> ClassValues:
    rows = sorted((c, v, n) for c, own in enumerate(values) for v, n in Counter(own).items())
    columns = [np.array(column, dtype=np.int64) for column in zip(*rows, strict=True)]
    return ClassValues(np.array([len(own) for own in values]), {"s": Pairs(*columns, 7)})


@given(classes(), st.sampled_from(sorted(DISTANCES)), st.permutations(range(7)))
def test_distances_are_those_of_the_definition(values, distance, order) -> None:
    places = np.argsort(order)
    every = Counter(value for own in values for value in own)
    attribute = Attribute("s", np.array([every[value] for value in range(7)]), places, MEMBERS)
    shown = counted(values)
    found = DISTANCES[distance](shown.pairs["s"], shown.sizes, attribute)
    spec = criterion("t_closeness", t=0, attribute="s", distance=distance)
    whole = Counter({str(value): number for value, number in every.items()})
    rows = ([str(value) for value in order],)
    expected = [moved(spec, Counter(map(str, own)), whole, rows, TREE) for own in values]
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("distance", sorted(DISTANCES))
def test_without_any_class_there_is_no_distance(distance) -> None:
    none = np.zeros(0, dtype=np.int64)
    attribute = Attribute("s", np.ones(7, dtype=np.int64), np.arange(7), MEMBERS)
    assert len(DISTANCES[distance](Pairs(none, none, none, 7), none, attribute)) == 0


@pytest.mark.parametrize(
    ("values", "distance"),
    [((3, 4, 5), 0.375), ((6, 8, 11), 0.167)],  # Li et al. 2007, section 5.1, incomes in thousands
)
def test_the_ordered_distance_is_that_of_the_source(values, distance) -> None:
    incomes = range(3, 12)
    own = np.array([value - 3 for value in values])
    pairs = Pairs(np.zeros(3, dtype=np.int64), own, np.ones(3, dtype=np.int64), 9)
    attribute = Attribute("income", np.ones(len(incomes), dtype=np.int64), np.arange(9))
    assert round(float(DISTANCES["ordered"](pairs, np.array([3]), attribute)[0]), 3) == distance


def test_entropies_need_enough_different_values_whatever_the_estimate() -> None:
    """G(1) is negative, so that two values once each would pass for seven."""
    spec = criterion("entropy_l_diversity", l=7, attribute="s", estimator="grassberger")
    judge = Judge([spec], {}, 2)
    assert math.exp(2.0) > 7
    assert judge.failing(counted([[0, 1]])).fails.tolist() == [True]


def test_a_line_is_met_within_a_billionth() -> None:
    spec = criterion("entropy_l_diversity", l=7, attribute="s", estimator="shannon")
    judge = Judge([spec], {}, 70)
    assert judge.failing(counted([list(range(7)) * 10])).fails.tolist() == [False]


def test_the_line_of_recursive_diversity_is_not_met() -> None:
    values = [[0] * 3 + [1] * 20 + [2] * 10]  # 20 < 2 (3), 20 < 2 (10 + 3), 20 < 20/13 (13)
    for c, least, fails in ((2, 3, True), (2, 2, False), (1.5, 2, True), (1.6, 2, False), (9, 4, True)):
        judge = Judge([criterion("recursive_cl_diversity", c=c, l=least, attribute="s")], {}, 33)
        assert judge.failing(counted(values)).fails.tolist() == [fails], (c, least)
    tenths = Judge([criterion("recursive_cl_diversity", c=0.1, l=2, attribute="s")], {}, 33)
    assert tenths.failing(counted([[0] * 3 + [1, 2] * 15])).fails.tolist() == [True]


@given(st.lists(st.integers(1, 12), min_size=1, max_size=12), st.sampled_from([0.1, 0.2, 0.25, 0.5, 1]))
def test_the_average_risk_takes_the_smallest_classes(sizes, most) -> None:
    spec = criterion("average_risk", max=most)
    shown = Judge([spec], {}, sum(sizes)).failing(ClassValues(np.array(sizes))).fails
    groups = {(str(place),): [{}] * size for place, size in enumerate(sizes)}
    expected = failing([spec], groups, [])
    assert {(str(place),) for place in np.flatnonzero(shown)} == expected


@given(st.lists(st.integers(0, 2**40), min_size=1, max_size=50))
def test_numbers_are_dense_and_in_order_however_they_are_found(keys) -> None:
    expected = np.unique(keys, return_inverse=True)[1]
    for space in (2**41, 2**61):
        number, count = numbered(np.array(keys), space)
        assert number.tolist() == expected.tolist()
        assert count == len(set(keys))
    small = [key % 1000 for key in keys]
    assert numbered(np.array(small), 1000)[0].tolist() == np.unique(small, return_inverse=True)[1].tolist()


COLUMNS = {
    "a": ["x", "x", "x", "y", "y", "*", "*", "z"],
    "b": ["1", "1", "1", "1", "1", "*", "*", "*"],
    "s": ["p", "q", "p", "p", "p", "q", "q", "q"],
}


def test_the_suppressed_records_of_a_file_are_a_class() -> None:
    source = source_of(COLUMNS, {}, "s")
    query = [criterion("k_anonymity", k=2), criterion("distinct_l_diversity", l=2, attribute="s")]
    shown = check_file(source, ("a", "b"), query, CONTEXT)
    assert (shown.passed, shown.records, shown.suppressed, shown.classes) == (False, 8, 2, 4)
    assert (shown.failing_classes, shown.failing_records) == (3, 5)
    assert shown.suppressed_class == SuppressedClass(2, 2, "s", 1, 1.0, diverse=False)
    assert [(one.values, one.records, one.criteria) for one in shown.failing] == [
        (("z", "*"), 1, (0, 1)),
        (("*", "*"), 2, (1,)),
        (("y", "1"), 2, (1,)),
    ]
    assert [(one.passed, one.worst, one.failing_records) for one in shown.criteria] == [
        (False, 1.0, 1),
        (False, 1.0, 5),
    ]


def test_suppressed_records_stay_in_what_classes_are_held_against() -> None:
    shown = check_file(
        listed_source(COLUMNS, {}, "s"),
        ("a", "b"),
        [criterion("t_closeness", t=0.5, attribute="s")],
        CONTEXT,
    )
    assert shown.criteria[0].worst == pytest.approx(0.5)  # of p and q there are four each in the file
    assert shown.failing_classes == 1  # the record that is alone in its class
    assert not shown.criteria[0].by_suppressed


def test_an_effective_number_is_never_above_the_number_of_values() -> None:
    columns = {"a": ["x", "x", "y", "y"], "s": ["1", "2", "1", "2"]}
    query = [criterion("entropy_l_diversity", l=2, attribute="s", estimator="grassberger")]
    shown = check_file(listed_source(columns, {}, "s"), ("a",), query, CONTEXT)
    assert shown.criteria[0].worst == 2.0


def test_a_file_whose_average_risk_is_too_high_fails_without_naming_classes() -> None:
    shown = check_file(
        listed_source(COLUMNS, {}, "s"), ("a", "b"), [criterion("average_risk", max=0.4)], CONTEXT
    )
    assert (shown.passed, shown.failing_classes, shown.criteria[0].worst) == (False, 0, 0.5)


@pytest.mark.parametrize(
    ("key_variables", "asked", "codes"),
    [
        (("a", "s"), criterion("p_sensitive", p=2, attribute="s"), ["criteria.attribute_identifies"]),
        (("a",), criterion("p_sensitive", p=2, attribute="nobody"), ["plan.unknown_variable"]),
        ((), criterion("k_anonymity", k=2), ["criteria.no_key_variable"]),
        (
            ("a",),
            criterion("t_closeness", t=1, attribute="s", distance="hierarchical"),
            ["criteria.no_hierarchy"],
        ),
        (("a",), criterion("t_closeness", t=1, attribute="s", distance="ordered"), ["criteria.no_order"]),
    ],
)
def test_what_cannot_be_requested_is_refused(key_variables, asked, codes) -> None:
    with pytest.raises(Refused) as refusal:
        check_file(listed_source(COLUMNS, {}), key_variables, [asked], CONTEXT)
    assert [problem.code for problem in refusal.value.problems] == codes


def test_a_hierarchy_of_a_sensitive_variable_must_be_nested() -> None:
    source = listed_source(COLUMNS, {}, "s")
    torn = tree("s", [("p", "1", "u"), ("q", "1", "v")])
    query = [criterion("t_closeness", t=1, attribute="s", distance="hierarchical")]
    with pytest.raises(Refused) as refusal:
        check_file(type(source)(source.data, {"s": torn}), ("a",), query, CONTEXT)
    assert [problem.code for problem in refusal.value.problems] == ["criteria.not_nested"]


@given(classes(), st.integers(0, 20))
@settings(max_examples=60)
def test_merging_classes_never_mends_one_that_surely_fails(values, seed) -> None:
    """What the search excludes by: a record that surely fails in a merged class failed before."""
    random = np.random.default_rng(seed)
    into = random.integers(0, 2, len(values))
    merged = [[v for own, m in zip(values, into, strict=True) if m == one for v in own] for one in (0, 1)]
    present = [own for own in merged if own]
    query = [
        criterion("k_anonymity", k=6),
        criterion("entropy_l_diversity", l=2.5, attribute="s", estimator="grassberger"),
    ]
    judge = Judge(query, {}, 200)
    fine, coarse = judge.failing(counted(values)), judge.failing(counted(present))
    names = [place for place, own in enumerate(merged) if own]
    for place, target in enumerate(into):
        if coarse.surely[names.index(int(target))]:
            assert fine.surely[place]
            assert fine.fails[place]


def test_likeness_and_disclosure_are_those_of_the_known_figures() -> None:
    """`kmap_sample.csv` by its three key variables; the margin is the greatest (p - q) / q over its limit."""
    folder = Path(__file__).parents[2] / "golden" / "population"
    wanted = json.loads((folder / "kmap_figures.json").read_text())
    data = open_data(DataSpec(path="kmap_sample.csv"), folder, CONTEXT).data
    specs = [
        criterion("beta_likeness", beta=wanted["beta_likeness"], attribute="illness"),
        criterion("delta_disclosure", delta=wanted["delta_disclosure"] + 1e-9, attribute="illness"),
        criterion("delta_disclosure", delta=wanted["delta_disclosure"], attribute="illness"),
        criterion("delta_disclosure", delta=99, attribute="illness", strict=True),
    ]
    one, two, on_the_line, strict = check_file(Source(data, {}), ("a", "b", "c"), specs, CONTEXT).criteria
    alone = k_anonymity_failing(data)
    assert one.worst == pytest.approx(wanted["beta_likeness"])
    assert two.worst == pytest.approx(wanted["delta_disclosure"])
    assert one.failing_classes == two.failing_classes == alone  # one record alone meets no criterion
    assert on_the_line.worst == pytest.approx(two.worst)
    assert on_the_line.failing_classes >= alone
    assert strict.failing_classes == wanted["delta_disclosure_classes_missing_a_value"]


def k_anonymity_failing(data) -> int:
    spec = criterion("k_anonymity", k=1)
    return check_file(Source(data, {}), ("a", "b", "c"), [spec], CONTEXT).criteria[0].failing_classes
