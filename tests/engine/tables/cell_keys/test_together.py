"""What an intruder guesses with the rest of the table: against enumeration, and as often right as it says."""

import numpy as np
import pytest

from sdc_desktop.engine.context import Cancelled, JobContext
from sdc_desktop.engine.tables.cell_keys import together
from sdc_desktop.engine.tables.cell_keys.perturbation_table import PerturbationTable, made
from sdc_desktop.engine.tables.cell_keys.together import guesses, prior_of
from sdc_desktop.engine.tables.dimension import from_levels
from sdc_desktop.engine.tables.relations import product_relations, relations_of

NOISE = made(2.0, 5, monotone=True)
PARTS = 2**32
_FINE = 2000


def interval(table: PerturbationTable, true: int, published: int) -> tuple[float, float] | None:
    """The keys that lead from a count to another."""
    place = min(true, table.last)
    at = np.flatnonzero(table.noise[place] == published - true)
    if not len(at):
        return None
    ends = np.concatenate([[0.0], table.ends[place]])
    return float(ends[at[0]]), float(ends[at[0] + 1])


def density(keys: tuple[float, float] | None, empty: bool) -> np.ndarray:
    """The density of keys within an interval on a fine circle; of a cell without records all at 0."""
    if empty:
        return np.eye(1, _FINE)[0]
    grid = (np.arange(_FINE) + 0.5) / _FINE
    return ((grid >= keys[0]) & (grid < keys[1])) / _FINE


def by_enumeration(true, published, table: PerturbationTable, cell: int) -> np.ndarray:
    """Of two parts and their total (cells 0, 1, 2): the probabilities of the counts of a part, by trying all
    pairs of true counts and all keys.
    """
    prior = prior_of(true, 200)
    found = np.zeros(40)
    for first in range(40):
        for second in range(40):
            ways = [interval(table, first, published[0]), interval(table, second, published[1])]
            whole = interval(table, first + second, published[2])
            if None in ways or whole is None:
                continue
            keys = [density(way, not count) for way, count in zip(ways, (first, second), strict=True)]
            joint = np.real(np.fft.ifft(np.fft.fft(keys[0]) * np.fft.fft(keys[1])))
            inside = density(whole, False) * _FINE if first + second else np.ones(_FINE)
            found[(first, second)[cell]] += prior[first] * prior[second] * (joint @ inside)
    return found / found.sum()


@pytest.mark.parametrize(
    ("true", "published"),
    [((3, 4, 7), (4, 3, 8)), ((2, 0, 2), (3, 0, 3)), ((1, 6, 7), (2, 6, 6)), ((2, 3, 5), (5, 1, 2))],
)
def test_two_parts_and_their_total_are_guessed_as_by_enumeration(true, published) -> None:
    """With few cells the prior is broad: the whole distribution of counts counts."""
    random = np.random.default_rng(1)
    others = np.minimum(random.geometric(0.25, 300), 30)
    all_true = np.concatenate([true, others])
    all_published = np.concatenate([published, np.zeros(300, dtype=np.int64)])
    relations = relations_of(303, [((2, 0, 1), (-1, 1, 1))])
    found = guesses(all_true, all_published, relations, NOISE, JobContext())
    for cell in (0, 1):
        if not 1 <= published[cell] <= 10:
            continue
        expected = by_enumeration(all_true, published, NOISE, cell)
        assert found[cell].probability == pytest.approx(expected[1:11].max(), abs=0.02)
        assert found[cell].count == int(expected[1:11].argmax()) + 1


