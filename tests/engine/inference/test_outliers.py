"""Values that stand out: isolated, in a group, apart; the figures of the golden cases on the same tails."""

import warnings
from dataclasses import replace

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.outliers import OutlierRecognised, outliers_in, outliers_recognised
from sdc_desktop.engine.methods.perturbation.noise import NOISE, NoiseParams
from sdc_desktop.engine.running.result_json import to_json
from sdc_desktop.engine.source import Source
from tests.support.data import microdata
from tests.support.inference.numbers import paired, paired_column, texts
from tests.support.secret import drawing

CONTEXT = JobContext()
BULK = np.round(np.random.default_rng(0).lognormal(10, 0.6, 290).clip(3_000, 60_000))
TAIL = [151_709.0, 99_625.0, 95_154.0, 91_802.0]


@pytest.fixture(autouse=True)
def _no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def with_tail(*tail: float) -> np.ndarray:
    return np.array([*BULK, *tail])


def test_noise_leaves_an_extreme_value() -> None:
    shown = with_tail(8_947_083, 4_824_520, -1_016_181, 17_924_821, 1_004_039_605)
    revealed = outliers_recognised(with_tail(*TAIL, 1e9), shown, 5_763_716.67)
    assert revealed == OutlierRecognised(isolated=1, largest_error=pytest.approx(0.004039605, abs=1e-12))


def test_swapping_leaves_the_value_itself() -> None:
    revealed = outliers_recognised(with_tail(*TAIL, 1e9), with_tail(1e9, *TAIL[1:], TAIL[0]), None)
    assert revealed == OutlierRecognised(isolated=1, largest_error=0.0)


def test_a_mean_of_few_leaves_the_value_that_has_almost_all() -> None:
    group, near = [200_087_658.0] * 5, [78_487.0] * 3
    own = with_tail(83_022, 75_526, 70_622, *TAIL, 1e9)
    revealed = outliers_recognised(own, with_tail(*near, *group), None)
    assert revealed == OutlierRecognised(isolated=1, largest_error=pytest.approx(0.000124342, abs=1e-12))
    mirrored = outliers_recognised(-own, -with_tail(*near, *group), None)
    assert mirrored == revealed
    eleven = with_tail(*near, *[200_087_658.0] * 11)
    assert outliers_recognised(own, eleven, None) is None


def test_a_value_apart_by_many_scales_of_the_noise_is_another_finding() -> None:
    own = with_tail(95_154, 99_625, 151_709, 241_978)
    shown = with_tail(95_079, 95_018, 151_140, 237_382)
    revealed = outliers_recognised(own, shown, 5_158.24)
    assert revealed == OutlierRecognised(
        isolated=0,
        apart=1,
        gap=pytest.approx(16.719268587735353, abs=1e-9),
        half_width=pytest.approx(0.04259021492783783, abs=1e-9),
    )
    assert outliers_recognised(own, shown, None) is None  # no noise, or of an unknown scale
    assert outliers_recognised(own, shown, 0.0) is None
    assert outliers_recognised(own, shown, 22_000.0) is None  # near the next
    assert outliers_recognised(own, with_tail(95_079, 95_018, 9e4, 151_140), 13_000.0) is None  # too wide


def test_the_same_noise_without_an_extreme_value_tells_nothing() -> None:
    own = with_tail(83_022, 95_154, 99_625, 151_709)
    shown = with_tail(105_104, 120_292, 94_851, 161_498)
    assert outliers_recognised(own, shown, 12_000.0) is None


def test_two_values_can_be_isolated_and_the_larger_error_counts() -> None:
    own, shown = with_tail(1e6, 1e8), with_tail(0.95e6, 1.01e8)
    assert outliers_recognised(own, shown, None) == OutlierRecognised(2, largest_error=pytest.approx(0.05))
    own, shown = with_tail(9e7, 1e8), with_tail(8.3e7, 1.01e8)
    assert outliers_recognised(own, shown, None) == OutlierRecognised(2, largest_error=pytest.approx(7 / 90))
    sides = outliers_recognised(with_tail(-9e7, 1e8), with_tail(-8.3e7, 1.01e8), None)
    assert sides == OutlierRecognised(2, largest_error=pytest.approx(7 / 90))
    assert outliers_recognised(with_tail(1e8), with_tail(-1e8), None) is None  # on the other side
    assert outliers_recognised(with_tail(1e8), with_tail(1.2e8), None) is None  # not within 10 %
    assert (
        outliers_recognised(with_tail(1e8), with_tail(1e8, 0.7e8, 0.6e8), None) is None
    )  # hidden among others


