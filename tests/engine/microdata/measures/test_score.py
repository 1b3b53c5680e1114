"""The score and its parts against plain loops over pairs of records."""

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.score import (
    _by_set,
    _exact,
    information_loss,
    interval_disclosure,
    linked_by_distance,
    linked_by_probability,
    score,
)
from sdc_desktop.engine.microdata.score_weights import ScoreWeights
from sdc_desktop.engine.problems import Refused
from tests.support.data import microdata

CONTEXT = JobContext()


@st.composite
def pairs_of_files(draw, values=(0.0, 1.0, 2.0, 3.5, 7.0)):
    records, variables = draw(st.integers(2, 12)), draw(st.integers(1, 4))
    cells = st.lists(
        st.lists(st.sampled_from(values), min_size=variables, max_size=variables),
        min_size=records,
        max_size=records,
    )
    return np.array(draw(cells)), np.array(draw(cells))


@given(pairs_of_files())
@settings(deadline=None)
def test_distance_linkage_is_that_of_looking_at_every_pair(files) -> None:
    own, shown = files
    scale = np.where(own.std(axis=0) > 0, own.std(axis=0), 1)
    linked = 0.0
    for i, row in enumerate(shown):
        distances = [math.dist(row / scale, other / scale) for other in own]
        tied = [j for j, d in enumerate(distances) if d <= min(distances) + 1e-9]
        linked += (i in tied) / len(tied)
    assert linked_by_distance(own, shown, CONTEXT) == pytest.approx(linked / len(own))


@given(pairs_of_files(values=(0.0, 1.0, 2.0)))
@settings(deadline=None)
def test_patterns_of_agreement_are_counted_as_by_looking_at_every_pair(files) -> None:
    own, shown = (values.astype(np.int64) for values in files)
    m = own.shape[1]
    found = _exact(_by_set(list(own.T), list(shown.T), CONTEXT), 0, len(own), m)
    for i, row in enumerate(shown):
        expected = [0] * (1 << m)
        for other in own:
            expected[sum(int(row[v] == other[v]) << v for v in range(m))] += 1
        assert found[i].tolist() == expected


def test_probabilistic_linkage_finds_records_that_agree_on_enough() -> None:
    random = np.random.default_rng(3)
    own = random.integers(0, 30, (300, 5))
    shown = own.copy()
    changed = random.random(own.shape) < 0.2
    shown[changed] = random.integers(0, 30, int(changed.sum()))
    shares = linked_by_probability(list(own.T), list(shown.T), CONTEXT)
    assert 0.9 < shares < 1
    assert linked_by_probability(list(own.T), list(own.T), CONTEXT) > 0.999
    strange = random.permutation(own)
    assert linked_by_probability(list(own.T), list(strange.T), CONTEXT) < 0.05


def test_originals_that_tie_share_a_link() -> None:
    same = [np.zeros(4, dtype=np.int64), np.array([0, 0, 1, 1])]
    assert linked_by_probability(same, same, CONTEXT) == pytest.approx(0.5)


def test_em_finds_the_chances_that_pairs_were_drawn_with() -> None:
    """Weights order patterns as the true likelihood ratios do."""
    from sdc_desktop.engine.microdata.score import _weights

    m, u, share = np.array([0.9, 0.8, 0.95]), np.array([0.1, 0.3, 0.05]), 0.02
    totals, ratios = [], []
    for pattern in range(8):
        agrees = [(pattern >> v) & 1 for v in range(3)]
        match = math.prod(m[v] if a else 1 - m[v] for v, a in enumerate(agrees))
        chance = math.prod(u[v] if a else 1 - u[v] for v, a in enumerate(agrees))
        totals.append(round(1e9 * (share * match + (1 - share) * chance)))
        ratios.append(math.log(match / chance))
    assert _weights(np.array(totals), 3) == pytest.approx(ratios, abs=0.05)


