"""Experiments on disclosure risk: sampling, query restriction, noise, an own query log or released file.

Alfalayleh & Brankovic 2014, section 5. An intruder knows some attributes of a person. For every set of
attributes of a size and every combination of their values in the original, H0 and A of what remains possible
are computed. Value combinations weigh the same within their set, sets within their size, and files within
their parameter; sd is over files (n - 1). H0 is in bits, A in bits times the attribute's unit.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from sdc_desktop.engine.child_process import in_parallel
from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import Microdata
from sdc_desktop.engine.information.distribution import Vector
from sdc_desktop.engine.information.equivocation_rows import row_figures, widths_of
from sdc_desktop.engine.method import Stages
from sdc_desktop.engine.methods.curves.attributes import (
    MISSING,
    Attribute,
    Confidential,
    domain_of,
    nearest,
    read_attribute,
    read_confidential,
    unknown_variables,
)
from sdc_desktop.engine.methods.curves.cae_experiment import CaeExperimentParams, KnownEntry, synthetic
from sdc_desktop.engine.methods.curves.cae_experiment.cases import Case, ExperimentCounts, run_case
from sdc_desktop.engine.methods.curves.cae_experiment.exposure import (
    MOST_SUBSETS,
    groups_of,
    known_sets,
    subsets_wanted,
)
from sdc_desktop.engine.methods.curves.cae_experiment.query_log import read_queries
from sdc_desktop.engine.methods.curves.cae_experiment.range_queries import RangeQuery, draw_queries
from sdc_desktop.engine.methods.curves.cae_experiment.released import read_released
from sdc_desktop.engine.microdata.groups.block_columns import Integers
from sdc_desktop.engine.problems import Place, Problem, Refused, error, no_records, note, refuse_errors
from sdc_desktop.engine.source import Source
from sdc_desktop.engine.spec import Number
from sdc_desktop.engine.verdict_records import measured_only

STEP = "experimenting"
_QUERIES = 0x51756572  # a stream of its own for the range queries
SOURCES_OWN: Mapping[str, tuple[Number, ...]] = {  # Alfalayleh & Brankovic 2014, section 5
    "sampling": (5, 10, 20, 50),
    "query_restriction": (2, 4, 8, 16, 32),
    "noise": (10, 20, 40, 60, 80),
    "released": (),
}


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
    """The uncertainty that remains to intruders. ``h0_most`` and ``area_most`` are the figures for a person
    who knows nothing but the domain.
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


def attribute_of(params: CaeExperimentParams, data: Microdata | None) -> str | None:
    """The name of the confidential variable: as given, else the only sensitive variable, else None."""
    if params.attribute is not None:
        return params.attribute
    if params.data == "synthetic":
        return synthetic.CONFIDENTIAL
    sensitive = data.with_role("sensitive") if data is not None else ()
    return sensitive[0].name if len(sensitive) == 1 else None


def attributes_of(params: CaeExperimentParams, data: Microdata | None) -> tuple[str, ...]:
    """The names of the variables that may be known: those given, else the key variables."""
    if params.attributes is not None:
        return params.attributes
    if params.data == "synthetic":
        return synthetic.ATTRIBUTES
    return tuple(variable.name for variable in data.with_role("key")) if data is not None else ()


def known_of(params: CaeExperimentParams, attributes: Sequence[str]) -> tuple[KnownEntry, ...]:
    """The points of each curve: those given, else every number of known variables."""
    return params.known if params.known is not None else tuple(range(len(attributes) + 1))


def parameters_of(params: CaeExperimentParams) -> tuple[Number | None, ...]:
    """The parameter of each curve; a single None where a file decides what is reported."""
    if params.queries is not None or params.technique == "released":
        return (None,)
    return params.parameters if params.parameters is not None else SOURCES_OWN[params.technique]


def check(params: CaeExperimentParams, source: Source | None) -> tuple[Problem, ...]:
    """What can be refused before any record is read; a job on synthetic data needs no source."""
    data = None if params.data == "synthetic" or source is None else source.data
    return (*_technique_problems(params), *_variable_problems(params, data))


def _technique_problems(params: CaeExperimentParams) -> Iterator[Problem]:
    technique = params.technique
    if technique == "released" and params.released is None:
        yield error("cae.released_absent", Place(key="params.released"))
    wrong_places = {
        "released": params.released is not None and technique != "released",
        "queries": params.queries is not None and technique != "query_restriction",
        "likelihood": params.likelihood != "uniform" and technique != "noise",
        "matching": params.matching != "original" and technique != "noise",
        "parameters": params.parameters is not None and parameters_of(params) == (None,),
    }
    for key, wrong in wrong_places.items():
        if wrong:
            yield error("cae.not_for_technique", Place(key=f"params.{key}"), name=key)
    if params.data == "synthetic" and (params.queries is not None or params.released is not None):
        yield error("cae.synthetic_file", Place(key="params.data"))
    for place, value in enumerate(params.parameters or ()):
        where = Place(key=f"params.parameters[{place}]")
        if technique == "query_restriction" and (value != int(value) or value % 2 or value < 2):
            yield error("cae.query_size", where, value=value)
        if technique in ("sampling", "noise") and value > 100:
            yield error("plan.too_large", where, value=value, bound=100)


