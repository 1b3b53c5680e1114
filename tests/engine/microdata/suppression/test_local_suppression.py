"""Local suppression: held against every possible suppression of small files, valid on all."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.microdata.suppression.local_suppression import (
    Limits,
    LocalSuppression,
    local_suppression,
    subsets_by_cost,
)
from sdc_desktop.engine.problems import Refused
from tests.support.suppression import classes_of, least_cost, meets, released

RULES = ("kept", "wildcard", "category")
HEURISTIC = Limits(patterns=0)
weights = st.sampled_from([0.5, 1, 1, 2, 3.25])


def files(most_records: int, variables: int, values: str = "abc") -> st.SearchStrategy:
    row = st.tuples(*[st.sampled_from(values)] * variables)
    return st.lists(row, min_size=3, max_size=most_records)


tiny = st.one_of(files(5, 2), files(4, 3, "ab"))


def found(records, k, importance, rule, limits=None) -> LocalSuppression:
    named = {f"v{index}": weight for index, weight in enumerate(importance)}
    return local_suppression(classes_of(records), k, named, rule, JobContext(), limits)


@pytest.mark.parametrize("rule", RULES)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_the_optimum_of_a_small_file_is_found_and_proven(rule, data) -> None:
    records = data.draw(tiny)
    k = data.draw(st.integers(2, 3))
    importance = [data.draw(weights) for _ in records[0]]
    result = found(records, k, importance, rule)
    assert result.proven
    assert result.cost == pytest.approx(least_cost(rule, records, k, importance))
    after = released(records, classes_of(records), result.treatment)
    assert meets(rule, records, after, k)


@pytest.mark.parametrize("rule", RULES)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_the_heuristic_meets_its_rule_and_its_bound_holds(rule, data) -> None:
    records = data.draw(tiny)
    k = data.draw(st.integers(2, 3))
    importance = [data.draw(weights) for _ in records[0]]
    result = found(records, k, importance, rule, HEURISTIC)
    optimum = least_cost(rule, records, k, importance)
    assert result.bound <= optimum + 1e-9
    assert result.cost >= optimum - 1e-9
    assert meets(rule, records, released(records, classes_of(records), result.treatment), k)


@pytest.mark.parametrize("rule", RULES)
@given(
    records=files(40, 4, "abcde"),
    k=st.integers(2, 6),
    importance=st.tuples(*[weights] * 4),
    sets=st.sampled_from([2, 4096]),
)
@settings(max_examples=40, deadline=None)
def test_larger_files_meet_the_rule_whatever_the_limits(rule, records, k, importance, sets) -> None:
    k = min(k, len(records))
    result = found(records, k, importance, rule, Limits(patterns=0, subsets=sets))
    after = released(records, classes_of(records), result.treatment)
    assert meets(rule, records, after, k)
    assert meets("wildcard", records, after, k)
    shown = sum(w for row in after for w, cell in zip(importance, row, strict=True) if cell is None)
    assert result.cost == pytest.approx(shown)
    assert result.bound <= result.cost
    assert result.figures.cells == sum(cell is None for row in after for cell in row)


@given(records=files(25, 3, "abcd"), k=st.integers(2, 4))
@settings(max_examples=25, deadline=None)
def test_the_three_rules_ask_for_less_and_less(records, k) -> None:
    k = min(k, len(records))
    category, kept = (found(records, k, (), rule, HEURISTIC) for rule in ("category", "kept"))
    assert kept.proven
    assert kept.cost <= category.cost
    assert found(records, k, (), "wildcard", HEURISTIC).cost <= kept.cost


def test_the_kept_bound_is_valid_where_not_all_sets_were_tried() -> None:
    random = np.random.default_rng(3)
    records = [tuple(row) for row in random.choice(list("abcd"), (60, 5))]
    whole, cut = (found(records, 4, (1, 2, 1, 1, 3), "kept", Limits(subsets=n)) for n in (4096, 3))
    assert whole.proven
    assert not cut.proven
    assert cut.bound <= whole.cost <= cut.cost


def test_an_important_variable_is_kept_at_the_cost_of_another() -> None:
    records = [("a", "x")] + [("b", "x")] * 3 + [("a", "y")] * 3
    for rule in ("kept", "category"):
        assert found(records, 3, (1, 5), rule).figures.cells_by_variable["v1"] == 0
        assert found(records, 3, (5, 1), rule).figures.cells_by_variable["v0"] == 0


def test_under_the_wildcard_rule_a_record_that_shows_nothing_protects_all_others() -> None:
    records = [(f"a{i}", f"b{i}", f"c{i}") for i in range(40)]  # all unique on every variable
    result = found(records, 2, (), "wildcard", HEURISTIC)
    assert result.cost == 3  # one record hidden, 39 in full view
    assert result.figures.below.as_category == 40
    assert found(records, 2, (), "kept").cost == 120


def test_records_of_one_class_may_be_treated_differently() -> None:
    records = [("a",)] * 4 + [("b",)] * 20
    result = found(records, 5, (), "wildcard")
    assert result.proven
    assert result.cost == 1  # one b hidden is company enough for the four a
    assert result.treatment.records.tolist() == [1]
    assert result.figures.common_records == 1


def test_nothing_is_suppressed_where_nothing_is_rare() -> None:
    for rule in RULES:
        result = found([("a", "x")] * 3 + [("b", "y")] * 4, 3, (), rule)
        assert (result.cost, result.proven, result.gap, result.figures.cells) == (0, True, 0, 0)


def test_a_variable_with_one_value_is_never_suppressed_for_what_others_show() -> None:
    records = [("a", "same"), ("a", "same"), ("b", "same")]
    assert found(records, 2, (5, 1), "kept").figures.cells_by_variable == {"v0": 1, "v1": 0}


@pytest.mark.parametrize(
    ("k", "importance", "code"),
    [
        (4, {}, "suppression.k_beyond_records"),
        (2, {"age": 1}, "suppression.importance_unknown"),
        (2, {"v0": 0}, "suppression.importance_not_positive"),
    ],
)
def test_what_cannot_be_met_is_refused(k, importance, code) -> None:
    with pytest.raises(Refused) as refusal:
        local_suppression(classes_of([("a",), ("b",), ("c",)]), k, importance, "kept", JobContext())
    assert [problem.code for problem in refusal.value.problems] == [code]


@pytest.mark.parametrize("rule", RULES)
def test_it_stops_on_request_and_tells_progress(rule) -> None:
    random = np.random.default_rng(5)
    classes = classes_of([tuple(row) for row in random.choice(list("abcdefg"), (200, 4))])
    shown: list[float] = []
    local_suppression(classes, 3, {}, rule, JobContext(on_progress=lambda f, _: shown.append(f)), HEURISTIC)
    assert shown == sorted(shown)
    assert 0 <= shown[0] < shown[-1] <= 1

    query = iter([False] * 5)
    with pytest.raises(Cancelled):
        local_suppression(classes, 3, {}, rule, JobContext(is_cancelled=lambda: next(query, True)))


@pytest.mark.parametrize("rule", RULES)
def test_the_same_file_gives_the_same_cells_every_time(rule) -> None:
    random = np.random.default_rng(6)
    records = [tuple(row) for row in random.choice(list("abc"), (30, 3))]
    brief = Limits(deterministic_time=0.3)
    one, two = (found(records, 4, (1, 1, 2), rule, brief).treatment for _ in range(2))
    assert one.classes.tolist() == two.classes.tolist()
    assert one.cells.tolist() == two.cells.tolist()
    assert one.records.tolist() == two.records.tolist()


@given(costs=st.lists(st.integers(1, 9), min_size=1, max_size=6))
def test_sets_come_once_each_and_by_cost(costs) -> None:
    sets = list(subsets_by_cost(np.array(costs)))
    sums = [sum(costs[place] for place in one) for one in sets]
    assert sums == sorted(sums)
    assert len(set(sets)) == len(sets) == 2 ** len(costs) - 1
