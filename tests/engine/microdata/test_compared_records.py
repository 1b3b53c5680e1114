"""Records before and after, compared with brute force over their texts."""

from pathlib import Path

import numpy as np
import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.reading import open_data
from sdc_desktop.engine.data.spec import DataSpec
from sdc_desktop.engine.microdata.classes.compared_records import (
    Choice,
    ComparedRecords,
    OfClass,
    OfSizes,
    OfState,
    OfValues,
    Texts,
    chosen_records,
    compared_records,
    matches_without,
)
from sdc_desktop.engine.spec import VariableSpec

CONTEXT = JobContext()
VARIABLES = {
    "age": VariableSpec(role="key"),
    "sex": VariableSpec(role="key", missing=("",)),
    "id": VariableSpec(),
}


def opened(folder: Path, name: str, rows: list[list[str]]):
    lines = ["age,sex,pay,id", *(",".join(row) for row in rows)]
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return open_data(DataSpec(path=name, variables=VARIABLES), folder, CONTEXT).data


def tables(seed: int) -> tuple[list[list[str]], list[list[str]], list[int]]:
    """Random records, what was made of them, and the numbers of those that are left."""
    rng = np.random.default_rng(seed)
    rows = [
        [str(rng.integers(20, 26)), "mf"[rng.integers(2)], f"{rng.integers(0, 900) / 10:g}", f"é{i}"]
        for i in range(200)
    ]
    made = [
        [
            rng.choice([age, "*", "2x"], p=[0.6, 0.2, 0.2]),
            "" if rng.random() < 0.1 else sex,
            f"{round(float(pay))}",
            number,
        ]
        for age, sex, pay, number in rows
    ]
    left = sorted(rng.choice(200, 180, replace=False).tolist()) if seed % 2 else list(range(200))
    return rows, [list(map(str, made[place])) for place in left], left


def compared(
    folder: Path, seed: int, rule: str | float = "none"
) -> tuple[ComparedRecords, list[list[str]], list[list[str] | None]]:
    rows, made, left = tables(seed)
    files = opened(folder, "a.csv", rows), opened(folder, "b.csv", made)
    found = compared_records(*files, np.array(left), CONTEXT, rule)
    after = dict(zip(left, made, strict=True))
    return found, rows, [after.get(place) for place in range(len(rows))]


def places(found: ComparedRecords, choice: Choice) -> list[int]:
    chosen = chosen_records(found, choice, CONTEXT)
    return list(range(found.records)) if chosen is None else chosen.tolist()


def test_texts_are_given_back() -> None:
    texts = ["", "é", "37", "a long one, with commas", "\u4e2d"]
    held = Texts(texts, CONTEXT)
    assert [held[place] for place in range(len(held))] == texts
    assert list(held) == texts


def matches(keys: list[tuple[str, ...] | None], rule: str | float) -> list[float]:
    """By each record how many match it, itself included; 0 for one that is not released."""
    alpha = {"none": 0.0, "all": 1.0}.get(str(rule), rule)
    found = []
    for place, own in enumerate(keys):
        total = 0.0 if own is None else 1.0
        for number, other in enumerate(keys):
            if own is None or other is None or number == place:
                continue
            both = [(a, b) for a, b in zip(own, other, strict=True) if a and b]
            if all(a == b for a, b in both):
                total += 1.0 if len(both) == len(own) else float(alpha)
        found.append(total)
    return found


@pytest.mark.parametrize("rule", ["all", "none", 0.4])
@pytest.mark.parametrize("seed", range(3))
def test_sizes_of_classes_follow_the_rule_for_missing_values(tmp_path: Path, seed: int, rule) -> None:
    found, before, after = compared(tmp_path, seed, rule)
    keys = [None if row is None else tuple(row[:2]) for row in after]
    assert found.after.tolist() == pytest.approx(matches(keys, rule))
    assert found.before.tolist() == pytest.approx(matches([tuple(row[:2]) for row in before], rule))
    assert places(found, OfState("unique")) == [i for i, size in enumerate(found.after) if 0 < size <= 1]


