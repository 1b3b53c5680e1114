"""Criteria where all records of a person are known: values of one record, and those of all together."""

import json
import math
import random
from collections import defaultdict
from dataclasses import dataclass, field
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


@dataclass
class Judged:
    """A class: by person the values of its records there, and the numbers of these records."""

    own: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    records: set[int] = field(default_factory=set)

    def take(self, number: int, person: str, ill: str) -> None:
        self.records.add(number)
        self.own[person] += [ill] * (ill != "")


def classes_of(rows: list[Row], *, ordered: bool) -> list[Judged]:
    """The classes of one record, and those of persons with equal records with the values of all of them."""
    tuples = defaultdict(list)
    for person, at, ward, _ in sorted(rows):
        tuples[person].append((at, ward) if ordered else ward)
    found: dict[Any, Judged] = defaultdict(Judged)
    for number, (person, _, ward, ill) in enumerate(rows):
        own = tuples[person]
        known = tuple(ward for _, ward in own) if ordered else tuple(sorted(own))
        found["all", known].take(number, person, ill)
        found["one", ward].take(number, person, ill)
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


def persons_in(classes: list[Judged]) -> set[str]:
    return {person for one in classes for person in one.own}


def records_in(classes: list[Judged]) -> set[int]:
    return {record for one in classes for record in one.records}


def run(folder: Path, rows: list[Row], job: dict[str, Any], **persons: Any) -> Any:
    lines = ["id,at,ward,ill", *(",".join(row) for row in rows)]
    (folder / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "ward.csv").write_text("A;*\nB;*\nC;*\n", encoding="utf-8")
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
        failing = [one for one in classes if fails(spec, one.own, q, big_h)]
        wanted = len(failing), len(persons_in(failing)), len(records_in(failing))
        got = check.failing_classes, check.failing_persons, check.failing_records
        assert (spec["kind"], got) == (spec["kind"], wanted)
    assert found.result.diversity["ill"].distinct == min(plain.distinct(one.own) for one in classes)
    highest = [(max(shares(one.own)[0].values(), default=0), one) for one in classes]
    alone, ninety = ([one for share, one in highest if share >= least] for least in (1, 0.9))
    shown = found.result.one_value["ill"]
    for groups, wanted_groups in ((shown.after, alone), (shown.ninety.after, ninety)):
        assert groups.persons == len(persons_in(wanted_groups))
        assert groups.records == len(records_in(wanted_groups))


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
            if not any(fails(spec, one.own, q, big_h) for one in classes_of(shown, ordered=False)):
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


@pytest.mark.parametrize("seed", range(6))
def test_what_fails_at_one_record_is_not_met_where_all_are_known(seed: int, tmp_path: Path) -> None:
    rows = drawn(seed)
    specs = [*SPECS, {"kind": "alpha_k_anonymity", "alpha": 0.5, "k": 3}]
    params = {"criteria": [spec | {"attribute": "ill"} for spec in specs]}
    one, every = (
        run(tmp_path, rows, {"kind": "risk", "params": params}, known=known).result for known in (1, "all")
    )
    for less, more in zip(one.check.criteria, every.check.criteria, strict=True):
        assert less.passed or not more.passed
        assert less.failing_persons <= more.failing_persons
        assert less.failing_records <= more.failing_records
    assert one.one_value["ill"].after.persons <= every.one_value["ill"].after.persons
    assert one.one_value["ill"].ninety.after.persons <= every.one_value["ill"].ninety.after.persons


def test_values_of_other_records_do_not_hide_that_of_one_record(tmp_path: Path) -> None:
    rows: list[Row] = [(f"p{one}", "1", "A", "HIV" if one < 17 else "flu") for one in range(20)]
    rows += [
        (f"p{one}", str(at), "B", "abcde"[(one + shift) % 5])
        for one in range(20)
        for at, shift in ((2, 0), (3, 2), (4, 3))
    ]
    specs: list[dict[str, Any]] = [{"kind": "distinct_l_diversity", "l": 3}, SPECS[3]]
    params = {"criteria": [spec | {"attribute": "ill"} for spec in specs]}
    checks = run(tmp_path, rows, {"kind": "risk", "params": params}).result.check.criteria
    assert [(one.passed, one.failing_persons, one.failing_records) for one in checks] == [
        (False, 20, 20),
        (False, 20, 20),
    ]
    assert [one.worst for one in checks] == [2.0, pytest.approx(0.75)]


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
