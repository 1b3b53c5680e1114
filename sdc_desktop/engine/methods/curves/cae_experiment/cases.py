"""One case of an experiment: what is released once, given as distributions, with its use for honest users."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, floor
from typing import Literal

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.information.distribution import Vector
from sdc_desktop.engine.information.equivocation_rows import Widths
from sdc_desktop.engine.methods.curves.attributes import MISSING, Attribute, Confidential
from sdc_desktop.engine.methods.curves.cae_experiment import CaeExperimentParams
from sdc_desktop.engine.methods.curves.cae_experiment.exposure import (
    Beliefs,
    Groups,
    Known,
    Means,
    beliefs_from_intervals,
    means,
)
from sdc_desktop.engine.methods.curves.cae_experiment.range_queries import Known as KnownReleased
from sdc_desktop.engine.methods.curves.cae_experiment.range_queries import (
    RangeQuery,
    answers,
    answers_from_labels,
    matched_means,
    mean_error,
)
from sdc_desktop.engine.methods.curves.cae_experiment.released import ReleasedFile
from sdc_desktop.engine.microdata.groups.block_columns import Integers
from sdc_desktop.engine.spec import Number


# What any system of sum queries shows: the least and the greatest that each value may be.
# Records in the same queries cannot be distinguished, so each such set of records has one unknown, its
# sum; the bounds of a record follow from those of its set. Sets that no query connects are apart. The linear
# programmes of one system differ in what is minimised only and go to OR-Tools one after the other, each
# begun where the last one ended (Alfalayleh & Brankovic 2014, appendix, query restriction; tables: Oganian &
# Domingo-Ferrer 2003).
@dataclass(frozen=True)
class Bounds:
    """The value of each record lies in [``lowest``, ``highest``] (records,)."""

    lowest: Vector
    highest: Vector


def bounds(
    values: Vector, queries: Sequence[Integers], least: float, most: float, context: JobContext
) -> Bounds:
    """The bounds that the sums of ``values`` (records,) over each query's records leave, by record.

    ``queries`` has the numbers of the records, from 0; every value is known to be `least` to `most`. Raises
    Cancelled.
    """
    label, rows = _sets(queries, len(values))
    sizes = np.bincount(label)
    sums = np.bincount(label, weights=values).astype(np.float64)
    down: Vector = np.asarray(sizes * float(least) - sums)
    up: Vector = np.asarray(sizes * float(most) - sums)
    down, up = _set_bounds(rows, down, up, context)
    lowest = sums + down - (sizes - 1) * most  # the others of the set as great as may be
    highest = sums + up - (sizes - 1) * least
    return Bounds(np.maximum(lowest, least)[label], np.minimum(highest, most)[label])


def _sets(queries: Sequence[Integers], records: int) -> tuple[Integers, list[Integers]]:
    """The set (records,) of each record, equal where the same queries hold it; and the sets of each query."""
    of_record: list[list[int]] = [[] for _ in range(records)]
    for number, members in enumerate(queries):
        for record in members.tolist():
            of_record[record].append(number)
    numbers: dict[tuple[int, ...], int] = {}
    label = np.array([numbers.setdefault(tuple(found), len(numbers)) for found in of_record], dtype=np.int64)
    return label, [np.unique(label[members]) for members in queries if len(members)]


def _set_bounds(
    rows: Sequence[Integers], low: Vector, high: Vector, context: JobContext
) -> tuple[Vector, Vector]:
    """How far the sum of each set may lie from the true one, down and up, where all rows sum to the truth.

    Beliefs as differences from the truth, which is then a solution whatever the rounding.
    """
    from ortools.linear_solver import pywraplp  # type: ignore[import-untyped]

    low, high = np.minimum(low, 0.0), np.maximum(high, 0.0)
    unit = float(np.max(high - low, initial=0.0)) or 1.0
    found_low, found_high = low.copy(), high.copy()
    for component, (members, its_rows) in enumerate(_components(rows)):
        if component % 100 == 0:
            context.checkpoint()
        solver = pywraplp.Solver.CreateSolver("GLOP")
        unknown = {place: solver.NumVar(low[place] / unit, high[place] / unit, "") for place in members}
        for row in its_rows:
            constraint = solver.Constraint(0.0, 0.0)
            for place in row.tolist():
                constraint.SetCoefficient(unknown[place], 1.0)
        parameters = pywraplp.MPSolverParameters()
        parameters.SetIntegerParam(parameters.INCREMENTALITY, parameters.INCREMENTALITY_ON)
        parameters.SetIntegerParam(parameters.LP_ALGORITHM, parameters.PRIMAL)
        parameters.SetIntegerParam(parameters.PRESOLVE, parameters.PRESOLVE_OFF)
        objective = solver.Objective()
        for place in members:
            objective.SetCoefficient(unknown[place], 1.0)
            for upwards in (False, True):
                context.checkpoint()
                objective.SetOptimizationDirection(upwards)
                status = solver.Solve(parameters)
                if status != pywraplp.Solver.OPTIMAL:
                    raise ArithmeticError(f"status {status}")
                (found_high if upwards else found_low)[place] = objective.Value() * unit
            objective.SetCoefficient(unknown[place], 0.0)
    return found_low, found_high


def _components(rows: Sequence[Integers]) -> list[tuple[list[int], list[Integers]]]:
    """The sets of records that queries connect, with these queries."""
    places = sorted({int(place) for row in rows for place in row})
    parent = {place: place for place in places}

    def root(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    for row in rows:
        first = root(int(row[0]))
        for place in row[1:].tolist():
            parent[root(place)] = first
    members: dict[int, list[int]] = {}
    for place in places:
        members.setdefault(root(place), []).append(place)
    its_rows: dict[int, list[Integers]] = {start: [] for start in members}
    for row in rows:
        its_rows[root(int(row[0]))].append(row)
    return [(members[start], its_rows[start]) for start in members]


Likelihood = Literal["uniform", "binomial"]


# What a file with noise tells: that the value is not farther away than noise can carry it.
# To each place in an attribute's ordered domain Binomial(M, 1/2) - M/2 is added, with M the even number
# nearest to k percent of |D| - 1, halves up (Alfalayleh & Brankovic 2014, appendix, noise addition). What is
# released may lie outside the domain.
def most_noise(percent: float, domain: int) -> int:
    """The width M of noise from -M/2 to M/2 for a domain of this many values."""
    return 2 * floor((percent * (domain - 1) + 100) / 200)


def noisy(places: Integers, most: int, chance: np.random.Generator) -> Integers:
    """The released places (records,): below 0 and above the domain where noise carries them there."""
    return places + chance.binomial(most, 0.5, len(places)) - most // 2


def beliefs_from_noise(released: Integers, most: int, domain: int, likelihood: Likelihood) -> Beliefs:
    """The value of each record lies within M/2 (`most` / 2) of the place ``released`` (records,) and in the
    domain: there every place is as likely, or (second reading) as likely as the binomial makes the step from
    it.
    """
    half = most // 2
    if likelihood == "uniform":
        return beliefs_from_intervals(
            np.maximum(released - half, 0), np.minimum(released + half, domain - 1), domain
        )
    chances = np.array([comb(most, step) / 2**most for step in range(most + 1)])
    seen, kinds = np.unique(released, return_inverse=True)
    steps = seen[:, None] - np.arange(domain)[None, :] + half
    table = np.where((steps >= 0) & (steps <= most), chances[np.clip(steps, 0, most)], 0.0)
    return Beliefs(kinds, table / table.sum(axis=1, keepdims=True))


def matches(known: Integers, released: Integers, most: int) -> np.ndarray:
    """Second reading of who matches: which released places (records,) may stem from each known place
    (values,); (values, records) bool.
    """
    return np.asarray(np.abs(released[None, :] - known[:, None]) <= most // 2)


def sample(records: int, percent: float, chance: np.random.Generator) -> Integers:
    """The numbers (sampled,) of the records in a simple random sample without replacement, ascending.

    It has `percent` of all records, rounded, halves up.
    """
    size = min(floor(records * percent / 100 + 0.5), records)
    return np.sort(chance.choice(records, size, replace=False))


def beliefs_from_sample(values: Integers, domain: int, sampled: Integers) -> Beliefs:
    """``values`` (records,) are places in the domain. The intruder knows how many match in the original:
    p_d = f_d/|M_o| + (|M_o| - |M_s|)/|M_o| 1/|D| (Alfalayleh & Brankovic 2014, appendix).
    """
    kinds = np.full(len(values), domain)
    kinds[sampled] = values[sampled]
    return Beliefs(kinds, np.vstack([np.eye(domain), np.full((1, domain), 1 / domain)]))


# What a chain of overlapping sum queries tells, in closed form.
# Records r_1..r_n stand in a random order and fall into blocks of l; each query asks for the sum over a
# block and the next, Q = 2l records (Alfalayleh & Brankovic 2014, appendix, query restriction). So the sum
# of one block fixes those of all: b_t + d for odd t, b_t - d for even t, with a single unknown d (0 is the
# truth). Each block's sum lies between l d_min and l d_max, which bounds d; the rest of a block then bounds
# each record.
@dataclass(frozen=True)
class Chain:
    """What the queries leave open: the value of each record lies in [``lowest``, ``highest``] (records,), in
    file order. ``estimate`` (records,) shares the middle of what each block's sum may be equally.
    """

    lowest: Vector
    highest: Vector
    estimate: Vector
    queries: int


def ask(values: Vector, order: Integers, block: int, least: float, most: float) -> Chain:
    """The answers to the chain of queries over records in this `order`, `block` = Q/2 records a block.

    ``values`` (records,) are within `least` and `most`, the ends of the domain.
    """
    records = len(values)
    lowest, highest = np.full(records, float(least)), np.full(records, float(most))
    estimate = np.full(records, (least + most) / 2)
    blocks = records // block
    if blocks < 2:  # 2 records / Q - 1 <= 0: no query
        return Chain(lowest, highest, estimate, 0)
    members = order[: blocks * block].reshape(blocks, block)
    sums = values[members].sum(axis=1)
    signs = np.where(np.arange(blocks) % 2 == 0, 1.0, -1.0)
    down, up = _slack(sums, signs, block * least, block * most)
    # an even block falls as d rises
    sum_low = sums + np.where(signs > 0, down, -up)
    sum_high = sums + np.where(signs > 0, up, -down)
    lowest[members] = np.maximum(least, sum_low - (block - 1) * most)[:, None]
    highest[members] = np.minimum(most, sum_high - (block - 1) * least)[:, None]
    estimate[members] = ((sum_low + sum_high) / (2 * block))[:, None]
    return Chain(lowest, highest, estimate, blocks - 1)


def _slack(sums: Vector, signs: Vector, least: float, most: float) -> tuple[float, float]:
    """From where to where d may go, 0 within, so that every block's sum stays between `least` and `most`."""
    below, above = np.maximum(sums - least, 0.0), np.maximum(most - sums, 0.0)
    odd = signs > 0
    down = -min(below[odd].min(), above[~odd].min())
    up = min(above[odd].min(), below[~odd].min())
    return float(down), float(up)


