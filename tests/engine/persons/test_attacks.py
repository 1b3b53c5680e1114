"""Files of persons that an intruder with the source got past the verdict, and honest ones that it blamed."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.runner import evaluate_plan

SECRETS = {"*": "92798203b864400ebd9e465e2c336cff796279d6b7786af79b5b3cef3cb798bf"}
KEYS = {"sex": {"role": "key"}, "ward": {"role": "key"}}
FLAGS = tuple(f"flag{n}" for n in range(6))
RISK = {"name": "r", "kind": "risk", "input": "m", "params": {"criteria": [{"kind": "k_anonymity", "k": 5}]}}


def flags_of(person: int) -> tuple[str, ...]:
    return tuple(str(person >> bit & 1) for bit in range(len(FLAGS)))


def rows(times: int = 4) -> list[tuple[str, ...]]:
    """Thirty persons with four records each, in a random order; six flags make a tuple of each its own."""
    draws = random.Random(5)
    found = [
        (
            f"p{n}",
            f"i{n}",
            "fm"[n % 2],
            draws.choice("WX"),
            *(str(n >> bit & 1) for bit in range(6)),
            str(time),
        )
        for n in range(30)
        for time in range(times)
    ]
    draws.shuffle(found)
    return found


def codes(
    folder: Path, records: Sequence[Sequence[str]], jobs: Sequence[dict[str, Any]], names: str, **roles: str
) -> tuple[str, set[str]]:
    """The grade of the plan, and the codes of its reasons."""
    head = ("id", "number", "sex", "ward", *FLAGS, "wave")
    places = [head.index(name) for name in names.split()]
    lines = [",".join(row[place] for place in places) for row in (head, *records)]
    (folder / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    variables = {name: {"role": roles.get(name, "other")} for name in names.split()} | KEYS
    for name in [one for one, role in roles.items() if role == "none"]:
        del variables[name]
    plan = {"schema": 2, "data": {"path": "d.csv", "variables": variables}, "jobs": jobs, "secrets": SECRETS}
    found = evaluate_plan(plan_from_json(plan), folder, JobContext()).verdict
    return found.grade.value, {one.code for one in found.reasons}


def recoded(order: str = "random", **more: Any) -> dict[str, Any]:
    return {
        "name": "m",
        "kind": "recode",
        "params": {"levels": {}},
        "output": {"path": "m.csv", "order": order},
        **more,
    }


def prepared(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"name": "p", "kind": "prepare", "params": {"steps": list(steps)}}


ALL = "id sex ward " + " ".join(FLAGS)


def test_renamed_variables_of_persons_still_link_their_records(tmp_path: Path) -> None:
    renamed = prepared({"rename": {name: f"new_{name}" for name in FLAGS}})
    _, found = codes(tmp_path, rows(), [renamed, recoded(input="p"), RISK], ALL, id="person")
    assert "persons.linked" in found


def test_one_record_that_deviates_unlinks_no_one_else(tmp_path: Path) -> None:
    records = [list(row) for row in rows()]
    for place in range(5):
        records[place][4 + place] = "2"
    _, found = codes(tmp_path, records, [recoded(), RISK], ALL, id="person")
    assert "persons.linked" in found


def test_the_number_that_replaces_another_identifier_links_as_well(tmp_path: Path) -> None:
    numbered = prepared({"pseudonymise": {"variables": ["number"], "key": "k.csv"}})
    roles = {"id": "person", "number": "direct_identifier"}
    _, found = codes(tmp_path, rows(), [numbered, recoded(input="p"), RISK], "id number sex ward", **roles)
    assert "persons.linked" in found


def test_a_panel_sorted_by_wave_and_person_links_its_records(tmp_path: Path) -> None:
    records = sorted(rows(), key=lambda row: (row[-1], int(row[0][1:])))
    _, found = codes(tmp_path, records, [recoded("as_is"), RISK], "id sex ward", id="person")
    assert "persons.linked" in found


@pytest.mark.parametrize("seed", range(5))
def test_a_random_order_links_nothing(tmp_path: Path, seed: int) -> None:
    records = rows()
    random.Random(seed).shuffle(records)
    assert codes(tmp_path, records, [recoded("as_is"), RISK], "id sex ward", id="person") == ("safe", set())


def test_a_person_that_differs_in_each_record_is_the_statement_of_one_record_each(tmp_path: Path) -> None:
    records = [(f"e{place}", *row[1:]) for place, row in enumerate(rows())]
    roles = {"id": "person", "number": "direct_identifier"}
    _, found = codes(tmp_path, records, [recoded(), RISK], "id number sex ward", **roles)
    assert found == {"persons.statement_contradicted"}


def test_a_variable_named_after_persons_without_a_role_is_not_passed_over(tmp_path: Path) -> None:
    lines = ["patient,sex,ward", *(f"{row[0]},{row[2]},{row[3]}" for row in rows())]
    (tmp_path / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    dropped = prepared({"drop": ["patient"]})
    data = {"path": "d.csv", "variables": KEYS}
    plan = {"schema": 2, "data": data, "jobs": [dropped, recoded(input="p"), RISK], "secrets": SECRETS}
    found = evaluate_plan(plan_from_json(plan), tmp_path, JobContext()).verdict
    assert (found.grade.value, found.reasons[0].code) == ("open", "persons.unsaid")


def test_new_numbers_reveal_nothing_that_is_not_shown(tmp_path: Path) -> None:
    numbered = prepared({"pseudonymise": {"variables": ["id"], "key": "k.csv"}})
    coarse = recoded(input="p") | {"params": {"levels": {"ward": 1}}}
    lines = ["id,sex,ward", *(f"{row[0]},{row[2]},{row[0][-1]}" for row in rows())]
    (tmp_path / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "w.csv").write_text("\n".join(f"{n};all" for n in range(10)) + "\n", encoding="utf-8")
    data = {"path": "d.csv", "variables": KEYS | {"id": {"role": "person"}}}
    data["hierarchies"] = {"ward": {"kind": "levels", "path": "w.csv", "header": False, "delimiter": ";"}}
    plan = {"schema": 2, "data": data, "jobs": [numbered, coarse, RISK], "secrets": SECRETS}
    found = evaluate_plan(plan_from_json(plan), tmp_path, JobContext()).verdict
    assert (found.grade.value, found.reasons) == ("safe", ())


def test_a_part_of_what_says_the_person_is_no_pseudonym(tmp_path: Path) -> None:
    records = [(row[0], f"h{int(row[0][1:]) % 2}", *row[2:]) for row in rows()]
    numbered = prepared({"pseudonymise": {"variables": ["number"], "key": "k.csv"}})
    roles = {"id": "person", "number": "person"}
    grade, _ = codes(tmp_path, records, [numbered, recoded(input="p"), RISK], "id number sex ward", **roles)
    assert grade == "safe"


def test_a_missing_key_value_of_a_person_matches_by_the_rule_of_the_plan(tmp_path: Path) -> None:
    records = [(*row[:3], "" if place % 6 == 0 else row[3], *row[4:]) for place, row in enumerate(rows())]
    grade, found = codes(tmp_path, records, [recoded(), RISK], "id sex ward", id="person")
    assert (grade, found) == ("reservations", {"records_alone"})
    match_all = RISK | {"params": RISK["params"] | {"missing": "all"}}
    grade, found = codes(tmp_path, records, [recoded(), match_all], "id sex ward", id="person")
    assert (grade, found) == ("safe", set())


@pytest.mark.parametrize(
    ("whose", "others"),
    [("case", {"pat": "direct_identifier"}), ("case pat", {}), ("pat", {"case": "direct_identifier"})],
)
def test_a_case_is_no_person_where_another_number_has_several(
    tmp_path: Path, whose: str, others: dict[str, str]
) -> None:
    """One row of each patient stands twice, so that cases repeat as persons do."""
    found = [
        (f"c{4 * n + case}", f"P{n}", "fm"[n % 2], "AB"[(n + case) % 2])
        for n in range(40)
        for case in (0, *range(4))
    ]
    lines = [",".join(row) for row in (("case", "pat", "sex", "ward"), *found)]
    (tmp_path / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    roles = dict.fromkeys(whose.split(), "person") | others
    variables = {name: {"role": role} for name, role in roles.items()} | KEYS
    plan = {"schema": 2, "data": {"path": "d.csv", "variables": variables}, "jobs": [recoded(), RISK]}
    verdict = evaluate_plan(plan_from_json(plan | {"secrets": SECRETS}), tmp_path, JobContext()).verdict
    contradicted = "persons.statement_contradicted" in {one.code for one in verdict.reasons}
    assert contradicted is (whose != "pat")


def test_names_that_several_persons_have_contradict_no_role(tmp_path: Path) -> None:
    lines = ["id,surname,sex,ward", *(f"p{n},N{n // 3},{'fm'[n % 2]},W" for n in range(60) for _ in range(2))]
    (tmp_path / "d.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    variables = {"id": {"role": "person"}, "surname": {"role": "direct_identifier"}} | KEYS
    plan = {"schema": 2, "data": {"path": "d.csv", "variables": variables}, "jobs": [recoded(), RISK]}
    verdict = evaluate_plan(plan_from_json(plan | {"secrets": SECRETS}), tmp_path, JobContext()).verdict
    assert "persons.statement_contradicted" not in {one.code for one in verdict.reasons}
