"""Draws of one value for all members of a household, against every way in which they can arise."""

import itertools
import random
from math import prod

import numpy as np
import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.inference import together
from sdc_desktop.engine.inference.posteriors import gain, posteriors
from sdc_desktop.engine.inference.together import draws_together

CONTEXT = JobContext()


def random_case(seed: int, values: int, *, zeros: float = 0.2) -> tuple[np.ndarray, np.ndarray]:
    """Shares of the values (values,) and a matrix (values, values) with some zeros."""
    draw = np.random.default_rng(seed)
    matrix = draw.random((values, values)) * (draw.random((values, values)) > zeros)
    matrix[np.arange(values), draw.permutation(values)] += 0.1
    prior = draw.random(values) + 0.01
    return prior / prior.sum(), matrix / matrix.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("seed", range(40))
def test_posteriors_are_those_of_an_enumeration(seed) -> None:
    values = 2 + seed % 5
    prior, matrix = random_case(seed, values)
    found = posteriors(prior, matrix)
    for shown in range(values):
        weights = [prior[true] * matrix[true, shown] for true in range(values)]
        for true in range(values):
            expected = weights[true] / sum(weights) if sum(weights) else 0
            assert found[true, shown] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_a_permutation_reveals_every_value(seed) -> None:
    prior, _ = random_case(seed, 5)
    matrix = np.eye(5)[np.random.default_rng(seed).permutation(5)]
    assert posteriors(prior, matrix).max(axis=0).tolist() == [1, 1, 1, 1, 1]


@pytest.mark.parametrize("seed", range(20))
def test_no_matrix_leads_below_the_commonest_share(seed) -> None:
    prior, matrix = random_case(seed, 4)
    assert posteriors(prior, matrix).max() >= prior.max() - 1e-12


def test_the_gain_is_the_part_of_what_was_left() -> None:
    assert gain(0.987012987, 0.95) == pytest.approx(0.7402597403, abs=1e-8)
    assert gain(0.0, 2 / 3) == pytest.approx(-2)
    assert gain(1, 1) == 0


def brute_force(original, released, groups, prior, matrix):
    """(records, filled, right, largest) in plain Python; None where groups share no value."""
    there = [i for i, row in enumerate(zip(original, released, groups, strict=True)) if min(row) >= 0]
    members = {g: [i for i in there if groups[i] == g] for g in {groups[i] for i in there}}
    several = [rows for rows in members.values() if len(rows) > 1]
    shared = [rows for rows in several if len({original[i] for i in rows}) == 1]
    if not several or len(shared) < 0.95 * len(several):
        return None

    def revealed(rows):
        weights = [prior[a] * prod(matrix[a][released[i]] for i in rows) for a in range(len(prior))]
        total = sum(weights)
        return (
            (0, 0.0)
            if not total
            else max(((a, w / total) for a, w in enumerate(weights)), key=lambda one: one[1])
        )

    filled = right = 0
    for rows in several:
        value, chance = revealed(rows)
        for i in rows:
            if chance >= 0.9 and revealed([i])[1] < 0.9:
                filled += 1
                right += value == original[i]
    values = sum(o >= 0 and r >= 0 for o, r in zip(original, released, strict=True))
    return values, filled, right, max(revealed(rows)[1] for rows in several)


@pytest.mark.parametrize("seed", range(60))
def test_the_draws_of_groups_are_those_of_plain_python(seed, monkeypatch) -> None:
    monkeypatch.setattr(together, "_CELLS", (4, 40, 4_000_000)[seed % 3])  # in small parts as well
    draw = random.Random(seed)
    values, records = draw.choice((2, 3, 5)), draw.randint(1, 120)
    prior, matrix = random_case(seed, values, zeros=draw.choice((0, 0.4)))
    groups = [draw.randint(-1, 25) for _ in range(records)]
    of_group = {g: draw.choices(range(values), prior)[0] for g in set(groups)}
    original = [of_group[g] if draw.random() > 0.002 else draw.randrange(values) for g in groups]
    original = [-1 if draw.random() < 0.1 else one for one in original]
    released = [-1 if one < 0 else draw.choices(range(values), matrix[one])[0] for one in original]
    arrays = [np.array(one, dtype=np.int64) for one in (original, released, groups)]
    found = draws_together(*arrays, prior, matrix, CONTEXT)
    expected = brute_force(original, released, groups, prior.tolist(), matrix.tolist())
    if expected is None:
        assert found is None
        return
    assert (found.records, found.filled, found.right) == expected[:3]
    assert found.largest == pytest.approx(expected[3], abs=1e-9)
    shown = found.values >= 0
    assert int(shown.sum()) == found.filled
    assert int((found.values[shown] == arrays[0][shown]).sum()) == found.right