def a_table(random: np.random.Generator, rows: int, columns: int, mean: float):
    """Counts of a two-way table with its margins, their keys, and its relations."""
    names = [[f"r{place}" for place in range(rows)], [f"c{place}" for place in range(columns)]]
    dimensions = [from_levels(name, [[labels]], "T") for name, labels in zip("rc", names, strict=True)]
    inner = np.ix_(
        *([d.places[label] for label in labels] for d, labels in zip(dimensions, names, strict=True))
    )
    found = []
    counts = random.poisson(random.gamma(1, mean, size=(rows, columns)))
    keys = np.array([[int(random.integers(0, PARTS, one).sum()) for one in row] for row in counts])
    for values in (counts, keys):
        whole = np.zeros((rows + 1, columns + 1), dtype=np.int64)
        totals = [dimension.places["T"] for dimension in dimensions]
        whole[inner] = values
        whole[totals[0], :] = whole.sum(axis=0)
        whole[:, totals[1]] = whole.sum(axis=1)
        found.append(whole.ravel())
    return found[0], found[1] % PARTS, product_relations(dimensions)


@pytest.mark.parametrize(
    ("rows", "columns", "mean", "tables"),
    [(2, 2, 3.0, 500), (6, 5, 3.0, 60), (3, 8, 1.0, 80), (3, 60, 4.0, 12)],
)
def test_guesses_are_right_as_often_as_they_say_and_more_often_than_from_the_count_alone(
    rows, columns, mean, tables
) -> None:
    """Tables with real keys of records: 3 standard errors of the share of right guesses, and 0.02."""
    random = np.random.default_rng(7)
    text, alone, right = [], [], []
    for _ in range(tables):
        true, keys, relations = a_table(random, rows, columns, mean)
        published = true + NOISE.noise_of(true, keys, PARTS)
        for cell, guess in guesses(true, published, relations, NOISE, JobContext()).items():
            text.append(guess.probability)
            alone.append(guess.alone)
            right.append(guess.count == true[cell])
    share = float(np.mean(right))
    error = 3 * np.sqrt(share * (1 - share) / len(right)) + 0.02
    assert len(right) > 900
    assert share == pytest.approx(float(np.mean(text)), abs=error)
    assert float(np.mean(text)) > float(np.mean(alone))
    sure = [hit for hit, probability in zip(right, text, strict=True) if probability > 0.7]
    assert np.mean(sure) > 0.7


def test_relations_with_many_parts_are_guessed_alike_by_both_ways(monkeypatch) -> None:
    true, keys, relations = a_table(np.random.default_rng(3), 4, 48, 4.0)
    published = true + NOISE.noise_of(true, keys, PARTS)
    exact = guesses(true, published, relations, NOISE, JobContext())
    monkeypatch.setattr(together, "_MOST_PARTS", 10)
    normal = guesses(true, published, relations, NOISE, JobContext())
    assert exact.keys() == normal.keys()
    away = [abs(exact[cell].probability - normal[cell].probability) for cell in exact]
    assert max(away) < 0.03


def test_only_small_counts_are_guessed_and_a_table_without_any_is_examined_at_once() -> None:
    relations = relations_of(3, [((2, 0, 1), (-1, 1, 1))])
    assert guesses(np.array([50, 60, 110]), np.array([52, 58, 111]), relations, NOISE, JobContext()) == {}
    found = guesses(np.array([5, 60, 65]), np.array([4, 58, 66]), relations, NOISE, JobContext())
    assert list(found) == [0]


def test_examining_can_be_stopped() -> None:
    true, keys, relations = a_table(np.random.default_rng(3), 12, 12, 4.0)
    published = true + NOISE.noise_of(true, keys, PARTS)
    with pytest.raises(Cancelled):
        guesses(true, published, relations, NOISE, JobContext(is_cancelled=lambda: True))


def test_the_order_of_cells_does_not_matter() -> None:
    true, keys, relations = a_table(np.random.default_rng(5), 5, 6, 3.0)
    published = true + NOISE.noise_of(true, keys, PARTS)
    order = np.random.default_rng(6).permutation(len(true))
    places = np.argsort(order)
    moved = guesses(true[order], published[order], relations.moved(places, len(true)), NOISE, JobContext())
    for cell, guess in guesses(true, published, relations, NOISE, JobContext()).items():
        assert moved[int(places[cell])].probability == pytest.approx(guess.probability, abs=1e-9)
