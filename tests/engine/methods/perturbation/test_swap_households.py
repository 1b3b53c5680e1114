"""Household swapping: pairs, targets, rare households, and what stays exactly as it was."""

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sdc_desktop.engine as sdc
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.methods.perturbation.swap_households.pairing import Households, _targets, paired
from sdc_desktop.engine.plan import plan_from_json
from tests.support.secret import digits

HEAD = ("hh", "region", "town", "sex", "age", "kind")
SECRETS = {"*": digits(1)}


def people(seed: int, households: int, towns: int = 9) -> list[tuple[str, ...]]:
    """Records of households in towns, three towns to a region."""
    drawn, rows = random.Random(seed), []
    for number in range(households):
        town, kind = drawn.randrange(towns), drawn.choice("xyz")
        for _ in range(drawn.choice((1, 1, 2, 3))):
            rows.append(
                (f"h{number:04}", f"R{town // 3}", f"T{town}", drawn.choice("mf"), drawn.choice("abcd"), kind)
            )
    return rows


def swapped(
    folder: Path, rows: list[tuple[str, ...]], **params: object
) -> tuple[sdc.JobOutcome, list[list[str]]]:
    """The outcome, and the released records in the order of the file."""
    data = folder / "people.csv"
    data.write_text("\n".join(map(",".join, (HEAD, *rows))) + "\n")
    records = sdc.read(
        data, keys=["region", "town", "sex", "age"], roles={"hh": "household"}, secrets=SECRETS
    )
    out = folder / f"out{len(list(folder.iterdir()))}"
    given = {"hierarchy": ["region", "town"], **params}
    outcome = sdc.perform(records, "swap_households", out=out, output="p.csv", **given)
    lines = (out / "p.csv").read_text().splitlines()[1:]
    return outcome, [line.split(",") for line in lines]


def test_pairs_exchange_areas_of_equal_size_and_nothing_else_changes(tmp_path) -> None:
    rows = people(1, 400)
    outcome, released = swapped(tmp_path, rows, k=3, rate=0.1)
    pairs = outcome.result.pairs
    assert (pairs.partner[pairs.partner] == np.arange(len(pairs.partner))).all()
    assert [(row[0], *row[3:]) for row in released] == [(row[0], *row[3:]) for row in rows]
    moved = {row[0] for row, new in zip(rows, released, strict=True) if row[2] != new[2]}
    assert len(moved) == outcome.result.swapped > 0
    for place in (1, 2):
        sizes = [Counter(row[place] for row in file) for file in (rows, released)]
        assert sizes[0] == sizes[1]
    towns = [Counter((row[0], row[1], row[2]) for row in file) for file in (rows, released)]
    by_size = [Counter((town, number) for (_, _, town), number in file.items()) for file in towns]
    assert by_size[0] == by_size[1]


def test_every_rare_household_moves_or_is_listed(tmp_path) -> None:
    rows = people(2, 300)
    outcome, released = swapped(tmp_path, rows, k=4, rate=0, similar=[["size", "kind"], ["size"]])
    classes = Counter((row[2], row[3], row[4]) for row in rows)
    rare = {row[0] for row in rows if classes[row[2], row[3], row[4]] < 4}
    moved = {row[0] for row, new in zip(rows, released, strict=True) if row[2] != new[2]}
    result = outcome.result
    assert result.rare == len(rare) > 0
    assert len(rare - moved) == result.not_placed


def test_a_rare_household_without_a_partner_is_listed_apart_and_makes_the_file_unsafe(tmp_path) -> None:
    rows = [(f"h{n}", "R", f"T{n % 2}", "m", "a", "x") for n in range(8)]
    rows += [("h8", "R", "T0", "f", "b", "y")]
    data = tmp_path / "people.csv"
    data.write_text("\n".join(map(",".join, (HEAD, *rows))) + "\n")
    plan = sdc.read(data, keys=["town", "sex", "age"], roles={"hh": "household"}, secrets=SECRETS).plan(
        "swap_households",
        {
            "hierarchy": ["town"],
            "k": 2,
            "rate": 0,
            "similar": [["size", "kind"]],
            "not_placed": "left.csv",
        },
        "p.csv",
    )
    result = sdc.run_plan(
        plan, tmp_path, tmp_path / "out", sdc.JobContext(), sdc.RunOptions(keys=tmp_path / "keys")
    )
    assert (tmp_path / "keys" / "left.csv").read_text() == "household\nh8\n"
    assert not (tmp_path / "out" / "left.csv").exists()
    assert result.verdict.grade is sdc.Grade.UNSAFE
    assert "swap_not_placed" in [reason.code for reason in result.verdict.reasons]


