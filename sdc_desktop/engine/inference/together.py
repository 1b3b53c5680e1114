"""Draws of one value for several records that a released number groups: what they reveal together.

A value that all members of a household share is drawn again for each of them (PRAM). Anyone who sees the
members together multiplies the transition probabilities: pi_a Prod_i P(a, r_i), normed. Records that share
a draw are one factor.
Source: ``Gouweleeuw et al. (1998)``, by Bayes' theorem.
"""

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.inference.posteriors import posteriors
from sdc_desktop.engine.plan_secrets import REDACTED

Integers = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float64]

CERTAIN = 0.9  # a posterior from which on a value is filled in
ONE_VALUE = 0.95  # share of the groups of several records that have one original value
_TOLERANCE = 1e-9
_CELLS = 4_000_000  # of records by values that are held at a time


@dataclass(frozen=True)
class DrawsTogether:
    """What draws of several records reveal together of one variable.

    ``records``: those with a value. ``filled``: those for which the draws of the group are nearly certain and
    the record alone is not; ``right``: those with that value. ``largest``: the largest posterior of a group,
    and ``prior`` the share of that value. ``values`` (records,): the place of the value filled in,
    -1 where there is none.
    """

    records: int
    filled: int
    right: int
    largest: float
    prior: float
    values: Integers = field(metadata=REDACTED, repr=False, compare=False)


def draws_together(
    original: Integers,
    released: Integers,
    groups: Integers,
    prior: Vector,
    matrix: Vector,
    context: JobContext,
    shared: Integers | None = None,
) -> DrawsTogether | None:
    """What groups of several records reveal; None where they do not share one value in 95 % of these groups.

    ``original``, ``released`` (records,): places of values, 0 to values-1, and -1 where there is none;
    ``groups`` (records,): the number of each record's group, -1 for no group; ``prior`` (values,), ``matrix``
    (values, values): the shares of the values and the transition probabilities. ``shared`` (records,): the
    record whose draw each has, where some share one. Raises Cancelled.
    """
    if shared is not None:
        own = shared == np.arange(len(shared))
        alone = draws_together(np.where(own, original, -1), released, groups, prior, matrix, context)
        return None if alone is None else _spread(alone, shared, original, released)
    usable = np.flatnonzero((original >= 0) & (released >= 0) & (groups >= 0))
    order = usable[np.lexsort((released[usable], groups[usable]))]  # no sum depends on the file order
    sizes = np.unique(groups[order], return_counts=True)[1]
    order, sizes = order[np.repeat(sizes > 1, sizes)], sizes[sizes > 1]
    starts = np.cumsum(sizes) - sizes
    if not len(sizes) or _one_value(original[order], starts) < ONE_VALUE - _TOLERANCE:
        return None
    best, chance = _most_likely(released[order], starts, sizes, prior, matrix, context)
    own = posteriors(prior, matrix).max(axis=0)
    near = np.repeat(chance, sizes) >= CERTAIN - _TOLERANCE
    near &= own[released[order]] < CERTAIN - _TOLERANCE
    values = np.full(len(original), -1, dtype=np.int64)
    values[order[near]] = np.repeat(best, sizes)[near]
    top = int(chance.argmax())
    return DrawsTogether(
        records=int(((original >= 0) & (released >= 0)).sum()),
        filled=int(near.sum()),
        right=int((values[order] == original[order]).sum()),
        largest=float(chance[top]),
        prior=float(prior[best[top]]),
        values=values,
    )


def _spread(found: DrawsTogether, shared: Integers, original: Integers, released: Integers) -> DrawsTogether:
    """What is found of draws, for all records that have them."""
    values = found.values[shared]
    return replace(
        found,
        records=int(((original >= 0) & (released >= 0)).sum()),
        filled=int((values >= 0).sum()),
        right=int(((values >= 0) & (values == original)).sum()),
        values=values,
    )


def _one_value(original: Integers, starts: Integers) -> float:
    """The share of the groups whose records have one original value."""
    least, most = (each.reduceat(original, starts) for each in (np.minimum, np.maximum))
    return float((least == most).mean())


def _most_likely(
    released: Integers, starts: Integers, sizes: Integers, prior: Vector, matrix: Vector, context: JobContext
) -> tuple[Integers, Vector]:
    """By group the most likely value and its posterior, 0 where no value can give these draws."""
    with np.errstate(divide="ignore"):
        logs, begun = np.log(matrix).T, np.log(prior)  # by value shown, then by true one
    best, chance = np.zeros(len(sizes), dtype=np.int64), np.zeros(len(sizes))
    most = max(1, _CELLS // len(prior))
    part = starts // most  # groups that are worked on at a time
    for groups in np.split(np.arange(len(sizes)), np.flatnonzero(np.diff(part)) + 1):
        context.checkpoint()
        first = starts[groups[0]]
        rows = released[first : starts[groups[-1]] + sizes[groups[-1]]]
        sums = begun + np.add.reduceat(logs[rows], starts[groups] - first, axis=0)
        top = sums.max(axis=1)
        possible = np.isfinite(top)
        shares = np.exp(sums[possible] - top[possible, None])
        best[groups] = sums.argmax(axis=1)
        chance[groups[possible]] = shares.max(axis=1) / shares.sum(axis=1)
    return best, chance
