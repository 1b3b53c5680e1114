"""The R-U map: risk and utility of every setting of a family, and which settings no other one beats.

Risk is the average re-identification risk, classes / records (every record is attacked once, each of a class
with equal probability). Utility of a recoding is 1 - the loss ``loss`` of :mod:`lattice_losses`, or the share
of the entropies that is left, each weighed by the user's points (Zielinski 2010); of a microaggregation it is
1 - SSE/SST: 1 where nothing changes, 0 where nothing is released.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.experiments.ru_map import RuMapParams
from sdc_desktop.engine.methods.grouping.microaggregate import MicroaggregateParams
from sdc_desktop.engine.methods.grouping.microaggregate import engine as microaggregate
from sdc_desktop.engine.methods.grouping.microaggregate.engine import MicroaggregateCounts
from sdc_desktop.engine.methods.recoding.generalise import GeneraliseParams
from sdc_desktop.engine.methods.recoding.generalise import engine as generalise
from sdc_desktop.engine.methods.recoding.generalise.engine import GeneraliseCounts
from sdc_desktop.engine.methods.recoding.loss_measures import LossInput, anopi_point, make_loss
from sdc_desktop.engine.microdata.classes.key_classes import Vector
from sdc_desktop.engine.microdata.criteria.spec import AverageRiskSpec
from sdc_desktop.engine.microdata.lattice.lattice import Node, evaluated
from sdc_desktop.engine.microdata.lattice.losses import Bounds, Loss
from sdc_desktop.engine.microdata.lattice.search import STEP as STEP_SEARCH
from sdc_desktop.engine.microdata.lattice.search import SearchSpace, search
from sdc_desktop.engine.problems import Place, Problem, Refused, error, refuse_errors
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict_records import measured_only

MOST_POINTS = 20_000  # of a map that can still be looked at


@dataclass(frozen=True)
class RuPoint:
    """One setting. ``levels`` by variable from 0 (recoding) or ``k``; the smallest class, records alone."""

    levels: tuple[int, ...] | None
    k: int | None
    risk: float
    utility: float
    smallest: int
    uniques: int
    on_front: bool  # no other setting has both less risk and more utility, or one of them at equal other
    tolerable: bool


@dataclass(frozen=True)
class RuMapResult:
    """The map. ``front``: numbers of the points on the Pareto front, by rising risk; ``anopi``: of ANOPI's
    optimum; ``best``: the tolerable point of most utility (then least risk). None where there is none.
    """

    family: str
    names: tuple[str, ...]
    max_risk: float
    points: tuple[RuPoint, ...]
    front: tuple[int, ...]
    anopi: int | None
    best: int | None
    notes: tuple[Problem, ...] = ()


def check(params: RuMapParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is counted."""
    if params.k_range[0] > params.k_range[1]:
        return (error("ru_map.range_reversed", Place(key="params.k_range")),)
    if params.family == "recoding":
        return generalise.check(_as_generalise(params), source)
    return microaggregate.check(_as_microaggregate(params, params.k_range[0]), source)


def counts(
    params: RuMapParams, source: Source, context: JobContext
) -> GeneraliseCounts | MicroaggregateCounts:
    """One pass over the records. Raises :class:`Refused`."""
    refuse_errors(check(params, source))
    if params.family == "recoding":
        return generalise.counts(_as_generalise(params), source, context, nested=False, every=False)
    return microaggregate.counts(_as_microaggregate(params, params.k_range[0]), source, context)


def decide(
    params: RuMapParams, counted: GeneraliseCounts | MicroaggregateCounts, context: JobContext
) -> RuMapResult:
    """Risk and utility of every setting. Raises :class:`Refused`, Cancelled."""
    anopi: tuple[int, ...] | None = None
    if isinstance(counted, GeneraliseCounts):
        names = counted.names
        settings = list(_codings(params, counted, context))
        anopi = _anopi(params, counted)
    else:
        names = counted.blocks[0]
        settings = list(_group_sizes(params, counted, context))
    risks = np.array([one.risk for one in settings])
    utilities = np.array([one.utility for one in settings])
    on_front = pareto_front(risks, utilities)
    points = tuple(
        RuPoint(
            one.levels,
            one.k,
            one.risk,
            one.utility,
            one.smallest,
            one.uniques,
            bool(flag),
            one.risk <= params.max_risk + 1e-9,
        )
        for one, flag in zip(settings, on_front, strict=True)
    )
    front = np.flatnonzero(on_front)
    tolerable = [place for place, point in enumerate(points) if point.tolerable]
    return RuMapResult(
        family=params.family,
        names=names,
        max_risk=float(params.max_risk),
        points=points,
        front=tuple(front[np.lexsort([front, utilities[front], risks[front]])].tolist()),
        anopi=next((place for place, one in enumerate(points) if anopi and one.levels == anopi), None),
        best=min(tolerable, key=lambda place: (-utilities[place], risks[place], place), default=None),
    )


def foresee(
    params: RuMapParams, counted: GeneraliseCounts | MicroaggregateCounts, context: JobContext
) -> tuple[Problem, ...]:
    """What `decide` would refuse or note, without its work. Raises :class:`Refused`."""
    if isinstance(counted, GeneraliseCounts):
        _space(params, counted)
        _anopi(params, counted)
    return ()


def apply(
    result: RuMapResult,
    counted: GeneraliseCounts | MicroaggregateCounts,
    source: Source,
    context: JobContext,
) -> Microdata:
    """The original records without direct identifiers: a map changes nothing."""
    return source.data.without_direct_identifiers(context)