def test_order_and_names_change_nothing() -> None:
    prior, matrix = random_case(5, 4, zeros=0)
    draw = np.random.default_rng(8)
    groups = np.arange(300) // 3
    original = draw.integers(0, 4, 100)[groups]
    released = np.where(draw.random(300) < 0.7, original, draw.integers(0, 4, 300))
    first = draws_together(original, released, groups, prior, matrix, CONTEXT)
    order, names = draw.permutation(300), draw.permutation(4)
    renamed = np.argsort(names)  # value i is now called renamed[i]
    other = draws_together(
        renamed[original][order],
        renamed[released][order],
        1000 - groups[order],
        prior[names],
        matrix[np.ix_(names, names)],
        CONTEXT,
    )
    assert first.filled > 0
    assert (other.records, other.filled, other.right) == (first.records, first.filled, first.right)
    assert other.largest == pytest.approx(first.largest, abs=1e-12)


def test_records_without_shared_values_or_groups_reveal_nothing() -> None:
    prior, matrix = np.array([0.5, 0.5]), np.array([[0.8, 0.2], [0.2, 0.8]])
    nobody = np.empty(0, dtype=np.int64)
    assert draws_together(nobody, nobody, nobody, prior, matrix, CONTEXT) is None
    alone = np.arange(6)
    drawn = np.array([0, 1] * 3)
    assert draws_together(drawn, drawn, alone, prior, matrix, CONTEXT) is None
    assert draws_together(drawn, drawn, alone // 2, prior, matrix, CONTEXT) is None  # members differ
    assert draws_together(drawn, drawn, np.full(6, -1), prior, matrix, CONTEXT) is None


def test_draws_that_cannot_be_of_one_value_reveal_nothing() -> None:
    """One group of forty has members of two values, and a matrix that keeps them all."""
    groups = np.arange(80) // 2
    original = np.arange(40)[groups] % 2
    original[0], original[1] = 0, 1
    found = draws_together(original, original, groups, np.array([0.5, 0.5]), np.eye(2), CONTEXT)
    assert (found.largest, found.filled) == (1, 0)  # their own draws are certain already


def test_cancelling_stops_the_work() -> None:
    context = JobContext(is_cancelled=lambda: True)
    drawn, groups = np.zeros(4, dtype=np.int64), np.arange(4) // 2
    with pytest.raises(Cancelled):
        draws_together(drawn, drawn, groups, np.array([0.5, 0.5]), np.eye(2), context)


def test_the_limits_of_a_share_of_groups_are_included() -> None:
    """19 of 20 groups with one value are enough, 18 of 19 are not."""
    prior, matrix = np.array([0.5, 0.5]), np.array([[0.8, 0.2], [0.2, 0.8]])
    for mixed, groups, wanted in ((1, 20, True), (1, 19, False)):
        rows = [0, 1] * mixed + list(
            itertools.chain.from_iterable((n % 2,) * 2 for n in range(groups - mixed))
        )
        original = np.array(rows)
        found = draws_together(original, original, np.arange(len(rows)) // 2, prior, matrix, CONTEXT)
        assert (found is not None) == wanted


def test_three_draws_of_a_household_by_hand() -> None:
    """Half of the values stay, of two equally frequent ones: 0.75, three times the same 27 / 28."""
    original, released, groups = np.repeat([0, 1], 3), np.array([0, 0, 0, 1, 0, 1]), np.repeat([7, 9], 3)
    prior, matrix = np.array([0.5, 0.5]), np.array([[0.75, 0.25], [0.25, 0.75]])
    found = draws_together(original, released, groups, prior, matrix, CONTEXT)
    assert found.largest == pytest.approx(27 / 28)
    assert (found.filled, found.right, found.values.tolist()) == (3, 3, [0, 0, 0, -1, -1, -1])
