"""Random files in which a protected variable follows from others: the grade is never better than the truth,
which is how many protected values an intruder with the released file alone has for certain.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from random import Random
from statistics import median
from typing import NamedTuple

import pytest

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.audit import Required, inference_of
from sdc_desktop.engine.spec import Role
from sdc_desktop.engine.verdict import Grade, Reason, verdict_of
from sdc_desktop.engine.verdict_inference import inference_reasons
from tests.engine.inference.test_values_against_brute_force import texts
from tests.support.inference.pairs import paired_records
from tests.support.inference.plain_intruder import Column
from tests.support.inference.planted import planted_file

LIMIT = 0.1  # of the protected values
AGREED = 0.95  # of a group of records that agree on the sources: then its value is certain
FEWEST = 7  # right guesses, below which they may be chance (1/2 to the power of 7 is below 1 %)
CLOSE = 0.01  # of a number
TARGET = "v"  # the variable that is protected and follows from others
OF_CATEGORIES = ("copy", "finer", "pair", "household", "nothing")
OF_NUMBERS = ("multiple", "sum", "difference", "unrelated")


class File(NamedTuple):
    """Columns by name as texts, None where a value is absent; ``household``: numbers them."""

    original: dict[str, Column]
    released: dict[str, Column]
    household: str | None


def file_of(kind: str, seed: int) -> File:
    """A random file of 80 to 200 records in which `TARGET` follows from others in that way."""
    draw = Random(f"{kind} {seed}")
    records = draw.choice((80, 120, 200))
    if kind in OF_NUMBERS:
        return _file_of_numbers(kind, records, draw)
    agreeing = draw.choice((1.0, 1.0, 0.97))
    values = draw.choice(("abc", "abcdef"))
    columns: dict[str, Column] = {name: draw.choices("pqrs", k=records) for name in ("x", "y")}
    target = draw.choices(values, [draw.random() + 0.2 for _ in values], k=records)
    if kind == "copy":
        columns["w"] = [one.upper() if draw.random() < agreeing else "A" for one in target]
    elif kind == "finer":
        columns["w"] = [one + draw.choice("12") if draw.random() < agreeing else "a1" for one in target]
    elif kind == "pair":
        target = ["pqrs"["pqrs".index(a) ^ "pqrs".index(b)] for a, b in _pairs(columns, "x", "y")]
    elif kind == "household":
        columns["hh"] = [str(number) for number in range(records) for _ in range(draw.randint(2, 6))][
            :records
        ]
        homes = draw.choices(values, k=records)
        target = [homes[int(number or 0)] for number in columns["hh"]]
    columns[TARGET] = target
    names = list(columns)
    draw.shuffle(names)  # the order of variables decides nothing
    original = {name: columns[name] for name in names}
    return File(original, original | {TARGET: _protected(target, draw)}, "hh" if "hh" in columns else None)


def _pairs(columns: dict[str, Column], *names: str) -> Iterator[tuple[str, ...]]:
    for cells in zip(*(columns[name] for name in names), strict=True):
        yield tuple(cell or "" for cell in cells)


def _protected(column: Sequence[str], draw: Random) -> Column:
    if draw.random() < 0.6:
        share = draw.choice((0.1, 0.3, 0.6))
        return [None if draw.random() < share else one for one in column]
    kept = draw.choice((0.9, 0.75))
    return [one if draw.random() < kept else draw.choice(column) for one in column]


def _file_of_numbers(kind: str, records: int, draw: Random) -> File:
    x, y = ([round(draw.lognormvariate(7, 0.6), 0) for _ in range(records)] for _ in range(2))
    target = {
        "multiple": [12 * a for a in x],
        "sum": [a + b for a, b in zip(x, y, strict=True)],
        "difference": [a - b for a, b in zip(x, y, strict=True)],
        "unrelated": [round(draw.lognormvariate(7, 0.6), 0) for _ in range(records)],
    }[kind]
    noisy = draw.choice((0.3, 1.0))
    shown = [round(one * draw.gauss(1, 0.2), 0) if draw.random() < noisy else one for one in target]
    columns = {"x": x, "y": y, TARGET: target}
    original: dict[str, Column] = {name: [f"{one:.0f}" for one in found] for name, found in columns.items()}
    return File(original, original | {TARGET: [f"{one:.0f}" for one in shown]}, None)


def sources_of(file: File, name: str) -> Iterator[tuple[str, ...]]:
    others = [one for one in file.released if one != name]
    yield from ((one,) for one in others)
    yield from (pair for pair in combinations(others, 2) if file.household not in pair)


def certain_values(file: File, name: str) -> tuple[int, int]:
    """How many protected values of a variable the best source gives for certain, and how many there are."""
    own, shown = file.original[name], file.released[name]
    protected = [place for place, one in enumerate(own) if one is not None and one != shown[place]]
    counts = Counter(one for one in shown if one is not None)
    usual = max(counts, key=lambda one: counts[one], default=None)  # what anyone guesses
    best = 0
    for sources in sources_of(file, name):
        codes = list(zip(*(file.released[one] for one in sources), strict=True))
        groups: dict[Hashable, Counter[str]] = defaultdict(Counter)
        for code, value in zip(codes, shown, strict=True):
            if None not in code and value is not None:
                groups[code][value] += 1
        least = 2 if file.household in sources else 5
        guesses = {}
        for place in protected:
            group = groups.get(codes[place], Counter())
            value, most = max(group.items(), key=lambda one: one[1], default=("", 0))
            size = sum(group.values())
            if size >= least and most >= AGREED * size and value not in (usual, shown[place]):
                guesses[place] = value
        right = sum(own[place] == value for place, value in guesses.items())
        if right >= AGREED * len(guesses):
            best = max(best, right)
    return best, len(protected)


def certain_numbers(file: File) -> tuple[int, int]:
    """How many protected numbers the best source gives for certain, and how many do not show themselves.

    The intruder tries every multiple, sum and difference, with the factor that the released values have in
    the middle.
    """
    own, shown = ([float(one or 0) for one in side[TARGET]] for side in (file.original, file.released))
    x, y = ([float(one or 0) for one in file.released[name]] for name in ("x", "y"))
    open_ = [place for place, one in enumerate(own) if abs(shown[place] - one) > CLOSE * abs(one)]
    tried = [x, y, *([a + sign * b for a, b in zip(x, y, strict=True)] for sign in (1, -1))]
    best = 0
    for base in tried:
        factor = median(r / b for r, b in zip(shown, base, strict=True) if b)
        factor = round(factor) if abs(factor - round(factor)) < 0.05 * abs(factor) else factor
        best = max(
            best, sum(abs(factor * base[place] - own[place]) <= CLOSE * abs(own[place]) for place in open_)
        )
    return best, len(open_)


def judged(file: File, *, of_numbers: bool) -> tuple[Grade, tuple[Reason, ...]]:
    roles: dict[str, Role] = {} if file.household is None else {file.household: "household"}
    levels = {} if of_numbers else dict.fromkeys(file.released, "nominal")
    records = paired_records(texts(file.original), texts(file.released), roles, levels)
    found = inference_of(records, Required(in_order=False), JobContext())
    verdict = verdict_of(inference_reasons(found, LIMIT))
    return verdict.grade, verdict.reasons


def is_given_away(right: int, of: int) -> bool:
    return right >= max(FEWEST, LIMIT * of)


@pytest.mark.parametrize("kind", OF_CATEGORIES + OF_NUMBERS)
def test_no_file_is_safe_that_gives_a_tenth_of_protected_values_away(kind: str) -> None:
    """35 files of each kind: together more than 300."""
    given, safe = 0, 0
    for seed in range(35):
        file = file_of(kind, seed)
        numbers = kind in OF_NUMBERS
        right, of = certain_numbers(file) if numbers else certain_values(file, TARGET)
        grade, reasons = judged(file, of_numbers=numbers)
        safe += grade is Grade.SAFE
        if is_given_away(right, of):
            given += 1
            assert grade is not Grade.SAFE, (seed, right, of)
            assert TARGET in {one.figures["variable"] for one in reasons}, (seed, right, of)
    if kind in ("nothing", "unrelated"):
        assert (given, safe) == (0, 35)
    else:
        assert given >= 10


def test_the_files_of_the_brute_force_are_never_better_than_the_truth() -> None:
    """Some variables of these files follow from others by chance of the draw, most do not."""
    given = 0
    for seed in range(300):
        planted = planted_file(seed)
        household = "hh" if planted.numbers else None
        file = File(planted.original, planted.released, household)
        grade, reasons = judged(file, of_numbers=False)
        named = {one.figures.get("variable") for one in reasons}
        for name in file.released:
            right, of = certain_values(file, name)
            if is_given_away(right, of):
                given += 1
                assert grade is not Grade.SAFE, (seed, name, right, of)
                assert name in named, (seed, name, right, of)
    assert given >= 10
