"""Jobs that change values: what they keep, what they change, what they refuse."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.perturbation.noise import NOISE, NoiseParams
from sdc_desktop.engine.methods.perturbation.noise.engine import root_of
from sdc_desktop.engine.methods.perturbation.pram import PRAM, PramParams
from sdc_desktop.engine.methods.perturbation.pram.engine import transition_matrix
from sdc_desktop.engine.methods.perturbation.rounding import ROUNDING, RoundingParams
from sdc_desktop.engine.methods.perturbation.rounding.engine import neighbours
from sdc_desktop.engine.methods.perturbation.swap import SWAP, SwapParams
from sdc_desktop.engine.methods.perturbation.swap.engine import swapped_ranks
from sdc_desktop.engine.methods.perturbation.top_code import TOP_CODE, TopCodeParams
from sdc_desktop.engine.methods.suppression.local_suppression import LOCAL_SUPPRESSION, LocalSuppressionParams
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import to_json
from sdc_desktop.engine.secret_stream import SecretStream
from sdc_desktop.engine.source import Source
from tests.support.data import microdata
from tests.support.secret import drawing

SEEDED = drawing(7)


def source_of(columns, levels=None, roles=None) -> Source:
    data = microdata(columns, roles)
    variables = [replace(v, level=(levels or {}).get(v.name, "nominal")) for v in data.variables]
    return Source(data.with_variables(variables), {})


def done(method, params, source, context=SEEDED):
    stages = method.stages
    counted = stages.counts(params, source, context)
    result = stages.decide(params, counted, context)
    return result, stages.apply(result, counted, source, context)


def column(data, name) -> list[str]:
    return [row[data.index(name)] for row in data.window(0, data.records)]


def people(records=2000) -> Source:
    random = np.random.default_rng(5)
    age = random.integers(18, 90, records)
    income = (age * 400 + random.normal(scale=6000, size=records)).round(2)
    columns = {
        "id": [str(n) for n in range(records)],
        "age": [str(a) for a in age],
        "income": [f"{v:.2f}" for v in income],
        "job": random.choice(["cook", "smith", "clerk", ""], records, p=[0.5, 0.3, 0.15, 0.05]).tolist(),
    }
    return source_of(columns, {"age": "continuous", "income": "continuous"}, {"id": "direct_identifier"})


@given(st.integers(0, 60), st.sampled_from([0.5, 5, 20, 100]), st.integers(0, 99))
def test_swaps_are_pairs_of_near_ranks(records, percent, seed) -> None:
    draws = SecretStream(bytes([seed]), b"").one_by_one()
    partner = swapped_ranks(records, percent, draws, JobContext())
    reach = int(records * percent / 100 + 1e-9)
    assert partner[partner].tolist() == list(range(records))
    assert all(abs(int(p) - rank) <= reach for rank, p in enumerate(partner))
    alone = [rank for rank, p in enumerate(partner) if p == rank]
    assert all(b - a > reach for a, b in pairwise(alone)) or reach == 0


def test_swapping_keeps_every_distribution_exactly() -> None:
    source = people()
    result, released = done(SWAP, SwapParams(variables=("age", "income"), range=5), source)
    for name in ("age", "income"):
        before, after = column(source.data, name), column(released, name)
        assert Counter(float(v) for v in before) == Counter(float(v) for v in after)
        assert result.changed[name] == sum(float(a) != float(b) for a, b in zip(before, after, strict=True))
    assert column(released, "job") == column(source.data, "job")
    assert "id" not in released.names
    assert result.score is not None
    assert result.score.variables == ("age", "income")


def test_ordinal_values_swap_by_rank_and_missing_ones_stay() -> None:
    values = ["low", "high", "", "middle", "low", "high", "", "middle"] * 20
    source = source_of({"grade": values})
    graded = [replace(v, level="ordinal", order=("low", "middle", "high")) for v in source.data.variables]
    source = Source(source.data.with_variables(graded), {})
    result, released = done(SWAP, SwapParams(variables=("grade",), range=40), source)
    after = column(released, "grade")
    assert [v == "" for v in after] == [v == "" for v in values]
    assert Counter(after) == Counter(values)
    assert result.score is None
    assert result.changed["grade"] > 0


@pytest.mark.parametrize("method", ["additive", "correlated"])
def test_noise_has_the_size_requested_and_the_decimals_of_the_variable(method) -> None:
    source = people()
    params = NoiseParams(variables=("age", "income"), amount=0.5, method=method)
    _, released = done(NOISE, params, source)
    changes = []
    for name in ("age", "income"):
        before = np.array([float(v) for v in column(source.data, name)])
        after = np.array([float(v) for v in column(released, name)])
        changes.append(after - before)
        assert changes[-1].std() == pytest.approx(0.5 * before.std(), rel=0.05)
        assert abs(changes[-1].mean()) < 0.05 * before.std()
    assert all("." not in text for text in column(released, "age"))
    assert all(len(text.partition(".")[2]) <= 2 for text in column(released, "income"))
    ages, incomes = (np.array([float(v) for v in column(source.data, n)]) for n in ("age", "income"))
    wanted = np.corrcoef(ages, incomes)[0, 1] if method == "correlated" else 0
    assert np.corrcoef(*changes)[0, 1] == pytest.approx(wanted, abs=0.06)


@given(st.lists(st.lists(st.integers(-5, 5), min_size=3, max_size=3), min_size=4, max_size=20))
def test_the_root_of_a_covariance_gives_it_back(rows) -> None:
    matrix = np.cov(np.array(rows, dtype=float).T, bias=True)
    root = root_of(matrix)
    assert np.allclose(root @ root.T, matrix, atol=1e-6 * max(1, matrix.max()))
    assert np.allclose(root, np.tril(root))


@pytest.mark.parametrize(
    ("job", "params"),
    [
        (NOISE, NoiseParams(variables=("age",))),
        (SWAP, SwapParams(variables=("age",))),
        (PRAM, PramParams(variables=("job",))),
        (ROUNDING, RoundingParams(variables=("income",), method="random")),
    ],
)
def test_a_secret_gives_the_same_file_and_another_another(job, params) -> None:
    source = people(300)
    rows = [done(job, params, source, drawing(number))[1].window(0, 300) for number in (1, 1, 2)]
    assert rows[0] == rows[1]
    assert rows[0] != rows[2]


def test_missing_numbers_stay_missing_and_values_as_they_were_keep_their_text() -> None:
    source = source_of({"x": ["007", "", "5.0", "1", "90"]}, {"x": "continuous"})
    params = TopCodeParams(bounds={"x": {"bottom": 2, "top": 50}})
    _, released = done(TOP_CODE, params, source)
    assert column(released, "x") == ["007", "", "5.0", "2", "50"]


def test_what_lies_beyond_a_bound_becomes_its_mean_where_that_is_requested() -> None:
    source = source_of({"x": ["1", "2", "3", "60", "70"]}, {"x": "continuous"})
    params = TopCodeParams(bounds={"x": {"top": 50}}, replacement="mean")
    result, released = done(TOP_CODE, params, source)
    assert column(released, "x") == ["1", "2", "3", "65", "65"]
    assert result.changed == {"x": 2}


@pytest.mark.parametrize(
    ("base", "texts", "expected"),
    [
        (10, ["71014.13", "", "4", "5", "-5", "-4.9", "0030", "1e2"], "71010,,0,10,-10,0,0030,1e2"),
        (0.1, ["0.15", "0.25", "-0.35", "0.149", "2.0"], "0.2,0.3,-0.4,0.1,2.0"),
        (2.5, ["1", "2", "3.75", "7.500", "1234567890123.75"], "0,2.5,5,7.500,1234567890125"),
    ],
)
def test_numbers_become_the_nearest_multiple_and_multiples_keep_their_text(base, texts, expected) -> None:
    source = source_of({"x": texts}, {"x": "continuous"})
    result, released = done(ROUNDING, RoundingParams(base=base), source, JobContext())
    assert ",".join(column(released, "x")) == expected
    changed = sum(float(a) != float(b) for a, b in zip(texts, expected.split(","), strict=True) if a)
    assert result.changed == {"x": changed}


@given(
    st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=20),
    st.integers(1, 10**5),
    st.integers(0, 6),
)
def test_neighbours_are_those_of_exact_arithmetic(numbers, base, decimals) -> None:
    """Brute force on whole numbers of 10^-decimals."""
    unit = 10**decimals
    found = neighbours(np.array(numbers) / unit, base / unit, JobContext())
    expected = [(n // base * base, n // base * base + base, n % base) for n in numbers]
    assert list(zip(*found, strict=True)) == [(low / unit, up / unit, r / base) for low, up, r in expected]


def test_random_rounding_is_unbiased_and_takes_neighbours_only() -> None:
    texts = ["0", "3", "-3", "7.5", "12.25", "20", ""] * 8000
    source = source_of({"x": texts}, {"x": "continuous"})
    _, released = done(ROUNDING, RoundingParams(base=10, method="random"), source)
    became = {text: Counter() for text in texts}
    for before, after in zip(texts, column(released, "x"), strict=True):
        became[before][after] += 1
    for text, low, up, share in (("3", 0, 10, 0.3), ("-3", -10, 0, 0.7), ("7.5", 0, 10, 0.75)):
        assert set(became[text]) == {str(low), str(up)}
        assert became[text][str(up)] / 8000 == pytest.approx(share, abs=0.02)
    assert became["12.25"]["20"] / 8000 == pytest.approx(0.225, abs=0.02)
    assert [became[text] for text in ("0", "20", "")] == [{text: 8000} for text in ("0", "20", "")]


def test_the_invariant_matrix_keeps_the_distribution_it_is_made_for() -> None:
    source = people()
    params = PramParams(variables=("job",), retain=0.6)
    counted = PRAM.stages.counts(params, source, SEEDED)
    matrix = transition_matrix(params, counted.columns[0])
    shares = counted.columns[0].frequencies / counted.columns[0].frequencies.sum()
    assert matrix.sum(axis=1) == pytest.approx([1, 1, 1])
    assert shares @ matrix == pytest.approx(shares)
    assert (np.diag(matrix) >= 0.6).all()


def test_values_other_than_the_own_share_what_is_not_retained_equally() -> None:
    params = PramParams(variables=("job",), retain=0.7, method="uniform")
    counted = PRAM.stages.counts(params, people(), SEEDED)
    matrix = transition_matrix(params, counted.columns[0])
    assert matrix.tolist() == [[pytest.approx(0.7 if i == j else 0.15) for j in range(3)] for i in range(3)]


@pytest.mark.parametrize("method", ["invariant", "uniform"])
def test_values_change_with_the_chances_of_the_matrix(method) -> None:
    source = people(20_000)
    params = PramParams(variables=("job",), retain=0.7, method=method)
    counted = PRAM.stages.counts(params, source, SEEDED)
    matrix = transition_matrix(params, counted.columns[0])
    result = PRAM.stages.decide(params, counted, SEEDED)
    released = PRAM.stages.apply(result, counted, source, SEEDED)
    before, after = column(source.data, "job"), column(released, "job")
    assert [v == "" for v in before] == [v == "" for v in after]
    texts = [counted.columns[0].texts[place] for place in counted.columns[0].there]
    for i, one in enumerate(texts):
        became = Counter(b for a, b in zip(before, after, strict=True) if a == one)
        for j, other in enumerate(texts):
            assert became[other] / sum(became.values()) == pytest.approx(matrix[i, j], abs=0.03)
    shown = result.variables["job"]
    assert shown.changed == sum(a != b for a, b in zip(before, after, strict=True))
    expected = (
        sum(counted.columns[0].frequencies[i] * matrix[i, i] for i in range(3))
        / counted.columns[0].frequencies.sum()
    )
    assert shown.mean == pytest.approx(expected)
    assert shown.true_share > expected


def test_chances_of_the_plan_are_used_as_they_are() -> None:
    source = source_of({"a": ["x", "y"] * 50})
    rows = {"x": {"y": 1}, "y": {"x": 1}}
    result, released = done(PRAM, PramParams(variables=("a",), matrix={"a": rows}), source)
    assert column(released, "a") == ["y", "x"] * 50
    assert result.method == "matrix"
    assert result.variables["a"].least_diagonal == 0
    assert not {"codes", "matrices"} & set(to_json(result))


@pytest.mark.parametrize(
    ("job", "params", "code"),
    [
        (PRAM, PramParams(variables=("job",), matrix={"job": {"cook": {"cook": 0.9}}}), "perturb.row_sum"),
        (
            PRAM,
            PramParams(variables=("job",), matrix={"job": {"cook": {"cook": 1}}}),
            "perturb.matrix_values",
        ),
        (PRAM, PramParams(variables=("job",), matrix={"age": {}}), "perturb.matrix_unused"),
        (PRAM, PramParams(variables=("id",)), "recode.direct_identifier"),
        (SWAP, SwapParams(variables=("job",)), "perturb.not_numbers"),
        (SWAP, SwapParams(variables=("age", "age")), "perturb.doubled"),
        (NOISE, NoiseParams(variables=("job",)), "perturb.not_numbers"),
        (NOISE, NoiseParams(variables=("nobody",)), "plan.unknown_variable"),
        (ROUNDING, RoundingParams(variables=("job",)), "perturb.not_numbers"),
        (TOP_CODE, TopCodeParams(bounds={"age": {}}), "perturb.no_bound"),
        (TOP_CODE, TopCodeParams(bounds={"age": {"bottom": 5, "top": 1}}), "perturb.bounds_reversed"),
        (LOCAL_SUPPRESSION, LocalSuppressionParams(), "risk.no_variables"),
    ],
)
def test_what_cannot_be_done_is_refused(job, params, code) -> None:
    with pytest.raises(Refused) as refusal:
        done(job, params, people(50))
    assert [problem.code for problem in refusal.value.problems] == [code]


@pytest.mark.parametrize("rule", ["category", "kept", "wildcard"])
def test_local_suppression_is_a_job_of_its_own(rule) -> None:
    random = np.random.default_rng(8)
    columns = {name: random.choice(list("xyz"), 60).tolist() for name in "ab"}
    columns["id"] = [str(n) for n in range(60)]
    roles = {"a": "key", "b": "key", "id": "direct_identifier"}
    source = source_of(columns, roles=roles)
    result, released = done(LOCAL_SUPPRESSION, LocalSuppressionParams(k=8, suppressed_as=rule), source)
    rows = released.window(0, 60)
    assert sum(cell == "*" for row in rows for cell in row) == result.suppression.figures.cells > 0
    assert released.names == ("a", "b")
    if rule == "category":
        assert all(rows.count(row) >= 8 for row in rows if set(row) != {"*"})
