"""Random files in which some values follow from others, and protection that forgets it."""

from random import Random
from typing import NamedTuple

from tests.support.inference.plain_intruder import Column


class PlantedFile(NamedTuple):
    """Columns by name, None where a value is absent; ``numbers``: variables that number groups."""

    original: dict[str, Column]
    released: dict[str, Column]
    numbers: frozenset[str]


def planted_file(seed: int) -> PlantedFile:
    """A file of 1 to 200 records with a copy, a recode, a finer code, a sum of two or a group, by chance."""
    draw = Random(seed)
    records = draw.choice((1, 2, 20, 60, 120, 200, 200))
    columns: dict[str, list[str | None]] = {}
    for number in range(draw.randint(1, 3)):
        values = draw.choice(("ab", "abc", "abcdef"))
        weights = [draw.random() ** 2 + 0.02 for _ in values]
        columns[f"v{number}"] = list(draw.choices(values, weights, k=records))
    first = columns["v0"]
    agreeing = draw.choice((1.0, 1.0, 0.97, 0.6))

    def mostly(value: str, others: str) -> str:
        return value if draw.random() < agreeing else draw.choice(others)

    planted = draw.sample(("copy", "finer", "coarser", "pair", "group", "rare"), draw.randint(0, 3))
    if "copy" in planted:
        columns["copy"] = [mostly("xyzuvw"["abcdef".index(one)], "xyz") for one in first]
    if "finer" in planted:
        columns["finer"] = [mostly(one + draw.choice("123"), "pq") for one in first]
    if "coarser" in planted:
        columns["coarser"] = ["low" if one in "ac" else "high" for one in first]
    if "pair" in planted:
        columns["left"], columns["right"] = (draw.choices("0123", k=records) for _ in range(2))
        columns["both"] = [
            mostly(str((int(x) + int(y)) % 4), "0123")
            for x, y in zip(columns["left"], columns["right"], strict=True)
        ]
    if "group" in planted:
        members = [number for number in range(records) for _ in range(draw.randint(1, 5))][:records]
        homes = draw.choices("nesw", k=records)
        columns["hh"] = [f"h{number}" for number in members]
        columns["home"] = [homes[number] for number in members]
        columns["members"] = [str(members.count(number)) for number in members]
    if "rare" in planted:
        columns["rare"] = [str(draw.randint(0, 3 * records)) for _ in range(records)]
    numbers = frozenset({"hh"} & columns.keys())
    for column in columns.values():
        if draw.random() < 0.2:
            column[:] = [None if draw.random() < 0.1 else one for one in column]
    released = {name: _protected(column, name in numbers, draw) for name, column in columns.items()}
    return PlantedFile(dict(columns), released, numbers)


def _protected(column: list[str | None], number: bool, draw: Random) -> list[str | None]:
    way = "" if number else draw.choice(("", "", "suppressed", "suppressed", "perturbed", "recoded", "both"))
    values = sorted({one for one in column if one is not None}) or ["a"]
    if way == "suppressed":
        share = draw.choice((0.03, 0.2, 0.6))
        return [None if draw.random() < share else one for one in column]
    if way in ("perturbed", "both"):
        kept = draw.choice((0.9, 0.5))
        shown = [one if one is None or draw.random() < kept else draw.choice(values) for one in column]
        return shown if way == "perturbed" else [None if draw.random() < 0.1 else one for one in shown]
    if way == "recoded":
        return [one and f"g{values.index(one) // 2}" for one in column]
    return list(column)
