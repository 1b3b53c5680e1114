"""The variables of an experiment as numbers: the confidential variable in its domain, and the known ones."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor

import numpy as np

from sdc_desktop.engine.context import JobContext
from sdc_desktop.engine.data.detect import number_pattern
from sdc_desktop.engine.data.microdata import Microdata, Variable
from sdc_desktop.engine.data.roles import code_in_numbers
from sdc_desktop.engine.information.distribution import SAME, Vector
from sdc_desktop.engine.methods.curves.cae_experiment import DomainSteps
from sdc_desktop.engine.microdata.groups.block_columns import Integers
from sdc_desktop.engine.problems import Place, Problem, Refused, error
from sdc_desktop.engine.spec import NEVER_RELEASED

MISSING = -1_000_000_000  # the place of a missing value: far from all others
MOST_VALUES = 500  # of a domain: the work grows with their cube
_BATCH = 10_000


@dataclass(frozen=True)
class Confidential:
    """The confidential variable of an experiment as places in its domain.

    ``domain`` (m,) ascending; ``places`` (records,) in it, MISSING where the value is missing.
    """

    name: str
    domain: Vector
    places: Integers
    rounded: int  # records whose value was rounded into the domain


@dataclass(frozen=True)
class Attribute:
    """A variable that may be known. ``places`` (records,) number its values in order, from 0; ``size`` is the
    number of values. MISSING where the value is missing.
    """

    name: str
    places: Integers
    size: int


def read_numbers(
    texts: Sequence[str], variable: Variable, decimal: str, context: JobContext
) -> tuple[Vector, int]:
    """The number of each distinct text, NaN where it means "missing" or is none, and how many are none."""
    is_number = re.compile(number_pattern("," if decimal == "," else "."))
    numbers, wrong = np.full(len(texts), np.nan), 0
    for place, text in enumerate(texts):
        if place % _BATCH == 0:
            context.checkpoint()
        if text in variable.missing:
            continue
        if is_number.fullmatch(text) and abs(float(text.replace(decimal, "."))) < 1e100:
            numbers[place] = float(text.replace(decimal, "."))
        else:
            wrong += 1
    return numbers, wrong


def read_confidential(
    data: Microdata, name: str, given: DomainSteps | Sequence[float] | None, context: JobContext
) -> Confidential:
    """The confidential variable in the domain given, else in the domain of its own values.

    Raises :class:`Refused` for texts that are no numbers, values outside the domain, and too large a domain.
    """
    variable, column = data.variable(name), data.index(name)
    texts, frequencies = data.relation.frequencies(column, context)
    numbers, wrong = read_numbers(texts, variable, data.decimal, context)
    where = Place(key="params.attribute", variable=name)
    if wrong:
        by_code = code_in_numbers(variable, where)
        raise Refused(by_code or error("cae.not_numbers", where, name=name, number=wrong))
    there = ~np.isnan(numbers)
    if not there.any():
        raise Refused(error("cae.no_values", where, name=name))
    domain = domain_of(given) if given is not None else np.unique(numbers[there])
    if len(domain) > MOST_VALUES:
        raise Refused(error("cae.large_domain", where, number=len(domain), most=MOST_VALUES))
    places = np.full(len(texts), MISSING)
    places[there], distance = nearest(domain, numbers[there])
    allowed = np.full(int(there.sum()), SAME * max(float(np.ptp(domain)), 1e-300))
    if isinstance(given, DomainSteps):
        allowed += given.step / 2
    outside = distance > allowed
    if outside.any():
        lost = int(frequencies[there][outside].sum())
        raise Refused(error("cae.outside_domain", Place(key="params.domain", variable=name), number=lost))
    moved = int(frequencies[there][distance > SAME * max(float(np.ptp(domain)), 1.0)].sum())
    return Confidential(name, domain, places[data.relation.codes(column, context)], moved)


def domain_of(given: DomainSteps | Sequence[float]) -> Vector:
    """The values of a domain (domain,), ascending, in the variable's unit. Raises :class:`Refused` where it
    is empty or too large.
    """
    where = Place(key="params.domain")
    if not isinstance(given, DomainSteps):
        return np.unique(np.array(given, dtype=np.float64))
    if given.highest < given.lowest:
        raise Refused(error("cae.domain_ends", where, lowest=given.lowest, highest=given.highest))
    steps = (given.highest - given.lowest) / given.step
    if steps >= MOST_VALUES:
        raise Refused(error("cae.large_domain", where, number=floor(min(steps, 1e15)) + 1, most=MOST_VALUES))
    return given.lowest + given.step * np.arange(floor(steps + 1e-9) + 1, dtype=np.float64)


def nearest(domain: Vector, numbers: Vector) -> tuple[Integers, Vector]:
    """The place in the domain of the value nearest to each number, of two the higher, and how far away it is,
    both (numbers,); ``domain`` ascends.
    """
    above = np.clip(np.searchsorted(domain, numbers), 0, len(domain) - 1)
    below = np.maximum(above - 1, 0)
    lower = np.abs(numbers - domain[below]) < np.abs(domain[above] - numbers)
    places = np.where(lower, below, above)
    return places, np.abs(numbers - domain[places])


def read_attribute(data: Microdata, name: str, context: JobContext) -> Attribute:
    """A known variable, its values ordered as declared, else by size, else by text."""
    variable, column = data.variable(name), data.index(name)
    texts, _ = data.relation.frequencies(column, context)
    ranks, size = text_places(texts, variable, data.decimal, context)
    return Attribute(name, ranks[data.relation.codes(column, context)], size)


def text_places(
    texts: Sequence[str], variable: Variable, decimal: str, context: JobContext
) -> tuple[Integers, int]:
    """The place of each distinct text in the order of the attribute, and how many places there are."""
    absent = np.array([text in variable.missing for text in texts], dtype=np.bool_)
    numbers, wrong = read_numbers(texts, variable, decimal, context)
    declared = {text: place for place, text in enumerate(variable.order or ())}
    if declared and all(text in declared for text, lacks in zip(texts, absent, strict=True) if not lacks):
        keys = np.array([declared.get(text, 0) for text in texts], dtype=np.float64)
    else:
        keys = np.arange(len(texts), dtype=np.float64) if wrong else numbers
    ranks = np.full(len(texts), MISSING)
    found, ranks[~absent] = np.unique(keys[~absent], return_inverse=True)
    return ranks, len(found)


def unknown_variables(names: Sequence[str], data: Microdata, key: str) -> Iterator[Problem]:
    """A problem for each name that is no variable of the data, or a direct identifier."""
    for name in names:
        where = Place(key=key, variable=name)
        if name not in data.names:
            yield error("plan.unknown_variable", where, name=name)
        elif data.variable(name).role in NEVER_RELEASED:
            yield error("recode.direct_identifier", where, name=name)


def values_of(data: Microdata, name: str, context: JobContext) -> tuple[str, ...]:
    """The values of a variable without missing ones: numbers by their size, others by their letters."""
    variable = data.variable(name)
    texts, _ = data.relation.frequencies(data.index(name), context)
    present = [text for text in texts if text not in variable.missing]
    numbers, wrong = read_numbers(present, variable, data.decimal, context)
    if wrong:
        return tuple(present)
    return tuple(text for _, text in sorted(zip(numbers.tolist(), present, strict=True)))
