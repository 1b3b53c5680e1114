"""The levels of least score U against an enumeration of all levels, and bounds against all suppressions."""

from itertools import product

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import from_table
from sdc_desktop.engine.microdata.recoding import recoding_counts
from sdc_desktop.engine.microdata.suppression.suppression import Treatment, released_classes
from sdc_desktop.engine.proposals import least_score
from sdc_desktop.engine.proposals.least_score import key_score, searched
from sdc_desktop.engine.source import Source
from tests.support.data import microdata

CONTEXT = JobContext()
TOWN = (("a", "n", "*"), ("b", "n", "*"), ("c", "s", "*"), ("d", "s", "*"))
SEX = (("m", "*"), ("f", "*"))


def source(seed: int, records: int) -> Source:
    draws = np.random.default_rng(seed)
    columns = {
        "town": ["abcd"[place] for place in draws.choice(4, records, p=[0.45, 0.3, 0.2, 0.05])],
        "sex": ["mf"[place] for place in draws.integers(2, size=records)],
        "more": ["pqr"[place] for place in draws.choice(3, records, p=[0.6, 0.3, 0.1])],
    }
    hierarchies = {
        "town": from_table("town", TOWN, ("town", "part", "all"), "town.csv"),
        "sex": from_table("sex", SEX, ("sex", "all"), "sex.csv"),
    }
    return Source(microdata(columns, dict.fromkeys(columns, "key")), hierarchies)


@pytest.mark.parametrize("seed", range(6))
def test_it_is_the_least_of_all_levels(seed: int) -> None:
    own = source(seed, 30)
    counts = recoding_counts(own, own.data.names, CONTEXT)
    found = searched(counts, 3, CONTEXT)
    assert found is not None
    scores = []
    for levels in product(range(3), range(2), range(1)):
        classes = least_score._classes(counts, levels)
        rare = least_score._suppressed(classes, 3, CONTEXT)
        if rare is not None:
            scores.append(key_score(counts, levels, classes, rare.treatment))
    assert found.score == pytest.approx(min(scores), abs=1e-12)
    assert 0 <= found.bound <= found.score


def test_no_suppression_goes_below_the_bound() -> None:
    own = source(3, 9)
    counts = recoding_counts(own, ("town", "sex"), CONTEXT)
    found = searched(counts, 2, CONTEXT)
    assert found is not None
    parts = [least_score._Parts.of(counts, place) for place in range(2)]
    for levels in product(range(3), range(2)):
        classes = released_classes(counts, dict(zip(("town", "sex"), levels, strict=True)))
        rows = np.arange(len(classes.sizes))
        for picked in product((False, True), repeat=2 * len(rows)):
            cells = np.array(picked).reshape(-1, 2)
            shown = np.where(cells, -1, classes.codes)
            _, numbers = np.unique(shown, axis=0, return_inverse=True)
            sizes = np.bincount(numbers.reshape(-1), classes.sizes)
            score = key_score(counts, levels, classes, Treatment(rows, cells, classes.sizes))
            rare = int(classes.sizes[classes.sizes < 2].sum())
            assert score >= least_score.bound_of(parts, levels, 0) - 1e-12
            if sizes.min() >= 2:
                assert score >= least_score.bound_of(parts, levels, rare) - 1e-12
                assert score >= found.bound - 1e-12