@pytest.mark.parametrize("rate", [0.03, 0.1, 0.5])
def test_without_rare_households_exactly_the_rate_moves(tmp_path, rate) -> None:
    rows = people(3, 301)
    outcome, _ = swapped(tmp_path, rows, k=0, rate=rate, similar=[[]])
    assert outcome.result.swapped // 2 in (int(301 * rate / 2), int(301 * rate / 2) + 1)
    assert outcome.verdict.grade is sdc.Grade.OPEN


def test_rate_zero_and_no_rare_household_change_nothing(tmp_path) -> None:
    rows = people(4, 60)
    outcome, released = swapped(tmp_path, rows, k=0, rate=0)
    assert [tuple(row) for row in released] == rows
    assert outcome.result.changed == {"region": 0, "town": 0}


def test_the_order_of_records_does_not_matter(tmp_path) -> None:
    rows = people(5, 200)
    shuffled = random.Random(0).sample(rows, len(rows))
    first, second = (swapped(tmp_path, file, k=3, rate=0.1)[1] for file in (rows, shuffled))
    assert Counter(map(tuple, first)) == Counter(map(tuple, second))


def test_another_secret_gives_other_pairs(tmp_path) -> None:
    rows = people(6, 200)
    first = swapped(tmp_path, rows, k=0, rate=0.3)[1]
    records = sdc.read(tmp_path / "people.csv", roles={"hh": "household"}, secrets={"*": digits(2)})
    other = sdc.perform(records, "swap_households", hierarchy=["region", "town"], k=0, rate=0.3)
    assert first != [list(row) for row in rows]
    mine = swapped(tmp_path, rows, k=0, rate=0.3)[0].result.pairs.partner
    assert not np.array_equal(mine, other.result.pairs.partner)


def test_records_that_stay_and_become_rare_are_counted(tmp_path) -> None:
    """By brute force over the released file."""
    rows = people(7, 500, towns=3)
    outcome, released = swapped(tmp_path, rows, k=3, rate=0.4)
    classes = Counter((row[2], row[3], row[4]) for row in released)
    whole = Counter((row[3], row[4]) for row in rows)
    moved_ids = {
        outcome.result.pairs.level[place] >= 0 and name
        for place, name in enumerate(sorted({row[0] for row in rows}))
    }
    after = [
        (
            row[0] in moved_ids,
            whole[row[3], row[4]] if row[0] in moved_ids else classes[row[2], row[3], row[4]],
        )
        for row in released
    ]
    assert outcome.result.rare_after == sum(size < 3 for moved, size in after if not moved)
    assert outcome.result.rare_everywhere == sum(size < 3 for moved, size in after if moved)
    assert outcome.result.risks == {"area_classes": 1 / min(size for _, size in after)}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hierarchy": None}, "swap_households.no_areas"),
        ({"hierarchy": ["town", "nowhere"]}, "plan.unknown_variable"),
        ({"household": "town"}, "swap_households.household_used"),
        ({"similar": [["size"], ["town"]]}, "swap_households.similar_area"),
        ({"similar": [["sex"]]}, "swap_households.differs"),
        ({"similar": [["rooms"]]}, "plan.unknown_variable"),
        ({"similar": [["hh"]]}, "swap_households.household_used"),
        ({"hierarchy": ["town", "region"]}, "swap_households.not_nested"),
        ({"risk_threshold": 0.2}, "swap_households.risk_incomplete"),
        ({"risk": {"region": "age", "town": "age"}, "risk_threshold": 0.2}, "swap_households.risk_values"),
    ],
)
def test_what_cannot_be_swapped_is_refused(tmp_path, change, code) -> None:
    with pytest.raises(sdc.Refused) as refused:
        swapped(tmp_path, people(8, 40), **change)
    assert code in [problem.code for problem in refused.value.problems]


def test_missing_areas_and_a_single_area_are_refused(tmp_path) -> None:
    rows = people(9, 20)
    with pytest.raises(sdc.Refused, match="missing"):
        swapped(tmp_path, [("h", "R0", "", "m", "a", "x"), *rows])
    with pytest.raises(sdc.Refused, match="one_area"):
        swapped(tmp_path, [(row[0], "R", "T", *row[3:]) for row in rows])


def test_records_without_a_household_move_each_for_itself(tmp_path) -> None:
    """Those without a number are swapped as if each had one of its own."""
    numbered = people(3, 60)
    blank = {f"h{number:04}" for number in range(20)}
    rows = [("" if row[0] in blank else row[0], *row[1:]) for row in numbered]
    alone = [(f"z{place:04}" if row[0] in blank else row[0], *row[1:]) for place, row in enumerate(numbered)]
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    found, released = swapped(tmp_path / "a", rows, k=3, rate=0.3)
    wanted, expected = swapped(tmp_path / "b", alone, k=3, rate=0.3)
    assert [row[1:] for row in released] == [row[1:] for row in expected]
    assert found.result.households == wanted.result.households > 60
    assert found.result.swapped == wanted.result.swapped > 0
    assert "household.missing" in [problem.code for problem in found.result.notes]


