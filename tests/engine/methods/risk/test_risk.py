"""Risk figures against plain loops over records and the sources' formulas."""

import math
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.methods.risk.risk import engine as risk
from sdc_desktop.engine.methods.risk.risk.individual import household_risk, individual_risk
from sdc_desktop.engine.methods.risk.risk.result import RiskResult
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.source import Source
from tests.support.data import microdata
from tests.support.generalising import criterion, listed_source, tree

CONTEXT = JobContext()
KEYS = ("a", "b", "c")


def source_of(columns) -> Source:
    source = listed_source(columns, {})
    roles = {"w": "weight", "h": "household", "s": "sensitive"}
    variables = [Variable(name, roles.get(name, "key"), "nominal", None, ("", "NA")) for name in columns]
    return source.with_data(source.data.with_variables(variables))


def stated(columns, **params) -> RiskResult:
    source, spec = source_of(columns), RiskParams(**params)
    return risk.decide(spec, risk.counts(spec, source, CONTEXT), CONTEXT)


@st.composite
def files(draw, values=("x", "y", "z", "", "NA")):
    size = draw(st.integers(1, 16))
    lists = {name: draw(st.lists(st.sampled_from(values), min_size=size, max_size=size)) for name in KEYS}
    lists["w"] = draw(st.lists(st.sampled_from(["1", "1.5", "7", "40"]), min_size=size, max_size=size))
    lists["h"] = draw(st.lists(st.sampled_from(["1", "2", "3", "", "NA"]), min_size=size, max_size=size))
    return lists


def share(one, other, alpha) -> float:
    """How much of a record one counts for another: 1, alpha, or nothing."""
    absent = ("", "NA")
    by_missing = False
    for mine, yours in zip(one, other, strict=True):
        if mine in absent or yours in absent:
            by_missing = True
        elif mine != yours:
            return 0.0
    return alpha if by_missing else 1.0


def plain_frequencies(columns, alpha, weights=None) -> list[float]:
    rows = list(zip(*(columns[name] for name in KEYS), strict=True))
    amounts = [1.0] * len(rows) if weights is None else weights
    return [
        sum(amounts[j] * (1.0 if i == j else share(one, other, alpha)) for j, other in enumerate(rows))
        for i, one in enumerate(rows)
    ]


@given(files(), st.sampled_from(["all", "none", 0.25, 0.5]))
@settings(deadline=None)
def test_frequencies_follow_the_rule_for_missing_values(columns, rule) -> None:
    alpha = {"all": 1.0, "none": 0.0}.get(rule, rule)
    expected = plain_frequencies(columns, alpha)
    result = stated(columns, missing=rule, thresholds=(2, 3))
    assert result.k == pytest.approx(min(expected))
    assert result.uniques == sum(f <= 1 + 1e-12 for f in expected)
    assert [one.records for one in result.below] == [sum(f < k - 1e-12 for f in expected) for k in (2, 3)]
    assert result.prosecutor.average == pytest.approx(sum(1 / f for f in expected) / len(expected))
    assert result.prosecutor.highest == pytest.approx(1 / min(expected))


@given(files(values=("x", "y")))
@settings(deadline=None)
def test_risk_with_weights_is_that_of_every_record_by_itself(columns) -> None:
    weights = [float(text) for text in columns["w"]]
    f, population = plain_frequencies(columns, 1.0), plain_frequencies(columns, 1.0, weights)
    risks = [plain_risk(one, other) for one, other in zip(f, population, strict=True)]
    result = stated(columns)
    assert result.individual.average == pytest.approx(sum(risks) / len(risks))
    assert result.individual.highest == pytest.approx(max(risks))
    assert result.expected_reidentifications == pytest.approx(sum(risks))
    own = [h if h not in ("", "NA") else f"alone {place}" for place, h in enumerate(columns["h"])]
    homes = {home: 1 - math.prod(1 - r for r, h in zip(risks, own, strict=True) if h == home) for home in own}
    assert result.household.expected == pytest.approx(sum(homes[home] for home in own))
    assert result.household.highest == pytest.approx(max(homes.values()))
    assert result.journalist.average == pytest.approx(sum(1 / one for one in population) / len(f))
    assert result.population_uniques == pytest.approx(
        sum(1 / other for one, other in zip(f, population, strict=True) if one == 1)
    )


