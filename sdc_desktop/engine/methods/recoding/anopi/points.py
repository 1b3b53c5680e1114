"""The user's input to ANOPI: points shared out over the variables that can carry them, lower bounds."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, Bounds, DegreeBound, Points, Technique
from sdc_desktop.engine.microdata.groups.opi import LevelPair, Vector
from sdc_desktop.engine.microdata.recoding import RecodingCounts
from sdc_desktop.engine.problems import Place, Problem, Refused, error, note, warning

_WHOLE = 100.0
_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Allocation:
    """Points, entropies (base 10, as is) and lower bounds of the variables used, shape (n,) each."""

    names: tuple[str, ...]
    alpha: float
    entropies: Vector
    user_points: Vector
    intruder_points: Vector
    min_utility: Vector
    min_privacy: Vector
    notes: tuple[Problem, ...]

    def used(self, index: int) -> tuple[bool, bool]:
        """Whether utility and privacy of a variable count: their points and their exponent are not zero."""
        return (
            bool(self.user_points[index] > 0 and self.alpha > 0),
            bool(self.intruder_points[index] > 0 and self.alpha < 1),
        )


def allocation(params: AnopiParams, counted: RecodingCounts) -> Allocation:
    """Share the points out; those of variables that are not constant are scaled to 100.

    Constant variables (entropy 0) are excluded, with a note. Raises :class:`Refused` where points do not sum
    to 100 or nothing is left.
    """
    every = tuple(variable.name for variable in counted.variables)
    taking_part = [variable for variable in counted.variables if variable.entropies[0] > 0]
    names = tuple(variable.name for variable in taking_part)
    if not names:
        raise Refused(error("anopi.all_constant", Place(key="params.user_points"), names=every))
    notes = [
        note("anopi.constant_left_out", Place(variable=name), name=name)
        for name in every
        if name not in names
    ]
    user, intruder = (
        _points(getattr(params, key), names, every, f"params.{key}")
        for key in ("user_points", "intruder_points")
    )
    for index, name in enumerate(names):
        if user[index] == 0 and intruder[index] == 0:
            notes.append(warning("anopi.no_points", Place(variable=name), name=name))
    for name in params.override:
        if name not in names:
            where = Place(key=f"params.override.{name}", variable=name)
            notes.append(warning("anopi.override_without_part", where, name=name))
    for name in () if isinstance(params.technique, str) else params.technique:
        if name not in every:
            where = Place(key=f"params.technique.{name}", variable=name)
            notes.append(warning("anopi.technique_without_part", where, name=name))
    entropies = np.array([variable.entropies[0] for variable in taking_part])
    return Allocation(
        names=names,
        alpha=params.alpha,
        entropies=entropies,
        user_points=user,
        intruder_points=intruder,
        min_utility=bounds_at(params, "min_utility", names, counted, user),
        min_privacy=bounds_at(params, "min_privacy", names, counted, intruder),
        notes=tuple(notes),
    )


def _points(points: Points | None, names: tuple[str, ...], every: tuple[str, ...], key: str) -> Vector:
    if points is None:
        return np.full(len(names), _WHOLE / len(names))
    total = float(sum(points.values()))
    if abs(total - _WHOLE) > _TOLERANCE:
        raise Refused(error("anopi.points_sum", Place(key=key), total=total))
    shares = np.array([float(points.get(name, 0)) for name in names])
    if shares.sum() <= 0:
        left_out = tuple(name for name in every if name not in names)
        raise Refused(error("anopi.points_on_constants", Place(key=key), names=left_out))
    if len(names) == len(every):
        return shares
    return np.asarray(shares * (_WHOLE / shares.sum()), dtype=np.float64)


def bounds_at(
    params: AnopiParams, key: str, names: tuple[str, ...], counted: RecodingCounts, points: Vector
) -> Vector:
    """The lower bounds `key` (min_utility or min_privacy) as levels, shaped as the points (..., variables),
    in points times decimal logarithms; 0 where there is none. Raises :class:`Refused` for a degree that there
    is not.
    """
    values = np.zeros_like(points)
    bounds: Bounds = getattr(params, key)
    for index, name in enumerate(names):
        bound = bounds.get(name)
        if isinstance(bound, DegreeBound):
            where = Place(key=f"params.{key}.{name}.degree", variable=name)
            own, left = _entropy_at(bound.degree, params.technique_of(name), counted, name, where)
            values[..., index] = points[..., index] * (left if key == "min_utility" else max(own - left, 0.0))
        elif bound is not None:
            values[..., index] = bound
    return values


def _entropy_at(
    degree: int, technique: Technique, counted: RecodingCounts, name: str, where: Place
) -> tuple[float, float]:
    """The entropy of a variable as is, and at a degree: of a level, or what a k promises."""
    entropies, records = counted.variable(name).entropies, counted.keys.records
    if technique == "microaggregation":
        if degree > records:
            raise Refused(error("anopi.k_bound_beyond", where, degree=degree, records=records))
        return float(entropies[0]), float(np.log10(records) - np.log10(degree))
    if degree > len(entropies):
        raise Refused(error("anopi.degree_beyond", where, degree=degree, levels=len(entropies)))
    return float(entropies[0]), float(entropies[degree - 1])


def missed_bounds(shared: Allocation, released: Mapping[str, LevelPair]) -> list[Problem]:
    """The bounds that the released levels miss, as problems. A level chosen manually is below them, groups
    keep less than their k promises, or values were suppressed.
    """
    problems = []
    for index, name in enumerate(shared.names):
        least_utility, least_privacy = float(shared.min_utility[index]), float(shared.min_privacy[index])
        found = released[name]
        if _below(found.utility, least_utility):
            where = Place(key=f"params.min_utility.{name}", variable=name)
            problems.append(
                warning("anopi.utility_missed", where, name=name, reached=found.utility, bound=least_utility)
            )
        if _below(found.privacy, least_privacy):
            where = Place(key=f"params.min_privacy.{name}", variable=name)
            problems.append(
                warning("anopi.privacy_missed", where, name=name, reached=found.privacy, bound=least_privacy)
            )
    return problems


def _below(reached: float, bound: float) -> bool:
    """Whether a bound that is set is missed; where records leave the file, a level can be below 0."""
    return bound > 0 and reached < bound - _TOLERANCE * max(1.0, bound)


def bound_problems(params: AnopiParams, shared: Allocation) -> tuple[Problem, ...]:
    """Bounds that no level could meet, and bounds on variables without points."""
    problems = []
    sides = (
        ("min_utility", params.min_utility, shared.min_utility, shared.user_points),
        ("min_privacy", params.min_privacy, shared.min_privacy, shared.intruder_points),
    )
    for key, requested, bounds, points in sides:
        for name in requested:
            where = Place(key=f"params.{key}.{name}", variable=name)
            if name not in shared.names:
                problems.append(error("anopi.bound_without_part", where, name=name))
                continue
            index = shared.names.index(name)
            bound, most = float(bounds[index]), float(points[index] * shared.entropies[index])
            if bound > 0 and points[index] == 0:
                problems.append(error("anopi.bound_without_points", where, name=name, bound=bound))
            elif bound > most * (1 + 1e-12):
                problems.append(error("anopi.bound_too_high", where, name=name, bound=bound, most=most))
    return tuple(problems)
