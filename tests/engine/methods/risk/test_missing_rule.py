"""One rule of missing values for every figure of a risk job, against plain loops over records."""

import math
from collections import defaultdict
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Variable
from sdc_desktop.engine.methods.risk.risk import RiskParams
from sdc_desktop.engine.methods.risk.risk import engine as risk
from sdc_desktop.engine.methods.risk.risk.result import RiskResult
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from tests.support.generalising import criterion, listed_source

CONTEXT = JobContext()
KEYS = ("a", "b", "c")
ABSENT = ("", "NA")
RULES = st.sampled_from(["none", 0.5, 0.3, "all"])
ALPHAS = {"none": 0.0, "all": 1.0}
GOLDEN = ["f,,other,1", "f,,other,1", "f,,other,0", "m,a,x,1", "m,a,x,0", "m,b,x,0", "m,,x,1"]


def source_of(columns) -> Source:
    source = listed_source(columns, {})
    variables = [
        Variable(name, "sensitive" if name == "s" else "key", "nominal", None, ABSENT) for name in columns
    ]
    return source.with_data(source.data.with_variables(variables))


def measured(columns, **params) -> RiskResult:
    source, spec = source_of(columns), RiskParams(**params)
    return risk.decide(spec, risk.counts(spec, source, CONTEXT), CONTEXT)


@st.composite
def files(draw):
    size = draw(st.integers(1, 14))
    lists = {
        name: draw(st.lists(st.sampled_from(["x", "y", "z", "", "NA"]), min_size=size, max_size=size))
        for name in KEYS
    }
    lists["s"] = draw(st.lists(st.sampled_from(["p", "q", "r", "", "t"]), min_size=size, max_size=size))
    return lists


def match(one, other, alpha) -> float:
    """How much of a record `other` counts for `one`, of the values of some keys."""
    missing = False
    for mine, yours in zip(one, other, strict=True):
        if mine in ABSENT or yours in ABSENT:
            missing = True
        elif mine != yours:
            return 0.0
    return alpha if missing else 1.0


class Plain:
    """Everything by loops over pairs of records."""

    def __init__(self, columns, rule) -> None:
        self.alpha = ALPHAS.get(rule, rule)
        self.keys = list(zip(*(columns[name] for name in KEYS), strict=True))
        self.values = columns["s"]
        number = range(len(self.keys))
        self.weights = [
            [1.0 if i == j else match(self.keys[i], self.keys[j], self.alpha) for j in number] for i in number
        ]
        self.sums = [sum(row) for row in self.weights]

    def shown(self, record) -> dict[str, float]:
        """The weighted values of all records with a match above 0."""
        found: dict[str, float] = defaultdict(float)
        for value, weight in zip(self.values, self.weights[record], strict=True):
            if value not in ABSENT and weight > 0:
                found[value] += weight
        return dict(found)

    def uniques(self, record) -> list[tuple[int, ...]]:
        """The minimal sample uniques of a record."""
        found: list[tuple[int, ...]] = []
        for size in range(1, len(KEYS) + 1):
            for places in combinations(range(len(KEYS)), size):
                own = [self.keys[record][place] for place in places]
                others = [[row[place] for place in places] for j, row in enumerate(self.keys) if j != record]
                alone = not any(text in ABSENT for text in own) and not any(
                    match(own, other, self.alpha) > 0 for other in others
                )
                if alone and not any(set(part) < set(places) for part in found):
                    found.append(places)
        return found


def entropy(shown) -> float:
    total = sum(shown.values())
    return -sum(n / total * math.log(n / total) for n in shown.values())


