"""The k that ANOPI proposes for each block of a microaggregation (Zielinski 2010; see `optimal_k`).

The variables of all blocks share the points, and their entropies are the income.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.information.distribution import entropy
from sdc_desktop.engine.methods.grouping.microaggregate.engine import MicroaggregateCounts
from sdc_desktop.engine.microdata.groups.opi import OptimumLevels, Vector, optimum_levels
from sdc_desktop.engine.microdata.groups.optimal_k import ChosenK, Goods, k_alone, k_of_block

_WHOLE = 100.0


@dataclass(frozen=True)
class ProposedK:
    """For each block the k proposed, None where its variables have no points or are all constant.

    ``k`` is the greatest of them, which hides the records of every block well enough; None if there is none.
    ``raised`` states that no k between those for utility and for privacy kept privacy at zero or more.
    """

    blocks: tuple[int | None, ...]
    raised: tuple[bool, ...]
    k: int | None


def proposed_k(
    counted: MicroaggregateCounts,
    alpha: float,
    user_points: Mapping[str, float] | None = None,
    intruder_points: Mapping[str, float] | None = None,
) -> ProposedK:
    """One k a block, from the weight of utility alpha and the points of the blocks' variables.

    Entropies are of the original records, in base 10, a missing value a category of its own; constant
    variables are excluded. Points of other variables are ignored and the rest scaled to sum to 100; where
    none are given, or none remain, all variables have the same. A variable that is a block on its own gets
    the k of `k_alone`.
    """
    entropies = {
        name: entropy(np.bincount(column.codes, minlength=len(column.texts)))
        for name, column in counted.columns.items()
    }
    names = [name for name, value in entropies.items() if value > 0]
    goods = _goods(names, entropies, alpha, _shares(user_points, names), _shares(intruder_points, names))
    chosen = [_chosen([goods[name] for name in block if name in goods], counted) for block in counted.blocks]
    known = [each.k for each in chosen if each is not None]
    return ProposedK(
        blocks=tuple(None if each is None else each.k for each in chosen),
        raised=tuple(each is not None and each.raised for each in chosen),
        k=max(known, default=None),
    )


def _chosen(block: Sequence[Goods], counted: MicroaggregateCounts) -> ChosenK | None:
    if not block:
        return None
    return k_alone(block[0], counted.records) if len(block) == 1 else k_of_block(block, counted.records)


def _shares(points: Mapping[str, float] | None, names: Sequence[str]) -> Vector:
    importances = np.array([float((points or {}).get(name, 0)) for name in names])
    if importances.sum() <= 0:
        return np.full(len(names), _WHOLE / max(len(names), 1))
    shares: Vector = importances * (_WHOLE / importances.sum())
    return shares


def _goods(
    names: Sequence[str], entropies: Mapping[str, float], alpha: float, user: Vector, intruder: Vector
) -> dict[str, Goods]:
    own = np.array([entropies[name] for name in names])
    optimum = optimum_levels(own, user, intruder, alpha)
    assert isinstance(optimum, OptimumLevels)  # without lower bounds there is always one
    rows = zip(own, user, intruder, optimum.utility, optimum.privacy, strict=True)
    return {
        name: Goods(float(h), float(q), float(r), float(x), float(y), alpha * q / 100, (1 - alpha) * r / 100)
        for name, (h, q, r, x, y) in zip(names, rows, strict=True)
    }
