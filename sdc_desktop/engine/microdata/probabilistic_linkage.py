"""Probabilistic record linkage (Fellegi & Sunter 1969, parameters by EM as Jaro 1989) on exact agreement.

Pairs of an original and a released record are told only by which variables agree: 2^m patterns, counted
without looking at pairs one by one. Each released record is linked to the original of the greatest weight
sum log(m_j/u_j) or log((1 - m_j)/(1 - u_j)); of t originals of that weight one's own counts 1/t. (The source
assigns records one to one; here each is linked by itself.)
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.microdata.key_classes import Integers, Vector, row_numbers

MOST_VARIABLES = 12
STEP = "linking"
_CELLS = 1 << 21  # of records times patterns looked at together
_ROUNDS = 1000
_CHANGE = 1e-12
_TIE = 1e-9
_LEAST = 1e-12  # probabilities stay this far from 0 and 1


def linked_by_probability(
    original: Sequence[Integers], released: Sequence[Integers], context: JobContext
) -> float:
    """The share of released records linked to their own original, 0 to 1.

    One array (records,) of codes a variable, equal where texts are equal, in both files; at most 12.
    """
    m, records = len(original), len(original[0]) if original else 0
    if not records:
        return 0.0
    by_set = _by_set(original, released, context)
    own = np.zeros(records, dtype=np.int64)
    for variable in range(m):
        own |= (original[variable] == released[variable]).astype(np.int64) << variable
    batch = max(_CELLS >> m, 1)
    totals = np.zeros(1 << m, dtype=np.int64)
    for start in range(0, records, batch):
        context.checkpoint()
        totals += _exact(by_set, start, start + batch, m).sum(axis=0)
    weights = _weights(totals, m)
    linked = 0.0
    for start in range(0, records, batch):
        context.progress(start / records, STEP)
        exact = _exact(by_set, start, start + batch, m)
        best = np.where(exact > 0, weights, -np.inf).max(axis=1)
        tied = (weights >= best[:, None] - _TIE) & (exact > 0)
        mine = weights[own[start : start + batch]] >= best - _TIE
        linked += float((mine / np.where(tied, exact, 0).sum(axis=1)).sum())
    return linked / records


def _by_set(
    original: Sequence[Integers], released: Sequence[Integers], context: JobContext
) -> dict[int, Integers]:
    """For each set of variables with any agreement: with how many originals each released record agrees."""
    m, records = len(original), len(original[0])
    found = {0: np.full(records, records, dtype=np.int64)}
    for mask in range(1, 1 << m):
        context.checkpoint()
        parts = [mask & ~(1 << variable) for variable in range(m) if mask >> variable & 1]
        if not all(part in found for part in parts):
            continue  # what agrees on no part agrees on none of the whole
        variables = [variable for variable in range(m) if mask >> variable & 1]
        columns = [np.concatenate([original[v], released[v]]) for v in variables]
        number, groups = row_numbers(np.stack(columns, axis=1), [int(column.max()) + 1 for column in columns])
        sizes = np.bincount(number[:records], minlength=groups)
        agreeing = sizes[number[records:]]
        if agreeing.any():
            found[mask] = agreeing
    return found


def _exact(by_set: dict[int, Integers], start: int, stop: int, m: int) -> Integers:
    """With how many originals each record agrees on exactly a set, (records, 2^m): inclusion, exclusion."""
    rows = len(next(iter(by_set.values()))[start:stop])
    counts = np.zeros((rows, 1 << m), dtype=np.int64)
    for mask, agreeing in by_set.items():
        counts[:, mask] = agreeing[start:stop]
    for variable in range(m):
        cut = counts.reshape(rows, -1, 2, 1 << variable)
        cut[:, :, 0] -= cut[:, :, 1]
    return counts


def _weights(totals: Integers, m: int) -> Vector:
    """The weight of every pattern, from m and u found by EM."""
    patterns = np.arange(1 << m)
    agrees = (patterns[:, None] >> np.arange(m)) & 1
    pairs = totals.astype(np.float64)
    matches, unmatched = np.full(m, 0.9), np.full(m, 0.1)
    share = 1 / max(np.sqrt(pairs.sum()), 2.0)
    for _ in range(_ROUNDS):
        by_match = share * _likelihood(agrees, matches)
        by_chance = (1 - share) * _likelihood(agrees, unmatched)
        posterior = by_match / (by_match + by_chance)
        matched, rest = pairs * posterior, pairs * (1 - posterior)
        new = _mean(agrees, matched), _mean(agrees, rest)
        change = float(np.abs(new[0] - matches).max() + np.abs(new[1] - unmatched).max())
        matches, unmatched = new
        share = float(np.clip(matched.sum() / pairs.sum(), _LEAST, 1 - _LEAST))
        if change < _CHANGE:
            break
    found = np.zeros(1 << m)
    for variable in range(m):  # added in a fixed order
        yes = np.log(matches[variable] / unmatched[variable])
        no = np.log((1 - matches[variable]) / (1 - unmatched[variable]))
        found += np.where(agrees[:, variable] == 1, yes, no)
    return found


def _likelihood(agrees: npt.NDArray[np.int64], chances: Vector) -> Vector:
    found: Vector = np.where(agrees == 1, chances, 1 - chances).prod(axis=1)
    return found


def _mean(agrees: npt.NDArray[np.int64], amounts: Vector) -> Vector:
    total = float(amounts.sum())
    if total <= 0:
        return np.full(agrees.shape[1], 0.5)
    found: Vector = np.clip((agrees * amounts[:, None]).sum(axis=0) / total, _LEAST, 1 - _LEAST)
    return found
