"""What samples, noise and released files tell of each record, against the source's formulas."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distribution import distribution
from sdc_desktop.engine.information.equivocation import exact_curve
from sdc_desktop.engine.information.equivocation_rows import widths_of
from sdc_desktop.engine.methods.curves.cae_experiment.cases import (
    beliefs_from_noise,
    beliefs_from_sample,
    matches,
    most_noise,
    noisy,
    sample,
)
from sdc_desktop.engine.methods.curves.cae_experiment.exposure import (
    Beliefs,
    beliefs_from_intervals,
    groups_of,
    known_sets,
    means,
    subsets_wanted,
)
from sdc_desktop.engine.methods.curves.cae_experiment.range_queries import Known, matched_means
from sdc_desktop.engine.methods.curves.cae_experiment.synthetic import ATTRIBUTES, DOMAINS, survey

CONTEXT = JobContext()
SMALL = st.tuples(st.integers(0, 10**6), st.integers(1, 25))


def drawn(seed: int, records: int, domain: int = 6):
    """Places in the domain, and two known attributes, of some records."""
    chance = np.random.default_rng(seed)
    codes = [chance.integers(0, size, records) for size in (3, 2)]
    return chance.integers(0, domain, records), codes, chance


# ----- sampling


def test_a_sample_has_its_percentage_of_records_halves_rounded_up() -> None:
    chance = np.random.default_rng(0)
    assert [len(sample(50, percent, chance)) for percent in (5, 10, 100)] == [3, 5, 50]
    found = sample(100, 30, chance)
    assert (np.diff(found) > 0).all()


@given(SMALL, st.integers(0, 100))
def test_what_a_sample_tells_is_the_formula_of_the_source(case, percent) -> None:
    values, codes, chance = drawn(*case)
    sampled = sample(len(values), percent, chance)
    shown = beliefs_from_sample(values, 6, sampled)
    for value in np.unique(codes[0]):
        matching = np.flatnonzero(codes[0] == value)
        seen = np.intersect1d(matching, sampled)
        frequencies = np.bincount(values[seen], minlength=6)
        formula = frequencies / len(matching) + (len(matching) - len(seen)) / len(matching) / 6
        assert shown.table[shown.kinds[matching]].mean(axis=0) == pytest.approx(formula, abs=1e-12)


# ----- noise


@pytest.mark.parametrize(
    ("percent", "domain", "most"),
    [(10, 25, 2), (20, 25, 4), (40, 25, 10), (60, 25, 14), (80, 25, 20), (50, 3, 2), (25, 5, 2), (24, 5, 0)],
)
def test_the_amount_of_noise_is_the_nearest_even_number_halves_up(percent, domain, most) -> None:
    assert most_noise(percent, domain) == most


@given(SMALL, st.integers(0, 5))
def test_noise_tells_the_values_it_may_have_come_from(case, half) -> None:
    values, _, chance = drawn(*case)
    released = noisy(values, 2 * half, chance)
    assert (np.abs(released - values) <= half).all()
    uniform = beliefs_from_noise(released, 2 * half, 6, "uniform")
    weighted = beliefs_from_noise(released, 2 * half, 6, "binomial")
    for record, place in enumerate(released):
        possible = np.array([abs(place - value) <= half for value in range(6)])
        assert uniform.table[uniform.kinds[record]] == pytest.approx(possible / possible.sum(), abs=1e-12)
        chances = [comb(2 * half, place - v + half) if abs(place - v) <= half else 0 for v in range(6)]
        bayes = np.array(chances) / sum(chances)
        assert weighted.table[weighted.kinds[record]] == pytest.approx(bayes, abs=1e-12)


def test_noise_is_binomial_and_may_leave_the_domain() -> None:
    released = noisy(np.zeros(20_000, dtype=np.int64), 4, np.random.default_rng(5))
    shares = np.bincount(released + 2, minlength=5) / 20_000
    assert shares == pytest.approx([comb(4, step) / 16 for step in range(5)], abs=0.01)
    assert released.min() == -2


def test_intervals_are_uniform_between_their_ends() -> None:
    shown = beliefs_from_intervals(np.array([0, 2, 0]), np.array([3, 2, 3]), 5)
    assert shown.table[shown.kinds].tolist() == [[0.25] * 4 + [0], [0, 0, 1, 0, 0], [0.25] * 4 + [0]]


# ----- averages


def plain_means(shown: Beliefs, groups, values, sets) -> list[tuple[float, float]]:
    """H0 and A of each set, group after group, each by its own curve."""
    found = []
    for codes in sets:
        keys = sorted(set(zip(*codes, strict=True))) if codes else [()]
        figures = []
        for key in keys:
            members = [r for r in range(len(shown.kinds)) if tuple(code[r] for code in codes) == key]
            row = shown.table[shown.kinds[members]].mean(axis=0)
            curve = exact_curve(distribution(values, row), CONTEXT)
            figures.append((curve.h0, curve.area))
        found.append(tuple(np.mean(figures, axis=0)))
    return found


@given(SMALL, st.integers(0, 100))
def test_averages_weigh_every_value_combination_the_same(case, percent) -> None:
    places, codes, chance = drawn(*case)
    domain = np.array([1.0, 3, 8, 9, 9.5, 20])
    shown = beliefs_from_sample(places, 6, sample(len(places), percent, chance))
    sets = [(), (0,), (1,), (0, 1)]
    groups = [groups_of(codes, subset, len(places)) for subset in sets]
    found = means(shown, groups, widths_of(domain), CONTEXT)
    plain = plain_means(shown, groups, domain, [[codes[i] for i in subset] for subset in sets])
    assert list(zip(found.h0, found.area, strict=True)) == [pytest.approx(each, abs=1e-9) for each in plain]


def test_large_groups_of_many_kinds_are_averaged_as_small_ones_are() -> None:
    chance = np.random.default_rng(8)
    table = chance.dirichlet(np.ones(5), 300)
    shown = Beliefs(chance.integers(0, 300, 4_000), table)
    groups = [groups_of([], (), 4_000)]
    found = means(shown, groups, widths_of(np.arange(5.0)), CONTEXT)
    row = table[shown.kinds].mean(axis=0)
    assert found.h0[0] == pytest.approx(exact_curve(distribution(np.arange(5.0), row), CONTEXT).h0, abs=1e-10)


def test_every_set_of_a_size_is_known_once_and_names_are_one_set() -> None:
    entries = known_sets([0, 2, ("c", "a")], ["a", "b", "c"])
    assert [entry.subsets for entry in entries] == [((),), ((0, 1), (0, 2), (1, 2)), ((0, 2),)]
    assert subsets_wanted([0, 2, ("c", "a")], ["a", "b", "c"]) == 5
    assert subsets_wanted(list(range(7)), ATTRIBUTES) == 64


# ----- matching in the released file


@given(SMALL, st.integers(0, 2), st.booleans())
def test_matching_in_the_released_file_looks_at_every_record_that_fits(case, half, remainder) -> None:
    places, codes, chance = drawn(*case)
    released = [noisy(code, 2 * half, chance) for code in codes]
    kept = np.flatnonzero(chance.random(len(places)) < 0.7)  # some are not released
    shown = Beliefs(places[kept], np.eye(6))
    known = []
    for code, moved in zip(codes, released, strict=True):
        seen, number = np.unique(moved[kept], return_inverse=True)
        known.append(Known(code, number, matches(np.arange(3), seen, 2 * half)))
    unknown = np.full(6, 1 / 6)
    groups = groups_of(codes, (0, 1), len(places))
    if not remainder and half < 2:
        return  # then nobody may fit, which files without noise on everybody do not know
    found = matched_means(shown, known, [groups], unknown, widths_of(np.arange(6.0)), CONTEXT)
    figures = []
    for key in sorted(set(zip(*codes, strict=True))):
        original = sum(tuple(code[r] for code in codes) == key for r in range(len(places)))
        fitting = [r for r in kept if all(abs(m[r] - k) <= half for m, k in zip(released, key, strict=True))]
        total = np.bincount(places[fitting], minlength=6) + max(original - len(fitting), 0) * unknown
        curve = exact_curve(distribution(np.arange(6.0), total, normalise=True), CONTEXT)
        figures.append((curve.h0, curve.area))
    assert (found.h0[0], found.area[0]) == pytest.approx(tuple(np.mean(figures, axis=0)), abs=1e-9)


def test_no_noise_matches_as_the_original_does() -> None:
    places, codes, _ = drawn(11, 40)
    shown = Beliefs(places, np.eye(6))
    known = [Known(code, code, matches(np.arange(3), np.arange(3), 0)) for code in codes]
    groups = [groups_of(codes, (0, 1), 40)]
    widths = widths_of(np.arange(6.0))
    first, second = (
        means(shown, groups, widths, CONTEXT),
        matched_means(shown, known, groups, None, widths, CONTEXT),
    )
    assert first.area == pytest.approx(second.area, abs=1e-12)


# ----- synthetic data


def test_the_synthetic_survey_has_the_attributes_of_the_source() -> None:
    columns = survey(0).columns
    sizes = {"salary": 25, "age": 69, "sex": 2, "education": 16, "industry": 18, "occupation": 25}
    assert {name: len(DOMAINS[name]) for name in sizes} == sizes
    assert len(DOMAINS["travel time"]) == 177
    assert all(len(column) == 2_500 for column in columns.values())
    assert all(np.isin(column, DOMAINS[name]).all() for name, column in columns.items())
    assert np.corrcoef(columns["education"], columns["salary"])[0, 1] > 0.3


def test_the_synthetic_survey_is_drawn_from_its_seed() -> None:
    first, again, other = survey(5), survey(5), survey(6)
    assert all((first.columns[name] == again.columns[name]).all() for name in first.columns)
    assert any((first.columns[name] != other.columns[name]).any() for name in first.columns)