def _variable_problems(params: CaeExperimentParams, data: Microdata | None) -> Iterator[Problem]:
    if data is None and params.data != "synthetic":
        return  # that the plan names no data is said by the door
    attribute, attributes = attribute_of(params, data), attributes_of(params, data)
    if attribute is None:
        yield error("cae.no_attribute", Place(key="params.attribute"))
    if data is not None:
        yield from unknown_variables([attribute] if attribute else [], data, "params.attribute")
        yield from unknown_variables(params.attributes or (), data, "params.attributes")
    else:
        names = [("params.attributes", name) for name in attributes]
        for key, name in [("params.attribute", attribute or ""), *names]:
            if name not in synthetic.DOMAINS:
                yield error("plan.unknown_variable", Place(key=key, variable=name), name=name)
    if len(set(attributes)) < len(attributes):
        yield error("cae.doubled", Place(key="params.attributes"))
    if attribute in attributes:
        where = Place(key="params.attributes", variable=attribute)
        yield error("cae.attribute_known", where, name=attribute)
    yield from _known_problems(known_of(params, attributes), attributes)


def _known_problems(known: Sequence[KnownEntry], attributes: Sequence[str]) -> Iterator[Problem]:
    for place, entry in enumerate(known):
        where = Place(key=f"params.known[{place}]")
        if isinstance(entry, int):
            if entry > len(attributes):
                yield error("cae.known_size", where, size=entry, number=len(attributes))
            continue
        if len(set(entry)) < len(entry):
            yield error("cae.doubled", where)
        for name in entry:
            if name not in attributes:
                yield error("cae.known_unknown", where, name=name)
    wanted = subsets_wanted(known, attributes)
    if wanted > MOST_SUBSETS:
        yield error("cae.many_subsets", Place(key="params.known"), number=wanted, most=MOST_SUBSETS)


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
    queries = draw_queries(counted.attributes, _stream(seed, _QUERIES))
    parts = [
        partial(_part, params, counted, parameter, queries, seed, (place, repeat))
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
    queries: tuple[RangeQuery, ...],
    seed: int,
    place: tuple[int, int],
    context: JobContext,
) -> Case:
    return run_case(params, counted, parameter, queries, _stream(seed, *place), context)


def _stream(seed: int, *place: int) -> np.random.Generator:
    """Chance of its own for each case, independent of who computes it and when."""
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
        yield ExperimentPoint(parameter, entry.known, len(entry.subsets), h0, h0_sd, area, area_sd, wrong)


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


STAGES = Stages(check, counts, decide, apply, measured_only, foresee=foresee)


# Techniques side by side at equal utility: what each leaves where users' answers are as wrong.
# Utility is one measure for all, the mean absolute error of random range queries (range_queries.py). Between
# two parameters of a technique H0 and A are taken to go straight.
@dataclass(frozen=True)
class Left:
    """What a technique leaves a person who knows most: H0 in bits, A in bits times the attribute's unit."""

    h0: float
    area: float


@dataclass(frozen=True)
class EqualUtility:
    """``left`` by technique where the mean error is ``error``."""

    error: float
    left: Mapping[str, Left]


def at_equal_error(results: Sequence[ExperimentResult]) -> EqualUtility | None:
    """What the techniques leave at the middle of the errors that all of them reach; None where there is no
    such error, or only one technique has a measured one.
    """
    lines = {result.technique: _line(result) for result in results}
    lines = {technique: line for technique, line in lines.items() if len(line)}
    if len(lines) < 2:
        return None
    least = max(line[0, 0] for line in lines.values())
    most = min(line[-1, 0] for line in lines.values())
    if least > most:
        return None
    error = float((least + most) / 2)
    left = {
        technique: Left(*(float(np.interp(error, line[:, 0], line[:, column])) for column in (1, 2)))
        for technique, line in lines.items()
    }
    return EqualUtility(error, left)


def _line(result: ExperimentResult) -> np.ndarray:
    """The points (error, H0, A) of a person who knows most, by error; (points, 3)."""
    points = []
    for use in result.utility:
        if use.error is not None:
            point = [point for point in result.points if point.parameter == use.parameter][-1]
            points.append((use.error, point.h0, point.area))
    return np.array(sorted(points)).reshape(-1, 3)
