"""The invented episodes of the demo: 3,000 hospital stays of 900 patients, the same on every computer."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

NAMES = ("patient", "age", "sex", "district", "quarter", "diagnosis", "days")
PATIENTS, EPISODES = 900, 3_000
_DISTRICTS = {"Ashford": 0.34, "Brook": 0.28, "Coast": 0.2, "Dale": 0.12, "Elms": 0.06}
_DIAGNOSES = {"heart": 0.24, "lung": 0.18, "injury": 0.22, "digestion": 0.2, "nerves": 0.16}
_Item = TypeVar("_Item")


def rows(seed: int = 0) -> list[tuple[str, ...]]:
    """The records, in the order of NAMES: few patients have many episodes, as a hospital has them."""
    random = Random(seed)
    patients = tuple(_patients(random))
    weights = {one: min((1 - random.random()) ** -0.6, 8) for one in patients}
    found = [*patients, *(_drawn(weights, random) for _ in range(EPISODES - PATIENTS))]
    listed = [(*one[:4], *_stay(one[4], random)) for one in found]
    return _shuffled(listed, random)


def _patients(random: Random) -> Iterator[tuple[str, ...]]:
    """Number, age, sex, district and usual diagnosis of each patient."""
    numbers = _shuffled(range(1, PATIENTS + 1), random)
    for number in numbers:
        age = 18 + int(72 * random.random() ** 0.7)
        sex = "f" if random.random() < 0.53 else "m"
        yield f"P{number:04}", str(age), sex, _drawn(_DISTRICTS, random), _drawn(_DIAGNOSES, random)


def _stay(usual: str, random: Random) -> tuple[str, str, str]:
    """Quarter, diagnosis and days of a stay: mostly of the patient's usual diagnosis."""
    diagnosis = usual if random.random() < 0.6 else _drawn(_DIAGNOSES, random)
    return f"2024-Q{1 + int(4 * random.random())}", diagnosis, str(1 + int(14 * random.random() ** 2))


def _drawn(shares: dict[_Item, float], random: Random) -> _Item:
    left = random.random() * sum(shares.values())
    for item, share in shares.items():
        left -= share
        if left < 0:
            return item
    return item


def _shuffled(items: Sequence[_Item], random: Random) -> list[_Item]:
    keyed = [(random.random(), place) for place in range(len(items))]
    return [items[place] for _, place in sorted(keyed)]
