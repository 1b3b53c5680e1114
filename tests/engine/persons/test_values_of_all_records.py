"""Criteria where all records of a person are known: values of all of them, in classes of equal persons."""

import json
import math
import random
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import evaluate_plan
from tests.engine.persons import plain_persons as plain

Row = tuple[str, str, str, str]  # person, time, ward, illness ("" is missing)
SPECS: list[dict[str, Any]] = [
    {"kind": "distinct_l_diversity", "l": 2},
    {"kind": "entropy_l_diversity", "l": 1.5},
    {"kind": "recursive_cl_diversity", "c": 3, "l": 2},
    {"kind": "t_closeness", "t": 0.3, "distance": "equal"},
    {"kind": "p_sensitive", "p": 2},
    {"kind": "beta_likeness", "beta": 0.8, "enhanced": False},
    {"kind": "delta_disclosure", "delta": 0.7, "strict": False},
]


def drawn(seed: int, *, several: bool = True) -> list[Row]:
    draws = random.Random(seed)
    rows = []
    for number in range(10):
        held = draws.choice([1, 2] if several else [1])
        rows += [
            (f"p{number}", str(at), draws.choice("AB"), draws.choice(["x", "y", "z", ""]))
            for at in range(held)
        ]
    rows += [("q1", "1", "A", "x"), ("q1", "2", "A", "y"), ("q2", "1", "A", "y"), ("q2", "2", "A", "z")]
    draws.shuffle(rows)
    return rows


def classes_of(rows: list[Row], *, ordered: bool) -> list[dict[str, list[str]]]:
    """The classes of persons with equal records: by person the values of all its records."""
    tuples, values = defaultdict(list), defaultdict(list)
    for person, at, ward, ill in sorted(rows):
        tuples[person].append((at, ward) if ordered else ward)
        values[person] += [ill] * (ill != "")
    found: dict[Any, dict[str, list[str]]] = defaultdict(dict)
    for person, own in tuples.items():
        known = tuple(ward for _, ward in own) if ordered else tuple(sorted(own))
        found[known][person] = values[person]
    return list(found.values())


def shares(own: dict[str, list[str]]) -> tuple[dict[str, float], dict[str, float]]:
    """h and p: the shares of persons who have a value, and the means of the shares of their records."""
    there = {person: values for person, values in own.items() if values}
    names = {value for values in there.values() for value in values}
    h = {one: sum(one in values for values in there.values()) / len(there) for one in names}
    p = {one: sum(Fraction(v.count(one), len(v)) for v in there.values()) / len(there) for one in names}
    return h, {one: float(share) for one, share in p.items()}


def fails(
    spec: dict[str, Any], own: dict[str, list[str]], q: dict[str, float], big_h: dict[str, float]
) -> bool:
    kind = spec["kind"]
    if len(own) < 2 or not any(own.values()):
        return True
    h, p = shares(own)
    distinct = plain.distinct(own)
    held = sorted((sum(one in values for values in own.values()) for one in h), reverse=True)
    if kind in ("distinct_l_diversity", "p_sensitive"):
        return distinct < spec.get("l", spec.get("p"))
    if kind == "entropy_l_diversity":
        entropy = -sum(one * math.log(one) for one in p.values() if one)
        return distinct < math.ceil(spec["l"]) or math.exp(entropy) < spec["l"] - 1e-9
    if kind == "recursive_cl_diversity":
        return distinct < spec["l"] or not held[0] < spec["c"] * sum(held[spec["l"] - 1 :])
    if kind == "t_closeness":
        return sum(abs(p.get(one, 0) - share) for one, share in q.items()) / 2 > spec["t"] + 1e-9
    if kind == "beta_likeness":
        return any(one / big_h[name] - 1 > spec["beta"] + 1e-9 for name, one in h.items())
    return any(abs(math.log2(one / big_h[name])) >= spec["delta"] for name, one in h.items())


