"""Post-randomisation by identifiers: each draw is one record's own, whatever the order of the records."""

import hmac
import json
import random
from pathlib import Path

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.plan import plan_from_json
from sdc_desktop.engine.problems import Refused
from sdc_desktop.engine.runner import run_plan
from tests.support.secret import digits

KINDS = ("a", "b", "c", "")


def records(seed: int = 3, number: int = 400) -> list[tuple[str, ...]]:
    draw = random.Random(seed)
    rows = [
        (f"P{n}", draw.choice(KINDS), draw.choice("xy"), draw.choice(("20", "30")), draw.choice("st"))
        for n in range(number)
    ]
    draw.shuffle(rows)
    return rows


def run(folder: Path, rows: list[tuple[str, ...]], *, large: bool = False, **params: object) -> dict:
    folder.mkdir()
    lines = [",".join(row) for row in (("pid", "kind", "sex", "age", "ill"), *rows)]
    (folder / "people.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    roles = {"pid": "direct_identifier", "kind": "key", "sex": "key", "age": "key", "ill": "sensitive"}
    data = {
        "path": "people.csv",
        "large": large,
        "variables": {name: {"role": role, "level": "nominal"} for name, role in roles.items()},
    }
    given = {"variables": ["kind", "sex"], "retain": 0.5, "identifier": "pid"} | params
    job = {"name": "d", "kind": "pram", "params": given, "output": {"path": "d.csv"}}
    plan = plan_from_json({"schema": 2, "data": data, "secrets": {"*": digits()}, "jobs": [job]})
    run_plan(plan, folder, folder / "out", JobContext())
    return json.loads((folder / "out" / "result.json").read_text(encoding="utf-8"))["jobs"]["d"]


def drawn_of(folder: Path) -> list[str]:
    return (folder / "out" / "d.csv").read_text(encoding="utf-8").splitlines()[1:]


def expected(kind: str, pid: str, shares: dict[str, float]) -> str:
    """What a value becomes, by the words of the method alone."""
    message = "\x1f".join(("sdc1", "pram", "d", "kind", pid)).encode()
    uniform = int(hmac.digest(bytes.fromhex(digits()), message, "sha256").hex()[:13], 16) / 2**52
    reached = 0.0
    for other, share in sorted(shares.items()):
        reached += 0.5 * share + 0.5 * (other == kind)
        if uniform < reached:
            return other
    raise AssertionError


def test_each_value_is_drawn_by_the_identifier_alone(tmp_path) -> None:
    rows = records()
    run(tmp_path / "a", rows)
    kinds = [row[1] for row in rows if row[1]]
    shares = {kind: kinds.count(kind) / len(kinds) for kind in set(kinds)}
    for row, line in zip(rows, drawn_of(tmp_path / "a"), strict=True):
        found = line.split(",")[0]
        assert found == (expected(row[1], row[0], shares) if row[1] else "")


def test_neither_order_nor_room_for_the_records_changes_a_draw(tmp_path) -> None:
    rows = records()
    first = run(tmp_path / "a", rows)
    drawn = dict(zip((row[0] for row in rows), drawn_of(tmp_path / "a"), strict=True))
    other = rows[::-1]
    for name, large in (("b", False), ("c", True)):
        found = run(tmp_path / name, other, large=large)
        assert found["result"] == first["result"]
        assert found["verdict"] == first["verdict"]
        assert drawn_of(tmp_path / name) == [drawn[row[0]] for row in other]


def test_the_figures_are_those_of_the_released_records(tmp_path) -> None:
    rows = records()
    found = run(tmp_path / "a", rows)["result"]
    changed = sum(
        row[1] != line.split(",")[0] for row, line in zip(rows, drawn_of(tmp_path / "a"), strict=True)
    )
    assert found["variables"]["kind"]["changed"] == changed
    assert found["variables"]["kind"]["records"] == sum(bool(row[1]) for row in rows)
    by_class: dict[str, set[str]] = {}
    for line in drawn_of(tmp_path / "a"):
        key, _, ill = line.rpartition(",")
        by_class.setdefault(key, set()).add(ill)
    alone = {key for key, values in by_class.items() if len(values) == 1}
    count = sum(line.rpartition(",")[0] in alone for line in drawn_of(tmp_path / "a"))
    assert found["one_value"]["ill"]["after"]["records"] == count


@pytest.mark.parametrize(
    ("change", "missing", "repeated"), [("", 1, 0), (" ", 1, 0), ("P1", 0, 2)], ids=["none", "blank", "twice"]
)
def test_identifiers_that_are_missing_or_repeated_are_refused(tmp_path, change, missing, repeated) -> None:
    rows = sorted(records())
    assert rows[0][0] == "P0"
    rows[0] = (change, *rows[0][1:])
    with pytest.raises(Refused) as refused:
        run(tmp_path / "a", rows)
    (problem,) = refused.value.problems
    assert problem.code == "perturb.identifiers_not_unique"
    assert (problem.params["missing"], problem.params["repeated"]) == (missing, repeated)
    assert not (tmp_path / "a" / "out").exists()


def test_an_identifier_that_the_data_lack_is_refused(tmp_path) -> None:
    with pytest.raises(Refused) as refused:
        run(tmp_path / "a", records(), identifier="other")
    assert [one.code for one in refused.value.problems] == ["plan.unknown_variable"]
