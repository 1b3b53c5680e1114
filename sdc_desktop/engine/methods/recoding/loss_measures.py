"""The loss that a ``generalise`` job names, made ready for its data."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from sdc_desktop.engine.methods.recoding.anopi import AnopiParams
from sdc_desktop.engine.methods.recoding.anopi.points import allocation
from sdc_desktop.engine.methods.recoding.generalise import AnopiLossSpec, LossName
from sdc_desktop.engine.microdata.classes.key_classes import KeyClasses, Levels, RollUp, Vector
from sdc_desktop.engine.microdata.criteria.criteria import Judge
from sdc_desktop.engine.microdata.criteria.spec import KAnonymitySpec
from sdc_desktop.engine.microdata.groups.opi import (
    IncomeShort,
    deviation,
    finest_of_the_least,
    optimum_levels,
)
from sdc_desktop.engine.microdata.lattice.hierarchy_rows import HierarchyRows
from sdc_desktop.engine.microdata.lattice.lattice import Lattice
from sdc_desktop.engine.microdata.lattice.losses import (
    ClassSize,
    Discernibility,
    EntropyParts,
    FixedParts,
    Loss,
    SeparableLoss,
    ShareParts,
    category_counts,
)
from sdc_desktop.engine.microdata.recoding import RecodedVariable, RecodingCounts
from sdc_desktop.engine.problems import Problem, Refused


@dataclass(frozen=True)
class LossInput:
    """What losses are made from: key variables in the order of the lattice."""

    variables: tuple[RecodedVariable, ...]
    hierarchy_rows: tuple[HierarchyRows, ...]
    weights: Mapping[str, float]
    anopi: tuple[Vector, ...]  # for `anopi`: each coding's deviation from the optimum, by variable
    arithmetic: bool = False  # whether `loss` is the arithmetic mean over variables


def make_loss(
    name: LossName, made_from: LossInput, classes: KeyClasses, lattice: Lattice, judge: Judge, limit: int
) -> Loss:
    """A loss over the lattice for the records of the original classes."""
    roll_up = RollUp(made_from.variables)
    if name == "discernibility":
        return Discernibility(lattice, roll_up, classes.records)
    if name == "class_size":
        ks = [spec.k for spec in judge.specs if isinstance(spec, KAnonymitySpec)]
        only_small_fail = len(ks) == len(judge.specs) and classes.members is None  # few persons: many records
        return ClassSize(lattice, roll_up, classes.records, limit, max([1, *ks]), only_small_fail)
    weights = np.array([made_from.weights.get(one.name, 1.0) for one in made_from.variables])
    if name == "anopi":
        return SeparableLoss(FixedParts(made_from.anopi, weights), lattice, roll_up)
    members = [one.members for one in made_from.variables]
    counts = []
    for codes, by_level in zip(classes.codes, members, strict=True):
        frequencies = np.bincount(codes, weights=classes.sizes, minlength=len(by_level[0]))
        counts.append(category_counts(by_level, frequencies.astype(np.int64)))
    if name == "entropy":
        return SeparableLoss(EntropyParts(counts, members, weights), lattice, roll_up)
    rows = [one.rows for one in made_from.hierarchy_rows]
    domains = [one.domain for one in made_from.hierarchy_rows]
    return SeparableLoss(
        ShareParts(counts, rows, domains, weights, arithmetic=made_from.arithmetic), lattice, roll_up
    )


@dataclass(frozen=True)
class AnopiPoint:
    """What ANOPI (Zielinski 2010) finds for the same variables: each level's deviation, and its choice."""

    deviations: tuple[Vector, ...]
    levels: Levels


def anopi_point(spec: AnopiLossSpec, recoding: RecodingCounts) -> AnopiPoint:
    """|x - Iu|^alpha |y - Priv|^(1 - alpha) of every level, and the level of the least for each variable.

    Constant variables have zeros and stay unchanged. Raises :class:`Refused` where points make no sense.
    """
    params = AnopiParams(alpha=spec.alpha, user_points=spec.user_points, intruder_points=spec.intruder_points)
    try:
        shared = allocation(params, recoding)
    except Refused as refusal:
        raise Refused([_within_anopi(problem) for problem in refusal.problems]) from None
    optimum = optimum_levels(shared.entropies, shared.user_points, shared.intruder_points, shared.alpha)
    assert not isinstance(optimum, IncomeShort)  # there are no bounds
    found, levels = [], []
    for variable in recoding.variables:
        if variable.name not in shared.names:
            found.append(np.zeros(variable.levels))
            levels.append(0)
            continue
        place = shared.names.index(variable.name)
        used = shared.used(place)
        deviations = deviation(
            float(optimum.utility[place]),
            shared.user_points[place] * variable.entropies,
            float(optimum.privacy[place]),
            shared.intruder_points[place] * (variable.entropies[0] - variable.entropies),
            shared.alpha,
            used,
        )
        every = np.ones(variable.levels, dtype=np.bool_)
        found.append(deviations)
        levels.append(finest_of_the_least(deviations, every) if any(used) else variable.levels - 1)
    return AnopiPoint(tuple(found), tuple(levels))


def _within_anopi(problem: Problem) -> Problem:
    key = problem.where.key
    if key is None or not key.startswith("params."):
        return problem
    return replace(problem, where=replace(problem.where, key=key.replace("params.", "params.anopi.", 1)))