def plain(own: list[float], shown: list[float]) -> int:
    """The number of isolated values revealed, by sorted lists."""

    def isolated(values: list[float]) -> list[float]:
        middle = float(np.median(values))
        far = sorted(values, key=lambda one: -abs(one - middle))
        d = [abs(one - middle) for one in far]
        number = max((h for h in (1, 2) if d[h - 1] > 0 and d[h - 1] >= 2 * d[h]), default=0)
        return far[:number]

    middle, revealed = float(np.median(shown)), 0
    for value in isolated(own):
        up = value > float(np.median(own))
        there = [one for one in isolated(shown) if one != middle and (one > middle) == up]
        side = [one for one in shown if (one > middle if up else one < middle)]
        if side:
            y = max(side) if up else min(side)
            nearer = [one for one in shown if (middle <= one < y if up else y < one <= middle)]
            m = shown.count(y)
            if 2 <= m <= 10 and nearer:
                there.append(m * y - (m - 1) * (max(nearer) if up else min(nearer)))
        revealed += any(abs(one - value) <= 0.1 * abs(value) for one in there)
    return revealed


@pytest.mark.parametrize("seed", range(300))
def test_brute_force_finds_as_many(seed) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 60))
    own = np.round(rng.lognormal(5, rng.uniform(0.3, 2.5), n)) * rng.choice([-1, 1], n)
    kind = seed % 4
    if kind == 0:
        shown = own + np.round(rng.normal(0, 0.1 * own.std() + 0.1, n))
    elif kind == 1:
        shown = rng.permutation(own)
    else:
        order, shown = np.argsort(own), own.copy()
        for start in range(0, n, 2 * kind - 1):
            members = order[start : start + 2 * kind - 1]
            shown[members] = own[members].mean()
    revealed = outliers_recognised(own, shown, None)
    assert (0 if revealed is None else revealed.isolated) == plain(own.tolist(), shown.tolist())


def test_absent_values_count_nowhere() -> None:
    own, shown = with_tail(*TAIL, 1e9), with_tail(*TAIL, 1.01e9)
    own[: len(BULK) : 3] = shown[: len(BULK) : 3] = np.nan
    assert outliers_recognised(own, shown, None) == OutlierRecognised(1, largest_error=pytest.approx(0.01))
    shown[-1] = np.nan
    assert outliers_recognised(own, shown, 90_000.0) is None


@pytest.mark.parametrize(
    ("own", "shown"),
    [
        ([], []),
        ([1], [2]),
        ([7] * 50, [7] * 50),
        ([7] * 50, [8] * 50),
        ([np.nan] * 50, [np.nan] * 50),
        (range(50), [np.nan] * 50),
        ([0] * 50, [*range(50)]),
        ([1e308, -1e308] * 20, [-1e308, 1e308] * 20),
        ([np.inf] * 50, [-np.inf] * 50),
    ],
)
def test_bad_input_is_no_finding(own, shown) -> None:
    assert outliers_recognised(np.array(own, dtype=float), np.array(shown, dtype=float), 1.0) is None


def test_only_changed_numbers_are_audited() -> None:
    own = with_tail(*TAIL, 1e9)
    other = with_tail(*TAIL[::-1], 1e9)
    hidden = ["*", *texts(own)[1:]]
    columns = {"changed": texts(own), "same": texts(own), "hidden": texts(own), "household": texts(own)}
    released = {"changed": texts(other), "hidden": hidden, "household": texts(other)}
    records = paired(columns, released, {"household": "household"})
    assert dict(outliers_in(records, {}, CONTEXT)) == {"changed": OutlierRecognised(1, largest_error=0.0)}
    code = paired_column("code", texts(own), texts(other), level="nominal")
    assert outliers_in(type(records)(len(own), (code,)), {}, CONTEXT) == {}


@pytest.mark.parametrize("method", ["additive", "correlated"])
def test_noise_says_how_large_it_is(method) -> None:
    rng = np.random.default_rng(2)
    a = np.round(rng.normal(1000, 100, 2000))
    b = np.round(3 * a + rng.normal(0, 50, 2000))
    data = microdata({"a": texts(a), "b": texts(b)})
    data = data.with_variables([replace(one, level="continuous") for one in data.variables])
    params = NoiseParams(variables=("a", "b"), amount=0.25, method=method)
    counted = NOISE.stages.counts(params, Source(data, {}), CONTEXT)
    result = NOISE.stages.decide(params, counted, drawing())
    assert result.sigmas == pytest.approx({"a": 0.25 * a.std(), "b": 0.25 * b.std()}, rel=1e-9)
    assert to_json(result)["sigmas"] == result.sigmas
    for own, shown, sigma in zip((a, b), result.values, result.sigmas.values(), strict=True):
        assert (shown - own).std() == pytest.approx(sigma, rel=0.05)