def test_records_without_a_household_are_each_one_of_its_own() -> None:
    """Four records, each unique among 10 people: 1 - 0.9 ** 2 for the two of household 1, else 0.1."""
    columns = {"a": list("wxyz"), "b": ["p"] * 4, "w": ["10"] * 4, "h": ["1", "1", "", "NA"]}
    result = stated(columns)
    one = plain_risk(1, 10)
    both = 1 - (1 - one) ** 2
    assert result.household.highest == pytest.approx(both)
    assert result.household.expected == pytest.approx(2 * both + 2 * one)
    assert result.household.quantiles[0] == pytest.approx(one)
    (stated_note,) = [problem for problem in result.notes if problem.code == "household.missing"]
    assert stated_note.params["number"] == 2
    spec = RiskParams()
    counted = risk.counts(spec, source_of(columns), CONTEXT)
    shown = counted.row_household_risks(risk.decide(spec, counted, CONTEXT).risks)
    assert shown.tolist() == pytest.approx([both, both, one, one])


def plain_risk(f: float, population: float) -> float:
    """The formulas as they are printed."""
    if population <= f:
        return 1 / f
    p = f / population
    q = 1 - p
    if f == 1:
        return p / q * math.log(1 / p)
    if f == 2:
        return p / q - (p / q) ** 2 * math.log(1 / p)
    return p / (f - 1 + p)


@pytest.mark.parametrize("f", [1, 2])
@pytest.mark.parametrize("q", [1e-12, 1e-8, 1e-4, 0.0999999, 0.1000001, 0.5, 0.999])
def test_risk_is_exact_where_the_sample_is_nearly_all(f, q) -> None:
    """The integral sum over F of (1/F) P(F | f), as its hypergeometric series."""
    series = sum(
        math.exp(n * math.log(q) + math.lgamma(n + 1) + math.lgamma(f + 1) - math.lgamma(f + 1 + n))
        for n in range(40_000 if q > 0.9 else 400)
    )
    found = individual_risk(np.array([float(f)]), np.array([f / (1 - q)]))[0]
    assert found == pytest.approx((1 - q) / f * series, rel=1e-7 if q > 0.9 else 1e-11)


def test_risk_between_one_and_two_joins_both() -> None:
    f = np.array([1, 1 + 1e-9, 1.5, 2 - 1e-9, 2.0])
    found = individual_risk(f, np.full(5, 10.0))
    assert found[0] == pytest.approx(found[1], rel=1e-6)
    assert found[3] == pytest.approx(found[4], rel=1e-6)
    assert found[0] > found[2] > found[4]


def test_a_member_found_for_sure_finds_the_household() -> None:
    found = household_risk(np.array([1.0, 0.5, 0.5]), np.array([1, 1, 2]), np.array([0, 0, 1]), 2)
    assert found.tolist() == [1.0, 0.75]


def test_without_weights_the_file_is_all_there_is() -> None:
    columns = {"a": ["x", "x", "y"], "b": ["1", "1", "2"]}
    result = stated(columns)
    assert (result.k, result.uniques, result.classes) == (1, 1, 2)
    assert result.individual is None
    assert result.journalist is None
    assert result.expected_reidentifications == result.marketer * 3 == 2.0


