"""Which k the blocks of microaggregated variables get (Zielinski 2010, 7.3): one k a block.

A block of one variable takes the k of a variable on its own, every other the k of a block (`optimal_k`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi.counts import AnopiCounts
from sdc_desktop.engine.methods.recoding.anopi.points import Allocation
from sdc_desktop.engine.microdata.groups.block_groups import BlockResult
from sdc_desktop.engine.microdata.groups.opi import LevelPair, OptimumLevels
from sdc_desktop.engine.microdata.groups.optimal_k import (
    ChosenK,
    Goods,
    block_deviations,
    block_range,
    k_alone,
    k_of_block,
    k_range,
    levels_at,
    meeting_bounds,
)
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note

_SHOWN = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)  # k that a refusal tells, as far as they can be


@dataclass(frozen=True)
class KFigures:
    """The k that utility and privacy of a variable require, and the k it would get on its own. None without
    points; the last is also None where no k meets the bounds.
    """

    k_utility: int | None
    k_privacy: int | None
    k_alone: int | None


@dataclass(frozen=True)
class ReleasedBlock:
    """A block, its k, why, and what would have come next.

    ``least`` and ``most``: the range of k that its variables' goods require. ``deviation``: the distance of k
    from the optimum; the least is chosen. ``promised``: the levels of m/k groups of k records that all
    differ, by which k was chosen. ``formed``: the groups, once they are formed.
    """

    variables: tuple[str, ...]
    k: int
    reason: str  # least_deviation, tie, raised, lowered, no_points, override
    least: int | None
    most: int | None
    deviation: float | None
    next_best: int | None
    next_deviation: float | None
    promised: Mapping[str, LevelPair]
    formed: BlockResult | None = None


def blocks_of(params: AnopiParams, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The blocks of those variables, of some, that are microaggregated: as given, else one of them all."""
    taking_part = tuple(name for name in names if params.technique_of(name) == "microaggregation")
    given = (taking_part,) if params.blocks is None else params.blocks
    blocks = (tuple(name for name in block if name in taking_part) for block in given)
    return tuple(block for block in blocks if block)


def goods_of(shared: Allocation, optimum: OptimumLevels, name: str) -> Goods:
    """The two goods of a variable."""
    index = shared.names.index(name)
    user, intruder = float(shared.user_points[index]), float(shared.intruder_points[index])
    return Goods(
        entropy=float(shared.entropies[index]),
        user_points=user,
        intruder_points=intruder,
        utility=float(optimum.utility[index]),
        privacy=float(optimum.privacy[index]),
        utility_exponent=shared.alpha * user / 100,
        privacy_exponent=(1 - shared.alpha) * intruder / 100,
        min_utility=float(shared.min_utility[index]),
        min_privacy=float(shared.min_privacy[index]),
    )


def k_figures(goods: Goods, records: int) -> KFigures:
    """The k that a variable requires."""
    requested, alone = k_range(goods, records), k_alone(goods, records)
    return KFigures(requested.from_utility, requested.from_privacy, None if alone is None else alone.k)


def decided_block(
    params: AnopiParams, names: tuple[str, ...], goods: Mapping[str, Goods], counted: AnopiCounts
) -> ReleasedBlock:
    """The k of a block. Raises :class:`Refused` where no k meets the bounds, or the plan's cannot be."""
    block, records = [goods[name] for name in names], counted.keys.records
    if not len(meeting_bounds(block, records)):
        raise Refused(_none_allowed(names, block, records))
    available = counted.groupable(names)
    best = k_alone(block[0], records) if len(block) == 1 else k_of_block(block, records)
    override = _override(params, names, records)
    k = override or (available if best is None else best.k)
    if k > available:
        key = "params.blocks" if override is None else f"params.override.{names[0]}"
        by_persons = counted.persons is not None
        code = "anopi.k_beyond_persons" if by_persons else "anopi.k_beyond_values"
        raise Refused(error(code, Place(key=key), names=names, k=k, records=available))
    ends = block_range(block, records)
    deviation, next_best, next_deviation = _deviations(block, k, best, records)
    return ReleasedBlock(
        variables=names,
        k=k,
        reason="override" if override is not None else _reason(best),
        least=None if ends is None else ends[0],
        most=None if ends is None else ends[1],
        deviation=deviation,
        next_best=next_best,
        next_deviation=next_deviation,
        promised={name: _promised(goods[name], k, records) for name in names},
    )


