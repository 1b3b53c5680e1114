"""Levels and codings over all allocations of points: the source's table, and decisions one by one."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import from_table
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, DegreeBound
from sdc_desktop.engine.methods.recoding.anopi import engine as anopi
from sdc_desktop.engine.methods.recoding.anopi.maps import level_maps
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.source import Source
from tests.engine.methods.recoding.golden_anopi import CODINGS, LEVELS
from tests.support.data import microdata, patients

ALPHAS = (0.1, 0.3, 0.5, 0.7, 0.9)  # those of figures 6.2 to 6.6


@pytest.fixture(scope="module")
def counted():
    return anopi.counts(AnopiParams(), patients(), JobContext())


def maps_at(counted, alpha, **params):
    return level_maps(AnopiParams(alpha=alpha, **params), counted, "yob")


@pytest.mark.parametrize("row", LEVELS, ids=str)
def test_the_table_of_the_source_lies_on_the_surfaces(counted, row) -> None:
    alpha, q1, _, r1, _, *levels = row
    maps = maps_at(counted, alpha).maps
    found = [side[q1, r1] for name in ("yob", "ms") for side in (maps[name].utility, maps[name].privacy)]
    assert found == pytest.approx(levels, abs=0.005 + 1e-12)


@pytest.mark.parametrize("row", CODINGS, ids=str)
def test_the_codings_of_the_source_lie_on_the_maps(counted, row) -> None:
    alpha, q1, _, r1, _, *codings = row
    maps = maps_at(counted, alpha).maps
    assert [maps[name].level[q1, r1] for name in ("yob", "ms")] == codings


@pytest.mark.parametrize("alpha", ALPHAS)
def test_surfaces_are_those_that_the_source_describes(counted, alpha) -> None:
    """Utility follows the user's points alone, privacy the intruder's, each rising with its points."""
    found = maps_at(counted, alpha)
    own, rest = found.points, 100 - found.points
    income = sum(counted.variable(name).entropies[0] for name in ("yob", "ms"))
    for name, points in (("yob", own), ("ms", rest)):
        shown = found.maps[name]
        utility, privacy = (weight * points**2 / 100 * income for weight in (alpha, 1 - alpha))
        assert shown.utility == pytest.approx(np.tile(utility[:, None], 101))
        assert shown.privacy == pytest.approx(np.tile(privacy, (101, 1)))


def test_utility_rises_and_privacy_falls_with_its_weight(counted) -> None:
    surfaces = [maps_at(counted, alpha).maps["yob"] for alpha in ALPHAS]
    for less, more in pairwise(surfaces):
        assert np.all(less.utility <= more.utility)
        assert np.all(less.privacy >= more.privacy)


def three_variables() -> Source:
    rng = np.random.default_rng(5)
    columns = {name: [str(n) for n in rng.integers(0, 8, 60)] for name in "abc"}
    rows = [(str(n), str(n // 2), str(n // 4)) for n in range(8)]
    hierarchies = {name: from_table(name, rows, ("one", "two", "four"), "h.csv") for name in columns}
    return Source(microdata(columns, dict.fromkeys(columns, "key")), hierarchies)


THREE = anopi.counts(AnopiParams(), three_variables(), JobContext())


@settings(max_examples=80, deadline=None)
@given(
    alpha=st.sampled_from([0.0, 0.2, 0.5, 0.77, 1.0]),
    cell=st.tuples(st.integers(0, 20), st.integers(0, 20)),
    others=st.sampled_from([(30, 70), (50, 50), (0, 100)]),
    bounded=st.sampled_from(["", "utility", "privacy", "degree", "much"]),
)
def test_every_cell_is_the_decision_for_its_points(alpha, cell, others, bounded) -> None:
    shown = {"a": 0, "b": others[0], "c": others[1]}
    bounds = {
        "": {},
        "utility": {"min_utility": {"a": 8.0}},
        "privacy": {"min_privacy": {"b": 5.0}, "min_utility": {"c": 3.0}},
        "degree": {"min_utility": {"a": DegreeBound(degree=2)}, "min_privacy": {"c": DegreeBound(degree=3)}},
        "much": {"min_utility": {"a": 60.0}, "min_privacy": {"b": 25.0}},
    }[bounded]
    spec = AnopiParams(alpha=alpha, user_points=shown, intruder_points=shown, **bounds)
    maps = level_maps(spec, THREE, "a", steps=21).maps
    sides = {}
    for key, place in zip(("user_points", "intruder_points"), cell, strict=True):
        own = 5.0 * place
        rest = [(100 - own) * share / 100 for share in others]
        sides[key] = {"a": own, "b": rest[0], "c": rest[1]}
    try:
        result = anopi.decide(spec.model_copy(update=sides), THREE)
    except Refused:
        assert min(maps[name].level[cell] for name in "abc") == 0
        return
    for name in "abc":
        assert maps[name].level[cell] == result.codings[name].level
        best = result.levels[name]
        assert (maps[name].utility[cell], maps[name].privacy[cell]) == pytest.approx(
            (best.utility, best.privacy)
        )


def test_a_microaggregated_variable_has_levels_but_no_coding() -> None:
    spec = AnopiParams(technique={"b": "microaggregation"})
    maps = level_maps(spec, THREE, "a").maps
    assert maps["b"].level is None
    assert maps["b"].utility == pytest.approx(level_maps(AnopiParams(), THREE, "a").maps["b"].utility)


def test_a_variable_alone_has_no_map() -> None:
    data = three_variables().data
    alone = [type(v)(v.name, "key" if v.name == "a" else "other") for v in data.variables]
    source = three_variables().with_data(data.with_variables(alone))
    counted = anopi.counts(AnopiParams(), source, JobContext())
    with pytest.raises(ValueError, match="nobody to share"):
        level_maps(AnopiParams(), counted, "a")
    with pytest.raises(KeyError):
        level_maps(AnopiParams(), counted, "b")