@given(files(values=("x", "y", "z")), st.integers(1, 4))
@settings(deadline=None)
def test_special_uniques_are_the_minimal_ones(columns, size) -> None:
    rows = list(zip(*(columns[name] for name in KEYS), strict=True))
    scores, sets = [], Counter()
    for row in rows:
        minimal = []
        for number in range(1, min(size, 3) + 1):
            for places in combinations(range(3), number):
                alone = sum(all(other[p] == row[p] for p in places) for other in rows) == 1
                if alone and not any(set(part) < set(places) for part in minimal):
                    minimal.append(places)
        scores.append(sum(math.factorial(3 - len(places)) for places in minimal))
        sets.update(len(places) for places in minimal)
    found = stated(columns, suda_size=size).suda
    assert found.highest == max(scores)
    assert found.mean == pytest.approx(sum(scores) / len(rows))
    assert {number: count for number, count in found.uniques.items() if count} == dict(sets)
    if any(scores):
        assert sum(found.contributions.values()) >= 1


def test_weights_must_be_positive_numbers() -> None:
    data = microdata({"a": list("xyzzv"), "w": ["2", "0", "many", "0", "999"]}, {"a": "key"})
    weight = Variable("w", "weight", "nominal", None, ("", "999"))
    with pytest.raises(Refused) as refusal:
        risk.counts(RiskParams(), Source(data.with_variables([data.variable("a"), weight]), {}), CONTEXT)
    problem = refusal.value.problems[0]
    assert problem.code == "data.weights_not_positive"
    assert (problem.params["number"], problem.params["record"]) == (4, 2)


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"key_variables": ()}, "risk.no_variables"),
        ({"key_variables": ("q",)}, "plan.unknown_variable"),
        ({"weight": "a"}, "risk.identifies_too"),
        ({"household": "q"}, "plan.unknown_variable"),
        ({"criteria": (criterion("p_sensitive", p=2, attribute="a"),)}, "criteria.attribute_identifies"),
    ],
)
def test_what_cannot_be_requested_is_refused(params, code) -> None:
    found = risk.check(RiskParams(**params), source_of({"a": ["x"], "b": ["y"]}))
    assert [problem.code for problem in found] == [code]


def test_diversity_is_stated_by_every_estimator_and_criteria_are_checked_beside() -> None:
    columns = {"a": ["x"] * 4 + ["y"] * 2, "s": ["p", "q", "p", "q", "p", "p"]}
    result = stated(columns, criteria=(criterion("k_anonymity", k=3),))
    diversity = result.diversity["s"]
    assert diversity.distinct == 1
    assert diversity.entropy["shannon"] == pytest.approx(1)
    assert diversity.t == pytest.approx(1 / 3)
    assert (result.check.passed, result.check.failing_records) == (False, 2)


@given(files(values=("x", "y", "z", "")), st.integers(0, 2), st.integers(0, 1))
@settings(deadline=None)
def test_risk_while_recoding_is_that_of_the_recoded_file(columns, first, second) -> None:
    trees = {
        "a": tree("a", [("x", "xy", "*"), ("y", "xy", "*"), ("z", "z", "*")]),
        "b": tree("b", [("x", "x"), ("y", "yz"), ("z", "yz")]),
    }
    source, spec = source_of(columns), RiskParams(missing=0.5, suda_size=3)
    source = Source(source.data, trees)
    counted = risk.counts(spec, source, CONTEXT)
    levels = {"a": first, "b": second}
    live = risk.at_levels(counted, risk.recoding_for(counted, source, CONTEXT), levels)
    shown = {
        name: [
            text
            if name not in trees or (text == "" and levels[name] < 2)
            else "*"
            if text == ""
            else trees[name].rows[text][levels[name]]
            for text in texts
        ]
        for name, texts in columns.items()
    }
    found, expected = risk.decide(spec, live, CONTEXT), stated(shown, missing=0.5, suda_size=3)
    for name in ("k", "uniques", "classes", "records_with_missing", "below"):
        assert getattr(found, name) == getattr(expected, name)
    assert found.expected_reidentifications == pytest.approx(expected.expected_reidentifications)
    assert found.suda.mean == pytest.approx(expected.suda.mean)


def test_no_values_of_single_records_are_written() -> None:
    columns = {"a": ["x", "y"], "w": ["2", "3"], "h": ["1", "1"]}
    told_ = to_json(stated(columns, suda_size=2))
    assert not {"frequencies", "risks"} & set(told_)
    assert "scores" not in told_["suda"]
