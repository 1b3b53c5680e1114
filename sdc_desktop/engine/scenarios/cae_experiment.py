"""Experiments on disclosure risk: sampling, query restriction, noise, an own query log or released file.

Alfalayleh & Brankovic 2014, section 5. An intruder knows some attributes of a person. For every set of
attributes of a size and every combination of their values in the original, H0 and A of what remains possible
are computed. Value combinations weigh the same within their set, sets within their size, and files within
their parameter; sd is over files (n - 1). H0 is in bits, A in bits times the attribute's unit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from sdc_desktop.engine.child_process import in_parallel
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.information.distribution import Vector
from sdc_desktop.engine.information.equivocation_rows import row_figures, widths_of
from sdc_desktop.engine.microdata.distances import Integers
from sdc_desktop.engine.problems import Place, Problem, Refused, error, no_records, note, refuse_errors
from sdc_desktop.engine.scenarios import synthetic
from sdc_desktop.engine.scenarios.attributes import (
    MISSING,
    Attribute,
    Confidential,
    domain_of,
    nearest,
    read_attribute,
    read_confidential,
)
from sdc_desktop.engine.scenarios.cae_experiment_check import (
    attribute_of,
    attributes_of,
    check,
    known_of,
    parameters_of,
)
from sdc_desktop.engine.scenarios.cae_experiment_spec import CaeExperimentParams
from sdc_desktop.engine.scenarios.cases import Case, ExperimentCounts, run_case
from sdc_desktop.engine.scenarios.knowledge import groups_of, known_sets
from sdc_desktop.engine.scenarios.query_log import read_queries
from sdc_desktop.engine.scenarios.range_queries import RangeQuery, draw_queries
from sdc_desktop.engine.scenarios.released import read_released
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import Number

STEP = "experimenting"
_QUERIES = 0x51756572  # a stream of its own for the range queries


@dataclass(frozen=True)
class ExperimentPoint:
    """A point of the curve of a parameter. ``known``: how many attributes, or which. sd is None where there
    is one file. A lies within ``area_error`` of ``area``; 0 where exact.
    """

    parameter: Number | None
    known: int | tuple[str, ...]
    sets: int
    h0: float
    h0_sd: float | None
    area: float
    area_sd: float | None
    area_error: float


@dataclass(frozen=True)
class UtilityPoint:
    """The mean absolute error of the answers to random range queries, in the attribute's unit."""

    parameter: Number | None
    error: float | None
    error_sd: float | None


@dataclass(frozen=True)
class ExperimentResult:
    """What intruders are left with. ``h0_most`` and ``area_most`` are those of somebody who knows nothing but
    the domain.
    """

    technique: str
    attribute: str
    attributes: tuple[str, ...]
    records: int
    left_out: int
    domain: int
    h0_most: float
    area_most: float
    repeats: int
    seed: int
    exact: bool
    points: tuple[ExperimentPoint, ...]
    utility: tuple[UtilityPoint, ...]
    notes: tuple[Problem, ...]


def counts(params: CaeExperimentParams, source: Source | None, context: JobContext) -> ExperimentCounts:
    """One pass over the records of each variable, and the files named. Raises :class:`Refused`."""
    refuse_errors(check(params, source))
    if params.data == "synthetic":
        return _synthetic(params, context)
    assert source is not None
    data, names = source.data, attributes_of(params, source.data)
    name = attribute_of(params, data)
    assert name is not None
    found = read_confidential(data, name, params.domain, context)
    kept = np.flatnonzero(found.places != MISSING)
    confidential = Confidential(found.name, found.domain, found.places[kept], found.rounded)
    attributes = []
    for place, each in enumerate(names):
        context.progress(0.5 * place / len(names), "counting")
        read = read_attribute(data, each, context)
        attributes.append(Attribute(each, read.places[kept], read.size))
    queries = released = None
    if params.queries is not None:
        renumbered = np.full(data.records, -1)
        renumbered[kept] = np.arange(len(kept))
        logged = read_queries(source.base / params.queries, params.queries, data, context)
        queries = tuple(_kept_of(renumbered[members]) for members in logged)
    if params.released is not None:
        released = read_released(params.released, source, kept, confidential, names, context)
    counted = _counted(params, confidential, attributes, data.records - len(kept), context)
    widths = counted.widths if released is None else widths_of(released.values)
    return replace(counted, widths=widths, queries=queries, released=released)


def _kept_of(members: Integers) -> Integers:
    return members[members >= 0]


def _synthetic(params: CaeExperimentParams, context: JobContext) -> ExperimentCounts:
    drawn = synthetic.survey(_seed(params, context)).columns
    name = attribute_of(params, None) or ""
    domain = synthetic.DOMAINS[name].astype(np.float64) if params.domain is None else domain_of(params.domain)
    places, distance = nearest(domain, drawn[name].astype(np.float64))
    outside = int(np.count_nonzero((drawn[name] < domain[0]) | (drawn[name] > domain[-1])))
    if outside:
        where = Place(key="params.domain", variable=name)
        raise Refused(error("cae.outside_domain", where, number=outside))
    confidential = Confidential(name, domain, places, int(np.count_nonzero(distance)))
    attributes = [
        Attribute(each, drawn[each] - synthetic.DOMAINS[each][0], len(synthetic.DOMAINS[each]))
        for each in attributes_of(params, None)
    ]
    return _counted(params, confidential, attributes, 0, context)