@given(files(), RULES)
@settings(deadline=None, max_examples=150)
def test_criteria_are_held_against_the_matches_of_each_record(columns, rule) -> None:
    plain = Plain(columns, rule)
    asked = (
        criterion("k_anonymity", k=2),
        criterion("distinct_l_diversity", l=2, attribute="s"),
        criterion("entropy_l_diversity", l=1.7, attribute="s", estimator="shannon"),
        criterion("recursive_cl_diversity", c=1.5, l=2, attribute="s"),
        criterion("t_closeness", t=0.4, attribute="s"),
        criterion("average_risk", max=0.5),
    )
    checks = measured(columns, missing=rule, criteria=asked).check.criteria
    number = len(plain.sums)
    shown = [plain.shown(record) for record in range(number)]
    alone = [f <= 1 + 1e-9 for f in plain.sums]
    whole = {value: columns["s"].count(value) for value in set(columns["s"]) - set(ABSENT)}

    def distance(values) -> float:
        if not values:
            return 1.0
        total, all_ = sum(values.values()), sum(whole.values())
        return sum(max(n / total - whole[value] / all_, 0) for value, n in values.items())

    def spread(values) -> float:
        return min(math.exp(entropy(values)), len(values)) if values else 0.0

    def ratio(values) -> float:
        counts = sorted(values.values(), reverse=True)
        return counts[0] / sum(counts[1:]) if len(counts) > 1 else math.inf

    fails = [
        [f < 2 - 1e-9 for f in plain.sums],
        [single or len(values) < 2 for single, values in zip(alone, shown, strict=True)],
        [single or spread(v) < 1.7 - 1e-9 for single, v in zip(alone, shown, strict=True)],
        [single or not ratio(v) < 1.5 - 1e-9 for single, v in zip(alone, shown, strict=True)],
        [single or distance(v) > 0.4 + 1e-9 for single, v in zip(alone, shown, strict=True)],
    ]
    assert [one.failing_records for one in checks[:5]] == [sum(flags) for flags in fails]
    assert checks[0].worst == pytest.approx(min(plain.sums))
    assert checks[1].worst == min(map(len, shown))
    ratios = max(map(ratio, shown))
    assert checks[3].worst == (None if math.isinf(ratios) else pytest.approx(ratios))
    assert checks[4].worst == pytest.approx(max(map(distance, shown)))
    assert checks[5].worst == pytest.approx(sum(1 / f for f in plain.sums) / number)
    assert checks[5].passed == (number > 1 and sum(1 / f for f in plain.sums) <= 0.5 * number + 1e-9)


@given(files(), RULES)
@settings(deadline=None, max_examples=100)
def test_disclosed_values_and_diversity_are_of_the_matches(columns, rule) -> None:
    plain = Plain(columns, rule)
    result = measured(columns, missing=rule)
    shown = [plain.shown(record) for record in range(len(plain.sums))]
    single = [len(values) == 1 for values in shown]
    nearly = [bool(v) and 10 * max(v.values()) >= 9 * sum(v.values()) - 1e-9 for v in shown]
    found = result.one_value["s"].after, result.one_value["s"].ninety.after
    assert [one.records for one in found] == [sum(single), sum(nearly)]
    diversity = result.diversity["s"]
    assert diversity.distinct == min(map(len, shown))
    effective = [min(math.exp(entropy(v)), len(v)) if v else 0 for v in shown]
    assert diversity.entropy["shannon"] == pytest.approx(min(effective))
    assert (set(diversity.entropy) == {"shannon"}) == (
        rule in (0.5, 0.3) and any(text in ABSENT for name in KEYS for text in columns[name])
    )


@given(files(), RULES)
@settings(deadline=None, max_examples=150)
def test_special_uniques_have_no_missing_value_and_no_match(columns, rule) -> None:
    plain = Plain(columns, rule)
    result = measured(columns, missing=rule, suda_size=3)
    minimal = [plain.uniques(record) for record in range(len(plain.sums))]
    scores = [float(sum(math.factorial(3 - len(places)) for places in own)) for own in minimal]
    assert result.suda.highest == max(scores)
    assert result.suda.mean == pytest.approx(sum(scores) / len(scores))
    assert result.suda.records == {
        size: sum(any(len(places) == size for places in own) for own in minimal) for size in (1, 2, 3)
    }
    assert (0 if result.dis is None else result.dis.uniques) == sum(map(bool, minimal))
    if rule != "none":
        assert sum(map(bool, minimal)) <= result.uniques


