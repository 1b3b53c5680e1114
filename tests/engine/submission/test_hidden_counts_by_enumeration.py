"""Hidden counts of random tables as texts: what is said, against all fillings that fit what is published."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import pytest

from sdc_desktop.engine.submission.judging.rules import Rules
from sdc_desktop.engine.submission.received import Settings
from tests.support.outputs.cases import check_texts, only_table

THRESHOLD = 5
MOST = 24  # of a hidden count in the enumeration
SETTINGS = Settings(rules=replace(Rules(), threshold=THRESHOLD, possible=2, zeros="safe"))


@dataclass(frozen=True)
class Case:
    """A text; the true counts of its lines; those hidden; sums as total and parts; a total of all."""

    text: str
    values: Mapping[str, int]
    hidden: Sequence[str]
    sums: Sequence[tuple[str, Sequence[str]]]
    roots: Sequence[str]
    stated: int | None


def random_case(seed: int) -> Case:
    """Two regions of districts, related by indent, by a label column, or by the figures; with a total line, a
    stated number, or neither.
    """
    rnd = random.Random(seed)
    form, total = rnd.choice(("indent", "column", "prefix")), rnd.choice(("line", "stated", "none"))
    regions = {f"R{r}": [f"{'AB'[r]}{d}" for d in range(rnd.randint(2, 3))] for r in range(2)}
    names = {"R0": "North", "R1": "South", **{f"{a}{d}": f"{a}lder{d}" for a in "AB" for d in range(3)}}
    values = {
        one: rnd.choice((rnd.randint(1, 8), rnd.randint(9, MOST))) for own in regions.values() for one in own
    }
    sums: list[tuple[str, Sequence[str]]] = list(regions.items())
    values |= {region: sum(values[one] for one in own) for region, own in regions.items()}
    whole = values["R0"] + values["R1"]
    lines = []
    order = [one for region, own in regions.items() for one in (region, *own)]
    hidden = rnd.sample(order, rnd.randint(1, 4))
    for region, own in regions.items():
        for one in (region, *own):
            shown = "x" if one in hidden else str(values[one])
            lines.append(f"{_label(form, names, region, one)},{shown}")
    roots: list[str] = ["R0", "R1"]
    if total == "line":
        values["T"] = whole
        sums.append(("T", roots))
        lines.append(f"{'Total,' if form == 'column' else 'Total'},{whole}")
        roots = ["T"]
    head = "region,district,n" if form == "column" else "area,n"
    title = [f'"Persons in survey, N={whole}"'] if total == "stated" else ["Number of persons"]
    text = "\n".join((*title, head, *lines)) + "\n"
    return Case(text, values, hidden, sums, roots, whole if total == "stated" else None)


def _label(form: str, names: Mapping[str, str], region: str, one: str) -> str:
    if form == "indent":
        return names[one] if one == region else f"   {names[one]}"
    if form == "column":
        return f"{names[region]},{'' if one == region else names[one]}"
    return names[one] if one == region else f"{names[region]}: {names[one]}"


def left_out(case: Case) -> bool:
    """Whether a published total is the sum of its published parts alone."""
    return any(
        total not in case.hidden and any(one in case.hidden for one in parts)
        and not sum(case.values[one] for one in parts if one in case.hidden)
        for total, parts in case.sums
    )  # fmt: skip


def possible(case: Case) -> dict[str, set[int]]:
    """The values that each hidden count has in fillings that fit what is published."""
    inner = [one for one in case.hidden if one not in dict(case.sums)]
    found: dict[str, set[int]] = {one: set() for one in case.hidden}
    for filled in product(range(3 * MOST), repeat=len(inner)):
        made = {**{one: value for one, value in case.values.items() if one not in case.hidden},
                **dict(zip(inner, filled, strict=True))}  # fmt: skip
        if _completed(case, made):
            for one in case.hidden:
                found[one].add(made[one])
    return found


def _completed(case: Case, made: dict[str, int]) -> bool:
    """Fill in the sums; whether they are what is published."""
    for total, parts in case.sums:
        value = sum(made[one] for one in parts)
        if made.setdefault(total, value) != value:
            return False
    return case.stated is None or sum(made[one] for one in case.roots) == case.stated


@pytest.mark.parametrize("first", range(0, 45, 15))
def test_a_count_follows_exactly_where_all_fillings_agree(first: int, tmp_path: Path) -> None:
    seen = set()
    for seed in range(first, first + 15):
        case = random_case(seed)
        if sum(one not in dict(case.sums) for one in case.hidden) > 2 or left_out(case):
            continue
        found = possible(case)
        table = only_table(check_texts(tmp_path, SETTINGS, a=case.text))
        order = [one for region in ("R0", "R1") for one in (region, *dict(case.sums)[region])]
        said = {order[spot.row] for spot in table.judged.spots if spot.code == "disclosed"}
        exact = {one for one, values in found.items() if len(values) == 1}
        assert said == exact, (seed, case.text)
        seen.add(bool(exact))
    assert seen == {True, False}
