"""One case of an experiment: what is released once, told as distributions, with its use for honest users."""

from dataclasses import dataclass

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distribution import Vector
from sdc_desktop.engine.information.equivocation_rows import Widths
from sdc_desktop.engine.microdata.distances import Integers
from sdc_desktop.engine.scenarios.attributes import MISSING, Attribute, Confidential
from sdc_desktop.engine.scenarios.cae_experiment_spec import CaeExperimentParams
from sdc_desktop.engine.scenarios.exposure import Means, means
from sdc_desktop.engine.scenarios.knowledge import Groups, Known
from sdc_desktop.engine.scenarios.matching import Known as KnownReleased
from sdc_desktop.engine.scenarios.matching import matched_means
from sdc_desktop.engine.scenarios.noise import matches, most_noise, noisy, told_by_noise
from sdc_desktop.engine.scenarios.query_bounds import bounds
from sdc_desktop.engine.scenarios.query_chain import ask, places_between
from sdc_desktop.engine.scenarios.range_queries import (
    RangeQuery,
    answers,
    answers_from_labels,
    mean_error,
)
from sdc_desktop.engine.scenarios.released import ReleasedFile
from sdc_desktop.engine.scenarios.sampling import sample, told_by_sample
from sdc_desktop.engine.scenarios.told import told_by_intervals
from sdc_desktop.engine.spec import Number


@dataclass(frozen=True)
class ExperimentCounts:
    """All that an experiment needs of the records: those that have a confidential value.

    ``known`` are the points of each curve; ``groups`` those of all their sets, one after the other.
    """

    confidential: Confidential
    attributes: tuple[Attribute, ...]
    known: tuple[Known, ...]
    groups: tuple[Groups, ...]
    widths: Widths
    left_out: int  # records that lack the confidential value
    queries: tuple[Integers, ...] | None
    released: ReleasedFile | None

    @property
    def values(self) -> Vector:
        """The confidential value of each record."""
        return self.confidential.domain[self.confidential.places]

    @property
    def records(self) -> int:
        """How many records take part."""
        return len(self.confidential.places)


@dataclass(frozen=True)
class Case:
    """The figures of each set of attributes, and the mean error of the range queries (None without)."""

    means: Means
    error: float | None


def run_case(
    params: CaeExperimentParams,
    counted: ExperimentCounts,
    parameter: Number | None,
    asked: tuple[RangeQuery, ...],
    chance: np.random.Generator,
    context: JobContext,
) -> Case:
    """Release once, with the parameter of the technique, and look at everybody. Raises Cancelled."""
    if counted.released is not None:
        return _from_file(counted, counted.released, asked, context)
    if counted.queries is not None:
        return _from_queries(counted, counted.queries, context)
    assert parameter is not None
    if params.technique == "sampling":
        return _from_sample(counted, float(parameter), asked, chance, context)
    if params.technique == "query_restriction":
        return _from_chain(counted, int(parameter), asked, chance, context)
    return _from_noise(params, counted, float(parameter), asked, chance, context)


def _from_sample(
    counted: ExperimentCounts,
    percent: float,
    asked: tuple[RangeQuery, ...],
    chance: np.random.Generator,
    context: JobContext,
) -> Case:
    sampled = sample(counted.records, percent, chance)
    told = told_by_sample(counted.confidential.places, len(counted.confidential.domain), sampled)
    given = answers(asked, counted.values[sampled], [found.places[sampled] for found in counted.attributes])
    return Case(means(told, counted.groups, counted.widths, context), _error(counted, asked, given))


def _from_chain(
    counted: ExperimentCounts,
    size: int,
    asked: tuple[RangeQuery, ...],
    chance: np.random.Generator,
    context: JobContext,
) -> Case:
    domain = counted.confidential.domain
    order = chance.permutation(counted.records)
    chain = ask(counted.values, order, size // 2, float(domain[0]), float(domain[-1]))
    first, last = places_between(domain, chain.lowest, chain.highest)
    told = told_by_intervals(first, last, len(domain))
    given = answers(asked, chain.estimate, [found.places for found in counted.attributes])
    return Case(means(told, counted.groups, counted.widths, context), _error(counted, asked, given))


def _from_queries(counted: ExperimentCounts, queries: tuple[Integers, ...], context: JobContext) -> Case:
    domain = counted.confidential.domain
    found = bounds(counted.values, queries, float(domain[0]), float(domain[-1]), context)
    first, last = places_between(domain, found.lowest, found.highest, slack=1e-7)  # as exact as GLOP is
    told = told_by_intervals(first, last, len(domain))
    return Case(means(told, counted.groups, counted.widths, context), None)


def _from_noise(
    params: CaeExperimentParams,
    counted: ExperimentCounts,
    percent: float,
    asked: tuple[RangeQuery, ...],
    chance: np.random.Generator,
    context: JobContext,
) -> Case:
    confidential = counted.confidential
    size = len(confidential.domain)
    most = most_noise(percent, size)
    released = noisy(confidential.places, most, chance)
    told = told_by_noise(released, most, size, params.likelihood)
    amounts = [most_noise(percent, found.size) for found in counted.attributes]
    places = []
    for found, amount in zip(counted.attributes, amounts, strict=True):
        moved = noisy(found.places, amount, chance)
        places.append(np.where(found.places == MISSING, MISSING, moved))
    given = answers(asked, _values_at(confidential.domain, released), places)
    if params.matching == "original":
        figures = means(told, counted.groups, counted.widths, context)
    else:
        known = [
            _known_noisy(found, moved, amount)
            for found, moved, amount in zip(counted.attributes, places, amounts, strict=True)
        ]
        figures = matched_means(told, known, counted.groups, None, counted.widths, context)
    return Case(figures, _error(counted, asked, given))


def _known_noisy(found: Attribute, moved: Integers, amount: int) -> KnownReleased:
    original, original_codes = np.unique(found.places, return_inverse=True)
    released, released_codes = np.unique(moved, return_inverse=True)
    return KnownReleased(original_codes, released_codes, matches(original, released, amount))


def _from_file(
    counted: ExperimentCounts, released: ReleasedFile, asked: tuple[RangeQuery, ...], context: JobContext
) -> Case:
    figures = matched_means(
        released.told, released.known, counted.groups, released.unknown, counted.widths, context
    )
    expected = np.einsum("kv,v->k", released.told.table, released.values)
    given = answers_from_labels(
        asked, expected[released.told.kinds], released.known, [found.places for found in counted.attributes]
    )
    return Case(figures, _error(counted, asked, given))


def _error(counted: ExperimentCounts, asked: tuple[RangeQuery, ...], given: Vector) -> float | None:
    truth = answers(asked, counted.values, [found.places for found in counted.attributes])
    return mean_error(truth, given)


def _values_at(domain: Vector, places: Integers) -> Vector:
    """The values at places of the domain; beyond its ends in steps of its mean distance."""
    last = len(domain) - 1
    step = float(domain[-1] - domain[0]) / last if last else 0.0
    inside = np.clip(places, 0, last)
    return np.asarray(domain[inside] + (places - inside) * step)
