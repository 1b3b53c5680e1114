"""Where an intruder knows the order of a person's records too: against plain Python on small files."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan
from tests.engine.persons import plain_persons as plain

UPWARD = {"sex": {"a": "z", "b": "m"}, "ward": {"A": "y", "B": "y", "C": "n"}}  # the labels turn the order


def drawn(seed: int) -> list[dict[str, str]]:
    """Records of few persons; some times are equal, some missing."""
    draws = random.Random(seed)
    rows = []
    for number in range(draws.randrange(5, 9)):
        for _ in range(draws.choice([1, 2, 2, 3])):
            time = draws.choice(["", "9", "10", "11"])
            rows.append(
                {"id": f"p{number}", "at": time, "sex": draws.choice("ab"), "ward": draws.choice("AB")}
            )
    rows[0]["ward"] = "C"
    draws.shuffle(rows)
    return rows


def sizes(rows: list[dict[str, str]], levels: tuple[int, int]) -> dict[str, int]:
    records = []
    for row in rows:
        shown = [_label(name, row[name], level) for name, level in zip(UPWARD, levels, strict=True)]
        records.append((row["id"], float(row["at"]) if row["at"] else None, tuple(shown)))
    return plain.equal_sequences(records)


def _label(name: str, text: str, level: int) -> str:
    return text if level == 0 else UPWARD[name][text] if level == 1 else "*"


def run(folder: Path, rows: list[dict[str, str]], job: dict[str, Any], **persons: Any) -> Any:
    names = list(rows[0])
    lines = [",".join(names), *(",".join(row[name] for name in names) for row in rows)]
    (folder / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    variables = {"id": {"role": "person"}, "sex": {"role": "key"}, "ward": {"role": "key"}}
    hierarchies = {
        name: {"kind": "levels", "path": f"{name}.csv", "delimiter": ";", "header": False} for name in UPWARD
    }
    for name, upward in UPWARD.items():
        text = "\n".join(f"{value};{label};*" for value, label in upward.items())
        (folder / f"{name}.csv").write_text(text + "\n", encoding="utf-8")
    data = {
        "path": "d.csv",
        "variables": variables,
        "hierarchies": hierarchies,
        "persons": {"known": "all", "time": "at"} | persons,
    }
    plan = {"schema": 2, "data": data, "jobs": [{"name": "j"} | job]}
    return evaluate_plan(plan_from_json(json.loads(json.dumps(plan))), folder, JobContext()).jobs[0]


@pytest.mark.parametrize("seed", range(10))
def test_the_order_makes_classes_of_equal_sequences(seed: int, tmp_path: Path) -> None:
    rows = drawn(seed)
    found = run(tmp_path, rows, {"kind": "risk", "params": {}})
    wanted = sizes(rows, (0, 0))
    alone = sum(one == 1 for one in wanted.values())
    assert (found.result.k, found.result.uniques) == (min(wanted.values()), alone)
    assert found.result.prosecutor.average == pytest.approx(
        sum(1 / one for one in wanted.values()) / len(wanted)
    )
    assert found.persons.knowledge["all"].uniques == alone


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("levels", [(1, 0), (1, 1), (0, 2)])
def test_the_order_of_coarser_values_is_that_of_their_texts(
    seed: int, levels: tuple[int, int], tmp_path: Path
) -> None:
    rows = drawn(seed)
    params = {"levels": dict(zip(UPWARD, levels, strict=True))}
    found = run(tmp_path, rows, {"kind": "recode", "params": params, "output": {"path": "o.csv"}})
    wanted = sizes(rows, levels)
    alone = sum(one == 1 for one in wanted.values())
    assert (found.result.after.k, found.result.after.uniques) == (min(wanted.values()), alone)
    assert found.persons.knowledge["all"].uniques == alone
    assert found.persons.knowledge["all"].k == min(wanted.values())


@pytest.mark.parametrize("seed", range(20))
def test_the_search_finds_the_best_levels_of_all(seed: int, tmp_path: Path) -> None:
    rows = drawn(seed)
    nodes = [(one, other) for one in range(3) for other in range(3)]
    good = {node for node in nodes if min(sizes(rows, node).values()) >= 2}
    params = {"criteria": [{"kind": "k_anonymity", "k": 2}], "suppression_limit": 0}
    job = {"kind": "generalise", "params": params, "output": {"path": "o.csv"}}
    if not good:
        with pytest.raises(Refused):
            run(tmp_path, rows, job)
        return
    found = run(tmp_path, rows, job).result
    every = run(tmp_path, rows, job | {"params": params | {"explore": "all"}}).result
    feasible = every.evaluated.levels[every.evaluated.feasible]
    assert {tuple(levels) for levels in feasible.tolist()} == good
    assert found.loss == pytest.approx(every.loss, rel=1e-12)
    assert found.check.passed


@pytest.mark.parametrize("seed", range(10))
def test_whole_persons_leave_until_each_sequence_has_enough(seed: int, tmp_path: Path) -> None:
    rows = drawn(seed)
    wanted = {person for person, number in sizes(rows, (0, 2)).items() if number >= 2}
    params = {"levels": {"ward": 2}, "suppress_below": 2, "suppress": "persons"}
    job = {"kind": "recode", "params": params, "output": {"path": "o.csv"}}
    if not wanted:
        with pytest.raises(Refused):
            run(tmp_path, rows, job)
        return
    found = run(tmp_path, rows, job)
    assert found.persons.persons == len(wanted)
    assert found.persons.records == sum(row["id"] in wanted for row in rows)


def test_the_order_follows_records_whose_time_is_dropped(tmp_path: Path) -> None:
    rows = [
        {"id": "p1", "at": "1", "sex": "a", "ward": "A"},
        {"id": "p1", "at": "2", "sex": "b", "ward": "A"},
        {"id": "p2", "at": "2024", "sex": "a", "ward": "A"},
        {"id": "p2", "at": "3", "sex": "b", "ward": "A"},
    ]
    assert run(tmp_path, rows, {"kind": "risk", "params": {}}).result.uniques == 2
    assert run(tmp_path, rows, {"kind": "risk", "params": {}}, time=None).result.uniques == 0


@pytest.mark.parametrize(
    ("persons", "codes"),
    [
        ({"known": 1}, {"persons.time_needs_all"}),
        ({"known": 3}, {"persons.time_needs_all"}),
        ({"known": None}, {"persons.time_needs_all"}),
        ({"time": "when"}, {"data.unknown_variable"}),
        ({"time": "sex"}, {"persons.time_no_order"}),
    ],
)
def test_an_order_that_is_not_known_is_refused(persons: Any, codes: Any, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refusal:
        run(tmp_path, drawn(1), {"kind": "risk", "params": {}}, **persons)
    assert {one.code for one in refusal.value.problems} == codes
