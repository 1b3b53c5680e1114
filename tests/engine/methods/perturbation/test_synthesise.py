"""Synthetic records: donors from leaves, distributions kept, nothing of a person copied knowingly."""

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import sdc_desktop.engine as sdc
from sdc_desktop.engine.methods.perturbation.synthesise.engine import _of_leaves as of_leaves
from tests.support.secret import digits

HEAD = ("id", "region", "age", "pay", "ill", "w")


def people(records: int = 600, seed: int = 1) -> list[tuple[str, ...]]:
    drawn = random.Random(seed)
    rows = []
    for number in range(records):
        region = drawn.choice("nsew")
        age = drawn.randrange(18, 90)
        pay = "" if drawn.random() < 0.1 else f"{1000 + 30 * age + drawn.gauss(0, 100):.2f}"
        ill = "flu" if region in "ns" and drawn.random() < 0.8 else drawn.choice(("gout", "cold"))
        rows.append((f"p{number}", region, str(age), pay, ill, "2.5"))
    return rows


def synthetic(
    folder: Path, rows: list[tuple[str, ...]], secret: int = 1, **params: object
) -> tuple[sdc.JobOutcome, list[str], list[list[str]]]:
    data = folder / "people.csv"
    data.write_text("\n".join(map(",".join, (HEAD, *rows))) + "\n")
    records = sdc.read(
        data,
        keys=["region", "age"],
        sensitive=["ill"],
        direct_identifiers=["id"],
        roles={"w": "weight", "pay": "other"},
        levels={"age": "continuous", "pay": "continuous"},
        secrets={"*": digits(secret)},
    )
    out = folder / f"out{len(list(folder.iterdir()))}"
    outcome = sdc.perform(records, "synthesise", out=out, output="s.csv", **params)
    lines = (out / "s.csv").read_text().splitlines()
    return outcome, lines[0].split(","), [line.split(",") for line in lines[1:]]


def test_identifiers_and_weights_are_not_released_and_values_are_those_of_donors(tmp_path) -> None:
    rows = people()
    outcome, head, released = synthetic(tmp_path, rows)
    assert head == ["region", "age", "pay", "ill"]
    assert len(released) == len(rows) == outcome.result.released
    for place, name in enumerate(head):
        own = {row[HEAD.index(name)] for row in rows}
        assert {row[place] for row in released} <= own


def test_distributions_of_one_and_two_variables_stay_near(tmp_path) -> None:
    """Counts within four standard deviations of a draw with replacement."""
    rows = people(3000)
    outcome, _, released = synthetic(tmp_path, rows, held_back=0)
    for places, own in (((0,), (1,)), ((0, 3), (1, 4))):
        before = Counter(tuple(row[place] for place in own) for row in rows)
        after = Counter(tuple(row[place] for place in places) for row in released)
        for cell, count in before.items():
            spread = (count * (1 - count / 3000) * 2) ** 0.5
            assert abs(after[cell] - count) < 4 * spread + 5, cell
    assert outcome.result.pairs_mean < 0.1


def test_a_relation_between_numbers_and_missing_values_stays(tmp_path) -> None:
    rows = people(3000, seed=2)
    _, _, released = synthetic(tmp_path, rows, held_back=0)
    ages, pays = zip(*((float(row[1]), float(row[2])) for row in released if row[2]), strict=True)
    assert np.corrcoef(ages, pays)[0, 1] > 0.9
    missing = sum(not row[2] for row in released) / 3000
    assert abs(missing - sum(not row[3] for row in rows) / 3000) < 0.03


def test_smoothed_numbers_stay_in_range_with_their_decimals_and_are_new(tmp_path) -> None:
    rows = people(800, seed=3)
    _, _, released = synthetic(tmp_path, rows, smooth=["pay"])
    own = {float(row[3]) for row in rows if row[3]}
    drawn = [row[2] for row in released if row[2]]
    assert all(len(text.split(".")[1]) == 2 for text in drawn)
    values = [float(text) for text in drawn]
    assert min(own) <= min(values)
    assert max(values) <= max(own)
    assert sum(value in own for value in values) < 0.05 * len(values)


def test_the_order_of_records_does_not_matter_and_the_secret_does(tmp_path) -> None:
    rows = people(300, seed=4)
    shuffled = random.Random(0).sample(rows, len(rows))
    first = synthetic(tmp_path, rows)[2]
    assert synthetic(tmp_path, shuffled)[2] == first
    assert synthetic(tmp_path, rows, secret=2)[2] != first
    assert synthetic(tmp_path, rows, proper=True)[2] != first


def test_replicated_unique_records_are_counted_by_brute_force_and_left_out_on_request(tmp_path) -> None:
    rows = [(f"p{n}", "ns"[n % 2], str(20 + n % 7), "", "ab"[n % 3 == 0], "1") for n in range(60)]
    rows += [("q", "w", "50", "", "b", "1")]
    outcome, _, released = synthetic(tmp_path, rows, held_back=0, least_leaf=1)
    unique = {row for row, count in Counter(tuple(row[1:5]) for row in rows).items() if count == 1}
    assert outcome.result.replicated == sum(tuple(row) in unique for row in released) > 0
    fewer, _, left = synthetic(tmp_path, rows, held_back=0, least_leaf=1, drop_replicated=True)
    assert len(left) == len(rows) - fewer.result.dropped == len(rows) - outcome.result.replicated
    assert not {tuple(row) for row in left} & unique


def test_a_constant_and_a_variable_without_values_are_drawn(tmp_path) -> None:
    rows = [(f"p{n}", "n", str(20 + n), "", "flu", "1") for n in range(40)]
    outcome, _, released = synthetic(tmp_path, rows, records=25)
    assert len(released) == 25 == outcome.result.released
    assert {(row[0], row[2], row[3]) for row in released} == {("n", "", "flu")}


def test_held_back_records_are_never_donors(tmp_path) -> None:
    rows = [(f"p{n}", "n", str(n), "", "flu", "1") for n in range(100)]
    outcome, _, released = synthetic(tmp_path, rows, held_back=0.5)
    assert outcome.result.held_back == 50
    assert len({row[1] for row in released}) <= 50


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"order": ["nowhere"]}, "plan.unknown_variable"),
        ({"order": ["id"]}, "synthesise.not_released"),
        ({"smooth": ["region"]}, "synthesise.smooth_numbers"),
        ({"predictors": {"region": ["ill"]}}, "synthesise.later_predictor"),
        (
            {"method": dict.fromkeys(("region", "age", "pay", "ill"), "keep_out")},
            "synthesise.no_variables",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused(tmp_path, params, code) -> None:
    with pytest.raises(sdc.Refused) as refused:
        synthetic(tmp_path, people(30), **params)
    assert code in [problem.code for problem in refused.value.problems]


def test_too_many_categories_are_refused(tmp_path) -> None:
    rows = [(f"p{n}", f"r{n}", "20", "", "flu", "1") for n in range(400)]
    with pytest.raises(sdc.Refused, match="many_categories"):
        synthetic(tmp_path, rows)
    outcome, head, _ = synthetic(tmp_path, rows, method={"region": "keep_out"})
    assert "region" not in head
    assert outcome.result.keys == ("age",)


def test_the_greatest_uniform_number_draws_the_last_donor_of_the_leaf() -> None:
    codes, leaf = np.array([4, 7, 5, 9]), np.array([0, 0, 0, 1])
    drawn = of_leaves(codes, leaf, np.zeros(4, np.int64), np.array([0.0, 0.34, 0.67, 1.0]))
    assert drawn.tolist() == [4, 5, 7, 7]