@given(st.integers(0, 10**6), st.integers(2, 60), st.integers(2, 6), st.floats(0, 1))
@settings(max_examples=60)
def test_any_pairs_agree_in_the_first_profile_that_has_a_partner(seed, households, areas, rate) -> None:
    drawn = np.random.default_rng(seed)
    fine = drawn.integers(0, areas, households)
    found = Households(
        areas=(fine // 2, fine),
        weights=tuple(drawn.random(households) + 0.1 for _ in range(2)),
        rare=tuple(drawn.random(households) < share for share in (0.05, 0.2)),
        profiles=(drawn.integers(0, 9, households), drawn.integers(0, 3, households)),
    )
    pairs = paired(found, rate, lambda purpose, count: drawn.uniform(0.01, 0.99, count), JobContext())
    moved = pairs.level >= 0
    assert (pairs.partner[pairs.partner] == np.arange(households)).all()
    assert ((pairs.partner != np.arange(households)) == moved).all()
    for level, codes in enumerate(found.areas):
        there = pairs.level == level
        assert (codes[there] != codes[pairs.partner[there]]).all()
    for one in np.flatnonzero(pairs.begun):
        equal = [profile == profile[one] for profile in found.profiles]
        first = [bool(there[pairs.partner[one]]) for there in equal].index(True)
        areas_then = found.areas[pairs.level[one]]
        for there in equal[:first]:  # a household that is free now was free then
            assert not (there & ~moved & (areas_then != areas_then[one])).any()
    rare = np.any(found.rare, axis=0)
    assert set(np.flatnonzero(rare & ~moved).tolist()) == set(pairs.not_placed.tolist())
    assert int(pairs.begun.sum()) * 2 == int(moved.sum())


def kinds_and_sizes(rows: list[tuple[str, ...]]) -> dict[str, tuple[str, int]]:
    sizes = Counter(row[0] for row in rows)
    return {row[0]: (row[5], sizes[row[0]]) for row in rows}


def test_profiles_are_tried_in_turn(tmp_path) -> None:
    """Later profiles serve the households that the first leaves without a partner, and these alone."""
    rows = people(10, 300)
    found, _ = swapped(tmp_path, rows, k=0, rate=1, similar=[["kind", "size"], ["size"], []])
    strict, _ = swapped(tmp_path, rows, k=0, rate=1, similar=[["kind", "size"]])
    facts = [kinds_and_sizes(rows)[name] for name in sorted({row[0] for row in rows})]
    for outcome, equal in ((found, False), (strict, True)):
        partner = outcome.result.pairs.partner
        assert all(facts[one] == facts[other] for one, other in enumerate(partner)) is equal
    assert found.result.swapped > strict.result.swapped
    alike = sum(facts[one] == facts[other] for one, other in enumerate(found.result.pairs.partner))
    assert alike >= 0.9 * len(facts)


def test_a_variable_named_size_is_used_as_size(tmp_path) -> None:
    rows = [(f"h{n}", "R", f"T{n % 2}", "m", "a", "xy"[n // 2 % 2]) for n in range(40)]
    data = tmp_path / "people.csv"
    data.write_text("\n".join(map(",".join, ((*HEAD[:5], "size"), *rows))) + "\n")
    records = sdc.read(data, keys=["town", "sex", "age"], roles={"hh": "household"}, secrets=SECRETS)
    outcome = sdc.perform(records, "swap_households", hierarchy=["town"], k=0, rate=1)
    named = sorted((row[0], row[5]) for row in rows)
    assert outcome.result.swapped > 30
    assert all(named[one][1] == named[other][1] for one, other in enumerate(outcome.result.pairs.partner))


@pytest.mark.parametrize(
    ("older", "profiles"),
    [
        ({}, (("size",),)),
        ({"same_size": False}, ((),)),
        ({"similar": None}, (("size",),)),
        ({"similar": ["a", "b"]}, (("a", "b", "size"), ("a", "size"), ("size",))),
        ({"similar": ["a", "b"], "relax": False, "same_size": False}, (("a", "b"),)),
        ({"similar": [["a"], []]}, (("a",), ())),
    ],
)
def test_older_plans_keep_their_partners(older, profiles) -> None:
    job = {"name": "swap", "kind": "swap_households", "params": {"hierarchy": ["town"]} | older}
    plan = plan_from_json({"schema": 2, "data": {"path": "people.csv"}, "jobs": [job]})
    assert plan.jobs[0].params.similar == profiles


def test_an_area_whose_share_is_whole_gets_no_swap_of_the_rest() -> None:
    areas = np.repeat([0, 1, 2], [4, 2, 2])  # 2 swaps: 1 in the first area, half of one in each other
    for seed in range(30):
        drawn = np.random.default_rng(seed)
        targets = _targets(areas, 0.5, lambda _, number, drawn=drawn: drawn.random(number))
        assert targets.tolist() in ([1, 1, 0], [1, 0, 1])
