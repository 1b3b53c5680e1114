"""The experiment of Stammler, Katzenbeisser & Hamacher 2016: the plug-in entropy against corrected ones.

The plug-in estimate is too small in small classes, so that the same l requires more generalisation than it
should. For every l and estimator the optimal generalisation is searched (:mod:`lattice_search`). A corrected
estimate usually needs less of it, but not always; where it needs more, that is reported.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.experiments.diversity_experiment import DiversityExperimentParams
from sdc_desktop.engine.methods.recoding.generalise import AnopiLossSpec, GeneraliseParams
from sdc_desktop.engine.methods.recoding.generalise import engine as generalise
from sdc_desktop.engine.methods.recoding.generalise.engine import GeneraliseCounts
from sdc_desktop.engine.methods.recoding.loss_measures import LossInput, anopi_point, make_loss
from sdc_desktop.engine.microdata.criteria.spec import EntropyLDiversitySpec, Estimator
from sdc_desktop.engine.microdata.lattice.search import Stopped, search
from sdc_desktop.engine.problems import Place, Problem, error, note, refuse_errors, warning
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.verdict_records import measured_only

_SAME = 1e-9  # relative; losses nearer to one another are equal


@dataclass(frozen=True)
class ExperimentPoint:
    """The optimal generalisation for one l and estimator; levels from 0, all None where none meets it."""

    l: float  # noqa: E741
    estimator: Estimator
    levels: Mapping[str, int] | None
    suppressed: int | None
    loss: float | None
    proven: bool
    stopped: Stopped
    nodes: int


@dataclass(frozen=True)
class Comparison:
    """A corrected estimate against the plug-in one for one l: ``saved`` is the plug-in's loss less the
    corrected one's; below 0 the corrected one needs more. None where one of them meets it nowhere.
    """

    l: float  # noqa: E741
    estimator: Estimator
    saved: float | None
    verdict: str  # less, same, more, only_corrected, only_shannon, neither


@dataclass(frozen=True)
class DiversityExperimentResult:
    """All points, by l and then estimator, and the comparisons with ``shannon`` where it is an estimator."""

    key_variables: tuple[str, ...]
    attribute: str
    loss_name: str
    limit: int
    records: int
    points: tuple[ExperimentPoint, ...]
    comparisons: tuple[Comparison, ...]
    notes: tuple[Problem, ...]

    @property
    def complete(self) -> bool:
        """Whether no search was ended early."""
        return all(point.stopped == "no" for point in self.points)


def check(params: DiversityExperimentParams, source: Source) -> tuple[Problem, ...]:
    """What can be refused before any record is counted."""
    known = source.data.names
    if params.attribute not in known:
        where = Place(key="params.attribute", variable=params.attribute)
        return (error("plan.unknown_variable", where, name=params.attribute),)
    return generalise.check(_as_generalise(params, params.l[0], params.estimators[0]), source)


def counts(params: DiversityExperimentParams, source: Source, context: JobContext) -> GeneraliseCounts:
    """One pass over the records for all searches. Raises :class:`Refused`."""
    refuse_errors(check(params, source))
    requested = _as_generalise(params, params.l[0], params.estimators[0])
    return generalise.counts(requested, source, context, every=False)


def decide(
    params: DiversityExperimentParams, counted: GeneraliseCounts, context: JobContext
) -> DiversityExperimentResult:
    """Search for every l and estimator. Raises :class:`Refused`, Cancelled."""
    requested = [(value, estimator) for value in params.l for estimator in params.estimators]
    points = []
    for place, (value, estimator) in enumerate(requested):
        part = context.within(place / len(requested), (place + 1) / len(requested))
        points.append(_point(_as_generalise(params, value, estimator), counted, value, estimator, part))
        context.checkpoint()
    comparisons = tuple(_compared(points))
    more = tuple(f"{one.l:g}" for one in comparisons if one.verdict in ("more", "only_shannon"))
    notes: list[Problem] = []
    if more:
        notes.append(note("experiment.needs_more", Place(key="params.l"), values=tuple(dict.fromkeys(more))))
    if any(point.stopped != "no" for point in points):
        notes.append(warning("generalise.not_proven", Place(key="params.max_nodes")))
    space = generalise.search_space(_as_generalise(params, *requested[0]), counted)
    return DiversityExperimentResult(
        key_variables=counted.names,
        attribute=params.attribute,
        loss_name=params.loss,
        limit=space.limit,
        records=counted.records,
        points=tuple(points),
        comparisons=comparisons,
        notes=tuple(notes),
    )


def foresee(
    params: DiversityExperimentParams, counted: GeneraliseCounts, context: JobContext
) -> tuple[Problem, ...]:
    """What `decide` would refuse, without its work; what it may note is not known before. Raises Refused."""
    generalise.search_space(_as_generalise(params, params.l[0], params.estimators[0]), counted)
    return ()


def apply(
    result: DiversityExperimentResult, counted: GeneraliseCounts, source: Source, context: JobContext
) -> Microdata:
    """The original records without direct identifiers: an experiment changes nothing."""
    return source.data.without_direct_identifiers(context)


def _point(
    params: GeneraliseParams,
    counted: GeneraliseCounts,
    value: float,
    estimator: Estimator,
    context: JobContext,
) -> ExperimentPoint:
    space = generalise.search_space(params, counted)
    weights = {name: float(weight) for name, weight in params.weights.items()}
    parts = anopi_point(params.anopi, counted.recoding).deviations if params.loss == "anopi" else ()
    made_from = LossInput(counted.recoding.variables, counted.hierarchy_rows, weights, parts)
    loss = make_loss(params.loss, made_from, space.classes, space.lattice, space.judge, space.limit)
    found = search(space, loss, context, most_nodes=params.max_nodes)
    best = found.solutions[0] if found.solutions else None
    return ExperimentPoint(
        l=float(value),
        estimator=estimator,
        levels=None if best is None else dict(zip(counted.names, best.levels, strict=True)),
        suppressed=None if best is None else best.suppressed,
        loss=None if best is None else best.loss,
        proven=found.proven,
        stopped=found.stopped,
        nodes=len(found.evaluated.losses),
    )


def _compared(points: list[ExperimentPoint]) -> list[Comparison]:
    naive = {point.l: point for point in points if point.estimator == "shannon"}
    return [
        _comparison(naive[point.l], point)
        for point in points
        if point.estimator != "shannon" and point.l in naive
    ]


def _comparison(naive: ExperimentPoint, corrected: ExperimentPoint) -> Comparison:
    if naive.loss is None or corrected.loss is None:
        neither = naive.loss is None and corrected.loss is None
        verdict = "neither" if neither else "only_corrected" if naive.loss is None else "only_shannon"
        return Comparison(corrected.l, corrected.estimator, None, verdict)
    saved = naive.loss - corrected.loss
    same = abs(saved) <= _SAME * max(1.0, abs(naive.loss))
    verdict = "same" if same else "less" if saved > 0 else "more"
    return Comparison(corrected.l, corrected.estimator, saved, verdict)


def _as_generalise(params: DiversityExperimentParams, value: float, estimator: Estimator) -> GeneraliseParams:
    requested = EntropyLDiversitySpec(
        kind="entropy_l_diversity", l=value, attribute=params.attribute, estimator=estimator
    )
    return GeneraliseParams(
        key_variables=params.key_variables,
        sensitive=(),
        criteria=(requested,),
        suppression_limit=params.suppression_limit,
        loss=params.loss,
        limits=params.limits,
        weights=params.weights,
        anopi=AnopiLossSpec(),
        max_nodes=params.max_nodes,
    )


STAGES = Stages(check, counts, decide, apply, measured_only, foresee=foresee)
