"""Techniques compared where their answers are as wrong."""

from types import SimpleNamespace

import pytest

from sdc_desktop.engine.methods.curves.cae_experiment.engine import at_equal_error


def made(technique: str, *points: tuple[float | None, float, float]):
    return SimpleNamespace(
        technique=technique,
        utility=[SimpleNamespace(parameter=place, error=point[0]) for place, point in enumerate(points)],
        points=[
            SimpleNamespace(parameter=place, h0=h0, area=area)
            for place, (_, most, widest) in enumerate(points)
            for h0, area in ((9.0, 99.0), (most, widest))  # the last is of somebody who knows most
        ],
    )


def test_at_the_middle_of_the_errors_that_all_reach_both_are_read_between_their_points() -> None:
    found = at_equal_error([made("sampling", (4, 4, 40), (0, 0, 0)), made("noise", (2, 1, 10), (6, 5, 50))])
    assert found.error == 3
    assert (found.left["sampling"].h0, found.left["sampling"].area) == pytest.approx((3, 30))
    assert (found.left["noise"].h0, found.left["noise"].area) == pytest.approx((2, 20))


@pytest.mark.parametrize(
    "results",
    [
        [made("sampling", (1, 1, 1))],
        [made("sampling", (1, 1, 1)), made("noise", (2, 1, 1), (3, 1, 1))],
        [made("sampling", (1, 1, 1)), made("noise", (None, 1, 1))],
    ],
)
def test_where_no_error_is_common_nothing_is_compared(results) -> None:
    assert at_equal_error(results) is None
