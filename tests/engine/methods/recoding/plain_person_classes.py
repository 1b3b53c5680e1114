"""Classes, criteria and risks of persons with several records by plain loops, to hold the engine against."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product

import numpy as np

from sdc_desktop.engine.data.members import NOBODY, members_of
from sdc_desktop.engine.data.microdata import KeyCounts, Variable
from sdc_desktop.engine.data.spec import Known
from sdc_desktop.engine.data.store.store import Relation
from sdc_desktop.engine.microdata.criteria.spec import CriterionSpec
from sdc_desktop.engine.source import Source
from tests.support.generalising import ListedMicrodata, Rows, loss_of, tree

Class = tuple[str, ...]
Held = Sequence[tuple[int, str]]  # (person, sensitive value) of the records of a class; "" is no value


@dataclass(frozen=True)
class ListedPersons(ListedMicrodata):
    """Records in lists, of persons by number, which can only be counted."""

    numbers: Sequence[int] = ()
    knowledge: Known = 1

    def counts(self, names, context) -> KeyCounts:
        """The combinations as the database counts them, with the members that this knowledge gives."""
        found = super().counts(names, context)
        number = {tuple(row): place for place, row in enumerate(found.codes.tolist())}
        rows = zip(*(self.columns[name] for name in names), strict=True)
        coded = [
            number[tuple(texts.index(text) for texts, text in zip(found.categories, row, strict=True))]
            for row in rows
        ]
        members = members_of(np.array(coded), np.array(self.numbers, dtype=np.int32))
        return replace(found, members=None if members is None else replace(members, known=self.knowledge))


def persons_source(
    columns: Mapping[str, Sequence[str]],
    persons: Sequence[int],
    trees: Mapping[str, Rows],
    sensitive: str | None = None,
    known: Known = 1,
) -> Source:
    """Records of persons, that can be counted and nothing else."""
    roles = [Variable(name, "sensitive" if name == sensitive else "key") for name in columns]
    relation = Relation(None, "", len(columns), len(persons))
    data = ListedPersons(relation, tuple(roles), columns=columns, numbers=persons, knowledge=known)
    return Source(data, {name: tree(name, rows) for name, rows in trees.items()})


def least_persons(keys: Sequence[Class], persons: Sequence[int], known: Known = 1) -> dict[Class, int]:
    """By class the fewest persons who fit what can be known of a person with a record there."""
    held: dict[int, Counter[Class]] = {}
    for key, person in zip(keys, persons, strict=True):
        if person != NOBODY:
            held.setdefault(person, Counter())[key] += 1
    found = dict.fromkeys(keys, 0)
    fits: dict[Class, list[int]] = {}
    for own in held.values():
        records = sorted(own.elements())
        several = len(records) if known == "all" else min(int(known), len(records))
        for chosen in combinations(records, several):
            part = Counter(chosen)
            same = [q for q in held.values() if (q == part if known == "all" else part <= q)]
            for key in part:
                fits.setdefault(key, []).append(len(same))
    return found | {key: min(numbers) for key, numbers in fits.items()}


def values_of(held: Held) -> dict[int, Counter[str]]:
    """By person the values that its records have."""
    found: dict[int, Counter[str]] = {}
    for person, value in held:
        if person != NOBODY and value:
            found.setdefault(person, Counter())[value] += 1
    return found


def distinct_of(held: Held) -> int:
    """The most persons with values that all differ, and no more than those without the commonest, and one."""
    own = values_of(held)
    if not own:
        return 0
    most = max(Counter(value for values in own.values() for value in values).values())
    choices = product(*([None, *values] for values in own.values()))
    nu = max(len(picked) for one in choices if len(picked := [v for v in one if v]) == len(set(picked)))
    return min(nu, len(own) - most + 1)


def meets(spec: CriterionSpec, persons: int, held: Held, every: Held) -> bool:
    """Whether a class of so many persons meets a criterion; `every` record of the file."""
    if spec.kind == "average_risk":
        return True
    if persons < 2:
        return False
    if spec.kind == "k_anonymity":
        return persons >= spec.k
    own, whole = values_of(held), values_of(every)
    shown = Counter(value for values in own.values() for value in values)
    if spec.kind == "distinct_l_diversity":
        return distinct_of(held) >= spec.l
    if spec.kind == "p_sensitive":
        return distinct_of(held) >= spec.p
    if spec.kind == "recursive_cl_diversity":
        ranked = sorted(shown.values(), reverse=True)
        above = bool(ranked) and Fraction(str(spec.c)) * sum(ranked[spec.l - 1 :]) > ranked[0]
        return above and distinct_of(held) >= spec.l
    if spec.kind == "alpha_k_anonymity":
        share = max(shown.values(), default=0) / max(len(own), 1)
        return persons >= spec.k and share <= spec.alpha + 1e-9
    p, q = shares_of(own), shares_of(whole)
    if spec.kind == "entropy_l_diversity":
        entropy = -sum(one * math.log(one) for one in p.values())
        return distinct_of(held) >= math.ceil(spec.l) and entropy >= math.log(spec.l) - 1e-9
    if spec.kind == "t_closeness":
        distance = sum(abs(p.get(value, 0.0) - q[value]) for value in q) / 2
        return bool(own) and distance <= spec.t + 1e-9
    ratios = [number / len(own) / share_of(value, whole) for value, number in shown.items()]
    if spec.kind == "beta_likeness":
        return bool(own) and max(ratios) - 1 <= spec.beta + 1e-9
    return bool(own) and all(abs(math.log2(one)) < spec.delta - 1e-12 for one in ratios)


def shares_of(own: Mapping[int, Counter[str]]) -> dict[str, float]:
    """The mean over persons of the share of each value among their records."""
    found: dict[str, float] = {}
    for values in own.values():
        for value, number in values.items():
            found[value] = found.get(value, 0.0) + number / values.total() / len(own)
    return found


def share_of(value: str, whole: Mapping[int, Counter[str]]) -> float:
    """The share of persons who have a value."""
    return sum(value in values for values in whole.values()) / len(whole)


def risks_of(keys: Sequence[Class], persons: Sequence[int], known: Known = 1) -> list[float]:
    """The greatest chance to find each person."""
    sizes, own = Counter(keys), Counter(zip(keys, persons, strict=True))
    held: dict[int, Counter[Class]] = {}
    for key, person in zip(keys, persons, strict=True):
        if person != NOBODY:
            held.setdefault(person, Counter())[key] += 1
    found = []
    for person, tuples in held.items():
        chances = []
        if known == 1:
            for key in tuples:
                chances.append(1 / sum(key in other for other in held.values()))
                chances.append(own[key, person] / sizes[key])
        else:
            records = sorted(tuples.elements())
            several = len(records) if known == "all" else min(int(known), len(records))
            for chosen in combinations(records, several):
                part = Counter(chosen)
                same = [q for q in held.values() if (q == part if known == "all" else part <= q)]
                chances.append(1 / len(same))
        found.append(max(chances))
    return found


def failing(
    criteria: Sequence[CriterionSpec],
    keys: Sequence[Class],
    persons: Sequence[int],
    sensitive: Sequence[str],
    known: Known = 1,
) -> set[Class]:
    """The classes that must be suppressed."""
    least, every = least_persons(keys, persons, known), list(zip(persons, sensitive, strict=True))
    held: dict[Class, list[tuple[int, str]]] = {}
    for key, one in zip(keys, every, strict=True):
        held.setdefault(key, []).append(one)
    company = 2 if any(spec.kind != "average_risk" for spec in criteria) else 1  # nobody alone has none
    fails = {
        key
        for key, own in held.items()
        if least[key] < company or not all(meets(spec, least[key], own, every) for spec in criteria)
    }
    for spec in criteria:
        if spec.kind != "average_risk":
            continue
        for number in (*sorted({least[key] for key in held if key not in fails}), math.inf):
            left = [place for place, key in enumerate(keys) if key not in fails and least[key] >= number]
            found = risks_of([keys[place] for place in left], [persons[place] for place in left], known)
            if number == math.inf or (len(found) > 1 and sum(found) / len(found) <= spec.max + 1e-9):
                fails |= {key for key in held if least[key] < number}
                break
    return fails


def every_node(
    criteria: Sequence[CriterionSpec],
    loss: str,
    records: Sequence[Class],
    persons: Sequence[int],
    sensitive: Sequence[str],
    trees: Sequence[Rows],
    known: Known = 1,
) -> Iterator[tuple[tuple[int, ...], int, float]]:
    """Levels, records suppressed and loss of every node of the lattice."""
    labels = [{row[0]: row for row in rows} for rows in trees]
    k = max([1, *(spec.k for spec in criteria if spec.kind == "k_anonymity")])
    for levels in product(*(range(len(rows[0])) for rows in trees)):
        keys = [
            tuple(of[value][level] for of, value, level in zip(labels, record, levels, strict=True))
            for record in records
        ]
        fails = failing(criteria, keys, persons, sensitive, known)
        kept = [key not in fails for key in keys]
        left: dict[Class, list[Class]] = {}
        for key in keys:
            if key not in fails:
                left.setdefault(key, []).append(key)
        value = loss_of(loss, levels, records, kept, left, trees, k, [1] * len(trees))
        yield levels, kept.count(False), value
