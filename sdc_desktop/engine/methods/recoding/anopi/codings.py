"""Which level of a recoded variable ANOPI releases: the one nearest to the optimum (Zielinski 2010, 7.2)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi.points import Allocation
from sdc_desktop.engine.microdata.groups.opi import OptimumLevels, deviation, finest_of_the_least
from sdc_desktop.engine.microdata.recoding import RecodedVariable
from sdc_desktop.engine.problems import Place, Problem, error


@dataclass(frozen=True)
class Coding:
    """One level of a variable. level counts from 1 = as is, steps from 0; deviation: the least is chosen."""

    level: int
    level_name: str
    steps: int
    categories: int
    utility: float
    privacy: float
    deviation: float
    allowed: bool  # meets the lower bounds


@dataclass(frozen=True)
class Choice:
    """The level released, the reason, and the next best level."""

    level: int
    level_name: str
    steps: int
    utility: float
    privacy: float
    reason: str  # least_deviation, tie, only_utility, only_privacy, no_points, override
    next_best: int | None  # the level with the next smallest deviation


def candidates(
    variable: RecodedVariable, shared: Allocation, optimum: OptimumLevels, index: int
) -> tuple[Coding, ...]:
    """Every level of variable number `index`, fine to coarse, compared with its optimum levels."""
    own = variable.entropies[0]
    utility = shared.user_points[index] * variable.entropies
    privacy = shared.intruder_points[index] * (own - variable.entropies)
    deviations = deviation(
        float(optimum.utility[index]),
        utility,
        float(optimum.privacy[index]),
        privacy,
        shared.alpha,
        shared.used(index),
    )
    allowed = _at_least(utility, shared.min_utility[index]) & _at_least(privacy, shared.min_privacy[index])
    return tuple(
        Coding(
            level=step + 1,
            level_name=variable.codings.level_names[step],
            steps=step,
            categories=variable.categories(step),
            utility=float(utility[step]),
            privacy=float(privacy[step]),
            deviation=float(deviations[step]),
            allowed=bool(allowed[step]),
        )
        for step in range(variable.levels)
    )


def _at_least(attained: npt.NDArray[np.float64], bound: float) -> npt.NDArray[np.bool_]:
    return attained >= bound - 1e-9 * max(1.0, abs(bound))


def choice(params: AnopiParams, name: str, coded: tuple[Coding, ...], shared: Allocation) -> Choice | Problem:
    """The level to release, or the problem: no level meets the bounds, or the plan's level does not exist."""
    if not any(coding.allowed for coding in coded):
        return _none_allowed(name, coded)
    override = params.override.get(name)
    if override is not None and override > len(coded):
        where = Place(key=f"params.override.{name}", variable=name)
        return error("anopi.override_beyond", where, level=override, levels=len(coded))
    return _chosen(coded, shared.used(shared.names.index(name)), override)


def _chosen(coded: tuple[Coding, ...], used: tuple[bool, bool], override: int | None) -> Choice:
    allowed = np.array([coding.allowed for coding in coded])
    deviations = np.array([coding.deviation for coding in coded])
    if override is not None:
        step, reason = override - 1, "override"
    elif not any(used):
        step, reason = int(np.flatnonzero(allowed)[-1]), "no_points"
    else:
        step = finest_of_the_least(deviations, allowed)
        reason = "least_deviation" if all(used) else "only_utility" if used[0] else "only_privacy"
        if np.count_nonzero(deviations[allowed] <= deviations[step] * (1 + 1e-9)) > 1:
            reason = "tie"
    others = allowed.copy()
    others[step] = False
    next_best = finest_of_the_least(deviations, others) + 1 if others.any() and any(used) else None
    chosen = coded[step]
    return Choice(
        level=chosen.level,
        level_name=chosen.level_name,
        steps=chosen.steps,
        utility=chosen.utility,
        privacy=chosen.privacy,
        reason=reason,
        next_best=next_best,
    )


def _none_allowed(name: str, coded: tuple[Coding, ...]) -> Problem:
    pairs = tuple(f"({coding.utility:.4g}, {coding.privacy:.4g})" for coding in coded)
    where = Place(key=f"params.min_utility.{name}", variable=name)
    return error("anopi.no_coding_in_bounds", where, name=name, pairs=pairs)
