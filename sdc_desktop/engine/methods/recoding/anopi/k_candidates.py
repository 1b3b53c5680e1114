"""Some of the k that a microaggregated variable could get, held against its optimum: for pictures, tables."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi.blocks import ReleasedBlock, goods_of
from sdc_desktop.engine.methods.recoding.anopi.counts import AnopiCounts
from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult
from sdc_desktop.engine.methods.recoding.anopi.points import allocation
from sdc_desktop.engine.microdata.groups.opi import OptimumLevels
from sdc_desktop.engine.microdata.groups.optimal_k import block_deviations, levels_at, meeting_bounds

_STEPS = ((1, 2, 3, 5, 7), (1, 2, 5), (1, 3), (1,))  # within each power of ten, ever fewer
_NEAR = 0.06  # of the way from the least to all records: nearer marks would cover one another
_MOST = 14  # of such round numbers; more cannot be distinguished


@dataclass(frozen=True)
class KCandidate:
    """One k of a variable's block. utility, privacy: the levels it promises the variable; deviation of the
    block from its optimum; allowed: no variable of the block has negative privacy or misses a bound.
    """

    k: int
    utility: float
    privacy: float
    deviation: float
    allowed: bool


def block_of(result: AnopiResult, name: str) -> ReleasedBlock:
    """The block that a microaggregated variable is in. KeyError where it is in none."""
    for block in result.blocks:
        if name in block.variables:
            return block
    raise KeyError(name)


def k_candidates(
    params: AnopiParams, result: AnopiResult, counted: AnopiCounts, name: str
) -> tuple[KCandidate, ...]:
    """Round k with privacy of at least zero, and every k that has a name, from small to large. These are the
    k for utility and for privacy, the variable's own k, the chosen one, and the next best if it is not
    adjacent. Levels follow the logarithm of k, so that round ones are about equally spaced.

    KeyError where the variable is not microaggregated.
    """
    block, records = block_of(result, name), counted.keys.records
    shared = allocation(params, counted)
    optimum = OptimumLevels(
        np.array([result.levels[other].utility for other in shared.names]),
        np.array([result.levels[other].privacy for other in shared.names]),
        result.income,
    )
    every = [goods_of(shared, optimum, other) for other in block.variables]
    own = every[block.variables.index(name)]
    figures = result.k[name]
    least = _least(own.entropy, records)
    proposed = (figures.k_utility, figures.k_privacy, figures.k_alone)
    named = {block.k, *(k for k in proposed if k is not None)}
    if block.next_best is not None:  # with many records it is the neighbour, an indistinguishable difference
        named |= _apart([block.next_best], named, least, records)
    numbers = np.array(sorted(named | _apart(_round(least, records), named, least, records)))
    utility, privacy = levels_at(own, numbers, records)
    deviations = block_deviations(every, numbers, records, together=len(every) > 1)
    allowed = np.isin(numbers, meeting_bounds(every, records))
    rows = zip(numbers, utility, privacy, deviations, allowed, strict=True)
    return tuple(
        KCandidate(int(k), float(u), float(p), float(off), bool(may))
        for k, u, p, off, may in rows
        if p >= 0 or k == block.k
    )


def _least(entropy: float, records: int) -> int:
    """The least k at which privacy is not negative, about."""
    return max(1, int(np.ceil(records / 10**entropy - 1e-9)))


def _round(least: int, records: int) -> Sequence[int]:
    """Round numbers from the least to all records, and these ends, as many as can be distinguished."""
    found: list[int] = []
    for steps in _STEPS:
        powers = range(len(str(records)))
        found = [step * 10**power for power in powers for step in steps]
        found = [k for k in found if least < k < records]
        if len(found) <= _MOST:
            break
    return [least, *found, records]


def _apart(numbers: Collection[int], named: Collection[int], least: int, records: int) -> set[int]:
    """Those of some numbers that do not lie too near one that has a name."""
    near = _NEAR * np.log(max(records / least, 2))
    return {k for k in numbers if all(abs(np.log(k / other)) > near for other in named)}
