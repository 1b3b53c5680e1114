"""What an intruder finds of persons, counted as plainly as can be: every set of records is tried."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations

Records = Sequence[tuple[str, Hashable]]  # the person of each record, "" for nobody, and its key values


def persons_of(records: Records) -> dict[str, list[Hashable]]:
    found: dict[str, list[Hashable]] = defaultdict(list)
    for person, values in records:
        if person:
            found[person].append(values)
    return dict(found)


def least_numbers(records: Records, known: int | str) -> dict[str, int]:
    """By person the fewest persons who fit what can be known of it."""
    whose = persons_of(records)
    found = {}
    for person, own in whose.items():
        if known == "all":
            found[person] = sum(Counter(other) == Counter(own) for other in whose.values())
            continue
        size = min(int(known), len(own))
        sets = {tuple(sorted(chosen, key=repr)) for chosen in combinations(own, size)}
        fits = [sum(not Counter(one) - Counter(other) for other in whose.values()) for one in sets]
        found[person] = min(fits)
    return found


def guesses(records: Records) -> dict[str, Fraction]:
    """By person the chance that a guess within a class it has a record in is right, at its greatest."""
    whose = persons_of(records)
    sizes = Counter(values for _, values in records)
    found = {}
    for person, own in whose.items():
        chances = [
            max(
                Fraction(1, sum(values in other for other in whose.values())),
                Fraction(own.count(values), sizes[values]),
            )
            for values in own
        ]
        found[person] = max(chances)
    return found


def smallest(records: Records) -> int:
    """The fewest persons of a class."""
    classes: dict[Hashable, set[str]] = defaultdict(set)
    for person, values in records:
        classes[values] |= {person} - {""}
    return min(len(one) for one in classes.values())


def distinct(values: Mapping[str, Iterable[str]]) -> int:
    """How many values of the persons of a class count: the most persons with a value each, all different, and
    not more than the persons without the commonest value, and one.
    """
    own = {person: set(one) for person, one in values.items() if one}
    if not own:
        return 0
    names = sorted({value for one in own.values() for value in one})
    most = max(sum(name in one for one in own.values()) for name in names)
    best = 0
    for size in range(1, min(len(names), len(own)) + 1):
        for chosen in combinations(sorted(own), size):
            if any(
                all(v in own[p] for p, v in zip(chosen, order, strict=True))
                for order in permutations(names, size)
            ):
                best = size
    return min(best, len(own) - most + 1)


def whole_persons(records: Records, k: int) -> set[str]:
    """The union of all sets of persons without whom no class has fewer than k persons."""
    whose = persons_of(records)
    left: set[str] = set()
    for size in range(1, len(whose) + 1):
        for chosen in combinations(sorted(whose), size):
            classes: dict[Hashable, set[str]] = defaultdict(set)
            for person in chosen:
                for values in whose[person]:
                    classes[values].add(person)
            if all(len(one) >= k for one in classes.values()):
                left |= set(chosen)
    return left


Timed = Sequence[tuple[str, float | None, Hashable]]  # person, time (None: missing), key values


def equal_sequences(records: Timed) -> dict[str, int]:
    """By person how many persons have the same key values in the same order; a missing time comes first."""
    whose: dict[str, list[tuple[float, Hashable]]] = defaultdict(list)
    for person, time, values in records:
        whose[person].append((float("-inf") if time is None else time, values))
    ordered = {person: tuple(values for _, values in sorted(own)) for person, own in whose.items()}  # type: ignore[type-var]
    return {person: Counter(ordered.values())[own] for person, own in ordered.items()}
