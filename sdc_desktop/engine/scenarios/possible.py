"""The cases of a ``cae`` job: who is looked for, and which values are possible."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.microdata import KeyCounts, Microdata
from sdc_desktop.engine.information.distribution import Distribution, distribution
from sdc_desktop.engine.microdata.distances import Integers
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.scenarios.attributes import read_numbers
from sdc_desktop.engine.scenarios.cae_spec import CaeParams

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
    ``records``: how many records these are, None where there are none.
    """

    of: Distribution | Evenly
    known: tuple[str, ...]
    records: int | None


def from_values(params: CaeParams) -> tuple[Possible, ...]:
    """Values and probabilities as told. Raises :class:`Refused`."""
    assert params.values is not None
    told, normalise = params.probabilities, params.normalise
    if told is None:
        told, normalise = (1,) * len(params.values), True
    found = distribution(params.values, told, normalise=normalise, where=Place(key="params.probabilities"))
    return (Possible(found, (), None),)


def from_intervals(params: CaeParams) -> tuple[Possible, ...]:
    """Each interval of a table. Raises :class:`Refused` for those that are empty or hold too many values."""
    assert params.intervals is not None
    problems: list[Problem] = []
    cases: list[Possible] = []
    for place, (low, high) in enumerate(params.intervals):
        where = Place(key=f"params.intervals[{place}]")
        steps = (high - low) / params.step
        if high < low:
            problems.append(error("cae.interval_ends", where, lowest=low, highest=high))
        elif not steps < MOST_IN_INTERVAL:
            problems.append(error("cae.large_interval", where, most=MOST_IN_INTERVAL))
        else:
            count = int(steps + 1e-9) + 1
            cases.append(Possible(Evenly(low, high, params.step, count), (), None))
    if problems:
        raise Refused(problems)
    return tuple(cases)


def known_names(params: CaeParams) -> tuple[str, ...]:
    """The variables whose values the intruder knows."""
    return tuple(params.known)


def from_attribute(
    params: CaeParams, attribute: str, data: Microdata, context: JobContext
) -> tuple[tuple[Possible, ...], int]:
    """The values of the attribute among the records that agree on what is known, one case for each
    combination of values; and how many records lack a value. Raises :class:`Refused`.
    """
    names = known_names(params)
    counts = data.counts([*names, attribute], context)
    variable = data.variable(attribute)
    numbers, wrong = read_numbers(counts.categories[-1], variable, data.decimal, context)
    if wrong:
        where = Place(key="params.attribute", variable=attribute)
        raise Refused(error("cae.not_numbers", where, name=attribute, number=wrong))
    rows = np.flatnonzero(~np.isnan(numbers[counts.codes[:, -1]]))
    left_out = counts.records - int(counts.frequencies[rows].sum())
    if isinstance(params.known, Mapping):
        rows = rows[_agreeing(counts, params.known)[rows]]
    if not len(rows):
        raise Refused(error("cae.no_match", Place(key="params.known")))
    starts = _starts(counts, rows, len(names))
    if len(starts) > MOST_CASES:
        raise Refused(error("cae.many_cases", Place(key="params.known"), number=len(starts), most=MOST_CASES))
    cases = []
    for place, part in enumerate(np.split(rows, starts[1:])):
        if place % 500 == 0:
            context.checkpoint()
        frequencies = counts.frequencies[part]
        found = distribution(numbers[counts.codes[part, -1]], frequencies, normalise=True)
        codes = counts.codes[part[0], :-1].tolist()
        known = tuple(texts[code] for texts, code in zip(counts.categories[:-1], codes, strict=True))
        cases.append(Possible(found, known, int(frequencies.sum())))
    return tuple(cases), left_out


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
    told = [key for key in ("values", "attribute", "intervals") if getattr(params, key) is not None]
    if len(told) > 1:
        yield error("cae.several_sources", Place(key=f"params.{told[1]}"), names=tuple(told))
    if not told and (data is None or len(data.with_role("sensitive")) != 1):
        yield error("cae.no_source", Place(key="params"))
    if params.values is None and (params.probabilities is not None or params.normalise):
        key = "probabilities" if params.probabilities is not None else "normalise"
        yield error("cae.needs_values", Place(key=f"params.{key}"), name=key)
    if params.known and told and told[0] != "attribute":
        yield error("cae.needs_attribute", Place(key="params.known"))
