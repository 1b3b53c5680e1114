"""Microaggregation of persons with several records: k distinct persons in every group, counted again."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.problems import Refused
from tests.engine.methods.episodes import ROLES, episodes, roles_without_persons, run

PAY = {"variables": ["pay"], "k": 2, "standardise": False}
ALONE = ROLES | {"sex": "other", "ward": "other", "pay": "key", "flat": "other"}
LINES = ["a,0", "a,1", "a,2", "b,4", "c,7", "d,20", "e,21", "e,22", "g,30"]
GOLDEN = [(line.split(",")[0], "f", "W0", "s", line.split(",")[1], "h1") for line in LINES]


def persons_by_value(rows, drawn, *names: str) -> dict[tuple[str, ...], set[str]]:
    """The persons of each class of the released file; of nobody none."""
    found = defaultdict(set)
    for row, new in zip(rows, drawn, strict=True):
        found[tuple(new[name] for name in names)] |= {row[0]} - {""}
    return found


def test_groups_are_of_two_persons_where_one_has_three_near_records(tmp_path: Path) -> None:
    """The golden case: groups of records would put the three records of a with nobody else."""
    done, drawn = run(tmp_path / "a", GOLDEN, "microaggregate", PAY, roles=ALONE)
    assert [float(new["pay"]) for new in drawn] == [1.75] * 4 + [16.0] * 3 + [26.0] * 2
    found = done["result"]
    assert (found["groups"], found["sse"], found["sst"]) == (3, 162.75, pytest.approx(1022.8888888888889))
    assert found["il"] == pytest.approx(15.910819031066696, rel=1e-12)
    assert (found["after"]["k"], found["records_below_k"], found["persons_below_k"]) == (2, 0, 0)
    assert found["blocks"][0]["sizes"] == {"2": 2, "3": 1}
    risks = {"a": 3 / 4, "b": 1 / 2, "c": 1 / 3, "d": 1 / 3, "e": 1 / 2, "g": 1 / 2}
    assert found["together"]["average_risk"] == pytest.approx(sum(risks.values()) / 6)


@pytest.mark.parametrize("method", ["mdav", "optimal_univariate"])
@pytest.mark.parametrize("seed", range(4))
def test_every_class_has_k_persons(tmp_path: Path, seed: int, method: str) -> None:
    rows = episodes(seed)
    params = PAY | {"k": 3, "method": method}
    done, drawn = run(tmp_path / "a", rows, "microaggregate", params, roles=ALONE)
    found = persons_by_value(rows, drawn, "pay")
    assert min(map(len, found.values())) >= 3
    assert done["result"]["after"]["k"] == min(map(len, found.values()))
    assert "classes_below" not in {one["code"] for one in done["verdict"]["reasons"]}


@pytest.mark.parametrize("seed", range(4))
def test_a_block_with_one_value_for_each_person_is_grouped_once_a_person(tmp_path: Path, seed: int) -> None:
    """The groups are those of the file with one record of each person, copied to the others."""
    rows = episodes(seed)
    pay = {row[0]: row[4] for row in rows}
    rows = [(*row[:4], pay[row[0]], row[5]) for row in rows]
    params = {"variables": ["sex", "pay"], "k": 3}
    firsts = list({row[0]: row for row in reversed(rows)}.values())[::-1]
    firsts.sort(key=rows.index)
    done, drawn = run(tmp_path / "a", rows, "microaggregate", params, roles=ALONE)
    once, single = run(tmp_path / "b", firsts, "microaggregate", params, roles=ALONE)
    of_person = {row[0]: (new["sex"], new["pay"]) for row, new in zip(firsts, single, strict=True)}
    assert [(new["sex"], new["pay"]) for new in drawn] == [of_person[row[0]] for row in rows]
    for name in ("groups", "sse", "sst", "il"):
        assert done["result"][name] == once["result"][name]
    assert done["result"]["after"]["k"] == once["result"]["after"]["k"] >= 3


def test_values_missing_in_all_records_of_a_person_stay_missing(tmp_path: Path) -> None:
    rows = [(f"p{n % 6}", "f", "W0", "s", "" if n % 6 == 5 else str(n % 6), "h1") for n in range(18)]
    _, drawn = run(tmp_path / "a", rows, "microaggregate", PAY, roles=ALONE)
    assert [new["pay"] == "" for new in drawn] == [row[4] == "" for row in rows]


@pytest.mark.parametrize(
    ("params", "rows"),
    [
        (PAY | {"k": 4}, [("a", "f", "W0", "s", str(n), "h1") for n in range(9)] + GOLDEN[3:5]),
        (PAY | {"strata": ["ward"]}, [*GOLDEN, *(("x", "f", "W9", "s", str(n), "h1") for n in range(5))]),
        (PAY | {"missing": "patterns"}, [*GOLDEN, *(("x", "f", "W0", "s", "", "h1") for n in range(5))]),
    ],
)
@pytest.mark.parametrize("method", ["mdav", "optimal_univariate"])
def test_fewer_than_k_persons_are_refused(
    tmp_path: Path, params: dict[str, Any], rows: list[Any], method: str
) -> None:
    with pytest.raises(Refused) as refused:
        run(tmp_path / "a", rows, "microaggregate", params | {"method": method}, roles=ALONE)
    assert [one.code for one in refused.value.problems] == ["microaggregate.few_persons"]


def test_a_stratum_of_nobody_is_refused(tmp_path: Path) -> None:
    rows = [*GOLDEN, *(("", "f", "W9", "s", str(n), "h1") for n in range(5))]
    nobody = {"missing": "nobody"}
    params = PAY | {"strata": ["ward"]}
    with pytest.raises(Refused) as refused:
        run(tmp_path / "a", rows, "microaggregate", params, roles=ALONE, persons=nobody)
    assert [one.code for one in refused.value.problems] == ["microaggregate.few_persons"]
    _, drawn = run(tmp_path / "b", rows, "microaggregate", PAY, roles=ALONE, persons=nobody)
    assert min(map(len, persons_by_value(rows, drawn, "pay").values())) >= 2


def test_what_groups_disclose_counts_persons(tmp_path: Path) -> None:
    """In the group of a and b all have s, although a also has t."""
    rows = [("a", "f", "W0", ill, "1", "h1") for ill in ("s", "t", "t")] + [("b", "f", "W0", "s", "1", "h1")]
    rows += [(person, "f", "W0", ill, "9", "h1") for person, ill in (("c", "s"), ("c", "s"), ("d", "t"))]
    done, _ = run(tmp_path / "a", rows, "microaggregate", PAY, roles=ALONE)
    after = done["result"]["one_value"]["ill"]["after"]
    assert (after["groups"], after["records"], after["persons"]) == (1, 4, 2)


def test_other_key_variables_are_judged_by_persons(tmp_path: Path) -> None:
    roles = ALONE | {"ward": "key"}
    rows = [(*row[:2], "W1" if row[0] == "a" else "W0", *row[3:]) for row in GOLDEN]
    done, _ = run(tmp_path / "a", rows, "microaggregate", PAY, roles=roles)
    reasons = {one["code"]: one["figures"] for one in done["verdict"]["reasons"]}
    assert reasons["classes_with_others"]["number"] == 4
    assert reasons["classes_with_others"]["persons"] == 2


def test_two_records_known_are_judged(tmp_path: Path) -> None:
    """Groups of one record known do not hide two: only a has the first group twice."""
    done, _ = run(tmp_path / "a", GOLDEN, "microaggregate", PAY, roles=ALONE, persons={"known": 2})
    assert done["result"]["after"]["k"] == 1
    assert done["result"]["persons_below_k"] > 0
    assert "classes_below" in {one["code"] for one in done["verdict"]["reasons"]}


@pytest.mark.parametrize("method", ["mdav", "optimal_univariate"])
def test_one_record_each_gives_the_same_file_as_without_the_role(tmp_path: Path, method: str) -> None:
    rows = [(f"p{n}", *row[1:]) for n, row in enumerate(episodes(1))]
    params = PAY | {"method": method}
    one, file = run(tmp_path / "a", rows, "microaggregate", params, roles=ALONE)
    plain_roles = ALONE | {"id": roles_without_persons()["id"]}
    other, plain = run(tmp_path / "b", rows, "microaggregate", params, roles=plain_roles)
    assert file == plain
    one["result"].pop("persons")
    other["result"].pop("persons")
    assert one["result"] == other["result"]
