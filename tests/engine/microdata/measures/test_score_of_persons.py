"""Linkage and intervals of persons with several records, by looking at every pair of records."""

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.person_pairs import PersonPairs
from sdc_desktop.engine.microdata.score import linked_by_distance, linked_by_probability, scored
from sdc_desktop.engine.microdata.score_weights import ScoreWeights

CONTEXT = JobContext()


def case(seed: int, records: int = 60):
    draw = np.random.default_rng(seed)
    own = draw.integers(0, 6, (records, 2)).astype(float)
    shown = own + draw.integers(-1, 2, (records, 2))
    return own, shown, draw.integers(-1, 15, records).astype(np.int32)


def over_persons(shares, persons) -> float:
    """The mean over persons of the mean over their records; records of nobody are alone."""
    groups = [np.flatnonzero(persons == one) for one in set(persons.tolist()) - {-1}]
    groups += [np.array([record]) for record in np.flatnonzero(persons == -1)]
    return float(np.mean([np.mean([shares[record] for record in group]) for group in groups]))


def same(persons, record):
    return [
        other for other in range(len(persons)) if other == record or persons[other] == persons[record] != -1
    ]


@pytest.mark.parametrize("seed", range(6))
def test_a_link_to_a_record_of_the_same_person_is_right(seed: int) -> None:
    own, shown, persons = case(seed)
    scale, mean = own.std(axis=0), own.mean(axis=0)
    one, other = (own - mean) / scale, (shown - mean) / scale
    shares = []
    for record in range(len(own)):
        distances = np.sqrt(((one - other[record]) ** 2).sum(axis=1))
        tied = np.flatnonzero(distances <= distances.min() * (1 + 1e-9) + 1e-12)
        shares.append(len(set(tied.tolist()) & set(same(persons, record))) / len(tied))
    found = linked_by_distance(own, shown, CONTEXT, PersonPairs.of(persons))
    assert found == pytest.approx(over_persons(shares, persons), rel=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_one_record_each_gives_the_shares_of_records(seed: int) -> None:
    own, shown, _ = case(seed)
    alone = np.random.default_rng(seed).permutation(len(own)).astype(np.int32)
    plain = scored(["a", "b"], own, shown, ScoreWeights(), CONTEXT)
    found = scored(["a", "b"], own, shown, ScoreWeights(), CONTEXT, alone)
    assert (found.dld, found.pld) == (pytest.approx(plain.dld), pytest.approx(plain.pld))
    assert found.id == pytest.approx(plain.id)
    assert found.information_loss == plain.information_loss


@pytest.mark.parametrize("seed", range(6))
def test_agreement_with_a_record_of_the_same_person_counts(seed: int) -> None:
    """All records of one person: whatever agrees best is right. Each of its own: those of records."""
    own, shown, persons = case(seed)
    codes = own.astype(np.int64) + 5, shown.astype(np.int64) + 5
    columns = [list(each.T) for each in codes]
    one = PersonPairs.of(np.zeros(len(own), dtype=np.int32))
    assert linked_by_probability(*columns, CONTEXT, one) == pytest.approx(1)
    some = linked_by_probability(*columns, CONTEXT, PersonPairs.of(persons))
    assert 0 < some <= 1


def test_repeating_all_records_of_a_person_leaves_intervals_as_they_are() -> None:
    """Twenty more equal records of one person do not make the interval around him narrower."""
    own = np.arange(100.0)[:, None]
    shown = own + np.where(np.arange(100) % 2, 3.0, -3.0)[:, None]
    persons = np.arange(100, dtype=np.int32)
    more = np.r_[np.arange(100), np.repeat(50, 20)]
    plain = scored(["a"], own, shown, ScoreWeights(), CONTEXT, persons)
    found = scored(["a"], own[more], shown[more], ScoreWeights(), CONTEXT, persons[more])
    assert found.id == pytest.approx(plain.id, abs=1.5)
    assert found.dld == pytest.approx(plain.dld)
