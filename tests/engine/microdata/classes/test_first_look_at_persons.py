"""What records of persons show before protection: persons are counted, not their records."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.microdata.classes.first_look import first_look

Row = tuple[int, str, str, str]


def read(folder: Path, rows: list[Row], persons: dict[str, Any] | None, role: str = "person") -> Microdata:
    lines = ["id,sex,age,ill", *(",".join(map(str, row)) for row in rows), ""]
    (folder / "d.csv").write_text("\n".join(lines), encoding="utf-8")
    roles = {"id": role, "sex": "key", "age": "key", "ill": "sensitive"}
    variables = {name: {"role": one, "level": "nominal"} for name, one in roles.items()}
    data = {"path": "d.csv", "variables": variables} | ({} if persons is None else {"persons": persons})
    return open_data(DataSpec.model_validate(data), folder, JobContext()).data


def test_six_episodes_of_one_patient_are_one_unique_person(tmp_path: Path) -> None:
    rows: list[Row] = [(n, "f", "30", "flu") for n in range(5)] + [(9, "m", "70", "gout")] * 6
    look = first_look(read(tmp_path, rows, None), ["sex", "age"], ["ill"], JobContext())
    assert (look.persons, look.records, look.uniques, look.k) == (6, 11, 1, 1)
    assert [(one.classes, one.records, one.persons) for one in look.below] == [(1, 6, 1)] * 3
    assert [(one.alone, one.adds) for one in look.contributions] == [(1, 0), (1, 0)]
    assert look.disclosed["ill"].persons == 6
    assert look.risk == pytest.approx((5 * 1 / 5 + 1) / 6)
    counted = first_look(
        read(tmp_path, rows, None, "direct_identifier"), ["sex", "age"], ["ill"], JobContext()
    )
    assert (counted.persons, counted.uniques, counted.k) == (None, 0, 5)


@pytest.mark.parametrize("seed", range(12))
def test_uniques_are_those_of_a_plain_count(tmp_path: Path, seed: int) -> None:
    draws = random.Random(seed)
    rows: list[Row] = [
        (draws.randrange(9), draws.choice("fm"), draws.choice("abc"), draws.choice("xy"))
        for _ in range(draws.randrange(12, 24))
    ]
    look = first_look(read(tmp_path, rows, {}), ["sex", "age"], [], JobContext())
    holders: dict[tuple[str, str], set[int]] = {}
    for who, sex, age, _ in rows:
        holders.setdefault((sex, age), set()).add(who)
    own = {who: [len(holders[sex, age]) for one, sex, age, _ in rows if one == who] for who, *_ in rows}
    assert look.persons == len(own)
    assert look.k == min(map(len, holders.values()))
    assert look.uniques == sum(min(sizes) == 1 for sizes in own.values())
    assert [one.persons for one in look.below] == [
        sum(min(sizes) < k for sizes in own.values()) for k in (2, 3, 5)
    ]


@pytest.mark.parametrize("seed", range(6))
def test_by_all_records_persons_with_equal_ones_are_a_class(tmp_path: Path, seed: int) -> None:
    draws = random.Random(seed)
    rows: list[Row] = [(draws.randrange(8), draws.choice("fm"), draws.choice("ab"), "x") for _ in range(20)]
    look = first_look(read(tmp_path, rows, {"known": "all"}), ["sex", "age"], [], JobContext())
    held = {who: tuple(sorted((sex, age) for one, sex, age, _ in rows if one == who)) for who, *_ in rows}
    sizes = Counter(held.values())
    assert look.uniques == sum(sizes[one] == 1 for one in held.values())
    assert look.risk == pytest.approx(sum(1 / sizes[one] for one in held.values()) / len(held))


def test_one_record_each_is_as_without_the_role(tmp_path: Path) -> None:
    rows: list[Row] = [(n, "fm"[n % 2], "abc"[n % 3], "xyz"[n % 3]) for n in range(7)]
    with_role = first_look(read(tmp_path, rows, {}), ["sex", "age"], ["ill"], JobContext())
    without = first_look(read(tmp_path, rows, None, "other"), ["sex", "age"], ["ill"], JobContext())
    assert with_role == without
