"""Post-randomisation of persons with several records: equal values change equally, persons count once."""

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.together import draws_together
from sdc_desktop.engine.methods.perturbation.pram import PramParams
from sdc_desktop.engine.methods.perturbation.pram.engine import PramColumn, transition_matrix
from sdc_desktop.engine.microdata.person_draws import PersonShares, drawn_with
from sdc_desktop.engine.problems import Refused
from tests.engine.methods.episodes import episodes, roles_without_persons, run

BOTH = {"variables": ["sex", "ward"], "retain": 0.6}


def shares(rows, place: int, column: int) -> dict[str, float]:
    """The mean over persons of the shares of their records, by value."""
    held = defaultdict(list)
    for row in rows:
        if row[column]:
            held[row[place]].append(row[column])
    found: Counter[str] = Counter()
    for values in held.values():
        for value in values:
            found[value] += 1 / (len(values) * len(held))
    return found


@pytest.mark.parametrize("seed", range(5))
def test_equal_values_of_a_person_change_alike(tmp_path: Path, seed: int) -> None:
    rows = episodes(seed)
    _, drawn = run(tmp_path / "a", rows, "pram", BOTH)
    for place, name in ((1, "sex"), (2, "ward")):
        became = defaultdict(set)
        for row, new in zip(rows, drawn, strict=True):
            became[row[0], row[place]].add(new[name])
        assert {len(values) for values in became.values()} == {1}


def test_a_person_of_several_values_has_a_draw_for_each(tmp_path: Path) -> None:
    rows = [(f"p{n}", "f", ward, "s", "1", "h1") for n in range(60) for ward in ("W0", "W1")]
    _, drawn = run(tmp_path / "a", rows, "pram", {"variables": ["ward"], "retain": 0.5})
    kept = [row[2] == new["ward"] for row, new in zip(rows, drawn, strict=True)]
    assert len(set(zip(kept[::2], kept[1::2], strict=True))) == 4


@pytest.mark.parametrize("seed", range(4))
def test_shares_are_those_of_persons(tmp_path: Path, seed: int) -> None:
    rows = episodes(seed)
    done, drawn = run(tmp_path / "a", rows, "pram", BOTH)
    for place, name in ((1, "sex"), (2, "ward")):
        found, before = done["result"]["variables"][name], shares(rows, 0, place)
        assert found["commonest"] == pytest.approx(max(before.values()), rel=1e-12)
        texts = sorted(before)
        matrix = [[0.4 * before[b] + 0.6 * (a == b) for b in texts] for a in texts]
        prior = [before[a] for a in texts]
        assert found["mean"] == pytest.approx(
            sum(p * row[i] for i, (p, row) in enumerate(zip(prior, matrix, strict=True)))
        )
        after = shares([(row[0], new[name]) for row, new in zip(rows, drawn, strict=True)], 0, 1)
        gaps = sum(abs(before[text] - after.get(text, 0)) for text in texts)
        assert found["distance"] == pytest.approx(gaps / 2, abs=1e-12)
        if not found["by"] and name == "sex":
            known = [
                prior[i] * matrix[i][j] / sum(prior[r] * matrix[r][j] for r in range(len(texts)))
                for i, j in product(range(len(texts)), repeat=2)
            ]
            assert found["true_share"] == pytest.approx(max(known), rel=1e-12)


def test_the_invariant_matrix_keeps_the_shares_of_persons() -> None:
    """p P = p for the shares over persons, which a matrix by records does not give."""
    persons, codes = np.array([0] * 9 + [1, 2], dtype=np.int32), np.array([0] * 9 + [1, 1])
    p = PersonShares.of(persons, codes >= 0).by_value(codes, 2)
    assert p == pytest.approx([1 / 3, 2 / 3])
    column = PramColumn("x", ("a", "b"), codes, np.arange(2), np.array([9, 2]), p)
    matrix = transition_matrix(PramParams(retain=0.7), column)
    assert p @ matrix == pytest.approx(p)
    by_records = transition_matrix(PramParams(retain=0.7), replace(column, of_persons=None))
    assert p @ by_records != pytest.approx(p)


def test_certain_values_count_persons(tmp_path: Path) -> None:
    rows = [("a", "f", "W0", "s", "1", "h1")] * 5 + [("b", "f", "W1", "t", "1", "h2")] * 2
    matrix = {"W0": {"W0": 1.0}, "W1": {"W1": 1.0}}
    done, _ = run(tmp_path / "a", rows, "pram", {"variables": ["ward"], "matrix": {"ward": matrix}})
    found = done["result"]["variables"]["ward"]
    assert (found["certain"], found["records"], done["result"]["of_persons"]) == (2, 7, 2)
    reasons = {one["code"]: one["figures"] for one in done["verdict"]["reasons"]}
    assert reasons["values_certain"]["persons"] == 2


