"""Amounts that follow from one another: found whatever the order, and checked against all combinations."""

from decimal import Decimal
from itertools import combinations, product

import numpy as np
import pytest

from sdc_desktop.engine.tables.linked.related import relations_of

ONE = Decimal(1)


def found(columns, unit=ONE) -> set:
    amounts = {name: (np.array(units, dtype=np.int64), unit) for name, units in columns.items()}
    return {tuple(sorted(zip(one.names, one.coefficients, strict=True))) for one in relations_of(amounts)}


def rank(relations, names) -> int:
    rows = [[dict(one).get(name, 0) for name in names] for one in relations]
    return int(np.linalg.matrix_rank(np.array(rows or [[0] * len(names)])))


def by_trying(columns) -> list:
    """All relations of two to four columns with coefficients -1 and 1."""
    names, every = list(columns), []
    for size in (2, 3, 4):
        for chosen in combinations(names, size):
            for signs in product((1, -1), repeat=size - 1):
                terms = dict(zip(chosen, (1, *signs), strict=True))
                if not sum(c * np.array(columns[name]) for name, c in terms.items()).any():
                    every.append(tuple(terms.items()))
    return every


@pytest.mark.parametrize("seed", range(40))
def test_they_span_what_trying_all_combinations_finds(seed) -> None:
    draws = np.random.default_rng(seed)
    columns = {name: draws.integers(-50, 50, 20) for name in "abc"}
    for name in "defg":
        kind, own = draws.integers(4), draws.permutation(list(columns))[:3]
        parts = [columns[one] * int(draws.choice((-1, 1))) for one in own]
        columns[name] = draws.integers(-50, 50, 20) if kind == 0 else sum(parts[:kind])
    names = list(draws.permutation(list(columns)))
    columns = {str(name): columns[name] for name in names}
    own, tried = found(columns), by_trying(columns)
    for relation in own:
        assert not sum(c * columns[name] for name, c in relation).any()
    assert rank(own, names) == rank(tried, names) == rank([*own, *tried], names)


def test_a_factor_is_found_in_any_unit() -> None:
    euros = (np.array([6000, -1100, 0]), Decimal("0.01"))
    thousands = (np.array([60, -11, 0]), ONE)
    amounts = {"euros": euros, "same": thousands, "double": (np.array([120, -22, 0]), ONE)}
    relations = {one.names: one.coefficients for one in relations_of(amounts)}
    assert relations == {("same", "euros"): (1, -1), ("double", "euros"): (1, -2)}


def test_what_is_unrelated_or_always_zero_has_no_relation() -> None:
    draws = np.random.default_rng(1)
    columns = {name: draws.integers(0, 10**6, 50) for name in "abcdefghij"}
    assert found(columns | {"zero": np.zeros(50, dtype=np.int64)}) == set()