def run(folder: Path, rows: list[Row], job: dict[str, Any], **persons: Any) -> Any:
    lines = ["id,at,ward,ill", *(",".join(row) for row in rows)]
    (folder / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "ward.csv").write_text("A;*\nB;*\n", encoding="utf-8")
    variables = {"id": {"role": "person"}, "ward": {"role": "key"}, "ill": {"role": "sensitive"}}
    wards = {"kind": "levels", "path": "ward.csv", "delimiter": ";", "header": False}
    data = {"path": "d.csv", "variables": variables, "hierarchies": {"ward": wards}}
    data |= {"persons": {"known": "all"} | persons}
    plan = {"schema": 2, "data": data, "jobs": [{"name": "j"} | job]}
    return evaluate_plan(plan_from_json(json.loads(json.dumps(plan))), folder, JobContext()).jobs[0]


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_criteria_judge_the_values_of_all_records(seed: int, ordered: bool, tmp_path: Path) -> None:
    rows = drawn(seed)
    params = {"criteria": [spec | {"attribute": "ill"} for spec in SPECS]}
    found = run(tmp_path, rows, {"kind": "risk", "params": params}, **({"time": "at"} if ordered else {}))
    every: dict[str, list[str]] = defaultdict(list)
    for person, _, _, ill in rows:
        every[person] += [ill] * (ill != "")
    big_h, q = shares(every)
    classes = classes_of(rows, ordered=ordered)
    for spec, check in zip(SPECS, found.result.check.criteria, strict=True):
        failing = [own for own in classes if fails(spec, own, q, big_h)]
        records = Counter(person for person, *_ in rows)
        wanted = (
            len(failing),
            sum(len(own) for own in failing),
            sum(records[p] for own in failing for p in own),
        )
        got = check.failing_classes, check.failing_persons, check.failing_records
        assert (spec["kind"], got) == (spec["kind"], wanted)
    assert found.result.diversity["ill"].distinct == min(plain.distinct(own) for own in classes)
    alone = [own for own in classes if any(own.values()) and max(shares(own)[0].values()) == 1]
    ninety = [own for own in classes if any(own.values()) and max(shares(own)[0].values()) >= 0.9]
    one = found.result.one_value["ill"]
    assert one.after.persons == sum(len(own) for own in alone)
    assert one.ninety.after.persons == sum(len(own) for own in ninety)


@pytest.mark.parametrize("seed", range(12))
def test_the_search_meets_criteria_at_exactly_the_levels_that_do(seed: int, tmp_path: Path) -> None:
    rows = drawn(seed)
    for spec in SPECS[:4]:
        good = set()
        for level in (0, 1):
            shown = [(person, at, ward if level == 0 else "*", ill) for person, at, ward, ill in rows]
            every: dict[str, list[str]] = defaultdict(list)
            for person, _, _, ill in rows:
                every[person] += [ill] * (ill != "")
            big_h, q = shares(every)
            if not any(fails(spec, own, q, big_h) for own in classes_of(shown, ordered=False)):
                good.add((level,))
        job = {
            "kind": "generalise",
            "params": {"criteria": [spec | {"attribute": "ill"}], "suppression_limit": 0},
        }
        job["params"] |= {"explore": "all"}  # type: ignore[operator]
        job["output"] = {"path": "o.csv"}  # type: ignore[assignment]
        if not good:
            with pytest.raises(Refused):
                run(tmp_path, rows, job)
            continue
        found = run(tmp_path, rows, job).result
        assert {tuple(one) for one in found.evaluated.levels[found.evaluated.feasible].tolist()} == good
        job["params"].pop("explore")  # type: ignore[attr-defined]
        searched = run(tmp_path, rows, job).result
        assert searched.loss == pytest.approx(found.loss, rel=1e-12)
        assert searched.check.passed


@pytest.mark.parametrize("known", [2, 3])
def test_criteria_are_refused_where_two_or_three_records_are_known(known: int, tmp_path: Path) -> None:
    params = {"criteria": [SPECS[0] | {"attribute": "ill"}]}
    with pytest.raises(Refused) as refusal:
        run(tmp_path, drawn(1), {"kind": "risk", "params": params}, known=known)
    assert {one.code for one in refusal.value.problems} == {"persons.criterion_at_known"}


def test_one_record_each_is_judged_as_without_the_role(tmp_path: Path) -> None:
    rows = [row for row in drawn(3, several=False) if row[0].startswith("p")]
    params = {"criteria": [spec | {"attribute": "ill"} for spec in SPECS]}
    known, one = (
        run(tmp_path, rows, {"kind": "risk", "params": params}, known=known) for known in ("all", 1)
    )
    assert known.result.check == one.result.check
    assert known.result.one_value == one.result.one_value