def _counted(
    params: CaeExperimentParams,
    confidential: Confidential,
    attributes: Sequence[Attribute],
    left_out: int,
    context: JobContext,
) -> ExperimentCounts:
    names = [attribute.name for attribute in attributes]
    known = known_sets(known_of(params, names), names)
    codes = [attribute.places for attribute in attributes]
    sets = [subset for entry in known for subset in entry.subsets]
    groups = []
    for place, subset in enumerate(sets):
        context.progress(0.5 + 0.5 * place / len(sets), "counting")
        groups.append(groups_of(codes, subset, len(confidential.places)))
    widths = widths_of(confidential.domain)
    return ExperimentCounts(
        confidential, tuple(attributes), known, tuple(groups), widths, left_out, None, None
    )


def foresee(
    params: CaeExperimentParams, counted: ExperimentCounts, context: JobContext
) -> tuple[Problem, ...]:
    """The notes of the result, in milliseconds."""
    return tuple(_notes(params, counted))


def decide(
    params: CaeExperimentParams,
    counted: ExperimentCounts,
    context: JobContext,
    *,
    workers: int | None = None,
) -> ExperimentResult:
    """Release as often as asked with every parameter. The same whatever the number of `workers` (threads).

    Raises Cancelled.
    """
    seed = _seed(params, context)
    parameters = parameters_of(params)
    repeats = 1 if parameters == (None,) else params.repeats
    asked = draw_queries(counted.attributes, _stream(seed, _QUERIES))
    parts = [
        partial(_part, params, counted, parameter, asked, seed, (place, repeat))
        for place, parameter in enumerate(parameters)
        for repeat in range(repeats)
    ]
    cases = in_parallel(parts, context, STEP, workers)
    points: list[ExperimentPoint] = []
    utility: list[UtilityPoint] = []
    for place, parameter in enumerate(parameters):
        of_parameter = cases[place * repeats : (place + 1) * repeats]
        points += _points(counted, parameter, of_parameter)
        errors = [case.error for case in of_parameter if case.error is not None]
        utility.append(UtilityPoint(parameter, *(_mean_and_sd(errors) if errors else (None, None))))
    most = row_figures(counted.widths, _uniform(counted)[None, :], context)
    return ExperimentResult(
        technique=params.technique,
        attribute=counted.confidential.name,
        attributes=tuple(attribute.name for attribute in counted.attributes),
        records=counted.records,
        left_out=counted.left_out,
        domain=len(counted.confidential.domain),
        h0_most=float(most.h0[0]),
        area_most=float(most.area[0]),
        repeats=repeats,
        seed=seed,
        exact=counted.widths.exact,
        points=tuple(points),
        utility=tuple(utility),
        notes=tuple(_notes(params, counted)),
    )


def apply(
    result: ExperimentResult, counted: ExperimentCounts, source: Source, context: JobContext
) -> Microdata:
    """An experiment measures and makes no records. Raises :class:`Refused`."""
    raise Refused(no_records())


def _part(
    params: CaeExperimentParams,
    counted: ExperimentCounts,
    parameter: Number | None,
    asked: tuple[RangeQuery, ...],
    seed: int,
    place: tuple[int, int],
    context: JobContext,
) -> Case:
    return run_case(params, counted, parameter, asked, _stream(seed, *place), context)


def _stream(seed: int, *place: int) -> np.random.Generator:
    """Chance of its own for each case, whoever computes it and when."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=place))


def _seed(params: CaeExperimentParams, context: JobContext) -> int:
    return context.seed if params.seed is None else params.seed


def _points(
    counted: ExperimentCounts, parameter: Number | None, cases: Sequence[Case]
) -> Iterator[ExperimentPoint]:
    """The points of one curve: means over the sets of each size, then over the files."""
    first = 0
    for entry in counted.known:
        sets = slice(first, first + len(entry.subsets))
        first = sets.stop
        h0, h0_sd = _mean_and_sd([float(case.means.h0[sets].mean()) for case in cases])
        area, area_sd = _mean_and_sd([float(case.means.area[sets].mean()) for case in cases])
        wrong, _ = _mean_and_sd([float(case.means.error[sets].mean()) for case in cases])
        yield ExperimentPoint(parameter, entry.told, len(entry.subsets), h0, h0_sd, area, area_sd, wrong)


def _mean_and_sd(values: Sequence[float]) -> tuple[float, float | None]:
    found = np.array(values)
    return float(found.mean()), float(found.std(ddof=1)) if len(found) > 1 else None


def _uniform(counted: ExperimentCounts) -> Vector:
    if counted.released is not None:
        return counted.released.unknown
    size = len(counted.confidential.domain)
    return np.full(size, 1 / size)


def _notes(params: CaeExperimentParams, counted: ExperimentCounts) -> Iterator[Problem]:
    where = Place(key="params.attribute", variable=counted.confidential.name)
    if counted.left_out:
        yield note("cae.left_out", where, number=counted.left_out)
    if counted.confidential.rounded:
        yield note("cae.rounded", Place(key="params.domain"), number=counted.confidential.rounded)
    if not counted.widths.exact:
        yield note("cae.widths", where, number=len(counted.widths.widths) - 1)
    for size in parameters_of(params):
        if params.technique == "query_restriction" and size is not None and counted.records < size:
            yield note("cae.no_chain", Place(key="params.parameters"), size=size)