def places_between(
    domain: Vector, lowest: Vector, highest: Vector, slack: float = 1e-9
) -> tuple[Integers, Integers]:
    """The first and the last place of the ascending `domain` within bounds (records,), which are exact but
    for `slack` times the greatest figure of the domain.
    """
    allowed = slack * max(float(domain[-1] - domain[0]), abs(float(domain[0])), abs(float(domain[-1])))
    first = np.searchsorted(domain, lowest - allowed, side="left")
    last = np.searchsorted(domain, highest + allowed, side="right") - 1
    return first, last


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
        """The number of records used."""
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
    ranges: tuple[RangeQuery, ...],
    chance: np.random.Generator,
    context: JobContext,
) -> Case:
    """Release once, with the parameter of the technique, and measure every person. Raises Cancelled."""
    if counted.released is not None:
        return _from_file(counted, counted.released, ranges, context)
    if counted.queries is not None:
        return _from_queries(counted, counted.queries, context)
    assert parameter is not None
    if params.technique == "sampling":
        return _from_sample(counted, float(parameter), ranges, chance, context)
    if params.technique == "query_restriction":
        return _from_chain(counted, int(parameter), ranges, chance, context)
    return _from_noise(params, counted, float(parameter), ranges, chance, context)


def _from_sample(
    counted: ExperimentCounts,
    percent: float,
    ranges: tuple[RangeQuery, ...],
    chance: np.random.Generator,
    context: JobContext,
) -> Case:
    sampled = sample(counted.records, percent, chance)
    beliefs = beliefs_from_sample(counted.confidential.places, len(counted.confidential.domain), sampled)
    given = answers(ranges, counted.values[sampled], [found.places[sampled] for found in counted.attributes])
    return Case(means(beliefs, counted.groups, counted.widths, context), _error(counted, ranges, given))