def test_the_risk_on_unchanged_keys_counts_persons(tmp_path: Path) -> None:
    """Six records of one person are no class of six; of two persons one has most of the records."""
    rows = [("a", "f", "W0", "s", "1", "h1")] * 6
    rows += [("b", "m", "W1", "s", "1", "h2")] * 3 + [("c", "m", "W0", "t", "1", "h3")]
    done, _ = run(tmp_path / "a", rows, "pram", {"variables": ["ward"]})
    assert done["result"]["risks"]["kept_keys"] == 1.0
    assert done["result"]["kept"]["anonymity"]["k"] == 1
    two = [*rows, ("d", "f", "W0", "s", "1", "h4")]
    done, _ = run(tmp_path / "b", two, "pram", {"variables": ["ward"]})
    assert done["result"]["kept"]["anonymity"]["k"] == 2
    assert done["result"]["risks"]["kept_keys"] == pytest.approx(6 / 7)


def test_what_classes_disclose_counts_persons(tmp_path: Path) -> None:
    """Two values of one person do not hide what all persons of the class have."""
    rows = [
        ("a", "f", "W0", "s", "1", "h1"),
        ("a", "f", "W0", "t", "1", "h1"),
        ("b", "f", "W0", "s", "1", "h2"),
    ]
    done, _ = run(tmp_path / "a", rows, "pram", {"variables": ["ward"]})
    before = done["result"]["one_value"]["ill"]["before"]
    assert (before["groups"], before["records"], before["persons"]) == (1, 3, 2)


def test_records_of_nobody_are_drawn_one_by_one(tmp_path: Path) -> None:
    rows = [("", "f", "W0", "s", "1", "h1")] * 60 + [("a", "m", "W1", "s", "1", "h2")] * 60
    done, drawn = run(
        tmp_path / "a",
        rows,
        "pram",
        {"variables": ["ward"], "retain": 0.5, "method": "uniform"},
        persons={"missing": "nobody"},
    )
    assert {new["ward"] for new in drawn[:60]} == {"W0", "W1"}
    assert len({new["ward"] for new in drawn[60:]}) == 1
    assert done["result"]["variables"]["ward"]["commonest"] == pytest.approx(60 / 61)


def test_one_record_each_gives_the_same_file_as_without_the_role(tmp_path: Path) -> None:
    rows = [(f"p{n}", *row[1:]) for n, row in enumerate(episodes(1))]
    one, file = run(tmp_path / "a", rows, "pram", BOTH)
    other, plain = run(tmp_path / "b", rows, "pram", BOTH, roles=roles_without_persons())
    assert file == plain
    assert one["result"].pop("persons")
    assert other["result"].pop("persons") is None
    assert one["result"] == other["result"]


def test_draws_from_identifiers_of_records_are_refused(tmp_path: Path) -> None:
    rows = [(*row[:4], str(n), row[5]) for n, row in enumerate(episodes(2))]
    with pytest.raises(Refused) as refused:
        run(tmp_path / "a", rows, "pram", BOTH | {"identifier": "pay"})
    assert [one.code for one in refused.value.problems] == ["persons.not_yet"]


def test_records_that_share_a_draw_are_one_factor() -> None:
    """A household of one person with three records reveals what one draw does; with another person, two."""
    prior, matrix = np.array([0.5, 0.5]), np.array([[0.8, 0.2], [0.2, 0.8]])
    original, released = np.zeros(5, dtype=np.int64), np.array([0, 0, 0, 0, 1])
    persons = np.array([0, 0, 0, 1, 2], dtype=np.int32)
    groups = np.array([0, 0, 0, 0, 1])
    shared = drawn_with(original, persons)
    assert shared.tolist() == [0, 0, 0, 3, 4]
    found = draws_together(original, released, groups, prior, matrix, JobContext(), shared)
    assert found is not None
    assert found.largest == pytest.approx(0.8**2 / (0.8**2 + 0.2**2))
    assert (found.records, found.filled, found.right) == (5, 4, 4)
    plain = draws_together(original, released, groups, prior, matrix, JobContext())
    assert plain is not None
    assert plain.largest == pytest.approx(0.8**4 / (0.8**4 + 0.2**4))
