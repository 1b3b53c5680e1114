"""ANOPI gives the tables of its source (Zielinski 2010) on the source's own data."""

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi import engine as anopi
from tests.engine.methods.recoding.golden_anopi import CODINGS, LEVELS
from tests.support.data import patients


@pytest.fixture(scope="module")
def counted():
    return anopi.counts(AnopiParams(), patients(), JobContext())


def params(alpha, q1, q2, r1, r2) -> AnopiParams:
    return AnopiParams(alpha=alpha, user_points={"yob": q1, "ms": q2}, intruder_points={"yob": r1, "ms": r2})


@pytest.mark.parametrize("row", LEVELS, ids=str)
def test_levels_are_those_of_the_source_to_half_a_unit_of_the_last_place(counted, row) -> None:
    levels = anopi.decide(params(*row[:5]), counted).levels
    found = (levels["yob"].utility, levels["yob"].privacy, levels["ms"].utility, levels["ms"].privacy)
    assert found == pytest.approx(row[5:], abs=0.005 + 1e-12)


@pytest.mark.parametrize("row", CODINGS, ids=str)
def test_codings_are_those_of_the_source(counted, row) -> None:
    codings = anopi.decide(params(*row[:5]), counted).codings
    assert (codings["yob"].level, codings["ms"].level) == row[5:]


@pytest.mark.parametrize(
    ("alpha", "utility", "privacy", "coding"),
    [(0.25, 33.76, 101.27, 6), (0.5, 67.51, 67.51, 4), (0.75, 101.27, 33.76, 3)],
)
def test_one_variable_alone_spends_the_whole_income(alpha, utility, privacy, coding) -> None:
    source = patients()
    data = source.data.with_variables(
        [v if v.name == "yob" else type(v)(v.name) for v in source.data.variables]
    )
    one = AnopiParams(alpha=alpha, user_points={"yob": 100}, intruder_points={"yob": 100})
    result = anopi.decide(one, anopi.counts(one, source.with_data(data), JobContext()))
    level = result.levels["yob"]
    assert (level.utility, level.privacy) == pytest.approx((utility, privacy), abs=0.005 + 1e-12)
    assert result.codings["yob"].level == coding


def test_points_of_sixty_and_forty_give_the_fourth_and_the_second_coding(counted) -> None:
    result = anopi.decide(params(0.5, 60, 40, 60, 40), counted)
    assert (result.codings["yob"].level, result.codings["ms"].level) == (4, 2)
    found = [(round(level.utility, 2), round(level.privacy, 2)) for level in result.levels.values()]
    assert found == [(33.69, 33.69), (14.97, 14.97)]


def test_released_levels_are_those_of_the_chosen_codings(counted) -> None:
    result = anopi.decide(params(0.5, 60, 40, 60, 40), counted)
    for name, choice in result.codings.items():
        coding = result.candidates[name][choice.level - 1]
        assert (result.released[name].utility, result.released[name].privacy) == (
            coding.utility,
            coding.privacy,
        )
