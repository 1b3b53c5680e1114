"""Amounts that follow from one another in all records: equal up to a factor, or sums and differences.

Each variable is known by two random sums over the records, modulo 2**64: a relation of the records is one of
these sums, and is found among them. What is found is then checked exactly, record by record.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from math import gcd

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.tables.relations import Integers

MOST = 60  # variables among which relations of four are looked for; of more, relations of three
_SEED = 0x5DC
_MODULUS = 2**64
_LARGEST = 2**60  # units that sums of four can have


@dataclass(frozen=True)
class Relation:
    """In all records the sum of ``coefficients`` times the variables ``names`` is 0, in common units."""

    names: tuple[str, ...]
    coefficients: tuple[int, ...]


def relations_of(amounts: Mapping[str, tuple[Integers, Decimal]]) -> tuple[Relation, ...]:
    """The relations of some variables: those equal up to a factor, and sums of up to four with coefficients
    -1 and 1; none that follows from the ones before.

    ``amounts``: of each variable its amounts (records,) in units, and the unit. Variables that are 0 in all
    records have no relation.
    """
    finest = min((unit for _, unit in amounts.values()), default=Decimal(1))
    columns = {
        name: units * int(unit / finest)
        for name, (units, unit) in amounts.items()
        if units.any() and int(np.abs(units).max()) < _LARGEST // max(1, int(unit / finest))
    }
    multiples = _multiples(columns)
    found = sorted(dict.fromkeys(_sums(columns)), key=lambda one: len(one.names))
    return tuple(_independent([*multiples, *(one for one in found if _holds(one, columns))], list(columns)))


def _independent(relations: Sequence[Relation], names: Sequence[str]) -> Iterator[Relation]:
    """Those of some relations that do not follow from the ones before."""
    kept = np.zeros((0, len(names)))
    for one in relations:
        row = np.zeros((1, len(names)))
        row[0, [names.index(name) for name in one.names]] = one.coefficients
        more = np.concatenate([kept, row])
        if np.linalg.matrix_rank(more) > len(kept):
            kept = more
            yield one


def _multiples(columns: Mapping[str, Integers]) -> list[Relation]:
    """What each variable is of the first that it is equal to up to a factor."""
    found: dict[bytes, tuple[str, int]] = {}
    relations = []
    for name, units in columns.items():
        factor = int(np.gcd.reduce(np.abs(units)))
        factor = -factor if units[np.flatnonzero(units)[0]] < 0 else factor
        bare = (units // factor).tobytes()
        if bare in found:
            other, own = found[bare]
            common = gcd(factor, own)
            relations.append(Relation((name, other), (own // common, -factor // common)))
        else:
            found[bare] = name, factor
    return relations


def _sums(columns: Mapping[str, Integers]) -> Iterator[Relation]:
    """The relations of three and four variables that the random sums obey."""
    names = list(columns)
    draws = np.random.Generator(np.random.PCG64(_SEED))
    marks: list[int] = []
    if names:
        weights = draws.integers(0, 2**63, size=len(columns[names[0]]), dtype=np.uint64) * np.uint64(2)
        weights += np.uint64(1)
        marks = [int((columns[name].astype(np.uint64) * weights).sum(dtype=np.uint64)) for name in names]
    pairs: dict[int, list[tuple[int, int, int]]] = {}
    for i, j in combinations(range(len(names)), 2):
        for sign in (1, -1):
            pairs.setdefault((marks[i] + sign * marks[j]) % _MODULUS, []).append((i, j, sign))
    for k, mark in enumerate(marks):
        for own in (1, -1):  # i + sign j = own k
            for i, j, sign in pairs.get(own * mark % _MODULUS, ()):
                if k > j:
                    yield Relation((names[i], names[j], names[k]), (1, sign, -own))
    if len(names) > MOST:
        return
    for mark, one in pairs.items():
        for i, j, sign in one:
            for own, others in ((1, one), (-1, pairs.get(-mark % _MODULUS, ()))):
                for m, n, other in others:  # i + sign j = own (m + other n)
                    if i < m and len({i, j, m, n}) == 4:
                        yield _ordered(
                            (names[i], names[j], names[m], names[n]), (1, sign, -own, -own * other)
                        )


def _ordered(names: tuple[str, ...], coefficients: tuple[int, ...]) -> Relation:
    pairs = sorted(zip(names, coefficients, strict=True))
    first = pairs[0][1]
    return Relation(tuple(n for n, _ in pairs), tuple(c * first for _, c in pairs))


def _holds(relation: Relation, columns: Mapping[str, Integers]) -> bool:
    """Whether it does in every record."""
    pairs: Sequence[tuple[str, int]] = tuple(zip(relation.names, relation.coefficients, strict=True))
    total: npt.NDArray[np.int64] = sum(
        (coefficient * columns[name] for name, coefficient in pairs), np.zeros(1, dtype=np.int64)
    )
    return not total.any()