def _from_chain(
    counted: ExperimentCounts,
    size: int,
    ranges: tuple[RangeQuery, ...],
    chance: np.random.Generator,
    context: JobContext,
) -> Case:
    domain = counted.confidential.domain
    order = chance.permutation(counted.records)
    chain = ask(counted.values, order, size // 2, float(domain[0]), float(domain[-1]))
    first, last = places_between(domain, chain.lowest, chain.highest)
    beliefs = beliefs_from_intervals(first, last, len(domain))
    given = answers(ranges, chain.estimate, [found.places for found in counted.attributes])
    return Case(means(beliefs, counted.groups, counted.widths, context), _error(counted, ranges, given))


def _from_queries(counted: ExperimentCounts, queries: tuple[Integers, ...], context: JobContext) -> Case:
    domain = counted.confidential.domain
    found = bounds(counted.values, queries, float(domain[0]), float(domain[-1]), context)
    first, last = places_between(domain, found.lowest, found.highest, slack=1e-7)  # as exact as GLOP is
    beliefs = beliefs_from_intervals(first, last, len(domain))
    return Case(means(beliefs, counted.groups, counted.widths, context), None)


def _from_noise(
    params: CaeExperimentParams,
    counted: ExperimentCounts,
    percent: float,
    ranges: tuple[RangeQuery, ...],
    chance: np.random.Generator,
    context: JobContext,
) -> Case:
    confidential = counted.confidential
    size = len(confidential.domain)
    most = most_noise(percent, size)
    released = noisy(confidential.places, most, chance)
    beliefs = beliefs_from_noise(released, most, size, params.likelihood)
    amounts = [most_noise(percent, found.size) for found in counted.attributes]
    places = []
    for found, amount in zip(counted.attributes, amounts, strict=True):
        moved = noisy(found.places, amount, chance)
        places.append(np.where(found.places == MISSING, MISSING, moved))
    given = answers(ranges, _values_at(confidential.domain, released), places)
    if params.matching == "original":
        figures = means(beliefs, counted.groups, counted.widths, context)
    else:
        known = [
            _known_noisy(found, moved, amount)
            for found, moved, amount in zip(counted.attributes, places, amounts, strict=True)
        ]
        figures = matched_means(beliefs, known, counted.groups, None, counted.widths, context)
    return Case(figures, _error(counted, ranges, given))


def _known_noisy(found: Attribute, moved: Integers, amount: int) -> KnownReleased:
    original, original_codes = np.unique(found.places, return_inverse=True)
    released, released_codes = np.unique(moved, return_inverse=True)
    return KnownReleased(original_codes, released_codes, matches(original, released, amount))


def _from_file(
    counted: ExperimentCounts, released: ReleasedFile, ranges: tuple[RangeQuery, ...], context: JobContext
) -> Case:
    figures = matched_means(
        released.beliefs, released.known, counted.groups, released.unknown, counted.widths, context
    )
    expected = np.einsum("kv,v->k", released.beliefs.table, released.values)
    given = answers_from_labels(
        ranges,
        expected[released.beliefs.kinds],
        released.known,
        [found.places for found in counted.attributes],
    )
    return Case(figures, _error(counted, ranges, given))


def _error(counted: ExperimentCounts, ranges: tuple[RangeQuery, ...], given: Vector) -> float | None:
    truth = answers(ranges, counted.values, [found.places for found in counted.attributes])
    return mean_error(truth, given)


def _values_at(domain: Vector, places: Integers) -> Vector:
    """The values at places of the domain; beyond its ends in steps of its mean distance."""
    last = len(domain) - 1
    step = float(domain[-1] - domain[0]) / last if last else 0.0
    inside = np.clip(places, 0, last)
    return np.asarray(domain[inside] + (places - inside) * step)