def pareto_front(risks: Vector, utilities: Vector) -> npt.NDArray[np.bool_]:
    """Which points (points,) no other beats: none has at most its risk and at least its utility, one of them
    better. Equal points are both on it.
    """
    order = np.lexsort([-utilities, risks])
    flags = np.zeros(len(risks), dtype=np.bool_)
    best, at = -np.inf, np.nan
    for place in order.tolist():
        if utilities[place] > best or (utilities[place] == best and risks[place] == at):
            flags[place] = True
            best, at = utilities[place], risks[place]
    return flags


@dataclass(frozen=True)
class _Setting:
    levels: tuple[int, ...] | None
    k: int | None
    risk: float
    utility: float
    smallest: int
    uniques: int


class _Watching:
    """A loss that notes the classes of every node evaluated."""

    def __init__(self, loss: Loss, shares: Sequence[Vector] | None) -> None:
        """``shares``: by variable and level what is left of all information, instead of the loss."""
        self._loss = loss
        self._shares = shares
        self.settings: list[_Setting] = []

    def lower_bounds(self) -> Bounds:
        """Those of the loss."""
        return self._loss.lower_bounds()

    def value(self, node: Node) -> float:
        """That of the loss."""
        lost = self._loss.value(node)
        risk = len(node.sizes) / int(node.sizes.sum())
        alone = int((node.sizes == 1).sum())
        useful = max(1 - lost, 0.0)
        if self._shares is not None:
            useful = float(sum(own[level] for own, level in zip(self._shares, node.levels, strict=True)))
        self.settings.append(_Setting(node.levels, None, risk, useful, int(node.sizes.min()), alone))
        return lost

    def raise_bounds(self, bounds: Bounds, node: Node) -> None:
        """Does nothing, because every node is evaluated."""


def _codings(params: RuMapParams, counted: GeneraliseCounts, context: JobContext) -> Iterator[_Setting]:
    space = _space(params, counted)
    made_from = LossInput(counted.recoding.variables, counted.hierarchy_rows, {}, ())
    loss = make_loss("loss", made_from, space.classes, space.lattice, space.judge, space.limit)
    shares = _shares(params, counted) if params.utility == "points" else None
    watching = _Watching(loss, shares)
    if counted.recoding.notes:  # levels that do not nest: every node from the values as they are
        _look_at_each(space, watching, context)
    elif not search(space, watching, context, everything=True).proven:
        context.checkpoint()
    yield from watching.settings


def _look_at_each(space: SearchSpace, watching: "_Watching", context: JobContext) -> None:
    lattice = space.lattice
    ranges = [range(low, high + 1) for low, high in zip(lattice.least, lattice.most, strict=True)]
    for place, levels in enumerate(product(*ranges)):
        context.progress(place / lattice.nodes, STEP_SEARCH)
        watching.value(evaluated(levels, space.classes, space.roll_up, space.judge))


def _shares(params: RuMapParams, counted: GeneraliseCounts) -> list[Vector]:
    variables = counted.recoding.variables
    own = {variable.name: float(variable.entropies[0]) for variable in variables}
    weights = weights_of_points(params.anopi.user_points, own)
    return [weights[one.name] * one.entropies / (own[one.name] or 1.0) for one in variables]


def weights_of_points(points: Mapping[str, float] | None, entropies: Mapping[str, float]) -> dict[str, float]:
    """How much of all information each variable holds, by the user's points (equally where there are none)
    and its entropy; all 0 where there is none.
    """
    weights = {name: h * (points.get(name, 0.0) if points else 1.0) for name, h in entropies.items()}
    total = sum(weights.values())
    return {name: one / total if total else 0.0 for name, one in weights.items()}


def _space(params: RuMapParams, counted: GeneraliseCounts) -> SearchSpace:
    space = generalise.search_space(_as_generalise(params), counted)
    if space.lattice.nodes > MOST_POINTS:
        where = Place(key="params.limits")
        raise Refused(error("ru_map.too_many", where, points=space.lattice.nodes, most=MOST_POINTS))
    return space


def _group_sizes(
    params: RuMapParams, counted: MicroaggregateCounts, context: JobContext
) -> Iterator[_Setting]:
    low, high = params.k_range
    for k in range(low, min(high, counted.records) + 1):
        part = context.within((k - low) / (high - low + 1), (k + 1 - low) / (high - low + 1))
        result = microaggregate.decide(_as_microaggregate(params, k), counted, part)
        after = result.after
        yield _Setting(None, k, after.classes / after.records, 1 - result.il / 100, after.k, after.uniques)


def _anopi(params: RuMapParams, counted: GeneraliseCounts) -> tuple[int, ...] | None:
    try:
        return anopi_point(params.anopi, counted.recoding).levels
    except Refused:
        if params.anopi.user_points is not None or params.anopi.intruder_points is not None:
            raise
        return None


def _as_generalise(params: RuMapParams) -> GeneraliseParams:
    """The params of a search without requirements, whose lattice a map has."""
    return GeneraliseParams(
        key_variables=params.key_variables,
        sensitive=(),
        criteria=(AverageRiskSpec(kind="average_risk", max=1),),
        limits=params.limits,
        anopi=params.anopi,
    )


def _as_microaggregate(params: RuMapParams, k: int) -> MicroaggregateParams:
    return MicroaggregateParams(variables=params.variables, k=k)


STAGES = Stages(check, counts, decide, apply, measured_only, foresee=foresee)