@given(pairs_of_files())
def test_interval_disclosure_is_that_of_the_definition(files) -> None:
    own, shown = (np.repeat(values, 7, axis=0) for values in files)
    n, inside, looked = len(own), 0, 0
    for v, width in product(range(own.shape[1]), range(1, 11)):
        order = sorted(range(n), key=lambda i: (shown[i, v], i))
        ranked = [shown[i, v] for i in order]
        for place, i in enumerate(order):
            half = width * n // 100
            low, high = ranked[max(place - half, 0)], ranked[min(place + half, n - 1)]
            inside += low <= own[i, v] <= high
            looked += 1
    assert interval_disclosure(own, shown) == pytest.approx(inside / looked)


@given(pairs_of_files(values=(1.0, 2.0, 4.0, 9.5)))
def test_information_loss_is_that_of_the_definition(files) -> None:
    own, shown = files
    n, p = own.shape
    sd = own.std(axis=0, ddof=1)
    il1 = [
        abs(own[i, j] - shown[i, j]) / (math.sqrt(2) * sd[j]) for i in range(n) for j in range(p) if sd[j] > 0
    ]
    before, after = (np.cov(values.T).reshape(p, p) for values in (own, shown))
    il2 = np.abs(own.mean(0) - shown.mean(0)) / np.abs(own.mean(0))
    three = [(before[i, j], after[i, j]) for i in range(p) for j in range(i, p) if abs(before[i, j]) > 1e-12]
    four = [(before[i, i], after[i, i]) for i in range(p) if before[i, i] > 0]
    found = information_loss(own, shown)
    assert found.il[0] == pytest.approx(min(np.mean(il1), 1) if il1 else 0)
    assert found.il[1] == pytest.approx(min(il2.mean(), 1))
    if all(abs(before[i, j]) > 1e-12 or before[i, j] == 0 for i in range(p) for j in range(p)):
        assert found.il[2] == pytest.approx(
            min(np.mean([abs(a - b) / abs(a) for a, b in three]), 1) if three else 0
        )
    assert found.il[3] == pytest.approx(
        min(np.mean([abs(a - b) / abs(a) for a, b in four]), 1) if four else 0
    )
    assert found.total == pytest.approx(20 * sum(found.il))


def numbers(columns, **levels):
    data = microdata({name: [str(v) for v in values] for name, values in columns.items()})
    return data.with_variables([replace(v, level=levels.get(v.name, "continuous")) for v in data.variables])


def test_a_file_released_as_it_is_loses_nothing_and_hides_nothing() -> None:
    random = np.random.default_rng(1)
    data = numbers({"x": random.normal(size=40).round(3), "y": random.normal(size=40).round(3)})
    shown = score(data, data, ("x", "y"), ScoreWeights(), CONTEXT)
    assert shown.information_loss == 0
    assert (shown.dld, shown.id) == (100, 100)
    assert shown.pld == pytest.approx(100)
    assert shown.score == pytest.approx(50)


def test_the_score_is_half_of_each_with_the_weights_given() -> None:
    random = np.random.default_rng(2)
    own = random.normal(size=(60, 2)).round(3)
    shown = (own + random.normal(size=own.shape)).round(3)
    one, other = (numbers({"x": values[:, 0], "y": values[:, 1]}) for values in (own, shown))
    told = score(one, other, ("x", "y"), ScoreWeights(dld=0.5, pld=0.3, id=0.2), CONTEXT)
    assert told.disclosure_risk == pytest.approx(0.5 * told.dld + 0.3 * told.pld + 0.2 * told.id)
    assert told.score == pytest.approx((told.information_loss + told.disclosure_risk) / 2)
    assert told.information_loss == pytest.approx(20 * sum(told.il))


@pytest.mark.parametrize(
    ("columns", "levels", "code"),
    [
        ({"x": [1, 2]}, {}, "score.other_records"),
        ({"y": [1, 2, 3]}, {}, "score.lacks_variable"),
        ({"x": [1, 2, 3]}, {"x": "nominal"}, "score.not_numbers"),
        ({"x": [1, "", ""]}, {}, "score.too_few"),
    ],
)
def test_files_that_cannot_be_compared_are_refused(columns, levels, code) -> None:
    with pytest.raises(Refused) as refusal:
        score(numbers({"x": [1, 2, 3]}), numbers(columns, **levels), ("x",), ScoreWeights(), CONTEXT)
    assert [problem.code for problem in refusal.value.problems] == [code]