@pytest.mark.parametrize(
    ("rule", "sums", "values", "failing", "suda"),
    [
        ("none", [1, 1, 1, 2, 2, 1, 1], [1, 1, 1, 2, 2, 1, 1], (5, 5), 2),
        (0.5, [2, 2, 2, 2.5, 2.5, 1.5, 2.5], [2] * 7, (1, 0), 0),
        ("all", [3, 3, 3, 3, 3, 2, 4], [2] * 7, (0, 0), 0),
    ],
)
def test_the_golden_file_gives_the_figures_of_the_specification(rule, sums, values, failing, suda) -> None:
    rows = [line.split(",") for line in GOLDEN]
    columns = {name: [row[place] for row in rows] for place, name in enumerate((*KEYS, "s"))}
    asked = (criterion("k_anonymity", k=2), criterion("distinct_l_diversity", l=2, attribute="s"))
    source, spec = source_of(columns), RiskParams(missing=rule, suda_size=3, criteria=asked)
    counted = risk.counts(spec, source, CONTEXT)
    result = risk.decide(spec, counted, CONTEXT)
    plain = Plain(columns, rule)
    assert plain.sums == sums
    assert [len(plain.shown(record)) for record in range(7)] == values
    expanded = np.repeat(result.frequencies, counted.classes.sizes)
    assert sorted(expanded) == sorted(sums)
    assert tuple(one.failing_records for one in result.check.criteria) == failing
    assert result.suda.highest == suda
    assert result.check.missing == rule
    assert result.uniques == sum(f <= 1 for f in sums)


@pytest.mark.parametrize(
    ("kind", "figures"),
    [
        ("beta_likeness", {"beta": 1, "attribute": "s"}),
        ("delta_disclosure", {"delta": 1, "attribute": "s"}),
        ("entropy_l_diversity", {"l": 2, "attribute": "s", "estimator": "grassberger"}),
    ],
)
def test_a_criterion_without_a_weighted_form_is_refused(kind, figures) -> None:
    columns = {"a": ["x", "x", ""], "s": ["p", "q", "p"]}
    params = RiskParams(missing=0.5, criteria=(criterion(kind, **figures),))
    assert [one.code for one in risk.check(params, source_of(columns))] == ["criteria.missing_rule"]
    for rule in ("none", "all"):
        assert measured(columns, missing=rule, criteria=params.criteria).check is not None


def test_population_uniqueness_has_no_form_where_classes_overlap() -> None:
    asked = (criterion("population_uniqueness", size=10, max=0.5),)
    columns = {"a": ["x", "x", "y", ""]}
    with pytest.raises(Refused) as refusal:
        measured(columns, missing="all", criteria=asked)
    assert refusal.value.problems[0].code == "criteria.missing_rule"
    assert measured(columns, missing="none", criteria=asked).check.criteria[0].worst is not None
    assert measured({"a": ["x", "x", "y", "y"]}, missing="all", criteria=asked).check is not None


def test_a_suppressed_value_that_is_declared_missing_follows_the_rule() -> None:
    columns = {"a": ["*", "*", "x", "x", "x"], "b": ["*", "*", "y", "y", "y"], "s": list("ppqrq")}
    source = listed_source(columns, {})
    variables = [
        Variable("a", "key", missing=("*",)),
        Variable("b", "key", missing=("*",)),
        Variable("s", "sensitive"),
    ]
    source = source.with_data(source.data.with_variables(variables))
    asked = (criterion("k_anonymity", k=3),)
    for rule, failing in (("none", 2), ("all", 0)):
        spec = RiskParams(missing=rule, criteria=asked)
        result = risk.decide(spec, risk.counts(spec, source, CONTEXT), CONTEXT)
        assert (result.check.failing_records, result.check.suppressed) == (failing, 0)