@pytest.mark.parametrize("rule", ["all", "none", 0.4])
def test_without_a_key_variable_those_match_who_match_on_the_others(tmp_path: Path, rule) -> None:
    found, _, after = compared(tmp_path, 1, rule)
    keys = [[None if row is None else (row[place],) for row in after] for place in range(2)]
    for record in range(0, 200, 7):
        if after[record] is not None:
            expected = {"age": matches(keys[1], rule)[record], "sex": matches(keys[0], rule)[record]}
            assert matches_without(found, record) == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(6))
def test_every_value_mark_and_choice_is_that_of_the_texts(tmp_path: Path, seed: int) -> None:
    found, before, after = compared(tmp_path, seed)
    names = [one.name for one in found.variables]
    assert names == ["age", "sex", "pay", "id"]
    for column, one in enumerate(found.variables):
        own = [one.texts[int(code)] for code in one.original]
        shown = [one.texts[int(code)] for code in one.released]
        assert own == [row[column] for row in before]
        assert [text for text, row in zip(shown, after, strict=True) if row] == [
            row[column] for row in after if row
        ]
        differs = [
            row is not None and row[column] != old[column] for old, row in zip(before, after, strict=True)
        ]
        gone = [flag and row[column] in ("*", "") for flag, row in zip(differs, after, strict=True)]
        assert one.differs().tolist() == differs
        assert one.is_suppressed().tolist() == gone
        assert (one.changed, one.suppressed) == (sum(differs), sum(gone))
    keys = [None if row is None else tuple(row[:2]) for row in after]
    sizes = matches(keys, "none")
    olds = [tuple(row[:2]) for row in before]
    assert found.after.tolist() == sizes
    assert found.before.tolist() == [olds.count(old) for old in olds]
    everyone = range(len(before))
    pairs = list(zip(before, after, strict=True))
    assert places(found, OfState()) == list(everyone)
    assert places(found, OfState("changed")) == [i for i, (a, b) in enumerate(pairs) if b and a != b]
    assert places(found, OfState("unique")) == [i for i in everyone if sizes[i] == 1]
    assert places(found, OfState("small")) == [i for i in everyone if 0 < sizes[i] < 3]
    assert places(found, OfState("removed")) == [i for i in everyone if after[i] is None]
    suppressed = [
        i
        for i, (a, b) in enumerate(pairs)
        if b and any(y in "*" and x != y for x, y in zip(a, b, strict=True))
    ]
    assert places(found, OfState("suppressed")) == suppressed
    released = next(i for i in everyone if after[i] is not None)
    assert places(found, OfClass(released)) == [i for i in everyone if keys[i] == keys[released]]
    assert places(found, OfSizes(2, 5, True)) == [i for i in everyone if 2 <= sizes[i] <= 5]
    assert places(found, OfSizes(10, None, False)) == [i for i in everyone if olds.count(olds[i]) >= 10]


def test_bars_choose_the_records_of_their_values(tmp_path: Path) -> None:
    found, before, after = compared(tmp_path, 1)
    texts = OfValues("age", True, "2x", frozenset({"2x", "*"}))
    assert places(found, texts) == [i for i, row in enumerate(after) if row and row[0] in ("2x", "*")]
    half_open = OfValues("pay", False, "20", low=20.0, high=30.0)
    assert places(found, half_open) == [i for i, row in enumerate(before) if 20 <= float(row[2]) < 30]
    closed = OfValues("pay", True, "20", low=20.0, high=30.0, closed=True)
    assert places(found, closed) == [i for i, row in enumerate(after) if row and 20 <= float(row[2]) <= 30]


def test_equal_columns_are_held_once(tmp_path: Path) -> None:
    found, _, _ = compared(tmp_path, 2)
    one = found.variable("id")
    assert one.original is one.released
    assert one.changed == 0