def _override(params: AnopiParams, names: tuple[str, ...], records: int) -> int | None:
    chosen = {name: params.override[name] for name in names if name in params.override}
    if not chosen:
        return None
    first = next(iter(chosen))
    where = Place(key=f"params.override.{first}", variable=first)
    if len(set(chosen.values())) > 1:
        overridden = tuple(f"{name} {k}" for name, k in chosen.items())
        raise Refused(error("anopi.override_differs", where, told=overridden))
    k = chosen[first]
    if k > records:
        raise Refused(error("anopi.override_k_beyond", where, k=k, records=records))
    return k


def _reason(best: ChosenK | None) -> str:
    if best is None:
        return "no_points"
    if best.raised or best.lowered:
        return "raised" if best.raised else "lowered"
    return "tie" if best.tie else "least_deviation"


def _deviations(
    block: list[Goods], k: int, best: ChosenK | None, records: int
) -> tuple[float | None, int | None, float | None]:
    """The deviation of k, the next best k and its deviation: beside an override, that is ANOPI's own k."""
    if best is None:
        return None, None, None
    if k == best.k:
        return best.deviation, best.next_best, best.next_deviation
    own = block_deviations(block, np.array([k]), records, together=len(block) > 1)
    return float(own[0]), best.k, best.deviation


def _promised(goods: Goods, k: int, records: int) -> LevelPair:
    utility, privacy = levels_at(goods, k, records)
    return LevelPair(float(utility), float(privacy))


def block_notes(blocks: Sequence[ReleasedBlock], *, by_persons: bool) -> list[Problem]:
    """Notes on the k chosen."""
    notes = [note("anopi.k_by_records", Place(key="params.blocks"))] if blocks and by_persons else []
    for block in blocks:
        names, k = block.variables, block.k
        where = Place(variable=names[0]) if len(names) == 1 else Place(key="params.blocks")
        if block.reason == "raised":
            notes.append(note("anopi.k_raised", where, names=names, k=k, most=block.most))
        elif block.reason == "lowered":
            notes.append(note("anopi.k_lowered", where, names=names, k=k, least=block.least))
        elif block.reason == "no_points":
            notes.append(note("anopi.k_without_points", where, names=names, k=k))
        if k == 1:
            notes.append(note("anopi.k_is_one", where, names=names))
    return notes


def _none_allowed(names: tuple[str, ...], block: list[Goods], records: int) -> list[Problem]:
    """Each variable whose bounds no k meets, with what it can have; else that they disagree."""
    problems = []
    for name, goods in zip(names, block, strict=True):
        if not len(meeting_bounds([goods], records)):
            where = Place(key=f"params.min_utility.{name}", variable=name)
            problems.append(
                error("anopi.no_k_in_bounds", where, name=name, pairs=_attainable(goods, records))
            )
    if problems:
        return problems
    return [error("anopi.no_k_for_block", Place(key="params.blocks"), names=names)]


def _attainable(goods: Goods, records: int) -> tuple[str, ...]:
    """Some k with the levels that they promise."""
    every = np.array([k for k in (*_SHOWN, records) if k <= records])
    utility, privacy = levels_at(goods, every, records)
    rows = zip(every.tolist(), utility.tolist(), privacy.tolist(), strict=True)
    return tuple(f"({k}, {u:.4g}, {p:.4g})" for k, u, p in rows if p >= 0)
