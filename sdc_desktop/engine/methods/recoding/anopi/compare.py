"""Which technique for which variable: every combination of recoding and microaggregation, compared.

The source leaves open how techniques are best combined between variables (Zielinski 2010, section 8.4). Its
utility and privacy of a released variable (equations 7 and 8) use the entropy of the released values,
whatever the technique. The figures really released can therefore be compared, with groups formed and rare
records suppressed. The promise of a k cannot, because it is a maximum. Combinations are ranked by the
objective of OPI (equation 9),

    U = prod Iu_i^(alpha q_i/100) prod Priv_i^(beta r_i/100),

at the levels released, given as a share of U at the optimum, the most that the income can buy. U is 0
wherever a good that counts is not there at all. Equal shares are ranked by the entropy that lies elsewhere
than the optimum wants it, sum |x_i - Iu_i|/q_i + |y_i - Priv_i|/r_i over the goods that count; then by fewer
microaggregated variables. Entropy does not show that a group's mean may be a value that no record had: anyone
who needs true values prefers recoding.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.hierarchies.hierarchy import codings
from sdc_desktop.engine.methods.recoding.anopi import AnopiParams, Bounds, DegreeBound, Technique
from sdc_desktop.engine.methods.recoding.anopi.counts import (
    AnopiCounts,
    read_columns,
    variables,
    with_records,
)
from sdc_desktop.engine.methods.recoding.anopi.engine import AnopiResult, Information, decide, settle
from sdc_desktop.engine.methods.recoding.anopi.groups import KnownGroups
from sdc_desktop.engine.methods.recoding.anopi.points import allocation
from sdc_desktop.engine.microdata.groups.opi import LevelPair
from sdc_desktop.engine.microdata.recoding import Anonymity, RecodingCounts, recoding_counts
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.source import Source

Blocks = tuple[tuple[str, ...], ...]


def with_techniques(
    params: AnopiParams, technique: Mapping[str, Technique], counted: RecodingCounts | None
) -> AnopiParams:
    """The params with another `technique`, given for every variable used.

    Where a technique changes, a level or k chosen manually is dropped, because a level is not a k. A bound
    given as a degree becomes the level at that degree, by what was `counted` (without counts it stays).
    Microaggregated variables in none of the given blocks form an additional block. Raises :class:`Refused`
    where the counts do not fit the params.
    """
    changed = {name for name, chosen in technique.items() if params.technique_of(name) != chosen}
    return params.model_copy(
        update={
            "technique": dict(technique),
            "blocks": blocks_with(params, technique),
            "override": {name: kept for name, kept in params.override.items() if name not in changed},
            **_bounds_without_degrees(params, changed, counted),
        }
    )


def blocks_with(params: AnopiParams, technique: Mapping[str, Technique]) -> Blocks | None:
    """The blocks given, of those variables only that these techniques microaggregate; the rest form one more.
    None where none were given, or none are left.
    """
    if params.blocks is None:
        return None
    grouped = [name for name, chosen in technique.items() if chosen == "microaggregation"]
    blocks = [tuple(name for name in block if name in grouped) for block in params.blocks]
    rest = tuple(name for name in grouped if not any(name in block for block in blocks))
    return tuple(block for block in (*blocks, rest) if block) or None


def bounds_as_levels(params: AnopiParams, counted: RecodingCounts) -> dict[str, Bounds]:
    """Both kinds of lower bounds, all given as levels. Raises :class:`Refused` for a degree there is not."""
    shared = allocation(params, counted)

    def as_levels(bounds: Bounds, values: Sequence[float]) -> Bounds:
        by_name = dict(zip(shared.names, values, strict=True))
        return {name: by_name.get(name, bound) for name, bound in bounds.items()}

    return {
        "min_utility": as_levels(params.min_utility, shared.min_utility.tolist()),
        "min_privacy": as_levels(params.min_privacy, shared.min_privacy.tolist()),
    }


def _bounds_without_degrees(
    params: AnopiParams, changed: set[str], counted: RecodingCounts | None
) -> dict[str, Bounds]:
    bounds: dict[str, Bounds] = {"min_utility": params.min_utility, "min_privacy": params.min_privacy}
    in_degrees = any(
        isinstance(bound, DegreeBound) and name in changed
        for bounds in bounds.values()
        for name, bound in bounds.items()
    )
    if counted is None or not in_degrees:
        return bounds
    levels = bounds_as_levels(params, counted)
    return {
        key: {name: levels[key][name] if name in changed else bound for name, bound in bounds.items()}
        for key, bounds in bounds.items()
    }


STEP_COMPARING = "comparing"
MOST_EXHAUSTIVE = 6  # variables of which all 2^n combinations are tried
_DIGITS = 12  # shares and distances that agree so far are equal


@dataclass(frozen=True)
class TechniqueCounts:
    """The techniques possible for each variable used, counted once for all combinations.

    ``possible``: the techniques of each variable; ``hindrances``: why the other cannot be, of those that have
    but one.
    """

    counted: AnopiCounts
    possible: Mapping[str, tuple[Technique, ...]]
    hindrances: Mapping[str, Problem]


@dataclass(frozen=True)
class Combination:
    """A technique for each variable and what it releases; ``levels`` of the recoded, ``k`` of the others.

    ``objective``: U at the released levels; ``share`` of U at the optimum; ``misplaced``: the entropy that
    lies elsewhere than the optimum wants it.
    """

    technique: Mapping[str, Technique]
    levels: Mapping[str, int]
    k: Mapping[str, int]
    released: Mapping[str, LevelPair]
    information: Mapping[str, Information]
    after: Anonymity
    objective: float
    share: float
    misplaced: float


@dataclass(frozen=True)
class RefusedCombination:
    """A combination that cannot be, and why."""

    technique: Mapping[str, Technique]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class TechniqueComparison:
    """All combinations that were tried, the best first.

    ``exhaustive``: whether these are all there are; else those of one technique for all, and those that
    differ from them in one variable.
    """

    optimum: Mapping[str, LevelPair]
    objective: float
    combinations: tuple[Combination, ...]
    refused: tuple[RefusedCombination, ...]
    exhaustive: bool

    @property
    def best(self) -> Combination:
        """The combination to offer."""
        return self.combinations[0]


def technique_counts(params: AnopiParams, source: Source, context: JobContext) -> TechniqueCounts:
    """One pass over the records for all combinations. Raises :class:`Refused` where nothing can be done to
    some variable, or there is none.
    """
    names = variables(params, source.data)
    if not names:
        raise Refused(error("anopi.no_variables", Place(key="params.user_points")))
    columns, unmeasured = read_columns(source.data, names, context)
    ungrouped = _ungrouped(names, source, context)
    neither = [name for name in names if name in unmeasured and name in ungrouped]
    if neither:
        raise Refused([found[name] for name in neither for found in (ungrouped, unmeasured)])
    recodable = [name for name in names if name not in ungrouped]
    counted = recoding_counts(source.with_hierarchies_of(recodable), names, context)
    return TechniqueCounts(
        with_records(counted, None, source.data, columns, context),
        {name: _possible(name in recodable, name in columns) for name in names},
        ungrouped | unmeasured,
    )


def _ungrouped(names: Sequence[str], source: Source, context: JobContext) -> dict[str, Problem]:
    """The variables that cannot be recoded, and why."""
    problems = {}
    for name in names:
        hierarchy, variable = source.hierarchies.get(name), source.data.variable(name)
        if hierarchy is None:
            where = Place(key=f"data.hierarchies.{name}", variable=name)
            problems[name] = error("anopi.no_hierarchy", where, name=name)
            continue
        categories, _ = source.data.relation.frequencies(source.data.index(name), context)
        try:
            codings(hierarchy, categories, variable.missing)
        except Refused as refusal:
            problems[name] = refusal.problems[0]
    return problems


def _possible(recoding: bool, microaggregation: bool) -> tuple[Technique, ...]:
    techniques: list[Technique] = ["recoding"] if recoding else []
    return (*techniques, "microaggregation") if microaggregation else tuple(techniques)


def compare_techniques(
    params: AnopiParams, counts: TechniqueCounts, context: JobContext
) -> TechniqueComparison:
    """Decide and settle every combination with the points, alpha, bounds and suppression of `params`.

    Levels and k chosen manually are ignored: a level is not a k, and the comparison is of what ANOPI chooses.
    Bounds given as a degree are at the technique in `params`. Microaggregated variables are in the blocks
    given; those in none of them form an additional block. Raises :class:`Refused` where no combination is
    possible, Cancelled when stopped.
    """
    tried, exhaustive = _techniques(params, counts)
    shared = _for_all(params, counts.counted)
    known: KnownGroups | None = None if params.blocks is None else {}  # only such blocks are met again
    found: list[Combination] = []
    refused: list[RefusedCombination] = []
    optimum: Mapping[str, LevelPair] = {}
    objective = 0.0
    for place, technique in enumerate(tried):
        context.progress(place / len(tried), STEP_COMPARING)
        part = context.within(place / len(tried), (place + 1) / len(tried))
        spec = shared.model_copy(update={"technique": technique, "blocks": blocks_with(params, technique)})
        try:
            result = settle(
                spec, decide(spec, counts.counted, part), counts.counted, part, known_groups=known
            )
        except Refused as refusal:
            refused.append(RefusedCombination(technique, refusal.problems))
            continue
        optimum, objective = result.levels, _objective(result, result.levels)
        found.append(_combination(technique, result, objective))
    if not found:
        raise Refused(refused[0].problems)
    context.progress(1.0, STEP_COMPARING)
    ranked = tuple(sorted(found, key=_rank))
    return TechniqueComparison(optimum, objective, ranked, tuple(refused), exhaustive)


def _techniques(params: AnopiParams, counts: TechniqueCounts) -> tuple[list[dict[str, Technique]], bool]:
    """The combinations to try, and whether they are all."""
    constant = {variable.name for variable in counts.counted.variables if variable.entropies[0] <= 0}
    fixed = {
        name: possible[0]
        for name, possible in counts.possible.items()
        if len(possible) == 1 or name in constant
    }
    free = [name for name in counts.possible if name not in fixed]
    if len(free) <= MOST_EXHAUSTIVE:
        both: tuple[Technique, ...] = ("recoding", "microaggregation")
        every = product(both, repeat=len(free))
        return [fixed | dict(zip(free, chosen, strict=True)) for chosen in every], True
    tried: list[dict[str, Technique]] = []
    uniform: Technique
    other: Technique
    for uniform, other in (("recoding", "microaggregation"), ("microaggregation", "recoding")):
        all_alike = fixed | dict.fromkeys(free, uniform)
        tried += [all_alike, *(all_alike | {name: other} for name in free)]
    own = fixed | {name: params.technique_of(name) for name in free}
    return (tried if own in tried else [*tried, own]), False


def _for_all(params: AnopiParams, counted: AnopiCounts) -> AnopiParams:
    """The params for every combination: bounds as levels, no level or k chosen manually."""
    return params.model_copy(update={"override": {}, **bounds_as_levels(params, counted)})


def _combination(technique: Mapping[str, Technique], result: AnopiResult, optimum: float) -> Combination:
    objective = _objective(result, result.released)
    return Combination(
        technique=technique,
        levels={name: chosen.level for name, chosen in result.codings.items()},
        k={name: block.k for block in result.blocks for name in block.variables},
        released=result.released,
        information=result.information,
        after=result.after,
        objective=objective,
        share=objective / optimum if optimum > 0 else 0.0,
        misplaced=_misplaced(result),
    )


def _objective(result: AnopiResult, levels: Mapping[str, LevelPair]) -> float:
    """U at these levels."""
    bases, exponents = [], []
    for name, pair in levels.items():
        bases += [pair.utility, pair.privacy]
        exponents += [
            result.alpha * result.user_points[name],
            (1 - result.alpha) * result.intruder_points[name],
        ]
    powers = np.array(exponents) / 100
    return float(np.prod(np.maximum(bases, 0.0)[powers > 0] ** powers[powers > 0]))


def _misplaced(result: AnopiResult) -> float:
    total = 0.0
    for name, best in result.levels.items():
        user, intruder, left = result.user_points[name], result.intruder_points[name], result.released[name]
        if user > 0 and result.alpha > 0:
            total += abs(best.utility - left.utility) / user
        if intruder > 0 and result.alpha < 1:
            total += abs(best.privacy - left.privacy) / intruder
    return total


def _rank(combination: Combination) -> tuple[float, float, int]:
    return (
        -round(combination.share, _DIGITS),
        round(combination.misplaced, _DIGITS),
        len(combination.k),
    )
