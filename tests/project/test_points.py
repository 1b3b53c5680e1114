"""Points always sum to 100, whatever is moved."""

from hypothesis import given
from hypothesis import strategies as st

from sdc_desktop.project.points import WHOLE, moved, points_of, shares_of

names = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=8, unique=True)


@st.composite
def shares(draw: st.DrawFn) -> dict[str, int]:
    variables = draw(names)
    return shares_of({name: draw(st.floats(0, 100)) for name in variables}, variables)


@given(shares())
def test_shares_sum_to_the_whole(found: dict[str, int]) -> None:
    assert sum(found.values()) == WHOLE
    assert all(share >= 0 for share in found.values())


@given(shares(), st.data())
def test_moving_keeps_the_sum_and_the_locked_ones(found: dict[str, int], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(found)))
    locked = data.draw(st.sets(st.sampled_from(sorted(found)))) - {name}
    wanted = data.draw(st.integers(-50, WHOLE + 50))
    after = moved(found, name, wanted, locked)
    assert list(after) == list(found)
    assert sum(after.values()) == WHOLE
    assert all(share >= 0 for share in after.values())
    assert all(after[other] == found[other] for other in locked)
    free = set(found) - locked - {name}
    room = WHOLE - sum(found[other] for other in locked)
    assert after[name] == (min(max(wanted, 0), room) if free else room)


@given(shares(), st.integers(0, WHOLE))
def test_moving_away_and_back_from_one_start_changes_nothing(found: dict[str, int], wanted: int) -> None:
    name = next(iter(found))
    assert moved(found, name, found[name]) == found
    assert sum(moved(found, name, wanted).values()) == WHOLE


@given(shares())
def test_points_in_a_plan_sum_to_100_and_come_back(found: dict[str, int]) -> None:
    points = points_of(found)
    assert abs(sum(points.values()) - 100) < 1e-9
    assert shares_of(points, list(found)) == found


def test_the_others_yield_in_proportion() -> None:
    assert moved({"a": 400, "b": 400, "c": 200}, "a", 700) == {"a": 700, "b": 200, "c": 100}


def test_others_without_points_share_equally_what_is_given_up() -> None:
    assert moved({"a": 1000, "b": 0, "c": 0}, "a", 500) == {"a": 500, "b": 250, "c": 250}


def test_nothing_moves_where_all_others_are_locked() -> None:
    assert moved({"a": 600, "b": 400}, "a", 100, {"b"}) == {"a": 600, "b": 400}


def test_absent_points_are_shared_equally_and_exactly() -> None:
    assert shares_of(None, ("a", "b", "c")) == {"a": 334, "b": 333, "c": 333}


def test_whole_points_stay_whole_numbers() -> None:
    points = points_of({"a": 600, "b": 400})
    assert points == {"a": 60, "b": 40}
    assert all(isinstance(value, int) for value in points.values())
