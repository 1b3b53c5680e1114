"""The cases of a ``cae`` job: the persons or cells searched for, and their possible values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata
from sdc_desktop.engine.data.roles import code_in_numbers
from sdc_desktop.engine.information.distribution import Distribution, Vector, distribution
from sdc_desktop.engine.methods.curves.attributes import read_numbers
from sdc_desktop.engine.methods.curves.cae import CaeParams
from sdc_desktop.engine.microdata.groups.block_columns import Integers
from sdc_desktop.engine.problems import Place, Problem, Refused, error

MOST_CASES = 20_000
MOST_IN_INTERVAL = 1_000_000


@dataclass(frozen=True)
class Evenly:
    """``count`` values from `lowest` on, ``step`` apart and all as likely."""

    lowest: float
    highest: float
    step: float
    count: int


@dataclass(frozen=True)
class Possible:
    """One case. ``known``: the values that the intruder knows, in the order of the known variables;
    ``records``: how many records these are, None where there are none; ``label``: the cell of a table.
    """

    of: Distribution | Evenly
    known: tuple[str, ...]
    records: int | None
    label: str | None = None


@dataclass(frozen=True)
class Cases:
    """All cases, and what is excluded. Excluded are records without a confidential value, records whose
    weight is missing or 0, and intervals without one of their ends.
    """

    cases: tuple[Possible, ...]
    left_out: int = 0
    unweighted: int = 0
    unbounded: int = 0


def from_values(params: CaeParams) -> tuple[Possible, ...]:
    """Values and probabilities as given. Raises :class:`Refused`."""
    assert params.values is not None
    weights, normalise = params.probabilities, params.normalise
    if weights is None:
        weights, normalise = (1,) * len(params.values), True
    found = distribution(params.values, weights, normalise=normalise, where=Place(key="params.probabilities"))
    return (Possible(found, (), None),)


def from_intervals(params: CaeParams) -> Cases:
    """Each interval of a table. Raises :class:`Refused` for those that are empty or hold too many values, and
    where none has both ends.
    """
    assert isinstance(params.intervals, tuple)
    problems: list[Problem] = []
    cases: list[Possible] = []
    unbounded = 0
    for place, (low, high) in enumerate(params.intervals):
        where = Place(key=f"params.intervals[{place}]")
        if low is None or high is None:
            unbounded += 1
            continue
        steps = (high - low) / params.step
        if high < low:
            problems.append(error("cae.interval_ends", where, lowest=low, highest=high))
        elif not steps < MOST_IN_INTERVAL:
            problems.append(error("cae.large_interval", where, most=MOST_IN_INTERVAL))
        else:
            count = int(steps + 1e-9) + 1
            label = None if params.labels is None else params.labels[place]
            cases.append(Possible(Evenly(low, high, params.step, count), (), None, label))
    if not problems and not cases:
        problems.append(error("cae.no_intervals", Place(key="params.intervals")))
    if problems:
        raise Refused(problems)
    return Cases(tuple(cases), unbounded=unbounded)


def known_names(params: CaeParams) -> tuple[str, ...]:
    """The variables whose values the intruder knows."""
    return tuple(params.known)


def from_attribute(params: CaeParams, attribute: str, data: Microdata, context: JobContext) -> Cases:
    """The values of the attribute among records with equal known values, one case per combination of these.
    Raises :class:`Refused`.
    """
    names = known_names(params)
    weighted = [] if params.weights is None else [params.weights]
    counts = data.counts([*names, attribute, *weighted], context)
    place = len(names)
    numbers = _numbers(counts, place, Place(key="params.attribute", variable=attribute), data, context)
    values = numbers[counts.codes[:, place]]
    weights = _weights(params, counts, data, context)
    has_value = ~np.isnan(values)
    taken = has_value & (weights > 0)
    left_out = int(counts.frequencies[~has_value].sum())
    unweighted = int(counts.frequencies[has_value & ~taken].sum())
    if isinstance(params.known, Mapping):
        taken &= _agreeing(counts, params.known)
    rows = np.flatnonzero(taken)
    if not len(rows):
        raise Refused(error("cae.no_match", Place(key="params.known")))
    starts = _starts(counts, rows, len(names))
    if len(starts) > MOST_CASES:
        raise Refused(error("cae.many_cases", Place(key="params.known"), number=len(starts), most=MOST_CASES))
    cases = []
    for number, part in enumerate(np.split(rows, starts[1:])):
        if number % 500 == 0:
            context.checkpoint()
        found = distribution(values[part], weights[part], normalise=True)
        codes = counts.codes[part[0], : len(names)].tolist()
        known = tuple(texts[code] for texts, code in zip(counts.categories[:place], codes, strict=True))
        cases.append(Possible(found, known, int(counts.frequencies[part].sum())))
    return Cases(tuple(cases), left_out=left_out, unweighted=unweighted)


def _numbers(counts: KeyCounts, place: int, where: Place, data: Microdata, context: JobContext) -> Vector:
    """The number of each distinct value of a variable counted, NaN where it is missing. Raises Refused."""
    variable = data.variable(counts.variables[place])
    numbers, wrong = read_numbers(counts.categories[place], variable, data.decimal, context)
    if wrong:
        by_code = code_in_numbers(variable, where)
        raise Refused(by_code or error("cae.not_numbers", where, name=variable.name, number=wrong))
    return numbers


def _weights(params: CaeParams, counts: KeyCounts, data: Microdata, context: JobContext) -> Vector:
    """How likely each combination counted is, before it is normalised: 0 where its weight is missing."""
    if params.weights is None:
        return counts.frequencies.astype(np.float64)
    where = Place(key="params.weights", variable=params.weights)
    numbers = _numbers(counts, len(counts.variables) - 1, where, data, context)[counts.codes[:, -1]]
    negative = int(counts.frequencies[numbers < 0].sum())
    if negative:
        raise Refused(error("cae.negative", where, number=negative))
    return np.asarray(np.nan_to_num(numbers) * counts.frequencies)


def _agreeing(counts: KeyCounts, known: Mapping[str, str]) -> npt.NDArray[np.bool_]:
    fits = np.ones(len(counts.codes), dtype=np.bool_)
    for place, (texts, wanted) in enumerate(zip(counts.categories, known.values(), strict=False)):
        code = texts.index(wanted) if wanted in texts else -1
        fits &= counts.codes[:, place] == code
    return fits


def _starts(counts: KeyCounts, rows: Integers, known: int) -> Integers:
    """Where among the rows, which are ordered by code, another combination of known values begins."""
    codes = counts.codes[rows, :known]
    return np.append(0, np.flatnonzero(np.any(codes[1:] != codes[:-1], axis=1)) + 1)


def problems(params: CaeParams, data: Microdata | None) -> Iterator[Problem]:
    """What can be refused before any record is read."""
    given = [key for key in ("values", "attribute", "intervals") if getattr(params, key) is not None]
    if len(given) > 1:
        yield error("cae.several_sources", Place(key=f"params.{given[1]}"), names=tuple(given))
    if not given and (data is None or len(data.with_role("sensitive")) != 1):
        yield error("cae.no_source", Place(key="params"))
    if params.values is None and (params.probabilities is not None or params.normalise):
        key = "probabilities" if params.probabilities is not None else "normalise"
        yield error("cae.needs_values", Place(key=f"params.{key}"), name=key)
    if params.known and given and given[0] != "attribute":
        yield error("cae.needs_attribute", Place(key="params.known"))
    if params.weights is not None and given and given[0] != "attribute":
        yield error("cae.weights_need_attribute", Place(key="params.weights"))
    if params.labels is not None and not isinstance(params.intervals, tuple):
        yield error("cae.needs_intervals", Place(key="params.labels"))
    elif params.labels is not None and len(params.labels) != len(params.intervals or ()):
        where = Place(key="params.labels")
        yield error("cae.labels", where, labels=len(params.labels), intervals=len(params.intervals or ()))
