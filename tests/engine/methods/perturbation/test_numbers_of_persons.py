"""Noise, rounding, top coding and rank swapping of persons with several records."""

from collections import defaultdict
from pathlib import Path

import pytest

from sdc_desktop.engine.problems import Refused
from tests.engine.methods.episodes import episodes, roles_without_persons, run

PAY = {"variables": ["pay"]}


def wide(seed: int) -> list[tuple[str, ...]]:
    """With a second number instead of the illness; it varies within persons."""
    return [(*row[:3], str(n % 7), row[4], row[5]) for n, row in enumerate(episodes(seed))]


def alike(rows, drawn) -> bool:
    """Whether equal numbers of a person are equal in the released file."""
    became = defaultdict(set)
    for row, new in zip(rows, drawn, strict=True):
        became[row[0], row[4]].add(new["pay"])
    return all(len(values) == 1 for values in became.values())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("kind", "params"),
    [
        ("noise", PAY | {"amount": 0.9}),
        ("rounding", PAY | {"method": "random", "base": 4}),
        ("rounding", PAY | {"base": 4}),
    ],
)
def test_equal_numbers_of_a_person_change_alike(tmp_path: Path, seed: int, kind: str, params: dict) -> None:
    rows = episodes(seed)
    _, drawn = run(tmp_path / "a", rows, kind, params)
    assert alike(rows, drawn)
    assert any(row[4] != new["pay"] for row, new in zip(rows, drawn, strict=True))


def test_numbers_written_differently_are_equal(tmp_path: Path) -> None:
    rows = [("p1", "f", "W0", "s", text, "h1") for text in ("5", "5.0", "05", "7")] * 3
    rows += [(f"p{n}", "f", "W0", "s", str(n), "h1") for n in range(12, 19)]
    _, drawn = run(tmp_path / "a", rows, "noise", PAY | {"amount": 1})
    fives = [new["pay"] for row, new in zip(rows, drawn, strict=True) if float(row[4]) == 5]
    assert len(fives) == 9
    assert len(set(fives)) == 1


def test_one_draw_for_all_values_keeps_the_differences_of_a_person(tmp_path: Path) -> None:
    rows = episodes(3)
    _, drawn = run(tmp_path / "a", rows, "noise", PAY | {"amount": 2, "draws": "person"})
    moved = defaultdict(set)
    for row, new in zip(rows, drawn, strict=True):
        moved[row[0]].add(float(new["pay"]) - float(row[4]))
    assert all(len(values) == 1 for values in moved.values())
    assert len({next(iter(values)) for values in moved.values()}) > 2


def test_correlated_noise_by_value_is_refused(tmp_path: Path) -> None:
    """It adds the noise of one variable to another, which would change equal values differently."""
    rows, params = wide(1), {"variables": ["pay", "ill"], "method": "correlated", "amount": 0.9}
    with pytest.raises(Refused) as refused:
        run(tmp_path / "a", rows, "noise", params, levels=("pay", "ill"))
    assert [one.code for one in refused.value.problems] == ["perturb.correlated_by_value"]
    _, drawn = run(tmp_path / "b", rows, "noise", params | {"draws": "person"}, levels=("pay", "ill"))
    assert alike(rows, drawn)


def test_means_beyond_a_bound_are_those_of_three_persons(tmp_path: Path) -> None:
    rows = [(f"p{n % 5}", "f", "W0", "s", str(n % 5), "h1") for n in range(30)]
    params = {"bounds": {"pay": {"top": 2}}, "replacement": "mean"}
    with pytest.raises(Refused) as refused:
        run(tmp_path / "a", rows, "top_code", params)
    assert [(one.code, one.params["persons"]) for one in refused.value.problems] == [
        ("perturb.few_beyond", 2)
    ]
    _, drawn = run(tmp_path / "b", rows, "top_code", params | {"bounds": {"pay": {"top": 1}}})
    assert {new["pay"] for new in drawn} == {"0", "1", "3"}
    _, drawn = run(tmp_path / "c", rows, "top_code", params | {"replacement": "bound"})
    assert {new["pay"] for new in drawn} == {"0", "1", "2"}


def test_numbers_of_persons_are_swapped_by_persons(tmp_path: Path) -> None:
    rows = [(f"p{n % 12}", "f", "W0", "s", str(n % 12), "h1") for n in range(12 * 9) if n % 12 > 2 or n < 12]
    _, drawn = run(tmp_path / "a", rows, "swap", PAY | {"range": 20})
    got = defaultdict(set)
    for row, new in zip(rows, drawn, strict=True):
        got[row[0]].add(int(new["pay"]))
    assert all(len(values) == 1 for values in got.values())
    assert sorted(next(iter(values)) for values in got.values()) == list(range(12))
    assert all(abs(next(iter(values)) - int(person[1:])) <= 2 for person, values in got.items())


@pytest.mark.parametrize("seed", range(4))
def test_records_of_a_person_are_not_swapped_with_one_another(tmp_path: Path, seed: int) -> None:
    """Each value is of one record, so that the file shows where it went."""
    rows = [(*row[:4], str(n), row[5]) for n, row in enumerate(episodes(seed, persons=6, most=6))]
    _, drawn = run(tmp_path / "a", rows, "swap", PAY | {"range": 60})
    moved = [(n, int(new["pay"])) for n, new in enumerate(drawn)]
    assert sorted(value for _, value in moved) == list(range(len(rows)))
    assert any(n != value for n, value in moved)
    assert all(n == value or rows[n][0] != rows[value][0] for n, value in moved)


@pytest.mark.parametrize(
    ("kind", "params"),
    [
        ("noise", PAY | {"draws": "person"}),
        ("rounding", PAY | {"method": "random", "base": 4}),
        ("swap", PAY | {"range": 20}),
        ("top_code", {"bounds": {"pay": {"top": 8}}, "replacement": "mean"}),
    ],
)
def test_one_record_each_gives_the_same_file_as_without_the_role(
    tmp_path: Path, kind: str, params: dict
) -> None:
    rows = [(f"p{n}", *row[1:]) for n, row in enumerate(episodes(1))]
    one, file = run(tmp_path / "a", rows, kind, params)
    other, plain = run(tmp_path / "b", rows, kind, params, roles=roles_without_persons())
    assert file == plain
    one["result"].pop("persons")
    other["result"].pop("persons")
    assert one["result"] == other["result"]
