"""Optimum and released levels over all ways to share points between one variable and the others.

As in figures 6.2 to 6.6 of Zielinski 2010 (optimum levels there; hierarchy levels are added here): one axis
has the user points of a variable, the other its intruder points; the rest of each 100 is shared by the
others.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi.points import allocation, bounds_at
from sdc_desktop.engine.microdata.groups.opi import Vector, optimum_levels_of_many
from sdc_desktop.engine.microdata.recoding import RecodedVariable, RecodingCounts

EVERY_POINT = 101  # every whole number of points


@dataclass(frozen=True)
class VariableMap:
    """One variable over all allocations, arrays (user points, intruder points).

    ``utility``, ``privacy``: its optimum levels x and y, NaN where the bounds require too much. ``level``:
    the hierarchy level that would be released, 1 = as is, 0 where none meets the bounds; None if it is
    microaggregated.
    """

    utility: Vector
    privacy: Vector
    level: npt.NDArray[np.int64] | None


@dataclass(frozen=True)
class LevelMaps:
    """The maps of all variables. ``points`` (steps,): those of the ``moved`` variable along either axis."""

    moved: str
    alpha: float
    points: Vector
    maps: Mapping[str, VariableMap]


def level_maps(
    params: AnopiParams, counted: RecodingCounts, moved: str, steps: int = EVERY_POINT
) -> LevelMaps:
    """Move the points of a variable from 0 to 100 on both sides; the others share what is left as they share
    theirs in `params`, equally where they have none.

    Lower bounds are kept; levels chosen manually are ignored. KeyError where the variable is not used,
    ValueError where it is the only one. Raises :class:`Refused` where `params` cannot be decided.
    """
    shared = allocation(params, counted)
    if moved not in shared.names:
        raise KeyError(moved)
    if len(shared.names) < 2:
        raise ValueError("there is nobody to share points with")
    points = np.linspace(0.0, 100.0, steps)
    place = shared.names.index(moved)
    # rows: all user points of one allocation to the intruder before the next
    user = np.repeat(_shared_out(shared.user_points, place, points), steps, axis=0)
    intruder = np.tile(_shared_out(shared.intruder_points, place, points), (steps, 1))
    least_utility = bounds_at(params, "min_utility", shared.names, counted, user)
    least_privacy = bounds_at(params, "min_privacy", shared.names, counted, intruder)
    utility, privacy = optimum_levels_of_many(
        shared.entropies, user, intruder, params.alpha, least_utility, least_privacy
    )
    unreachable = ((least_utility > 0) & (user == 0)) | ((least_privacy > 0) & (intruder == 0))
    impossible = np.isnan(utility).any(axis=1) | unreachable.any(axis=1)
    utility[impossible] = privacy[impossible] = np.nan
    maps = {}
    for index, name in enumerate(shared.names):
        level = None
        if params.technique_of(name) == "recoding":
            level = _levels(
                counted.variable(name),
                params.alpha,
                _Side(user[:, index], utility[:, index], least_utility[:, index]),
                _Side(intruder[:, index], privacy[:, index], least_privacy[:, index]),
            )
            level[impossible] = 0
            level = level.reshape(steps, steps)
        shape = (steps, steps)
        maps[name] = VariableMap(utility[:, index].reshape(shape), privacy[:, index].reshape(shape), level)
    return LevelMaps(moved, params.alpha, points, maps)


def _shared_out(given_points: Vector, place: int, points: Vector) -> Vector:
    """All allocations (len(points), n): the moved variable has `points`, the others what is left."""
    parts = given_points.copy()
    parts[place] = 0.0
    if parts.sum() <= 0:
        parts[:] = 1.0
        parts[place] = 0.0
    found = np.outer(100.0 - points, parts / parts.sum())
    found[:, place] = points
    return found


@dataclass(frozen=True)
class _Side:
    """Points, optimum level and lower bound of one good over all allocations."""

    points: Vector
    level: Vector
    least: Vector


def _levels(variable: RecodedVariable, alpha: float, user: _Side, intruder: _Side) -> npt.NDArray[np.int64]:
    """The level nearest to the optimum (1 = as is), by the rule of `anopi_codings` for all rows at once."""
    entropies = variable.entropies
    utility = user.points[:, None] * entropies
    privacy = intruder.points[:, None] * (entropies[0] - entropies)
    off_utility = np.abs(user.level[:, None] - utility)
    off_privacy = np.abs(intruder.level[:, None] - privacy)
    by_user, by_intruder = (user.points > 0) & (alpha > 0), (intruder.points > 0) & (alpha < 1)
    both, one, other = (used[:, None] for used in (by_user & by_intruder, by_user, by_intruder))
    deviations = np.where(
        both,
        off_utility**alpha * off_privacy ** (1 - alpha),
        np.where(one, off_utility, np.where(other, off_privacy, 0.0)),
    )
    allowed = _at_least(utility, user.least) & _at_least(privacy, intruder.least)
    deviations = np.where(allowed, deviations, np.inf)
    tied = allowed & (deviations <= deviations.min(axis=1, keepdims=True) * (1 + 1e-9))
    found = np.argmax(tied, axis=1)
    coarsest = len(entropies) - 1 - np.argmax(allowed[:, ::-1], axis=1)
    found = np.where(by_user | by_intruder, found, coarsest)
    return np.where(allowed.any(axis=1), found + 1, 0).astype(np.int64)


def _at_least(attained: Vector, bounds: Vector) -> npt.NDArray[np.bool_]:
    least = bounds - 1e-9 * np.maximum(1.0, np.abs(bounds))
    return np.asarray(attained >= least[:, None])
